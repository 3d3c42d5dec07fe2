//! The tags of a tree.
//!
//! The seven tags that every game has come first. `Result` is made from the tree's result; `SetUp`, `FEN` and `Variant`
//! say where the game begins, so they are kept as they were read and cannot be set.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use quadbit_movegen::{GameResult, Position};
use quadbit_rule::unescape;

use super::comments::TreeError;

/// The tags of a tree, but for `Result`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TreeTags {
    /// The values of the tags in [`ROSTER`], in the same order.
    roster: [String; 6],
    /// The names and values of all other tags, in the order in which they were set.
    others: Vec<(String, String)>,
}

/// The names of the tags that every game has, in their order; `Result` is the seventh.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// The tags that follow from the game, so that a caller cannot set them.
const FROM_GAME: [&str; 4] = ["Result", "SetUp", "FEN", "Variant"];

/// The value of the tag `name` of [`ROSTER`] if nothing is known.
fn unknown(name: &str) -> &'static str {
    if name == "Date" { "????.??.??" } else { "?" }
}

impl TreeTags {
    /// The tags of a game that begins at `start`; all but those about `start` are unknown.
    pub(super) fn of_start(start: &Position) -> Self {
        let mut others = Vec::new();
        let mut add = |name: &str, value: String| others.push((name.to_owned(), value));
        if !start.has_standard_castling() {
            add("Variant", "Chess960".to_owned());
        }
        if start != &Position::start() || (start.halfmoves(), start.fullmoves()) != (0, 1) {
            add("SetUp", "1".to_owned());
            add("FEN", start.to_string());
        }
        Self { roster: ROSTER.map(|name| unknown(name).to_owned()), others }
    }

    /// The tags of a game that was read. The values in `tags` are as written: this removes their backslashes. Of the
    /// tags of [`ROSTER`], the first of each name counts.
    pub(super) fn read(tags: &[(&str, &str)]) -> Self {
        let in_roster = |name: &str| name == "Result" || ROSTER.contains(&name);
        let value_of = |name| {
            let found = tags.iter().find(|tag| tag.0 == name);
            found.map_or_else(|| unknown(name).to_owned(), |tag| unescape(tag.1).into_owned())
        };
        let others = tags.iter().filter(|tag| !in_roster(tag.0));
        Self {
            roster: ROSTER.map(value_of),
            others: others.map(|tag| (tag.0.to_owned(), unescape(tag.1).into_owned())).collect(),
        }
    }

    pub(super) fn iter(&self, result: GameResult) -> impl Iterator<Item = (&str, &str)> {
        let roster = ROSTER.into_iter().zip(self.roster.iter().map(String::as_str));
        let others = self.others.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        roster.chain([("Result", result.as_str())]).chain(others)
    }

    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), TreeError> {
        let is_name = |c: u8| c.is_ascii_alphanumeric() || c == b'_';
        if name.is_empty() || !name.bytes().all(is_name) {
            return Err(TreeError::TagName);
        }
        if FROM_GAME.contains(&name) {
            return Err(TreeError::TagOfGame);
        }
        if value.is_some_and(|value| value.contains(char::is_control)) {
            return Err(TreeError::TagValue);
        }
        if let Some(place) = ROSTER.iter().position(|&tag| tag == name) {
            value.unwrap_or(unknown(name)).clone_into(&mut self.roster[place]);
            return Ok(());
        }
        let place = self.others.iter().position(|tag| tag.0 == name);
        match (value, place) {
            (Some(value), Some(place)) => value.clone_into(&mut self.others[place].1),
            (Some(value), None) => self.others.push((name.to_owned(), value.to_owned())),
            (None, _) => self.others.retain(|tag| tag.0 != name),
        }
        Ok(())
    }
}

/// A value that is written with a backslash before each quotation mark and backslash.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            if matches!(c, '"' | '\\') {
                f.write_str("\\")?;
            }
            write!(f, "{c}")?;
        }
        Ok(())
    }
}
