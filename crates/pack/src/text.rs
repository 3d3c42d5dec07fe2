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
//! In lines of both kinds, the FEN's fourth field names the square behind every double push, even if no capture is
//! possible, so that nothing is lost.
//!
//! ```
//! use quadbit_movegen::Validity;
//! use quadbit_pack::{Fields, text};
//! let line = "8/8/8/8/8/8/8/K6k b - - 0 1 | -31 | 0.5";
//! assert_eq!(text::write(&text::read(line, Validity::Strict)?, Fields::EMPTY)?.to_string(), line);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::vec::Vec;
use core::fmt::{self, Display};

use quadbit_movegen::{CastlingLetters, Color, EpMode, Fen, FenStyle, GameResult, Position, Validity};

use crate::codec::{Codec, Cut, Read, Records, Refuse, Write, push, write_each};
use crate::field::{Field, Fields, WriteError};
use crate::level::Level;
use crate::lines::{lines, position};
use crate::read_error::{ReadError, ReadErrorKind};
use crate::sample::{Labels, Sample};
#[cfg(feature = "simd")]
use crate::{codec::AT_ONCE, fens};

/// What [`Format`](crate::Format) knows of lines of FENs: the format's name, fields, reader and writer.
pub(crate) const FEN: Codec = Codec {
    name: "fen",
    description: "A FEN a line",
    is_text: true,
    fields: Fields::POSITION,
    has_moves: false,
    no_score: None,
    cut: Cut::Lengths(lines),
    read: Read::Fens,
    write: Write::Block(write_fens),
};

/// What [`Format`](crate::Format) knows of lines with score and result: the format's name, fields, reader and writer.
pub(crate) const TEXT: Codec = Codec {
    name: "text",
    description: "Lines `FEN | cp | result`, both from white's view; results 1.0, 0.5, 0.0",
    is_text: true,
    fields: Fields::POSITION.union(Fields::LABELS),
    has_moves: false,
    no_score: None,
    cut: Cut::Lengths(lines),
    read: Read::Block(read_labelled),
    write: Write::One(|sample, may_drop, bytes| {
        push(bytes, write(sample, may_drop)?);
        bytes.push(b'\n');
        Ok(())
    }),
};

/// The style of the FENs that [`write()`] and [`write_fen`] write: canonical castling letters, and an en passant
/// square after every double push.
const STYLE: FenStyle = FenStyle { castling: CastlingLetters::Canonical, ep: EpMode::Always };

/// Reads a line `FEN | score | result`: the score is a whole number of centipawns and the result 1.0, 0.5 or 0.0, or in
/// another spelling that the [module](self) names, both from White's view.
///
/// # Errors
/// A part is missing or bad, there are more than three, or the position breaks a rule of `validity`.
pub fn read(line: &str, validity: Validity) -> Result<Sample, ReadError> {
    let (fen, labels) = split(line)?;
    Ok(Sample { position: position(fen, validity)?, labels })
}

/// Splits a line into its FEN and the labels made of the score and result after it. The FEN is not checked.
fn split(line: &str) -> Result<(&str, Labels), ReadErrorKind> {
    let mut parts = line.split('|').map(str::trim);
    let (Some(fen), Some(score), Some(result), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(ReadErrorKind::Parts);
    };
    let result = result_of(result.as_bytes()).ok_or(ReadErrorKind::LineResult)?;
    let score = Some(score.parse().map_err(|_| ReadErrorKind::Score)?);
    Ok((fen, Labels { score, result, ..Labels::NONE }))
}

/// Splits a line of bytes into the FEN, which is not looked at, and the labels. Reads only the usual spelling: `None`
/// does not mean that the line is bad.
fn split_bytes(line: &[u8]) -> Option<(&[u8], Labels)> {
    let last_part = |bytes: &[u8]| bytes.iter().rposition(|&byte| byte == b'|');
    let bar = last_part(line)?;
    let (line, result) = (&line[..bar], result_of(line[bar + 1..].trim_ascii())?);
    let bar = last_part(line)?;
    let score = str::from_utf8(line[bar + 1..].trim_ascii()).ok()?.parse().ok();
    Some((line[..bar].trim_ascii(), Labels { score: Some(score?), result, ..Labels::NONE }))
}

/// Reads `text`, the last part of a line, as a result; `None` if it is not one.
fn result_of(text: &[u8]) -> Option<GameResult> {
    let bare = text.strip_prefix(b"[").and_then(|text| text.strip_suffix(b"]")).unwrap_or(text);
    match bare {
        b"1.0" | b"1" => Some(GameResult::Win(Color::White)),
        b"0.5" | b"1/2" => Some(GameResult::Draw),
        b"0.0" | b"0" => Some(GameResult::Win(Color::Black)),
        _ => None,
    }
}

/// The text of the line `bytes`, without its line break. A line that is blank or not UTF-8 is an error.
fn line(bytes: &[u8]) -> Result<&str, ReadErrorKind> {
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
/// The FEN is bad, or its position breaks a rule of `validity`.
pub fn read_fen(fen: &str, validity: Validity) -> Result<Sample, ReadError> {
    Ok(Sample::from(position(fen, validity)?))
}

/// The line `FEN | score | result` of the sample, to be printed, without a line break.
///
/// # Errors
/// The sample has no score or no result; or it has extra bytes, a move or a ply, which the format cannot hold, and
/// `may_drop` does not have that field.
pub fn write(sample: &Sample, may_drop: Fields) -> Result<impl Display + use<>, WriteError> {
    may_drop.drop_if(sample.labels.extra != [0; 3], Field::Extra)?;
    sample.labels.drop_move(may_drop)?;
    let score = sample.labels.score.ok_or(WriteError::Missing(Field::Score))?;
    let result = match sample.labels.result {
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

/// Checks that everything that `sample` has besides its position may be dropped.
fn refuse_labels(sample: &Sample, may_drop: Fields) -> Result<(), WriteError> {
    may_drop.drop_if(sample.labels.score.is_some(), Field::Score)?;
    may_drop.drop_if(sample.labels.result != GameResult::Unknown, Field::Result)?;
    may_drop.drop_if(sample.labels.extra != [0; 3], Field::Extra)?;
    sample.labels.drop_move(may_drop)
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

/// Reads lines of FENs with scores and results: the labels first, then all FENs as a block.
fn read_labelled(
    level: Level,
    validity: Validity,
    records: &Records<'_>,
    samples: &mut [Result<Sample, ReadError>],
) {
    let mut fens = Vec::with_capacity(records.bytes.len());
    let labels: Vec<_> = records.clone().map(|line| take_labels(line, &mut fens)).collect();
    let count = labels.len();
    // Adds 96 bytes, because the reader of blocks leaves lines that begin in the last 96 bytes to that of single lines.
    fens.resize(fens.len() + 96, b'\n');
    let mut places = records.clone().zip(labels).zip(samples);
    each_position(level, validity, &fens, count, |position| {
        let Some(((line, labels), sample)) = places.next() else { return };
        let usual = position.zip(labels).map(|(position, labels)| Sample { position, labels });
        *sample = usual.map_or_else(|| read_line(line, validity, read), Ok);
    });
}

/// Calls `each` with the position of each of the first `count` lines of FENs in `text`, in order. Calls it with `None`
/// for a bad line, and in a build without vectors for every line: the caller then reads the line by itself.
pub(crate) fn each_position(
    level: Level,
    validity: Validity,
    text: &[u8],
    count: usize,
    mut each: impl FnMut(Option<Position>),
) {
    #[cfg(feature = "simd")]
    {
        let (mut text, mut left, mut positions) = (text, count, [Position::start(); AT_ONCE]);
        while left > 0 {
            let reading = fens::read(level, validity, text, &mut positions[..left.min(AT_ONCE)]);
            positions[..reading.positions].iter().for_each(|&position| each(Some(position)));
            left -= reading.positions;
            if reading.error.is_some() {
                each(None);
                left -= 1;
            }
            text = &text[reading.bytes..];
        }
    }
    #[cfg(not(feature = "simd"))]
    {
        let _ = (level, validity, text);
        (0..count).for_each(|_| each(None));
    }
}

/// Takes the score and the result from `line` and appends its FEN, with a line break, to `fens`. A line that is not in
/// the usual spelling gives `None` and an empty FEN.
fn take_labels(line: &[u8], fens: &mut Vec<u8>) -> Option<Labels> {
    let (fen, labels) = split_bytes(line).unzip();
    fens.extend_from_slice(fen.unwrap_or(&[]));
    fens.push(b'\n');
    labels
}

/// Reads the line `bytes` with `read`, a reader of single lines. `read` accepts some lines that the reader of blocks
/// does not, and says what is wrong with the others.
#[cold]
pub(crate) fn read_line(
    bytes: &[u8],
    validity: Validity,
    read: fn(&str, Validity) -> Result<Sample, ReadError>,
) -> Result<Sample, ReadError> {
    read(line(bytes)?, validity)
}

/// Writes lines of FENs, in vectors with the feature `simd`. Calls `refused` with the index and the error of each
/// sample that has a label which a FEN cannot hold and which is not in `may_drop`.
fn write_fens(level: Level, may_drop: Fields, samples: &[Sample], bytes: &mut Vec<u8>, refused: Refuse<'_>) {
    #[cfg(feature = "simd")]
    {
        let mut positions = Vec::with_capacity(samples.len());
        write_each(samples, refused, |sample| {
            refuse_labels(sample, may_drop)?;
            positions.push(sample.position);
            Ok(())
        });
        let before = bytes.len();
        bytes.resize(before + positions.len() * fens::LINE, 0);
        let writing = fens::write(level, STYLE, &positions, &mut bytes[before..]);
        bytes.truncate(before + writing.bytes);
    }
    #[cfg(not(feature = "simd"))]
    write_each(samples, refused, |sample| {
        let Level = level;
        push(bytes, write_fen(sample, may_drop)?);
        bytes.push(b'\n');
        Ok(())
    });
}
