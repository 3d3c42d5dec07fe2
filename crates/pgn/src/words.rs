//! What a word of movetext means: a move, a result, an annotation glyph, or nothing.
//!
//! 1. [`result`] reads a result in any of its spellings, which may have blanks inside.
//! 2. [`may_be_move`] tells moves from marks by the grammar of SAN: a move names a square, castles, or begins a
//!    capture.
//! 3. [`glyph`] knows the marks that have a number (NAG). All other words are passed over: books and programs write
//!    hundreds of them, and no list is complete.
//! 4. [`split_mark`] takes a move and the marks directly after it apart.
//!
//! A word that could be a move must never count as a mark: the moves after it would be played by the wrong side.

use quadbit_movegen::{Color, GameResult};

/// Whether a word could be a move, rightly spelled or not: it names a square (`Nf9` too), or begins like castling or
/// like a capture.
#[inline]
pub(crate) fn may_be_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    // The form of most words.
    matches!(bytes, [.., b'a'..=b'h', b'1'..=b'8'])
        || names_square(bytes)
        || castling(word) > 0
        || matches!(bytes, [b'N' | b'B' | b'R' | b'Q' | b'K', b'x' | b':', ..])
        || matches!(bytes, [b'a'..=b'h', b'x' | b':', b'a'..=b'h', ..])
}

fn names_square(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'0'..=b'9']))
}

/// The length of the castling that a word begins with; 0 if it begins with none.
fn castling(word: &str) -> usize {
    let begins = |text: &&&str| word.starts_with(**text);
    ["O-O-O", "0-0-0", "o-o-o", "O-O", "0-0", "o-o"].iter().find(begins).map_or(0, |text| text.len())
}

/// Splits a word into a move and the marks after it, which say nothing about the move: `Bb5ch`, `Nf3□`, `exd6E.P.`.
/// The marks are empty if what follows the move may be a part of it, as in `Nf3xx`.
pub(crate) fn split_mark(word: &str) -> (&str, &str) {
    let bytes = word.as_bytes();
    let mut end = castling(word);
    if let Some(digit) = bytes.iter().rposition(u8::is_ascii_digit)
        && digit >= end
    {
        end = digit + 1;
        // A pawn on the last rank, where a letter without a sign is the piece it becomes.
        let promotes = bytes[0].is_ascii_lowercase() && matches!(bytes[digit], b'1' | b'8');
        end += match bytes[end..] {
            [b'(', b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n', b')', ..] => 3,
            [b'=' | b'/', b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n', ..] => 2,
            [b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n', ..] if promotes => 1,
            _ => 0,
        };
    }
    let goes_on = matches!(bytes[end..], [b'x' | b':', ..] | [b'-', b'a'..=b'z' | b'A'..=b'Z', ..]);
    if goes_on { (word, "") } else { word.split_at(end) }
}

/// The annotation glyphs (NAGs) in the marks after a move, in their order. Signs of check and unknown marks are passed
/// over.
#[cfg(feature = "alloc")]
pub(crate) fn glyphs(marks: &str) -> impl Iterator<Item = u16> {
    let mut rest = marks;
    core::iter::from_fn(move || {
        while let Some(first) = rest.chars().next() {
            let known = GLYPHS.iter().find(|(mark, _)| rest.starts_with(mark));
            rest = &rest[known.map_or(first.len_utf8(), |(mark, _)| mark.len())..];
            // A plus sign before another mark is a check.
            if let Some((_, glyph)) = known {
                return Some(*glyph);
            }
        }
        None
    })
}

/// The annotation glyph (NAG) that a word stands for; `None` if it has none.
pub(crate) fn glyph(word: &str) -> Option<u16> {
    GLYPHS.iter().find(|(mark, _)| *mark == word).map(|(_, glyph)| *glyph)
}

/// The marks that have a glyph; the longer one first where one begins with another.
///
/// Source: the numbers of the PGN standard, and those from 130 on by the programs that write them.
const GLYPHS: [(&str, u16); 46] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
    ("\u{203c}", 3),
    ("\u{2047}", 4),
    ("\u{2049}", 5),
    ("\u{2048}", 6),
    // Only move.
    ("\u{25a1}", 7),
    // Equal, and with compensation.
    ("=\u{221e}", 44),
    ("\u{221e}=", 44),
    ("=/\u{221e}", 44),
    ("+=", 14),
    ("=+", 15),
    ("+/=", 14),
    ("=/+", 15),
    ("=", 10),
    ("\u{221e}", 13),
    ("\u{2a72}", 14),
    ("\u{2a71}", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("\u{b1}", 16),
    ("\u{2213}", 17),
    ("+--", 20),
    ("--+", 21),
    ("+-", 18),
    ("+\u{2212}", 18),
    ("+\u{2013}", 18),
    ("-+", 19),
    ("\u{2212}+", 19),
    ("\u{2013}+", 19),
    // Zugzwang, space, development, initiative, attack.
    ("\u{2a00}", 22),
    ("\u{2299}", 22),
    ("\u{25cb}", 26),
    ("\u{27f3}", 32),
    ("\u{2191}", 36),
    ("\u{2192}", 40),
    // Counterplay, time trouble, a better move.
    ("\u{21c6}", 132),
    ("\u{2a01}", 138),
    ("\u{2313}", 142),
    // A novelty, a diagram.
    ("TN", 146),
    ("N", 146),
    ("D", 220),
];

/// The result at the beginning of `text`, in any of its spellings, and its length: `1-0`, `1 - 0`, `1:0`, `½–½`, `1/2`,
/// `0.5-0.5`, with a full stop after it or not. It ends at white space, at a symbol of PGN, or at the end of the text.
pub(crate) fn result(text: &str) -> Option<(GameResult, usize)> {
    let (white, black, length) = score(text)?;
    let result = match (white, black) {
        (Points::One, Points::Zero) => GameResult::Win(Color::White),
        (Points::Zero, Points::One) => GameResult::Win(Color::Black),
        (Points::Half, Points::Half) => GameResult::Draw,
        _ => return None,
    };
    Some((result, length))
}

/// The length of the double forfeit `0-0` at the beginning of `text`, in any of its spellings; 0 if there is none.
pub(crate) fn forfeit(text: &str) -> usize {
    match score(text) {
        Some((Points::Zero, Points::Zero, length)) => length,
        _ => 0,
    }
}

/// The points of one player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Points {
    Zero,
    Half,
    One,
}

/// The points of white and black at the beginning of `text`, and the length of their text.
fn score(text: &str) -> Option<(Points, Points, usize)> {
    let (white, rest) = half(text)?;
    let (black, rest) = match sign(rest.trim_start()).and_then(|rest| half(rest.trim_start())) {
        Some(black) => black,
        None if text.starts_with(['1', '\u{bd}']) && white == Points::Half => (white, rest),
        None => return None,
    };
    let end = rest.strip_prefix('.').unwrap_or(rest);
    let is_end = end.chars().next().is_none_or(|c| c.is_whitespace() || "(){}[];$*".contains(c));
    is_end.then_some((white, black, text.len() - end.len()))
}

fn half(text: &str) -> Option<(Points, &str)> {
    const SPELLINGS: [(&str, Points); 7] = [
        ("1/2", Points::Half),
        ("\u{bd}", Points::Half),
        ("0.5", Points::Half),
        ("0,5", Points::Half),
        (".5", Points::Half),
        ("1", Points::One),
        ("0", Points::Zero),
    ];
    SPELLINGS.iter().find_map(|(spelling, half)| Some((*half, text.strip_prefix(spelling)?)))
}

/// Passes the sign between two points: a hyphen, dash, minus or colon.
fn sign(text: &str) -> Option<&str> {
    text.strip_prefix(['-', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}', ':'])
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::{forfeit, glyph, glyphs, may_be_move, result, split_mark};
    use quadbit_movegen::{Color, GameResult};

    #[test]
    fn moves_are_told_from_marks() {
        for word in
            ["e4", "Nbd2", "exd8=Q+", "O-O", "0-0-0!", "o-o", "e9", "Nf9", "exd", "Qx", "P@e4", "e2e4"]
        {
            assert!(may_be_move(word), "{word}");
        }
        for word in
            ["", "ch", "dbl", "mate", "N", "D", "+-", "\u{b1}", "E.P.", "ed", "adjourned.", "4,", "#", "Bad"]
        {
            assert!(!may_be_move(word), "{word}");
        }
    }

    #[test]
    fn marks_are_split_off() {
        for (core, mark) in [
            ("Bb5", "ch"),
            ("Nf3", "\u{25a1}"),
            ("cxd4", "="),
            ("exd6", "e.p.+"),
            ("exd6", "E.P."),
            ("O-O", "+-"),
            ("0-0-0", "!N"),
            ("e8=Q", "+!"),
            ("e8(Q)", "\u{2020}"),
            ("d1n", "mate"),
            ("Nf6", "-+"),
            ("Nf3", "N"),
            ("e4", "N"),
            ("e4", ""),
        ] {
            let word = std::format!("{core}{mark}");
            assert_eq!(split_mark(&word), (core, mark));
        }
        for word in ["Nf3xx", "e2-e", "Rd1:"] {
            assert_eq!(split_mark(word), (word, ""));
        }
    }

    #[test]
    fn marks_have_glyphs() {
        let of = |marks| glyphs(marks).collect::<Vec<_>>();
        assert_eq!(of("!N"), [1, 146]);
        assert_eq!(of("+!?\u{221e}"), [5, 13]);
        assert_eq!(of("#"), []);
        assert_eq!(of("ch\u{b1}"), [16]);
        assert_eq!((glyph("+="), glyph("=+"), glyph("=="), glyph("mate")), (Some(14), Some(15), None, None));
        // The longer mark is found first.
        for (at, (mark, number)) in super::GLYPHS.iter().enumerate() {
            assert_eq!(of(mark), [*number], "{at}");
        }
    }

    #[test]
    fn results_have_many_spellings() {
        let [white, black, draw] =
            [GameResult::Win(Color::White), GameResult::Win(Color::Black), GameResult::Draw];
        for (text, expected) in [
            ("1-0", white),
            ("1 - 0", white),
            ("1:0", white),
            ("1\u{2013}0", white),
            ("1-0.", white),
            ("0 : 1", black),
            ("0\u{2212}1", black),
            ("1/2", draw),
            ("1/2-1/2", draw),
            ("1/2 - 1/2", draw),
            ("\u{bd}", draw),
            ("\u{bd}-\u{bd}", draw),
            ("\u{bd} \u{2013} \u{bd}.", draw),
            ("0.5-0.5", draw),
            (".5:.5", draw),
        ] {
            for behind in ["", " x", "\n", "{x}", "["] {
                let whole = std::format!("{text}{behind}");
                assert_eq!(result(&whole), Some((expected, text.len())), "{whole}");
            }
            assert_eq!(result(&std::format!("{text}x")), None, "{text}");
        }
        for text in ["1", "0", "1-1", "0-0", "0-0-0", "1-0-0", "1-", "1 - e4", "0.5", "1/2-0", "2-0", ""] {
            assert_eq!(result(text), None, "{text}");
        }
        assert_eq!(["0-0", "0 - 0 [", "0\u{2013}0", "0-0-0", "0-0+"].map(forfeit), [3, 5, 5, 0, 0]);
    }
}
