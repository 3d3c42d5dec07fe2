//! Gerd Isenberg's board of 64 bytes: a move is a vector that is xored and added to make it, and xored and
//! subtracted to unmake it.
//!
//! ```text
//!              the board, one cache line               a move: what changes, 96 bytes
//!   word 0     black                                   xor
//!        1     pawns, bishops, queens                  xor
//!        2     knights, bishops, kings                 xor
//!        3     rooks, queens, kings                    xor
//!        4     key                                     xor  add 0
//!        5     pawn key                                xor  add 0
//!        6     castling, en passant, side, trail       xor  add 0
//!        7     half moves of the game, and those       xor 0  add
//!              since the last capture or pawn move
//! ```
//! In the Winboard forum in November 2006 he wrote that quad-bitboards, with normal and pawn keys, en passant
//! and castling states, a count of moves and one of reversible moves, "and some more", take 64 bytes, and
//! that make and unmake are almost one `xor/add/and` of vectors with `delta[moveNr]`. The wiki's page on
//! quad-bitboards, which quotes him, does it for the planes only, by the xor of two tables of aspects, one read at
//! the move's origin and one at its destination: <https://www.chessprogramming.org/Quad-Bitboards>.
//!
//! - Making a move needs no table and no branch, not even on the kind of move. At AVX2 it takes two xors and
//!   one addition, and unmaking the same with a subtraction; `cargo xtask asm` checks that. The cost moves to
//!   the generator, which computes the delta of every move in its list, made or not.
//! - "Almost": the planes and the other words are two registers, and a counter has to be added
//!   because xor cannot count. In one register of 512 bits it is one xor and one addition; the planes then add zero.
//! - His `and` would clear what any move ends: rights, the file of a double push, reversible moves. Here the generator
//!   knows what there is to clear, and the xor does it, so that the delta can take the move back.
//! - "And some more": the *trail*, 16 bits into which every move's [`Move`] is xored. So each delta has its
//!   move in it, and needs no field besides the vectors for it.
//! - `delta[moveNr]` would be an array of the deltas of a game. It is not built, because the lists of moves of a
//!   perft or a search hold the deltas already.
//!
//! The moves come from the generator of [`sets`](crate::sets), over four planes: compared with
//! `SetBoard<FourPlanes>`, this board shows only what deltas gain and cost. Tried: the page's
//! tables of aspects, of 64 squares and 16 codes. An aspect is one word under four masks, and a lookup is no
//! faster (quad's bench `make`).
//!
//! A delta fits only the position for which it was generated, because it clears what this position has.

mod cache_line;
mod writer;

use quadbit_movegen::{Move, MoveList, Position};
use quadbit_quad::QuadBitboard;
use quadbit_x88::{Color, Piece, Square};

use crate::bitboards::{Black, Count, FourPlanes, Pieces, State, White, generate, is_check};
use crate::board::Board;
use crate::search_board::SearchBoard;

pub use cache_line::{CacheLine, CacheLineDelta};
use writer::{Writer, keys_from_scratch};

/// Gerd Isenberg's board (see the [module](self)): planes, keys, state and counters in one cache line of 64 bytes. A
/// move changes it by one xor and one addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delta(CacheLine);

static_assertions::assert_eq_size!(Delta, [u8; 64]);

/// A move of [`Delta`], kept as its changes to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeltaMove(CacheLineDelta);

static_assertions::assert_eq_size!(DeltaMove, [u8; 96]);

/// The lowest bit, in word 6, of the trail: the 16 bits into which every move's [`Move`] is xored.
const TRAIL: u32 = 32;
/// The lowest bit, in word 7, of the half-move clock: the number of half moves since the last capture or pawn move. The
/// clock takes the highest 16 bits, so that adding the negated clock resets it to 0 and the carry is lost.
const CLOCK: u32 = 48;

impl Delta {
    /// The board: the four planes of the cache line.
    #[inline(always)]
    const fn board(&self) -> QuadBitboard {
        self.0.board()
    }

    /// The number of half moves since the last capture or pawn move; stays at 65,535 once there.
    #[inline(always)]
    const fn reversible_half_moves(&self) -> u16 {
        (self.0.others()[3] >> CLOCK) as u16
    }

    #[inline(always)]
    const fn state(&self) -> State {
        State::from_bits(self.0.others()[2] as u32)
    }

    /// Writes all legal moves into `list`; only captures and promotions if `QUIET` is false.
    #[inline(always)]
    fn write_moves<const QUIET: bool>(&self, list: &mut MoveList<DeltaMove>) {
        list.clear();
        let (pieces, state) = (self.pieces(), self.state());
        match state.side_to_move() {
            Color::White => {
                generate::<White, _, _, QUIET>(&pieces, state, &mut Writer::<White>::new(self, list));
            }
            Color::Black => {
                generate::<Black, _, _, QUIET>(&pieces, state, &mut Writer::<Black>::new(self, list));
            }
        }
    }

    #[inline(always)]
    fn pieces(&self) -> FourPlanes {
        FourPlanes::from_quad(self.board())
    }
}

impl Board for Delta {
    type Move = DeltaMove;
    type Undo = ();

    fn from_position(position: &Position) -> Self {
        let state = State::of(position);
        let [key, pawn_key] = keys_from_scratch(position.board(), state);
        let whole_moves = u64::from(position.fullmoves()).saturating_sub(1);
        let half_moves = 2 * whole_moves + position.side_to_move() as u64;
        let counters = half_moves | u64::from(position.halfmoves()) << CLOCK;
        Self(CacheLine::new(position.board(), [key, pawn_key, u64::from(state.to_bits()), counters]))
    }

    #[inline(always)]
    fn legal_moves(&self, list: &mut MoveList<DeltaMove>) {
        self.write_moves::<true>(list);
    }

    #[inline(always)]
    fn legal_count(&self) -> usize {
        let mut count = Count(0);
        let (pieces, state) = (self.pieces(), self.state());
        match state.side_to_move() {
            Color::White => generate::<White, _, _, true>(&pieces, state, &mut count),
            Color::Black => generate::<Black, _, _, true>(&pieces, state, &mut count),
        }
        count.0 as usize
    }

    #[inline(always)]
    fn make(&mut self, mv: DeltaMove) {
        self.0.make(&mv.0);
    }

    #[inline(always)]
    fn unmake(&mut self, mv: DeltaMove, (): ()) {
        self.0.unmake(&mv.0);
    }
}

impl SearchBoard for Delta {
    #[inline(always)]
    fn captures(&self, list: &mut MoveList<DeltaMove>) {
        self.write_moves::<false>(list);
    }

    #[inline(always)]
    fn side_to_move(&self) -> Color {
        self.state().side_to_move()
    }

    #[inline(always)]
    fn is_check(&self) -> bool {
        match self.side_to_move() {
            Color::White => is_check::<White, _>(&self.pieces()),
            Color::Black => is_check::<Black, _>(&self.pieces()),
        }
    }

    #[inline(always)]
    fn piece(&self, square: Square) -> Option<Piece> {
        self.board().piece_at(square)
    }

    #[inline(always)]
    fn state_key(&self) -> u64 {
        self.state().key()
    }

    #[inline(always)]
    fn kept_key(&self) -> Option<u64> {
        Some(self.0.others()[0])
    }
}

impl Default for DeltaMove {
    fn default() -> Self {
        Self(CacheLineDelta { board: QuadBitboard::EMPTY, xor: [0; 4], add: [0; 4] })
    }
}

impl From<DeltaMove> for Move {
    #[inline]
    fn from(mv: DeltaMove) -> Self {
        Self::from_bits((mv.0.xor[2] >> TRAIL) as u16)
    }
}

#[cfg(all(test, feature = "_testing"))]
mod tests;
