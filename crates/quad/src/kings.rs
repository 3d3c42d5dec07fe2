//! What stands between the kings and the sliders: checks, pins and discoverers of both sides in one pass.
//!
//! Fill the board from the sliders in one direction and from the king in the opposite one, each up to the first piece and with
//! it. What the two fills share lies between a slider and the king, and tells how many pieces stand there:
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
//! The four fills of a direction, white and black sliders, white and black king, go side by side in four words.
//!
//! Source: Gerd Isenberg's disjoint coding, <https://www.chessprogramming.org/Quad-Bitboards>.

use quadbit_x88::{Color, Direction};

use crate::bitboard::Bitboard;
use crate::quad_bitboard::QuadBitboard;
use crate::sets::{self, Four, Ray};

/// What one side's king has to fear and to hope for from the sliders. Directions are as the king looks, by
/// [`Direction::index`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KingLines {
    /// The squares that the other side attacks, through the king too: where the king must not go.
    pub taboo: Bitboard,
    /// For each direction, what lies between the king and a slider of the other side that moves along this line: the empty
    /// squares if it is a check, the piece if there is just one, nothing otherwise.
    pub between: [Bitboard; 8],
    /// Rooks, bishops and queens of the other side that give check.
    pub sliding_checkers: Bitboard,
    /// The empty squares on which a piece stops a sliding check: one check's if there is one, both checks' if there are two.
    pub block_targets: Bitboard,
    /// Own pieces that are pinned, for each direction.
    pub pinned_towards: [Bitboard; 8],
    /// All own pieces that are pinned.
    pub pinned: Bitboard,
    /// Pieces of the other side that give a discovered check when they leave the line.
    pub discoverers: Bitboard,
}

/// The lines of both kings, the white one's first. A side without a king has nothing but a taboo.
///
/// ```
/// use quadbit_quad::{QuadBitboard, kings};
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
    let [white, black] = [board.white().0, board.black().0];
    let kings = board.kings().0;
    let empty = !(white | black);
    // White and black sliders see through the other side's king; the kings see no further than the first piece.
    let passable = Four([empty | (kings & black), empty | (kings & white), empty, empty]);
    let movers =
        |sliders: Bitboard| Four([sliders.0 & white, sliders.0 & black, kings & white, kings & black]);
    let movers = [movers(board.orthogonal_sliders()), movers(board.diagonal_sliders())];

    // Written out, so that every direction is a constant.
    let [straight, slanted] = movers;
    let fills = [
        fill(Direction::North, passable, straight),
        fill(Direction::NorthEast, passable, slanted),
        fill(Direction::East, passable, straight),
        fill(Direction::SouthEast, passable, slanted),
        fill(Direction::South, passable, straight),
        fill(Direction::SouthWest, passable, slanted),
        fill(Direction::West, passable, straight),
        fill(Direction::NorthWest, passable, slanted),
    ];
    let mut lines = [KingLines::default(); 2];
    for color in Color::ALL {
        let king = &mut lines[color.index()];
        let (own, other) = match color {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        king.taboo = Bitboard(leaper_attacks(board, other, !color));
        for direction in Direction::ALL {
            let d = direction.index();
            let attacked = fills[d][(!color).index()];
            let towards_king = fills[(-direction).index()][(!color).index()];
            let from_king = fills[d][2 + color.index()];
            let movers = movers[usize::from(direction.is_diagonal())].0[(!color).index()];
            // A checker that another slider backs up is no piece in between.
            let between = towards_king & from_king & !movers;
            let checker = from_king & movers;

            king.taboo |= Bitboard(attacked);
            king.between[d] = Bitboard(between);
            king.sliding_checkers |= Bitboard(checker);
            king.block_targets |= Bitboard(between & empty);
            king.pinned_towards[d] = Bitboard(between & own);
            king.pinned |= Bitboard(between & own);
            king.discoverers |= Bitboard(between & other);
        }
    }
    lines
}

/// What white and black sliders, the white and the black king see in one direction.
#[inline(always)]
fn fill(direction: Direction, passable: Four, movers: Four) -> [u64; 4] {
    Ray::new(direction, passable).attacks(movers).0
}

/// What the pawns, knights and kings of one side attack.
fn leaper_attacks(board: QuadBitboard, side: u64, color: Color) -> u64 {
    let [west, east] = sets::pawn_attacks(board.pawns().0 & side, color);
    west | east | sets::knight_attacks(board.knights().0 & side) | sets::king_attacks(board.kings().0 & side)
}
