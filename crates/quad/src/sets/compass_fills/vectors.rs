//! The fills of [`CompassFills`] in vectors of four words.

use fearless_simd::{Simd, prelude::*, u64x4};

use super::{ABOVE, BELOW, CompassFills, FOUR_STEPS, STEPS, TWO_STEPS};
use crate::sets::words::Four;

#[inline(always)]
pub(super) fn prepare<S: Simd>(s: S, empty: u64) -> CompassFills {
    let (steps, two_steps) = (load(s, STEPS), load(s, TWO_STEPS));
    let empty = u64x4::splat(s, empty);

    let up = empty & load(s, ABOVE);
    let up_two = up & (up << steps);
    let up_four = up_two & (up_two << two_steps);

    let down = empty & load(s, BELOW);
    let down_two = down & (down >> steps);
    let down_four = down_two & (down_two >> two_steps);

    CompassFills {
        up: [Four(up.into()), Four(up_two.into()), Four(up_four.into())],
        down: [Four(down.into()), Four(down_two.into()), Four(down_four.into())],
    }
}

#[inline(always)]
pub(super) fn attacks<S: Simd>(s: S, fills: &CompassFills, sliders: Four) -> [Four; 2] {
    let (steps, two_steps, four_steps) = (load(s, STEPS), load(s, TWO_STEPS), load(s, FOUR_STEPS));
    let sliders = load(s, sliders.0);

    let [one, two, four] = fills.up;
    let up = sliders | (load(s, one.0) & (sliders << steps));
    let up = up | (load(s, two.0) & (up << two_steps));
    let up = up | (load(s, four.0) & (up << four_steps));
    let up = load(s, ABOVE) & (up << steps);

    let [one, two, four] = fills.down;
    let down = sliders | (load(s, one.0) & (sliders >> steps));
    let down = down | (load(s, two.0) & (down >> two_steps));
    let down = down | (load(s, four.0) & (down >> four_steps));
    let down = load(s, BELOW) & (down >> steps);

    [Four(up.into()), Four(down.into())]
}

#[inline(always)]
fn load<S: Simd>(s: S, words: [u64; 4]) -> u64x4<S> {
    u64x4::from_slice(s, &words)
}
