//! Checks, pins and discoverers by fills, against walks over the 0x88 board.

#![expect(clippy::cast_possible_truncation, reason = "random numbers are cut to size")]

use fearless_simd::Simd;
use quadbit_classics::fill::kings::{self, KingLines};
use quadbit_nibble::simd::testing::at_every_level;
use quadbit_quad::sets::Ray;
use quadbit_quad::{Bitboard, QuadBitboard, attacks, zobrist};
use quadbit_x88::{Color, Direction, Piece, Role, Square, Square88};

/// Makes a board of up to 33 pieces, with one king or none for each side.
fn board(n: u64) -> QuadBitboard {
    let mut board = QuadBitboard::EMPTY;
    let random = |i: u64| zobrist::split_mix(n << 8 | i);
    let square = |i: u64| Square::from_low_bits((random(i) >> 20) as u32);
    for i in 0..random(255) % 32 {
        let piece = Piece::ALL[random(i) as usize % 10];
        board.put(square(i), piece);
    }
    for (i, color) in [(0, Color::White), (1, Color::Black)] {
        if random(254) % 16 != i {
            let king = square(100 + i);
            board.put(king, Role::King.of(color));
        }
    }
    board
}

fn slides(piece: Piece, direction: Direction) -> bool {
    match piece.role() {
        Role::Queen => true,
        Role::Rook => !direction.is_diagonal(),
        Role::Bishop => direction.is_diagonal(),
        _ => false,
    }
}

/// Returns the squares in `direction` from `from` up to the edge, nearest first, each with the piece on it; found by
/// single steps on the 0x88 board.
fn walk(board: &[u8; 128], from: Square, direction: Direction) -> Vec<(Square, Option<Piece>)> {
    let mut met = Vec::new();
    let mut at = Square88::from_square(from).get();
    loop {
        at = at.wrapping_add(direction.delta().get().cast_unsigned());
        if at & 0x88 != 0 {
            return met;
        }
        let square = Square88::from_raw(at).expect("on the board").to_square();
        met.push((square, Piece::from_code(board[usize::from(at)])));
    }
}

/// Returns the checks, pins and other sets of [`KingLines`] for the king of `color`, found by walks.
fn slow(board: QuadBitboard, color: Color) -> KingLines {
    let mut lines = KingLines::default();
    let mailbox = board.to_x88();
    let king = Role::King.of(color);
    for (square, code) in board.iter_codes() {
        let Some(piece) = Piece::from_code(code) else { continue };
        if piece.color() == color {
            continue;
        }
        for direction in Direction::ALL {
            if slides(piece, direction) {
                for (at, met) in walk(&mailbox, square, direction) {
                    lines.taboo = lines.taboo.with(at);
                    if met.is_some_and(|met| met != king) {
                        break;
                    }
                }
            }
        }
        lines.taboo |= match piece.role() {
            Role::Pawn => attacks::pawn(piece.color(), square),
            Role::Knight => attacks::knight(square),
            Role::King => attacks::king(square),
            _ => Bitboard::EMPTY,
        };
    }
    let Some(king) = board.of(king.code()).first() else { return lines };
    for direction in Direction::ALL {
        let d = direction.index();
        let met = walk(&mailbox, king, direction);
        // The pieces on the way, each with the number of squares before it.
        let pieces: Vec<(usize, Square, Piece)> = (0..)
            .zip(&met)
            .filter_map(|(n, &(square, piece))| piece.map(|piece| (n, square, piece)))
            .collect();
        let attacks_king = |piece: Piece| piece.color() != color && slides(piece, direction);
        match pieces[..] {
            [(n, square, piece), ..] if attacks_king(piece) => {
                lines.sliding_checkers = lines.sliding_checkers.with(square);
                lines.between[d] = met[..n].iter().map(|(square, _)| *square).collect();
                lines.block_targets |= lines.between[d];
            }
            [(_, square, piece), (_, _, behind), ..] if attacks_king(behind) => {
                lines.between[d] = Bitboard::of(square);
                if piece.color() == color {
                    lines.pinned_towards[d] = Bitboard::of(square);
                    lines.pinned = lines.pinned.with(square);
                } else {
                    lines.discoverers = lines.discoverers.with(square);
                }
            }
            _ => {}
        }
    }
    lines
}

#[test]
fn lines_of_kings_are_walks() {
    let mut seen = [0; 4];
    for n in 0..100_000 {
        let board = board(n);
        let lines = kings::lines(board);
        for color in Color::ALL {
            let king = lines[color.index()];
            assert_eq!(king, slow(board, color), "{color:?}, board {n}: {board:?}");
            let sets = [king.sliding_checkers, king.block_targets, king.pinned, king.discoverers];
            for (count, set) in seen.iter_mut().zip(sets) {
                *count += u32::from(set.any());
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 5000), "each is common among the boards: {seen:?}");
}

#[test]
fn every_level_sees_the_same() {
    at_every_level!(s => every_fill(s));
}

fn every_fill<S: Simd>(s: S) {
    for n in 0..20_000 {
        let board = board(n);
        let fills = kings::Fills::new(s, board);
        assert_eq!(Color::ALL.map(|color| fills.lines(color)), kings::lines(board), "board {n}: {board:?}");
        for color in Color::ALL {
            let slides = fills.slides(color);
            let passable = !board.occupied() | (board.kings() & board.color(!color));
            for direction in Direction::ALL {
                let sliders = if direction.is_diagonal() {
                    board.diagonal_sliders()
                } else {
                    board.orthogonal_sliders()
                };
                let seen = Ray::new(direction, passable.0).attacks((sliders & board.color(color)).0);
                assert_eq!(slides[direction.index()].0, seen, "{color:?}, {direction}, board {n}: {board:?}");
            }
        }
    }
}
