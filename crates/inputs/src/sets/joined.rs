//! Several sets joined in one numbering.

use core::fmt;
use core::str::FromStr;

use fearless_simd::Simd;
use quadbit_movegen::{Color, Level, Position};
use quadbit_nibble::simd::dispatch;
use quadbit_threats::{Finder, ThreatList};

use super::found::Found;
use super::set::Set;
use super::{full_threats, pawn_pairs};
use crate::features::{self, Indices};

/// The number of positions that are handled at a time.
const BLOCK: usize = 16;

/// One set or several, each at most once. The inputs of a set are numbered after those of the sets before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sets {
    sets: [Option<Set>; Set::ALL.len()],
}

impl Sets {
    /// The sets, in the order of their numbers.
    ///
    /// # Errors
    /// If there is no set, or one occurs twice.
    pub fn new(sets: impl IntoIterator<Item = Set>) -> Result<Self, ParseSetsError> {
        let mut joined = Self { sets: [None; Set::ALL.len()] };
        let mut count = 0;
        for set in sets {
            if joined.iter().any(|(_, known)| known == set) {
                return Err(ParseSetsError::Twice(set));
            }
            // All are different, so there is a place.
            joined.sets[count] = Some(set);
            count += 1;
        }
        if count == 0 { Err(ParseSetsError::Unknown) } else { Ok(joined) }
    }

    /// The sets, each with the number of its first input.
    pub fn iter(&self) -> impl Iterator<Item = (usize, Set)> {
        let mut first = 0;
        self.sets.into_iter().flatten().map(move |set| {
            let base = first;
            first += set.size();
            (base, set)
        })
    }

    /// The number of inputs; every index is below it.
    pub fn size(&self) -> usize {
        self.iter().map(|(_, set)| set.size()).sum()
    }

    /// The highest number of inputs of a position that are 1, from one side's view.
    pub fn most(&self) -> usize {
        self.iter().map(|(_, set)| set.most()).sum()
    }

    /// Calls a function with the inputs of each position, as white and as black see it.
    pub(super) fn each(
        self,
        level: Level,
        positions: &[Position],
        mut visit: impl FnMut(usize, [&mut [u32]; 2]),
    ) {
        let finder = Finder::at(level);
        let mut threats = ThreatList::new();
        let mut found = [Found::EMPTY, Found::EMPTY];
        let mut pieces = [[Indices::EMPTY; BLOCK]; Set::ALL.len()];
        for (number, block) in positions.chunks(BLOCK).enumerate() {
            for ((_, set), pieces) in self.iter().zip(&mut pieces) {
                if let Set::Pieces(set) = set {
                    features::sparse(level, set, block, &mut pieces[..block.len()]);
                }
            }
            for (n, position) in block.iter().enumerate() {
                found.iter_mut().for_each(Found::clear);
                for ((base, set), pieces) in self.iter().zip(&pieces) {
                    let base = base as u32;
                    match set {
                        Set::Pieces(_) => {
                            let (mover, other) = (pieces[n].mover(), pieces[n].other());
                            let is_black = position.side_to_move() == Color::Black;
                            let [white, black] = &mut found;
                            white.extend(base, if is_black { other } else { mover });
                            black.extend(base, if is_black { mover } else { other });
                        }
                        Set::FullThreats => {
                            finder.threats_into(position, &mut threats);
                            dispatch!(level, s => threats_at(s, position, &threats, base, &mut found));
                        }
                        Set::Pp3Wide => {
                            dispatch!(level, s => pawn_pairs::append(s, position, base, &mut found));
                        }
                    }
                }
                let [white, black] = &mut found;
                visit(number * BLOCK + n, [white.as_mut_slice(), black.as_mut_slice()]);
            }
        }
    }
}

#[inline(always)]
fn threats_at<S: Simd>(
    _level: S,
    position: &Position,
    threats: &ThreatList,
    base: u32,
    found: &mut [Found; 2],
) {
    for (color, found) in Color::ALL.into_iter().zip(found) {
        full_threats::append(threats, full_threats::turn(color, position.king(color)), base, found);
    }
}

/// The names, joined by `+`.
impl fmt::Display for Sets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, (_, set)) in self.iter().enumerate() {
            write!(f, "{}{}", if n > 0 { "+" } else { "" }, set.name())?;
        }
        Ok(())
    }
}

/// The error of a text that does not name [`Sets`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseSetsError {
    /// A name is not the name of a set.
    Unknown,
    /// A set occurs twice.
    Twice(Set),
}

impl fmt::Display for ParseSetsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => {
                f.write_str("expected ")?;
                for (n, set) in Set::ALL.into_iter().enumerate() {
                    write!(f, "{}{}", if n > 0 { ", " } else { "" }, set.name())?;
                }
                f.write_str(", or several joined by `+`")
            }
            Self::Twice(set) => write!(f, "{} is there twice", set.name()),
        }
    }
}

impl core::error::Error for ParseSetsError {}

impl FromStr for Sets {
    type Err = ParseSetsError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let set = |name: &str| Set::ALL.into_iter().find(|set| set.name() == name);
        if !s.split('+').all(|name| set(name).is_some()) {
            return Err(ParseSetsError::Unknown);
        }
        Self::new(s.split('+').filter_map(set))
    }
}
