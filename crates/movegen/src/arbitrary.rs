//! Positions and moves for fuzzers, from arbitrary bytes.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::moves::mv::Move;
use crate::position::Position;

/// The number of half moves of the longest random game.
const LONGEST: usize = 200;

/// A position of a random game: one bit chooses between the start position of standard chess and a random one of double
/// Chess960. Then come random legal moves until the bytes run out or the game ends, at most 200. The position is always
/// valid in the strict sense.
impl<'a> Arbitrary<'a> for Position {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let is_standard = u.arbitrary::<bool>()?;
        let mut position = if is_standard {
            Self::start()
        } else {
            Self::double_chess960(u.int_in_range(0..=959)?, u.int_in_range(0..=959)?).unwrap_or_default()
        };
        for _ in 0..LONGEST {
            let moves = position.legal_moves();
            if u.is_empty() || moves.is_empty() {
                break;
            }
            position.play_unchecked(*u.choose(&moves)?);
        }
        Ok(position)
    }
}

/// Any 16 bits, as a hash table or a file may hold; rarely a legal move.
impl<'a> Arbitrary<'a> for Move {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        u.arbitrary().map(Self::from_bits)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;
    use std::vec::Vec;

    /// Bytes like those of a fuzzer, from a simple generator.
    fn bytes(seed: u64, length: usize) -> Vec<u8> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        };
        (0..length).map(|_| next()).collect()
    }

    #[test]
    fn every_position_is_one_that_strict_reading_takes() {
        let mut longest = 0;
        for seed in 0..500 {
            let bytes = bytes(seed, seed as usize);
            let Ok(position) = Position::arbitrary(&mut Unstructured::new(&bytes)) else {
                assert!(bytes.is_empty(), "{seed}: few bytes make a short game");
                continue;
            };
            let read = Position::from_fen(&position.to_string())
                .unwrap_or_else(|error| panic!("{position}: {error}"));
            assert_eq!(read, position);
            longest = longest.max(position.fullmoves());
        }
        assert!(longest > 50, "the games are too short: {longest} moves");
    }
}
