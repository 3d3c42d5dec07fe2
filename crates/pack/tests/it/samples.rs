//! Makes samples from the positions of the corpora.

use quadbit_movegen::GameResult;
use quadbit_pack::{Labels, Sample};
use testing::positions;

/// Yields the positions of the corpora, with scores from -32,767 to 32,767, the three known results in turn, and an
/// extra byte.
pub(crate) fn samples() -> impl Iterator<Item = Sample> {
    positions().zip(0_i32..).map(|(position, n)| Sample {
        position,
        labels: Labels {
            score: Some(i16::try_from(n * 7919 % 65535 - 32767).unwrap()),
            result: GameResult::ALL[[0, 2, 1][usize::try_from(n).unwrap() % 3]],
            extra: [u8::try_from(n % 251).unwrap(), 0, 0],
            ..Labels::NONE
        },
    })
}
