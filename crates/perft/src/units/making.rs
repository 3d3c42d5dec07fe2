//! Making a plan.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fs;
use std::path::Path;

use quadbit_movegen::{Bitboard, Color, Level, Position, Square};

use super::error::{UnitsError, UnitsErrorKind};
use super::plan::{Columns, KIND, Plan, manifest};
use super::task::{Task, Unit};
use crate::lanes::perft_in_lanes;

/// The limit of positions in a plan: they are held in memory, at about a hundred bytes each.
const MOST_UNITS: usize = 20_000_000;

/// The limit of tasks in a plan.
const MOST_TASKS: usize = 1_000_000;

/// The plies that are counted below a position to estimate its cost.
const SAMPLED: u8 = 3;

impl Plan {
    /// Makes a plan in an empty or new folder: the positions `ply` plies below a root, split into `tasks`
    /// tasks of similar cost. The number of leaves a few plies below a position estimates its cost.
    ///
    /// # Errors
    /// The folder is not empty or cannot be written, the ply exceeds the depth, the number of tasks is not
    /// between 1 and a million or exceeds that of the positions, or there are more than 20 million positions.
    pub fn make(
        dir: &Path,
        root: &Position,
        depth: u8,
        ply: u8,
        tasks: usize,
        columns: Columns,
    ) -> Result<Self, UnitsError> {
        let impossible = |what: &str| UnitsErrorKind::Impossible(what.to_owned()).at(dir);
        if ply > depth {
            return Err(impossible("the units are deeper than the perft"));
        }
        if tasks == 0 || tasks > MOST_TASKS {
            return Err(impossible("a plan must have 1 to 1000000 tasks"));
        }
        let units = units_below(root, ply, MOST_UNITS)
            .ok_or_else(|| impossible("there are more than 20000000 positions at this ply"))?;
        if tasks > units.len() {
            return Err(impossible(&format!("there are only {} positions for {tasks} tasks", units.len())));
        }
        let io = |error| UnitsErrorKind::Io(error).at(dir);
        fs::create_dir_all(dir).map_err(io)?;
        if fs::read_dir(dir).map_err(io)?.next().is_some() {
            return Err(impossible("the folder is not empty"));
        }
        for folder in ["tasks", "results"] {
            fs::create_dir(dir.join(folder)).map_err(io)?;
        }
        let mut plan = Self {
            root: *root,
            depth,
            ply,
            tasks,
            columns,
            units: units.len(),
            occurrences: units.iter().map(|unit| unit.occurrences).sum(),
            id: 0,
        };
        let dealt = deal(&units, depth - ply, tasks);
        let mut lines = plan.sheet();
        lines.rows = dealt.iter().flatten().map(Unit::line).collect();
        plan.id = lines.checksum(KIND);
        for (number, units) in (1..).zip(&dealt) {
            Task::write(dir, plan.id, number, units)?;
        }
        // The manifest comes last: a folder that has one is complete.
        plan.sheet().write(&manifest(dir), KIND)?;
        Ok(plan)
    }
}

/// Two positions are the same if these are equal: board, side to move, castling rooks, and a
/// legal capture en passant.
type Same = ([Bitboard; 4], Color, u64, Option<Square>);

fn same(position: &Position) -> Same {
    let rooks = position.castling_rights().rooks().0;
    (position.board().planes(), position.side_to_move(), rooks, position.ep())
}

/// The distinct positions some plies below a root, sorted by FEN; `None` if there are more than `most`.
fn units_below(root: &Position, ply: u8, most: usize) -> Option<Vec<Unit>> {
    let mut units: HashMap<Same, Unit> = HashMap::new();
    units.insert(same(root), Unit { occurrences: 1, position: *root });
    for _ in 0..ply {
        let mut next: HashMap<Same, Unit> = HashMap::new();
        for Unit { occurrences, position } in units.values() {
            for &mv in &position.legal_moves() {
                let child = position.after(mv);
                let unit = next.entry(same(&child)).or_insert(Unit { occurrences: 0, position: child });
                unit.occurrences += occurrences;
            }
            if next.len() > most {
                return None;
            }
        }
        units = next;
    }
    let mut units: Vec<Unit> = units.into_values().collect();
    units.sort_by_cached_key(|unit| unit.position.board().to_string() + &unit.fen());
    Some(units)
}

/// Assigns units to tasks: the most expensive unit first, each to the task with the lowest cost so far.
fn deal(units: &[Unit], depth: u8, tasks: usize) -> Vec<Vec<Unit>> {
    let level = Level::auto();
    let cost = |unit: &Unit| perft_in_lanes(&unit.position, depth.min(SAMPLED), level) + 1;
    let mut dearest: Vec<(u128, usize)> = units.iter().map(cost).zip(0..).collect();
    // Units of equal cost keep their order, so that the same plan is always split in the same way.
    dearest.sort_unstable_by_key(|&(cost, unit)| (Reverse(cost), unit));
    let mut load: BinaryHeap<Reverse<(u128, usize)>> = (0..tasks).map(|task| Reverse((0, task))).collect();
    let mut dealt: Vec<Vec<Unit>> = vec![Vec::new(); tasks];
    for (cost, unit) in dearest {
        if let Some(mut least) = load.peek_mut() {
            let Reverse((sum, task)) = *least;
            dealt[task].push(units[unit].clone());
            *least = Reverse((sum + cost, task));
        }
    }
    dealt
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use quadbit_movegen::Position;

    use super::{Columns, MOST_TASKS, Plan, deal, fs, units_below};
    use crate::{Statistics, statistics};

    /// The number of distinct positions by ply, with en passant only if it is legal.
    #[test]
    fn different_positions() {
        for (ply, positions) in [(0, 1), (1, 20), (2, 400), (3, 5_362)] {
            let units = units_below(&Position::start(), ply, positions).unwrap();
            assert_eq!(units.len(), positions, "ply {ply}");
            assert!(ply == 0 || units_below(&Position::start(), ply, positions - 1).is_none(), "ply {ply}");
            let ways: u128 = units.iter().map(|unit| unit.occurrences).sum();
            assert_eq!(ways, statistics(&Position::start(), ply).nodes, "ply {ply}");
            let leaves: Statistics =
                units.iter().map(|unit| statistics(&unit.position, 1) * unit.occurrences).sum();
            assert_eq!(leaves, statistics(&Position::start(), ply + 1), "ply {ply}");
        }
    }

    /// The root has 20 moves; a unit may be a leaf, and each may have a task of its own.
    #[test]
    fn plans_at_their_limits() {
        let dir = std::env::temp_dir().join(alloc::format!("quadbit-plans-{}", std::process::id()));
        let make = |depth, ply, tasks| {
            let _ = fs::remove_dir_all(&dir);
            let made = Plan::make(&dir, &Position::start(), depth, ply, tasks, Columns::Nodes);
            let _ = fs::remove_dir_all(&dir);
            made.err().map(|error| alloc::string::ToString::to_string(&error))
        };
        assert_eq!([make(1, 1, 20), make(2, 1, 1)], [None, None]);
        for (depth, ply, tasks, message) in [
            (1, 2, 1, "the units are deeper than the perft"),
            (2, 1, 0, "a plan must have 1 to 1000000 tasks"),
            (2, 1, MOST_TASKS + 1, "a plan must have 1 to 1000000 tasks"),
            (2, 1, MOST_TASKS, "there are only 20 positions for 1000000 tasks"),
            (2, 1, 21, "there are only 20 positions for 21 tasks"),
        ] {
            let error = make(depth, ply, tasks).unwrap();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn every_unit_is_dealt_out_once_and_evenly() {
        let units = units_below(&Position::start(), 2, 400).unwrap();
        let dealt = deal(&units, 3, 7);
        let mut all: Vec<_> = dealt.iter().flatten().map(super::Unit::line).collect();
        let mut expected: Vec<_> = units.iter().map(super::Unit::line).collect();
        all.sort();
        expected.sort();
        assert_eq!(all, expected);
        let nodes = |task: &Vec<super::Unit>| -> u128 {
            task.iter().map(|unit| statistics(&unit.position, 2).nodes).sum()
        };
        let costs: Vec<u128> = dealt.iter().map(nodes).collect();
        let (least, most) = (costs.iter().min().unwrap(), costs.iter().max().unwrap());
        assert!(most * 100 < least * 120, "{costs:?}");
    }
}
