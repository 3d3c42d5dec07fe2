//! Games chosen by their tags while a stream is searched for games.

use alloc::vec::Vec;

use quadbit_rule::{Condition, Rule, Tag, Truth};

use crate::finder::TagFilter;

/// The rule that a game has to match, with what the tags of the present game have decided so far.
#[derive(Clone, Debug, Default)]
pub(super) struct TagRule {
    rule: Rule,
    /// The conditions of the rule on tags, in their order, each with what is known about it in the present game.
    tags: Vec<(Tag, Option<Truth<bool>>)>,
}

impl TagRule {
    pub(super) fn new(rule: Rule) -> Self {
        let tag = |condition: &Condition| match condition {
            Condition::Tag(tag) => Some((tag.clone(), None)),
            _ => None,
        };
        Self { tags: rule.conditions().filter_map(tag).collect(), rule }
    }

    /// Whether the rule has no conditions on tags.
    pub(super) fn is_empty(&self) -> bool {
        self.tags.is_empty()
    }

    /// Returns the rule, ready for the tags of the next game.
    pub(super) fn begin(&mut self) -> &mut Self {
        for (_, truth) in &mut self.tags {
            *truth = None;
        }
        self
    }
}

/// Follows the tags of a game as they are found; the first tag of a name counts.
impl TagFilter for TagRule {
    #[inline]
    fn tag(&mut self, name: &str, value: &str) {
        for (tag, truth) in &mut self.tags {
            if truth.is_none() && tag.name() == name {
                *truth = Some(Truth::known(tag.holds(value)));
            }
        }
    }

    /// Whether the rule may hold in the present game, so that the search stops before this game.
    fn stops(&self) -> bool {
        let mut tags = self.tags.iter();
        let truth = self.rule.truth(|condition| match condition {
            // A condition on a tag that the game does not have neither holds nor fails.
            Condition::Tag(_) => tags.next().and_then(|(_, truth)| *truth).unwrap_or(Truth::known(None)),
            _ => Truth::OPEN,
        });
        truth.may_hold
    }
}
