//! The tags that become columns: which ones, and how their texts are kept, split or read as numbers.

use std::iter;
use std::str;

use pyo3::prelude::*;
use quadbit_pgn::{StreamedGame, Token, Tokens, unescape};
use quadbit_rule::decimal;

use super::lists::{Lists, texts};
use crate::memory::with_capacity;

/// The tags that become columns.
#[derive(Clone, Debug)]
pub(super) enum TagChoice {
    /// The tags with these names, as texts or as numbers.
    Named(Vec<Tag>),
    All,
}

/// A tag that becomes a column.
#[derive(Clone, Debug)]
pub(super) struct Tag {
    name: String,
    /// The kind of the tag's name, as a bit, given by [`kind_of`].
    kind: u64,
    /// Whether the values of the tag are read as numbers.
    is_number: bool,
}

/// The value of a missing tag: a byte that no text has.
const NONE: u8 = 0xff;

impl Default for TagChoice {
    fn default() -> Self {
        Self::Named(Vec::new())
    }
}

impl TagChoice {
    /// Reads what `quadbit._columns.tag_choice` returns for the argument `tags`.
    pub(super) fn new(tags: &Bound<'_, PyAny>) -> PyResult<Self> {
        let tags: Vec<(Option<String>, bool)> =
            texts(tags.py())?.call_method1("tag_choice", (tags,))?.extract()?;
        let named = |(name, is_number): (Option<String>, bool)| {
            name.map(|name| Tag { kind: kind_of(&name), name, is_number })
        };
        Ok(tags.into_iter().map(named).collect::<Option<_>>().map_or(Self::All, Self::Named))
    }

    /// Adds the tags of a game to their columns: one for each tag with a name, or one for the text of all tags.
    pub(super) fn add(&self, game: &StreamedGame<'_>, columns: &mut Vec<Lists<u8>>) {
        columns.resize_with(self.columns().count(), Lists::default);
        let Self::Named(tags) = self else {
            if let Some((_, last)) = game.tags().next_back() {
                let text = game.record().text();
                let end = last.as_ptr().addr() - text.as_ptr().addr() + last.len();
                columns[0].extend(&text.as_bytes()[..end]);
                columns[0].extend(b"\"]");
            }
            columns[0].end_row();
            return;
        };
        let kinds = tags.iter().fold(0, |kinds, tag| kinds | tag.kind);
        let (row, mut missing) = (columns.first().map_or(0, Lists::len), tags.len());
        for (name, value) in game.tags() {
            if missing == 0 {
                return;
            }
            if kinds & kind_of(name) != 0
                && let Some(place) = tags.iter().position(|tag| tag.name == name)
                && columns[place].len() == row
            {
                columns[place].extend(unescape(value).as_bytes());
                columns[place].end_row();
                missing -= 1;
            }
        }
        for column in columns.iter_mut().filter(|column| column.len() == row) {
            column.push([NONE]);
        }
    }

    /// Returns the name of the tag in each column, and whether the column holds numbers. The column that has the text
    /// of all tags has no name.
    pub(super) fn columns(&self) -> impl Iterator<Item = (Option<&str>, bool)> {
        let (named, all) = match self {
            Self::Named(tags) => (&tags[..], None),
            Self::All => (&[][..], Some((None, false))),
        };
        named.iter().map(|tag| (Some(&tag.name[..]), tag.is_number)).chain(all)
    }
}

/// Splits the texts of the tags of games. Returns the names and the values of all tags, and where those of each game
/// begin, with the number of all at its end. The first tag of each name counts.
pub(super) fn split(texts: &Lists<u8>) -> (Vec<usize>, [Lists<u8>; 2]) {
    let (mut begins, mut names, mut values) = (vec![0], Lists::default(), Lists::default());
    for text in texts.rows() {
        let (mut kinds, mut before) = (0, Vec::new());
        for token in Tokens::new(str::from_utf8(text).unwrap_or_default()) {
            let Token::Tag { name, value } = token else { continue };
            // Names of different kinds differ, so most names need no comparison.
            if kinds & kind_of(name) == 0 || !before.contains(&name) {
                names.push(name.bytes());
                values.push(unescape(value).bytes());
                before.push(name);
                kinds |= kind_of(name);
            }
        }
        begins.push(names.len());
    }
    (begins, [names, values])
}

/// Returns the kind of `name`, one of 64, as a bit: a hash of its length and two of its bytes.
#[inline]
fn kind_of(name: &str) -> u64 {
    let sum = match name.as_bytes() {
        [first, .., last] => name.len() + usize::from(*first) + 5 * usize::from(*last),
        _ => name.len(),
    };
    1 << (sum % 64)
}

/// Makes a column of numbers from `texts`, the values of a tag, one for each game. A game's number is repeated for each
/// of its rows, of which `lengths` has the count; it is NaN if the tag is missing or not a number.
///
/// # Errors
/// `MemoryError`.
pub(super) fn numbers(texts: &Lists<u8>, lengths: &[usize]) -> PyResult<Vec<f64>> {
    let mut numbers = with_capacity(lengths.iter().sum())?;
    for (text, &length) in texts.rows().zip(lengths) {
        let number = str::from_utf8(text).ok().and_then(decimal).unwrap_or(f64::NAN);
        numbers.extend(iter::repeat_n(number, length));
    }
    Ok(numbers)
}
