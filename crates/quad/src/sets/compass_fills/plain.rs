//! The fills of [`CompassFills`] word by word, for builds without vectors.

use super::{ABOVE, BELOW, CompassFills, FOUR_STEPS, STEPS, TWO_STEPS};
use crate::sets::words::Four;

/// Calls `fill` for each of the four lines and puts the results side by side.
#[inline(always)]
fn by_line<const N: usize>(fill: impl Fn(usize) -> [u64; N]) -> [Four; N] {
    let [a, b, c, d] = [fill(0), fill(1), fill(2), fill(3)];
    core::array::from_fn(|n| Four([a[n], b[n], c[n], d[n]]))
}

#[inline(always)]
pub(super) fn prepare(empty: u64) -> CompassFills {
    let [up, up_two, up_four] = by_line(|line| {
        let up = empty & ABOVE[line];
        let up_two = up & (up << STEPS[line]);
        [up, up_two, up_two & (up_two << TWO_STEPS[line])]
    });
    let [down, down_two, down_four] = by_line(|line| {
        let down = empty & BELOW[line];
        let down_two = down & (down >> STEPS[line]);
        [down, down_two, down_two & (down_two >> TWO_STEPS[line])]
    });
    CompassFills { up: [up, up_two, up_four], down: [down, down_two, down_four] }
}

#[inline(always)]
pub(super) fn attacks(fills: &CompassFills, sliders: Four) -> [Four; 2] {
    by_line(|line| {
        let [one, two, four] = fills.up.map(|empty| empty.0[line]);
        let up = sliders.0[line];
        let up = up | (one & (up << STEPS[line]));
        let up = up | (two & (up << TWO_STEPS[line]));
        let up = up | (four & (up << FOUR_STEPS[line]));

        let [one, two, four] = fills.down.map(|empty| empty.0[line]);
        let down = sliders.0[line];
        let down = down | (one & (down >> STEPS[line]));
        let down = down | (two & (down >> TWO_STEPS[line]));
        let down = down | (four & (down >> FOUR_STEPS[line]));

        [ABOVE[line] & (up << STEPS[line]), BELOW[line] & (down >> STEPS[line])]
    })
}
