//! The exchange of captures on one square, for libraries that do not offer it, computed in Stockfish's order: sliders
//! are looked up again only when a piece that may have hidden one has captured.

use quadbit_movegen::Role;

use crate::engine::VALUES;

/// Returns the value of a piece by the number of its role, in the units of the exchange; 0 for a king.
#[inline]
pub(crate) fn worth(role: usize) -> i32 {
    const WORTH: [i32; 8] = {
        let mut worth = [0; 8];
        let mut role = 0;
        while role < 6 {
            worth[role] = VALUES.of(Role::ALL[role]);
            role += 1;
        }
        worth
    };
    WORTH[role & 7]
}

/// The parts of a board that an exchange needs.
pub(crate) trait Sight: Copy {
    fn color(self, color: usize) -> u64;
    fn role(self, role: usize) -> u64;
    fn knight(square: usize) -> u64;
    fn king(square: usize) -> u64;
    fn pawn(color: usize, square: usize) -> u64;
    fn rook(square: usize, occupied: u64) -> u64;
    fn bishop(square: usize, occupied: u64) -> u64;
}

/// A capture or promotion, as an exchange needs it; squares and roles are numbers.
#[derive(Clone, Copy)]
pub(crate) struct Capture {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) mover: usize,
    pub(crate) gain: i32,
    pub(crate) promotion: Option<usize>,
    /// The square of the pawn that is captured en passant.
    pub(crate) en_passant: Option<usize>,
}

/// Whether the exchange on the capture's square loses nothing for the side `us`.
#[inline]
pub(crate) fn wins<S: Sight>(board: S, us: usize, capture: Capture) -> bool {
    let Capture { from, to, mover, .. } = capture;
    let (gain, mut at_stake) = match capture.promotion {
        Some(role) => (capture.gain + worth(role) - worth(0), worth(role)),
        None => (capture.gain, worth(mover)),
    };
    let mut balance = gain;
    if balance < 0 {
        return false;
    }
    if balance >= at_stake {
        return true;
    }
    let mut occupied = (board.color(0) | board.color(1)) & !(1 << from) | 1 << to;
    if let Some(square) = capture.en_passant {
        occupied &= !(1 << square);
    }
    let orthogonal = board.role(3) | board.role(4);
    let diagonal = board.role(2) | board.role(4);
    let mut attackers = S::pawn(1, to) & board.role(0) & board.color(0)
        | S::pawn(0, to) & board.role(0) & board.color(1)
        | S::knight(to) & board.role(1)
        | S::king(to) & board.role(5)
        | S::rook(to, occupied) & orthogonal
        | S::bishop(to, occupied) & diagonal;
    let mut side = us;
    loop {
        side = 1 - side;
        attackers &= occupied;
        let own = attackers & board.color(side);
        if own == 0 {
            break;
        }
        let role = (0..6).find(|&role| own & board.role(role) != 0).unwrap_or(5);
        if role == 5 {
            // A king captures only if it would not be captured in return.
            if attackers & board.color(1 - side) != 0 {
                break;
            }
        }
        balance = at_stake - balance - 1;
        if balance < 0 {
            break;
        }
        at_stake = worth(role);
        let pieces = own & board.role(role);
        occupied ^= pieces & pieces.wrapping_neg();
        if matches!(role, 0 | 2 | 4) {
            attackers |= S::bishop(to, occupied) & diagonal;
        }
        if matches!(role, 3 | 4) {
            attackers |= S::rook(to, occupied) & orthogonal;
        }
    }
    side != us
}
