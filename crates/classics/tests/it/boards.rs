//! Every board against `Position` and known counts. A new board adds one line.

use quadbit_classics::fill::Fill;
use quadbit_classics::{Classic, ccr, delta, flip, kittinger, mailbox, nibble, sentinel, sets, x88};
use quadbit_nibble::simd::testing::levels;

use crate::checks::{check, known_counts, printed_moves, same_board_as_set_up};

macro_rules! boards {
    ($($name:ident: $board:ty,)*) => {
        $(
            #[test]
            fn $name() {
                check::<$board>();
            }
        )*
    };
}

boards! {
    quad: quadbit_movegen::Position,
    mailbox: mailbox::Mailbox,
    nibble: nibble::NibbleBoard,
    x88: x88::X88,
    x88_wiereyn: x88::WiereynX88,
    kittinger: kittinger::Kittinger,
    sentinel: sentinel::Sentinel,
    sentinel_10x12: sentinel::TenByTwelve,
    ccr: ccr::Ccr,
    sets: sets::Sets,
    flip: flip::Flip,
    delta: delta::Delta,
    fill: Fill,
}

#[test]
fn names_of_boards_differ() {
    let mut names = Classic::ALL.map(Classic::name).to_vec();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Classic::ALL.len());
}

#[test]
fn moves_are_printed_with_their_squares() {
    printed_moves::<x88::X88>();
    printed_moves::<sets::Sets>();
}

/// A double push is kept only if an enemy pawn stands next to the pushed pawn, so bitboards do not depend on the moves
/// that led to them.
#[test]
fn bitboards_after_moves_equal_bitboards_set_up() {
    same_board_as_set_up::<sets::Sets>();
    same_board_as_set_up::<flip::Flip>();
}

#[test]
fn fill_counts_alike_at_every_level() {
    for level in levels() {
        known_counts(|position| Fill::at(level, position));
    }
}
