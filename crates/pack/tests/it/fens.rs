//! Lines of FENs read in blocks against the reader of single lines, at every level: good lines, bad ones, and
//! mutations.

use quadbit_movegen::{CastlingLetters, EpMode, FenStyle, Position, PositionError, Validity};
use quadbit_nibble::simd::Level;
use quadbit_nibble::simd::testing::levels;
use quadbit_pack::fens::{self, Reading, count_lines};
use quadbit_pack::{ReadError, ReadErrorKind};
use quadbit_quad::zobrist::split_mix;
use testing::{corpora, lists, suites};

/// Tables and suites whose lines begin with a FEN.
const OURS: [&str; 7] = [
    lists::REFUSALS,
    lists::LISTS[0],
    lists::LISTS[1],
    lists::LISTS[2],
    lists::LISTS[3],
    suites::RANDOM,
    suites::TARGETED_CHESS960,
];

/// Tables and suites of other people whose lines begin with a FEN.
const PUBLIC: [&str; 4] = [
    "public/perft_random.epd",
    "public/perft_chess960.epd",
    "public/perft_standard_unreachable.epd",
    "public/invalid_sfens_cozy.tsv",
];

fn fens() -> Vec<String> {
    let public = PUBLIC.into_iter().filter_map(corpora::read);
    let texts = OURS.into_iter().map(str::to_owned).chain(public);
    let mut fens = Vec::new();
    for text in texts {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        fens.extend(lines.map(|line| line.split(['\t', ';']).next().unwrap().to_owned()));
    }
    fens
}

/// Returns the position, or the error, with which the reader of single FENs answers to a line.
fn single(line: &[u8], validity: Validity) -> Result<Position, ReadError> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = std::str::from_utf8(line).map_err(|_| ReadErrorKind::NotUtf8)?;
    let line = line.strip_prefix('\u{feff}').unwrap_or(line);
    match validity {
        Validity::Strict => Position::from_fen(line),
        Validity::Relaxed => Position::from_fen_relaxed(line),
        Validity::Standard => Position::from_fen(line).and_then(|it| {
            if it.has_standard_castling() { Ok(it) } else { Err(PositionError::Chess960.into()) }
        }),
    }
    .map_err(|error| ReadErrorKind::Fen(error).into())
}

/// Returns everything that a position holds, including what `==` ignores, to compare positions by it.
fn all(position: &Position) -> impl PartialEq + std::fmt::Debug {
    let clocks = (position.halfmoves(), position.fullmoves());
    (*position, position.key(), position.pawn_key(), position.state_word(), clocks)
}

/// Reads a text line by line and in blocks of at most `room` positions, going on after bad lines, and compares the
/// results.
fn check(text: &[u8], validity: Validity, level: Level, room: usize) {
    let mut lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    assert_eq!(count_lines(level, text), lines.len());
    let mut lines = lines.into_iter();
    let mut places = vec![Position::start(); room];
    let mut at = 0;
    while at < text.len() {
        let reading = fens::read(level, validity, &text[at..], &mut places);
        let Reading { positions, good, bytes, error } = reading;
        let mut expected = 0;
        for (n, place) in places[..positions].iter().enumerate() {
            let line = lines.next().unwrap();
            let position = single(line, validity).unwrap_or_else(|error| {
                panic!("{level}: {:?} was read, but {error}", String::from_utf8_lossy(line))
            });
            assert_eq!(
                all(place),
                all(&position),
                "{level}: line {n}: {position} from {:?}",
                String::from_utf8_lossy(line)
            );
            expected += line.len() + 1;
        }
        match error {
            Some(error) => {
                let line = lines.next().unwrap();
                assert_eq!(good, expected);
                assert_eq!(
                    single(line, validity).map(|_| ()),
                    Err(error),
                    "{level}: {:?}",
                    String::from_utf8_lossy(line)
                );
                expected += line.len() + 1;
            }
            None => assert!(good == bytes && (positions == room || at + bytes == text.len())),
        }
        at += bytes;
        assert!(bytes == expected || at == text.len() && bytes + 1 == expected);
    }
    assert_eq!(lines.next(), None);
}

fn both_modes(text: &[u8], room: usize) {
    for level in levels() {
        for validity in [Validity::Strict, Validity::Standard, Validity::Relaxed] {
            check(text, validity, level, room);
        }
    }
}

#[test]
fn blocks_equal_single_lines() {
    let fens = fens();
    assert!(fens.len() > 7000);
    both_modes(fens.join("\n").as_bytes(), 10_000);
    both_modes((fens[..300].join("\r\n") + "\r\n").as_bytes(), 7);
    // Bad lines of all kinds among good ones.
    let mixed: Vec<&str> = fens.iter().zip(fens.iter().rev()).flat_map(|(a, b)| [a.as_str(), b]).collect();
    both_modes(mixed.join("\n").as_bytes(), 10_000);
}

#[test]
fn mutated_lines_equal_single_lines() {
    const ALPHABET: &[u8] = b"PNBRQKpnbrqk0123456789/ -wbKQkqAHahe36\t\r\n\0\xff\xc3\xa9";
    let mut text = Vec::new();
    let mut n = 0;
    let mut random = |below: usize| {
        n += 1;
        usize::try_from(split_mix(n) % below as u64).unwrap()
    };
    for fen in fens().iter().step_by(2) {
        for _ in 0..3 {
            let mut line = fen.clone().into_bytes();
            for _ in 0..=random(2) {
                let at = random(line.len() + 1);
                let byte = ALPHABET[random(ALPHABET.len())];
                match random(4) {
                    0 => line.insert(at, byte),
                    _ if at >= line.len() => {}
                    1 => line[at] = byte,
                    2 => drop(line.remove(at)),
                    _ => line.swap(at, at / 2),
                }
            }
            text.extend_from_slice(&line);
            text.push(b'\n');
        }
    }
    assert!(count_lines(Level::auto(), &text) > 10_000);
    both_modes(&text, 1000);
}

/// A bad line after many blocks of good ones: the lines before it are counted from the beginning of the text.
#[test]
fn a_bad_line_far_down_has_its_place() {
    let mut good = fens();
    good.retain(|fen| Position::from_fen(fen).is_ok());
    let good = good.join("\n") + "\n";
    let text = good.clone() + "8/8/8/8/8/8/8/8 w - - 0 1\n" + &good;
    for level in levels() {
        let count = count_lines(level, text.as_bytes());
        let mut positions = vec![Position::start(); count];
        let reading = fens::read(level, Validity::Strict, text.as_bytes(), &mut positions);
        assert!(reading.error.is_some(), "a board without kings at {level}");
        assert_eq!((reading.positions, reading.good), (count / 2, good.len()), "{level}");
    }
}

/// Replaces every byte of a good line, one at a time, by every other byte, and compares both ways of reading.
#[test]
fn every_byte_everywhere_equals_single_lines() {
    let fen = b"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 10 25";
    let mut text = Vec::new();
    for at in 0..fen.len() {
        for byte in 0..=u8::MAX {
            let mut line = *fen;
            line[at] = byte;
            text.extend_from_slice(&line);
            text.push(b'\n');
        }
    }
    for level in levels() {
        check(&text, Validity::Strict, level, 1000);
    }
}

/// A text that is cut after any of its bytes is read as its lines are one by one.
#[test]
fn every_prefix_equals_single_lines() {
    let text = b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\r\n\n8/8/8/KPpP3r/8/8/8/4k3 w - c6 0 1\n\
        p1p1p1p1/1p1p1p1p/8/8/8/8/8/K1k5 w - - 65535 65535\n4k3/8/8/8/8/8/8/4K3 b - - 0 1\n";
    for end in 0..=text.len() {
        for level in levels() {
            check(&text[..end], Validity::Strict, level, 3);
        }
    }
}

/// What is written is what single positions print, in every style and in any room.
#[test]
fn written_lines_equal_display() {
    let positions: Vec<Position> =
        fens().iter().filter_map(|fen| Position::from_fen_relaxed(fen).ok()).collect();
    assert!(positions.len() > 7000);
    let styles = [CastlingLetters::Canonical, CastlingLetters::Shredder].into_iter().flat_map(|castling| {
        [EpMode::Legal, EpMode::Pseudo, EpMode::Always].map(|ep| FenStyle { castling, ep })
    });
    for style in styles {
        let lines: Vec<String> = positions.iter().map(|p| format!("{}\n", p.to_fen(style))).collect();
        let expected = lines.concat();
        for level in levels() {
            let mut text = vec![0; positions.len() * fens::LINE];
            let writing = fens::write(level, style, &positions, &mut text);
            assert_eq!((writing.positions, writing.bytes), (positions.len(), expected.len()), "{level}");
            assert!(text[..writing.bytes] == *expected.as_bytes(), "{level}");
            for room in [0, 98, 99, 100, 500, 300_000] {
                let mut text = vec![0; room];
                let writing = fens::write(level, style, &positions, &mut text);
                let fitting = lines[..writing.positions].concat();
                assert_eq!((writing.bytes, &text[..writing.bytes]), (fitting.len(), fitting.as_bytes()));
                assert!(writing.bytes + fens::LINE > room || writing.positions == positions.len());
            }
        }
    }
}
