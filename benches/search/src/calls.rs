//! Single calls of a search on quadbit and cozy-chess: `search-speed calls [ROUNDS]` prints nanoseconds for each call
//! and their ratio. The positions are those of a small search of the six positions of the wiki's "Perft Results".
//! Before a call is timed, its answers on both libraries are compared in every position.
//!
//! A processor learns the branches of a few thousand calls by heart if the calls are repeated in the same order, but a
//! search never asks in the same order. So there are many positions, in windows that are brought into the cache before
//! they are timed. Every round times all windows, and the lowest time of each window counts.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use cozy_chess::Board;
use quadbit_movegen::{Color, Move, MoveList, Piece, Position, Role, Square, Stage, attacks};

use crate::SIX;
use crate::cozy::Position as Cozy;
use crate::engine::{Node, VALUES};
use crate::list::List;

/// The number of positions about which the calls ask, and the number in a window, which is timed as a whole. The
/// positions of a window fit into the first-level cache, where a search has the position that it has just made.
const POSITIONS: usize = 45_000;
const WINDOW: usize = 120;

/// The maximum number of positions of a search that are stored.
const MOST: usize = 100_000;

/// A position with the moves, squares and pieces about which the calls ask, in the types of one library.
#[derive(Clone)]
struct Case<P, M, S, K> {
    position: P,
    /// A legal move of the position.
    legal: M,
    /// A legal move of another position, as a table may hold it.
    any: M,
    /// A legal capture or promotion, if there is one.
    tactical: Option<M>,
    squares: [S; 2],
    piece: K,
}

type Ours = Case<Position, Move, Square, Piece>;
type Theirs = Case<Cozy, cozy_chess::Move, cozy_chess::Square, (cozy_chess::Color, cozy_chess::Piece)>;

/// Times every call on both libraries, `rounds` times each.
pub(crate) fn run(rounds: u32) {
    let ours = cases();
    let theirs: Vec<Theirs> = ours.iter().map(theirs).collect();
    println!(
        "Nanoseconds of a call in {} positions of a search, windows' best of {rounds} rounds.\n",
        ours.len()
    );
    println!("{:<36}{:>10}{:>12}{:>8}", "", "quadbit", "cozy-chess", "ratio");
    let calls = Calls { ours, theirs, rounds };
    calls.sets();
    calls.attacks();
    calls.moves();
    calls.lists();
}

struct Calls {
    ours: Vec<Ours>,
    theirs: Vec<Theirs>,
    rounds: u32,
}

impl Calls {
    /// Compares the answers of both libraries in every position, then times their windows in turn and prints the
    /// nanoseconds of a call.
    #[inline(never)]
    fn time(&self, name: &str, ours: impl Fn(&Ours) -> u64, theirs: impl Fn(&Theirs) -> u64) {
        for (our, their) in self.ours.iter().zip(&self.theirs) {
            assert_eq!(ours(our), theirs(their), "{name}: {}", our.position);
        }
        let mut best = vec![[Duration::MAX; 2]; self.ours.len().div_ceil(WINDOW)];
        for _ in 0..self.rounds {
            let windows = self.ours.chunks(WINDOW).zip(self.theirs.chunks(WINDOW));
            for ((our, their), best) in windows.zip(&mut best) {
                *best = [best[0].min(window_time(our, &ours)), best[1].min(window_time(their, &theirs))];
            }
        }
        let best = [0, 1].map(|side| {
            let sum: Duration = best.iter().map(|best| best[side]).sum();
            sum.as_secs_f64() * 1e9 / self.ours.len() as f64
        });
        println!("{name:<36}{:>10.2}{:>12.2}{:>8.2}", best[0], best[1], best[1] / best[0]);
    }

    fn sets(&self) {
        self.time(
            "the piece on a square",
            |case| case.position.piece_at(case.squares[0]).map_or(12, |piece| piece.index() as u64),
            |case| {
                let (board, square) = (&case.position.0, case.squares[0]);
                let piece = board.piece_on(square).zip(board.color_on(square));
                piece.map_or(12, |(piece, color)| 2 * piece as u64 + color as u64)
            },
        );
        self.time(
            "its kind only",
            |case| case.position.board().role_at(case.squares[0]).map_or(6, |role| role.index() as u64),
            |case| case.position.0.piece_on(case.squares[0]).map_or(6, |piece| piece as u64),
        );
        self.time(
            "one set of pieces, run time",
            |case| case.position.board().of(case.piece.code()).0,
            |case| case.position.0.colored_pieces(case.piece.0, case.piece.1).0,
        );
        self.time(
            "twelve sets of pieces",
            |case| {
                Piece::ALL.iter().fold(0, |sum: u64, piece| {
                    let set = case.position.pieces(piece.color(), piece.role()).0;
                    sum.wrapping_mul(3).wrapping_add(set)
                })
            },
            |case| {
                cozy_chess::Piece::ALL.iter().fold(0, |sum, &piece| {
                    cozy_chess::Color::ALL.iter().fold(sum, |sum: u64, &color| {
                        sum.wrapping_mul(3).wrapping_add(case.position.0.colored_pieces(color, piece).0)
                    })
                })
            },
        );
        self.time("checkers", |case| case.position.checkers().0, |case| case.position.0.checkers().0);
        self.time(
            "pinned",
            |case| case.position.pinned(case.position.side_to_move()).0,
            |case| (case.position.0.pinned() & case.position.0.colors(case.position.0.side_to_move())).0,
        );
    }

    fn attacks(&self) {
        self.time(
            "between",
            |case| attacks::between(case.squares[0], case.squares[1]).0,
            |case| cozy_chess::get_between_rays(case.squares[0], case.squares[1]).0,
        );
        self.time(
            "rook attacks",
            |case| attacks::rook(case.squares[0], case.position.board().occupied()).0,
            |case| cozy_chess::get_rook_moves(case.squares[0], case.position.0.occupied()).0,
        );
        self.time(
            "bishop attacks",
            |case| attacks::bishop(case.squares[0], case.position.board().occupied()).0,
            |case| cozy_chess::get_bishop_moves(case.squares[0], case.position.0.occupied()).0,
        );
        self.time(
            "mobility of all sliders",
            |case| {
                let (board, occupied) = (case.position.board(), case.position.board().occupied());
                let rooks = board.orthogonal_sliders().into_iter();
                let bishops = board.diagonal_sliders().into_iter();
                u64::from(rooks.map(|from| attacks::rook(from, occupied).len()).sum::<u32>())
                    + u64::from(bishops.map(|from| attacks::bishop(from, occupied).len()).sum::<u32>())
            },
            |case| {
                use cozy_chess::Piece::{Bishop, Queen, Rook};
                let board = &case.position.0;
                let occupied = board.occupied();
                let rooks = (board.pieces(Rook) | board.pieces(Queen)).into_iter();
                let bishops = (board.pieces(Bishop) | board.pieces(Queen)).into_iter();
                u64::from(rooks.map(|from| cozy_chess::get_rook_moves(from, occupied).len()).sum::<u32>())
                    + u64::from(
                        bishops.map(|from| cozy_chess::get_bishop_moves(from, occupied).len()).sum::<u32>(),
                    )
            },
        );
    }

    fn moves(&self) {
        self.time(
            "is_legal of legal moves",
            |case| case.position.is_legal(case.legal).into(),
            |case| case.position.0.is_legal(case.legal).into(),
        );
        self.time(
            "is_legal, half of them legal",
            |case| {
                u64::from(case.position.is_legal(case.legal)) + u64::from(case.position.is_legal(case.any))
            },
            |case| {
                u64::from(case.position.0.is_legal(case.legal))
                    + u64::from(case.position.0.is_legal(case.any))
            },
        );
        self.time(
            "make on a copy",
            |case| black_box(&case.position.after(case.legal)).is_check().into(),
            |case| {
                let mut after = case.position.0.clone();
                after.play_unchecked(case.legal);
                (!black_box(&after).checkers().is_empty()).into()
            },
        );
        self.time(
            "null move",
            |case| case.position.null_move().map_or(2, |after| black_box(&after).side_to_move() as u64),
            |case| case.position.0.null_move().map_or(2, |after| black_box(&after).side_to_move() as u64),
        );
        self.time(
            "gives_check",
            |case| case.position.gives_check(case.legal).into(),
            |case| {
                let mut after = case.position.0.clone();
                after.play_unchecked(case.legal);
                (!after.checkers().is_empty()).into()
            },
        );
        self.time(
            "exchange",
            |case| case.tactical.map_or(2, |mv| case.position.wins_exchange(mv, 0, &VALUES).into()),
            |case| {
                case.tactical
                    .map_or(2, |mv| Node::wins_exchange(&case.position, crate::cozy::Move(mv)).into())
            },
        );
    }

    fn lists(&self) {
        let theirs = |case: &Theirs| {
            let mut count = 0;
            case.position.0.generate_moves(|piece| {
                count += piece.len() as u64;
                false
            });
            count
        };
        self.time(
            "moves piece by piece",
            |case| {
                let mut count = 0;
                _ = case.position.visit_pieces(Stage::All, |piece| {
                    count += piece.len() as u64;
                    ControlFlow::Continue(())
                });
                count
            },
            theirs,
        );
        let length = |list: &[Move]| black_box(list).len() as u64;
        let their_length = |list: &[cozy_chess::Move]| black_box(list).len() as u64;
        self.time(
            "list of all moves",
            |case| length(&case.position.legal_moves()),
            |case| {
                let mut list = List::default();
                case.position.0.generate_moves(|piece| {
                    list.extend(piece);
                    false
                });
                their_length(&list)
            },
        );
        self.time(
            "list of captures, promotions",
            |case| length(&staged(&case.position, Stage::Tactical)),
            |case| {
                let mut list = List::default();
                case.position.list_tactical(&mut list);
                their_length(&list)
            },
        );
        self.time(
            "list of quiet moves",
            |case| length(&staged(&case.position, Stage::Quiet)),
            |case| {
                let mut list = List::default();
                case.position.list_quiet(&mut list);
                their_length(&list)
            },
        );
    }
}

/// Returns the legal moves of `position` that belong to `stage`.
fn staged(position: &Position, stage: Stage) -> MoveList {
    let mut list = MoveList::new();
    position.moves_into(stage, &mut list);
    list
}

/// Times a call in all cases of a window, which is first brought into the cache.
#[inline(always)]
fn window_time<C: Clone>(window: &[C], call: impl Fn(&C) -> u64) -> Duration {
    for case in window {
        black_box(case.clone());
    }
    let started = Instant::now();
    // `black_box` separates the answers; otherwise the compiler makes vectors of several calls.
    for case in black_box(window) {
        black_box(call(case));
    }
    started.elapsed()
}

/// Returns the cases: one of every few positions of a search.
fn cases() -> Vec<Ours> {
    let mut positions: Vec<Position> = Vec::new();
    for (fen, _) in SIX {
        let mut seen = Vec::new();
        search(&fen.parse().expect("the benches use valid positions"), 3, &mut seen);
        positions.extend(seen.iter().step_by((SIX.len() * seen.len() / POSITIONS).max(1)));
    }
    let mut random = 1_u64;
    let mut last = Move::new(Square::E2, Square::E4);
    let mut cases = Vec::new();
    for position in positions.leak().iter() {
        let moves = position.legal_moves();
        if moves.is_empty() {
            continue;
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let pick = |list: &MoveList, bits: u64| (!list.is_empty()).then(|| list[bits as usize % list.len()]);
        let legal = pick(&moves, random >> 40).expect("there is a move");
        // A random square for a slider, and the square of a king, mostly on no common line; look-ups for pins and
        // checks start from the king's square.
        let from = Square::ALL[(random >> 33) as usize & 63];
        let king = position.king(Color::ALL[(random >> 32) as usize & 1]);
        let piece = Piece::ALL[(random >> 50) as usize % 12];
        cases.push(Case {
            position: *position,
            legal,
            any: last,
            tactical: pick(&staged(position, Stage::Tactical), random >> 20),
            squares: [from, king],
            piece,
        });
        last = legal;
    }
    cases
}

/// Searches by alpha-beta and material, with a quiescence search, and stores the positions that it enters, at most
/// [`MOST`]. Returns the score of the side to move.
fn search(position: &Position, depth: i32, seen: &mut Vec<Position>) -> i32 {
    fn inner(position: &Position, depth: i32, mut alpha: i32, beta: i32, seen: &mut Vec<Position>) -> i32 {
        if seen.len() >= MOST {
            return alpha;
        }
        seen.push(*position);
        let [ours, theirs] = [position.side_to_move(), !position.side_to_move()].map(|side| {
            Role::ALL
                .iter()
                .map(|&role| VALUES.of(role) * position.pieces(side, role).len().cast_signed())
                .sum::<i32>()
        });
        if depth <= 0 {
            alpha = alpha.max(ours - theirs);
        }
        let stages: &[Stage] = if depth > 0 { &[Stage::Tactical, Stage::Quiet] } else { &[Stage::Tactical] };
        for &stage in stages {
            for mv in staged(position, stage) {
                if alpha >= beta {
                    return alpha;
                }
                alpha = alpha.max(-inner(&position.after(mv), depth - 1, -beta, -alpha, seen));
            }
        }
        alpha
    }
    inner(position, depth, -30_000, 30_000, seen)
}

/// Converts a case of this library to one of cozy-chess.
fn theirs(case: &Ours) -> Theirs {
    let square = |square: Square| cozy_chess::Square::index(square.index());
    let mv = |mv: Move| cozy_chess::Move {
        from: square(mv.from()),
        to: square(mv.to()),
        promotion: mv.promotion().map(|role| cozy_chess::Piece::index(role.index())),
    };
    Case {
        position: Cozy(Board::from_fen(&case.position.to_string(), false).expect("a legal position")),
        legal: mv(case.legal),
        any: mv(case.any),
        tactical: case.tactical.map(mv),
        squares: case.squares.map(square),
        piece: (
            cozy_chess::Color::index(case.piece.color().index()),
            cozy_chess::Piece::index(case.piece.role().index()),
        ),
    }
}
