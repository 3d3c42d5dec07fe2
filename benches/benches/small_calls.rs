//! The small calls of a search, compared with cozy-chess: the piece on a square, check, the legality of a table's
//! move, the attacks of one slider.
//!
//! `cargo bench -p benches --features peers --bench small_calls`. All results are compared
//! before anything is timed.

#![expect(clippy::cast_possible_truncation, reason = "the index of a square is small")]

use std::hint::black_box;
use std::ops::ControlFlow;

use benches::{Bench, Contest};
use quadbit_movegen::{Move, Piece, Position, Square, Stage};
use quadbit_quad::zobrist::split_mix;
use quadbit_quad::{Bitboard, attacks};
use testing::suites;

/// Returns positions of random play, each with a legal move of its own and one of another position, as a table may hold
/// them.
fn cases() -> Vec<(Position, [Move; 2])> {
    let mut last = Move::new(Square::E2, Square::E4);
    let mut cases = Vec::new();
    for (n, position) in (0_u64..).zip(suites::positions(suites::RANDOM)) {
        let moves = position.legal_moves();
        if position.has_standard_castling() && !moves.is_empty() {
            let number = split_mix(n) % moves.len() as u64;
            let own = moves[usize::try_from(number).expect("below the length")];
            cases.push((position, [own, last]));
            last = own;
        }
    }
    cases
}

#[cfg(feature = "peers")]
mod peer {
    use super::{Move, Position, Square};

    pub(super) fn board(position: &Position) -> cozy_chess::Board {
        benches::peers::cozy_board(&position.to_string())
    }

    pub(super) fn square(square: Square) -> cozy_chess::Square {
        cozy_chess::Square::index(square.index())
    }

    pub(super) fn mv(mv: Move) -> cozy_chess::Move {
        let promotion = mv.promotion().map(|role| cozy_chess::Piece::index(role.index()));
        cozy_chess::Move { from: square(mv.from()), to: square(mv.to()), promotion }
    }
}

/// An alternative to find the nibble on a square, by sign bits: the planes are shifted until the square's bits are the
/// signs, and the four signs are gathered.
#[cfg(target_arch = "x86_64")]
mod signs {
    use core::arch::x86_64::{
        _mm_castsi128_ps, _mm_cvtsi32_si128, _mm_movemask_ps, _mm_set_epi64x, _mm_shuffle_ps, _mm_sll_epi64,
    };

    // The instructions are `psllq`, `shufps` and `movmskps`.
    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn code(_token: Sse2, planes: [u64; 4], square: u32) -> u8 {
            let [a, b, c, d] = planes.map(u64::cast_signed);
            let from_the_top = _mm_cvtsi32_si128((square ^ 63).cast_signed());
            let low = _mm_castsi128_ps(_mm_sll_epi64(_mm_set_epi64x(b, a), from_the_top));
            let high = _mm_castsi128_ps(_mm_sll_epi64(_mm_set_epi64x(d, c), from_the_top));
            // The bit of `square` is now the highest of each plane. Selects the upper 32 bits of all four planes, whose
            // sign bits are the code.
            _mm_movemask_ps(_mm_shuffle_ps::<0b11_01_11_01>(low, high)).to_le_bytes()[0]
        }
    );
}

/// Times looking up the pieces on all squares one by one: the index of each one's role, or 6 on an empty square.
fn square(bench: &mut Bench) {
    fn role(piece: Option<Piece>) -> u8 {
        piece.map_or(6, |piece| piece.role().index() as u8)
    }
    let cases = &cases()[..];
    #[cfg(feature = "peers")]
    let boards: Vec<_> = cases.iter().map(|(position, _)| peer::board(position)).collect();
    let none = vec![[0; 64]; cases.len()];
    let mut contest = Contest::new("small/piece on a square");
    contest.elements(64 * cases.len());
    contest.writer("quadbit", none.clone(), |roles| {
        for (roles, (position, _)) in roles.iter_mut().zip(black_box(cases)) {
            *roles = Square::ALL.map(|square| role(position.piece_at(black_box(square))));
        }
    });
    #[cfg(target_arch = "x86_64")]
    if let Some(token) = fearless_simd::Level::baseline().as_sse2() {
        contest.writer("quadbit, by sign bits", none.clone(), move |roles| {
            for (roles, (position, _)) in roles.iter_mut().zip(black_box(cases)) {
                *roles = Square::ALL.map(|square| {
                    let planes = position.board().planes().map(|plane| plane.0);
                    role(Piece::from_code(signs::code(token, planes, black_box(square).index() as u32)))
                });
            }
        });
    }
    #[cfg(feature = "peers")]
    contest.writer("cozy-chess", none, |roles| {
        for (roles, board) in roles.iter_mut().zip(black_box(&boards)) {
            *roles = Square::ALL
                .map(|square| board.piece_on(peer::square(black_box(square))).map_or(6, |piece| piece as u8));
        }
    });
    contest.time(bench);
}

/// Times asking whether the side to move is in check, and whether two moves of a table are legal: one that is, and one
/// of another position.
fn moves(bench: &mut Bench) {
    let cases = cases();
    #[cfg(feature = "peers")]
    let peers: Vec<_> =
        cases.iter().map(|(position, moves)| (peer::board(position), moves.map(peer::mv))).collect();
    let none = vec![false; cases.len()];

    let mut contest = Contest::new("small/is in check");
    contest.elements(cases.len());
    contest.expecting(cases.iter().map(|(position, _)| !position.checkers().is_empty()).collect());
    contest.writer("quadbit", none.clone(), |checks| {
        checks
            .iter_mut()
            .zip(black_box(&cases))
            .for_each(|(check, (position, _))| *check = position.is_check());
    });
    #[cfg(feature = "peers")]
    contest.writer("cozy-chess", none.clone(), |checks| {
        checks
            .iter_mut()
            .zip(black_box(&peers))
            .for_each(|(check, (board, _))| *check = !board.checkers().is_empty());
    });
    contest.time(bench);

    for (n, name) in
        ["small/is legal, of this position", "small/is legal, of another"].into_iter().enumerate()
    {
        let mut contest = Contest::new(name);
        contest.elements(cases.len());
        contest.writer("quadbit", none.clone(), |legal| {
            for (legal, (position, moves)) in legal.iter_mut().zip(black_box(&cases)) {
                *legal = position.is_legal(moves[n]);
            }
        });
        // Another way to test a move: attack maps and pins first, then the targets of the one piece.
        contest.writer("quadbit, by targets", none.clone(), |legal| {
            for (legal, (position, moves)) in legal.iter_mut().zip(black_box(&cases)) {
                let [from, to] = [moves[n].from(), moves[n].to()].map(Bitboard::of);
                let is_it =
                    |mv| if mv == moves[n] { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                let flow = position
                    .visit_pieces(Stage::All.of(from).to(to), |piece| piece.into_iter().try_for_each(is_it));
                *legal = flow.is_break();
            }
        });
        #[cfg(feature = "peers")]
        contest.writer("cozy-chess", none.clone(), |legal| {
            for (legal, (board, moves)) in legal.iter_mut().zip(black_box(&peers)) {
                *legal = board.is_legal(moves[n]);
            }
        });
        contest.time(bench);
    }
}

/// A function that returns the attacks of a slider on a square, given the occupied squares.
type Form = fn(Square, Bitboard) -> u64;

/// Times the attacks of a rook and of a bishop with random occupied squares.
fn sliders(bench: &mut Bench) {
    let cases: Vec<(Square, Bitboard)> = (0..1024)
        .map(|n| {
            let square = Square::ALL[usize::from(split_mix(3 * n).to_le_bytes()[0] & 63)];
            (square, Bitboard(split_mix(3 * n + 1) & split_mix(3 * n + 2)))
        })
        .collect();
    time_sliders(bench, "small/rook", &cases, ROOKS);
    time_sliders(bench, "small/bishop", &cases, BISHOPS);
}

fn time_sliders(bench: &mut Bench, name: &str, cases: &[(Square, Bitboard)], forms: &[(&str, Form)]) {
    let mut contest = Contest::new(name);
    contest.elements(cases.len());
    for &(library, form) in forms {
        contest.writer(library, vec![0; cases.len()], move |sets| {
            for (set, &(square, occupied)) in sets.iter_mut().zip(black_box(cases)) {
                *set = form(square, occupied);
            }
        });
    }
    contest.time(bench);
}

/// The forms of a rook's attacks. The first is the definition: ray by ray, step by step.
const ROOKS: &[(&str, Form)] = &[
    ("step by step", |square, occupied| by_steps(square, occupied, [(0, 1), (1, 0), (0, -1), (-1, 0)])),
    ("quadbit", |square, occupied| attacks::rook(square, occupied).0),
    #[cfg(feature = "peers")]
    ("cozy-chess", |square, occupied| {
        cozy_chess::get_rook_moves(peer::square(square), cozy_chess::BitBoard(occupied.0)).0
    }),
];

const BISHOPS: &[(&str, Form)] = &[
    ("step by step", |square, occupied| by_steps(square, occupied, [(1, 1), (1, -1), (-1, -1), (-1, 1)])),
    ("quadbit", |square, occupied| attacks::bishop(square, occupied).0),
    #[cfg(feature = "peers")]
    ("cozy-chess", |square, occupied| {
        cozy_chess::get_bishop_moves(peer::square(square), cozy_chess::BitBoard(occupied.0)).0
    }),
];

fn by_steps(square: Square, occupied: Bitboard, steps: [(i32, i32); 4]) -> u64 {
    let mut set = 0;
    for (files, ranks) in steps {
        let mut next = square.offset(files, ranks);
        while let Some(to) = next {
            set |= 1 << to.index();
            next = if occupied.has(to) { None } else { to.offset(files, ranks) };
        }
    }
    set
}

fn main() {
    benches::run(&[square, moves, sliders]);
}
