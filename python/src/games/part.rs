//! The games of a part of a file.
//!
//! 1. A reader plays games, one after the other, and appends the positions before their moves.
//! 2. After a game the other columns get as many rows, and its length, result, number and tags are noted. A game that
//!    cannot be played to its end is removed, or keeps what is good before its first bad move.
//! 3. Filling ends with enough moves, the end of the text, or a bad game, unless bad games are skipped.
//!
//! A part is played by one thread, if possible in the memory of a part that is no longer needed.

use std::io::{self, Read};
use std::iter;
use std::sync::Arc;

use quadbit_data::find::{self as search, Search};
use quadbit_movegen::Position;
use quadbit_nibble::simd::Level;
use quadbit_pgn::{Eval, NULL_MOVE, Note, Reader, StreamedGame};

use super::lists::Lists;
use super::options::{Options, Rows, Wanted};
use crate::results::points;

/// The rows of the games of a part of a file. Columns that are not asked for are empty.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// The positions of all games, in order; batches share them.
    pub(super) positions: Arc<Vec<Position>>,
    /// For each row, the move that was played; 0 in a row without a move.
    pub(super) moves: Vec<u16>,
    /// The numbers noted in the comments of moves: a column for each of [`NOTED`], NaN where a move has none.
    pub(super) noted: [Vec<f32>; NOTED.len()],
    /// The comments of each move as one text, a blank after each comment.
    pub(super) comments: Lists<u8>,
    /// The annotation glyphs of the moves.
    pub(super) glyphs: Lists<u16>,
    pub(super) games: Vec<Game>,
    /// The number of games in the blocks that have been read, also of those that rules leave out. Game numbers within
    /// this part count from its first block.
    pub(super) counted: u64,
    /// The tags that the user has asked for: a column for each tag, or one for the text of all tags, with a row for
    /// each game.
    pub(super) tags: Vec<Lists<u8>>,
    /// The games that cannot be played: their numbers, and the errors.
    pub(super) faults: Vec<(usize, String)>,
    /// The number of clocks and evaluations that could not be read.
    pub(super) unread: u64,
}

/// A function that reads one number from the notes of a move; `None` if they lack it.
type Number = fn(&Note) -> Option<f32>;

/// The functions that read the numbers noted with a move: clock, centipawns, mate, depth, time spent.
pub(super) const NOTED: [Number; 5] = [
    // The time left after the move, in seconds.
    |note| note.clock.map(|time| time.as_secs_f32()),
    // The evaluation after the move in centipawns, from white's view, unless it is a mate.
    |note| match note.eval {
        Some(Eval::Centipawns(score)) => Some(exact(score)),
        _ => None,
    },
    // The number of moves to mate after the move, negative if black mates.
    |note| match note.eval {
        Some(Eval::Mate(moves)) => Some(exact(moves)),
        _ => None,
    },
    // The depth of the evaluation in plies.
    |note| note.depth.map(|depth| exact(depth.cast_signed())),
    // The time that the move took, in seconds.
    |note| note.spent.map(|time| time.as_secs_f32()),
];

#[expect(clippy::cast_precision_loss, reason = "exact below 2^24")]
const fn exact(number: i32) -> f32 {
    number as f32
}

/// A game with at least one row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Game {
    /// The number of rows of the game: one for each ply from `first` on, or a single one if a row is a game.
    pub(super) length: usize,
    /// The ply of the first row.
    pub(super) first: i32,
    /// White's points: 1, 0.5 or 0; NaN if unknown.
    pub(super) result: f32,
    /// The number of the game in the file, from 0.
    pub(super) number: i64,
    /// The number of moves of the whole game.
    pub(super) plies: i32,
    /// The byte of the file at which the text of the game begins, and the byte after its end.
    pub(super) bytes: [i64; 2],
}

impl Part {
    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Makes a part without games that has room for `length` rows (moves or games).
    pub(super) fn with_capacity(length: usize, wanted: &Wanted) -> Self {
        let room = |is_wanted| if is_wanted { length } else { 0 };
        Self {
            positions: Arc::new(Vec::with_capacity(room(wanted.rows != Rows::Tags))),
            moves: Vec::with_capacity(length),
            noted: wanted.noted.map(|is_wanted| Vec::with_capacity(room(is_wanted))),
            ..Self::default()
        }
    }

    /// Removes all games and keeps their memory for others, except that of positions that a batch still shares.
    pub(super) fn clear(&mut self) {
        match Arc::get_mut(&mut self.positions) {
            Some(positions) => positions.clear(),
            None => self.positions = Arc::default(),
        }
        self.moves.clear();
        self.noted.iter_mut().for_each(Vec::clear);
        self.comments.clear();
        self.glyphs.clear();
        self.games.clear();
        self.counted = 0;
        self.unread = 0;
        self.tags.iter_mut().for_each(Lists::clear);
        self.faults.clear();
    }

    /// Adds the games of `block`. If `options` skips games that cannot be played, goes on after each of them; otherwise
    /// adds only the games before the first of them, and nothing if an earlier block had one.
    pub(super) fn fill(&mut self, block: &mut Reader<io::Empty>, options: &Options) {
        if !options.skips && !self.faults.is_empty() {
            return;
        }
        // A block is already in memory, so reading it fails only if there is no memory for what its games need.
        if let Err(error) = self.read(block, options, usize::MAX) {
            self.faults.push((number(self.counted + block.number()), error.to_string()));
        }
        self.counted += block.number();
    }

    /// Adds games until they have at least `moves` moves together, where a game without moves counts as one. Ends with
    /// the first game that cannot be played, unless such games are skipped. Returns whether there may be more games.
    pub(super) fn read<R: Read>(
        &mut self,
        reader: &mut Reader<R>,
        options: &Options,
        moves: usize,
    ) -> io::Result<bool> {
        let mut missing = moves;
        let mut search = options.chooses_positions().then(|| Search::new(Level::auto(), &options.rule));
        let mut line = Vec::new();
        while missing > 0 {
            let before = self.len();
            // `make_mut` does not copy here: no batch shares the positions while they are filled.
            let game = if options.wanted.rows.is_one() {
                line.clear();
                match search {
                    Some(_) => reader.next_game_with_positions(&mut line)?,
                    None => reader.next_game()?,
                }
            } else {
                reader.next_game_with_positions(Arc::make_mut(&mut self.positions))?
            };
            let Some(game) = game else { return Ok(false) };
            missing = missing.saturating_sub(game.moves().len().max(1));
            if let Some(error) = game.error {
                self.faults
                    .push((number(self.counted + game.number), format!("byte {}: {error}", error.offset)));
                if !options.skips {
                    Arc::make_mut(&mut self.positions).truncate(before);
                    return Ok(false);
                }
            }
            // A game that cannot be played keeps the moves before its first bad move if it has a start position, and a
            // move or a tag.
            let has_any = !game.moves().is_empty() || game.tags().next().is_some();
            if game.error.is_none() || game.start().is_some() && has_any {
                let Some(search) = &mut search else {
                    self.add(&game, before, &options.wanted);
                    continue;
                };
                if !options.wanted.rows.is_one() {
                    line.clear();
                    line.extend_from_slice(&self.positions[before..]);
                }
                line.extend(game.position());
                let plies: Vec<usize> =
                    search::KnownGame::with_pgn(&game, &line, |game| search.plies(game).collect());
                if !options.wanted.rows.is_one() {
                    self.keep(&game, before, &plies, &options.wanted);
                } else if !plies.is_empty() {
                    self.add(&game, before, &options.wanted);
                }
            }
        }
        Ok(true)
    }

    /// Adds those rows of `game` whose plies are in `plies`, ascending; [`add`](Self::add) adds all. Each run of
    /// successive plies becomes a game of its own. `before` is the number of rows before the game.
    fn keep(&mut self, game: &StreamedGame<'_>, before: usize, plies: &[usize], wanted: &Wanted) {
        let rows = game.moves().len() + usize::from(wanted.rows == Rows::Every);
        let rows: Vec<usize> = plies.iter().copied().filter(|&ply| ply < rows).collect();
        if rows.is_empty() {
            Arc::make_mut(&mut self.positions).truncate(before);
            return;
        }
        let games = self.games.len();
        self.add(game, before, wanted);
        kept(Arc::make_mut(&mut self.positions), before, &rows);
        kept(&mut self.moves, before, &rows);
        self.noted.iter_mut().for_each(|column| kept(column, before, &rows));
        self.comments.keep(before, &rows);
        self.glyphs.keep(before, &rows);
        let runs = rows.chunk_by(|ply, next| ply + 1 == *next).map(|run| (run[0], run.len()));
        let runs: Vec<(usize, usize)> = runs.collect();
        self.tags.iter_mut().for_each(|column| column.keep(games, &vec![0; runs.len()]));
        let game = self.games.pop();
        let run = |(first, length)| Some(Game { length, first: i32::try_from(first).ok()?, ..game? });
        self.games.extend(runs.into_iter().filter_map(run));
    }

    /// Adds the rows of `game`; a game without rows is left out. `before` is the number of rows before the game. The
    /// positions before the moves have been added already, unless a row is a game.
    fn add(&mut self, game: &StreamedGame<'_>, before: usize, wanted: &Wanted) {
        if !wanted.rows.is_one() {
            self.moves.extend(game.moves().iter().map(|mv| mv.to_bits()));
        }
        if wanted.rows != Rows::Played {
            if let Some(position) = game.position() {
                Arc::make_mut(&mut self.positions).push(*position);
            }
            self.moves.push(NULL_MOVE.to_bits());
        }
        let length = self.len() - before;
        if length == 0 {
            return;
        }
        self.unread += game.notes().map(|note| u64::from(note.unread)).sum::<u64>();
        for ((column, number), is_wanted) in self.noted.iter_mut().zip(NOTED).zip(wanted.noted) {
            if is_wanted {
                column.extend(game.notes().map(|note| number(&note).unwrap_or(f32::NAN)));
                column.resize(self.moves.len(), f32::NAN);
            }
        }
        if wanted.comments {
            let mut comments = game.comments().peekable();
            for row in 0..length {
                let of_row = iter::from_fn(|| comments.next_if(|(of, _)| *of == row));
                self.comments.push(of_row.flat_map(|(_, comment)| comment.bytes().chain([b' '])));
            }
        }
        if wanted.nags {
            let mut glyphs = game.glyphs().peekable();
            for row in 0..length {
                self.glyphs
                    .push(iter::from_fn(|| glyphs.next_if(|(of, _)| *of == row)).map(|(_, glyph)| glyph));
            }
        }
        wanted.tags.add(game, &mut self.tags);
        let byte = |offset| i64::try_from(offset).unwrap_or(i64::MAX);
        self.games.push(Game {
            length,
            first: 0,
            result: game.result().map_or(f32::NAN, points),
            number: byte(self.counted + game.number),
            plies: i32::try_from(game.moves().len()).unwrap_or(i32::MAX),
            bytes: [byte(game.bytes.start), byte(game.bytes.end)],
        });
    }
}

/// Keeps, of the rows of `column` from `first` on, only those whose numbers, counted from `first`, are in `rows`,
/// ascending. A column that has not been read stays empty.
fn kept<T: Copy>(column: &mut Vec<T>, first: usize, rows: &[usize]) {
    if column.len() > first {
        rows.iter().enumerate().for_each(|(at, row)| column[first + at] = column[first + row]);
        column.truncate(first + rows.len());
    }
}

/// Converts the number of a game to an index; one that is too large becomes `usize::MAX`.
fn number(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
