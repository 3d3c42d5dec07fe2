//! The rules that exclude moves from the forecast.
//!
//! Each is the condition that one step of the proof in the book's chapter "Two plies at once" needs, and the
//! numbers are the same there. A move that breaks a rule is excluded; the vector code may exclude more.

#[cfg(test)]
pub(super) mod boards;
#[cfg(test)]
extern crate std;

use core::ops::BitXor;

/// A rule of the book's chapter "Two plies at once".
///
/// In the drawings upper case is ours and lower case theirs, `k` is their king, `.` is an empty square, and
/// `*` a square of the rule. A line of their king is drawn from the king outwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// **1a.** A piece of ours stays if it is the first on a line of their king, or the second behind a
    /// piece of theirs, and our slider stands behind it: it would discover a check, or a pin. (Rule 1c is
    /// about the pinner itself.)
    ///
    /// ```text
    ///   k . N . R        k . b . N . R
    /// ```
    Discoverer,
    /// **1b.** Our first piece on a line of their king stays if a piece of theirs stands behind it, and our
    /// slider behind that: their piece would be pinned.
    ///
    /// ```text
    ///   k . N . b . R
    /// ```
    PinMaker,
    /// **1c.** A slider that pins a piece stays, or moves along the line of the pin.
    ///
    /// ```text
    ///   k . b * * R        The rook may go to either square.
    /// ```
    Pinner,
    /// **1d.** No other piece goes between their king and a pinner.
    ///
    /// ```text
    ///   k * r * R
    /// ```
    PinLine,
    /// **1e.** No piece gives check from its target, or pins a piece from there that it did not pin before.
    ///
    /// ```text
    ///   k * * b * *        A rook on one of the first two squares would give check, on one of the others it would pin.
    /// ```
    CheckOrPin,

    /// **2a.** No piece moves along a line on which their slider attacks it.
    ///
    /// ```text
    ///   r . . R * *        The rook opens its line when it leaves, and closes it again on its target.
    /// ```
    SharedLine,

    /// **3a.** Before their pawn that may push, no slider goes from one of the two squares of its pushes to
    /// the other, and none captures the pawn from there.
    ///
    /// ```text
    ///   . p .
    ///   . * .      The double push needs both squares.
    ///   . * .
    /// ```
    DoublePush,
    /// **3b.** No bishop or queen captures a pawn that may capture it.
    ///
    /// ```text
    ///   . p .      The pawn's capture would be lost twice: with the square b1, and with the pawn.
    ///   B . .
    /// ```
    AttackingPawn,
    /// **3c.** No pawn about to promote is captured: its mobility counts each move to the last rank once.
    PromotingPawn,

    /// **4a.** The only attacker of a king's square stays.
    ///
    /// ```text
    ///   k . .
    ///   . * R      If the rook leaves, their king may go to the square.
    /// ```
    OnlyAttacker,
    /// **4b.** No piece goes between a king's square and its only attacker.
    ///
    /// ```text
    ///   k . . .
    ///   * . - R      A piece on the marked square (-) cuts the rook off.
    /// ```
    CutOff,
    /// **4c.** If exactly two pieces of ours attack a king's square, and one of them is a slider that is not
    /// next to it, both stay.
    ///
    /// ```text
    ///   k . . . .
    ///   . * . - R
    ///   . . . . .
    ///   . . N . .      On the marked square (-) the knight no longer attacks the king's square (*), and cuts the rook off.
    /// ```
    TwoAttackers,
    /// **4d.** A piece of ours stays if our slider behind it would attack, through its square, a king's square
    /// that we do not attack.
    ///
    /// ```text
    ///   k * . N . R
    /// ```
    LineOpener,
    /// **4e.** No piece except a knight attacks, from its target, a king's square that we
    /// did not attack before.
    ///
    /// ```text
    ///   k * . - .      A rook does not go to the marked square (-).
    /// ```
    NewAttack,
    /// **4f.** Next to their king no piece captures if the only other attacker of the square is a
    /// slider of ours behind it.
    ///
    /// ```text
    ///   k n . Q . R      Their king could not recapture: behind the queen, the rook attacks the knight's square.
    /// ```
    Battery,

    /// **5a.** No piece leaves or enters a square that must be empty for their castling.
    ///
    /// ```text
    ///   r * * * k * * r
    /// ```
    CastlingPath,
    /// **5b.** A rook that may castle is not captured.
    CastlingRook,

    /// **6a.** Our king stays if their slider or their pawn attacks it, or if it stops a push.
    OurKing,
}

#[cfg(test)]
impl Rule {
    /// All rules, with their numbers in the book.
    pub(super) const ALL: [(Self, &'static str); 18] = [
        (Self::Discoverer, "1a"),
        (Self::PinMaker, "1b"),
        (Self::Pinner, "1c"),
        (Self::PinLine, "1d"),
        (Self::CheckOrPin, "1e"),
        (Self::SharedLine, "2a"),
        (Self::DoublePush, "3a"),
        (Self::AttackingPawn, "3b"),
        (Self::PromotingPawn, "3c"),
        (Self::OnlyAttacker, "4a"),
        (Self::CutOff, "4b"),
        (Self::TwoAttackers, "4c"),
        (Self::LineOpener, "4d"),
        (Self::NewAttack, "4e"),
        (Self::Battery, "4f"),
        (Self::CastlingPath, "5a"),
        (Self::CastlingRook, "5b"),
        (Self::OurKing, "6a"),
    ];
}

impl Rule {
    /// The squares or pieces of `set`, which the rule forbids; none while a test has switched the rule off.
    #[inline(always)]
    #[expect(clippy::eq_op, reason = "zero, where there is no token to make one")]
    pub(super) fn forbids<V: Copy + BitXor<Output = V>>(self, set: V) -> V {
        if self.holds() { set } else { set ^ set }
    }

    /// Whether the rule applies: always, except in tests.
    #[cfg(not(test))]
    #[inline(always)]
    #[expect(clippy::unused_self, reason = "in tests it depends on the rule")]
    pub(super) const fn holds(self) -> bool {
        true
    }

    /// Whether the rule applies: not while it is switched off.
    #[cfg(test)]
    pub(super) fn holds(self) -> bool {
        OFF.get() != Some(self)
    }

    /// Calls `f` with the rule switched off in this thread.
    #[cfg(test)]
    pub(super) fn without<T>(self, f: impl FnOnce() -> T) -> T {
        OFF.set(Some(self));
        let result = f();
        OFF.set(None);
        result
    }
}

#[cfg(test)]
std::thread_local! {
    static OFF: core::cell::Cell<Option<Rule>> = const { core::cell::Cell::new(None) };
}
