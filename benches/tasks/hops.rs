//! Item 4: two tasks that wake each other.

use crate::harness::contest::Contest;
use crate::harness::report::{Report, Target};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// There and back again.
const ROUNDS: usize = 50_000;

/// Two channels, crossed.
fn table() -> [(Sender<u32>, Receiver<u32>); 2] {
    let ((to_pong, from_ping), (to_ping, from_pong)) = (channel(1), channel(1));
    [(to_pong, from_pong), (to_ping, from_ping)]
}

async fn ping((sender, mut receiver): (Sender<u32>, Receiver<u32>)) {
    for _ in 0..ROUNDS {
        sender.send(1).await.expect("pong listens");
        receiver.recv().await.expect("pong answers");
    }
}

async fn pong((sender, mut receiver): (Sender<u32>, Receiver<u32>)) {
    while let Some(ball) = receiver.recv().await {
        if sender.send(ball).await.is_err() {
            return;
        }
    }
}

/// The channels are tokio's for both, since they work in any runtime.
pub(crate) fn ping_pong(report: &mut Report) {
    for threads in [1, 2] {
        let builder = tine::ThreadPoolBuilder::new().num_threads(threads);
        let pool = builder.build().expect("a pool");
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let tokio = builder.worker_threads(threads).build().expect("a runtime");
        let outcome = Contest::new(report.rounds(31))
            .seat("tine", || {
                let [one, other] = table();
                let pong = pool.spawn_future(pong(other));
                pool.spawn_future(ping(one)).join().expect("no panic");
                pong.join().expect("no panic");
            })
            .seat("tokio", || {
                let [one, other] = table();
                let pong = tokio.spawn(pong(other));
                let ping = tokio.spawn(ping(one));
                tokio.block_on(async {
                    ping.await.expect("no panic");
                    pong.await.expect("no panic");
                });
            })
            .run();
        report.times(
            &format!("{threads} threads, a hop"),
            &outcome,
            2.0 * ROUNDS as f64,
        );
        report.check(
            &format!("{threads} threads, tine / tokio"),
            outcome.ratio("tine", "tokio"),
            Target::AtMost(1.0),
        );
    }
}
