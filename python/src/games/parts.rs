//! A file in parts, whose games can be played at the same time.
//!
//! 1. [`Parts`] takes the text of several games off the file, one part after the other. On one thread and without a
//!    rule it plays them at once, so it need not find their ends first.
//! 2. [`Cut::play`] plays the games of a part, while the next one is taken off.
//! 3. Memory that is no longer needed comes back through [`Spares`], so that a large file takes little new memory.
//!
//! Parts are returned in the order of the file, whatever the number of threads.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use quadbit_pgn::Reader;

use super::options::Options;
use super::part::Part;
use super::source::Source;
use crate::work::{Workers, locked};

/// The number of parts that are read ahead for each thread: one is filled while others wait for their turn. Two are too
/// few if there are more threads than cores: the threads then sleep too often.
const AHEAD: usize = 3;

/// About how many positions a part has. Only batches that begin in one part and end in another have their positions
/// copied: with larger parts there are fewer of them. With smaller parts a small file takes less new memory.
const POSITIONS: usize = 1 << 14;

/// The number of positions that a new part for several threads has room for: more than a block of moves without
/// comments has. Room that is not used takes no memory.
const ROOM: usize = 40_000;

/// The number of moves after which a single thread ends a part at the latest, with the game that it is playing, so that
/// it can check for signals.
const PLAYED_AT_ONCE: usize = 1 << 14;

/// The room for positions that a new part has beyond those of the part before it: more than the last game of a part
/// usually adds.
const MARGIN: usize = 512;

/// The most blocks of a file that make a part.
const BLOCKS: usize = 8;

/// A block of a file: a reader of many games, whose text is already in memory.
type Block = Reader<io::Empty>;

/// A part whose games have been played, and the error of the file that comes after them, if any.
pub(super) type Played = (Part, io::Result<()>);

/// The parts of a file, in order.
struct Parts {
    reader: Reader<Source>,
    options: Arc<Options>,
    spares: Arc<Spares>,
    is_alone: bool,
    /// The number of blocks of the reader, some hundred games each, that make a part; one thread plays a part.
    blocks: usize,
    /// The number of positions that a new part has room for.
    room: usize,
    is_at_end: bool,
}

/// A part of a file of games: games that are still to be played, or have been played already.
struct Cut {
    part: Part,
    /// The text of games that have not been played.
    blocks: Vec<Block>,
    /// The error to raise after the games of this part, if there is one.
    end: io::Result<()>,
}

/// Memory that is used again: that of parts that are no longer needed, and of the texts of blocks that have been
/// played.
#[derive(Default)]
pub(super) struct Spares {
    parts: Mutex<Vec<Part>>,
    /// For each part that has been played, its text and its number of rows.
    texts: Mutex<Vec<(Vec<Block>, usize)>>,
}

/// Returns the workers that read the parts of a file and play their games.
pub(super) fn workers(
    reader: Reader<Source>,
    options: &Arc<Options>,
    spares: &Arc<Spares>,
    threads: u16,
) -> Workers<Played> {
    let is_alone = threads == 1;
    // With several threads the caller does not read a source that may have to wait for bytes: meanwhile it could
    // neither return games that are ready nor see signals.
    let helps = is_alone || !options.may_wait;
    let mut parts = Parts {
        reader,
        options: Arc::clone(options),
        spares: Arc::clone(spares),
        is_alone,
        blocks: 1,
        room: if is_alone { 0 } else { ROOM },
        is_at_end: false,
    };
    let (options, spares) = (Arc::clone(options), Arc::clone(spares));
    let play = move |cut: Cut| cut.play(&options, &spares);
    let ahead = AHEAD * usize::from(threads);
    let cut = move |waiting: &AtomicUsize| parts.next(waiting);
    Workers::new("quadbit games", threads - u16::from(helps), helps, ahead, cut, play)
}

impl Parts {
    /// Returns the next part; `None` after the last one. `waiting` is the number of threads that wait for their turn to
    /// take a part.
    fn next(&mut self, waiting: &AtomicUsize) -> Option<Cut> {
        if self.is_at_end {
            return None;
        }
        let spare = locked(&self.spares.parts).pop();
        let mut part = spare.unwrap_or_else(|| Part::with_capacity(self.room, &self.options.wanted));
        let mut blocks = Vec::new();
        let read = if self.is_alone && self.options.rule.is_empty() {
            let read = part.read(&mut self.reader, &self.options, self.options.batch.min(PLAYED_AT_ONCE));
            // The next new part gets little more room than this one takes, so that a small file takes little memory.
            self.room = part.len() + MARGIN;
            read
        } else {
            self.cut(&mut blocks, waiting)
        };
        self.is_at_end = !matches!(read, Ok(true));
        Some(Cut { part, blocks, end: read.map(drop) })
    }

    /// Takes the blocks of the next part of the file off its reader and adds them to `blocks`. Returns whether there
    /// may be more parts. If any thread is `waiting`, the part is cut short: with equal parts, a thread that comes
    /// a little earlier each time would wait for another one at every part.
    fn cut(&mut self, blocks: &mut Vec<Block>, waiting: &AtomicUsize) -> io::Result<bool> {
        for (texts, positions) in locked(&self.spares.texts).drain(..) {
            if !self.is_alone {
                self.blocks = (POSITIONS * texts.len()).checked_div(positions).unwrap_or(2).clamp(1, BLOCKS);
            }
            for text in texts {
                self.reader.give_back(text);
            }
        }
        loop {
            let Some(block) = self.reader.next_block()? else { return Ok(false) };
            blocks.push(block);
            if blocks.len() >= self.blocks || waiting.load(Relaxed) > 0 {
                return Ok(true);
            }
        }
    }
}

impl Cut {
    /// Plays the games of this part's blocks.
    fn play(mut self, options: &Options, spares: &Spares) -> Played {
        for block in &mut self.blocks {
            self.part.fill(block, options);
        }
        locked(&spares.texts).push((self.blocks, self.part.len()));
        (self.part, self.end)
    }
}

impl Spares {
    /// Clears `part`, whose games are no longer needed, and keeps its memory for another part.
    pub(super) fn give_back(&self, mut part: Part) {
        part.clear();
        locked(&self.parts).push(part);
    }
}
