//! What a position is worth without looking ahead: material, and a bonus for standing well.

use super::{Board, VALUES};

/// In hundredths of a pawn, seen by the side to move.
pub(super) fn evaluate<B: Board>(board: &B) -> i32 {
    let heavy = (0..2).fold(0, |set, color| set | board.pieces(color, 3) | board.pieces(color, 4));
    let places = &PLACES[usize::from(heavy.count_ones() <= 2)];
    let side = |color: usize| {
        let mut sum = 0;
        for (role, places) in places.iter().enumerate() {
            let mut pieces = board.pieces(color, role);
            while pieces != 0 {
                let square = pieces.trailing_zeros() as usize;
                sum += i32::from(places[square ^ (56 * color)]);
                pieces &= pieces - 1;
            }
        }
        sum + if board.pieces(color, 2).count_ones() > 1 { 30 } else { 0 }
    };
    let us = board.side_to_move();
    side(us) - side(1 - us) + 10
}

/// By game phase (middle game, endgame), role and square, seen from white's side.
static PLACES: [[[i16; 64]; 6]; 2] = {
    let mut places = [[[0; 64]; 6]; 2];
    let mut n = 0;
    while n < 2 * 6 * 64 {
        let (phase, role, square) = (n / 384, n / 64 % 6, n % 64);
        let worth = if role < 5 { VALUES[role] } else { 0 };
        places[phase][role][square] = (worth + standing(role, square as i32, phase == 1)) as i16;
        n += 1;
    }
    places
};

/// Pawns go forward, officers to the centre, the king hides until the endgame.
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
