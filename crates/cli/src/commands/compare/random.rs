//! Random positions: by random play from the start, and near the positions of the suite, in which rare rules matter.

use quadbit_movegen::{CastlingStyle, Position};
use quadbit_quad::zobrist::split_mix;

use crate::failure::Failure;
use crate::position::Rules;
use crate::suite_file::Suite;

/// An endless series of random positions, the same for the same seed.
pub(super) struct RandomPositions {
    /// The state of the random numbers: a number made from the seed, plus one for each random number that has been
    /// taken.
    taken: u64,
    /// The positions where random play begins: those of the suite, and as many copies of the start position.
    starts: Vec<Position>,
}

/// A position, and how it was reached.
pub(super) struct RandomPosition {
    /// The position where random play began.
    pub(super) start: Position,
    /// The moves from `start` to `position`, as UCI text.
    pub(super) moves: Vec<String>,
    pub(super) position: Position,
    /// How castling is written in `moves` and to the engine.
    pub(super) style: CastlingStyle,
}

impl RandomPositions {
    /// Positions of standard chess, and of Chess960 too if `takes_chess960`.
    pub(super) fn new(seed: u64, takes_chess960: bool) -> Result<Self, Failure> {
        let suite = Suite::builtin();
        let cases = suite.cases(Rules::default()).collect::<Result<Vec<_>, Failure>>()?;
        let mut starts: Vec<Position> = cases.iter().map(|case| case.position).collect();
        starts.retain(|position| position.has_standard_castling() || takes_chess960);
        starts.dedup();
        let games = vec![Position::start(); starts.len()];
        starts.extend(games);
        Ok(Self { taken: split_mix(seed), starts })
    }

    /// Returns a random number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.taken = self.taken.wrapping_add(1);
        usize::try_from(split_mix(self.taken) % end as u64).unwrap_or(0)
    }
}

impl Iterator for RandomPositions {
    type Item = RandomPosition;

    fn next(&mut self) -> Option<RandomPosition> {
        let number = self.below(self.starts.len());
        let start = self.starts[number];
        let standard = start.has_standard_castling();
        let style = if standard { CastlingStyle::Standard } else { CastlingStyle::Chess960 };
        let (mut position, mut moves) = (start, Vec::new());
        for _ in 0..self.below(if start == Position::start() { 100 } else { 6 }) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[self.below(legal.len())];
            moves.push(mv.to_uci(&position, style).to_string());
            position.play_unchecked(mv);
        }
        Some(RandomPosition { start, moves, position, style })
    }
}
