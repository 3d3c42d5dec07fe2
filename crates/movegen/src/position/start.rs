//! Start positions of standard chess, Chess960 and double Chess960, where the sides differ.
//!
//! 1. A number from 0 to 959 is an arrangement of the pieces, as Reinhard Scharnagl numbered them: dividing it by 4, 4
//!    and 6 gives the places of the bishops and of the queen as remainders, and the last quotient gives those of the
//!    knights.
//! 2. The pieces of both sides, their pawns and all castling rights are built into a position.
//! 3. The start position of standard chess is a constant, so that readers of games need not build it.
//!
//! The constant must equal number 518, keys and clocks included.
//!
//! Source: <https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme>.

use quadbit_quad::{Bitboard, QuadBitboard, zobrist as piece_keys};
use quadbit_x88::{Color, File, Rank, Role, Square};

use super::Position;
use super::builder::PositionBuilder;
use super::castling::CastlingRights;
use super::en_passant::EnPassant;
use super::state::State;
use super::validity::Validity;
use super::zobrist::{self, Keys};

/// The roles of the pieces behind the pawns of one side, from the a-file to the h-file.
type Officers = [Role; 8];

/// The number of ways to arrange the pieces behind the pawns of one side.
const ARRANGEMENTS: u16 = 960;

/// The start position of standard chess, built at compile time, because readers of games
/// need it for every game.
const STANDARD_START: Position = {
    use Role::{Bishop, King, Knight, Queen, Rook};
    let officers = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
    let castling = CastlingRights::from_rooks(Bitboard(0x8100_0000_0000_0081));
    let mut board = QuadBitboard::EMPTY;
    let (mut key, mut pawn_key) = (zobrist::castling(castling), 0);
    let mut index = 0;
    while index < 16 {
        let color = Color::ALL[index / 8];
        let file = File::ALL[index % 8];
        let officer = officers[index % 8].of(color);
        let square = Square::new(file, Rank::First.relative_to(color));
        board.put(square, officer);
        key ^= piece_keys::key(officer.code(), square);

        let pawn = Role::Pawn.of(color);
        let square = Square::new(file, Rank::Second.relative_to(color));
        board.put(square, pawn);
        pawn_key ^= piece_keys::key(pawn.code(), square);
        index += 1;
    }
    Position {
        board,
        keys: Keys { all: key ^ pawn_key, pawns: pawn_key },
        state: State::new(Color::White, castling, EnPassant::NONE, [0, 1]),
        checks_and_pins: Bitboard::EMPTY,
    }
};

/// The two knights' indices among the five files that bishops and queen leave free, by the last quotient of an
/// arrangement's number (the number divided by 96).
#[rustfmt::skip]
const KNIGHTS: [[usize; 2]; 10] = [
    [0, 1], [0, 2], [0, 3], [0, 4],
            [1, 2], [1, 3], [1, 4],
                    [2, 3], [2, 4],
                            [3, 4],
];

impl Position {
    /// The start position of standard chess.
    pub const fn start() -> Self {
        STANDARD_START
    }

    /// The start position of Chess960 with the given number from 0 to 959 in the usual numbering, by Reinhard
    /// Scharnagl; 518 is the start position of standard chess. `None` for larger numbers.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let fen = |number| Position::chess960(number).map(|position| position.to_string());
    /// assert_eq!(fen(0).as_deref(), Some("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"));
    /// assert_eq!(fen(959).as_deref(), Some("rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1"));
    /// assert_eq!(Position::chess960(518), Some(Position::start()));
    /// assert_eq!(Position::chess960(960), None);
    /// ```
    pub fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// The start position in which White's pieces are arranged by the number `white` and Black's by the number `black`,
    /// each from 0 to 959 as in [`chess960`](Self::chess960). `None` if either number is larger.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position = Position::double_chess960(518, 0).unwrap();
    /// assert_eq!(position.to_string(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// assert_eq!(Position::double_chess960(960, 0), None);
    /// ```
    pub fn double_chess960(white: u16, black: u16) -> Option<Self> {
        let exist = white < ARRANGEMENTS && black < ARRANGEMENTS;
        exist.then(|| Self::from_officers([officers(white), officers(black)]))
    }

    /// The position with the `officers` of White and of Black behind their pawns, White to move, and all castling
    /// rights.
    fn from_officers(officers: [Officers; 2]) -> Self {
        let mut parts = PositionBuilder::new();
        for (color, officers) in Color::ALL.into_iter().zip(officers) {
            for (file, role) in File::ALL.into_iter().zip(officers) {
                parts.board.put(Square::new(file, Rank::First.relative_to(color)), role.of(color));
                parts.board.put(Square::new(file, Rank::Second.relative_to(color)), Role::Pawn.of(color));
                if role == Role::Rook {
                    parts.castling = parts.castling.with(color, file);
                }
            }
        }
        match parts.build(Validity::Strict) {
            Ok(position) => position,
            Err(_) => unreachable!("a start position is valid"),
        }
    }
}

/// The start position of standard chess.
impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}

/// The roles of the pieces behind the pawns in the arrangement with the number `number`, below 960.
fn officers(number: u16) -> Officers {
    let mut rest = usize::from(number);
    let mut digit = |base: usize| {
        let digit = rest % base;
        rest /= base;
        digit
    };
    let mut rank = [None; 8];
    // The first remainder places the bishop of the light squares, on b, d, f or h; the second that of the dark squares,
    // on a, c, e or g.
    rank[2 * digit(4) + 1] = Some(Role::Bishop);
    rank[2 * digit(4)] = Some(Role::Bishop);
    let queen = digit(6);
    place(&mut rank, queen, Role::Queen);
    let [first, second] = KNIGHTS[rest];
    // The second knight first, because placing a piece renumbers the free files after it.
    place(&mut rank, second, Role::Knight);
    place(&mut rank, first, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        place(&mut rank, 0, role);
    }
    rank.map(|role| role.unwrap_or(Role::Rook))
}

/// Puts a piece of `role` on the `n`-th free file of `rank`, from 0.
fn place(rank: &mut [Option<Role>; 8], n: usize, role: Role) {
    if let Some(file) = rank.iter_mut().filter(|file| file.is_none()).nth(n) {
        *file = Some(role);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::collections::HashSet;

    /// Every number gives a different rank, and every rank obeys the rules of Chess960, so these are all 960.
    #[test]
    fn chess960_has_each_arrangement_once() {
        let mut seen = HashSet::new();
        for number in 0..ARRANGEMENTS {
            let rank = officers(number);
            assert!(seen.insert(rank), "{number} comes twice");
            let files = |role| (0..8).filter(|&file| rank[file] == role).collect::<std::vec::Vec<_>>();
            let [bishops, knights, rooks] = [Role::Bishop, Role::Knight, Role::Rook].map(files);
            let [kings, queens] = [Role::King, Role::Queen].map(files);
            assert_eq!(
                [bishops.len(), knights.len(), rooks.len(), kings.len(), queens.len()],
                [2, 2, 2, 1, 1]
            );
            assert_ne!(bishops[0] % 2, bishops[1] % 2, "{number}: bishops on one colour");
            assert!(
                rooks[0] < kings[0] && kings[0] < rooks[1],
                "{number}: the king is not between the rooks"
            );
        }
    }

    /// The start position that is built at compile time equals the one that a builder makes, with its keys and clocks.
    #[test]
    fn number_518_is_standard_chess() {
        let (start, built) = (Position::start(), Position::chess960(518).unwrap());
        assert_eq!(start, built);
        assert_eq!((start.key(), start.pawn_key()), (built.key(), built.pawn_key()));
        assert_eq!(std::format!("{start}"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!((start.state, start.checks_and_pins), (built.state, built.checks_and_pins));
    }

    #[test]
    fn double_chess960_has_a_number_for_each_side() {
        for number in 0..ARRANGEMENTS {
            let position = Position::chess960(number).unwrap();
            assert_eq!(Position::from_fen(&std::format!("{position}")), Ok(position));
            let other = ARRANGEMENTS - 1 - number;
            let double = Position::double_chess960(number, other).unwrap();
            let fens = [position, double, Position::chess960(other).unwrap()]
                .map(|position| std::format!("{position}"));
            let [white, both, black] =
                fens.each_ref().map(|fen| fen.split(['/', ' ']).collect::<std::vec::Vec<_>>());
            assert_eq!((both[0], both[7]), (black[0], white[7]));
        }
        assert_eq!(
            (Position::double_chess960(0, ARRANGEMENTS), Position::double_chess960(u16::MAX, 0)),
            (None, None)
        );
    }
}
