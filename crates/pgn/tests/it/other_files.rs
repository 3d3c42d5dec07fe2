//! What people's files hold that the standard does not allow: marks, results in other spellings, line ends, damaged
//! tags and prose. Most of these cases come from public reports of bugs in other programs.

use quadbit_pgn::{Reader, records};

/// The plies and the result of each game, and whether it was played to its end.
type Games = Vec<(usize, String, bool)>;

fn read(text: &[u8]) -> Games {
    let mut reader = Reader::new(text);
    let mut games = Vec::new();
    while let Some(game) = reader.next_game().unwrap() {
        let result = game.result().map_or("none".into(), |result| result.to_string());
        games.push((game.moves().len(), result, game.error.is_none()));
    }
    games
}

/// Returns the path and the text of each file of `tests/data/kinds`.
pub(crate) fn kinds() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/kinds");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap())).collect()
}

/// Reads a text in all ways, with which the games must be the same: with each kind of line end, by tokens, and with
/// tags only. Returns the games.
fn read_all(text: &str) -> Games {
    let games = read(text.as_bytes());
    for end in ["\r\n", "\r"] {
        assert_eq!(read(text.replace('\n', end).as_bytes()), games, "{text:?} with {end:?}");
    }
    let by_tokens: Games = records(text)
        .map(|game| {
            let result = game.result().map_or("none".into(), |result| result.to_string());
            let Ok(mut moves) = game.moves() else { return (0, result, false) };
            let is_good = moves.all(|mv| mv.is_ok());
            let mut moves = game.moves().unwrap();
            let plies = moves.by_ref().take_while(Result::is_ok).count();
            (plies, result, is_good)
        })
        .collect();
    assert_eq!(by_tokens, games, "{text:?} by tokens");
    let mut headers = Reader::new(text.as_bytes()).without_moves();
    for (_, result, _) in &games {
        let game = headers.next_game().unwrap().unwrap_or_else(|| panic!("{text:?}: a game is missing"));
        assert_eq!(game.result().map_or("none".into(), |result| result.to_string()), *result, "{text:?}");
    }
    assert!(headers.next_game().unwrap().is_none(), "{text:?}: a game too many");
    games
}

/// The files of `tests/data/kinds`, from which the fuzz target begins too. Every kind of line end gives the same plies,
/// also for random pieces of the files.
#[test]
fn line_ends_do_not_change_the_plies() {
    let files = kinds();
    let plies = |text: &str| match Reader::new(text.as_bytes()).next_game() {
        Ok(_) => read(text.as_bytes()).iter().map(|(plies, ..)| plies).sum::<usize>(),
        Err(_) => 0,
    };
    let all_equal = |text: &str| {
        let (lf, ends) = (plies(text), ["\r\n", "\r"]);
        assert!(ends.iter().all(|end| plies(&text.replace('\n', end)) == lf), "{text:?}");
        lf
    };
    for (name, text) in &files {
        let games = read_all(text);
        assert!(games.len() > 8 && all_equal(text) > games.len(), "{name}: {games:?}");
    }
    let all: String = files.into_iter().map(|(_, text)| text).collect();
    let lines: Vec<&str> = all.split_inclusive('\n').collect();
    let mut state = 1_usize;
    let mut random = |below: usize| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (state >> 40) % below
    };
    for _ in 0..3_000 {
        let text: String = (0..random(12)).map(|_| lines[random(lines.len())]).collect();
        let cut = (random(40)..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        all_equal(&text[cut..]);
    }
}

#[test]
fn marks_are_no_moves() {
    for (movetext, plies) in [
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 \u{b1} {White is better} (3... Nf6) 4. c3 Nf6", 8),
        ("1. d4 d5 2. c4 += e6 3. Nc3 =+ Nf6", 6),
        ("1. e4 d6 2. d4 Nd7 3. Bb5ch c6", 6),
        ("1. e4 d6 2. d4 Nd7 3. Bb5\u{2020} c6 4. Ba4 \u{2020}\u{2020}", 7),
        ("1. e4 c5 2. Nf3\u{25a1} d6 3. d4\u{221e} cxd4= 4. Nxd4+- Nf6-+ 5. Nc3 N a6", 10),
        ("1. f3 e5 2. g4 Qh4 mate", 4),
        ("1. f3 e5 2. g4 Qh4 #", 4),
        ("1. f3 e5 2. g4 Qh4mate", 4),
        ("1. e4 Nf6 2. e5 d5 3. exd6 ep. exd6", 6),
        ("1. e4 Nf6 2. e5 d5 3. exd6 E.P. exd6", 6),
        ("1. e4 Nf6 2. e5 d5 3. exd6e.p. exd6", 6),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 D", 5),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5!N a6 dbl ch", 6),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O!? \u{2213} Nf6", 8),
        ("1. e4 (better is d4!) e5", 2),
        ("1. e4 e5 2. Nf3 [#] Nc6 [diagram 1] 3. Bb5", 5),
        ("1. e4 e5 2. \u{2658}f3 \u{265e}c6 3. \u{2657}b5! a6 4. \u{2659}d4 \u{265f}\u{fe0e}exd4", 8),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O\u{2013}O Be7 6. Re1 0\u{2212}0", 12),
        ("1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. \u{41e}-\u{41e}-\u{41e}", 9),
    ] {
        assert_eq!(read_all(&format!("[Event \"a\"]\n\n{movetext} *\n")), [(plies, "*".into(), true)]);
    }
    // A word that could be a move, but is not a legal one, ends the game.
    for (movetext, plies) in [
        ("1. e4 e9 2. d4", 1),
        ("1. e4 e5 2. Nf9 Nc6", 2),
        ("1. e4 e5 2. Nf3xx", 2),
        ("1. exd", 0),
        ("1. e4 d5 2. ed ed", 2),
        ("1. P-K4 P-K4", 0),
        ("1. e4 e5 2. Sf3 Sc6", 2),
        ("1. e4 e5 2. \u{41a}f3", 2),
        ("1. e4 e5 2. O\u{2013}O", 2),
    ] {
        let games = read_all(&format!("[Event \"a\"]\n\n{movetext} 1-0\n"));
        assert_eq!(games, [(plies, "1-0".into(), false)], "{movetext}");
    }
}

#[test]
fn results_are_read_in_other_spellings() {
    for (spelling, result) in [
        ("1/2", "1/2-1/2"),
        ("\u{bd}-\u{bd}", "1/2-1/2"),
        ("\u{bd}\u{2013}\u{bd}", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("1\u{2013}0", "1-0"),
        ("1 - 0", "1-0"),
        ("1-0.", "1-0"),
        ("1:0", "1-0"),
        ("1.0-0.0", "1-0"),
        ("0.0 \u{2013} 1.0", "0-1"),
        ("0 : 1", "0-1"),
    ] {
        let text = |tag: &str, end: &str| format!("[Event \"a\"]\n[Result \"{tag}\"]\n\n1. e4 e5 {end}\n\n");
        for text in [text(spelling, spelling), text("?", spelling), text(spelling, "*"), text(spelling, "")] {
            let next = "[Event \"b\"]\n\n1. d4 d5 1-0\n";
            let games = read_all(&format!("{text}{next}"));
            assert_eq!(games, [(2, result.into(), true), (2, "1-0".into(), true)], "{text}");
        }
    }
    // A win or a draw at the end of the moves counts, whatever the tag says.
    assert_eq!(read_all("[Result \"1-0\"]\n\n1. e4 0-1\n")[0].1, "0-1");
}

/// `0-0` at the end of a game whose tag says so is a double forfeit; in other games, and in the middle, it castles.
#[test]
fn nobody_castles_when_both_lose() {
    let game = |tag: &str, end: &str| {
        format!("[Event \"a\"]\n[Result \"{tag}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. {end}\n\n")
    };
    let next = "[Event \"b\"]\n[Result \"1-0\"]\n\n1. d4 d5 1-0\n";
    for (tag, end, plies, result) in [
        ("0-0", "0-0", 8, "*"),
        ("0 - 0", "0\u{2013}0", 8, "*"),
        ("0-0", "0-0 {both lost}", 8, "*"),
        ("0-0", "0-0 Be7 0-0", 10, "*"),
        ("1-0", "0-0", 9, "1-0"),
        ("1-0", "0-0 0-0 1-0", 9, "1-0"),
    ] {
        let games = read_all(&(game(tag, end) + next));
        assert_eq!((games[0].0, &*games[0].1), (plies, result), "{tag} {end}");
        assert_eq!(games[1], (2, "1-0".into(), true), "{tag} {end}");
        assert_eq!(games.len(), 2, "{tag} {end}");
    }
}

#[test]
fn lines_end_in_every_way() {
    let text = "[Event \"a\"]\n\n1. e4 ; c\n e5 2. Nf3 *\n\n[Event \"b\"]\n\n1. d4\n% hidden e5\nd5 *\n\n1. c4 {a\n\nb} c5\n\n1. f4 *\n";
    let expected = [3, 2, 2, 1];
    let plies = |games: Games| games.into_iter().map(|(plies, ..)| plies).collect::<Vec<_>>();
    assert_eq!(plies(read_all(text)), expected);
    // All kinds of line ends in the same text.
    for n in 0..200_u32 {
        let (mut state, mut mixed) = (n, String::new());
        for c in text.chars() {
            state = state.wrapping_mul(747_796_405).wrapping_add(1);
            match c {
                // A line feed after a carriage return would belong to the same line end.
                '\n' => {
                    let ends =
                        if mixed.ends_with('\r') { &["\r\n", "\r"][..] } else { &["\r\n", "\r", "\n"] };
                    mixed += ends[(state >> 16) as usize % ends.len()];
                }
                c => mixed.push(c),
            }
        }
        assert_eq!(plies(read(mixed.as_bytes())), expected, "{mixed:?}");
    }
}

#[test]
fn a_start_position_is_never_lost() {
    let after_tag =
        |tag: &str, moves: &str| read_all(&format!("[Event \"a\"]\n{tag}\n\n{moves} *\n"))[0].clone();
    for tag in [
        "[FEN 8/8/8/4k3/8/8/P7/K7 w - - 0 1]",
        "[Fen \"8/8/8/4k3/8/8/P7/K7 w - - 0 1\"]",
        "[FEN '8/8/8/4k3/8/8/P7/K7 w - - 0 1']",
        "[FEN \"8/8/8/4k3/8/8/P7/K7 w - - 0 1\"",
        "[FEN \u{201c}8/8/8/4k3/8/8/P7/K7 w - - 0 1\u{201d}]",
        "[ fen \"8/8/8/4k3/8/8/P7/K7 w - - 0 1\"]",
        "[FEN: \"8/8/8/4k3/8/8/P7/K7 w - - 0 1\"]",
        "[FEN=\"8/8/8/4k3/8/8/P7/K7 w - - 0 1\"]",
        "[[FEN 8/8/8/4k3/8/8/P7/K7 w - - 0 1]",
    ] {
        assert_eq!(after_tag(tag, "1. Kb1 Kd4 2. a4"), (3, "*".into(), true), "{tag}");
    }
    for tag in ["[FEN \"\"]\n[Variant \"?\"]", "[FEN \"?\"]", "[Variant \"\"]"] {
        assert_eq!(after_tag(tag, "1. e4"), (1, "*".into(), true), "{tag}");
    }
    for tag in [
        "[FEN 8/8]",
        "[FEN \"8/8\"]",
        "[Variant Crazyhouse]",
        "[VARIANT \"Atomic\"]",
        "[FEN 8/8/8 w",
        "[FEN\n\"8/8\"]",
    ] {
        assert_eq!(after_tag(tag, "1. e4"), (0, "*".into(), false), "{tag}");
    }
    // A bracket that is no tag of the start position is skipped.
    assert_eq!(after_tag("[see diagram]", "1. e4"), (1, "*".into(), true));
}

#[test]
fn prose_is_no_game() {
    let games = [
        "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n",
        "[Event \"b\"]\n\n1. d4 d5 *\n\n",
        "1. c4 1-0\n\n",
    ];
    for prose in [
        "Games of round 3, sent in by the players.\n\n",
        "Round 4, board 2, was adjourned.\n\n",
        "White won 1-0 after e4, in the line (with Nf3\n\n",
        "* * *\n\n",
        "* First board\n* Second board\n\n",
        "------\n",
        "1-0 was the result.\n\n",
        "1. Board one\n2. Board two\n\n",
        "% hidden\n; a comment 1. e4\n\n",
    ] {
        let text = format!("{prose}{}{prose}{}{prose}{}{prose}", games[0], games[1], games[2]);
        let expected = [(2, "1-0".into(), true), (2, "*".into(), true), (1, "1-0".into(), true)];
        assert_eq!(read_all(&text), expected, "{prose:?}");
    }
}

/// A file with words and no game is refused, whatever is asked for; one without words is empty, and so is a part of a
/// file.
#[test]
fn a_file_without_a_game_is_an_error() {
    for text in ["no game at all", "\u{feff}Runde 4\n\n[x]", "\0\0\0\0", "N.N.\n(adjourned", "± = ch"] {
        let rule = "Date>2000".parse().unwrap();
        for mut reader in [
            Reader::new(text.as_bytes()),
            Reader::new(text.as_bytes()).without_moves(),
            Reader::new(text.as_bytes()).with_rule(rule),
        ] {
            assert!(reader.next_game().is_err(), "{text:?}");
        }
    }
    for text in ["", " \n\n", "; a comment\n", "{a comment}", "% hidden\n", "\u{feff}", "[#] [x]\n"] {
        assert!(Reader::new(text.as_bytes()).next_game().unwrap().is_none(), "{text:?}");
    }
    let error = Reader::new(&b"not a game"[..]).next_game().unwrap_err();
    assert_eq!(error.to_string(), "the text has no tag, move or result of a game");
    let text = "1. e4 e5 *\n\nThe end of the round.\n";
    assert_eq!(read_all(text).len(), 1);
    let mut reader = Reader::new(text.as_bytes());
    let mut block = reader.next_block().unwrap().unwrap();
    assert!(block.next_game().unwrap().is_some() && block.next_game().unwrap().is_none());
    let mut range = Reader::of_range(std::io::Cursor::new(text), 15..u64::MAX).unwrap();
    assert!(range.next_game().unwrap().is_none());
}

#[test]
fn pieces_in_brackets_promote() {
    let text = |moves: &str| format!("[FEN \"8/4P1k1/8/8/8/8/8/K7 w - - 0 1\"]\n\n{moves} *\n");
    for (moves, plies) in [
        ("1. e8(Q) Kf6", 2),
        ("1. e8(Q)!? Kf6", 2),
        ("1. e8(N)+ Kf8", 2),
        ("1. Ka2 (1. e8Q) Kf6", 2),
        ("1. e8=\u{2655}! Kf6", 2),
    ] {
        assert_eq!(read_all(&text(moves)), [(plies, "*".into(), true)], "{moves}");
    }
    assert_eq!(read_all("1. e4 e5 2. Nf3(Nc3) Nc6 *"), [(4, "*".into(), true)]);
}

/// A comment that does not end costs its own game, which is named, and no other.
#[test]
fn an_open_comment_costs_one_game() {
    let game = |n: usize, comment: &str| format!("[Event \"{n}\"]\n\n1. e4 {comment} e5 1-0\n\n");
    for closed in ["", " {later} "] {
        let text: String = (0..500).map(|n| game(n, if n == 100 { "{open" } else { closed })).collect();
        let games = read_all(&text);
        assert_eq!(games.len(), 500);
        for (n, (plies, _, is_good)) in games.into_iter().enumerate() {
            assert_eq!((plies, is_good), if n == 100 { (1, false) } else { (2, true) }, "{n}");
        }
    }
    let mut reader = Reader::new(&b"[Event \"a\"]\n\n1. e4 {open\n\n[Event \"b\"]\n\n1. d4 } *"[..]);
    let error = reader.next_game().unwrap().unwrap().error.unwrap();
    assert_eq!((error.offset, error.to_string().as_str()), (19, "a comment begins here and does not end"));
    // A line that looks like a tag, without an empty line before it, is a part of the comment.
    assert_eq!(read_all("1. e4 {\n[Event \"b\"]} e5 *"), [(2, "*".into(), true)]);
}

#[test]
fn null_moves_have_many_spellings() {
    for null in ["--", "Z0", "<>", "0000", "@@@@", "--!?"] {
        assert_eq!(read_all(&format!("1. e4 {null} 2. d4 *")), [(3, "*".into(), true)], "{null}");
    }
}
