//! A lane of an environment: one of the games that it plays side by side, and how the next game begins.

use std::mem;

use quadbit_inputs::history::History;
use quadbit_movegen::{Game, IllegalMoveError, Move, Position};

use crate::dice::Dice;
use crate::ending::Ending;

/// One of the games that an environment plays side by side, and what determines the games that follow it.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub(super) game: Game,
    /// The positions of the game if the observations show its history, else none.
    pub(super) history: History,
    /// The number of games that have begun in this lane since the seed was set.
    pub(super) begun: u64,
    pub(super) plies: u32,
    /// Whether the game is over and waits for a reset.
    pub(super) is_over: bool,
}

/// The options by which games begin and end.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) starts: Vec<Position>,
    pub(super) opening_plies: u32,
    pub(super) claims_draws: bool,
    pub(super) most_plies: u32,
    /// Whether each game keeps its earlier positions, for observations that show the history.
    pub(super) keeps_history: bool,
}

/// What a move has done to the game: whether the rules have ended it, and how, or whether it has reached its greatest
/// length.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) ending: Ending,
    pub(super) is_truncated: bool,
    /// The number of plies played in the game, the move of this step included.
    pub(super) plies: i32,
    /// The game that this step has ended, if a new one has taken its place.
    pub(super) ended: Option<Box<Lane>>,
}

impl Step {
    /// The step of a game that has just begun, in which no move is played.
    pub(super) const NONE: Self =
        Self { ending: Ending::Ongoing, is_truncated: false, plies: 0, ended: None };

    /// Returns the reward of the side that has moved: 1 for mate, -1 for an illegal move, else 0.
    pub(super) fn reward(&self) -> f32 {
        match self.ending {
            Ending::WhiteMates | Ending::BlackMates => 1.0,
            Ending::IllegalMove => -1.0,
            _ => 0.0,
        }
    }
}

impl Lane {
    pub(super) fn new() -> Self {
        Self {
            game: Game::new(Position::start()),
            history: History::new(),
            begun: 0,
            plies: 0,
            is_over: true,
        }
    }

    /// Begins a saved game at `start` and plays its `moves`.
    pub(super) fn restore(
        &mut self,
        start: Position,
        moves: impl Iterator<Item = Move>,
        rules: &Rules,
    ) -> Result<(), IllegalMoveError> {
        self.set_out(start, rules);
        moves.into_iter().try_for_each(|mv| self.play(mv, rules))
    }

    fn set_out(&mut self, start: Position, rules: &Rules) {
        self.game = Game::new(start);
        self.history = History::new();
        self.history.extend(rules.keeps_history.then_some(start));
    }

    fn play(&mut self, mv: Move, rules: &Rules) -> Result<(), IllegalMoveError> {
        self.game.play(mv)?;
        self.history.extend(rules.keeps_history.then_some(*self.game.position()));
        Ok(())
    }

    /// Sets the number of games begun to 0, as after a new seed: the next game is the first.
    pub(super) fn forget(&mut self) {
        self.begun = 0;
    }

    /// Takes the game out of the lane, in which a new game then has to begin.
    pub(super) fn take(&mut self) -> Self {
        let empty = Self { begun: self.begun, ..Self::new() };
        mem::replace(self, empty)
    }

    /// Begins a game by `rules`. Its first position depends only on `seed`, on `place` (the index of the lane), and on
    /// how many games have begun in the lane. If [`TRIES`] random openings have all ended the game, it begins without
    /// an opening.
    pub(super) fn begin(&mut self, rules: &Rules, seed: u64, place: usize) {
        let mut dice = Dice::new(seed, self.begun << 32 ^ place as u64);
        self.begun += 1;
        self.plies = 0;
        self.is_over = false;
        let start = dice.choose(&rules.starts);
        let start = (0..TRIES).find_map(|_| opening(start, rules.opening_plies, &mut dice)).unwrap_or(start);
        self.set_out(start, rules);
    }

    pub(super) fn position(&self) -> &Position {
        self.game.position()
    }

    /// Plays a legal move and counts it; `None` stands for an illegal one, which loses the game.
    pub(super) fn step(&mut self, mv: Option<Move>, rules: &Rules) -> Step {
        let played = mv.is_some_and(|mv| self.play(mv, rules).is_ok());
        self.plies = self.plies.saturating_add(1);
        let ending = if played { self.ending(rules.claims_draws) } else { Ending::IllegalMove };
        let is_truncated = ending == Ending::Ongoing && self.plies >= rules.most_plies;
        self.is_over = ending != Ending::Ongoing || is_truncated;
        let plies = i32::try_from(self.plies).unwrap_or(i32::MAX);
        Step { ending, is_truncated, plies, ended: None }
    }

    /// Returns how the game has ended by the rules or, if `claims_draws`, by a draw that can be claimed.
    fn ending(&self, claims_draws: bool) -> Ending {
        let ending = Ending::of(self.game.outcome());
        if ending != Ending::Ongoing || !claims_draws || self.position().halfmoves() < FIRST_CLAIM {
            return ending;
        }
        self.game.claims().next().map_or(Ending::Ongoing, Ending::claimed)
    }
}

/// The lowest number of half moves since the last capture or pawn move with which a position can have occurred three
/// times.
const FIRST_CLAIM: u16 = 8;

/// The number of attempts to find random moves that do not end the game.
const TRIES: usize = 100;

/// Returns the position after `plies` random moves from `start`; `None` if one of them ends the game.
fn opening(start: Position, plies: u32, dice: &mut Dice) -> Option<Position> {
    let mut position = start;
    for _ in 0..plies {
        position.play_unchecked(dice.choose(&position.legal_moves()));
        if position.outcome().is_some() {
            return None;
        }
    }
    Some(position)
}
