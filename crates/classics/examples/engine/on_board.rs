//! The search on any board of this crate: a board that makes and unmakes moves, as a [`Node`].
//!
//! 1. A node's moves are listed once, all or the captures, each with its piece and victim, in the list of its ply.
//! 2. The search knows a move by its place in that list, because a board's own moves may be large.
//! 3. A move is made in place and taken back. Key and clock are kept here, except by boards that keep a key.

use quadbit_classics::SearchBoard;
use quadbit_movegen::{Color, Effect, Move, MoveList, Piece, Position, Role, Square, Stage};
use quadbit_quad::zobrist;

use super::node::{Candidate, Node};

/// A board `B` with what a search needs besides.
pub(crate) struct OnBoard<B: SearchBoard> {
    pub(crate) board: B,
    /// The xor of the Zobrist numbers of all pieces.
    pieces: u64,
    /// The number of half moves since the last capture or pawn move.
    reversible: usize,
    /// The moves of the nodes on the current line, by their distance from the root; entries beyond `ply` are left over.
    lists: Vec<List<B>>,
    ply: usize,
}

/// The moves of a node, and what the search knows of each.
struct List<B: SearchBoard> {
    moves: MoveList<B::Move>,
    known: Vec<Candidate<Numbered>>,
}

impl<B: SearchBoard> Default for List<B> {
    fn default() -> Self {
        Self { moves: MoveList::default(), known: Vec::new() }
    }
}

/// A move and its place in the list of its node. Two are equal if their squares and promotions are.
#[derive(Clone, Copy)]
pub(crate) struct Numbered {
    mv: Move,
    number: u8,
}

impl PartialEq for Numbered {
    fn eq(&self, other: &Self) -> bool {
        self.mv == other.mv
    }
}

impl From<Numbered> for Move {
    fn from(mv: Numbered) -> Self {
        mv.mv
    }
}

impl<B: SearchBoard> OnBoard<B> {
    fn known(&self) -> &[Candidate<Numbered>] {
        &self.lists[self.ply].known
    }

    fn is_mate(&self) -> bool {
        self.board.is_check() && self.board.legal_count() == 0
    }
}

impl<B: SearchBoard> Node for OnBoard<B> {
    type Move = Numbered;

    fn from_position(position: &Position) -> Self {
        let pieces = zobrist::board_key(position.board());
        let (board, reversible) = (B::from_position(position), position.halfmoves().into());
        Self { board, pieces, reversible, lists: vec![List::default()], ply: 0 }
    }

    fn key(&self) -> u64 {
        self.board.kept_key().unwrap_or_else(|| self.pieces ^ self.board.state_key())
    }

    fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    fn is_check(&self) -> bool {
        self.board.is_check()
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece(square)
    }

    /// Lists the moves of this node with their pieces and victims. Not inlined: copies of this function at every call,
    /// for every board, would take minutes to compile.
    #[inline(never)]
    fn list(&mut self, all: bool) {
        let List { moves, known } = &mut self.lists[self.ply];
        if all {
            self.board.legal_moves(moves);
        } else {
            self.board.captures(moves);
        }
        known.clear();
        let us = self.board.side_to_move();
        known.extend((0..=u8::MAX).zip(&**moves).map(|(number, &mv)| {
            let plain: Move = mv.into();
            let mover = self.board.mover(mv).map_or(Role::Pawn, Piece::role);
            let is_en_passant = mover == Role::Pawn && plain.from().file() != plain.to().file();
            let victim = match self.board.piece(plain.to()) {
                Some(piece) => (piece.color() != us).then(|| piece.role()),
                None => is_en_passant.then_some(Role::Pawn),
            };
            Candidate { mv: Numbered { mv: plain, number }, mover, victim }
        }));
    }

    fn visit(&self, stage: Stage, each: impl FnMut(Candidate<Numbered>)) {
        let is_tactical =
            |found: &Candidate<Numbered>| found.victim.is_some() || found.mv.mv.promotion().is_some();
        let chosen = self.known().iter().copied();
        chosen.filter(|found| is_tactical(found) == (stage == Stage::Tactical)).for_each(each);
    }

    fn find(&self, mv: Numbered) -> Option<Numbered> {
        self.known().iter().map(|found| found.mv).find(|&found| found == mv)
    }

    fn is_quiet(&self, mv: Numbered) -> bool {
        let found = self.known()[usize::from(mv.number)];
        found.victim.is_none() && mv.mv.promotion().is_none()
    }

    fn play<T>(&mut self, mv: Numbered, then: impl FnOnce(&mut Self, Effect) -> T) -> T {
        let made = self.lists[self.ply].moves[usize::from(mv.number)];
        let found = self.known()[usize::from(mv.number)];
        let codes = [self.board.mover(made), self.board.piece(mv.mv.to())];
        let effect = Effect::of_codes(mv.mv, codes.map(|piece| piece.map_or(0, Piece::code)));
        let before = (self.pieces, self.reversible);
        self.pieces = effect
            .codes()
            .as_flattened()
            .iter()
            .fold(self.pieces, |key, &(square, code)| key ^ zobrist::key(code, square));
        self.reversible =
            if found.victim.is_some() || found.mover == Role::Pawn { 0 } else { self.reversible + 1 };
        self.ply += 1;
        if self.lists.len() == self.ply {
            self.lists.push(List::default());
        }
        let undo = make(&mut self.board, made);
        let result = then(self, effect);
        unmake(&mut self.board, made, undo);
        self.ply -= 1;
        (self.pieces, self.reversible) = before;
        result
    }

    fn is_drawn(&self, earlier: &[u64]) -> bool {
        let same_side = earlier.iter().rev().take(self.reversible).skip(3).step_by(2);
        let key = self.key();
        same_side.filter(|&&earlier| earlier == key).count() > 0 || self.reversible >= 100 && !self.is_mate()
    }
}

#[inline(never)]
fn make<B: SearchBoard>(board: &mut B, mv: B::Move) -> B::Undo {
    board.make(mv)
}

#[inline(never)]
fn unmake<B: SearchBoard>(board: &mut B, mv: B::Move, undo: B::Undo) {
    board.unmake(mv, undo);
}
