//! The games of a part of a file.

use std::io::Read;
use std::ops::Range;
use std::sync::Arc;

use quadbit_movegen::pgn::{Eval, Reader, StreamedGame, decimal, unescape};
use quadbit_movegen::{Move, Position};

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

    /// The games of a block. Ends with the first bad one, unless bad ones are skipped.
    pub(super) fn of<R: Read>(block: &mut Reader<R>, wanted: &Wanted, skips: bool) -> Self {
        let mut part = Self::default();
        loop {
            let number = usize::try_from(block.number()).unwrap_or(usize::MAX);
            let (number, fault) = match block.next_game() {
                Ok(Some(game)) => {
                    let number = usize::try_from(game.number()).unwrap_or(usize::MAX);
                    let fault = match game.error() {
                        Some(error) => Some(format!("byte {}: {error}", error.offset)),
                        None => part.add(&game, wanted).err(),
                    };
                    (number, fault)
                }
                Ok(None) => break,
                // A block is in memory, which may not be enough to play its games.
                Err(error) => {
                    part.faults.push((number, error.to_string()));
                    break;
                }
            };
            if let Some(fault) = fault {
                part.faults.push((number, fault));
                if !skips {
                    break;
                }
            }
        }
        part
    }

    /// Adds a game.
    fn add(&mut self, game: &StreamedGame<'_>, wanted: &Wanted) -> Result<(), String> {
        let before = self.len();
        let Some(&start) = game.start() else { return Err("there is no start position".to_owned()) };
        let mut position = start;
        for &mv in game.moves() {
            self.positions.push(position);
            self.moves.push(mv.to_bits());
            let after = if mv == Move::NULL { position.null_move() } else { Some(position.after(mv)) };
            let Some(after) = after else {
                self.positions.truncate(before);
                self.moves.truncate(before);
                return Err(format!("byte {}: a null move in check", game.offset()));
            };
            position = after;
        }
        let length = self.len() - before;
        if length == 0 {
            return Ok(());
        }
        self.results.resize(self.len(), game.record().result().map_or(f32::NAN, points));
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
        Ok(())
    }
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
