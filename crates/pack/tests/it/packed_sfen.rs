//! Packed sfen against bits written as text, from the FEN.

use quadbit_movegen::{Color, EpMode, FenStyle, GameResult, Position, Validity};
use quadbit_pack::{
    Field, Fields, Format, Labels, ReadErrorKind, RecordReader, Sample, WriteError, packed_sfen,
};
use testing::positions;

/// Returns the lowest `count` bits of a number as text, lowest first.
fn bits(number: u32, count: usize) -> String {
    let highest_first = format!("{number:0count$b}");
    highest_first.chars().rev().take(count).collect()
}

/// Returns the bits of a packed position as text, written from the fields of its FEN.
fn twin(position: &Position) -> String {
    let fen = position.to_fen(FenStyle { ep: EpMode::Pseudo, ..FenStyle::default() }).to_string();
    let fields: Vec<&str> = fen.split(' ').collect();
    let mut text = (if fields[1] == "w" { "0" } else { "1" }).to_owned();
    for color in [Color::White, Color::Black] {
        text += &bits(u32::try_from(position.king(color).index()).unwrap(), 6);
    }
    for letter in fields[0].chars().filter(|letter| !"Kk/".contains(*letter)) {
        let color = if letter.is_ascii_uppercase() { "0" } else { "1" };
        let code = match letter.to_ascii_lowercase() {
            'p' => "1000",
            'n' => "1100",
            'b' => "1010",
            'r' => "1110",
            'q' => "1001",
            empty => {
                text += &"0".repeat(empty.to_digit(10).unwrap() as usize);
                continue;
            }
        };
        text += code;
        text += color;
    }
    for right in ["K", "Q", "k", "q"] {
        text += if fields[2].contains(right) { "1" } else { "0" };
    }
    text += &match fields[3].as_bytes() {
        [file, rank] => "1".to_owned() + &bits(u32::from(rank - b'1') * 8 + u32::from(file - b'a'), 6),
        _ => "0".to_owned(),
    };
    let halfmoves = bits(fields[4].parse().unwrap(), 7);
    text + &halfmoves[..6] + &bits(fields[5].parse().unwrap(), 16) + &halfmoves[6..]
}

#[test]
fn every_bit_is_that_of_the_definition() {
    let mut tested = 0;
    for (n, position) in positions().enumerate() {
        let moves = position.legal_moves();
        let sample = Sample {
            position,
            labels: Labels {
                score: Some(i16::try_from(n % 40_000).unwrap_or(-7)),
                result: [GameResult::Win(Color::White), GameResult::Draw, GameResult::Win(Color::Black)]
                    [n % 3],
                mv: moves.get(n % moves.len().max(1)).copied(),
                ply: u16::try_from(n % 65_536).ok(),
                ..Labels::NONE
            },
        };
        let record = match packed_sfen::write(&sample, Fields::EMPTY) {
            Err(WriteError::Chess960) => continue,
            record => record.unwrap_or_else(|error| panic!("{position}: {error}")),
        };
        tested += 1;
        let twin = twin(&position);
        for (at, bit) in (0..256).zip(twin.chars().chain(std::iter::repeat('0'))) {
            assert_eq!(record[at / 8] >> (at % 8) & 1 == 1, bit == '1', "{position}: bit {at}");
        }
        let back = packed_sfen::read(&record, Validity::Relaxed).unwrap();
        assert_eq!(back, sample, "{position}");
        let clocks = |position: &Position| (position.halfmoves(), position.fullmoves());
        assert_eq!(clocks(&back.position), clocks(&position));
    }
    assert!(tested > 1000, "{tested}");
}

/// A promotion, en passant and castling have the bits of the format; scores and results are from the view of the side
/// to move.
#[test]
fn moves_scores_and_results_by_hand() {
    for (fen, uci, coded) in [
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 0x7000 + 64 * 48 + 56),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", 0x4000 + 64 * 48 + 56),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0x8000 + 64 * 36 + 43),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", 0xc000 + 64 * 60 + 56),
        ("4k3/8/8/8/8/8/8/4K3 b - - 0 1", "e8d8", 64 * 60 + 59),
    ] {
        let position = Position::from_fen(fen).unwrap();
        let mv = quadbit_movegen::Move::from_uci(uci, &position).unwrap();
        let sample = Sample {
            position,
            labels: Labels {
                score: Some(100),
                result: GameResult::Win(Color::White),
                mv: Some(mv),
                ply: Some(9),
                ..Labels::NONE
            },
        };
        let record = packed_sfen::write(&sample, Fields::EMPTY).unwrap();
        let (score, result) = if fen.contains(" w ") { (100_i16, 1) } else { (-100, 0xff) };
        assert_eq!(record[32..34], score.to_le_bytes(), "{fen}");
        assert_eq!(record[34..36], u16::to_le_bytes(coded), "{fen} {uci}");
        assert_eq!(record[36..], [9, 0, result, 0], "{fen}");
        assert_eq!(packed_sfen::read(&record, Validity::Strict), Ok(sample));
    }
}

#[test]
fn what_is_wrong_is_named() {
    let sample = Sample {
        position: Position::start(),
        labels: Labels { score: Some(1), result: GameResult::Draw, ply: Some(0), ..Labels::NONE },
    };
    let good = packed_sfen::write(&sample, Fields::EMPTY).unwrap();
    let with = |at: usize, byte: u8| {
        let mut bad = good;
        bad[at] = byte;
        packed_sfen::read(&bad, Validity::Strict).unwrap_err().kind
    };
    assert_eq!(with(34, 1), ReadErrorKind::Move);
    assert_eq!(with(38, 2), ReadErrorKind::Result(2));
    assert_eq!(
        packed_sfen::read(&[0xff; 40], Validity::Relaxed).unwrap_err().kind,
        ReadErrorKind::Code(quadbit_x88::Square::A8, 15)
    );
    for byte in 0..=255 {
        // Whatever the bits are, reading does not panic.
        let _ = packed_sfen::read(&[byte; 40], Validity::Relaxed);
    }
    let all = Fields::ALL;
    let write = |sample: Sample, drop| packed_sfen::write(&sample, drop).err();
    let unknown = Sample { labels: Labels { result: GameResult::Unknown, ..sample.labels }, ..sample };
    assert_eq!(write(unknown, all), Some(WriteError::Missing(Field::Result)));
    let extra = Sample { labels: Labels { extra: [1, 0, 0], ..sample.labels }, ..sample };
    assert_eq!(write(extra, Fields::EMPTY), Some(WriteError::Lost(Field::Extra)));
    let late = Position::from_fen("8/8/8/8/8/8/8/K6k w - - 128 200").unwrap();
    let late = Sample { position: late, ..sample };
    assert_eq!(write(late, Fields::EMPTY), Some(WriteError::Lost(Field::Clocks)));
    assert_eq!(write(late, all), None);

    let mut reader = RecordReader::new(&good[..39], Format::Bin);
    let (mut block, mut errors) = (reader.next_block().unwrap().unwrap(), Vec::new());
    block.read(Validity::Strict, 1, |number, read| {
        errors.push((number, read.unwrap_err().to_string()));
    });
    assert_eq!(errors, [(1, "the record is cut off".to_owned())]);
}
