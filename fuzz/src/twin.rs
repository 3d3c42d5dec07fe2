//! The obvious generator: a mailbox, steps of files and ranks, and a test for check after making every move.
//!
//! This generator shares only the names of squares and pieces with the crates.

use quadbit_movegen::{EpMode, Move, Position};
use quadbit_x88::{Color, File, Piece, Rank, Role, Square};

const ORTHOGONAL: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// A piece or nothing on each square.
#[derive(Clone)]
struct Mailbox([Option<Piece>; 64]);

/// Returns all legal moves, in no particular order.
#[must_use]
pub fn legal_moves(position: &Position) -> Vec<Move> {
    let us = position.side_to_move();
    let board = Mailbox(Square::ALL.map(|square| position.piece_at(square)));
    let mut moves = Vec::new();
    for from in Square::ALL {
        match board.get(from) {
            Some(piece) if piece.color() == us => board.moves_of(position, piece, from, &mut moves),
            _ => {}
        }
    }
    moves.retain(|&mv| !board.after(position, mv).is_check(us));
    board.castlings(position, &mut moves);
    moves
}

/// Whether the side to move is in check.
#[must_use]
pub fn is_check(position: &Position) -> bool {
    Mailbox(Square::ALL.map(|square| position.piece_at(square))).is_check(position.side_to_move())
}

impl Mailbox {
    fn get(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    /// Returns the squares that a piece attacks, including those of its own side.
    fn attacks(&self, piece: Piece, from: Square) -> Vec<Square> {
        let forward = if piece.color() == Color::White { 1 } else { -1 };
        let (steps, slides): (Vec<(i32, i32)>, bool) = match piece.role() {
            Role::Pawn => (vec![(-1, forward), (1, forward)], false),
            Role::Knight => (KNIGHT.to_vec(), false),
            Role::Bishop => (DIAGONAL.to_vec(), true),
            Role::Rook => (ORTHOGONAL.to_vec(), true),
            Role::Queen => ([ORTHOGONAL, DIAGONAL].concat(), true),
            Role::King => ([ORTHOGONAL, DIAGONAL].concat(), false),
        };
        let mut attacked = Vec::new();
        for (files, ranks) in steps {
            let mut at = from;
            while let Some(next) = step(at, files, ranks) {
                attacked.push(next);
                at = next;
                if !slides || self.get(next).is_some() {
                    break;
                }
            }
        }
        attacked
    }

    fn is_attacked(&self, square: Square, by: Color) -> bool {
        Square::ALL.into_iter().any(|from| {
            self.get(from)
                .is_some_and(|piece| piece.color() == by && self.attacks(piece, from).contains(&square))
        })
    }

    fn is_check(&self, color: Color) -> bool {
        let king = Square::ALL.into_iter().find(|&square| self.get(square) == Some(Role::King.of(color)));
        self.is_attacked(king.expect("each side has a king"), !color)
    }

    /// Adds the pseudo-legal moves of `piece` to `moves`, without castling. They may leave the king in check.
    fn moves_of(&self, position: &Position, piece: Piece, from: Square, moves: &mut Vec<Move>) {
        let us = piece.color();
        let targets = self.attacks(piece, from);
        let enemy = |square: &Square| self.get(*square).is_some_and(|other| other.color() != us);
        let own = |square: &Square| self.get(*square).is_some_and(|other| other.color() == us);
        if piece.role() != Role::Pawn {
            moves.extend(targets.into_iter().filter(|to| !own(to)).map(|to| Move::new(from, to)));
            return;
        }
        let en_passant = position.ep_square(EpMode::Always);
        let mut targets: Vec<Square> =
            targets.into_iter().filter(|to| enemy(to) || en_passant == Some(*to)).collect();
        let forward = if us == Color::White { 1 } else { -1 };
        if let Some(one) = step(from, 0, forward).filter(|&one| self.get(one).is_none()) {
            targets.push(one);
            if from.rank() == Rank::Second.relative_to(us) {
                targets.extend(step(one, 0, forward).filter(|&two| self.get(two).is_none()));
            }
        }
        for to in targets {
            if to.rank() == Rank::Eighth.relative_to(us) {
                moves.extend(PROMOTIONS.map(|role| Move::promoting(from, to, role)));
            } else {
                moves.push(Move::new(from, to));
            }
        }
    }

    /// Returns the board after a move that is not castling.
    fn after(&self, position: &Position, mv: Move) -> Self {
        let mut after = self.clone();
        let (from, to) = (mv.from(), mv.to());
        let piece = self.get(from).expect("moves begin on pieces");
        after.0[from.index()] = None;
        after.0[to.index()] = Some(mv.promotion().map_or(piece, |role| role.of(piece.color())));
        if piece.role() == Role::Pawn
            && from.file() != to.file()
            && position.ep_square(EpMode::Always) == Some(to)
        {
            after.0[Square::new(to.file(), from.rank()).index()] = None;
        }
        after
    }

    /// Adds the legal castlings to `moves`, by the FIDE rules, 3.8.2, and those of Chess960: all squares that king and
    /// rook cross or enter are empty except for the two themselves, and no square from the king's first to its last is
    /// attacked.
    fn castlings(&self, position: &Position, moves: &mut Vec<Move>) {
        let us = position.side_to_move();
        let king = position.king(us);
        for rook in position.castling_rights().rooks_of(us) {
            let is_short = rook.file().index() > king.file().index();
            let (king_file, rook_file) = if is_short { (File::G, File::F) } else { (File::C, File::D) };
            let king_to = Square::new(king_file, king.rank());
            let rook_to = Square::new(rook_file, king.rank());
            let mut cleared = self.clone();
            cleared.0[king.index()] = None;
            cleared.0[rook.index()] = None;
            let is_free =
                row(king, king_to).chain(row(rook, rook_to)).all(|square| cleared.get(square).is_none());
            // Attacks on the king's path pass through its initial square, and the rook has not moved yet.
            let mut on_the_way = self.clone();
            on_the_way.0[king.index()] = None;
            let is_seen = row(king, king_to).any(|square| on_the_way.is_attacked(square, !us));
            cleared.0[king_to.index()] = Some(Role::King.of(us));
            cleared.0[rook_to.index()] = Some(Role::Rook.of(us));
            if is_free && !is_seen && !cleared.is_check(us) {
                moves.push(Move::new(king, rook));
            }
        }
    }
}

/// Returns the square `files` to the east and `ranks` to the north; `None` off the board.
fn step(from: Square, files: i32, ranks: i32) -> Option<Square> {
    let index = i32::try_from(from.index()).expect("an index is below 64");
    let (file, rank) = (index % 8 + files, index / 8 + ranks);
    if !(0..8).contains(&file) || !(0..8).contains(&rank) {
        return None;
    }
    Square::from_index(usize::try_from(8 * rank + file).ok()?)
}

/// Returns all squares from `a` to `b` on a rank, both included.
fn row(a: Square, b: Square) -> impl Iterator<Item = Square> {
    let (low, high) = (a.index().min(b.index()), a.index().max(b.index()));
    (low..=high).filter_map(Square::from_index)
}
