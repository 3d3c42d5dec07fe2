//! Positions that need each rule of the forecast: without the rule, the forecast is wrong for them.

use super::Rule;

/// A rule, the smallest position that was found for it (a FEN), and a move that only this rule excludes: without the
/// rule its replies, and the sum over all moves, would be wrong. Each rule has a position for each kind of moving
/// piece, if one was found. The comment above a rule's positions begins with its number in the documentation of
/// [`Rule`].
///
/// The ignored test `positions_for_rules` searches for them.
#[rustfmt::skip]
pub(in crate::forecast) const BOARDS: &[(Rule, &str, &str)] = &[
    // 1a: without the rule, our piece would discover a check or a pin.
    (Rule::Discoverer, "8/8/8/3K4/8/kN2R3/1r6/8 w - - 0 1", "b3c5"),
    (Rule::Discoverer, "6k1/8/8/8/6n1/8/6K1/6R1 w - - 0 1", "g2f1"),
    (Rule::Discoverer, "8/2k5/8/N7/8/2B5/8/1KR5 w - - 0 1", "c3g7"),
    (Rule::Discoverer, "rk6/8/1K6/8/5R2/8/7B/8 w - - 0 1", "f4f5"),
    (Rule::Discoverer, "8/6Q1/8/4P3/2K5/8/1k6/8 w - - 0 1", "e5e6"),
    // 1b: without the rule, our piece would leave an enemy piece pinned.
    (Rule::PinMaker, "3k4/8/8/8/3N4/3b4/8/K2R4 w - - 0 1", "d4f5"),
    (Rule::PinMaker, "8/8/8/8/1k3BrR/8/8/6K1 w - - 0 1", "f4g3"),
    (Rule::PinMaker, "4k3/8/8/4K3/8/4b3/8/4R3 w - - 0 1", "e5d5"),
    // 1c: without the rule, our pinner would leave the line of its pin.
    (Rule::Pinner, "k7/8/8/8/b7/8/7K/R7 w - - 0 1", "a1c1"),
    (Rule::Pinner, "2k5/2n5/8/8/8/8/2Q5/7K w - - 0 1", "c2g6"),
    (Rule::Pinner, "1k6/8/8/4n3/8/6B1/8/7K w - - 0 1", "g3h4"),
    // 1d: without the rule, our piece would go between the enemy king and our pinner.
    (Rule::PinLine, "5k2/8/8/5b2/8/8/8/5RK1 w - - 0 1", "g1f2"),
    (Rule::PinLine, "2Q2rk1/8/8/8/7B/8/8/7K w - - 0 1", "h4d8"),
    (Rule::PinLine, "4k3/8/8/4b3/2N5/8/8/4R1K1 w - - 0 1", "c4e3"),
    (Rule::PinLine, "8/8/5k2/4r3/8/8/8/BR1K4 w Q - 0 1", "b1b2"),
    // 1e: without the rule, our piece would give check or pin from its target.
    (Rule::CheckOrPin, "8/6k1/3RK3/8/8/8/8/8 w - - 0 1", "d6d7"),
    (Rule::CheckOrPin, "5k2/3K4/8/8/8/8/2Q5/8 w - - 0 1", "c2c8"),
    (Rule::CheckOrPin, "3k4/6K1/8/8/3N1b2/8/8/8 w - - 0 1", "d4e6"),
    (Rule::CheckOrPin, "8/5K2/8/2B3k1/8/8/8/8 w - - 0 1", "c5e7"),
    (Rule::CheckOrPin, "8/4P3/4K1k1/8/8/8/8/8 w - - 0 1", "e7e8b"),
    // 2a: without the rule, our piece would move along a line on which an enemy slider attacks it.
    (Rule::SharedLine, "2k5/8/8/6K1/8/8/8/1q4R1 w - - 0 1", "g1e1"),
    (Rule::SharedLine, "1k6/8/8/8/5P2/8/5q2/2K5 w - - 0 1", "f4f5"),
    (Rule::SharedLine, "2r5/8/8/8/7k/8/2Q5/2K5 w - - 0 1", "c2c6"),
    (Rule::SharedLine, "2k2b2/8/8/2B5/8/8/8/7K w - - 0 1", "c5f8"),
    // 3a: without the rule, our slider would go to the other square before an enemy pawn, or capture the pawn from
    // there.
    (Rule::DoublePush, "7k/4p3/8/4R3/8/8/8/7K w - - 0 1", "e5e6"),
    (Rule::DoublePush, "k7/8/6p1/6Q1/8/8/8/K7 w - - 0 1", "g5g6"),
    // 3b: without the rule, our bishop or queen would capture a pawn that attacks it.
    (Rule::AttackingPawn, "1k6/5Kp1/7Q/8/8/8/8/8 w - - 0 1", "h6g7"),
    (Rule::AttackingPawn, "k7/8/8/8/8/3p4/4B3/K7 w - - 0 1", "e2d3"),
    // 3c: without the rule, our piece would capture an enemy pawn about to promote.
    (Rule::PromotingPawn, "8/2k5/8/8/8/2K5/2p5/8 w - - 0 1", "c3c2"),
    (Rule::PromotingPawn, "4k2K/1B6/8/8/8/8/6p1/8 w - - 0 1", "b7g2"),
    (Rule::PromotingPawn, "5k2/8/8/8/8/8/2p4R/4K3 w - - 0 1", "h2c2"),
    (Rule::PromotingPawn, "2k5/8/8/8/8/2N5/p7/7K w - - 0 1", "c3a2"),
    (Rule::PromotingPawn, "4k3/8/8/8/8/3K4/2pQ4/8 w - - 0 1", "d2c2"),
    // 4a: without the rule, our only attacker of a king's square would leave.
    (Rule::OnlyAttacker, "k7/8/8/8/8/6Q1/8/K7 w - - 0 1", "g3c3"),
    (Rule::OnlyAttacker, "6k1/2K5/8/7R/8/8/8/8 w - - 0 1", "h5a5"),
    (Rule::OnlyAttacker, "8/8/8/8/2k5/8/4K3/8 w - - 0 1", "e2d1"),
    (Rule::OnlyAttacker, "8/8/1Pk5/8/8/8/8/1K6 w - - 0 1", "b6b7"),
    (Rule::OnlyAttacker, "7k/8/8/6N1/8/8/8/7K w - - 0 1", "g5h7"),
    (Rule::OnlyAttacker, "3B4/k7/8/8/8/4K3/8/8 w - - 0 1", "d8e7"),
    // 4b: without the rule, our piece would cut off our only attacker of a king's square.
    (Rule::CutOff, "6k1/8/8/8/8/8/5RK1/8 w - - 0 1", "g2f3"),
    (Rule::CutOff, "2k5/8/8/2B5/8/8/5K2/3R4 w - - 0 1", "c5d4"),
    (Rule::CutOff, "3k4/6K1/8/8/3N4/8/8/2R5 w - - 0 1", "d4c2"),
    (Rule::CutOff, "1B6/8/8/3R4/8/7k/8/2K5 w - - 0 1", "d5d6"),
    (Rule::CutOff, "2k5/8/5K2/8/8/5P2/7B/8 w - - 0 1", "f3f4"),
    // 4c: without the rule, one of our two attackers of a king's square would leave.
    (Rule::TwoAttackers, "8/8/4B3/8/7k/8/5N2/3K4 w - - 0 1", "f2g4"),
    (Rule::TwoAttackers, "2k5/4B3/4K3/8/8/8/8/3R4 w - - 0 1", "e6d5"),
    (Rule::TwoAttackers, "8/8/8/6B1/1Q6/5P1k/8/6K1 w - - 0 1", "f3f4"),
    (Rule::TwoAttackers, "rk6/7K/8/8/8/R7/8/6B1 w - - 0 1", "a3e3"),
    (Rule::TwoAttackers, "k7/4R3/8/4B3/8/8/8/1R5K w - - 0 1", "e5b2"),
    // 4d: without the rule, our piece would open a line of our slider to a king's square.
    (Rule::LineOpener, "8/1k6/8/8/8/2B5/7K/2R5 w - - 0 1", "c3e1"),
    (Rule::LineOpener, "8/8/8/8/8/8/1k6/4KR2 w - - 0 1", "e1e2"),
    (Rule::LineOpener, "8/8/8/8/3P2R1/2k5/8/2K5 w - - 0 1", "d4d5"),
    (Rule::LineOpener, "6k1/8/8/8/8/5N2/2K2Q2/8 w - - 0 1", "f3g5"),
    (Rule::LineOpener, "5k2/8/8/3R4/8/8/B7/K7 w - - 0 1", "d5d6"),
    // 4e: without the rule, our piece would attack a king's square that we did not attack.
    (Rule::NewAttack, "8/8/1k2K3/8/8/8/8/3R4 w - - 0 1", "d1d5"),
    (Rule::NewAttack, "8/8/1k2K3/8/8/8/8/8 w - - 0 1", "e6d5"),
    (Rule::NewAttack, "3k4/8/1K6/8/8/8/5Q2/8 w - - 0 1", "f2f5"),
    (Rule::NewAttack, "2k5/8/8/2B5/8/8/5K2/8 w - - 0 1", "c5b6"),
    (Rule::NewAttack, "4k3/8/8/5P2/8/8/8/3K4 w - - 0 1", "f5f6"),
    // 4f: without the rule, our piece would capture next to the enemy king, with our slider behind it.
    (Rule::Battery, "2kr4/2pn4/8/8/8/8/3R4/K2R4 w - - 0 1", "d2d7"),
    (Rule::Battery, "1nkr4/2n5/8/4B3/8/8/7Q/K7 w - - 0 1", "e5c7"),
    (Rule::Battery, "1nkr4/2n5/3P4/8/5B2/8/8/K7 w - - 0 1", "d6c7"),
    // 5a: without the rule, our piece would enter or leave a square that castling needs empty.
    (Rule::CastlingPath, "r3k3/8/N7/8/8/5K2/8/8 w q - 0 1", "a6b8"),
    (Rule::CastlingPath, "r3k3/8/8/8/8/8/7B/7K w q - 0 1", "h2b8"),
    // 5b: without the rule, our piece would capture a rook that may castle.
    (Rule::CastlingRook, "r5k1/8/8/8/8/7K/8/7B w q - 0 1", "h1a8"),
    (Rule::CastlingRook, "1r2k3/P7/8/8/8/6K1/8/8 w q - 0 1", "a7b8b"),
    (Rule::CastlingRook, "1r4k1/8/N7/8/8/8/8/5K2 w q - 0 1", "a6b8"),
    // 6a: without the rule, our king would leave a square where it stops enemy moves.
    (Rule::OurKing, "r7/8/8/K7/8/8/8/5k2 w - - 0 1", "a5b4"),
];
