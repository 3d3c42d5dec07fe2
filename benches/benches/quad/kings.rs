//! Checks, pins and discoverers: by fills between kings and sliders, by look-ups from the king, and by
//! differences.
//!
//! 1. `lines`: everything that a generator asks about both kings, by fills of a whole board and by look-ups.
//! 2. `orders`: two orders of kings and sliders in a register, in which one fill finds the squares between them.
//! 3. `pins`: only pins, where Wiereyn's difference of two squares needs no sets.
//!
//! All ways to find one thing must give the same results: the contests compare them before they time anything.

use std::hint::black_box;

use benches::{Bench, Contest};
use fearless_simd::prelude::*;
use fearless_simd::u64x4;
use quadbit_classics::fill::kings::{self, Fills, KingLines};
use quadbit_movegen::Position;
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::sets::Rays;
use quadbit_quad::simd::BoardSimd;
use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{Attackers, Color, Diff, Direction, Piece, Square, Square88, pinner, slider_behind};

use crate::positions;

/// What is found about a king: by fills and by look-ups alike.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct King {
    taboo: Bitboard,
    sliding_checkers: Bitboard,
    block_targets: Bitboard,
    pinned: Bitboard,
    discoverers: Bitboard,
}

impl King {
    fn of(lines: &KingLines) -> Self {
        let &KingLines { taboo, sliding_checkers, block_targets, pinned, discoverers, .. } = lines;
        Self { taboo, sliding_checkers, block_targets, pinned, discoverers }
    }

    /// Finds everything by look-ups: the lines of the sliders that would see the king on an empty board, and all
    /// attacks one by one.
    fn by_look_ups(board: QuadBitboard, color: Color) -> Self {
        let (occupied, own, theirs) = (board.occupied(), board.color(color), board.color(!color));
        let Some(square) = (board.kings() & own).first() else { return Self::default() };
        let mut king = Self { taboo: taboo(board, theirs, square, color), ..Self::default() };
        for slider in snipers(board, theirs, square) {
            let between = attacks::between(square, slider);
            let pieces = between & occupied;
            if pieces.is_empty() {
                king.sliding_checkers = king.sliding_checkers.with(slider);
                king.block_targets |= between;
            } else if !pieces.has_many() {
                king.pinned |= pieces & own;
                king.discoverers |= pieces & theirs;
            }
        }
        // A checker with another slider behind it is not a discoverer.
        king.discoverers &= !king.sliding_checkers;
        king
    }
}

/// Returns the sliders of `side` that would attack `square` on an empty board.
fn snipers(board: QuadBitboard, side: Bitboard, square: Square) -> Bitboard {
    let straight = attacks::rook(square, Bitboard::EMPTY) & board.orthogonal_sliders();
    let slanted = attacks::bishop(square, Bitboard::EMPTY) & board.diagonal_sliders();
    (straight | slanted) & side
}

/// Returns the squares that the other side attacks, looking through the king.
fn taboo(board: QuadBitboard, theirs: Bitboard, king: Square, color: Color) -> Bitboard {
    let occupied = board.occupied() & !Bitboard::of(king);
    let mut taboo = Bitboard::EMPTY;
    for pawn in board.pawns() & theirs {
        taboo |= attacks::pawn(!color, pawn);
    }
    for knight in board.knights() & theirs {
        taboo |= attacks::knight(knight);
    }
    for slider in board.diagonal_sliders() & theirs {
        taboo |= attacks::bishop(slider, occupied);
    }
    for slider in board.orthogonal_sliders() & theirs {
        taboo |= attacks::rook(slider, occupied);
    }
    for king in board.kings() & theirs {
        taboo |= attacks::king(king);
    }
    taboo
}

/// Times finding everything about both kings: by fills and by look-ups.
pub(crate) fn lines(bench: &mut Bench) {
    let boards: Vec<QuadBitboard> = positions().iter().map(Position::board).collect();
    let mut contest = Contest::new("kings");
    contest.elements(boards.len());
    contest.writer_seen(
        "checks, pins and discoverers of both kings, fills",
        vec![[KingLines::default(); 2]; boards.len()],
        |out| {
            for (out, &board) in out.iter_mut().zip(black_box(&boards)) {
                *out = kings::lines(board);
            }
        },
        |out| out.iter().map(|lines| lines.each_ref().map(King::of)).collect(),
    );
    for level in Level::available() {
        let boards = &boards[..];
        contest.writer_seen(
            format!("{level}/checks, pins and discoverers of both kings, fills"),
            vec![[KingLines::default(); 2]; boards.len()],
            move |out| dispatch!(level, s => lines_by_fills(s, black_box(boards), out)),
            |out| out.iter().map(|lines| lines.each_ref().map(King::of)).collect(),
        );
    }
    contest.writer(
        "checks, pins and discoverers of both kings, look-ups",
        vec![[King::default(); 2]; boards.len()],
        |out| {
            for (out, &board) in out.iter_mut().zip(black_box(&boards)) {
                *out = Color::ALL.map(|color| King::by_look_ups(board, color));
            }
        },
    );
    contest.time(bench);
}

/// For each of the sets of white's sliders, white's king, black's king and black's sliders: which word of a register
/// holds it. In both orders, the lower half of a fill `and` the upper half of the fill in the opposite direction gives
/// the squares between the sliders of each side and the enemy king.
type Order = [usize; 4];

/// Isenberg's order: the sliders and the king of a side are one half.
const BY_SIDE: Order = [0, 1, 2, 3];

/// The order of the code in the wiki's article: white sliders, black sliders, black king, white king.
const BY_KIND: Order = [0, 3, 2, 1];

/// The squares between the sliders of each side and the enemy king, by the slider's direction; then the squares that
/// the sliders of each side attack, through the enemy king. White's first.
type Between = ([[u64; 8]; 2], [u64; 2]);

/// Times fills of four sets in Isenberg's order, and in that of the article's code, which has the sliders in one half
/// and the kings in the other.
pub(crate) fn orders(bench: &mut Bench) {
    let boards: Vec<QuadBitboard> = positions().iter().map(Position::board).collect();
    let boards = &boards[..];
    let mut contest = Contest::new("kings");
    contest.elements(boards.len()).expecting(boards.iter().map(between_by_steps).collect());
    for level in Level::available() {
        let none = vec![Between::default(); boards.len()];
        contest.writer(format!("{level}/in-between sets, halves by side"), none.clone(), move |out| {
            dispatch!(level, s => between_by_fills(s, black_box(boards), out, BY_SIDE));
        });
        contest.writer(format!("{level}/in-between sets, halves by kind"), none, move |out| {
            dispatch!(level, s => between_by_fills(s, black_box(boards), out, BY_KIND));
        });
    }
    contest.time(bench);
}

#[inline(always)]
fn between_by_fills<S: BoardSimd>(s: S, boards: &[QuadBitboard], out: &mut [Between], order: Order) {
    for (out, board) in out.iter_mut().zip(boards) {
        let [white, black] = [board.white().0, board.black().0];
        let (kings, empty) = (board.kings().0, !board.occupied().0);
        let in_order = |words: [u64; 4]| {
            let mut ordered = [0; 4];
            for (word, place) in words.into_iter().zip(order) {
                ordered[place] = word;
            }
            u64x4::simd_from(s, ordered)
        };
        let passable = in_order([empty | (kings & black), empty, empty, empty | (kings & white)]);
        let movers = |sliders: Bitboard| {
            in_order([sliders.0 & white, kings & white, kings & black, sliders.0 & black])
        };
        let [orthogonal, diagonal] = [movers(board.orthogonal_sliders()), movers(board.diagonal_sliders())];
        let sees = Rays::new(passable).slides(orthogonal, diagonal).0;
        let [white_sliders, _, _, black_sliders] = order;
        for d in 0..8 {
            let (lower, upper) = (sees[d].split().0, sees[(d + 4) % 8].split().1);
            let met = lower & upper;
            // Word 0 belongs to white's sliders. In Isenberg's order word 1 is white's king, which looks against the
            // direction of the black sliders that it meets.
            out.0[0][d] = met[0];
            out.0[1][if order == BY_SIDE { (d + 4) % 8 } else { d }] = met[1];
        }
        let all = sees.into_iter().fold(u64x4::splat(s, 0), |all, seen| all | seen);
        out.1 = [all[white_sliders], all[black_sliders]];
    }
}

/// Finds [`Between`] by walking from each slider and from each king, a step at a time: the reference for the fills. The
/// squares between are those that both walks visit.
fn between_by_steps(board: &QuadBitboard) -> Between {
    let walk = |from: Bitboard, direction: Direction, through: Bitboard| {
        let mut seen = Bitboard::EMPTY;
        for mut square in from {
            while let Some(next) = square.offset(direction.files(), direction.ranks()) {
                seen = seen.with(next);
                if (board.occupied() & !through).has(next) {
                    break;
                }
                square = next;
            }
        }
        seen.0
    };
    let mut out = Between::default();
    for (side, direction) in Color::ALL.into_iter().flat_map(|side| Direction::ALL.map(|d| (side, d))) {
        let all = if direction.is_diagonal() { board.diagonal_sliders() } else { board.orthogonal_sliders() };
        let their_king = board.kings() & board.color(!side);
        let slid = walk(all & board.color(side), direction, their_king);
        let seen = walk(their_king, direction.opposite(), Bitboard::EMPTY);
        out.0[side.index()][direction.index()] = slid & seen;
        out.1[side.index()] |= slid;
    }
    out
}

#[inline(always)]
fn lines_by_fills<S: BoardSimd>(s: S, boards: &[QuadBitboard], out: &mut [[KingLines; 2]]) {
    for (out, &board) in out.iter_mut().zip(boards) {
        let fills = Fills::new(s, board);
        *out = Color::ALL.map(|color| fills.lines(color));
    }
}

/// A 0x88 board of pieces, to find pins by differences of squares or along rays, and the squares of both kings.
struct Cells {
    cells: [Option<Piece>; 128],
    kings: [Square88; 2],
}

impl Cells {
    fn of(board: QuadBitboard) -> Self {
        let king = |color| (board.kings() & board.color(color)).first().expect("both sides have a king");
        Self {
            cells: board.to_x88().map(Piece::from_code),
            kings: Color::ALL.map(|color| king(color).into()),
        }
    }

    fn at(&self, square: Square88) -> Option<Piece> {
        self.cells[square.index()]
    }

    /// Finds the pinned pieces of both sides by testing the difference of every piece to its king: Wiereyn's test, as
    /// in [`pinner`].
    fn pinned_by_differences(&self) -> u64 {
        let mut pinned = 0;
        for square in Square88::ALL {
            if let Some(piece) = self.at(square) {
                let king = self.kings[piece.color().index()];
                if square != king && pinner(|square| self.at(square), king, square).is_some() {
                    pinned |= 1 << square.to_square().index();
                }
            }
        }
        pinned
    }

    /// Finds the pinned pieces of both sides along the rays of each king: a piece of the king's side, followed by an
    /// enemy slider that moves along the line.
    fn pinned_by_rays(&self) -> u64 {
        let mut pinned = 0;
        for color in Color::ALL {
            let king = self.kings[color.index()];
            for direction in Direction::ALL {
                let mut pieces = king.ray(direction).filter(|&square| self.at(square).is_some());
                let (Some(first), Some(behind)) = (pieces.next(), pieces.next()) else { continue };
                let of = |square, color| self.at(square).filter(|piece| piece.color() == color);
                let slides =
                    |piece: Piece| Diff::new(behind, king).attackers().intersects(Attackers::of(piece));
                if of(first, color).is_some() && of(behind, !color).is_some_and(slides) {
                    pinned |= 1 << first.to_square().index();
                }
            }
        }
        pinned
    }
}

/// Times finding the pinned pieces of both sides and nothing else. Look-ups need no board of squares, differences no
/// sets.
pub(crate) fn pins(bench: &mut Bench) {
    let boards: Vec<QuadBitboard> = positions().iter().map(Position::board).collect();
    let cells: Vec<Cells> = boards.iter().map(|&board| Cells::of(board)).collect();
    let none = vec![0; boards.len()];
    let mut contest = Contest::new("kings");
    contest.elements(boards.len());
    contest.writer("pins by differences", none.clone(), |out| {
        for (out, cells) in out.iter_mut().zip(black_box(&cells)) {
            *out = cells.pinned_by_differences();
        }
    });
    contest.writer("pins by rays from the king", none.clone(), |out| {
        for (out, cells) in out.iter_mut().zip(black_box(&cells)) {
            *out = cells.pinned_by_rays();
        }
    });
    contest.writer("pins by look-ups", none.clone(), |out| {
        for (out, &board) in out.iter_mut().zip(black_box(&boards)) {
            *out = Color::ALL.into_iter().fold(0, |pinned, color| pinned | pinned_by_look_ups(board, color));
        }
    });
    contest.writer("pins by fills", none, |out| {
        for (out, &board) in out.iter_mut().zip(black_box(&boards)) {
            let [white, black] = kings::lines(board);
            *out = white.pinned.0 | black.pinned.0;
        }
    });
    contest.time(bench);
}

fn pinned_by_look_ups(board: QuadBitboard, color: Color) -> u64 {
    let (own, theirs) = (board.color(color), board.color(!color));
    let Some(king) = (board.kings() & own).first() else { return 0 };
    let mut pinned = 0;
    for slider in snipers(board, theirs, king) {
        let pieces = attacks::between(king, slider) & board.occupied();
        if !pieces.has_many() {
            pinned |= (pieces & own).0;
        }
    }
    pinned
}

/// Times two questions about one piece of each position, as Wiereyn asks them of the piece that is about to move: is it
/// pinned, and may it discover a check?
pub(crate) fn one_piece(bench: &mut Bench) {
    let positions = positions();
    let boards: Vec<QuadBitboard> = positions.iter().map(Position::board).collect();
    let cells: Vec<Cells> = boards.iter().map(|&board| Cells::of(board)).collect();
    let movers: Vec<Square> = positions.iter().enumerate().map(|(n, position)| mover(n, position)).collect();
    let sides: Vec<Color> = positions.iter().map(Position::side_to_move).collect();
    let each = || cells.iter().zip(&boards).zip(movers.iter().zip(&sides));

    let mut contest = Contest::new("one piece is pinned");
    contest.elements(boards.len());
    contest.form("by its difference", || {
        let is_pinned = |cells: &Cells, piece: Square, side: Color| {
            pinner(|square| cells.at(square), cells.kings[side.index()], piece.into()).is_some()
        };
        each().filter(|&((cells, _), (&piece, &side))| is_pinned(black_box(cells), piece, side)).count()
    });
    contest.form("by rays from the king", || {
        let is_pinned = |cells: &Cells, piece: Square| cells.pinned_by_rays() >> piece.index() & 1 != 0;
        each().filter(|&((cells, _), (&piece, _))| is_pinned(black_box(cells), piece)).count()
    });
    contest.form("by look-ups", || {
        let is_pinned =
            |board, piece: Square, side| pinned_by_look_ups(board, side) >> piece.index() & 1 != 0;
        each().filter(|&((_, &board), (&piece, &side))| is_pinned(black_box(board), piece, side)).count()
    });
    contest.time(bench);

    let mut contest = Contest::new("one piece discovers a check");
    contest.elements(boards.len());
    contest.form("by its difference", || {
        let discovers = |cells: &Cells, piece: Square, side: Color| {
            let king = cells.kings[(!side).index()];
            slider_behind(|square| cells.at(square), king, piece.into(), side).is_some()
        };
        each().filter(|&((cells, _), (&piece, &side))| discovers(black_box(cells), piece, side)).count()
    });
    contest.form("by look-ups", || {
        let discovers = |board: QuadBitboard, piece: Square, side: Color| {
            let own = board.color(side);
            let king = (board.kings() & !own).first();
            king.is_some_and(|king| {
                snipers(board, own, king)
                    .into_iter()
                    .any(|slider| attacks::between(king, slider) & board.occupied() == Bitboard::of(piece))
            })
        };
        each().filter(|&((_, &board), (&piece, &side))| discovers(black_box(board), piece, side)).count()
    });
    contest.time(bench);
}

/// Returns the square of a piece of the side to move, but not of its king; `n` chooses among these pieces.
fn mover(n: usize, position: &Position) -> Square {
    let board = position.board();
    let mut pieces = (board.color(position.side_to_move()) & !board.kings()).into_iter();
    let count = pieces.clone().count().max(1);
    pieces.nth(n % count).unwrap_or(Square::A1)
}
