//! FENs and PGN read by shakmaty, pgn-reader and cozy-chess, to compare results and times.

use std::fmt::Write;
use std::hint::black_box;
use std::ops::ControlFlow;

use benches::Contest;
use benches::peers::cozy_board;
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use quadbit_movegen::Position;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

use super::{Played, seen};

fn chess(fen: &str) -> Chess {
    let fen = Fen::from_ascii(fen.as_bytes()).expect("the benches use valid positions");
    fen.into_position(CastlingMode::Standard).expect("the benches use valid positions")
}

fn to_fen(position: &Chess) -> Fen {
    Fen::from_position(position, EnPassantMode::Legal)
}

/// Returns the FEN and the key of a peer's position: our reader reads `fen`, which the peer has printed.
fn read_again(fen: &impl ToString) -> (String, u64) {
    seen(&Position::from_fen(&fen.to_string()).expect("the peers write valid positions"))
}

pub(super) fn read<'a>(contest: &mut Contest<'a, Vec<(String, u64)>>, fens: &'a [String]) {
    contest.writer_seen(
        "shakmaty",
        vec![Chess::default(); fens.len()],
        move |read| {
            for (position, fen) in read.iter_mut().zip(black_box(fens)) {
                *position = chess(fen);
            }
        },
        |read| read.iter().map(|position| read_again(&to_fen(position))).collect(),
    );
    contest.writer_seen(
        "cozy-chess",
        vec![cozy_chess::Board::default(); fens.len()],
        move |read| {
            for (board, fen) in read.iter_mut().zip(black_box(fens)) {
                *board = cozy_board(fen);
            }
        },
        |read| read.iter().map(read_again).collect(),
    );
}

pub(super) fn write(contest: &mut Contest<'_, String>, fens: &[String]) {
    let positions: Vec<Chess> = fens.iter().map(|fen| chess(fen)).collect();
    contest.writer("shakmaty", String::new(), move |text| {
        text.clear();
        for position in black_box(&positions) {
            to_fen(position).append_to_string(text);
            text.push('\n');
        }
    });
    let boards: Vec<_> = fens.iter().map(|fen| cozy_board(fen)).collect();
    contest.writer("cozy-chess", String::new(), move |text| {
        text.clear();
        for board in black_box(&boards) {
            let _ = writeln!(text, "{board}");
        }
    });
}

/// A visitor that plays the main line of each game, and counts games and half moves.
struct Counter(Played);

impl Visitor for Counter {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
        self.0.0 += 1;
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, start: &mut Option<Chess>, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            *start = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(start.unwrap_or_default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let Ok(mv) = san.san.to_move(position) else { return ControlFlow::Break(()) };
        position.play_unchecked(mv);
        self.0.1 += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, _: Chess) {}
}

pub(super) fn play(text: &[u8]) -> Played {
    let mut counter = Counter((0, 0));
    let mut reader = Reader::new(text);
    while let Ok(Some(())) = reader.read_game(&mut counter) {}
    counter.0
}
