//! What a position is worth without looking ahead: material, and a bonus for standing well.

use std::array;
use std::sync::LazyLock;

use quadbit_movegen::{Color, Move, Piece, PieceValues, Position, Role, Square};

/// A score in hundredths of a pawn, seen by the side to move.
pub(crate) type Score = i32;

pub(crate) const VALUES: PieceValues = PieceValues::new([100, 320, 330, 500, 950]);

/// A position and the sum of its pieces, white's less black's, in the middle game and in the endgame. Every move updates it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) position: Position,
    pub(crate) balance: [Score; 2],
}

impl Node {
    pub(crate) fn new(position: Position) -> Self {
        let mut node = Self { position, balance: [0; 2] };
        for square in position.board().occupied() {
            node.count(position.get(square).expect("occupied"), square, 1);
        }
        node
    }

    pub(crate) fn after(&self, mv: Move) -> Self {
        let (position, changes) = self.position.after_with_changes(mv);
        let mut after = Self { position, ..*self };
        changes.removed().iter().for_each(|&(square, piece)| after.count(piece, square, -1));
        changes.added().iter().for_each(|&(square, piece)| after.count(piece, square, 1));
        after
    }

    fn count(&mut self, piece: Piece, square: Square, sign: Score) {
        let [middle_game, endgame] = PLACES[piece.index()][square.index()];
        self.balance[0] += sign * middle_game;
        self.balance[1] += sign * endgame;
    }

    pub(crate) fn evaluate(&self) -> Score {
        let rooks_and_queens = self.position.board().orthogonal_sliders();
        let balance = self.balance[usize::from(rooks_and_queens.count() <= 2)];
        10 + if self.position.side_to_move() == Color::White { balance } else { -balance }
    }
}

/// What a piece is worth, without regard to its square; a king nothing.
pub(crate) fn worth(role: Role) -> Score {
    VALUES.of(role)
}

/// By piece and square: what it adds to the balance in the middle game and in the endgame.
static PLACES: LazyLock<[[[Score; 2]; 64]; 12]> = LazyLock::new(|| {
    array::from_fn(|piece| {
        let piece = Piece::ALL[piece];
        let sign = if piece.color() == Color::White { 1 } else { -1 };
        array::from_fn(|square| {
            let square = Square::ALL[square].relative_to(piece.color());
            [false, true]
                .map(|endgame| sign * (worth(piece.role()) + standing(piece.role(), square, endgame)))
        })
    })
});

/// Pawns go forward, officers to the centre, the king hides until the endgame.
fn standing(role: Role, square: Square, endgame: bool) -> Score {
    let (file, rank) = (square.file() as Score, square.rank() as Score);
    let files = (2 * file - 7).abs();
    let centre = 14 - files - (2 * rank - 7).abs();
    match role {
        Role::Pawn => 3 * rank * rank / 2 + if files <= 3 && (2..=5).contains(&rank) { 12 } else { 0 },
        Role::Knight => 4 * centre - 20,
        Role::Bishop => 2 * centre,
        Role::Rook if rank == 6 => 20,
        Role::Rook => 7 - files,
        Role::Queen => centre,
        Role::King if endgame => 4 * centre,
        Role::King => 5 * files - 15 * rank,
    }
}
