//! Two, three and four plies in lanes against the same plies one move at a time, at every level.
//!
//! The replies to most moves are foretold, not counted, so boards are wanted on which moves touch each other's replies in every way:
//! sliders of both sides on the lines of both kings, pawns about to promote, and few pieces besides.

use quadbit_movegen::{Color, File, Position, PositionBuilder, Rank, Role, Square, Validity};
use quadbit_nibble::simd::testing::levels;
use quadbit_perft::{perft, perft_in_lanes};

/// Compares all positions at all levels; gives how many there were.
fn check(positions: impl Iterator<Item = Position>, depth: u8) -> usize {
    let levels = levels();
    let mut checked = 0;
    for position in positions {
        let expected = perft(&position, depth);
        for &level in &levels {
            let count = perft_in_lanes(&position, depth, level);
            assert_eq!(count, expected, "{position} at {level}, {depth} plies");
        }
        checked += 1;
    }
    checked
}

/// Boards with two kings and some other pieces anywhere, as far as they are positions at all.
fn scattered(seed: u64, pieces: usize) -> impl Iterator<Item = Position> {
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

#[test]
fn corpora_and_their_mirror_images() {
    let suites = [
        include_str!("data/random.epd"),
        include_str!("data/random_chess960.epd"),
        include_str!("data/targeted.epd"),
        include_str!("data/targeted_chess960.epd"),
    ];
    let all: Vec<Position> = suites
        .into_iter()
        .flat_map(str::lines)
        .map(|line| line.split(';').next().unwrap().trim())
        .filter(|fen| !fen.is_empty() && !fen.starts_with('#'))
        .map(|fen| fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
        .collect();
    let turned = || all.iter().flat_map(|position| [*position, position.flip_colors()]);
    assert!(check(turned(), 2) > 5000);
    assert!(check(turned(), 3) > 5000);
    assert!(check(all.iter().copied().step_by(16), 4) > 100);
}

#[test]
fn scattered_pieces() {
    assert_eq!(check(scattered(1, 8).take(4000), 3), 4000);
    assert_eq!(check(scattered(2, 16).take(1000), 3), 1000);
    assert_eq!(check(scattered(3, 6).take(200), 4), 200);
}
