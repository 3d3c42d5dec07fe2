//! The last plies above the leaves, many boards at once.
//!
//! 1. A position comes in with the number of plies below it, one to four. One or two plies above the leaves, its own
//!    board is queued. With three plies its moves are made from a list, with four those of its children too, and the
//!    boards after them are queued. Boards two plies above the leaves are grandparents, those one ply above are
//!    parents.
//! 2. Whenever grandparents fill a batch, [`Gather::add_two_plies`] gets them; it adds their leaves, or queues boards
//!    in between as parents ([`Made`]).
//! 3. Whenever parents fill a batch, [`Gather::add_one_ply`] gets them.
//! 4. At the end the batches that are not full are counted too.
//!
//! White is to move on every grandparent and black on every parent, whichever side the position has: boards are flipped
//! when they are queued. Captures en passant are made at once, because a queued board does not remember a double push.

use fearless_simd::prelude::*;
use quadbit_movegen::{Move, MoveList, Position, Stage};
use quadbit_nibble::simd::vectorize;
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_x88::Color;

use crate::board::positions::Positions;
use crate::make::enqueue::{enqueue_children, enqueue_en_passant, enqueue_one, first_bits};
use crate::make::move_sets::Sink;
use crate::make::queue::Queue;

/// The boards near the leaves of a tree, which wait until there are enough for a batch,
/// whatever their parents.
///
/// The moves above these boards are made from lists. A [`Gather`] handles the full batches: it counts the leaves
/// below the boards, and makes those moves of the upper boards whose leaves it cannot count otherwise.
#[derive(Clone)]
pub(crate) struct Plies {
    /// Boards two plies above the leaves, white to move.
    grandparents: Queue,
    /// Boards one ply above the leaves, black to move.
    parents: Queue,
    /// The moves of the position whose children are queued; the list is only working memory.
    moves: MoveList,
    /// The moves of the first position when four plies are counted; the positions after them have their children
    /// queued. Only working memory.
    first_moves: MoveList,
}

/// Boards from the head of a queue, white to move, in the first lanes of vectors.
pub(crate) struct Batch<'a, S: BoardSimd> {
    pub(crate) positions: Positions<S>,
    /// For each lane, the index of the count to which the leaves below its board are added; used only if
    /// [`Gather::has_owners`] is true.
    pub(crate) owners: &'a [u64],
    pub(crate) len: usize,
}

/// A sum over the leaves, such as their number. The leaves after captures en passant, which boards do not
/// record, are added only by [`add_en_passant`](Self::add_en_passant).
pub(crate) trait Gather<S: BoardSimd>: Sized {
    /// Whether there are several counts of leaves. If so, each board carries its owner: the index of the count to which
    /// its leaves are added.
    fn has_owners(&self) -> bool {
        false
    }

    /// Adds the leaves two plies below the boards of `batch`. Boards in between that have to be made are passed to
    /// [`Made`], which puts them into the queue `parents`; their leaves are added later.
    fn add_two_plies(&mut self, s: S, batch: &Batch<'_, S>, parents: &mut Queue);

    /// Adds the leaves one ply below the boards of `batch`. The lanes from `batch.len` on have empty boards.
    fn add_one_ply(&mut self, s: S, batch: &Batch<'_, S>);

    /// Adds the leaves after captures en passant by black, in `lanes`. `pushed` are the positions after a double push
    /// to `to`; `owners` has the index of the count for each lane.
    fn add_en_passant(&mut self, s: S, pushed: &Positions<S>, to: S::u64s, lanes: u64, owners: &[u64]);
}

/// Receives the boards after moves of a batch and adds them to a queue: they are one ply above the leaves.
pub(crate) struct Made<'a, S: BoardSimd, G> {
    pub(crate) batch: &'a Batch<'a, S>,
    /// The squares to the left and right of enemy pawns: a pawn whose double push ends on one may be captured en
    /// passant.
    pub(crate) next_to_enemy_pawn: S::u64s,
    /// The targets of double pushes whose boards are needed only for the captures en passant.
    pub(crate) en_passant_only: S::u64s,
    pub(crate) parents: &'a mut Queue,
    pub(crate) gather: &'a mut G,
}

impl Plies {
    pub(crate) const fn new() -> Self {
        Self {
            grandparents: Queue::new(),
            parents: Queue::new(),
            moves: MoveList::new(),
            first_moves: MoveList::new(),
        }
    }

    /// Adds to `gather` the leaves `plies` below `position`, one to four; if `plies` is one, without those after
    /// captures en passant.
    #[inline(always)]
    pub(crate) fn leaves<S: BoardSimd>(
        &mut self,
        s: S,
        position: &Position,
        plies: u8,
        gather: &mut impl Gather<S>,
    ) {
        match plies {
            1 => enqueue_one(position, Color::Black, 0, &mut self.parents),
            2 => {
                enqueue_one(position, Color::White, 0, &mut self.grandparents);
                enqueue_en_passant(position, 0, &mut self.parents);
            }
            3 => self.add(s, position, gather),
            _ => {
                let mut moves = core::mem::take(&mut self.first_moves);
                list_moves(s, position, &mut moves);
                for &mv in &*moves {
                    self.add(s, &position.after(mv), gather);
                }
                self.first_moves = moves;
            }
        }
        self.finish(s, gather);
    }

    /// Adds to `gather` the leaves two plies after each move of `positions`. There is one count for each move; the
    /// counts are numbered from 0 in the order of the moves.
    #[inline(always)]
    pub(crate) fn two_plies_after<S: BoardSimd>(
        &mut self,
        s: S,
        positions: &[(Position, MoveList)],
        gather: &mut impl Gather<S>,
    ) {
        let mut first = 0;
        for (position, moves) in positions {
            queue(s, position, moves, Some(first), &mut self.grandparents, &mut self.parents);
            self.count_grandparents(s, false, gather);
            first += moves.len() as u64;
        }
        self.finish(s, gather);
    }

    /// Queues the boards after all moves of `position` as grandparents, two plies above the leaves, and adds the leaves
    /// below them to `gather` whenever a batch is full.
    #[inline(always)]
    fn add<S: BoardSimd>(&mut self, s: S, position: &Position, gather: &mut impl Gather<S>) {
        let Self { grandparents, parents, moves, .. } = self;
        list_moves(s, position, moves);
        queue(s, position, moves, None, grandparents, parents);
        self.count_grandparents(s, false, gather);
    }

    /// Adds to `gather` the leaves below the boards that still wait in both queues.
    #[inline(always)]
    fn finish<S: BoardSimd>(&mut self, s: S, gather: &mut impl Gather<S>) {
        self.count_grandparents(s, true, gather);
        count_parents(s, &mut self.parents, true, gather);
    }

    /// Takes the boards of all full batches, one board for each lane of a vector, off `grandparents`, and adds the
    /// leaves two plies below them to `gather`; with `all`, also those of the last, incomplete batch. Boards one ply
    /// below that have to be made go through `parents`, where less than a batch remains.
    #[inline(never)]
    fn count_grandparents<S: BoardSimd>(&mut self, s: S, all: bool, gather: &mut impl Gather<S>) {
        vectorize!(s, {
            let Self { grandparents, parents, .. } = self;
            let lanes = Boards::<S>::LEN;
            let mut at = 0;
            while at + lanes <= grandparents.len() || (all && at < grandparents.len()) {
                let batch = Batch {
                    positions: grandparents.batch(s, at),
                    owners: grandparents.owners::<S>(at),
                    len: (grandparents.len() - at).min(lanes),
                };
                gather.add_two_plies(s, &batch, parents);
                count_parents(s, parents, false, gather);
                at += lanes;
            }
            grandparents.forget(s, at);
        });
    }
}

/// Replaces the contents of `moves` with all legal moves of `position`. Not inlined, so that there is one copy for each
/// level (set of CPU instructions).
#[inline(never)]
fn list_moves<S: BoardSimd>(s: S, position: &Position, moves: &mut MoveList) {
    vectorize!(s, position.moves_into(Stage::All, moves));
}

/// Queues the boards after `moves` of `position`, two plies above the leaves, in `grandparents`. Captures en passant on
/// these boards are made at once: the boards after them, one ply above the leaves, are queued in `parents`. If leaves
/// are counted apart for each move, `first` is the index of the count for the first of `moves`, and the counts for the
/// others follow it.
#[inline(never)]
fn queue<S: BoardSimd>(
    s: S,
    position: &Position,
    moves: &[Move],
    first: Option<u64>,
    grandparents: &mut Queue,
    parents: &mut Queue,
) {
    vectorize!(s, {
        enqueue_children(s, position, moves, first, grandparents, |child, owner| {
            enqueue_en_passant(child, owner, parents);
        });
    });
}

/// Takes the boards of all full batches, one board for each lane of a vector, off `parents`, and adds the leaves one
/// ply below them to `gather`; with `all`, also those of the last, incomplete batch. Black is to move on these boards.
#[inline(never)]
fn count_parents<S: BoardSimd>(s: S, parents: &mut Queue, all: bool, gather: &mut impl Gather<S>) {
    vectorize!(s, {
        let lanes = Boards::<S>::LEN;
        let mut at = 0;
        while at + lanes <= parents.len() || (all && at < parents.len()) {
            let len = (parents.len() - at).min(lanes);
            let mut positions = parents.batch(s, at).flip_colors(s);
            if len < lanes {
                positions = positions.within(s.first_lanes(len));
            }
            gather.add_one_ply(s, &Batch { positions, owners: parents.owners::<S>(at), len });
            at += lanes;
        }
        parents.forget(s, at);
    });
}

impl<S: BoardSimd> Batch<'_, S> {
    /// The set of the lanes that have a board: its lowest `len` bits are set.
    #[inline(always)]
    pub(crate) const fn lanes(&self) -> u64 {
        first_bits(self.len)
    }
}

impl<S: BoardSimd, G: Gather<S>> Sink<S> for Made<'_, S, G> {
    #[inline(always)]
    fn after_double_push(&mut self, s: S, boards: &Boards<S>, to: S::u64s, lanes: u64) -> u64 {
        let zero = S::u64s::splat(s, 0);
        let pushed = (to & self.next_to_enemy_pawn).simd_ne(zero).to_bitmask() & lanes;
        if pushed != 0 {
            let positions =
                Positions { boards: *boards, castling_rooks: self.batch.positions.castling_rooks };
            self.gather.add_en_passant(s, &positions, to, pushed, self.batch.owners);
        }
        (to & self.en_passant_only).simd_eq(zero).to_bitmask() & lanes
    }

    #[inline(always)]
    fn take(&mut self, s: S, positions: &Positions<S>, lanes: u64) {
        if self.gather.has_owners() {
            self.parents.own(s, self.batch.owners, lanes);
        }
        self.parents.append(s, positions, lanes);
        if self.parents.is_full() {
            count_parents(s, self.parents, false, self.gather);
        }
    }
}
