//! Ends of games: mate and stalemate against the list of moves; insufficient material, clocks and repetitions against
//! positions whose result is known, and repetitions in random games against a comparison of all positions.

use quadbit_movegen::{Color, DrawClaim, Game, GameResult, Move, Outcome, Position, Square};
use testing::positions;

fn game(fen: &str) -> Game {
    Game::new(fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split(' ') {
        let mv = Move::from_uci(text, game.position()).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(mv).unwrap();
    }
}

fn claims(game: &Game) -> Vec<DrawClaim> {
    game.claims().collect()
}

/// `is_checkmate` and `is_stalemate` follow from the list of moves, and agree with the outcome.
#[test]
fn mates_and_stalemates_of_all_positions() {
    let ends = ["3R2k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"];
    for position in ends.iter().map(|fen| fen.parse().unwrap()).chain(positions()) {
        let is_over = position.legal_moves().is_empty();
        assert_eq!(position.is_checkmate(), is_over && position.is_check(), "{position}");
        assert_eq!(position.is_stalemate(), is_over && !position.is_check(), "{position}");
        let outcome = position.outcome();
        assert_eq!(position.is_checkmate(), matches!(outcome, Some(Outcome::Checkmate { .. })), "{position}");
        assert_eq!(position.is_stalemate(), outcome == Some(Outcome::Stalemate), "{position}");
    }
}

#[test]
fn insufficient_material() {
    for (pieces, expected) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/4KN2", true),
        ("4kn2/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/4KB2", true),
        ("4kb2/8/8/8/8/8/8/4K3", true),
        // Three bishops on squares of one colour: light squares with bishops of both sides, dark squares with those of
        // one side.
        ("2b1k3/8/4b3/8/8/8/8/4KB2", true),
        ("4k3/8/8/4B3/8/8/8/B1B1K3", true),
        ("4kb2/8/8/8/8/8/8/4KB2", false),
        ("4k3/8/8/8/8/8/8/2B1KB2", false),
        ("4k3/8/8/8/8/8/8/4KBN1", false),
        ("4k3/8/8/8/8/8/8/3NKN2", false),
        ("4kn2/8/8/8/8/8/8/4KN2", false),
        ("2b1k3/8/8/8/8/8/8/4KN2", false),
        ("4k3/8/8/8/8/8/8/4KR2", false),
        ("4k3/8/8/8/8/8/8/3QK3", false),
        ("4k3/p7/8/8/8/8/8/4K3", false),
        ("4k3/8/8/8/8/8/P7/4K3", false),
        // The wall of pawns makes the position dead, which is not recognised.
        ("4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3", false),
    ] {
        for side in ["w", "b"] {
            let position: Position = format!("{pieces} {side} - - 0 1").parse().unwrap();
            assert_eq!(position.has_insufficient_material(), expected, "{position}");
            assert_eq!(position.outcome(), expected.then_some(Outcome::InsufficientMaterial), "{position}");
        }
    }
}

#[test]
fn mates_and_stalemates() {
    let outcome = |fen: &str| game(fen).outcome();
    let white_mates = Outcome::Checkmate { winner: Color::White };
    assert_eq!(outcome("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), Some(white_mates));
    assert_eq!(outcome("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some(Outcome::Stalemate));
    assert_eq!(outcome("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"), None);
    // A stalemate with insufficient material counts as a stalemate.
    assert_eq!(outcome("7k/8/4B2K/8/8/8/8/8 b - - 0 1"), Some(Outcome::Stalemate));
    assert_eq!(outcome("7k/8/4B2K/8/8/8/8/8 w - - 0 1"), Some(Outcome::InsufficientMaterial));
    assert_eq!(white_mates.result(), GameResult::Win(Color::White));
    assert_eq!(Outcome::Stalemate.result(), GameResult::Draw);
}

#[test]
fn fifty_and_seventy_five_moves() {
    let mut rooks = game("4k3/8/8/8/8/8/r7/4K2R w - - 98 60");
    assert_eq!(claims(&rooks), []);
    play(&mut rooks, "h1h2");
    assert_eq!(claims(&rooks), []);
    play(&mut rooks, "a2b2");
    assert_eq!((claims(&rooks), rooks.outcome()), (vec![DrawClaim::FiftyMoves], None));

    let mut rooks = game("4k3/8/8/8/8/8/r7/4K2R w - - 149 90");
    assert_eq!((claims(&rooks), rooks.outcome()), (vec![DrawClaim::FiftyMoves], None));
    play(&mut rooks, "h1h2");
    assert_eq!((claims(&rooks), rooks.outcome()), (vec![], Some(Outcome::SeventyFiveMoves)));

    // Mate by the half move that completes the 75 moves takes precedence over the draw.
    let mut mate = game("6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 90");
    play(&mut mate, "a1a8");
    assert_eq!(mate.outcome(), Some(Outcome::Checkmate { winner: Color::White }));
    assert_eq!(claims(&mate), []);
}

#[test]
fn threefold_and_fivefold_repetition() {
    let mut knights = game("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let around = "g1f3 g8f6 f3g1 f6g8";
    for times in 2..=5 {
        play(&mut knights, around);
        assert_eq!(knights.repetitions(), times);
        let (claim, end) = (times == 3 || times == 4, times == 5);
        assert_eq!(claims(&knights).contains(&DrawClaim::ThreefoldRepetition), claim);
        assert_eq!(knights.outcome(), end.then_some(Outcome::FivefoldRepetition));
    }
    assert_eq!(knights.undo(), Some(Move::new(Square::F6, Square::G8)));
    assert_eq!((knights.repetitions(), knights.outcome()), (4, None));
    assert_eq!(knights.moves().len(), 15);
    assert_eq!(knights.start(), &Position::start());
}

#[test]
fn rights_and_en_passant_make_positions_differ() {
    // After the rook has moved and come back, the castling right is lost, so the first position does not count.
    let mut rooks = game("4k3/8/8/8/8/8/r7/4K2R w K - 0 1");
    play(&mut rooks, "h1h2 a2a3 h2h1 a3a2");
    assert_eq!(rooks.repetitions(), 1);
    play(&mut rooks, "h1h2 a2a3 h2h1 a3a2");
    assert_eq!(rooks.repetitions(), 2);
    // A legal en passant capture makes the first position different; an illegal one does not.
    let mut legal = game("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    play(&mut legal, "e2e4 e8e7 e1e2 e7e8 e2e1");
    assert_eq!(legal.repetitions(), 1);
    let mut pinned = game("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1");
    play(&mut pinned, "e2e4 d8e8 e1e2 e8d8 e2e1");
    assert_eq!(pinned.repetitions(), 2);
}

/// Random games with few pieces, in which the fast count must agree with a look at all positions.
#[test]
fn repetitions_are_counted_as_by_hand() {
    let mut random = 1_u64;
    let mut most = 0;
    for start in [
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "k7/p7/8/8/8/8/7P/7K w - - 0 1",
        "k1n5/8/8/8/8/8/8/K1N4N w - - 0 1",
    ] {
        for _ in 0..20 {
            let mut game = game(start);
            for _ in 0..200 {
                let moves = game.position().legal_moves();
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let Some(&mv) = moves.get((random >> 33) as usize % moves.len().clamp(1, 4)) else { break };
                game.play(mv).unwrap();
                let by_hand = game.positions().filter(|&position| position == game.position()).count();
                assert_eq!(game.repetitions(), by_hand);
                most = most.max(by_hand);
            }
        }
    }
    assert!(most >= 5, "the games repeat too little: {most}");
}

#[test]
fn outcomes_and_claims_are_said_in_words() {
    for (outcome, words) in [
        (Outcome::Checkmate { winner: Color::White }, "white mates"),
        (Outcome::Checkmate { winner: Color::Black }, "black mates"),
        (Outcome::Stalemate, "stalemate"),
        (Outcome::InsufficientMaterial, "draw: neither side has the material to mate"),
        (Outcome::FivefoldRepetition, "draw: the position has occurred five times"),
        (Outcome::SeventyFiveMoves, "draw: 75 moves without a capture or a pawn move"),
    ] {
        assert_eq!(outcome.to_string(), words);
    }
    for (claim, words) in [
        (DrawClaim::ThreefoldRepetition, "the position has occurred three times"),
        (DrawClaim::FiftyMoves, "50 moves without a capture or a pawn move"),
    ] {
        assert_eq!(claim.to_string(), words);
    }
}
