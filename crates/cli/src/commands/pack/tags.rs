//! Tags of games, written after their positions.

use quadbit_pgn::{StreamedGame, unescape};

/// The values of a game's tags `names`, each after a tab; an empty text for a tag that it does not have. Control
/// characters become blanks.
pub(super) fn values(game: &StreamedGame<'_>, names: &[String]) -> String {
    let mut values = String::new();
    for name in names {
        values.push('\t');
        let value = game.tags().find(|tag| tag.0 == name).map(|tag| unescape(tag.1)).unwrap_or_default();
        values.extend(value.chars().map(|c| if c.is_control() { ' ' } else { c }));
    }
    values
}

/// Appends each of `texts` to the line of `lines` with the same index, before the line break. There must be a text for
/// each line.
pub(super) fn append<'a>(lines: &[u8], texts: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let lines = lines.split_inclusive(|&byte| byte == b'\n');
    let line = |(line, text): (&[u8], &str)| {
        [line.strip_suffix(b"\n").unwrap_or(line), text.as_bytes(), b"\n"].concat()
    };
    lines.zip(texts).flat_map(line).collect()
}
