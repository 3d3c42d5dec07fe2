//! The games of a part of a file.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use quadbit_movegen::Position;
use quadbit_movegen::pgn::{Eval, Reader, StreamedGame, decimal, unescape};

use super::columns::Wanted;
use crate::harvest::points;

/// The positions of some games before each move, and what belongs to them.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) positions: Vec<Position>,
    pub(super) moves: Vec<u16>,
    pub(super) results: Vec<f32>,
    pub(super) numbers: Vec<i64>,
    pub(super) plies: Vec<i32>,
    /// In seconds; these and the evaluations only if they are asked for.
    pub(super) clocks: Vec<f32>,
    pub(super) centipawns: Vec<f32>,
    pub(super) mates: Vec<f32>,
    pub(super) glyphs: Vec<u16>,
    /// The glyphs of each position, as a number.
    pub(super) glyph_counts: Vec<i64>,
    pub(super) games: Vec<Game>,
    /// The games that cannot be played: their numbers, and the errors.
    pub(super) faults: Vec<(usize, String)>,
}

/// A game with at least one move.
#[derive(Debug)]
pub(super) struct Game {
    /// The number of its positions.
    pub(super) length: usize,
    /// The values of the tags that are asked for.
    pub(super) tags: Vec<Value>,
}

/// The value of a tag.
#[derive(Debug)]
pub(super) enum Value {
    /// NaN if it is missing or not a number.
    Number(f64),
    Text(Option<String>),
}

impl Part {
    pub(super) const fn len(&self) -> usize {
        self.positions.len()
    }

    /// An empty part with room for so many positions.
    pub(super) fn with_capacity(length: usize, wanted: &Wanted) -> Self {
        let (clocks, evals) = (if wanted.clocks { length } else { 0 }, if wanted.evals { length } else { 0 });
        Self {
            positions: Vec::with_capacity(length),
            moves: Vec::with_capacity(length),
            results: Vec::with_capacity(length),
            numbers: Vec::with_capacity(length),
            plies: Vec::with_capacity(length),
            clocks: Vec::with_capacity(clocks),
            centipawns: Vec::with_capacity(evals),
            mates: Vec::with_capacity(evals),
            ..Self::default()
        }
    }

    /// All games of a block. Ends with the first bad one, unless bad ones are skipped.
    pub(super) fn of(block: &mut Reader<io::Empty>, wanted: &Wanted, skips: bool) -> Self {
        let mut part = Self::default();
        // A block is in memory, which may not be enough to play its games.
        if let Err(error) = part.read(block, wanted, skips, usize::MAX) {
            part.faults.push((number(block.number()), error.to_string()));
        }
        part
    }

    /// Adds games with at least so many positions, where a game counts as one at least. Ends with the first bad one,
    /// unless bad ones are skipped. Returns whether there may be more games.
    pub(super) fn read<R: Read>(
        &mut self,
        reader: &mut Reader<R>,
        wanted: &Wanted,
        skips: bool,
        positions: usize,
    ) -> io::Result<bool> {
        let mut missing = positions;
        while missing > 0 {
            let Some(game) = reader.next_game()? else { return Ok(false) };
            missing = missing.saturating_sub(game.moves().len().max(1));
            if let Some(error) = game.error() {
                self.faults.push((number(game.number()), format!("byte {}: {error}", error.offset)));
                if !skips {
                    return Ok(false);
                }
            } else {
                self.add(&game, wanted);
            }
        }
        Ok(true)
    }

    /// Adds a game.
    fn add(&mut self, game: &StreamedGame<'_>, wanted: &Wanted) {
        let before = self.len();
        let length = game.moves().len();
        if length == 0 {
            return;
        }
        self.positions.extend_from_slice(game.positions());
        self.moves.extend(game.moves().iter().map(|mv| mv.to_bits()));
        self.results.resize(self.len(), game.result().map_or(f32::NAN, points));
        self.numbers.resize(self.len(), i64::try_from(game.number()).unwrap_or(i64::MAX));
        self.plies.extend((0..).take(length));
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
        let value = |tag: &super::columns::Tag| {
            let value = game.record().tag(&tag.name);
            if tag.is_number {
                Value::Number(value.and_then(decimal).unwrap_or(f64::NAN))
            } else {
                Value::Text(value.map(unescape))
            }
        };
        self.games.push(Game { length, tags: wanted.tags.iter().map(value).collect() });
    }
}

/// The number of a game.
fn number(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Some games of a part.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) part: Arc<Part>,
    /// Their positions, their glyphs, and themselves.
    pub(super) positions: Range<usize>,
    pub(super) glyphs: Range<usize>,
    pub(super) games: Range<usize>,
}

impl Piece {
    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    /// The part, if these are all its games.
    pub(super) fn whole(&mut self) -> Option<&mut Part> {
        let is_whole = self.positions == (0..self.part.len());
        Arc::get_mut(&mut self.part).filter(|_| is_whole)
    }

    /// Cuts off the games behind the first ones that have at least so many positions; `None` if there are none.
    pub(super) fn split_off_behind(&mut self, positions: usize) -> Option<Self> {
        let (mut at, mut game) = (self.positions.start, self.games.start);
        while at < self.positions.start + positions && game < self.games.end {
            at += self.part.games[game].length;
            game += 1;
        }
        if game == self.games.end {
            return None;
        }
        let counts = self.part.glyph_counts.get(self.positions.start..at).unwrap_or_default();
        let glyph = self.glyphs.start + usize::try_from(counts.iter().sum::<i64>()).unwrap_or_default();
        let rest = Self {
            part: Arc::clone(&self.part),
            positions: at..self.positions.end,
            glyphs: glyph..self.glyphs.end,
            games: game..self.games.end,
        };
        (self.positions.end, self.glyphs.end, self.games.end) = (at, glyph, game);
        Some(rest)
    }
}

impl From<Part> for Piece {
    fn from(part: Part) -> Self {
        let (positions, glyphs, games) = (0..part.len(), 0..part.glyphs.len(), 0..part.games.len());
        Self { part: Arc::new(part), positions, glyphs, games }
    }
}
