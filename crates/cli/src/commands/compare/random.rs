//! Random positions: by random play from the start, and near the positions of the suite, which stand for rare rules.

use quadbit_movegen::Position;

use crate::failure::Failure;
use crate::position::Rules;
use crate::suite_file::Suite;

/// An endless row of positions, the same for the same seed.
pub(super) struct RandomPositions {
    state: u64,
    /// The positions where random play begins: those of the suite, of standard chess.
    starts: Vec<Position>,
}

impl RandomPositions {
    pub(super) fn new(seed: u64) -> Result<Self, Failure> {
        let suite = Suite::builtin();
        let cases = suite.cases(Rules::default()).collect::<Result<Vec<_>, Failure>>()?;
        let mut starts: Vec<Position> = cases.iter().map(|case| case.position).collect();
        starts.retain(|position| position.has_standard_castling() && position.legal_count() > 0);
        starts.dedup();
        Ok(Self { state: seed, starts })
    }

    /// A number below `end`, by Steele, Lea and Flood's `SplitMix64`.
    fn below(&mut self, end: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((bits ^ bits >> 31) % end as u64).unwrap_or(0)
    }
}

impl Iterator for RandomPositions {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        let is_game = self.below(2) == 0;
        let start = self.below(self.starts.len());
        let mut position = if is_game { Position::start() } else { self.starts[start] };
        for _ in 0..self.below(if is_game { 100 } else { 5 }) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mut next = position;
            next.play_unchecked(moves[self.below(moves.len())]);
            position = next;
        }
        Some(position)
    }
}
