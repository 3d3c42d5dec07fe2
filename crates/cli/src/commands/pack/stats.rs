//! Statistics of a file of positions.

use std::collections::HashSet;
use std::io::{self, Write};

use quadbit_movegen::{Color, GameResult};
use quadbit_pack::Sample;

use crate::failure::Failure;

/// Counts of the positions of a file, which `--stats` prints.
#[derive(Default)]
pub(super) struct Stats {
    positions: u64,
    /// The number of positions by their number of pieces: one piece first, 32 last.
    pieces: [u64; 32],
    /// The number of positions of each kind in [`KINDS`].
    of_kind: [u64; KINDS.len()],
    score_sum: i64,
    duplicates: u64,
    seen: HashSet<u64>,
}

/// The phases of a game, by the number of pieces.
const PHASES: [(&str, std::ops::RangeInclusive<usize>); 3] = [
    ("opening (25 to 32 pieces)", 25..=32),
    ("middlegame (13 to 24)", 13..=24),
    ("endgame (2 to 12)", 2..=12),
];

/// The kinds of positions that are counted, in the order in which they are printed.
const KINDS: [&str; 10] = [
    "white to move",
    "black to move",
    "in check",
    "castling rights",
    "en passant",
    "white wins",
    "draws",
    "black wins",
    "no result",
    "scores",
];

impl Stats {
    pub(super) fn add(&mut self, sample: &Sample, check: bool) {
        let position = &sample.position;
        self.positions += 1;
        self.pieces[position.board().occupied().len() as usize - 1] += 1;
        let is_of_kind = [
            position.side_to_move() == Color::White,
            position.side_to_move() == Color::Black,
            check,
            !position.castling_rights().is_empty(),
            position.ep().is_some(),
            sample.labels.result == GameResult::Win(Color::White),
            sample.labels.result == GameResult::Draw,
            sample.labels.result == GameResult::Win(Color::Black),
            sample.labels.result == GameResult::Unknown,
            sample.labels.score.is_some(),
        ];
        sum(&mut self.of_kind, is_of_kind.map(u64::from));
        self.score_sum += sample.labels.score.map_or(0, i64::from);
    }

    /// Adds the counts of a later part of the input, and counts the duplicates among `keys`, the keys of its positions.
    pub(super) fn merge(&mut self, later: &Self, keys: &[u64]) -> Result<(), Failure> {
        self.positions += later.positions;
        sum(&mut self.pieces, later.pieces);
        sum(&mut self.of_kind, later.of_kind);
        self.score_sum += later.score_sum;
        self.seen
            .try_reserve(keys.len())
            .map_err(|_| Failure::Input("--duplicates: not enough memory".to_owned()))?;
        for &key in keys {
            self.duplicates += u64::from(!self.seen.insert(key));
        }
        Ok(())
    }

    pub(super) fn print(&self, duplicates: bool) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        let total = self.positions;
        let mut line = |name: &str, count: u64| writeln!(out, "{name}: {count}{}", percent(count, total));
        line("positions", total)?;
        for (name, pieces) in PHASES {
            line(name, pieces.map(|pieces| self.pieces[pieces - 1]).sum())?;
        }
        for (kind, count) in KINDS.into_iter().zip(self.of_kind) {
            line(kind, count)?;
        }
        if duplicates {
            line("duplicates", self.duplicates)?;
        }
        let [.., scores] = self.of_kind;
        if let Some(mean) = self.score_sum.checked_div(scores.cast_signed()) {
            writeln!(out, "mean score: {mean}")?;
        }
        for (pieces, &count) in (1..).zip(&self.pieces).filter(|&(_, &count): &(i32, &u64)| count > 0) {
            writeln!(out, "{pieces} pieces: {count}{}", percent(count, total))?;
        }
        Ok(())
    }
}

/// Adds each number of `more` to the one in its place in `sums`.
fn sum<const N: usize>(sums: &mut [u64; N], more: [u64; N]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

/// Writes `count` as a share of `total` in percent, with one decimal place; nothing if `total` is zero.
fn percent(count: u64, total: u64) -> String {
    match (u128::from(count) * 1000).checked_div(total.into()) {
        Some(tenths) => format!(" ({}.{}%)", tenths / 10, tenths % 10),
        None => String::new(),
    }
}
