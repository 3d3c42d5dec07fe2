//! Every format: records survive a round trip, fields that it cannot hold are refused, and no
//! bytes cause a panic.

use proptest::prelude::*;
use quadbit_movegen::{GameResult, Position, Validity};
use quadbit_nibble::simd::testing::levels;
use quadbit_pack::{
    Field, Fields, Format, Labels, ReadError, ReadErrorKind, Record, RecordReader, Sample, WriteError, batch,
    binaryfen, bulletformat, marlinformat, text, tgct, viriformat,
};

use crate::samples::samples;

/// Checks that two samples are equal, including the clocks of their positions, which `==` ignores.
#[track_caller]
fn assert_same(back: &Sample, sample: &Sample) {
    assert_eq!(back, sample);
    let clocks = |position: &Position| (position.halfmoves(), position.fullmoves());
    assert_eq!(clocks(&back.position), clocks(&sample.position), "{}", sample.position);
}

/// Replaces the error of `read` by its kind.
fn kind<T>(read: Result<T, ReadError>) -> Result<T, ReadErrorKind> {
    read.map_err(|error| error.kind)
}

/// Returns `sample` as a format gives it back that holds no clocks (if `clocks` is false) or no labels (if `result` is
/// false).
fn without(sample: &Sample, clocks: bool, result: bool) -> Sample {
    let mut parts = quadbit_movegen::PositionBuilder::from(&sample.position);
    if !clocks {
        (parts.halfmoves, parts.fullmoves) = (0, 1);
    }
    let position = parts.build(Validity::Strict).unwrap();
    if result { Sample { position, ..*sample } } else { Sample::from(position) }
}

#[test]
fn marlinformat_comes_back_at_every_level() {
    let samples: Vec<Sample> = samples().collect();
    let records: Vec<marlinformat::MarlinRecord> =
        samples.iter().map(|sample| Record::write(sample, Fields::EMPTY).unwrap()).collect();
    for level in levels() {
        let mut back = vec![Err(ReadErrorKind::Truncated.into()); samples.len()];
        batch::read(level, Validity::Strict, &records, &mut back);
        for (back, sample) in back.iter().zip(&samples) {
            assert_same(&back.unwrap(), sample);
        }
    }
}

#[test]
fn tgct_comes_back_at_every_level() {
    let samples: Vec<Sample> = samples()
        .filter(|sample| sample.position.has_standard_castling())
        .map(|sample| without(&sample, false, false))
        .collect();
    assert!(samples.len() > 2000);
    let records: Vec<tgct::TgctRecord> =
        samples.iter().map(|sample| Record::write(sample, Fields::EMPTY).unwrap()).collect();
    for level in levels() {
        let mut back = vec![Err(ReadErrorKind::Truncated.into()); samples.len()];
        batch::read(level, Validity::Strict, &records, &mut back);
        for (back, sample) in back.iter().zip(&samples) {
            assert_same(&back.unwrap(), sample);
        }
    }
}

/// In a bullet record white is always to move: a sample with black to move comes back as its mirror image.
#[test]
fn bulletformat_comes_back_from_the_movers_side() {
    for sample in samples() {
        let record = bulletformat::BulletRecord::write(&sample, Fields::ALL).unwrap();
        let back = record.parts().unwrap();
        let turned = sample.position.side_to_move() == quadbit_movegen::Color::Black;
        let board = sample.position.board();
        assert_eq!(back.position.board, if turned { board.flip_colors() } else { board });
        assert_eq!(
            back.labels.score,
            if turned { sample.labels.score.map(|score| -score) } else { sample.labels.score }
        );
        let result = match sample.labels.result {
            GameResult::Win(color) if turned => GameResult::Win(!color),
            result => result,
        };
        assert_eq!((back.labels.result, back.labels.extra), (result, sample.labels.extra));
    }
}

#[test]
fn binaryfen_comes_back() {
    for sample in samples().map(|sample| without(&sample, true, false)) {
        let record = binaryfen::BinaryFen::write(&sample, Fields::EMPTY).unwrap();
        assert_same(&binaryfen::read(record.as_bytes(), Validity::Strict).unwrap(), &sample);
    }
}

/// Records are as written by hand from the table of the format, with every optional part.
#[test]
fn binaryfen_by_hand() {
    let bytes = |hex: &str| -> Vec<u8> {
        (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect()
    };
    for (fen, hex) in [
        // The start: R N B Q K B N R, eight P, eight p, r n b q k b n r, with rooks that may castle.
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "ffff00000000ffff2d844ad200000000111111113e955be3",
        ),
        // 1. e4: one ply is left out, since nibble 15 gives the side to move.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            "ffff00001000efff2d844ad200000000111111113e955fe3",
        ),
        // K d1, P g4, P b5, p c5 that can be captured, p g7, k f8.
        ("5k2/6p1/8/1Pp5/6P1/8/8/3K4 w - c6 0 1", "20400006400000080ac0b1"),
        ("8/8/8/8/8/8/8/K6k w - - 200 1", "0000000000000081bac801"),
        ("8/8/8/8/8/8/8/K6k b - - 5 70", "0000000000000081fa058b01"),
    ] {
        let sample = Sample::from(Position::from_fen(fen).unwrap());
        let record = binaryfen::BinaryFen::write(&sample, Fields::EMPTY).unwrap();
        assert_eq!(record.as_bytes(), bytes(hex), "{fen}: {:02x?}", record.as_bytes());
        assert_same(&binaryfen::read(&bytes(hex), Validity::Strict).unwrap(), &sample);
    }
    let read = |hex: &str| {
        kind(binaryfen::read(&bytes(hex), Validity::Strict)).map(|sample| sample.position.to_string())
    };
    // Zeros that could have been left out; the variant "from a position"; black to move only by the plies.
    assert_eq!(read("0000000000000081ba000000").unwrap(), "8/8/8/8/8/8/8/K6k w - - 0 1");
    assert_eq!(read("0000000000000081ba000003").unwrap(), "8/8/8/8/8/8/8/K6k w - - 0 1");
    assert_eq!(read("0000000000000081ba0001").unwrap(), "8/8/8/8/8/8/8/K6k b - - 0 1");
    assert_eq!(read("0000000000000081ba000001"), Err(ReadErrorKind::Variant(1)));
    assert_eq!(read("0000000000000081ba00000000"), Err(ReadErrorKind::Surplus));
    assert_eq!(read("00000000000000"), Err(ReadErrorKind::Truncated));
    assert_eq!(read("ffffffffffffffff"), Err(ReadErrorKind::ManyPieces));
    assert_eq!(read("0000000000000081baffffffffff01"), Err(ReadErrorKind::Clock));
}

/// A record that is cut within its pieces is refused.
#[test]
fn binaryfen_cut_within_its_pieces_is_refused() {
    let nine = [0x00, 0x00, 0x00, 0x18, 0x00, 0x10, 0x00, 0x01, 0xba];
    assert_eq!(kind(binaryfen::read(&nine, Validity::Relaxed)), Err(ReadErrorKind::Truncated));
    for sample in samples().step_by(7) {
        let record = binaryfen::BinaryFen::write(&sample, Fields::ALL).unwrap();
        let pieces = sample.position.board().occupied().len().div_ceil(2) as usize;
        for end in 0..8 + pieces {
            let cut = kind(binaryfen::read(&record.as_bytes()[..end], Validity::Relaxed));
            assert_eq!(cut, Err(ReadErrorKind::Truncated), "{} cut to {end} bytes", sample.position);
        }
    }
}

/// Two pawns cannot both have been pushed by the last move.
#[test]
fn binaryfen_with_two_pushed_pawns_is_refused() {
    // K a1, P a5, p b5, P c5, p d5, k h8, white to move; first one black pawn with nibble 12, then both.
    let record = |b5: u8, d5: u8| {
        let mut bytes = 0x8000_000f_0000_0001_u64.to_be_bytes().to_vec();
        bytes.extend([0x0a, b5, d5 | 0xb0]);
        kind(binaryfen::read(&bytes, Validity::Strict))
    };
    assert_eq!(record(12, 1).unwrap().position.to_string(), "7k/8/8/PpPp4/8/8/8/K7 w - b6 0 1");
    assert_eq!(record(12, 12), Err(ReadErrorKind::EnPassant(33)));
}

/// Both clocks are read up to 65,535, and refused above it.
#[test]
fn binaryfen_clocks_have_an_end() {
    let read = |clocks: &[u8]| {
        let kings = [0, 0, 0, 0, 0, 0, 0, 0x81, 0xba];
        let sample = kind(binaryfen::read(&[&kings, clocks].concat(), Validity::Strict))?;
        Ok((sample.position.halfmoves(), sample.position.fullmoves()))
    };
    assert_eq!(read(&[0, 0xfd, 0xff, 0x07]), Ok((0, 0xffff)));
    assert_eq!(read(&[0, 0xfe, 0xff, 0x07]), Err(ReadErrorKind::Clock), "65,536 full moves");
    assert_eq!(read(&[0, 0x80, 0x80, 0x80, 0x80, 0x08]), Err(ReadErrorKind::Clock), "2^31 plies");
    assert_eq!(read(&[0xff, 0xff, 0x03]), Ok((0xffff, 1)));
    assert_eq!(read(&[0x80, 0x80, 0x04]), Err(ReadErrorKind::Clock), "65,536 half moves");
}

/// Rooks of either side on the other side's first rank have no right to castle.
#[test]
fn marlinformat_rooks_castle_from_their_own_first_rank() {
    for (fen, square) in [
        ("4kn1R/8/8/8/8/8/8/4K3 w - - 0 1 | 0 | 0.5", quadbit_x88::Square::H8),
        ("4k3/8/8/8/8/8/8/4KN1r b - - 0 1 | 0 | 0.5", quadbit_x88::Square::H1),
    ] {
        let sample = text::read(fen, Validity::Relaxed).unwrap();
        let mut record = marlinformat::MarlinRecord::write(&sample, Fields::EMPTY).unwrap();
        let place = (sample.position.board().occupied() & quadbit_quad::Bitboard((1 << square.index()) - 1))
            .len() as usize;
        // A rook, with the nibble 3 or 11, becomes one that may castle, 6 or 14.
        bytemuck::bytes_of_mut(&mut record)[8 + place / 2] ^= 5 << (4 * (place % 2));
        assert_eq!(kind(record.read(Validity::Relaxed)), Err(ReadErrorKind::Castling(square)), "{fen}");
    }
}

/// Marlinformat holds half-move clocks up to 255, and the highest move number; the clock 256 is refused.
#[test]
fn marlinformat_clocks_have_an_end() {
    for (clocks, fits) in [("255 1", true), ("256 1", false), ("0 65535", true)] {
        let line = format!("4k3/8/8/8/8/8/8/4K3 w - - {clocks} | 5 | 1.0");
        let sample = text::read(&line, Validity::Strict).unwrap();
        match marlinformat::MarlinRecord::write(&sample, Fields::EMPTY) {
            Ok(record) => {
                assert!(fits, "{clocks}");
                assert_same(&record.read(Validity::Strict).unwrap(), &sample);
            }
            Err(error) => assert_eq!((error, fits), (WriteError::Lost(Field::Clocks), false), "{clocks}"),
        }
    }
}

#[test]
fn text_comes_back() {
    for sample in
        samples().map(|sample| Sample { labels: Labels { extra: [0; 3], ..sample.labels }, ..sample })
    {
        let line = text::write(&sample, Fields::EMPTY).unwrap().to_string();
        assert_same(&text::read(&line, Validity::Strict).unwrap(), &sample);
        let fen = text::write_fen(&sample, Fields::ALL).unwrap().to_string();
        assert_same(&text::read_fen(&fen, Validity::Strict).unwrap(), &Sample::from(sample.position));
    }
}

#[test]
fn bad_lines_are_refused() {
    let kings = "8/8/8/8/8/8/8/K6k w - - 0 1";
    for (line, error) in [
        (format!("{kings} | 1"), ReadErrorKind::Parts),
        (format!("{kings} | 1 | 1.0 |"), ReadErrorKind::Parts),
        (format!("{kings} | x | 1.0"), ReadErrorKind::Score),
        (format!("{kings} | 32768 | 1.0"), ReadErrorKind::Score),
        (format!("{kings} | 1 | 2.0"), ReadErrorKind::LineResult),
        (format!("{kings} | 1 | [1.0"), ReadErrorKind::LineResult),
    ] {
        assert_eq!(kind(text::read(&line, Validity::Strict)), Err(error), "{line}");
    }
    assert!(matches!(kind(text::read("8/8 w | 1 | 1.0", Validity::Strict)), Err(ReadErrorKind::Fen(_))));
    for result in ["0.5", "[0.5]", "1/2"] {
        let sample = text::read(&format!("{kings}|-3|{result}"), Validity::Strict).unwrap();
        assert_eq!((sample.labels.score, sample.labels.result), (Some(-3), GameResult::Draw));
    }
}

/// The writer of a format: the error with which it refuses a sample, `None` if it writes the record.
type Write = fn(&Sample, Fields) -> Option<WriteError>;

/// Each format refuses every field that it lacks, unless the field may be dropped.
#[test]
fn nothing_is_lost_silently() {
    let sample = |line: &str| text::read(line, Validity::Strict).unwrap();
    let castling = sample("4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 5 | 1.0");
    let ep = sample("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 | 5 | 1.0");
    let clocks = sample("4k3/8/8/8/8/8/8/4K3 w - - 3 9 | 5 | 1.0");
    let far = sample("4k3/8/8/8/8/8/8/4K3 w - - 300 9 | 5 | 1.0");
    let lowest = sample("4k3/8/8/8/8/8/8/4K3 b - - 0 1 | -32768 | 1.0");
    let bare = Sample::from(clocks.position);
    let only = |sample: &Sample| Sample {
        labels: Labels { score: None, result: GameResult::Unknown, ..sample.labels },
        ..*sample
    };
    let inner = Sample::from(Position::from_fen("rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1").unwrap());
    let extra = Sample { labels: Labels { extra: [1, 2, 0], ..castling.labels }, ..castling };
    let bullet: Write = |sample, drop| bulletformat::BulletRecord::write(sample, drop).err();
    let marlin: Write = |sample, drop| marlinformat::MarlinRecord::write(sample, drop).err();
    let tgct: Write = |sample, drop| tgct::TgctRecord::write(sample, drop).err();
    let binary: Write = |sample, drop| binaryfen::BinaryFen::write(sample, drop).err();
    let line: Write = |sample, drop| text::write(sample, drop).err();
    let fen: Write = |sample, drop| text::write_fen(sample, drop).err();
    for (number, (write, sample, field)) in [
        (bullet, castling, Field::Castling),
        (bullet, ep, Field::EnPassant),
        (bullet, clocks, Field::Clocks),
        (marlin, far, Field::Clocks),
        (marlin, extra, Field::Extra),
        (tgct, castling, Field::Score),
        (tgct, only(&clocks), Field::Clocks),
        (
            tgct,
            Sample {
                labels: Labels { result: GameResult::Draw, ..only(&castling).labels },
                ..only(&castling)
            },
            Field::Result,
        ),
        (tgct, Sample { ..only(&extra) }, Field::Extra),
        (binary, castling, Field::Score),
        (binary, Sample { labels: Labels { score: None, ..castling.labels }, ..castling }, Field::Result),
        (binary, only(&extra), Field::Extra),
        (line, extra, Field::Extra),
        (fen, castling, Field::Score),
        (fen, Sample { labels: Labels { score: None, ..castling.labels }, ..castling }, Field::Result),
        (fen, only(&extra), Field::Extra),
    ]
    .into_iter()
    .enumerate()
    {
        let about = format!("case {number}, {field}");
        let others = Field::ALL.into_iter().filter(|&other| other != field).fold(Fields::EMPTY, Fields::with);
        assert_eq!(write(&sample, others), Some(WriteError::Lost(field)), "{about}");
        assert_eq!(write(&sample, Fields::ALL), None, "{about}");
    }
    assert_eq!(bullet(&lowest, Fields::ALL), Some(WriteError::Lost(Field::Score)));
    assert_eq!(tgct(&inner, Fields::EMPTY), Some(WriteError::Chess960));
    assert_eq!(tgct(&inner, Fields::ALL), None);
    for write in [bullet, marlin, line] {
        let missing = |field| Some(WriteError::Missing(field));
        assert_eq!(write(&bare, Fields::ALL), missing(Field::Score));
        assert_eq!(
            write(&Sample { labels: Labels { score: Some(1), ..bare.labels }, ..bare }, Fields::ALL),
            missing(Field::Result)
        );
    }
}

#[test]
fn bad_records_are_named_and_the_rest_goes_on() {
    let good = marlinformat::MarlinRecord::write(&samples().next().unwrap(), Fields::EMPTY).unwrap();
    let bytes =
        |record: &marlinformat::MarlinRecord| <[u8; 32]>::try_from(bytemuck::bytes_of(record)).unwrap();
    let with = |at: usize, byte: u8| {
        let mut bytes = bytes(&good);
        bytes[at] = byte;
        bytemuck::cast::<_, marlinformat::MarlinRecord>(bytes)
    };
    let records = [good, with(30, 3), good, with(24, 65), with(24, 0), with(8, 0xf7), good];
    for level in levels() {
        let mut samples = [Err(ReadErrorKind::Truncated.into()); 7];
        batch::read(level, Validity::Strict, &records, &mut samples);
        assert_eq!(kind(samples[1]), Err(ReadErrorKind::Result(3)));
        assert_eq!(kind(samples[3]), Err(ReadErrorKind::EnPassant(65)));
        assert_eq!(kind(samples[4]), Err(ReadErrorKind::EnPassant(0)));
        assert!(matches!(kind(samples[5]), Err(ReadErrorKind::Code(_, 7))), "{:?}", samples[5]);
        for n in [0, 2, 6] {
            assert!(samples[n].is_ok(), "{n}");
        }
        let mut boards = [quadbit_quad::QuadBitboard::EMPTY; 7];
        assert_eq!(batch::boards(level, &records, &mut boards), 1, "only the pieces are looked at");
        assert_eq!(boards[5], quadbit_quad::QuadBitboard::EMPTY);
    }
}

/// A rook with a castling right away from its first rank is refused, and so are kings on other squares than the record
/// says.
#[test]
fn impossible_records_are_refused() {
    let sample = text::read("4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 5 | 1.0", Validity::Strict).unwrap();
    let mut record = marlinformat::MarlinRecord::write(&sample, Fields::EMPTY).unwrap();
    bytemuck::bytes_of_mut(&mut record)[0] = 1 << 4;
    bytemuck::bytes_of_mut(&mut record)[1] = 1 << 7;
    assert_eq!(kind(record.parts()).err(), Some(ReadErrorKind::Castling(quadbit_x88::Square::H2)));

    let record = bulletformat::BulletRecord::write(&sample, Fields::ALL).unwrap();
    for at in [27, 28] {
        for square in [0, 64, 255] {
            let mut bad = record;
            bytemuck::bytes_of_mut(&mut bad)[at] = square;
            assert_eq!(kind(bad.parts()).err(), Some(ReadErrorKind::Kings));
        }
    }
}

#[test]
fn a_game_with_a_bad_move_does_not_spoil_the_next() {
    let start =
        text::read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 0 | 0.5", Validity::Strict);
    let head = marlinformat::MarlinRecord::write(&start.unwrap(), Fields::EMPTY).unwrap();
    let ply = |bits: u16| [bits.to_le_bytes(), [1, 0]].concat();
    let game = |plies: &[u16]| {
        let plies = plies.iter().flat_map(|&bits| ply(bits));
        bytemuck::bytes_of(&head).iter().copied().chain(plies).chain(viriformat::END).collect::<Vec<u8>>()
    };
    let (e4, e5, bad, flagged) = (0x070c, 0x0934, 0x0fff, 0x470c);
    let mut file = [game(&[e4, e5]), game(&[e4, bad, e5]), game(&[flagged]), game(&[])].concat();
    file.extend(&game(&[e4])[..35]);
    let mut found = Vec::new();
    let lengths = Format::Viriformat.lengths(&file, true);
    assert_eq!(lengths, [44, 48, 40, 36], "the last game has no end");
    Format::Viriformat.read(Validity::Strict, &file, &lengths, |game, sample| {
        found.push((game, sample.err()));
    });
    let illegal = |ply, undecoded| {
        let illegal = ReadError::from(ReadErrorKind::Move);
        Some(ReadError { ply: Some(ply), undecoded: Some(undecoded), ..illegal })
    };
    assert_eq!(found, [(0, None), (0, None), (1, None), (1, illegal(2, 12)), (2, illegal(1, 8)), (3, None)]);
    let mut block = RecordReader::new(&file[..], Format::Viriformat).next_block().unwrap().unwrap();
    let mut last = None;
    block.read(Validity::Strict, usize::MAX, |game, sample| last = Some((game, sample.err())));
    let cut = ReadError { undecoded: Some(35), ..ReadErrorKind::Truncated.into() };
    assert_eq!(last, Some((5, Some(cut))));
}

proptest! {
    /// Any bytes: no reader panics, all levels agree, and records that are read survive a round trip.
    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..80), pieces in 0_u32..40) {
        // Random bytes nearly always have too many occupied squares, so only `pieces` of them are kept.
        let mut bytes = bytes;
        if let Some(squares) = bytes.first_chunk_mut::<8>() {
            let mut occupied = u64::from_le_bytes(*squares);
            while occupied.count_ones() > pieces {
                occupied &= occupied - 1;
            }
            *squares = occupied.to_le_bytes();
        }
        let _ = binaryfen::read(&bytes, Validity::Relaxed);
        for format in Format::ALL {
            let lengths = format.lengths(&bytes, true);
            format.read(Validity::Relaxed, &bytes, &lengths, |index, _| assert!(index < lengths.len()));
        }
        check_bytes::<bulletformat::BulletRecord>(&bytes);
        check_bytes::<marlinformat::MarlinRecord>(&bytes);
        check_bytes::<tgct::TgctRecord>(&bytes);
    }

    /// Records in which up to three bits are inverted cause no panic, and those that can still be read survive a round
    /// trip.
    #[test]
    fn damaged_records(n in 0..4749_usize, turned in prop::collection::vec((0_usize..32, 0_u32..8), 0..4)) {
        let sample = samples().nth(n).unwrap();
        let damage = |bytes: &mut [u8]| {
            for &(at, bit) in &turned {
                let len = bytes.len();
                bytes[at % len] ^= 1 << bit;
            }
        };
        let mut marlin = marlinformat::MarlinRecord::write(&sample, Fields::ALL).unwrap();
        damage(bytemuck::bytes_of_mut(&mut marlin));
        check_bytes::<marlinformat::MarlinRecord>(bytemuck::bytes_of(&marlin));
        let mut tgct = tgct::TgctRecord::write(&sample, Fields::ALL).unwrap();
        damage(bytemuck::bytes_of_mut(&mut tgct));
        check_bytes::<tgct::TgctRecord>(bytemuck::bytes_of(&tgct));
        let mut bullet = bulletformat::BulletRecord::write(&sample, Fields::ALL).unwrap();
        damage(bytemuck::bytes_of_mut(&mut bullet));
        check_bytes::<bulletformat::BulletRecord>(bytemuck::bytes_of(&bullet));
        let mut binary = binaryfen::BinaryFen::write(&sample, Fields::ALL).unwrap().as_bytes().to_vec();
        damage(&mut binary);
        if let Ok(sample) = binaryfen::read(&binary, Validity::Relaxed) {
            let again = binaryfen::BinaryFen::write(&sample, Fields::EMPTY).unwrap();
            assert_same(&binaryfen::read(again.as_bytes(), Validity::Relaxed).unwrap(), &sample);
        }
    }
}

fn check_bytes<R: Record + PartialEq + std::fmt::Debug>(bytes: &[u8]) {
    let Some(record) = bytes.get(..size_of::<R>()).map(bytemuck::pod_read_unaligned::<R>) else { return };
    let alone = record.read(Validity::Relaxed);
    for level in levels() {
        let mut samples = [Err(ReadErrorKind::Truncated.into())];
        batch::read(level, Validity::Relaxed, &[record], &mut samples);
        assert_eq!(samples[0], alone, "level {level}");
    }
    if let Ok(sample) = alone {
        // The rights of a damaged record of tgct may be those of Chess960, which the format does not write.
        let written = R::write(&sample, Fields::EMPTY);
        if written == Err(WriteError::Chess960) {
            return;
        }
        let again = written.unwrap();
        assert_same(&again.read(Validity::Relaxed).unwrap(), &sample);
    }
}

#[test]
fn a_file_cut_within_a_record_keeps_the_whole_ones() {
    let record = marlinformat::MarlinRecord::write(&samples().next().unwrap(), Fields::EMPTY).unwrap();
    let file = bytemuck::bytes_of(&record).repeat(4);
    for len in 0..=file.len() {
        let (records, rest) = marlinformat::MarlinRecord::view(&file[..len]);
        assert_eq!((records.len(), rest.len()), (len / 32, len % 32));
        assert!(records.iter().all(|view| *view == record));
    }
}
