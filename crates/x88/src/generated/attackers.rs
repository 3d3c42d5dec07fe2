// Written by `cargo xtask codegen`. Do not edit.
//! The pieces that attack from one square to another on an empty board, by their difference.

use crate::attackers::Attackers;

const __: Attackers = Attackers::EMPTY;
const N_: Attackers = Attackers::KNIGHT;
const QR: Attackers = Attackers::QUEEN.with(Attackers::ROOK);
const QB: Attackers = Attackers::QUEEN.with(Attackers::BISHOP);
const KR: Attackers = Attackers::KING.with(QR);
const KW: Attackers = Attackers::KING.with(QB).with(Attackers::WHITE_PAWN);
const KB: Attackers = Attackers::KING.with(QB).with(Attackers::BLACK_PAWN);

/// The kinds that attack the second square from the first; `KW` includes white pawns, `KB` black ones.
///
/// Indexed by [`Diff::index`](crate::Diff::index) of the two squares.
#[rustfmt::skip]
pub static ATTACKERS: [Attackers; 240] = [
    QB, __, __, __, __, __, __, QR, __, __, __, __, __, __, QB, __, // -7
    __, QB, __, __, __, __, __, QR, __, __, __, __, __, QB, __, __, // -6
    __, __, QB, __, __, __, __, QR, __, __, __, __, QB, __, __, __, // -5
    __, __, __, QB, __, __, __, QR, __, __, __, QB, __, __, __, __, // -4
    __, __, __, __, QB, __, __, QR, __, __, QB, __, __, __, __, __, // -3
    __, __, __, __, __, QB, N_, QR, N_, QB, __, __, __, __, __, __, // -2
    __, __, __, __, __, N_, KB, KR, KB, N_, __, __, __, __, __, __, // -1
    QR, QR, QR, QR, QR, QR, KR, __, KR, QR, QR, QR, QR, QR, QR, __, //  0
    __, __, __, __, __, N_, KW, KR, KW, N_, __, __, __, __, __, __, //  1
    __, __, __, __, __, QB, N_, QR, N_, QB, __, __, __, __, __, __, //  2
    __, __, __, __, QB, __, __, QR, __, __, QB, __, __, __, __, __, //  3
    __, __, __, QB, __, __, __, QR, __, __, __, QB, __, __, __, __, //  4
    __, __, QB, __, __, __, __, QR, __, __, __, __, QB, __, __, __, //  5
    __, QB, __, __, __, __, __, QR, __, __, __, __, __, QB, __, __, //  6
    QB, __, __, __, __, __, __, QR, __, __, __, __, __, __, QB, __, //  7
];
