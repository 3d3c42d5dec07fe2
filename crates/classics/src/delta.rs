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
//! that make and unmake are almost one `xor/add/and` of vectors with `delta[moveNr]`. The founding text of
//! quad-bitboards has the same idea as `qbb ^= fromTable[from aspect] ^ toTable[to aspect]`,
//! <https://www.chessprogramming.org/Quad-Bitboards>.
//!
//! - Making a move needs no table and no branch, not even on the kind of move. At AVX2 it takes two xors and
//!   one addition, and unmaking the same with a subtraction; `cargo xtask asm` checks that. The cost moves to
//!   the generator, which computes the delta of every move in its list, made or not.
//! - "Almost": the planes and the other words are two registers, and a counter has to be added
//!   because xor cannot count.
//! - "And some more": the *trail*, 16 bits into which every move's [`Move`] is xored. So each delta has its
//!   move in it, and needs no field beside the vectors for it.
//! - `delta[moveNr]` is a [`Record`]: the deltas of a game by the number of the move, which the board itself
//!   counts. A perft or a search needs none, because its lists of moves hold the deltas already.
//!
//! The moves come from the generator of [`sets`](crate::sets), over four planes: compared with
//! [`Planes`](crate::sets::Planes), this board shows only what deltas gain and cost. Tried: the founding
//! text's tables of aspects, of 64 squares and 16 codes. An aspect is one word under four masks, and a lookup
//! is no faster (quad's bench `make`).

mod cache_line;
mod record;
mod writer;

use quadbit_movegen::{Board, BoardMove, List, Move, Position};
use quadbit_quad::QuadBitboard;
use quadbit_x88::Color;

use crate::bitboards::{Black, Count, FourPlanes, Pieces, State, White, generate};

pub use cache_line::{CacheLine, CacheLineDelta};
pub use record::{Record, RecordFull};
use writer::{Writer, keys_from_scratch};

/// The board in one cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delta(CacheLine);

static_assertions::assert_eq_size!(Delta, [u8; 64]);

/// A move as its changes to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeltaMove(CacheLineDelta);

static_assertions::assert_eq_size!(DeltaMove, [u8; 96]);

/// Where the trail begins in word 6.
const TRAIL: u32 = 32;
/// Where the reversible half moves begin in word 7. A carry out of the 16 bits of the
/// counter is lost on purpose.
const CLOCK: u32 = 48;

impl Delta {
    /// The planes.
    #[inline(always)]
    pub const fn board(&self) -> QuadBitboard {
        self.0.board()
    }

    /// The Zobrist key, with the numbers of [`Position::key`]; the file of a double push is in it if
    /// a pawn stands beside.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.0.others()[0]
    }

    /// The Zobrist key of the pawns, as [`Position::pawn_key`] has it.
    #[inline(always)]
    pub const fn pawn_key(&self) -> u64 {
        self.0.others()[1]
    }

    /// Half moves since the beginning of the game.
    #[inline(always)]
    pub const fn half_moves(&self) -> u64 {
        self.0.others()[3] & ((1 << CLOCK) - 1)
    }

    /// Half moves since the last capture or pawn move; stays at 65,535 once there.
    #[inline(always)]
    pub const fn reversible_half_moves(&self) -> u16 {
        (self.0.others()[3] >> CLOCK) as u16
    }

    #[inline(always)]
    const fn state(&self) -> State {
        State::from_bits(self.0.others()[2] as u32)
    }

    #[inline(always)]
    fn pieces(&self) -> FourPlanes {
        FourPlanes::from_quad(self.board())
    }
}

impl Board for Delta {
    type Move = DeltaMove;
    type List = List<DeltaMove>;
    type Undo = ();
    type Unsupported = core::convert::Infallible;

    const NAME: &'static str = "delta";

    fn from_position(position: &Position) -> Result<Self, Self::Unsupported> {
        let state = State::of(position);
        let [key, pawn_key] = keys_from_scratch(position.board(), state);
        let whole_moves = u64::from(position.fullmoves()).saturating_sub(1);
        let half_moves = 2 * whole_moves + position.side_to_move() as u64;
        let counters = half_moves | u64::from(position.halfmoves()) << CLOCK;
        Ok(Self(CacheLine::new(position.board(), [key, pawn_key, u64::from(state.to_bits()), counters])))
    }

    #[inline(always)]
    fn legal_moves(&self, list: &mut List<DeltaMove>) {
        list.clear();
        let (pieces, state) = (self.pieces(), self.state());
        match state.side_to_move() {
            Color::White => generate::<White, _, _>(&pieces, state, &mut Writer::<White>::new(self, list)),
            Color::Black => generate::<Black, _, _>(&pieces, state, &mut Writer::<Black>::new(self, list)),
        }
    }

    #[inline(always)]
    fn legal_count(&self) -> usize {
        let mut count = Count(0);
        let (pieces, state) = (self.pieces(), self.state());
        match state.side_to_move() {
            Color::White => generate::<White, _, _>(&pieces, state, &mut count),
            Color::Black => generate::<Black, _, _>(&pieces, state, &mut count),
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

impl BoardMove for DeltaMove {
    const FILLER: Self = Self(CacheLineDelta { board: QuadBitboard::EMPTY, xor: [0; 4], add: [0; 4] });

    #[inline]
    fn to_move(self) -> Move {
        Move::from_bits((self.0.xor[2] >> TRAIL) as u16)
    }
}

#[cfg(all(test, feature = "_testing"))]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::*;
    use quadbit_movegen::EpMode;

    /// Random and targeted positions, standard and Chess960; clocks, rights and en passant of all kinds.
    fn positions() -> impl Iterator<Item = Position> {
        testing::positions().chain([
            Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 65534 99").unwrap(),
            Position::from_fen("4k3/8/8/8/8/8/8/4K2R b K - 65535 99").unwrap(),
        ])
    }

    fn set_up(position: &Position) -> Delta {
        let Ok(board) = Delta::from_position(position);
        board
    }

    /// All words but the trail.
    fn words(board: &Delta) -> (QuadBitboard, [u64; 4]) {
        let mut others = board.0.others();
        others[2] &= (1 << TRAIL) - 1;
        (board.board(), others)
    }

    #[test]
    fn every_delta_leads_to_the_board_of_the_position_after_it() {
        let mut moves = List::default();
        for position in positions() {
            let mut board = set_up(&position);
            board.legal_moves(&mut moves);
            for &mv in &*moves {
                let mut after = position;
                after.play(mv.to_move()).unwrap();
                board.make(mv);
                assert_eq!(words(&board), words(&set_up(&after)), "{position} {:?}", mv.to_move());
                assert_eq!(board.reversible_half_moves(), after.halfmoves());
                board.unmake(mv, ());
            }
        }
    }

    #[test]
    fn keys_are_those_of_the_position() {
        for position in positions() {
            let board = set_up(&position);
            assert_eq!(board.pawn_key(), position.pawn_key());
            let same_ep = position.ep_square(EpMode::Pseudo) == position.ep();
            assert_eq!(board.key() == position.key(), same_ep, "{position}");
        }
    }

    #[test]
    fn a_record_takes_a_game_back() {
        // A record may begin in the middle of a game.
        let start =
            set_up(&Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 31").unwrap());
        let mut record = Record::<100>::new(start);
        let mut boards = Vec::new();
        let mut moves = List::default();
        loop {
            record.board().legal_moves(&mut moves);
            let mv = moves[boards.len() * 7 % moves.len()];
            let before = *record.board();
            if record.make(mv) == Err(RecordFull) {
                assert_eq!(*record.board(), before, "a full record changes nothing");
                break;
            }
            boards.push((before, mv.to_move()));
        }
        assert_eq!(boards.len(), 100);
        while let Some((before, mv)) = boards.pop() {
            assert_eq!(record.unmake(), Some(mv));
            assert_eq!(*record.board(), before);
        }
        assert_eq!(record.unmake(), None);
    }
}
