//! Samples as lines of text: a FEN, or a FEN with score and result.
//!
//! ```text
//!   FEN | centipawns | result        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 30 | 0.5
//! ```
//!
//! Score and result are **from white's view**: 1.0 means that white has won, 0.5 a draw, 0.0 that black has
//! won. Bullet's tools make [bulletformat](crate::bulletformat) from this text. Results may also be written
//! `1`, `1/2`, `0` and in brackets, as those tools allow.
//!
//! Source: the crate [`bulletformat`](https://docs.rs/bulletformat/1.8.0), `src/chess.rs`.
//!
//! In both kinds, the FEN's fourth field names the square behind every double push, even if no capture is
//! possible, so that nothing is lost.
//!
//! ```
//! use quadbit_movegen::Validity;
//! use quadbit_pack::{Fields, text};
//! let line = "8/8/8/8/8/8/8/K6k b - - 0 1 | -31 | 0.5";
//! assert_eq!(text::write(&text::read(line, Validity::Strict)?, Fields::NONE)?.to_string(), line);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt::{self, Display};

use quadbit_movegen::{CastlingLetters, Color, EpMode, Fen, FenStyle, GameResult, Position, Validity};

use crate::field::{Field, Fields, WriteError};
use crate::read_error::{ReadError, ReadErrorKind};
use crate::sample::Sample;

/// The style of the FENs that [`write()`] and [`write_fen`] write: canonical castling letters, and an en passant
/// square after every double push.
pub(crate) const STYLE: FenStyle = FenStyle { castling: CastlingLetters::Canonical, ep: EpMode::Always };

/// Reads a line `FEN | score | result`: the score is in centipawns and the result 1.0, 0.5 or 0.0, both from White's
/// view.
///
/// # Errors
/// A part is missing or bad.
pub fn read(line: &str, validity: Validity) -> Result<Sample, ReadError> {
    let (fen, Labels { score, result }) = split(line)?;
    Ok(Sample { score: Some(score), result, ..read_fen(fen, validity)? })
}

/// The score (in centipawns, as White sees it) and the result that stand behind the FEN of a line.
#[derive(Clone, Copy)]
pub(crate) struct Labels {
    pub(crate) score: i16,
    pub(crate) result: GameResult,
}

/// The FEN of a line, and the score and result after it.
fn split(line: &str) -> Result<(&str, Labels), ReadErrorKind> {
    let mut parts = line.split('|').map(str::trim);
    let (Some(fen), Some(score), Some(result), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(ReadErrorKind::Parts);
    };
    let result = result_of(result.as_bytes()).ok_or(ReadErrorKind::LineResult)?;
    Ok((fen, Labels { score: score.parse().map_err(|_| ReadErrorKind::Score)?, result }))
}

/// Splits a line of bytes into the FEN, which is not looked at, and the labels. Only the usual spelling is
/// known: `None` does not mean that the line is bad.
pub(crate) fn split_bytes(line: &[u8]) -> Option<(&[u8], Labels)> {
    let last_part = |bytes: &[u8]| bytes.iter().rposition(|&byte| byte == b'|');
    let bar = last_part(line)?;
    let (line, result) = (&line[..bar], result_of(line[bar + 1..].trim_ascii())?);
    let bar = last_part(line)?;
    let score = str::from_utf8(line[bar + 1..].trim_ascii()).ok()?.parse().ok()?;
    Some((line[..bar].trim_ascii(), Labels { score, result }))
}

/// The result that the last part of a line stands for.
fn result_of(text: &[u8]) -> Option<GameResult> {
    let bare = text.strip_prefix(b"[").and_then(|text| text.strip_suffix(b"]")).unwrap_or(text);
    match bare {
        b"1.0" | b"1" => Some(GameResult::Win(Color::White)),
        b"0.5" | b"1/2" => Some(GameResult::Draw),
        b"0.0" | b"0" => Some(GameResult::Win(Color::Black)),
        _ => None,
    }
}

/// The text of a line of a file, without its line break.
pub(crate) fn line(bytes: &[u8]) -> Result<&str, ReadErrorKind> {
    let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    match str::from_utf8(line) {
        Ok(text) if text.trim().is_empty() => Err(ReadErrorKind::Empty),
        Ok(text) => Ok(text),
        Err(_) => Err(ReadErrorKind::NotUtf8),
    }
}

/// Reads a FEN into a sample without score and result.
///
/// # Errors
/// The FEN is bad.
pub fn read_fen(fen: &str, validity: Validity) -> Result<Sample, ReadError> {
    let position = match validity {
        Validity::Strict => Position::from_fen(fen),
        Validity::Relaxed => Position::from_fen_relaxed(fen),
    };
    Ok(Sample::from(position.map_err(ReadErrorKind::Fen)?))
}

/// The text of a line, to be printed, without its line break.
///
/// # Errors
/// The sample has no score or no result; or it has extra bytes, a move or a ply, which the format cannot hold, and
/// `may_drop` does not have that field.
pub fn write(sample: &Sample, may_drop: Fields) -> Result<impl Display + use<>, WriteError> {
    may_drop.drop_if(sample.extra != [0; 3], Field::Extra)?;
    sample.drop_move(may_drop)?;
    let score = sample.score.ok_or(WriteError::Missing(Field::Score))?;
    let result = match sample.result {
        GameResult::Win(Color::White) => "1.0",
        GameResult::Draw => "0.5",
        GameResult::Win(Color::Black) => "0.0",
        GameResult::Unknown => return Err(WriteError::Missing(Field::Result)),
    };
    Ok(Line { fen: sample.position.to_fen(STYLE), score, result })
}

/// The FEN of the sample, to be printed, without a line break.
///
/// # Errors
/// The sample has a score, a result, extra bytes, a move or a ply, and `may_drop` does not have that field.
pub fn write_fen(sample: &Sample, may_drop: Fields) -> Result<Fen, WriteError> {
    refuse_labels(sample, may_drop)?;
    Ok(sample.position.to_fen(STYLE))
}

/// Checks that everything which `sample` has besides its position may be dropped.
pub(crate) fn refuse_labels(sample: &Sample, may_drop: Fields) -> Result<(), WriteError> {
    may_drop.drop_if(sample.score.is_some(), Field::Score)?;
    may_drop.drop_if(sample.result != GameResult::Unknown, Field::Result)?;
    may_drop.drop_if(sample.extra != [0; 3], Field::Extra)?;
    sample.drop_move(may_drop)
}

/// The text of a line, which is made as it is printed.
struct Line {
    fen: Fen,
    score: i16,
    result: &'static str,
}

impl Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} | {} | {}", self.fen, self.score, self.result)
    }
}
