//! The forms of boards, compared with `Position` as the boards of the classics are; and the search on every board.

use std::any::type_name;

use benches::SIX;
use benches::boards::{
    CcrOfFour, FlippedSets, KittingerOfArrays, MailboxOfNibbles, MailboxPerNode, Planes, ScanningMailbox,
    ScanningX88, SearchingKittinger, Sentinel15x12, Sentinel15x15, Sentinel16x16, SentinelRays,
    SetsAndMailbox, SignX88, TwoTables, VectorizedDelta, VectorizedPlanes, X88Of4096, X88Rays,
};
use benches::search::{Plan, search};
use quadbit_classics::{
    SearchBoard, ccr, delta, fill, flip, kittinger, mailbox, nibble, sentinel, sets, x88,
};
use quadbit_movegen::{Move, MoveList, Position, Stage};
use quadbit_nibble::simd::testing::levels;
use quadbit_quad::zobrist::board_key;
use quadbit_x88::Square;
use testing::lists::positions;

use checks::{check, known_counts, same_board_as_set_up};

/// The checks that the boards of the classics pass.
#[path = "../../crates/classics/tests/it/checks.rs"]
#[expect(dead_code, reason = "the printed moves of forms are not checked")]
mod checks;

macro_rules! boards {
    ($($name:ident: $board:ty,)*) => {
        $(
            #[test]
            fn $name() {
                check::<$board>();
                answers::<$board>();
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
    mailbox_by_two_tables: TwoTables,
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

/// Compares what a search asks of a board with the position, in all positions of the lists.
fn answers<B: SearchBoard>() {
    let mut list = MoveList::default();
    for position in positions().step_by(5) {
        let board = B::from_position(&position);
        board.captures(&mut list);
        let mut found: Vec<Move> = list.iter().map(|&mv| mv.into()).collect();
        let mut expected = MoveList::new();
        position.moves_into(Stage::Tactical, &mut expected);
        found.sort_unstable();
        expected.sort_unstable();
        let name = type_name::<B>();
        assert_eq!(found, *expected, "{name}: {position}");
        assert_eq!(board.side_to_move(), position.side_to_move(), "{name}: {position}");
        assert_eq!(board.is_check(), position.is_check(), "{name}: {position}");
        for square in Square::ALL {
            assert_eq!(board.piece(square), position.piece_at(square), "{name}: {position} {square}");
        }
        let pieces = board_key(position.board());
        let key = position.kept_key().unwrap();
        assert_eq!(pieces ^ board.state_key(), key, "{name}: {position}");
        assert_eq!(board.kept_key().unwrap_or(key), key, "{name}: {position}");
        board_moves(&board, &position);
    }
}

/// Checks that the board and the position name the same piece for each move.
fn board_moves<B: SearchBoard>(board: &B, position: &Position) {
    let mut list = MoveList::default();
    board.legal_moves(&mut list);
    for &mv in &*list {
        let plain: Move = mv.into();
        let from = plain.from();
        assert_eq!(board.mover(mv), position.piece_at(from), "{}: {position} {from}", type_name::<B>());
    }
}

/// Checks the answers of a board, and that it searches the tree of `Position`, with copies too.
fn searches<B: SearchBoard>() {
    answers::<B>();
    for known in SIX {
        let position: Position = known.fen.parse().unwrap();
        let expected = search::<Position>(&position, Plan::to(4));
        assert!(expected.nodes > 100, "{expected:?}");
        assert_eq!(search::<B>(&position, Plan::to(4)), expected, "{}: {position}", type_name::<B>());
        let copies = Plan { copies: true, ..Plan::to(4) };
        assert_eq!(search::<B>(&position, copies), expected, "{}: {position}", type_name::<B>());
    }
}

#[test]
fn all_boards_search_the_same_tree() {
    searches::<Position>();
    searches::<MailboxPerNode<false>>();
    searches::<MailboxPerNode<true>>();
    searches::<mailbox::Mailbox>();
    searches::<nibble::NibbleBoard>();
    searches::<x88::X88>();
    searches::<x88::WiereynX88>();
    searches::<kittinger::Kittinger>();
    searches::<sentinel::Sentinel>();
    searches::<ccr::Ccr>();
    searches::<sets::Sets>();
    searches::<flip::Flip>();
    searches::<delta::Delta>();
    searches::<fill::Fill>();
    searches::<VectorizedDelta>();
    searches::<VectorizedPlanes>();
}
