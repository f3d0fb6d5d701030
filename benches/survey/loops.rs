//! The loops, each as sequential code and as it is written for a library of parallel iterators.

use crate::workload::numbers::noise;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// A loop over an input, whose result is made use of.
pub(crate) type Loop = fn(&Input);

/// What the loops iterate over: `len` of each, but for the lists.
pub(crate) struct Input {
    pub(crate) len: usize,
    /// A number that the compiler does not know; three.
    three: u64,
    numbers: Vec<u64>,
    others: Vec<u64>,
    lists: Vec<Vec<u64>>,
    text: String,
    words: Vec<String>,
    map: HashMap<u64, u64>,
    tree: BTreeMap<u64, u64>,
    ring: VecDeque<u64>,
    kinds: Vec<Kind>,
}

/// Items most of which are cheap.
enum Kind {
    Number(u64),
    Text(String),
    List(Vec<u64>),
}

impl Kind {
    fn new(n: u64) -> Self {
        match n % 32 {
            0 => Kind::Text(n.to_string()),
            1 => Kind::List(vec![n; 5]),
            _ => Kind::Number(n),
        }
    }

    #[inline]
    fn weight(&self) -> u64 {
        match self {
            Kind::Number(n) => *n,
            Kind::Text(text) => text.parse().unwrap_or(3),
            Kind::List(list) => list.iter().fold(1, |a, b| a ^ b),
        }
    }
}

impl Input {
    pub(crate) fn new(len: usize) -> Self {
        let numbers: Vec<u64> = noise(len).iter().map(|n| n >> 8).collect();
        let letter = |i: usize| match i {
            _ if i % 61 == 60 => '\n',
            _ if i % 7 == 6 => ' ',
            _ => char::from(b'a' + (numbers[i] % 26) as u8),
        };
        Input {
            len,
            three: black_box(3),
            others: numbers.iter().rev().copied().collect(),
            lists: (0..len / 10)
                .map(|i| (0..i as u64 % 20).collect())
                .collect(),
            text: (0..len).map(letter).collect(),
            words: (0..len).map(|i| format!("w{}", i * 7919 % 1000)).collect(),
            map: numbers.iter().map(|&n| (n, n)).collect(),
            tree: numbers.iter().map(|&n| (n, n)).collect(),
            ring: numbers.iter().copied().collect(),
            kinds: numbers.iter().copied().map(Kind::new).collect(),
            numbers,
        }
    }
}

fn mix(n: u64) -> u64 {
    n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 7
}

/// The children of a node in a tree of `len` nodes that lies like a heap.
fn children(node: usize, len: usize) -> impl DoubleEndedIterator<Item = usize> {
    [2 * node, 2 * node + 1]
        .into_iter()
        .filter(move |&child| child < len)
}

/// Each loop has a name, what it is called with, its sequential form and its parallel one.
macro_rules! loops {
    ($($name:ident: |$d:ident| $sequential:expr, $parallel:expr;)*) => {
        #[allow(clippy::map_flatten)] // Such loops are written.
        mod sequential {
            use super::*;
            $(pub(super) fn $name($d: &Input) { _ = black_box($sequential); })*
        }
        mod tine {
            use super::*;
            use ::tine::{iter, prelude::*};
            $(pub(super) fn $name($d: &Input) { _ = black_box($parallel); })*
        }
        mod rayon {
            use super::*;
            use ::rayon::{iter, prelude::*};
            $(pub(super) fn $name($d: &Input) { _ = black_box($parallel); })*
        }
        pub(crate) const ALL: &[(&str, [Loop; 3])] = &[
            $((stringify!($name), [sequential::$name, tine::$name, rayon::$name])),*
        ];
    };
}

loops! {
    sum: |d| d.numbers.iter().map(|n| n >> d.three).sum::<u64>(), d.numbers.par_iter().map(|n| n >> d.three).sum::<u64>();
    reduce: |d| d.numbers.iter().copied().fold(0, u64::wrapping_add), d.numbers.par_iter().copied().reduce(|| 0, u64::wrapping_add);
    try_reduce: |d| d.numbers.iter().try_fold(0, |a: u64, b| (a >> 8).checked_add(*b)),
        d.numbers.par_iter().map(|&n| Some(n)).try_reduce(|| 0, |a, b| (a >> 8).checked_add(b));
    max_by_key: |d| d.numbers.iter().max_by_key(|&&n| mix(n)), d.numbers.par_iter().max_by_key(|&&n| mix(n));
    any: |d| d.numbers.iter().any(|&n| n < d.three), d.numbers.par_iter().any(|&n| n < d.three);
    find_first: |d| d.numbers.iter().find(|&&n| n == d.three), d.numbers.par_iter().find_first(|&&n| n == d.three);
    map_collect: |d| d.numbers.iter().map(|n| n * d.three).collect::<Vec<_>>(), d.numbers.par_iter().map(|n| n * d.three).collect::<Vec<_>>();
    filter_collect: |d| d.numbers.iter().filter(|&n| n % d.three == 0).copied().collect::<Vec<_>>(),
        d.numbers.par_iter().filter(|&n| n % d.three == 0).copied().collect::<Vec<_>>();
    filter_rarely: |d| d.numbers.iter().filter(|&n| n % 1024 < d.three).copied().collect::<Vec<_>>(),
        d.numbers.par_iter().filter(|&n| n % 1024 < d.three).copied().collect::<Vec<_>>();
    filter_rarely_by_place: |d| d.numbers.iter().enumerate().filter(|(_, n)| *n % 1024 < d.three).map(|(i, _)| i).collect::<Vec<_>>(),
        d.numbers.par_iter().enumerate().filter(|(_, n)| *n % 1024 < d.three).map(|(i, _)| i).collect::<Vec<_>>();
    filter_count: |d| d.numbers.iter().filter(|&n| n % 1024 < d.three).count(), d.numbers.par_iter().filter(|&n| n % 1024 < d.three).count();
    filter_map_collect: |d| d.numbers.iter().filter_map(|n| (n & d.three == 0).then_some(n ^ d.three)).collect::<Vec<_>>(),
        d.numbers.par_iter().filter_map(|n| (n & d.three == 0).then_some(n ^ d.three)).collect::<Vec<_>>();
    collect_option: |d| d.numbers.iter().map(|&n| Some(n)).collect::<Option<Vec<_>>>(),
        d.numbers.par_iter().map(|&n| Some(n)).collect::<Option<Vec<_>>>();
    collect_result: |d| d.numbers.iter().map(|&n| if n == d.three { Err(n) } else { Ok(n) }).collect::<Result<Vec<_>, _>>(),
        d.numbers.par_iter().map(|&n| if n == d.three { Err(n) } else { Ok(n) }).collect::<Result<Vec<_>, _>>();
    collect_arc: |d| d.numbers.iter().map(|n| n ^ d.three).collect::<Arc<[_]>>(), d.numbers.par_iter().map(|n| n ^ d.three).collect::<Arc<[_]>>();
    try_for_each: |d| d.numbers.iter().try_for_each(|&n| if n == d.three { Err(n) } else { Ok(()) }),
        d.numbers.par_iter().try_for_each(|&n| if n == d.three { Err(n) } else { Ok(()) });
    try_fold: |d| d.numbers.iter().try_fold(0, |a: u64, n| a.checked_add(n >> 30)),
        d.numbers.par_iter().try_fold(|| 0, |a: u64, n| a.checked_add(n >> 30)).try_reduce(|| 0, u64::checked_add);
    flat_map: |d| d.lists.iter().flat_map(|list| list.iter().map(|n| n ^ d.three)).collect::<Vec<_>>(),
        d.lists.par_iter().flat_map(|list| list.par_iter().map(|n| n ^ d.three)).collect::<Vec<_>>();
    flat_map_iter: |d| d.lists.iter().flat_map(|list| list.iter().map(|n| n ^ d.three)).collect::<Vec<_>>(),
        d.lists.par_iter().flat_map_iter(|list| list.iter().map(|n| n ^ d.three)).collect::<Vec<_>>();
    flatten_options: |d| d.numbers.iter().map(|&n| (n & d.three > 0).then_some(n)).flatten().collect::<Vec<_>>(),
        d.numbers.par_iter().map(|&n| (n & d.three > 0).then_some(n)).flatten().collect::<Vec<_>>();
    flat_map_options: |d| d.numbers.iter().flat_map(|n| n.checked_sub(1 << 48)).fold(0, u64::wrapping_add),
        d.numbers.par_iter().flat_map(|n| n.checked_sub(1 << 48)).reduce(|| 0, u64::wrapping_add);
    flat_map_arrays: |d| d.numbers.iter().flat_map(|&n| [n, n ^ d.three]).collect::<Vec<_>>(),
        d.numbers.par_iter().flat_map_iter(|&n| [n, n ^ d.three]).collect::<Vec<_>>();
    inner_sums: |d| d.lists.iter().map(|list| list.iter().sum::<u64>()).collect::<Vec<_>>(),
        d.lists.par_iter().map(|list| list.par_iter().sum::<u64>()).collect::<Vec<_>>();
    chain: |d| d.numbers.iter().chain(&d.others).map(|n| n ^ d.three).collect::<Vec<_>>(),
        d.numbers.par_iter().chain(&d.others).map(|n| n ^ d.three).collect::<Vec<_>>();
    zip: |d| d.numbers.iter().zip(&d.others).map(|(a, b)| a ^ b).collect::<Vec<_>>(),
        d.numbers.par_iter().zip(&d.others).map(|(a, b)| a ^ b).collect::<Vec<_>>();
    enumerate: |d| d.numbers.iter().enumerate().map(|(i, n)| n ^ i as u64).collect::<Vec<_>>(),
        d.numbers.par_iter().enumerate().map(|(i, n)| n ^ i as u64).collect::<Vec<_>>();
    enumerate_pairs: |d| d.numbers.iter().copied().enumerate().collect::<Vec<_>>(), d.numbers.par_iter().copied().enumerate().collect::<Vec<_>>();
    enumerate_max: |d| d.numbers.iter().enumerate().max_by_key(|pair| pair.1), d.numbers.par_iter().enumerate().max_by_key(|pair| pair.1);
    chunk_by: |d| d.numbers.chunk_by(|a, b| a / 1024 < b / 1024).map(<[u64]>::len).max(),
        d.numbers.par_chunk_by(|a, b| a / 1024 < b / 1024).map(<[u64]>::len).max();
    array_windows: |d| d.numbers.windows(3).map(|w| w[0] ^ w[2]).fold(0, u64::wrapping_add),
        d.numbers.par_array_windows::<3>().map(|w| w[0] ^ w[2]).reduce(|| 0, u64::wrapping_add);
    take_any: |d| d.numbers.iter().take(d.len / 2).map(|n| n ^ d.three).collect::<Vec<_>>(),
        d.numbers.par_iter().take_any(d.len / 2).map(|n| n ^ d.three).collect::<Vec<_>>();
    skip_any: |d| d.numbers.iter().skip(d.len / 2).map(|n| n ^ d.three).collect::<Vec<_>>(),
        d.numbers.par_iter().skip_any(d.len / 2).map(|n| n ^ d.three).collect::<Vec<_>>();
    map_init: |d| { let mut state = d.three; d.numbers.iter().map(|n| { state ^= n; state }).collect::<Vec<_>>() },
        d.numbers.par_iter().map_init(|| d.three, |state, n| { *state ^= n; *state }).collect::<Vec<_>>();
    fold_into_map: |d| d.words.iter().fold(HashMap::<_, usize>::new(), |mut counts, word| { *counts.entry(word).or_default() += 1; counts }),
        d.words.par_iter().fold(HashMap::<_, usize>::new, |mut counts, word| { *counts.entry(word).or_default() += 1; counts })
            .reduce(HashMap::new, |mut all, some| { some.into_iter().for_each(|(word, count)| *all.entry(word).or_default() += count); all });
    fold_into_small_map: |d| d.numbers.iter().fold(HashMap::<_, usize>::new(), |mut counts, n| { *counts.entry(n % 100).or_default() += 1; counts }),
        d.numbers.par_iter().fold(HashMap::<_, usize>::new, |mut counts, n| { *counts.entry(n % 100).or_default() += 1; counts })
            .reduce(HashMap::new, |mut all, some| { some.into_iter().for_each(|(n, count)| *all.entry(n).or_default() += count); all });
    try_fold_into_vec: |d| d.numbers.iter().try_fold(Vec::new(), |mut all, n| { if *n == 1 { return None } all.push(n ^ d.three); Some(all) }),
        d.numbers.par_iter().try_fold(Vec::new, |mut all, n| { if *n == 1 { return None } all.push(n ^ d.three); Some(all) })
            .try_reduce(Vec::new, |mut all, mut some| { all.append(&mut some); Some(all) });
    filter_texts: |d| d.words.iter().filter(|text| text.len() & 1 == 0).cloned().collect::<Vec<_>>(),
        d.words.par_iter().filter(|text| text.len() & 1 == 0).cloned().collect::<Vec<_>>();
    wide_items: |d| d.numbers.iter().map(|&n| [n; 8]).filter(|a| a[3] & 1 == 0).map(|a| [a[0], a[7], d.three]).collect::<Vec<_>>(),
        d.numbers.par_iter().map(|&n| [n; 8]).filter(|a| a[3] & 1 == 0).map(|a| [a[0], a[7], d.three]).collect::<Vec<_>>();
    seldom_locked: |d| { let sum = Mutex::new(0); d.numbers.iter().for_each(|&n| if n % 64 == 0 { *sum.lock().unwrap() += n ^ d.three }); sum.into_inner().unwrap() },
        { let sum = Mutex::new(0); d.numbers.par_iter().for_each(|&n| if n % 64 == 0 { *sum.lock().unwrap() += n ^ d.three }); sum.into_inner().unwrap() };
    always_locked: |d| { let sum = Mutex::new(0); d.numbers.iter().for_each(|&n| *sum.lock().unwrap() ^= n ^ d.three); sum.into_inner().unwrap() },
        { let sum = Mutex::new(0); d.numbers.par_iter().for_each(|&n| *sum.lock().unwrap() ^= n ^ d.three); sum.into_inner().unwrap() };
    counted_together: |d| { let sum = AtomicU64::new(d.three); d.numbers.iter().for_each(|&n| { sum.fetch_xor(n, Relaxed); }); sum.into_inner() },
        { let sum = AtomicU64::new(d.three); d.numbers.par_iter().for_each(|&n| { sum.fetch_xor(n, Relaxed); }); sum.into_inner() };
    lists_consumed: |d| d.lists.clone().into_iter().map(|list| list.into_iter().fold(d.three, |a, b| a ^ b)).fold(0, |a, b| a ^ b),
        d.lists.clone().into_par_iter().map(|list| list.into_iter().fold(d.three, |a, b| a ^ b)).reduce(|| 0, |a, b| a ^ b);
    texts_consumed: |d| d.words.clone().into_iter().map(|word| word.len() as u64 ^ d.three).sum::<u64>(),
        d.words.clone().into_par_iter().map(|word| word.len() as u64 ^ d.three).sum::<u64>();
    kinds_mapped: |d| d.kinds.iter().map(|kind| kind.weight()).fold(0, |a, b| a ^ b), d.kinds.par_iter().map(|kind| kind.weight()).reduce(|| 0, |a, b| a ^ b);
    fold_into_vec: |d| d.numbers.iter().fold(Vec::new(), |mut all, n| { if n & 3 != 0 { all.push(n ^ d.three) } all }),
        d.numbers.par_iter().fold(Vec::new, |mut all, n| { if n & 3 != 0 { all.push(n ^ d.three) } all })
            .reduce(Vec::new, |mut all, mut some| { all.append(&mut some); all });
    fold_then_flatten: |d| d.numbers.iter().fold(Vec::new(), |mut all, n| { all.push(n ^ d.three); all }),
        d.numbers.par_iter().fold(Vec::new, |mut all, n| { all.push(n ^ d.three); all }).flatten().collect::<Vec<_>>();
    fold_into_text: |d| d.numbers.iter().fold(String::new(), |mut text, n| { text.push(if n & 1 == 0 { 'a' } else { 'b' }); text }),
        d.numbers.par_iter().fold(String::new, |mut text, n| { text.push(if n & 1 == 0 { 'a' } else { 'b' }); text })
            .reduce(String::new, |mut text, some| { text.push_str(&some); text });
    fold_into_counts: |d| d.numbers.iter().fold(vec![0; 256], |mut counts: Vec<usize>, n| { counts[(n >> 40) as usize & 255] += 1; counts }),
        d.numbers.par_iter().fold(|| vec![0; 256], |mut counts: Vec<usize>, n| { counts[(n >> 40) as usize & 255] += 1; counts })
            .reduce(|| vec![0; 256], |mut all, some| { all.iter_mut().zip(some).for_each(|(all, some)| *all += some); all });
    par_bridge: |d| d.numbers.iter().map(|&n| mix(n)).fold(0, u64::wrapping_add),
        d.numbers.iter().par_bridge().map(|&n| mix(n)).reduce(|| 0, u64::wrapping_add);
    walk_tree: |d| { let (mut sum, mut ahead) = (0, vec![1]); while let Some(node) = ahead.pop() { sum ^= mix(node as u64); ahead.extend(children(node, d.len)); } sum },
        iter::walk_tree(1, |&node| children(node, d.len)).map(|node| mix(node as u64)).reduce(|| 0, |a, b| a ^ b);
    hash_map: |d| d.map.iter().map(|(a, b)| a ^ b).fold(0, u64::wrapping_add), d.map.par_iter().map(|(a, b)| a ^ b).reduce(|| 0, u64::wrapping_add);
    b_tree_map: |d| d.tree.iter().map(|(a, b)| a ^ b).fold(0, u64::wrapping_add), d.tree.par_iter().map(|(a, b)| a ^ b).reduce(|| 0, u64::wrapping_add);
    vec_deque: |d| d.ring.iter().map(|n| n ^ d.three).collect::<Vec<_>>(), d.ring.par_iter().map(|n| n ^ d.three).collect::<Vec<_>>();
    chars_to_text: |d| d.text.chars().filter(|c| c.is_alphabetic()).collect::<String>(), d.text.par_chars().filter(|c| c.is_alphabetic()).collect::<String>();
    pieces_to_text: |d| d.words.iter().map(String::as_str).collect::<String>(), d.words.par_iter().map(String::as_str).collect::<String>();
    words: |d| d.text.split_whitespace().map(str::len).sum::<usize>(), d.text.par_split_whitespace().map(str::len).sum::<usize>();
    unzip: |d| d.numbers.iter().map(|&n| (n, n ^ d.three)).unzip::<u64, u64, Vec<_>, Vec<_>>(),
        d.numbers.par_iter().map(|&n| (n, n ^ d.three)).unzip::<u64, u64, Vec<_>, Vec<_>>();
    partition: |d| d.numbers.iter().partition::<Vec<u64>, _>(|&n| n % d.three == 0),
        d.numbers.par_iter().partition::<Vec<u64>, Vec<u64>, _>(|&n| n % d.three == 0);
    map_of_vector: |d| d.numbers.clone().into_iter().map(|n| n ^ d.three).collect::<Vec<_>>(),
        d.numbers.clone().into_par_iter().map(|n| n ^ d.three).collect::<Vec<_>>();
    filter_of_vector: |d| d.numbers.clone().into_iter().filter(|n| n & d.three < 2).collect::<Vec<_>>(),
        d.numbers.clone().into_par_iter().filter(|n| n & d.three < 2).collect::<Vec<_>>();
    filter_most_of_vector: |d| d.numbers.clone().into_iter().filter(|n| n % 64 > d.three).collect::<Vec<_>>(),
        d.numbers.clone().into_par_iter().filter(|n| n % 64 > d.three).collect::<Vec<_>>();
    filter_rarely_of_vector: |d| d.numbers.clone().into_iter().filter(|n| n % 1024 < d.three).collect::<Vec<_>>(),
        d.numbers.clone().into_par_iter().filter(|n| n % 1024 < d.three).collect::<Vec<_>>();
    filter_texts_of_vector: |d| d.words.clone().into_iter().filter(|word| word.len() > d.three as usize).collect::<Vec<_>>(),
        d.words.clone().into_par_iter().filter(|word| word.len() > d.three as usize).collect::<Vec<_>>();
    results_of_vector: |d| d.numbers.clone().into_iter().map(|n| if n == d.three { Err(n) } else { Ok(n >> 1) }).collect::<Result<Vec<_>, _>>(),
        d.numbers.clone().into_par_iter().map(|n| if n == d.three { Err(n) } else { Ok(n >> 1) }).collect::<Result<Vec<_>, _>>();
    results_of_texts: |d| d.words.clone().into_iter().map(|word| if word.is_empty() { Err(word) } else { Ok(word.into_bytes()) }).collect::<Result<Vec<_>, _>>(),
        d.words.clone().into_par_iter().map(|word| if word.is_empty() { Err(word) } else { Ok(word.into_bytes()) }).collect::<Result<Vec<_>, _>>();
    sort: |d| { let mut sorted = d.numbers.clone(); sorted.sort(); sorted }, { let mut sorted = d.numbers.clone(); sorted.par_sort(); sorted };
    made_strings_to_text: |d| d.numbers.iter().map(|n| format!("{n},")).collect::<String>(),
        d.numbers.par_iter().map(|n| format!("{n},")).collect::<String>();
    strings: |d| d.numbers.iter().map(u64::to_string).collect::<Vec<_>>(), d.numbers.par_iter().map(u64::to_string).collect::<Vec<_>>();
}
