//! Boards side by side: functions of `simd::Boards`, `Slides` and `BoardSimd`, at every SIMD level of the machine,
//! against slow forms on one board at a time, on random boards of any density and any codes.

use fearless_simd::prelude::*;
use proptest::array::{uniform4, uniform8};
use proptest::bits::u64::{ANY, sampled};
use proptest::prelude::{Strategy, any, prop_oneof, proptest};
use quadbit_nibble::simd::testing;
use quadbit_quad::sets::{ByLine, Four};
use quadbit_quad::simd::{BoardSimd, Boards, Slides, compress_15};
use quadbit_quad::{Bitboard, QuadBitboard, attacks, sets, zobrist};
use quadbit_x88::{Color, Direction, Square};

/// An endless sequence of pseudorandom words, the same in every run. The field is the index of the last word taken.
struct Words(u64);

impl Words {
    fn any(&mut self) -> u64 {
        self.0 += 1;
        zobrist::split_mix(self.0)
    }

    fn dense_or_sparse(&mut self) -> u64 {
        match self.any() % 4 {
            0 => self.any() | self.any(),
            1 => self.any(),
            2 => self.any() & self.any(),
            _ => self.any() & self.any() & self.any(),
        }
    }

    /// Returns a board with random codes from 0 to 15 on a random set of squares: codes of no piece occur too.
    fn board(&mut self) -> QuadBitboard {
        let occupied = self.dense_or_sparse();
        QuadBitboard::from_planes([0; 4].map(|_| Bitboard(self.any() & occupied)))
    }

    fn boards(&mut self) -> Vec<QuadBitboard> {
        (0..8).map(|_| self.board()).collect()
    }

    fn vector<S: BoardSimd>(&mut self, s: S) -> S::u64s {
        S::u64s::from_fn(s, |_| self.dense_or_sparse())
    }
}

/// Generates a set of any size, of few squares or of most.
fn set() -> impl Strategy<Value = u64> {
    prop_oneof![ANY, sampled(0..20, 0..64), sampled(44..=64, 0..64)]
}

/// Generates a board with random codes from 0 to 15 on a random set of squares: codes of no piece occur too.
fn board() -> impl Strategy<Value = QuadBitboard> {
    (set(), uniform4(ANY)).prop_map(|(occupied, planes)| {
        QuadBitboard::from_planes(planes.map(|plane| Bitboard(plane & occupied)))
    })
}

/// Makes a vector of the first of `words`, as many as there are lanes.
fn vector<S: BoardSimd>(s: S, words: [u64; 8]) -> S::u64s {
    S::u64s::from_fn(s, |lane| words[lane])
}

/// Returns the attacks of one slider in one direction, one step at a time.
fn walk(direction: Direction, from: Square, occupied: Bitboard) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut at = from;
    while let Some(next) = at.offset(direction.files(), direction.ranks()) {
        set = set.with(next);
        if occupied.has(next) {
            break;
        }
        at = next;
    }
    set
}

/// Returns the attacks of a set of sliders in one direction.
fn walks(direction: Direction, sliders: Bitboard, occupied: Bitboard) -> Bitboard {
    sliders.into_iter().fold(Bitboard::EMPTY, |set, from| set | walk(direction, from, occupied))
}

const LINES: [[Direction; 2]; 4] = [
    [Direction::East, Direction::West],
    [Direction::North, Direction::South],
    [Direction::NorthEast, Direction::SouthWest],
    [Direction::NorthWest, Direction::SouthEast],
];

#[test]
fn boards_are_loaded_and_stored() {
    testing::at_every_level!(s => load_and_store(s));
}

fn load_and_store<S: BoardSimd>(s: S) {
    let mut words = Words(1 << 20);
    for len in 0..=8 {
        let boards = &words.boards()[..len];
        let lanes = Boards::load(s, boards);
        for lane in 0..Boards::<S>::LEN {
            let board = boards.get(lane).copied().unwrap_or_default();
            assert_eq!(lanes.planes.map(|plane| Bitboard(plane[lane])), board.planes(), "lane {lane}");
        }
        let full = words.boards();
        let mut stored = full.clone();
        let room = len.min(full.len());
        lanes.store(&mut stored[..room]);
        for (n, board) in stored.iter().enumerate() {
            let expected = if n < room.min(Boards::<S>::LEN) { boards[n] } else { full[n] };
            assert_eq!(*board, expected, "{n} of {room}");
        }
        let splat = Boards::splat(s, full[0]);
        splat.store(&mut stored);
        assert!(stored[..Boards::<S>::LEN].iter().all(|board| *board == full[0]));
    }
}

proptest! {
    #[test]
    fn children_are_puts_and_takes(
        boards in uniform8(board()), from: u64, to: u64, code in any::<u64>().prop_map(|code| code & 0x0f0f_0f0f_0f0f_0f0f)
    ) {
        testing::at_every_level!(s => children(s, &boards, [from, to, code]));
    }

    #[test]
    fn sets_are_put(boards in uniform8(board()), code in 0_u8..16, emptied in uniform8(set()), set in uniform8(set())) {
        testing::at_every_level!(s => puts(s, &boards, code, [emptied, set]));
    }

    #[test]
    fn all_boards_have_the_sets_of_single_ones(boards in uniform8(board())) {
        testing::at_every_level!(s => sets_of_pieces(s, &boards));
    }

    #[test]
    fn slides_are_walks(occupied in uniform8(set()), sliders in uniform4(uniform8(set()))) {
        testing::at_every_level!(s => slides(s, occupied, sliders));
    }

    #[test]
    fn leapers_in_lanes_are_those_of_one_board(pieces in uniform8(set())) {
        testing::at_every_level!(s => leapers(s, pieces));
    }
}

fn children<S: BoardSimd>(s: S, boards: &[QuadBitboard; 8], [from, to, code]: [u64; 3]) {
    let after = Boards::load(s, boards).after(s, s.squares(from), s.squares(to), s.widen_bytes(code));
    let moved = Boards::load(s, boards).moved(s, s.squares(from), s.squares(to));
    let mut stored = [[QuadBitboard::EMPTY; 8]; 2];
    after.store(&mut stored[0]);
    moved.store(&mut stored[1]);
    for (lane, board) in boards[..Boards::<S>::LEN].iter().enumerate() {
        let [from, to] = [from, to].map(|bytes| Square::from_low_bits(u32::from(bytes.to_le_bytes()[lane])));
        for (n, code) in [code.to_le_bytes()[lane], board.code(from)].into_iter().enumerate() {
            let mut expected = *board;
            expected.take(from);
            expected.put_code(to, code);
            assert_eq!(stored[n][lane], expected);
        }
    }
}

fn puts<S: BoardSimd>(s: S, boards: &[QuadBitboard; 8], code: u8, [emptied, set]: [[u64; 8]; 2]) {
    let mut stored = [QuadBitboard::EMPTY; 8];
    Boards::load(s, boards).put(vector(s, emptied), vector(s, set), code).store(&mut stored);
    for lane in 0..Boards::<S>::LEN {
        for square in Square::ALL {
            let expected = match square {
                _ if Bitboard(set[lane]).has(square) => code,
                _ if Bitboard(emptied[lane]).has(square) => 0,
                _ => boards[lane].code(square),
            };
            assert_eq!(stored[lane].code(square), expected, "{square}");
        }
    }
}

fn sets_of_pieces<S: BoardSimd>(s: S, boards: &[QuadBitboard; 8]) {
    let lanes = Boards::load(s, boards);
    let mut flipped = [QuadBitboard::EMPTY; 8];
    lanes.flip_colors(s).store(&mut flipped);
    for (lane, board) in boards[..Boards::<S>::LEN].iter().enumerate() {
        assert_eq!(flipped[lane], board.flip_colors());
        assert_eq!(lanes.occupied()[lane], board.occupied().0);
        for color in Color::ALL {
            assert_eq!(lanes.color(color)[lane], board.color(color).0);
        }
        assert_eq!(lanes.pawns()[lane], board.pawns().0);
        assert_eq!(lanes.knights()[lane], board.knights().0);
        assert_eq!(lanes.rooks()[lane], board.rooks().0);
        assert_eq!(lanes.kings()[lane], board.kings().0);
        assert_eq!(lanes.diagonal_sliders()[lane], board.diagonal_sliders().0);
        assert_eq!(lanes.orthogonal_sliders()[lane], board.orthogonal_sliders().0);
    }
}

fn slides<S: BoardSimd>(s: S, occupied: [u64; 8], sliders: [[u64; 8]; 4]) {
    let occupied = vector(s, occupied);
    let sliders = sliders.map(|sliders| vector(s, sliders) & occupied);
    let by_direction = Slides::new(s, occupied).attacks(s, ByLine(sliders));
    let by_line = by_direction.lines();
    for lane in 0..S::u64s::LEN {
        for (line, directions) in LINES.into_iter().enumerate() {
            let sets =
                directions.map(|way| walks(way, Bitboard(sliders[line][lane]), Bitboard(occupied[lane])));
            for (direction, set) in directions.into_iter().zip(sets) {
                assert_eq!(by_direction.0[direction.index()][lane], set.0, "{direction}");
            }
            assert_eq!(by_line.0[line][lane], (sets[0] | sets[1]).0);
        }
    }
}

#[test]
fn sight_is_a_queens() {
    testing::at_every_level!(s => sight(s));
}

/// Compares `sight` with walks. Each lane has one square, all 64 in turn, and in some lanes no square.
fn sight<S: BoardSimd>(s: S) {
    let mut words = Words(5 << 20);
    for n in 0..2000 {
        let square = S::u64s::from_fn(s, |lane| match (n + lane) % 65 {
            64 => 0,
            square => 1 << square,
        });
        let occupied = words.vector(s) | square;
        let seen = Slides::new(s, occupied).sight(s, square);
        for lane in 0..S::u64s::LEN {
            for (line, directions) in LINES.into_iter().enumerate() {
                let [one, other] =
                    directions.map(|way| walks(way, Bitboard(square[lane]), Bitboard(occupied[lane])));
                assert_eq!(seen.0[line][lane], (one | other).0, "{n} {lane} {line}");
            }
        }
    }
}

fn leapers<S: BoardSimd>(s: S, pieces: [u64; 8]) {
    let pieces = vector(s, pieces);
    let knights = sets::knight_attacks(pieces);
    let kings = sets::king_attacks(pieces);
    let pawns = Color::ALL.map(|color| sets::pawn_attacks(pieces, color));
    for lane in 0..S::u64s::LEN {
        let union = |of: &dyn Fn(Square) -> Bitboard| -> u64 {
            Bitboard(pieces[lane]).into_iter().fold(Bitboard::EMPTY, |set, from| set | of(from)).0
        };
        assert_eq!(knights[lane], union(&attacks::knight));
        assert_eq!(kings[lane], union(&attacks::king));
        for color in Color::ALL {
            let [west, east] = pawns[color.index()];
            assert_eq!(west[lane] | east[lane], union(&|from| attacks::pawn(color, from)));
        }
    }
}

#[test]
fn sums_of_counts_are_sums() {
    testing::at_every_level!(s => sums(s));
}

fn sums<S: BoardSimd>(s: S) {
    let mut words = Words(7 << 20);
    let ones = S::u64s::splat(s, !0);
    assert_eq!(s.sum_counts_15([ones; 15])[0], 960);
    for _ in 0..1000 {
        let sets: [S::u64s; 15] = [0; 15].map(|_| words.vector(s));
        let seven = sets[..7].try_into().expect("seven");
        let [sum_7, sum_15] = [s.sum_counts_7(seven), s.sum_counts_15(sets)];
        let compressed = compress_15(sets);
        for lane in 0..S::u64s::LEN {
            let count = |n: usize| sets[..n].iter().map(|set| u64::from(set[lane].count_ones())).sum();
            assert_eq!((sum_7[lane], sum_15[lane]), (count(7), count(15)));
            for bit in 0..64 {
                let weighed = |words: &[S::u64s]| -> u64 {
                    words.iter().enumerate().map(|(n, word)| (word[lane] >> bit & 1) << n).sum()
                };
                assert_eq!(weighed(&compressed), sets.iter().map(|set| set[lane] >> bit & 1).sum::<u64>());
            }
        }
    }
}

#[test]
fn bytes_become_lanes() {
    testing::at_every_level!(s => bytes(s));
}

fn bytes<S: BoardSimd>(s: S) {
    let mut words = Words(8 << 20);
    for _ in 0..1000 {
        let word = words.any();
        let [bytes, squares] = [s.widen_bytes(word), s.squares(word)];
        for lane in 0..S::u64s::LEN {
            let byte = word.to_le_bytes()[lane];
            assert_eq!((bytes[lane], squares[lane]), (u64::from(byte), 1 << (byte & 63)));
        }
        let halves = [word, words.any()]
            .map(|word| [0, 16, 32, 48].map(|shift| u16::try_from(word >> shift & 0xffff).expect("16 bits")));
        let widened = s.widen_words(core::array::from_fn(|i| halves[i / 4][i % 4]));
        for lane in 0..S::u64s::LEN {
            assert_eq!(widened[lane], u64::from(halves[lane / 4][lane % 4]));
        }
    }
    for n in 0..10 {
        for lane in 0..S::u64s::LEN {
            assert_eq!(s.first_lanes(n)[lane], if lane < n { !0 } else { 0 });
        }
    }
}

#[test]
fn one_square_and_one_board() {
    testing::at_every_level!(s => single(s));
}

fn single<S: BoardSimd>(s: S) {
    let mut words = Words(9 << 20);
    for _ in 0..300 {
        let board = words.board();
        for square in Square::ALL {
            assert_eq!(s.code(board, square), board.code(square), "{square}");
            let occupied = Bitboard(words.dense_or_sparse());
            let expected = LINES.map(|[a, b]| walk(a, square, occupied) | walk(b, square, occupied));
            let on_lines = words.board();
            let open = expected.into_iter().zip(on_lines.planes()).filter(|(_, on)| on.has(square));
            let expected = open.fold(Bitboard::EMPTY, |all, (line, _)| all | line);
            assert_eq!(s.attacks_on_lines(square, occupied, on_lines), expected, "{square}");
        }
        let set = Bitboard(words.any());
        for square in Square::ALL {
            let expected = if set.has(square) { board.code(square) } else { 0 };
            assert_eq!(board.masked(set).code(square), expected, "{square}");
        }
    }
}

#[test]
fn planes_in_every_order() {
    let board = Words(0).board();
    for n in 0..256 {
        let order = [n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6];
        let expected = order.map(|plane| board.planes()[plane]);
        assert_eq!(board.permute_planes(order).planes(), expected, "{order:?}");
    }
}

#[test]
fn four_sets_are_four_sets() {
    let mut words = Words(1 << 30);
    for _ in 0..100 {
        let [a, b] = [0; 2].map(|_| [0; 4].map(|_| words.any()));
        let each = |f: fn(u64, u64) -> u64| Four([0, 1, 2, 3].map(|n| f(a[n], b[n])));
        assert_eq!(Four(a) & Four(b), each(|a, b| a & b));
        assert_eq!(Four(a) | Four(b), each(|a, b| a | b));
        assert_eq!(Four(a) ^ Four(b), each(|a, b| a ^ b));
        assert_eq!(!Four(a), each(|a, _| !a));
        assert_eq!(Four(a) << 9, each(|a, _| a << 9));
        assert_eq!(Four(a) >> 7, each(|a, _| a >> 7));
    }
}
