//! The ends of a game by the laws of chess.
//!
//! 1. [`Position::outcome`] finds the ends that a position shows by itself: mate, stalemate, insufficient material, 75
//!    moves.
//! 2. Ends that depend on the positions before, repetitions and the claims of a player, are found by
//!    [`Game`](crate::Game).
//! 3. [`Outcome::result`] gives the result for the score sheet.
//!
//! The order of the first step is the order of precedence: mate counts even when 75 moves have passed.

pub(crate) mod game_result;

use core::fmt;

use quadbit_quad::Bitboard;
use quadbit_x88::Color;

use game_result::GameResult;

use crate::position::Position;

/// An end of the game by the rules, without a claim by a player.
///
/// Articles are those of the FIDE Laws of Chess of 2023.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The king is attacked and there is no legal move (FIDE Laws of Chess, article 5.1.1). It takes precedence over
    /// all other outcomes.
    Checkmate {
        /// The side that has mated.
        winner: Color,
    },
    /// There is no legal move, and the king is not attacked (FIDE Laws of Chess, article 5.2.1).
    Stalemate,
    /// No sequence of legal moves can mate either side, because there is not enough material (part of article 5.2.2 of
    /// the FIDE Laws of Chess): see [`Position::has_insufficient_material`].
    InsufficientMaterial,
    /// The position has occurred for the fifth time (FIDE Laws of Chess, article 9.6.1). Only a `Game` can detect this.
    FivefoldRepetition,
    /// Each side has made 75 moves without a capture or a pawn move (FIDE Laws of Chess, article 9.6.2).
    SeventyFiveMoves,
}

impl Outcome {
    /// The result for the score sheet: a win, or a draw.
    pub const fn result(self) -> GameResult {
        match self {
            Self::Checkmate { winner } => GameResult::Win(winner),
            _ => GameResult::Draw,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate { winner: Color::White } => "white mates",
            Self::Checkmate { winner: Color::Black } => "black mates",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "draw: neither side has the material to mate",
            Self::FivefoldRepetition => "draw: the position has occurred five times",
            Self::SeventyFiveMoves => "draw: 75 moves without a capture or a pawn move",
        })
    }
}

/// A draw that the side to move may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawClaim {
    /// The position has occurred for at least the third time (FIDE Laws of Chess, article 9.2). Only a `Game` can
    /// detect this.
    ThreefoldRepetition,
    /// Each side has made 50 moves without a capture or a pawn move (FIDE Laws of Chess, article 9.3).
    FiftyMoves,
}

impl fmt::Display for DrawClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ThreefoldRepetition => "the position has occurred three times",
            Self::FiftyMoves => "50 moves without a capture or a pawn move",
        })
    }
}

/// The number of half moves without a capture or pawn move after which a draw may be claimed.
const FIFTY_MOVES: u16 = 100;
/// The number of half moves without a capture or pawn move after which the game is drawn.
const SEVENTY_FIVE_MOVES: u16 = 150;

impl<const KEYED: bool> Position<KEYED> {
    /// The end of the game as far as this position shows it: mate, stalemate, insufficient material, or 75 moves;
    /// `None` if the game goes on. Repetitions need a `Game`.
    ///
    /// ```
    /// use quadbit_movegen::{Color, Outcome, Position};
    /// assert_eq!(Position::start().outcome(), None);
    /// // The fool's mate.
    /// let position: Position = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse()?;
    /// assert_eq!(position.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(if self.is_check() {
                Outcome::Checkmate { winner: !self.side_to_move() }
            } else {
                Outcome::Stalemate
            });
        }
        if self.has_insufficient_material() {
            return Some(Outcome::InsufficientMaterial);
        }
        (self.halfmoves() >= SEVENTY_FIVE_MOVES).then_some(Outcome::SeventyFiveMoves)
    }

    /// Whether the side to move is in check and has no legal move.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let is_mate = |fen: &str| Position::from_fen(fen).map(|position| position.is_checkmate());
    /// assert_eq!(is_mate("3R2k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), Ok(true));
    /// assert_eq!(is_mate("3R2k1/5pp1/7p/8/8/8/8/4K3 b - - 0 1"), Ok(false));
    /// ```
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the side to move is not in check and has no legal move.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let is_stalemate = |fen: &str| Position::from_fen(fen).map(|position| position.is_stalemate());
    /// assert_eq!(is_stalemate("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Ok(true));
    /// assert_eq!(is_stalemate("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"), Ok(false));
    /// ```
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Whether each side has made 50 moves without a capture or a pawn move, so that a draw may be claimed. Whether the
    /// game is already over is not checked; `Game::claims` checks it.
    pub fn allows_fifty_move_claim(&self) -> bool {
        self.halfmoves() >= FIFTY_MOVES
    }

    /// Whether the material by itself shows that neither side can ever mate: only kings, one additional knight or
    /// bishop, or any number of bishops of both sides, all on squares of one colour.
    ///
    /// Positions that are dead for another reason, such as a blocked wall of pawns, are not recognised.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let is_dead = |fen: &str| Position::from_fen(fen).map(|position| position.has_insufficient_material());
    /// assert_eq!(is_dead("4k3/8/8/8/8/8/8/4KN2 w - - 0 1"), Ok(true));
    /// assert_eq!(is_dead("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1"), Ok(true));
    /// // Bishops on squares of both colours, or a knight on each side, can mate if the other side helps.
    /// assert_eq!(is_dead("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1"), Ok(false));
    /// assert_eq!(is_dead("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1"), Ok(false));
    /// ```
    pub fn has_insufficient_material(&self) -> bool {
        let board = self.board();
        let (knights, bishops) = (board.knights(), board.bishops());
        let minors = knights | bishops;
        let has_others = (board.occupied() - board.kings() - minors).any();
        let on_one_color = !(bishops.intersects(DARK_SQUARES) && bishops.intersects(!DARK_SQUARES));
        !has_others && (!minors.has_many() || knights.is_empty() && on_one_color)
    }
}

/// The squares of the same colour as a1.
const DARK_SQUARES: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);
