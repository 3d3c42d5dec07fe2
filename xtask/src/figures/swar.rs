//! Arithmetic on eight nibbles of a word, step by step: a row for each term of a formula, with its bits.
//!
//! A term is computed from the text that is drawn, by the operators of C and their precedence:
//!
//! ```text
//!   a = x & y          draws the text, and names the value a
//!   z = x + y := ..    draws what is left of `:=`, computes what is right of it
//!   M(h), a < b        full lanes where h has a highest bit; flags where a is less, unsigned
//!   m ? a : b, 5..     a where m has bits, else b; a digit that repeats
//! ```

use std::collections::BTreeMap;

use super::canvas::{Canvas, DARK, FAINT};

/// The values that every formula knows: the highest bit of each nibble, the lowest, the three lower ones,
/// and two examples.
const KNOWN: [(&str, u32); 5] =
    [("H", 0x8888_8888), ("L", 0x1111_1111), ("K", 0x7777_7777), ("x", 0x9f71_38c7), ("y", 0x1195_88f9)];

const LABEL: i32 = 190;
const LANE: i32 = 50;
const ROW: i32 = 46;
const WIDTH: i32 = LABEL + 8 * LANE + 10;

/// A formula: the name of its file, what it computes, its inputs, and its terms, of which the last is the
/// result; semicolons separate both.
type Formula = [&'static str; 4];

#[rustfmt::skip]
const FORMULAS: [Formula; 18] = [
    ["swar-add", "x + y, each lane modulo 16", "x; y",
     "a = (x&~H) + (y&~H); b = (x ^ y) & H; a ^ b"],
    ["swar-sub", "x - y, each lane modulo 16", "x; y",
     "a = (x|H) - (y&~H); b = (x ^ ~y) & H; a ^ b"],
    ["swar-average-floor", "(x + y) / 2, rounded down", "x; y",
     "a = x & y; b = ((x^y) & ~L) >> 1; a + b"],
    ["swar-average-ceil", "(x + y) / 2, rounded up", "x; y",
     "a = x | y; b = ((x^y) & ~L) >> 1; a - b"],
    ["swar-negate", "-y, each lane modulo 16", "y",
     "a = H - (y&~H); b = ~y & H; a ^ b"],
    ["swar-absolute", "|x| of signed lanes; -8 becomes 8", "x",
     "h = x & H; m = (h - (h>>3)) | h; a = x ^ m; a + (h >> 3)"],
    ["swar-zero", "A flag in each lane that is zero", "x := 0x06002081",
     "a = (x & K) + K; b = a | x; ~b & H"],
    ["swar-less-unsigned", "A flag in each lane where x is less than y, unsigned", "x; y",
     "d = (x|H) - (y&~H); a = ~x & y; b = ~(x^y) & ~d; (a | b) & H"],
    ["swar-less-signed", "A flag in each lane where x is less than y, signed", "x; y",
     "d = (x|H) - (y&~H); a = x & ~y; b = ~(x^y) & ~d; (a | b) & H"],
    ["swar-expand", "Flags to full lanes: M(h)", "h := x < y",
     "a = h - (h >> 3); a | h"],
    ["swar-minimum", "The lesser of x and y, unsigned", "x; y",
     "m = M(x < y); a = (x ^ y) & m; y ^ a"],
    ["swar-saturating-add-unsigned", "x + y, at most 15", "x; y",
     "z = x + y := (x&~H) + (y&~H) ^ (x^y) & H; c = x&y | (x|y)&~z; m = M(c & H); z | m"],
    ["swar-saturating-sub-unsigned", "x - y, at least 0", "x; y",
     "z = x - y := (x|H) - (y&~H) ^ (x^~y) & H; m = M(x < y); z & ~m"],
    ["swar-saturating-add-signed", "x + y of signed lanes, from -8 to 7", "x; y",
     "z = x + y := (x&~H) + (y&~H) ^ (x^y) & H; v = ~(x^y)&(x^z)&H; l = ((x>>3)&L) + K; M(v) ? l : z"],
    ["swar-saturating-sub-signed", "x - y of signed lanes, from -8 to 7", "x; y",
     "z = x - y := (x|H) - (y&~H) ^ (x^~y) & H; v = (x^y)&(x^z)&H; l = ((x>>3)&L) + K; M(v) ? l : z"],
    ["swar-sum", "The sum of all lanes", "x",
     "b = pairs as bytes := (x & 0x0f0f0f0f) + (x >> 4 & 0x0f0f0f0f); p = b * 0x01010101; p >> 24"],
    ["swar-reverse", "The lanes in the opposite order", "x",
     "b = bytes swapped := x << 24 | x << 8 & 0xff0000 | x >> 8 & 0xff00 | x >> 24; \
      halves swapped := (b & 0x0f0f0f0f) << 4 | b >> 4 & 0x0f0f0f0f"],
    ["swar-popcount", "The number of bits set in each lane", "x",
     "p = x - (x>>1 & 5..); (p&3..) + (p>>2 & 3..)"],
];

pub(super) fn figures() -> Vec<(&'static str, Canvas)> {
    FORMULAS.iter().map(draw).collect()
}

fn draw(&[name, says, inputs, terms]: &Formula) -> (&'static str, Canvas) {
    let [inputs, terms] = [inputs, terms].map(|texts| texts.split("; "));
    let (first_term, rows) = (inputs.clone().count(), inputs.clone().chain(terms.clone()).count());
    let height = 50 + i32::try_from(rows).expect("a few rows") * ROW;
    let mut canvas = Canvas::new(WIDTH, height, says);
    canvas.words_from(10, 22, 16, says);
    let mut values = BTreeMap::from(KNOWN);
    let mut top = 40;
    for (row, term) in inputs.chain(terms).enumerate() {
        if row == first_term {
            canvas.line((10, top - 3), (WIDTH - 10, top - 3), 1.0, FAINT);
        }
        if row + 1 == rows {
            canvas.line((10, top - 3), (WIDTH - 10, top - 3), 1.5, "#000");
        }
        let (label, computed) = term.split_once(" := ").unwrap_or((term, term));
        let left = label.split(" = ").next().unwrap_or_default();
        let text = computed.strip_prefix(left).and_then(|rest| rest.strip_prefix(" = ")).unwrap_or(computed);
        let value = Expression { rest: text, values: &values }.value();
        values.insert(left, value);
        top = draw_row(&mut canvas, top, label, value);
    }
    (name, canvas)
}

/// Draws a term at the height `top`, its lanes with the highest on the left, and returns the
/// height of the next one.
fn draw_row(canvas: &mut Canvas, top: i32, label: &str, value: u32) -> i32 {
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

/// A text that is being read, and the values of its names.
struct Expression<'a> {
    rest: &'a str,
    values: &'a BTreeMap<&'a str, u32>,
}

/// An operator, and what it computes.
type Operator = (&'static str, fn(u32, u32) -> u32);

/// The operators of two values, those that bind least first.
const OPERATORS: [&[Operator]; 7] = [
    &[("<", less)],
    &[("|", |a, b| a | b)],
    &[("^", |a, b| a ^ b)],
    &[("&", |a, b| a & b)],
    &[("<<", |a, b| a << b), (">>", |a, b| a >> b)],
    &[("+", u32::wrapping_add), ("-", u32::wrapping_sub)],
    &[("*", u32::wrapping_mul)],
];

impl Expression<'_> {
    /// A choice `m ? a : b`, or an operation.
    fn value(&mut self) -> u32 {
        let mask = self.operation(0);
        if !self.takes("?") {
            return mask;
        }
        let (a, _, b) = (self.value(), self.takes(":"), self.value());
        b ^ ((a ^ b) & mask)
    }

    /// Operators that bind at least as `level` does.
    fn operation(&mut self, level: usize) -> u32 {
        let Some(operators) = OPERATORS.get(level) else { return self.operand() };
        let mut value = self.operation(level + 1);
        while let Some((_, apply)) = operators.iter().find(|(sign, _)| self.takes(sign)) {
            value = apply(value, self.operation(level + 1));
        }
        value
    }

    fn operand(&mut self) -> u32 {
        if self.takes("~") {
            return !self.operand();
        }
        let is_mask = self.takes("M(");
        if is_mask || self.takes("(") {
            let value = self.value();
            self.takes(")");
            return if is_mask { (value - (value >> 3)) | value } else { value };
        }
        let word = self.rest.trim_start();
        let end = word.find(|c: char| !c.is_alphanumeric()).unwrap_or(word.len());
        let (name, rest) = word.split_at(end);
        self.rest = rest;
        let digits = name.strip_prefix("0x").unwrap_or(name);
        match self.values.get(name) {
            Some(&value) => value,
            None if self.takes("..") => {
                u32::from_str_radix(&digits.repeat(8), 16).expect("a hexadecimal digit")
            }
            None if digits == name => name.parse().expect("a name or a number"),
            None => u32::from_str_radix(digits, 16).expect("a hexadecimal number"),
        }
    }

    /// Whether `sign` comes next; it is then left behind.
    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

/// The highest bit of each nibble of `x` that is less than that of `y`, unsigned.
fn less(x: u32, y: u32) -> u32 {
    (0..8).filter(|lane| x >> (4 * lane) & 15 < y >> (4 * lane) & 15).map(|lane| 8 << (4 * lane)).sum()
}
