//! Counting leaves under many sets of faults at once.
//!
//! 1. Each set of faults is a lane. A position is counted for all lanes that reach it: the count of most lanes, and the
//!    differences of the others from it.
//! 2. Its moves are generated once, each with the lanes that list it. Where a fault acts in making a move, lanes part.
//! 3. A table keeps the counts of positions with the lanes that reach them.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use quadbit_movegen::Color;
use quadbit_quad::zobrist::split_mix;

use crate::board::Board;
use crate::feature::Feature;
use crate::generator::Moves;
use crate::make::Boards;
use crate::mv::Move;
use crate::rules::{Faults, LANES, Lanes, Rules, numbers};

/// Counts the leaves of positions under sets of faults, and remembers what it has counted.
///
/// ```
/// use quadbit_faults::{Board, Counter, Fault, Faults};
/// use quadbit_movegen::Position;
/// let fault: Fault = "en-passant-missing".parse()?;
/// let mut counter = Counter::new(&[Faults::NONE, fault.into()]);
/// assert_eq!(counter.perft(&Board::new(&Position::start()), 5), [4_865_609, 4_865_351]);
/// # Ok::<(), quadbit_faults::FaultError>(())
/// ```
#[derive(Debug)]
pub struct Counter {
    rules: [Rules; Color::COUNT],
    /// The lanes in use, one for each set of faults.
    lanes: Lanes,
    /// Keys with their counts, each at the index that the lowest bits of the key give.
    table: Vec<(u64, Count)>,
    /// The moves of all positions from the root to the one being counted, one list after the other.
    moves: Moves,
}

/// The numbers of leaves of a position in certain lanes: `leaves` in each, plus a difference in the lanes that `more`
/// lists.
#[derive(Clone, Debug, Default)]
struct Count {
    leaves: u64,
    more: Option<Arc<[(u8, i64)]>>,
}

/// A sum of counts, for the lanes in `lanes`: in lane `n` it is `leaves + more[n]`.
struct Sum {
    lanes: Lanes,
    leaves: u64,
    more: [i64; LANES],
}

impl Sum {
    fn new(lanes: Lanes) -> Self {
        Self { lanes, leaves: 0, more: [0; LANES] }
    }

    /// Adds `count` to the sum in the lanes `lanes`. The sum may have more lanes.
    fn add(&mut self, lanes: Lanes, count: &Count) {
        let (rest, leaves) = (self.lanes & !lanes, count.leaves.cast_signed());
        if rest.count_ones() < lanes.count_ones() {
            self.leaves += count.leaves;
            numbers(rest).for_each(|lane| self.more[lane] -= leaves);
        } else {
            numbers(lanes).for_each(|lane| self.more[lane] += leaves);
        }
        for &(lane, more) in count.more.iter().flat_map(|more| more.iter()) {
            self.more[usize::from(lane)] += more;
        }
    }

    fn leaves_of(&self, lane: usize) -> u64 {
        self.leaves.wrapping_add_signed(self.more[lane])
    }

    fn count(&self) -> Count {
        let more = (0..).zip(&self.more).filter(|(_, more)| **more != 0).map(|(lane, &more)| (lane, more));
        let more: Vec<(u8, i64)> = more.collect();
        Count { leaves: self.leaves, more: (!more.is_empty()).then(|| more.into()) }
    }
}

impl Counter {
    /// The largest number of sets of faults.
    pub const MOST_SETS: usize = LANES;

    /// The number of entries of the table.
    const LEN: usize = 1 << 17;

    /// A counter that counts under each of `sets`, all at the same time. Its table is empty.
    ///
    /// # Panics
    /// If there are more than [`Self::MOST_SETS`] sets.
    pub fn new(sets: &[Faults]) -> Self {
        assert!(sets.len() <= LANES, "{} sets of faults, and {LANES} lanes", sets.len());
        let lanes = if sets.len() == LANES { Lanes::MAX } else { (1 << sets.len()) - 1 };
        Self { rules: Rules::of(sets), lanes, table: Vec::new(), moves: Vec::new() }
    }

    /// The number of leaves `depth` plies below a position, under each set of faults.
    pub fn perft(&mut self, board: &Board, depth: u8) -> Vec<u64> {
        let mut sum = Sum::new(self.lanes);
        for (depth, lanes) in self.plies(board, depth) {
            sum.add(lanes, &self.count(board, depth, lanes, &|| true));
        }
        numbers(self.lanes).map(|lane| sum.leaves_of(lane)).collect()
    }

    /// For each set of faults, the moves that a generator with these faults would list and the number of leaves below
    /// each; `depth` is at least 1.
    pub fn divide(&mut self, board: &Board, depth: u8) -> Vec<Vec<(Move, u64)>> {
        let mut lists = vec![Vec::new(); self.lanes.count_ones() as usize];
        for branch in self.branches(board, depth) {
            for (lane, leaves) in self.branch(board, &branch, depth, &|| true) {
                lists[lane].push((branch.0, leaves));
            }
        }
        lists
    }

    /// The moves that a generator with the first of the counter's sets of faults would list, each with the board after
    /// it.
    pub fn children(&self, board: &Board) -> Vec<(Move, Board)> {
        let branches = self.branches(board, u8::MAX).into_iter();
        let first = |boards: Boards| boards.into_iter().find(|(lanes, _)| lanes & 1 != 0);
        branches.filter_map(|(mv, boards)| Some((mv, first(boards)?.1))).collect()
    }

    /// The moves that are listed in at least one lane, each with the boards after it. `depth` is that of the count: at
    /// 1 the moves are those of the last ply.
    pub(crate) fn branches(&self, board: &Board, depth: u8) -> Vec<(Move, Boards)> {
        let (rules, mut moves) = (&self.rules[board.side.index()], Vec::new());
        board.generate(rules, self.lanes, depth == 1, &mut moves);
        let after = |(mv, lanes)| {
            let mut boards = Vec::new();
            board.after(mv, lanes, rules, &mut boards);
            (mv, boards)
        };
        moves.into_iter().map(after).collect()
    }

    /// For each lane that has a board in `branch`, a move from `root`, the number of leaves below that board, of a
    /// perft of `root` that is `depth` plies deep. Once `goes_on` has returned `false`, the numbers are wrong and the
    /// counter must not be used again.
    pub(crate) fn branch(
        &mut self,
        root: &Board,
        branch: &(Move, Boards),
        depth: u8,
        goes_on: &dyn Fn() -> bool,
    ) -> Vec<(usize, u64)> {
        let all = branch.1.iter().fold(0, |all, &(lanes, _)| all | lanes);
        let mut sum = Sum::new(all);
        for (depth, plies) in self.plies(root, depth) {
            for (lanes, board) in &branch.1 {
                let lanes = lanes & plies;
                sum.add(lanes, &self.count(board, depth.saturating_sub(1), lanes, goes_on));
            }
        }
        numbers(all).map(|lane| (lane, sum.leaves_of(lane))).collect()
    }

    /// The depths whose leaves a perft of `depth` plies adds up, each with the lanes that add them: only `depth`
    /// itself, except in lanes with a fault in the function that counts.
    fn plies(&self, board: &Board, depth: u8) -> impl Iterator<Item = (u8, Lanes)> + use<> {
        let does = |feature: Feature| self.lanes & self.rules[board.side.index()].does(feature);
        let [more, less, inner] = [Feature::PlyMore, Feature::PlyLess, Feature::InnerCounts].map(does);
        let others = self.lanes & !more & !less;
        let last = [(depth.saturating_add(1), more), (depth, others), (depth.saturating_sub(1), less)];
        let plies = last.into_iter().chain((1..depth).map(move |depth| (depth, inner)));
        plies.filter(|&(_, lanes)| lanes != 0)
    }

    fn count(&mut self, board: &Board, depth: u8, lanes: Lanes, goes_on: &dyn Fn() -> bool) -> Count {
        if depth == 0 || lanes == 0 || depth > 2 && !goes_on() {
            return Count { leaves: 1, more: None };
        }
        let key = board.key(split_mix(lanes as u64 ^ split_mix((lanes >> 64) as u64 ^ u64::from(depth))));
        let place = key as usize % Self::LEN;
        if let Some((of, known)) = self.table.get(place)
            && *of == key
        {
            return known.clone();
        }
        let (side, first) = (board.side.index(), self.moves.len());
        board.generate(&self.rules[side], lanes, depth == 1, &mut self.moves);
        let (mut sum, mut boards) = (Sum::new(lanes), Vec::new());
        for at in first..self.moves.len() {
            let (mv, lanes) = self.moves[at];
            if depth == 1 {
                sum.add(lanes, &Count { leaves: 1, more: None });
                continue;
            }
            board.after(mv, lanes, &self.rules[side], &mut boards);
            for &(lanes, next) in &boards {
                sum.add(lanes, &self.count(&next, depth - 1, lanes, goes_on));
            }
        }
        let listed = self.moves.drain(first..).fold(0, |all, (_, lanes)| all | lanes);
        if listed != lanes {
            let counts = lanes & !listed & self.rules[side].does(Feature::MateCounts);
            sum.add(counts, &Count { leaves: 1, more: None });
        }
        let count = sum.count();
        if self.table.is_empty() {
            self.table.resize(Self::LEN, (0, Count::default()));
        }
        self.table[place] = (key, count.clone());
        count
    }
}
