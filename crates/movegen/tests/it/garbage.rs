//! Readers of nearly right texts and of random texts: they never panic, and everything they accept is sound.

use proptest::prelude::*;
use quadbit_movegen::{Epd, Move, Operation, OperationError, Position};
use testing::errors::damaged;

/// Texts that readers accept, to be damaged.
const SOUND: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\n\
    exd6 e.p. O-O-O+ Nxd5!? 0-0 b8=Q# N1f3 -- e1g1\n\
    rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w HAha c6 0 2\n\
    8/8/8/r2Pp2K/8/8/4k3/8 w - e6 bm dxe6; id \"a; b\"; hmvc 12; fmvn 65536;";

/// Makes a piece of [`SOUND`] with some characters replaced.
fn nearly_sound() -> impl Strategy<Value = String> {
    let length = SOUND.chars().count();
    let edits = prop::collection::vec((0..length, prop::option::of(any::<char>())), 0..4);
    (0..length, 0..120_usize, edits).prop_map(|(start, length, edits)| damaged(SOUND, start, length, &edits))
}

/// Reads a text as a move in UCI and SAN, as a FEN and as an EPD, strictly and relaxed, and checks what is accepted.
fn read_all(text: &str) {
    let kiwipete: Position =
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
    for position in [Position::start(), kiwipete] {
        let moves = [
            Move::from_uci(text, &position).ok(),
            Move::from_san(text, &position).ok(),
            Move::from_san_relaxed(text, &position).ok(),
        ];
        assert!(moves.into_iter().flatten().all(|mv| position.is_legal(mv)), "{text:?}");
    }
    for position in [Position::from_fen(text), Position::from_fen_relaxed(text)].into_iter().flatten() {
        assert_eq!(Position::from_fen_relaxed(&position.to_string()), Ok(position), "{text:?}");
        assert_eq!(position.legal_count(), position.legal_moves().len());
    }
    for epd in [Epd::from_epd(text), Epd::from_epd_relaxed(text)].into_iter().flatten() {
        let mut written = Epd::new(*epd.position());
        let mut push =
            |operation: &Operation| written.push(operation.opcode(), operation.operands().to_vec());
        let refused = epd.operations().iter().find_map(|operation| push(operation).err());
        // Relaxed reading keeps an operation whose clock is out of range; `push` refuses it.
        if refused == Some(OperationError::Clock) {
            continue;
        }
        assert_eq!(refused, None, "{text:?}");
        assert_eq!(written, epd, "{text:?}");
        assert_eq!(Epd::from_epd_relaxed(&epd.to_string()), Ok(epd), "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, ..ProptestConfig::default() })]

    #[test]
    fn damaged_texts(text in nearly_sound()) {
        read_all(&text);
        for line in text.lines() {
            read_all(line);
            line.split(' ').for_each(read_all);
        }
    }

    #[test]
    fn nonsense(text in any::<String>()) {
        read_all(&text);
    }
}
