//! The faults by the place in a generator where each is to be looked for.

use super::Act::{self, Allow, Omit, Twice};
#[expect(clippy::enum_glob_use, reason = "a row of a table is a line")]
use crate::feature::Feature::*;

/// A fault: its name, what the generator does, and how that differs from the rules of chess.
pub(super) type Row = (&'static str, &'static str, &'static [Act]);

/// What to look at, and the faults that are found there.
#[rustfmt::skip]
pub(super) const TABLE: &[(&str, &[Row])] = &[
("where en passant is generated and tested: the captured pawn leaves another square than the target", &[
    ("en-passant-missing", "en passant is never generated", &[Omit(&[EnPassant])]),
    ("en-passant-missing-white", "white never captures en passant", &[Omit(&[EnPassant, White])]),
    ("en-passant-missing-black", "black never captures en passant", &[Omit(&[EnPassant, Black])]),
    ("en-passant-missing-west", "no capture en passant towards the a-file", &[Omit(&[EnPassant, West])]),
    ("en-passant-missing-east", "no capture en passant towards the h-file", &[Omit(&[EnPassant, East])]),
    ("en-passant-missing-edge", "a pawn on the a- or h-file never captures en passant", &[Omit(&[EnPassant, Edge])]),
    ("en-passant-exposes-king", "en passant is legal although it exposes its king on any line", &[Allow(&[EnPassant, Exposes])]),
    ("en-passant-exposes-rank", "en passant is legal although both pawns leave the rank between king and rook", &[Allow(&[EnPassant, BothLeave, Exposes])]),
    ("en-passant-pawn-stays", "the pawn that is captured en passant stays on the board", &[Omit(&[PawnLeaves])]),
    ("en-passant-missing-in-check", "in check, en passant is never generated", &[Omit(&[EnPassant, Check])]),
    ("en-passant-pinned-refused", "a pinned pawn never captures en passant, although it stays on the line of the pin", &[Omit(&[EnPassant, Pinned])]),
    ("en-passant-square-stays", "the en passant square stays until the next double push", &[Allow(&[PassedStays]), Allow(&[Stale])]),
    ("en-passant-twice", "en passant is generated twice", &[Twice(&[EnPassant])]),
    ("en-passant-wraps", "a pawn on the a- or h-file captures en passant around the edge of the board", &[Allow(&[Around])]),
]),
("where castling is generated: rights, empty squares up to the rook, attacked squares up to the king's target", &[
    ("castling-through-attack", "the king passes an attacked square when it castles", &[Allow(&[Through])]),
    ("castling-out-of-check", "the king castles in check", &[Allow(&[OutOfCheck])]),
    ("castling-into-check", "the king castles onto an attacked square", &[Allow(&[Castling, Exposes])]),
    ("castling-b-file-attacked", "castling on the queen side is refused when the b-file square is attacked", &[Omit(&[BFileAttacked])]),
    ("castling-b-file-occupied", "castling on the queen side although the b-file square is occupied", &[Allow(&[RookWayOccupied])]),
    ("castling-rook-attacked", "castling is refused when the rook is attacked", &[Omit(&[RookAttacked])]),
]),
("where a move is made: the king moves, a rook leaves its corner, a rook is captured on its corner", &[
    ("rights-stay-rook-taken", "a right stays when its rook is captured; a rook must stand on the corner to castle", &[Omit(&[CaptureEndsRight])]),
    ("rights-stay-rook-moved", "a right stays when its rook moves; a rook must stand on the corner to castle", &[Omit(&[RookEndsRight])]),
    ("rights-stay-rook-taken-unseen", "a right stays when its rook is captured, and the rook appears when the king castles", &[Omit(&[CaptureEndsRight]), Allow(&[RookGone])]),
    ("rights-stay-rook-moved-unseen", "a right stays when its rook moves, and the rook appears when the king castles", &[Omit(&[RookEndsRight]), Allow(&[RookGone])]),
    ("rights-stay-king-moved", "rights stay when the king moves; it must stand on its first square to castle", &[Omit(&[KingEndsRight])]),
    ("rights-stay", "rights stay when the king or a rook moves; both must stand on their first squares to castle", &[Omit(&[KingEndsRight]), Omit(&[RookEndsRight])]),
    ("rights-rook-clears-both", "a rook that moves takes both rights of its side", &[Allow(&[EndsBothRights])]),
    ("rights-clear-all", "a king or rook that moves, but not by castling, takes the rights of both sides", &[Allow(&[EndsAllRights])]),
]),
("where castling is generated and made: the king and the rook move", &[
    ("castling-missing", "castling is never generated", &[Omit(&[Castling])]),
    ("castling-missing-queen-side", "castling on the queen side is never generated", &[Omit(&[Castling, Long])]),
    ("castling-missing-king-side", "castling on the king side is never generated", &[Omit(&[Castling, Short])]),
    ("castling-missing-white", "white never castles", &[Omit(&[Castling, White])]),
    ("castling-missing-black", "black never castles", &[Omit(&[Castling, Black])]),
    ("castling-rook-stays", "the rook stays where it was when the king castles", &[Omit(&[RookCastles])]),
    ("castling-rook-stays-queen-side", "the rook stays where it was when the king castles on the queen side", &[Omit(&[RookCastles, Long])]),
    ("castling-rook-stays-king-side", "the rook stays where it was when the king castles on the king side", &[Omit(&[RookCastles, Short])]),
    ("castling-twice", "castling is generated twice", &[Twice(&[Castling])]),
    ("castling-two-codes", "castling is generated as e1g1 and as e1h1, which moves only the king", &[Allow(&[SecondCode])]),
    ("castling-king-unseen", "after castling, checks are looked for on the square that the king left", &[Allow(&[KingUnseen])]),
    ("castling-ignores-attacks", "castling looks at no attacks at all", &[Allow(&[OutOfCheck]), Allow(&[Through]), Allow(&[Castling, Exposes])]),
]),
("where a pawn reaches the last rank: four pieces, by push and by capture", &[
    ("promotion-queen-only", "promotion to queens only", &[Omit(&[Lesser])]),
    ("promotion-no-knight", "no promotion to knights", &[Omit(&[ToKnight])]),
    ("promotion-no-rook", "no promotion to rooks", &[Omit(&[ToRook])]),
    ("promotion-no-bishop", "no promotion to bishops", &[Omit(&[ToBishop])]),
    ("promotion-no-capture", "no promotion by capture", &[Omit(&[Promotion, Capture])]),
    ("promotion-capture-queen-only", "promotion to queens only when capturing", &[Omit(&[Lesser, Capture])]),
    ("promotion-quiet-queen-only", "promotion to queens only when not capturing", &[Omit(&[Lesser, Quiet])]),
    ("promotion-missing", "no move onto the last rank", &[Omit(&[Promotion])]),
    ("promotion-no-quiet", "no promotion without capture", &[Omit(&[Promotion, Quiet])]),
    ("promotion-rook-twice", "promotion to a rook is generated twice", &[Twice(&[ToRook])]),
    ("promotion-rook-for-knight", "promotion to a rook is generated twice, and to a knight never", &[Twice(&[ToRook]), Omit(&[ToKnight])]),
    ("promotion-stays-pawn", "one move onto the last rank, and the pawn stays a pawn", &[Omit(&[Promotion]), Allow(&[StaysPawn])]),
    ("promotion-pawn-too", "besides the four promotions, the pawn may stay a pawn", &[Allow(&[StaysPawn])]),
    ("promotion-knight-queen", "promotion to knights and queens only", &[Omit(&[ToBishop]), Omit(&[ToRook])]),
]),
("where pins are found, or a move is tested by making it", &[
    ("pins-ignored", "pinned pieces move as if they were not", &[Allow(&[PinDiagonal, Exposes]), Allow(&[PinStraight, Exposes])]),
    ("pins-diagonal-ignored", "pins on diagonals are not seen", &[Allow(&[PinDiagonal, Exposes])]),
    ("pins-straight-ignored", "pins on ranks and files are not seen", &[Allow(&[PinStraight, Exposes])]),
    ("pinned-frozen", "pinned pieces never move, even along the line of the pin", &[Omit(&[Pinned])]),
    ("pinned-pawn-frozen", "pinned pawns never move, even along the line of the pin", &[Omit(&[Pinned, Pawn])]),
]),
("where the king's steps are tested: attacks on the target, with the king itself taken off the board", &[
    ("king-shields-itself", "the king steps back along the line of a slider that attacks it", &[Allow(&[KingStep, Shielded, Quiet, Exposes])]),
    ("kings-touch", "kings stand next to each other", &[Omit(&[SeesKing])]),
    ("king-captures-protected", "the king captures protected pieces", &[Allow(&[KingStep, Capture, Exposes])]),
    ("king-wraps", "a king on the a- or h-file steps around the edge of the board", &[Allow(&[KingStep, Wraps])]),
]),
("the table of the knight's jumps: a mask for the files at the edge", &[
    ("knight-wraps", "a knight jumps around the edge of the board", &[Allow(&[Knight, Wraps])]),
]),
("the test whether a square is attacked", &[
    ("attack-pawn-missing", "attacks of pawns are not seen (checks, castling, king moves)", &[Omit(&[SeesPawn])]),
    ("attack-knight-missing", "attacks of knights are not seen", &[Omit(&[SeesKnight])]),
    ("attack-bishop-missing", "attacks of bishops are not seen", &[Omit(&[SeesBishop])]),
    ("attack-rook-missing", "attacks of rooks are not seen", &[Omit(&[SeesRook])]),
    ("attack-queen-missing", "attacks of queens are not seen", &[Omit(&[SeesQueen])]),
    ("attack-pawn-ahead", "a pawn also attacks the square ahead of it", &[Allow(&[SeesPawnAhead])]),
    ("attack-pawn-backwards", "pawns attack backwards", &[Omit(&[SeesPawn]), Allow(&[SeesPawnBackwards])]),
    ("attack-through-pawn", "sliders attack through a pawn next to the target that does not attack it", &[Allow(&[SeesThroughPawn])]),
]),
("the test whether the mover's king is attacked after a move", &[
    ("check-ignored", "all pseudo-legal moves count; kings are never captured", &[Allow(&[Exposes])]),
    ("check-ignored-last-ply", "all pseudo-legal moves count at the last ply", &[Allow(&[LastPly, Exposes])]),
]),
("the moves out of check: capture the checker, stand between, step away; in double check only the king moves", &[
    ("double-check-one-answered", "in double check, a move that answers one of both is legal", &[Allow(&[AnswersOne, Exposes])]),
    ("evasion-no-block", "in check, no piece is put between", &[Omit(&[Check, NotKing, Quiet])]),
    ("evasion-no-capture", "in check, only the king captures the checker", &[Omit(&[Check, NotKing, Capture])]),
    ("evasion-king-only", "in check, only the king moves", &[Omit(&[Check, NotKing])]),
    ("evasion-no-double-push", "in check, no pawn moves two squares", &[Omit(&[Check, DoublePush])]),
]),
("where a pawn moves two squares: from the second rank, over an empty square onto an empty square", &[
    ("double-push-jumps", "two squares although the first is occupied", &[Allow(&[Jumps])]),
    ("double-push-captures", "two squares onto an enemy piece", &[Allow(&[OntoPiece])]),
    ("double-push-missing", "no pawn moves two squares", &[Omit(&[DoublePush])]),
    ("double-push-missing-white", "no white pawn moves two squares", &[Omit(&[DoublePush, White])]),
    ("double-push-missing-black", "no black pawn moves two squares", &[Omit(&[DoublePush, Black])]),
    ("double-push-anywhere", "two squares from every rank", &[Allow(&[ThirdRank]), Allow(&[OtherRank])]),
    ("double-push-wrong-rank", "two squares from the third rank, not from the second", &[Allow(&[ThirdRank]), Omit(&[DoublePush, Early])]),
]),
("where pawns capture: diagonally, with a mask for the file at the edge", &[
    ("pawn-captures-ahead", "a pawn captures straight ahead", &[Allow(&[Ahead])]),
    ("pawn-capture-missing-west", "no capture by pawns towards the a-file", &[Omit(&[PawnCapture, West])]),
    ("pawn-capture-missing-east", "no capture by pawns towards the h-file", &[Omit(&[PawnCapture, East])]),
    ("pawn-capture-wraps", "a pawn on the a- or h-file captures around the edge of the board", &[Allow(&[Pawn, Wraps])]),
    ("pawn-capture-mask-west", "captures towards the a-file leave out the h-file in place of the a-file, so that a-pawns wrap", &[Omit(&[Far, West]), Allow(&[Pawn, West, Wraps])]),
    ("pawn-capture-mask-east", "captures towards the h-file leave out the a-file in place of the h-file, so that h-pawns wrap", &[Omit(&[Far, East]), Allow(&[Pawn, East, Wraps])]),
    ("pawn-capture-masks-swapped", "the masks of the a- and the h-file are swapped: their pawns capture only around the edge", &[Omit(&[Far]), Allow(&[Pawn, Wraps])]),
]),
("the directions of the queen", &[
    ("queen-as-rook", "queens move as rooks", &[Omit(&[Queen, Diagonal])]),
    ("queen-as-bishop", "queens move as bishops", &[Omit(&[Queen, Straight])]),
]),
("the function that counts: one leaf for each sequence of exactly so many moves", &[
    ("mate-counts-as-leaf", "a finished game before the last ply counts one", &[Allow(&[MateCounts])]),
    ("ply-added", "perft counts one ply more", &[Allow(&[PlyMore])]),
    ("ply-missing", "perft counts one ply less", &[Allow(&[PlyLess])]),
    ("inner-nodes-counted", "perft counts the positions of all plies, not only the last", &[Allow(&[InnerCounts])]),
]),
];
