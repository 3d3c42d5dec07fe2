//! Static exchange evaluation: what a series of captures on one square is worth.

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Role, Square};

use super::mv::Move;
use crate::position::Position;

/// What pawn, knight, bishop, rook and queen are worth in an exchange, in any unit, none below 0. A king is never captured.
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
    /// The sides capture in turn on the square that the move goes to, each time with the least valuable piece that attacks it
    /// (pawns first, then knights, bishops, rooks, queens, king); sliders behind a piece that has captured join in. Either side
    /// stops when going on would lose. A king captures only if nobody can capture it. What a static look does not see: pins,
    /// checks, promotions by a later capture, anything elsewhere on the board. The move itself may promote or capture en
    /// passant; castling is worth 0.
    ///
    /// The balance is kept from the side that would have to prove the next capture, so the loop ends as soon as one of them
    /// cannot reach the threshold any more.
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
    pub fn wins_exchange(&self, mv: Move, threshold: i32, values: PieceValues) -> bool {
        let board = self.board();
        let mut side = self.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        let Some(mover) = self.get(from) else {
            return threshold <= 0;
        };
        if board.color(side).has(to) {
            return threshold <= 0;
        }
        let mut occupied = board.occupied().without(from).with(to);
        let mut gain = self.get(to).map_or(0, |victim| values.of(victim.role()));
        if mover.role() == Role::Pawn && self.ep() == Some(to) {
            occupied = occupied.without(Square::new(to.file(), from.rank()));
            gain = values.of(Role::Pawn);
        }
        // What stands on the square, and would be lost if the other side captured.
        let mut at_stake = values.of(mover.role());
        if let Some(role) = mv.promotion() {
            gain += values.of(role) - values.of(Role::Pawn);
            at_stake = values.of(role);
        }

        // What the side that has just captured is above the threshold; below 0 it has failed.
        let mut balance = gain - i64::from(threshold);
        if balance < 0 {
            return false;
        }
        let mut attackers = self.attackers_over(to, occupied) & occupied;
        loop {
            side = !side;
            let Some((role, attacker)) = self.least_valuable(attackers & board.color(side)) else {
                break;
            };
            occupied = occupied.without(attacker);
            attackers = (attackers | self.sliders_behind(to, occupied)) & occupied;
            if role == Role::King && attackers.meets(board.color(!side)) {
                break;
            }
            // This side fails if it stays behind even when its capture is not answered.
            balance = at_stake - balance - 1;
            if balance < 0 {
                break;
            }
            at_stake = values.of(role);
        }
        // `side` is the one that could not go on.
        side != self.side_to_move()
    }

    /// The least valuable of some pieces.
    fn least_valuable(&self, pieces: Bitboard) -> Option<(Role, Square)> {
        Role::ALL.into_iter().find_map(|role| Some((role, (self.board().role(role) & pieces).first()?)))
    }

    /// The sliders of both sides that see a square over an occupancy.
    fn sliders_behind(&self, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::rook(square, occupied) & self.board().orthogonal_sliders()
            | attacks::bishop(square, occupied) & self.board().diagonal_sliders()
    }
}
