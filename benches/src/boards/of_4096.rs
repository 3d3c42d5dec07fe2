//! Tables with an entry for each pair of the 64 squares, to compare with tables of differences.

use quadbit_classics::square_board::{Axes, Cursor, Relation};
use quadbit_classics::x88::{Masked, OfWidth};
use quadbit_x88::{Attackers, Diff, Square};

/// Tables with an entry for each of 64 x 64 pairs of squares, 8 KiB together, as a board needs on which different steps
/// can have the same difference. 0x88 numbers are turned into numbers of 0 to 63 by three operations each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Of4096;

impl<const SIGN: bool> Relation<Masked<SIGN>> for Of4096 {
    #[inline(always)]
    fn attackers(from: Masked<SIGN>, to: Masked<SIGN>) -> Attackers {
        PAIRS.attackers[pair(from.square(), to.square())]
    }

    #[inline(always)]
    fn unit(from: Masked<SIGN>, to: Masked<SIGN>) -> i8 {
        PAIRS.units[pair(from.square(), to.square())]
    }

    #[inline(always)]
    fn axes(unit: i8) -> Axes {
        <OfWidth<16> as Relation<Masked<SIGN>>>::axes(unit)
    }
}

#[inline(always)]
const fn pair(from: Square, to: Square) -> usize {
    from.index() << 6 | to.index()
}

/// The kinds of pieces that attack, and the step along the line, for each pair of squares.
struct Pairs {
    attackers: [Attackers; 4096],
    units: [i8; 4096],
}

static PAIRS: Pairs = {
    let mut pairs = Pairs { attackers: [Attackers::EMPTY; 4096], units: [0; 4096] };
    let mut index = 0;
    while index < 4096 {
        let diff = Diff::of_squares(Square::ALL[index >> 6], Square::ALL[index & 63]);
        pairs.attackers[index] = diff.attackers();
        if let Some(unit) = diff.unit() {
            pairs.units[index] = unit.get();
        }
        index += 1;
    }
    pairs
};
