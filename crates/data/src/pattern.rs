//! Filters for many positions: pieces on squares, material, checks, the side to move.
//!
//! A [`Rule`] is a condition that can be written as text. [`matches()`] tests every position of a
//! slice against all rules.
//!
//! | text | true if |
//! |---|---|
//! | `Q` | there is a white queen |
//! | `Qq=0` | there is no queen |
//! | `Pp>=10` | there are ten pawns or more |
//! | `N@d5e5` | a white knight stands on d5 or e5 |
//! | `Rr@7=2` | two rooks stand on the seventh rank |
//! | `p@ah=0` | no black pawn stands on the a- or h-file |
//! | `*<=7` | there are seven pieces or fewer |
//! | `check`, `no-check` | the side to move is in check, or not |
//! | `white`, `black` | this side is to move |
//!
//! A rule about pieces begins with their letters as in a FEN, or `*` for all pieces. Optional parts follow:
//! `@` with any number of squares (`e4`), files (`e`) and ranks (`4`), then `=`, `<`, `>`, `<=` or `>=` with
//! a number of pieces. The default is `>=1`.
//!
//! ```
//! use quadbit_data::pattern::{self, Rule};
//! use quadbit_movegen::Position;
//! use quadbit_nibble::simd::Level;
//! let rules: Vec<Rule> = ["K@g1", "Qq=0", "no-check"].into_iter().map(str::parse).collect::<Result<_, _>>()?;
//! let positions = ["6k1/8/8/8/8/8/8/6K1 w - - 0 1", "6k1/8/8/8/8/8/8/5QK1 w - - 0 1"];
//! let positions = positions.map(|fen| Position::from_fen(fen).unwrap());
//! let mut found = [false; 2];
//! pattern::matches(Level::auto(), &rules, &positions, &mut found);
//! assert_eq!(found, [true, false]);
//! # Ok::<(), quadbit_data::pattern::RuleError>(())
//! ```

use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

use fearless_simd::prelude::*;
use quadbit_lanes::batch;
use quadbit_movegen::{Color, File, Piece, Position, Rank, Square};
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_quad::{Bitboard, QuadBitboard};

use crate::comparison;

/// The number of positions that are tested at a time.
const BLOCK: usize = 64;

/// A condition on a position. Its text is described in the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The number of certain pieces on certain squares is in a range.
    Pieces(PieceRule),
    /// The side to move is in check (`true`), or is not (`false`).
    Check(bool),
    /// This side is to move.
    SideToMove(Color),
}

/// A condition on a position: how many of certain pieces stand on certain squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceRule {
    pieces: u16,
    squares: Bitboard,
    counts: RangeInclusive<u8>,
}

impl PieceRule {
    /// The condition that the number of pieces on `squares` that are one of `pieces` is in the range `counts`.
    pub fn new(pieces: &[Piece], squares: Bitboard, counts: RangeInclusive<u8>) -> Self {
        let pieces = pieces.iter().fold(0, |set, piece| set | 1 << piece.code());
        Self { pieces, squares, counts }
    }

    /// The number of pieces that the rule counts, in each lane's board.
    #[inline(always)]
    fn count<S: BoardSimd>(&self, s: S, boards: &Boards<S>) -> S::u64s {
        let mut set = S::u64s::splat(s, 0);
        for piece in Piece::ALL {
            if self.pieces >> piece.code() & 1 == 1 {
                set |= squares_of(boards, piece.code());
            }
        }
        s.popcount(set & self.squares.0)
    }
}

/// The squares that hold the nibble `code`, in each lane's board.
#[inline(always)]
fn squares_of<S: BoardSimd>(boards: &Boards<S>, code: u8) -> S::u64s {
    let [a, b, c, d] = boards.planes;
    let plane = |plane: S::u64s, p: u8| if code >> p & 1 == 1 { plane } else { !plane };
    plane(a, 0) & plane(b, 1) & (plane(c, 2) & plane(d, 3))
}

/// Writes to `matches`, for each position, whether it fulfils all `rules`; without rules, every position does. Uses the
/// instructions of `level`.
///
/// The pieces of eight positions are counted at once, as sets: a rule costs five operations for each kind of
/// pieces, and three more.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn matches(level: Level, rules: &[Rule], positions: &[Position], matches: &mut [bool]) {
    assert_eq!(positions.len(), matches.len(), "as many results as positions");
    for (positions, matches) in positions.chunks(BLOCK).zip(matches.chunks_mut(BLOCK)) {
        let mut boards = [QuadBitboard::EMPTY; BLOCK];
        for (board, position) in boards.iter_mut().zip(positions) {
            *board = position.board();
        }
        match_pieces(level, rules, &boards[..positions.len()], matches);
        let mut is = [false; BLOCK];
        let is = &mut is[..positions.len()];
        for rule in rules {
            let wanted = match rule {
                Rule::Pieces(_) => continue,
                Rule::SideToMove(color) => {
                    let is_to_move = positions.iter().map(|position| position.side_to_move() == *color);
                    is.iter_mut().zip(is_to_move).for_each(|(is, is_to_move)| *is = is_to_move);
                    true
                }
                Rule::Check(wanted) => {
                    batch::in_check_at(level, positions, is);
                    *wanted
                }
            };
            matches.iter_mut().zip(&*is).for_each(|(matches, is)| *matches &= *is == wanted);
        }
    }
}

/// Writes to `matches`, for each board, whether it fulfils all [`Rule::Pieces`] among `rules`. The slices must have
/// one length.
pub(crate) fn match_pieces(level: Level, rules: &[Rule], boards: &[QuadBitboard], matches: &mut [bool]) {
    dispatch!(level, s => match_pieces_at(s, rules, boards, matches));
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "a board has 64 squares")]
fn match_pieces_at<S: BoardSimd>(s: S, rules: &[Rule], boards: &[QuadBitboard], matches: &mut [bool]) {
    let lanes = Boards::<S>::LEN;
    for (boards, matches) in boards.chunks(lanes).zip(matches.chunks_mut(lanes)) {
        let mut padded = [QuadBitboard::EMPTY; 8];
        padded[..boards.len()].copy_from_slice(boards);
        let boards = Boards::load(s, &padded[..lanes]);
        matches.fill(true);
        for rule in rules {
            if let Rule::Pieces(rule) = rule {
                let counts = rule.count(s, &boards);
                for (lane, matches) in matches.iter_mut().enumerate() {
                    *matches &= rule.counts.contains(&(counts[lane] as u8));
                }
            }
        }
    }
}

/// The error of a text that is not a [`Rule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleError {
    /// The text begins neither with pieces nor with a word that is a rule, such as `check` or `white`.
    Pieces,
    /// There is something other than squares, files and ranks after the `@`.
    Squares,
    /// The number of pieces is not from 0 to 64, or no count can match it.
    Count,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pieces => {
                "expected check, no-check, white, black, or pieces (FEN letters or *), then `@` and squares, then a count"
            }
            Self::Squares => "expected squares (e4), files (e) or ranks (4) after `@`",
            Self::Count => "expected =, <, >, <= or >= and a number of pieces from 0 to 64",
        })
    }
}

impl core::error::Error for RuleError {}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match s {
            "check" => return Ok(Self::Check(true)),
            "no-check" => return Ok(Self::Check(false)),
            "white" => return Ok(Self::SideToMove(Color::White)),
            "black" => return Ok(Self::SideToMove(Color::Black)),
            _ => {}
        }
        let (pieces, counts) = match s.find(['=', '<', '>']) {
            Some(at) => (&s[..at], counts(&s[at..])?),
            None => (s, 1..=64),
        };
        let (pieces, squares) = match pieces.split_once('@') {
            Some((pieces, squares)) => (pieces, self::squares(squares)?),
            None => (pieces, Bitboard::ALL),
        };
        Ok(Self::Pieces(PieceRule { pieces: self::pieces(pieces)?, squares, counts }))
    }
}

/// Reads letters of pieces as a set of codes, a bit for each; `*` is all pieces.
fn pieces(text: &str) -> Result<u16, RuleError> {
    if text == "*" {
        return Ok(Piece::ALL.into_iter().fold(0, |set, piece| set | 1 << piece.code()));
    }
    if text.is_empty() {
        return Err(RuleError::Pieces);
    }
    text.chars().try_fold(0, |set, c| Ok(set | 1 << Piece::from_char(c).ok_or(RuleError::Pieces)?.code()))
}

fn squares(text: &str) -> Result<Bitboard, RuleError> {
    let file = |c: char| ('a'..='h').position(|file| file == c).and_then(File::from_index);
    let rank = |c: char| ('1'..='8').position(|rank| rank == c).and_then(Rank::from_index);
    let mut chars = text.chars().peekable();
    let mut set = Bitboard::EMPTY;
    while let Some(c) = chars.next() {
        set |= match (file(c), rank(c)) {
            (Some(file), _) => match chars.next_if(|&c| rank(c).is_some()).and_then(rank) {
                Some(rank) => Bitboard::of(Square::new(file, rank)),
                None => Bitboard::file(file),
            },
            (None, Some(rank)) => Bitboard::rank(rank),
            (None, None) => return Err(RuleError::Squares),
        };
    }
    if set.is_empty() { Err(RuleError::Squares) } else { Ok(set) }
}

/// The numbers of pieces that a comparison allows.
fn counts(text: &str) -> Result<RangeInclusive<u8>, RuleError> {
    let allowed = comparison::allowed(text, 0..=64).ok_or(RuleError::Count)?;
    let count = |count: &i32| u8::try_from(*count).map_err(|_| RuleError::Count);
    Ok(count(allowed.start())?..=count(allowed.end())?)
}
