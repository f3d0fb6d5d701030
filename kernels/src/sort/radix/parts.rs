//! Where neighbouring parts of a slice begin and end.

/// Parts, of which each begins where the one before it ends.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    start: usize,
    ends: &'a [usize],
}

impl<'a> Parts<'a> {
    /// The first part begins at 0.
    #[inline]
    pub(super) fn new(ends: &'a [usize]) -> Self {
        Parts { start: 0, ends }
    }

    /// The length of all together.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.ends.last().map_or(0, |end| end - self.start)
    }

    /// Two groups of about the same length, if there are more than `most` elements.
    #[inline]
    pub(super) fn halves(self, most: usize) -> Option<(Self, Self)> {
        if self.ends.len() < 2 || self.len() <= most {
            return None;
        }
        let middle = self.start + self.len() / 2;
        let count = self.ends.partition_point(|&end| end < middle);
        let (left, right) = self.ends.split_at(count.clamp(1, self.ends.len() - 1));
        let left = Parts { ends: left, ..self };
        let start = self.start + left.len();
        Some((left, Parts { start, ends: right }))
    }

    /// The length of each.
    #[inline]
    pub(super) fn lens(self) -> impl Iterator<Item = usize> {
        let mut start = self.start;
        self.ends.iter().map(move |&end| {
            let len = end - start;
            start = end;
            len
        })
    }
}
