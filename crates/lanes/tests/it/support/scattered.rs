//! Boards made at random.

use quadbit_movegen::{Color, File, Position, PositionBuilder, Rank, Role, Square, Validity};

/// Boards with two kings and some other pieces anywhere, as far as they are positions at all.
pub(crate) fn scattered(seed: u64, pieces: usize) -> impl Iterator<Item = Position> {
    let mut state = seed;
    let mut random = move |below: usize| {
        // splitmix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014)
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ z >> 31) % below as u64).unwrap()
    };
    core::iter::from_fn(move || {
        let mut parts = PositionBuilder::new();
        for color in Color::ALL {
            // Half of the kings at home or near it, where they may castle.
            let home = Rank::First.relative_to(color);
            let square = Square::ALL[random(64)];
            let square = if random(2) == 0 { Square::new(square.file(), home) } else { square };
            parts = parts.with_piece(square, Role::King.of(color));
            for _ in 0..random(3) {
                let file = File::ALL[random(8)];
                parts = parts.with_piece(Square::new(file, home), Role::Rook.of(color));
                parts = parts.with_castling(color, file);
            }
        }
        for _ in 0..random(pieces) {
            let square = Square::ALL[random(64)];
            let role = ROLES[random(ROLES.len())];
            parts = parts.with_piece(square, role.of(Color::ALL[random(2)]));
        }
        let parts = parts.with_side_to_move(Color::ALL[random(2)]);
        Some(parts.build(Validity::Relaxed).ok())
    })
    .flatten()
}

const ROLES: [Role; 7] =
    [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Rook, Role::Queen];
