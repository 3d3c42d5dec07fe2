//! What a word of movetext means: a move, a result, an annotation glyph, or nothing.
//!
//! 1. [`result`] reads a result in any of its spellings, which may have blanks inside.
//! 2. [`may_be_move`] tells moves from marks by the grammar of SAN: a move names a square, castles, or begins a
//!    capture. Words of the descriptive notation and captures by files (`ed`) are moves too, which cannot be read.
//! 3. [`glyph`] knows the marks that have a number (NAG). All other words are passed over: books and programs write
//!    hundreds of them, and no list is complete.
//! 4. [`split_mark`] takes a move and the marks directly after it apart. [`to_ascii`] writes a move that has dashes or
//!    figurines in the letters of SAN.
//!
//! A word that could be a move must never count as a mark: the moves after it would be played by the wrong side.

use quadbit_movegen::{Color, GameResult};

/// Whether a word could be a move, rightly spelled or not: it names a square (`Nf9` too), begins like castling or like
/// a capture, or is one of another notation (`P-K4`, `ed`).
#[inline]
pub(crate) fn may_be_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    // Most words of a game end with the name of a square, so this is tested first.
    matches!(bytes, [.., b'a'..=b'h', b'1'..=b'8'])
        || names_square(bytes)
        || castling(word) > 0
        || matches!(bytes, [b'P' | b'N' | b'B' | b'R' | b'Q' | b'K', b'x' | b':', ..])
        || matches!(
            bytes,
            [b'P' | b'N' | b'B' | b'R' | b'Q' | b'K', b'-', b'N' | b'B' | b'R' | b'Q' | b'K', ..]
        )
        || matches!(bytes, [b'a'..=b'h', b'x' | b':', b'a'..=b'h', ..])
        || is_capture_by_files(bytes)
}

/// Whether a word is a pawn's capture that names only two files: `ed` or `ed+`.
fn is_capture_by_files(word: &[u8]) -> bool {
    matches!(word, [from @ b'a'..=b'h', to @ b'a'..=b'h', marks @ ..]
        if from.abs_diff(*to) == 1 && !marks.iter().any(u8::is_ascii_alphanumeric))
}

fn names_square(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'0'..=b'9']))
}

/// The length of the castling that a word begins with, letters O or zeros joined by hyphens or dashes; 0 if it begins
/// with none. The letters may be Cyrillic.
fn castling(word: &str) -> usize {
    let letter = |text| str::strip_prefix(text, ['O', '0', 'o', '\u{41e}', '\u{43e}']);
    let next = |text| letter(str::strip_prefix(text, DASHES)?);
    let short = letter(word).and_then(next);
    short.map_or(0, |rest| word.len() - next(rest).unwrap_or(rest).len())
}

/// Splits `word` into a move and the marks after it, which are not needed to read the move: `Bb5ch`, `Nf3□`,
/// `exd6E.P.`. If what follows may be a part of the move, as in `Nf3xx`, the whole word is the move and the marks are
/// empty.
pub(crate) fn split_mark(word: &str) -> (&str, &str) {
    let bytes = word.as_bytes();
    let mut end = castling(word);
    if let Some(digit) = bytes.iter().rposition(u8::is_ascii_digit)
        && digit >= end
    {
        end = digit + 1;
        // If the move is that of a pawn to the last rank, a letter directly after the square is the piece to which it
        // promotes.
        let promotes = bytes[0].is_ascii_lowercase() && matches!(bytes[digit], b'1' | b'8');
        let behind = &word[end..];
        let piece = behind.strip_prefix(['(', '=', '/']).or(promotes.then_some(behind));
        let marks = piece.and_then(|piece| piece.strip_prefix(PROMOTIONS));
        end += marks.map_or(0, |marks| behind.len() - marks.strip_prefix(')').unwrap_or(marks).len());
    }
    let goes_on = matches!(bytes[end..], [b'x' | b':', ..] | [b'-', b'a'..=b'z' | b'A'..=b'Z', ..]);
    if goes_on { (word, "") } else { word.split_at(end) }
}

/// The pieces to which a pawn promotes, as letters and as figurines.
const PROMOTIONS: [char; 16] = [
    'Q', 'R', 'B', 'N', 'q', 'r', 'b', 'n', '\u{2655}', '\u{2656}', '\u{2657}', '\u{2658}', '\u{265b}',
    '\u{265c}', '\u{265d}', '\u{265e}',
];

/// Writes a move in ASCII to `buffer`: figurines as letters (none for pawns), any dash as a hyphen, Cyrillic letters O
/// as O. Stops before the first other character that is not ASCII, or when `buffer` is full.
pub(crate) fn to_ascii<'b>(word: &str, buffer: &'b mut [u8; 16]) -> &'b str {
    let mut length = 0;
    for (c, place) in word.chars().filter(|c| !"\u{2659}\u{265f}\u{fe0e}".contains(*c)).zip(&mut *buffer) {
        *place = match c {
            '\u{2654}'..='\u{265e}' => b"KQRBN_"[(c as usize - 0x2654) % 6],
            '\u{41e}' | '\u{43e}' => b'O',
            c if DASHES.contains(&c) => b'-',
            c => match u8::try_from(c) {
                Ok(byte @ ..128) => byte,
                _ => break,
            },
        };
        length += 1;
    }
    str::from_utf8(&buffer[..length]).unwrap_or_default()
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
            // A plus sign that begins no mark is a check, and passed over like unknown marks.
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

/// The marks that have a glyph; where a mark begins with another one, the longer mark is first.
///
/// Source: the PGN standard for the numbers below 130, and the programs that write them for the others.
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
    // A square: the only move.
    ("\u{25a1}", 7),
    // Compensation for the material: "equal" and "unclear" together, in either order.
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
/// `0.5-0.5`, with a full stop after it or not. White space, a symbol of PGN or the end of the text must follow;
/// otherwise returns `None`.
pub(crate) fn result(text: &str) -> Option<(GameResult, usize)> {
    let result = match score(text)? {
        (2, 0, _) => GameResult::Win(Color::White),
        (0, 2, _) => GameResult::Win(Color::Black),
        (1, 1, _) => GameResult::Draw,
        _ => return None,
    };
    Some((result, score(text)?.2))
}

/// The length of the double forfeit `0-0` at the beginning of `text`, in any of its spellings; 0 if there is none.
pub(crate) fn forfeit(text: &str) -> usize {
    match score(text) {
        Some((0, 0, length)) => length,
        _ => 0,
    }
}

/// The scores of White and Black at the beginning of `text`, in half points, and the length of their text. They add up
/// to 2, or to 0 for a double forfeit. A half without the other half is a draw. `None` if there are no scores.
fn score(text: &str) -> Option<(u8, u8, usize)> {
    let (white, rest) = points(text)?;
    let end = |rest: &str| {
        let end = rest.strip_prefix('.').unwrap_or(rest);
        let is_end = end.chars().next().is_none_or(|c| c.is_whitespace() || "(){}[];$*".contains(c));
        is_end.then_some(text.len() - end.len())
    };
    if let Some((black, rest)) = sign(rest.trim_start()).and_then(|rest| points(rest.trim_start()))
        && matches!(white + black, 0 | 2)
        && let Some(length) = end(rest)
    {
        return Some((white, black, length));
    }
    let is_draw = white == 1 && text.starts_with(['1', '\u{bd}']);
    if is_draw { Some((1, 1, end(rest)?)) } else { None }
}

/// Reads the score of one player at the beginning of `text`, in half points: `1/2` is 1. Returns it with the text after
/// it; `None` if there is no score.
fn points(text: &str) -> Option<(u8, &str)> {
    const SPELLINGS: [(&str, u8); 9] = [
        ("1/2", 1),
        ("\u{bd}", 1),
        ("0.5", 1),
        ("0,5", 1),
        (".5", 1),
        ("1.0", 2),
        ("0.0", 0),
        ("1", 2),
        ("0", 0),
    ];
    SPELLINGS.iter().find_map(|(spelling, points)| Some((*points, text.strip_prefix(spelling)?)))
}

/// Returns the text after the sign between two scores: a hyphen, dash, minus or colon. `None` if `text` does not begin
/// with one.
fn sign(text: &str) -> Option<&str> {
    text.strip_prefix(DASHES).or_else(|| text.strip_prefix(':'))
}

/// The characters that are read as a hyphen: hyphens, dashes and a minus sign.
const DASHES: [char; 7] = ['-', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::{forfeit, glyph, glyphs, may_be_move, result, split_mark, to_ascii};
    use quadbit_movegen::{Color, GameResult};

    #[test]
    fn moves_are_told_from_marks() {
        for word in
            ["e4", "Nbd2", "exd8=Q+", "O-O", "0-0-0!", "o-o", "e9", "Nf9", "exd", "Qx", "P@e4", "e2e4"]
        {
            assert!(may_be_move(word), "{word}");
        }
        for word in
            ["O\u{2013}O", "0\u{2212}0\u{2212}0", "\u{41e}-\u{41e}", "\u{2658}f3", "ed", "de+", "P-K4", "PxP"]
        {
            assert!(may_be_move(word), "{word}");
        }
        for word in
            ["", "ch", "dbl", "mate", "N", "D", "+-", "\u{b1}", "E.P.", "adjourned.", "4,", "#", "Bad", "bad"]
        {
            assert!(!may_be_move(word), "{word}");
        }
        for word in ["K-side", "O", "OO", "ef.", "eg", "edge", "be", "P-", "\u{2658}", "\u{2013}"] {
            assert_eq!(may_be_move(word), word == "ef.", "{word}");
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
            ("e8=\u{2655}", "!"),
            ("e8\u{265e}", ""),
            ("O\u{2013}O\u{2013}O", "!?"),
        ] {
            let word = std::format!("{core}{mark}");
            assert_eq!(split_mark(&word), (core, mark));
        }
        for word in ["Nf3xx", "e2-e", "Rd1:"] {
            assert_eq!(split_mark(word), (word, ""));
        }
    }

    #[test]
    fn moves_are_written_in_ascii() {
        for (word, ascii) in [
            ("Nf3", "Nf3"),
            ("\u{2658}f3", "Nf3"),
            ("\u{265a}xe5", "Kxe5"),
            ("\u{2659}e4", "e4"),
            ("\u{265f}\u{fe0e}xd8=\u{265c}", "xd8=R"),
            ("O\u{2013}O\u{2212}O", "O-O-O"),
            ("\u{41e}-\u{43e}", "O-O"),
            ("e4\u{2020}x", "e4"),
            ("\u{41d}f3", ""),
            ("01234567890123456789", "0123456789012345"),
        ] {
            assert_eq!(to_ascii(word, &mut [0; 16]), ascii);
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
        // Each mark is found before shorter marks with which it begins.
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
            ("1.0-0.0", white),
            ("0.0 : 1.0", black),
        ] {
            for behind in ["", " x", "\n", "{x}", "["] {
                let whole = std::format!("{text}{behind}");
                assert_eq!(result(&whole), Some((expected, text.len())), "{whole}");
            }
            // With a letter after it, `text` is no result. But in `1/2 - 1/2x` the first half, before a blank, is one.
            let half = text.split(' ').next().filter(|half| matches!(*half, "1/2" | "\u{bd}"));
            let half = half.filter(|half| *half != text).map(|half| (draw, half.len()));
            assert_eq!(result(&std::format!("{text}x")), half, "{text}");
        }
        for text in ["1", "0", "1-1", "0-0", "0-0-0", "1-0-0", "1-", "1 - e4", "0.5", "1/2-0", "2-0", ""] {
            assert_eq!(result(text), None, "{text}");
        }
        for behind in [" -", " - x", " - 1", " --", " -1/2x"] {
            assert_eq!(result(&std::format!("1/2{behind}")), Some((draw, 3)), "{behind}");
        }
        assert_eq!(["0-0", "0 - 0 [", "0\u{2013}0", "0-0-0", "0-0+"].map(forfeit), [3, 5, 5, 0, 0]);
    }
}
