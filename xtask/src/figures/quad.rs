//! Quad-bitboards: a move as a difference, a fill by doubling, the squares between slider
//! and king, the 64 bytes.

use super::canvas::{Canvas, DARK, SET};

pub(super) fn figures() -> Vec<(&'static str, Canvas)> {
    vec![
        ("quad-move", move_as_xor()),
        ("quad-fill", fill()),
        ("quad-between", between()),
        ("quad-line", line()),
    ]
}

/// The planes of a board from pieces on squares, with the codes of the book.
fn planes(pieces: &[(u32, u8)]) -> [u64; 4] {
    let mut planes = [0; 4];
    for &(square, code) in pieces {
        for (plane, set) in planes.iter_mut().enumerate() {
            *set |= u64::from(code >> plane & 1) << square;
        }
    }
    planes
}

/// A knight takes a pawn: the planes before, the difference, and after.
fn move_as_xor() -> Canvas {
    const CELL: i32 = 15;
    const F3: u32 = 21;
    const E5: u32 = 36;
    const OTHERS: [(u32, u8); 4] = [(6, 12), (14, 2), (52, 3), (62, 13)];
    let with = |pieces: &[(u32, u8)]| planes(&[&OTHERS, pieces].concat());
    let before = with(&[(F3, 4), (E5, 3)]);
    let after = with(&[(E5, 4)]);
    let mut canvas = Canvas::new(600, 500, "A capture as the difference of two boards, plane by plane");
    for (column, name) in (0..).zip(["0: black", "1: P, B, Q", "2: N, B, K", "3: R, Q, K"]) {
        canvas.words(30 + column * 145 + 4 * CELL, 20, 14, name);
    }
    for (row, says) in (0..).zip(["before", "the move, Nf3xe5", "after"]) {
        let top = 30 + row * 158;
        for (column, (from, to)) in (0..).zip(before.into_iter().zip(after)) {
            canvas.set(
                (30 + column * 145, top),
                CELL,
                [from, from ^ to, to][usize::try_from(row).expect("three rows")],
            );
        }
        canvas.words(300, top + 8 * CELL + 20, 14, says);
    }
    canvas
}

/// A fill to the east on one rank, by one, two and four squares.
fn fill() -> Canvas {
    const CELL: i32 = 34;
    const LEFT: i32 = 270;
    let slider = 0b0000_0010_u32;
    let empty = 0b0111_1100_u32;
    let (mut filled, mut free) = (slider, empty);
    let mut rows = vec![("the slider", slider), ("empty squares", empty)];
    for (steps, says_filled, says_free) in [
        (1, "fill |= free & (fill << 1)", "free &= free << 1"),
        (2, "fill |= free & (fill << 2)", "free &= free << 2"),
        (4, "fill |= free & (fill << 4)", ""),
    ] {
        filled |= free & filled << steps;
        rows.push((says_filled, filled));
        if !says_free.is_empty() {
            free &= free << steps;
            rows.push((says_free, free));
        }
    }
    rows.push(("attacks = fill << 1", filled << 1 & 0xff));
    let height = 20 + 46 * i32::try_from(rows.len()).expect("a few rows");
    let mut canvas = Canvas::new(LEFT + 8 * CELL + 20, height, "A fill to the east of one rank, by doubling");
    for (row, (says, set)) in (0..).zip(rows) {
        let top = 15 + row * 46;
        canvas.code_from(15, top + 22, 15, "#000", says);
        for file in 0..8 {
            if set >> file & 1 == 1 {
                let fill = if row % 2 == 0 && row < 6 || row > 5 { SET } else { DARK };
                canvas.fill((LEFT + file * CELL, top), (CELL, CELL), fill);
            }
        }
        canvas.grid((LEFT, top), (8, 1), (CELL, CELL));
    }
    canvas
}

/// The squares that fills from a slider and from a king share.
fn between() -> Canvas {
    const CELL: i32 = 38;
    const CASES: [(&str, [&str; 8]); 3] = [
        ("nothing between: check, and the squares that block it", ["", "R", "", "", "", "", "k", ""]),
        ("one piece between: pinned if it is the king's", ["", "R", "", "n", "", "", "k", ""]),
        ("two pieces: the fills do not meet", ["", "R", "", "n", "", "b", "k", ""]),
    ];
    let mut canvas =
        Canvas::new(8 * CELL + 190, 540, "Fills from a rook and from a king, and what they share");
    for (case, (says, pieces)) in (0..).zip(CASES) {
        let top = 32 + case * 176;
        canvas.words_from(15, top - 10, 14, says);
        let is_empty = |file: usize| pieces[file].is_empty();
        let from_rook = |file: usize| file > 1 && (2..file).all(is_empty);
        let from_king = |file: usize| file < 6 && (file + 1..6).all(is_empty);
        let rows: [(&str, &dyn Fn(usize) -> bool); 4] = [
            ("", &|_| false),
            ("from the rook", &from_rook),
            ("from the king", &from_king),
            ("both", &|file| from_rook(file) && from_king(file)),
        ];
        for (row, (name, has)) in (0..).zip(rows) {
            let y = top + row * 34;
            canvas.words_from(15 + 8 * CELL + 12, y + 21, 14, name);
            for (file, man) in pieces.iter().enumerate() {
                let x = 15 + i32::try_from(file).expect("eight files") * CELL;
                if has(file) {
                    canvas.fill((x, y), (CELL, 34), if row == 3 { SET } else { DARK });
                }
                let ink = if row == 3 && has(file) { "#fff" } else { "#000" };
                canvas.code(x + CELL / 2, y + 23, 18, ink, man);
            }
        }
        canvas.grid((15, top), (8, 4), (CELL, 34));
    }
    canvas
}

/// The eight words of a position.
fn line() -> Canvas {
    const WORDS: [(&str, &str); 8] = [
        ("plane 0", "black"),
        ("plane 1", "P, B, Q"),
        ("plane 2", "N, B, K"),
        ("plane 3", "R, Q, K"),
        ("key", "all that makes two positions equal"),
        ("pawn key", "pawns alone"),
        ("state", "side, castling, en passant"),
        ("counters", "moves, reversible moves"),
    ];
    let mut canvas = Canvas::new(600, 8 * 38 + 30, "A board of 64 bytes: eight words, one cache line");
    for (word, (name, says)) in (0..).zip(WORDS) {
        let y = 15 + word * 38;
        canvas.code_from(15, y + 24, 13, "#000", &format!("{:2} to {:2}", word * 8, word * 8 + 7));
        if word < 4 {
            canvas.fill((110, y), (475, 38), DARK);
        }
        canvas.words_from(122, y + 24, 15, name);
        canvas.words_from(240, y + 24, 15, says);
    }
    canvas.grid((110, 15), (1, 8), (475, 38));
    canvas
}
