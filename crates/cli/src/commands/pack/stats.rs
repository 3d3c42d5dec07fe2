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
    black_to_move: u64,
    checks: u64,
    castling: u64,
    en_passant: u64,
    white_wins: u64,
    draws: u64,
    black_wins: u64,
    scores: u64,
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

impl Stats {
    pub(super) fn add(&mut self, sample: &Sample, check: bool) {
        let position = &sample.position;
        self.positions += 1;
        self.pieces[position.board().occupied().count() as usize - 1] += 1;
        self.black_to_move += u64::from(position.side_to_move() == Color::Black);
        self.checks += u64::from(check);
        self.castling += u64::from(!position.castling_rights().is_empty());
        self.en_passant += u64::from(position.ep().is_some());
        match sample.result {
            GameResult::Win(Color::White) => self.white_wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Win(Color::Black) => self.black_wins += 1,
            GameResult::Unknown => {}
        }
        if let Some(score) = sample.score {
            self.scores += 1;
            self.score_sum += i64::from(score);
        }
    }

    /// Adds the counts of a later part of the input, and the keys of its positions.
    pub(super) fn merge(&mut self, later: &Self, keys: &[u64]) -> Result<(), Failure> {
        self.positions += later.positions;
        for (pieces, later) in self.pieces.iter_mut().zip(later.pieces) {
            *pieces += later;
        }
        self.black_to_move += later.black_to_move;
        self.checks += later.checks;
        self.castling += later.castling;
        self.en_passant += later.en_passant;
        self.white_wins += later.white_wins;
        self.draws += later.draws;
        self.black_wins += later.black_wins;
        self.scores += later.scores;
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
        line("white to move", total - self.black_to_move)?;
        line("black to move", self.black_to_move)?;
        line("in check", self.checks)?;
        line("castling rights", self.castling)?;
        line("en passant", self.en_passant)?;
        line("white wins", self.white_wins)?;
        line("draws", self.draws)?;
        line("black wins", self.black_wins)?;
        line("no result", total - self.white_wins - self.draws - self.black_wins)?;
        line("scores", self.scores)?;
        if duplicates {
            line("duplicates", self.duplicates)?;
        }
        if self.scores > 0 {
            writeln!(out, "mean score: {}", self.score_sum / self.scores.cast_signed())?;
        }
        for (pieces, &count) in (1..).zip(&self.pieces).filter(|&(_, &count): &(i32, &u64)| count > 0) {
            writeln!(out, "{pieces} pieces: {count}{}", percent(count, total))?;
        }
        Ok(())
    }
}

/// A share in percent with one decimal place; an empty text if the total is zero.
fn percent(count: u64, total: u64) -> String {
    match (u128::from(count) * 1000).checked_div(total.into()) {
        Some(tenths) => format!(" ({}.{}%)", tenths / 10, tenths % 10),
        None => String::new(),
    }
}
