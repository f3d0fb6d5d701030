//! Sorting, against std, rayon and sorts by digits: `cargo bench --bench sort`.
//!
//! Arguments are parts of item names: `cargo bench --bench sort -- must` measures what must hold, each figure beside its aim,
//! `cargo bench --bench sort -- 'unstable, u64'` all shapes and lengths of one type, and
//! `cargo bench --bench sort -- ', 1000 elements'` all types and shapes of one length. All of it takes some hours and a few GiB; `--rounds=3` plays
//! no more rounds than that. The copies that are sorted are made before the clock runs. Contestants take turns; see `harness`.

#[expect(dead_code, reason = "the harness serves other benches too")]
mod harness;
#[path = "sort/matrix.rs"]
mod matrix;
#[path = "sort/play.rs"]
mod play;
#[path = "sort/promises.rs"]
mod promises;
#[path = "sort/sorts.rs"]
mod sorts;
#[expect(dead_code, reason = "the workloads serve other benches too")]
mod workload;

use harness::report::Report;

fn main() {
    let mut report = Report::from_args();
    println!(
        "global pools: tine {}, rayon {} threads",
        tine::current_num_threads(),
        rayon::current_num_threads()
    );
    if report.wants("must hold 1: the unstable sort") {
        promises::unstable(&mut report);
    }
    if report.wants("must hold 2: the stable sort, and strings") {
        promises::stable_and_strings(&mut report);
    }
    println!(
        "\nmust hold 3: no sort is slower than std by more than 3 % or 2 us, or slower than rayon"
    );
    matrix::all::<u32>(&mut report, "u32");
    matrix::all::<u64>(&mut report, "u64");
    matrix::all::<u128>(&mut report, "u128");
    matrix::all::<f64>(&mut report, "f64");
    matrix::all::<(u64, u64)>(&mut report, "(u64, u64)");
    matrix::all::<[u64; 16]>(&mut report, "[u64; 16]");
    matrix::all::<String>(&mut report, "String");
    matrix::all::<&str>(&mut report, "&str");
    report.finish();
}
