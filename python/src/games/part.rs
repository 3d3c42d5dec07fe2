//! The games of a part of a file.
//!
//! 1. A reader plays games, one after the other, and its observer appends a row for each position to the
//!    columns.
//! 2. After a game its length, result, number and tags are noted; the rows of a game that cannot be played are
//!    removed.
//! 3. Filling ends with enough positions, the end of the text, or a bad game, unless bad games are skipped.
//!
//! A part is played by one thread, in memory that comes from parts that were passed on.

use std::io::{self, Read};
use std::sync::Arc;

use quadbit_movegen::Position;
use quadbit_pgn::{Eval, NULL_MOVE, Reader, StreamedGame, decimal, unescape};

use super::options::{Options, Plies, Tag, Wanted};
use crate::results::points;

/// The positions of the games of a part of a file, and what belongs to them, a row for each position. Columns that are
/// not asked for are empty.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// The positions of all games, in order; batches share them.
    pub(super) positions: Arc<Vec<Position>>,
    /// The moves that were played, 0 after the last one.
    pub(super) moves: Vec<u16>,
    /// The times left after the moves, in seconds; NaN if there is none.
    pub(super) clocks: Vec<f32>,
    /// The evaluations after the moves; NaN if there is none or it is a mate.
    pub(super) centipawns: Vec<f32>,
    /// The numbers of moves to mate after the moves; NaN if there is no mate.
    pub(super) mates: Vec<f32>,
    /// The annotation glyphs of all moves.
    pub(super) glyphs: Vec<u16>,
    /// The number of glyphs of each position.
    pub(super) glyph_counts: Vec<i64>,
    pub(super) games: Vec<Game>,
    /// The games that cannot be played: their numbers, and the errors.
    pub(super) faults: Vec<(usize, String)>,
}

/// A game with at least one position.
#[derive(Debug)]
pub(super) struct Game {
    /// The number of positions of the game.
    pub(super) length: usize,
    /// White's points: 1, 0.5 or 0; NaN if unknown.
    pub(super) result: f32,
    /// The number of the game in the file, from 0.
    pub(super) number: i64,
    /// The values of the tags that are asked for.
    pub(super) tags: Vec<Value>,
}

/// The value of a tag.
#[derive(Debug)]
pub(super) enum Value {
    /// The value as a number; NaN if it is missing or not a number.
    Number(f64),
    Text(Option<String>),
}

impl Part {
    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    /// An empty part with room for so many positions.
    pub(super) fn with_capacity(length: usize, wanted: &Wanted) -> Self {
        let (clocks, evals) = (if wanted.clocks { length } else { 0 }, if wanted.evals { length } else { 0 });
        Self {
            positions: Arc::new(Vec::with_capacity(length)),
            moves: Vec::with_capacity(length),
            clocks: Vec::with_capacity(clocks),
            centipawns: Vec::with_capacity(evals),
            mates: Vec::with_capacity(evals),
            ..Self::default()
        }
    }

    /// Removes everything and keeps the memory, but for positions that a batch shares.
    pub(super) fn clear(&mut self) {
        match Arc::get_mut(&mut self.positions) {
            Some(positions) => positions.clear(),
            None => self.positions = Arc::default(),
        }
        self.moves.clear();
        self.clocks.clear();
        self.centipawns.clear();
        self.mates.clear();
        self.glyphs.clear();
        self.glyph_counts.clear();
        self.games.clear();
        self.faults.clear();
    }

    /// Adds all games of a block. Ends with the first bad one, unless bad ones are skipped.
    pub(super) fn fill(&mut self, block: &mut Reader<io::Empty>, options: &Options) {
        if !options.skips && !self.faults.is_empty() {
            return;
        }
        // A block is in memory, which may not be enough to play its games.
        if let Err(error) = self.read(block, options, usize::MAX) {
            self.faults.push((number(block.number()), error.to_string()));
        }
    }

    /// Adds games with at least so many positions, where a game counts as one at least. Ends with the first bad one,
    /// unless bad ones are skipped. Returns whether there may be more games.
    pub(super) fn read<R: Read>(
        &mut self,
        reader: &mut Reader<R>,
        options: &Options,
        positions: usize,
    ) -> io::Result<bool> {
        let mut missing = positions;
        while missing > 0 {
            let before = self.len();
            // The positions are not shared while they are filled.
            let positions = Arc::make_mut(&mut self.positions);
            let Some(game) = reader.next_game_with_positions(positions)? else { return Ok(false) };
            missing = missing.saturating_sub(game.moves().len().max(1));
            if let Some(error) = game.error() {
                positions.truncate(before);
                self.faults.push((number(game.number()), format!("byte {}: {error}", error.offset)));
                if !options.skips {
                    return Ok(false);
                }
            } else {
                self.add(&game, before, &options.wanted);
            }
        }
        Ok(true)
    }

    /// Adds a game, given the number of positions before it. The position before each of its moves has been added.
    fn add(&mut self, game: &StreamedGame<'_>, before: usize, wanted: &Wanted) {
        let positions = Arc::make_mut(&mut self.positions);
        if wanted.plies == Plies::Final {
            positions.truncate(before);
        } else {
            self.moves.extend(game.moves().iter().map(|mv| mv.to_bits()));
        }
        if wanted.plies != Plies::Played {
            positions.extend(game.position());
            self.moves.push(NULL_MOVE.to_bits());
        }
        let length = self.len() - before;
        if length == 0 {
            return;
        }
        if wanted.clocks {
            self.clocks.extend(
                game.notes().iter().map(|note| note.clock.map_or(f32::NAN, |clock| clock.as_secs_f32())),
            );
        }
        if wanted.evals {
            for note in game.notes() {
                #[expect(clippy::cast_precision_loss, reason = "exact below 2^24")]
                let (centipawns, mate) = match note.eval {
                    Some(Eval::Centipawns(centipawns)) => (centipawns as f32, f32::NAN),
                    Some(Eval::Mate(moves)) => (f32::NAN, moves as f32),
                    None => (f32::NAN, f32::NAN),
                };
                self.centipawns.push(centipawns);
                self.mates.push(mate);
            }
        }
        if wanted.nags {
            self.glyph_counts.resize(self.len(), 0);
            for &(index, glyph) in game.glyphs() {
                self.glyph_counts[before + index] += 1;
                self.glyphs.push(glyph);
            }
        }
        let value = |tag: &Tag| {
            let value = game.record().tag(&tag.name);
            if tag.is_number {
                Value::Number(value.and_then(decimal).unwrap_or(f64::NAN))
            } else {
                Value::Text(value.map(unescape))
            }
        };
        self.games.push(Game {
            length,
            result: game.result().map_or(f32::NAN, points),
            number: i64::try_from(game.number()).unwrap_or(i64::MAX),
            tags: wanted.tags.iter().map(value).collect(),
        });
    }
}

/// The number of a game as an index.
fn number(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
