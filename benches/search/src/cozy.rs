//! cozy-chess.

use cozy_chess::{BitBoard, Color, File, Move, Piece, Rank, Square};

use crate::board::{Board, worth};
use crate::exchange::{Capture, Sight, wins};
use crate::list::List;

/// A board of cozy-chess.
#[derive(Clone, Debug)]
pub(crate) struct Cozy(pub(crate) cozy_chess::Board);

impl Cozy {
    /// The square behind the pawn of the last double push.
    #[inline]
    fn en_passant(&self) -> Option<Square> {
        let file = self.0.en_passant()?;
        Some(Square::new(file, Rank::Third.relative_to(!self.0.side_to_move())))
    }

    /// Fills the list with the legal captures and promotions.
    #[inline]
    pub(crate) fn list_tactical(&self, list: &mut List) {
        list.clear();
        let [pawn_targets, targets] = self.tactical_targets();
        self.0.generate_moves(|mut piece| {
            piece.to &= if piece.piece == Piece::Pawn { pawn_targets } else { targets };
            list.extend(piece);
            false
        });
    }

    /// Fills the list with all other legal moves.
    #[inline]
    pub(crate) fn list_quiet(&self, list: &mut List) {
        list.clear();
        let [pawn_targets, targets] = self.tactical_targets();
        self.0.generate_moves(|mut piece| {
            piece.to &= !if piece.piece == Piece::Pawn { pawn_targets } else { targets };
            list.extend(piece);
            false
        });
    }

    /// The squares on which pawns of the side to move capture or promote, and those on which
    /// other pieces capture.
    #[inline]
    fn tactical_targets(&self) -> [BitBoard; 2] {
        let us = self.0.side_to_move();
        let theirs = self.0.colors(!us);
        let en_passant = self.en_passant().map_or(BitBoard::EMPTY, Square::bitboard);
        [theirs | en_passant | Rank::Eighth.relative_to(us).bitboard(), theirs]
    }

    /// Calls a function for each change by a legal move.
    #[inline]
    fn changes(&self, mv: Move, mut changed: impl FnMut(i32, usize, usize)) {
        let us = self.0.side_to_move();
        let ours = |piece: Piece| 2 * piece as usize + us as usize;
        let theirs = |piece| ours(piece) ^ 1;
        let mover = self.0.piece_on(mv.from).expect("a legal move");
        changed(-1, ours(mover), mv.from as usize);
        let placed = mv.promotion.unwrap_or(mover);
        if self.0.colors(us).has(mv.to) {
            let [king, rook] = if mv.to > mv.from { [File::G, File::F] } else { [File::C, File::D] };
            let square = |file| Square::new(file, mv.from.rank()) as usize;
            changed(-1, ours(Piece::Rook), mv.to as usize);
            changed(1, ours(Piece::King), square(king));
            changed(1, ours(Piece::Rook), square(rook));
            return;
        }
        if let Some(victim) = self.0.piece_on(mv.to) {
            changed(-1, theirs(victim), mv.to as usize);
        } else if mover == Piece::Pawn && self.en_passant() == Some(mv.to) {
            changed(-1, theirs(Piece::Pawn), Square::new(mv.to.file(), mv.from.rank()) as usize);
        }
        changed(1, ours(placed), mv.to as usize);
    }
}

impl Board for Cozy {
    type Move = Move;
    type Node<'a> = &'a Self;
    type Ranked = i64;

    const NO_MOVE: Move = Move { from: Square::A1, to: Square::A1, promotion: None };

    fn from_fen(fen: &str) -> Self {
        Self(cozy_chess::Board::from_fen(fen, false).expect("the benches use valid positions"))
    }

    /// The key includes en passant only if a capture is legal; in most positions it is enough to see that
    /// no pawn stands beside.
    #[inline]
    fn key(&self) -> u64 {
        let Some(target) = self.en_passant() else {
            return self.0.hash();
        };
        let us = self.0.side_to_move();
        let capturers = cozy_chess::get_pawn_attacks(target, !us) & self.0.colored_pieces(us, Piece::Pawn);
        let is_legal = |from| self.0.is_legal(Move { from, to: target, promotion: None });
        if capturers.iter().any(is_legal) { self.0.hash() } else { self.0.hash_without_ep() }
    }

    #[inline]
    fn side_to_move(&self) -> usize {
        self.0.side_to_move() as usize
    }

    #[inline]
    fn halfmoves(&self) -> u32 {
        self.0.halfmove_clock().into()
    }

    #[inline]
    fn pieces(&self, color: usize, role: usize) -> u64 {
        (self.0.colors(Color::ALL[color]) & self.0.pieces(Piece::ALL[role])).0
    }

    #[inline]
    fn heavy(&self) -> u64 {
        (self.0.pieces(Piece::Rook) | self.0.pieces(Piece::Queen)).0
    }

    #[inline]
    fn has_insufficient_material(&self) -> bool {
        let minors = self.0.pieces(Piece::Knight) | self.0.pieces(Piece::Bishop);
        if !((self.0.occupied() ^ minors) ^ self.0.pieces(Piece::King)).is_empty() {
            return false;
        }
        let bishops = self.0.pieces(Piece::Bishop);
        minors.len() <= 1
            || self.0.pieces(Piece::Knight).is_empty()
                && (bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_subset(BitBoard::LIGHT_SQUARES))
    }

    #[inline]
    fn is_check(&self) -> bool {
        !self.0.checkers().is_empty()
    }

    #[inline]
    fn node(&self) -> &Self {
        self
    }

    #[inline]
    fn tactical(node: &&Self, mut visit: impl FnMut(Move, [i32; 2])) {
        let [pawn_targets, targets] = node.tactical_targets();
        node.0.generate_moves(|mut piece| {
            piece.to &= if piece.piece == Piece::Pawn { pawn_targets } else { targets };
            let risk = worth(piece.piece as usize);
            for mv in piece {
                let victim = node.0.piece_on(mv.to).map(|piece| worth(piece as usize));
                // Only en passant and quiet promotions go to empty squares.
                let gain = match (victim, mv.promotion) {
                    (None, None) => worth(Piece::Pawn as usize),
                    (victim, promotion) => {
                        victim.unwrap_or(0) + promotion.map_or(0, |piece| worth(piece as usize))
                    }
                };
                visit(mv, [gain, risk]);
            }
            false
        });
    }

    #[inline]
    fn quiet(node: &&Self, mut visit: impl FnMut(Move)) {
        // No pawn is pushed to the square behind a double push: a pawn that could be would stand where the other one came from.
        let [pawn_targets, targets] = node.tactical_targets();
        node.0.generate_moves(|mut piece| {
            piece.to &= !if piece.piece == Piece::Pawn { pawn_targets } else { targets };
            piece.into_iter().for_each(&mut visit);
            false
        });
    }

    #[inline]
    fn is_legal(node: &&Self, mv: Move) -> bool {
        node.0.is_legal(mv)
    }

    fn is_stuck(&self) -> bool {
        !self.0.generate_moves(|_| true)
    }

    #[inline]
    fn ranked(rank: i32, mv: Move) -> i64 {
        i64::from(rank) << 16 | i64::from(Self::code(mv))
    }

    #[inline]
    fn rank(ranked: i64) -> i64 {
        ranked
    }

    #[inline]
    fn unranked(ranked: i64) -> Move {
        let code = ranked as usize;
        let promotion = Piece::try_index((code >> 12 & 15).wrapping_sub(1));
        Move { from: Square::ALL[code & 63], to: Square::ALL[code >> 6 & 63], promotion }
    }

    #[inline]
    fn code(mv: Move) -> u16 {
        let promotion = mv.promotion.map_or(0, |piece| piece as u16 + 1);
        mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
    }

    #[inline]
    fn is_capture(&self, mv: Move) -> bool {
        self.0.colors(!self.0.side_to_move()).has(mv.to)
            || self.en_passant() == Some(mv.to) && self.0.pieces(Piece::Pawn).has(mv.from)
    }

    #[inline]
    fn promotion(mv: Move) -> Option<usize> {
        mv.promotion.map(|piece| piece as usize)
    }

    #[inline]
    fn wins_exchange(&self, mv: Move) -> bool {
        let us = self.0.side_to_move();
        let mover = self.0.piece_on(mv.from).expect("a legal move");
        let is_en_passant = mover == Piece::Pawn && self.en_passant() == Some(mv.to);
        let victim = if is_en_passant { Some(Piece::Pawn) } else { self.0.piece_on(mv.to) };
        let capture = Capture {
            from: mv.from as usize,
            to: mv.to as usize,
            mover: mover as usize,
            gain: victim.map_or(0, |piece| worth(piece as usize)),
            promotion: Self::promotion(mv),
            en_passant: is_en_passant.then(|| Square::new(mv.to.file(), mv.from.rank()) as usize),
        };
        wins(&self.0, us as usize, capture)
    }

    #[inline(always)]
    fn after(&self, mv: Move, changed: impl FnMut(i32, usize, usize)) -> Self {
        self.changes(mv, changed);
        let mut after = self.0.clone();
        after.play_unchecked(mv);
        Self(after)
    }

    #[inline]
    fn after_null(&self) -> Self {
        Self(self.0.null_move().expect("not in check"))
    }
}

impl Sight for &cozy_chess::Board {
    #[inline]
    fn color(self, color: usize) -> u64 {
        self.colors(Color::ALL[color]).0
    }

    #[inline]
    fn role(self, role: usize) -> u64 {
        self.pieces(Piece::ALL[role]).0
    }

    #[inline]
    fn knight(square: usize) -> u64 {
        cozy_chess::get_knight_moves(Square::ALL[square]).0
    }

    #[inline]
    fn king(square: usize) -> u64 {
        cozy_chess::get_king_moves(Square::ALL[square]).0
    }

    #[inline]
    fn pawn(color: usize, square: usize) -> u64 {
        cozy_chess::get_pawn_attacks(Square::ALL[square], Color::ALL[color]).0
    }

    #[inline]
    fn rook(square: usize, occupied: u64) -> u64 {
        cozy_chess::get_rook_moves(Square::ALL[square], BitBoard(occupied)).0
    }

    #[inline]
    fn bishop(square: usize, occupied: u64) -> u64 {
        cozy_chess::get_bishop_moves(Square::ALL[square], BitBoard(occupied)).0
    }
}
