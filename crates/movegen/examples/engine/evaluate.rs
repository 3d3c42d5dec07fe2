//! What a position is worth without looking ahead.

use quadbit_movegen::{Color, PieceValues, Position, Role, Square};

/// A score in hundredths of a pawn, seen by the side to move.
pub(crate) type Score = i32;

pub(crate) const VALUES: PieceValues = PieceValues([100, 320, 330, 500, 950]);

/// What a piece is worth anywhere; a king nothing.
pub(crate) fn worth(role: Role) -> Score {
    VALUES.0.get(role.index()).copied().unwrap_or(0)
}

/// Material, and a bonus for standing well.
pub(crate) fn evaluate(position: &Position) -> Score {
    let board = position.board();
    let is_endgame = (board.queens() | board.rooks()).count() <= 2;
    let balance = side(position, Color::White, is_endgame) - side(position, Color::Black, is_endgame);
    10 + if position.side_to_move() == Color::White { balance } else { -balance }
}

fn side(position: &Position, color: Color, is_endgame: bool) -> Score {
    let role = |role: Role| -> Score {
        let places = &PLACES[usize::from(is_endgame)][role.index()];
        position.pieces(color, role).into_iter().map(|square| places[square.relative_to(color).index()]).sum()
    };
    let pair = if position.pieces(color, Role::Bishop).has_many() { 30 } else { 0 };
    // Written out, so that every role is a constant.
    pair + role(Role::Pawn)
        + role(Role::Knight)
        + role(Role::Bishop)
        + role(Role::Rook)
        + role(Role::Queen)
        + role(Role::King)
}

/// By phase (middle game, endgame), role and square, seen from white's side.
static PLACES: [[[Score; 64]; 6]; 2] = {
    let mut places = [[[0; 64]; 6]; 2];
    let mut square = 0;
    while square < 64 {
        let mut role = 0;
        while role < 6 {
            let worth = if role < 5 { VALUES.0[role] } else { 0 };
            places[0][role][square] = worth + standing(role, Square::ALL[square], false);
            places[1][role][square] = worth + standing(role, Square::ALL[square], true);
            role += 1;
        }
        square += 1;
    }
    places
};

/// Pawns go forward, officers to the centre, the king hides until the endgame.
const fn standing(role: usize, square: Square, is_endgame: bool) -> Score {
    let (file, rank) = (square.file() as Score, square.rank() as Score);
    let files = (2 * file - 7).abs();
    let centre = 14 - files - (2 * rank - 7).abs();
    match role {
        0 => 3 * rank * rank / 2 + if 2 <= file && file <= 5 && 2 <= rank && rank <= 5 { 12 } else { 0 },
        1 => 4 * centre - 20,
        2 => 2 * centre,
        3 if rank == 6 => 20,
        3 => 7 - files,
        4 => centre,
        _ if is_endgame => 4 * centre,
        _ => 5 * files - 15 * rank,
    }
}
