//! The usual bitboards: a set for each kind of piece, and one for each side.
//!
//! ```text
//!   bytes  0 .. 47   pawns, knights, bishops, rooks, queens, kings: both sides together
//!         48 .. 63   white pieces, black pieces
//!         64 .. 67   castling rooks, en passant file, side to move
//! ```
//! Questions about many squares take a few operations on whole words.
//!
//! Jean-Francois Romang asked in 2018 whether a quad-bitboard is faster than these ("Quad-bard vs bitboard :
//! is it faster ?", <https://www.chessprogramming.org/Quad-Bitboards>). This board answers his question with
//! whole generators: all code but the store is shared, by generics, with the boards that it is compared with.
//!
//! | board | store | seen by | bytes |
//! |---|---|---|---|
//! | [`Sets`] | eight sets | white or black | 72 |
//! | `sets-mailbox` | eight sets and a mailbox | white or black | 136 |
//! | `sets-planes` | four planes | white or black | 64 |
//! | `flip-sets` | eight sets | the side to move | 72 |
//! | [`Flip`](crate::flip::Flip) | four planes | the side to move | 64 |
//!
//! Names with a hyphen are forms made to be compared, in the benches of the repository.
//!
//! Departures: sliders look for the nearest blocker, without tables, because the author of `flip` chose that,
//! and the two boards should differ in one idea; a program with these sets would take magic bitboards today.
//! Moves are legal as they are found.
//!
//! Without a mailbox, a capture clears its square in all six kinds, which takes less than finding out which
//! one it is in. Boards of 72 and 64 bytes are copied and put back to unmake a move; with the mailbox, 136
//! bytes, taking the move back piece by piece is faster.

use quadbit_movegen::{MoveList, Position};
use quadbit_x88::{Color, Piece, Square};

use crate::bitboards::{
    Black, Count, EightSets, PackedMove, Packer, Pieces, Sink, State, White, generate, is_check,
};
use crate::board::Board;
use crate::search_board::SearchBoard;

/// A board of sets that is kept as White sees it. Its generator is compiled twice, once for each side, so that the
/// directions of pawns are constants. `P` stores the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetBoard<P> {
    pieces: P,
    state: State,
}

/// The board of eight sets: six roles, two colours.
pub type Sets = SetBoard<EightSets>;

impl<P: Pieces> SetBoard<P> {
    #[inline(always)]
    fn generate<K: Sink, const QUIET: bool>(&self, sink: &mut K) {
        match self.state.side_to_move() {
            Color::White => generate::<White, P, K, QUIET>(&self.pieces, self.state, sink),
            Color::Black => generate::<Black, P, K, QUIET>(&self.pieces, self.state, sink),
        }
    }
}

impl<P: Pieces> Board for SetBoard<P> {
    type Move = PackedMove;
    type Undo = (State, P::Undo);

    fn from_position(position: &Position) -> Self {
        Self { pieces: P::from_quad(position.board()), state: State::of(position) }
    }

    #[inline(always)]
    fn legal_moves(&self, list: &mut MoveList<PackedMove>) {
        list.clear();
        self.generate::<_, true>(&mut Packer { list, turned: false });
    }

    #[inline(always)]
    fn legal_count(&self) -> usize {
        let mut count = Count(0);
        self.generate::<_, true>(&mut count);
        count.0 as usize
    }

    #[inline(always)]
    fn make(&mut self, mv: PackedMove) -> (State, P::Undo) {
        let before = (self.state, self.pieces.before(mv.to()));
        match self.state.side_to_move() {
            Color::White => self.state.make::<White, P>(&mut self.pieces, mv),
            Color::Black => self.state.make::<Black, P>(&mut self.pieces, mv),
        }
        before
    }

    #[inline(always)]
    fn unmake(&mut self, mv: PackedMove, (state, pieces): (State, P::Undo)) {
        self.state = state;
        match state.side_to_move() {
            Color::White => self.pieces.unmake::<White>(mv, pieces),
            Color::Black => self.pieces.unmake::<Black>(mv, pieces),
        }
    }
}

impl<P: Pieces> SearchBoard for SetBoard<P> {
    #[inline(always)]
    fn captures(&self, list: &mut MoveList<PackedMove>) {
        list.clear();
        self.generate::<_, false>(&mut Packer { list, turned: false });
    }

    #[inline(always)]
    fn side_to_move(&self) -> Color {
        self.state.side_to_move()
    }

    #[inline(always)]
    fn is_check(&self) -> bool {
        match self.state.side_to_move() {
            Color::White => is_check::<White, P>(&self.pieces),
            Color::Black => is_check::<Black, P>(&self.pieces),
        }
    }

    #[inline(always)]
    fn piece(&self, square: Square) -> Option<Piece> {
        let color = if self.pieces.own::<Black>().has(square) { Color::Black } else { Color::White };
        Some(self.pieces.role_on(square)?.of(color))
    }

    #[inline(always)]
    fn mover(&self, mv: PackedMove) -> Option<Piece> {
        Some(mv.mover().of(self.state.side_to_move()))
    }

    #[inline(always)]
    fn state_key(&self) -> u64 {
        self.state.key()
    }
}
