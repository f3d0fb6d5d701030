//! The sum of a balanced binary tree whose nodes lie at random places in memory.
//!
//! Nodes in the order of their making would favour whoever happens to visit them in that order.
//! Every node forks, the leaves too, for their children that do not exist.

use chili::Scope;

/// A binary tree in one block of memory.
pub(crate) struct Tree {
    nodes: Vec<Node>,
    root: Link,
}

/// The place of a node, if there is one.
type Link = Option<u32>;

#[derive(Clone, Copy)]
struct Node {
    value: u64,
    left: Link,
    right: Link,
}

impl Tree {
    /// A full tree of `layers` layers, that is `2^layers - 1` nodes, shuffled always in the same way.
    pub(crate) fn shuffled(layers: u32) -> Tree {
        let count = (1_usize << layers) - 1;
        let place = shuffled_places(count);
        let link = |heap: usize| place.get(heap).copied();
        let mut nodes = vec![
            Node {
                value: 0,
                left: None,
                right: None
            };
            count
        ];
        for heap in 0..count {
            let node = Node {
                value: heap as u64,
                left: link(2 * heap + 1),
                right: link(2 * heap + 2),
            };
            nodes[place[heap] as usize] = node;
        }
        Tree {
            nodes,
            root: link(0),
        }
    }

    /// The sum by plain recursion.
    pub(crate) fn sequential(&self) -> u64 {
        self.below(self.root)
    }

    /// The sum over tine's `join`.
    pub(crate) fn tine(&self) -> u64 {
        self.below_tine(self.root)
    }

    /// The sum over rayon's `join`.
    pub(crate) fn rayon(&self) -> u64 {
        self.below_rayon(self.root)
    }

    /// The sum over chili's `join`.
    pub(crate) fn chili(&self, scope: &mut Scope<'_>) -> u64 {
        self.below_chili(scope, self.root)
    }

    #[inline(never)]
    fn below(&self, link: Link) -> u64 {
        let Some(node) = link.map(|place| &self.nodes[place as usize]) else {
            return 0;
        };
        let (left, right) = (self.below(node.left), self.below(node.right));
        node.value + left + right
    }

    #[inline(never)]
    fn below_tine(&self, link: Link) -> u64 {
        let Some(node) = link.map(|place| &self.nodes[place as usize]) else {
            return 0;
        };
        let (left, right) = tine::join(
            || self.below_tine(node.left),
            || self.below_tine(node.right),
        );
        node.value + left + right
    }

    #[inline(never)]
    fn below_rayon(&self, link: Link) -> u64 {
        let Some(node) = link.map(|place| &self.nodes[place as usize]) else {
            return 0;
        };
        let (left, right) = rayon::join(
            || self.below_rayon(node.left),
            || self.below_rayon(node.right),
        );
        node.value + left + right
    }

    #[inline(never)]
    fn below_chili(&self, scope: &mut Scope<'_>, link: Link) -> u64 {
        let Some(node) = link.map(|place| &self.nodes[place as usize]) else {
            return 0;
        };
        let (left, right) = scope.join(
            |scope| self.below_chili(scope, node.left),
            |scope| self.below_chili(scope, node.right),
        );
        node.value + left + right
    }
}

/// The numbers below `count` in an order that depends on `count` alone (Fisher and Yates).
fn shuffled_places(count: usize) -> Vec<u32> {
    let mut places: Vec<u32> = (0..count as u32).collect();
    let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
    for last in (1..count).rev() {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        places.swap(last, ((seed >> 33) % (last as u64 + 1)) as usize);
    }
    places
}
