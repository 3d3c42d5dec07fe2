//! Gerd Isenberg's fills: the attacks of all sliders, and the checks and pins they give, for both sides and all
//! directions at once, never slider by slider.
//!
//! ```text
//!   the board        four planes: black | P B Q | N B K | R Q K, and castling, en passant, side: 36 bytes in 64
//!   for each fill    bb0 white sliders   bb1 white king   bb2 black king   bb3 black sliders
//!                    (rooks and queens on ranks and files, bishops and queens on diagonals)
//!
//!   a rank                         R . . n . . . k
//!   bb0 fills east                 . 1 1 1 . . . .     the rook sees the knight,
//!   bb2 fills west                 . . . 1 1 1 1 .     and the king sees it:
//!   one AND of half registers      . . . 1 . . . .     one piece in between, the king's own: pinned
//! ```
//! In the Winboard forum in November 2006 Isenberg described quad-bitboards as boards and as generators of sliding
//! attacks: four disjoint sets, in this order, filled in one direction by one register of words. He lists the results:
//! the *taboo* squares of the king, the sets in between, checks and the targets that break them, pins "in total and by
//! direction", and discovered checkers; and he says of the denser form, fifteen codes in four words, that multiplexing
//! and demultiplexing make it hard to use efficiently. The fill itself is by Kogge and Stone,
//! <https://www.chessprogramming.org/Quad-Bitboards>.
//!
//! Here [`kings`] makes the fills and all of the above. No slider is looked up square by square, even for en passant,
//! where the board after the capture is filled again. At AVX2 a direction is one register, at SSE2 two.
//!
//! A fill shows which squares sliders reach, but not from where. For counting that does not matter: in one direction a
//! square has at most one attacker, so the sizes of eight sets add up. For a list, **a filled target finds its source**
//! by its distance: the sliders advance one step at a time in all directions at once, and a target reached in step `n`
//! is `n` squares from its slider. This is the fill called Dumb7, <https://www.chessprogramming.org/AVX2>. From just a
//! filled set one would have to find the nearest slider behind each target, again a lookup by square.
//!
//! Store, moves, make and unmake are those of [`sets`](crate::sets), with four planes.

mod generate;
pub mod kings;

use fearless_simd::Simd;
use quadbit_movegen::{MoveList, Position};
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_x88::{Color, Piece, Square};

use crate::bitboards::{Black, Count, FourPlanes, PackedMove, Packer, Pieces, State, White};
use crate::board::Board;
use crate::search_board::SearchBoard;
use generate::{FillSink, generate};
use kings::Fills;

/// A board of four planes that finds the moves of sliders by filling. Its code is compiled for several levels (sets of
/// CPU instructions); each board keeps the level that it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fill {
    level: Level,
    pieces: FourPlanes,
    state: State,
}

impl Fill {
    /// The board of `position`, whose fills use the instructions of `level`.
    pub fn at(level: Level, position: &Position) -> Self {
        Self { level, pieces: FourPlanes::from_quad(position.board()), state: State::of(position) }
    }

    #[inline(always)]
    fn generate<S: Simd, K: FillSink, const QUIET: bool>(&self, s: S, sink: &mut K) {
        match self.state.side_to_move() {
            Color::White => generate::<S, White, K, QUIET>(s, self.pieces.quad(), self.state, sink),
            Color::Black => generate::<S, Black, K, QUIET>(s, self.pieces.quad(), self.state, sink),
        }
    }
}

impl Board for Fill {
    type Move = PackedMove;
    type Undo = Self;

    /// The board of `position`, run with the best vector instructions of this machine.
    fn from_position(position: &Position) -> Self {
        Self::at(Level::auto(), position)
    }

    fn legal_moves(&self, list: &mut MoveList<PackedMove>) {
        list.clear();
        dispatch!(self.level, s => self.generate::<_, _, true>(s, &mut Packer { list, turned: false }));
    }

    fn legal_count(&self) -> usize {
        let mut count = Count(0);
        dispatch!(self.level, s => self.generate::<_, _, true>(s, &mut count));
        count.0 as usize
    }

    #[inline]
    fn make(&mut self, mv: PackedMove) -> Self {
        let before = *self;
        match self.state.side_to_move() {
            Color::White => self.state.make::<White, _>(&mut self.pieces, mv),
            Color::Black => self.state.make::<Black, _>(&mut self.pieces, mv),
        }
        before
    }

    #[inline]
    fn unmake(&mut self, _mv: PackedMove, before: Self) {
        *self = before;
    }
}

impl SearchBoard for Fill {
    fn captures(&self, list: &mut MoveList<PackedMove>) {
        list.clear();
        dispatch!(self.level, s => self.generate::<_, _, false>(s, &mut Packer { list, turned: false }));
    }

    #[inline]
    fn side_to_move(&self) -> Color {
        self.state.side_to_move()
    }

    fn is_check(&self) -> bool {
        let (board, us) = (self.pieces.quad(), self.state.side_to_move());
        let taboo = dispatch!(self.level, s => Fills::new(s, board).lines(us).taboo);
        taboo.intersects(board.kings() & board.color(us))
    }

    #[inline]
    fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces.quad().piece_at(square)
    }

    #[inline]
    fn mover(&self, mv: PackedMove) -> Option<Piece> {
        Some(mv.mover().of(self.state.side_to_move()))
    }

    #[inline]
    fn state_key(&self) -> u64 {
        self.state.key()
    }
}
