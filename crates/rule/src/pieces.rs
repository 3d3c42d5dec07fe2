//! Conditions on the pieces of a board: how many stand where, and which there are in all.

use core::ops::RangeInclusive;

use quadbit_movegen::{Bitboard, Color, File, Piece, QuadBitboard, Rank, Role, Square};

/// Certain pieces on certain squares, which can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PiecesOn {
    /// The kinds of pieces: bit `n` stands for the piece whose code is `n`.
    pub pieces: u16,
    /// The squares on which they count.
    pub squares: Bitboard,
}

/// The condition that a number of pieces, or the difference of two such numbers, is in a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceCount {
    /// The pieces that are counted.
    pub count: PiecesOn,
    /// Pieces whose number is subtracted; `None` subtracts nothing.
    pub minus: Option<PiecesOn>,
    /// The numbers that fulfil the condition.
    pub range: RangeInclusive<i32>,
}

/// The condition that the board has exactly these pieces, such as `KRPvKR`. White may have either of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material {
    /// For each side the number of its pawns, knights, bishops, rooks, queens and kings.
    pub sides: [[u8; 6]; 2],
}

/// The reason why a text does not name pieces on squares.
pub(crate) enum PiecesOnError {
    Pieces,
    Squares,
}

impl PiecesOn {
    /// The kinds of all pieces, as in [`pieces`](Self::pieces).
    pub const ALL: u16 = 0b11_1111_1111_1100;

    /// Reads pieces, such as `Qq` or `*`, and perhaps their squares, such as `@d4ah7`.
    pub(crate) fn parse(text: &str) -> Result<Self, PiecesOnError> {
        let (pieces, squares) = text.split_once('@').map_or((text, None), |(a, b)| (a, Some(b)));
        let pieces = pieces_of(pieces).ok_or(PiecesOnError::Pieces)?;
        let squares = squares.map_or(Some(Bitboard::ALL), squares_of).ok_or(PiecesOnError::Squares)?;
        Ok(Self { pieces, squares })
    }
}

/// The light squares, such as b1 and h1.
const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

/// Reads letters of pieces as a set of codes, a bit for each; `*` is all pieces.
pub(crate) fn pieces_of(text: &str) -> Option<u16> {
    match text {
        "*" => Some(PiecesOn::ALL),
        "" => None,
        _ => text.chars().try_fold(0, |set, c| Some(set | 1 << Piece::from_char(c)?.code())),
    }
}

/// Reads any number of squares (`e4`), files (`e`) and ranks (`4`), at least one; or `light` or `dark`.
fn squares_of(text: &str) -> Option<Bitboard> {
    match text {
        "light" => return Some(LIGHT),
        "dark" => return Some(!LIGHT),
        _ => {}
    }
    let file = |c: char| File::ALL.into_iter().find(|file| file.to_char() == c);
    let rank = |c: char| Rank::ALL.into_iter().find(|rank| rank.to_char() == c);
    let mut chars = text.chars().peekable();
    let mut set = Bitboard::EMPTY;
    while let Some(c) = chars.next() {
        set |= match (file(c), rank(c)) {
            (Some(file), _) => match chars.next_if(|&c| rank(c).is_some()).and_then(rank) {
                Some(rank) => Bitboard::of(Square::new(file, rank)),
                None => Bitboard::file(file),
            },
            (None, Some(rank)) => Bitboard::rank(rank),
            (None, None) => return None,
        };
    }
    (!set.is_empty()).then_some(set)
}

impl Material {
    /// Reads two sides, such as `KRPvKR`: each begins with its king and has at most sixteen pieces.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (first, second) = text.split_once('v')?;
        let side = |text: &str| {
            let mut counts = [0; 6];
            for c in text.chars() {
                let piece = Piece::from_char(c).filter(|piece| piece.color() == Color::White)?;
                counts[piece.role().index()] += 1;
            }
            let is_one = text.starts_with('K') && counts[Role::King.index()] == 1;
            (is_one && text.len() <= 16).then_some(counts)
        };
        Some(Self { sides: [side(first)?, side(second)?] })
    }

    /// The number of pieces of both sides together, kings included.
    pub fn pieces(&self) -> u8 {
        self.sides.iter().flatten().sum()
    }

    /// Whether `board` has these pieces and no others. Either of the two sides may be White's.
    pub fn holds(&self, board: QuadBitboard) -> bool {
        let count = |color| Role::ALL.map(|role| (board.role(role) & board.color(color)).len());
        let [first, second] = self.sides.map(|side| side.map(u32::from));
        let [white, black] = Color::ALL.map(count);
        (white == first && black == second) || (white == second && black == first)
    }
}
