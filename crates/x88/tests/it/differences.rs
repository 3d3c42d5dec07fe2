//! How much the difference of two squares tells, by number from 0 to 63 and on the 0x88
//! board: all 4,096 pairs.

use std::collections::{BTreeMap, BTreeSet};

use quadbit_x88::{Diff, Square};

/// For each difference, the steps that have it: files and ranks from one square to the other.
type Steps = BTreeMap<i32, BTreeSet<(i32, i32)>>;

/// Yields all squares with their number, file and rank.
fn squares() -> impl Iterator<Item = (Square, i32, i32, i32)> {
    Square::ALL.into_iter().zip(0..).map(|(square, number)| (square, number, number % 8, number / 8))
}

#[test]
fn numbers_from_0_to_63_are_ambiguous() {
    let mut steps = Steps::new();
    for (_, from, file, rank) in squares() {
        for (_, to, to_file, to_rank) in squares() {
            steps.entry(to - from).or_default().insert((to_file - file, to_rank - rank));
        }
    }
    assert_eq!(steps.len(), 127);
    assert_eq!(steps.values().filter(|steps| steps.len() > 1).count(), 98);
    // Seven files to the east, or one file to the west and one rank to the north.
    assert_eq!(steps[&7], BTreeSet::from([(7, 0), (-1, 1)]));
}

#[test]
fn differences_on_the_0x88_board_are_not() {
    let mut steps = Steps::new();
    for (from, _, file, rank) in squares() {
        for (to, _, to_file, to_rank) in squares() {
            let difference = Diff::new(from.into(), to.into()).raw().cast_signed();
            steps.entry(difference.into()).or_default().insert((to_file - file, to_rank - rank));
        }
    }
    assert_eq!(steps.len(), 225);
    assert!(steps.values().all(|steps| steps.len() == 1));
}
