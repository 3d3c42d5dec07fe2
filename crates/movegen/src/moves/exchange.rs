//! Static exchange evaluation: the value of a series of captures on one square.
//!
//! 1. `stakes`: what the first move gains, and what the opponent may capture in return.
//! 2. [`Exchange`] plays the captures: each side takes with its least valuable piece. Sliders are looked up only where
//!    neither a pawn nor a knight can take, on the lines that are open by then.
//! 3. [`Position::wins_exchange`] stops as soon as one side cannot reach the threshold any more, most often before the
//!    first capture. [`Position::exchange_value`] plays to the end, and then decides backwards who would have stopped.
//!
//! Pins are ignored. A king does not capture a protected piece. Both methods must agree: `wins_exchange` is true
//! exactly for the thresholds up to `exchange_value`.

use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{Color, Role, Square};

use super::mv::Move;
use crate::position::Position;
use crate::position::en_passant::captured_en_passant;

/// The values of pawn, knight, bishop, rook and queen in an exchange, in any unit, none below 0. A king is never
/// captured and has the value 0. A `const` of this type is built at compile time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceValues([i32; 8]);

impl PieceValues {
    /// Creates values from those of pawn, knight, bishop, rook and queen, in this order.
    pub const fn new(values: [i32; 5]) -> Self {
        let [pawn, knight, bishop, rook, queen] = values;
        // Indexed by the code of a role, which is 0 for an empty square, so that a look-up needs no branch.
        Self([0, pawn, knight, bishop, rook, queen, 0, 0])
    }

    /// The value of a piece of `role`.
    #[inline]
    pub const fn of(&self, role: Role) -> i32 {
        self.0[role.code() as usize]
    }

    /// The value of the role with this code, in 64 bits, so that sums of a few values cannot overflow.
    #[inline]
    fn of_code(&self, role_code: u8) -> i64 {
        i64::from(self.0[(role_code & 7) as usize])
    }
}

/// The values in pawns: pawn 1, knight and bishop 3, rook 5, queen 9.
impl Default for PieceValues {
    fn default() -> Self {
        Self::new([1, 3, 3, 5, 9])
    }
}

impl Position {
    /// Whether the legal move `mv`, with the exchange that follows on its target square, wins at least `threshold`,
    /// counted in `values`.
    ///
    /// The sides capture in turn on the target square of the move, each time with the least valuable piece
    /// that attacks it (pawns first, then knights, bishops, rooks, queens, king); sliders behind a piece that
    /// has captured then attack too. Either side stops when another capture would lose. A king captures only
    /// if it cannot be captured in return. A static evaluation does not see pins, checks, promotions by a
    /// later capture, or anything elsewhere on the board. The move itself may promote or capture en passant;
    /// castling is worth 0.
    ///
    /// The balance is kept from the point of view of the side that has captured last, so the loop ends as soon as a
    /// side can no longer reach the threshold.
    ///
    /// Source: <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>.
    ///
    /// ```
    /// use quadbit_movegen::{Move, PieceValues, Position, Square};
    /// // Rook takes a pawn that a pawn protects: one won, five lost.
    /// let position: Position = "4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1".parse()?;
    /// let takes = Move::new(Square::E1, Square::E5);
    /// assert!(position.wins_exchange(takes, -4, &PieceValues::default()));
    /// assert!(!position.wins_exchange(takes, -3, &PieceValues::default()));
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn wins_exchange(&self, mv: Move, threshold: i32, values: &PieceValues) -> bool {
        let Some([gain, at_stake]) = self.stakes(mv, values) else {
            return threshold <= 0;
        };
        // The margin of the gain over the threshold; if it is below 0, the move has failed.
        let balance = gain - i64::from(threshold);
        if balance < 0 || balance >= at_stake {
            return balance >= 0;
        }
        self.wins_captures(mv, balance, at_stake, values)
    }

    /// What the legal move `mv` gains, with the exchange that follows on its target square, counted in `values`: the
    /// highest threshold for which [`wins_exchange`](Self::wins_exchange) is true. For a single threshold
    /// `wins_exchange` is faster.
    ///
    /// ```
    /// use quadbit_movegen::{Move, PieceValues, Position, Square};
    /// let position: Position = "4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1".parse()?;
    /// let takes = Move::new(Square::E1, Square::E5);
    /// assert_eq!(position.exchange_value(takes, &PieceValues::default()), -4);
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn exchange_value(&self, mv: Move, values: &PieceValues) -> i64 {
        let Some([gain, mut at_stake]) = self.stakes(mv, values) else {
            return 0;
        };
        // The value of each captured piece, in order. Each capture removes one of at most 32 pieces, so 32 numbers are
        // enough.
        let (mut taken, mut captures) = ([0; 32], 0);
        let mut exchange = Exchange::new(self, mv);
        while let Some(role_code) = exchange.capture() {
            taken[captures & 31] = at_stake;
            captures += 1;
            at_stake = values.of_code(role_code);
        }
        // From the last capture back to the first: a side captures only if it gains by that.
        gain - taken[..captures].iter().rev().fold(0, |wins: i64, taken| (taken - wins).max(0))
    }

    /// The gain of `mv` before any recapture, and the value of the piece that then stands on its target, both in units
    /// of `values`; `None` for castling, which wins and risks nothing.
    #[inline(always)]
    fn stakes(&self, mv: Move, values: &PieceValues) -> Option<[i64; 2]> {
        // Reads the board instead of the move's effect: finding the effect here would take 3% of the instructions of a
        // search.
        let board = self.board();
        let mover = board.role_code(mv.from());
        let captured = if board.occupied().has(mv.to()) {
            if board.color(self.side_to_move()).has(mv.to()) {
                return None;
            }
            board.role_code(mv.to())
        } else {
            // Only en passant takes a pawn to an empty square of another file.
            let is_aside = mover == Role::Pawn.code() && mv.from().file() != mv.to().file();
            if is_aside { Role::Pawn.code() } else { 0 }
        };
        let Some(promoted) = mv.promotion() else {
            return Some([values.of_code(captured), values.of_code(mover)]);
        };
        let at_stake = values.of_code(promoted.code());
        Some([values.of_code(captured) + at_stake - values.of_code(mover), at_stake])
    }

    /// Whether the side to move still wins the exchange on the target of `mv` when the captures that follow `mv` are
    /// made one by one. `balance` is the gain of `mv` minus the gain that was asked for; `at_stake` is the value of the
    /// piece on the target.
    #[inline(never)]
    fn wins_captures(&self, mv: Move, mut balance: i64, mut at_stake: i64, values: &PieceValues) -> bool {
        let us = self.side_to_move();
        // Most exchanges end here: an enemy pawn captures the piece on the target, and even if we capture the pawn in
        // return, we do not reach the gain that was asked for.
        let pawn = values.of_code(Role::Pawn.code());
        let pawns = attacks::pawn(us, mv.to()) & self.board().pawns();
        if at_stake - balance > pawn && pawns.intersects(self.board().color_bits(!us)) {
            return false;
        }
        let mut exchange = Exchange::new(self, mv);
        while let Some(role_code) = exchange.capture() {
            // The balance as the side that has just captured sees it, minus 1, so that exactly one side has a balance
            // of at least 0. If it is negative even without a recapture, that side fails.
            balance = at_stake - balance - 1;
            if balance < 0 {
                break;
            }
            at_stake = values.of_code(role_code);
        }
        // The side on which the loop ended loses: it could not capture, or its capture did not win enough.
        exchange.side != us
    }
}

/// The captures on the square `to`, made one by one, each with the least valuable attacker.
struct Exchange {
    to: Square,
    board: QuadBitboard,
    /// The squares of the pieces that are still on the board.
    occupied: Bitboard,
    /// The pawns, knights and kings of both sides that attack `to` on `board`, the board before the move.
    steppers: Bitboard,
    /// The side that captured last.
    side: Color,
}

impl Exchange {
    /// The exchange on the target square of `mv`, after the move.
    #[inline(always)]
    fn new(position: &Position, mv: Move) -> Self {
        let (board, to) = (position.board(), mv.to());
        let mut occupied = board.occupied().without(mv.from()).with(to);
        if position.is_en_passant(mv) {
            occupied = occupied.without(captured_en_passant(mv.from(), to));
        }
        Self { to, board, occupied, steppers: board.stepping_attackers(to), side: position.side_to_move() }
    }

    /// Passes the turn to the other side, captures with its least valuable attacker, and returns the code of that
    /// piece's role; `None` if the side cannot capture.
    #[inline(always)]
    fn capture(&mut self) -> Option<u8> {
        let board = self.board;
        self.side = !self.side;
        let own = self.occupied & board.color_bits(self.side);
        // Sliders, also those whose line a capture has opened, are looked up only if no pawn or knight captures.
        let light = (self.steppers & own) - board.kings();
        let attackers = if light.is_empty() {
            (self.steppers | board.sliding_attackers(self.to, self.occupied)) & own
        } else {
            light
        };
        if attackers.is_empty() {
            return None;
        }
        let (role_code, pieces) = least_valuable(board, attackers);
        self.occupied = self.occupied.without(pieces.first_or_a1());
        // A king does not capture a protected piece, even if only a slider behind the king protects it.
        if role_code == Role::King.code() {
            let protectors =
                (self.steppers | board.sliding_attackers(self.to, self.occupied)) & self.occupied;
            if protectors.intersects(board.color_bits(!self.side)) {
                return None;
            }
        }
        Some(role_code)
    }
}

/// The least valuable pieces of `set`, which is not empty, and the code of their role: the lowest code, found
/// bit by bit from the highest plane down.
#[inline(always)]
fn least_valuable(board: QuadBitboard, set: Bitboard) -> (u8, Bitboard) {
    let [_, b1, b2, b3] = board.planes();
    let (mut code, mut least) = (0, set);
    for (bit, plane) in [(4, b3), (2, b2), (1, b1)] {
        let lower = least - plane;
        (code, least) = if lower.is_empty() { (code | bit, least) } else { (code, lower) };
    }
    (code, least)
}
