//! Keys are part of the interface: programs write them into files.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use quadbit_movegen::Position;

use testing::positions;

/// `FEN, key, pawn key`, computed by another program from the documentation. These numbers change only with a new
/// major version.
const PINNED: [(&str, u64, u64); 4] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        0x8a36_bc31_014e_f955,
        0x8e6b_9d47_dbf9_ce63,
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        0xe14d_3011_48e6_ffe6,
        0xa7fa_4825_4af6_848a,
    ),
    ("8/8/8/KPpP3r/8/8/8/4k3 w - c6 0 1", 0x8493_4198_6eb1_8114, 0xaee2_7018_d53b_41c8),
    ("4k3/8/8/8/8/8/8/4K3 b - - 12 34", 0x86e4_3581_7b44_54a2, 0x0000_0000_0000_0000),
];

#[test]
fn keys_equal_the_recorded_ones() {
    for (fen, key, pawn_key) in PINNED {
        let position: Position = fen.parse().unwrap();
        assert_eq!((position.key(), position.pawn_key()), (key, pawn_key), "{fen}");
    }
}

/// Hash maps of positions use the key.
#[test]
fn positions_are_hashed_by_their_keys() {
    let hash = |value: &dyn Fn(&mut DefaultHasher)| {
        let mut hasher = DefaultHasher::new();
        value(&mut hasher);
        hasher.finish()
    };
    for position in positions().step_by(100) {
        let of_position = hash(&|hasher| position.hash(hasher));
        assert_eq!(of_position, hash(&|hasher| position.key().hash(hasher)), "{position}");
    }
}
