//! The restrictions that the enemy's attacks put on a side: checks, pins, and squares that are
//! forbidden to its king.

use quadbit_quad::sets::{self, ByLine, CompassFills, Four};
use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Color, Role, Square};

use super::Position;

/// The checks and pins that limit the pieces of one side, which need not be the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Restrictions {
    /// The square of its king.
    pub(crate) king: Square,
    /// The enemy pieces that give check.
    pub(crate) checkers: Bitboard,
    /// The pieces that must stay on a line with their king.
    pub(crate) pinned: Bitboard,
}

/// All restrictions on the moves of one side, including its king's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KingSafety {
    pub(crate) restrictions: Restrictions,
    /// The squares that are forbidden to the king because the enemy attacks them, including occupied ones and
    /// the square behind the king on a line of check.
    pub(crate) attacked: Bitboard,
}

impl Position {
    /// The squares that a side attacks, occupied or not, over the board's own occupancy.
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

    /// The squares that a side's pieces of one kind attack, occupied or not. The threats of its minor pieces
    /// are those of its knights and of its bishops together.
    ///
    /// ```
    /// use quadbit_movegen::{Color, Position, Role};
    /// let position: Position = "4k3/8/2n5/8/8/8/P3P3/R3K3 w - - 0 1".parse()?;
    /// assert_eq!(
    ///     position.attacked_by(Color::White, Role::Pawn).to_string(),
    ///     ". . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . 1 . 1 . 1 . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n"
    /// );
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn attacked_by(&self, by: Color, role: Role) -> Bitboard {
        let (pieces, occupied) = (self.pieces(by, role), self.board.occupied());
        let union = |attacks: fn(Square, Bitboard) -> Bitboard| {
            pieces.into_iter().fold(Bitboard::EMPTY, |set, from| set | attacks(from, occupied))
        };
        match role {
            Role::Pawn => {
                let [west, east] = sets::pawn_attacks(pieces.0, by);
                Bitboard(west | east)
            }
            Role::Knight => Bitboard(sets::knight_attacks(pieces.0)),
            Role::Bishop => union(attacks::bishop),
            Role::Rook => union(attacks::rook),
            Role::Queen => union(attacks::queen),
            Role::King => attacks::king(self.king(by)),
        }
    }

    /// The pieces of a side that stand between its king and an enemy slider and may move only on that line.
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
        self.lone_blockers(color, self.king(color)) & self.board.color(color)
    }

    /// The pieces of both sides that are the only piece between a side's king and an enemy slider. Those
    /// of the side itself are [`pinned`](Self::pinned); those of the enemy give a discovered check when
    /// they leave the line.
    ///
    /// ```
    /// use quadbit_movegen::{Color, Position};
    /// let position: Position = "4k3/4r3/8/b7/1n6/8/4N3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(
    ///     position.blockers(Color::White).to_string(),
    ///     ". . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . 1 . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . 1 . . .\n\
    ///      . . . . . . . .\n"
    /// );
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn blockers(&self, color: Color) -> Bitboard {
        self.lone_blockers(color, self.king(color))
    }

    /// Computes everything at once, without a loop, from the squares that all enemy sliders attack along the
    /// four lines, the [`slides`](Self::slides) of the other side. A piece that the king also sees on one
    /// line is the only one between them, so it is pinned on that line.
    #[inline(always)]
    pub(crate) fn king_safety(&self, us: Color, enemy_slides: ByLine<u64>) -> KingSafety {
        let king = self.king(us);
        // Most kings share no line with an enemy slider, and have no pins.
        let pinned = if self.snipers(us, king).any() {
            Bitboard(seen_by_both(king, enemy_slides, self.board.occupied()).union()) & self.board.color(us)
        } else {
            Bitboard::EMPTY
        };
        let (checkers, shadows) = self.checks_on(us, king);
        KingSafety {
            restrictions: Restrictions { king, checkers, pinned },
            attacked: self.leaper_attacks(!us) | Bitboard(enemy_slides.union()) | shadows,
        }
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

    /// Those of some squares that are forbidden to the king of a side because the enemy attacks them,
    /// as in [`KingSafety`].
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

    /// All such squares, with the sliders looked up one by one.
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

    /// Only checks and pins. There are seldom more than two sliders on the lines of a king.
    #[inline(always)]
    pub(crate) fn restrictions(&self, us: Color) -> Restrictions {
        let king = self.king(us);
        let pinned = self.lone_blockers(us, king) & self.board.color(us);
        let (checkers, _) = self.checks_on(us, king);
        Restrictions { king, checkers, pinned }
    }

    /// The pieces of both sides that stand alone between a side's king and an enemy slider.
    #[inline(always)]
    fn lone_blockers(&self, us: Color, king: Square) -> Bitboard {
        let occupied = self.board.occupied();
        let mut blockers = Bitboard::EMPTY;
        for sniper in self.snipers(us, king) {
            let between = attacks::between(king, sniper) & occupied;
            // A branch would be mispredicted.
            let is_alone = u64::from(between.has_many()).wrapping_sub(1);
            blockers |= Bitboard(between.0 & is_alone);
        }
        blockers
    }

    /// The enemy sliders that would attack a side's king on an empty board.
    #[inline(always)]
    fn snipers(&self, us: Color, king: Square) -> Bitboard {
        let board = self.board;
        let [straight, slanted] = attacks::crosses(king);
        (board.orthogonal_sliders() & straight | board.diagonal_sliders() & slanted) & board.color(!us)
    }

    /// The checkers of a side's king, and the squares behind it that a checking slider attacks
    /// once the king moves.
    #[inline(always)]
    fn checks_on(&self, us: Color, king: Square) -> (Bitboard, Bitboard) {
        if self.in_check && us == self.side_to_move {
            self.checks_by_enemy(us, king)
        } else {
            (Bitboard::EMPTY, Bitboard::EMPTY)
        }
    }

    /// The checkers, and the squares behind the king that a checking slider attacks once the king moves.
    #[inline(never)]
    fn checks_by_enemy(&self, us: Color, king: Square) -> (Bitboard, Bitboard) {
        let board = self.board;
        let checkers = self.attackers_over(king, board.occupied()) & board.color(!us);
        let mut shadows = Bitboard::EMPTY;
        for slider in checkers & (board.diagonal_sliders() | board.orthogonal_sliders()) {
            shadows |= attacks::line(king, slider).without(slider) & attacks::king(king);
        }
        (checkers, shadows)
    }

    /// The squares that the pawns, knights and king of a side attack.
    #[inline(always)]
    fn leaper_attacks(&self, by: Color) -> Bitboard {
        let own = self.board.color(by);
        let [west, east] = sets::pawn_attacks((self.board.pawns() & own).0, by);
        let knights = sets::knight_attacks((self.board.knights() & own).0);
        attacks::king(self.king(by)) | Bitboard(west | east | knights)
    }

    /// The squares that the sliders of a side attack along each line, by fills in all directions.
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

/// The squares of each line that a king and enemy sliders see from both sides.
#[inline(always)]
fn seen_by_both(king: Square, slides: ByLine<u64>, occupied: Bitboard) -> ByLine<u64> {
    let [rank, file, diagonal, antidiagonal] = attacks::queen_lines(king, occupied);
    ByLine([rank.0, file.0, diagonal.0, antidiagonal.0]) & slides
}

#[cfg(test)]
mod tests {
    use quadbit_quad::attacks;
    use quadbit_x88::Color;

    use crate::Position;

    const LISTS: [&str; 2] = [
        include_str!("../../tests/data/gen_legal_san_std.tsv"),
        include_str!("../../tests/data/gen_targeted_san_frc.tsv"),
    ];

    /// Compares the squares beside the king, because the fills do not go through the king.
    #[test]
    fn sliders_one_by_one_forbid_the_same_squares() {
        let mut few = 0;
        for line in LISTS.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#')) {
            let (fen, _) = line.split_once('\t').unwrap();
            let position: Position = fen.parse().unwrap();
            let us = position.side_to_move();
            let beside = attacks::king(position.king(us));
            let expected = position.king_safety(us, position.slides(!us)).attacked & beside;
            assert_eq!(position.attacked_one_by_one(us) & beside, expected, "{position}");
            for color in Color::ALL {
                let by_fills = position.king_safety(color, position.slides(!color)).restrictions.pinned;
                assert_eq!(position.pinned(color), by_fills, "{position}");
            }
            few += usize::from(position.has_few_sliders());
        }
        assert!(few > 500, "{few}");
    }

    #[test]
    fn few_are_three_at_most() {
        for (fen, few) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/Q1R1K2b w - - 0 1", true),
            ("4k1q1/8/8/8/8/8/8/Q1R1K2b w - - 0 1", false),
        ] {
            assert_eq!(fen.parse::<Position>().unwrap().has_few_sliders(), few, "{fen}");
        }
    }
}
