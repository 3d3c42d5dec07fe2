//! Moves as standard algebraic notation.

use core::fmt;

use quadbit_quad::Bitboard;
use quadbit_x88::{File, Piece, Rank, Role, Square};

use crate::castling::Wing;
use crate::{Move, Position};

/// A move that prints as SAN; made by [`Move::to_san`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct San {
    body: Body,
    suffix: Suffix,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Body {
    Castling(Wing),
    Piece { role: Role, file: Option<File>, rank: Option<Rank>, capture: bool, to: Square },
    Pawn { file: Option<File>, to: Square, promotion: Option<Role> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Suffix {
    None,
    Check,
    Mate,
}

impl Move {
    /// The move as SAN: `Nf3`, `exd6`, `Rad1`, `O-O`, `e8=Q#`. The move must be legal in the position, which is the one
    /// before it; the file, the rank or both are added only if another legal move of a like piece needs it.
    ///
    /// Costs about as much as two generations of legal moves.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position};
    /// use quadbit_x88::Square;
    /// let position: Position = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// let san = |from, to| Move::new(from, to).to_san(&position).to_string();
    /// assert_eq!(san(Square::A1, Square::A8), "Ra8#");
    /// assert_eq!(san(Square::A1, Square::D1), "Rd1");
    /// assert_eq!(san(Square::E1, Square::H1), "O-O");
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn to_san(self, position: &Position) -> San {
        let mut after = *position;
        after.play_unchecked(self);
        let suffix = match (after.is_check(), after.legal_count()) {
            (false, _) => Suffix::None,
            (true, 0) => Suffix::Mate,
            (true, _) => Suffix::Check,
        };
        San { body: body(self, position), suffix }
    }
}

fn body(mv: Move, position: &Position) -> Body {
    let (from, to) = (mv.from(), mv.to());
    if position.is_castling(mv) {
        return Body::Castling(Wing::of(from, to));
    }
    match position.get(from).map_or(Role::Pawn, Piece::role) {
        Role::Pawn => {
            let file = (from.file() != to.file()).then_some(from.file());
            Body::Pawn { file, to, promotion: mv.promotion() }
        }
        role => {
            let others = rivals(mv, role, position);
            let on_file = others.meets(Bitboard::file(from.file()));
            let on_rank = others.meets(Bitboard::rank(from.rank()));
            // The file if that is enough, else the rank if that is, else both.
            let needs_file = others.any() && (!on_file || on_rank);
            let needs_rank = on_file;
            Body::Piece {
                role,
                file: needs_file.then_some(from.file()),
                rank: needs_rank.then_some(from.rank()),
                capture: position.get(to).is_some(),
                to,
            }
        }
    }
}

/// The other pieces of the same kind with a legal move to the same square.
fn rivals(mv: Move, role: Role, position: &Position) -> Bitboard {
    let like = position.pieces(position.side_to_move(), role).without(mv.from());
    let moves = position.legal_moves();
    moves
        .iter()
        .filter(|other| other.to() == mv.to() && like.has(other.from()))
        .map(|other| other.from())
        .collect()
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.body {
            Body::Castling(Wing::King) => f.write_str("O-O")?,
            Body::Castling(Wing::Queen) => f.write_str("O-O-O")?,
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
        f.write_str(match self.suffix {
            Suffix::None => "",
            Suffix::Check => "+",
            Suffix::Mate => "#",
        })
    }
}
