//! A small network over pieces and threats, updated move by move: the first layer's sums ("accumulators"), once for
//! each side's view.
//!
//! The weights are random, and the inputs are numbered by a hash: the example shows how the sums follow a game, not how
//! to play. After every ply the updated sums equal those that are made from scratch.
//!
//! ```console
//! $ cargo run --release -p quadbit-threats --example accumulator
//! ```

use std::time::Instant;

use quadbit_movegen::{Color, File, Move, Piece, Position, Role, Square};
use quadbit_threats::{Changes, Finder, Threat, ThreatList};

/// The number of outputs of the network's first layer, the length of each row of weights.
const WIDTH: usize = 64;

/// The number of rows of weights.
const ROWS: usize = 4096;

type Row = [i16; WIDTH];

/// The weights of the first layer: a row for each input.
struct Network {
    rows: Vec<Row>,
}

/// How one side sees the board: its own pieces at the bottom, and its king on files a to d.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct View {
    side: Color,
    is_mirrored: bool,
}

impl View {
    fn of(position: &Position, side: Color) -> Self {
        Self { side, is_mirrored: position.king(side).file() >= File::E }
    }

    /// The number of `square` in this view, 0 to 63.
    fn square(self, square: Square) -> usize {
        square.index() ^ if self.side == Color::Black { 56 } else { 0 } ^ if self.is_mirrored { 7 } else { 0 }
    }

    /// The index of the row of weights for a piece with the code `code` on `square`.
    fn piece(self, code: u8, square: Square) -> usize {
        row(usize::from(code ^ self.side as u8) << 6 | self.square(square))
    }

    /// The index of the row of weights for a pair of attacker and attacked piece; `None` if one of them is a king. Each
    /// feature set leaves out the pairs that it does not want; most leave out kings.
    fn threat(self, pair: Threat) -> Option<usize> {
        let has_king = [pair.attacker(), pair.attacked()].iter().any(|piece| piece.role() == Role::King);
        let [from, to] = [(pair.attacker(), pair.from()), (pair.attacked(), pair.to())]
            .map(|(piece, square)| usize::from(piece.code() ^ self.side as u8) << 6 | self.square(square));
        (!has_king).then(|| row(1 << 20 | from << 10 | to))
    }
}

/// The index of a row, below [`ROWS`], for an input: a hash of its number.
fn row(input: usize) -> usize {
    (input + 1).wrapping_mul(0x9e37_79b9) >> 12 & (ROWS - 1)
}

/// The sums of the first layer for both sides. A search keeps one for each ply, so undoing a move costs nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Accumulator {
    views: [View; 2],
    sums: [Row; 2],
}

impl Accumulator {
    /// Computes the sums of `position` from scratch.
    fn refreshed(network: &Network, finder: Finder, position: &Position, list: &mut ThreatList) -> Self {
        let views = Color::ALL.map(|side| View::of(position, side));
        finder.threats_into(position, list);
        let sums = views.map(|view| network.refreshed(view, position, list));
        Self { views, sums }
    }

    /// The sums after the legal move `mv` from the position `before` to `after`: the rows of ended inputs are
    /// subtracted, and those of new ones added. If a king has crossed the middle of the board, between the files d and
    /// e, the sums for its side are computed from scratch.
    fn updated(
        &self,
        network: &Network,
        finder: Finder,
        [before, after]: [&Position; 2],
        mv: Move,
        (changes, list): (&mut Changes, &mut ThreatList),
    ) -> Self {
        let mut next = self.clone();
        finder.changes_into(before, mv, changes);
        for side in Color::ALL {
            let view = View::of(after, side);
            let sums = &mut next.sums[side as usize];
            if view == self.views[side as usize] {
                let effect = before.effect(mv);
                let piece = |(square, piece): (Square, Piece)| view.piece(piece.code(), square);
                let threat = |&pair: &Threat| view.threat(pair);
                let removed = effect.removed().map(piece).chain(changes.removed().iter().filter_map(threat));
                let added = effect.added().map(piece).chain(changes.added().iter().filter_map(threat));
                network.update(sums, removed, added);
            } else {
                // The king has crossed the middle of the board, so every square has another number in this side's view.
                finder.threats_into(after, list);
                *sums = network.refreshed(view, after, list);
                next.views[side as usize] = view;
            }
        }
        next
    }
}

impl Network {
    /// Makes a network with random weights from -128 to 127.
    fn new(random: &mut Random) -> Self {
        let mut weight = || i16::try_from(random.below(256)).unwrap_or(0) - 128;
        Self { rows: (0..ROWS).map(|_| std::array::from_fn(|_| weight())).collect() }
    }

    /// The sum of the rows of all inputs of a position, pieces and the pairs of `list`.
    fn refreshed(&self, view: View, position: &Position, list: &ThreatList) -> Row {
        let mut sums = [0; WIDTH];
        let pieces = position.board().iter_codes().map(|(square, code)| view.piece(code, square));
        let threats = list.iter().filter_map(|&pair| view.threat(pair));
        self.update(&mut sums, [].into_iter(), pieces.chain(threats));
        sums
    }

    /// Subtracts the rows `removed` from `sums` and adds the rows `added`. One of each is applied in the same pass
    /// ("fused"); what is left of either follows by itself.
    fn update(
        &self,
        sums: &mut Row,
        mut removed: impl Iterator<Item = usize>,
        mut added: impl Iterator<Item = usize>,
    ) {
        loop {
            match (removed.next(), added.next()) {
                (Some(old), Some(new)) => {
                    for (sum, (old, new)) in sums.iter_mut().zip(self.rows[old].iter().zip(&self.rows[new])) {
                        *sum = sum.wrapping_add(*new).wrapping_sub(*old);
                    }
                }
                (Some(old), None) => {
                    sums.iter_mut().zip(&self.rows[old]).for_each(|(sum, old)| *sum = sum.wrapping_sub(*old));
                }
                (None, Some(new)) => {
                    sums.iter_mut().zip(&self.rows[new]).for_each(|(sum, new)| *sum = sum.wrapping_add(*new));
                }
                (None, None) => return,
            }
        }
    }
}

/// Random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % n
    }
}

/// Plays random games of standard chess and Chess960; updates and refreshes at every ply. Returns the positions with
/// their moves.
fn play(network: &Network, random: &mut Random, games: u16) -> Vec<(Position, Move)> {
    let finder = Finder::new();
    let (mut changes, mut list) = (Changes::new(), ThreatList::new());
    let mut played = Vec::new();
    for game in 0..games {
        let start = if game % 2 == 0 { None } else { Position::chess960(game % 960) };
        let mut position = start.unwrap_or_else(Position::start);
        let mut accumulator = Accumulator::refreshed(network, finder, &position, &mut list);
        for ply in 0..150 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            let after = position.after(mv);
            let updated =
                accumulator.updated(network, finder, [&position, &after], mv, (&mut changes, &mut list));
            let refreshed = Accumulator::refreshed(network, finder, &after, &mut list);
            assert_eq!(updated, refreshed, "game {game}, ply {ply}: {position} {mv:?}");
            played.push((position, mv));
            (position, accumulator) = (after, updated);
        }
    }
    played
}

fn main() {
    let mut random = Random(2026);
    let network = Network::new(&mut random);
    let played = play(&network, &mut random, 100);
    println!("{} updates equal the sums from scratch", played.len());

    let finder = Finder::new();
    let (mut changes, mut list) = (Changes::new(), ThreatList::new());
    let mut accumulator = Accumulator::refreshed(&network, finder, &Position::start(), &mut list);
    let start = Instant::now();
    for (position, mv) in &played {
        let after = position.after(*mv);
        let lists = (&mut changes, &mut list);
        accumulator = accumulator.updated(&network, finder, [position, &after], *mv, lists);
    }
    let updates = u32::try_from(played.len()).unwrap_or(u32::MAX);
    let rate = f64::from(updates) / start.elapsed().as_secs_f64();
    println!("{rate:.0} updates a second, sum {}", accumulator.sums[0][0]);
}

#[test]
fn updates_equal_refreshes() {
    let mut random = Random(1);
    let network = Network::new(&mut random);
    assert!(play(&network, &mut random, 4).len() > 100);
}
