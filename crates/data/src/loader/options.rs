//! The settings of a loader.

use quadbit_movegen::Validity;
use quadbit_nibble::simd::Level;

use quadbit_inputs::sets::{Order, Sets};
use quadbit_rule::Rule;

/// The settings of a [`Loader`](super::Loader).
#[derive(Clone, Debug)]
pub struct Options {
    /// The sets of network inputs to find; `None` for only positions and labels.
    pub sets: Option<Sets>,
    /// The order in which the inputs of a position are listed. By default [`Order::Found`].
    pub order: Order,
    /// The number of positions in a batch; the last one may have fewer. By default 16,384.
    pub batch: usize,
    /// Whether the last batch is left out if it has fewer positions than the others. By default it is not.
    pub drop_last: bool,
    /// Whether scores and results of batches are those of the side to move, instead of white's. By default they are
    /// not.
    pub movers_view: bool,
    /// The number of positions in the window from which samples are drawn at random, 64 bytes each; 1 keeps the order
    /// of the files. By default 1,048,576.
    pub window: usize,
    /// The seed of the random order and of the conditions that keep samples by chance. By default 0.
    pub seed: u64,
    /// The rule that chooses the samples of batches. By default it chooses all.
    pub rule: Rule,
    /// The rules that decide whether a position is valid, by default [`Validity::Strict`]. A record with an invalid
    /// position counts as bad.
    pub validity: Validity,
    /// Whether the first bad record ends reading; by default it does not. The samples that were read before it still
    /// come in batches.
    pub stops_at_bad: bool,
    /// The number of threads that decode and find inputs, at least 1. By default 1.
    pub threads: usize,
    /// The CPU instructions that decoding and finding inputs may use. By default the best of this machine.
    pub level: Level,
    /// The number of this machine among those that share the files: from 0 to below `world_size`. By default 0.
    pub rank: u64,
    /// The number of machines that share the files. By default 1.
    pub world_size: u64,
    /// The unit by which the machines share the files. By default [`Share::Blocks`].
    pub share: Share,
}

/// The unit by which machines share the files: each machine takes every `world_size`-th block, game or chosen sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Blocks of the files: 64 KiB each, or a chunk of binpack.
    Blocks,
    /// Games, only of binpack: each machine reads all chunks and decodes its own chains. A file of one chunk is shared
    /// too. The place of a sample, by which chance keeps it, is that among the samples of the machine's own games. Give
    /// the files a [chain index](crate::chain_index): without it each machine plays all games to find its own. A
    /// damaged chunk counts as bad on every machine.
    Games,
    /// Samples that the rule chooses: each machine reads and decodes all blocks, and finds inputs for its own samples.
    /// All machines get the same number of samples, and so of batches: at the end of all sources the samples that are
    /// left over, fewer than `world_size`, are left out. Each machine counts the bad records of all.
    Samples,
}

impl Options {
    /// The default settings for a loader that finds the inputs `sets`, or none: one thread, one machine, all samples.
    pub fn new(sets: impl Into<Option<Sets>>) -> Self {
        Self {
            sets: sets.into(),
            order: Order::Found,
            batch: 1 << 14,
            drop_last: false,
            movers_view: false,
            window: 1 << 20,
            seed: 0,
            rule: Rule::default(),
            validity: Validity::Strict,
            stops_at_bad: false,
            threads: 1,
            level: Level::auto(),
            rank: 0,
            world_size: 1,
            share: Share::Blocks,
        }
    }
}
