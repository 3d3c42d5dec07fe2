//! A game: a start position, the moves played, and the positions between.
//!
//! 1. [`Game::play`] checks a move, keeps the position before it, and makes it. [`Game::undo`] drops the last step.
//! 2. [`Game::repetitions`] compares whole positions, back to the last capture or pawn move.
//! 3. [`Game::outcome`] adds fivefold repetition to the ends that [`Position::outcome`] finds, and [`Game::claims`]
//!    finds the draws that a player may claim.
//!
//! Only legal moves are ever kept, so every move can be printed in SAN from the position before it.

use alloc::vec::Vec;
use core::fmt;

use quadbit_x88::Color;

use crate::moves::make::IllegalMoveError;
use crate::moves::mv::Move;
use crate::outcome::game_result::GameResult;
use crate::outcome::{DrawClaim, Outcome};
use crate::position::Position;

/// A start position and the moves played from it.
///
/// A game keeps the position before each move, in 66 bytes with the move. So moves can be taken back, and repetitions
/// are counted by comparing whole positions, since keys could collide. Moves can still be played after the game is
/// over, as in an analysis; to stop there, check [`outcome`](Self::outcome) after each move.
///
/// ```
/// use quadbit_movegen::{DrawClaim, Game, Move, Position};
/// let mut game = Game::new(Position::start());
/// for san in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
///     game.play(Move::from_san(san, game.position())?)?;
/// }
/// assert_eq!(game.repetitions(), 3);
/// assert_eq!(game.claims().collect::<Vec<_>>(), [DrawClaim::ThreefoldRepetition]);
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Game {
    position: Position,
    /// The positions before the current one, in order.
    earlier: Vec<Position>,
    /// The move played in each of the earlier positions.
    moves: Vec<Move>,
}

impl Game {
    /// A game that begins with the position `start`, without moves.
    pub const fn new(start: Position) -> Self {
        Self { position: start, earlier: Vec::new(), moves: Vec::new() }
    }

    /// The current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position with which the game began.
    pub fn start(&self) -> &Position {
        self.earlier.first().unwrap_or(&self.position)
    }

    /// The moves played, in order.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator {
        self.moves.iter().copied()
    }

    /// All positions in order, from the start to the current one.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Position> {
        self.earlier.iter().chain([&self.position])
    }

    /// The result if the game is over; [`GameResult::Unknown`] while it goes on.
    pub fn result(&self) -> GameResult {
        self.outcome().map_or(GameResult::Unknown, Outcome::result)
    }

    /// Plays `mv` if it is legal in the current position.
    ///
    /// # Errors
    /// [`IllegalMoveError`]; the game is unchanged then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMoveError> {
        let before = self.position;
        self.position.play(mv)?;
        self.earlier.push(before);
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back and returns it; `None` if no move has been played.
    pub fn undo(&mut self) -> Option<Move> {
        self.position = self.earlier.pop()?;
        self.moves.pop()
    }

    /// How often the current position has occurred, including this time: 1 if it is new.
    ///
    /// Positions are the same if the same moves can follow: en passant counts only if such a capture is
    /// legal, and clocks do not count. This looks back no further than the last capture or pawn move.
    pub fn repetitions(&self) -> usize {
        let reversible = usize::from(self.position.halfmoves());
        // Only a position with the same side to move can repeat: every second one, from two plies back.
        let earlier = self.earlier.iter().rev().take(reversible).skip(1).step_by(2);
        1 + earlier.filter(|&earlier| *earlier == self.position).count()
    }

    /// How the game ended, if it is over: checkmate takes precedence, then stalemate, insufficient material,
    /// fivefold repetition, the 75-move rule.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.position.outcome() {
            None | Some(Outcome::SeventyFiveMoves) if self.repetitions() >= 5 => {
                Some(Outcome::FivefoldRepetition)
            }
            outcome => outcome,
        }
    }

    /// The draws that the side to move may claim in the current position; none if the game is over.
    pub fn claims(&self) -> impl Iterator<Item = DrawClaim> {
        let goes_on = self.outcome().is_none();
        let threefold = goes_on && self.repetitions() >= 3;
        let fifty = goes_on && self.position.allows_fifty_move_claim();
        [(threefold, DrawClaim::ThreefoldRepetition), (fifty, DrawClaim::FiftyMoves)]
            .into_iter()
            .filter_map(|(holds, claim)| holds.then_some(claim))
    }
}

/// Prints the movetext of a PGN on one line: numbers, moves in SAN, and the result.
///
/// ```
/// use quadbit_movegen::{Game, Move, Position};
/// let mut game = Game::new("4k3/8/8/8/8/8/8/R3K3 b Q - 0 40".parse()?);
/// for san in ["Kf7", "O-O-O", "Kg6"] {
///     game.play(Move::from_san(san, game.position())?)?;
/// }
/// assert_eq!(game.to_string(), "40... Kf7 41. O-O-O Kg6 *");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (ply, (before, mv)) in self.earlier.iter().zip(&self.moves).enumerate() {
            match before.side_to_move() {
                Color::White => write!(f, "{}. ", before.fullmoves())?,
                Color::Black if ply == 0 => write!(f, "{}... ", before.fullmoves())?,
                Color::Black => {}
            }
            write!(f, "{} ", mv.to_san(before))?;
        }
        write!(f, "{}", self.result())
    }
}
