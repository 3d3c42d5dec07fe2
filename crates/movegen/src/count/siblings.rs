//! The replies to many moves of one parent, a child in each lane.

use fearless_simd::prelude::*;
use quadbit_quad::sets;
use quadbit_quad::simd::{BoardSimd, Lanes, Sight, Slides};
use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Color, File, Rank, Square};

use super::family::{Batch, Family};
use crate::Position;
use crate::castling::Wing;
use crate::lanes::{Limits, PawnTargets, allowed};

/// What the children of one parent have in common, on the side that replies.
///
/// `us` is the side that replies; its king stands on the same square in every child.
#[derive(Debug)]
pub(super) struct Siblings<S: BoardSimd> {
    us: Color,
    parent: Lanes<S>,
    king: Square,
    sight: Sight<S>,
    /// Whose knights and king attack what, as long as they stay.
    their_leapers: S::u64s,
    knights: Knights<S>,
    /// Whether the side that replies has pawns about to promote.
    promoting: bool,
    castling: [Option<CastlingPath>; 2],
}

/// The knights of the side that replies, where they stand in the parent, and how many of them attack each square: a number of
/// two bits, one in each set. Children in which none is captured or pinned share it.
#[derive(Debug)]
struct Knights<S: BoardSimd> {
    set: S::u64s,
    ones: S::u64s,
    twos: S::u64s,
}

impl<S: BoardSimd> Knights<S> {
    #[inline(always)]
    fn new(s: S, knights: Bitboard) -> Self {
        let (mut ones, mut twos, mut fours) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        for knight in knights {
            let attacks = attacks::knight(knight);
            let carry = ones & attacks;
            ones ^= attacks;
            fours |= twos & carry;
            twos ^= carry;
        }
        // Four knights that attack one square are more than two bits can count: then no child is said to share anything.
        let set = if fours.is_empty() { knights } else { Bitboard::ALL };
        Self {
            set: S::u64s::splat(s, set.0),
            ones: S::u64s::splat(s, ones.0),
            twos: S::u64s::splat(s, twos.0),
        }
    }
}

/// Castling on one wing: what must be empty, what must not be attacked, where the rook must
/// still stand, and the square that counts for the move.
#[derive(Clone, Copy, Debug)]
struct CastlingPath {
    empty: u64,
    safe: u64,
    rook: u64,
    mark: u64,
}

impl<S: BoardSimd> Siblings<S> {
    #[inline(always)]
    pub(super) fn new(s: S, position: &Position) -> Self {
        let them = position.side_to_move();
        let us = !them;
        let king = position.king(us);
        let board = position.board();
        let (ours, theirs) = (board.color(us), board.color(them));
        let their_leapers = sets::knight_attacks((board.knights() & theirs).0)
            | sets::king_attacks((board.kings() & theirs).0);
        let seventh = |color: Color| Bitboard::rank(Rank::Seventh.of(color)) & board.pawns();
        Self {
            us,
            parent: Lanes::splat(s, board),
            king,
            sight: Sight::new(s, king),
            their_leapers: S::u64s::splat(s, their_leapers),
            knights: Knights::new(s, board.knights() & ours),
            promoting: seventh(us).meets(ours),
            castling: Wing::ALL.map(|wing| CastlingPath::new(position, us, wing)),
        }
    }

    /// The replies to all moves of the columns.
    #[inline(always)]
    pub(super) fn count(&self, s: S, family: &Family) -> u64 {
        match self.us {
            Color::White => self.count_for(s, Color::White, family),
            Color::Black => self.count_for(s, Color::Black, family),
        }
    }

    #[inline(always)]
    fn count_for(&self, s: S, us: Color, family: &Family) -> u64 {
        let mut sum = S::u64s::splat(s, 0);
        let mut at = 0;
        while at < family.leapers() {
            let children = self.children(s, family.batch(at));
            sum += self.replies::<true>(s, us, &children) & s.first_lanes(family.len() - at);
            at += Lanes::<S>::LEN;
        }
        while at < family.len() {
            let children = self.children(s, family.batch(at));
            sum += self.replies::<false>(s, us, &children) & s.first_lanes(family.len() - at);
            at += Lanes::<S>::LEN;
        }
        let mut promoted = family.promoted();
        while !promoted.is_empty() {
            let children = self.children(s, family.batch(promoted.start));
            sum += self.replies::<true>(s, us, &children) & s.first_lanes(promoted.len());
            promoted.start += Lanes::<S>::LEN;
        }
        for others in family.others().chunks(Lanes::<S>::LEN) {
            let children = Lanes::load(s, others);
            sum += self.replies::<true>(s, us, &children) & s.first_lanes(others.len());
        }
        (0..Lanes::<S>::LEN).map(|lane| sum[lane]).sum()
    }

    #[inline(always)]
    fn children(&self, s: S, batch: Batch) -> Lanes<S> {
        self.parent.after(s, s.squares(batch.from), s.squares(batch.to), s.widen_bytes(batch.code))
    }

    /// The number of legal moves of `us` in every lane.
    #[inline(always)]
    fn replies<const LEAPERS_MOVE: bool>(&self, s: S, us: Color, boards: &Lanes<S>) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        let occupied = boards.occupied();
        let ours = boards.color(us);
        let theirs = boards.color(!us);
        let diagonals = boards.diagonal_sliders();
        let orthogonals = boards.orthogonal_sliders();
        let slides = Slides::new(s, occupied);

        // What they attack, by line, our king in the way.
        let their_lines = {
            let (d, o) = (diagonals & theirs, orthogonals & theirs);
            slides.attacks_on_lines(s, [o, o, d, d])
        };
        let [west, east] = sets::pawn_attacks(boards.pawns() & theirs, !us);
        let leapers = if LEAPERS_MOVE {
            sets::knight_attacks(boards.knights() & theirs) | sets::king_attacks(boards.kings() & theirs)
        } else {
            self.their_leapers
        };
        let [on_rank, on_file, on_diagonal, on_antidiagonal] = their_lines;
        let mut attacked = on_rank | on_file | on_diagonal | on_antidiagonal | west | east | leapers;

        // Our pieces that our king sees on a line on which they are attacked are pinned to it.
        let sight = self.sight.lines(s, occupied);
        let mut limits = Limits {
            us,
            allowed: !ours,
            pins: [
                ours & sight[0] & their_lines[0],
                ours & sight[1] & their_lines[1],
                ours & sight[2] & their_lines[2],
                ours & sight[3] & their_lines[3],
            ],
        };
        let king = 1_u64 << self.king.index();
        if (attacked & king).simd_ne(zero).any_true() {
            let checks = self.checks(s, us, boards, &sight, &their_lines);
            limits.allowed = allowed(s, checks.checkers, checks.stops, limits.allowed);
            attacked |= checks.shadows;
        }
        self.moves(s, boards, &slides, &limits, attacked)
    }

    /// The number of moves, when attacks, pins and check masks are known.
    #[inline(always)]
    fn moves(
        &self,
        s: S,
        boards: &Lanes<S>,
        slides: &Slides<S>,
        limits: &Limits<S>,
        attacked: S::u64s,
    ) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        let ours = boards.color(limits.us);
        let [n, ne, e, se, so, sw, w, nw] = limits.slider_targets(s, boards, slides);
        let pawns = limits.pawn_targets(boards);
        let PawnTargets { single, double, west, east } = pawns;
        let king = S::u64s::splat(s, attacks::king(self.king).0) & !(ours | attacked);
        let castling = self.castling_marks(s, ours, boards.occupied(), attacked);

        let allowed = limits.allowed;
        let knights = boards.knights() & limits.free(boards);
        let knights_as_ever = (knights ^ self.knights.set).simd_eq(zero).all_true();
        let shared_knights = if knights_as_ever { self.knights.ones & allowed } else { zero };

        let mut count = s.sum_counts_15([
            n,
            ne,
            e,
            se,
            so,
            sw,
            w,
            nw,
            single,
            double,
            west,
            east,
            king,
            castling,
            shared_knights,
        ]);
        if knights_as_ever {
            let twos = s.popcount(self.knights.twos & allowed);
            count += twos + twos;
        } else {
            let [a, b, c, d, e, f, g, h] = limits.knight_targets(knights);
            count += s.sum_counts_7([a, b, c, d, e, f, g]) + s.popcount(h);
        }
        if self.promoting {
            count += pawns.three_more(s, limits.us);
        }
        count
    }

    /// A square for each castling move that is legal, in every lane.
    #[inline(always)]
    fn castling_marks(&self, s: S, ours: S::u64s, occupied: S::u64s, attacked: S::u64s) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        let mut marks = zero;
        for path in self.castling.iter().flatten() {
            let hindered = (occupied & path.empty) | (attacked & path.safe) | (!ours & path.rook);
            let mark = S::u64s::splat(s, path.mark);
            marks |= hindered.simd_eq(zero).select(mark, zero);
        }
        marks
    }

    /// Checks and what follows from them, in every lane. `seen` is what our king and their sliders see of each other's lines,
    /// `their_lines` what their sliders attack by line.
    ///
    /// A square that both see on one line lies between them, or is a piece that does; so the empty ones of them are where a
    /// check can be stopped.
    #[inline(always)]
    fn checks(
        &self,
        s: S,
        us: Color,
        boards: &Lanes<S>,
        sight: &[S::u64s; 4],
        their_lines: &[S::u64s; 4],
    ) -> Checks<S> {
        let zero = S::u64s::splat(s, 0);
        let king = Bitboard::of(self.king);
        let checkers = ((sight[0] | sight[1]) & boards.orthogonal_sliders())
            | ((sight[2] | sight[3]) & boards.diagonal_sliders())
            | (boards.pawns() & attacks::pawn(us, self.king).0)
            | (boards.knights() & attacks::knight(self.king).0);
        let checkers = checkers & boards.color(!us);
        let between = (sight[0] & their_lines[0])
            | (sight[1] & their_lines[1])
            | (sight[2] & their_lines[2])
            | (sight[3] & their_lines[3]);
        let neighbours = attacks::king(self.king);
        let [rank, file, diagonal, antidiagonal] = attacks::lines(self.king);
        let shadow = |slides: S::u64s, line: Bitboard| {
            let no_check = (slides & king.0).simd_eq(zero);
            no_check.select(zero, S::u64s::splat(s, (line & neighbours).0))
        };
        let shadows = shadow(their_lines[0], rank)
            | shadow(their_lines[1], file)
            | shadow(their_lines[2], diagonal)
            | shadow(their_lines[3], antidiagonal);
        Checks { checkers, stops: checkers | (between & !boards.occupied()), shadows: shadows & !checkers }
    }
}

/// The checks of every lane.
struct Checks<S: BoardSimd> {
    checkers: S::u64s,
    /// The checkers, and the squares between sliding ones and the king.
    stops: S::u64s,
    /// The neighbours of the king that sliding checkers attack through it. (Those between are attacked anyway; two checkers on
    /// one line no single move can bring about.)
    shadows: S::u64s,
}

impl CastlingPath {
    fn new(position: &Position, us: Color, wing: Wing) -> Option<Self> {
        let rook = wing.standard_rook(us);
        if !position.castling_rights().rooks_of(us).has(rook) {
            return None;
        }
        let king = Square::new(File::E, Rank::First.of(us));
        let target = wing.king_target(us);
        let crossed = attacks::between(king, target).with(target);
        Some(Self {
            empty: attacks::between(king, rook).0,
            safe: crossed.with(king).0,
            rook: Bitboard::of(rook).0,
            mark: Bitboard::of(target).0,
        })
    }
}
