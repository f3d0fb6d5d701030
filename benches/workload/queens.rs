//! The number of ways to place n queens on a board of n times n, none of which threatens another.
//!
//! The search forks between the first free column of a row and the rest of them, so its tree is ragged.

use chili::Scope;

/// A board filled from the top, seen from the next row: a bit for each column that is threatened.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    all: u32,
    straight: u32,
    leftward: u32,
    rightward: u32,
}

impl Board {
    /// An empty board of `n` times `n` fields, `n` below 32.
    pub(crate) fn empty(n: u32) -> Board {
        Board {
            all: (1 << n) - 1,
            straight: 0,
            leftward: 0,
            rightward: 0,
        }
    }

    fn is_full(self) -> bool {
        self.straight == self.all
    }

    fn free(self) -> u32 {
        self.all & !(self.straight | self.leftward | self.rightward)
    }

    fn with_queen(self, column: u32) -> Board {
        Board {
            all: self.all,
            straight: self.straight | column,
            leftward: (self.leftward | column) << 1,
            rightward: (self.rightward | column) >> 1,
        }
    }

    /// Ways to finish this board, counted by plain recursion.
    pub(crate) fn sequential(self) -> u64 {
        if self.is_full() {
            1
        } else {
            self.among(self.free())
        }
    }

    #[inline(never)]
    fn among(self, free: u32) -> u64 {
        let Some((first, others)) = split(free) else {
            return 0;
        };
        self.with_queen(first).sequential() + self.among(others)
    }

    /// Ways to finish this board, counted over tine's `join`.
    pub(crate) fn tine(self) -> u64 {
        if self.is_full() {
            1
        } else {
            self.among_tine(self.free())
        }
    }

    #[inline(never)]
    fn among_tine(self, free: u32) -> u64 {
        let Some((first, others)) = split(free) else {
            return 0;
        };
        let (one, more) = tine::join(|| self.with_queen(first).tine(), || self.among_tine(others));
        one + more
    }

    /// Ways to finish this board, counted over rayon's `join`.
    pub(crate) fn rayon(self) -> u64 {
        if self.is_full() {
            1
        } else {
            self.among_rayon(self.free())
        }
    }

    #[inline(never)]
    fn among_rayon(self, free: u32) -> u64 {
        let Some((first, others)) = split(free) else {
            return 0;
        };
        let (one, more) = rayon::join(
            || self.with_queen(first).rayon(),
            || self.among_rayon(others),
        );
        one + more
    }

    /// Ways to finish this board, counted over chili's `join`.
    pub(crate) fn chili(self, scope: &mut Scope<'_>) -> u64 {
        if self.is_full() {
            1
        } else {
            self.among_chili(scope, self.free())
        }
    }

    #[inline(never)]
    fn among_chili(self, scope: &mut Scope<'_>, free: u32) -> u64 {
        let Some((first, others)) = split(free) else {
            return 0;
        };
        let (one, more) = scope.join(
            |scope| self.with_queen(first).chili(scope),
            |scope| self.among_chili(scope, others),
        );
        one + more
    }
}

/// The lowest bit and the others, unless there is none.
fn split(free: u32) -> Option<(u32, u32)> {
    let first = free & free.wrapping_neg();
    (free != 0).then_some((first, free ^ first))
}
