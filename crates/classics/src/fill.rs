//! Gerd Isenberg's fills: the attacks of all sliders, and the checks and pins they give, for both sides and
//! all directions at once, never slider by slider.
//!
//! ```text
//!   the board        four planes: black | P B Q | N B K | R Q K, and castling, en passant, side to move: 36 bytes in 64
//!   for each fill    bb0 white sliders   bb1 white king   bb2 black king   bb3 black sliders
//!                    (rooks and queens on ranks and files, bishops and queens on diagonals)
//!
//!   a rank                         R . . n . . . k
//!   bb0 fills east                 . 1 1 1 . . . .     the rook sees the knight,
//!   bb2 fills west                 . . . 1 1 1 1 .     and the king sees it:
//!   one AND of half registers      . . . 1 . . . .     one piece in between, the king's own: pinned
//! ```
//! In the Winboard forum in November 2006 Isenberg proposed quad-bitboards as boards and as generators of
//! sliding attacks: four disjoint sets, in this order, filled in one direction by one register of words. He
//! lists the results: the *taboo* squares of the king, the sets in between, checks and the targets that break
//! them, pins "in total and by direction", and discovered checkers; and he says of the denser form, fifteen
//! codes in four words, that multiplexing and demultiplexing make it hard to use efficiently. The fill itself
//! is by Kogge and Stone, <https://www.chessprogramming.org/Quad-Bitboards>.
//!
//! Here [`kings`] makes the fills and all of the above. No slider is looked up square by
//! square, even for en passant, where the board after the capture is filled again. The board is generic over
//! the level: at AVX2 a direction is one register, at SSE2 two.
//!
//! A fill tells which squares sliders reach, but not from where. For counting that does not matter: in one
//! direction a square has at most one attacker, so the sizes of eight sets add up. For a list, **a filled
//! target finds its source** by its distance: the sliders advance one step at a time in all directions at
//! once, and a target reached in step `n` is `n` squares from its slider. This is the fill called Dumb7,
//! <https://www.chessprogramming.org/AVX2>. From a filled set alone one would have to find the nearest slider
//! behind each target, again a lookup by square.
//!
//! Everything but the search for moves is shared with [`Planes`](crate::sets::Planes): store,
//! moves, make and unmake.

mod generate;
pub mod kings;

use fearless_simd::Simd;
use quadbit_movegen::{Board, Feature, List, Position};
use quadbit_x88::Color;

use crate::bitboards::{Black, Count, FourPlanes, PackedMove, Packer, Pieces, State, White};
use crate::vectorized::{FEATURES, LevelMissing, token};
use generate::{FillSink, generate};

/// The name of the board, the same at every level.
pub(crate) const NAME: &str = "fill";

/// Four planes whose sliders fill the board, at a level of SIMD instructions.
#[derive(Clone, Copy, Debug)]
pub struct Fill<S> {
    level: S,
    pieces: FourPlanes,
    state: State,
}

impl<S: Simd> Fill<S> {
    #[inline(always)]
    fn generate<K: FillSink>(&self, sink: &mut K) {
        match self.state.side_to_move() {
            Color::White => generate::<S, White, K>(self.level, self.pieces.quad(), self.state, sink),
            Color::Black => generate::<S, Black, K>(self.level, self.pieces.quad(), self.state, sink),
        }
    }
}

impl<S: Simd> Board for Fill<S> {
    type Move = PackedMove;
    type List = List<PackedMove>;
    type Undo = Self;
    type Unsupported = LevelMissing;

    const NAME: &'static str = NAME;
    const FEATURES: &'static [Feature] = FEATURES;

    fn from_position(position: &Position) -> Result<Self, LevelMissing> {
        Ok(Self {
            level: token()?,
            pieces: FourPlanes::from_quad(position.board()),
            state: State::of(position),
        })
    }

    #[inline]
    fn legal_moves(&self, list: &mut List<PackedMove>) {
        list.clear();
        self.level.vectorize(
            #[inline(always)]
            || self.generate(&mut Packer { list, turned: false }),
        );
    }

    #[inline]
    fn legal_count(&self) -> usize {
        self.level.vectorize(
            #[inline(always)]
            || {
                let mut count = Count(0);
                self.generate(&mut count);
                count.0 as usize
            },
        )
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

impl<S> PartialEq for Fill<S> {
    fn eq(&self, other: &Self) -> bool {
        (self.pieces, self.state) == (other.pieces, other.state)
    }
}

impl<S> Eq for Fill<S> {}
