//! A move with what a search ranks it by.

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, Rank, Role, Square};

use super::generate::{PawnTargets, Sink, back, forward};
use super::mv::Move;
use crate::position::Position;

/// A legal move with the roles of the piece that moves and of the piece that it captures: what moves are ranked by before any is
/// made. [`Node::visit`](crate::Node::visit) passes them on.
///
/// ```
/// use quadbit_movegen::{Candidate, Position, Role, Stage};
/// let position: Position = "4k3/8/8/8/8/8/8/r3K2R w K - 0 1".parse()?;
/// let mut all = Vec::new();
/// position.node().visit(Stage::All, |candidate| all.push(candidate));
/// assert!(all.iter().all(|&Candidate { mover, victim, .. }| mover == Role::King && victim.is_none()));
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// The piece that moves: a king that castles, a pawn that promotes.
    pub mover: Role,
    /// The piece that is captured, en passant included; `None` if nothing is, as in castling.
    pub victim: Option<Role>,
}

/// Calls a closure for each move.
pub(super) struct Visit<F> {
    pub(super) board: QuadBitboard,
    pub(super) visit: F,
}

impl<F: FnMut(Candidate)> Visit<F> {
    /// The moves to some squares, each from the square that a function names.
    #[inline(always)]
    fn each(&mut self, mover: Role, targets: Bitboard, from: impl Fn(Square) -> Square) {
        let victims = targets & self.board.occupied();
        for to in victims {
            let victim = Role::from_code(self.board.code(to) >> 1);
            (self.visit)(Candidate { mv: Move::new(from(to), to), mover, victim });
        }
        for to in targets - victims {
            (self.visit)(Candidate { mv: Move::new(from(to), to), mover, victim: None });
        }
    }

    /// The moves of pawns to some squares of the last rank, each from the square whose number is `step` less.
    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            let victim = Role::from_code(self.board.code(to) >> 1);
            for role in Role::PROMOTIONS {
                let mv = Move::promoting(back(to, step), to, role);
                (self.visit)(Candidate { mv, mover: Role::Pawn, victim });
            }
        }
    }
}

impl<F: FnMut(Candidate)> Sink for Visit<F> {
    #[inline]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) {
        self.each(role, targets, |_| from);
    }

    /// Castling goes to an own rook, which is no victim; a capture en passant to an empty square, though there is one.
    #[inline]
    fn more(&mut self, role: Role, from: Square, targets: Bitboard) {
        let victim = (role == Role::Pawn).then_some(Role::Pawn);
        for to in targets {
            (self.visit)(Candidate { mv: Move::new(from, to), mover: role, victim });
        }
    }

    #[inline(always)]
    fn pawns(&mut self, position: &Position, us: Color, pawns: Bitboard, allowed: Bitboard) {
        let forward = forward(us);
        let last = Bitboard::rank(Rank::Eighth.relative_to(us));
        let PawnTargets { single, double, west, east } = position.pawn_targets(us, pawns, allowed);
        for (targets, step) in [(single, forward), (west, forward - 1), (east, forward + 1)] {
            self.each(Role::Pawn, targets - last, |to| back(to, step));
            if targets.meets(last) {
                self.promotions(targets & last, step);
            }
        }
        self.each(Role::Pawn, double, |to| back(to, 2 * forward));
    }
}
