//! Lists of pairs of attacker and attacked piece, without allocation.

use core::fmt;
use core::ops::Deref;

use quadbit_x88::simd::LaneSink;

use crate::threat::Threat;

/// The number of pairs of attacker and attacked piece that one store of a vector writes. Some of them may lie beyond
/// the end of the list.
pub(crate) const LANES: usize = 16;

/// A list of pairs of attacker and attacked piece, in an array of `N`. `N` must be [`LANES`] more than the capacity,
/// because the store of a whole vector may write that many pairs beyond the last one. The capacity must be a power of
/// two minus 1.
#[derive(Clone)]
pub(crate) struct Buffer<const N: usize> {
    pairs: [Threat; N],
    len: usize,
}

impl<const N: usize> Buffer<N> {
    pub(crate) const EMPTY: Self = Self { pairs: [Threat::FILLER; N], len: 0 };

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[Threat] {
        &self.pairs[..self.len.min(N)]
    }

    /// Adds `threat` at the end. A full list, which never occurs, drops it.
    #[inline(always)]
    pub(crate) fn push_one(&mut self, threat: Threat) {
        if let Some(place) = self.pairs.get_mut(self.len) {
            *place = threat;
            self.len += 1;
        }
    }

    /// Removes the pair at `index`; the last pair takes its place.
    pub(crate) fn swap_remove(&mut self, index: usize) {
        self.len -= 1;
        self.pairs[index] = self.pairs[self.len];
    }
}

impl<const N: usize> LaneSink for Buffer<N> {
    #[inline(always)]
    fn push<const M: usize>(&mut self, lanes: [u32; M], len: usize) {
        const { assert!(M <= LANES && (N - LANES + 1).is_power_of_two()) }
        // The mask changes no length up to the capacity; it tells the compiler that the copy stays in bounds.
        let at = self.len & (N - LANES);
        self.pairs[at..at + M].copy_from_slice(&lanes.map(Threat::of_lane));
        self.len = at + len;
    }
}

/// A list with room for all pairs of attacker and attacked piece of any board, without allocation. It is read as a
/// slice of [`Threat`]s.
///
/// No board has more than 420 pairs. A piece attacks at most one piece in each of eight directions, or eight as a
/// knight; on the edge there are five directions and in a corner three: 36 * 8 + 24 * 5 + 4 * 3. (A knight has fewer
/// targets there than a queen.) A board of 64 queens reaches this number. The 32 pieces of a `Position` form at most
/// 256.
///
/// ```
/// use quadbit_movegen::Position;
/// use quadbit_threats::Finder;
/// let threats = Finder::new().threats(&Position::start());
/// assert_eq!(threats.len(), 40);
/// assert_eq!(threats[0].to_string(), "Ra1xPa2");
/// ```
#[derive(Clone)]
pub struct ThreatList(pub(crate) Buffer<{ 511 + LANES }>);

impl ThreatList {
    /// The empty list.
    #[inline]
    pub const fn new() -> Self {
        Self(Buffer::EMPTY)
    }
}

impl Default for ThreatList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for ThreatList {
    type Target = [Threat];

    #[inline]
    fn deref(&self) -> &[Threat] {
        self.0.as_slice()
    }
}

impl fmt::Debug for ThreatList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a> IntoIterator for &'a ThreatList {
    type Item = &'a Threat;
    type IntoIter = core::slice::Iter<'a, Threat>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
