//! The attackers of a square, and whether one piece attacks it.

use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_x88::simd::{Level, RaySimd, Rays, dispatch};
use quadbit_x88::{Piece, Square88, attackers, attacks, attacks_from_target};

use crate::{board88, compare, mailboxes};

/// The number of pairs of squares for which the test is true.
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

/// Whether the piece on each square attacks each square.
pub(crate) fn attack(bench: &mut Bench) {
    let boards: Vec<[Option<Piece>; 128]> =
        mailboxes().iter().map(|mailbox| board88(mailbox).map(Piece::from_code)).collect();
    compare!(bench, "attack", {
        "from the source" => count_pairs(&boards, |board, from, to| attacks(|square| board[square.index()], from, to)),
        "from the target" => {
            count_pairs(&boards, |board, from, to| attacks_from_target(|square| board[square.index()], from, to))
        },
        "walk every ray" => count_pairs(&boards, |board, from, to| {
            board[from.index()].is_some() && attackers(|square| board[square.index()], to).any(|square| square == from)
        }),
    });
}

/// The number of pieces that attack each square, with the vectors of a level.
fn in_vectors<S: RaySimd>(s: S, mailboxes: &[[u8; 64]]) -> usize {
    s.vectorize(
        #[inline(always)]
        || {
            let mut count = 0;
            for mailbox in mailboxes {
                for to in Square88::ALL {
                    count += Rays::from_square(s, to).look(mailbox).attackers().count_ones() as usize;
                }
            }
            count
        },
    )
}

/// The number of pieces that attack each square, for all squares of six positions.
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
