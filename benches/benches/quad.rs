//! Benches of quad-bitboards: kernels at every level, and claims of the wiki's page.
//!
//! - `slider`: one slider at a time, by every method without large tables.
//! - `make`: quad-bitboards, lines of eight words and eight sets, made, unmade and copied; one register of 512 bits;
//!   the wiki's tables of aspects.
//! - `convert`: mailboxes, arrays of nibbles, sixteen sets; the wiki's two routines for SSE2; batches
//!   larger than the caches.
//! - `read`: the piece on a square, the sets of all pieces, the board as the other side sees it.
//! - `fill`: four sets, fifteen codes and eight directions at once.
//! - `kings`: checks, pins and discoverers by fills, by look-ups, and by differences.
//! - `lanes`: the kernels of boards side by side.
//! - `keys`: from scratch, and move by move.

#[path = "quad/article.rs"]
mod article;
#[path = "quad/aspects.rs"]
mod aspects;
#[path = "quad/convert.rs"]
mod convert;
#[path = "quad/directions.rs"]
mod directions;
#[path = "quad/eight_sets.rs"]
mod eight_sets;
#[path = "quad/fills.rs"]
mod fills;
#[path = "quad/keys.rs"]
mod keys;
#[path = "quad/kings.rs"]
mod kings;
#[path = "quad/lanes.rs"]
mod lanes;
#[path = "quad/make.rs"]
mod make;
#[path = "quad/read.rs"]
mod read;
#[path = "quad/sliders.rs"]
mod sliders;

use quadbit_movegen::Position;
use quadbit_quad::{QuadBitboard, zobrist};
use quadbit_x88::{Piece, Square};
use testing::suites;

/// Makes `len` boards with at most half of the squares occupied, as the boards of games have.
fn boards(len: usize) -> Vec<QuadBitboard> {
    (0..len as u64)
        .map(|n| {
            let mut board = QuadBitboard::EMPTY;
            for i in 0..28 {
                let random = zobrist::split_mix(n << 6 | i);
                let [square, .., piece, _, _, _] = random.to_le_bytes();
                board.put(Square::from_low_bits(square.into()), Piece::ALL[usize::from(piece) % 12]);
            }
            board
        })
        .collect()
}

/// Returns the positions of random games.
fn positions() -> Vec<Position> {
    suites::positions(suites::RANDOM).collect()
}

fn main() {
    benches::run(&[
        sliders::single_sliders,
        make::random_moves,
        make::legal_moves,
        make::in_registers,
        make::by_ply,
        aspects::all_moves,
        convert::boards,
        convert::large_batches,
        read::squares,
        read::sets,
        read::flips,
        fills::four_sets,
        fills::east,
        fills::six_codes,
        fills::fifteen_codes,
        fills::directions,
        fills::knights,
        fills::permutations,
        kings::lines,
        kings::orders,
        kings::pins,
        kings::one_piece,
        lanes::kernels,
        keys::of_boards,
        keys::of_children,
    ]);
}
