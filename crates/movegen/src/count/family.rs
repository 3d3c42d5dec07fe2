//! The moves of a parent, as bytes.

use core::ops::Range;

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, Rank, Role, Square};

use crate::{Move, Position};
use crate::castling::Wing;
use crate::generate::{Sink, back};

/// The moves of one parent as three columns of bytes, so that a batch of them is one load from each: where from, where to, and
/// the nibble that arrives there.
///
/// ```text
///   0              leapers            len          256        256 + promoted
///   | king, knights | all others ..     |            | new knights |
/// ```
/// Moves after which king or knights of the mover stand elsewhere come first, so that the replies to all later ones share what
/// king and knights attack.
#[derive(Clone)]
pub(super) struct Family {
    us: Color,
    from: [u8; Self::ROOM],
    to: [u8; Self::ROOM],
    code: [u8; Self::ROOM],
    /// Moves of the king; and of king or knights.
    kings: usize,
    leapers: usize,
    len: usize,
    promoted: usize,
    /// Castling and captures en passant.
    odd: [Move; 4],
    odd_len: usize,
    /// Children as boards, seen by the side that replies: after castling and en passant, which lanes cannot make, two of each
    /// at most; and those that are to share their batches.
    others: [QuadBitboard; Self::OTHERS],
    others_len: usize,
    parent: QuadBitboard,
    /// The squares of double pushes beside which a pawn of the opponent stands; and those that were reached.
    beside: Bitboard,
    pushed: Bitboard,
}

/// One batch of moves: eight bytes of each column.
#[derive(Clone, Copy)]
pub(super) struct Batch {
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) code: u64,
}

impl Family {
    /// Room for 218 moves, for 24 promotions to knights, and for the rest of eight behind the last.
    const ROOM: usize = 512;
    const PROMOTED: usize = 256;
    /// Room for 4 children by castling and en passant, 7 of a batch that is not full, 24 by promotion to a knight, and the
    /// garbage of one batch.
    const OTHERS: usize = 48;

    pub(super) const fn new() -> Self {
        Self {
            us: Color::White,
            from: [0; Self::ROOM],
            to: [0; Self::ROOM],
            code: [0; Self::ROOM],
            kings: 0,
            leapers: 0,
            odd: [Move::new(Square::A1, Square::A1); 4],
            odd_len: 0,
            len: 0,
            promoted: 0,
            others: [QuadBitboard::EMPTY; Self::OTHERS],
            others_len: 0,
            parent: QuadBitboard::EMPTY,
            beside: Bitboard::EMPTY,
            pushed: Bitboard::EMPTY,
        }
    }

    /// Takes the moves of a position in place of the last one's.
    #[inline(always)]
    pub(super) fn fill(&mut self, position: &Position) {
        let us = position.side_to_move();
        let fourth = Bitboard::rank(Rank::Fourth.of(us));
        let capturers = position.pieces(!us, Role::Pawn) & fourth;
        self.us = us;
        self.kings = 0;
        self.leapers = 0;
        self.odd_len = 0;
        self.len = 0;
        self.promoted = 0;
        self.others_len = 0;
        self.parent = position.board();
        self.beside = (capturers << 1 | capturers >> 1) & fourth;
        self.pushed = Bitboard::EMPTY;
        position.generate(self);
    }

    /// The king's moves, castling among them, and captures en passant: what [`Self::batch`] does not show from
    /// [`Self::kings`] on.
    pub(super) fn odd_moves(&self) -> impl Iterator<Item = Move> {
        let king = (0..self.kings).map(|n| {
            Move::new(
                Square::from_low_bits(self.from[n].into()),
                Square::from_low_bits(self.to[n].into()),
            )
        });
        king.chain(self.odd[..self.odd_len].iter().copied())
    }

    /// The squares to which double pushes went beside which a pawn of the opponent stands.
    pub(super) fn pushed(&self) -> Bitboard {
        self.pushed
    }

    /// How many moves, the first ones, are the king's.
    #[inline(always)]
    pub(super) fn kings(&self) -> usize {
        self.kings
    }

    /// How many moves, the first ones, are of king or knights.
    #[inline(always)]
    pub(super) fn leapers(&self) -> usize {
        self.leapers
    }

    /// How many moves there are beside promotions to knights.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The places of the promotions to knights.
    #[inline(always)]
    pub(super) fn promoted(&self) -> Range<usize> {
        Self::PROMOTED..Self::PROMOTED + self.promoted
    }

    /// The moves from a place in the columns on.
    #[inline(always)]
    pub(super) fn batch(&self, at: usize) -> Batch {
        Batch { from: word(&self.from, at), to: word(&self.to, at), code: word(&self.code, at) }
    }

    /// Whether there are children that cannot be made from the first column of moves.
    #[inline(always)]
    pub(super) fn has_others(&self) -> bool {
        self.others_len + self.promoted > 0
    }

    /// The children that are boards already.
    #[inline(always)]
    pub(super) fn others(&self) -> &[QuadBitboard] {
        self.others.get(..self.others_len).unwrap_or_default()
    }

    /// Room for a batch of more such children, of which at most `wanted` are meant.
    #[inline(always)]
    pub(super) fn more_others(&mut self, batch: usize, wanted: usize) -> &mut [QuadBitboard] {
        let start = self.others_len;
        self.others_len += batch.min(wanted);
        self.others.get_mut(start..start + batch).unwrap_or_default()
    }

    /// The replies that capture a pawn en passant.
    #[inline(always)]
    pub(super) fn en_passant_replies(&self, position: &Position) -> u64 {
        if self.pushed.is_empty() { 0 } else { en_passant_replies(position, self.pushed) }
    }

    /// Adds moves of one piece: what they share is written eight moves at a time, the rest one by one.
    #[inline(always)]
    fn push_piece(&mut self, from: Square, targets: Bitboard, code: u8) {
        let (from, code) = (u64::from_le_bytes([from.index() as u8; 8]), u64::from_le_bytes([code; 8]));
        let end = self.len + targets.count() as usize;
        let mut at = self.len;
        while at < end {
            write(&mut self.from, at, from);
            write(&mut self.code, at, code);
            at += 8;
        }
        self.push_targets(targets);
    }

    /// Adds moves of pawns, each from `step` squares below in number.
    #[inline(always)]
    fn push_pawns(&mut self, targets: Bitboard, step: i32) {
        let code = Role::Pawn.of(self.us).code();
        for (at, to) in (self.len..).zip(targets) {
            self.from[at & (Self::ROOM - 1)] = back(to, step).index() as u8;
            self.code[at & (Self::ROOM - 1)] = code;
        }
        self.push_targets(targets);
    }

    #[inline(always)]
    fn push_targets(&mut self, targets: Bitboard) {
        for to in targets {
            // Far below the room there is: the mask changes nothing but spares a bounds check.
            self.to[self.len & (Self::ROOM - 1)] = to.index() as u8;
            self.len += 1;
        }
    }

    fn push_promotion(&mut self, from: Square, to: Square, role: Role) {
        let at = if role == Role::Knight {
            self.promoted += 1;
            Self::PROMOTED + self.promoted - 1
        } else {
            self.len += 1;
            self.len - 1
        };
        self.from[at] = from.index() as u8;
        self.to[at] = to.index() as u8;
        self.code[at] = role.of(self.us).code();
    }

    fn push_odd(&mut self, mv: Move) {
        self.odd[self.odd_len] = mv;
        self.odd_len += 1;
    }

    fn push_child(&mut self, changes: [(Square, u8); 4]) {
        let child = changes.into_iter().fold(self.parent, |board, (square, code)| {
            board.xor(QuadBitboard::splat(Bitboard::of(square), code))
        });
        self.others[self.others_len] = match self.us {
            Color::White => child.flip_colors(),
            Color::Black => child,
        };
        self.others_len += 1;
    }
}

#[cold]
fn en_passant_replies(position: &Position, pushed: Bitboard) -> u64 {
    let us = position.side_to_move();
    let forward = Bitboard::rank(Rank::Second.of(us));
    let mut count = 0;
    for to in pushed {
        let from = (forward & Bitboard::file(to.file())).first_or_a1();
        let mut child = *position;
        child.play_unchecked(Move::new(from, to));
        if let Some(target) = child.ep() {
            let captures =
                child.ep_capturers(target).into_iter().filter(|&pawn| child.is_ep_legal(pawn, target));
            count += captures.count() as u64;
        }
    }
    count
}

/// Eight bytes of a column; zero beyond its end, which no move is near.
#[inline(always)]
fn word(column: &[u8; Family::ROOM], at: usize) -> u64 {
    match column.get(at..at + 8).and_then(<[u8]>::first_chunk) {
        Some(&bytes) => u64::from_le_bytes(bytes),
        None => 0,
    }
}

#[inline(always)]
fn write(column: &mut [u8; Family::ROOM], at: usize, word: u64) {
    if let Some(bytes) = column.get_mut(at..at + 8) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
}

impl Sink for Family {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) {
        let code = role.of(self.us).code();
        if role == Role::Pawn {
            for to in targets {
                let victim = Square::new(to.file(), from.rank());
                self.push_child([(from, code), (to, code), (victim, code ^ 1), (to, 0)]);
                self.push_odd(Move::new(from, to));
            }
            return;
        }
        self.push_piece(from, targets, code);
        if matches!(role, Role::King | Role::Knight) {
            self.leapers = self.len;
        }
        if role == Role::King {
            self.kings = self.len;
        }
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rooks: Bitboard) {
        let (k, r) = (Role::King.of(self.us).code(), Role::Rook.of(self.us).code());
        for rook in rooks {
            let wing = Wing::of(king, rook);
            self.push_child([
                (king, k),
                (rook, r),
                (wing.king_target(self.us), k),
                (wing.rook_target(self.us), r),
            ]);
            self.push_odd(Move::new(king, rook));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i32) {
        self.push_pawns(targets, step);
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: Bitboard, step: i32) {
        self.pushed |= targets & self.beside;
        self.pawns(targets, step);
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            for role in Role::PROMOTIONS {
                self.push_promotion(back(to, step), to, role);
            }
        }
    }
}
