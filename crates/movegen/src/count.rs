//! Counting the last two plies with boards in lanes.
//!
//! A perft spends nearly all of its time on the parents of leaf parents: for every move of such a position, the number of
//! replies is wanted, and nothing else. [`count_replies`] answers for all moves at once:
//!
//! 1. The moves are generated as bytes (from, to, the code that arrives), not as [`Move`](crate::Move)s: see
//!    [`Family`].
//! 2. As many children as the level has 64-bit lanes are made by a dozen operations, one board in each lane.
//! 3. Their replies are counted with no loop over pieces: every step treats all pieces of a kind, in all lanes, as one set:
//!    see [`Siblings`].
//!
//! Siblings share much: the replying king's square, what it sees over an empty board, and the castling rights. All that is
//! prepared once. A few moves are no such child of their parent: castling, en passant captures, double pushes that can be
//! captured en passant, captures of a castling rook. They are made and counted one by one, and in Chess960 so are all
//! moves of a position whose castling rights standard chess cannot have.
//!
//! No published program is known to count siblings in lanes; rivals count leaf parents one at a time.

mod family;
mod siblings;

use quadbit_quad::simd::BoardSimd;

use crate::Position;
use family::Family;
use siblings::Siblings;

/// The number of legal moves of all positions after one move: perft of depth 2.
///
/// Inline it into a frame of the level, as [`quadbit_nibble::simd`] says, and call it from there.
///
/// ```
/// use quadbit_movegen::{Position, count_replies};
/// use quadbit_nibble::simd::{Level, dispatch};
/// let replies = dispatch!(Level::auto(), s => count_replies(s, &Position::start()));
/// assert_eq!(replies, 400);
/// ```
#[inline(always)]
pub fn count_replies<S: BoardSimd>(s: S, position: &Position) -> u64 {
    s.vectorize(
        #[inline(always)]
        || {
            if !position.has_standard_castling() {
                return count_one_by_one(position);
            }
            let mut family = Family::new(position);
            position.generate(&mut family);
            let siblings = Siblings::new(s, position);
            family.count_specials(position) + siblings.count(s, &family)
        },
    )
}

fn count_one_by_one(position: &Position) -> u64 {
    let mut count = 0;
    for mv in position.legal_moves() {
        let mut child = *position;
        child.play_unchecked(mv);
        count += child.legal_count() as u64;
    }
    count
}
