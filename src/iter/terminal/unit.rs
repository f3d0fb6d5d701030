//! The reducer of results that say nothing.

use crate::plumbing::Reducer;

/// Joins two `()`.
pub(crate) struct UnitReducer;

impl Reducer<()> for UnitReducer {
    #[inline]
    fn reduce(self, (): (), (): ()) {}
}
