//! Keys of the positions after moves made in lanes, against those of moves made one by one, at every level.

use quadbit_lanes::PositionKeys;
use quadbit_nibble::simd::testing::levels;

/// Keys tell castling rights and captures en passant apart too, so equal keys mean equal children.
#[test]
fn keys_after_moves() {
    let keys = PositionKeys::new(1);
    for level in levels() {
        let (mut compared, mut en_passant, mut castling) = (0, 0, 0);
        for position in testing::positions() {
            let moves = position.legal_moves();
            let mut found = vec![0; moves.len()];
            keys.of_children(level, &position, &moves, 3, &mut found);
            for (&key, &mv) in found.iter().zip(&moves) {
                let child = position.after(mv);
                assert_eq!(key, keys.of(&child, 3), "{position}: {mv:?} at level {level}");
                compared += 1;
                en_passant += u32::from(child.ep().is_some());
                castling += u32::from(position.castling_rights() != child.castling_rights());
            }
        }
        assert!(
            compared > 90_000 && en_passant > 50 && castling > 1000,
            "{compared} {en_passant} {castling}"
        );
    }
}
