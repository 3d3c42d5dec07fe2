//! Puts positions, their children and the positions after captures en passant into a queue.

use quadbit_movegen::{Move, Position};
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_x88::Color;

use crate::make::children::Parent;
use crate::make::queue::Queue;

/// Queues the positions after `moves`, flipped so that white is to move. Where a capture en passant is legal, the
/// position is also passed to `en_passant` with its owner, because a queued board does not record the right. The owner
/// of a position is the index of the count to which its leaves belong: `first` for the first move, the next number for
/// the next move. If `first` is `None`, there is only one count, and the owners are 0.
#[inline(always)]
pub(crate) fn enqueue_children<S: BoardSimd>(
    s: S,
    position: &Position,
    moves: &[Move],
    first: Option<u64>,
    queue: &mut Queue,
    mut en_passant: impl FnMut(&Position, u64),
) {
    let parent = Parent::new(s, position);
    let mut at = 0;
    while at < moves.len() {
        let moves = &moves[at..];
        let children = parent.children(s, moves);
        let all = first_bits(moves.len().min(Boards::<S>::LEN));
        let positions = match position.side_to_move() {
            Color::White => children.positions.flip_colors(s),
            Color::Black => children.positions,
        };
        let owners = first.map_or([0; 8], |first| core::array::from_fn(|lane| first + (at + lane) as u64));
        if first.is_some() {
            queue.own(s, &owners[..Boards::<S>::LEN], all & !children.one_by_one);
        }
        queue.append(s, &positions, all & !children.one_by_one);
        for lane in children.one_by_one() {
            let (child, owner) = (position.after(moves[lane]), owners[lane]);
            enqueue_one(&child, Color::White, owner, queue);
            if child.ep().is_some() {
                en_passant(&child, owner);
            }
        }
        at += Boards::<S>::LEN;
    }
}

/// Queues `position`, flipped, if necessary, so that its side to move has the colour `color`. `owner` is the index of
/// the count to which its leaves belong.
pub(crate) fn enqueue_one(position: &Position, color: Color, owner: u64, queue: &mut Queue) {
    let (board, rooks) = (position.board(), position.castling_rights().rooks());
    if position.side_to_move() == color {
        queue.push(board, rooks, owner);
    } else {
        queue.push(board.flip_colors(), rooks.flip_ranks(), owner);
    }
}

/// Queues the positions after all captures en passant of `position`, flipped so that black is to move. `owner` is the
/// index of the count to which the leaves of all of them belong.
#[cold]
pub(crate) fn enqueue_en_passant(position: &Position, owner: u64, queue: &mut Queue) {
    let Some(target) = position.ep() else { return };
    for pawn in position.legal_ep_capturers() {
        enqueue_one(&position.after(Move::new(pawn, target)), Color::Black, owner, queue);
    }
}

/// A set of the first `count` lanes: the lowest `count` bits are set. `count` is at most 8.
#[inline(always)]
pub(crate) const fn first_bits(count: usize) -> u64 {
    (1 << count) - 1
}
