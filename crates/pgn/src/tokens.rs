//! The tokens of a PGN.
//!
//! 1. Blanks, move numbers and lines that begin with `%` are skipped. A line ends with LF, CR or both.
//! 2. A word goes on to a blank or a symbol: a table of bytes says what ends it, and characters beyond ASCII take a
//!    slower way. [`words`] says what it means.
//! 3. A symbol is a token, or begins a tag, a comment or a glyph.
//!
//! The time is linear in the length of any text: no byte is read more than a few times, and tags look no further than
//! their line.

use core::fmt;

use quadbit_movegen::GameResult;
use quadbit_nibble::const_array;

use crate::bytes;
use crate::words;

/// A word or a symbol of a PGN. Move numbers and white space are not tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A tag, `[Name "value"]`.
    Tag {
        /// The name before the space, such as `Event` or `FEN`.
        name: &'a str,
        /// The text between the quotation marks as written, with the backslashes of `\"` and `\\`.
        value: &'a str,
    },
    /// A word of the movetext that could be a move, rightly spelled or not, with the marks after it: `Nf3`, `e9`,
    /// `Bb5ch`.
    Move(&'a str),
    /// A move that passes the turn: `--`, `Z0`, `<>`, `0000` or `@@@@`, with its annotation marks.
    NullMove(&'a str),
    /// A word that can be no move and has no other meaning: a mark without a number, such as `ch` or `†`, or a
    /// word of prose.
    Word(&'a str),
    /// A comment: the text between `{` and `}`, or from `;` to the end of the line.
    Comment(&'a str),
    /// An annotation glyph: `$1`, or a mark that is a word of its own and has a number: `!` 1, `?` 2, `!!` 3, `??` 4,
    /// `!?` 5, `?!` 6, `=` 10, `±` 16, `N` 146 and others.
    Nag(u16),
    /// The sign `(`: the moves that follow replace the last move.
    Open,
    /// The sign `)`: the variation ends.
    Close,
    /// The result of the game, in any of its spellings: `1-0`, `1:0`, `½–½`, `1/2`. `0-0` after the tag `[Result
    /// "0-0"]` is the result [`Unknown`](GameResult::Unknown) if no move follows: both players lost.
    Result(GameResult),
}

/// A part of a game that begins but does not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unclosed {
    /// A comment: `{` without `}`.
    Comment,
    /// A variation: `(` without `)`.
    Variation,
    /// A tag: `[` without a quoted value and `]`.
    Tag,
}

impl fmt::Display for Unclosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Comment => "a comment begins here and does not end",
            Self::Variation => "a variation begins here and does not end",
            Self::Tag => "a tag begins here and does not end",
        })
    }
}

impl core::error::Error for Unclosed {}

/// Splits a text into [`Token`]s. It never fails, and its time is linear in the length of the text.
///
/// ```
/// use quadbit_pgn::{Token, Tokens};
/// let mut tokens = Tokens::new("12... Nxe4!? {why not} (12... O-O $2) 13.d5");
/// assert_eq!(tokens.next(), Some(Token::Move("Nxe4!?")));
/// assert_eq!(tokens.next(), Some(Token::Comment("why not")));
/// assert_eq!(tokens.next(), Some(Token::Open));
/// assert_eq!(tokens.next(), Some(Token::Move("O-O")));
/// assert_eq!(tokens.next(), Some(Token::Nag(2)));
/// assert_eq!(tokens.next(), Some(Token::Close));
/// assert_eq!(tokens.next(), Some(Token::Move("d5")));
/// assert_eq!(tokens.next(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// Whether the tag `Result` of the game says that both players lost.
    is_forfeit: bool,
    /// The last comment or tag that does not end, and the byte at which it begins.
    unclosed: Option<(usize, Unclosed)>,
    /// The end of the last line on which a bracket was found that begins no tag: no later bracket of this line begins
    /// one either.
    tagless: usize,
}

impl<'a> Tokens<'a> {
    /// The tokens of a text.
    pub fn new(text: &'a str) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, at, is_forfeit: false, unclosed: None, tagless: 0 }
    }

    /// The tokens of `text` from the byte `at` on, where a token has ended. `is_forfeit` says whether the last tag
    /// `Result` before says that both players lost.
    pub(crate) fn behind(text: &'a str, at: usize, is_forfeit: bool) -> Self {
        if at == 0 { Self::new(text) } else { Self { at, is_forfeit, ..Self::new(text) } }
    }

    /// Whether the tag `Result` read last says that both players lost.
    pub(crate) fn is_forfeit(&self) -> bool {
        self.is_forfeit
    }

    /// Whether the brackets that were skipped are certainly no tags, even if the text goes on.
    pub(crate) fn has_certain_tags(&self) -> bool {
        self.tagless < self.text.len()
    }

    /// The number of bytes read so far: the end of the last token, or of the text once there are no more tokens.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The last comment or tag that does not end, and the byte at which it begins; `None` if all end. Call this after
    /// the last token. A comment ends at the latest before the next game: before a line that begins with `[Event "`,
    /// after an empty line. The text of an unclosed comment is a token; an unclosed tag, which the end of the text cuts
    /// off, is not.
    ///
    /// ```
    /// use quadbit_pgn::{Token, Tokens, Unclosed};
    /// let mut tokens = Tokens::new("1. e4 {best by");
    /// assert_eq!(tokens.by_ref().last(), Some(Token::Comment("best by")));
    /// assert_eq!(tokens.unclosed(), Some((6, Unclosed::Comment)));
    /// ```
    pub const fn unclosed(&self) -> Option<(usize, Unclosed)> {
        self.unclosed
    }

    /// The text from which the tokens come.
    #[inline]
    pub(crate) const fn text(&self) -> &'a str {
        self.text
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Passes the next `bytes` bytes and returns them.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, _) = self.rest().split_at(bytes);
        self.at += bytes;
        taken
    }

    /// Reads the rest of the line, up to its line break.
    fn take_line(&mut self) -> &'a str {
        let rest = self.rest();
        self.take(bytes::find_any(rest.as_bytes(), *b"\n\r").unwrap_or(rest.len()))
    }

    /// Reads a comment whose opening brace has been read. It ends with the closing brace, or without one before the
    /// next game.
    fn comment(&mut self) -> &'a str {
        let rest = self.rest();
        // Most comments end within these few bytes, which are too few for a comment to be cut off by the beginning of a
        // game.
        let short = &rest.as_bytes()[..rest.len().min("\n\n[Event \"a\"]\n\n1. e4".len())];
        let length = bytes::find(short, b'}').unwrap_or_else(|| self.long_comment());
        if rest.as_bytes().get(length) == Some(&b'}') {
            let comment = self.take(length);
            self.at += 1;
            return comment;
        }
        self.unclosed = Some((self.at - 1, Unclosed::Comment));
        self.take(length)
    }

    /// The length of a comment: up to its closing brace, the next game, or the end of the text.
    fn long_comment(&self) -> usize {
        let rest = self.rest().as_bytes();
        let mut length = 0;
        while let Some(found) = bytes::find_or_control(&rest[length..], b'}') {
            length += found;
            if rest[length] == b'}' {
                return length;
            }
            length += 1;
            if rest[length..].starts_with(b"[Event \"") && bytes::ends_with_blank_line(&rest[..length]) {
                return length;
            }
        }
        rest.len()
    }

    /// Skips white space and lines that begin with `%`. Returns the character after them, which is not taken yet;
    /// `None` at the end of the text.
    #[inline]
    fn skip_blanks(&mut self) -> Option<char> {
        // Usually a word follows a single space, so bytes are tested before characters.
        while let Some(&byte) = self.text.as_bytes().get(self.at) {
            match CLASSES[usize::from(byte)] {
                Class::Blank => self.at += 1,
                Class::Other => return self.skip_any_blanks(),
                Class::Symbol | Class::Word => return Some(char::from(byte)),
            }
        }
        None
    }

    /// Skips white space of every kind, also beyond ASCII, and lines that begin with `%`. Returns the character after
    /// them, which is not taken yet; `None` at the end of the text.
    fn skip_any_blanks(&mut self) -> Option<char> {
        loop {
            let rest = self.rest();
            let c = rest.chars().next()?;
            if c == '%' && (self.at == 0 || self.text[..self.at].ends_with(['\n', '\r'])) {
                self.take_line();
            } else if c.is_whitespace() {
                self.at += c.len_utf8();
            } else {
                return Some(c);
            }
        }
    }

    /// Reads a tag whose opening bracket has been read. The value ends at the first quotation mark before a
    /// bracket, so that it may contain both characters. What does not look like a tag is skipped, unless it names the
    /// start position.
    fn tag(&mut self) -> Option<Token<'a>> {
        let found = if self.at < self.tagless { None } else { split_tag(self.rest()) };
        let tag = match found {
            Some((tag, length)) => {
                self.at += length;
                Some(tag)
            }
            None => self.damaged_tag(),
        };
        if let Some(Token::Tag { name: "Result", value }) = tag {
            self.is_forfeit = is_forfeit(value);
        }
        tag
    }

    /// Skips a bracket that begins no tag: up to its counterpart if there is no quotation mark between the two, as in
    /// `[#]`, otherwise its line. A damaged tag of the start position is a tag all the same, with everything between
    /// its name and the end of the line as its value: without it, the game would be played from another position.
    #[cold]
    fn damaged_tag(&mut self) -> Option<Token<'a>> {
        let (begin, rest) = (self.at - 1, self.rest());
        let end = bytes::find_any(rest.as_bytes(), *b"\"]\n\r").unwrap_or(rest.len());
        let name = rest[..end].split_whitespace().next().unwrap_or_default();
        let names_start = ["FEN", "Variant"].iter().any(|known| known.eq_ignore_ascii_case(bare(name)));
        let is_known = self.at < self.tagless;
        let line = if is_known { self.take(self.tagless - self.at) } else { self.take_line() };
        if !names_start && rest[end..].starts_with(']') {
            (self.tagless, self.at) = (self.at, begin + end + "[]".len());
            return None;
        }
        if line.len() == rest.len() && (line.contains('"') || !line.contains(']')) {
            self.unclosed = Some((begin, Unclosed::Tag));
            return None;
        }
        let marks = |c: char| c.is_whitespace() || "[]:=\"'\u{201c}\u{201d}\u{201e}".contains(c);
        let value = line.trim_start()[name.len()..].trim_matches(marks);
        // If the value is on the next line, the name of the tag takes its place: it is no position, so the game has an
        // error.
        let value = if value.is_empty() && !line.contains(']') { name } else { value };
        names_start.then_some(Token::Tag { name, value })
    }

    /// Skips a move number with its dots, if white space follows. Returns whether it did.
    #[inline]
    fn skip_number(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        let mut end = self.at;
        while bytes.get(end).is_some_and(u8::is_ascii_digit) {
            end += 1;
        }
        if bytes.get(end) != Some(&b'.') {
            return false;
        }
        while bytes.get(end) == Some(&b'.') {
            end += 1;
        }
        let is_alone = bytes.get(end).is_some_and(|byte| CLASSES[usize::from(*byte)] == Class::Blank);
        if is_alone {
            self.at = end;
        }
        is_alone
    }

    /// Reads a word: the text up to white space or a symbol that ends it. `None` if the word is only a move number.
    #[inline]
    fn word(&mut self) -> Option<Token<'a>> {
        let (mut end, mut class) = (self.at, Class::Word);
        if let Some(bytes) = self.text.as_bytes()[end..].first_chunk() {
            end += bytes::word_length(*bytes);
        }
        while let Some(&byte) = self.text.as_bytes().get(end) {
            class = CLASSES[usize::from(byte)];
            if class != Class::Word {
                break;
            }
            end += 1;
        }
        // Nearly all words end at a blank. If such a word also ends with a square, it is a move, and needs no more
        // tests.
        if class == Class::Blank {
            let begin = self.at;
            let word = self.take(end - begin);
            if ends_with_square(word.as_bytes()) && word.as_bytes()[0] > b'9' {
                return Some(Token::Move(word));
            }
            self.at = begin;
        }
        self.any_word(end, class)
    }

    /// Reads a word whose bytes before `end` have been looked at. The byte at `end` has the class `class`. Returns
    /// `None` if the word is only a move number.
    fn any_word(&mut self, mut end: usize, class: Class) -> Option<Token<'a>> {
        // The byte is a percent sign, which does not end a word, or begins a character beyond ASCII, which may.
        if class == Class::Other {
            end = self.end_of_word(end);
        }
        let (word, behind) = self.rest().split_at(end - self.at);
        if has_piece_in_brackets(word, behind) {
            end = self.end_of_word(end + "(Q)".len());
            return Some(Token::Move(self.take(end - self.at)));
        }
        if matches!(word.as_bytes(), [b'0'..=b'9' | b'.' | 0x80.., ..])
            && let Some(result) = self.result()
        {
            return Some(Token::Result(result));
        }
        meaning_of_any(self.take(word.len()))
    }

    /// The byte at which a word ends that goes on at least to the byte `from`: the first white space or symbol from
    /// there on, or the end of the text.
    fn end_of_word(&self, from: usize) -> usize {
        let rest = &self.text[from..];
        from + rest.find(|c: char| c.is_whitespace() || "(){}[];$*".contains(c)).unwrap_or(rest.len())
    }

    /// Reads a result in any of its spellings, if one comes next.
    fn result(&mut self) -> Option<GameResult> {
        let rest = self.rest();
        if self.is_forfeit && self.forfeit() {
            return Some(GameResult::Unknown);
        }
        let (result, length) = words::result(rest)?;
        // A half may be the first one of a result that goes on in the next block of a stream. Then all the text is
        // taken, which shows the reader that it needs more.
        let may_go_on =
            length <= "1/2".len() && result == GameResult::Draw && rest[length..].trim_start().is_empty();
        self.at += if may_go_on { rest.len() } else { length };
        Some(result)
    }

    /// Takes `0-0` if it ends the game: if a tag, an empty line or nothing follows, also after comments. Returns
    /// whether it does.
    #[cold]
    fn forfeit(&mut self) -> bool {
        let length = words::forfeit(self.rest());
        if length == 0 {
            return false;
        }
        let mut behind = Self { at: self.at + length, is_forfeit: false, ..self.clone() };
        let end = loop {
            let gap = behind.rest().as_bytes();
            match behind.next() {
                // Takes all the text, because more of the game may follow in the next block of a stream.
                None => break self.text.len(),
                Some(Token::Tag { .. }) => break self.at + length,
                _ if bytes::begins_with_blank_line(gap) => break self.at + length,
                Some(Token::Comment(_)) => {}
                Some(_) => return false,
            }
        };
        self.at = end;
        true
    }
}

/// The kinds of bytes by their role in movetext.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// White space.
    Blank,
    /// A symbol that ends a word, and is a token of its own or begins one.
    Symbol,
    /// A byte that is part of a word.
    Word,
    /// A percent sign, which hides a line or is part of a word, or a byte of a character that is not ASCII.
    Other,
}

#[expect(clippy::cast_possible_truncation, reason = "the counter goes over the 256 bytes")]
static CLASSES: [Class; 256] = const_array!(256, |byte| match byte as u8 {
    b'\t'..=b'\r' | b' ' => Class::Blank,
    b'(' | b')' | b'{' | b'}' | b'[' | b']' | b';' | b'$' | b'*' => Class::Symbol,
    b'%' | 128.. => Class::Other,
    _ => Class::Word,
});

/// The tag at the beginning of `text`, after the opening bracket, and its length including the closing bracket; `None`
/// if the line has no tag.
///
/// The search goes no further than the tag, or the line if there is no tag, because many tags may share a line.
fn split_tag(text: &str) -> Option<(Token<'_>, usize)> {
    let (name, value) = split_at_quote(text)?;
    let mut from = 0;
    loop {
        let (before, behind) = split_at_quote(&value[from..])?;
        let end = from + before.len();
        // Nearly all tags end here, with `"]`.
        if let ([b']', ..], false) = (behind.as_bytes(), before.ends_with('\\')) {
            let tag = Token::Tag { name: trimmed(name), value: &value[..end] };
            return Some((tag, text.len() - behind.len() + 1));
        }
        let bracket = behind.trim_start_matches(|c: char| c.is_whitespace() && c != '\n' && c != '\r');
        // Two backslashes are an escaped backslash, so only an odd number of them escapes the quotation mark.
        let backslashes = end - value[..end].trim_end_matches('\\').len();
        if bracket.starts_with(']') && backslashes % 2 == 0 {
            let length = text.len() - bracket.len() + 1;
            return Some((Token::Tag { name: trimmed(name), value: &value[..end] }, length));
        }
        from = end + 1;
    }
}

/// The name of a tag without signs that do not belong to it, as in `[FEN: ".."]`.
pub(crate) fn bare(name: &str) -> &str {
    name.trim_matches(['[', ':', '='])
}

/// The name of a tag without the white space around it, usually a single space after it.
#[inline]
pub(crate) fn trimmed(name: &str) -> &str {
    match name.as_bytes() {
        [b'!'..=b'~', .., b'!'..=b'~', b' '] => &name[..name.len() - 1],
        _ => name.trim(),
    }
}

/// The text before and after the first quotation mark of a line; `None` if the line has none.
fn split_at_quote(text: &str) -> Option<(&str, &str)> {
    let at = bytes::find_any(text.as_bytes(), *b"\"\n\r")?;
    let behind = text[at..].strip_prefix('"')?;
    Some((&text[..at], behind))
}

/// Whether the value of a tag `Result` says that both players lost.
pub(crate) fn is_forfeit(value: &str) -> bool {
    let value = value.trim_ascii();
    value.starts_with('0') && words::forfeit(value) == value.len()
}

/// Whether a word ends with a square, with a sign of check after it or not.
#[inline]
fn ends_with_square(word: &[u8]) -> bool {
    matches!(word, [.., b'a'..=b'h', b'1'..=b'8'] | [.., b'a'..=b'h', b'1'..=b'8', b'+'])
}

/// Whether the parenthesis after a word, with which `behind` begins, holds the piece to which a pawn promotes, as in
/// `e8(Q)+`, and begins no variation.
#[inline]
fn has_piece_in_brackets(word: &str, behind: &str) -> bool {
    matches!(behind.as_bytes(), [b'(', piece, b')', ..] if b"QRBNqrbn".contains(piece))
        && matches!(word.as_bytes(), [b'a'..=b'h', .., b'1' | b'8'] | [_, b'1' | b'8'])
}

/// The token that `word` stands for without the move number that it may begin with; `None` if nothing follows the
/// number.
fn meaning_of_any(word: &str) -> Option<Token<'_>> {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_number = digits.trim_start_matches(['.', '\u{2026}']);
    let is_numbered = after_number.len() < digits.len() || digits.is_empty();
    meaning(if is_numbered && word != "0000" { after_number } else { word })
}

/// The token that a word without move number stands for; `None` if it is empty.
fn meaning(word: &str) -> Option<Token<'_>> {
    Some(match word {
        "" => return None,
        _ if words::may_be_move(word) => Token::Move(word),
        _ if is_null_move(word) => Token::NullMove(word),
        _ => words::glyph(word).map_or(Token::Word(word), Token::Nag),
    })
}

/// Whether a word passes the turn, with any annotation marks after it.
pub(crate) fn is_null_move(word: &str) -> bool {
    matches!(word.trim_end_matches(['!', '?']), "--" | "Z0" | "<>" | "0000" | "@@@@")
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let first = self.skip_blanks()?;
            if first.is_ascii_digit() && self.skip_number() {
                continue;
            }
            // Tested by the class, not by the character, because compilers would merge this test and the next one into
            // a jump table.
            if CLASSES[usize::from(self.text.as_bytes()[self.at])] != Class::Symbol {
                match self.word() {
                    Some(token) => return Some(token),
                    None => continue,
                }
            }
            self.at += 1;
            match first {
                '[' => {
                    if let Some(tag) = self.tag() {
                        return Some(tag);
                    }
                }
                '{' => return Some(Token::Comment(self.comment())),
                ';' => return Some(Token::Comment(self.take_line())),
                '(' => return Some(Token::Open),
                ')' => return Some(Token::Close),
                '*' => return Some(Token::Result(GameResult::Unknown)),
                '$' => {
                    let rest = self.rest();
                    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                    if let Ok(nag) = self.take(digits).parse() {
                        return Some(Token::Nag(nag));
                    }
                }
                // A closing bracket without an opening one is ignored.
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests;
