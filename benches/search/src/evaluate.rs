//! The static evaluation of a position: material and piece-square bonuses, both updated move by move.

use crate::board::{Board, VALUES};

/// A position, and the value of its pieces, white's minus black's, in the middle game and in the endgame: two
/// numbers of 16 bits in one word, `middle game + endgame << 16`, so that one addition updates both.
pub(crate) struct Node<B> {
    pub(crate) board: B,
    balance: i32,
}

impl<B: Board> Node<B> {
    pub(crate) fn new(board: B) -> Self {
        let mut balance = 0;
        for (piece, places) in PLACES.iter().enumerate() {
            let mut pieces = board.pieces(piece % 2, piece / 2);
            while pieces != 0 {
                balance += places[pieces.trailing_zeros() as usize];
                pieces &= pieces - 1;
            }
        }
        Self { board, balance }
    }

    /// The position after a legal move.
    #[inline(never)]
    pub(crate) fn after(&self, mv: B::Move) -> Self {
        let mut balance = self.balance;
        let board = self.board.after(mv, |sign, piece, square| balance += sign * PLACES[piece][square]);
        Self { board, balance }
    }

    /// The position after a null move.
    pub(crate) fn after_null(&self) -> Self {
        Self { board: self.board.after_null(), balance: self.balance }
    }

    /// In hundredths of a pawn, seen by the side to move.
    #[inline]
    pub(crate) fn evaluate(&self) -> i32 {
        let board = &self.board;
        let middle_game = self.balance << 16 >> 16;
        let balance = if has_three(board.heavy()) { middle_game } else { (self.balance - middle_game) >> 16 };
        10 + if board.side_to_move() == 0 { balance } else { -balance }
    }
}

#[inline]
fn has_two(set: u64) -> bool {
    set & set.wrapping_sub(1) != 0
}

#[inline]
fn has_three(set: u64) -> bool {
    has_two(set & set.wrapping_sub(1))
}

/// By piece and square.
static PLACES: [[i32; 64]; 12] = {
    let mut places = [[0; 64]; 12];
    let mut n = 0;
    while n < 6 * 64 {
        let (role, square) = (n / 64, n % 64);
        let worth = if role < 5 { VALUES[role] } else { 0 };
        let middle_game = worth + standing(role, square as i32, false);
        let endgame = worth + standing(role, square as i32, true);
        let both = middle_game + (endgame << 16);
        places[2 * role][square] = both;
        places[2 * role + 1][square ^ 0x38] = -both;
        n += 1;
    }
    places
};

/// Bonuses for advanced pawns, central pieces, and a king that stays on its first rank until the endgame.
const fn standing(role: usize, square: i32, is_endgame: bool) -> i32 {
    let (file, rank) = (square % 8, square / 8);
    let files = (2 * file - 7).abs();
    let centre = 14 - files - (2 * rank - 7).abs();
    match role {
        0 => 3 * rank * rank / 2 + if files <= 3 && (rank - 3) * (rank - 4) <= 2 { 12 } else { 0 },
        1 => 4 * centre - 20,
        2 => 2 * centre,
        3 if rank == 6 => 20,
        3 => 7 - files,
        4 => centre,
        _ if is_endgame => 4 * centre,
        _ => 5 * files - 15 * rank,
    }
}
