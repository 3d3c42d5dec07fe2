//! Inputs and policies against their definitions, taken piece by piece and move by move, at every level.

use quadbit_inputs::features::{self, FeatureSet, Indices};
use quadbit_inputs::policy::{self, Policy};
use quadbit_movegen::{CastlingStyle, Color, Move, Position};
use quadbit_nibble::simd::testing::levels;
use quadbit_x88::{Role, Square};
use testing::positions;

/// The positions of the corpora, each also with its colours exchanged, so that either side is to move.
fn both() -> Vec<Position> {
    positions().flat_map(|position| [position, position.flip_colors()]).collect()
}

/// The pieces of a position: for each its kind, whether it is the other side's (1), and its square, as `side` sees the
/// board.
fn pieces(position: &Position, side: Color) -> impl Iterator<Item = (usize, usize, usize)> {
    let pieces = Square::ALL.into_iter().filter_map(move |square| Some((square, position.piece_at(square)?)));
    pieces.map(move |(square, piece)| {
        let square = if side == Color::Black { square.flip_rank() } else { square };
        (piece.role().index(), usize::from(piece.color() != side), square.index())
    })
}

/// The 768 dense inputs of a position, set piece by piece.
fn dense(position: &Position) -> [u8; 768] {
    let mut inputs = [0; 768];
    for (kind, theirs, square) in pieces(position, position.side_to_move()) {
        inputs[64 * (6 * theirs + kind) + square] = 1;
    }
    inputs
}

const POLICIES: [Policy; 5] =
    [Policy::FromTo, Policy::AlphaZero, Policy::Lc0, Policy::Pgx, Policy::OpenSpiel];

#[test]
fn dense_inputs_are_men_on_squares() {
    let positions = both();
    for level in levels() {
        let mut bytes = vec![[9; 768]; positions.len()];
        features::dense_u8(level, &positions, &mut bytes);
        let mut floats = vec![[9.0; 768]; positions.len()];
        features::dense_f32(level, &positions, &mut floats);
        for ((position, bytes), floats) in positions.iter().zip(&bytes).zip(&floats) {
            let expected = dense(position);
            assert_eq!(*bytes, expected, "{position} at level {level}");
            assert_eq!(
                floats.map(f32::to_bits),
                expected.map(|input| f32::from(input).to_bits()),
                "{position} at level {level}"
            );
        }
    }
}

/// Dense inputs are written to slices at any alignment in a cache line, for 0 to 4 positions. The bytes before and
/// after the slice are not changed.
#[test]
fn dense_inputs_begin_anywhere() {
    let positions: Vec<Position> = both().into_iter().step_by(97).take(4).collect();
    for (level, count) in levels().into_iter().flat_map(|level| (0..=4).map(move |count| (level, count))) {
        let positions = &positions[..count];
        let bytes: Vec<[u8; 768]> = positions.iter().map(dense).collect();
        let floats: Vec<u32> = bytes.as_flattened().iter().map(|&byte| f32::from(byte).to_bits()).collect();
        for begin in 0..64 {
            let (mut others, mut other_floats) = (vec![9; 768 * 4 + 128], vec![9_f32; 768 * 4 + 128]);
            let (before, rest) = others.split_at_mut(begin);
            let (answers, behind) = rest.split_at_mut(768 * count);
            features::dense_u8(level, positions, answers.as_chunks_mut().0);
            assert!(answers == bytes.as_flattened(), "{level}: {count} positions from byte {begin} on");
            assert!(before.iter().chain(&*behind).all(|&byte| byte == 9));
            let (before, rest) = other_floats.split_at_mut(begin);
            let (answers, behind) = rest.split_at_mut(768 * count);
            features::dense_f32(level, positions, answers.as_chunks_mut().0);
            assert!(
                answers.iter().map(|float| float.to_bits()).eq(floats.iter().copied()),
                "{level}: {count} positions from float {begin} on"
            );
            assert!(before.iter().chain(&*behind).all(|float| float.to_bits() == 9_f32.to_bits()));
        }
    }
}

/// The index of an input in the numbering `set`, by the definitions in the words of their sources; `None` if the piece
/// is no input.
fn index(
    set: FeatureSet,
    position: &Position,
    side: Color,
    kind: usize,
    theirs: usize,
    square: usize,
) -> Option<usize> {
    let king = position.king(side);
    let king = if side == Color::Black { king.flip_rank() } else { king };
    match set {
        FeatureSet::Buckets(_) => unreachable!("layouts have a test of their own"),
        FeatureSet::Chess768 => Some(64 * (6 * theirs + kind) + square),
        FeatureSet::HalfKp if kind == 5 => None,
        FeatureSet::HalfKp => {
            // The board is rotated by half a turn: files are reversed too.
            let turn = if side == Color::Black { 7 } else { 0 };
            Some(641 * (king.index() ^ turn) + 64 * (2 * kind + theirs) + (square ^ turn) + 1)
        }
        FeatureSet::HalfKaHm => {
            let mirror = if king.file().index() < 4 { 7 } else { 0 };
            let king = king.index() ^ mirror;
            let bucket = (7 - king / 8) * 4 + (7 - king % 8);
            Some(704 * bucket + 64 * (2 * kind + theirs).min(10) + (square ^ mirror))
        }
        FeatureSet::HalfKaV2Hm => {
            let mirror = if king.file().index() < 4 { 7 } else { 0 };
            let king = king.index() ^ mirror;
            let bucket = (7 - king / 8) * 4 + (7 - king % 8);
            Some(768 * bucket + 64 * (2 * kind + theirs) + (square ^ mirror))
        }
    }
}

#[test]
fn sparse_inputs_are_those_of_the_definitions() {
    let positions = both();
    for set in FeatureSet::ALL {
        for level in levels() {
            let mut found = vec![Indices::EMPTY; positions.len()];
            features::sparse(level, set, &positions, &mut found);
            for (position, found) in positions.iter().zip(&found) {
                let us = position.side_to_move();
                for (side, indices, padded) in [(us, found.us(), 0), (!us, found.them(), 1)] {
                    let indexed = pieces(position, side).filter_map(|(kind, theirs, square)| {
                        index(set, position, side, kind, theirs, square)
                    });
                    let expected: Vec<usize> = indexed.collect();
                    let indices: Vec<usize> = indices.iter().map(|&index| index.into()).collect();
                    assert_eq!(indices, expected, "{set:?} of {side:?} in {position} at level {level}");
                    assert!(indices.iter().all(|&index| index < set.size()));
                    assert!(
                        found.padded()[padded][indices.len()..].iter().all(|&index| index == Indices::NONE)
                    );
                }
            }
        }
    }
}

/// The dense numbers are 1 exactly at the sparse indices.
#[test]
fn sparse_and_dense_agree() {
    let positions = both();
    let level = quadbit_nibble::simd::Level::auto();
    let mut dense = vec![[0; 768]; positions.len()];
    features::dense_u8(level, &positions, &mut dense);
    let mut sparse = vec![Indices::EMPTY; positions.len()];
    features::sparse(level, FeatureSet::Chess768, &positions, &mut sparse);
    for (dense, sparse) in dense.iter().zip(&sparse) {
        assert_eq!(dense.iter().map(|&input| usize::from(input)).sum::<usize>(), sparse.us().len());
        assert!(sparse.us().iter().all(|&index| dense[usize::from(index)] == 1));
    }
}

/// The moves of lc0's list in its order, as texts: every pair of squares that a queen or a knight connects, then
/// promotions.
fn lc0_moves() -> Vec<String> {
    let mut moves = Vec::new();
    for from in Square::ALL {
        for to in Square::ALL.into_iter().filter(|&to| to != from) {
            let files = from.file().index().abs_diff(to.file().index());
            let ranks = from.rank().index().abs_diff(to.rank().index());
            if files == 0 || ranks == 0 || files == ranks || (files.min(ranks), files.max(ranks)) == (1, 2) {
                moves.push(format!("{from}{to}"));
            }
        }
    }
    for from in 'a'..='h' {
        for to in ('a'..='h').filter(|&to| from.max(to) as u8 - from.min(to) as u8 <= 1) {
            for role in "qrb".chars() {
                moves.push(format!("{from}7{to}8{role}"));
            }
        }
    }
    moves
}

/// The move as white would write it, castling as king takes rook.
fn mover_text(position: &Position, mv: Move) -> String {
    let text = mv.to_uci(position, CastlingStyle::Chess960).to_string();
    match position.side_to_move() {
        Color::White => text,
        Color::Black => text
            .chars()
            .map(|c| c.to_digit(10).map_or(c, |rank| char::from_digit(9 - rank, 10).unwrap()))
            .collect(),
    }
}

#[test]
fn lc0_numbers_are_places_in_its_list() {
    let list = lc0_moves();
    assert_eq!(list.len(), Policy::Lc0.size());
    // From the list in lc0's source.
    for (place, text) in
        [(0, "a1b1"), (22, "a1h8"), (23, "b1a1"), (1791, "h8g8"), (1792, "a7a8q"), (1857, "h7h8b")]
    {
        assert_eq!(list[place], text);
    }
    for position in both() {
        for &mv in &position.legal_moves() {
            let text = mover_text(&position, mv);
            let plain = text.strip_suffix('n').unwrap_or(&text);
            assert_eq!(list[usize::from(Policy::Lc0.index(&position, mv))], plain, "{position}: {text}");
        }
    }
}

#[test]
fn alpha_zero_numbers_are_squares_and_ways() {
    // Clockwise from the north, as (files, ranks).
    let directions = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let offset = |from: Square, to: Square| {
        let distance = |to: usize, from: usize| i32::try_from(to).unwrap() - i32::try_from(from).unwrap();
        (distance(to.file().index(), from.file().index()), distance(to.rank().index(), from.rank().index()))
    };
    for position in both() {
        let us = position.side_to_move();
        let mut numbers = Vec::new();
        for &mv in &position.legal_moves() {
            let standard = position.is_castling(mv) && position.has_standard_castling();
            let to = if standard { position.effect(mv).destination() } else { mv.to() };
            let [from, to] =
                [mv.from(), to].map(|square| if us == Color::Black { square.flip_rank() } else { square });
            let (files, ranks) = offset(from, to);
            let way = match mv.promotion() {
                Some(role @ (Role::Knight | Role::Bishop | Role::Rook)) => {
                    let kind =
                        [Role::Knight, Role::Bishop, Role::Rook].iter().position(|&r| r == role).unwrap();
                    64 + 3 * usize::try_from(files + 1).unwrap() + kind
                }
                _ => jumps.iter().position(|&jump| jump == (files, ranks)).map_or_else(
                    || {
                        let direction =
                            directions.iter().position(|&d| d == (files.signum(), ranks.signum()));
                        let distance = usize::try_from(files.abs().max(ranks.abs())).unwrap();
                        7 * direction.unwrap() + distance - 1
                    },
                    |jump| 56 + jump,
                ),
            };
            let number = usize::from(Policy::AlphaZero.index(&position, mv));
            assert_eq!(number, 73 * from.index() + way, "{position}: {mv:?}");
            assert!(!numbers.contains(&number), "{position}: two moves have the number {number}");
            numbers.push(number);
        }
    }
}

/// The steps of pgx's 73 move types, as (files, ranks), in the order of its source: nine promotions, the four lines,
/// jumps.
fn pgx_steps() -> Vec<(i32, i32)> {
    let mut steps: Vec<(i32, i32)> = (0..3).flat_map(|_| [(0, 1), (1, 1), (-1, 1)]).collect();
    for (files, ranks) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        steps.extend((-7..=7).filter(|&n| n != 0).map(|n| (n * files, n * ranks)));
    }
    steps.extend([(-2, -1), (-2, 1), (-1, -2), (-1, 2), (2, -1), (2, 1), (1, -2), (1, 2)]);
    steps
}

#[test]
fn pgx_numbers_are_squares_and_steps() {
    let steps = pgx_steps();
    assert_eq!(steps.len(), 73);
    // The numbers of the first moves and of castling, from pgx's source.
    let start = Position::start();
    let first = [
        89, 90, 652, 656, 673, 674, 1257, 1258, 1841, 1842, 2425, 2426, 3009, 3010, 3572, 3576, 3593, 3594,
        4177, 4178,
    ];
    let mut found: Vec<u16> = start.legal_moves().iter().map(|&mv| Policy::Pgx.index(&start, mv)).collect();
    found.sort_unstable();
    assert_eq!(found, first);
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1".parse::<Position>().unwrap();
    for (rook, pgx, open_spiel) in [(Square::A8, 2364, 4672), (Square::H8, 2367, 4673)] {
        let mv = Move::new(Square::E8, rook);
        assert_eq!(Policy::Pgx.index(&castling, mv), pgx);
        assert_eq!(Policy::OpenSpiel.index(&castling, mv), open_spiel);
    }

    let offset = |to: usize, from: usize| i32::try_from(to).unwrap() - i32::try_from(from).unwrap();
    for position in both() {
        let us = position.side_to_move();
        for &mv in &position.legal_moves() {
            let standard = position.is_castling(mv) && position.has_standard_castling();
            let to = if standard { position.effect(mv).destination() } else { mv.to() };
            let [from, to] =
                [mv.from(), to].map(|square| if us == Color::Black { square.flip_rank() } else { square });
            let (file, rank) = (from.file().index(), from.rank().index());
            let step = (offset(to.file().index(), file), offset(to.rank().index(), rank));
            let first = match mv.promotion() {
                Some(Role::Rook) => 0,
                Some(Role::Bishop) => 3,
                Some(Role::Knight) => 6,
                _ => 9,
            };
            let way = first + steps[first..].iter().position(|&other| other == step).unwrap();
            let number = 73 * (8 * file + rank) + way;
            assert_eq!(usize::from(Policy::Pgx.index(&position, mv)), number, "{position}: {mv:?}");
            let is_long = mv.to() < mv.from();
            let castling = if is_long { 4672 } else { 4673 };
            let expected = if position.is_castling(mv) { castling } else { number };
            assert_eq!(usize::from(Policy::OpenSpiel.index(&position, mv)), expected, "{position}: {mv:?}");
        }
    }
}

#[test]
fn masks_have_the_legal_moves() {
    let positions = both();
    for policy in POLICIES {
        let size = policy.size();
        let mut expected = vec![false; size * positions.len()];
        for (position, expected) in positions.iter().zip(expected.chunks_exact_mut(size)) {
            for &mv in &position.legal_moves() {
                expected[usize::from(policy.index(position, mv))] = true;
            }
        }
        for level in levels() {
            let mut words = vec![!0; policy.words() * positions.len()];
            policy::legal_bits(level, policy, &positions, &mut words);
            let mut mask = vec![true; size * positions.len()];
            policy::legal_mask(level, policy, &positions, &mut mask);
            let words = words.chunks_exact(policy.words());
            let answers = words.zip(mask.chunks_exact(size)).zip(expected.chunks_exact(size));
            for (position, ((words, mask), expected)) in positions.iter().zip(answers) {
                assert_eq!(mask, expected, "{policy:?}: {position} at level {level}");
                let bits = (0..64 * words.len()).map(|index| words[index / 64] >> (index % 64) & 1 == 1);
                let nothing = std::iter::repeat(&false);
                assert!(bits.eq(expected.iter().chain(nothing).take(64 * words.len()).copied()));
            }
        }
    }
}

/// From-to numbers are the squares themselves, as the mover sees them.
#[test]
fn from_to_numbers_are_squares() {
    for position in both() {
        for &mv in &position.legal_moves() {
            let text = mover_text(&position, mv);
            let [from, to] =
                [&text[..2], &text[2..4]].map(|square| square.parse::<Square>().unwrap().index());
            assert_eq!(usize::from(Policy::FromTo.index(&position, mv)), 64 * from + to);
        }
    }
}

/// Every legal move is found by its number, or a promotion to a queen that shares it.
#[test]
fn moves_are_found_by_their_numbers() {
    for position in both() {
        for policy in POLICIES {
            let moves = position.legal_moves();
            let indices: Vec<u16> = moves.iter().map(|&mv| policy.index(&position, mv)).collect();
            for (&mv, &index) in moves.iter().zip(&indices) {
                let is_shared = indices.iter().filter(|&&other| other == index).count() > 1;
                let queens = Move::promoting(mv.from(), mv.to(), Role::Queen);
                let expected = if is_shared { queens } else { mv };
                assert_eq!(policy.find(&position, index), Some(expected), "{policy:?}: {position}");
            }
            let illegal = (0..u16::MAX).step_by(37).find(|index| !indices.contains(index));
            assert_eq!(policy.find(&position, illegal.unwrap()), None, "{policy:?}: {position}");
        }
    }
}
