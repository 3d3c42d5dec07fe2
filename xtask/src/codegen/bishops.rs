//! The factors of the bishop's table, found by search.
//!
//! 1. Squares come in the order of their inner squares, most first: wide windows find no room later.
//! 2. For a square, random numbers with few bits are tried until [`CANDIDATES`] of them give every occupancy of its
//!    diagonals a place in a window of 512, where only equal attacks may share a place.
//! 3. Each candidate's window is laid over the table at the first start where it contradicts no window before it. The
//!    one that lets the table grow least is kept.
//!
//! The numbers are those of `SplitMix64` in order, so the result is the same everywhere. The search takes two
//! seconds at `opt-level` 1, which the workspace gives this package, and thirty without.
//!
//! Source: fixed shift magics and overlapping windows, <https://www.chessprogramming.org/Magic_Bitboards>.

use std::cmp::Reverse;
use std::fmt::Write;

use super::geometry::Square;
use super::grouped;

/// The number of factors that are compared for a square, to find the one that makes the table shortest. Squares with
/// nine inner squares fill their windows, so they take the first factor that fits.
const CANDIDATES: usize = 1200;

/// The number of places in a window.
const SIZE: usize = 512;

/// The set of the squares on the edges of the board.
const EDGES: u64 = 0xff81_8181_8181_81ff;

/// Returns the generated file without its first line.
pub(crate) fn text() -> String {
    let (factors, sets) = search();
    let mut text = format!(
        "//! The factors of the bishop's table, and where the window of each square begins.

/// The number of attack sets in the table.
pub(crate) const SETS: usize = {sets};

/// For each square, a1 first: its factor, and where its window begins.
#[rustfmt::skip]
pub(crate) const FACTORS: [(u64, usize); 64] = [
"
    );
    for (square, (factor, start)) in Square::all().zip(factors) {
        writeln!(text, "    ({}, {start}), // {square}", grouped(factor)).expect("a String takes any text");
    }
    text + "];\n"
}

/// A window of the bishop's table: the attacks at each place, 0 where no occupancy leads to the place.
type Window = [u64; SIZE];

/// Returns the factor and the start of each square's window, and the length of the table.
fn search() -> ([(u64, usize); 64], usize) {
    let mut squares: Vec<Square> = Square::all().collect();
    squares.sort_by_key(|&square| Reverse(inner(square).count_ones()));
    let (mut found, mut table, mut sets) = ([(0, 0); 64], Vec::new(), 0);
    let mut numbers = (0..).map(split_mix);
    for square in squares {
        let attacks = attacks_by_occupancy(square);
        let count = if attacks.len() == SIZE { 1 } else { CANDIDATES };
        let factors = std::iter::from_fn(|| Some(numbers.next()? & numbers.next()? & numbers.next()?));
        let windows = factors.filter_map(|factor| Some((factor, window(factor, &attacks)?)));
        let fits = windows.take(count).map(|(factor, window)| {
            let used: Vec<(usize, u64)> =
                window.into_iter().enumerate().filter(|&(_, attacks)| attacks != 0).collect();
            let start = first_start(&table, &used);
            let end = start + used.last().map_or(0, |&(place, _)| place + 1);
            (end.max(table.len()), start, factor, used)
        });
        let best = fits.min_by_key(|&(end, start, ..)| (end, start));
        let (end, start, factor, used) = best.expect("some candidates were asked for");
        table.resize(end, 0);
        for (place, attacks) in used {
            table[start + place] = attacks;
        }
        sets = sets.max(start + SIZE);
        found[square.bit().trailing_zeros() as usize] = (factor, start);
    }
    (found, sets)
}

/// Returns the inner squares of both diagonals through `square`: only their occupancy matters to a bishop.
fn inner(square: Square) -> u64 {
    attacks(square, 0) & !EDGES
}

/// Returns the squares that a bishop on `square` attacks when the squares of `occupied` block it.
fn attacks(square: Square, occupied: u64) -> u64 {
    let mut attacks = 0;
    for step in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let mut at = square;
        while let Some(next) = at.step(step) {
            at = next;
            attacks |= at.bit();
            if occupied & at.bit() != 0 {
                break;
            }
        }
    }
    attacks
}

/// Returns every set of occupied inner squares of a bishop on `square`, with the squares that it then attacks.
fn attacks_by_occupancy(square: Square) -> Vec<(u64, u64)> {
    let inner = inner(square);
    let mut occupied = 0_u64;
    let mut pairs = Vec::new();
    loop {
        pairs.push((occupied, attacks(square, occupied)));
        // The next subset of the inner squares, in ascending order (the Carry-Rippler).
        occupied = occupied.wrapping_sub(inner) & inner;
        if occupied == 0 {
            return pairs;
        }
    }
}

/// Returns the window that `factor` gives for the pairs `attacks` of occupied and attacked squares; `None` if two of
/// them with different attacks share a place.
fn window(factor: u64, attacks: &[(u64, u64)]) -> Option<Window> {
    let mut window = [0; SIZE];
    for &(occupied, attacks) in attacks {
        let place = &mut window[(occupied.wrapping_mul(factor) >> 55) as usize];
        if *place != 0 && *place != attacks {
            return None;
        }
        *place = attacks;
    }
    Some(window)
}

/// Returns the first index of `table` at which a window can begin. `used` has the places of the window that hold
/// attacks, with these attacks; at each of them the table must be empty (0), have the same attacks, or have ended.
fn first_start(table: &[u64], used: &[(usize, u64)]) -> usize {
    let fits = |start: usize| {
        used.iter().all(|&(place, attacks)| {
            table.get(start + place).is_none_or(|&there| there == 0 || there == attacks)
        })
    };
    (0..=table.len()).find(|&start| fits(start)).expect("nothing stands behind the table")
}

/// Returns the `n`-th number of `SplitMix64` that starts at "quadbit" and a zero byte, as `quadbit_quad::zobrist` has
/// it.
fn split_mix(n: u64) -> u64 {
    let z = u64::from_be_bytes(*b"quadbit\0");
    let z = z.wrapping_add(n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_place_for_two_attacks_is_refused() {
        let attacks = attacks_by_occupancy(Square { file: 3, rank: 3 });
        assert_eq!(attacks.len(), 512);
        assert!(window(0, &attacks).is_none());
        assert!(window(0, &attacks[..1]).is_some());
    }

    #[test]
    fn windows_overlap_where_they_agree() {
        let table = [5, 7, 0, 9];
        assert_eq!(first_start(&table, &[(0, 7), (2, 9)]), 1);
        assert_eq!(first_start(&table, &[(0, 8)]), 2);
        assert_eq!(first_start(&table, &[(0, 8), (1, 8)]), 4);
    }
}
