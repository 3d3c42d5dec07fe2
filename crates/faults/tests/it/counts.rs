//! Counts of ten positions under each fault, `data/counts.tsv`.
//!
//! The counts of 75 faults come from another generator, a mailbox that makes every move on a copy and looks whether the
//! king can be captured.

use quadbit_faults::{Board, Counter, Fault, Faults};

use crate::fault;

const COUNTS: &str = include_str!("../data/counts.tsv");

#[test]
fn each_fault_on_ten_positions() {
    let rows: Vec<Vec<&str>> = COUNTS.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let (positions, counts) = rows.split_at(10);
    let counted = |name: &str, faults: Faults| {
        let mut counter = Counter::new();
        let count = |row: &Vec<&str>| {
            let board = Board::new(&row[0].parse().unwrap());
            counter.perft(&board, row[1].parse().unwrap(), faults).to_string()
        };
        [name.to_owned()].into_iter().chain(positions.iter().map(count)).collect::<Vec<String>>()
    };
    assert_eq!(counts[0], counted("right", Faults::NONE));
    assert_eq!(counts.len() - 1, Fault::all().len());
    for (row, fault) in counts[1..].iter().zip(Fault::all()) {
        assert_eq!(*row, counted(fault.name(), fault.into()));
        assert_ne!(row[1..], counts[0][1..], "{fault} shows in none of the positions");
    }
}

/// A count under faults is right without the table and the right counts that it takes over.
#[test]
fn the_counter_counts_as_a_plain_perft_does() {
    fn perft(board: &Board, depth: u8, faults: Faults) -> u64 {
        let children = board.children(faults);
        match depth {
            0 => 1,
            1 => children.len() as u64,
            _ => children.iter().map(|(_, next)| perft(next, depth - 1, faults)).sum(),
        }
    }
    // Faults of the perft, not of the generator.
    let of_perft =
        ["mate-counts-as-leaf", "check-ignored-last-ply", "ply-added", "ply-missing", "inner-nodes-counted"];
    let (mut counter, pins) = (Counter::new(), fault("pins-ignored").into());
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/8/8/1PpP3r/1K3p1k/8/6P1/1R6 w - c6 0 1",
    ] {
        let board = Board::new(&fen.parse().unwrap());
        for fault in Fault::all().filter(|fault| !of_perft.contains(&fault.name())) {
            for faults in [fault.into(), Faults::from(fault) | pins] {
                assert_eq!(counter.perft(&board, 3, faults), perft(&board, 3, faults), "{fault}: {fen}");
            }
        }
    }
}

/// A counter may be used for positions that differ only in the homes of kings and rooks.
#[test]
fn the_homes_of_kings_and_rooks_are_told_apart() {
    let mut counter = Counter::new();
    let fault = fault("rights-stay-king-moved").into();
    for fen in
        ["7k/8/8/8/8/8/8/R3K3 w Q - 0 1", "7k/8/8/8/8/8/8/R2K4 w Q - 0 1", "7k/8/8/8/8/8/8/1R1K4 w B - 0 1"]
    {
        let board = Board::new(&fen.parse().unwrap());
        assert_eq!(counter.perft(&board, 5, fault), Counter::new().perft(&board, 5, fault), "{fen}");
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
