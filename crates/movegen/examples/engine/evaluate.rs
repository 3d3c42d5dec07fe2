//! What a position is worth without looking ahead: material, and a bonus for standing well.

use super::chess::{Bitboard, Color, File, Move, Piece, PieceValues, Position, Role, Square};

/// A score in hundredths of a pawn, seen by the side to move.
pub(crate) type Score = i32;

pub(crate) const VALUES: PieceValues = PieceValues::new([100, 320, 330, 500, 950]);

/// A position with what every move updates: the sum of its pieces' [`PLACES`], and what its pawns are worth besides.
#[derive(Clone)]
pub(crate) struct Evaluated {
    pub(crate) position: Position,
    pub(crate) sum: i64,
    pub(crate) pawns: i64,
}

impl Evaluated {
    pub(crate) fn new(position: Position) -> Self {
        let worth = |square| place((square, position.piece_at(square).map_or(0, Piece::code)));
        Self { sum: Square::ALL.map(worth).into_iter().sum(), pawns: structure(&position), position }
    }

    pub(crate) fn after(&self, mv: Move) -> Self {
        let (position, effect) = self.position.after_with_effect(mv);
        let [[left, captured], [arrived, rook]] = effect.codes();
        let sum = self.sum + place(arrived) + place(rook) - place(left) - place(captured);
        let same_pawns = position.pawn_key() == self.position.pawn_key();
        let pawns = if same_pawns { self.pawns } else { structure(&position) };
        Self { position, sum, pawns }
    }

    /// The score: the weighted mean of the values for middle game and endgame, which moves towards the endgame as
    /// pieces are exchanged, plus 10 for the right to move.
    #[expect(clippy::cast_possible_truncation, reason = "the lowest of the numbers")]
    pub(crate) fn score(&self) -> Score {
        // A number below 0 has borrowed from the next.
        let [middle_game, endgame, phase] = [0, 16, 32]
            .map(|shift| Score::from(((self.sum + self.pawns + (1 << shift >> 1)) >> shift) as i16));
        let phase = phase.min(24);
        let balance = (middle_game * phase + endgame * (24 - phase)) / 24;
        10 + if self.position.side_to_move() == Color::White { balance } else { -balance }
    }
}

/// The value of passed, isolated and doubled pawns, White's minus Black's, packed like the numbers of [`PLACES`].
fn structure(position: &Position) -> i64 {
    let board = position.board();
    let [white, black] = Color::ALL.map(|color| board.pawns() & board.color(color));
    // The value of the pawns `own` that move up the board.
    let of = |own: Bitboard, theirs: Bitboard| {
        let ahead = |set| [8, 16, 32].iter().fold(set << 8, |set: Bitboard, &ranks| set | set << ranks);
        let behind = |set| [8, 16, 32].iter().fold(set >> 8, |set: Bitboard, &ranks| set | set >> ranks);
        let beside = |set| (set - Bitboard::file(File::A)) >> 1 | (set - Bitboard::file(File::H)) << 1;
        let stopped = behind(theirs) | beside(behind(theirs));
        let isolated = (own - beside(own | ahead(own) | behind(own))).len();
        let doubled = (own & behind(own)).len();
        let passed: i64 = (own - stopped).into_iter().map(|pawn| 3 * (pawn.rank() as i64).pow(2)).sum();
        let weak = i64::from(12 * isolated + 16 * doubled);
        passed / 2 - weak + ((passed - weak) << 16)
    };
    of(white, black) - of(black.flip_ranks(), white.flip_ranks())
}

fn place((square, code): (Square, u8)) -> i64 {
    PLACES[usize::from(code & 15)][square.index()]
}

/// What a piece adds to the balance (White's values minus Black's) in the middle game and in the endgame, and to the
/// phase; indexed by the code of the piece, 0 for none, and its square. The three are in one number, `middle game +
/// endgame << 16 + phase << 32`, so that one addition updates all of them.
static PLACES: [[i64; 64]; 16] = {
    let mut places = [[0; 64]; 16];
    let mut n = 0;
    while n < 12 * 64 {
        let (piece, square) = (Piece::ALL[n / 64], Square::ALL[n % 64]);
        let [middle_game, endgame] = standing(piece.role(), square.relative_to(piece.color()));
        let value = VALUES.of(piece.role()) as i64;
        let balance = (value + middle_game) + ((value + endgame) << 16);
        let phase = [0, 1, 1, 2, 4, 0][piece.role().index()] << 32;
        places[piece.code() as usize][n % 64] =
            phase + if piece.color().index() == 0 { balance } else { -balance };
        n += 1;
    }
    places
};

/// The bonus for standing on `square`, seen by the piece's own side, in the middle game and in the endgame: pawns go
/// forward, other pieces to the centre, and the king hides until the endgame.
const fn standing(role: Role, square: Square) -> [i64; 2] {
    let (file, rank) = (square.file() as i64, square.rank() as i64);
    let files = (2 * file - 7).abs();
    let centre = 14 - files - (2 * rank - 7).abs();
    match role {
        Role::Pawn => [3 * rank * rank / 2 + if centre > 8 { 12 } else { 0 }; 2],
        Role::Knight => [4 * centre - 20; 2],
        Role::Bishop => [2 * centre; 2],
        Role::Rook => [if rank == 6 { 20 } else { 7 - files }; 2],
        Role::Queen => [centre; 2],
        Role::King => [5 * files - 15 * rank, 4 * centre],
    }
}
