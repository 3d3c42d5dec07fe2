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
//! use quadbit_pack::{Fields, Record, Sample, marlinformat, viriformat};
//! let start = Sample { score: Some(0), result: GameResult::Draw, ..Sample::from(Position::start()) };
//! let mut file = marlinformat::Board::write(&start, Fields::NONE)?.as_bytes().to_vec();
//! let ply = viriformat::Ply::new(&start.position, Move::new(Square::E2, Square::E4), 20);
//! file.extend(ply.as_bytes());
//! file.extend(viriformat::END);
//!
//! let game = viriformat::games(&file).next().unwrap()?;
//! let samples: Result<Vec<Sample>, _> = game.samples(Validity::Strict)?.collect();
//! assert_eq!(samples?[0].score, Some(20));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt;

use quadbit_movegen::{Move, Position, Validity};
use quadbit_x88::{Role, Square};

use crate::marlinformat;
use crate::record::Record;
use crate::record_error::RecordError;
use crate::sample::Sample;

/// The end of a game.
pub const END: [u8; 4] = [0; 4];

/// The length of the position before the first move.
const HEAD: usize = marlinformat::Board::SIZE;

/// A move and the score of the position before it, in 4 bytes. The [module](self) describes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply([u8; 4]);

const EN_PASSANT: u16 = 1;
const CASTLING: u16 = 2;
const PROMOTION: u16 = 3;

/// The roles of a promotion, by their numbers.
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl Ply {
    /// A legal move in a position, and the position's score from white's view.
    pub fn new(position: &Position, mv: Move, score: i16) -> Self {
        let promotion = mv.promotion().map_or(0, |role| u16::from(role.code() - Role::Knight.code()));
        let squares = (mv.from().index() | mv.to().index() << 6) as u16;
        let bits = squares | promotion << 12 | kind(position, mv) << 14;
        let ([m0, m1], [s0, s1]) = (bits.to_le_bytes(), score.to_le_bytes());
        Self([m0, m1, s0, s1])
    }

    /// The bytes.
    pub const fn as_bytes(&self) -> &[u8; 4] {
        &self.0
    }

    /// The score of the position before the move, from white's view.
    pub const fn score(self) -> i16 {
        i16::from_le_bytes([self.0[2], self.0[3]])
    }

    /// The move, if it is legal in a position and its kind is correct.
    pub fn legal_move(self, position: &Position) -> Option<Move> {
        let bits = u16::from_le_bytes([self.0[0], self.0[1]]);
        let (from, to) = (Square::from_low_bits(bits.into()), Square::from_low_bits(u32::from(bits) >> 6));
        let promotion = PROMOTIONS[usize::from(bits >> 12 & 3)];
        let mv = match bits >> 14 {
            PROMOTION => Move::promoting(from, to, promotion),
            _ => Move::new(from, to),
        };
        (position.is_legal(mv) && kind(position, mv) == bits >> 14).then_some(mv)
    }
}

/// The kind of a legal move.
fn kind(position: &Position, mv: Move) -> u16 {
    match mv {
        _ if mv.is_promotion() => PROMOTION,
        _ if position.is_castling(mv) => CASTLING,
        _ if position.is_en_passant(mv) => EN_PASSANT,
        _ => 0,
    }
}

/// A game, as a view of its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game<'a> {
    /// The position before the first move, and the result.
    pub head: marlinformat::Board,
    /// The moves, four bytes each.
    plies: &'a [[u8; 4]],
}

impl<'a> Game<'a> {
    /// The game at the beginning of some bytes; `None` if its end is missing. [`len`](Self::len) is its
    /// length, including the end.
    pub fn first(bytes: &'a [u8]) -> Option<Self> {
        let (head, plies) = bytes.split_at_checked(HEAD)?;
        let (plies, _) = plies.as_chunks();
        let end = plies.iter().position(|ply| *ply == END)?;
        Some(Self { head: marlinformat::Board::from_bytes(head)?, plies: &plies[..end] })
    }

    /// The number of its bytes.
    #[expect(clippy::len_without_is_empty, reason = "a game has at least a head")]
    pub const fn len(&self) -> usize {
        HEAD + size_of_val(self.plies) + END.len()
    }

    /// The positions in which the moves were made, with the moves, their scores and the result of the game. A
    /// game without moves gives its single position.
    ///
    /// # Errors
    /// The first position is not valid.
    pub fn samples(self, validity: Validity) -> Result<Samples<'a>, RecordError> {
        let next = self.head.read(validity)?;
        Ok(Samples { next: Some(next), plies: self.plies, ply: 0 })
    }
}

/// The games of a file. If the last one is cut off, the last item is an error.
///
/// ```
/// # use quadbit_pack::{RecordError, viriformat};
/// let mut games = viriformat::games(&[1, 2, 3]);
/// assert_eq!(games.next(), Some(Err(RecordError::Truncated)));
/// assert_eq!(games.next(), None);
/// ```
pub fn games(bytes: &[u8]) -> impl Iterator<Item = Result<Game<'_>, RecordError>> {
    let mut rest = bytes;
    core::iter::from_fn(move || {
        let bytes = core::mem::take(&mut rest);
        if bytes.is_empty() {
            return None;
        }
        Some(Game::first(bytes).ok_or(RecordError::Truncated).inspect(|game| rest = &bytes[game.len()..]))
    })
}

/// An iterator over the positions of a game: see [`Game::samples`].
#[derive(Clone, Debug)]
pub struct Samples<'a> {
    next: Option<Sample>,
    plies: &'a [[u8; 4]],
    ply: usize,
}

impl Iterator for Samples<'_> {
    type Item = Result<Sample, IllegalPly>;

    fn next(&mut self) -> Option<Self::Item> {
        let sample = self.next.take()?;
        let Some((ply, rest)) = self.plies.split_first() else {
            return (self.ply == 0).then_some(Ok(sample));
        };
        self.ply += 1;
        self.plies = rest;
        let Some(mv) = Ply(*ply).legal_move(&sample.position) else {
            return Some(Err(IllegalPly(self.ply)));
        };
        self.next = Some(Sample { position: sample.position.after(mv), ..sample });
        Some(Ok(Sample { score: Some(Ply(*ply).score()), mv: Some(mv), ..sample }))
    }
}

/// A move of a game is not legal, or is not of the kind that it claims to be. Moves are numbered from 1; the
/// game ends before this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalPly(pub usize);

impl fmt::Display for IllegalPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "half move {} is illegal", self.0)
    }
}

impl core::error::Error for IllegalPly {}
