//! Records against the crates that define them, byte for byte, on every position of the corpora.

use std::str::FromStr;

use quadbit_movegen::{CastlingLetters, Color, EpMode, FenStyle, GameResult, Position, Validity};
use quadbit_nibble::simd::testing::levels;
use quadbit_pack::{
    Field, Fields, Format, Labels, Record, Sample, WriteError, batch, bulletformat, marlinformat, text,
    viriformat,
};

use crate::samples::samples;

/// Returns the number of a result in both crates: 0 black has won, 1 draw, 2 white has won.
fn number(result: GameResult) -> u8 {
    match result {
        GameResult::Win(Color::White) => 2,
        GameResult::Draw => 1,
        _ => 0,
    }
}

/// Returns the position as the crate `viriformat` reads it.
fn their_board(position: &Position) -> ::viriformat::chess::board::Board {
    let style = FenStyle { castling: CastlingLetters::Shredder, ep: EpMode::Always };
    let fen = position.to_fen(style).to_string();
    let mut board = ::viriformat::chess::board::Board::new();
    board.set_from_fen(&fen, true).unwrap_or_else(|error| panic!("{fen}: {error}"));
    board
}

/// Writes all samples at every level, and compares each record with the bytes of `twin`, which uses the crate that
/// defines the format.
fn compare<R: Record + PartialEq + std::fmt::Debug>(may_drop: Fields, twin: impl Fn(&Sample) -> Vec<u8>) {
    let samples: Vec<Sample> = samples().collect();
    let twins: Vec<Vec<u8>> = samples.iter().map(twin).collect();
    for level in levels() {
        let mut records = vec![Err(WriteError::Chess960); samples.len()];
        batch::write::<R>(level, may_drop, &samples, &mut records);
        for ((sample, record), twin) in samples.iter().zip(&records).zip(&twins) {
            let record = record.unwrap_or_else(|error| panic!("{}: {error}", sample.position));
            assert_eq!(bytemuck::bytes_of(&record), twin, "{} at level {level}", sample.position);
            assert_eq!(R::write(sample, may_drop), Ok(record));
        }
    }
}

#[test]
fn marlinformat_is_what_its_crate_writes() {
    compare::<marlinformat::MarlinRecord>(Fields::EMPTY, |sample| {
        let board = their_board(&sample.position);
        let packed = board.to_marlinformat(
            sample.labels.score.unwrap(),
            number(sample.labels.result),
            sample.labels.extra[0],
        );
        packed.as_bytes().to_vec()
    });
}

#[test]
fn bulletformat_is_what_its_crate_reads_from_text_and_makes_of_bitboards() {
    let sides = [Field::Castling, Field::EnPassant, Field::Clocks];
    let may_drop = sides.into_iter().fold(Fields::EMPTY, Fields::with);
    compare::<bulletformat::BulletRecord>(may_drop, |sample| {
        let line = text::write(
            &Sample { labels: Labels { extra: [0; 3], ..sample.labels }, ..*sample },
            Fields::EMPTY,
        )
        .unwrap()
        .to_string();
        let mut board = ::bulletformat::ChessBoard::from_str(&line).unwrap();
        assert_eq!(board, from_raw(sample));
        board.extra = sample.labels.extra;
        their_bytes(&board)
    });
}

fn from_raw(sample: &Sample) -> ::bulletformat::ChessBoard {
    let board = sample.position.board();
    let mut sets = [board.white().0, board.black().0, 0, 0, 0, 0, 0, 0];
    for (set, role) in sets[2..].iter_mut().zip(quadbit_x88::Role::ALL) {
        *set = board.role(role).0;
    }
    let side = sample.position.side_to_move() as usize;
    let result = f32::from(number(sample.labels.result)) / 2.0;
    ::bulletformat::ChessBoard::from_raw(sets, side, sample.labels.score.unwrap(), result).unwrap()
}

fn their_bytes(board: &::bulletformat::ChessBoard) -> Vec<u8> {
    <::bulletformat::ChessBoard as ::bulletformat::BulletFormat>::as_bytes_slice(std::slice::from_ref(board))
        .to_vec()
}

/// Random games that the crate `viriformat` writes are read move by move, and the games that we write are the same
/// bytes.
#[test]
fn viriformat_games_are_what_its_crate_writes_and_reads() {
    let mut file = Vec::new();
    let mut expected = Vec::new();
    let mut ours = Vec::new();
    for (n, sample) in samples().enumerate().filter(|(n, _)| n % 60 == 0) {
        let sample = Sample { labels: Labels { score: Some(0), extra: [0; 3], ..sample.labels }, ..sample };
        let mut game = ::viriformat::dataformat::Game::new(&their_board(&sample.position));
        game.initial_position =
            their_board(&sample.position).to_marlinformat(0, number(sample.labels.result), 0);
        ours.extend(marlinformat::MarlinRecord::write(&sample, Fields::EMPTY).unwrap().as_bytes());
        let mut position = sample.position;
        let mut theirs = their_board(&position);
        for ply in 0..n % 90 {
            // The crate refuses to go on after a hundred half moves without a capture or a pawn move.
            if position.halfmoves() >= 99 {
                break;
            }
            let moves = position.legal_moves();
            let Some(&mv) = moves.get((ply * 31 + n) % moves.len().max(1)) else { break };
            let score = i16::try_from(ply).unwrap() - 40;
            let their_moves = theirs.legal_moves();
            assert_eq!(their_moves.len(), moves.len(), "{position}");
            let made = viriformat_move(&position, mv, &their_moves);
            game.add_move(made, score);
            ours.extend(viriformat::Ply::new(&position, mv, score).as_bytes());
            expected.push((position.to_string(), Some(score), sample.labels.result));
            theirs.make_move_simple(made);
            position = position.after(mv);
        }
        if game.is_empty() {
            expected.push((position.to_string(), Some(0), sample.labels.result));
        }
        game.serialise_into(&mut file).unwrap();
        ours.extend(viriformat::END);
    }
    assert_eq!(ours, file);
    let mut found = Vec::new();
    let lengths = Format::Viriformat.lengths(&file, true);
    Format::Viriformat.read(Validity::Strict, &file, &lengths, |_, sample| {
        let sample = sample.unwrap();
        found.push((sample.position.to_string(), sample.labels.score, sample.labels.result));
    });
    assert_eq!(found.len(), expected.len());
    assert_eq!(found, expected);
    assert!(found.len() > 2000, "games have moves");
}

/// Returns the move of `theirs`, moves of the crate `viriformat`, that has the squares and the promotion of our move
/// `mv`.
fn viriformat_move(
    position: &Position,
    mv: quadbit_movegen::Move,
    theirs: &[::viriformat::chess::chessmove::Move],
) -> ::viriformat::chess::chessmove::Move {
    let text = mv.to_uci(position, quadbit_movegen::CastlingStyle::Chess960).to_string();
    *theirs
        .iter()
        .find(|mv| mv.display(true).to_string() == text)
        .unwrap_or_else(|| panic!("{position}: {text}"))
}

/// Pieces and squares, as the crate's iterator gives them, make the board that we read.
#[test]
fn bulletformat_boards_are_those_that_its_crate_walks() {
    let records: Vec<::bulletformat::ChessBoard> = samples().map(|sample| from_raw(&sample)).collect();
    let bytes: Vec<u8> = records.iter().flat_map(their_bytes).collect();
    let ours: &[bulletformat::BulletRecord] = bytemuck::cast_slice(&bytes);
    for level in levels() {
        let mut boards = vec![quadbit_quad::QuadBitboard::EMPTY; ours.len()];
        assert_eq!(batch::boards(level, ours, &mut boards), 0);
        for (record, board) in records.iter().zip(&boards) {
            let mut walked = quadbit_quad::QuadBitboard::EMPTY;
            for (piece, square) in *record {
                walked.put_code(
                    quadbit_x88::Square::from_low_bits(square.into()),
                    2 * (piece % 8) + 2 + piece / 8,
                );
            }
            assert_eq!(*board, walked);
        }
    }
}
