//! One generator for all boards that are arrays of squares, so that two boards can differ in one idea only.
//!
//! ```text
//!   SquareBoard < cells              , pieces     , scheme           >
//!                 how codes are kept   how they are how checks, pins
//!                 and where the edge   found        and attacks are
//!                 is                                seen
//!   mailbox       bytes, compared      lists        rays
//!   nibble        nibbles, compared    scanning     rays
//!   x88           bytes, & 0x88        lists        differences
//!   kittinger     a page, the sign     by value     differences
//!   sentinel      bytes, sentinels     lists        differences
//!   ccr           words, mask = 0      scanning     rays
//! ```
//! Each part is a trait, and each board a choice of three types. Everything that is not in the table is the
//! same code: the order of the work, the moves, make and unmake, castling and en passant.
//!
//! Moves are legal as they are found. The lines of the king are examined once for each position: which pieces give
//! check, which own pieces are pinned, and along which line. King moves and castling test whether a square is attacked.
//! A capture en passant, which empties two squares of a rank at once, is tried on a copy; it is rare.
//!
//! Boards may differ in the three parts only: what one board does in its own way is a part, not a special case here.

pub(crate) mod attack_scheme;
mod bytes;
pub(crate) mod cells;
mod check_info;
mod codes;
mod generate;
mod make;
pub(crate) mod mv;
pub(crate) mod piece_finder;

use quadbit_movegen::{CastlingRights, CastlingSide, EpMode, MoveList, Position};
use quadbit_x88::{Color, Piece, Role, Square};

pub use attack_scheme::{AttackScheme, Differences, Rays, Relation};
pub use bytes::Bytes;
pub use cells::{Cell, Cells, Cursor};
pub use check_info::{Axes, CheckInfo};
pub use codes::{Colored, Plain};
pub use make::Undo;
pub use mv::CellMove;
pub use piece_finder::{Lists, PieceFinder, Scanning};

use crate::board::Board;
use crate::keys::{castling_key, en_passant_key, side_key};
use crate::search_board::SearchBoard;
use generate::{Count, Generator, Sink};
use piece_finder::color;

/// A board kept as cells, one for each square and perhaps some off the board. `C` says how cells are stored and where
/// the edge is, `P` how pieces are found, `S` how checks, pins and attacks are found.
///
/// ```
/// use quadbit_classics::{Board, mailbox::Mailbox};
/// use quadbit_movegen::Position;
/// let board = Mailbox::from_position(&Position::start());
/// assert_eq!(board.legal_count(), 20);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareBoard<C, P, S> {
    cells: C,
    pieces: P,
    state: State,
    scheme: S,
}

/// The state of a position besides its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    side: Color,
    /// The castling rights: bit `2 * color + side`, with white and king's side 0, black and queen's side 1.
    rights: u8,
    /// The number of the cell that the last move's double push jumped over; `None` if the last move was no double
    /// push.
    jumped: Option<u8>,
    /// The numbers of the cells of the castling rooks, by `2 * color + side`. Never changed.
    rooks: [u8; 4],
}

/// The number of a castling right, `2 * color + side`: its bit in a set of rights, and its index in a list of rooks.
#[inline]
const fn right(color: Color, side: CastlingSide) -> usize {
    2 * color as usize + side as usize
}

/// The castling rights as a set of bits, and the numbers of the cells of their rooks, both by [`right`].
fn castling<C: Cursor>(rights: CastlingRights, position: &Position) -> (u8, [u8; 4]) {
    let (mut bits, mut rooks) = (0, [0; 4]);
    for color in Color::ALL {
        for rook in rights.rooks_of(color) {
            let right = right(color, CastlingSide::of(position.king(color), rook));
            bits |= 1 << right;
            rooks[right] = C::of(rook).number();
        }
    }
    (bits, rooks)
}

impl<C: Cells, P: PieceFinder<C>, S: AttackScheme<C, P>> SquareBoard<C, P, S> {
    /// Gives `sink` the legal moves, without `QUIET` only the captures and promotions.
    #[inline(always)]
    fn generate<K: Sink<C::Cursor>, const QUIET: bool>(&self, sink: &mut K) {
        match self.state.side {
            Color::White => Generator::<_, _, _, _, false, QUIET>::new(self, sink).run(),
            Color::Black => Generator::<_, _, _, _, true, QUIET>::new(self, sink).run(),
        }
    }
}

impl<C: Cells, P: PieceFinder<C>, S: AttackScheme<C, P>> Board for SquareBoard<C, P, S> {
    type Move = CellMove<C::Cursor>;
    type Undo = Undo<S>;

    fn from_position(position: &Position) -> Self {
        let (mut cells, mut pieces) = (C::empty(), P::empty());
        for color in Color::ALL {
            for role in Role::ALL.into_iter().rev() {
                for square in position.pieces(color, role) {
                    let at = C::Cursor::of(square);
                    cells.set(at, C::Cell::of(role.of(color)));
                    pieces.add(&mut cells, color, at);
                }
            }
        }
        let (rights, rooks) = castling::<C::Cursor>(position.castling_rights(), position);
        let jumped = position.ep_square(EpMode::Always).map(|square| C::Cursor::of(square).number());
        let state = State { side: position.side_to_move(), rights, jumped, rooks };
        Self { cells, pieces, state, scheme: S::default() }
    }

    #[inline]
    fn legal_moves(&self, list: &mut MoveList<Self::Move>) {
        list.clear();
        self.generate::<_, true>(list);
    }

    #[inline]
    fn legal_count(&self) -> usize {
        let mut count = Count::default();
        self.generate::<_, true>(&mut count);
        count.0
    }

    #[inline]
    fn make(&mut self, mv: Self::Move) -> Undo<S> {
        self.make_move(mv)
    }

    #[inline]
    fn unmake(&mut self, mv: Self::Move, undo: Undo<S>) {
        self.unmake_move(mv, undo);
    }
}

impl<C: Cells, P: PieceFinder<C>, S: AttackScheme<C, P>> SearchBoard for SquareBoard<C, P, S> {
    #[inline]
    fn captures(&self, list: &mut MoveList<Self::Move>) {
        list.clear();
        self.generate::<_, false>(list);
    }

    #[inline]
    fn side_to_move(&self) -> Color {
        self.state.side
    }

    #[inline]
    fn is_check(&self) -> bool {
        let king = self.pieces.king(&self.cells, self.state.side);
        match self.state.side {
            Color::White => S::is_attacked::<false>(&self.cells, &self.pieces, king),
            Color::Black => S::is_attacked::<true>(&self.cells, &self.pieces, king),
        }
    }

    #[inline]
    fn piece(&self, square: Square) -> Option<Piece> {
        let cell = self.cells.get(C::Cursor::of(square));
        if cell.is_empty() { None } else { Piece::from_code(cell.nibble()) }
    }

    #[inline]
    fn state_key(&self) -> u64 {
        let State { side, rights, jumped, rooks } = self.state;
        let mut key = side_key(side);
        for (right, &rook) in rooks.iter().enumerate() {
            if rights >> right & 1 != 0 {
                let rook = C::Cursor::from_number(rook).square();
                key ^= castling_key(color(right > 1), 1 << rook.file().index());
            }
        }
        if let Some(jumped) = jumped {
            let target = C::Cursor::from_number(jumped).square();
            let back = if side == Color::White { -1 } else { 1 };
            let is_pawn = |files| {
                target
                    .offset(files, back)
                    .is_some_and(|square| self.piece(square) == Some(Role::Pawn.of(side)))
            };
            if is_pawn(-1) || is_pawn(1) {
                key ^= en_passant_key(target.file());
            }
        }
        key
    }
}
