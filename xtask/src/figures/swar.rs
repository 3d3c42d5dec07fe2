//! Arithmetic on eight nibbles of a word, step by step: a row for each term of a formula, with its bits.
//!
//! The values are computed here, by the formulas themselves.

use super::canvas::{Canvas, DARK, FAINT};

/// The highest bit of each nibble.
const H: u32 = 0x8888_8888;
/// The lowest bit of each nibble.
const L: u32 = 0x1111_1111;
/// The three lower bits of each nibble.
const K: u32 = !H;

const LABEL: i32 = 190;
const LANE: i32 = 50;
const ROW: i32 = 46;
const WIDTH: i32 = LABEL + 8 * LANE + 10;

/// A term, and its value.
type Row = (&'static str, u32);

/// A formula: the name of its file, what it computes, its inputs, the terms on the way, its result.
struct Formula {
    name: &'static str,
    says: &'static str,
    inputs: Vec<Row>,
    steps: Vec<Row>,
    result: Row,
}

pub(super) fn figures() -> Vec<(&'static str, Canvas)> {
    sums().into_iter().chain(comparisons()).chain(limits()).chain(counts()).map(draw).collect()
}

fn draw(formula: Formula) -> (&'static str, Canvas) {
    let rows = formula.inputs.len() + formula.steps.len() + 1;
    let height = 50 + i32::try_from(rows).expect("a few rows") * ROW;
    let mut canvas = Canvas::new(WIDTH, height, formula.says);
    canvas.words_from(10, 22, 16, formula.says);
    let mut top = 40;
    for row in formula.inputs {
        top = draw_row(&mut canvas, top, row);
    }
    canvas.line((10, top - 3), (WIDTH - 10, top - 3), 1.0, FAINT);
    for row in formula.steps {
        top = draw_row(&mut canvas, top, row);
    }
    canvas.line((10, top - 3), (WIDTH - 10, top - 3), 1.5, "#000");
    draw_row(&mut canvas, top, formula.result);
    (formula.name, canvas)
}

/// Draws a term at the height `top`, its lanes with the highest on the left, and returns the
/// height of the next one.
fn draw_row(canvas: &mut Canvas, top: i32, (label, value): Row) -> i32 {
    canvas.code_from(10, top + 25, 14, "#000", label);
    for lane in 0..8 {
        let nibble = value >> (28 - 4 * lane) & 15;
        let left = LABEL + lane * LANE;
        if nibble & 8 != 0 {
            canvas.fill((left, top), (LANE, ROW - 8), DARK);
        }
        canvas.code(
            left + LANE / 2,
            top + 19,
            19,
            if nibble == 0 { FAINT } else { "#000" },
            &format!("{nibble:x}"),
        );
        canvas.code(left + LANE / 2, top + 33, 12, FAINT, &format!("{nibble:04b}"));
    }
    canvas.grid((LABEL, top), (8, 1), (LANE, ROW - 8));
    top + ROW
}

fn add(x: u32, y: u32) -> u32 {
    ((x & K) + (y & K)) ^ ((x ^ y) & H)
}

fn sub(x: u32, y: u32) -> u32 {
    ((x | H) - (y & K)) ^ ((x ^ !y) & H)
}

/// Full lanes where `flags` has a highest bit.
fn expand(flags: u32) -> u32 {
    (flags - (flags >> 3)) | flags
}

fn select(mask: u32, a: u32, b: u32) -> u32 {
    b ^ ((a ^ b) & mask)
}

/// Where the lower three bits of `x` are less than those of `y`.
fn borrow(x: u32, y: u32) -> u32 {
    !((x | H) - (y & K))
}

fn less_unsigned(x: u32, y: u32) -> u32 {
    ((!x & y) | (!(x ^ y) & borrow(x, y))) & H
}

fn less_signed(x: u32, y: u32) -> u32 {
    ((x & !y) | (!(x ^ y) & borrow(x, y))) & H
}

const X: u32 = 0x9f71_38c7;
const Y: u32 = 0x1195_88f9;

fn inputs() -> Vec<Row> {
    vec![("x", X), ("y", Y)]
}

fn sums() -> Vec<Formula> {
    let (x, y) = (X, Y);
    vec![
        Formula {
            name: "swar-add",
            says: "x + y, each lane modulo 16",
            inputs: inputs(),
            steps: vec![("a = (x&~H) + (y&~H)", (x & K) + (y & K)), ("b = (x ^ y) & H", (x ^ y) & H)],
            result: ("a ^ b", add(x, y)),
        },
        Formula {
            name: "swar-sub",
            says: "x - y, each lane modulo 16",
            inputs: inputs(),
            steps: vec![("a = (x|H) - (y&~H)", (x | H) - (y & K)), ("b = (x ^ ~y) & H", (x ^ !y) & H)],
            result: ("a ^ b", sub(x, y)),
        },
        Formula {
            name: "swar-average-floor",
            says: "(x + y) / 2, rounded down",
            inputs: inputs(),
            steps: vec![("a = x & y", x & y), ("b = ((x^y) & ~L) >> 1", ((x ^ y) & !L) >> 1)],
            result: ("a + b", (x & y) + (((x ^ y) & !L) >> 1)),
        },
        Formula {
            name: "swar-average-ceil",
            says: "(x + y) / 2, rounded up",
            inputs: inputs(),
            steps: vec![("a = x | y", x | y), ("b = ((x^y) & ~L) >> 1", ((x ^ y) & !L) >> 1)],
            result: ("a - b", (x | y) - (((x ^ y) & !L) >> 1)),
        },
        Formula {
            name: "swar-negate",
            says: "-y, each lane modulo 16",
            inputs: vec![("y", Y)],
            steps: vec![("a = H - (y&~H)", H - (y & K)), ("b = ~y & H", !y & H)],
            result: ("a ^ b", (H - (y & K)) ^ (!y & H)),
        },
        Formula {
            name: "swar-absolute",
            says: "|x| of signed lanes; -8 becomes 8",
            inputs: vec![("x", X)],
            steps: vec![
                ("h = x & H", x & H),
                ("m = (h - (h>>3)) | h", expand(x & H)),
                ("a = x ^ m", x ^ expand(x & H)),
            ],
            result: ("a + (h >> 3)", (x ^ expand(x & H)) + ((x & H) >> 3)),
        },
    ]
}

fn comparisons() -> Vec<Formula> {
    let (x, y, sparse) = (X, Y, 0x0600_2081);
    let unsigned = less_unsigned(x, y);
    vec![
        Formula {
            name: "swar-zero",
            says: "A flag in each lane that is zero",
            inputs: vec![("x", sparse)],
            steps: vec![("a = (x & K) + K", (sparse & K) + K), ("b = a | x", ((sparse & K) + K) | sparse)],
            result: ("~b & H", !(((sparse & K) + K) | sparse) & H),
        },
        Formula {
            name: "swar-less-unsigned",
            says: "A flag in each lane where x is less than y, unsigned",
            inputs: inputs(),
            steps: vec![
                ("d = (x|H) - (y&~H)", (x | H) - (y & K)),
                ("a = ~x & y", !x & y),
                ("b = ~(x^y) & ~d", !(x ^ y) & borrow(x, y)),
            ],
            result: ("(a | b) & H", unsigned),
        },
        Formula {
            name: "swar-less-signed",
            says: "A flag in each lane where x is less than y, signed",
            inputs: inputs(),
            steps: vec![
                ("d = (x|H) - (y&~H)", (x | H) - (y & K)),
                ("a = x & ~y", x & !y),
                ("b = ~(x^y) & ~d", !(x ^ y) & borrow(x, y)),
            ],
            result: ("(a | b) & H", less_signed(x, y)),
        },
        Formula {
            name: "swar-expand",
            says: "Flags to full lanes: M(h)",
            inputs: vec![("h", unsigned)],
            steps: vec![("a = h - (h >> 3)", unsigned - (unsigned >> 3))],
            result: ("a | h", expand(unsigned)),
        },
        Formula {
            name: "swar-minimum",
            says: "The lesser of x and y, unsigned",
            inputs: inputs(),
            steps: vec![("m = M(x < y)", expand(unsigned)), ("a = (x ^ y) & m", (x ^ y) & expand(unsigned))],
            result: ("y ^ a", select(expand(unsigned), x, y)),
        },
    ]
}

/// Sums and differences that stop at the ends of the range.
fn limits() -> Vec<Formula> {
    let (x, y) = (X, Y);
    let (sum, difference) = (add(x, y), sub(x, y));
    let carry = ((x & y) | ((x | y) & !sum)) & H;
    let up = !(x ^ y) & (x ^ sum) & H;
    let down = (x ^ y) & (x ^ difference) & H;
    let limit = ((x >> 3) & L) + K;
    vec![
        Formula {
            name: "swar-saturating-add-unsigned",
            says: "x + y, at most 15",
            inputs: inputs(),
            steps: vec![
                ("z = x + y", sum),
                ("c = x&y | (x|y)&~z", (x & y) | ((x | y) & !sum)),
                ("m = M(c & H)", expand(carry)),
            ],
            result: ("z | m", sum | expand(carry)),
        },
        Formula {
            name: "swar-saturating-sub-unsigned",
            says: "x - y, at least 0",
            inputs: inputs(),
            steps: vec![("z = x - y", difference), ("m = M(x < y)", expand(less_unsigned(x, y)))],
            result: ("z & ~m", difference & !expand(less_unsigned(x, y))),
        },
        Formula {
            name: "swar-saturating-add-signed",
            says: "x + y of signed lanes, from -8 to 7",
            inputs: inputs(),
            steps: vec![("z = x + y", sum), ("v = ~(x^y)&(x^z)&H", up), ("l = ((x>>3)&L) + K", limit)],
            result: ("M(v) ? l : z", select(expand(up), limit, sum)),
        },
        Formula {
            name: "swar-saturating-sub-signed",
            says: "x - y of signed lanes, from -8 to 7",
            inputs: inputs(),
            steps: vec![
                ("z = x - y", difference),
                ("v = (x^y)&(x^z)&H", down),
                ("l = ((x>>3)&L) + K", limit),
            ],
            result: ("M(v) ? l : z", select(expand(down), limit, difference)),
        },
    ]
}

fn counts() -> Vec<Formula> {
    let x = X;
    let bytes = (x & 0x0f0f_0f0f) + (x >> 4 & 0x0f0f_0f0f);
    let product = bytes.wrapping_mul(0x0101_0101);
    let swapped = x.swap_bytes();
    let pairs = x - (x >> 1 & 0x5555_5555);
    vec![
        Formula {
            name: "swar-sum",
            says: "The sum of all lanes",
            inputs: vec![("x", x)],
            steps: vec![("b = pairs as bytes", bytes), ("p = b * 0x01010101", product)],
            result: ("p >> 24", product >> 24),
        },
        Formula {
            name: "swar-reverse",
            says: "The lanes in the opposite order",
            inputs: vec![("x", x)],
            steps: vec![("b = bytes swapped", swapped)],
            result: ("halves swapped", (swapped & 0x0f0f_0f0f) << 4 | (swapped >> 4 & 0x0f0f_0f0f)),
        },
        Formula {
            name: "swar-popcount",
            says: "The number of bits set in each lane",
            inputs: vec![("x", x)],
            steps: vec![("p = x - (x>>1 & 5..)", pairs)],
            result: ("(p&3..) + (p>>2 & 3..)", (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333)),
        },
    ]
}
