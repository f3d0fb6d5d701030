//! Single iterators at lengths from 10 to 10,000,000: `cargo bench --bench iter`.
//!
//! Arguments are parts of item names: `cargo bench --bench iter -- sum find`, and `--up-to=1000` keeps to inputs of that
//! length and less. The contestants are sequential code, tine,
//! rayon, orx-parallel and pariter; they take turns, see `harness`. The calls come from an ordinary thread.

#[path = "iter/borrows.rs"]
mod borrows;
#[path = "iter/bridges.rs"]
mod bridges;
#[path = "iter/chunks.rs"]
mod chunks;
#[path = "iter/collects.rs"]
mod collects;
#[path = "iter/finds.rs"]
mod finds;
#[expect(dead_code, reason = "the harness serves other benches too")]
mod harness;
#[path = "iter/lengths.rs"]
mod lengths;
#[path = "iter/maps.rs"]
mod maps;
#[path = "iter/nested.rs"]
mod nested;
#[path = "iter/skewed.rs"]
mod skewed;
#[path = "iter/streams.rs"]
mod streams;
#[path = "iter/strings.rs"]
mod strings;
#[path = "iter/sums.rs"]
mod sums;
#[expect(dead_code, reason = "the workloads serve other benches too")]
mod workload;

use harness::report::Report;

/// An item of the list: its name and the contests that measure it.
type Item = (&'static str, fn(&mut Report));

const ITEMS: [Item; 39] = [
    ("sum", sums::sum),
    ("map, collect", collects::map),
    ("filter, collect", collects::filter),
    ("flat_map_iter, collect", collects::flat_map_iter),
    ("find_any, early", finds::early),
    ("find_any, late", finds::late),
    ("find_any, missing", finds::missing),
    ("par_chunks_mut", chunks::chunks_mut),
    ("borrowing map, collect", borrows::map),
    ("borrowing zip, collect", borrows::zip),
    ("borrowing rev, collect", borrows::rev),
    ("borrowing range, collect", borrows::range),
    ("borrowing vector, collect", borrows::vector),
    ("borrowing filter, collect", borrows::filter),
    ("borrowing unzip", borrows::unzip),
    ("borrowing partition", borrows::partition),
    ("borrowing find_map_first, missing", borrows::find_map_first),
    ("borrowing position_first, missing", borrows::position_first),
    ("borrowing max_by_key", borrows::max_by_key),
    ("collect into a HashMap", maps::hash_map),
    ("filter, collect into a HashMap", maps::hash_map_of_some),
    ("collect into a HashSet", maps::hash_set),
    ("collect into a BTreeMap", maps::b_tree_map),
    ("collect into a String", strings::collect),
    ("words of a text", strings::words),
    ("lines of a text", strings::lines),
    ("split by a char", strings::split_char),
    ("split by a closure", strings::split_closure),
    ("split by a text", strings::split_text),
    ("short loops in a long one, flat_map", nested::flat_map),
    ("short loops in a long one, sum", nested::sums),
    ("short loops in a long one, collect", nested::vectors),
    ("short loops in a long one, find_first", nested::finds),
    ("short loops in a long one, HashMap", nested::maps),
    ("short loops in a long one, words", nested::words),
    ("skewed costs", skewed::all),
    ("results in order", streams::in_order),
    ("par_bridge of numbers", bridges::numbers),
    ("par_bridge of strings", bridges::strings),
];

fn main() {
    let mut report = Report::from_args();
    println!(
        "global pools: tine {}, rayon {} threads",
        tine::current_num_threads(),
        rayon::current_num_threads()
    );
    for (name, contests) in ITEMS {
        if report.wants(name) {
            contests(&mut report);
        }
    }
    report.finish();
}
