//! The positions of all lists of moves in movegen's `tests/data`: random and targeted ones, standard and Chess960.

use quadbit_movegen::{GameResult, Position};
use quadbit_pack::Sample;

const LISTS: [&str; 4] = [
    include_str!("../../../movegen/tests/data/gen_legal_san_std.tsv"),
    include_str!("../../../movegen/tests/data/gen_legal_san_frc.tsv"),
    include_str!("../../../movegen/tests/data/gen_targeted_san_std.tsv"),
    include_str!("../../../movegen/tests/data/gen_targeted_san_frc.tsv"),
];

/// 4,749 positions.
pub(crate) fn positions() -> impl Iterator<Item = Position> {
    LISTS
        .into_iter()
        .flat_map(str::lines)
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').next().unwrap())
        .map(|fen| fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
}

/// The positions with scores over the whole range, results, and extra bytes.
pub(crate) fn samples() -> impl Iterator<Item = Sample> {
    positions().zip(0_i32..).map(|(position, n)| Sample {
        position,
        score: Some(i16::try_from(n * 7919 % 65535 - 32767).unwrap()),
        result: GameResult::ALL[[0, 2, 1][usize::try_from(n).unwrap() % 3]],
        extra: [u8::try_from(n % 251).unwrap(), 0, 0],
    })
}
