//! A [`Reader`] of a stream, with blocks of many sizes, against [`records`] of the whole text and the moves of each
//! record: both must find the same games, moves, errors and offsets. Other tests compare notes with those of the
//! tokens, and games chosen by their tags or by a range of bytes with those picked from all games.

extern crate std;

use std::string::ToString;

use quadbit_movegen::Move;
use quadbit_rule::Truth;

use super::*;
use crate::finder::records;
use crate::line::NULL_MOVE;
use crate::note::Note;
use crate::random::random;
use crate::tokens::{Token, Unclosed};

const OWN: &str = include_str!("../../tests/data/random_games.pgn");

/// A reader's result for a game: its text, the offset of its first byte in the stream, its moves, and the offset and
/// message of its error.
type Found = (String, u64, Vec<Move>, Option<(u64, String)>);

fn found<R: Read>(reader: &mut Reader<R>) -> Vec<Found> {
    found_by(reader, false)
}

/// A reader's results for all its games, read with the positions of all games in one list or without.
fn found_by<R: Read>(reader: &mut Reader<R>, with_positions: bool) -> Vec<Found> {
    let (mut games, mut positions) = (Vec::new(), Vec::new());
    loop {
        let first = positions.len();
        let game =
            if with_positions { reader.next_game_with_positions(&mut positions) } else { reader.next_game() };
        let Some(game) = game.unwrap() else {
            assert_eq!(positions.len(), first);
            return games;
        };
        let (mut replayed, mut before) = (game.start().copied(), Vec::new());
        for &mv in game.moves() {
            let position = replayed.as_mut().unwrap();
            before.push(*position);
            if mv == NULL_MOVE {
                *position = position.null_move().unwrap();
            } else {
                position.play(mv).unwrap();
            }
        }
        assert_eq!(replayed.as_ref(), game.position());
        assert_eq!(game.result(), game.record().result());
        assert!(game.tags().eq(game.record().tags()));
        assert!(!with_positions || positions[first..] == before);
        let error = game.error.map(|error| (error.offset, error.to_string()));
        games.push((game.record().text().to_string(), game.bytes.start, game.moves().to_vec(), error));
    }
}

/// The results by `records` and `GameText::moves`, for a text whose parts take as many bytes in the stream as
/// `bytes` returns.
fn expected(text: &str, bytes: impl Fn(&str) -> usize) -> Vec<Found> {
    let place = |at: usize| bytes(&text[..at]) as u64;
    records(text)
        .map(|record| {
            let (mut played, mut error) = (Vec::new(), None);
            match record.moves() {
                Ok(moves) => {
                    for mv in moves {
                        match mv {
                            Ok(mv) => played.push(mv),
                            Err(e) => {
                                let offset = usize::try_from(e.offset).unwrap();
                                error = Some((place(record.offset() + offset), e.to_string()));
                            }
                        }
                    }
                }
                Err(e) => error = Some((place(record.offset()), e.to_string())),
            }
            (record.text().to_string(), place(record.offset()), played, error)
        })
        .collect()
}

fn check(text: &str) {
    let expected = expected(text, str::len);
    for block in [1, 7, 100, 5000, BLOCK] {
        assert_eq!(found(&mut Reader::with_block(text.as_bytes(), block)), expected, "blocks of {block}");
        let mut reader = Reader::with_block(text.as_bytes(), block);
        assert_eq!(found_by(&mut reader.clone(), true), expected, "blocks of {block}, with positions");
        let (mut games, mut count) = (Vec::new(), 0);
        while let Some(mut part) = reader.next_block().unwrap() {
            games.extend(found(&mut part));
            count += part.number();
        }
        assert_eq!((&games, count), (&expected, expected.len() as u64), "blocks of {block}, apart");
        check_tags(Reader::with_block(text.as_bytes(), block), &expected);
    }
}

/// A reader that looks at no moves finds the same games, one after the other, with the same results.
fn check_tags(reader: Reader<&[u8]>, expected: &[Found]) {
    let (mut games, mut end) = (reader.without_moves(), 0);
    for (text, place, ..) in expected {
        let game = games.next_game().unwrap().unwrap();
        assert_eq!((game.record().text(), game.bytes.start, end), (&text[..], *place, *place));
        end = game.bytes.end;
        assert_eq!((game.result(), game.moves(), game.error), (game.record().result(), &[][..], None));
    }
    assert!(games.next_game().unwrap().is_none());
}

/// If a stream fails in the middle of a game, no position of this game is added to the caller's list.
#[test]
fn a_game_that_is_cut_off_has_no_positions() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let mut reader = Reader::new(b"1. e4 e5 *\n\n1. d4 d5 2. c4 ".chain(Broken));
    let mut positions = Vec::new();
    assert!(reader.next_game_with_positions(&mut positions).unwrap().is_some());
    assert!(reader.next_game_with_positions(&mut positions).is_err());
    assert_eq!(positions.len(), 2);
}

#[test]
fn stream_equals_text() {
    check(&OWN[..30_000]);
    check("");
    check(" \n\n{no game}");
    check(
        "1. e4 e5 2. Ke3 d6 *\n\n[Event \"x\"]\n[FEN \"no\"]\n\n1. e4 1-0 [Variant \"Atomic\"] * [FEN \"no\"]",
    );
    check("[A \"b\"] [A \"c\"] (1. e4 *) {[A \"d\"]} 1. d4 -- $3 e4 Z0 [E \"f\"] 0-1 1-0 x 1/2-1/2");
    // A result with more characters after it, such as `1-0x`, is not a result.
    check("1. e4 1-0x e5 1/2-1/2. d4 * 0-1");
    // With blocks of one byte, the text that has been read doubles up to 16 bytes. It then ends with `1-0`, which may
    // still be a result.
    check("1. e4 e5 d4  1-0x d5 *");
    // Tags after a glyph or a comment still belong to the same game.
    check("[A \"b\"] $3 [FEN \"no\"] [Variant \"Atomic\"] 1. e4 * [A \"b\"] {c} [FEN \"no\"] 1. e4 *");
    check(
        "1. e4 f6 2. Qh5+ -- 2. e5 * {\u{2658}} 1\u{2026}e4 ; \u{e9}\n% 1-0\n1. d4 (1. c4 (1. b4) 1... e5) d5",
    );
}

/// An unclosed part at the end of a file is an error at the byte where it begins, and the
/// games before it are kept.
#[test]
fn unclosed_parts_are_errors() {
    let before = "[A \"b\"]\n\n1. e4 {c} (1. d4) e5 *\n\n[A \"\u{e9}\"]\n";
    for (rest, faults, moves, at) in [
        ("1. d4 {best by", Some(Unclosed::Comment), 1, "{"),
        ("1. d4 (1. c4 c5", Some(Unclosed::Variation), 1, "("),
        ("1. d4 (1. c4 (1. b4) {a} c5", Some(Unclosed::Variation), 1, "("),
        ("1. d4 (1. c4 {a", Some(Unclosed::Variation), 1, "("),
        ("[B \"unfinis", Some(Unclosed::Tag), 0, "[B"),
        ("[B \"]", Some(Unclosed::Tag), 0, "[B"),
        ("[Bl", Some(Unclosed::Tag), 0, "[B"),
        ("1. d4 d5 ; a line", None, 2, ""),
        ("1. d4 [no tag]", None, 1, ""),
    ] {
        let text = [before, rest].concat();
        check(&text);
        let games = found(&mut Reader::new(text.as_bytes()));
        let [(_, _, _, None), (_, _, played, fault)] = &games[..] else { panic!("{rest}: {games:?}") };
        assert_eq!(played.len(), moves, "{rest}");
        let place = (before.len() + rest.find(at).unwrap()) as u64;
        let expected = faults.map(|fault| (place, fault.to_string()));
        assert_eq!(*fault, expected, "{rest}");
    }
    // Unclosed parts at the beginning of a file, with or without another game after them.
    for text in ["{", "[", "(", "[A \"b", "1. e4 (1. d4 e5 [A \"b\"] 1. c4 *", "(1. e4 [A \"b\"] [A \"c\"]"] {
        check(text);
        let games = found(&mut Reader::new(text.as_bytes()));
        assert!(games[0].3.is_some(), "{text}: {games:?}");
    }
}

/// A blank line separates games if the moves after it begin with the first move of a game.
#[test]
fn blank_lines_separate_games() {
    for (text, plies) in [
        ("1. e4 e5\n\n1. d4 d5 2. c4", &[2, 3][..]),
        ("1. e4 e5\r\n\r\n1.d4 d5", &[2, 2]),
        ("1. e4 e5\n \t\n1 d4 d5", &[2, 2]),
        ("e4 e5\n\nd4 d5\n\nc4", &[2, 2, 1]),
        ("e4 e5\n\n1-0 d4", &[2, 1]),
        ("1. e4 e5\n\n{Second} 1. d4 d5", &[2, 2]),
        ("e4 e5\n\n; Second\nd4", &[2, 1]),
        ("1. e4 -- \n\n1. -- d5", &[2, 2]),
        ("1. e4 e5\n\n2. Nf3 Nc6", &[4]),
        ("1. e4\n\n1... e5", &[2]),
        ("1. e4\n\ne5 2. Nf3", &[3]),
        ("1. e4 e5\n1. d4 d5", &[4]),
        ("1. e4 e5 (1... c5\n\n1. d4) 2. d4", &[3]),
        ("1. e4 e5 {\n\n} 2. d4", &[3]),
        ("[A \"b\"]\n\n\n1. e4 e5\n\n*\n\n1. d4", &[2, 1]),
    ] {
        check(text);
        let games = found(&mut Reader::new(text.as_bytes()));
        let found: Vec<usize> = games.iter().map(|(_, _, moves, _)| moves.len()).collect();
        assert_eq!(found, plies, "{text:?}");
        assert!(games.iter().all(|(_, _, _, fault)| fault.is_none()), "{text:?}: {games:?}");
    }
}

#[test]
fn streams_of_other_formats_are_named() {
    for (bytes, name) in [
        (&b"\x28\xb5\x2f\xfd\x04"[..], "zstd"),
        (b"\x1f\x8b\x08\0\0", "gzip"),
        (b"\xff\xfe[\0E\0", "UTF-16"),
        (b"\xfe\xff\0[\0E", "UTF-16"),
        (b"1\0.\0 \0", "UTF-16"),
    ] {
        let errors =
            [Reader::new(bytes).next_game().unwrap_err(), Reader::new(bytes).next_block().unwrap_err()];
        for error in errors {
            assert!(error.to_string().contains(name), "{error}");
        }
    }
    let words = found(&mut Reader::new(&b"e9 world"[..]));
    assert!(matches!(&words[..], [(_, 0, _, Some((0, _)))]), "{words:?}");
}

/// In every prefix of a text, so that it is cut off everywhere, a reader finds the games that `records` finds.
#[test]
fn every_prefix_equals_its_text() {
    let text = "[A \"b\"]\n[A2 \"] \\\" c\"]\n\n1. e4 {x} (1. d4 ; *\n) e5 $12 1/2-1/2\n\n[A \"\u{e9}\"] 1. d4 d5 1-0\n";
    for (end, _) in text.char_indices() {
        let cut = &text[..end];
        assert_eq!(found(&mut Reader::with_block(cut.as_bytes(), 3)), expected(cut, str::len), "{cut:?}");
    }
}

/// A stream in Latin-1 gives the same games as its text in UTF-8, with offsets counted in bytes of the stream. In a
/// stream of UTF-8 with invalid bytes, each invalid byte is read as a character of Latin-1.
#[test]
fn latin1_is_decoded() {
    let text = "[White \"J\u{f3}zsef M\u{fc}ller\"] 1. e4 {\u{a3}\u{e9}\u{cf}\u{f0}\u{e8}\u{e2}} e5 2. Ke3 * [White \"\u{ff}\"] {\u{c3}} 1. d4 Ke7 1-0\n".repeat(9);
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let expected = expected(&text, |part| part.chars().count());
    assert_eq!(expected.len(), 18);
    for block in [1, 2, 10, 99, BLOCK] {
        assert_eq!(found(&mut Reader::with_block(&latin[..], block)), expected, "blocks of {block}");
        let mut reader = Reader::with_block(&latin[..], block);
        let mut games = Vec::new();
        while let Some(mut part) = reader.next_block().unwrap() {
            games.extend(found(&mut part));
        }
        assert_eq!(games, expected, "blocks of {block}, apart");
        let mut reader = Reader::with_block(&latin[..], block);
        let first = reader.next_game().unwrap().map(|game| game.record().text().len());
        assert_eq!(first, Some(expected[0].0.len()), "blocks of {block}");
        let mut games = Vec::new();
        while let Some(mut part) = reader.next_block().unwrap() {
            games.extend(found(&mut part));
        }
        assert_eq!(games, expected[1..], "blocks of {block}, after a game");
    }
    let mut broken = "[White \"\u{e9}\u{2658}\"] 1. e4 * ".to_string().into_bytes();
    broken.extend(b"[White \"\xe2\x99\"] 1. d4 *e4\xe2\x99");
    let games = found(&mut Reader::with_block(&broken[..], 4));
    assert_eq!(games.len(), 3);
    assert!(games[0].0.contains("\u{e9}\u{2658}") && games[1].0.contains("\u{e2}\u{99}"));
    assert_eq!(games[2].1, broken.len() as u64 - 4);
}

/// A reader holds a few games in memory at a time, less than an eighth of this stream.
#[test]
fn memory_is_bounded() {
    for apart in [false, true] {
        let mut reader = Reader::with_block(OWN.as_bytes(), 100);
        let mut games = 0;
        while if apart {
            reader.next_block().unwrap().is_some()
        } else {
            reader.next_game().unwrap().is_some()
        } {
            assert!(
                reader.buffer.text.len() < OWN.len() / 8,
                "{} bytes after game {games}",
                reader.buffer.text.len()
            );
            games += 1;
        }
        assert!(games > 10, "{games}");
    }
}

/// A stream of `length` bytes: `begin`, which ends with the brace of a comment, then only letters `x`.
fn long(begin: &'static str, length: usize) -> impl Read {
    begin.as_bytes().chain(io::repeat(b'x').take((length - begin.len()) as u64))
}

/// A game of the longest length is read, and a longer one is an error, even if it is only a comment.
#[test]
fn a_game_that_is_too_long_is_an_error() {
    const GAME: &str = "[A \"b\"] 1. e4 {";
    const LONGER: usize = 2 * LONGEST;
    for (begin, length, moves, is_too_long) in
        [(GAME, LONGEST, 1, false), (GAME, LONGER, 1, true), ("{", LONGER, 0, true)]
    {
        let mut reader = Reader::with_block(long(begin, length), LONGEST / 2);
        let game = reader.next_game().unwrap().unwrap();
        assert_eq!(game.moves().len(), moves);
        let cut_off = (begin.len() as u64 - 1, PgnErrorKind::Unclosed(Unclosed::Comment));
        let fault = Some(if is_too_long { (0, PgnErrorKind::TooLong) } else { cut_off });
        assert_eq!(game.error.map(|error| (error.offset, error.kind)), fault, "{length} bytes");
        let mut reader = Reader::with_block(long(begin, length), LONGEST / 2);
        assert_eq!(reader.next_block().unwrap().unwrap().buffer.text.len(), length);
    }
    // Two games, which are longer than the longest game only together.
    let game = || long(GAME, LONGEST / 5 * 3).chain(&b"} *"[..]);
    let mut reader = Reader::with_block(game().chain(game()), LONGEST / 2);
    for _ in 0..2 {
        assert_eq!(reader.next_game().unwrap().unwrap().error, None);
    }
}

#[test]
fn games_before_a_failure_are_read() {
    struct Failing(usize);
    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            match self.0 {
                1 => {
                    buffer[..12].copy_from_slice(b"1. e4 * 1. d");
                    Ok(12)
                }
                2 => Err(io::ErrorKind::Interrupted.into()),
                _ => Err(io::ErrorKind::BrokenPipe.into()),
            }
        }
    }
    // The game before the error is not lost.
    let mut reader = Reader::new(Failing(0));
    assert_eq!(reader.next_game().unwrap().unwrap().moves().len(), 1);
    assert_eq!(reader.next_game().unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    let mut reader = Reader::new(Failing(0));
    let mut block = reader.next_block().unwrap().unwrap();
    assert_eq!(found(&mut block).len(), 1);
    assert_eq!(reader.next_block().unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}

/// What a game has besides its moves: a note for each move, glyphs and comments with the index of the move that
/// they follow.
type Beside<'a> = (Vec<Note>, Vec<(usize, u16)>, Vec<(usize, &'a str)>);

/// The notes, glyphs and comments of the first `plies` moves of a game, found token by token.
fn beside(record: GameText<'_>, plies: usize) -> Beside<'_> {
    const MARKS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
    let (mut notes, mut glyphs, mut comments, mut depth) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for token in Tokens::new(record.text()) {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth -= i32::from(depth > 0),
            _ if depth > 0 => {}
            Token::Move(word) | Token::NullMove(word) => {
                notes.push(Note::default());
                let bare = word.trim_end_matches(['!', '?']);
                let mark = MARKS.iter().position(|mark| word[bare.len()..] == **mark);
                glyphs.extend(mark.map(|mark| (notes.len() - 1, 1 + u16::try_from(mark).unwrap())));
            }
            Token::Nag(glyph) if !notes.is_empty() => glyphs.push((notes.len() - 1, glyph)),
            Token::Comment(comment) => {
                let mut note = Note::default();
                note.read(comment);
                if let Some(last) = notes.last_mut() {
                    last.clock = last.clock.or(note.clock);
                    last.spent = last.spent.or(note.spent);
                    last.eval = last.eval.or(note.eval);
                    last.unread += note.unread;
                    comments.push((notes.len() - 1, comment));
                }
            }
            _ => {}
        }
    }
    notes.truncate(plies);
    glyphs.retain(|&(index, _)| index < plies);
    comments.retain(|&(index, _)| index < plies);
    (notes, glyphs, comments)
}

/// A reader with notes gives the notes, glyphs and comments that the tokens of each game give, and the same games as a
/// reader without notes, whatever the size of its blocks.
#[test]
fn notes_equal_those_of_tokens() {
    let text = "{[%clk 9:9:9]} $9 1. e4! {a} { [%eval 0.2] [%emt 0:0:7] [%clk 0:01:00] } {[%clk 0:02:00]} e5?? $6 ; [%eval #-2]\n\
        (1... c5!? {[%eval 9]} $7) {[%clk 0:00:59.9]} 2. Nf3 $1 $14 -- $3 {[%eval -0.01]} 3. Nxe5?! * \
        1. e4 {[%eval 1]} Ke7 {[%eval 2]} $2 *";
    for block in [1, 7, BLOCK] {
        let (mut with, mut games) = (Reader::with_block(text.as_bytes(), block).with_notes(), 0);
        let mut without = Reader::with_block(text.as_bytes(), block);
        while let Some(game) = with.next_game().unwrap() {
            let plain = without.next_game().unwrap().unwrap();
            assert_eq!((game.moves(), game.error, game.number), (plain.moves(), plain.error, games));
            assert!(plain.notes().all(|note| note == Note::default()) && plain.glyphs().len() == 0);
            let (notes, glyphs, comments) = beside(game.record(), game.moves().len());
            assert_eq!(game.comments().collect::<Vec<_>>(), comments);
            assert_eq!(game.notes().collect::<Vec<_>>(), notes);
            assert_eq!(game.glyphs().collect::<Vec<_>>(), glyphs);
            games += 1;
        }
        assert_eq!(games, 2);
    }
    let mut reader = Reader::new(text.as_bytes()).with_notes();
    let mut block = reader.next_block().unwrap().unwrap();
    let game = block.next_game().unwrap().unwrap();
    assert_eq!(game.glyphs().collect::<Vec<_>>(), [(0, 1), (1, 4), (1, 6), (2, 1), (2, 14), (3, 3), (4, 6)]);
    let clocks: Vec<_> = game.notes().map(|note| note.clock.map(|clock| clock.as_millis())).collect();
    assert_eq!(clocks[..2], [Some(60_000), Some(59_900)]);
    let mut reader = Reader::new(OWN.as_bytes()).with_notes();
    let mut glyphs = 0;
    while let Some(game) = reader.next_game().unwrap() {
        let (expected, marks, comments) = beside(game.record(), game.moves().len());
        assert!(game.comments().eq(comments));
        assert!(game.notes().eq(expected) && game.glyphs().eq(marks.iter().copied()));
        glyphs += marks.len();
    }
    assert!(glyphs > 100, "{glyphs}");
}

/// Games that end early because of `with_least_pieces` have the same bytes and results as when all moves are played,
/// and only the first moves.
#[test]
fn games_end_early_with_too_few_pieces() {
    let mut state = 5_u64;
    let nasty: String = (0..3000).map(|_| PIECES[random(&mut state) % PIECES.len()]).collect();
    let mut shortened = 0;
    for (text, block) in
        [OWN, &nasty].into_iter().flat_map(|text| [100, 5000, BLOCK].map(|block| (text, block)))
    {
        for least in [0, 20, 32, 33] {
            let reader = || Reader::with_block(text.as_bytes(), block);
            let (mut all, mut early) =
                (reader().with_notes(), reader().with_notes().with_least_pieces(least));
            while let Some(game) = all.next_game().unwrap() {
                let cut = early.next_game().unwrap().unwrap();
                assert_eq!((cut.bytes.clone(), cut.result()), (game.bytes.clone(), game.result()), "{least}");
                assert!(
                    game.moves().starts_with(cut.moves())
                        && game.notes().zip(cut.notes()).all(|(a, b)| a == b)
                );
                if cut.moves().len() < game.moves().len() {
                    assert!(cut.position().unwrap().board().occupied().len() < least && cut.error.is_none());
                    shortened += 1;
                } else if least == 0 {
                    assert_eq!((cut.error, cut.position()), (game.error, game.position()));
                }
            }
            assert!(early.next_game().unwrap().is_none());
        }
    }
    assert!(shortened > 200, "{shortened}");
}

/// Compares the games that a reader chooses by tag rules, one by one and in blocks, with those that are picked from all
/// games.
fn check_rules(text: &str, rules: &[&str], block: usize) {
    let rules: Vec<Rule> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
    let holds = Truth::known(Some(true));
    let matches =
        |record: GameText<'_>| rules.iter().all(|rule| rule.of_tags(|name| record.tag(name)) == holds);
    let seen = |game: StreamedGame<'_>| {
        (game.number, game.bytes.start, game.moves().to_vec(), game.error, game.record().text().len())
    };
    let mut expected = Vec::new();
    let mut all = Reader::with_block(text.as_bytes(), block);
    while let Ok(Some(game)) = all.next_game() {
        if matches(game.record()) || game.record().has_cut_tags() {
            expected.push(seen(game));
        }
    }
    let mut found = Vec::new();
    let mut reader = Reader::with_block(text.as_bytes(), block).with_rule(Rule::all(rules.clone()));
    let mut tags = reader.clone().without_moves();
    for (number, start, _, _, length) in &expected {
        let game = tags.next_game().unwrap().unwrap();
        assert_eq!(
            (game.number, game.bytes.start, game.record().text().len()),
            (*number, *start, *length),
            "{text:?}"
        );
    }
    assert!(!tags.next_game().is_ok_and(|game| game.is_some()));
    while let Ok(Some(game)) = reader.next_game() {
        found.push(seen(game));
    }
    assert_eq!(found, expected, "{text:?}, blocks of {block}");
    found.clear();
    let mut reader = Reader::with_block(text.as_bytes(), block).with_rule(Rule::all(rules));
    let mut before = 0;
    while let Some(mut part) = reader.next_block().unwrap() {
        while let Ok(Some(game)) = part.next_game() {
            let (number, start, moves, error, length) = seen(game);
            found.push((before + number, start, moves, error, length));
        }
        before += part.number();
    }
    assert_eq!(found, expected, "{text:?}, blocks of {block}, apart");
}

/// Pieces of which tests make files: results and tags in comments, variations, hidden lines, different line ends, and
/// damage.
const PIECES: [&str; 49] = [
    "[A \"1\"]\n",
    "[A \"2\"]\n",
    "[A \"1\"]\r\n[B \"2\"]\r\n\r\n",
    "[A \"1\"] ",
    "[B \"]",
    "[A",
    "\n\n1. e4 e5 ",
    "1. d4 {a comment that fills a block of sixty-four bytes and more} d5 ",
    "{ [%clk 0:01:00] } ",
    "{\n[A \"1\"]\n\n1. e4 * 1-0 } ",
    "{ [A \"2\"] ",
    "} ",
    "( 1. c4 (1. b4 {1-0 )} b5) c5 1-0 ) ",
    "( ",
    ") ",
    "; 1-0 { [A \"1\"]\n",
    "\n% [A \"1\"] 1-0 {\n",
    "%",
    " 1-0\n\n",
    " 0-1\r\n\r\n",
    " 1/2-1/2 ",
    " *\n",
    "*",
    "1-0{x}",
    " 1-0x ",
    "O-O 0-0 -- ",
    "\u{e9}",
    " {\u{2658}} ",
    "$1 ",
    "\n",
    "\r\n",
    " Nf3 Nc6 ",
    "\r",
    "\r\r1. e4 ; c\r",
    "\n\n[Event \"c\"]\n",
    "\r\r[Event \"d\"]\r",
    "[Result \"0-0\"]\n",
    " 1 - 0\n\n",
    " 1/2 ",
    " \u{bd}\u{2013}\u{bd}\n",
    "Round 4, board 2 of (e4 ",
    " \u{b1} N ch ",
    " 0-0\n\n",
    "[FEN 8/8 w]\n",
    " [#] ",
    "[x] [",
    " 1.0-0.0\n",
    "O\u{2013}O ed ",
    "\u{2658}f3 ",
];

#[test]
fn rules_choose_among_nasty_games() {
    let mut state = 1_u64;
    let mut random = |below: usize| random(&mut state) % below;
    for _ in 0..8_000 {
        let text: String = (0..random(24)).map(|_| PIECES[random(PIECES.len())]).collect();
        let block = [1, 7, 64, BLOCK][random(4)];
        let rules: &[&str] =
            [&["A=1"][..], &["A=2", "\"B\"!=1"], &["A!=1"], &["A=1 or \"B\"=1 and A=2"]][random(4)];
        check_rules(&text, rules, block);
    }
}

/// The games that a reader with a rule returns are those that are picked from all games by their tags, with the same
/// numbers and places.
#[test]
fn rules_choose_like_a_filter() {
    let own: String = OWN.chars().take(30_000).collect();
    let odd = "[A \"1\"] [A \"2\"] [B \"3\"] 1. e4 * {c} [A \"1\"] 1. Ke3 * [A \"2\"] 1-0 e4 * [A \"2\"] {c} [B \"x\"] e4 \n\n e4 e5";
    let cut = "[A \"1\"] * [A \"2\"";
    for (text, rules) in [
        (&own[..], &["Round>=3", "Round<5"][..]),
        (&own, &["Round<0"]),
        (&own, &["Event!=x"]),
        (odd, &["A=2"]),
        (odd, &["A=1"]),
        (odd, &["\"B\"!=1"]),
        (odd, &["A=2", "\"B\"=x"]),
        (odd, &["A=3"]),
        (odd, &["A=2 and \"B\"=x or A=1 and \"B\"=3"]),
        (odd, &["(A=1 or \"B\"=3) and A!=2", "A contains 1"]),
        (cut, &["A=1"]),
        ("", &["A=1"]),
        (" \n", &["A=1"]),
    ] {
        for block in [1, 10, 100, 5000, BLOCK] {
            check_rules(text, rules, block);
        }
    }
    let games = |rule: &str| {
        let mut reader = Reader::new(OWN.as_bytes()).with_rule(rule.parse().unwrap());
        let mut games = 0;
        while reader.next_game().unwrap().is_some() {
            games += 1;
        }
        games
    };
    assert_eq!((games("Round!=x"), games("Round>=31"), games("Nothing=1")), (60, 30, 0));
}

/// If a file is cut in two at any byte, the two ranges have all its games, each once.
#[test]
fn ranges_of_nasty_files_have_each_game_once() {
    let mut state = 3_u64;
    let mut random = |below: usize| random(&mut state) % below;
    for round in 0..120 {
        let text: String = (0..60).map(|_| PIECES[random(PIECES.len())]).collect();
        let mut bytes = text.into_bytes();
        if round % 3 == 0 {
            // Replaces the first byte of each `é`, which gives an `é` in Latin-1 and half a character.
            bytes.iter_mut().filter(|byte| **byte == 0xc3).for_each(|byte| *byte = 0xe9);
        }
        let whole = places(&mut Reader::new(&bytes[..]));
        let read = |range, block, rules: &[&str]| {
            let rule = Rule::all(rules.iter().map(|rule| rule.parse().unwrap()));
            let input = io::Cursor::new(&bytes[..]);
            let mut reader = Reader::of_range_with_block(input, range, block).unwrap().with_rule(rule);
            if block > 10 {
                return places(&mut reader);
            }
            let mut games = Vec::new();
            while let Some(mut part) = reader.next_block().unwrap() {
                games.extend(places(&mut part));
            }
            games
        };
        let size = bytes.len() as u64;
        for cut in 0..=size {
            let block = [BLOCK, 10, 100][random(3)];
            let mut parts = read(0..cut, block, &[]);
            assert!(parts.iter().all(|&(begin, _)| begin < cut));
            parts.extend(read(cut..size, block, &[]));
            assert_eq!(parts, whole, "cut at {cut}: {:?}", String::from_utf8_lossy(&bytes));
        }
        let cut = random(bytes.len()) as u64;
        let mut parts = read(0..cut, 10, &["A=1"]);
        parts.extend(read(cut..size, 100, &["A=1"]));
        assert_eq!(parts, places(&mut Reader::new(&bytes[..]).with_rule("A=1".parse().unwrap())));
    }
}

/// The offset of the first byte of each game, and its moves.
fn places<R: Read>(reader: &mut Reader<R>) -> Vec<(u64, Vec<Move>)> {
    let mut games = Vec::new();
    while let Some(game) = reader.next_game().unwrap() {
        games.push((game.bytes.start, game.moves().to_vec()));
    }
    games
}

#[test]
fn ranges_of_other_files_have_each_game_once() {
    // A text without braces that is longer than the longest game may be, so that it certainly has no open comment.
    let plain = "[A \"1\"]\n\n1. e4 e5 *\n\n".repeat(8_000);
    assert!(plain.len() > 2 * LONGEST);
    let whole = places(&mut Reader::new(plain.as_bytes()));
    for cut in [0, 1, 70_001, 150_000, 176_000, 300_000] {
        let mut parts = places(&mut Reader::of_range(io::Cursor::new(&plain), 0..cut).unwrap());
        parts.extend(places(&mut Reader::of_range(io::Cursor::new(&plain), cut..u64::MAX).unwrap()));
        assert_eq!(parts, whole);
    }
    let error = Reader::of_range(io::Cursor::new(b"\x1f\x8b\x08\0\0"), 3..5).unwrap_err();
    assert!(error.to_string().contains("gzip"), "{error}");
    assert!(places(&mut Reader::of_range(io::Cursor::new(b""), 3..5).unwrap()).is_empty());
}

#[test]
fn null_move_keeps_its_mark() {
    let mut reader = Reader::new(&b"1. e4 --? 2. d4 Z0!! *"[..]).with_notes();
    let game = reader.next_game().unwrap().unwrap();
    assert_eq!(game.error, None);
    assert_eq!((game.moves()[1], game.moves()[3]), (NULL_MOVE, NULL_MOVE));
    assert_eq!(game.glyphs().collect::<Vec<_>>(), [(1, 2), (3, 3)]);
}
/// The bytes of a file's games, joined in another order, are read as the same games.
#[test]
fn joined_slices_are_the_same_games() {
    let games = |bytes: &[u8]| {
        let (mut reader, mut games) = (Reader::new(bytes), Vec::new());
        while let Some(game) = reader.next_game().unwrap() {
            let bytes = usize::try_from(game.bytes.start).unwrap()..usize::try_from(game.bytes.end).unwrap();
            let tags: Vec<_> =
                game.tags().map(|(name, value)| (name.to_string(), value.to_string())).collect();
            games.push((bytes, tags, game.moves().to_vec(), game.result(), game.error));
        }
        games
    };
    let whole = [
        "[A \"1\"]\n\n1. e4 e5 1-0",
        "[A \"2\"]\n[B \"x\"]\n\n1. d4 (1. c4) *",
        "1. Nf3 {c} 1/2-1/2",
        "[A \"4\"] 0-1",
    ];
    let tagged = ["[A \"1\"]\n\n1. e4 e5", "[A \"2\"]\n[B \"x\"]\n", "[A \"3\"]\n1. d4 d5 1-0"];
    let bare = ["1. e4 e5 2. Nf3", "1. d4", "1. c4 {c} c5", "1. Nf3 *"];
    for (texts, between) in [
        (&whole[..], &[" ", "\n", "\n\n", "\n\n\n", " \n  ", "\n%\n", " {c}\n", " ; c\n\n"][..]),
        (&tagged, &["\n", "\n\n", "\n \t\n\n"]),
        (&bare, &["\n\n", "\n \n\n"]),
    ] {
        for (between, line_end) in between.iter().flat_map(|&between| LINE_ENDS.map(|end| (between, end))) {
            let text = texts.join(between).replace('\n', line_end) + &between.replace('\n', line_end);
            let bytes = text.as_bytes();
            let found = games(bytes);
            assert_eq!(found.len(), texts.len(), "{text:?}");
            for first in 0..found.len() {
                for step in [1, found.len() - 1] {
                    let order = (0..found.len()).map(|n| &found[(first + n * step) % found.len()]);
                    let joined: Vec<u8> =
                        order.clone().flat_map(|game| &bytes[game.0.clone()]).copied().collect();
                    let expected =
                        order.map(|(_, tags, moves, result, _)| (tags.clone(), moves.clone(), *result));
                    let again = games(&joined).into_iter();
                    let again = again.map(|(_, tags, moves, result, error)| {
                        assert_eq!(error, None);
                        (tags, moves, result)
                    });
                    assert!(again.eq(expected), "{text:?}\n{:?}", String::from_utf8_lossy(&joined));
                }
            }
        }
    }
}

const LINE_ENDS: [&str; 3] = ["\n", "\r\n", "\r"];
