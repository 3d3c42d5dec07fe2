//! Static exchange evaluation: the value of a series of captures on one square.

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Role, Square};

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

    /// In 64 bits, so that sums of a few values cannot overflow.
    #[inline]
    fn of(self, role: Role) -> i64 {
        self.0.get(role as usize - 1).copied().map_or(0, i64::from)
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
        let us = self.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        let Some(mover) = self.get(from) else {
            return threshold <= 0;
        };
        if board.color(us).has(to) {
            return threshold <= 0;
        }
        let mut occupied = board.occupied().without(from).with(to);
        let mut gain = self.get(to).map_or(0, |victim| values.of(victim.role()));
        if mover.role() == Role::Pawn && self.ep() == Some(to) {
            occupied = occupied.without(captured_en_passant(from, to));
            gain = values.of(Role::Pawn);
        }
        // The value of the piece on the square, which is lost if the other side captures it.
        let mut at_stake = values.of(mover.role());
        if let Some(role) = mv.promotion() {
            gain += values.of(role) - values.of(Role::Pawn);
            at_stake = values.of(role);
        }
        // By how much the side that has just captured is above the threshold; below 0 it has failed.
        let balance = gain - i64::from(threshold);
        if balance < 0 || balance >= at_stake {
            return balance >= 0;
        }
        self.exchange(to, occupied, balance, at_stake, values)
    }

    /// Whether the side to move wins an exchange after its first capture: the captures that follow on the square, one by one.
    #[inline(never)]
    fn exchange(
        &self,
        to: Square,
        mut occupied: Bitboard,
        mut balance: i64,
        mut at_stake: i64,
        values: PieceValues,
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
            let Some((role, attacker)) = least_valuable(own, &pieces) else {
                break;
            };
            if role == Role::King {
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
            at_stake = values.of(role);
            occupied = occupied.without(attacker);
            // The slider behind a piece that has captured moves as that piece did.
            if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
                attackers |= attacks::bishop(to, occupied) & board.diagonal_sliders();
            }
            if matches!(role, Role::Rook | Role::Queen) {
                attackers |= attacks::rook(to, occupied) & board.orthogonal_sliders();
            }
            attackers &= occupied;
        }
        // `side` is the one that could not continue.
        side != us
    }
}

/// The least valuable of a set of pieces.
#[inline]
fn least_valuable(set: Bitboard, pieces: &[Bitboard; 6]) -> Option<(Role, Square)> {
    core::iter::zip(Role::ALL, pieces).find_map(|(role, &pieces)| Some((role, (pieces & set).first()?)))
}
