//! The moves of a parent, as bytes.

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, Rank, Role, Square};

use crate::Position;
use crate::castling::Wing;
use crate::generate::{Sink, back};

/// The moves of one parent as three columns of bytes, so that a batch of them is one load from each: where from, where to, and
/// the nibble that arrives there.
///
/// ```text
///   0 ..   first        128          last      .. 511
///          | king, knights | all others |
///            and new ones
/// ```
/// Moves after which king or knights of the mover stand elsewhere grow downwards from the middle, all others upwards: the
/// replies to the latter share what king and knights attack, and there is one gap only, at the end.
#[derive(Clone)]
pub(super) struct Family {
    us: Color,
    from: [u8; Self::ROOM],
    to: [u8; Self::ROOM],
    code: [u8; Self::ROOM],
    first: usize,
    last: usize,
    /// The children that lanes cannot make: after castling and en passant, two of each at most.
    others: [QuadBitboard; 8],
    others_len: usize,
    parent: QuadBitboard,
    /// The squares of double pushes beside which a pawn of the opponent stands; and those that were reached.
    beside: Bitboard,
    pushed: Bitboard,
}

/// One batch of moves: eight bytes of each column.
pub(super) struct Batch {
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) code: u64,
}

impl Family {
    /// Room for 128 moves of king and knights (there are never more than 88) and for 218 others.
    const ROOM: usize = 512;
    const MIDDLE: usize = 128;

    pub(super) const fn new() -> Self {
        Self {
            us: Color::White,
            from: [0; Self::ROOM],
            to: [0; Self::ROOM],
            code: [0; Self::ROOM],
            first: Self::MIDDLE,
            last: Self::MIDDLE,
            others: [QuadBitboard::EMPTY; 8],
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
        self.first = Self::MIDDLE;
        self.last = Self::MIDDLE;
        self.others_len = 0;
        self.parent = position.board();
        self.beside = (capturers << 1 | capturers >> 1) & fourth;
        self.pushed = Bitboard::EMPTY;
        position.generate(self);
    }

    /// Where the moves of king and knights begin, where the others begin, and where they end.
    #[inline(always)]
    pub(super) fn bounds(&self) -> [usize; 3] {
        [self.first, Self::MIDDLE, self.last]
    }

    /// The moves from a place in the columns on.
    #[inline(always)]
    pub(super) fn batch(&self, at: usize) -> Batch {
        Batch { from: word(&self.from, at), to: word(&self.to, at), code: word(&self.code, at) }
    }

    /// The children that were made one by one.
    #[inline(always)]
    pub(super) fn others(&self) -> &[QuadBitboard] {
        &self.others[..self.others_len & 7]
    }

    /// The replies that capture a pawn en passant.
    #[inline(always)]
    pub(super) fn en_passant_replies(&self, position: &Position) -> u64 {
        if self.pushed.is_empty() { 0 } else { en_passant_replies(position, self.pushed) }
    }

    #[inline(always)]
    fn push(&mut self, at: usize, from: Square, to: Square, code: u8) {
        self.from[at] = from.index() as u8;
        self.to[at] = to.index() as u8;
        self.code[at] = code;
    }

    /// A move of king or knight, or a promotion to a knight.
    #[inline(always)]
    fn push_leaper(&mut self, from: Square, to: Square, code: u8) {
        self.first = (self.first - 1) & (Self::MIDDLE - 1);
        self.push(self.first, from, to, code);
    }

    #[inline(always)]
    fn push_other(&mut self, from: Square, to: Square, code: u8) {
        let at = self.last & (Self::ROOM - 1);
        self.push(at, from, to, code);
        self.last = at + 1;
    }

    fn push_child(&mut self, changes: [(Square, u8); 4]) {
        let child = changes.into_iter().fold(self.parent, |board, (square, code)| {
            board.xor(QuadBitboard::splat(Bitboard::of(square), code))
        });
        self.others[self.others_len & 7] = child;
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
        child.play_unchecked(crate::Move::new(from, to));
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

impl Sink for Family {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) {
        let code = role.of(self.us).code();
        match role {
            Role::King | Role::Knight => targets.into_iter().for_each(|to| self.push_leaper(from, to, code)),
            Role::Pawn => targets.into_iter().for_each(|to| {
                let victim = Square::new(to.file(), from.rank());
                self.push_child([(from, code), (to, code), (victim, code ^ 1), (to, 0)]);
            }),
            _ => targets.into_iter().for_each(|to| self.push_other(from, to, code)),
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
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i32) {
        let code = Role::Pawn.of(self.us).code();
        for to in targets {
            self.push_other(back(to, step), to, code);
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: Bitboard, step: i32) {
        self.pushed |= targets & self.beside;
        self.pawns(targets, step);
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            let from = back(to, step);
            self.push_leaper(from, to, Role::Knight.of(self.us).code());
            for role in [Role::Queen, Role::Rook, Role::Bishop] {
                self.push_other(from, to, role.of(self.us).code());
            }
        }
    }
}
