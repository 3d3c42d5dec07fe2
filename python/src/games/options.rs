//! The options that say what is read from a file of games.

use quadbit_rule::{Need, Rule};

use super::tags::TagChoice;

/// How the games of a file are read, and what becomes a row: see [`Rows`].
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) wanted: Wanted,
    /// Whether games that cannot be played are cut at their first bad move, instead of ending the file.
    pub(super) skips: bool,
    /// The rule that chooses games by their tags, and positions in them.
    pub(super) rule: Rule,
    /// Whether the reader of the source may have to wait for bytes.
    pub(super) may_wait: bool,
    /// The least number of rows that a batch has, except the last one.
    pub(super) batch: usize,
}

impl Options {
    /// Whether the rule asks about more than tags.
    pub(super) fn chooses_positions(&self) -> bool {
        self.rule.conditions().any(|condition| condition.needs() != [Need::Tags])
    }
}

/// The rows and the columns that are read of each game.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    pub(super) rows: Rows,
    pub(super) tags: TagChoice,
    /// Whether each number of [`NOTED`](super::part::NOTED), such as the clock, is kept.
    pub(super) noted: [bool; 5],
    pub(super) nags: bool,
    /// Whether comments are kept, for their texts or for what is drawn in them.
    pub(super) comments: bool,
    /// The names of the columns that batches have as Arrow data, in order.
    pub(super) columns: Vec<String>,
}

/// Which positions of a game become rows of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Rows {
    /// All positions, from the start to the final one.
    Every,
    /// The positions in which a move was played: all but the final one.
    #[default]
    Played,
    /// Only the final position.
    Final,
    /// One row without a position. The moves of the game are not read.
    Tags,
}

impl Rows {
    /// The values of the option `plies` of `Positions.from_pgn`.
    pub(super) const PLIES: [(&str, Self); 3] =
        [("every", Self::Every), ("played", Self::Played), ("final", Self::Final)];

    /// The values of the option `rows` of `read_pgn`.
    pub(super) const NAMES: [(&str, Self); 3] =
        [("moves", Self::Played), ("games", Self::Final), ("headers", Self::Tags)];

    /// Whether there is one row for each game.
    pub(super) fn is_one(self) -> bool {
        matches!(self, Self::Final | Self::Tags)
    }
}
