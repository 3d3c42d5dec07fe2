//! The board field of a FEN: what a level makes of it.

use quadbit_nibble::planes::PlaneSimd;
use quadbit_nibble::simd::for_each_token;
use quadbit_quad::simd::BoardSimd;
use quadbit_quad::zobrist::key_of;

/// The most pawns, and the most other men, of both sides together that the quick forms take.
pub(super) const MEN: usize = 16;

/// A board field that has been read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// The place of the blank behind it.
    pub(super) end: usize,
    /// The planes of the board with the ranks in the order of the text: the eighth is the lowest byte.
    pub(super) planes: [u64; 4],
    /// The pawns as `64 * code + square`; zeros fill the list up.
    pub(super) pawns: [u16; MEN],
    /// The other men.
    pub(super) others: [u16; MEN],
}

impl Field {
    /// The keys of the board and of its pawns.
    #[inline(always)]
    pub(super) fn keys(&self) -> [u64; 2] {
        let (mut pawns, mut others) = (0, 0);
        // A zero stands for an empty square, whose key is zero.
        for n in 0..MEN {
            pawns ^= key_of(self.pawns[n]);
            others ^= key_of(self.others[n]);
        }
        [pawns ^ others, pawns]
    }
}

/// Levels that read board fields without a loop over characters.
pub(super) trait FieldSimd: BoardSimd + PlaneSimd {
    /// Whether the level has a form of its own. Without one, lines are read one by one.
    const HAS_FIELDS: bool = false;

    /// The field that begins the text and ends with a blank; `None` leaves it to the reader of single lines.
    #[inline(always)]
    fn field(self, _text: &[u8; 64]) -> Option<Field> {
        None
    }
}

macro_rules! plain_token {
    (Avx512) => {};
    ($token:ident) => {
        impl FieldSimd for quadbit_nibble::simd::$token {}
    };
}
for_each_token!(plain_token);
