//! Times the kernels of boards in lanes, for each board.

use std::hint::black_box;

use benches::{Bench, Contest};
use fearless_simd::prelude::*;
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::sets::{ByLine, Ray};
use quadbit_quad::simd::{BoardSimd, Boards, Slides};
use quadbit_quad::{Bitboard, QuadBitboard, zobrist};
use quadbit_x88::{Direction, Square};

use crate::boards;

pub(crate) fn kernels(bench: &mut Bench) {
    let boards = &boards(64)[..];

    let mut contest = Contest::new("lanes");
    contest.elements(boards.len()).expecting(boards.iter().map(slides_one_by_one).collect());
    for level in Level::available() {
        let name = format!("{level}/load, sets, slides of both sides");
        contest.writer(name, vec![[0; 2]; boards.len()], move |out| {
            dispatch!(level, s => slides(s, black_box(boards), out));
        });
    }
    contest.time(bench);

    let steps: Vec<[u64; 3]> =
        (0..8).map(|n| [3 * n, 3 * n + 1, 3 * n + 2].map(zobrist::split_mix)).collect();
    let (parent, steps) = (boards[0], &steps[..]);
    let mut contest = Contest::new("lanes");
    contest.elements(boards.len()).expecting(steps.iter().flat_map(|&steps| after(parent, steps)).collect());
    for level in Level::available() {
        let name = format!("{level}/children");
        contest.writer(name, vec![QuadBitboard::EMPTY; boards.len()], move |out| {
            dispatch!(level, s => children(s, black_box(parent), black_box(steps), out));
        });
    }
    contest.time(bench);

    let mut contest = Contest::new("lanes");
    contest.elements(boards.len());
    contest.expecting(
        boards
            .iter()
            .map(|board| fifteen(board.planes().map(|plane| plane.0)).map(size).iter().sum())
            .collect(),
    );
    for level in Level::available() {
        contest.writer(format!("{level}/sizes of fifteen sets"), vec![0; boards.len()], move |out| {
            dispatch!(level, s => sizes(s, black_box(boards), out));
        });
    }
    contest.time(bench);
}

/// Returns the attacks of the sliders of each side: first those of the side on plane 0, black, then white's.
fn slides_one_by_one(board: &QuadBitboard) -> [u64; 2] {
    let [black, ..] = board.planes();
    [black, !black].map(|side| {
        Direction::ALL.into_iter().fold(0, |attacked, direction| {
            let sliders =
                if direction.is_diagonal() { board.diagonal_sliders() } else { board.orthogonal_sliders() };
            attacked | Ray::new(direction, !board.occupied().0).attacks((sliders & side).0)
        })
    })
}

#[inline(always)]
fn slides<S: BoardSimd>(s: S, boards: &[QuadBitboard], out: &mut [[u64; 2]]) {
    let len = Boards::<S>::LEN;
    for (boards, out) in boards.chunks_exact(len).zip(out.chunks_exact_mut(len)) {
        let lanes = Boards::load(s, boards);
        let slides = Slides::new(s, lanes.occupied());
        let (o, d, black) = (lanes.orthogonal_sliders(), lanes.diagonal_sliders(), lanes.planes[0]);
        let (oo, od) = (o & black, d & black);
        let of_black = slides.attacks(s, ByLine::rook_and_bishop(oo, od)).union();
        let of_white = slides.attacks(s, ByLine::rook_and_bishop(o ^ oo, d ^ od)).union();
        for (lane, out) in out.iter_mut().enumerate() {
            *out = [of_black[lane], of_white[lane]];
        }
    }
}

/// Makes one step from `parent` in each of eight lanes and returns the boards. The words of `steps` hold the origins,
/// the destinations and the codes of the moved pieces, a byte for each board.
fn after(parent: QuadBitboard, steps: [u64; 3]) -> [QuadBitboard; 8] {
    let [from, to, codes] = steps.map(u64::to_le_bytes);
    std::array::from_fn(|lane| {
        let [from, to] = [from, to].map(|squares| Square::from_low_bits(squares[lane].into()));
        let mut board = parent;
        board.put_code(from, 0);
        board.put_code(to, codes[lane] & 15);
        board
    })
}

#[inline(always)]
fn children<S: BoardSimd>(s: S, parent: QuadBitboard, steps: &[[u64; 3]], out: &mut [QuadBitboard]) {
    let board = Boards::splat(s, parent);
    for (&[from, to, code], out) in steps.iter().zip(out.chunks_exact_mut(8)) {
        for (n, out) in out.chunks_exact_mut(Boards::<S>::LEN).enumerate() {
            let first = 8 * n * Boards::<S>::LEN;
            let [from, to] = [s.squares(from >> first), s.squares(to >> first)];
            let code = s.widen_bytes(code >> first & 0x0f0f_0f0f_0f0f_0f0f);
            board.after(s, from, to, code).store(out);
        }
    }
}

/// Returns fifteen different sets: the four sets, and combinations of two of them.
#[inline(always)]
fn fifteen<W: quadbit_quad::sets::Sets>([a, b, c, d]: [W; 4]) -> [W; 15] {
    let (e, f, g, h, i, j) = (a ^ b, a ^ c, a ^ d, b ^ c, b ^ d, c ^ d);
    [a, b, c, d, e, f, g, h, i, j, a & b, a & c, a & d, b & c, b & d]
}

fn size(set: u64) -> u64 {
    Bitboard(set).len().into()
}

#[inline(always)]
fn sizes<S: BoardSimd>(s: S, boards: &[QuadBitboard], out: &mut [u64]) {
    let len = Boards::<S>::LEN;
    for (boards, out) in boards.chunks_exact(len).zip(out.chunks_exact_mut(len)) {
        s.sum_counts_15(fifteen(Boards::load(s, boards).planes)).store_slice(out);
    }
}
