//! A network of two layers in integers, whose first layer is updated move by move: to take home.
//!
//! 1. [`Network::read`] reads a file of the trainer in `python/examples`; its format is drawn below.
//! 2. A move ends and begins a few inputs of each side's view: [`Updater::after`] subtracts and adds their weights.
//! 3. If the own king has changed its bucket or crossed the middle, a view's sums come from the refresh table: those
//!    of the last such position with the king on this square, updated by the difference of both lists of inputs.
//! 4. [`Network::evaluate`] is the second layer.
//!
//! Sums are integers, so the way to them does not matter: the result is that of the trainer, to the last bit.
//!
//! The file is a line of text, then numbers of 16 bits, the low byte first:
//!
//! ```text
//!   quadbit network halfkav2_hm 64      the sets of inputs, joined by `+`, and the length of a row
//!   64 numbers for each input           its row of weights times 255
//!   64 + 64 numbers                     the weights of the side to move, then of the other, times 64
//!   1 number                            the bias times 64
//!
//!   sums     the rows of all inputs of a view, added up, modulo 2^16
//!   output   255 bias + the weights times the sums of both views, each first limited to 0 .. 255
//!   score    400 output / (255 * 64), rounded down, limited to -20,000 .. 20,000; for the side to move
//! ```

use std::iter;

use quadbit_inputs::sets::{Sets, ViewChanges};
use quadbit_movegen::{Color, Move, Position};
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_threats::{Changes, Finder};

/// The length of a row of weights: the number of sums that the first layer gives for a view.
const WIDTH: usize = 64;

/// A row of weights, or the sums of rows.
type Row = [i16; WIDTH];

/// The sums of the first layer as White and as Black see the board.
pub(crate) type Views = [Row; 2];

/// The weights of both layers.
pub(crate) struct Network {
    sets: Sets,
    /// The first layer: a row for each input.
    rows: Vec<Row>,
    /// The second layer: the weights of the sums of the side to move, and of the other side.
    output: [Row; 2],
    bias: i16,
    level: Level,
}

impl Network {
    /// Reads a file in the format that the head of this source file draws; `None` if `bytes` are something else.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let line = str::from_utf8(&bytes[..end]).ok()?;
        let sets: Sets = line.strip_prefix("quadbit network ")?.strip_suffix(" 64")?.parse().ok()?;
        let (numbers, []) = bytes[end + 1..].as_chunks() else { return None };
        let numbers: Vec<i16> = numbers.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect();
        let (rows, &[bias]) = numbers.as_chunks::<WIDTH>() else { return None };
        let (&output, rows) = rows.split_last_chunk().map(|(rows, output)| (output, rows))?;
        (rows.len() == sets.size()).then(|| Self {
            sets,
            rows: rows.to_vec(),
            output,
            bias,
            level: Level::auto(),
        })
    }

    /// The score for `us`, the side to move.
    #[expect(clippy::cast_possible_truncation, reason = "limited before")]
    pub(crate) fn evaluate(&self, views: &Views, us: Color) -> i32 {
        let sum =
            dispatch!(self.level, _ => output(&self.output, [&views[us as usize], &views[!us as usize]]));
        let output = i64::from(sum) + 255 * i64::from(self.bias);
        (400 * output).div_euclid(255 * 64).clamp(-20_000, 20_000) as i32
    }

    /// The inputs of `position` that are 1 as `side` sees it.
    #[expect(clippy::cast_possible_truncation, reason = "indices are below the size of the sets")]
    fn inputs(&self, position: &Position, side: Color) -> Vec<u32> {
        let (mut inputs, is_us) = (Vec::with_capacity(64), position.side_to_move() == side);
        self.sets
            .for_each(self.level, position, |us, them| inputs.push(if is_us { us } else { them } as u32));
        inputs
    }

    /// The sums of a view of `position`, added up from nothing.
    fn whole(&self, position: &Position, side: Color) -> Row {
        self.changed(&[0; WIDTH], &[], &self.inputs(position, side))
    }

    /// Returns `sums` with the rows of the inputs `removed` subtracted, and those of `added` added.
    fn changed(&self, sums: &Row, removed: &[u32], added: &[u32]) -> Row {
        dispatch!(self.level, _ => changed(&self.rows, sums, removed, added))
    }
}

/// Subtracts and adds rows for [`Network::changed`]. Compiled for each level of CPU instructions: the sums stay in
/// vector registers.
#[inline(always)]
fn changed(rows: &[Row], sums: &Row, removed: &[u32], added: &[u32]) -> Row {
    let mut sums = *sums;
    for &input in removed {
        iter::zip(&mut sums, &rows[input as usize])
            .for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
    }
    for &input in added {
        iter::zip(&mut sums, &rows[input as usize])
            .for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
    }
    sums
}

/// The output of the second layer without its bias: the sum of all `weights`, each times the element of `sums` with the
/// same index, limited to 0 to 255. The side to move comes first in both.
#[inline(always)]
fn output(weights: &[Row; 2], sums: [&Row; 2]) -> i32 {
    let product = |(&sum, &weight): (&i16, &i16)| i32::from(sum.clamp(0, 255)) * i32::from(weight);
    iter::zip(sums, weights).map(|(sums, weights)| iter::zip(sums, weights).map(product).sum::<i32>()).sum()
}

/// An entry of the refresh table: the inputs of a view, and their sums.
#[derive(Clone)]
struct Known {
    inputs: Vec<u32>,
    sums: Row,
}

/// What keeps the sums up to date in a search.
pub(crate) struct Updater<'a> {
    pub(crate) network: &'a Network,
    finder: Finder,
    threats: Changes,
    views: [ViewChanges; 2],
    /// The refresh table: an entry for each side and each square of its king.
    refreshed: [Vec<Known>; 2],
}

impl<'a> Updater<'a> {
    pub(crate) fn new(network: &'a Network) -> Self {
        let table = vec![Known { inputs: Vec::new(), sums: [0; WIDTH] }; 64];
        let (threats, views) = (Changes::new(), Default::default());
        Self { network, finder: Finder::new(), threats, views, refreshed: [table.clone(), table] }
    }

    /// The sums of `position`, added up from nothing.
    pub(crate) fn whole(&self, position: &Position) -> Views {
        Color::ALL.map(|side| self.network.whole(position, side))
    }

    /// The sums after the legal move `mv`, which leads from `before`, whose sums are `views`, to `after`.
    pub(crate) fn after(&mut self, views: &Views, [before, after]: [&Position; 2], mv: Move) -> Views {
        let network = self.network;
        if network.sets.iter().any(|(_, set)| set.name().contains("threats")) {
            self.finder.changes_into(before, mv, &mut self.threats);
        }
        network.sets.changes_into(before, mv, &self.threats, &mut self.views);
        Color::ALL.map(|side| {
            let changes = &self.views[side as usize];
            if changes.needs_refresh() {
                self.refreshed[side as usize][after.king(side).index()].update(network, after, side)
            } else {
                network.changed(&views[side as usize], changes.removed(), changes.added())
            }
        })
    }
}

impl Known {
    /// Brings the entry to the inputs of `position` as `side` sees it, by the difference to the inputs that it had, and
    /// returns their sums.
    fn update(&mut self, network: &Network, position: &Position, side: Color) -> Row {
        let inputs = network.inputs(position, side);
        let without = |list: &[u32], other: &[u32]| -> Vec<u32> {
            list.iter().copied().filter(|input| !other.contains(input)).collect()
        };
        let [removed, added] = [without(&self.inputs, &inputs), without(&inputs, &self.inputs)];
        self.sums = network.changed(&self.sums, &removed, &added);
        self.inputs = inputs;
        self.sums
    }
}
