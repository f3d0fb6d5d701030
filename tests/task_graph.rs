//! Promise: a graph runs each node once, after all it depends on; a panic is named, and keeps only those from running that depend
//! on it; what is wrong with a graph is told when it is built.

mod common;

use common::ledger::{Ledger, Token};
use common::watchdog::watchdog;
use common::{boom, number_of, pool};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use tine::graph::{GraphError, Node};
use tine::{CancelToken, TaskGraph, TaskGraphBuilder, ThreadPool};

/// Pools of one, two and three threads.
fn pools() -> &'static [ThreadPool] {
    static POOLS: OnceLock<Vec<ThreadPool>> = OnceLock::new();
    POOLS.get_or_init(|| (1..4).map(pool).collect())
}

/// For each node those before it that it is given, and those before it that it only waits for.
#[derive(Clone, Debug)]
struct Shape {
    inputs: Vec<Vec<usize>>,
    after: Vec<Vec<usize>>,
    /// In which order they are defined.
    order: Vec<usize>,
}

fn shapes() -> impl Strategy<Value = Shape> {
    (0usize..24).prop_flat_map(|len| {
        let earlier = |most| {
            let picks = prop::collection::vec(any::<prop::sample::Index>(), 0..most);
            prop::collection::vec(picks, len).prop_map(|rows| {
                let rows = rows.into_iter().enumerate();
                rows.map(|(i, row)| {
                    let picks = row.into_iter().filter(|_| i > 0);
                    picks.map(|pick| pick.index(i)).collect()
                })
                .collect()
            })
        };
        let order = Just((0..len).collect::<Vec<_>>()).prop_shuffle();
        (earlier(4), earlier(3), order).prop_map(|(inputs, after, order)| Shape {
            inputs,
            after,
            order,
        })
    })
}

/// What node `i` makes of its inputs.
fn mix(i: usize, inputs: impl IntoIterator<Item = usize>) -> usize {
    inputs
        .into_iter()
        .fold(i + 1, |sum, input| sum.wrapping_mul(31).wrapping_add(input))
}

impl Shape {
    fn len(&self) -> usize {
        self.inputs.len()
    }

    /// All that node `i` waits for.
    fn before(&self, i: usize) -> impl Iterator<Item = usize> {
        self.inputs[i].iter().chain(&self.after[i]).copied()
    }

    /// The values, computed one by one.
    fn values(&self) -> Vec<usize> {
        let mut values = Vec::new();
        for i in 0..self.len() {
            let value = mix(i, self.inputs[i].iter().map(|&input| values[input]));
            values.push(value);
        }
        values
    }

    /// Those that are not run if those in `bad` panic when they are.
    fn behind(&self, bad: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut behind = BTreeSet::new();
        for i in 0..self.len() {
            let lost = |first| bad.contains(&first) || behind.contains(&first);
            if self.before(i).any(lost) {
                behind.insert(i);
            }
        }
        behind
    }

    /// A graph in which node `i` first calls `begin(i)`.
    fn build<'env>(
        &'env self,
        ledger: &'env Ledger,
        begin: &'env (dyn Fn(usize) + Sync),
    ) -> (TaskGraph<'env>, Vec<Node<Token>>) {
        let mut builder = TaskGraphBuilder::new();
        let nodes: Vec<Node<Token>> = (0..self.len())
            .map(|i| builder.declare(format!("node {i}")))
            .collect();
        for &i in &self.order {
            let inputs: Vec<_> = self.inputs[i].iter().map(|&input| nodes[input]).collect();
            builder.define(nodes[i], inputs, move |inputs| {
                begin(i);
                ledger.token(mix(i, inputs.into_iter().map(|input| input.number)))
            });
            for first in &self.after[i] {
                builder.after(nodes[i], format!("node {first}"));
            }
        }
        (builder.build().expect("no circle"), nodes)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn values_are_those_of_running_one_by_one(shape in shapes(), threads in 0usize..3) {
        let ledger = Ledger::default();
        let (clock, times) = (AtomicUsize::new(1), Mutex::new(vec![Vec::new(); shape.len()]));
        let begin = |i: usize| times.lock().unwrap()[i].push(clock.fetch_add(1, Ordering::Relaxed));
        let (graph, nodes) = shape.build(&ledger, &begin);
        for run in 1..3 {
            let values = pools()[threads].install(|| graph.run());
            for (i, expected) in shape.values().into_iter().enumerate() {
                prop_assert_eq!(values[nodes[i]].number, expected);
            }
            let times = times.lock().unwrap();
            for i in 0..shape.len() {
                prop_assert_eq!(times[i].len(), run);
                prop_assert!(shape.before(i).all(|first| times[first][run - 1] < times[i][run - 1]));
            }
        }
        drop(graph);
        ledger.all_dropped_once();
    }

    #[test]
    fn a_panic_keeps_only_those_behind_it_from_running(shape in shapes(), bad in prop::collection::vec(any::<prop::sample::Index>(), 1..3), threads in 0usize..3) {
        prop_assume!(shape.len() > 0);
        let ledger = Ledger::default();
        let bad: BTreeSet<usize> = bad.into_iter().map(|pick| pick.index(shape.len())).collect();
        let begun = Mutex::new(BTreeSet::new());
        let begin = |i: usize| {
            begun.lock().unwrap().insert(i);
            if bad.contains(&i) {
                boom(i);
            }
        };
        let (graph, nodes) = shape.build(&ledger, &begin);
        let (values, outcome) = pools()[threads].install(|| graph.try_run_partly(&CancelToken::new()));
        let behind = shape.behind(&bad);
        let failure = outcome.unwrap_err();
        let names = |numbers: &BTreeSet<usize>| numbers.iter().map(|i| format!("node {i}")).collect::<Vec<_>>();
        prop_assert!(!failure.is_cancelled());
        prop_assert_eq!(failure.skipped(), names(&behind));
        // Of those that are to panic, those run that do not depend on each other.
        let panicked: BTreeSet<usize> = &bad - &behind;
        let told: Vec<_> = failure.panics().iter().map(|panic| panic.name().to_string()).collect();
        prop_assert_eq!(told, names(&panicked));
        for panic in failure.into_panics() {
            let name = panic.name().to_string();
            prop_assert_eq!(name, format!("node {}", number_of(&*panic.into_payload())));
        }
        let expected = shape.values();
        for i in 0..shape.len() {
            let runs = !behind.contains(&i);
            prop_assert_eq!(begun.lock().unwrap().contains(&i), runs);
            let value = (runs && !panicked.contains(&i)).then_some(expected[i]);
            prop_assert_eq!(values.get(nodes[i]).map(|value| value.number), value);
        }
        drop(values);
        ledger.all_dropped_once();
    }

    #[test]
    fn circles_are_found_and_told(shape in shapes(), from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>()) {
        prop_assume!(shape.len() > 0);
        let (from, to) = (from.index(shape.len()), to.index(shape.len()));
        let (first, last) = (from.min(to), from.max(to));
        // A way from `first` to `last`, and one back.
        let mut shape = shape;
        shape.inputs[last].push(first);
        let mut builder = TaskGraphBuilder::new();
        let nodes: Vec<Node<()>> = (0..shape.len()).map(|i| builder.declare(format!("{i}"))).collect();
        for &i in &shape.order {
            let inputs: Vec<_> = shape.inputs[i].iter().map(|&input| nodes[input]).collect();
            builder.define(nodes[i], inputs, |_| ());
            shape.after[i].iter().for_each(|first| builder.after(nodes[i], format!("{first}")));
        }
        builder.after(nodes[first], format!("{last}"));
        let Err(GraphError::Cycle { names }) = builder.build() else {
            panic!("the circle was not found");
        };
        let circle: Vec<usize> = names.iter().map(|name| name.parse().unwrap()).collect();
        prop_assert_eq!(circle.iter().collect::<BTreeSet<_>>().len(), circle.len());
        for (k, &here) in circle.iter().enumerate() {
            let next = circle[(k + 1) % circle.len()];
            prop_assert!(shape.before(next).any(|before| before == here) || (here, next) == (last, first));
        }
    }
}

#[test]
#[allow(clippy::type_complexity)]
fn inputs_of_all_forms_and_values_that_borrow() {
    let text = String::from("to be or not");
    let mut builder = TaskGraphBuilder::new();
    let words: Node<Vec<&str>> = builder.node("words", || text.split(' ').collect());
    let nothing = builder.node_with("nothing", (), |()| ());
    let one = builder.node_with("one", (words,), |(words,)| words[0]);
    let two = builder.node_with("two", (one, nothing), |(one, ())| one.len());
    let parts: Vec<_> = (0..4)
        .map(|i| builder.node_with(format!("part {i}"), words, move |words| words[i]))
        .collect();
    let first_last = builder.node_with("ends", [parts[0], parts[3]], |[a, b]| (*a, *b));
    let nested = builder.node_with(
        "nested",
        (parts.clone(), (two, [first_last]), words),
        |(parts, (two, [ends]), words): (Vec<&&str>, (&usize, [&(&str, &str); 1]), &Vec<&str>)| {
            format!("{} {two} {} {}", parts.len(), ends.1, words.concat())
        },
    );
    let graph = builder.build().unwrap();
    let values = graph.run();
    assert_eq!(values[nested], "4 2 not tobeornot");
    drop(graph);
    assert_eq!(values[one], "to"); // values outlive their graph
}

#[test]
fn the_caller_of_run_hears_the_name() {
    for pool in pools() {
        let mut builder = TaskGraphBuilder::new();
        let bad = builder.node("bad", || -> u8 {
            std::panic::resume_unwind(Box::new("as planned"))
        });
        builder.node_with("behind", bad, |_| ());
        let graph = builder.build().unwrap();
        for _ in 0..2 {
            let payload =
                catch_unwind(AssertUnwindSafe(|| pool.install(|| graph.run()))).unwrap_err();
            let text = payload.downcast_ref::<String>().expect("a text");
            assert_eq!(text, "node `bad` panicked: as planned; not run: `behind`");
        }
    }
}

#[test]
fn faults_of_a_graph_are_told() {
    let duplicate = |name: &str| GraphError::Duplicate { name: name.into() };
    let mut builder = TaskGraphBuilder::new();
    builder.node("twin", || 1);
    builder.node("twin", || "two");
    assert_eq!(builder.build().unwrap_err(), duplicate("twin"));

    let mut builder = TaskGraphBuilder::new();
    let node = builder.node("again", || 1);
    builder.define(node, (), |()| 2);
    assert_eq!(builder.build().unwrap_err(), duplicate("again"));

    let mut builder = TaskGraphBuilder::new();
    let open = builder.declare::<u8>("open");
    builder.node_with("user", open, |_| ());
    let error = builder.build().unwrap_err();
    assert_eq!(
        error,
        GraphError::Undefined {
            name: "open".into()
        }
    );
    assert_eq!(
        error.to_string(),
        "node `open` was declared, but never defined"
    );

    let mut builder = TaskGraphBuilder::new();
    let own = builder.node("own", || ());
    builder.after(own, "own");
    let error = builder.build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "nodes wait for each other: `own` -> `own`"
    );
}

#[test]
fn a_handle_of_another_graph_is_refused() {
    let mut other = TaskGraphBuilder::new();
    let foreign = other.node("foreign", || 1);
    let refused = |use_it: &mut dyn FnMut()| {
        let payload = catch_unwind(AssertUnwindSafe(use_it)).unwrap_err();
        assert_eq!(
            payload.downcast_ref(),
            Some(&"the node belongs to another graph")
        );
    };
    let mut builder = TaskGraphBuilder::new();
    builder.node("own", || 2);
    refused(&mut || {
        builder.node_with("user", foreign, |_| ());
    });
    refused(&mut || builder.define(foreign, (), |()| 3));
    refused(&mut || builder.after(foreign, "own"));
    let mut builder = TaskGraphBuilder::new();
    builder.node("own", || "a value of another type in the same place");
    let mut values = builder.build().unwrap().run();
    refused(&mut || assert!(values.get(foreign).is_none()));
    refused(&mut || assert!(values.take(foreign).is_none()));
}

#[test]
fn a_cancelled_token_leaves_the_rest_unrun() {
    for pool in pools() {
        let ledger = Ledger::default();
        let token = CancelToken::new();
        let mut builder = TaskGraphBuilder::new();
        let first = builder.node("0", || {
            token.cancel();
            ledger.token(0)
        });
        let mut last = first;
        for i in 1..10 {
            last = builder.node_with(i.to_string(), last, |_| ledger.token(1));
        }
        let graph = builder.build().unwrap();
        let (values, outcome) = pool.install(|| graph.try_run_partly(&token));
        let failure = outcome.unwrap_err();
        assert!(failure.is_cancelled() && failure.panics().is_empty());
        assert!(
            failure
                .to_string()
                .starts_with("cancelled; not run: `1`, `2`, ")
        );
        assert_eq!(failure.skipped().len(), 9);
        assert!(values.get(first).is_some() && values.get(last).is_none());
        assert_eq!(graph.try_run_with(&token).unwrap_err().skipped().len(), 10);
        drop((values, graph));
        ledger.all_dropped_once();
    }
}

#[test]
fn one_graph_may_be_run_by_many_at_a_time_and_by_its_own_nodes() {
    let _dog = watchdog();
    let mut builder = TaskGraphBuilder::new();
    let parts: Vec<_> = (0..50u64)
        .map(|i| builder.node(i.to_string(), move || i))
        .collect();
    let sum = builder.node_with("sum", parts, |parts| parts.into_iter().sum::<u64>());
    let inner = builder.build().unwrap();
    let mut builder = TaskGraphBuilder::new();
    let runs: Vec<_> = (0..20)
        .map(|i| builder.node(i.to_string(), || inner.run()[sum]))
        .collect();
    let all = builder.node_with("all", runs, |runs| runs.into_iter().sum::<u64>());
    let outer = builder.build().unwrap();
    std::thread::scope(|s| {
        for pool in pools() {
            s.spawn(|| assert_eq!(pool.install(|| outer.run()[all]), 20 * 1225));
        }
        s.spawn(|| assert_eq!(outer.run()[all], 20 * 1225));
    });
}

#[test]
fn a_long_chain_does_not_deepen_the_stack() {
    let mut builder = TaskGraphBuilder::new();
    let mut last = builder.node("0", || 0u32);
    for i in 1..20_000 {
        last = builder.node_with(i.to_string(), last, |last| last + 1);
    }
    let graph = builder.build().unwrap();
    assert_eq!(pools()[0].install(|| graph.run())[last], 19_999);
    assert_eq!(graph.names().count(), 20_000);
}

/// Panics when it is dropped.
struct Grenade;

impl Drop for Grenade {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            boom(5);
        }
    }
}

#[test]
fn a_node_whose_payload_or_value_panics_in_drop() {
    let mut builder = TaskGraphBuilder::new();
    builder.node("good", || Grenade);
    builder.node("bad", || -> u8 {
        std::panic::resume_unwind(Box::new(Grenade))
    });
    let graph = builder.build().unwrap();
    let payload = catch_unwind(AssertUnwindSafe(|| graph.run())).unwrap_err();
    assert_eq!(
        payload.downcast_ref::<String>().unwrap(),
        "node `bad` panicked"
    );
}

/// Panics with another one when it is dropped, even while its thread unwinds.
struct Mine;

impl Drop for Mine {
    fn drop(&mut self) {
        std::panic::resume_unwind(Box::new(Mine));
    }
}

#[test]
fn nodes_whose_payloads_and_values_all_panic_in_drop() {
    let mut builder = TaskGraphBuilder::new();
    for i in 0..3 {
        builder.node(format!("good {i}"), || Mine);
        builder.node(format!("bad {i}"), || -> u8 {
            std::panic::resume_unwind(Box::new(Mine))
        });
    }
    let graph = builder.build().unwrap();
    let payload = catch_unwind(AssertUnwindSafe(|| graph.run())).unwrap_err();
    assert_eq!(
        payload.downcast_ref::<String>().unwrap(),
        "node `bad 0` panicked; node `bad 1` panicked; node `bad 2` panicked"
    );
    let failure = catch_unwind(AssertUnwindSafe(|| graph.try_run().map(drop)));
    let failure = failure.expect("values give way").unwrap_err();
    assert_eq!(failure.panics().len(), 3);
    std::mem::forget(failure);
}
