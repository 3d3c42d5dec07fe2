//! Static exchange evaluation: the value of a series of captures on one square.

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Role, Square};

use super::castling::is_castling;
use super::mv::Move;
use crate::position::Position;
use crate::position::en_passant::captured_en_passant;

/// The values of pawn, knight, bishop, rook and queen in an exchange, in any unit, none below 0. A king is never
/// captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceValues(pub [i32; 5]);

impl PieceValues {
    /// Pawn 1, knight and bishop 3, rook 5, queen 9.
    pub const CLASSIC: Self = Self([1, 3, 3, 5, 9]);

    /// By the code of a role; 0 for an empty square and for the king.
    #[inline]
    const fn by_role_code(self) -> Worth {
        let [pawn, knight, bishop, rook, queen] = self.0;
        Worth([0, pawn, knight, bishop, rook, queen, 0, 0])
    }
}

/// The values of the pieces, so that a look-up needs no branch.
#[derive(Clone, Copy)]
struct Worth([i32; 8]);

impl Worth {
    /// In 64 bits, so that sums of a few values cannot overflow.
    #[inline]
    fn of(&self, role_code: u8) -> i64 {
        i64::from(self.0[(role_code & 7) as usize])
    }
}

impl Default for PieceValues {
    fn default() -> Self {
        Self::CLASSIC
    }
}

impl Position {
    /// Whether a legal move, and the exchange that follows on its square, wins at least `threshold` in these values.
    ///
    /// The sides capture in turn on the target square of the move, each time with the least valuable piece that
    /// attacks it (pawns first, then knights, bishops, rooks, queens, king); sliders behind a piece that has captured
    /// join in. Either side stops when another capture would lose. A king captures only if it cannot be captured in
    /// return. A static evaluation does not see pins, checks, promotions by a later capture, or anything elsewhere on
    /// the board. The move itself may promote or capture en passant; castling is worth 0.
    ///
    /// The balance is kept from the point of view of the side that has to capture next, so the loop ends as soon as a
    /// side can no longer reach the threshold.
    ///
    /// Source: <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>.
    ///
    /// ```
    /// use quadbit_movegen::{Move, PieceValues, Position, Square};
    /// // Rook takes a pawn that a pawn protects: one won, five lost.
    /// let position: Position = "4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1".parse()?;
    /// let takes = Move::new(Square::E1, Square::E5);
    /// assert!(position.wins_exchange(takes, -4, PieceValues::CLASSIC));
    /// assert!(!position.wins_exchange(takes, -3, PieceValues::CLASSIC));
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn wins_exchange(&self, mv: Move, threshold: i32, values: PieceValues) -> bool {
        let board = self.board();
        let (from, to) = (mv.from(), mv.to());
        let [mover, target] = [from, to].map(|square| board.code(square));
        if mover == 0 || is_castling(mover, target) {
            return threshold <= 0;
        }
        let worth = values.by_role_code();
        let mut occupied = board.occupied().without(from).with(to);
        let mut gain = worth.of(target >> 1);
        // The value of the piece on the square, which is lost if the other side captures it.
        let mut at_stake = worth.of(mover >> 1);
        if self.is_en_passant(mv) {
            occupied = occupied.without(captured_en_passant(from, to));
            gain = worth.of(Role::Pawn.code());
        }
        if let Some(role) = mv.promotion() {
            gain += worth.of(role.code()) - worth.of(Role::Pawn.code());
            at_stake = worth.of(role.code());
        }
        // By how much the side that has just captured is above the threshold; below 0 it has failed.
        let balance = gain - i64::from(threshold);
        if balance < 0 || balance >= at_stake {
            return balance >= 0;
        }
        self.exchange(to, occupied, balance, at_stake, &worth)
    }

    /// Whether the side to move wins an exchange after its first capture: the captures that follow on the square, one by one.
    #[inline(never)]
    fn exchange(
        &self,
        to: Square,
        mut occupied: Bitboard,
        mut balance: i64,
        mut at_stake: i64,
        worth: &Worth,
    ) -> bool {
        let board = self.board();
        let us = self.side_to_move();
        let mut attackers = self.attackers_over(to, occupied) & occupied;
        if !attackers.meets(board.color(!us)) {
            return true;
        }
        let pieces = Role::ALL.map(|role| board.role(role));
        let mut side = us;
        loop {
            side = !side;
            let own = attackers & board.color(side);
            if own.is_empty() {
                break;
            }
            // The least valuable attacker, by the index of its role.
            let mut role = 0;
            while role < 5 && !pieces[role].meets(own) {
                role += 1;
            }
            let attacker = (pieces[role] & own).first_or_a1();
            if role == Role::King.index() {
                let behind = self.attackers_over(to, occupied.without(attacker));
                if (behind & occupied).meets(board.color(!side)) {
                    break;
                }
            }
            // This side fails if it is behind even when its capture is not answered.
            balance = at_stake - balance - 1;
            if balance < 0 {
                break;
            }
            at_stake = worth.of(Role::ALL[role].code());
            occupied = occupied.without(attacker);
            // The slider behind a piece that has captured moves as that piece did.
            if MOVES_SLANTED >> role & 1 != 0 {
                attackers |= attacks::bishop(to, occupied) & board.diagonal_sliders();
            }
            if MOVES_STRAIGHT >> role & 1 != 0 {
                attackers |= attacks::rook(to, occupied) & board.orthogonal_sliders();
            }
            attackers &= occupied;
        }
        // `side` is the one that could not continue.
        side != us
    }
}

/// Pawns, bishops and queens, by the index of the role.
const MOVES_SLANTED: u8 = 1 << Role::Pawn.index() | 1 << Role::Bishop.index() | 1 << Role::Queen.index();
/// Rooks and queens.
const MOVES_STRAIGHT: u8 = 1 << Role::Rook.index() | 1 << Role::Queen.index();
