//! `Position` for `pyrrhic-rs`, a prober of Syzygy tables: the recipe of the book's guide.

// ANCHOR: recipe
use pyrrhic_rs::{DtzProbeValue, EngineAdapter, TBError, TableBases, WdlProbeResult};
use quadbit::{Bitboard, Color, Move, Position, Role, Square, attacks};

#[derive(Clone)]
pub(crate) struct Attacks;

const fn at(square: u64) -> Square {
    Square::ALL[square as usize]
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: pyrrhic_rs::Color, square: u64) -> u64 {
        let color = if color == pyrrhic_rs::Color::White { Color::White } else { Color::Black };
        attacks::pawn(color, at(square)).0
    }

    fn knight_attacks(square: u64) -> u64 {
        attacks::knight(at(square)).0
    }

    fn bishop_attacks(square: u64, occupied: u64) -> u64 {
        attacks::bishop(at(square), Bitboard(occupied)).0
    }

    fn rook_attacks(square: u64, occupied: u64) -> u64 {
        attacks::rook(at(square), Bitboard(occupied)).0
    }

    fn queen_attacks(square: u64, occupied: u64) -> u64 {
        attacks::queen(at(square), Bitboard(occupied)).0
    }

    fn king_attacks(square: u64) -> u64 {
        attacks::king(at(square)).0
    }
}

/// Returns the sets, the en passant square (0 for none) and whether white is to move, as tables of both kinds (WDL
/// and DTZ) ask for them.
fn parts(position: &Position) -> ([u64; 8], u32, bool) {
    let board = position.board();
    let [pawns, knights, bishops, rooks, queens, kings] = Role::ALL.map(|role| board.role(role).0);
    let sets = [board.white().0, board.black().0, kings, queens, rooks, bishops, knights, pawns];
    let ep = position.ep().map_or(0, |square| square.index() as u32);
    (sets, ep, position.side_to_move() == Color::White)
}

/// Looks up whether the position is won, drawn or lost, for use in a search. Tables know no castling, so there
/// must be no right to it; and they count from a capture or a pawn's move, so call this only right after one of
/// these.
pub(crate) fn wdl(tables: &TableBases<Attacks>, position: &Position) -> Result<WdlProbeResult, TBError> {
    let ([white, black, kings, queens, rooks, bishops, knights, pawns], ep, turn) = parts(position);
    tables.probe_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, ep, turn)
}

/// Looks up a move that keeps the result and takes account of the halfmove clock, for use at the root and on
/// one thread; `None` if there is no move.
pub(crate) fn best_move(tables: &TableBases<Attacks>, position: &Position) -> Result<Option<Move>, TBError> {
    let ([white, black, kings, queens, rooks, bishops, knights, pawns], ep, turn) = parts(position);
    let clock = u32::from(position.halfmoves());
    let probed =
        tables.probe_root(white, black, kings, queens, rooks, bishops, knights, pawns, clock, ep, turn)?;
    let DtzProbeValue::DtzResult(best) = probed.root else { return Ok(None) };
    let (from, to) = (at(best.from_square.into()), at(best.to_square.into()));
    let promotion = match best.promotion {
        pyrrhic_rs::Piece::Knight => Role::Knight,
        pyrrhic_rs::Piece::Bishop => Role::Bishop,
        pyrrhic_rs::Piece::Rook => Role::Rook,
        pyrrhic_rs::Piece::Queen => Role::Queen,
        pyrrhic_rs::Piece::Pawn | pyrrhic_rs::Piece::King => return Ok(Some(Move::new(from, to))),
    };
    Ok(Some(Move::promoting(from, to, promotion)))
}
// ANCHOR_END: recipe
