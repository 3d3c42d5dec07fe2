//! What servers write about a move in its comment: the clock and an evaluation.
//!
//! 1. A comment is searched for `[`, and the name behind it is compared.
//! 2. The value is read up to its `]`; one that cannot be read is ignored.
//! 3. The first value of a kind counts, also among several comments of a move.
//!
//! A comment without these commands, or with damaged ones, is never an error.

use core::time::Duration;

use crate::bytes;

/// The commands that a comment holds: `[%clk 0:03:12]`, `[%emt 0:00:07]` and `[%eval 0.17]`.
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
/// assert_eq!(game.notes()[0].eval, Some(Eval::Centipawns(-120)));
/// assert_eq!(game.notes()[0].clock, Some(Duration::from_millis(3_723_500)));
/// assert_eq!(game.notes()[1].eval, Some(Eval::Mate(-3)));
/// assert_eq!(game.notes()[2], Note::default());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The time that the side that has just moved has left, with milliseconds; `None` if the comment has no `[%clk
    /// ..]`.
    pub clock: Option<Duration>,
    /// The time that the move took, with milliseconds; `None` if the comment has no `[%emt ..]`.
    pub spent: Option<Duration>,
    /// The evaluation of the position after the move; `None` if the comment has no `[%eval ..]`.
    pub eval: Option<Eval>,
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

impl Note {
    /// Adds what another comment of the move says.
    #[inline]
    pub(crate) fn read(&mut self, comment: &str) {
        let mut rest = comment.as_bytes();
        while let Some(at) = bytes::find(rest, b'[') {
            rest = &rest[at + 1..];
            let Some((name, value)) = rest.split_at_checked(b"%clk ".len()) else { return };
            match name {
                b"%clk " | b"%clk\t" | b"%clk\n" | b"%clk\r" => {
                    self.clock = self.clock.or_else(|| clock(value));
                }
                b"%emt " | b"%emt\t" | b"%emt\n" | b"%emt\r" => {
                    self.spent = self.spent.or_else(|| clock(value));
                }
                b"%eval" => self.eval = self.eval.or_else(|| eval(value)),
                _ => {}
            }
        }
    }
}

/// Reads a clock, `0:03:12]` or `0:03:12.5]`: hours, minutes and seconds. Digits after the third decimal place
/// are dropped.
fn clock(value: &[u8]) -> Option<Duration> {
    let (hours, rest) = number(value.trim_ascii_start())?;
    let (minutes, rest) = number(rest.strip_prefix(b":")?)?;
    let (seconds, rest) = number(rest.strip_prefix(b":")?)?;
    let (millis, rest) = match rest.strip_prefix(b".") {
        Some(rest) => decimals(rest, 3),
        None => (0, rest),
    };
    let seconds = u64::from(hours) * 3600 + u64::from(minutes) * 60 + u64::from(seconds);
    ends(rest).then(|| Duration::from_secs(seconds) + Duration::from_millis(millis.into()))
}

/// Reads an evaluation, ` 0.17]`, ` #-3]`, or either with a depth: ` 0.17,21]`. Digits after the second decimal
/// place are dropped.
fn eval(value: &[u8]) -> Option<Eval> {
    let text = value.trim_ascii_start();
    if text.len() == value.len() {
        return None;
    }
    let (is_mate, text) = text.strip_prefix(b"#").map_or((false, text), |text| (true, text));
    let (sign, text) = match text {
        [b'-', text @ ..] => (-1, text),
        [b'+', text @ ..] => (1, text),
        _ => (1, text),
    };
    let (whole, rest) = number(text).unwrap_or((0, text));
    let (hundredths, rest) = match rest.strip_prefix(b".") {
        Some(rest) if !is_mate => decimals(rest, 2),
        _ => (0, rest),
    };
    if !text.first()?.is_ascii_digit() && !text.get(1)?.is_ascii_digit() {
        return None;
    }
    let rest = rest.strip_prefix(b",").map_or(rest, |depth| number(depth).map_or(depth, |(_, rest)| rest));
    let whole = i32::try_from(whole).ok()?;
    let eval = if is_mate {
        Eval::Mate(sign * whole)
    } else {
        let hundredths = i32::try_from(hundredths).ok()?;
        Eval::Centipawns(sign * whole.checked_mul(100)?.checked_add(hundredths)?)
    };
    ends(rest).then_some(eval)
}

/// Whether `rest`, what follows a value, begins with the closing bracket.
fn ends(rest: &[u8]) -> bool {
    rest.trim_ascii_start().first() == Some(&b']')
}

/// The digits at the beginning of a text as a number, and the rest; `None` if there are none or too many.
#[inline]
fn number(text: &[u8]) -> Option<(u32, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(digits);
    let add = |sum: u32, digit: &u8| sum.checked_mul(10)?.checked_add(u32::from(digit - b'0'));
    (!digits.is_empty()).then(|| digits.iter().try_fold(0, add)).flatten().map(|number| (number, rest))
}

/// Reads the first `places` decimal places as a whole number; the others are skipped. Returns the rest too.
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
        assert_eq!(of("[%eval #+3]").eval, Some(Eval::Mate(3)));
        assert_eq!(of("[%eval +0.129]").eval, Some(Eval::Centipawns(12)));
        for text in ["", " ", " -", " #", " .", " -.", " #.5", " 1.5x", "1", " 99999999", " 0.1,2,3", " #1.5"]
        {
            let comment = format!("[%eval{text}]");
            assert_eq!(of(&comment).eval, None, "{comment}");
        }
        assert_eq!(of("[%eval 0.1").eval, None);
        assert_eq!(of("[%evaluation 1]").eval, None);
    }
}
