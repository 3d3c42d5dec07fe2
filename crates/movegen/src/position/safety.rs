//! The restrictions that the enemy's attacks put on a side: checks, pins, and squares that are forbidden to its
//! king.
//!
//! 1. [`checks_and_pins`] is found once, when a position is made, and stored in it: for every enemy slider in line with
//!    the king, the slider itself if nothing stands between, or our only piece between the two; and the pawns and
//!    knights that give check.
//! 2. [`Position::restrictions`] divides the stored set into checkers and pinned pieces.
//! 3. [`Position::forbidden_to_king`] finds the squares that the enemy attacks, with those behind the king on the line
//!    of a check: a king cannot flee along it.
//! 4. With few sliders, or few squares to ask about, the attacks are found one by one instead of by filling.
//!
//! The square of an enemy piece counts as attacked if the piece is protected: the king may not capture it.

use quadbit_quad::sets::{self, ByLine, CompassFills, Four};
use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{Color, Square};

use super::Position;

/// The checks and pins that limit the pieces of the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Restrictions {
    /// The square of the king of the side to move.
    pub(crate) king: Square,
    /// The enemy pieces that give check.
    pub(crate) checkers: Bitboard,
    /// The pieces of the side to move that a pin keeps on a line with their king.
    pub(crate) pinned: Bitboard,
}

impl<const KEYED: bool> Position<KEYED> {
    /// The squares that the pieces of `by` attack, whether empty or occupied by either side.
    ///
    /// ```
    /// use quadbit_movegen::{Color, Position};
    /// let position: Position = "4k3/8/2n5/8/8/8/P3P3/R3K3 w - - 0 1".parse()?;
    /// assert_eq!(
    ///     position.attacked(Color::White).to_string(),
    ///     ". . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . 1 . 1 . 1 . .\n\
    ///      1 . . 1 1 1 . .\n\
    ///      . 1 1 1 1 1 . .\n"
    /// );
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn attacked(&self, by: Color) -> Bitboard {
        self.leaper_attacks(by) | Bitboard(self.slides(by).union())
    }

    /// The pieces of `color` that are pinned: they stand between their king and an enemy slider, and may move only on
    /// that line. The position stores those of the side to move.
    ///
    /// ```
    /// use quadbit_movegen::{Color, Position};
    /// let position: Position = "4k3/4r3/8/b7/8/2N5/3PN3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(
    ///     position.pinned(Color::White).to_string(),
    ///     ". . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . 1 . . .\n\
    ///      . . . . . . . .\n"
    /// );
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn pinned(&self, color: Color) -> Bitboard {
        let us = self.side_to_move();
        let pieces = if color == us { self.checks_and_pins } else { self.king_blockers(color) };
        pieces & self.board.color_bits(color)
    }

    /// Finds the pieces of either side that are the only one between the king of `us` and an enemy slider.
    #[inline(always)]
    fn king_blockers(&self, us: Color) -> Bitboard {
        let king = self.king(us);
        let mut blockers = Bitboard::EMPTY;
        for sniper in snipers(self.board, us) {
            let between = attacks::between(king, sniper) & self.board.occupied();
            if !between.has_many() {
                blockers |= between;
            }
        }
        blockers
    }

    /// The squares that are forbidden to the king because the enemy attacks them, including occupied ones and the
    /// square behind the king on a line of check. `enemy_slides` are the squares that the enemy's sliders attack along
    /// each of the four lines, as [`slides`](Self::slides) finds them for the enemy.
    #[inline(always)]
    pub(crate) fn forbidden_to_king(
        &self,
        enemy_slides: ByLine<u64>,
        restrictions: &Restrictions,
    ) -> Bitboard {
        let leaps = self.leaper_attacks(!self.side_to_move());
        leaps | Bitboard(enemy_slides.union()) | self.shadows(restrictions)
    }

    /// Whether there are so few sliders on the board, three at most, that filling all lines takes longer than
    /// looking up each slider.
    #[inline(always)]
    pub(crate) const fn has_few_sliders(&self) -> bool {
        let sliders = self.board.orthogonal_sliders().0 | self.board.diagonal_sliders().0;
        let but_one = sliders & sliders.wrapping_sub(1);
        let but_two = but_one & but_one.wrapping_sub(1);
        but_two & but_two.wrapping_sub(1) == 0
    }

    /// Filters `squares`, keeping those forbidden to the king of `us` because the enemy attacks them, as in
    /// [`forbidden_to_king`](Self::forbidden_to_king).
    #[inline(always)]
    pub(crate) fn attacked_among(&self, us: Color, squares: Bitboard) -> Bitboard {
        if self.has_few_sliders() {
            return squares & self.attacked_one_by_one(us);
        }
        let without_king = self.board.occupied().without(self.king(us));
        let mut attacked = Bitboard::EMPTY;
        for square in squares {
            if self.is_attacked_over(square, !us, without_king) {
                attacked = attacked.with(square);
            }
        }
        attacked
    }

    /// All squares that are forbidden to the king of `us` because the enemy attacks them, with the sliders
    /// looked up one by one.
    #[inline(always)]
    pub(crate) fn attacked_one_by_one(&self, us: Color) -> Bitboard {
        let board = self.board;
        let enemy = board.color(!us);
        let without_king = board.occupied().without(self.king(us));
        let mut attacked = self.leaper_attacks(!us);
        for bishop in board.diagonal_sliders() & enemy {
            attacked |= attacks::bishop(bishop, without_king);
        }
        for rook in board.orthogonal_sliders() & enemy {
            attacked |= attacks::rook(rook, without_king);
        }
        attacked
    }

    /// The checks and pins of the side to move, which the position stores.
    #[inline(always)]
    pub(crate) fn restrictions(&self) -> Restrictions {
        let us = self.side_to_move();
        let pinned = self.checks_and_pins & self.board.color_bits(us);
        Restrictions { king: self.king(us), checkers: self.checkers(), pinned }
    }

    /// The king's neighbours on the lines of the sliders that give check, without the sliders' own squares: a king that
    /// moves along the line stays in check.
    #[inline(always)]
    fn shadows(&self, restrictions: &Restrictions) -> Bitboard {
        let Restrictions { king, checkers, .. } = *restrictions;
        if checkers.any() { self.shadows_of(king, checkers) } else { Bitboard::EMPTY }
    }

    #[inline(never)]
    fn shadows_of(&self, king: Square, checkers: Bitboard) -> Bitboard {
        let mut shadows = Bitboard::EMPTY;
        for slider in checkers & (self.board.diagonal_sliders() | self.board.orthogonal_sliders()) {
            shadows |= attacks::line(king, slider).without(slider) & attacks::king(king);
        }
        shadows
    }

    /// The squares that the pawns, knights and king of `by` attack.
    #[inline(always)]
    fn leaper_attacks(&self, by: Color) -> Bitboard {
        let own = self.board.color(by);
        let [west, east] = sets::pawn_attacks(self.board.pawns() & own, by);
        let knights = sets::knight_attacks(self.board.knights() & own);
        attacks::king(self.king(by)) | west | east | knights
    }

    /// The squares that the sliders of `by` attack along each line, by fills in all directions.
    #[inline(always)]
    pub(crate) fn slides(&self, by: Color) -> ByLine<u64> {
        let own = self.board.color(by);
        let orthogonal = (self.board.orthogonal_sliders() & own).0;
        let diagonal = (self.board.diagonal_sliders() & own).0;
        let fills = CompassFills::new(!self.board.occupied());
        let [up, down] = fills.attacks(Four([orthogonal, orthogonal, diagonal, diagonal]));
        ByLine((up | down).0)
    }
}

/// The enemy pieces that give check to `us`, and the pieces of `us` that are pinned.
pub(crate) fn checks_and_pins(board: QuadBitboard, us: Color) -> Bitboard {
    let king = (board.kings() & board.color_bits(us)).first_or_a1();
    let leapers = attacks::pawn(us, king) & board.pawns() | attacks::knight(king) & board.knights();
    let sliders = checks_and_pins_along(king, snipers(board, us), board.occupied(), board.color_bits(us));
    leapers & board.color_bits(!us) | sliders
}

/// Returns the checkers and the pinned pieces of the king on `king`. `snipers` are the enemy pieces that would attack
/// it on an empty board, seldom more than two: those with nothing in between give check, and a piece of `own`, the
/// king's side, is pinned if nothing else stands between.
#[inline(always)]
pub(crate) fn checks_and_pins_along(
    king: Square,
    snipers: Bitboard,
    occupied: Bitboard,
    own: Bitboard,
) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for sniper in snipers {
        let between = attacks::between(king, sniper) & occupied;
        if !between.has_many() {
            set |= if between.is_empty() { Bitboard::of(sniper) } else { between & own };
        }
    }
    set
}

/// The enemy sliders that would attack the king of `us` on an empty board.
#[inline(always)]
pub(crate) fn snipers(board: QuadBitboard, us: Color) -> Bitboard {
    let king = (board.kings() & board.color_bits(us)).first_or_a1();
    let [orthogonal, diagonal] = attacks::crosses(king);
    (board.orthogonal_sliders() & orthogonal | board.diagonal_sliders() & diagonal) & board.color_bits(!us)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use quadbit_quad::sets::ByLine;
    use quadbit_quad::{Bitboard, attacks};
    use quadbit_x88::Color;

    use crate::Position;

    const LISTS: [&str; 2] = [
        include_str!("../../tests/data/gen_legal_san_std.tsv"),
        include_str!("../../tests/data/gen_targeted_san_frc.tsv"),
    ];

    fn positions() -> impl Iterator<Item = Position> {
        let rows = LISTS.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#'));
        rows.map(|line| line.split_once('\t').unwrap().0.parse().unwrap())
    }

    /// Looking up sliders one by one forbids the king the same squares as filling. Only the king's neighbours are
    /// compared: fills end at the king, and of the squares behind it `forbidden_to_king` adds only the nearest.
    #[test]
    fn sliders_one_by_one_forbid_the_same_squares() {
        let mut few = 0;
        for position in positions() {
            let us = position.side_to_move();
            let beside = attacks::king(position.king(us));
            let expected =
                position.forbidden_to_king(position.slides(!us), &position.restrictions()) & beside;
            assert_eq!(position.attacked_one_by_one(us) & beside, expected, "{position}");
            few += usize::from(position.has_few_sliders());
        }
        assert!(few > 500, "{few}");
    }

    /// The pieces of `us` that the king and an enemy slider both see, along one line.
    fn pinned_by_fills(position: &Position, us: Color) -> Bitboard {
        let lines = attacks::queen_lines(position.king(us), position.board().occupied());
        let seen_by_both = ByLine(lines.map(|line| line.0)) & position.slides(!us);
        Bitboard(seen_by_both.union()) & position.board().color(us)
    }

    fn check(position: &Position) {
        let us = position.side_to_move();
        let theirs = position.board().color(!us);
        assert_eq!(position.checkers(), position.attackers_to(position.king(us)) & theirs, "{position}");
        for color in Color::ALL {
            assert_eq!(position.pinned(color), pinned_by_fills(position, color), "{position}");
        }
        let read: Position = position.to_string().parse().unwrap();
        assert_eq!(read.checks_and_pins, position.checks_and_pins, "{position}");
    }

    #[test]
    fn checks_and_pins_are_stored_by_every_move() {
        let (mut checks, mut pins) = (0, 0);
        for position in positions() {
            check(&position);
            if let Some(passed) = position.null_move() {
                check(&passed);
            }
            for mv in position.legal_moves() {
                let after = position.after(mv);
                check(&after);
                checks += after.checkers().len();
                pins += after.pinned(after.side_to_move()).len();
                let mut played = position;
                let undo = played.play_unchecked(mv);
                played.undo(mv, undo);
                assert_eq!(played.checks_and_pins, position.checks_and_pins, "{position}");
            }
        }
        assert!(checks > 3000 && pins > 1000, "{checks} {pins}");
    }

    #[test]
    fn few_sliders_are_at_most_three() {
        for (fen, few) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/Q1R1K2b w - - 0 1", true),
            ("4k1q1/8/8/8/8/8/8/Q1R1K2b w - - 0 1", false),
        ] {
            assert_eq!(fen.parse::<Position>().unwrap().has_few_sliders(), few, "{fen}");
        }
    }
}
