//! Sets of inputs, one or several joined: the inputs of a network that are 1, for both sides at once.
//!
//! | name | inputs | an input is |
//! |---|---|---|
//! | `chess768` | 768 | a piece on a square |
//! | `chess768[0,1,..]` | 768 a bucket | the own king's bucket by a table of 64, and a piece on a square |
//! | `chess768[0,1,..]hm` | 768 a bucket | the own king's bucket by a table of 32, and a piece on a mirrored square |
//! | `halfkp` | 41,024 | the own king's square, and another piece on a square |
//! | `halfka_hm` | 22,528 | the own king's bucket, and a piece on a square; both kings share a plane |
//! | `halfkav2_hm` | 24,576 | the same with a plane for each king |
//! | `full_threats` | 59,808 | a piece on a square that attacks or defends a piece on another square |
//! | `full_threats_60144` | 60,144 | the same, pawns that attack pawns too |
//! | `full_threats_60720` | 60,720 | the same, pawns that attack pawns or have one ahead too |
//! | `full_threats_66864` | 66,864 | the same, pawns that attack pawns and kings that attack too |
//! | `full_threats_79856` | 79,856 | the same, pawns that attack pawns and kings too |
//! | `pp_3wide` | 4,560 | two pawns on the same file or on neighboring files |
//!
//! Names are read in upper or lower case, `768` is `chess768`, and a `^` after a name (nnue-pytorch) is ignored. Sets
//! joined by `+` are numbered one after the other, at most one of threats among them.
//! The formulas are in the docs of [`Set`], the tables of buckets in those of
//! [`KingBuckets`](crate::features::KingBuckets).
//!
//! ```
//! use quadbit_inputs::sets::{Csr, Order, Sets};
//! use quadbit_movegen::Position;
//! use quadbit_nibble::simd::Level;
//! let sets: Sets = "full_threats+pp_3wide+halfkav2_hm".parse()?;
//! assert_eq!(sets.size(), 59_808 + 4_560 + 24_576);
//!
//! // For each side, the inputs of all positions one after the other.
//! let mut sides: [Csr<i32>; 2] = Default::default();
//! sets.append(Level::auto(), Order::Ascending, &[Position::start()], &mut sides);
//! let [white, black] = &sides;
//! assert_eq!(white.offsets, [0, 28 + 36 + 32]);
//! assert_eq!(white.row(0)[..2], [338, 357]);
//! assert_eq!(white, black);
//! # Ok::<(), quadbit_inputs::sets::SetsError>(())
//! ```

mod changes;
mod found;
mod full_threats;
mod joined;
mod pawn_pairs;
mod pieces;
mod rows;
mod set;

pub use changes::ViewChanges;
pub use joined::Sets;
pub use rows::{Csr, Index, Order, RowsError};
pub use set::{Set, SetsError};

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, Square};

/// The square of the king of `side`.
#[inline(always)]
const fn king(board: QuadBitboard, side: Color) -> Square {
    Bitboard(board.kings().0 & board.color_bits(side).0).first_or_a1()
}

/// An xor with this maps a square to the view of `side`: it reverses ranks for black, and files if the side's
/// own king is on files e to h.
#[inline(always)]
const fn turn(side: Color, king: Square) -> u8 {
    let is_right = king.index() as u8 >> 2 & 1;
    (0b111_000 * side as u8) | (0b000_111 * is_right)
}
