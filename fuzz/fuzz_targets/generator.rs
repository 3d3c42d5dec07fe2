//! Legal moves against the obvious generator, and everything that must agree with the list of moves.
#![no_main]

use std::ops::ControlFlow;

use libfuzzer_sys::fuzz_target;
use quadbit_fuzz::{AnyPosition, twin};
use quadbit_lanes::batch;
use quadbit_movegen::{Move, Position, Stage};
use quadbit_nibble::simd::Level;
use quadbit_perft::{perft, perft_in_lanes, perft_without_bulk};

fuzz_target!(|input: (AnyPosition, [u16; 8])| {
    let (AnyPosition(position), patterns) = input;
    let mut expected = twin::legal_moves(&position);
    expected.sort();
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.sort();
    assert_eq!(moves, expected, "{position}");
    assert_eq!(position.legal_count(), moves.len(), "{position}");
    assert_eq!(position.is_check(), twin::is_check(&position), "{position}");

    let mut pieces = Vec::new();
    _ = position.visit_pieces(Stage::All, |piece| {
        pieces.extend(piece);
        ControlFlow::Continue(())
    });
    pieces.sort();
    assert_eq!(pieces, moves, "{position}: piece by piece");
    let mut stages = Vec::new();
    for stage in [Stage::Tactical, Stage::Quiet] {
        position.visit(stage, |candidate| stages.push(candidate.mv));
    }
    stages.sort();
    assert_eq!(stages, moves, "{position}: captures and quiet moves");
    for mv in patterns.map(Move::from_bits) {
        assert_eq!(position.is_legal(mv), moves.contains(&mv), "{position}: {mv:?}");
    }

    for &mv in &moves {
        made(&position, mv);
    }
    counts(&position, &moves);
});

/// Makes a move, reads the new position again from its FEN, and takes the move back. Whether it gives check, the keys
/// and the boards must agree.
fn made(position: &Position, mv: Move) {
    let mut child = *position;
    child.play(mv).expect("moves of the list are legal");
    assert_eq!(position.gives_check(mv), child.is_check(), "{position}: {mv:?}");
    let read =
        Position::from_fen_relaxed(&child.to_string()).unwrap_or_else(|error| panic!("{child}: {error}"));
    assert_eq!(read, child);
    assert_eq!((read.key(), read.pawn_key()), (child.key(), child.pawn_key()), "{position}: {mv:?}");

    let mut undone = *position;
    let undo = undone.play_unchecked(mv);
    assert_eq!(undone, child);
    undone.undo(mv, undo);
    assert_eq!(undone.to_string(), position.to_string());
    assert_eq!((undone.key(), undone.pawn_key()), (position.key(), position.pawn_key()));
}

/// The highest number of leaves after three plies for which the fourth ply is counted too. The limit lets a run get
/// through many positions.
const MOST_LEAVES: u128 = 12_500;

/// Checks the counts in lanes, at every level: of single positions, and of two, three and four plies; the last two
/// plies are forecast.
fn counts(position: &Position, moves: &[Move]) {
    let children: Vec<Position> = moves.iter().map(|&mv| position.after(mv)).collect();
    let expected: Vec<usize> = children.iter().map(|child| child.legal_moves().len()).collect();
    let replies = perft_without_bulk(position, 2);
    assert_eq!(replies, expected.iter().sum::<usize>() as u128, "{position}");
    let three_plies = perft(position, 3);
    let four_plies = (three_plies <= MOST_LEAVES).then(|| perft(position, 4));
    for level in Level::available() {
        assert_eq!(perft_in_lanes(position, 2, level), replies, "{position} at {level}");
        assert_eq!(perft_in_lanes(position, 3, level), three_plies, "{position} at {level}");
        if let Some(four_plies) = four_plies {
            assert_eq!(perft_in_lanes(position, 4, level), four_plies, "{position} at {level}");
        }
        let mut found = vec![0; children.len()];
        batch::legal_counts_at(level, &children, &mut found);
        assert!(
            found.iter().map(|&count| usize::from(count)).eq(expected.iter().copied()),
            "{position} at {level}"
        );
        let mut checks = vec![false; children.len()];
        batch::in_check_at(level, &children, &mut checks);
        assert!(checks.iter().copied().eq(children.iter().map(Position::is_check)), "{position} at {level}");
    }
}
