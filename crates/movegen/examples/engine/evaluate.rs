//! What a position is worth without looking ahead.

use quadbit_movegen::{Bitboard, Color, Piece, PieceValues, Position, Role, Square};

/// A score in hundredths of a pawn, seen by the side to move.
pub(crate) type Score = i32;

pub(crate) const VALUES: PieceValues = PieceValues([100, 320, 330, 500, 950]);

/// Material, and a bonus for standing well; from the view of the side to move.
pub(crate) fn evaluate(position: &Position) -> Score {
    let board = position.board();
    let is_endgame = (board.queens() | board.rooks()).count() <= 2;
    let side = |color: Color| -> Score {
        let men = board.color(color).into_iter();
        men.filter_map(|square| Some(standing(position.get(square)?, square, is_endgame))).sum()
    };
    let us = position.side_to_move();
    let bishops = |color: Color| if position.pieces(color, Role::Bishop).has_many() { 30 } else { 0 };
    side(us) - side(!us) + bishops(us) - bishops(!us) + 10
}

/// What a piece is worth where it stands: pawns go forward, officers to the centre, the king hides until the endgame.
fn standing(piece: Piece, square: Square, is_endgame: bool) -> Score {
    /// The sixteen squares in the middle.
    const CENTRE: Bitboard = Bitboard(0x0000_3c3c_3c3c_0000);
    let ranks = square.relative_to(piece.color()).rank() as Score;
    let files = (2 * square.file() as Score - 7).abs();
    let centre = 14 - files - (2 * square.rank() as Score - 7).abs();
    let place = match piece.role() {
        Role::Pawn => 3 * ranks * ranks / 2 + if CENTRE.has(square) { 12 } else { 0 },
        Role::Knight => 4 * centre - 20,
        Role::Bishop => 2 * centre,
        Role::Rook if ranks == 6 => 20,
        Role::Rook => 7 - files,
        Role::Queen => centre,
        Role::King if is_endgame => 4 * centre,
        Role::King => 5 * files - 15 * ranks,
    };
    worth(piece.role()) + place
}

/// What a piece is worth anywhere; a king nothing.
pub(crate) fn worth(role: Role) -> Score {
    VALUES.0.get(role.index()).copied().unwrap_or(0)
}
