//! Games chosen by their tags while a stream is searched for games.

use alloc::vec::Vec;

use crate::finder::TagFilter;
use crate::tag_rule::TagRule;

/// The rules about tags that a game has to match, with what the tags of the present game have decided so far.
#[derive(Clone, Debug, Default)]
pub(super) struct TagRules {
    rules: Vec<TagRule>,
    /// The state of each comparison of all rules for the present game, in their order.
    states: Vec<State>,
}

/// Whether a comparison is fulfilled by the tags of the present game read so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The game has no such tag so far.
    Missing,
    Matches,
    Fails,
}

impl TagRules {
    pub(super) fn new(rules: Vec<TagRule>) -> Self {
        Self { rules, states: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Returns the rules, ready for the tags of the next game.
    pub(super) fn begin(&mut self) -> &mut Self {
        self.states.clear();
        self.states.resize(self.rules.iter().map(|rule| rule.comparisons().len()).sum(), State::Missing);
        self
    }
}

/// Follows the tags of a game as they are found; the first tag of a name counts.
impl TagFilter for TagRules {
    #[inline]
    fn tag(&mut self, name: &str, value: &str) {
        if !self.states.contains(&State::Missing) {
            return;
        }
        let comparisons = self.rules.iter().flat_map(TagRule::comparisons);
        for (comparison, state) in comparisons.zip(&mut self.states) {
            if *state == State::Missing && comparison.name() == name {
                *state = if comparison.matches(value) { State::Matches } else { State::Fails };
            }
        }
    }

    /// Whether the tags of the present game match.
    fn stops(&self) -> bool {
        let mut states = &self.states[..];
        self.rules.iter().all(|rule| {
            let (own, others) = states.split_at(rule.comparisons().len());
            states = others;
            rule.holds(|n| own[n] == State::Matches)
        })
    }
}
