//! The replies to many moves of one parent, a child in each lane.

use fearless_simd::prelude::*;
use quadbit_quad::simd::{BoardSimd, Lanes, Slides};
use quadbit_quad::{Bitboard, attacks, sets};
use quadbit_x88::{Color, Direction, File, Rank, Square};

use super::family::{Batch, Family};
use crate::Position;
use crate::castling::Wing;
use crate::lanes::{Limits, allowed};

/// The side that replies: boards on which it is black are turned, ranks in reverse order and colours exchanged.
const US: Color = Color::White;
const THEM: Color = Color::Black;
const E1: u64 = 1 << 4;

/// What the children of one parent have in common, seen from the side that replies, which is [`US`].
///
/// Its king stands on the same square in every child.
#[derive(Debug)]
pub(super) struct Siblings<S: BoardSimd> {
    parent: Lanes<S>,
    turn: Turn,
    /// What their knights and king attack, as long as they stay.
    their_leapers: S::u64s,
    knights: Knights<S>,
    /// Whether there is a bishop or queen in any child.
    diagonals: bool,
    /// Whether we have pawns about to promote.
    promoting: bool,
    pub(super) castling: [Option<CastlingPath>; 2],
}

/// What turns the bytes of a move, by xor: squares by rank, the piece by colour; or nothing.
#[derive(Clone, Copy, Debug)]
struct Turn {
    squares: u64,
    code: u64,
}

/// Our knights, where they stand in the parent, and how many of them attack each square: a number of two bits, one in each
/// set. Children in which none is captured or pinned share it.
#[derive(Debug)]
struct Knights<S: BoardSimd> {
    set: S::u64s,
    ones: S::u64s,
    twos: S::u64s,
}

/// Castling on one wing: what must be empty, what must not be attacked, where the rook must still stand, and the square that
/// counts for the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct CastlingPath {
    pub(super) empty: u64,
    pub(super) safe: u64,
    pub(super) rook: u64,
    pub(super) mark: u64,
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

impl<S: BoardSimd> Siblings<S> {
    #[inline(always)]
    pub(super) fn new(s: S, position: &Position, replier: Color) -> Self {
        let (board, turn) = match replier {
            US => (position.board(), Turn { squares: 0, code: 0 }),
            THEM => (position.board().flip_colors(), Turn::RANKS_AND_COLORS),
        };
        let (ours, theirs) = (board.color(US), board.color(THEM));
        let their_leapers = sets::knight_attacks((board.knights() & theirs).0)
            | sets::king_attacks((board.kings() & theirs).0);
        let promoting = |color: Color| {
            (Bitboard::rank(Rank::Seventh.of(color)) & board.pawns()).meets(board.color(color))
        };
        Self {
            parent: Lanes::splat(s, board),
            turn,
            their_leapers: S::u64s::splat(s, their_leapers),
            knights: Knights::new(s, board.knights() & ours),
            diagonals: board.diagonal_sliders().any() || promoting(THEM) || promoting(US),
            promoting: promoting(US)
                || (replier == position.side_to_move()
                    && (Bitboard::rank(Rank::Sixth) & board.pawns()).meets(board.color(US))),
            castling: Wing::ALL.map(|wing| CastlingPath::new(position, replier, wing)),
        }
    }

    /// The replies to all moves of the family.
    #[inline(always)]
    pub(super) fn count(&self, s: S, family: &mut Family) -> u64 {
        if self.diagonals { self.count_all::<true>(s, family) } else { self.count_all::<false>(s, family) }
    }

    #[inline(always)]
    fn count_all<const DIAGONALS: bool>(&self, s: S, family: &mut Family) -> u64 {
        let lanes = Lanes::<S>::LEN;
        let (leapers, len) = (family.leapers(), family.len());
        let shared = leapers.next_multiple_of(lanes);
        let mut full = len;
        if family.has_others() {
            // Children that cannot be made from the columns alone take the lanes that the last batch leaves empty.
            full = shared.max(len / lanes * lanes);
            self.gather(s, family, full, len);
            self.gather(s, family, family.promoted().start, family.promoted().end);
        }

        let mut sum = S::u64s::splat(s, 0);
        let mut at = 0;
        let mut others = family.others();
        loop {
            let (children, count) = if at < leapers {
                at += lanes;
                (self.children(s, family.batch(at - lanes)), len - (at - lanes))
            } else if let Some((batch, rest)) = others.split_at_checked(lanes.min(others.len()))
                && !batch.is_empty()
            {
                others = rest;
                (Lanes::load(s, batch), batch.len())
            } else {
                break;
            };
            sum += self.replies::<true, DIAGONALS>(s, &children) & s.first_lanes(count);
        }
        while at < full {
            let children = self.children(s, family.batch(at));
            sum += self.replies::<false, DIAGONALS>(s, &children) & s.first_lanes(len - at);
            at += lanes;
        }
        (0..lanes).map(|lane| sum[lane]).sum()
    }

    /// The children by some moves of the columns, a batch in the lanes.
    #[inline(always)]
    pub(super) fn children(&self, s: S, batch: Batch) -> Lanes<S> {
        let Turn { squares, code } = self.turn;
        let from = s.squares(batch.from ^ squares);
        let to = s.squares(batch.to ^ squares);
        self.parent.after(s, from, to, s.widen_bytes(batch.code ^ code))
    }

    /// Puts the children by the moves from one place of the columns to another among the others.
    #[inline(always)]
    fn gather(&self, s: S, family: &mut Family, from: usize, to: usize) {
        let mut at = from;
        while at < to {
            let children = self.children(s, family.batch(at));
            let boards = family.more_others(Lanes::<S>::LEN, to - at);
            children.store(boards);
            at += Lanes::<S>::LEN;
        }
    }

    /// The number of our legal moves in every lane.
    #[inline(always)]
    pub(super) fn replies<const LEAPERS_MOVE: bool, const DIAGONALS: bool>(&self, s: S, boards: &Lanes<S>) -> S::u64s {
        let slides = Slides::new(s, boards.occupied());
        let (limits, attacked, _) = self.limits::<LEAPERS_MOVE, DIAGONALS>(s, boards, &slides);
        self.moves::<DIAGONALS>(s, boards, &slides, &limits, attacked)
    }

    /// What limits our moves in every lane, and the squares that our king may not go to.
    #[inline(always)]
    pub(super) fn limits<const LEAPERS_MOVE: bool, const DIAGONALS: bool>(
        &self,
        s: S,
        boards: &Lanes<S>,
        slides: &Slides<S>,
    ) -> (Limits<S>, S::u64s, [S::u64s; 8]) {
        let zero = S::u64s::splat(s, 0);
        let occupied = boards.occupied();
        let ours = boards.color(US);
        let theirs = boards.color(THEM);
        let diagonals = if DIAGONALS { boards.diagonal_sliders() } else { zero };
        let orthogonals = boards.orthogonal_sliders();

        // What they attack, by line, our king in the way.
        let (d, o) = (diagonals & theirs, orthogonals & theirs);
        let their_slides = slides.attacks(s, [o, o, d, d]);
        let [n, ne, e, se, so, sw, w, nw] = their_slides;
        let their_lines = [e | w, n | so, ne | sw, se | nw];
        let [west, east] = sets::pawn_attacks(boards.pawns() & theirs, THEM);
        let leapers = if LEAPERS_MOVE {
            sets::knight_attacks(boards.knights() & theirs) | sets::king_attacks(boards.kings() & theirs)
        } else {
            self.their_leapers
        };
        let [on_rank, on_file, on_diagonal, on_antidiagonal] = their_lines;
        let mut attacked = on_rank | on_file | on_diagonal | on_antidiagonal | west | east | leapers;

        // Our pieces that our king sees on a line on which they are attacked are pinned to it.
        let king = boards.kings() & ours;
        let sight = slides.attacks_on_lines(s, [king, king, king, king]);
        let pins = [
            ours & sight[0] & their_lines[0],
            ours & sight[1] & their_lines[1],
            ours & sight[2] & their_lines[2],
            ours & sight[3] & their_lines[3],
        ];

        let mut limits = Limits { us: US, allowed: !ours, pins };
        if (attacked & king).simd_ne(zero).any_true() {
            let checks = self.checks(s, boards, &sight, &their_lines);
            limits.allowed = allowed(s, checks.checkers, checks.stops, limits.allowed);
            attacked |= checks.shadows;
        }
        (limits, attacked, their_slides)
    }

    /// The number of moves, when attacks, pins and check masks are known.
    #[inline(always)]
    fn moves<const DIAGONALS: bool>(
        &self,
        s: S,
        boards: &Lanes<S>,
        slides: &Slides<S>,
        limits: &Limits<S>,
        attacked: S::u64s,
    ) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        let ours = boards.color(US);
        let allowed = limits.allowed;
        let free = limits.free(boards);
        let [on_rank, on_file, on_diagonal, on_antidiagonal] = limits.pins;

        let d = if DIAGONALS { boards.diagonal_sliders() } else { zero };
        let o = boards.orthogonal_sliders();
        let sliders = [
            o & (free | on_rank),
            o & (free | on_file),
            d & (free | on_diagonal),
            d & (free | on_antidiagonal),
        ];
        let [n, ne, e, se, so, sw, w, nw] = slides.attacks(s, sliders);
        let pawns = limits.pawn_targets(boards);
        let king = sets::king_attacks(boards.kings() & ours) & !(ours | attacked);
        let castling = self.castling_marks(s, boards.kings() & ours, ours, boards.occupied(), attacked);
        let knights = boards.knights() & free;
        let knights_as_ever = (knights ^ self.knights.set).simd_eq(zero).all_true();

        let mut count = s.sum_counts_15([
            n & allowed,
            ne & allowed,
            e & allowed,
            se & allowed,
            so & allowed,
            sw & allowed,
            w & allowed,
            nw & allowed,
            // Pushes and captures to one side share no square, nor do the king's steps and castling.
            pawns.single | pawns.double | pawns.west,
            pawns.east,
            king | castling,
            if knights_as_ever { self.knights.ones & allowed } else { zero },
            zero,
            zero,
            zero,
        ]);
        if knights_as_ever {
            let twos = s.popcount(self.knights.twos & allowed);
            count += twos + twos;
        } else {
            let [a, b, c, d, e, f, g, h] = limits.knight_targets(knights);
            count += s.sum_counts_7([a, b, c, d, e, f, g]) + s.popcount(h);
        }
        if self.promoting {
            count += pawns.three_more(s, US);
        }
        count
    }

    /// A square for each castling move that is legal, in every lane.
    #[inline(always)]
    pub(super) fn castling_marks(&self, s: S, king: S::u64s, ours: S::u64s, occupied: S::u64s, attacked: S::u64s) -> S::u64s {
        let zero = S::u64s::splat(s, 0);
        let mut marks = zero;
        for path in self.castling.iter().flatten() {
            let hindered = (occupied & path.empty) | (attacked & path.safe) | (!ours & path.rook) | (king ^ E1);
            let mark = S::u64s::splat(s, path.mark);
            marks |= hindered.simd_eq(zero).select(mark, zero);
        }
        marks
    }

    /// Checks and what follows from them, in every lane. `their_lines` is what their sliders attack by line.
    ///
    /// A square that both our king and a slider see on one line lies between them, or is a piece that does; so the empty ones
    /// of them are where a check can be stopped.
    #[inline(always)]
    fn checks(&self, s: S, boards: &Lanes<S>, sight: &[S::u64s; 4], their_lines: &[S::u64s; 4]) -> Checks<S> {
        let zero = S::u64s::splat(s, 0);
        let king = boards.kings() & boards.color(US);
        let [west, east] = sets::pawn_attacks(king, US);
        let checkers = ((sight[0] | sight[1]) & boards.orthogonal_sliders())
            | ((sight[2] | sight[3]) & boards.diagonal_sliders())
            | (boards.pawns() & (west | east))
            | (boards.knights() & sets::knight_attacks(king));
        let checkers = checkers & boards.color(THEM);
        let between = (sight[0] & their_lines[0])
            | (sight[1] & their_lines[1])
            | (sight[2] & their_lines[2])
            | (sight[3] & their_lines[3]);
        let shadows = shadow(s, their_lines[0], king, Direction::East)
            | shadow(s, their_lines[1], king, Direction::North)
            | shadow(s, their_lines[2], king, Direction::NorthEast)
            | shadow(s, their_lines[3], king, Direction::SouthEast);
        Checks { checkers, stops: checkers | (between & !boards.occupied()), shadows: shadows & !checkers }
    }
}

/// The two neighbours of a king on a line, where sliders check it along that line.
#[inline(always)]
fn shadow<S: BoardSimd>(s: S, slides: S::u64s, king: S::u64s, direction: Direction) -> S::u64s {
    let zero = S::u64s::splat(s, 0);
    let neighbours = sets::step(king, direction) | sets::step(king, -direction);
    (slides & king).simd_eq(zero).select(zero, neighbours)
}

impl Turn {
    /// Eight squares flipped by rank, and eight pieces of the other colour.
    const RANKS_AND_COLORS: Self = Self { squares: 0x3838_3838_3838_3838, code: 0x0101_0101_0101_0101 };
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

impl CastlingPath {
    /// The same for the other side.
    pub(super) const fn turned(self) -> Self {
        Self {
            empty: self.empty.swap_bytes(),
            safe: self.safe.swap_bytes(),
            rook: self.rook.swap_bytes(),
            mark: self.mark.swap_bytes(),
        }
    }

    /// The path of the side that replies, on a board that is turned for it; `None` if it has no such right.
    pub(super) fn new(position: &Position, replier: Color, wing: Wing) -> Option<Self> {
        if !position.castling_rights().rooks_of(replier).has(wing.standard_rook(replier)) {
            return None;
        }
        let (king, rook) = (Square::new(File::E, Rank::First), wing.standard_rook(US));
        let target = wing.king_target(US);
        let crossed = attacks::between(king, target).with(target);
        Some(Self {
            empty: attacks::between(king, rook).0,
            safe: crossed.with(king).0,
            rook: Bitboard::of(rook).0,
            mark: Bitboard::of(target).0,
        })
    }
}
