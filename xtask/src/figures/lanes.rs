//! Boards in lanes: how positions lie in vectors, and how a batch is filled.

use super::canvas::{Canvas, DARK, FAINT};

pub(super) fn figures() -> Vec<(&'static str, Canvas)> {
    vec![("lanes", lanes()), ("lanes-queue", queue())]
}

/// Eight boards of four planes as four vectors.
fn lanes() -> Canvas {
    const LANE: i32 = 62;
    let mut canvas = Canvas::new(8 * LANE + 130, 260, "Eight boards as four vectors: a board is a column");
    for lane in 0..8 {
        canvas.words(110 + lane * LANE + LANE / 2, 30, 13, &format!("board {lane}"));
    }
    canvas.fill((110 + 2 * LANE, 40), (LANE, 4 * 44), DARK);
    for plane in 0..4 {
        let y = 40 + plane * 44;
        canvas.words_from(15, y + 27, 14, &format!("plane {plane}"));
        for lane in 0..8 {
            canvas.code(110 + lane * LANE + LANE / 2, y + 26, 11, "#000", "64 bits");
        }
    }
    canvas.grid((110, 40), (8, 4), (LANE, 44));
    canvas.words_from(110, 242, 14, "A row is one register of 512 bits, or two of 256, or four of 128.");
    canvas
}

/// The remaining boards of several parents, packed into full batches.
fn queue() -> Canvas {
    const CELL: i32 = 34;
    const PARENTS: [(&str, &[bool; 8]); 3] = [
        ("parent A", &[true, false, true, true, false, false, true, false]),
        ("parent B", &[false, false, true, false, false, true, false, false]),
        ("parent C", &[true, true, false, false, true, true, false, true]),
    ];
    let mut canvas =
        Canvas::new(8 * CELL + 300, 250, "Left-over boards of three parents, packed into a queue");
    let mut waiting = String::new();
    for (row, (name, made)) in (0..).zip(PARENTS) {
        let y = 20 + row * 44;
        canvas.words_from(15, y + 22, 14, name);
        for (lane, &is_made) in (0..).zip(made) {
            let letter = &name[name.len() - 1..];
            if is_made {
                canvas.fill((110 + lane * CELL, y), (CELL, CELL), DARK);
                waiting.push_str(letter);
            }
            let (text, fill) = if is_made { (letter, "#000") } else { ("-", FAINT) };
            canvas.code(110 + lane * CELL + CELL / 2, y + 23, 16, fill, text);
        }
        canvas.grid((110, y), (8, 1), (CELL, CELL));
    }
    canvas.words_from(15, 192, 14, "the queue");
    for (place, letter) in (0..).zip(waiting.chars()) {
        let is_full = place < 8;
        if is_full {
            canvas.fill((110 + place * CELL, 170), (CELL, CELL), DARK);
        }
        canvas.code(110 + place * CELL + CELL / 2, 193, 16, "#000", &letter.to_string());
    }
    canvas.grid((110, 170), (8, 1), (CELL, CELL));
    canvas.grid((110 + 8 * CELL, 170), (3, 1), (CELL, CELL));
    canvas.words_from(110, 228, 14, "The first eight are counted at once, at the next call.");
    canvas
}
