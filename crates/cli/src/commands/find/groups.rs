//! Counts of games by a property, with results and ratings.

use std::collections::HashMap;
use std::io::{self, Write};
use std::str::FromStr;

use quadbit_movegen::{Color, GameResult};
use quadbit_rule::{Need, Rule};

/// The property by which games are counted.
#[derive(Clone, Debug)]
pub(super) enum By {
    /// The move that was played in a position that was found.
    Move,
    /// The value of a tag.
    Tag(String),
    /// Whether a rule holds at a position that was found.
    Rule(Box<Rule>),
}

impl FromStr for By {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_name = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        match text.parse() {
            _ if text == "move" => Ok(Self::Move),
            Ok(rule) => Ok(Self::Rule(Box::new(rule))),
            Err(_) if is_name && text.starts_with(|c: char| c.is_ascii_uppercase()) => {
                Ok(Self::Tag(text.to_owned()))
            }
            Err(error) => Err(error.to_string()),
        }
    }
}

impl By {
    /// What must be known about games to count them by this property.
    pub(super) fn needs(&self) -> Vec<Need> {
        match self {
            Self::Move => vec![Need::Move],
            Self::Tag(_) => vec![Need::Tags],
            Self::Rule(rule) => rule.needs().collect(),
        }
    }
}

/// A game that counts for one value of the property.
pub(super) struct Member {
    pub(super) value: String,
    pub(super) result: GameResult,
    /// The ratings of White and Black, if the tags give them.
    pub(super) ratings: [Option<f64>; 2],
}

/// Counts of games for each value of the property.
#[derive(Default)]
pub(super) struct Groups(HashMap<String, Group>);

#[derive(Default)]
struct Group {
    games: u64,
    /// The numbers of games that White won, that were drawn, and that Black won.
    results: [u64; 3],
    /// The sum of the players' ratings, and how many there are, for White and Black.
    ratings: [(f64, u64); 2],
}

impl Groups {
    pub(super) fn add(&mut self, member: Member) {
        let group = self.0.entry(member.value).or_default();
        group.games += 1;
        match member.result {
            GameResult::Win(Color::White) => group.results[0] += 1,
            GameResult::Draw => group.results[1] += 1,
            GameResult::Win(Color::Black) => group.results[2] += 1,
            GameResult::Unknown => {}
        }
        for (sum, rating) in group.ratings.iter_mut().zip(member.ratings) {
            if let Some(rating) = rating {
                *sum = (sum.0 + rating, sum.1 + 1);
            }
        }
    }

    /// Prints a line for each value, the most frequent first, as a table with tabs.
    #[expect(clippy::cast_precision_loss, reason = "a share needs few digits")]
    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let mut groups: Vec<_> = self.0.iter().collect();
        groups.sort_by(|a, b| b.1.games.cmp(&a.1.games).then(a.0.cmp(b.0)));
        writeln!(out, "value\tgames\twhite\tdraw\tblack\tscore\twhite_elo\tblack_elo")?;
        for (value, Group { games, results: [white, draw, black], ratings }) in groups {
            let known = white + draw + black;
            let score = (*white as f64 + *draw as f64 / 2.0) / known.max(1) as f64 * 100.0;
            let score = if known == 0 { String::new() } else { format!("{score:.1}%") };
            let [of_white, of_black] = ratings.map(|(sum, count)| match count {
                0 => String::new(),
                _ => format!("{:.0}", sum / count as f64),
            });
            let value = value.replace(['\t', '\n', '\r'], " ");
            writeln!(out, "{value}\t{games}\t{white}\t{draw}\t{black}\t{score}\t{of_white}\t{of_black}")?;
        }
        Ok(())
    }
}
