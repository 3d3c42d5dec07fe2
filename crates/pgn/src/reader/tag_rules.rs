//! Games chosen by their tags.

use alloc::vec::Vec;

use crate::finder::TagFilter;
use crate::tag_rule::TagRule;

/// The rules that a game has to match.
#[derive(Clone, Debug, Default)]
pub(super) struct TagRules {
    rules: Vec<TagRule>,
    /// The state of each rule for the present game.
    states: Vec<State>,
    /// Whether a search ends before a game that matches.
    stops: bool,
}

/// What is known about a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The game has no such tag so far.
    Missing,
    Matches,
    Fails,
}

impl TagRules {
    pub(super) fn new(rules: Vec<TagRule>) -> Self {
        Self { states: Vec::with_capacity(rules.len()), rules, stops: false }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Whether the tags of the present game match.
    pub(super) fn match_all(&self) -> bool {
        self.states.iter().all(|state| *state == State::Matches)
    }

    /// The rules, ready for the tags of the next game. `stops` says whether the search ends before it if it matches.
    pub(super) fn begin(&mut self, stops: bool) -> &mut Self {
        self.states.clear();
        self.states.resize(self.rules.len(), State::Missing);
        self.stops = stops;
        self
    }
}

/// The first tag of a name counts.
impl TagFilter for TagRules {
    fn tag(&mut self, name: &str, value: &str) {
        for (rule, state) in self.rules.iter().zip(&mut self.states) {
            if *state == State::Missing && rule.name() == name {
                *state = if rule.matches(Some(value)) { State::Matches } else { State::Fails };
            }
        }
    }

    fn stops(&self) -> bool {
        self.stops && self.match_all()
    }
}
