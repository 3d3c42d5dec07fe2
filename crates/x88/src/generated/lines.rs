// Written by `cargo xtask codegen`. Do not edit.
//! The direction from one square to another on one line, by their difference on the 0x88 board.

use crate::direction::Direction;

const __: Option<Direction> = None;
const N_: Option<Direction> = Some(Direction::North);
const NE: Option<Direction> = Some(Direction::NorthEast);
const E_: Option<Direction> = Some(Direction::East);
const SE: Option<Direction> = Some(Direction::SouthEast);
const S_: Option<Direction> = Some(Direction::South);
const SW: Option<Direction> = Some(Direction::SouthWest);
const W_: Option<Direction> = Some(Direction::West);
const NW: Option<Direction> = Some(Direction::NorthWest);

/// The direction from the first square to the second; `None` if they are not on one line.
///
/// Indexed by [`Diff::index`](crate::Diff::index) of the two squares.
#[rustfmt::skip]
pub static DIRECTION: [Option<Direction>; 240] = [
    SW, __, __, __, __, __, __, S_, __, __, __, __, __, __, SE, __, // -7
    __, SW, __, __, __, __, __, S_, __, __, __, __, __, SE, __, __, // -6
    __, __, SW, __, __, __, __, S_, __, __, __, __, SE, __, __, __, // -5
    __, __, __, SW, __, __, __, S_, __, __, __, SE, __, __, __, __, // -4
    __, __, __, __, SW, __, __, S_, __, __, SE, __, __, __, __, __, // -3
    __, __, __, __, __, SW, __, S_, __, SE, __, __, __, __, __, __, // -2
    __, __, __, __, __, __, SW, S_, SE, __, __, __, __, __, __, __, // -1
    W_, W_, W_, W_, W_, W_, W_, __, E_, E_, E_, E_, E_, E_, E_, __, //  0
    __, __, __, __, __, __, NW, N_, NE, __, __, __, __, __, __, __, //  1
    __, __, __, __, __, NW, __, N_, __, NE, __, __, __, __, __, __, //  2
    __, __, __, __, NW, __, __, N_, __, __, NE, __, __, __, __, __, //  3
    __, __, __, NW, __, __, __, N_, __, __, __, NE, __, __, __, __, //  4
    __, __, NW, __, __, __, __, N_, __, __, __, __, NE, __, __, __, //  5
    __, NW, __, __, __, __, __, N_, __, __, __, __, __, NE, __, __, //  6
    NW, __, __, __, __, __, __, N_, __, __, __, __, __, __, NE, __, //  7
];

/// The 0x88 number of the step from the first square towards the second; 0 if they are not on one line.
///
/// Indexed by [`Diff::index`](crate::Diff::index) of the two squares.
#[rustfmt::skip]
pub static UNIT: [i8; 240] = [
    -17,   0,   0,   0,   0,   0,   0, -16,   0,   0,   0,   0,   0,   0, -15,   0, // -7
      0, -17,   0,   0,   0,   0,   0, -16,   0,   0,   0,   0,   0, -15,   0,   0, // -6
      0,   0, -17,   0,   0,   0,   0, -16,   0,   0,   0,   0, -15,   0,   0,   0, // -5
      0,   0,   0, -17,   0,   0,   0, -16,   0,   0,   0, -15,   0,   0,   0,   0, // -4
      0,   0,   0,   0, -17,   0,   0, -16,   0,   0, -15,   0,   0,   0,   0,   0, // -3
      0,   0,   0,   0,   0, -17,   0, -16,   0, -15,   0,   0,   0,   0,   0,   0, // -2
      0,   0,   0,   0,   0,   0, -17, -16, -15,   0,   0,   0,   0,   0,   0,   0, // -1
     -1,  -1,  -1,  -1,  -1,  -1,  -1,   0,   1,   1,   1,   1,   1,   1,   1,   0, //  0
      0,   0,   0,   0,   0,   0,  15,  16,  17,   0,   0,   0,   0,   0,   0,   0, //  1
      0,   0,   0,   0,   0,  15,   0,  16,   0,  17,   0,   0,   0,   0,   0,   0, //  2
      0,   0,   0,   0,  15,   0,   0,  16,   0,   0,  17,   0,   0,   0,   0,   0, //  3
      0,   0,   0,  15,   0,   0,   0,  16,   0,   0,   0,  17,   0,   0,   0,   0, //  4
      0,   0,  15,   0,   0,   0,   0,  16,   0,   0,   0,   0,  17,   0,   0,   0, //  5
      0,  15,   0,   0,   0,   0,   0,  16,   0,   0,   0,   0,   0,  17,   0,   0, //  6
     15,   0,   0,   0,   0,   0,   0,  16,   0,   0,   0,   0,   0,   0,  17,   0, //  7
];

/// The steps of [`UNIT`], indexed by [`Diff::raw`](crate::Diff::raw): Paul Wiereyn's table (1985).
#[rustfmt::skip]
pub static COLLINEAR: [i8; 256] = [
      0,   1,   1,   1,   1,   1,   1,   1,   0,   0,   0,   0,   0,   0,   0,  15, // 00
     16,  17,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,  15,   0, // 10
     16,   0,  17,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,  15,   0,   0, // 20
     16,   0,   0,  17,   0,   0,   0,   0,   0,   0,   0,   0,  15,   0,   0,   0, // 30
     16,   0,   0,   0,  17,   0,   0,   0,   0,   0,   0,  15,   0,   0,   0,   0, // 40
     16,   0,   0,   0,   0,  17,   0,   0,   0,   0,  15,   0,   0,   0,   0,   0, // 50
     16,   0,   0,   0,   0,   0,  17,   0,   0,  15,   0,   0,   0,   0,   0,   0, // 60
     16,   0,   0,   0,   0,   0,   0,  17,   0,   0,   0,   0,   0,   0,   0,   0, // 70
      0,   0,   0,   0,   0,   0,   0,   0,   0, -17,   0,   0,   0,   0,   0,   0, // 80
    -16,   0,   0,   0,   0,   0,   0, -15,   0,   0, -17,   0,   0,   0,   0,   0, // 90
    -16,   0,   0,   0,   0,   0, -15,   0,   0,   0,   0, -17,   0,   0,   0,   0, // a0
    -16,   0,   0,   0,   0, -15,   0,   0,   0,   0,   0,   0, -17,   0,   0,   0, // b0
    -16,   0,   0,   0, -15,   0,   0,   0,   0,   0,   0,   0,   0, -17,   0,   0, // c0
    -16,   0,   0, -15,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0, -17,   0, // d0
    -16,   0, -15,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0, -17, // e0
    -16, -15,   0,   0,   0,   0,   0,   0,   0,  -1,  -1,  -1,  -1,  -1,  -1,  -1, // f0
];
