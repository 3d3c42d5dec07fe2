//! Threats by Stockfish's method: bitboards, slider attacks by lookup, one piece at a time, a loop over the bits of
//! each set. An independent implementation with the magic lookups of cozy-chess.
//!
//! 1. [`Boards`] keeps a set for each kind and side, and a mailbox, as an engine does.
//! 2. [`Boards::changes`] finds the pairs of each piece that a move takes away or puts down, and those of sliders
//!    through its square.
//! 3. Castling and en passant go square by square; then the pairs that both end and begin are taken out.
//!
//! The pairs are compared with the simple reference [`twin`] and with ours before they are timed.

#![allow(
    clippy::cast_possible_truncation,
    reason = "squares and nibbles are packed into words, as in the list that is compared with"
)]

use cozy_chess::{BitBoard, get_bishop_moves, get_rook_moves};
use quadbit_movegen::{CastlingSide, Color, Move, Piece, Position, Role, Square};
use quadbit_quad::attacks;
use quadbit_threats::Threat;
use testing::attacked;

/// An engine's own board: a set for each kind and side, and a mailbox.
#[derive(Clone, Copy)]
pub(crate) struct Boards {
    roles: [u64; 6],
    colors: [u64; 2],
    mailbox: [u8; 64],
}

/// The pairs of attacker and attacked piece found so far, at most 128. `push` does not check that there is room.
pub(crate) struct Pairs {
    pairs: [u32; 128],
    len: usize,
}

impl Pairs {
    pub(crate) const fn new() -> Self {
        Self { pairs: [0; 128], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, bits: u32) {
        self.pairs[self.len & 127] = bits;
        self.len += 1;
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn sorted(&self) -> Vec<u32> {
        let mut pairs = self.pairs[..self.len].to_vec();
        pairs.sort_unstable();
        pairs
    }
}

/// For two squares on one line: the squares behind the second, as seen from the first.
pub(crate) type Behind = [[u64; 64]; 64];

pub(crate) fn behind() -> Box<Behind> {
    let mut table = vec![[0; 64]; 64].into_boxed_slice();
    for from in Square::ALL {
        for over in Square::ALL {
            let line = attacks::line(from, over);
            let beyond = |to: &Square| {
                line.has(*to) && attacks::between(from, *to).has(over) && *to != from && *to != over
            };
            table[from.index()][over.index()] =
                Square::ALL.iter().filter(|to| beyond(to)).map(|to| 1 << to.index()).sum();
        }
    }
    table.try_into().expect("64 rows")
}

impl Boards {
    pub(crate) fn new(position: &Position) -> Self {
        let board = position.board();
        Self {
            roles: Role::ALL.map(|role| board.role(role).0),
            colors: Color::ALL.map(|color| board.color(color).0),
            mailbox: board.to_mailbox(),
        }
    }

    #[inline(always)]
    fn rook(square: usize, occupied: u64) -> u64 {
        get_rook_moves(cozy_chess::Square::index(square), BitBoard(occupied)).0
    }

    #[inline(always)]
    fn bishop(square: usize, occupied: u64) -> u64 {
        get_bishop_moves(cozy_chess::Square::index(square), BitBoard(occupied)).0
    }

    /// Adds to `pairs` those in which the piece `code` on `square` attacks or is attacked. Pieces on `except` are left
    /// out, but sliders that attack it only if `through` is `None`. Otherwise adds to `through` the pairs of these
    /// sliders, unless they are on `line`, with the first piece behind the square.
    #[inline(always)]
    fn piece(
        &self,
        [square, code]: [usize; 2],
        [occupied, except, line]: [u64; 3],
        behind: &Behind,
        pairs: &mut Pairs,
        through: Option<&mut Pairs>,
    ) {
        let s = Square::ALL[square];
        let [rook, bishop] = [Self::rook(square, occupied), Self::bishop(square, occupied)];
        let (knight, king) = (attacks::knight(s).0, attacks::king(s).0);
        let color = if code & 1 == 0 { Color::White } else { Color::Black };
        let attacked = match code >> 1 {
            1 => attacks::pawn(color, s).0,
            2 => knight,
            3 => bishop,
            4 => rook,
            5 => rook | bishop,
            _ => king,
        };
        let here = (square << 4 | code) as u32;
        let mut set = attacked & occupied & !except;
        while set != 0 {
            let to = set.trailing_zeros() as usize;
            pairs.push(here << 16 | (to << 4) as u32 | u32::from(self.mailbox[to & 63]));
            set &= set - 1;
        }
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles;
        let mut sliders = ((rooks | queens) & rook | (bishops | queens) & bishop) & occupied;
        let mut leapers = knights & knight
            | kings & king
            | pawns & self.colors[0] & attacks::pawn(Color::Black, s).0
            | pawns & self.colors[1] & attacks::pawn(Color::White, s).0;
        leapers &= occupied & !except;
        if let Some(through) = through {
            while sliders != 0 {
                let from = sliders.trailing_zeros() as usize;
                let slider = (from << 4) as u32 | u32::from(self.mailbox[from & 63]);
                pairs.push(slider << 16 | here);
                let seen = behind[from][square] & (rook | bishop) & occupied;
                if seen != 0 && 1 << from & line == 0 {
                    let to = seen.trailing_zeros() as usize;
                    through.push(slider << 16 | (to << 4) as u32 | u32::from(self.mailbox[to & 63]));
                }
                sliders &= sliders - 1;
            }
        } else {
            leapers |= sliders & !except;
        }
        while leapers != 0 {
            let from = leapers.trailing_zeros() as usize;
            pairs.push(((from << 4) as u32 | u32::from(self.mailbox[from & 63])) << 16 | here);
            leapers &= leapers - 1;
        }
    }

    /// Writes the pairs that the move `mv` ends to `removed` and those that it begins to `added`, without pairs that
    /// both end and begin.
    pub(crate) fn changes(&self, mv: Move, behind: &Behind, removed: &mut Pairs, added: &mut Pairs) {
        (removed.len, added.len) = (0, 0);
        let [from, to] = [mv.from().index(), mv.to().index()];
        let [mover, target] = [self.mailbox[from], self.mailbox[to]].map(usize::from);
        let occupied = (self.colors[0] | self.colors[1]) ^ 1 << from;
        if target != 0 && (mover ^ target) & 1 == 0 {
            return self.castle(mv, behind, removed, added);
        }
        if mover >> 1 == 1 && target == 0 && from & 7 != to & 7 {
            return self.en_passant(mv, behind, removed, added);
        }
        let placed = mv.promotion().map_or(mover, |role| usize::from(role.code()) << 1 | mover & 1);
        let line = attacks::line(mv.from(), mv.to()).0;
        self.piece([from, mover], [occupied, 0, line], behind, removed, Some(&mut *added));
        if target == 0 {
            self.piece([to, placed], [occupied, 0, line], behind, added, Some(removed));
        } else {
            let past = behind[to][from] | 1 << from;
            self.piece([to, target], [occupied, past, line], behind, removed, None);
            self.piece([to, placed], [occupied, 0, line], behind, added, None);
        }
    }

    #[cold]
    fn step(
        &mut self,
        [square, old, new]: [usize; 3],
        behind: &Behind,
        removed: &mut Pairs,
        added: &mut Pairs,
    ) {
        let bit = 1 << square;
        let occupied = (self.colors[0] | self.colors[1]) & !bit;
        if old != 0 {
            self.piece([square, old], [occupied, 0, 0], behind, removed, Some(added));
            self.roles[(old >> 1) - 1] &= !bit;
            self.colors[old & 1] &= !bit;
        } else {
            self.piece([square, new], [occupied, 0, 0], behind, added, Some(removed));
            self.roles[(new >> 1) - 1] |= bit;
            self.colors[new & 1] |= bit;
        }
        self.mailbox[square] = new as u8;
    }

    #[cold]
    fn castle(&self, mv: Move, behind: &Behind, removed: &mut Pairs, added: &mut Pairs) {
        let mut board = *self;
        let [king, rook] = [mv.from(), mv.to()].map(|square| usize::from(self.mailbox[square.index()]));
        let (us, side) = (Color::ALL[king & 1], CastlingSide::of(mv.from(), mv.to()));
        for [square, old, new] in [
            [mv.from().index(), king, 0],
            [mv.to().index(), rook, 0],
            [side.king_target(us).index(), 0, king],
            [side.rook_target(us).index(), 0, rook],
        ] {
            board.step([square, old, new], behind, removed, added);
        }
        cancel(removed, added);
    }

    #[cold]
    fn en_passant(&self, mv: Move, behind: &Behind, removed: &mut Pairs, added: &mut Pairs) {
        let mut board = *self;
        let pawn = usize::from(self.mailbox[mv.from().index()]);
        let victim = Square::new(mv.to().file(), mv.from().rank()).index();
        for step in [[mv.from().index(), pawn, 0], [mv.to().index(), 0, pawn], [victim, pawn ^ 1, 0]] {
            board.step(step, behind, removed, added);
        }
        cancel(removed, added);
    }
}

fn cancel(removed: &mut Pairs, added: &mut Pairs) {
    let mut index = 0;
    while index < removed.len {
        let pair = removed.pairs[index];
        if let Some(other) = added.pairs[..added.len].iter().position(|&other| other == pair) {
            added.len -= 1;
            added.pairs[other] = added.pairs[added.len];
            removed.len -= 1;
            removed.pairs[index] = removed.pairs[removed.len];
        } else {
            index += 1;
        }
    }
}

/// Returns the pairs as sorted numbers, for comparison.
pub(crate) fn bits(pairs: &[Threat]) -> Vec<u32> {
    let mut bits: Vec<u32> = pairs.iter().map(|pair| pair.to_bits()).collect();
    bits.sort_unstable();
    bits
}

/// Replaces `pairs` by all pairs of the position, found by the attack set of one piece at a time: the reference for
/// lists.
pub(crate) fn twin(position: &Position, pairs: &mut Vec<Threat>) {
    pairs.clear();
    let board = position.board();
    let occupied = board.occupied();
    for from in occupied {
        let Some(attacker) = board.piece_at(from) else { continue };
        for to in attacked(board, attacker, from) & occupied {
            let piece: Option<Piece> = board.piece_at(to);
            pairs.extend(piece.map(|piece| Threat::new(attacker, from, piece, to)));
        }
    }
}
