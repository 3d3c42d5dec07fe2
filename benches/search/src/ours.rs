//! Quadbit.

use quadbit_movegen::{
    Candidate, Changes, Color, Move, Node, Piece, PieceValues, Position, Role, Square, Stage,
};

use crate::board::{Board, VALUES};

/// A position of `quadbit-movegen`, used as the example engine uses it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ours(Position);

impl Board for Ours {
    type Move = Move;
    type Node<'a> = Node<'a>;
    type Ranked = i64;

    const NO_MOVE: Move = Move::NULL;

    fn from_fen(fen: &str) -> Self {
        Self(fen.parse().expect("the benches use valid positions"))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.0.key()
    }

    #[inline]
    fn side_to_move(&self) -> usize {
        self.0.side_to_move().index()
    }

    #[inline]
    fn halfmoves(&self) -> u32 {
        self.0.halfmoves().into()
    }

    #[inline]
    fn pieces(&self, color: usize, role: usize) -> u64 {
        self.0.pieces(Color::ALL[color], Role::ALL[role]).0
    }

    #[inline]
    fn heavy(&self) -> u64 {
        self.0.board().orthogonal_sliders().0
    }

    #[inline]
    fn has_insufficient_material(&self) -> bool {
        self.0.has_insufficient_material()
    }

    #[inline]
    fn is_check(&self) -> bool {
        self.0.is_check()
    }

    #[inline]
    fn node(&self) -> Node<'_> {
        self.0.node()
    }

    #[inline]
    fn tactical(node: &Node<'_>, mut visit: impl FnMut(Move, [i32; 2])) {
        let worth = |role: Option<Role>| WORTH[usize::from(role.map_or(0, Role::code))];
        node.visit(Stage::Tactical, |Candidate { mv, mover, victim }| {
            visit(mv, [worth(victim) + worth(mv.promotion()), worth(Some(mover))]);
        });
    }

    #[inline]
    fn quiet(node: &Node<'_>, mut visit: impl FnMut(Move)) {
        node.visit(Stage::Quiet, |candidate| visit(candidate.mv));
    }

    #[inline]
    fn is_legal(node: &Node<'_>, mv: Move) -> bool {
        node.is_legal(mv)
    }

    fn is_stuck(&self) -> bool {
        self.0.legal_count() == 0
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
        Move::from_bits(ranked as u16)
    }

    #[inline]
    fn code(mv: Move) -> u16 {
        mv.to_bits()
    }

    #[inline]
    fn is_capture(&self, mv: Move) -> bool {
        self.0.is_capture(mv)
    }

    #[inline]
    fn promotion(mv: Move) -> Option<usize> {
        mv.promotion().map(Role::index)
    }

    #[inline]
    fn wins_exchange(&self, mv: Move) -> bool {
        self.0.wins_exchange(mv, 0, const { &PieceValues::new(VALUES) })
    }

    #[inline(always)]
    fn after(&self, mv: Move, mut changed: impl FnMut(i32, usize, usize)) -> Self {
        let (after, changes) = self.0.after_with_changes(mv);
        let mut each = |sign, pieces: &[(Square, Piece)]| {
            for (square, piece) in pieces {
                changed(sign, piece.index(), square.index());
            }
        };
        match changes {
            Changes::Plain { removed, added } => {
                each(-1, &removed);
                each(1, &added);
            }
            Changes::Capture { removed, added } => {
                each(-1, &removed);
                each(1, &added);
            }
            Changes::Castling { removed, added } => {
                each(-1, &removed);
                each(1, &added);
            }
        }
        Self(after)
    }

    #[inline]
    fn after_null(&self) -> Self {
        Self(self.0.null_move().expect("not in check"))
    }
}

/// By role code, which is 0 for an empty square.
const WORTH: [i32; 8] = [0, VALUES[0], VALUES[1], VALUES[2], VALUES[3], VALUES[4], 0, 0];
