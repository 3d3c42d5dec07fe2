//! Features of what a generator does, such as "it lists a move" with "en passant" and "towards the a-file".

/// A feature of something that a generator does.
///
/// A feature from [`Self::FIRST_WRONG`] on makes the thing wrong by the rules of chess. The order of the others is from
/// common to rare: acts are found by their last feature.
#[rustfmt::skip]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    // The side, the direction and the piece of a move. "Early" is a double push from the second rank.
    White, Black, West, East, Quiet, Capture, Diagonal, Straight, Edge, Long, Short, LastPly, Pawn, Knight, NotKing, KingStep, Early,
    // The moving piece is a queen. What limits a move: its own king is in check, the piece is pinned.
    Queen, Check, Pinned,
    // Kinds of moves. "Far" is a pawn's capture from the a- to the b-file or from the h- to the g-file.
    DoublePush, PawnCapture, Far, Promotion, Lesser, ToKnight, ToBishop, ToRook, EnPassant, Castling, BFileAttacked, RookAttacked,
    // Why a move exposes its king: it leaves the line of a pin; it answers one of two checks; the king steps back
    // along the line of its attacker; both pawns of a capture en passant leave the rank.
    PinDiagonal, PinStraight, AnswersOne, Shielded, BothLeave,
    // An attack on a square is seen, by the piece that attacks.
    SeesPawn, SeesKnight, SeesBishop, SeesRook, SeesQueen, SeesKing,
    // A move is made: rights to castle end, the pawn captured en passant leaves, the rook goes with the king.
    KingEndsRight, RookEndsRight, CaptureEndsRight, PawnLeaves, RookCastles,
    // What is wrong with a move.
    Exposes, Wraps, Ahead, Jumps, OntoPiece, ThirdRank, OtherRank, Around, Stale, StaysPawn, OutOfCheck, Through,
    RookWayOccupied, RookGone, SecondCode,
    // What is wrong with an attack that the generator sees.
    SeesPawnAhead, SeesPawnBackwards, SeesThroughPawn,
    // Wrong ways to make a move, and to count.
    EndsBothRights, EndsAllRights, PassedStays, KingUnseen, MateCounts, PlyMore, PlyLess, InnerCounts,
}

impl Feature {
    const FIRST_WRONG: Self = Self::Exposes;
}

/// A set of features: a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features(pub(crate) u128);

impl Features {
    /// The features that break the rules of chess: a move, an attack or a count with any of these is wrong.
    const WRONG: Self = Self(u128::MAX << Feature::FIRST_WRONG as u32);

    pub(crate) const fn of(features: &[Feature]) -> Self {
        let (mut bits, mut n) = (0, 0);
        while n < features.len() {
            bits |= 1 << features[n] as u32;
            n += 1;
        }
        Self(bits)
    }

    /// The set, to which `feature` is added if `holds`.
    #[inline]
    pub(crate) fn when(self, holds: bool, feature: Feature) -> Self {
        Self(self.0 | u128::from(holds) << feature as u32)
    }

    /// The features of the set that break the rules of chess.
    #[inline]
    pub(crate) const fn wrong(self) -> Self {
        Self(self.0 & Self::WRONG.0)
    }

    #[inline]
    pub(crate) const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
}

impl From<Feature> for Features {
    #[inline]
    fn from(feature: Feature) -> Self {
        Self(1 << feature as u32)
    }
}

impl From<[Feature; 2]> for Features {
    fn from(features: [Feature; 2]) -> Self {
        Self::of(&features)
    }
}
