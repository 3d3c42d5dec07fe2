//! The deltas of moves, written while the generator finds the moves.
//!
//! 1. The writer is a sink: the generator of sets passes it pieces with their targets.
//! 2. What every move changes is worked out once: the side to move, the previous double push, the counters.
//! 3. A draft begins with the piece that leaves its square and the rights that end with it; captures, arrivals and
//!    rights lost by a capture are xored into the draft.
//! 4. The finished delta carries its move in the trail, and goes into the list.
//!
//! Of the planes, the writer reads only the set of enemy pieces, the code of a captured piece and, for a double push,
//! the set of pawns.

use core::marker::PhantomData;

use quadbit_movegen::{Move, MoveList};
use quadbit_quad::zobrist;
use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{Color, Role, Square};

use super::cache_line::CacheLineDelta;
use super::{CLOCK, Delta, DeltaMove, TRAIL};
use crate::bitboards::{Sink, State, View, back, behind, castling_targets};
use crate::keys::{castling_key, en_passant_key, side_key};

/// The key and the pawn key of a board, computed from scratch.
pub(super) fn keys_from_scratch(board: QuadBitboard, state: State) -> [u64; 2] {
    [zobrist::board_key(board) ^ state.key(), zobrist::board_key(board.masked(board.pawns()))]
}

/// A [`Sink`] that works out the delta of every move and writes it into a list.
#[derive(Debug)]
pub(super) struct Writer<'a, V> {
    board: QuadBitboard,
    theirs: Bitboard,
    rooks: [u8; 2],
    /// What every move changes in the key (word 4) by xor: side to move, and the file of the previous double push.
    key: u64,
    /// What every move changes in the state (word 6) by xor: side to move, and the file of the previous double push.
    state: u64,
    /// What a reversible move adds to word 7: one to the half moves of the game, and one to the half moves since the
    /// last capture or pawn move, unless these have reached 65,535.
    reversible: u64,
    /// What a capture or pawn move adds to word 7: one to the half moves of the game, and the negated number of half
    /// moves since the last capture or pawn move, which resets that number to 0.
    irreversible: u64,
    list: &'a mut MoveList<DeltaMove>,
    view: PhantomData<V>,
}

/// The changes that a move makes to the words of the board, while they are being worked out.
#[derive(Clone, Copy, Debug)]
struct Draft {
    board: QuadBitboard,
    key: u64,
    pawn_key: u64,
    state: u64,
}

impl Draft {
    /// Puts the piece with the nibble `code` on `square`, or takes it off if it stands there. If the code is a
    /// constant, the test whether it is a pawn costs nothing.
    #[inline(always)]
    fn toggle(&mut self, square: Square, code: u8) {
        let key = zobrist::key(code, square);
        self.board ^= QuadBitboard::splat(Bitboard::of(square), code);
        self.key ^= key;
        if code >> 1 == Role::Pawn.code() {
            self.pawn_key ^= key;
        }
    }
}

impl<'a, V: View> Writer<'a, V> {
    #[inline(always)]
    pub(super) fn new(board: &Delta, list: &'a mut MoveList<DeltaMove>) -> Self {
        let state = board.state();
        let clock = u64::from(board.reversible_half_moves());
        Self {
            board: board.board(),
            theirs: if V::IN_COLOR_SET { board.board().white() } else { board.board().black() },
            rooks: state.rooks(),
            key: side_key(Color::Black) ^ state.ep_file().map_or(0, en_passant_key),
            state: state.change_of_side(),
            reversible: 1 + (u64::from(clock < u64::from(u16::MAX)) << CLOCK),
            irreversible: 1_u64.wrapping_sub(clock << CLOCK),
            list,
            view: PhantomData,
        }
    }

    /// The nibble of a piece of the side to move.
    #[inline(always)]
    const fn own(role: Role) -> u8 {
        role.code() << 1 | V::IN_COLOR_SET as u8
    }

    /// The nibble of a pawn of the other side.
    const THEIR_PAWN: u8 = Role::Pawn.code() << 1 | !V::IN_COLOR_SET as u8;

    /// Begins the draft of a move: the piece `role` of the side to move has left `from`, and castling rights that end
    /// with it are gone.
    #[inline(always)]
    fn leaving(&self, role: Role, from: Square) -> Draft {
        let mut draft = Draft { board: QuadBitboard::EMPTY, key: self.key, pawn_key: 0, state: self.state };
        draft.toggle(from, Self::own(role));
        if role == Role::King {
            self.lose_rooks(&mut draft, V::GEOMETRY.index(), u8::MAX);
        } else {
            self.lose_rooks_on(&mut draft, from);
        }
        draft
    }

    /// Adds the capture of an enemy piece on `to`, if there is one, to `draft`. Returns whether there is one.
    #[inline(always)]
    fn captures(&self, draft: &mut Draft, to: Square) -> bool {
        let captures = self.theirs.has(to);
        if captures {
            draft.toggle(to, self.board.code(to));
            self.lose_rooks_on(draft, to);
        }
        captures
    }

    /// Adds to `draft` the loss of the right to castle with a rook on `square`, if there is such a right.
    #[inline(always)]
    fn lose_rooks_on(&self, draft: &mut Draft, square: Square) {
        let square = Bitboard::of(square).0;
        self.lose_rooks(draft, 0, square as u8);
        self.lose_rooks(draft, 1, (square >> 56) as u8);
    }

    /// Adds to `draft` the loss of the rights to castle with the rooks on the first rank (`rank` 0) or on the eighth
    /// (1). `files` has a bit for each file; files without such a rook are ignored.
    #[inline(always)]
    fn lose_rooks(&self, draft: &mut Draft, rank: usize, files: u8) {
        let lost = self.rooks[rank] & files;
        if lost != 0 {
            draft.key ^= castling_key(Color::ALL[rank & 1], lost);
            draft.state ^= u64::from(lost) << (8 * rank);
        }
    }

    #[inline(always)]
    fn push(&mut self, draft: Draft, mv: Move, reversible: bool) {
        let state = draft.state ^ u64::from(mv.to_bits()) << TRAIL;
        let counted = if reversible { self.reversible } else { self.irreversible };
        self.list.push(DeltaMove(CacheLineDelta {
            board: draft.board,
            xor: [draft.key, draft.pawn_key, state, 0],
            add: [0, 0, 0, counted],
        }));
    }

    /// Finishes `draft`, the pawn move `mv`, and writes it into the list. `arriving` is the role on the target: a pawn,
    /// or the role that it promotes to.
    #[inline(always)]
    fn pawn(&mut self, mut draft: Draft, mv: Move, arriving: Role) {
        draft.toggle(mv.to(), Self::own(arriving));
        self.push(draft, mv, false);
    }
}

impl<V: View> Sink for Writer<'_, V> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) {
        let leaving = self.leaving(role, from);
        for to in targets {
            let mut draft = leaving;
            let captures = self.captures(&mut draft, to);
            draft.toggle(to, Self::own(role));
            self.push(draft, Move::new(from, to), !captures);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            let from = back(to, step);
            let mut draft = self.leaving(Role::Pawn, from);
            self.captures(&mut draft, to);
            self.pawn(draft, Move::new(from, to), Role::Pawn);
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            let from = back(to, step);
            let mut draft = self.leaving(Role::Pawn, from);
            let neighbours = attacks::pawn(V::GEOMETRY, behind::<V>(to));
            if (neighbours & self.board.pawns()).intersects(self.theirs) {
                draft.key ^= en_passant_key(to.file());
                draft.state ^= State::with_ep_file(to.file());
            }
            self.pawn(draft, Move::new(from, to), Role::Pawn);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            let from = back(to, step);
            let mut draft = self.leaving(Role::Pawn, from);
            self.captures(&mut draft, to);
            for role in Role::PROMOTIONS {
                self.pawn(draft, Move::promoting(from, to, role), role);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        let mut draft = self.leaving(Role::Pawn, from);
        draft.toggle(behind::<V>(to), Self::THEIR_PAWN);
        self.pawn(draft, Move::new(from, to), Role::Pawn);
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) {
        let mut draft = self.leaving(Role::King, king);
        let [king_target, rook_target] = castling_targets::<V>(king, rook);
        draft.toggle(king_target, Self::own(Role::King));
        draft.toggle(rook, Self::own(Role::Rook));
        draft.toggle(rook_target, Self::own(Role::Rook));
        self.push(draft, Move::new(king, rook), true);
    }
}
