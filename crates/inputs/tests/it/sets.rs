//! Sets of inputs against their definitions, square by square, at every level.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "squares and the numbers of samples are small"
)]

use quadbit_inputs::sets::{Csr, Order, RowsError, Set, Sets, SetsError};
use quadbit_movegen::{Color, Move, Position};
use quadbit_nibble::simd::Level;
use quadbit_nibble::simd::testing::levels;
use quadbit_quad::Bitboard;
use quadbit_x88::{Piece, Role, Square};
use testing::{Random, positions};

/// The 64 squares of a position as `side` sees them, mirrored left to right if `mirror` says so of the file of its
/// king. For each piece, its kind and whether it is the other side's.
fn seen(position: &Position, side: Color, mirror: impl Fn(usize) -> bool) -> [Option<(Role, bool)>; 64] {
    let turn = if side == Color::Black { 56 } else { 0 }
        ^ if mirror(position.king(side).index() % 8) { 7 } else { 0 };
    let piece = |piece: Piece| (piece.role(), piece.color() != side);
    core::array::from_fn(|square| position.piece_at(Square::ALL[square ^ turn]).map(piece))
}

/// The squares that a piece on `from` attacks, in each direction the nearest first; `theirs` turns a pawn around,
/// `blocked` says on which squares a slider stops.
fn attacked(role: Role, theirs: bool, from: usize, blocked: impl Fn(usize) -> bool) -> Vec<usize> {
    let forward = if theirs { -1 } else { 1 };
    let (steps, length): (Vec<(i32, i32)>, i32) = match role {
        Role::Pawn => (vec![(-1, forward), (1, forward)], 1),
        Role::Knight => (
            (-2..=2)
                .flat_map(|x| (-2..=2).map(move |y| (x, y)))
                .filter(|(x, y)| x * y == 2 || x * y == -2)
                .collect(),
            1,
        ),
        Role::Bishop => (vec![(1, 1), (1, -1), (-1, 1), (-1, -1)], 7),
        Role::Rook => (vec![(1, 0), (-1, 0), (0, 1), (0, -1)], 7),
        Role::Queen | Role::King => (
            (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))).filter(|step| *step != (0, 0)).collect(),
            if role == Role::King { 1 } else { 7 },
        ),
    };
    let mut squares = Vec::new();
    for (x, y) in steps {
        let (mut file, mut rank) = ((from % 8) as i32, (from / 8) as i32);
        for _ in 0..length {
            (file, rank) = (file + x, rank + y);
            if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                break;
            }
            let square = (8 * rank + file) as usize;
            squares.push(square);
            if blocked(square) {
                break;
            }
        }
    }
    squares
}

/// The squares that a piece on `from` attacks on an empty board, ascending; none for a pawn on the first or the last
/// rank.
fn on_empty_board(role: Role, theirs: bool, from: usize) -> Vec<usize> {
    if role == Role::Pawn && !(8..56).contains(&from) {
        return Vec::new();
    }
    let mut squares = attacked(role, theirs, from, |_| false);
    squares.sort_unstable();
    squares
}

/// For each attacker P N B R Q K, the letters of the roles on which its attacks have a number, in order.
type Targets = [&'static str; 6];

/// The sets of attacks, with the targets that have a number in the programs that they come from: Stockfish 762dd1d;
/// Stormphrax 159816a (without its pairs of pawns); Stockfish's pull request 6694, where a pawn also has a pair with a
/// pawn ahead of it; Stockfish's pull request 6593, which removes attacks on kings from the next; Stockfish 06b7fca.
const NUMBERINGS: [(Set, Targets); 5] = [
    (Set::FullThreats, ["NR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""]),
    (Set::FullThreats60144, ["PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""]),
    (Set::FullThreats60720, ["PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""]),
    (Set::FullThreats66864, ["PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", "PNBR"]),
    (Set::FullThreats79856, ["PNR", "PNBRQK", "PNBRK", "PNBRK", "PNBRQK", "PNBR"]),
];

/// The square ahead of a pawn.
fn ahead(theirs: bool, from: usize) -> usize {
    if theirs { from - 8 } else { from + 8 }
}

/// The number of `target` among the roles on which attacks of `attacker` have a number.
fn slot(targets: Targets, attacker: Role, target: Role) -> Option<usize> {
    let letter = target.of(Color::White).to_char();
    targets[Role::ALL.iter().position(|role| *role == attacker).unwrap()].find(letter)
}

/// The order of the inputs of attacks: by attacker (own P N B R Q K, then the other side's), by target (own roles in
/// the order of `targets`, then the other side's), by the square of the attacker, and by the squares that it attacks on
/// an empty board.
struct Numbers {
    set: Set,
    targets: Targets,
    attacked: Vec<Vec<Vec<usize>>>,
    first: Vec<usize>,
}

impl Numbers {
    fn new((set, targets): (Set, Targets)) -> Self {
        let (mut attacked, mut first) = (Vec::new(), vec![0]);
        for theirs in [false, true] {
            for (role, targets) in Role::ALL.into_iter().zip(targets) {
                let mut squares: Vec<Vec<usize>> =
                    (0..64).map(|from| on_empty_board(role, theirs, from)).collect();
                if set == Set::FullThreats60720 && role == Role::Pawn {
                    for (from, squares) in squares.iter_mut().enumerate().take(56).skip(8) {
                        squares.push(ahead(theirs, from));
                        squares.sort_unstable();
                    }
                }
                let pairs = squares.iter().flatten().count();
                first.push(first.last().unwrap() + 2 * targets.len() * pairs);
                attacked.push(squares);
            }
        }
        Self { set, targets, attacked, first }
    }
}

fn full_threats(position: &Position, side: Color, numbers: &Numbers) -> Vec<usize> {
    let board = seen(position, side, |file| file >= 4);
    let mut indices = Vec::new();
    for (from, piece) in board.iter().enumerate() {
        let Some((role, theirs)) = *piece else { continue };
        let kind = Role::ALL.iter().position(|known| *known == role).unwrap();
        let attacker = kind + if theirs { 6 } else { 0 };
        let pairs = &numbers.attacked[attacker];
        let mut targets = attacked(role, theirs, from, |square| board[square].is_some());
        if numbers.set == Set::FullThreats60720 && role == Role::Pawn {
            let ahead = ahead(theirs, from);
            targets.extend(matches!(board[ahead], Some((Role::Pawn, _))).then_some(ahead));
        }
        for to in targets {
            let Some((target, is_their_target)) = board[to] else { continue };
            let Some(slot) = slot(numbers.targets, role, target) else { continue };
            let is_one_way = role == Role::Pawn && theirs == is_their_target;
            if role == target && !is_one_way && from < to {
                continue;
            }
            let before = pairs[..from].iter().map(Vec::len).sum::<usize>();
            let all = pairs.iter().map(Vec::len).sum::<usize>();
            let number = pairs[from].iter().filter(|square| **square < to).count();
            let block = if is_their_target { numbers.targets[kind].len() } else { 0 } + slot;
            indices.push(numbers.first[attacker] + block * all + before + number);
        }
    }
    indices
}

fn pawn_pairs(position: &Position, side: Color) -> Vec<usize> {
    let board = seen(position, side, |file| file >= 4);
    let pawns = |wanted: bool| {
        let is_pawn = move |square: &usize| board[*square] == Some((Role::Pawn, wanted));
        (0..64).filter(is_pawn).map(move |square| (48 * usize::from(wanted) + square - 8, square % 8))
    };
    let pawns: Vec<(usize, usize)> = pawns(false).chain(pawns(true)).collect();
    let mut indices = Vec::new();
    for &(high, file) in &pawns {
        for &(low, other) in &pawns {
            if low < high && file.abs_diff(other) <= 1 {
                indices.push(high * (high - 1) / 2 + low);
            }
        }
    }
    indices
}

/// The inputs of `halfkav2_hm`, by the definition. The bucket of a king counts from h8.
fn king_pieces(position: &Position, side: Color) -> Vec<usize> {
    let board = seen(position, side, |file| file < 4);
    let king = board.iter().position(|piece| *piece == Some((Role::King, false))).unwrap();
    let bucket = 4 * (7 - king / 8) + (7 - king % 8);
    let index = |(square, piece): (usize, &Option<(Role, bool)>)| {
        piece.map(|(role, theirs)| square + 64 * (2 * role.index() + usize::from(theirs)) + 768 * bucket)
    };
    board.iter().enumerate().filter_map(index).collect()
}

/// The inputs of `chess768` with a table of king buckets, as bullet numbers them: a table of 32 buckets is expanded to
/// 64 squares, and the indices of `Chess768` are mirrored by an xor.
fn buckets(position: &Position, side: Color, table: &[usize]) -> Vec<i32> {
    let is_mirrored = table.len() == 32;
    let expanded = |square: usize| {
        if is_mirrored { table[square / 8 * 4 + [0, 1, 2, 3, 3, 2, 1, 0][square % 8]] } else { table[square] }
    };
    let board = seen(position, side, |_| false);
    let king = board.iter().position(|piece| *piece == Some((Role::King, false))).unwrap();
    let flip = if is_mirrored && king % 8 > 3 { 7 } else { 0 };
    let index = |(square, piece): (usize, &Option<(Role, bool)>)| {
        let chess768 = piece.map(|(role, theirs)| 384 * usize::from(theirs) + 64 * role.index() + square);
        chess768.map(|index| (768 * expanded(king) + (index ^ flip)) as i32)
    };
    let mut indices: Vec<i32> = board.iter().enumerate().filter_map(index).collect();
    indices.sort_unstable();
    indices
}

#[test]
fn layouts_are_those_of_bullet() {
    assert!(compare_layouts(12, 20) > 5_000);
}

#[test]
#[ignore = "takes minutes in a debug build"]
fn layouts_of_300_000_positions() {
    assert!(compare_layouts(2, 3_000) > 300_000);
}

/// Compares `tables` random tables of king buckets, alone and after another set, written as text and read back, on the
/// positions of the suites and of `games` random games. Returns the number of positions.
fn compare_layouts(tables: usize, games: usize) -> usize {
    let mut random = Random(64);
    let (mut list, mut most) = (positions().collect::<Vec<_>>(), 0);
    list.extend((0..games).flat_map(|_| game(&mut random)));
    for length in [32, 64].into_iter().cycle().take(tables) {
        let end = 1 + random.below(64);
        let table: Vec<usize> = (0..length).map(|_| random.below(end)).collect();
        let numbers: Vec<String> = table.iter().map(ToString::to_string).collect();
        let text = format!("chess768[{}]{}", numbers.join(","), if length == 32 { "hm" } else { "" });
        assert_eq!(sets(&text).to_string(), text);
        assert_eq!(sets(&text).size(), 768 * (table.iter().max().unwrap() + 1));
        most = most.max(sets(&text).size());
        for level in levels() {
            let mut sides: [Csr<i32>; 2] = Default::default();
            sets(&format!("pp_3wide+{text}")).append(level, Order::Ascending, &list, &mut sides);
            for (n, position) in list.iter().enumerate() {
                for (side, indices) in [Color::White, Color::Black].into_iter().zip(&sides) {
                    let expected = buckets(position, side, &table);
                    let row = indices.row(n);
                    let found = row[row.len() - expected.len()..].iter().map(|index| index - 4_560);
                    assert!(found.eq(expected), "{text}: {position} at level {level}");
                }
            }
        }
    }
    assert!(most > 20_000, "{most}");
    list.len()
}

/// The inputs of attacks, pairs of pawns and `halfkav2_hm` that are 1 as `side` sees the position, by the definitions
/// of the three sets, ascending.
fn twin(position: &Position, side: Color, numbers: &Numbers) -> Vec<i32> {
    let behind =
        |indices: Vec<usize>, base: usize| indices.into_iter().map(move |index| (base + index) as i32);
    let mut indices: Vec<i32> = behind(full_threats(position, side, numbers), 0)
        .chain(behind(pawn_pairs(position, side), numbers.first[12]))
        .chain(behind(king_pieces(position, side), numbers.first[12] + 4_560))
        .collect();
    indices.sort_unstable();
    indices
}

fn sets(text: &str) -> Sets {
    text.parse().unwrap()
}

/// Compares the inputs of three joined sets with [`twin`] at every level, and the order in which they are found between
/// levels.
fn compare(positions: &[Position], numbers: &Numbers, levels: &[Level]) {
    let all = sets(&format!("{}+pp_3wide+halfkav2_hm", numbers.set));
    let expected: Vec<[Vec<i32>; 2]> = positions
        .iter()
        .map(|position| [Color::White, Color::Black].map(|side| twin(position, side, numbers)))
        .collect();
    let mut found: Option<[Csr<i32>; 2]> = None;
    for &level in levels {
        let [mut sides, mut unsorted]: [[Csr<i32>; 2]; 2] = Default::default();
        // Two calls, so that blocks of positions end in different places.
        let (one, two) = positions.split_at(positions.len() / 3);
        for part in [one, two] {
            all.append(level, Order::Ascending, part, &mut sides);
            all.append(level, Order::Found, part, &mut unsorted);
        }
        for (n, expected) in expected.iter().enumerate() {
            for (side, expected) in sides.iter().zip(expected) {
                assert_eq!(side.row(n), expected, "{} at level {level}", positions[n]);
            }
        }
        assert_eq!(sides[0].len(), positions.len());
        let found = found.get_or_insert_with(|| unsorted.clone());
        for (found, unsorted) in found.iter().zip(&unsorted) {
            for (n, position) in positions.iter().enumerate() {
                assert_eq!(found.row(n), unsorted.row(n), "the order of {position} at level {level}");
            }
        }
    }
}

#[test]
fn indices_are_those_of_the_definitions() {
    let positions: Vec<Position> =
        positions().flat_map(|position| [position, position.flip_colors()]).collect();
    assert!(positions.iter().any(|position| !position.has_standard_castling()));
    for numbering in NUMBERINGS {
        let numbers = Numbers::new(numbering);
        assert_eq!(numbers.first[12], numbering.0.size());
        compare(&positions, &numbers, &levels());
    }
}

/// A random game of Chess960 in which pawns hurry to promote, so that there are many promoted pieces.
fn game(random: &mut Random) -> Vec<Position> {
    let mut position = Position::double_chess960(random.below(960) as u16, random.below(960) as u16).unwrap();
    let mut positions = vec![position];
    for _ in 0..200 {
        let moves = position.legal_moves();
        let of_pawns: Vec<Move> =
            moves.iter().copied().filter(|mv| position.board().pawns().has(mv.from())).collect();
        let chosen = if random.below(3) > 0 { &of_pawns[..] } else { &moves[..] };
        let Some(mv) = random.of(chosen).or_else(|| random.of(&moves)) else { break };
        position = position.after(mv);
        positions.push(position);
    }
    positions
}

/// Positions of random games. `QUADBIT_POSITIONS=1000000` in the environment takes a million, in minutes.
#[test]
fn random_games_agree_with_the_definitions() {
    let count = std::env::var("QUADBIT_POSITIONS").map_or(2_000, |text| text.parse().expect("a number"));
    let (numberings, levels, mut random) = (NUMBERINGS.map(Numbers::new), levels(), Random(31));
    let (mut compared, mut promoted) = (0, 0);
    while compared < count {
        let mut positions = game(&mut random);
        positions.truncate(count - compared);
        for numbers in &numberings {
            compare(&positions, numbers, &levels);
        }
        compared += positions.len();
        let officers = |position: &&Position| {
            let board = position.board();
            [board.white(), board.black()].into_iter().any(|color| {
                let more = |role: Bitboard, at_first: u32| (role & color).len() > at_first;
                more(board.queens(), 1) || more(board.rooks(), 2) || more(board.knights(), 2)
            })
        };
        promoted += positions.iter().filter(officers).count();
    }
    assert!(promoted > count / 4, "{promoted} of {count} positions have promoted pieces");
}

/// The inputs of the start position that are 1 are those that nnue-pytorch gives.
#[test]
fn the_start_position() {
    let indices = |text: &str| {
        let mut sides: [Csr<i32>; 2] = Default::default();
        sets(text).append(Level::auto(), Order::Ascending, &[Position::start()], &mut sides);
        assert_eq!(sides[0], sides[1]);
        sides[0].indices.clone()
    };
    let threats = [
        338, 357, 3710, 3711, 3731, 3732, 8183, 8281, 9072, 9176, 15435, 15436, 15437, 18344, 32234, 32253,
        36363, 36364, 36384, 36385, 42454, 42552, 43351, 43455, 53911, 53912, 53913, 56830,
    ];
    assert_eq!(indices("full_threats"), threats);
    let pawns = indices("pp_3wide");
    assert_eq!((pawns.len(), &pawns[..10]), (36, &[0, 2, 5, 9, 14, 20, 27, 3828, 3829, 3916][..]));
    let pieces = indices("halfkav2_hm");
    assert_eq!((pieces.len(), &pieces[..3]), (32, &[23816, 23817, 23818][..]));
    let joined = indices("full_threats+pp_3wide+halfkav2_hm");
    assert_eq!(joined.len(), 96);
    assert_eq!(joined[28..64], pawns.iter().map(|index| 59_808 + index).collect::<Vec<i32>>());
    let other = indices("halfkav2_hm+full_threats");
    assert_eq!(other[32..], threats.map(|index| 24_576 + index));
}

/// The names as papers and programs write them.
#[test]
fn names_of_sets_ignore_case() {
    for (text, name) in [
        ("768", "chess768"),
        ("Chess768", "chess768"),
        ("HalfKP", "halfkp"),
        ("HALFKA_HM", "halfka_hm"),
        ("HalfKAv2_hm", "halfkav2_hm"),
        ("Full_Threats^+HalfKAv2_hm^", "full_threats+halfkav2_hm"),
        ("Full_Threats+PP_3Wide+768", "full_threats+pp_3wide+chess768"),
    ] {
        assert_eq!(sets(text).to_string(), name);
    }
    assert_eq!("768+Chess768".parse::<Sets>(), Err(SetsError::Twice(sets("768").iter().next().unwrap().1)));
}

/// The found and the ascending order, padded rows, and numbers of 16 and 32 bits hold the same indices.
#[test]
fn forms_orders_and_kinds_of_numbers() {
    let positions: Vec<Position> = positions().step_by(7).collect();
    for set in Set::ALL {
        let sets = Sets::new([set]).unwrap();
        assert_eq!(sets.to_string().parse(), Ok(sets));
        for level in levels() {
            let [mut found, mut ascending]: [[Csr<i32>; 2]; 2] = Default::default();
            sets.append(level, Order::Found, &positions, &mut found);
            sets.append(level, Order::Ascending, &positions, &mut ascending);
            let width = sets.most();
            let mut padded: [Vec<i32>; 2] = Default::default();
            sets.append_padded(level, Order::Ascending, &positions, width, &mut padded).unwrap();
            for n in 0..positions.len() {
                for ((found, ascending), rows) in found.iter().zip(&ascending).zip(&padded) {
                    let mut sorted = found.row(n).to_vec();
                    sorted.sort_unstable();
                    assert_eq!(sorted, ascending.row(n), "{set:?}: {}", positions[n]);
                    assert!(sorted.windows(2).all(|pair| pair[0] < pair[1]));
                    assert!(sorted.last().is_none_or(|&last| (last as usize) < set.size()));
                    let (row, rest) = rows[n * width..][..width].split_at(sorted.len());
                    assert_eq!(row, sorted);
                    assert!(rest.iter().all(|&place: &i32| place == -1));
                }
            }
            if sets.fits::<i16>() {
                let mut short: [Csr<i16>; 2] = Default::default();
                sets.append(level, Order::Found, &positions, &mut short);
                assert!(
                    short[1]
                        .indices
                        .iter()
                        .map(|&index| i32::from(index))
                        .eq(found[1].indices.iter().copied())
                );
            }
        }
    }
    assert_eq!(
        Set::ALL.map(|set| Sets::new([set]).unwrap().fits::<i16>()),
        [true, false, true, true, false, false, false, false, false, true]
    );
}

/// `for_each` gives one position the inputs that it has among many, the side to move first: for joined sets of all
/// kinds, and for sets of pieces only, which have smaller room.
#[test]
fn one_position_at_a_time() {
    let pieces = Set::ALL.into_iter().filter(|set| matches!(set, Set::Pieces(_)));
    let positions: Vec<Position> = positions().step_by(3).collect();
    let one_of_threats = Set::ALL.into_iter().filter(|set| !set.name().contains("threats_"));
    for all in [Sets::new(one_of_threats), Sets::new(pieces)] {
        check_one_at_a_time(&all.unwrap(), &positions);
    }
}

fn check_one_at_a_time(all: &Sets, positions: &[Position]) {
    for level in levels() {
        let mut sides: [Csr<i32>; 2] = Default::default();
        all.append(level, Order::Found, positions, &mut sides);
        for (n, position) in positions.iter().enumerate() {
            let mut inputs = [Vec::new(), Vec::new()];
            all.for_each(level, position, |us, them| {
                inputs[0].push(us as i32);
                inputs[1].push(them as i32);
            });
            let mover = position.side_to_move();
            assert_eq!(inputs, [mover, !mover].map(|side| sides[side as usize].row(n)), "{position}");
        }
    }
}

/// No position of the corpora has more inputs than usual rows have room for.
#[test]
fn usual_rows_are_wide_enough_for_games() {
    let all = sets("full_threats+pp_3wide+halfkav2_hm");
    assert_eq!((all.usual(), all.most()), (280, 408));
    for set in Set::ALL {
        let sets = Sets::new([set]).unwrap();
        for position in positions() {
            let mut inputs = 0;
            sets.for_each(Level::auto(), &position, |_, _| inputs += 1);
            assert!(inputs <= sets.usual(), "{set:?}: {position}");
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let positions = [Position::from_fen("8/8/8/8/8/8/8/K6k w - - 0 1").unwrap(), Position::start()];
    let mut sides = <[Csr<i16>; 2]>::default();
    sets("halfkav2_hm").append(Level::auto(), Order::Found, &positions, &mut sides);
    let mut rows = <[Vec<i16>; 2]>::default();
    let error = sets("halfkav2_hm").append_padded(Level::auto(), Order::Found, &positions, 31, &mut rows);
    let error = error.unwrap_err();
    assert_eq!(error, RowsError { position: 1, inputs: 32 });
    assert_eq!(error.to_string(), "position 1 has 32 inputs, more than a row");
    assert!(!sides[0].is_empty() && Csr::<i16>::default().is_empty());

    for (text, error) in [
        ("", SetsError::Unknown),
        ("full_threats+", SetsError::Unknown),
        ("FullThreats", SetsError::Unknown),
        ("halfkav2_hm^^", SetsError::Unknown),
        ("chess768[", SetsError::KingBuckets),
        ("chess768[]", SetsError::KingBuckets),
        ("chess768[0,1]", SetsError::KingBuckets),
        ("halfkp[0]", SetsError::KingBuckets),
        ("pp_3wide+pp_3wide", SetsError::Twice(Set::Pp3Wide)),
        ("full_threats_79856+full_threats", SetsError::TooMany),
    ] {
        assert_eq!(text.parse::<Sets>(), Err(error), "{text}");
    }
    let message = SetsError::Unknown.to_string();
    assert!(Set::ALL.iter().all(|set| message.contains(set.name())), "{message}");
}
