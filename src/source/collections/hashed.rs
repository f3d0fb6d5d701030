//! Hash tables that no cache holds: what is to be put in is brought into the order of its places before, by all threads, so that the
//! one thread that puts it in seldom waits for memory. The table itself is std's, to which only one can add. Where a table is no larger than
//! what processors have in common, that is done by those that put items aside, while one adds what it has.
//!
//! Invariant: items with equal keys stay in order, so that the last one's value stays.

use super::places::{self, Places, Shared};
use crate::iter::{IntoParallelIterator, ParallelIterator};
use crate::plumbing::sunk;
use crate::source::gather::{Gather, gather_finished, gather_into};
use std::hash::{BuildHasher, Hash, RandomState};
use std::mem;
use tine_kernels::base::{kind, pages, room};

/// In so many of 256 parts of the time less items are added that come in the order of their places, if no cache of a processor holds the table.
const EASED: u64 = 64;

/// A table whose counts, which change with every item, lie in one line of a cache. std reads and writes them as one word of 16 bytes, and where
/// the stack happens to let that lie in two lines, adding an item takes a twentieth longer.
#[repr(align(64))]
struct InLine<M>(M);

/// A hash table, or what is to become one.
struct Table<T, M> {
    table: InLine<M>,
    /// The items, if they are put in together in the end.
    list: Vec<T>,
    /// Whether they are.
    lists: bool,
    /// What is gained if others order them: see [`Gather::eased`].
    eased: u64,
}

impl<T, M: Extend<T>> Extend<T> for Table<T, M> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, iter: I) {
        match self.lists {
            true => self.list.extend(iter),
            false => self.table.0.extend(iter),
        }
    }
}

impl<T: Send, M: Gather<T, Aside = Vec<T>>> Gather<T> for Table<T, M> {
    type Aside = Vec<T>;

    fn expect(&mut self, items: usize) {
        if self.lists {
            room::had(self.list.try_reserve_exact(items));
            pages::will_fill(self.list.spare_capacity_mut());
        } else {
            self.table.0.expect(items);
        }
    }

    #[inline]
    fn settle(&mut self, items: usize) {
        if !self.lists {
            self.table.0.settle(items);
        }
    }

    fn add_one(&mut self, item: T) {
        match self.lists {
            true => self.list.push(item),
            false => self.table.0.add_one(item),
        }
    }

    fn add(&mut self, mut aside: Vec<T>) {
        match self.lists {
            true => self.list.append(&mut aside),
            false => self.table.0.add(aside),
        }
    }

    #[inline]
    fn room(&self) -> Option<(usize, usize)> {
        self.table.0.room().filter(|_| !self.lists)
    }

    fn widen(&mut self, items: usize) {
        self.table.0.widen(items);
    }

    fn narrow(&mut self, least: usize) {
        self.table.0.narrow(least);
    }

    #[inline]
    fn eased(&self) -> u64 {
        self.eased
    }
}

/// The hash table of all items, in which the later of equal ones counts.
pub(super) fn collect<T, K, S, M, I>(
    par_iter: I,
    key: impl Fn(&T) -> &K + Sync,
    hasher: impl Fn(&M) -> &S,
) -> M
where
    T: Send,
    K: Hash,
    S: BuildHasher,
    M: Gather<T, Aside = Vec<T>> + Default,
    I: IntoParallelIterator<Item = T>,
{
    let mut table = InLine(M::default());
    // A constant first, so that what other keys never do is not even compiled.
    if const { !may_be_far::<T, K, S>() } {
        gather_into(&mut table.0, par_iter);
        return table.0;
    }
    let par_iter = par_iter.into_par_iter();
    // As if half were left, where nobody knows: the order serves a table of half or twice the size nearly as well. But all are listed only
    // if it is known how many they are, as few are added sooner while others are computed.
    let likely = || par_iter.count_most().map(|most| most / 2);
    let known = par_iter.opt_len();
    let places = known.or_else(likely).and_then(|len| {
        let places = Places::of(len, size_of::<T>())?;
        kind::is_plain::<K>().then_some(places)
    });
    let random = places.and_then(|_| kind::as_random(hasher(&table.0)).cloned());
    let lists =
        known.is_some() && matches!((&random, places), (Some(_), Some(places)) if places.are_far);
    let order = random.zip(places).map(|(random, places)| {
        let hash = move |item: &T| random.hash_one(key(item)) as u32;
        move |items: &mut Vec<T>| in_order(items, places, &hash)
    });
    // One pointer for both uses, so that the ordering is compiled once.
    let order = order.as_ref().map(|order| order as &Order<'_, T>);
    let finish = order.filter(|_| !lists);
    let mut target = Table {
        table,
        list: Vec::new(),
        lists,
        eased: if finish.is_some() { EASED } else { 0 },
    };
    gather_finished(&mut target, par_iter, finish);
    if let Some(order) = order
        && lists
    {
        // Who waits for the other half may run parts of other drives, which say what holds for them.
        let _scope = sunk::Scope::begin();
        order(&mut target.list);
        target.table.0.expect(target.list.len());
        target.table.0.extend(target.list);
    }
    target.table.0
}

/// Whether such items are ever listed.
const fn may_be_far<T, K, S>() -> bool {
    size_of::<S>() == size_of::<RandomState>()
        && !mem::needs_drop::<K>()
        && places::can_scatter(size_of::<T>(), align_of::<T>())
}

/// What brings items into the order of their places.
type Order<'o, T> = dyn Fn(&mut Vec<T>) + Sync + 'o;

/// Brings the items into the order of their places, unless that is in vain. What depends on their type is little, and the rest compiled once.
fn in_order<T: Send>(items: &mut Vec<T>, places: Places, hash: &(impl Fn(&T) -> u32 + Sync)) {
    let len = items.len();
    let source = Shared::of(items.as_mut_ptr());
    let to = places.of_all(len, &|first, step, hashes| {
        for (count, place) in hashes.iter_mut().enumerate() {
            // SAFETY: (1) an item of those that are borrowed meanwhile; each index is asked for by one thread at a time, and items may be sent.
            let item = unsafe { source.at::<T>(first + count * step) };
            *place = hash(item);
        }
    });
    let Some(to) = to else { return };
    let mut dealt: Vec<T> = Vec::with_capacity(len);
    pages::will_fill(dealt.spare_capacity_mut());
    let source = Shared::of(items.as_mut_ptr());
    let dest = Shared::of(dealt.as_mut_ptr());
    // SAFETY: (1) as many items as there were hashes, of a size and an alignment that `may_be_far` has asked about; they may be sent. (2)
    // `dealt` has room for as many, of its own. (3) `of_all` has made them so.
    unsafe { places::scatter(source, dest, size_of::<T>(), &to) };
    // SAFETY: none is left; only the copies are used from now on.
    unsafe { items.set_len(0) };
    // SAFETY: all places were filled.
    unsafe { dealt.set_len(len) };
    *items = dealt;
}
