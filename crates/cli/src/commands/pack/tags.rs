//! Tags of games, written behind their positions.

use quadbit_pgn::{StreamedGame, unescape};

/// The names of the tags whose values are written behind each position, in this order.
#[derive(Debug, Default)]
pub(super) struct Tags(pub(super) Vec<String>);

impl Tags {
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The values of a game, each behind a tab; an empty text for a tag that it does not have.
    pub(super) fn values(&self, game: &StreamedGame<'_>) -> String {
        let mut values = String::new();
        for name in &self.0 {
            values.push('\t');
            let value = game.tags().find(|tag| tag.0 == name).map(|tag| unescape(tag.1)).unwrap_or_default();
            values.extend(value.chars().map(|c| if c.is_control() { ' ' } else { c }));
        }
        values
    }
}

/// Appends to each of `lines` the text of its game. `numbers` are the numbers of the lines' games, ascending,
/// as are those of `texts`.
pub(super) fn append(lines: &[u8], numbers: impl Iterator<Item = u64>, texts: &[(u64, String)]) -> Vec<u8> {
    let mut all = Vec::with_capacity(2 * lines.len());
    let mut texts = texts.iter().peekable();
    for (line, number) in lines.split_inclusive(|&byte| byte == b'\n').zip(numbers) {
        while texts.peek().is_some_and(|(of, _)| *of < number) {
            texts.next();
        }
        all.extend(line.strip_suffix(b"\n").unwrap_or(line));
        all.extend(texts.peek().map_or(&b""[..], |(_, text)| text.as_bytes()));
        all.push(b'\n');
    }
    all
}
