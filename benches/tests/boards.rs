//! The forms of boards, compared with `Position` as the boards of the classics are.

use benches::boards::{
    CcrOfFour, FlippedSets, KittingerOfArrays, MailboxOfNibbles, Planes, ScanningMailbox, ScanningX88,
    SearchingKittinger, Sentinel15x12, Sentinel15x15, Sentinel16x16, SentinelRays, SetsAndMailbox, SignX88,
    VectorizedDelta, VectorizedPlanes, X88Of4096, X88Rays,
};
use quadbit_nibble::simd::testing::levels;
use testing::boards::{check, known_counts, same_board_as_set_up};

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
    mailbox_of_nibbles: MailboxOfNibbles,
    mailbox_scanning: ScanningMailbox,
    x88_rays: X88Rays,
    x88_scanning: ScanningX88,
    x88_sign: SignX88,
    x88_of_4096: X88Of4096,
    kittinger_of_arrays: KittingerOfArrays,
    kittinger_searching: SearchingKittinger,
    sentinel_16x16: Sentinel16x16,
    sentinel_15x12: Sentinel15x12,
    sentinel_15x15: Sentinel15x15,
    sentinel_rays: SentinelRays,
    ccr_of_four: CcrOfFour,
    sets_and_mailbox: SetsAndMailbox,
    planes: Planes,
    flipped_sets: FlippedSets,
}

#[test]
fn bitboards_after_moves_equal_bitboards_set_up() {
    same_board_as_set_up::<SetsAndMailbox>();
    same_board_as_set_up::<Planes>();
    same_board_as_set_up::<FlippedSets>();
}

#[test]
fn boards_at_levels_count_alike() {
    for level in levels() {
        known_counts(|position| VectorizedDelta::at(level, position));
        known_counts(|position| VectorizedPlanes::at(level, position));
    }
}
