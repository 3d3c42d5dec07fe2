//! Times finding the attackers of a square, and whether one piece attacks it.

use std::hint::black_box;

use benches::{Bench, Contest};
use fearless_simd::prelude::*;
use fearless_simd::u8x64;
use quadbit_nibble::simd::Level;
use quadbit_x88::simd::{Neighbors, RaySimd, dispatch};
use quadbit_x88::{Color, Piece, Role, Square, Square88, attackers, attacks, attacks_from_target};

use crate::{board88, compare, mailboxes};

/// Counts the pairs of squares of `boards` for which `test` is true.
fn count_pairs(
    boards: &[[Option<Piece>; 128]],
    test: impl Fn(&[Option<Piece>; 128], Square88, Square88) -> bool,
) -> usize {
    let mut count = 0;
    for board in black_box(boards) {
        for from in Square88::ALL {
            count += Square88::ALL.into_iter().filter(|&to| test(board, from, to)).count();
        }
    }
    count
}

/// Whether the piece on `from` attacks `to` on an empty board, without a table: the kind of piece is compared
/// with the numbers of files and ranks between.
fn attacks_by_comparisons(board: &[Option<Piece>; 128], from: Square88, to: Square88) -> bool {
    let Some(piece) = board[from.index()] else { return false };
    let files = i32::from(to.get() & 7) - i32::from(from.get() & 7);
    let ranks = i32::from(to.get() >> 4) - i32::from(from.get() >> 4);
    let (is_orthogonal, is_diagonal) =
        ((files == 0) != (ranks == 0), files.abs() == ranks.abs() && files != 0);
    let slides = match piece.role() {
        Role::Pawn => return files.abs() == 1 && ranks == if piece.color() == Color::White { 1 } else { -1 },
        Role::Knight => return files * files + ranks * ranks == 5,
        Role::King => return files.abs().max(ranks.abs()) == 1,
        Role::Bishop => is_diagonal,
        Role::Rook => is_orthogonal,
        Role::Queen => is_orthogonal || is_diagonal,
    };
    let step = 16 * ranks.signum() + files.signum();
    let between = |n: i32| board[(i32::from(from.get()) + n * step).unsigned_abs() as usize & 127];
    slides && (1..files.abs().max(ranks.abs())).all(|n| between(n).is_none())
}

/// Times asking whether the piece on each square attacks each square.
pub(crate) fn attack(bench: &mut Bench) {
    let boards: Vec<[Option<Piece>; 128]> =
        mailboxes().iter().map(|mailbox| board88(mailbox).map(Piece::from_code)).collect();
    compare!(bench, "attack", {
        "from the source" => count_pairs(&boards, |board, from, to| attacks(|square| board[square.index()], from, to)),
        "from the target" => {
            count_pairs(&boards, |board, from, to| attacks_from_target(|square| board[square.index()], from, to))
        },
        "without a table" => count_pairs(&boards, attacks_by_comparisons),
        "walk every ray" => count_pairs(&boards, |board, from, to| {
            board[from.index()].is_some() && attackers(|square| board[square.index()], to).any(|square| square == from)
        }),
    });
}

/// Counts the pieces that attack each square, with vector instructions, and adds up the counts over all squares of
/// `mailboxes`.
fn in_vectors<S: RaySimd>(s: S, mailboxes: &[[u8; 64]]) -> usize {
    s.vectorize(
        #[inline(always)]
        || {
            let mut count = 0;
            for mailbox in mailboxes {
                let board = u8x64::load_array_ref(s, mailbox);
                for to in Square::ALL {
                    count += Neighbors::look(s, board, to).attackers().count_ones() as usize;
                }
            }
            count
        },
    )
}

/// Times counting the pieces that attack each square, for all squares of six positions.
pub(crate) fn all_attackers(bench: &mut Bench) {
    let mailboxes = mailboxes();
    let boards: Vec<[Option<Piece>; 128]> =
        mailboxes.iter().map(|mailbox| board88(mailbox).map(Piece::from_code)).collect();
    let walks = || {
        let mut count = 0;
        for board in black_box(&boards) {
            for to in Square88::ALL {
                count += attackers(|square| board[square.index()], to).count();
            }
        }
        count
    };
    let mut contest = Contest::new("attackers");
    contest.form("walks", walks);
    for level in Level::available() {
        let mailboxes = &mailboxes;
        contest.form(
            format!("vectors, {level}"),
            move || dispatch!(level, s => in_vectors(s, black_box(mailboxes))),
        );
    }
    contest.time(bench);
}
