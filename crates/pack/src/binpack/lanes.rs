//! Several chunks side by side, one in each lane of vectors.
//!
//! 1. Each lane plays a chain of its own chunk. The first entries of chains are read lane by lane.
//! 2. [`play`] reads the next move and score of all lanes and makes the moves, as [`Chain::next`] does on a board.
//! 3. A lane with a rare move, or with an error of any kind, is left as it was, and plays its ply as a single chain.
//! 4. When few lanes have something to read, the chunks are read one by one.
//!
//! The samples and errors of each chunk are those of the same chunk read by itself; only the order between chunks
//! differs.

use alloc::vec::Vec;
use core::array;
use core::mem::swap;

use fearless_simd::prelude::*;
use quadbit_movegen::{Color, GameResult, Move};
use quadbit_quad::Bitboard;
use quadbit_quad::packed_pieces::PackSimd;
use quadbit_quad::sets::{ByLine, king_attacks, knight_attacks, step};
use quadbit_quad::simd::{BoardSimd, Slides};
use quadbit_x88::{Direction, Square};

use super::bits::{MORE, Window};
use super::board::{Board, Plays};
use super::chain::Chain;
use super::chunk::Chunk;
use super::destinations::BACK_RANKS;
use crate::level::{Level, dispatch};
use crate::movers_view::read_score;
use crate::sample::{Entry, Labels};

/// The number of lanes. Fewer, with shorter vectors, are not faster than single chains.
const LANES: usize = 8;

/// The fewest chunks for which it pays to read them in lanes.
const FEWEST: u32 = 5;

/// The number of lanes whose samples one call of `give`, an argument of [`play`], passes on.
const AT_ONCE: usize = LANES / 4;

/// A lane and the chunk that is read in it, one chain after another.
struct Lane<'r, 'a> {
    chunk: &'r mut Chunk<'a>,
    /// How many plies of the current chain were to be played when it was put into the lane; 0 if the lane has no chain.
    plies: u64,
    /// The result of the chain's game.
    result: GameResult,
}

impl Lane<'_, '_> {
    /// Takes the chain out of the lane and puts it back into its chunk, at the ply that lane `number` has reached in
    /// `state`.
    fn leave(&mut self, number: usize, state: &State) {
        if let (Some(chain), 1..) = (&mut self.chunk.samples.place.chain, self.plies) {
            self.chunk.left -= state.bring_up(number, chain, self.plies);
            self.plies = 0;
            if chain.left > 0 {
                chain.position = state.board(number).position();
            }
            _ = self.chunk.samples.check(Ok(()));
        }
    }
}

/// The boards of all lanes, with what else changes from ply to ply: a row of words, one for each lane, for each of
///
/// ```text
///   0    1      2 3 4  5      6   7      8 9     10  11     12   13    14
///   own  enemy  kinds  rooks  ep  black  clocks  at  score  ply  left  move
/// ```
///
/// The first seven are sets. `black` has all bits set if Black is to move, `at` is the place in the chunk in bits,
/// `left` is the number of plies still to be played, and `move` is the move played last.
#[derive(Clone, Copy, Default)]
#[repr(C, align(64))]
struct State([[u64; LANES]; 15]);

// The indices of rows of a `State`.
const BLACK: usize = 7;
const AT: usize = 10;
const SCORE: usize = 11;
const PLY: usize = 12;
const LEFT: usize = 13;
const MOVE: usize = 14;

impl State {
    #[inline(always)]
    fn word(&self, word: usize, lane: usize) -> u64 {
        self.0[word][lane % LANES]
    }

    #[inline(always)]
    fn us(&self, lane: usize) -> Color {
        if self.word(BLACK, lane) == 0 { Color::White } else { Color::Black }
    }

    #[inline(always)]
    fn board(&self, lane: usize) -> Board {
        let [own, enemy, b1, b2, b3, rooks, ep] = array::from_fn(|word| Bitboard(self.word(word, lane)));
        let [halfmoves, fullmoves] = [8, 9].map(|word| self.word(word, lane) as u32);
        Board { us: self.us(lane), own, enemy, kinds: [b1, b2, b3], rooks, ep, halfmoves, fullmoves }
    }

    fn put(&mut self, lane: usize, board: &Board, chain: &Chain, left: u64) {
        let Board { us, own, enemy, kinds: [b1, b2, b3], rooks, ep, halfmoves, fullmoves } = *board;
        let black = u64::from(us == Color::Black).wrapping_neg();
        let sets = [own, enemy, b1, b2, b3, rooks, ep].map(|set| set.0);
        let clocks = [black, halfmoves.into(), fullmoves.into()];
        let labels = [chain.at as u64, chain.score.cast_unsigned().into(), chain.ply.into(), left];
        for (words, word) in self.0.iter_mut().zip(sets.into_iter().chain(clocks).chain(labels)) {
            words[lane % LANES] = word;
        }
    }

    /// Brings `chain` up to the ply that lane `lane`, in which it is played, has reached. Returns the number of plies
    /// played, given `plies`, the number that was to be played in the lane.
    fn bring_up(&self, lane: usize, chain: &mut Chain, plies: u64) -> usize {
        let played = (plies - self.word(LEFT, lane)) as usize;
        chain.left -= played as u16;
        chain.place += played;
        chain.ply = self.word(PLY, lane) as u16;
        chain.score = self.word(SCORE, lane) as i16;
        chain.at = self.word(AT, lane) as usize;
        played
    }
}

/// Reads the next samples of all chunks, as many as are left to be read of each, and passes them to `each`.
pub(crate) fn read_each(level: Level, chunks: &mut [Chunk<'_>], each: &mut impl FnMut(Entry<'_>)) {
    for chunks in chunks.chunks_mut(LANES) {
        dispatch!(level, s => read_each_at(s, chunks, each));
    }
}

#[inline(always)]
fn read_each_at<S: BoardSimd + PackSimd>(s: S, chunks: &mut [Chunk<'_>], each: &mut impl FnMut(Entry<'_>)) {
    if S::u64s::LEN == LANES {
        read_together(s, chunks, each);
    }
    for chunk in chunks {
        let block = chunk.index;
        let read = chunk.samples.read_each_at(
            s,
            &mut chunk.left,
            #[inline(always)]
            |labels, board: &Board| each(Entry { block, labels, parts: &|| board.parts() }),
        );
        chunk.read = chunk.read.and(read);
    }
}

/// Reads the next samples of all chunks in lanes, while at least [`FEWEST`] lanes have something to read.
#[inline(always)]
fn read_together<S: BoardSimd + PackSimd>(s: S, chunks: &mut [Chunk<'_>], each: &mut impl FnMut(Entry<'_>)) {
    let mut lanes: Vec<_> =
        chunks.iter_mut().map(|chunk| Lane { chunk, plies: 0, result: GameResult::Unknown }).collect();
    let [before, now, after] = &mut [State::default(); 3];
    let (mut before, mut now, mut after) = (before, now, after);
    let chunks = array::from_fn(|number| lanes.get(number).unwrap_or(&lanes[0]).chunk.samples.chunk);
    // `busy`: the lanes that have something to read. `played`: the lanes whose last step from `before` to `now` was a
    // ply, so that its sample is to be passed on. A bit for each lane.
    let (mut busy, mut played) = ((1_u64 << lanes.len()) - 1, 0);
    loop {
        let odd = play(
            s,
            now,
            after,
            &chunks,
            #[inline(always)]
            |first| {
                for (number, lane) in lanes.iter().enumerate().skip(first).take(AT_ONCE) {
                    if played >> number & 1 == 1 {
                        let labels = Labels {
                            score: read_score(now.word(SCORE, number) as i16, before.us(number)),
                            result: lane.result,
                            mv: Some(Move::from_bits(now.word(MOVE, number) as u16)),
                            ply: Some(now.word(PLY, number) as u16),
                            ..Labels::NONE
                        };
                        each(Entry {
                            block: lane.chunk.index,
                            labels: &labels,
                            parts: &|| before.board(number).parts(),
                        });
                    }
                }
            },
        );
        if busy.count_ones() < FEWEST {
            return lanes.iter_mut().enumerate().for_each(|(number, lane)| lane.leave(number, now));
        }
        let left = S::u64s::from_slice(s, &now.0[LEFT]);
        let ended = left.simd_eq(S::u64s::splat(s, 0)).to_bitmask();
        for number in Bitboard((odd | ended) & busy).into_iter().map(Square::index) {
            if !play_alone(s, number, &mut lanes[number], now, after, each) {
                busy &= !(1 << number);
            }
        }
        played = busy & !ended;
        swap(&mut before, &mut now);
        swap(&mut now, &mut after);
    }
}

/// Plays the next ply of lane `number` as a single chain does, and stores the result in `after`. If the lane's chain
/// has ended, puts the next chain into the lane, and passes the first sample of each chain that it begins to `each`.
/// Returns whether the lane has more to read.
#[cold]
#[inline(never)]
fn play_alone<S: BoardSimd + PackSimd>(
    s: S,
    number: usize,
    lane: &mut Lane<'_, '_>,
    now: &State,
    after: &mut State,
    each: &mut impl FnMut(Entry<'_>),
) -> bool {
    s.vectorize(
        #[inline(always)]
        || {
            if let (Some(mut chain), left @ 1..) =
                (lane.chunk.samples.place.chain.clone(), now.word(LEFT, number))
            {
                let played = now.bring_up(number, &mut chain, lane.plies);
                let mut board = now.board(number);
                let read = chain.next(s, lane.chunk.samples.chunk, &mut board);
                after.put(number, &board, &chain, left - 1);
                after.0[MOVE][number] =
                    read.ok().and_then(|labels| labels.mv).map_or(0, |mv| mv.to_bits().into());
                if let Err(kind) = read {
                    lane.chunk.left -= played;
                    lane.chunk.read = Err(lane.chunk.samples.fail(chain.at / 8, Some(chain.place), kind));
                }
                return read.is_ok();
            }
            lane.leave(number, now);
            while lane.chunk.left > 0 && lane.chunk.samples.place.chain.is_none() {
                match lane.chunk.samples.begin(s) {
                    Some(Ok(sample)) => {
                        lane.chunk.left -= 1;
                        each(Entry {
                            block: lane.chunk.index,
                            labels: &sample.labels,
                            parts: &|| (&sample.position).into(),
                        });
                    }
                    Some(Err(error)) => lane.chunk.read = Err(error),
                    None => break,
                }
            }
            // In a lane without a chain `play` goes on reading bits that mean nothing. Reading from bit 0 stays within
            // the chunk.
            after.0[AT][number] = 0;
            let Some(chain) = lane.chunk.samples.place.chain.as_ref().filter(|_| lane.chunk.left > 0) else {
                return false;
            };
            (lane.plies, lane.result) = (lane.chunk.left.min(chain.left.into()) as u64, chain.result);
            after.put(number, &Board::of(&chain.position), chain, lane.plies);
            true
        },
    )
}

/// Plays a ply in all lanes, from `before` to `after`. Returns the lanes, a bit for each, whose ply must be read one by
/// one instead.
///
/// Calls `give` with the number of the first of every [`AT_ONCE`] lanes, so that it passes on the samples of the ply
/// before in these lanes. The calls are spread between vector instructions that wait for each other, because what is
/// done with samples has branches that are mispredicted.
#[inline(always)]
fn play<S: BoardSimd + PackSimd>(
    s: S,
    before: &State,
    after: &mut State,
    chunks: &[&[u8]; LANES],
    mut give: impl FnMut(usize),
) -> u64 {
    let all = |word: u64| S::u64s::splat(s, word);
    let (none, one) = (all(0), all(1));
    let mut words = [none; 15];
    for (vector, words) in words.iter_mut().zip(&before.0) {
        *vector = S::u64s::from_slice(s, words);
    }
    let [own, enemy, b1, b2, b3, rooks, ep, black, halfmoves, fullmoves, at, score, ply, left, _] = words;
    let is_black = black.simd_ne(none);
    let words = S::u64s::from_fn(s, |lane| Window::word(chunks[lane], before.word(AT, lane) as usize / 8));
    let ends = S::u64s::from_fn(s, |lane| 8 * chunks[lane].len() as u64);
    // Reads the number of the moving piece among its side's pieces, and finds its square.
    let window = words << (at & 7);
    let unused = leading_zeros(s, s.popcount(own) - one);
    let from = nth(s, own, window >> unused);
    let window = s.rotate_left(window, none - unused);
    let at = at + all(128) - unused;
    give(0);
    // The destinations of the moving piece, and the number of the one to which it goes.
    let has = |kind: S::u64s| (kind & from).simd_ne(none);
    let (m1, m2, m3) = (has(b1), has(b2), has(b3));
    let (is_pawn, is_king) = (m1 & !(m2 | m3), m2 & m3);
    let occupied = own | enemy;
    let ByLine([rank, file, diagonal, antidiagonal]) = Slides::new(s, occupied).sight(s, from);
    let pieces = (m1 & (m2 | m3)).select(diagonal | antidiagonal, none)
        | (m3 & !m2).select(rank | file, none)
        | (m2 & !(m1 | m3)).select(knight_attacks(from), none)
        | is_king.select(king_attacks(from), none);
    let forwards = |set: S::u64s| is_black.select(set >> 8, set << 8);
    let beside = |set: S::u64s| step(set, Direction::East) | step(set, Direction::West);
    let before_it = forwards(from);
    let push = before_it & !occupied;
    let double = forwards(push) & !occupied & is_black.select(all(0xff_0000_0000), all(0xff00_0000));
    let squares = is_pawn.select(push | double | beside(before_it) & enemy, pieces & !own);
    let castling = is_king.select(rooks & own, none);
    let unused = leading_zeros(s, s.popcount(squares) + s.popcount(castling) - one);
    let to = nth(s, squares, window >> unused);
    let window = s.rotate_left(window, none - unused);
    give(AT_ONCE);
    // Reads the score: blocks of four bits, each after a bit that says whether another block follows.
    let bits = window >> 44;
    let last = s.last_bits(!bits & MORE);
    let used = !((last >> 4) - one) & 0xf_ffff;
    let at = at - unused + s.popcount(used);
    let bits = bits & used;
    let pairs = bits >> 5 & 0x3c0f | bits << 4 & 0x0003_c0f0;
    let number = pairs >> 10 | (pairs & 0xff) << 8;
    let more = (number >> 1 & 0x7fff) ^ (none - (number & 1));
    let score = more - score;
    // Makes the move on the planes, and finds the lanes in which the move needs the slower way.
    let pawns = b1 & !(b2 | b3);
    let is_rare = ep
        | is_pawn.select(squares & BACK_RANKS, none)
        | is_pawn.select(to & double, none).simd_ne(none).select((to << 1 | to >> 1) & pawns & enemy, none);
    let both = from | to;
    let captured = enemy & to;
    let moved = |kind: S::u64s, moves: S::mask64s| kind & !both | moves.select(to, none);
    let (b1, b2, b3) = (moved(b1, m1), moved(b2, m2), moved(b3, m3));
    let rooks = rooks & !(both | is_king.select(own, none));
    let halfmoves = (is_pawn | captured.simd_ne(none)).select(none, halfmoves + one);
    let fullmoves = fullmoves - black;
    let (own, enemy) = (enemy & !to, own & !from | to);
    let mv = s.popcount(from - one) | s.popcount(to - one) << 6;
    give(2 * AT_ONCE);
    // Finds the pieces that attack the king of the side that has moved. If there are any, the move was illegal.
    let kings = b2 & b3;
    let king = kings & enemy;
    let ByLine([rank, file, diagonal, antidiagonal]) = Slides::new(s, own | enemy).sight(s, king);
    let pawns = b1 & !(b2 | b3);
    let attackers = (diagonal | antidiagonal) & b1 & !pawns
        | (rank | file) & b3 & !kings
        | knight_attacks(king) & b2 & !(b1 | b3)
        | king_attacks(king) & kings
        | beside(forwards(king)) & pawns;
    let is_odd =
        (is_rare | attackers & own).simd_ne(none) | to.simd_eq(none) | last.simd_eq(none) | ends.simd_lt(at);
    let new = [
        own,
        enemy,
        b1,
        b2,
        b3,
        rooks,
        ep,
        !black,
        halfmoves,
        fullmoves,
        at,
        score,
        ply + one,
        left - one,
        mv,
    ];
    for (words, new) in after.0.iter_mut().zip(new) {
        new.store_slice(words);
    }
    give(3 * AT_ONCE);
    is_odd.to_bitmask()
}

/// The number of zeros above the highest bit of each word.
#[inline(always)]
fn leading_zeros<S: BoardSimd>(s: S, words: S::u64s) -> S::u64s {
    S::u64s::from_fn(s, |lane| words[lane].leading_zeros().into())
}

/// The square with the index `numbers[i]` in `sets[i]`, as a set, for each lane `i`; empty if there is none.
#[inline(always)]
fn nth<S: BoardSimd + PackSimd>(s: S, sets: S::u64s, numbers: S::u64s) -> S::u64s {
    let bits = S::u64s::splat(s, 1) << numbers;
    S::u64s::from_fn(s, |lane| s.scatter_bits(bits[lane], sets[lane]))
}
