//! Stages, candidates, checks and the legality of single moves, against the list of all moves.

use std::ops::ControlFlow;

use quadbit_movegen::{Bitboard, Candidate, Move, MoveList, Position, Role, Square, Stage};
use quadbit_quad::zobrist::split_mix;
use testing::positions;

fn visited(position: &Position, stage: Stage) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    position.visit(stage, |candidate| candidates.push(candidate));
    candidates.sort_unstable_by_key(|candidate| candidate.mv);
    candidates
}

/// How many positions or moves of each difficult kind were compared, so that none is missing from the test.
#[derive(Debug, Default)]
struct Seen {
    double_checks: usize,
    castling_in_chess960: usize,
    en_passant: usize,
    /// Positions in which a pawn is next to the pawn that was just pushed and must not capture it.
    forbidden_en_passant: usize,
    pinned: usize,
}

#[test]
fn stages_and_candidates_match_the_list() {
    let mut seen = Seen::default();
    for position in positions() {
        let us = position.side_to_move();
        let all = position.legal_moves();
        for stage in [Stage::All, Stage::Tactical, Stage::Quiet] {
            let mut expected: Vec<Move> = all.to_vec();
            expected.retain(|&mv| {
                let is_tactical = position.is_capture(mv) || mv.is_promotion();
                stage == Stage::All || is_tactical == (stage == Stage::Tactical)
            });
            expected.sort_unstable();
            let mut listed = MoveList::new();
            position.moves_into(stage, &mut listed);
            listed.sort_unstable();
            assert_eq!(*listed, *expected, "{position} {stage:?}");
            let candidates: Vec<Candidate> = expected
                .iter()
                .map(|&mv| Candidate {
                    mv,
                    mover: position.piece_at(mv.from()).unwrap().role(),
                    victim: position.effect(mv).captured().map(|(_, piece)| piece.role()),
                })
                .collect();
            assert_eq!(visited(&position, stage), candidates, "{position} {stage:?}");
        }
        for &mv in &all {
            let is_check = position.after(mv).is_check();
            assert_eq!(position.gives_check(mv), is_check, "{position} {mv:?}");
            let is_chess960 = position.king(us).file() != Square::E1.file();
            seen.castling_in_chess960 += usize::from(is_chess960 && position.is_castling(mv));
            seen.en_passant += usize::from(position.is_en_passant(mv));
        }
        let stands_beside = position.ep_square(quadbit_movegen::EpMode::Pseudo).is_some();
        seen.forbidden_en_passant += usize::from(stands_beside && position.ep().is_none());
        seen.double_checks += usize::from(position.checkers().has_many());
        seen.pinned += usize::from(position.pinned(us).any());
    }
    let Seen { double_checks, castling_in_chess960, en_passant, forbidden_en_passant, pinned } = seen;
    let fewest =
        [double_checks, castling_in_chess960, en_passant, forbidden_en_passant, pinned].into_iter().min();
    assert!(fewest > Some(20), "{seen:?}");
}

/// Tests moves from every square to every square, without promotion and with one of the four roles, and in some
/// positions all values of 16 bits.
#[test]
fn is_legal_matches_the_list() {
    for (n, position) in positions().enumerate() {
        let mut is_listed = vec![false; 1 << 16];
        for mv in position.legal_moves() {
            is_listed[usize::from(mv.to_bits())] = true;
        }
        let check = |bits: u16| {
            let mv = Move::from_bits(bits);
            let expected = is_listed[usize::from(bits)];
            assert_eq!(position.is_legal(mv), expected, "{position} {mv:?} {bits:04x}");
        };
        let promotion = u16::from(Role::PROMOTIONS[n % 4].code()) << 12;
        (0..1 << 12).chain((0..1 << 12).map(|bits| bits | promotion)).for_each(check);
        if n % 64 == 0 {
            (0..=u16::MAX).for_each(check);
        }
    }
}

/// Relaxed positions may have three checkers, which no move can cause.
#[test]
fn only_the_king_moves_out_of_three_checks() {
    let position = Position::from_fen_relaxed("4k3/8/3N4/1B6/8/8/8/4R1K1 b - - 0 1").unwrap();
    let king = position.king(position.side_to_move());
    assert_eq!(position.checkers().len(), 3);
    assert!(position.legal_moves().iter().all(|mv| mv.from() == king));
    assert_eq!(visited(&position, Stage::All).len(), position.legal_count());
}

/// A selection has the moves of its stage that begin on its pieces and end on its targets: as candidates, in a list,
/// and piece by piece.
#[test]
fn selections_are_parts_of_stages() {
    let mut found = 0;
    for (n, position) in (0..).zip(positions().step_by(3)) {
        let (pieces, targets) = (Bitboard(split_mix(3 * n)), Bitboard(split_mix(3 * n + 1)));
        for stage in [Stage::All, Stage::Tactical, Stage::Quiet] {
            for selection in [stage.of(pieces), stage.to(targets), stage.of(pieces).to(targets)] {
                let is_selected = |candidate: &Candidate| {
                    selection.pieces.has(candidate.mv.from()) && selection.targets.has(candidate.mv.to())
                };
                let by_move = |candidate: &Candidate| candidate.mv;
                let mut expected = visited(&position, stage);
                expected.retain(is_selected);
                let mut candidates = MoveList::default();
                position.visit(selection, |candidate| candidates.push(candidate));
                candidates.sort_by_key(by_move);
                expected.sort_by_key(by_move);
                assert_eq!(candidates[..], expected, "{position} {selection:?}");

                let mut listed = MoveList::new();
                position.moves_into(selection, &mut listed);
                let mut by_piece = Vec::new();
                let flow = position.visit_pieces(selection, |piece| {
                    by_piece.extend(piece);
                    ControlFlow::Continue(())
                });
                assert!(flow.is_continue());
                listed.sort_unstable();
                by_piece.sort_unstable();
                let expected: Vec<Move> = expected.iter().map(by_move).collect();
                assert_eq!(listed[..], expected, "{position} {selection:?}");
                assert_eq!(by_piece, expected, "{position} {selection:?}");
                found += expected.len();
            }
        }
    }
    assert!(found > 10_000, "{found}");
}
