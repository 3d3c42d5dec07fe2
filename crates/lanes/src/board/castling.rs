//! Castling in lanes: whether it is legal, and the boards after it.

use fearless_simd::prelude::*;
use quadbit_movegen::CastlingSide;
use quadbit_quad::Bitboard;
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_x88::{Color, Rank, Role, Square};

/// Castling towards one edge, short or long, in every lane, as king takes rook, so that standard chess is a special
/// case of Chess960. The rules are those of [`Position::castling_rooks`](quadbit_movegen::Position::castling_rooks).
///
/// Lanes without a rook are meaningless.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Castling<S: BoardSimd> {
    /// The square of the rook with which the king castles.
    pub(crate) rook: S::u64s,
    /// The squares that king and rook pass or reach, except the squares on which king and rook stand. All must be empty
    /// for castling.
    pub(crate) path: S::u64s,
    /// The squares from the king to its target, including both. None of them may be attacked.
    pub(crate) king_path: S::u64s,
}

impl<S: BoardSimd> Castling<S> {
    #[inline(always)]
    fn new(s: S, us: Color, side: CastlingSide, king: S::u64s, rook: S::u64s) -> Self {
        let king_path = span(s, king, square(s, side.king_target(us)));
        let rook_path = span(s, rook, square(s, side.rook_target(us)));
        Self { rook, path: (king_path | rook_path) & !(king | rook), king_path }
    }

    /// Finds castling towards the a-file and castling towards the h-file. `king` is the king of `us`, `rooks` its
    /// castling rooks.
    #[inline(always)]
    pub(crate) fn on_both_sides(s: S, us: Color, king: S::u64s, rooks: S::u64s) -> [Self; 2] {
        let [long, short] = by_side(s, king, rooks);
        [Self::new(s, us, CastlingSide::Queen, king, long), Self::new(s, us, CastlingSide::King, king, short)]
    }

    /// The rook in lanes where castling is legal, nothing elsewhere. `attacked` are the squares that the
    /// other side attacks, `pinned` the pieces that are pinned on the king's rank.
    #[inline(always)]
    pub(crate) fn legal(&self, s: S, occupied: S::u64s, attacked: S::u64s, pinned: S::u64s) -> S::u64s {
        let hindrances = (self.path & occupied) | (self.king_path & attacked) | (self.rook & pinned);
        hindrances.simd_eq(S::u64s::splat(s, 0)).select(self.rook, S::u64s::splat(s, 0))
    }
}

/// Keeps those of `rooks`, the squares of the castling rooks of both sides, that are on the first rank of `us` and
/// still have a rook of `us`. A captured rook thus loses its right, and captures do not have to clear it.
#[inline(always)]
pub(crate) fn castling_rooks<S: BoardSimd>(boards: &Boards<S>, us: Color, rooks: S::u64s) -> S::u64s {
    rooks & boards.rooks() & boards.color(us) & Bitboard::rank(Rank::First.relative_to(us)).0
}

/// Divides `rooks` into those on the a-file's side of `king` and those on the h-file's side. All rooks must be on the
/// king's rank.
#[inline(always)]
pub(crate) fn by_side<S: BoardSimd>(s: S, king: S::u64s, rooks: S::u64s) -> [S::u64s; 2] {
    let left = king - S::u64s::splat(s, 1);
    [rooks & left, rooks & !left]
}

/// The boards after `us` castles on `side`: `king` takes `rook`.
#[inline(always)]
pub(crate) fn castled<S: BoardSimd>(
    s: S,
    boards: &Boards<S>,
    us: Color,
    side: CastlingSide,
    king: S::u64s,
    rook: S::u64s,
) -> Boards<S> {
    boards.put(king | rook, square(s, side.king_target(us)), Role::King.of(us).code()).put(
        S::u64s::splat(s, 0),
        square(s, side.rook_target(us)),
        Role::Rook.of(us).code(),
    )
}

#[inline(always)]
fn square<S: BoardSimd>(s: S, square: Square) -> S::u64s {
    S::u64s::splat(s, Bitboard::of(square).0)
}

/// All squares from `a` to `b` on their common rank, including both; meaningless if `a` or `b` is empty.
#[inline(always)]
fn span<S: BoardSimd>(s: S, a: S::u64s, b: S::u64s) -> S::u64s {
    let one = S::u64s::splat(s, 1);
    ((a - one) ^ (b - one)) | a | b
}
