//! A board is one line here.

use fearless_simd::Simd;
use quadbit_classics::vectorized::{LevelMissing, Vectorized};
use quadbit_classics::{Classic, ccr, delta, fill, flip, kittinger, mailbox, nibble, sentinel, sets, x88};
use quadbit_nibble::simd::testing::at_every_level;
use quadbit_nibble::simd::{Level, dispatch};

use crate::check::{check, known_counts, printed_moves, same_board_as_set_up};

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
    mailbox_of_nibbles: mailbox::MailboxOfNibbles,
    mailbox_scanning: mailbox::ScanningMailbox,
    nibble: nibble::NibbleBoard,
    x88: x88::X88,
    x88_rays: x88::X88Rays,
    x88_scanning: x88::ScanningX88,
    x88_sign: x88::SignX88,
    x88_of_4096: x88::X88Of4096,
    x88_wiereyn: x88::WiereynX88,
    kittinger: kittinger::Kittinger,
    kittinger_of_arrays: kittinger::KittingerOfArrays,
    kittinger_searching: kittinger::SearchingKittinger,
    sentinel: sentinel::Sentinel,
    sentinel_16x16: sentinel::Sentinel16x16,
    sentinel_15x12: sentinel::Sentinel15x12,
    sentinel_15x15: sentinel::Sentinel15x15,
    sentinel_rays: sentinel::SentinelRays,
    ccr: ccr::Ccr,
    ccr_of_four: ccr::CcrOfFour,
    sets: sets::Sets,
    sets_and_mailbox: sets::SetsAndMailbox,
    planes: sets::Planes,
    flip: flip::Flip,
    flipped_sets: flip::FlippedSets,
    delta: delta::Delta,
}

/// A form is a board made to be compared with another one.
#[test]
fn boards_by_name() {
    for (name, is_form) in [("x88", false), ("x88-scan", true), ("fill", false), ("delta-simd", true)] {
        assert_eq!(Classic::from_name(name).map(Classic::is_form), Some(is_form), "{name}");
    }
    assert_eq!(Classic::from_name("x88-"), None);
}

#[test]
fn errors_say_what_is_missing() {
    assert_eq!(LevelMissing.to_string(), "this machine cannot run the level of the board");
    assert_eq!(delta::RecordFull.to_string(), "the record is full");
}

#[test]
fn moves_of_cells_and_packed_moves_are_printed() {
    printed_moves::<x88::X88>();
    printed_moves::<sets::Sets>();
}

/// A double push is kept only if a pawn can capture it, so bitboards do not depend on the moves that led to them.
#[test]
fn bitboards_after_moves() {
    same_board_as_set_up::<sets::Sets>();
    same_board_as_set_up::<sets::SetsAndMailbox>();
    same_board_as_set_up::<sets::Planes>();
    same_board_as_set_up::<flip::Flip>();
    same_board_as_set_up::<flip::FlippedSets>();
}

/// [`fill::Fill`] is a board for each level of the machine. All have the same moves; the best
/// one plays everything.
#[test]
fn fill() {
    at_every_level!(s => known_counts_of_fill(s));
    dispatch!(Level::auto(), s => check_fill(s));
}

fn known_counts_of_fill<S: Simd>(_token: S) {
    known_counts::<fill::Fill<S>>();
}

fn check_fill<S: Simd>(_token: S) {
    check::<fill::Fill<S>>();
}

/// Boards that use no vectors themselves have the same moves with the instructions of any level.
#[test]
fn vectorized() {
    at_every_level!(s => known_counts_of_vectorized(s));
}

fn known_counts_of_vectorized<S: Simd>(_token: S) {
    known_counts::<Vectorized<S, delta::Delta>>();
    known_counts::<Vectorized<S, sets::Planes>>();
}
