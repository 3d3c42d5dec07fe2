//! Places in the middle of a text at which a game certainly ends.
//!
//! Whether a byte in the middle of a text is in a comment depends on all bytes before it. But there are places
//! where that is certain:
//!
//! ```text
//! .. } 12. O-O 1-0            1  after `}` no comment is open, and after the line no `;` and no tag either
//! 4. d4 {c} (4. c4) 1-0
//! [Event "b"]                 2  a tag after a move, with no variation begun between them, begins the tags of a game
//! 1. e4 *                     3  so the end of this game is certain, and so are all games after it
//! ```
//!
//! [`whole_games`] looks for such places near the end of a text, so that a block of games can be taken off a stream
//! without a search for all its games. A range of a file ([`Reader::of_range`](super::Reader::of_range)) begins with
//! such a game.

use crate::bytes;
use crate::finder::{Found, games_of};
use crate::game_tokens::GameEnd;
use crate::tokens::{Token, Tokens};
use crate::words;

/// The number of bytes at the end of a text that are looked at first; then four times as many, and so on. Tests use a
/// smaller number.
const TAIL: usize = if cfg!(test) { 1 << 6 } else { 1 << 14 };

/// The length of the games that `text` begins with, as far as their ends are certain although the text may go on; 0 if
/// there are none. `text` begins with a game.
pub(super) fn whole_games(text: &str) -> usize {
    let has_comments = text.contains('{');
    let mut length = TAIL;
    while length < text.len() {
        let begin = (text.len() - length..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        if let Some(end) = last_end(&text[begin..], has_comments) {
            return begin + end;
        }
        length *= 4;
    }
    games_from(text)
}

/// The byte of `tail`, the end of a text, at which the last game whose end is certain ends; `None` if there is none.
/// `has_comments` says whether the whole text has any comment in braces.
fn last_end(tail: &str, has_comments: bool) -> Option<usize> {
    let bytes = tail.as_bytes();
    let line = if has_comments {
        line_behind_comment(bytes)?
    } else {
        bytes::find(bytes, b'\n').map(|end| end + 1)?
    };
    let begin = line + tags_behind_move(&tail[line..]).ok()??;
    Some(begin + games_from(&tail[begin..])).filter(|&end| end > begin)
}

/// The length of the games that `text` begins with and whose ends are certain, found one after the other.
fn games_from(text: &str) -> usize {
    let (mut games, mut length) = (games_of(text), 0);
    while let Found::Game(game, GameEnd { is_whole: true, .. }) = games.find(&mut ()) {
        length += game.text().len();
    }
    length
}

/// The index of the first line that begins after a `}`, with no `{` between the two.
pub(super) fn line_behind_comment(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += bytes::find(&text[at..], b'}')?;
        at += bytes::find_any(&text[at..], *b"{\n")?;
        if text[at] == b'\n' {
            return Some(at + 1);
        }
    }
}

/// The error of a text in which the beginning of a game cannot be found with certainty.
pub(super) struct Uncertain;

/// The byte of the first tag of `text` that certainly begins the tags of a game; `None` if there is none so far. `text`
/// begins outside comments.
///
/// # Errors
/// [`Uncertain`] if a move before it begins with a percent sign.
pub(super) fn tags_behind_move(text: &str) -> Result<Option<usize>, Uncertain> {
    let mut is_certain = false;
    for token in Tokens::new(text) {
        match token {
            Token::Tag { name, .. } if is_certain => {
                let before = name.as_ptr().addr() - text.as_ptr().addr();
                return Ok(Some(text[..before].rfind('[').unwrap_or(before)));
            }
            // If a game began with this word, its percent sign would hide the line, so it is not certain that the word
            // is a move.
            Token::Move(word) if word.starts_with('%') => return Err(Uncertain),
            // The word is the result of a double forfeit if the tag `Result`, which may be before this text, says so.
            Token::Move(word) if words::forfeit(word) == word.len() => {}
            Token::Move(_) | Token::NullMove(_) => is_certain = true,
            Token::Open | Token::Tag { .. } => is_certain = false,
            Token::Close | Token::Comment(_) | Token::Word(_) | Token::Nag(_) | Token::Result(_) => {}
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::String;

    use super::{games_from, last_end, whole_games};
    use crate::random::random;

    const PIECES: [&str; 34] = [
        "[A \"1\"]\n",
        "[B \"}\"]\n",
        "[A \"1\"][A \"2\"]",
        "[A",
        "\n",
        "\n\n1. e4 e5 ",
        "1. d4 {c} d5\n",
        "{ [%clk 0:01:00] } ",
        "{",
        "}\n",
        "} {",
        ";",
        "; }\n",
        "\n%",
        "%",
        "(",
        ") ",
        "1-0\n\n",
        "1-0 ",
        "1/2-1/2\n",
        " *\n",
        "\u{e9}",
        "e4 ",
        "$1 ",
        "\r",
        "\r\r",
        "\n\n[Event \"c\"]\n",
        "[Result \"0-0\"]\n",
        " 0-0\n\n",
        " 1 - 0\n",
        " 1/2 ",
        "prose 4, ",
        " N ch ",
        "\u{bd}",
    ];

    /// The games found from the end of a text equal those found one after the other.
    #[test]
    fn whole_games_equal_a_search() {
        let (mut state, mut certain) = (1_u64, 0);
        for round in 0..60_000 {
            let mut random = |below: usize| random(&mut state) % below;
            let (few, length) = (random(PIECES.len()) + 1, random(120));
            let text: String = (0..length)
                .map(|_| PIECES[if round % 2 == 0 { random(few) } else { random(PIECES.len()) }])
                .filter(|piece| round % 3 > 0 || !piece.contains('{'))
                .collect();
            assert_eq!(whole_games(&text), games_from(&text), "{text:?}");
            let middle = (text.len() / 2..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap();
            certain += usize::from(last_end(&text[middle..], text.contains('{')).is_some());
        }
        assert!(certain > 5_000, "{certain}");
    }
}
