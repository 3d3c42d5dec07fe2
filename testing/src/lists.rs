//! The tables of movegen's tests: legal moves of positions, FENs that are refused, hard cases; and random games. Lines
//! of tables that begin with `#` are no rows.

use quadbit_movegen::Position;

/// Complete lists of legal moves with their SAN: of random positions, then of positions made for checks, pins,
/// castling, en passant and promotions, each standard and Chess960. Each line is a FEN, its categories and its moves,
/// separated by tabs.
pub const LISTS: [&str; 4] = [
    include_str!("../../crates/movegen/tests/data/gen_legal_san_std.tsv"),
    include_str!("../../crates/movegen/tests/data/gen_legal_san_frc.tsv"),
    include_str!("../../crates/movegen/tests/data/gen_targeted_san_std.tsv"),
    include_str!("../../crates/movegen/tests/data/gen_targeted_san_frc.tsv"),
];

/// FENs that are refused, with the messages of their errors, and FENs that are barely valid. Each line is a FEN and
/// what strict and relaxed reading make of it, separated by tabs.
pub const REFUSALS: &str = include_str!("../../crates/movegen/tests/data/refusals.tsv");

/// Positions chosen because move generators often get them wrong.
pub const HARD_CASES: &str = include_str!("../../crates/movegen/tests/data/hard_cases.tsv");

/// FENs, each with the ways of reading that accept its fields: strict, relaxed, and many lines in a block. The
/// positions need not be valid.
pub const FEN_READERS: &str = include_str!("../../crates/movegen/tests/data/fen_readers.tsv");

/// Games of random moves, as PGN.
pub const RANDOM_GAMES: &str = include_str!("../../crates/pgn/tests/data/random_games.pgn");

/// Returns the 4,749 positions of all [`LISTS`].
///
/// # Panics
/// If a line is not valid.
pub fn positions() -> impl Iterator<Item = Position> {
    LISTS
        .into_iter()
        .flat_map(str::lines)
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').next().unwrap())
        .map(|fen| fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
}
