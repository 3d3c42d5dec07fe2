//! The inputs that moves end and begin, against the whole lists before and after.

use quadbit_inputs::sets::{Csr, Order, Sets, ViewChanges};
use quadbit_movegen::{Color, Position, Role};
use quadbit_nibble::simd::Level;
use quadbit_threats::{Changes, Finder};
use testing::Random;

/// Joined sets that need a refresh after fewer and fewer king moves: after every one in the first two; in the third
/// when the king changes its bucket or crosses the middle; in the last only when it crosses the middle.
const JOINED: [&str; 4] = [
    "full_threats+pp_3wide+halfkp+halfka_hm+halfkav2_hm+chess768",
    "halfkav2_hm+full_threats_60720",
    "chess768+chess768[0,0,1,1,2,2,2,2,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3]hm+pp_3wide",
    "pp_3wide+full_threats_79856+chess768",
];

fn whole(sets: &Sets, position: Position) -> [Vec<i32>; 2] {
    let mut sides: [Csr<i32>; 2] = Default::default();
    sets.append(Level::auto(), Order::Ascending, &[position], &mut sides);
    sides.map(|side| side.indices)
}

/// The elements of one sorted list that are not in the other.
fn without(list: &[i32], other: &[i32]) -> Vec<i32> {
    list.iter().copied().filter(|index| other.binary_search(index).is_err()).collect()
}

fn sorted(indices: &[u32]) -> Vec<i32> {
    let mut indices: Vec<i32> = indices.iter().map(|&index| index.cast_signed()).collect();
    indices.sort_unstable();
    indices
}

/// Compares the changes of at least `count` moves of random games of Chess960, and how often the sets need a refresh.
fn compare(count: u32) {
    let joined = JOINED.map(|text| text.parse::<Sets>().unwrap());
    let (finder, mut random) = (Finder::new(), Random(69));
    let (mut threats, mut views) = (Changes::new(), <[ViewChanges; 2]>::default());
    let (mut compared, mut refreshed) = (0, [0; 4]);
    while compared < count {
        let number = random.below(4);
        let sets = &joined[number];
        let mut position = Position::chess960(u16::try_from(random.below(960)).unwrap()).unwrap();
        let mut before = whole(sets, position);
        for _ in 0..200 {
            let Some(mv) = random.of(&position.legal_moves()) else { break };
            finder.changes_into(&position, mv, &mut threats);
            sets.changes_into(&position, mv, &threats, &mut views);
            let (mover, after) = (position.side_to_move(), position.after(mv));
            let lists = whole(sets, after);
            for ((side, view), (before, after)) in
                Color::ALL.into_iter().zip(&views).zip(before.iter().zip(&lists))
            {
                if view.needs_refresh() {
                    assert_eq!((side, position.role_at(mv.from())), (mover, Some(Role::King)), "{position}");
                    assert!(view.removed().is_empty() && view.added().is_empty());
                    refreshed[number] += 1;
                } else {
                    assert_eq!(sorted(view.removed()), without(before, after), "{position} {mv:?} {side:?}");
                    assert_eq!(sorted(view.added()), without(after, before), "{position} {mv:?} {side:?}");
                }
            }
            (position, before) = (after, lists);
            compared += 1;
        }
    }
    let [halfkp, halfka, buckets, mirrored] = refreshed;
    assert!(halfkp.min(halfka) > buckets && buckets > mirrored && mirrored > 0, "{refreshed:?}");
}

#[test]
fn changes_are_the_difference_of_whole_lists() {
    compare(100_000);
}

#[test]
#[ignore = "takes minutes in a debug build"]
fn changes_of_ten_million_moves() {
    compare(10_000_000);
}
