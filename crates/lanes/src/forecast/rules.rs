//! The rules that exclude moves from the forecast, which counts the replies to a move without making it.
//!
//! 1. Each [`Rule`] is the condition that one step of the proof in the book's chapter "Two plies at once" needs, with
//!    the number that it has there.
//! 2. The vector code asks [`Rule::forbids`] for each set of squares or pieces that a rule excludes. What is excluded
//!    is made and counted on its board.
//! 3. Tests switch one rule off at a time, and show on the positions of `boards` that the sum is wrong without it.
//!
//! The code may exclude more moves than the rules, never fewer.

#[cfg(test)]
pub(super) mod boards;
#[cfg(test)]
extern crate std;

use quadbit_quad::sets::Sets;

/// A rule of the book's chapter "Two plies at once": a condition under which one of our moves is excluded from the
/// forecast, which counts the replies to moves without making them. We are the side to move. A piece that "stays" has
/// no move in the forecast; "a king's square" is a neighbour of the enemy king to which it could move if we did not
/// attack it, or a square that it crosses in castling.
///
/// In the drawings upper case is ours and lower case the enemy's, `k` is the enemy king, `.` is an empty square, and
/// `*` a square of the rule. A line of the enemy king is drawn from the king outwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// **1a.** Our piece stays if one of our sliders stands behind it on a line of the enemy king, and between it
    /// and the king there is nothing, or one enemy piece: it would discover a check, or a pin. (Rule 1c is about the
    /// pinner itself.)
    ///
    /// ```text
    ///   k . N . R        k . b . N . R
    /// ```
    Discoverer,
    /// **1b.** Our first piece on a line of the enemy king stays if an enemy piece stands behind it, and one of our
    /// sliders behind that: the enemy piece would be pinned.
    ///
    /// ```text
    ///   k . N . b . R
    /// ```
    PinMaker,
    /// **1c.** Our slider that pins an enemy piece stays, or moves along the line of the pin.
    ///
    /// ```text
    ///   k . b * * R        The rook may go to either square.
    /// ```
    Pinner,
    /// **1d.** None of our pieces but the pinner goes between the enemy king and our slider that pins an enemy
    /// piece.
    ///
    /// ```text
    ///   k * r * R
    /// ```
    PinLine,
    /// **1e.** None of our pieces gives check from its target, or pins an enemy piece from there that it did not pin
    /// before.
    ///
    /// ```text
    ///   k * * b * *        A rook on one of the first two squares would give check, on one of the others it would pin.
    /// ```
    CheckOrPin,

    /// **2a.** None of our pieces moves along a line on which an enemy slider attacks it.
    ///
    /// ```text
    ///   r . . R * *        The rook opens its line when it leaves, and closes it again on its target.
    /// ```
    SharedLine,

    /// **3a.** Before an enemy pawn that may push, none of our sliders goes from one of the two squares of its pushes
    /// to the other, and none captures the pawn from there.
    ///
    /// ```text
    ///   . p .
    ///   . * .      The double push needs both squares.
    ///   . * .
    /// ```
    DoublePush,
    /// **3b.** None of our bishops and queens captures an enemy pawn that may capture it.
    ///
    /// ```text
    ///   . p .      The pawn's capture would be lost twice: with the bishop's square, and with the pawn.
    ///   B . .
    /// ```
    AttackingPawn,
    /// **3c.** No enemy pawn about to promote is captured: its mobility counts each move to the last rank once, not
    /// four times.
    PromotingPawn,

    /// **4a.** Our only attacker of a king's square (one that the enemy king could enter or cross) stays.
    ///
    /// ```text
    ///   k . .
    ///   . * R      If the rook leaves, the enemy king may go to the square.
    /// ```
    OnlyAttacker,
    /// **4b.** None of our pieces goes between a king's square (one that the enemy king could enter or cross) and our
    /// only attacker of it.
    ///
    /// ```text
    ///   k . . .
    ///   * . - R      A piece on the marked square (-) cuts the rook off.
    /// ```
    CutOff,
    /// **4c.** If exactly two of our pieces attack a king's square (one that the enemy king could enter or cross), and
    /// one of them is a slider that is not next to that square, both stay.
    ///
    /// ```text
    ///   k . . . .
    ///   . * . - R
    ///   . . . . .
    ///   . . N . .      On the square (-) the knight no longer attacks the king's square (*), and cuts the rook off.
    /// ```
    TwoAttackers,
    /// **4d.** Our piece stays if our slider behind it would attack, through its square, a king's square (one
    /// that the enemy king could enter or cross) that we do not attack.
    ///
    /// ```text
    ///   k * . N . R
    /// ```
    LineOpener,
    /// **4e.** None of our pieces except a knight attacks, from its target, a king's square (one that the enemy king
    /// could enter or cross) that we did not attack before.
    ///
    /// ```text
    ///   k * . - .      A rook does not go to the square (-), from which it would attack the king's square (*).
    /// ```
    NewAttack,
    /// **4f.** Next to the enemy king none of our pieces captures if our only other attacker of the square is a slider
    /// behind it.
    ///
    /// ```text
    ///   k n . Q . R      The enemy king could not recapture: behind the queen, the rook attacks the knight's square.
    /// ```
    Battery,

    /// **5a.** None of our pieces leaves or enters a square that must be empty for castling of the enemy.
    ///
    /// ```text
    ///   r * * * k * * r
    /// ```
    CastlingPath,
    /// **5b.** An enemy rook that may castle is not captured.
    CastlingRook,

    /// **6a.** Our king stays if an enemy slider or pawn attacks it, or if it stops a push of an enemy pawn.
    OurKing,
}

#[cfg(test)]
impl Rule {
    /// All rules, with their numbers in the book's chapter "Two plies at once".
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
    /// Returns `set`, squares or pieces that the rule forbids; the empty set while a test has switched the rule off.
    #[inline(always)]
    pub(super) fn forbids<W: Sets>(self, set: W) -> W {
        if self.holds() { set } else { set.none() }
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
