//! Moves in standard algebraic notation.
//!
//! 1. Reading gives a [`Pattern`] that depends only on the text, which is then resolved in the position.
//! 2. Writing finds the shortest hint (nothing, file, rank, or both) that tells the piece from others that could make
//!    the move, and then whether the move gives check or mate.
//! 3. Strict reading is reading, writing, and comparing the two texts.
//!
//! Both directions ask `Position::origins` which pieces can go to a square, so that they agree on what is ambiguous.

pub(crate) mod error;
pub(crate) mod reader;

use core::fmt;

use quadbit_quad::Bitboard;
use quadbit_x88::{File, Piece, Rank, Role, Square};

use error::SanError;
use reader::Pattern;

use super::spelling::is_spelled;
use crate::moves::mv::Move;
use crate::position::Position;
use crate::position::castling::CastlingSide;

/// A move that can be printed in SAN; created by [`Move::to_san`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct San {
    body: Body,
    suffix: Suffix,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Body {
    Castling(CastlingSide),
    Piece { role: Role, file: Option<File>, rank: Option<Rank>, capture: bool, to: Square },
    Pawn { file: Option<File>, to: Square, promotion: Option<Role> },
}

/// What follows a move in SAN: whether it gives check or mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suffix {
    None,
    Check,
    Mate,
}

impl Suffix {
    pub(crate) fn of(mv: Move, position: &Position) -> Self {
        if !position.gives_check(mv) {
            return Self::None;
        }
        let mut after = *position;
        after.play_unchecked(mv);
        if after.has_legal_move() { Self::Check } else { Self::Mate }
    }
}

impl fmt::Display for Suffix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "",
            Self::Check => "+",
            Self::Mate => "#",
        })
    }
}

impl Move {
    /// The move as SAN: `Nf3`, `exd6`, `Rad1`, `O-O`, `e8=Q#`. `position` is the one before the move, which must be
    /// legal in it. A pawn that captures names its file. The file or the rank of another piece's origin, or both, are
    /// added only if a second piece of the same kind can legally move to the same square.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// let position: Position = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// let san = |from, to| Move::new(from, to).to_san(&position).to_string();
    /// assert_eq!(san(Square::A1, Square::A8), "Ra8#");
    /// assert_eq!(san(Square::A1, Square::D1), "Rd1");
    /// assert_eq!(san(Square::E1, Square::H1), "O-O");
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn to_san(self, position: &Position) -> San {
        San { body: body(self, position), suffix: Suffix::of(self, position) }
    }

    /// Reads a legal move of `position` from its SAN, spelled exactly as [`to_san`](Self::to_san) writes it.
    ///
    /// # Errors
    /// The text is not the SAN of a legal move. If it stands for a move but is spelled differently, the error
    /// contains the right spelling.
    ///
    /// ```
    /// use quadbit_movegen::{Move, SanError, Position};
    /// let position: Position = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// let error = |text| Move::from_san(text, &position).unwrap_err().to_string();
    /// assert!(Move::from_san("Ra8#", &position).is_ok());
    /// assert_eq!(error("Ra8"), "the move is spelled Ra8#");
    /// assert_eq!(error("Ra8 mate"), "not a move in algebraic notation, from byte 3 on");
    /// assert_eq!(error("Rg8"), "no such move is legal in this position");
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn from_san(text: &str, position: &Position) -> Result<Self, SanError> {
        let mv = Self::from_san_relaxed(text, position)?;
        let san = mv.to_san(position);
        if is_spelled(san, text) { Ok(mv) } else { Err(SanError::Misspelled(san)) }
    }

    /// Reads a legal move of `position` from SAN as people and other programs write it.
    ///
    /// The reader accepts a missing, wrong or additional `+`, `++`, `#`, `x`, `:` or `-`; more of the origin than
    /// needed, up to the long form (`Ng1-f3`); a promotion without `=`, after `/`, in brackets or in lower case; zeros
    /// or lower-case letters in `O-O`; a `P` for the pawn; `e.p.` or `ep` and any `!` and `?` after the move; and
    /// coordinates (`g1f3`, `e1g1`).
    ///
    /// Texts that leave the move ambiguous are rejected: a pawn capture must name the file of the pawn, and a
    /// promotion its piece. A lower-case `b` is always a file.
    ///
    /// # Errors
    /// The text does not stand for one legal move; never [`SanError::Misspelled`].
    ///
    /// ```
    /// use quadbit_movegen::{Bitboard, Move, SanError, Position, Square};
    /// let position: Position = "4k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// let read = |text| Move::from_san_relaxed(text, &position);
    /// assert_eq!(read("0-0!?"), Ok(Move::new(Square::E1, Square::H1)));
    /// assert_eq!(read("b8Q"), read("b8=Q+"));
    /// assert_eq!(read("b8"), Err(SanError::NoPromotion));
    ///
    /// let position: Position = "4k3/8/8/8/4K3/8/8/R6R w - - 0 1".parse()?;
    /// let Err(SanError::Ambiguous(rooks)) = Move::from_san_relaxed("Rd1", &position) else { panic!() };
    /// assert_eq!(
    ///     rooks.to_string(),
    ///     ". . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      1 . . . . . . 1\n"
    /// );
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn from_san_relaxed(text: &str, position: &Position) -> Result<Self, SanError> {
        Pattern::read(text).map_err(SanError::Malformed)?.resolve(position)
    }
}

/// The text of castling: `O-O` or `O-O-O`.
const fn castling_text(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::King => "O-O",
        CastlingSide::Queen => "O-O-O",
    }
}

fn body(mv: Move, position: &Position) -> Body {
    let (from, to) = (mv.from(), mv.to());
    if position.is_castling(mv) {
        return Body::Castling(CastlingSide::of(from, to));
    }
    match position.piece_at(from).map_or(Role::Pawn, Piece::role) {
        Role::Pawn => {
            let file = (from.file() != to.file()).then_some(from.file());
            Body::Pawn { file, to, promotion: mv.promotion() }
        }
        role => {
            let others = rivals(mv, role, position);
            let on_file = others.intersects(Bitboard::file(from.file()));
            let on_rank = others.intersects(Bitboard::rank(from.rank()));
            // The file if it is enough, otherwise the rank if it is enough, otherwise both.
            let needs_file = others.any() && (!on_file || on_rank);
            let needs_rank = on_file;
            Body::Piece {
                role,
                file: needs_file.then_some(from.file()),
                rank: needs_rank.then_some(from.rank()),
                capture: position.piece_at(to).is_some(),
                to,
            }
        }
    }
}

/// The other pieces of the role `role` with a legal move to the target of `mv`.
#[inline(never)]
fn rivals(mv: Move, role: Role, position: &Position) -> Bitboard {
    let like = position.pieces(position.side_to_move(), role).without(mv.from());
    position.origins(role, like, mv.to())
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.body {
            Body::Castling(side) => f.write_str(castling_text(side))?,
            Body::Piece { role, file, rank, capture, to } => {
                write!(f, "{}", role.to_upper_char())?;
                if let Some(file) = file {
                    write!(f, "{file}")?;
                }
                if let Some(rank) = rank {
                    write!(f, "{rank}")?;
                }
                write!(f, "{}{to}", if capture { "x" } else { "" })?;
            }
            Body::Pawn { file, to, promotion } => {
                if let Some(file) = file {
                    write!(f, "{file}x")?;
                }
                write!(f, "{to}")?;
                if let Some(role) = promotion {
                    write!(f, "={}", role.to_upper_char())?;
                }
            }
        }
        fmt::Display::fmt(&self.suffix, f)
    }
}
