//! Boards with pieces on random squares, most of which no game can reach.

use quadbit_movegen::{
    Color, File, Piece, Position, PositionBuilder, QuadBitboard, Rank, Role, Square, Validity,
};

use crate::random::Random;

/// Yields random positions, which depend on `seed`: two kings, up to two rooks each on their first rank, and fewer than
/// `pieces` other pieces anywhere, which may replace these. More than half of the kings are on their first rank, often
/// with castling rights. Invalid positions are left out.
///
/// # Panics
/// The iterator panics if `pieces` is 0.
pub fn scattered(seed: u64, pieces: usize) -> impl Iterator<Item = Position> {
    let mut random = Random(seed);
    core::iter::from_fn(move || Some(position(&mut random, pieces))).flatten()
}

fn position(random: &mut Random, pieces: usize) -> Option<Position> {
    let mut parts = PositionBuilder::new();
    for color in Color::ALL {
        let home = Rank::First.relative_to(color);
        let square = Square::ALL[random.below(64)];
        let square = if random.below(2) == 0 { Square::new(square.file(), home) } else { square };
        parts.board.put(square, Role::King.of(color));
        for _ in 0..random.below(3) {
            let file = File::ALL[random.below(8)];
            parts.board.put(Square::new(file, home), Role::Rook.of(color));
            parts.castling = parts.castling.with(color, file);
        }
    }
    for _ in 0..random.below(pieces) {
        let square = Square::ALL[random.below(64)];
        let role = ROLES[random.below(ROLES.len())];
        parts.board.put(square, role.of(Color::ALL[random.below(2)]));
    }
    parts.side_to_move = Color::ALL[random.below(2)];
    parts.build(Validity::Relaxed).ok()
}

const ROLES: [Role; 7] =
    [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Rook, Role::Queen];

/// Makes a board with at most `pieces` pieces on random squares, almost half of them queens.
pub fn scattered_board(random: &mut Random, pieces: usize) -> QuadBitboard {
    let mut board = QuadBitboard::EMPTY;
    for _ in 0..pieces {
        let piece = Piece::ALL[random.below(12)];
        let piece = if random.below(3) == 0 { Role::Queen.of(piece.color()) } else { piece };
        board.put(Square::ALL[random.below(64)], piece);
    }
    board
}
