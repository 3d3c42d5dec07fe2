//! What servers and match programs write about a move in its comment: the clock, an evaluation and its depth.
//!
//! 1. A comment is searched for `[`, and the name after it is compared.
//! 2. The value is read up to its `]`; one that cannot be read is counted, and otherwise ignored.
//! 3. The first value of a kind counts, also among several comments of a move.
//! 4. If the caller asks for it, a comment in the form of match programs (`+0.22/8 1.2s`) is read too.
//!
//! A comment without these commands, or with damaged ones, is never an error.

use core::fmt;
use core::time::Duration;

use crate::bytes;

/// The commands in the comments of a move: `[%clk 0:03:12]`, `[%emt 0:00:07]` and `[%eval 0.17]`.
///
/// Clock and evaluation describe the position after the move: the clock is that of the side that has just moved, the
/// evaluation is from white's view.
///
/// ```
/// use core::time::Duration;
/// use quadbit_pgn::{Eval, Note, Reader};
/// let text = "1. e4 {a slip [%eval -1.2] [%clk 1:02:03.5]} e5 {[%eval #-3,21]} 2. d4 {no command} *";
/// let mut reader = Reader::new(text.as_bytes()).with_notes();
/// let game = reader.next_game()?.unwrap();
/// let notes: Vec<_> = game.notes().collect();
/// assert_eq!(notes[0].eval, Some(Eval::Centipawns(-120)));
/// assert_eq!(notes[0].clock, Some(Duration::from_millis(3_723_500)));
/// assert_eq!((notes[1].eval, notes[1].depth), (Some(Eval::Mate(-3)), Some(21)));
/// assert_eq!(notes[2], Note::default());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The time that the side that has just moved has left, with milliseconds; `None` if the comment has no `[%clk
    /// ..]`. Minutes and seconds above 59 count as they are written, as in python-chess: `[%clk 0:75:00]` is 75
    /// minutes.
    pub clock: Option<Duration>,
    /// The time that the move took, with milliseconds, from `[%emt ..]` or the comment of a match program; `None` if
    /// there is neither.
    pub spent: Option<Duration>,
    /// The evaluation of the position after the move, from `[%eval ..]` or the comment of a match program; `None` if
    /// there is neither.
    pub eval: Option<Eval>,
    /// The depth in plies to which the evaluation was searched; `None` if the comment does not say.
    pub depth: Option<u32>,
    /// The number of clocks, move times and evaluations in the comments of the move that could not be read, as in
    /// `[%clk 1:30]`. Later values of a kind that has been read are not looked at.
    pub unread: u32,
}

/// An evaluation, from white's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Eval {
    /// The value in hundredths of a pawn.
    Centipawns(i32),
    /// The number of moves to mate: positive if white mates, negative if black does. 0 means that a side has
    /// been mated.
    Mate(i32),
}

impl Eval {
    /// The score of a mate in no moves, which no other evaluation reaches.
    const MATE: i32 = 30_000;

    /// The evaluation in centipawns, as records of positions hold it: a mate in N moves counts 30000 - N, or N - 30000
    /// if black mates, and other evaluations count -29999 to 29999.
    ///
    /// ```
    /// use quadbit_pgn::Eval::{Centipawns, Mate};
    /// assert_eq!([Centipawns(-120), Centipawns(99_999)].map(|eval| eval.to_centipawns()), [-120, 29_999]);
    /// assert_eq!([Mate(3), Mate(-3), Mate(0)].map(|eval| eval.to_centipawns()), [29_997, -29_997, 30_000]);
    /// ```
    pub fn to_centipawns(self) -> i16 {
        let score = match self {
            Self::Centipawns(score) => score.clamp(1 - Self::MATE, Self::MATE - 1),
            Self::Mate(moves) if moves < 0 => -Self::MATE - moves.max(-Self::MATE),
            Self::Mate(moves) => Self::MATE - moves.min(Self::MATE),
        };
        // The number is from `-MATE` to `MATE`, so it fits.
        i16::try_from(score).unwrap_or_default()
    }

    /// The evaluation from the other side's view.
    pub(crate) const fn reversed(self) -> Self {
        match self {
            Self::Centipawns(centipawns) => Self::Centipawns(-centipawns),
            Self::Mate(moves) => Self::Mate(-moves),
        }
    }
}

impl Note {
    /// Whether the comments of the move have neither a clock, a time or an evaluation nor one that could not be read.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        // A note without an evaluation has no depth, so `depth` is not tested.
        self.clock.is_none() && self.eval.is_none() && self.spent.is_none() && self.unread == 0
    }

    /// Adds the clock, time and evaluation in `comment`, a further comment of the same move.
    #[inline]
    pub(crate) fn read(&mut self, comment: &str) {
        let mut rest = comment.as_bytes();
        while let Some(at) = bytes::find(rest, b'[') {
            rest = &rest[at + 1..];
            let Some((name, value)) = rest.split_first_chunk() else { return };
            let is_read = match name {
                b"%clk" if self.clock.is_none() && ends_name(value) => {
                    self.clock = after_blank(value).and_then(clock);
                    self.clock.is_some()
                }
                b"%emt" if self.spent.is_none() && ends_name(value) => {
                    self.spent = after_blank(value).and_then(|value| clock(value).or_else(|| seconds(value)));
                    self.spent.is_some()
                }
                b"%eva" if self.eval.is_none() && value.starts_with(b"l") && ends_name(&value[1..]) => {
                    let eval = after_blank(&value[1..]).and_then(eval).filter(|(.., rest)| ends(rest));
                    self.depth = eval.and_then(|(_, depth, _)| depth);
                    self.eval = eval.map(|(eval, ..)| eval);
                    self.eval.is_some()
                }
                _ => true,
            };
            self.unread += u32::from(!is_read);
        }
    }

    /// Reads the comment of a match program, `+0.22/8 1.2s` or ` -M3/20 0.5s, Black mates`: evaluation, depth and time
    /// spent, if the note has no evaluation yet. Returns whether the comment was read so; the evaluation is then from
    /// the view of the side that has just moved.
    pub(crate) fn read_match(&mut self, comment: &str) -> bool {
        let (None, Some((eval, None, rest))) = (self.eval, eval(comment.as_bytes())) else { return false };
        // `1/2` is no evaluation: programs write decimals or a mate.
        let value = &comment.as_bytes()[..comment.len() - rest.len()];
        if !value.iter().any(|byte| matches!(byte, b'.' | b'M' | b'#')) {
            return false;
        }
        let depth = rest.strip_prefix(b"/").and_then(number);
        let Some((depth, rest)) = depth else { return false };
        // A depth may be followed by the selective depth, as in `8/12`, which is skipped.
        let rest = rest.strip_prefix(b"/").and_then(number).map_or(rest, |(_, rest)| rest);
        let end = rest.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(rest.len());
        if end == 0 && !rest.is_empty() {
            return false;
        }
        (self.eval, self.depth) = (Some(eval), Some(depth));
        if let Some((spent, [b's', ..])) = decimal_seconds(&rest[end..]) {
            self.spent = self.spent.or(Some(spent));
        }
        true
    }
}

/// Writes the commands as they stand in a comment: `[%eval 0.17,21] [%clk 0:03:12] [%emt 0:00:07.5]`.
impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut blank = "";
        if let Some(eval) = self.eval {
            write!(f, "[%eval {eval}")?;
            self.depth.map_or(Ok(()), |depth| write!(f, ",{depth}"))?;
            f.write_str("]")?;
            blank = " ";
        }
        for (name, time) in [("clk", self.clock), ("emt", self.spent)] {
            let Some(time) = time else { continue };
            let (seconds, millis) = (time.as_secs(), time.subsec_millis());
            let (minutes, seconds) = (seconds / 60, seconds % 60);
            write!(f, "{blank}[%{name} {}:{:02}:{seconds:02}", minutes / 60, minutes % 60)?;
            // The decimals of a second, up to three, without zeros at the end.
            let (places, decimals) = match millis {
                0 => (0, 0),
                _ if millis % 100 == 0 => (1, millis / 100),
                _ if millis % 10 == 0 => (2, millis / 10),
                _ => (3, millis),
            };
            if places > 0 {
                write!(f, ".{decimals:0places$}")?;
            }
            f.write_str("]")?;
            blank = " ";
        }
        Ok(())
    }
}

/// Writes `0.17`, `-1.20` or `#-3`.
impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Mate(moves) => write!(f, "#{moves}"),
            Self::Centipawns(value) => {
                let (sign, size) = (if value < 0 { "-" } else { "" }, value.unsigned_abs());
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)
            }
        }
    }
}

/// Whether the name of a command ends before `value`: a letter at the beginning of `value` would make it another name.
fn ends_name(value: &[u8]) -> bool {
    !value.first().is_some_and(u8::is_ascii_alphabetic)
}

/// The value after the name of a command and white space; `None` if there is no white space.
fn after_blank(value: &[u8]) -> Option<&[u8]> {
    value.first()?.is_ascii_whitespace().then(|| value.trim_ascii_start())
}

/// Reads a clock with the bracket after it, `0:03:12]` or `0:03:12.5]`: hours, minutes and seconds, each of any size.
/// Digits after the third decimal place are dropped. `None` for any other text.
fn clock(value: &[u8]) -> Option<Duration> {
    let (hours, rest) = number(value)?;
    let (minutes, rest) = number(rest.strip_prefix(b":")?)?;
    let (seconds, rest) = decimal_seconds(rest.strip_prefix(b":")?)?;
    let whole = u64::from(hours) * 3600 + u64::from(minutes) * 60;
    ends(rest).then(|| Duration::from_secs(whole) + seconds)
}

/// Reads the seconds that a move took, with the bracket after them, `0.01]` or `7]`. `None` for any other text.
fn seconds(value: &[u8]) -> Option<Duration> {
    let (seconds, rest) = decimal_seconds(value)?;
    ends(rest).then_some(seconds)
}

/// Reads the seconds at the beginning of `text`, up to milliseconds (more decimal places are dropped). Returns them
/// with the text after them; `None` if there are none.
fn decimal_seconds(text: &[u8]) -> Option<(Duration, &[u8])> {
    let (seconds, rest) = number(text)?;
    let (millis, rest) = match rest.strip_prefix(b".") {
        Some(rest) => decimals(rest, 3),
        None => (0, rest),
    };
    Some((Duration::from_secs(seconds.into()) + Duration::from_millis(millis.into()), rest))
}

/// Reads the evaluation at the beginning of `value`, `0.17`, `#-3` or `-M3`, and its depth if one follows after a
/// comma, `0.17,21`. Returns them with the text after them; `None` if there is no evaluation. Digits after the second
/// decimal place are dropped.
fn eval(value: &[u8]) -> Option<(Eval, Option<u32>, &[u8])> {
    let mut text = value.trim_ascii_start();
    let (mut is_mate, mut sign) = (false, 1);
    // A plus or minus may be before or after the `#` or `M` of a mate.
    for _ in 0..2 {
        text = match text {
            [b'#' | b'M', rest @ ..] if !is_mate => {
                is_mate = true;
                rest
            }
            [b'-', rest @ ..] => {
                sign = -1;
                rest
            }
            [b'+', rest @ ..] => rest,
            _ => break,
        };
    }
    let (whole, rest) = number(text).unwrap_or((0, text));
    let (hundredths, rest) = match rest.strip_prefix(b".") {
        Some(rest) if !is_mate => decimals(rest, 2),
        _ => (0, rest),
    };
    if !text.first()?.is_ascii_digit() && !text.get(1)?.is_ascii_digit() {
        return None;
    }
    let (depth, rest) = match rest.strip_prefix(b",") {
        Some(rest) => number(rest).map_or((None, rest), |(depth, rest)| (Some(depth), rest)),
        None => (None, rest),
    };
    let whole = i32::try_from(whole).ok()?;
    let eval = if is_mate {
        Eval::Mate(sign * whole)
    } else {
        let hundredths = i32::try_from(hundredths).ok()?;
        Eval::Centipawns(sign * whole.checked_mul(100)?.checked_add(hundredths)?)
    };
    Some((eval, depth, rest))
}

/// Whether `rest`, what follows a value, begins with the closing bracket.
fn ends(rest: &[u8]) -> bool {
    rest.trim_ascii_start().first() == Some(&b']')
}

/// The digits at the beginning of `text` as a number, and the text after them; `None` if there are none, or if the
/// number takes more than 32 bits.
#[inline]
fn number(text: &[u8]) -> Option<(u32, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(digits);
    let add = |sum: u32, digit: &u8| sum.checked_mul(10)?.checked_add(u32::from(digit - b'0'));
    (!digits.is_empty()).then(|| digits.iter().try_fold(0, add)).flatten().map(|number| (number, rest))
}

/// Reads the digits at the beginning of `text`, after a decimal point: the first `places` of them as a whole number,
/// with zeros for missing ones; the others are skipped. Returns the number and the text after all digits.
fn decimals(text: &[u8], places: usize) -> (u32, &[u8]) {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(digits);
    let padded = digits.iter().copied().chain(core::iter::repeat(b'0')).take(places);
    (padded.fold(0, |sum, digit| 10 * sum + u32::from(digit - b'0')), rest)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::format;

    fn of(comment: &str) -> Note {
        let mut note = Note::default();
        note.read(comment);
        note
    }

    #[test]
    fn clocks_are_read_or_ignored() {
        let millis = |text: &str| of(text).clock.map(|clock| clock.as_millis());
        for (text, expected) in [
            ("[%clk 0:03:12]", 192_000),
            ("[%clk 10:00:00]", 36_000_000),
            ("[%clk 0:75:00]", 4_500_000),
            ("[%clk 0:00:0.1]", 100),
            ("[%clk 0:00:00.1239]", 123),
            (" [%emt 0:00:01][%clk  0:1:2. ]", 62_000),
            ("[%clk\n0:00:01]", 1000),
            ("[%clk x] [%clk 0:00:05] [%clk 0:00:06]", 5000),
            ("[%clk 4294967295:4294967295:4294967295]", 15_723_875_266_995_000),
        ] {
            assert_eq!(millis(text), Some(expected), "{text}");
        }
        assert_eq!(of("[%clk 0:0:1] [%emt 0:00:02.5]").spent, Some(Duration::from_millis(2500)));
        for text in ["%clk 0:00:01]", "[%clk 0:01]", "[%clk 0:00:01", "[%clk -0:00:01]", "[%clk0:00:01]"] {
            assert_eq!(millis(text), None, "{text}");
        }
        for (text, spent) in [("[%emt 0.01]", 10), ("[%emt 7]", 7000), ("[%emt 0:01:00.5]", 60_500)] {
            assert_eq!(of(text).spent, Some(Duration::from_millis(spent)), "{text}");
        }
        for (text, unread) in [
            ("[%clk 1:30]", 1),
            ("[%clk 1:03.333]", 1),
            ("[%clk 0:09:59,45]", 1),
            ("[%emt 1:30] [%eval x]", 2),
            ("[%clk 0:00:01] [%clk x]", 0),
            ("[%csl Ga1] [%tqu x] [%evaluation 1] [%clks]", 0),
            ("[%clk] [%emt:0:1:2] [%eval\u{a0}1]", 3),
            ("[%clk0:00:01] [%eval 0.1] [%eval x]", 1),
        ] {
            assert_eq!(of(text).unread, unread, "{text}");
        }
        for text in ["[%clk 4294967296:0:0]", "[%clk ::]", "[%cl", "[", "", "[%clk 0:00:01x]"] {
            assert_eq!(millis(text), None, "{text}");
        }
    }

    /// Every evaluation from -11 to 11 pawns, in steps of a hundredth, is read in all its spellings.
    #[test]
    fn evaluations_are_read_or_ignored() {
        for hundredths in -1100..=1100_i32 {
            let (sign, size) = (if hundredths < 0 { "-" } else { "" }, hundredths.abs());
            let mut texts = std::vec![format!("{sign}{}.{:02}", size / 100, size % 100)];
            if size % 10 == 0 {
                texts.push(format!("{sign}{}.{}", size / 100, size % 100 / 10));
            }
            if size % 100 == 0 {
                texts.push(format!("{sign}{}", size / 100));
                texts.push(format!("{sign}{}.", size / 100));
            }
            if size < 100 {
                texts.push(format!("{sign}.{size:02}"));
            }
            for text in texts {
                for comment in [format!("[%eval {text}]"), format!("[%csl Ga1] [%eval {text},18]")] {
                    assert_eq!(of(&comment).eval, Some(Eval::Centipawns(hundredths)), "{comment}");
                }
            }
            let mate = format!("[%eval #{hundredths}]");
            assert_eq!(of(&mate).eval, Some(Eval::Mate(hundredths)), "{mate}");
        }
        for text in ["#+3", "+#3", "M3", "+M3", "#3,12"] {
            assert_eq!(of(&format!("[%eval {text}]")).eval, Some(Eval::Mate(3)), "{text}");
        }
        assert_eq!(of("[%eval -M1]").eval, Some(Eval::Mate(-1)));
        assert_eq!((of("[%eval 0.17,21]").depth, of("[%eval 0.17]").depth), (Some(21), None));
        assert_eq!(of("[%eval +0.129]").eval, Some(Eval::Centipawns(12)));
        for text in ["", " ", " -", " #", " .", " -.", " #.5", " 1.5x", "1", " 99999999", " 0.1,2,3", " #1.5"]
        {
            let comment = format!("[%eval{text}]");
            assert_eq!(of(&comment).eval, None, "{comment}");
        }
        assert_eq!(of("[%eval 0.1").eval, None);
        assert_eq!(of("[%evaluation 1]").eval, None);
    }

    #[test]
    fn comments_of_matches_are_read() {
        let read = |comment: &str| {
            let mut note = Note::default();
            let is_read = note.read_match(comment);
            assert_eq!(is_read, note != Note::default(), "{comment}");
            (note.eval, note.depth, note.spent.map(|spent| spent.as_millis()))
        };
        let centipawns = |value| Some(Eval::Centipawns(value));
        for (comment, expected) in [
            ("+0.22/8 1.2s", (centipawns(22), Some(8), Some(1200))),
            (" +0.71/22 1.2s ", (centipawns(71), Some(22), Some(1200))),
            ("-M3/20 0.05s, Black mates", (Some(Eval::Mate(-3)), Some(20), Some(50))),
            ("0.00/1 0s", (centipawns(0), Some(1), Some(0))),
            ("-1.5/10/14", (centipawns(-150), Some(10), None)),
            ("book", (None, None, None)),
            ("1/2 a point", (None, None, None)),
            ("+0.22 1.2s", (None, None, None)),
            ("+0.22/8x", (None, None, None)),
            ("", (None, None, None)),
        ] {
            assert_eq!(read(comment), expected, "{comment}");
        }
    }
}
