//! `QBBEngine`: a quad-bitboard that is flipped at every move, so that the side to move
//! always plays up the board.
//!
//! ```text
//!   bytes  0 ..  7   PM: the pieces of the side to move
//!          8 .. 15   P0: pawns, bishops, queens
//!         16 .. 23   P1: knights, bishops, kings
//!         24 .. 31   P2: rooks, queens, kings
//!         32 .. 33   castling: own rooks, their rooks
//!         34         en passant file, 8 for none
//!         35         side to move
//!
//!   white to move       1. e4       black to move
//!   r n b q k b n r                 R N B Q K B N R
//!   p p p p p p p p                 P P P P . P P P
//!   . . . . . . . .                 . . . . . . . .
//!   . . . . . . . .                 . . . . P . . .
//!   . . . . . . . .                 . . . . . . . .
//!   . . . . . . . .                 . . . . . . . .
//!   P P P P P P P P                 p p p p p p p p
//!   R N B Q K B N R                 r n b q k b n r
//!   PM: upper case                  PM: lower case
//! ```
//! Fabio Gobbato wrote it to teach. The wiki, <https://www.chessprogramming.org/QBBEngine>, describes a compact
//! board with a generator that knows no colour.
//!
//! Making a move copies the board; the piece moves as a white one would; then the sides change:
//! `PM ^= P0 | P1 | P2`, and all four planes have their bytes swapped. Sliders find their nearest blocker
//! without tables. Moves are turned back where they leave the board: [`PackedMove`] has a bit for that.
//!
//! Departures:
//! - His castling byte has two bits a side, and rotates by four. Chess960 needs the files of the rooks:
//!   two bytes, which swap.
//! - He makes pseudo-legal moves, and tests each one for its king. Here checks and pins are found first, as
//!   in [`sets`](crate::sets), with which this board shares everything but the store and the view.
//! - The counters of half moves and of repetitions, which a generator does not need, are left out.
//!
//! Tried: pseudo-legal moves with a test of each, as in his program, give the same counts. They take 3.5
//! times the instructions of this generator with bulk counting, and 1.5 times if every leaf is made (the
//! wiki's six positions, three plies, callgrind).

use quadbit_movegen::{MoveList, Position};
use quadbit_x88::{Color, Piece, Square};

use crate::bitboards::{Count, FourPlanes, PackedMove, Packer, State, ToMove, Turn, generate, is_check};
use crate::board::Board;
use crate::search_board::SearchBoard;

/// A board of sets that is kept as the side to move sees it, so that one generator serves both sides. `P` stores the
/// pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlipBoard<P> {
    pieces: P,
    state: State,
}

/// The board of the engine `QBBEngine`: four planes, flipped after every move.
pub type Flip = FlipBoard<FourPlanes>;

impl<P: Turn> Board for FlipBoard<P> {
    type Move = PackedMove;
    type Undo = Self;

    fn from_position(position: &Position) -> Self {
        // The colour set of a `Position`'s board holds Black's pieces, that of this board the pieces of the side to
        // move.
        let mut state = State::of(position);
        let board = match position.side_to_move() {
            Color::White => position.board().swap_colors(),
            Color::Black => {
                state.turn();
                position.board().flip_ranks()
            }
        };
        Self { pieces: P::from_quad(board), state }
    }

    #[inline]
    fn legal_moves(&self, list: &mut MoveList<PackedMove>) {
        list.clear();
        let turned = self.state.side_to_move() == Color::Black;
        generate::<ToMove, P, _, true>(&self.pieces, self.state, &mut Packer { list, turned });
    }

    #[inline]
    fn legal_count(&self) -> usize {
        let mut count = Count(0);
        generate::<ToMove, P, _, true>(&self.pieces, self.state, &mut count);
        count.0 as usize
    }

    #[inline]
    fn make(&mut self, mv: PackedMove) -> Self {
        let before = *self;
        self.state.make::<ToMove, P>(&mut self.pieces, mv);
        self.pieces.turn();
        self.state.turn();
        before
    }

    #[inline]
    fn unmake(&mut self, _mv: PackedMove, before: Self) {
        *self = before;
    }
}

impl<P: Turn> SearchBoard for FlipBoard<P> {
    #[inline]
    fn captures(&self, list: &mut MoveList<PackedMove>) {
        list.clear();
        let turned = self.state.side_to_move() == Color::Black;
        generate::<ToMove, P, _, false>(&self.pieces, self.state, &mut Packer { list, turned });
    }

    #[inline]
    fn side_to_move(&self) -> Color {
        self.state.side_to_move()
    }

    #[inline]
    fn is_check(&self) -> bool {
        is_check::<ToMove, P>(&self.pieces)
    }

    #[inline]
    fn piece(&self, square: Square) -> Option<Piece> {
        let us = self.state.side_to_move();
        let square = square.relative_to(us);
        let color = if self.pieces.own::<ToMove>().has(square) { us } else { !us };
        Some(self.pieces.role_on(square)?.of(color))
    }

    #[inline]
    fn mover(&self, mv: PackedMove) -> Option<Piece> {
        Some(mv.mover().of(self.state.side_to_move()))
    }

    /// The Zobrist key of side to move, castling rights and en passant, in White's view: the stored state is flipped
    /// back.
    #[inline]
    fn state_key(&self) -> u64 {
        let mut state = self.state;
        if state.is_black_to_move() {
            state.turn();
        }
        state.key()
    }
}
