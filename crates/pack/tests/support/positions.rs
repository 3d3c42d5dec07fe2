//! The positions of all lists of moves in movegen's `tests/data`: random and targeted ones, standard and Chess960.

use quadbit_movegen::Position;

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
