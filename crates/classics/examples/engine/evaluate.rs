//! What a position is worth without looking ahead: material, a bonus for standing well, and the structure of the pawns.

use quadbit_movegen::{Bitboard, Color, Effect, File, Piece, Role, Square};

use super::node::{Node, VALUES};

/// A score in hundredths of a pawn, seen by the side to move.
pub(crate) type Score = i32;

/// What is updated with every move besides the board: the sum of the pieces' [`PLACES`], and the value of the pawn
/// structure.
#[derive(Clone, Copy)]
pub(crate) struct Sums {
    pieces: i64,
    pawns: i64,
}

impl Sums {
    pub(crate) fn new(node: &impl Node) -> Self {
        let worth = |square| place((square, node.piece_at(square).map_or(0, Piece::code)));
        Self { pieces: Square::ALL.map(worth).into_iter().sum(), pawns: structure(node.pawns()) }
    }

    /// The sums of the node `after` the move that has `effect`. `self` has the sums of the node before the move, and
    /// `pawn_key` is the pawn key of that node.
    #[inline]
    pub(crate) fn after(self, after: &impl Node, effect: Effect, pawn_key: u64) -> Self {
        let [[left, captured], [arrived, rook]] = effect.codes();
        let pieces = self.pieces + place(arrived) + place(rook) - place(left) - place(captured);
        let pawns = if after.pawn_key() == pawn_key { self.pawns } else { structure(after.pawns()) };
        Self { pieces, pawns }
    }

    /// The score for `side`: the weighted mean of the values for middle game and endgame, which moves towards the
    /// endgame as pieces are exchanged, plus 10 for the right to move.
    #[expect(clippy::cast_possible_truncation, reason = "the lowest of the numbers")]
    pub(crate) fn score(self, side: Color) -> Score {
        // The three numbers are packed into one, so a negative one has borrowed 1 from the number above it. Adding half
        // a unit of the upper number rounds the borrow away.
        let [middle_game, endgame, phase] = [0, 16, 32]
            .map(|shift| Score::from(((self.pieces + self.pawns + (1 << shift >> 1)) >> shift) as i16));
        let phase = phase.min(24);
        let balance = (middle_game * phase + endgame * (24 - phase)) / 24;
        10 + if side == Color::White { balance } else { -balance }
    }
}

/// The value of passed, isolated and doubled pawns, White's minus Black's, packed like the numbers of [`PLACES`].
fn structure([white, black]: [Bitboard; 2]) -> i64 {
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
/// forward, rooks to the seventh rank, other pieces to the centre, and the king hides until the endgame.
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
