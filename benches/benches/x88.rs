//! The claims that are made for 0x88, one group each.
//!
//! - `edge`: one mask finds a step off the board more cheaply than two comparisons of ranges.
//! - `sign`: where the sign is enough, testing it is cheaper than testing a mask, and testing a register is
//!   cheaper than reading a sentinel from memory.
//! - `walk`: sentinels are slightly better than pure 0x88.
//! - `widths`: does the width of a board with sentinels matter?
//! - `convert`: a formula, or a small table?
//! - `tables`: tables of 240 entries are friendlier to the cache than tables of 4096.
//! - `entries`: a table of 240 entries with an offset, or one of 256 without?
//! - `attack`: one attacker and one target, by difference, from either end.
//! - `attackers`: all attackers of a square, by walks and in vectors.
//! - `captures`: all captures, the best victim first: by pairs of pieces, or walked and sorted.

#[path = "x88/attack.rs"]
mod attack;
#[path = "x88/captures.rs"]
mod captures;
#[path = "x88/edge.rs"]
mod edge;
#[path = "x88/tables.rs"]
mod tables;

use quadbit_x88::{File, Piece, Rank, Square, Square88};
use testing::Random;

/// Returns the codes on the 64 squares of a FEN; 0 is empty.
fn mailbox(fen: &str) -> [u8; 64] {
    let placement = fen.split(' ').next().unwrap_or_default();
    let mut mailbox = [0; 64];
    for (rank, row) in Rank::ALL.into_iter().rev().zip(placement.split('/')) {
        let mut files = File::ALL.into_iter();
        for c in row.chars() {
            if let Some(empty) = c.to_digit(10) {
                files.nth(empty as usize - 1);
            } else {
                let square = Square::new(files.next().expect("a row has eight squares"), rank);
                mailbox[square.index()] = Piece::from_char(c).expect("a letter is a piece").code();
            }
        }
    }
    mailbox
}

fn mailboxes() -> Vec<[u8; 64]> {
    benches::SIX.map(|known| mailbox(known.fen)).to_vec()
}

/// Returns the codes of a mailbox on the 16x8 board.
fn board88(mailbox: &[u8; 64]) -> [u8; 128] {
    let mut board = [0; 128];
    for square in Square::ALL {
        board[Square88::from(square).index()] = mailbox[square.index()];
    }
    board
}

/// Returns `count` pairs of squares in an order that a branch predictor cannot learn.
fn random_squares(count: usize) -> Vec<(Square, Square)> {
    let mut random = Random(0);
    let mut next = || Square::ALL[random.below(64)];
    (0..count).map(|_| (next(), next())).collect()
}

/// Times several forms of one computation, each with a name. The expressions become closures, because each is run many
/// times.
macro_rules! compare {
    ($bench:ident, $name:literal, { $($form_name:literal => $form:expr),+ $(,)? }) => {{
        let mut contest = benches::Contest::new($name);
        $(contest.form($form_name, || $form);)+
        contest.time($bench);
    }};
}
pub(crate) use compare;

fn main() {
    benches::run(&[
        edge::edge,
        edge::sign,
        edge::walk,
        edge::widths,
        tables::convert,
        tables::cache,
        tables::entries,
        attack::attack,
        attack::all_attackers,
        captures::captures,
    ]);
}
