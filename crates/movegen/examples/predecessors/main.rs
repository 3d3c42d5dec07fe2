//! Retro moves: the positions from which a position can have arisen, `cargo run --example predecessors -- FEN`.
//!
//! 1. Every move that may have been the last is taken back: a piece returns to its origin and leaves a captured piece
//!    or an empty square behind; a promoted piece becomes a pawn again; king and rook return to the squares before
//!    castling.
//! 2. The board does not record which castling rights the move ended, nor whether a double push came before it, so each
//!    possibility is tried.
//! 3. A predecessor is kept if it is valid and the move is legal in it and leads here. This last test is what makes the
//!    list right: the steps before it may try too much, never too little.

#[cfg(test)]
mod tests;

use std::env;
use std::process::ExitCode;

use quadbit_movegen::{
    Bitboard, CastlingSide, Color, File, Move, Piece, Position, PositionBuilder, QuadBitboard, Rank, Role,
    Square, Validity, attacks,
};

fn main() -> ExitCode {
    let fen = env::args().skip(1).collect::<Vec<_>>().join(" ");
    match fen.parse::<Position>() {
        Ok(position) => {
            for (before, mv) in predecessors(&position) {
                println!("{before}\t{}", mv.to_san(&before));
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{fen}: {error}");
            ExitCode::from(2)
        }
    }
}

/// All positions from which one legal move leads to `now`, each once and with its move, in no particular order.
///
/// The predecessors are valid in the sense of [`Validity::Strict`]; whether a game can reach them is not checked.
/// Positions are compared by [`Eq`], so the clocks of `now` do not matter, and those of a predecessor are only a guess
/// (one half move less, or 0 before a capture or pawn move). Predecessors may have castling rights of Chess960;
/// [`Position::has_standard_castling`] selects those of standard chess.
///
/// Takes tens of microseconds to a millisecond; a middlegame position has about a thousand predecessors.
fn predecessors(now: &Position) -> Vec<(Position, Move)> {
    let us = !now.side_to_move();
    let mut backwards = Backwards { now, us, found: Vec::new() };
    for to in now.board().color(us) {
        if let Some(piece) = now.piece_at(to) {
            backwards.retract_piece(to, piece.role());
        }
    }
    for side in CastlingSide::ALL {
        backwards.retract_castling(side);
    }
    backwards.found
}

/// The pieces that a move may have captured.
const VICTIMS: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// A search for the positions before `now`, with those that have been found.
struct Backwards<'a> {
    now: &'a Position,
    /// The side that has just moved.
    us: Color,
    found: Vec<(Position, Move)>,
}

/// A board on which `mv` may have been the last move before the current position.
#[derive(Clone, Copy)]
struct Before {
    board: QuadBitboard,
    mv: Move,
    resets_clock: bool,
    /// The rooks whose castling rights the move may have ended.
    rooks: Bitboard,
}

impl Backwards<'_> {
    /// Takes back every move, castling left out, by which the piece of `role` on `to` may have come there: from each
    /// square that it reaches, with and without a capture, and by promotion.
    fn retract_piece(&mut self, to: Square, role: Role) {
        let occupied = self.now.board().occupied();
        let origins = match role {
            Role::Pawn => return self.retract_pawn(to, None),
            Role::Knight => attacks::knight(to),
            Role::Bishop => attacks::bishop(to, occupied),
            Role::Rook => attacks::rook(to, occupied),
            Role::Queen => attacks::queen(to, occupied),
            Role::King => attacks::king(to),
        };
        for from in origins - occupied {
            let mv = Move::new(from, to);
            self.retract(mv, role, None);
            for victim in VICTIMS {
                self.retract(mv, role, Some(victim));
            }
        }
        if Role::PROMOTIONS.contains(&role) && to.rank() == Rank::Eighth.relative_to(self.us) {
            self.retract_pawn(to, Some(role));
        }
    }

    /// Takes back every move by which a pawn may have come to `to`: pushes, captures, and captures en passant.
    /// `promotion` is the role of the piece that it became there, `None` if it is still a pawn.
    fn retract_pawn(&mut self, to: Square, promotion: Option<Role>) {
        let empty = !self.now.board().occupied();
        let mv = |from| match promotion {
            Some(role) => Move::promoting(from, to, role),
            None => Move::new(from, to),
        };
        let single = Bitboard::of(to).forward(!self.us) & empty;
        let double = single.forward(!self.us) & empty & Bitboard::rank(Rank::Second.relative_to(self.us));
        for from in single | double {
            self.retract(mv(from), Role::Pawn, None);
        }
        for from in attacks::pawn(!self.us, to) & empty {
            for victim in VICTIMS {
                self.retract(mv(from), Role::Pawn, Some(victim));
            }
            self.retract_en_passant(mv(from));
        }
    }

    /// Takes back `mv` of a piece `mover`, and puts the captured piece `victim`, if any, back on the target.
    fn retract(&mut self, mv: Move, mover: Role, victim: Option<Role>) {
        let (us, from, to) = (self.us, mv.from(), mv.to());
        let mut board = self.now.board();
        board.put(from, mover.of(us));
        match victim {
            Some(role) => board.put(to, role.of(!us)),
            None => _ = board.take(to),
        }
        let home = Bitboard::rank(Rank::First.relative_to(us));
        let mut rooks = match mover {
            Role::Rook => home & Bitboard::of(from),
            Role::King if home.has(from) => home & board.rooks() & board.color(us),
            _ => Bitboard::EMPTY,
        };
        if victim == Some(Role::Rook) {
            rooks |= Bitboard::of(to) & Bitboard::rank(Rank::Eighth.relative_to(us));
        }
        let resets_clock = victim.is_some() || mover == Role::Pawn;
        self.try_states(Before { board, mv, resets_clock, rooks });
    }

    /// Takes back `mv` as an en passant capture and puts the captured pawn back; does nothing unless the target is on
    /// the sixth rank and the square of the captured pawn is empty.
    fn retract_en_passant(&mut self, mv: Move) {
        let (us, from, to) = (self.us, mv.from(), mv.to());
        let victim = Square::new(to.file(), from.rank());
        let is_possible = to.rank() == Rank::Sixth.relative_to(us) && self.now.piece_at(victim).is_none();
        if is_possible {
            let mut board = self.now.board();
            board.put(from, Role::Pawn.of(us));
            board.take(to);
            board.put(victim, Role::Pawn.of(!us));
            let before = Before { board, mv, resets_clock: true, rooks: Bitboard::EMPTY };
            self.try_state(&before, Bitboard::EMPTY, Some(to.file()));
        }
    }

    /// If king and rook are where castling to `side` puts them, takes it back, to all squares from which they may have
    /// castled.
    fn retract_castling(&mut self, side: CastlingSide) {
        let us = self.us;
        let arrived: [(Square, Piece); 2] =
            [(side.king_target(us), Role::King.of(us)), (side.rook_target(us), Role::Rook.of(us))];
        let mut left = self.now.board();
        for (square, piece) in arrived {
            if self.now.piece_at(square) != Some(piece) {
                return;
            }
            left.take(square);
        }
        let home = Bitboard::rank(Rank::First.relative_to(us));
        let free = home - left.occupied();
        for king in free {
            for rook in free.without(king) {
                if CastlingSide::of(king, rook) == side {
                    let mut board = left;
                    board.put(king, Role::King.of(us));
                    board.put(rook, Role::Rook.of(us));
                    let rooks = home & board.rooks() & board.color(us);
                    let mv = Move::new(king, rook);
                    self.try_states(Before { board, mv, resets_clock: false, rooks });
                }
            }
        }
    }

    /// Tries all castling rights that the move may have ended, with all double pushes that may
    /// have come before it.
    fn try_states(&mut self, before: Before) {
        let them = !self.us;
        let pawns = before.board.pawns();
        let ours = pawns & before.board.color(self.us);
        let neighbours = (ours - Bitboard::file(File::A)) >> 1 | (ours - Bitboard::file(File::H)) << 1;
        let pushed =
            pawns & before.board.color(them) & neighbours & Bitboard::rank(Rank::Fourth.relative_to(them));
        for rights in before.rooks.subsets() {
            self.try_state(&before, rights, None);
            for pawn in pushed {
                self.try_state(&before, rights, Some(pawn.file()));
            }
        }
    }

    /// Adds the position `before` the move if it is valid, and the move is legal in it and leads to the current
    /// position. `ended` are the rooks whose rights the move ended, and `en_passant` is the file of a double push
    /// before the move.
    fn try_state(&mut self, before: &Before, ended: Bitboard, en_passant: Option<File>) {
        let now = self.now;
        let mut castling = now.castling_rights();
        for rook in ended {
            let color = if before.board.black().has(rook) { Color::Black } else { Color::White };
            castling = castling.with(color, rook.file());
        }
        let parts = PositionBuilder {
            board: before.board,
            side_to_move: self.us,
            castling,
            en_passant,
            halfmoves: if before.resets_clock { 0 } else { now.halfmoves().saturating_sub(1) },
            fullmoves: now.fullmoves().saturating_sub(self.us as u16),
        };
        let Ok(position) = parts.build(Validity::Strict) else { return };
        // A double push after which no capture is legal gives the same position.
        let is_new = en_passant.is_none() || position.ep().is_some();
        if is_new && position.is_legal(before.mv) && position.after(before.mv) == *now {
            self.found.push((position, before.mv));
        }
    }
}
