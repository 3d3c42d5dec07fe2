//! The slow twin, and games to compare it on.

use quadbit_movegen::{Move, Position, PositionBuilder, Validity};
use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_threats::{Finder, Threat};
use quadbit_x88::{Color, Piece, Role, Square};

/// The finders of all levels of this machine.
pub(crate) fn finders() -> Vec<Finder> {
    quadbit_nibble::simd::testing::levels().into_iter().map(Finder::at).collect()
}

/// The squares that a piece attacks.
pub(crate) fn attacked(board: QuadBitboard, piece: Piece, from: Square) -> Bitboard {
    match piece.role() {
        Role::Pawn => attacks::pawn(piece.color(), from),
        Role::Knight => attacks::knight(from),
        Role::Bishop => attacks::bishop(from, board.occupied()),
        Role::Rook => attacks::rook(from, board.occupied()),
        Role::Queen => attacks::queen(from, board.occupied()),
        Role::King => attacks::king(from),
    }
}

/// The slow twin: the attack set of one piece at a time. Sorted.
pub(crate) fn pairs(board: QuadBitboard) -> Vec<Threat> {
    let mut pairs = Vec::new();
    for from in board.occupied() {
        let attacker = board.get(from).expect("a piece");
        for to in attacked(board, attacker, from) & board.occupied() {
            pairs.push(Threat::new(attacker, from, board.get(to).expect("a piece"), to));
        }
    }
    pairs.sort_unstable();
    pairs
}

/// What is in one sorted list and not in another.
pub(crate) fn without(list: &[Threat], other: &[Threat]) -> Vec<Threat> {
    list.iter().copied().filter(|threat| other.binary_search(threat).is_err()).collect()
}

pub(crate) fn sorted(list: &[Threat]) -> Vec<Threat> {
    let mut list = list.to_vec();
    list.sort_unstable();
    list
}

/// Random numbers, the same in every run (`SplitMix64`).
#[derive(Clone, Copy)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((z ^ z >> 31) >> 32) as usize * n) >> 32
    }

    pub(crate) fn of<T: Copy>(&mut self, slice: &[T]) -> Option<T> {
        (!slice.is_empty()).then(|| slice[self.below(slice.len())])
    }
}

/// A board with about `count` random pieces, a good part of them queens.
pub(crate) fn scattered(random: &mut Random, count: usize) -> QuadBitboard {
    let mut board = QuadBitboard::EMPTY;
    for _ in 0..count {
        let piece = random.of(&Piece::ALL[..]).expect("twelve");
        let piece = if random.below(3) == 0 { Role::Queen.of(piece.color()) } else { piece };
        board.put(Square::ALL[random.below(64)], piece);
    }
    board
}

/// A legal position of scattered pieces, without pawns, many of them queens; at most sixteen a side.
fn scattered_position(random: &mut Random) -> Option<Position> {
    let mut builder = PositionBuilder::new();
    let mut free = Square::ALL.to_vec();
    for color in Color::ALL {
        for piece in 0..2 + random.below(15) {
            let role = if piece == 0 {
                Role::King
            } else {
                random.of(&[Role::Queen, Role::Queen, Role::Rook, Role::Bishop, Role::Knight])?
            };
            let square = free.swap_remove(random.below(free.len()));
            builder = builder.with_piece(square, role.of(color));
        }
    }
    builder.build(Validity::Relaxed).ok()
}

/// Calls a function with `count` positions and legal moves: of random games from the start position, from Chess960 with both sides apart, and
/// from scattered boards.
pub(crate) fn moves(seed: u64, count: usize, mut check: impl FnMut(&Position, Move)) {
    let mut random = Random(seed);
    let mut done = 0;
    let mut game = 0;
    while done < count {
        let start = match game % 4 {
            0 => Some(Position::start()),
            3 => scattered_position(&mut random),
            _ => {
                let [white, black] = [0; 2].map(|_| u16::try_from(random.below(960)).unwrap_or(0));
                Position::double_chess960(white, black)
            }
        };
        game += 1;
        let Some(mut position) = start else { continue };
        for _ in 0..120 {
            let moves = position.legal_moves();
            // Castling, en passant and promotions are rare, so they come first in one choice of eight.
            let is_rare = |mv: &&Move| {
                let (board, pawns) = (position.board(), position.board().pawns());
                let ours = board.color(position.side_to_move());
                mv.is_promotion()
                    || ours.has(mv.to())
                    || (pawns.has(mv.from()) && position.ep() == Some(mv.to()))
            };
            let rare: Vec<Move> = moves.iter().filter(is_rare).copied().collect();
            let choice = if random.below(8) == 0 { random.of(&rare) } else { None };
            let Some(mv) = choice.or_else(|| random.of(&moves)) else { break };
            check(&position, mv);
            done += 1;
            position = position.after(mv);
            if done == count {
                break;
            }
        }
    }
}

/// How many moves a test compares: by default a tenth of a second's worth; `QUADBIT_MOVES=10000000` asks for more.
pub(crate) fn moves_to_check(default: usize) -> usize {
    std::env::var("QUADBIT_MOVES").ok().and_then(|count| count.parse().ok()).unwrap_or(default)
}
