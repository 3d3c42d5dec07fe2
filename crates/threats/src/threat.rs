//! A pair of pieces, one of which attacks the other.

use core::fmt;

use quadbit_x88::{Piece, Square};

/// A pair of attacker and attacked piece, each with its square, in 32 bits.
///
/// ```text
///   bit 25 .. 20   19 .. 16    9 .. 4   3 .. 0
///       from       attacker    to       attacked
/// ```
/// The pieces are nibbles, as [`Piece::code`] numbers them. "Attacks" is meant in the widest sense: pieces of
/// the same side are attacked too (defended), kings attack and are attacked, and pins do not matter. A
/// network that needs fewer pairs ignores the others.
///
/// Written and printed as attacker, square, attacked, square:
///
/// ```
/// use quadbit_threats::Threat;
/// use quadbit_x88::{Color, Role, Square};
/// let threat = Threat::new(Role::Pawn.of(Color::White), Square::E4, Role::Knight.of(Color::Black), Square::D5);
/// assert_eq!(threat.to_string(), "Pe4xnd5");
/// assert_eq!((threat.from(), threat.to()), (Square::E4, Square::D5));
/// assert_eq!(size_of::<Threat>(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Threat(u32);

static_assertions::assert_eq_size!(Threat, u32);

impl Threat {
    /// A pawn on a1 attacks a pawn on a1: never a pair of a board, used as a filler.
    pub(crate) const FILLER: Self = Self(0x0002_0002);

    /// The pair in which `attacker` on `from` attacks `attacked` on `to`. Whether it really does is not checked.
    #[inline]
    pub const fn new(attacker: Piece, from: Square, attacked: Piece, to: Square) -> Self {
        Self::of_places(place(from, attacker.code()), place(to, attacked.code()))
    }

    /// Joins the places of `attacker` and `attacked` to a pair. A place is a square and a piece's nibble in ten bits,
    /// the result of [`place`].
    #[inline(always)]
    pub(crate) const fn of_places(attacker: u32, attacked: u32) -> Self {
        Self(attacker << 16 | attacked)
    }

    /// The pair of attacker and attacked piece with the given 32 bits, which must be those of such a pair.
    #[inline(always)]
    pub(crate) const fn of_lane(bits: u32) -> Self {
        Self(bits)
    }

    /// The piece that attacks.
    #[inline]
    pub const fn attacker(self) -> Piece {
        piece(self.0 >> 16)
    }

    /// The square of the attacker.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0 >> 20)
    }

    /// The piece that is attacked, or defended.
    #[inline]
    pub const fn attacked(self) -> Piece {
        piece(self.0)
    }

    /// The square of the attacked piece.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_low_bits(self.0 >> 4)
    }

    /// The 32 bits of the pair, in the layout that [`Threat`] draws, for a table or a queue.
    #[inline]
    pub const fn to_bits(self) -> u32 {
        self.0
    }
}

/// Packs a square and the nibble on it into ten bits, `square << 4 | code`: half of a pair of attacker and attacked
/// piece.
#[inline(always)]
pub(crate) const fn place(square: Square, code: u8) -> u32 {
    (square.index() as u32) << 4 | code as u32
}

#[inline(always)]
const fn piece(bits: u32) -> Piece {
    match Piece::from_code((bits & 15) as u8) {
        Some(piece) => piece,
        // Never reached: every pair is made from the codes of two pieces.
        None => Piece::ALL[0],
    }
}

/// Writes a pair as `Pe4xnd5`: attacker, its square, `x`, attacked piece, its square. White pieces have upper-case
/// letters.
impl fmt::Display for Threat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}x{}{}", self.attacker().to_char(), self.from(), self.attacked().to_char(), self.to())
    }
}

impl fmt::Debug for Threat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    #[test]
    fn every_field_comes_back() {
        for attacker in Piece::ALL {
            for attacked in Piece::ALL {
                for (from, to) in Square::ALL.into_iter().zip(Square::ALL.into_iter().rev()) {
                    let threat = Threat::new(attacker, from, attacked, to);
                    assert_eq!((threat.attacker(), threat.from()), (attacker, from));
                    assert_eq!((threat.attacked(), threat.to()), (attacked, to));
                }
            }
        }
    }

    #[test]
    fn pairs_sort_by_the_attackers_square() {
        let [pawn, king] = [Piece::ALL[0], Piece::ALL[11]];
        assert!(
            Threat::new(king, Square::A1, king, Square::B2) < Threat::new(pawn, Square::B1, pawn, Square::A2)
        );
        assert_eq!(std::format!("{:?}", Threat::new(king, Square::A1, pawn, Square::H8)), "ka1xPh8");
    }
}
