//! Finds the end of a game whose moves are not needed, without splitting the moves into tokens.
//!
//! Only a few bytes can end a game or hide its end; all others are skipped. In an ordinary game the search ends at the
//! result. At anything unusual the search returns `None`, and the caller finds the end by reading tokens.
//!
//! The search must never find another end than the tokens would give: a wrong end would shift all games after it.

use quadbit_movegen::{Color, GameResult};
use quadbit_nibble::simd::{BitSimd, Level, dispatch};

use crate::bytes;
use crate::game_tokens::GameEnd;
use crate::marks::{BLOCK, signs};

/// The end of a game after its result, if the game ends with it; `None` if that is not certain. The search begins at
/// the byte `begin`, after a move of the main line.
///
/// The end is certain only if the text goes on after the result, and if no tag, blank line, line that begins with a
/// percent sign, or character that is not ASCII is before it outside comments.
pub(crate) fn end_of_game(text: &[u8], begin: usize) -> Option<GameEnd> {
    dispatch!(Level::auto(), s => end_of_game_at(s, text, begin))
}

#[inline(always)]
fn end_of_game_at<S: BitSimd>(s: S, text: &[u8], begin: usize) -> Option<GameEnd> {
    let found = |end, result| GameEnd::behind(text, end, Some(result));
    let (mut at, mut depth, mut in_comment) = (begin, 0_usize, false);
    'blocks: while at < text.len() {
        let mut signs = signs(s, &text[at..], &mut in_comment);
        while signs != 0 {
            let sign = at + signs.trailing_zeros() as usize;
            signs &= signs - 1;
            match *text.get(sign)? {
                b';' => {
                    // The rest of the line is passed over, because braces mean nothing in it.
                    at = sign + bytes::find_any(&text[sign..], *b"\n\r")?;
                    in_comment = false;
                    continue 'blocks;
                }
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                b'-' if depth == 0 && is_result(text, sign) => {
                    let (half, result) = match text[sign - 1] {
                        b'2' => ("-1/2", GameResult::Draw),
                        b'1' => ("-0", GameResult::Win(Color::White)),
                        _ => ("-1", GameResult::Win(Color::Black)),
                    };
                    let end = sign + half.len();
                    return is_alone(text, sign + 1 - half.len(), end).then_some(found(end, result));
                }
                b'*' if depth == 0 => {
                    return (sign + 1 < text.len()).then_some(found(sign + 1, GameResult::Unknown));
                }
                // The next game may begin here, inside a comment that does not end.
                b'\n' | b'\r' if text[sign + 1..].starts_with(b"[Event \"") => return None,
                // A line break with more white space after it may be a blank line, after which another game may begin.
                b'\n' if *text.get(sign + 1)? <= b' ' => return None,
                b'\r' if *text.get(sign + 1)? <= b' ' && text[sign + 1] != b'\n' => return None,
                // This may be a result in another spelling, which only the tokens can read.
                b'/' if depth == 0 && !text[sign..].starts_with(b"/2-1/2") => return None,
                b':' if depth == 0 => return None,
                b'-' if depth == 0 && is_other_score(text, sign) => return None,
                b'%' | b'[' | 0x80.. => return None,
                _ => {}
            }
        }
        at += BLOCK;
    }
    None
}

/// Whether the hyphen at the byte `hyphen` is that of `1-0`, `0-1` or `1/2-1/2`.
fn is_result(text: &[u8], hyphen: usize) -> bool {
    let (before, behind) = text.split_at(hyphen);
    matches!(
        (before, behind),
        ([.., b'1'], [_, b'0', ..])
            | ([.., b'0'], [_, b'1', ..])
            | ([.., b'1', b'/', b'2'], [_, b'1', b'/', b'2', ..])
    )
}

/// Whether the hyphen at the byte `hyphen` may be that of a result with blanks or decimals, such as `1 - 0` or
/// `0.5-0.5`.
fn is_other_score(text: &[u8], hyphen: usize) -> bool {
    let (before, behind) = text.split_at(hyphen);
    let is_part = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'.' | b'5');
    before.last().is_none_or(is_part) || behind.get(1).is_none_or(is_part) || before.ends_with(b".0")
}

/// Whether there is white space on both sides of the bytes from `begin` to `end`.
fn is_alone(text: &[u8], begin: usize, end: usize) -> bool {
    let is_blank = |at: usize| text.get(at).is_some_and(u8::is_ascii_whitespace);
    begin.checked_sub(1).is_some_and(is_blank) && is_blank(end)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::end_of_game;

    use crate::finder::{Found, games_of, records_by_tokens};
    use crate::random::random;
    use crate::record::known_result;

    #[test]
    fn end_of_game_is_the_result() {
        for (text, end) in [
            (" e5 1-0\n[", Some(8)),
            (" e5 1-0\n \t[", Some(8)),
            (" e5 1-0 [", Some(8)),
            (" e5 1-0 %", Some(7)),
            (" e5 {1-0 } ; 0-1 \nO-O 0-0-0 Qh4+ 1/2-1/2\r\n\r\n1", Some(44)),
            (" e5 ; 0-1\n\n1. e4 1-0 ", None),
            (" e5 ; 0-1\r\r1. e4 1-0 ", None),
            (" e5 1 - 0\n1. e4 1-0\n", None),
            (" e5 1.0-0.0\n1. e4 1-0\n", None),
            (" e5 0.0-1.0\n1. e4 1-0\n", None),
            (" e5 1/2\n1. e4 1-0\n", None),
            (" e5 {a\n\n[Event \"b\"]\n} 1-0\n", None),
            (" (e5 1-0 ) *\nx", Some(13)),
            ("\ne5\n* x", Some(6)),
            (" 1-0", None),
            (" *", None),
            (" {e5}1-0 x *\n", None),
            (" 1-0{x} *\n", None),
            (" e5\n\n*\n", None),
            (" e5\n%*\n*\n", None),
            (" e5 [A \"b\"] *\n", None),
            (" e\u{e9} *\n", None),
            (" {e5 *\n", None),
            ("", None),
        ] {
            let found = end_of_game(text.as_bytes(), 0).map(|end| end.length);
            assert_eq!(found, end, "{text:?}");
        }
    }

    /// Searching with [`end_of_game`] finds the same games as reading tokens only: in texts of pieces that mean
    /// something, in any order.
    #[test]
    fn skipping_equals_tokens() {
        const PIECES: [&str; 66] = [
            "e4",
            " Nf3 ",
            " O-O ",
            "0-0-0 ",
            " 1. ",
            "12... ",
            " 1-0 ",
            "0-1",
            " 1/2-1/2\n",
            "*",
            " * ",
            "\n",
            "\n\n",
            "\r\n",
            " ",
            "{",
            "}",
            " {c} ",
            ";",
            "%",
            "\n%",
            "(",
            ")",
            "[",
            "]",
            "[A \"b\"]\n",
            "[A \"b\"]",
            "$",
            "$1",
            " $14 ",
            "!?",
            "--",
            " Z0 ",
            "\u{e9}",
            "\u{a0}",
            "e.p.",
            "\"",
            " 1 ",
            "\t",
            "1-0{x}",
            "\r",
            "\r\r",
            "\n\n[Event \"c\"]\n",
            "\r\r[Event \"c\"]\r",
            " 1 - 0 ",
            " 1/2 ",
            "1:0",
            "\u{bd}-\u{bd}",
            " 0.5-0.5\n",
            "1-0.",
            " 0-0 ",
            "[Result \"0-0\"]\n",
            " e8(Q)+",
            " N ",
            "ch ",
            " prose 4, ",
            "<>",
            "1/2-",
            "1.0-0.0",
            " 0.0 - 1.0 ",
            "O\u{2013}O ",
            " [#] ",
            "[x] [",
            "ed ",
            "-",
            "/",
        ];
        let mut state = 1_u64;
        let mut skipped = 0;
        for round in 0..200_000 {
            // Some texts begin with many moves, so that they have several blocks of 64 bytes.
            let mut text = "e4 ".repeat(random(&mut state) % 24);
            let pieces = random(&mut state) % if round % 4 == 0 { 60 } else { 14 };
            for _ in 0..pieces {
                text += PIECES[random(&mut state) % PIECES.len()];
            }
            let mut fast = std::vec::Vec::new();
            let mut games = games_of(&text);
            while let Found::Game(record, end) = games.find(&mut ()) {
                assert_eq!(known_result(end.result, || record.tag("Result")), record.result(), "{text:?}");
                fast.push(record.text());
            }
            let slow: std::vec::Vec<_> = records_by_tokens(&text).map(|record| record.text()).collect();
            assert_eq!(fast, slow, "{text:?}");
            skipped += usize::from(text.starts_with("e4") && end_of_game(text.as_bytes(), 2).is_some());
        }
        assert!(skipped > 10_000, "{skipped}");
    }
}
