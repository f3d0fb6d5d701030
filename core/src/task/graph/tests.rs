//! Values on their way from thread to thread, for the sanitizers; the promises have tests of their own.

use super::TaskGraphBuilder;
use crate::task::cancel::CancelToken;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A diamond of nodes `width` wide and `depth` deep, with values on the heap.
#[test]
fn values_are_read_where_they_were_not_made() {
    let (width, depth) = (8, 6);
    let mut builder = TaskGraphBuilder::new();
    let mut row: Vec<_> = (0..width)
        .map(|i| builder.node(format!("0 {i}"), move || vec![i]))
        .collect();
    for level in 1..depth {
        let below = row.clone();
        row = (0..width)
            .map(|i| {
                let inputs = [below[i], below[(i + 1) % width]];
                builder.node_with(format!("{level} {i}"), inputs, |[a, b]| {
                    [a.as_slice(), b.as_slice()].concat()
                })
            })
            .collect();
    }
    let graph = builder.build().expect("no circle");
    for _ in 0..20 {
        let mut values = graph.run();
        for &node in &row {
            assert_eq!(values[node].len(), 1 << (depth - 1));
        }
        let taken = values.take(row[0]).expect("it has run");
        drop(values);
        assert_eq!(taken[0], 0);
    }
}

#[test]
fn values_are_dropped_once_whatever_panics() {
    let value = Arc::new(());
    let mut builder = TaskGraphBuilder::new();
    let good = builder.node("good", || value.clone());
    let same = builder.node_with("same", good, Arc::clone);
    builder.node_with("bad", same, |_| -> Arc<()> {
        std::panic::resume_unwind(Box::new(1))
    });
    let graph = builder.build().expect("no circle");
    for _ in 0..20 {
        let (mut values, outcome) = graph.try_run_partly(&CancelToken::new());
        assert!(outcome.is_err());
        assert_eq!(Arc::strong_count(&value), 3);
        assert!(values.take(same).is_some() && values.take(same).is_none());
        assert_eq!(Arc::strong_count(&value), 2);
        drop(values);
        assert!(catch_unwind(AssertUnwindSafe(|| graph.run())).is_err());
        assert_eq!(Arc::strong_count(&value), 1);
    }
}
