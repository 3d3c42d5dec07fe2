//! Checks, pins and discoverers of both sides in one pass: the pieces between kings and sliders.
//!
//! Fill the board from the sliders in one direction and from the king in the opposite one, each up to and
//! including the first piece. The squares that the two fills share are those between a slider and the king,
//! and they tell how many pieces stand there:
//!
//! ```text
//!   none        R . . . k     R > > > >     the empty squares between: a check, and the targets that block it
//!                             < < < < k
//!   one         R . n . k     R > >         the piece: pinned if it is the king's, a discoverer if it is the slider's
//!                                 < < k
//!   two, ..     R n . b k     R >           nothing
//!                                   < k
//! ```
//!
//! The four fills of a direction run side by side in four words, with the sliders and the king
//! of a side in one half:
//!
//! ```text
//!   word 0         word 1        word 2        word 3
//!   white sliders  white king    black king    black sliders     sees[east]
//!   white sliders  white king    black king    black sliders     sees[west]
//! ```
//! So the `and` of one half of a fill and the other half of the opposite fill, two words each, gives the
//! squares between white's sliders and black's king and those between white's king and black's sliders:
//! `sees[east].white & sees[west].black` is one operation.
//!
//! Source: Gerd Isenberg's disjoint coding and the order of its lanes,
//! <https://www.chessprogramming.org/Quad-Bitboards>.
//!
//! A king sees no further than the first piece, but a slider sees through the other side's king: otherwise the square
//! behind a checked king would look safe.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u64x4};
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::sets::{self, Rays};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::Color;

/// The checks, pins and discoverers on the lines of one side's king. Directions are as seen from the king, by
/// [`Direction::index`](quadbit_x88::Direction::index). *Own* pieces are those of the king's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KingLines {
    /// The squares that the king must not enter: those that the other side attacks, looking through this king.
    pub taboo: Bitboard,
    /// For each direction from the king, by [`Direction::index`](quadbit_x88::Direction::index): the squares between
    /// the king and the next slider of the other side that can move along that line. These are the empty squares if the
    /// slider gives check, the square of the piece in between if there is just one, and none otherwise.
    pub between: [Bitboard; 8],
    /// The rooks, bishops and queens of the other side that give check.
    pub sliding_checkers: Bitboard,
    /// The empty squares between the king and the sliders that give check. In double check this is the union of both
    /// lines, although no piece blocks both.
    pub block_targets: Bitboard,
    /// For each direction from the king, by [`Direction::index`](quadbit_x88::Direction::index): the piece of the
    /// king's side that is pinned there; empty if none is.
    pub pinned_towards: [Bitboard; 8],
    /// All own pieces that are pinned.
    pub pinned: Bitboard,
    /// Pieces of the other side that stand between this king and a slider of their own side, and give a discovered
    /// check when they leave the line.
    pub discoverers: Bitboard,
}

/// Finds the checks, pins and discoverers on the lines of both kings of `board`, White's first. For a side without a
/// king, all sets but `taboo` are empty.
///
/// ```
/// use quadbit_classics::fill::kings;
/// use quadbit_quad::QuadBitboard;
/// use quadbit_x88::{Color, Direction, Role, Square};
/// let mut board = QuadBitboard::EMPTY;
/// board.put(Square::E1, Role::King.of(Color::White));
/// board.put(Square::E8, Role::King.of(Color::Black));
/// board.put(Square::E4, Role::Knight.of(Color::White));
/// board.put(Square::E7, Role::Rook.of(Color::Black));
/// let [white, black] = kings::lines(board);
/// assert_eq!(white.pinned_towards[Direction::North.index()].first(), Some(Square::E4));
/// assert!(black.pinned.is_empty());
/// assert_eq!(
///     white.taboo.to_string(),
///     ". . . 1 1 1 . .\n\
///      1 1 1 1 1 1 1 1\n\
///      . . . . 1 . . .\n\
///      . . . . 1 . . .\n\
///      . . . . 1 . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n"
/// );
/// ```
#[must_use]
pub fn lines(board: QuadBitboard) -> [KingLines; 2] {
    dispatch!(Level::baseline(), s => both(s, board))
}

#[inline(always)]
fn both<S: Simd>(s: S, board: QuadBitboard) -> [KingLines; 2] {
    let fills = Fills::new(s, board);
    Color::ALL.map(|color| fills.lines(color))
}

/// The squares that the sliders and the kings of both sides see in all eight directions: eight fills of four words
/// each, computed with the token `S`.
///
/// Making them takes 124 operations on four words, 14 or 16 for each direction.
#[derive(Clone, Copy, Debug)]
pub struct Fills<S: Simd> {
    board: QuadBitboard,
    /// The pieces that look along ranks and files, and those that look along diagonals, each as four words: white
    /// sliders, white king, black king, black sliders.
    movers: [u64x4<S>; 2],
    /// For each direction, clockwise from north, the squares that the four groups of `movers` (white sliders, white
    /// king, black king, black sliders) see, up to and including the first piece. A slider sees through the other
    /// side's king.
    sees: [u64x4<S>; 8],
}

/// The indices of the sliders and of the king of `color` in a vector of `movers` or `sees`.
const fn words(color: Color) -> [usize; 2] {
    match color {
        Color::White => [0, 1],
        Color::Black => [3, 2],
    }
}

impl<S: Simd> Fills<S> {
    /// Fills in all eight directions from the sliders and the kings of both sides of `board`. Sliders see through the
    /// other side's king; kings see no further than the first piece.
    #[inline(always)]
    pub fn new(s: S, board: QuadBitboard) -> Self {
        let [white, black] = [board.white().0, board.black().0];
        let kings = board.kings().0;
        let empty = !(white | black);
        let passable = u64x4::simd_from(s, [empty | (kings & black), empty, empty, empty | (kings & white)]);
        let movers = |sliders: Bitboard| {
            u64x4::simd_from(s, [sliders.0 & white, kings & white, kings & black, sliders.0 & black])
        };
        let [orthogonal, diagonal] = [movers(board.orthogonal_sliders()), movers(board.diagonal_sliders())];
        let sees = Rays::new(passable).slides(orthogonal, diagonal).0;
        Self { board, movers: [orthogonal, diagonal], sees }
    }

    /// The squares that a side's sliders attack, by direction clockwise from north: up to and including the first
    /// piece, except that they see through the other side's king.
    #[inline(always)]
    pub fn slides(&self, color: Color) -> [Bitboard; 8] {
        let [sliders, _] = words(color);
        self.sees.map(|seen| Bitboard(seen[sliders]))
    }

    /// Finds what concerns the king of side `color`: the squares that it must not enter, the sliders that check it, the
    /// pieces of its own side that are pinned to it, and the discoverers: pieces of the other side that give it a
    /// discovered check when they leave their line.
    #[inline(always)]
    pub fn lines(&self, color: Color) -> KingLines {
        let ([_, king], [their_sliders, _]) = (words(color), words(!color));
        let [north, north_east, east, south_east, south, south_west, west, north_west] = self.sees;
        let orthogonal = (north | south) | (east | west);
        let diagonal = (north_east | south_west) | (south_east | north_west);
        let [their_orthogonal, their_diagonal] = self.movers.map(|movers| movers[their_sliders]);
        let (own, other) = (self.board.color(color), self.board.color(!color));

        let mut lines = KingLines {
            taboo: Bitboard(
                (orthogonal | diagonal)[their_sliders] | leaper_attacks(self.board, other.0, !color),
            ),
            sliding_checkers: Bitboard(
                (orthogonal[king] & their_orthogonal) | (diagonal[king] & their_diagonal),
            ),
            ..KingLines::default()
        };
        for d in 0..8 {
            // A checker with another slider behind it does not count as a piece in between.
            let movers = if d % 2 == 0 { their_orthogonal } else { their_diagonal };
            let between = Bitboard(self.met(color, d) & !movers);
            lines.between[d] = between;
            lines.block_targets |= between - (own | other);
            lines.pinned_towards[d] = between & own;
            lines.pinned |= between & own;
            lines.discoverers |= between & other;
        }
        lines
    }

    /// The squares that the king of `color` sees in `direction` and that sliders of the other side see in the opposite
    /// one.
    #[inline(always)]
    fn met(&self, color: Color, direction: usize) -> u64 {
        let (there, back) = (self.sees[direction], self.sees[(direction + 4) % 8]);
        // The lower half of a fill has the sliders and the king of white, the upper those of black. In the result, word
        // 1 belongs to white's king, word 0 to black's.
        match color {
            Color::White => (there.split().0 & back.split().1)[1],
            Color::Black => (back.split().0 & there.split().1)[0],
        }
    }
}

/// The squares that the pawns, knights and kings of `color` attack; `side` is the set of this side's pieces.
#[inline(always)]
fn leaper_attacks(board: QuadBitboard, side: u64, color: Color) -> u64 {
    let [west, east] = sets::pawn_attacks(board.pawns().0 & side, color);
    west | east | sets::knight_attacks(board.knights().0 & side) | sets::king_attacks(board.kings().0 & side)
}
