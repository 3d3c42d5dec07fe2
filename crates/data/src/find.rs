//! Searching games: at which plies a rule holds.
//!
//! 1. The tags decide first what they can: most games of a rule about players need no board.
//! 2. Each condition has an answer for every position of the game, a bit for each, as in [`matching`](crate::matching).
//!    Rules that are joined by `and` are asked one after the other, the cheap ones first, each about the positions that
//!    are left.
//! 3. What depends on the order of plies moves these bits: `for` and `then` are shifts (`plies`).
//!
//! ```
//! use quadbit_data::find::{KnownGame, Search};
//! use quadbit_movegen::{Move, Position, Square};
//! use quadbit_nibble::simd::Level;
//!
//! let moves = [(Square::E2, Square::E4), (Square::E7, Square::E5), (Square::G1, Square::F3)];
//! let moves = moves.map(|(from, to)| Move::new(from, to));
//! let mut positions = vec![Position::start()];
//! for mv in moves {
//!     positions.push(positions.last().unwrap().after(mv));
//! }
//! let game = KnownGame { positions: &positions, moves: &moves, ..KnownGame::EMPTY };
//! let found = |rule: &str| Search::new(Level::auto(), &rule.parse().unwrap()).plies(&game).collect::<Vec<_>>();
//! assert_eq!(found("N@f3"), [3]);
//! assert_eq!(found("P@e4 and not p@e5"), [1]);
//! assert_eq!(found("moved=P then moved=N within 2"), [2]);
//! assert_eq!(found("p@e7 for 2"), [1]);
//! ```

mod plies;

use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::cell::OnceCell;
use core::fmt;

use quadbit_movegen::{GameResult, Move, Position, PositionBuilder};
use quadbit_nibble::simd::Level;
use quadbit_pack::Labels;
#[cfg(feature = "std")]
use quadbit_pgn::{Note, StreamedGame};
use quadbit_quad::QuadBitboard;
use quadbit_rule::{Condition, Need, Rule, Truth};

use crate::matching::{BLOCK, Block, Planes, Samples, first, ones};
use plies::Plies;

/// A game, and what is known about it.
#[derive(Clone, Copy)]
pub struct KnownGame<'a> {
    /// All positions, from the first to the last.
    pub positions: &'a [Position],
    /// The moves, each played in the position of its index. A null move, from a square to itself, is no move.
    pub moves: &'a [Move],
    /// The result.
    pub result: GameResult,
    /// Returns the value of a tag as written in the file; `None` if the game does not have it.
    pub tag: &'a dyn Fn(&str) -> Option<&'a str>,
    /// Returns White's score of a position, by its ply.
    pub score: &'a dyn Fn(usize) -> Option<i16>,
    /// Returns the seconds left after the move in a position, by its ply.
    pub clock: &'a dyn Fn(usize) -> Option<i32>,
}

impl KnownGame<'_> {
    /// A game without positions, of which nothing is known.
    pub const EMPTY: Self = Self {
        positions: &[],
        moves: &[],
        result: GameResult::Unknown,
        tag: &|_| None,
        score: &|_| None,
        clock: &|_| None,
    };

    /// Passes what is known about a game of PGN to `ask`, and returns its answer. `positions` are those of the game,
    /// from the first to the last. Scores and clocks are known if the reader was asked for notes; an evaluation belongs
    /// to the position that the move before it led to.
    #[cfg(feature = "std")]
    pub fn with_pgn<R>(
        game: &StreamedGame<'_>,
        positions: &[Position],
        ask: impl FnOnce(&KnownGame<'_>) -> R,
    ) -> R {
        // Notes are read only when asked for, since most rules do not need them.
        let notes = OnceCell::new();
        let note = |ply: usize| notes.get_or_init(|| game.notes().collect::<Vec<Note>>()).get(ply).copied();
        ask(&KnownGame {
            positions,
            moves: game.moves(),
            result: game.result().unwrap_or(GameResult::Unknown),
            tag: &|name| game.tags().find(|tag| tag.0 == name).map(|tag| tag.1),
            score: &|ply| Some(note(ply.checked_sub(1)?)?.eval?.to_centipawns()),
            clock: &|ply| i32::try_from(note(ply)?.clock?.as_secs()).ok(),
        })
    }
}

impl fmt::Debug for KnownGame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KnownGame").field("plies", &self.moves.len()).field("result", &self.result).finish()
    }
}

/// A rule that is asked about games.
#[derive(Clone, Debug)]
pub struct Search {
    level: Level,
    /// The rules that must all hold, the cheap ones first; each with whether it needs the game (`Need::Game`), so that
    /// it is asked about all plies at once.
    rules: Vec<(Rule, bool)>,
    /// The boards of the last game, in blocks; after them there may be blocks of an earlier one.
    boards: Vec<Planes>,
    /// The positions of the last game that the rule has chosen, a bit for each ply.
    found: Vec<u64>,
}

impl Search {
    /// A search for positions of games that `rule` chooses, with the instructions of `level`. Conditions that keep
    /// samples by chance choose nothing.
    pub fn new(level: Level, rule: &Rule) -> Self {
        let by_order = |rule: &Rule| rule.needs().any(|need| need == Need::Game);
        let mut rules: Vec<_> = rule.conjuncts().into_iter().map(|rule| (by_order(&rule), rule)).collect();
        // Rules that need the game come last. Of the others, rules about the board come first, because boards are
        // tested in lanes, but moves and mates one by one.
        rules.sort_by_key(|(by_order, rule)| (*by_order, !rule.conditions().all(Condition::is_on_board)));
        let rules = rules.into_iter().map(|(by_order, rule)| (rule, by_order)).collect();
        Self { level, rules, boards: Vec::new(), found: Vec::new() }
    }

    /// Returns the plies of `game` at which the rule holds, ascending; the first position is ply 0.
    pub fn plies(&mut self, game: &KnownGame<'_>) -> impl Iterator<Item = usize> {
        self.ask(game);
        self.found.iter().enumerate().flat_map(|(n, &word)| ones(word).map(move |bit| n * BLOCK + bit))
    }

    /// Finds the positions of `game` that the rule chooses, and stores them in `found`.
    fn ask(&mut self, game: &KnownGame<'_>) {
        let Self { level, rules, boards, found } = self;
        let plies = game.positions.len();
        found.clear();
        if rules.iter().all(|(rule, _)| rule.of_tags(game.tag).may_hold) {
            found.extend((0..plies).step_by(BLOCK).map(|begin| first((plies - begin).min(BLOCK))));
        }
        boards.resize(boards.len().max(found.len()), Planes::EMPTY);
        for (planes, positions) in boards.iter_mut().zip(game.positions.chunks(BLOCK)) {
            let mut block = [QuadBitboard::EMPTY; BLOCK];
            block.iter_mut().zip(positions).for_each(|(board, position)| *board = position.board());
            planes.set(*level, &block[..positions.len()]);
        }
        let truth = |condition: &Condition, n: usize, among| {
            if let Condition::Tag(of) = condition {
                let all = |is: bool| if is { u64::MAX } else { 0 };
                let known = Truth::known((game.tag)(of.name()).and_then(|value| of.holds(value)));
                return Truth { may_hold: all(known.may_hold), may_fail: all(known.may_fail) };
            }
            let (begin, end) = (n * BLOCK, plies.min(n * BLOCK + BLOCK));
            let samples = Asked { game, begin, has_score: condition.needs().contains(&Need::Score) };
            let block = Block { level: *level, boards: &boards[n], samples };
            block.truth(condition, among & first(end - begin))
        };
        for (rule, by_order) in rules {
            if found.iter().all(|&word| word == 0) {
                return;
            }
            if *by_order {
                let answers = |condition: &Condition| {
                    Plies::new((0..found.len()).map(|n| truth(condition, n, u64::MAX)), plies)
                };
                let value = rule.fold(answers, Plies::join);
                for (found, holds) in found.iter_mut().zip(value.iter().flat_map(Plies::holds)) {
                    *found &= holds;
                }
            } else {
                for (n, found) in found.iter_mut().enumerate().filter(|(_, found)| **found != 0) {
                    let truth = rule.fold(|condition| truth(condition, n, *found), Truth::join);
                    *found &= truth.map_or(u64::MAX, |truth| truth.may_hold);
                }
            }
        }
    }
}

/// The positions of a game from the ply `begin` on, as samples for the conditions of a rule.
struct Asked<'a, 'g> {
    game: &'a KnownGame<'g>,
    begin: usize,
    /// Whether the condition needs scores. Notes of PGN are read only then.
    has_score: bool,
}

impl Samples for Asked<'_, '_> {
    #[inline(always)]
    fn parts(&self, n: usize) -> PositionBuilder {
        PositionBuilder::from(&self.game.positions[self.begin + n])
    }

    #[inline(always)]
    fn position(&self, n: usize) -> Option<&Position> {
        Some(&self.game.positions[self.begin + n])
    }

    #[inline(always)]
    fn labels(&self, n: usize) -> Labels {
        let game = self.game;
        let score = if self.has_score { (game.score)(self.begin + n) } else { None };
        Labels { mv: self.mv(n), score, result: game.result, ..Labels::NONE }
    }

    #[inline(always)]
    fn mv(&self, n: usize) -> Option<Move> {
        self.game.moves.get(self.begin + n).copied().filter(|mv| mv.from() != mv.to())
    }

    #[inline(always)]
    fn next(&self, n: usize) -> Option<&Position> {
        self.game.positions.get(self.begin + n + 1)
    }

    fn of_game(&self, condition: &Condition, n: usize) -> Option<bool> {
        let Self { game, begin, .. } = *self;
        match condition {
            Condition::Clock(range) => Some(range.contains(&(game.clock)(begin + n)?)),
            Condition::Repeated(range) => Some(range.contains(&occurrences(&game.positions[..=begin + n]))),
            _ => None,
        }
    }
}

/// How often the last of `positions` has occurred, itself included. Only positions since the last capture or pawn move
/// are compared: earlier ones differ from it.
fn occurrences(positions: &[Position]) -> i32 {
    let Some(last) = positions.last() else { return 0 };
    let reach = positions.iter().rev().take(usize::from(last.halfmoves()) + 1);
    reach.map(|position| i32::from(position.key() == last.key())).sum()
}
