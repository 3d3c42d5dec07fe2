//! Makes a plan: the distinct positions some plies below a root, split into tasks.
//!
//! 1. The distinct positions `ply` plies below the root are found, ply by ply, each with the number of ways to
//!    reach it.
//! 2. The cost of each is estimated by its leaves a few plies down, and units are dealt to tasks of similar
//!    cost.
//! 3. The tasks are written first, the manifest last: a folder with a manifest is complete.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::path::Path;
use std::{fs, iter};

use quadbit_movegen::{Bitboard, Color, Position, Square};
use quadbit_nibble::simd::Level;
use quadbit_perft::perft_in_lanes;

use super::plan::{Columns, KIND, Plan, manifest};
use super::sheet::{self, bad, checksum_of};
use super::task::{Task, Unit};
use crate::failure::Failure;

/// The limit of positions in a plan: they are held in memory, at about a hundred bytes each.
const MOST_UNITS: usize = 20_000_000;

/// The error if memory has no room for the units.
const NO_MEMORY: &str = "not enough memory for the positions at this ply";

/// The limit of tasks in a plan.
const MOST_TASKS: usize = 1_000_000;

/// The number of bytes that must be free before files are written.
const SPARE: usize = 1 << 20;

/// The largest number of plies that are counted below a position to estimate its cost.
const SAMPLED: u8 = 3;

impl Plan {
    /// Makes a plan in an empty or new folder: the positions `ply` plies below a root, split into `tasks`
    /// tasks of similar cost. The number of leaves a few plies below a position estimates its cost.
    ///
    /// # Errors
    /// The folder is not empty or cannot be written; `ply` is above `depth`; `tasks` is 0, above a million, or above
    /// the number of positions; or there are more than 20 million positions at this ply or an earlier one, or more than
    /// memory has room for.
    pub(crate) fn make(
        dir: &Path,
        root: &Position,
        depth: u8,
        ply: u8,
        tasks: usize,
        columns: Columns,
    ) -> Result<Self, Failure> {
        if ply > depth {
            return Err(bad(dir, "the units are deeper than the perft"));
        }
        if tasks == 0 || tasks > MOST_TASKS {
            return Err(bad(dir, "a plan must have 1 to 1000000 tasks"));
        }
        // The folder is checked before the work, which may take long, and created after it.
        if fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(bad(dir, "the folder is not empty"));
        }
        if dir.is_file() {
            return Err(bad(dir, "it is a file; a plan needs a folder"));
        }
        let units = units_below(root, ply, MOST_UNITS).map_err(|why| bad(dir, why))?;
        if tasks > units.len() {
            return Err(bad(dir, format!("there are only {} positions for {tasks} tasks", units.len())));
        }
        let dealt = deal(&units, depth - ply, tasks).ok_or_else(|| bad(dir, NO_MEMORY))?;
        fs::create_dir_all(dir).map_err(|error| bad(dir, error))?;
        for folder in ["tasks", "results"] {
            fs::create_dir(dir.join(folder)).map_err(|error| bad(dir, error))?;
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
        plan.id = checksum_of(KIND, &plan.header(), dealt.iter().map(|&(_, unit)| units[unit].line()));
        for (number, dealt) in (1..).zip(dealt.chunk_by(|one, next| one.0 == next.0)) {
            Task::write(dir, &plan, number, dealt.iter().map(|&(_, unit)| &units[unit]))?;
        }
        // The manifest comes last: a folder that has one is complete.
        sheet::write(&manifest(dir), KIND, &plan.header(), &iter::empty::<String>())?;
        Ok(plan)
    }
}

/// What distinguishes positions: board, side to move, castling rooks, and the square of a legal capture en
/// passant.
type Same = ([u64; 4], Color, u64, Option<Square>);

fn same(position: &Position) -> Same {
    let Bitboard(rooks) = position.castling_rights().rooks();
    (position.board().planes().map(|Bitboard(plane)| plane), position.side_to_move(), rooks, position.ep())
}

/// The distinct positions `ply` plies below `root`, in the order of [`Same`]. An error if there are more than `most` at
/// this ply or an earlier one, or if there is not enough memory.
fn units_below(root: &Position, ply: u8, most: usize) -> Result<Vec<Unit>, String> {
    let no_memory = |_| NO_MEMORY;
    let mut units: HashMap<Same, Unit> = HashMap::new();
    units.insert(same(root), Unit { occurrences: 1, position: *root });
    for _ in 0..ply {
        let mut next: HashMap<Same, Unit> = HashMap::new();
        for Unit { occurrences, position } in units.values() {
            let moves = position.legal_moves();
            next.try_reserve(moves.len()).map_err(no_memory)?;
            for &mv in &moves {
                let child = position.after(mv);
                let unit = next.entry(same(&child)).or_insert(Unit { occurrences: 0, position: child });
                unit.occurrences += occurrences;
            }
            if next.len() > most {
                return Err(format!("there are more than {most} positions at this ply"));
            }
        }
        units = next;
    }
    let mut sorted = Vec::new();
    sorted.try_reserve_exact(units.len()).map_err(no_memory)?;
    sorted.extend(units.into_values());
    sorted.sort_unstable_by_key(|unit: &Unit| same(&unit.position));
    Ok(sorted)
}

/// Assigns units to tasks: the most expensive first, each to the task with the lowest cost so far. `depth` is how many
/// plies are counted below a unit. Returns pairs of the indices of a task and of a unit, in order; `None` if there is
/// not enough memory.
fn deal(units: &[Unit], depth: u8, tasks: usize) -> Option<Vec<(usize, usize)>> {
    let level = Level::auto();
    let cost = |unit: &Unit| perft_in_lanes(&unit.position, depth.min(SAMPLED), level) + 1;
    let mut dearest: Vec<(u128, usize)> = with_room(units.len())?;
    let mut dealt = with_room(units.len())?;
    let mut load: Vec<Reverse<(u128, usize)>> = with_room(tasks)?;
    // Writing the files takes a few kilobytes; if these were missing then, the program would abort.
    drop(with_room::<u8>(SPARE)?);
    dearest.extend(units.iter().map(cost).zip(0..));
    // Units of equal cost keep their order, so that the same plan is always split in the same way.
    dearest.sort_unstable_by_key(|&(cost, unit)| (Reverse(cost), unit));
    load.extend((0..tasks).map(|task| Reverse((0, task))));
    let mut load = BinaryHeap::from(load);
    for (cost, unit) in dearest {
        if let Some(mut least) = load.peek_mut() {
            let Reverse((sum, task)) = *least;
            dealt.push((task, unit));
            *least = Reverse((sum + cost, task));
        }
    }
    dealt.sort_unstable();
    Some(dealt)
}

/// An empty vector with room for `elements` elements; `None` if there is not enough memory.
fn with_room<T>(elements: usize) -> Option<Vec<T>> {
    let mut vector = Vec::new();
    vector.try_reserve_exact(elements).ok().map(|()| vector)
}

#[cfg(test)]
mod tests {
    use quadbit_movegen::Position;
    use quadbit_perft::{Statistics, perft, statistics};

    use super::{Columns, Failure, MOST_TASKS, Plan, deal, fs, units_below};

    /// Plans of the start position have the known numbers of distinct positions by ply, where en passant counts only if
    /// it is legal, and their occurrences add up to perft.
    #[test]
    fn positions_are_distinct_and_add_up_to_perft() {
        for (ply, positions) in [(0, 1), (1, 20), (2, 400), (3, 5_362), (4, 72_078)] {
            let units = units_below(&Position::start(), ply, positions).unwrap();
            assert_eq!(units.len(), positions, "ply {ply}");
            let ways: u128 = units.iter().map(|unit| unit.occurrences).sum();
            assert_eq!(ways, perft(&Position::start(), ply), "ply {ply}");
            if ply == 4 {
                break;
            }
            assert!(ply == 0 || units_below(&Position::start(), ply, positions - 1).is_err(), "ply {ply}");
            let leaves: Statistics =
                units.iter().map(|unit| statistics(&unit.position, 1) * unit.occurrences).sum();
            assert_eq!(leaves, statistics(&Position::start(), ply + 1), "ply {ply}");
        }
    }

    /// One ply below the start position there are 20 units: each may be a leaf, and each may have a task of its own.
    #[test]
    fn plans_at_their_limits() {
        let dir = std::env::temp_dir().join(format!("quadbit-plans-{}", std::process::id()));
        let make = |depth, ply, tasks| {
            let _ = fs::remove_dir_all(&dir);
            let made = Plan::make(&dir, &Position::start(), depth, ply, tasks, Columns::Nodes);
            let _ = fs::remove_dir_all(&dir);
            made.err().map(|failure| match failure {
                Failure::Input(message) => message,
                other => panic!("{other:?}"),
            })
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
        let dealt = deal(&units, 3, 7).unwrap();
        let mut all: Vec<usize> = dealt.iter().map(|&(_, unit)| unit).collect();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..400));
        let mut costs = [0; 7];
        for (task, unit) in dealt {
            costs[task] += statistics(&units[unit].position, 2).nodes;
        }
        let (least, most) = (costs.iter().min().unwrap(), costs.iter().max().unwrap());
        assert!(most * 100 < least * 104, "{costs:?}");
    }
}
