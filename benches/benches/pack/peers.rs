//! The peers of the packed records: the crates that define the formats, and plain loops over cozy-chess.
//!
//! 1. `unpack` and `walk`: records read with the crates of marlinformat and bulletformat.
//! 2. Indices of inputs by the definitions of nnue-pytorch, a piece at a time.
//! 3. [`Numbering`]: a number for every legal move, by a table of the squares.
//!
//! Their results are compared with ours by the contests of the parent module before anything is timed.

use std::hint::black_box;

use benches::Contest;
use bulletformat::{BulletFormat, ChessBoard};
use cozy_chess::{Board, Color, Piece};
use quadbit_inputs::features::FeatureSet;
use quadbit_inputs::policy::Policy;
use quadbit_movegen::{CastlingLetters, EpMode, FenStyle, GameResult, Position};
use quadbit_pack::{Labels, Sample};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::Role;

use super::{Sorted, VALID, sorted};

pub(super) fn boards(positions: &[Position]) -> Vec<Board> {
    positions.iter().map(|position| benches::peers::cozy_board(&position.to_string())).collect()
}

/// A board of viriformat with score, result and extra byte.
type Unpacked = (viriformat::chess::board::Board, i16, u8, u8);

fn sample((board, score, result, extra): &Unpacked) -> Sample {
    Sample {
        position: Position::from_fen(&board.to_string()).expect(VALID),
        labels: Labels {
            score: Some(*score),
            result: match result {
                0 => GameResult::Win(quadbit_x88::Color::Black),
                1 => GameResult::Draw,
                _ => GameResult::Win(quadbit_x88::Color::White),
            },
            extra: [*extra, 0, 0],
            ..Labels::NONE
        },
    }
}

fn board(sample: &Sample) -> viriformat::chess::board::Board {
    let style = FenStyle { castling: CastlingLetters::Canonical, ep: EpMode::Always };
    let mut board = viriformat::chess::board::Board::new();
    board.set_from_fen(&sample.position.to_fen(style).to_string(), false).expect(VALID);
    board
}

/// Adds to a contest a form in which the crate viriformat reads all fields of records of marlinformat.
pub(super) fn unpack<'a, T: PartialEq + 'a>(
    contest: &mut Contest<'a, Vec<T>>,
    samples: &[Sample],
    see: fn(Sample) -> T,
) {
    let packed: Vec<_> = samples.iter().map(|sample| board(sample).to_marlinformat(17, 1, 0)).collect();
    contest.writer_seen(
        "viriformat",
        vec![(viriformat::chess::board::Board::new(), 0, 0, 0); packed.len()],
        move |boards| {
            for (board, packed) in boards.iter_mut().zip(black_box(&packed)) {
                *board = packed.unpack();
            }
        },
        move |boards| boards.iter().map(|board| see(sample(board))).collect(),
    );
}

pub(super) fn to_marlinformat(contest: &mut Contest<'_, Vec<[u8; 32]>>, samples: &[Sample]) {
    let boards: Vec<_> = samples.iter().map(board).collect();
    contest.writer_seen(
        "viriformat",
        vec![viriformat::chess::board::Board::new().to_marlinformat(0, 0, 0); boards.len()],
        move |packed| {
            for (packed, board) in packed.iter_mut().zip(black_box(&boards)) {
                *packed = board.to_marlinformat(17, 1, 0);
            }
        },
        |packed| packed.iter().map(|packed| packed.as_bytes()).collect(),
    );
}

/// Returns a position as the crate bulletformat takes it: the sets of white and black pieces and of the six kinds; and
/// the side to move.
fn bitboards(sample: &Sample) -> ([u64; 8], usize) {
    let board = sample.position.board();
    let [pawns, knights, bishops, rooks, queens, kings] = Role::ALL.map(|role| board.role(role).0);
    let sets = [board.white().0, board.black().0, pawns, knights, bishops, rooks, queens, kings];
    (sets, sample.position.side_to_move() as usize)
}

fn bullet_board(&(sets, side): &([u64; 8], usize)) -> ChessBoard {
    ChessBoard::from_raw(sets, side, 17, 0.5).expect("every piece has a kind")
}

/// Adds to a contest a form in which the crate bulletformat walks over the pieces of its records and puts them on
/// bitboards.
pub(super) fn walk(contest: &mut Contest<'_, Vec<QuadBitboard>>, samples: &[Sample]) {
    let records: Vec<_> = samples.iter().map(|sample| bullet_board(&bitboards(sample))).collect();
    contest.writer_seen(
        "bulletformat",
        vec![[0_u64; 8]; records.len()],
        move |boards| {
            for (record, sets) in black_box(&records).iter().zip(boards) {
                *sets = [0; 8];
                for (piece, square) in *record {
                    sets[usize::from(piece >> 3 & 1)] |= 1 << (square & 63);
                    sets[2 + usize::from(piece & 7) % 6] |= 1 << (square & 63);
                }
            }
        },
        |boards| boards.iter().map(quad_bitboard).collect(),
    );
}

fn quad_bitboard(sets: &[u64; 8]) -> QuadBitboard {
    let mut board = QuadBitboard::EMPTY;
    for (color, pieces) in quadbit_x88::Color::ALL.into_iter().zip(sets) {
        for (role, kind) in Role::ALL.into_iter().zip(&sets[2..]) {
            for square in Bitboard(pieces & kind) {
                board.put(square, role.of(color));
            }
        }
    }
    board
}

pub(super) fn from_raw(contest: &mut Contest<'_, Vec<[u8; 32]>>, samples: &[Sample]) {
    let raws: Vec<_> = samples.iter().map(bitboards).collect();
    contest.writer_seen(
        "bulletformat",
        vec![ChessBoard::default(); raws.len()],
        move |records| {
            for (record, raw) in records.iter_mut().zip(black_box(&raws)) {
                *record = bullet_board(raw);
            }
        },
        |records| ChessBoard::as_bytes_slice(records).as_chunks().0.to_vec(),
    );
}

/// Calls `visit` for every piece of a board, as the side to move sees it, with its kind, 1 for a piece of the other
/// side (else 0), and its square.
fn each_piece(board: &Board, mut visit: impl FnMut(usize, usize, usize)) {
    let (us, turn) = (board.side_to_move(), turn(board));
    for (theirs, color) in [us, !us].into_iter().enumerate() {
        for (kind, piece) in Piece::ALL.into_iter().enumerate() {
            for square in board.colored_pieces(color, piece) {
                visit(kind, theirs, square as usize ^ turn);
            }
        }
    }
}

/// Returns the number whose xor with a square shows it to the side to move: 56, which reverses the rank, for black, 0
/// for white.
fn turn(board: &Board) -> usize {
    if board.side_to_move() == Color::Black { 56 } else { 0 }
}

pub(super) fn dense<N: Copy + From<u8>>(boards: &[Board], inputs: &mut [[N; 768]]) {
    for (board, inputs) in boards.iter().zip(inputs) {
        inputs.fill(N::from(0));
        each_piece(board, |kind, theirs, square| inputs[64 * (6 * theirs + kind) + square] = N::from(1));
    }
}

/// Returns the index of the input of one piece in `set`, for the side whose king is on `king`, by the definitions of
/// nnue-pytorch; `None` if the piece is no input.
fn index(set: FeatureSet, king: usize, kind: usize, theirs: usize, square: usize) -> Option<usize> {
    match set {
        FeatureSet::Chess768 => Some(64 * (6 * theirs + kind) + square),
        FeatureSet::Buckets(_) => unreachable!("no bench has a layout"),
        FeatureSet::HalfKp if kind == 5 => None,
        FeatureSet::HalfKp => Some(641 * king + 64 * (2 * kind + theirs) + square + 1),
        FeatureSet::HalfKaHm | FeatureSet::HalfKaV2Hm => {
            let mirror = if king % 8 < 4 { 7 } else { 0 };
            let king = king ^ mirror;
            let bucket = (7 - king / 8) * 4 + 7 - king % 8;
            let (planes, plane) = match set {
                FeatureSet::HalfKaV2Hm => (12, 2 * kind + theirs),
                _ => (11, (2 * kind + theirs).min(10)),
            };
            Some(64 * (planes * bucket + plane) + (square ^ mirror))
        }
    }
}

/// The indices of the inputs that are 1, for the side to move and the other side, and how many there are for each.
type Lists = ([[u16; 32]; 2], usize);

pub(super) fn sparse<'a>(contest: &mut Contest<'a, Vec<Sorted>>, set: FeatureSet, boards: &'a [Board]) {
    contest.writer_seen(
        "cozy-chess",
        vec![([[0_u16; 32]; 2], 0); boards.len()],
        move |lists| {
            for (board, lists) in black_box(boards).iter().zip(lists) {
                list(board, set, lists);
            }
        },
        |lists| lists.iter().map(|([us, them], len)| sorted([&us[..*len], &them[..*len]])).collect(),
    );
}

#[inline(always)]
fn list(board: &Board, set: FeatureSet, (indices, len): &mut Lists) {
    let us = board.side_to_move();
    for (side, indices) in [us, !us].into_iter().zip(indices) {
        // HalfKP rotates the board by half a turn, the others reverse the ranks.
        let turn = match (side, set) {
            (Color::White, _) => 0,
            (_, FeatureSet::HalfKp) => 63,
            _ => 56,
        };
        let king = board.king(side) as usize ^ turn;
        *len = 0;
        for (theirs, color) in [side, !side].into_iter().enumerate() {
            for (kind, piece) in Piece::ALL.into_iter().enumerate() {
                for square in board.colored_pieces(color, piece) {
                    if let Some(index) = index(set, king, kind, theirs, square as usize ^ turn) {
                        indices[*len] = u16::try_from(index).expect("an index has 16 bits");
                        *len += 1;
                    }
                }
            }
        }
    }
}

/// The numbering `policy` for cozy-chess: the number of each move by its two squares, in `plain`; some promotions have
/// numbers of their own, which are computed.
pub(super) struct Numbering {
    policy: Policy,
    plain: Vec<[u16; 64]>,
}

impl Numbering {
    /// Makes the table of the numbering `policy`.
    ///
    /// # Panics
    ///
    /// For the numberings of pgx and `OpenSpiel`.
    pub(super) fn new(policy: Policy) -> Self {
        let mut plain = vec![[0; 64]; 64];
        let mut count = 0;
        for (from, row) in plain.iter_mut().enumerate() {
            for (to, number) in row.iter_mut().enumerate() {
                let [files, ranks] = [(to & 7, from & 7), (to >> 3, from >> 3)]
                    .map(|(to, from)| i32::try_from(to).expect(VALID) - i32::try_from(from).expect(VALID));
                let jump = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
                    .iter()
                    .position(|&jump| jump == (files, ranks));
                let distance = files.abs().max(ranks.abs());
                let direction = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
                    .iter()
                    .position(|&(file, rank)| (file * distance, rank * distance) == (files, ranks));
                let way = match (jump, direction) {
                    (Some(jump), _) => 56 + jump,
                    (None, Some(direction)) if distance > 0 => {
                        7 * direction + usize::try_from(distance).expect(VALID) - 1
                    }
                    _ => continue,
                };
                let index = match policy {
                    Policy::FromTo => 64 * from + to,
                    Policy::AlphaZero => 73 * from + way,
                    Policy::Lc0 => count,
                    Policy::Pgx | Policy::OpenSpiel => panic!("{policy:?} is not compared"),
                };
                *number = u16::try_from(index).expect(VALID);
                count += 1;
            }
        }
        Self { policy, plain }
    }

    #[inline(always)]
    fn number(&self, from: usize, to: usize, promotion: Option<Piece>) -> usize {
        let aside = 1 + (to & 7) - (from & 7);
        match (self.policy, promotion) {
            (Policy::AlphaZero, Some(Piece::Knight)) => 73 * from + 64 + 3 * aside,
            (Policy::AlphaZero, Some(Piece::Bishop)) => 73 * from + 65 + 3 * aside,
            (Policy::AlphaZero, Some(Piece::Rook)) => 73 * from + 66 + 3 * aside,
            (Policy::Lc0, Some(Piece::Queen)) => 1792 + 3 * (2 * (from & 7) + (to & 7)),
            (Policy::Lc0, Some(Piece::Rook)) => 1793 + 3 * (2 * (from & 7) + (to & 7)),
            (Policy::Lc0, Some(Piece::Bishop)) => 1794 + 3 * (2 * (from & 7) + (to & 7)),
            (Policy::FromTo, _) => 64 * from + to,
            _ => usize::from(self.plain[from][to]),
        }
    }

    /// Calls `visit` with the number of every legal move; the moves are numbered as the side to move sees them.
    #[inline(always)]
    fn legal_moves(&self, board: &Board, mut visit: impl FnMut(usize)) {
        let (turn, ours) = (turn(board), board.colors(board.side_to_move()));
        board.generate_moves(|moves| {
            for mv in moves {
                let (from, mut to) = (mv.from as usize ^ turn, mv.to as usize ^ turn);
                if self.policy == Policy::AlphaZero && moves.piece == Piece::King && ours.has(mv.to) {
                    to = if to > from { from + 2 } else { from - 2 };
                }
                visit(self.number(from, to, mv.promotion));
            }
            false
        });
    }
}

pub(super) fn legal_bits(numbering: &Numbering, boards: &[Board], words: &mut [u64]) {
    for (board, mask) in boards.iter().zip(words.chunks_exact_mut(numbering.policy.words())) {
        mask.fill(0);
        numbering.legal_moves(board, |number| mask[number / 64] |= 1 << (number % 64));
    }
}

pub(super) fn legal_mask(numbering: &Numbering, boards: &[Board], values: &mut [bool]) {
    for (board, mask) in boards.iter().zip(values.chunks_exact_mut(numbering.policy.size())) {
        mask.fill(false);
        numbering.legal_moves(board, |number| mask[number] = true);
    }
}

pub(super) fn matches(boards: &[Board], found: &mut [bool]) {
    for (board, found) in boards.iter().zip(found) {
        *found = board.pieces(Piece::Queen).is_empty() && board.pieces(Piece::Pawn).len() >= 3;
    }
}
