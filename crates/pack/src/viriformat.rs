//! viriformat: whole games, each from a position that [`marlinformat`] describes.
//!
//! ```text
//!   byte    0 .. 31       the position before the first move, with the result of the game
//!          32 + 4i        a move, 2 bytes:
//!                           bits 0 .. 5   from      bits 12 .. 13   promotion: N 0, B 1, R 2, Q 3
//!                           bits 6 .. 11  to        bits 14 .. 15   en passant 1, castling 2, promotion 3, else 0
//!          34 + 4i        the score of the position before it, white's view
//!          32 + 4n        four zero bytes
//! ```
//!
//! Numbers are little-endian; castling is written king takes rook. A file is one game after another. Games
//! are found by their four zero bytes, so a game with a bad move does not spoil the next one.
//!
//! The format is sometimes confused with Stockfish's binpack, which begins with different bytes and packs
//! moves into a few bits.
//!
//! Source: the README of the crate [`viriformat`](https://docs.rs/viriformat/3.0.0) ("Specification").
//!
//! ```
//! use quadbit_movegen::{GameResult, Move, Position, Square, Validity};
//! use quadbit_pack::{Fields, Format, Labels, Record, Sample, marlinformat, viriformat};
//! let labels = Labels { score: Some(0), result: GameResult::Draw, ..Labels::NONE };
//! let start = Sample { position: Position::start(), labels };
//! let mut file = marlinformat::MarlinRecord::write(&start, Fields::EMPTY)?.as_bytes().to_vec();
//! let ply = viriformat::Ply::new(&start.position, Move::new(Square::E2, Square::E4), 20);
//! file.extend(ply.as_bytes());
//! file.extend(viriformat::END);
//!
//! Format::Viriformat.read(Validity::Strict, &file, &[file.len()], |_, sample| {
//!     assert_eq!(sample.unwrap().labels.score, Some(20));
//! });
//! # Ok::<(), quadbit_pack::WriteError>(())
//! ```

use quadbit_movegen::{Move, Position, Validity};

use crate::codec::{Codec, Cut, Read, Write, write_fixed};
use crate::marlinformat;
use crate::move_code::MoveCode;
use crate::read_error::{ReadError, ReadErrorKind};
use crate::record::Record;
use crate::sample::{Labels, Sample};
use crate::steps;

/// What [`Format`](crate::Format) knows of this format: its name, fields, reader and writer.
pub(crate) const CODEC: Codec = Codec {
    name: "viriformat",
    description: "Games from a position of marlinformat, with a score for each move",
    is_text: false,
    fields: marlinformat::CODEC.fields,
    has_moves: true,
    no_score: None,
    cut: Cut::Lengths(|bytes, _| {
        steps::count(bytes.len());
        games(bytes).map(|game| game.len()).collect()
    }),
    read: Read::Games(|_, validity, record, give| {
        Game::first(record).ok_or(ReadErrorKind::Truncated)?.read(validity, give)
    }),
    write: Write::Block(|level, may_drop, samples, bytes, refused| {
        write_fixed::<marlinformat::MarlinRecord>(level, may_drop, samples, &END, bytes, refused);
    }),
};

/// The four bytes that end a game.
pub const END: [u8; 4] = [0; 4];

/// The number of bytes of the position before the first move.
const HEAD: usize = marlinformat::MarlinRecord::SIZE;

/// A move of a game and the score of the position before it, in 4 bytes. The [module](self) describes the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply([u8; 4]);

/// How a ply codes its move.
const MOVES: MoveCode = MoveCode { from: 0, to: 6, role: 12, kinds: [3, 2, 1] };

impl Ply {
    /// Packs `mv`, a legal move in `position`, with the score of `position` from White's view.
    pub fn new(position: &Position, mv: Move, score: i16) -> Self {
        let ([m0, m1], [s0, s1]) = (MOVES.write(position, mv).to_le_bytes(), score.to_le_bytes());
        Self([m0, m1, s0, s1])
    }

    /// The bytes of the move and its score, as a file holds them.
    pub const fn as_bytes(&self) -> &[u8; 4] {
        &self.0
    }

    /// The score of the position before the move, from white's view.
    const fn score(self) -> i16 {
        i16::from_le_bytes([self.0[2], self.0[3]])
    }

    /// The move, if it is legal in `position` and its kind (en passant, castling, promotion) is correct.
    fn legal_move(self, position: &Position) -> Option<Move> {
        MOVES.read(position, u16::from_le_bytes([self.0[0], self.0[1]]))
    }
}

/// A game, as a view of its bytes.
struct Game<'a> {
    /// The position before the first move, and the result of the game.
    head: marlinformat::MarlinRecord,
    plies: &'a [[u8; 4]],
}

impl<'a> Game<'a> {
    /// The game at the beginning of `bytes`; `None` if its end is missing.
    fn first(bytes: &'a [u8]) -> Option<Self> {
        let (head, plies) = bytes.split_at_checked(HEAD)?;
        let (plies, _) = plies.as_chunks();
        let end = plies.iter().position(|ply| *ply == END)?;
        Some(Self { head: marlinformat::MarlinRecord::from_bytes(head)?, plies: &plies[..end] })
    }

    /// The number of bytes of the game, including the four zero bytes at its end.
    const fn len(&self) -> usize {
        HEAD + size_of_val(self.plies) + END.len()
    }

    /// Calls `each` with the positions in which the moves were made, their moves and scores, up to the first bad move.
    /// A game without moves has a single position.
    ///
    /// # Errors
    /// The first position breaks a rule of `validity` or cannot be read, or a move is not legal; then `undecoded` says
    /// how many bytes of the game are left.
    fn read(self, validity: Validity, mut each: impl FnMut(Sample)) -> Result<(), ReadError> {
        let mut left = self.len();
        let refused = |error, left| ReadError { undecoded: Some(left), ..error };
        let mut sample = self.head.read(validity).map_err(|error| refused(error, left))?;
        left -= HEAD;
        if self.plies.is_empty() {
            each(sample);
        }
        for (number, &ply) in (1..).zip(self.plies) {
            let ply = Ply(ply);
            let illegal = ReadError { ply: Some(number), ..ReadErrorKind::Move.into() };
            let mv = ply.legal_move(&sample.position).ok_or(refused(illegal, left))?;
            left -= size_of_val(&ply);
            each(Sample {
                labels: Labels { score: Some(ply.score()), mv: Some(mv), ..sample.labels },
                ..sample
            });
            sample.position = sample.position.after(mv);
        }
        Ok(())
    }
}

/// The games of a file, one after the other. A game that is cut off at the end is left out.
fn games(bytes: &[u8]) -> impl Iterator<Item = Game<'_>> {
    let mut rest = bytes;
    core::iter::from_fn(move || Game::first(rest).inspect(|game| rest = &rest[game.len()..]))
}
