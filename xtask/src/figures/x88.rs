//! 0x88: numbers, steps over the edge, differences and pins.
//!
//! Each function draws one figure of the book. What a figure shows is computed with the library, not typed in.

use super::canvas::{Canvas, DARK, FAINT, SET};

pub(super) fn figures() -> Vec<(&'static str, Canvas)> {
    vec![
        ("x88-steps", steps()),
        ("x88-same-difference", same_difference()),
        ("x88-differences", differences()),
        ("x88-pin", pin()),
        ("x88-guards", guards()),
    ]
}

/// Steps as sums of bytes, with the two bits of the mask.
fn steps() -> Canvas {
    const CASES: [(&str, u8, i8, &str); 5] = [
        ("g4, one file up", 0x36, 1, "h4"),
        ("h4, one file up", 0x37, 1, "off the board by a file"),
        ("a4, one file down", 0x30, -1, "off the board by a file"),
        ("e8, one rank up", 0x74, 16, "off the board by a rank"),
        ("a1, one file and one rank down", 0x00, -17, "off the board by both"),
    ];
    const BIT: i32 = 34;
    const LEFT: i32 = 240;
    let mut canvas = Canvas::new(620, 350, "Five steps on the 0x88 board as sums of bytes");
    for (x, name) in [(LEFT + 2 * BIT, "rank"), (LEFT + 6 * BIT, "file")] {
        canvas.words(x, 20, 14, name);
    }
    for (case, (says, from, step, lands)) in (0..).zip(CASES) {
        let top = 34 + case * 62;
        let to = from.wrapping_add_signed(step);
        canvas.words_from(10, top + 15, 14, says);
        canvas.code_from(10, top + 36, 14, "#000", &format!("{from:02x} {step:+} = {to:02x}"));
        for bit in 0..8 {
            let (left, is_set) = (LEFT + bit * BIT, to >> (7 - bit) & 1 == 1);
            let in_mask = bit % 4 == 0;
            if in_mask {
                canvas.fill((left, top), (BIT, 34), if is_set { SET } else { DARK });
            }
            let fill = if in_mask && is_set { "#fff" } else { "#000" };
            canvas.code(left + BIT / 2, top + 23, 17, fill, if is_set { "1" } else { "0" });
        }
        canvas.grid((LEFT, top), (8, 1), (BIT, 34));
        canvas.line((LEFT + 4 * BIT, top), (LEFT + 4 * BIT, top + 34), 2.0, "#000");
        canvas.words_from(LEFT, top + 50, 12, &format!("& 0x88 = {:02x}: {lands}", to & 0x88));
    }
    canvas
}

/// One difference by number on a board of 8 x 8, and what it is on a board of 16 x 8.
fn same_difference() -> Canvas {
    const CELL: i32 = 28;
    let mut canvas = Canvas::new(
        560,
        300,
        "Two pairs of squares seven apart by number on 8 x 8, and their differences in 0x88",
    );
    for (left, title) in [(20, "0 to 63"), (20 + 9 * CELL + 22, "0x88")] {
        canvas.words(left + 4 * CELL, 20, 14, title);
    }
    for rank in 0..8 {
        for file in 0..8 {
            let square = rank * 8 + file;
            // a1 to h1 on one rank; e4 to d5 on a diagonal: 7 each.
            let fill = match square {
                0 | 7 => Some(SET),
                28 | 35 => Some(DARK),
                _ => None,
            };
            let ink = if matches!(square, 0 | 7) { "#fff" } else { "#000" };
            for (left, text) in
                [(20, format!("{square}")), (20 + 9 * CELL + 22, format!("{:02x}", 16 * rank + file))]
            {
                let (x, y) = (left + file * CELL, 30 + (7 - rank) * CELL);
                if let Some(fill) = fill {
                    canvas.fill((x, y), (CELL, CELL), fill);
                }
                canvas.code(x + CELL / 2, y + 19, 13, ink, &text);
            }
        }
    }
    canvas.grid((20, 30), (8, 8), (CELL, CELL));
    canvas.grid((20 + 9 * CELL + 22, 30), (8, 8), (CELL, CELL));
    canvas.words(20 + 4 * CELL, 284, 14, "7 - 0 = 7,  35 - 28 = 7");
    canvas.words(42 + 13 * CELL, 284, 14, "07 - 00 = 07,  43 - 34 = 0f");
    canvas
}

/// The kinds that attack across each difference.
fn differences() -> Canvas {
    const CELL: i32 = 38;
    let mut canvas = Canvas::new(
        15 * CELL + 30,
        15 * CELL + 80,
        "The table of attackers: for each difference of two squares, the kinds that attack from the middle",
    );
    for ranks in -7..=7_i32 {
        for files in -7..=7_i32 {
            let (x, y) = (15 + (files + 7) * CELL, 15 + (7 - ranks) * CELL);
            let (far, near) = (ranks.abs().max(files.abs()), ranks.abs().min(files.abs()));
            let (kinds, fill) = match (far, near) {
                (0, _) => ("", Some("#000")),
                (1, 0) => ("KQR", Some("#999")),
                (1, 1) if ranks > 0 => ("KQBP", Some("#999")),
                (1, 1) => ("KQBp", Some("#999")),
                (2, 1) => ("N", Some("#eee")),
                (_, 0) => ("QR", Some(DARK)),
                _ if far == near => ("QB", Some(DARK)),
                _ => ("", None),
            };
            if let Some(fill) = fill {
                canvas.fill((x, y), (CELL, CELL), fill);
            }
            canvas.code(x + CELL / 2, y + 18, 13, "#000", kinds);
            canvas.code(x + CELL / 2, y + 32, 10, if fill.is_some() { "#000" } else { FAINT }, &{
                format!("{:02x}", 0x77 + 16 * ranks + files)
            });
        }
    }
    canvas.grid((15, 15), (15, 15), (CELL, CELL));
    canvas.code(15 + 7 * CELL + CELL / 2, 15 + 7 * CELL + 32, 10, "#fff", "77");
    let below = 15 * CELL + 36;
    canvas.words_from(
        15,
        below,
        13,
        "The attacker stands on black. Small: the index, 0x77 + to - from. P, p: white and black pawns.",
    );
    canvas.words_from(15, below + 20, 13, "Sliders also need a clear line.");
    canvas
}

/// A king, a piece and its pinner, as steps on one line.
fn pin() -> Canvas {
    const CELL: i32 = 36;
    let mut canvas = Canvas::new(8 * CELL + 300, 8 * CELL + 40, "A pin found by two differences");
    for rank in 0..8 {
        for file in 0..8 {
            let (x, y) = (20 + file * CELL, 15 + (7 - rank) * CELL);
            if (rank + file) % 2 == 0 {
                canvas.fill((x, y), (CELL, CELL), DARK);
            }
            let man = match (file, rank) {
                (4, 0) => "K",
                (3, 1) => "N",
                (1, 3) => "b",
                _ => "",
            };
            canvas.code(x + CELL / 2, y + 17, 18, "#000", man);
            canvas.code(x + CELL / 2, y + 31, 10, FAINT, &format!("{:02x}", 16 * rank + file));
        }
    }
    canvas.grid((20, 15), (8, 8), (CELL, CELL));
    for (line, text) in (0..).zip([
        "knight - king: 13 - 04 = 0f",
        "T[0f] = 0f: on one line, a step of 15",
        "",
        "from the knight on by 15:",
        "22 is empty,",
        "31 is a black bishop,",
        "and bishops move by steps of 15:",
        "the knight is pinned",
    ]) {
        canvas.words_from(8 * CELL + 36, 40 + line * 24, 14, text);
    }
    canvas
}

/// The board of 16 x 12 with its guards.
fn guards() -> Canvas {
    const CELL: i32 = 30;
    let mut canvas =
        Canvas::new(16 * CELL + 30, 12 * CELL + 30, "The board among guards, 16 files by 12 ranks");
    for row in 0..12 {
        for column in 0..16 {
            let (x, y) = (15 + column * CELL, 15 + (11 - row) * CELL);
            let is_square = (2..10).contains(&row) && (4..12).contains(&column);
            if !is_square {
                canvas.fill((x, y), (CELL, CELL), DARK);
            }
            let number = 16 * row + column;
            canvas.code(
                x + CELL / 2,
                y + 20,
                12,
                if is_square { "#000" } else { FAINT },
                &format!("{number}"),
            );
        }
    }
    canvas.grid((15, 15), (16, 12), (CELL, CELL));
    canvas.frame((15 + 4 * CELL, 15 + 2 * CELL), (8 * CELL, 8 * CELL), 3.0);
    canvas
}
