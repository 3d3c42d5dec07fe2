//! Counts of ten positions under each fault, `data/counts.tsv`.
//!
//! The counts of 75 faults come from another generator, a mailbox that makes every move on a copy and looks whether the
//! king can be captured.

use quadbit_faults::{Board, Counter, Fault, Faults};

use crate::{fault, perft};

const COUNTS: &str = include_str!("../data/counts.tsv");

/// Returns a set without faults, then a set for each fault.
fn sets() -> Vec<Faults> {
    [Faults::NONE].into_iter().chain(Fault::all().map(Faults::from)).collect()
}

#[test]
fn each_fault_on_ten_positions() {
    let rows: Vec<Vec<&str>> = COUNTS.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let (positions, counts) = rows.split_at(10);
    let mut counter = Counter::new(&sets());
    let columns: Vec<Vec<u64>> = positions
        .iter()
        .map(|row| counter.perft(&Board::new(&row[0].parse().unwrap()), row[1].parse().unwrap()))
        .collect();
    let names = ["right"].into_iter().chain(Fault::all().map(Fault::name));
    assert_eq!(counts.len() - 1, Fault::all().len());
    for (number, (row, name)) in counts.iter().zip(names).enumerate() {
        let counted = columns.iter().map(|column| column[number].to_string());
        assert_eq!(*row, [name.to_owned()].into_iter().chain(counted).collect::<Vec<_>>());
        assert!(number == 0 || row[1..] != counts[0][1..], "{name} shows in none of the positions");
    }
}

/// Counts of many sets of faults at once, with a table, equal those of a plain perft under each set.
#[test]
fn the_counter_counts_as_a_plain_perft_does() {
    fn plain(board: &Board, depth: u8, faults: Faults) -> u64 {
        let counter = Counter::new(&[faults]);
        let children = counter.children(board);
        match depth {
            0 => 1,
            1 => children.len() as u64,
            _ => children.iter().map(|(_, next)| plain(next, depth - 1, faults)).sum(),
        }
    }
    // These faults are in the function that counts, not in the generator, so `plain` does not have them.
    let of_perft =
        ["mate-counts-as-leaf", "check-ignored-last-ply", "ply-added", "ply-missing", "inner-nodes-counted"];
    let pins: Faults = fault("pins-ignored").into();
    let faults: Vec<Fault> = Fault::all().filter(|fault| !of_perft.contains(&fault.name())).collect();
    let alone: Vec<Faults> = faults.iter().map(|&fault| fault.into()).collect();
    let pairs: Vec<Faults> = alone.iter().map(|&set| set | pins).collect();
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/8/8/1PpP3r/1K3p1k/8/6P1/1R6 w - c6 0 1",
    ] {
        let board = Board::new(&fen.parse().unwrap());
        for sets in [&alone, &pairs] {
            let counted = Counter::new(sets).perft(&board, 3);
            for ((fault, &set), count) in faults.iter().zip(sets).zip(counted) {
                assert_eq!(count, plain(&board, 3, set), "{fault}: {fen}");
            }
        }
    }
}

/// One counter, with its table, counts rightly in positions that differ only in the homes of kings and rooks.
#[test]
fn the_homes_of_kings_and_rooks_are_told_apart() {
    let fault: Faults = fault("rights-stay-king-moved").into();
    let mut counter = Counter::new(&[fault]);
    for fen in
        ["7k/8/8/8/8/8/8/R3K3 w Q - 0 1", "7k/8/8/8/8/8/8/R2K4 w Q - 0 1", "7k/8/8/8/8/8/8/1R1K4 w B - 0 1"]
    {
        let board = Board::new(&fen.parse().unwrap());
        assert_eq!(counter.perft(&board, 5)[0], perft(&board, 5, fault), "{fen}");
    }
}

#[test]
fn names_are_read_back() {
    for fault in Fault::all() {
        assert_eq!(fault.name().parse(), Ok(fault));
        assert!(!fault.rule().is_empty() && fault.rule().len() < 100, "{fault}");
    }
    assert!("en-passant".parse::<Fault>().is_err());
}
