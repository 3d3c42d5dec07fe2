//! The faults: what generators get wrong, by name, each with its rule in words.

use core::fmt;
use core::str::FromStr;

/// Declares the faults: the variant, its name, and what the generator does.
macro_rules! faults {
    ($($fault:ident $name:literal $rule:literal,)*) => {
        /// A rule of move generation that is broken. Its [name](Self::name) and its [rule](Self::rule) say how.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Fault { $(#[doc = concat!("`", $name, "`: ", $rule, ".")] $fault,)* }

        /// Each fault with its name and its rule, in the order of the variants.
        const TABLE: &[(Fault, &str, &str)] = &[$((Fault::$fault, $name, $rule)),*];
    };
}

#[rustfmt::skip]
faults! {
    EnPassantMissing "en-passant-missing" "en passant is never generated",
    EnPassantMissingWhite "en-passant-missing-white" "white never captures en passant",
    EnPassantMissingBlack "en-passant-missing-black" "black never captures en passant",
    EnPassantMissingWest "en-passant-missing-west" "no capture en passant towards the a-file",
    EnPassantMissingEast "en-passant-missing-east" "no capture en passant towards the h-file",
    EnPassantMissingEdge "en-passant-missing-edge" "a pawn on the a- or h-file never captures en passant",
    EnPassantExposesKing "en-passant-exposes-king" "en passant is legal although it exposes the own king on any line",
    EnPassantExposesRank "en-passant-exposes-rank" "en passant is legal although both pawns leave the rank between king and rook",
    EnPassantPawnStays "en-passant-pawn-stays" "the pawn that is captured en passant stays on the board",
    EnPassantMissingInCheck "en-passant-missing-in-check" "in check, en passant is never generated",
    EnPassantPinnedRefused "en-passant-pinned-refused" "a pinned pawn never captures en passant, although it stays on the line of the pin",
    EnPassantSquareStays "en-passant-square-stays" "the en passant square stays until the next double push",
    EnPassantTwice "en-passant-twice" "en passant is generated twice",
    EnPassantWraps "en-passant-wraps" "a pawn on the a- or h-file captures en passant around the edge of the board",
    CastlingThroughAttack "castling-through-attack" "the king passes an attacked square when it castles",
    CastlingOutOfCheck "castling-out-of-check" "the king castles in check",
    CastlingIntoCheck "castling-into-check" "the king castles onto an attacked square",
    CastlingBFileAttacked "castling-b-file-attacked" "castling on the queen side is refused when the b-file square is attacked",
    CastlingBFileOccupied "castling-b-file-occupied" "castling on the queen side although the b-file square is occupied",
    CastlingRookAttacked "castling-rook-attacked" "castling is refused when the rook is attacked",
    RightsStayRookTaken "rights-stay-rook-taken" "a right stays when its rook is captured; a rook must stand on the corner to castle",
    RightsStayRookMoved "rights-stay-rook-moved" "a right stays when its rook moves; a rook must stand on the corner to castle",
    RightsStayRookTakenUnseen "rights-stay-rook-taken-unseen" "a right stays when its rook is captured, and the rook appears when the king castles",
    RightsStayRookMovedUnseen "rights-stay-rook-moved-unseen" "a right stays when its rook moves, and the rook appears when the king castles",
    RightsStayKingMoved "rights-stay-king-moved" "rights stay when the king moves; it must stand on its first square to castle",
    RightsStay "rights-stay" "rights stay when the king or a rook moves; both must stand on their first squares to castle",
    RightsRookClearsBoth "rights-rook-clears-both" "a rook that moves takes both rights of its side",
    RightsClearAll "rights-clear-all" "a king or rook that moves, but not by castling, takes the rights of both sides",
    CastlingMissing "castling-missing" "castling is never generated",
    CastlingMissingQueenSide "castling-missing-queen-side" "castling on the queen side is never generated",
    CastlingMissingKingSide "castling-missing-king-side" "castling on the king side is never generated",
    CastlingMissingWhite "castling-missing-white" "white never castles",
    CastlingMissingBlack "castling-missing-black" "black never castles",
    CastlingRookStays "castling-rook-stays" "the rook stays where it was when the king castles",
    CastlingRookStaysQueenSide "castling-rook-stays-queen-side" "the rook stays where it was when the king castles on the queen side",
    CastlingRookStaysKingSide "castling-rook-stays-king-side" "the rook stays where it was when the king castles on the king side",
    CastlingTwice "castling-twice" "castling is generated twice",
    CastlingTwoCodes "castling-two-codes" "castling is generated as e1g1 and as e1h1, which moves only the king",
    CastlingKingUnseen "castling-king-unseen" "after castling, checks are looked for on the square that the king left",
    CastlingIgnoresAttacks "castling-ignores-attacks" "castling looks at no attacks at all",
    PromotionQueenOnly "promotion-queen-only" "promotion to queens only",
    PromotionNoKnight "promotion-no-knight" "no promotion to knights",
    PromotionNoRook "promotion-no-rook" "no promotion to rooks",
    PromotionNoBishop "promotion-no-bishop" "no promotion to bishops",
    PromotionNoCapture "promotion-no-capture" "no promotion by capture",
    PromotionCaptureQueenOnly "promotion-capture-queen-only" "promotion to queens only when capturing",
    PromotionQuietQueenOnly "promotion-quiet-queen-only" "promotion to queens only when not capturing",
    PromotionMissing "promotion-missing" "no move onto the last rank",
    PromotionNoQuiet "promotion-no-quiet" "no promotion without capture",
    PromotionRookTwice "promotion-rook-twice" "promotion to a rook is generated twice",
    PromotionRookForKnight "promotion-rook-for-knight" "promotion to a rook is generated twice, and to a knight never",
    PromotionStaysPawn "promotion-stays-pawn" "one move onto the last rank, and the pawn stays a pawn",
    PromotionPawnToo "promotion-pawn-too" "beside the four promotions, the pawn may stay a pawn",
    PromotionKnightQueen "promotion-knight-queen" "promotion to knights and queens only",
    PinsIgnored "pins-ignored" "pinned pieces move as if they were not",
    PinsDiagonalIgnored "pins-diagonal-ignored" "pins on diagonals are not seen",
    PinsStraightIgnored "pins-straight-ignored" "pins on ranks and files are not seen",
    PinnedFrozen "pinned-frozen" "pinned pieces never move, even along the line of the pin",
    PinnedPawnFrozen "pinned-pawn-frozen" "pinned pawns never move, even along the line of the pin",
    KingShieldsItself "king-shields-itself" "the king steps back along the line of a slider that attacks it",
    KingsTouch "kings-touch" "kings stand next to each other",
    KingCapturesProtected "king-captures-protected" "the king captures protected pieces",
    KingWraps "king-wraps" "a king on the a- or h-file steps around the edge of the board",
    KnightWraps "knight-wraps" "a knight jumps around the edge of the board",
    AttackPawnMissing "attack-pawn-missing" "attacks of pawns are not seen (checks, castling, king moves)",
    AttackKnightMissing "attack-knight-missing" "attacks of knights are not seen",
    AttackBishopMissing "attack-bishop-missing" "attacks of bishops are not seen",
    AttackRookMissing "attack-rook-missing" "attacks of rooks are not seen",
    AttackQueenMissing "attack-queen-missing" "attacks of queens are not seen",
    AttackPawnAhead "attack-pawn-ahead" "a pawn also attacks the square ahead of it",
    AttackPawnBackwards "attack-pawn-backwards" "pawns attack backwards",
    AttackThroughPawn "attack-through-pawn" "sliders attack through a pawn next to the target that does not attack it",
    CheckIgnored "check-ignored" "all pseudo-legal moves count; kings are never captured",
    CheckIgnoredLastPly "check-ignored-last-ply" "all pseudo-legal moves count at the last ply",
    DoubleCheckOneAnswered "double-check-one-answered" "in double check, a move that answers one of both is legal",
    EvasionNoBlock "evasion-no-block" "in check, nothing is put between",
    EvasionNoCapture "evasion-no-capture" "in check, only the king captures the checker",
    EvasionKingOnly "evasion-king-only" "in check, only the king moves",
    EvasionNoDoublePush "evasion-no-double-push" "in check, no pawn moves two squares",
    DoublePushJumps "double-push-jumps" "two squares although the first is occupied",
    DoublePushCaptures "double-push-captures" "two squares onto an enemy piece",
    DoublePushMissing "double-push-missing" "no pawn moves two squares",
    DoublePushMissingWhite "double-push-missing-white" "no white pawn moves two squares",
    DoublePushMissingBlack "double-push-missing-black" "no black pawn moves two squares",
    DoublePushAnywhere "double-push-anywhere" "two squares from every rank",
    DoublePushWrongRank "double-push-wrong-rank" "two squares from the third rank, not from the second",
    PawnCapturesAhead "pawn-captures-ahead" "a pawn captures straight ahead",
    PawnCaptureMissingWest "pawn-capture-missing-west" "no capture by pawns towards the a-file",
    PawnCaptureMissingEast "pawn-capture-missing-east" "no capture by pawns towards the h-file",
    PawnCaptureWraps "pawn-capture-wraps" "a pawn on the a- or h-file captures around the edge of the board",
    PawnCaptureMaskWest "pawn-capture-mask-west" "captures towards the a-file leave out the h-file in place of the a-file, so that a-pawns wrap",
    PawnCaptureMaskEast "pawn-capture-mask-east" "captures towards the h-file leave out the a-file in place of the h-file, so that h-pawns wrap",
    PawnCaptureMasksSwapped "pawn-capture-masks-swapped" "the masks of the a- and the h-file are swapped: their pawns capture only around the edge",
    QueenAsRook "queen-as-rook" "queens move as rooks",
    QueenAsBishop "queen-as-bishop" "queens move as bishops",
    MateCountsAsLeaf "mate-counts-as-leaf" "a finished game before the last ply counts one",
    PlyAdded "ply-added" "perft counts one ply more",
    PlyMissing "ply-missing" "perft counts one ply less",
    InnerNodesCounted "inner-nodes-counted" "perft counts the positions of all plies, not only the last",
}

impl Fault {
    /// All faults, in the order of their table.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        TABLE.iter().map(|&(fault, ..)| fault)
    }

    /// The name: words joined by hyphens, such as `en-passant-missing`.
    pub fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// What the generator does, in words.
    pub fn rule(self) -> &'static str {
        TABLE[self as usize].2
    }
}

/// Prints the [name](Fault::name).
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no [`Fault`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultError;

impl fmt::Display for FaultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no fault has this name")
    }
}

impl core::error::Error for FaultError {}

/// Reads the [name](Fault::name).
impl FromStr for Fault {
    type Err = FaultError;

    fn from_str(name: &str) -> Result<Self, FaultError> {
        TABLE.iter().find(|row| row.1 == name).map(|&(fault, ..)| fault).ok_or(FaultError)
    }
}
