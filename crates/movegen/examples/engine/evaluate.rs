//! What a position is worth without looking ahead: material, and a bonus for standing well.

use std::array;
use std::sync::LazyLock;

use quadbit_movegen::{Color, Move, Piece, PieceValues, Position, Role, Square};

/// A score in hundredths of a pawn, seen by the side to move.
pub(crate) type Score = i32;

pub(crate) const VALUES: PieceValues = PieceValues::new([100, 320, 330, 500, 950]);

/// A position and the sum of its pieces, white's less black's, in the middle game and in the endgame. Every move updates it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evaluated {
    pub(crate) position: Position,
    pub(crate) balance: [Score; 2],
}

impl Evaluated {
    pub(crate) fn new(position: Position) -> Self {
        let mut evaluated = Self { position, balance: [0; 2] };
        for square in position.board().occupied() {
            evaluated.count((square, position.get(square).expect("occupied")), 1);
        }
        evaluated
    }

    pub(crate) fn after(&self, mv: Move) -> Self {
        let (position, changes) = self.position.after_with_changes(mv);
        let mut after = Self { position, ..*self };
        changes.removed().iter().for_each(|&piece| after.count(piece, -1));
        changes.added().iter().for_each(|&piece| after.count(piece, 1));
        after
    }

    fn count(&mut self, (square, piece): (Square, Piece), sign: Score) {
        let [middle_game, endgame] = PLACES[piece.index()][square.index()];
        self.balance[0] += sign * middle_game;
        self.balance[1] += sign * endgame;
    }

    pub(crate) fn score(&self) -> Score {
        let rooks_and_queens = self.position.board().orthogonal_sliders();
        let balance = self.balance[usize::from(rooks_and_queens.count() <= 2)];
        10 + if self.position.side_to_move() == Color::White { balance } else { -balance }
    }
}

/// By piece and square: what it adds to the balance in the middle game and in the endgame.
static PLACES: LazyLock<[[[Score; 2]; 64]; 12]> = LazyLock::new(|| {
    array::from_fn(|piece| {
        let (role, color) = (Piece::ALL[piece].role(), Piece::ALL[piece].color());
        let sign = if color == Color::White { 1 } else { -1 };
        array::from_fn(|square| {
            let square = Square::ALL[square].relative_to(color);
            [false, true].map(|endgame| sign * (VALUES.of(role) + standing(role, square, endgame)))
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
