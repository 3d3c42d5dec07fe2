//! Tags that are on lines of their own in the form that nearly all have, found without tokens.

use quadbit_nibble::simd::{ByteClasses, Level, dispatch};

use crate::tokens::trimmed;

/// The number of bytes whose marks are the bits of one word.
const BLOCK: usize = 64;

/// The number of words of marks that are made together.
const BLOCKS: usize = 4;

/// Passes the tags at the beginning of `text` to `accepts`, name and value, up to the first line that is anything but
/// `[Name "value"]`, or to the first tag for which `accepts` is false. Returns the end of the last tag that was
/// accepted, or 0 if none was. What follows is left to the tokens, and so is the end of the text.
///
/// A bit marks each quotation mark, line feed and carriage return. A line of this form has three, or four with both:
///
/// ```text
/// [Event "a"]·[Site "b"]·    · a line feed
/// .......1.1.1......1.1.1
/// ```
#[inline]
pub(crate) fn pass<'a>(text: &'a str, mut accepts: impl FnMut(&'a str, &'a str) -> bool) -> usize {
    let bytes = text.as_bytes();
    let mut at = bytes.iter().take_while(|&&byte| byte == b'\n' || byte == b'\r').count();
    let (mut base, mut words, mut word) = (at, marks(&bytes[at..]), 0);
    let mut bits = words[0];
    let mut next_mark = || {
        while bits == 0 {
            word += 1;
            if word == BLOCKS {
                word = 0;
                base += BLOCK * BLOCKS;
                words = marks(bytes.get(base..)?);
                if words == [0; BLOCKS] {
                    return None;
                }
            }
            bits = words[word];
        }
        let mark = base + word * BLOCK + bits.trailing_zeros() as usize;
        bits &= bits - 1;
        Some(mark)
    };
    let mut passed = 0;
    while bytes.get(at) == Some(&b'[')
        && let (Some(begin), Some(end), Some(line)) = (next_mark(), next_mark(), next_mark())
        && bytes[begin] == b'"'
        && let Some([before, ending @ ..]) = bytes[end - 1..].first_chunk::<5>()
        && let [b'"', b']', b'\n', _] | [b'"', b']', b'\r', b'\n'] = ending
        && line == end + 2
        && *before != b'\\'
        && accepts(trimmed(&text[at + 1..begin]), &text[begin + 1..end])
    {
        let line_feed = if bytes[line] == b'\r' { next_mark().unwrap_or(line) } else { line };
        (at, passed) = (line_feed + 1, line);
    }
    passed
}

/// The bits of quotation marks, line feeds and carriage returns in the first [`BLOCKS`] blocks of `text`; all 0 if
/// `text` is shorter.
#[inline]
fn marks(text: &[u8]) -> [u64; BLOCKS] {
    match text.as_chunks().0.split_first_chunk() {
        Some((blocks, _)) => marks_of(blocks),
        None => [0; BLOCKS],
    }
}

#[inline]
fn marks_of(blocks: &[[u8; BLOCK]; BLOCKS]) -> [u64; BLOCKS] {
    const CLASSES: ByteClasses = ByteClasses::new(&[(1 << 2, 1 << 2), (1 << 0xa | 1 << 0xd, 1 << 0)]);
    dispatch!(Level::auto(), s => blocks.map(|block| CLASSES.find(s, &block, [0b11])[0]))
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::String;

    use super::pass;
    use crate::random::random;
    use crate::tokens::{Token, Tokens};

    const LINES: [&str; 19] = [
        "[Event \"a\"]\n",
        "[Site \"https://example.org/a?b\"]\r\n",
        "[White \"M\u{fc}ller, \u{5f20}\"]\n",
        "[Empty \"\"]\n",
        "[ Odd  \"b\"]\n",
        "[Long \"0123456789012345678901234567890123456789012345678901234567890123456789\"]\n",
        "[A \"\\\\\"]\n",
        "[A \"b\\\"]\n",
        "[A \"b\"] \n",
        "[A \"b\"][B \"c\"]\n",
        "[A \"b \"c\" d\"]\n",
        "[A \"b\n",
        "[A]\n",
        "[A\r[B \"c\"]\n",
        "[A \"b\rc\"]\n",
        "[A \"b\"]\r",
        "\n",
        "e4 {\"\n",
        "\"\"\n",
    ];

    /// The tags that [`pass`] finds are the first tokens of the text: in texts of lines that are tags in the usual
    /// form, tags in other forms, or no tags.
    #[test]
    fn tags_are_those_of_tokens() {
        let mut state = 1_u64;
        let mut random = |below: usize| random(&mut state) % below;
        let (mut passed, mut whole) = (0, 0);
        for _ in 0..100_000 {
            let mut text = String::from(["", "\n", "\r\n\n"][random(3)]);
            for _ in 0..random(12) {
                text += LINES[if random(4) == 0 { random(LINES.len()) } else { random(6) }];
            }
            text += &" ".repeat(random(400));
            let (mut tokens, most) = (Tokens::new(&text), random(12));
            let mut count = 0;
            let at = pass(&text, |name, value| {
                count += 1;
                if count > most {
                    return false;
                }
                assert_eq!(tokens.next(), Some(Token::Tag { name, value }), "{text:?}");
                true
            });
            // Reading tokens from the end of the last tag gives the other tokens of the text.
            assert_eq!(at, if at == 0 { 0 } else { tokens.offset() }, "{text:?}");
            assert!(Tokens::behind(&text, at, false).eq(tokens), "{text:?}");
            passed += count;
            whole += usize::from(text[at..].trim().is_empty());
        }
        assert!(passed > 100_000 && whole > 1_000, "{passed} {whole}");
    }
}
