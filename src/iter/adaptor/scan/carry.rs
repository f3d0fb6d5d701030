//! Between the passes: what is carried into each block.

/// The blocks of the first pass: how many items each has, and what the operation makes of them.
pub(super) struct Blocks<T>(Vec<(usize, Option<T>)>);

impl<T> Blocks<T> {
    pub(super) fn new() -> Self {
        Blocks(Vec::new())
    }

    pub(super) fn one(len: usize, total: Option<T>) -> Self {
        Blocks(vec![(len, total)])
    }

    pub(super) fn followed_by(mut self, mut other: Self) -> Self {
        self.0.append(&mut other.0);
        self
    }
}

/// What the first pass leaves behind.
pub(super) struct Scanned<T> {
    /// All items, scanned block by block.
    pub(super) items: Vec<T>,
    pub(super) carries: Carries<T>,
}

/// The blocks of `items` in which there are any.
pub(super) struct Carries<T> {
    /// Where each ends, and what is carried into it: nothing into the first one.
    blocks: Vec<(usize, Option<T>)>,
    /// The first item of a block stands for what is carried into it.
    first_is_carry: bool,
}

impl<T: Clone> Scanned<T> {
    pub(super) fn new(
        items: Vec<T>,
        blocks: Blocks<T>,
        first_is_carry: bool,
        op: impl Fn(&T, &T) -> T,
    ) -> Self {
        let mut ends = Vec::new();
        let mut carry: Option<T> = None;
        let mut end = 0;
        for (len, total) in blocks.0 {
            end += len;
            let next = match (&carry, total) {
                (Some(carry), Some(total)) => Some(op(carry, &total)),
                (_, Some(total)) => Some(total),
                (carry, None) => carry.clone(),
            };
            let carry = std::mem::replace(&mut carry, next);
            if len > 0 {
                ends.push((end, carry));
            }
        }
        Scanned {
            items,
            carries: Carries {
                blocks: ends,
                first_is_carry,
            },
        }
    }
}

impl<T: Clone> Carries<T> {
    /// The block that the item at `place` belongs to.
    #[inline]
    pub(super) fn block_of(&self, place: usize) -> usize {
        self.blocks.partition_point(|&(end, _)| end <= place)
    }

    /// Where a block ends.
    #[inline]
    pub(super) fn end(&self, block: usize) -> usize {
        self.blocks[block].0
    }

    pub(super) fn start(&self, block: usize) -> usize {
        match block {
            0 => 0,
            block => self.blocks[block - 1].0,
        }
    }

    /// What is carried into a block.
    #[inline]
    pub(super) fn carry(&self, block: usize) -> Option<&T> {
        self.blocks[block].1.as_ref()
    }

    /// What `item` of that block, at `place`, becomes.
    #[inline]
    pub(super) fn apply(&self, block: usize, place: usize, item: T, op: impl Fn(&T, &T) -> T) -> T {
        match self.carry(block) {
            None => item,
            Some(carry) if self.first_is_carry && place == self.start(block) => carry.clone(),
            Some(carry) => op(carry, &item),
        }
    }
}
