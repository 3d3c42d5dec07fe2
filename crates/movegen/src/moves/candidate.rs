//! A legal move with the roles by which a search ranks it: of the moving and of the captured piece.

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Role, Square};

use super::generate::Sink;
use super::mv::Move;
use super::pawn_targets::{PawnTargets, back};

/// A legal move with the roles of the moving and of the captured piece, by which a search ranks moves before it makes
/// any. [`Position::visit`](crate::Position::visit) passes candidates to a closure.
///
/// ```
/// use quadbit_movegen::{Candidate, MoveList, Position, Role, Stage};
/// let position: Position = "4k3/8/8/8/8/8/8/r3K2R w K - 0 1".parse()?;
/// let mut list = MoveList::default();
/// position.visit(Stage::All, |candidate| list.push(candidate));
/// assert!(list.iter().all(|&Candidate { mover, victim, .. }| mover == Role::King && victim.is_none()));
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Candidate {
    /// The move itself, to play or to compare.
    pub mv: Move,
    /// The piece that moves: a king that castles, a pawn that promotes.
    pub mover: Role,
    /// The captured piece, also for en passant; `None` if nothing is captured, as in castling.
    pub victim: Option<Role>,
}

/// A [`Sink`] that calls `visit` for each move, with the roles of the moving and of the captured piece, which it reads
/// from `board`.
pub(super) struct Visit<F> {
    pub(super) board: QuadBitboard,
    pub(super) visit: F,
}

impl Default for Candidate {
    /// The value in the unused places of a [`MoveList`](crate::MoveList): a null move on a1, which is never legal.
    fn default() -> Self {
        Self { mv: Move::default(), mover: Role::Pawn, victim: None }
    }
}

impl<F: FnMut(Candidate)> Visit<F> {
    /// Passes the moves of pieces of the role `mover` to the squares of `targets` on to the closure; `from` returns the
    /// origin of the move to a target.
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

    /// Passes the promotions of pawns on the squares of `targets` on to the closure. The number of each pawn's origin
    /// is lower by `step` than that of its target.
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
    // Inlined: with a call for each piece, a search takes 1.02 times as long.
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) {
        self.each(role, targets, |_| from);
    }

    /// Passes castling, whose target is an own rook that is no victim, and captures en passant, whose target is empty
    /// although they have a victim, on to the closure.
    #[inline]
    fn more(&mut self, role: Role, from: Square, targets: Bitboard) {
        let victim = (role == Role::Pawn).then_some(Role::Pawn);
        for to in targets {
            (self.visit)(Candidate { mv: Move::new(from, to), mover: role, victim });
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: &PawnTargets) {
        for (targets, step) in targets.steps() {
            self.each(Role::Pawn, targets, |to| back(to, step));
        }
        if targets.promotes() {
            for (targets, step) in targets.promotions() {
                self.promotions(targets, step);
            }
        }
    }
}
