//! The pairs of attacker and attacked piece that a move ends and begins.

use core::fmt;

use static_assertions::const_assert_eq;

use crate::list::{Buffer, LANES};
use crate::threat::Threat;

/// The pairs of attacker and attacked piece that end, and those that begin, when the board changes, each once, in no
/// particular order. No pair is in both lists.
///
/// A network that is updated move by move subtracts the [`removed`](Self::removed) pairs and adds the
/// [`added`](Self::added) ones. Create a `Changes` once and reuse it: it has 656 bytes.
///
/// Each list has room for 63 pairs, which is more than a move can need. A piece is in at most 24 pairs: it attacks at
/// most 8 pieces, and is attacked by at most 16. At most 8 sliders look through a square. So a capture ends at most 2 *
/// 24 pairs, and a move begins at most 24 of the piece that moves and 8 through the square that it leaves. Castling and
/// en passant are handled square by square, and pairs that both end and begin are taken out afterwards, so room for
/// these is needed too. When castling, king and rook leave (24 + 20 pairs) and arrive on two squares, where each stands
/// in the way of up to 8 sliders; en passant, two pawns leave (2 * 18) and one arrives (8).
#[derive(Clone)]
pub struct Changes {
    pub(crate) removed: Buffer<{ Changes::CAPACITY + LANES }>,
    pub(crate) added: Buffer<{ Changes::CAPACITY + LANES }>,
}

const_assert_eq!(size_of::<Changes>(), 656);

impl Changes {
    /// The capacity of each of the two lists.
    const CAPACITY: usize = 63;

    /// Two empty lists.
    #[inline]
    pub const fn new() -> Self {
        Self { removed: Buffer::EMPTY, added: Buffer::EMPTY }
    }

    /// The attacks that end, each as a pair of attacker and attacked piece.
    #[inline]
    pub fn removed(&self) -> &[Threat] {
        self.removed.as_slice()
    }

    /// The attacks that begin, each as a pair of attacker and attacked piece.
    #[inline]
    pub fn added(&self) -> &[Threat] {
        self.added.as_slice()
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.removed.clear();
        self.added.clear();
    }

    /// Removes from both lists the pairs of attacker and attacked piece that are in both.
    pub(crate) fn cancel(&mut self) {
        let mut index = 0;
        while let Some(&ended) = self.removed().get(index) {
            if let Some(begun) = self.added().iter().position(|&begun| begun == ended) {
                self.added.swap_remove(begun);
                self.removed.swap_remove(index);
            } else {
                index += 1;
            }
        }
    }
}

impl Default for Changes {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Changes").field("removed", &self.removed()).field("added", &self.added()).finish()
    }
}
