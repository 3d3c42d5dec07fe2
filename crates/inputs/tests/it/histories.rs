//! Planes with history against their definition, square by square.

use quadbit_inputs::history::{History, Layout};
use quadbit_movegen::{Color, EpMode, Move, Position, Square};
use quadbit_x88::Role;
use testing::Random;

const LAYOUTS: [Layout; 8] = [
    Layout::AlphaZero,
    Layout::Lc0,
    Layout::Lc0Castling,
    Layout::Lc0Canonical,
    Layout::Lc0Hectoplies,
    Layout::Lc0CanonicalV2,
    Layout::Lc0HectopliesArmageddon,
    Layout::Lc0CanonicalV2Armageddon,
];

/// File and rank from 0 after a turn of the board: files reversed, ranks reversed, mirrored about the diagonal from h1.
fn turned((file, rank): (usize, usize), [files, ranks, diagonal]: [bool; 3]) -> (usize, usize) {
    let file = if files { 7 - file } else { file };
    let rank = if ranks { 7 - rank } else { rank };
    if diagonal { (7 - rank, 7 - file) } else { (file, rank) }
}

/// File and rank from 0, as a side sees the square.
fn seen(square: Square, side: Color) -> (usize, usize) {
    let square = if side == Color::White { square } else { square.flip_rank() };
    (square.file().index(), square.rank().index())
}

/// The turn of the board that canonical forms choose.
fn turn(position: &Position) -> [bool; 3] {
    let us = position.side_to_move();
    let is_role =
        |role: Role| move |at: Square| position.piece_at(at).is_some_and(|piece| piece.role() == role);
    if !position.castling_rights().is_empty() {
        return [false; 3];
    }
    let king = seen(position.king(us), us);
    let files = king.0 < 4;
    if Square::ALL.into_iter().any(is_role(Role::Pawn)) {
        return [files, false, false];
    }
    let ranks = king.1 > 3;
    // Which squares a set has on the turned board, from h8 down: of two numbers, the first different bit decides.
    let row = |diagonal: bool, is_in: &dyn Fn(Square) -> bool| {
        let mut row = [false; 64];
        for square in Square::ALL.into_iter().filter(|&square| is_in(square)) {
            let (file, rank) = turned(seen(square, us), [files, ranks, diagonal]);
            row[63 - (8 * rank + file)] = true;
        }
        row
    };
    let sets: [&dyn Fn(Square) -> bool; 8] = [
        &|square| square == position.king(us),
        &|square| position.piece_at(square).is_some(),
        &|square| position.piece_at(square).is_some_and(|piece| piece.color() == us),
        &is_role(Role::King),
        &is_role(Role::Queen),
        &is_role(Role::Rook),
        &is_role(Role::Knight),
        &is_role(Role::Bishop),
    ];
    let differs = sets.into_iter().find(|is_in| row(false, is_in) != row(true, is_in));
    [files, ranks, differs.is_some_and(|is_in| row(false, is_in) > row(true, is_in))]
}

/// The indices of the positions that planes show, the latest first.
fn shown(game: &[Position], layout: Layout) -> Vec<usize> {
    let last = game.len() - 1;
    if (layout as u8) < 3 {
        return (0..=last).rev().take(8).collect();
    }
    let mut indices = Vec::new();
    for n in (0..=last).rev() {
        let position = &game[n];
        let is_pushed = position.ep_square(EpMode::Pseudo).is_some();
        if position.castling_rights() != game[last].castling_rights() || n < last && is_pushed {
            break;
        }
        if ![5, 133].contains(&(layout as u8)) || n == last || game[..n].contains(position) {
            indices.push(n);
        }
        if position.halfmoves() == 0 {
            break;
        }
    }
    indices.truncate(8);
    indices
}

/// The planes of the last position of `game`, square by square, in the order of the tables in the documentation of
/// `history`.
fn twin(game: &[Position], layout: Layout) -> Vec<[u32; 64]> {
    let now = game.last().unwrap();
    let us = now.side_to_move();
    let form = layout as u8;
    let turn = if form > 2 { turn(now) } else { [false; 3] };
    let plane = |is_in: &dyn Fn(Square) -> bool| {
        let mut plane = [0; 64];
        for square in Square::ALL.into_iter().filter(|&square| is_in(square)) {
            let (file, rank) = turned(seen(square, us), turn);
            plane[8 * rank + file] = 1;
        }
        plane
    };
    let mut planes = Vec::new();
    let times_before = |n: usize| (0..n).filter(|&earlier| game[earlier] == game[n]).count();
    let shown = shown(game, layout);
    for n in 0..8 {
        let index = shown.get(n).copied();
        for color in [us, !us] {
            for role in Role::ALL {
                planes.push(plane(&|square| {
                    index.is_some_and(|index| game[index].piece_at(square) == Some(role.of(color)))
                }));
            }
        }
        let before = index.map_or(0, times_before);
        planes.push([u32::from(before >= 1); 64]);
        if layout == Layout::AlphaZero {
            planes.push([u32::from(before >= 2); 64]);
        }
    }
    // For castling short and long, the rook with the right, if there is one.
    let rooks = |color: Color| {
        let (king, rooks) = (now.king(color), now.castling_rights().rooks_of(color));
        [true, false].map(|is_short| rooks.into_iter().find(|&rook| (rook > king) == is_short))
    };
    let [[our_short, our_long], [their_short, their_long]] = [rooks(us), rooks(!us)];
    let full = |number: u32| [number; 64];
    let [k, q, their_k, their_q] =
        [our_short, our_long, their_short, their_long].map(|rook| full(rook.is_some().into()));
    let (black, clock) = (full((us == Color::Black).into()), full(now.halfmoves().into()));
    planes.extend(match layout {
        Layout::AlphaZero => vec![black, full(now.fullmoves().into()), k, q, their_k, their_q, clock],
        Layout::Lc0 => vec![q, k, their_q, their_k, black, clock, full(0), full(1)],
        _ => {
            let long = plane(&|square| [our_long, their_long].contains(&Some(square)));
            let short = plane(&|square| [our_short, their_short].contains(&Some(square)));
            let pushed = now.ep_square(EpMode::Pseudo);
            let on_last_rank = |square: Square| {
                pushed.is_some_and(|at| at.file() == square.file()) && seen(square, us).1 == 7
            };
            let fifth = if form > 2 { plane(&on_last_rank) } else { black };
            let seventh = if form > 128 { black } else { full(0) };
            vec![long, short, full(0), full(0), fifth, clock, seventh, full(1)]
        }
    });
    planes
}

fn compare(game: &[Position]) -> usize {
    let mut history = History::new();
    history.extend(game.iter().copied());
    let mut repeated = 0;
    for layout in LAYOUTS {
        for index in 0..game.len() {
            let expected = twin(&game[..=index], layout);
            assert_eq!(expected.len(), layout.planes());
            let mut bits = vec![7; layout.planes()];
            history.bits(index, layout, &mut bits);
            let mut bytes = vec![7; 64 * layout.planes()];
            history.bytes(index, layout, &mut bytes);
            let mut floats = vec![7.0; 64 * layout.planes()];
            history.floats(index, layout, &mut floats);
            for (plane, expected) in expected.iter().enumerate() {
                let context = format!("{layout:?}, plane {plane} of {}, ply {index}", game[index]);
                let set: u64 = (0..64).map(|square| u64::from(expected[square] != 0) << square).sum();
                assert_eq!(bits[plane], set, "{context}");
                let numbers = expected.map(|number| u8::try_from(number.min(255)).unwrap());
                assert_eq!(bytes[64 * plane..][..64], numbers, "{context}");
                let unit = if plane == 109 && layout as u8 > 3 { 100.0 } else { 1.0 };
                let exact = expected.map(|number| f32::from(u16::try_from(number).unwrap()) / unit);
                assert_eq!(floats[64 * plane..][..64], exact, "{context}");
            }
            repeated += usize::from((layout as u8) < 2 && bits[12] != 0);
        }
    }
    repeated
}

/// Games in which pieces go back and forth, so that positions recur.
#[test]
fn planes_are_those_of_the_definition() {
    let (mut random, mut repeated) = (Random(8), 0);
    for number in 0..12 {
        let mut position = if number % 3 == 0 {
            Position::chess960(u16::try_from(random.below(960)).unwrap()).unwrap()
        } else {
            Position::start()
        };
        let (mut game, mut played) = (vec![position], Vec::<Move>::new());
        for _ in 0..80 {
            let moves = position.legal_moves();
            // The move that takes back the last move of the side to move, if it is legal.
            let back = played.iter().rev().nth(1).and_then(|last| {
                moves.iter().copied().find(|mv| (mv.from(), mv.to()) == (last.to(), last.from()))
            });
            let back = back.filter(|_| random.below(3) > 0);
            let Some(mv) = back.or_else(|| random.of(&moves)) else { break };
            played.push(mv);
            position = position.after(mv);
            game.push(position);
        }
        repeated += compare(&game);
    }
    assert!(repeated > 100, "{repeated}");
}

#[test]
fn three_times_the_start_position() {
    let [out, back] = [[Square::G1, Square::F3], [Square::F3, Square::G1]];
    let [reply, back_again] = [[Square::G8, Square::F6], [Square::F6, Square::G8]];
    let mut game = vec![Position::start()];
    for [from, to] in [out, reply, back, back_again, out, reply, back, back_again] {
        game.push(game.last().unwrap().after(Move::new(from, to)));
    }
    // The start position recurs, at plies 4 and 8, and so do the positions between.
    assert_eq!(compare(&game), 2 * 5);
    let mut history = History::new();
    history.extend(game.iter().copied());
    let mut planes = [0; 119];
    history.bits(8, Layout::AlphaZero, &mut planes);
    let repetitions: Vec<[bool; 2]> = (0..8).map(|n| [12, 13].map(|at| planes[14 * n + at] != 0)).collect();
    let (none, once, twice) = ([false, false], [true, false], [true, true]);
    assert_eq!(repetitions, [twice, once, once, once, once, none, none, none]);
}

/// Positions before the last capture or pawn move, as the clock tells it, are not compared.
#[test]
fn clock_ends_the_search_for_repetitions() {
    let knights = ["", "N3", "n3", "N1", ""];
    for (clocks, repeated) in [([0, 1, 2, 3, 4], true), ([0, 0, 1, 2, 3], false), ([0; 5], false)] {
        let mut history = History::new();
        for (n, clock) in clocks.into_iter().enumerate() {
            let [black, white] = match knights[n] {
                "N3" => ["rnbqkbnr/pppppppp/8/8/8/", "5N2/PPPPPPPP/RNBQKB1R"],
                "n3" => ["rnbqkb1r/pppppppp/5n2/8/8/", "5N2/PPPPPPPP/RNBQKB1R"],
                "N1" => ["rnbqkb1r/pppppppp/5n2/8/8/", "8/PPPPPPPP/RNBQKBNR"],
                _ => ["rnbqkbnr/pppppppp/8/8/8/", "8/PPPPPPPP/RNBQKBNR"],
            };
            let turn = ["w", "b"][n % 2];
            history.push(Position::from_fen(&format!("{black}{white} {turn} KQkq - {clock} 9")).unwrap());
        }
        let mut planes = [0; 112];
        history.bits(4, Layout::Lc0, &mut planes);
        assert_eq!(planes[12] != 0, repeated, "{clocks:?}");
    }
}

/// Endings with kings on all squares, with and without pawns, need all turns of the board.
#[test]
fn canonical_forms_turn_the_board() {
    let mut random = Random(5);
    let mut found = [0; 8];
    for number in 0..300 {
        let mut board = ['1'; 64];
        for letter in if number % 3 == 0 { "KkQPrp" } else { "Kkqr" }.chars() {
            let is_pawn = letter.eq_ignore_ascii_case(&'p');
            let square = loop {
                let square = random.below(64);
                if board[square] == '1' && (!is_pawn || (8..56).contains(&square)) {
                    break square;
                }
            };
            board[square] = letter;
        }
        let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
        for side in ["w", "b"] {
            let board = (2..=8)
                .rev()
                .fold(ranks.join("/"), |board, empty| board.replace(&"1".repeat(empty), &empty.to_string()));
            let fen = format!("{board} {side} - - 7 60");
            let Ok(position) = Position::from_fen(&fen) else { continue };
            compare(&[position]);
            let [files, ranks, diagonal] = turn(&position).map(usize::from);
            found[files + 2 * ranks + 4 * diagonal] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > 5), "{found:?}");
    // The king is on the diagonal from h1 to a8. In turn, the positions are decided by nothing, by all pieces, by our
    // pieces, and by those of a role.
    for (board, is_mirrored) in [
        ("k7/8/8/8/8/8/8/7K", false),
        ("k7/8/8/8/7q/8/8/7K", true),
        ("k7/8/8/8/8/8/8/4q2K", false),
        ("k7/8/8/8/7Q/8/8/4q2K", true),
        ("k7/8/8/8/7q/8/8/4Q2K", false),
        ("k7/8/8/8/7R/8/8/4Q2K", false),
        ("k7/8/8/8/7N/8/8/4B2K", true),
    ] {
        let position = Position::from_fen(&format!("{board} w - - 7 60")).unwrap();
        compare(&[position]);
        assert_eq!(turn(&position), [false, false, is_mirrored], "{board}");
    }
}

/// Numbers beyond a byte are cut; the clock of a first position can be high.
#[test]
fn high_numbers() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R b KQ - 99 300").unwrap();
    assert_eq!(compare(&[position]), 0);
}
