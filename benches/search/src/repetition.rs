//! Repetitions that the next move can make, for libraries that do not offer this. The table finds a move of any piece
//! by the difference that the move makes to the library's key, as `Position::has_upcoming_repetition` does.

use quadbit_movegen::{Bitboard, Color, Piece, PositionBuilder, Role, Square, Validity, attacks};

/// The two squares of each move on an empty board, stored by the difference that the move makes to a key. In a free
/// place the difference is 0.
pub(crate) struct Reversible(Vec<(u64, [Square; 2])>);

impl Reversible {
    /// Makes the table from `key`, which returns the library's key of the position of a FEN; every FEN is valid.
    pub(crate) fn new(key: impl Fn(&str) -> u64) -> Self {
        let mut moves = Self(vec![(0, [Square::A1; 2]); 1 << 13]);
        let turn = key("7k/8/8/8/8/8/8/K7 w - - 0 1") ^ key("7k/8/8/8/8/8/8/K7 b - - 0 1");
        for &piece in &Piece::ALL[2..] {
            for a in Square::ALL {
                for b in reach(piece.role(), a).into_iter().filter(|&b| a < b) {
                    let [from, to] = both(piece, a, b);
                    let difference = key(&from) ^ key(&to) ^ turn;
                    let place = moves.place(difference);
                    moves.0[place] = (difference, [a, b]);
                }
            }
        }
        moves
    }

    /// Whether a move of one of the side's own pieces leads to an earlier position. `key` is that of the present
    /// position, `own` are the pieces of the side to move, `earlier` the keys of the positions before, the last one
    /// last.
    #[inline]
    pub(crate) fn can_repeat(&self, key: u64, own: Bitboard, occupied: Bitboard, earlier: &[u64]) -> bool {
        earlier.iter().rev().skip(2).step_by(2).any(|&earlier| {
            let (found, [a, b]) = self.0[self.place(key ^ earlier)];
            found != 0 && (own.has(a) || own.has(b)) && !attacks::between(a, b).intersects(occupied)
        })
    }

    /// Returns the place of a difference: its own, or the free one where it would be put.
    #[inline]
    fn place(&self, difference: u64) -> usize {
        let mut place = difference as usize & (self.0.len() - 1);
        while self.0[place].0 != difference && self.0[place].0 != 0 {
            place = (place + 1) & (self.0.len() - 1);
        }
        place
    }
}

/// Returns the squares that a piece reaches on an empty board; none for a pawn, whose moves cannot be reversed.
fn reach(role: Role, from: Square) -> Bitboard {
    let [straight, slanted] = attacks::crosses(from);
    match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => attacks::knight(from),
        Role::Bishop => slanted,
        Role::Rook => straight,
        Role::Queen => straight | slanted,
        Role::King => attacks::king(from),
    }
}

/// Returns the FENs of two valid positions that differ only in the square of `piece`, `a` or `b`. Its opponent is to
/// move in both.
fn both(piece: Piece, a: Square, b: Square) -> [String; 2] {
    let others = Square::ALL.into_iter().flat_map(|white| Square::ALL.map(|black| [white, black]));
    let mut pairs = others.filter(|kings| !kings.contains(&a) && !kings.contains(&b)).filter_map(|kings| {
        let mut parts = PositionBuilder { side_to_move: !piece.color(), ..PositionBuilder::new() };
        for (color, square) in Color::ALL.into_iter().zip(kings) {
            let king = Role::King.of(color);
            if king != piece {
                parts.board.put(square, king);
            }
        }
        let fen = |square| {
            let mut parts = parts;
            parts.board.put(square, piece);
            Some(parts.build(Validity::Strict).ok()?.to_string())
        };
        Some([fen(a)?, fen(b)?])
    });
    pairs.next().expect("there is room for the kings")
}
