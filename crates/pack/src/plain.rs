//! Stockfish's plain text: the entries of [binpack](crate::binpack) in readable form.
//!
//! ```text
//!   fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//!   move e2e4
//!   score 20
//!   ply 0
//!   result 0
//!   e
//! ```
//!
//! Score and result are from the view of the side to move: 1 won, 0 drawn, -1 lost; in a [`Sample`] they are
//! white's. The score 32002 stands for none. Castling is `e1g1`. The lines may come in any order, and the line
//! `ply` may be missing. If a line comes more than once, the last one counts. Unknown lines are refused.
//!
//! Source: the branch `tools` of Stockfish, `docs/convert.md`.
//!
//! ```
//! use quadbit_movegen::Validity;
//! use quadbit_pack::{Fields, plain};
//! let entry = "fen 4k3/8/8/8/8/8/8/4K2R b - - 3 2\nmove e8e7\nscore -9\nply 3\nresult -1\ne\n";
//! let sample = plain::read(entry, Validity::Strict)?;
//! assert_eq!((sample.labels.score, sample.labels.ply), (Some(9), Some(3)));
//! assert_eq!(plain::write(&sample, Fields::EMPTY)?.to_string(), entry);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::vec::Vec;
use core::fmt::{self, Display};

use quadbit_movegen::{CastlingStyle, Fen, FenStyle, GameResult, Move, Uci, Validity};

use crate::codec::{Codec, Cut, Read, Write, push};
use crate::field::{Field, Fields, WriteError};
use crate::lines::unmarked;
use crate::movers_view::{NO_SCORE, read_score, write_result, write_score};
use crate::read_error::{ReadError, ReadErrorKind};
use crate::sample::{Labels, Sample};
use crate::steps;
use crate::text::read_fen;

/// What [`Format`](crate::Format) knows of this format: its name, fields, reader and writer.
pub(crate) const CODEC: Codec = Codec {
    name: "plain",
    description: "binpack's contents as text: lines fen, move, score, ply, result, e",
    is_text: true,
    fields: Fields::GAME,
    has_moves: true,
    no_score: Some(NO_SCORE),
    cut: Cut::Lengths(lengths),
    read: Read::One(|record, validity| {
        read(str::from_utf8(record).map_err(|_| ReadErrorKind::NotUtf8)?, validity)
    }),
    write: Write::One(|sample, may_drop, bytes| {
        push(bytes, write(sample, may_drop)?);
        Ok(())
    }),
};

/// The text of the line that ends an entry.
const END: &str = "e";

/// Reads an entry: its lines `fen ..`, `move ..`, `score ..`, `ply ..` and `result ..`, with or without the last
/// line, `e`.
///
/// # Errors
/// A line other than `ply` is missing, a line is bad or unknown, or the position breaks a rule of `validity`.
pub fn read(entry: &str, validity: Validity) -> Result<Sample, ReadError> {
    let (mut fen, mut mv, mut score, mut ply, mut result) = (None, None, None, None, None);
    for line in unmarked(entry).lines().map(str::trim).filter(|line| !line.is_empty() && *line != END) {
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        let value = value.trim();
        *match name {
            "fen" => &mut fen,
            "move" => &mut mv,
            "score" => &mut score,
            "ply" => &mut ply,
            "result" => &mut result,
            _ => return Err(ReadErrorKind::Word.into()),
        } = Some(value);
    }
    let position = read_fen(needed(fen, "fen")?, validity)?.position;
    let mv = Move::from_uci(needed(mv, "move")?, &position).map_err(ReadErrorKind::Uci)?;
    let score: i16 = needed(score, "score")?.parse().map_err(|_| ReadErrorKind::Score)?;
    let ply = ply.map(str::parse).transpose().map_err(|_| ReadErrorKind::Ply)?;
    let us = position.side_to_move();
    let result = match needed(result, "result")? {
        "1" => GameResult::Win(us),
        "0" => GameResult::Draw,
        "-1" => GameResult::Win(!us),
        _ => return Err(ReadErrorKind::PlainResult.into()),
    };
    Ok(Sample {
        position,
        labels: Labels { score: read_score(score, us), result, mv: Some(mv), ply, ..Labels::NONE },
    })
}

/// The value of a line that every entry needs, or the error that the line `name` is missing.
fn needed<'a>(value: Option<&'a str>, name: &'static str) -> Result<&'a str, ReadErrorKind> {
    value.ok_or(ReadErrorKind::Missing(name))
}

/// The text of the entry of a sample, to be printed, including the last line, `e`. If the sample has no ply, it is
/// computed from the move number.
///
/// # Errors
/// The sample has no legal move or no result.
///
/// The format cannot hold some other values, which are errors unless `may_drop` has their field: `Extra` for extra
/// bytes, `Score` for a score of the side to move of 32,002, which stands for none, or of 32,768, which does not fit
/// (32,002 is written for both), `Ply` for a ply above 65,535 (65,535 is written).
pub fn write(sample: &Sample, may_drop: Fields) -> Result<impl Display + use<>, WriteError> {
    may_drop.drop_if(sample.labels.extra != [0; 3], Field::Extra)?;
    let position = &sample.position;
    let mv = sample.labels.mv.filter(|&mv| position.is_legal(mv)).ok_or(WriteError::Missing(Field::Move))?;
    let result = write_result(sample)?;
    let score = write_score(sample, may_drop)?;
    Ok(Entry {
        fen: position.to_fen(FenStyle::default()),
        mv: mv.to_uci(position, CastlingStyle::Standard),
        score,
        ply: sample.ply_up_to(u16::MAX, may_drop)?,
        result,
    })
}

/// The text of an entry, which is made as it is printed.
struct Entry {
    fen: Fen,
    mv: Uci,
    score: i16,
    ply: u16,
    result: i8,
}

impl Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fen, mv, score, ply, result } = self;
        write!(f, "fen {fen}\nmove {mv}\nscore {score}\nply {ply}\nresult {result}\n{END}\n")
    }
}

/// The lengths in bytes of the complete entries at the beginning of `text`. If `is_end`, no more bytes follow: then the
/// last line needs no line break, and blank lines after the last entry belong to that entry.
fn lengths(text: &[u8], is_end: bool) -> Vec<usize> {
    steps::count(text.len());
    let (mut lengths, mut length) = (Vec::new(), 0);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        length += line.len();
        if line.trim_ascii() == END.as_bytes() && (is_end || line.ends_with(b"\n")) {
            lengths.push(core::mem::take(&mut length));
        }
    }
    let rest = &text[text.len() - length..];
    if is_end
        && rest.iter().all(u8::is_ascii_whitespace)
        && let Some(last) = lengths.last_mut()
    {
        *last += length;
    }
    lengths
}
