//! What a position is worth without looking ahead: material, and a bonus for standing well.

use super::{Board, VALUES};

/// In hundredths of a pawn, seen by the side to move.
pub(super) fn evaluate<B: Board>(board: &B) -> i32 {
    let heavy = board.pieces(0, 3) | board.pieces(0, 4) | board.pieces(1, 3) | board.pieces(1, 4);
    let places = &PLACES[usize::from(heavy.count_ones() <= 2)];
    let white = side::<B, 0>(board, places);
    let black = side::<B, 1>(board, places);
    if board.side_to_move() == 0 { white - black + 10 } else { black - white + 10 }
}

fn side<B: Board, const COLOR: usize>(board: &B, places: &[[i16; 64]; 6]) -> i32 {
    // Written out, so that every role is a constant.
    let [pawns, knights, bishops, rooks, queens, king] = [
        board.pieces(COLOR, 0),
        board.pieces(COLOR, 1),
        board.pieces(COLOR, 2),
        board.pieces(COLOR, 3),
        board.pieces(COLOR, 4),
        board.pieces(COLOR, 5),
    ];
    let sum = |mut pieces: u64, places: &[i16; 64]| {
        let mut sum = 0;
        while pieces != 0 {
            sum += i32::from(places[pieces.trailing_zeros() as usize ^ (56 * COLOR)]);
            pieces &= pieces - 1;
        }
        sum
    };
    sum(pawns, &places[0])
        + sum(knights, &places[1])
        + sum(bishops, &places[2])
        + sum(rooks, &places[3])
        + sum(queens, &places[4])
        + i32::from(places[5][king.trailing_zeros() as usize & 63 ^ (56 * COLOR)])
        + if bishops & bishops.wrapping_sub(1) != 0 { 30 } else { 0 }
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
