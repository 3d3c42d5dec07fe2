//! Games as trees: read, edited, written and read again.

use std::fmt::Write;

use quadbit_movegen::{Color, Game, GameResult, Move, Position, Validity};
use quadbit_pgn::{self as pgn, NULL_MOVE, NodeId, Reader, Token, Tokens, Tree, TreeError};
use testing::{Random, corpora};

/// Plays a game of at most `plies` random moves.
fn random_game(start: Position, seed: u64, plies: u64) -> Game {
    let mut game = Game::new(start);
    for ply in 0..plies {
        let moves = game.position().legal_moves();
        if game.outcome().is_some() {
            break;
        }
        game.play(moves[Random(seed << 32 | ply).below(moves.len())]).unwrap();
    }
    game
}

fn random_start(seed: u64) -> Position {
    let middle: Position = "4k3/8/8/8/8/8/8/R3K3 b Q - 7 40".parse().unwrap();
    let later: Position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9".parse().unwrap();
    let chess960 = Position::chess960(u16::try_from(Random(seed).below(960)).unwrap()).unwrap();
    [Position::start(), chess960, middle, later][Random(seed << 8).below(4)]
}

/// Makes a tree with variations, comments and glyphs in all places.
fn random_tree(seed: u64) -> Tree {
    let mut random = Random(seed);
    let mut tree = Tree::new(random_start(seed));
    let mut nodes = vec![NodeId::ROOT];
    for _ in 0..random.below(120) {
        // The new node usually follows the last one, so that lines get long; otherwise it follows any node.
        let back = if random.below(4) == 0 { random.below(nodes.len()) } else { 0 };
        let node = nodes[nodes.len() - 1 - back];
        let position = tree.position(node);
        let moves = position.legal_moves();
        let passed = (random.below(20) == 0 && !position.is_check()).then_some(NULL_MOVE);
        let Some(mv) = passed.or_else(|| random.of(&moves)) else { continue };
        let new = tree.add(node, mv).unwrap();
        nodes.push(new);
        if random.below(4) == 0 {
            let glyphs: Vec<_> = (0..random.below(3)).map(|n| u16::try_from(n * 70 + 1).unwrap()).collect();
            tree.set_glyphs(new, &glyphs).unwrap();
        }
        if random.below(3) == 0 {
            tree.set_comment(new, &random_comment(&mut random)).unwrap();
        }
        let begins_variation = tree.children(node).next() != Some(new);
        if begins_variation && random.below(3) == 0 {
            tree.set_comment_before(new, &random_comment(&mut random)).unwrap();
        }
    }
    if random.below(3) == 0 {
        tree.set_comment(NodeId::ROOT, &random_comment(&mut random)).unwrap();
    }
    tree.set_result([GameResult::Unknown, GameResult::Draw, GameResult::Win(Color::Black)][random.below(3)]);
    tree.set_tag("Annotator", Some(&random_comment(&mut random).replace(char::is_control, ""))).unwrap();
    tree
}

/// Makes a text of words, signs and blanks, with line breaks unless it has a closing brace.
fn random_comment(random: &mut Random) -> String {
    let words = [
        "e4",
        "(",
        ")",
        "{",
        ";",
        "%",
        "[%clk 0:00:01]",
        "[%",
        "]",
        "$1",
        "\"",
        "\\",
        " ",
        "  ",
        "\n",
        "\r\n",
        "1-0",
        "*",
        "[Event",
        "é",
        "a long word",
        "Nf3!?",
    ];
    let mut text: String = (0..random.below(40))
        .map(|_| [" ", ""][random.below(2)].to_owned() + words[random.below(words.len())])
        .collect();
    if random.below(8) == 0 {
        text = text.replace(['\n', '\r'], "}");
    }
    text.replace("[Event \"", "[Event")
}

#[test]
fn games_come_back() {
    for seed in 0..200 {
        let start = random_start(seed);
        let game = random_game(start, seed, seed * 2);
        let mut tree = Tree::from(&game);
        tree.set_tag("Round", Some(&seed.to_string())).unwrap();
        let text = tree.to_string();
        assert!(text.lines().all(|line| line.len() < 80 || line.starts_with('[')), "{text}");
        let (tags, movetext) = text.split_once("\n\n").unwrap();
        assert_eq!(movetext.split_whitespace().collect::<Vec<_>>().join(" "), game.to_string());
        let longest_words_fit = movetext.lines().collect::<Vec<_>>().windows(2).all(|lines| {
            let word = lines[1].split(' ').next().unwrap();
            lines[0].len() + 1 + word.len() > 79
        });
        assert!(longest_words_fit, "{movetext}");

        let mut records = pgn::records(&text);
        let record = records.next().unwrap();
        assert_eq!(records.next(), None);
        assert_eq!(record.tag("FEN").is_none(), start.to_string() == Position::start().to_string());
        assert_eq!(record.tag("Variant").is_some(), !start.has_standard_castling());
        assert_eq!(record.tag("Round"), Some(seed.to_string().as_str()));
        assert_eq!(record.start().unwrap().to_string(), start.to_string());
        assert_eq!(record.result(), Some(game.result()));
        assert_eq!(record.tag("Result"), Some(game.result().as_str()));
        let moves: Vec<_> = record.moves().unwrap().map(Result::unwrap).collect();
        assert!(game.moves().eq(moves), "{tags}");
        assert_eq!(text.parse::<Tree>().unwrap(), tree);
    }
}

/// Both written forms of a tree are read as an equal tree, by the parser and from a stream after another game, and
/// writing this tree gives the same text again. Lines are short unless one word is long.
#[test]
fn trees_come_back() {
    let (mut variations, mut comments) = (0, 0);
    for seed in 0..2000 {
        let tree = random_tree(seed);
        let (text, broken) = (tree.to_string(), format!("{tree:#}"));
        for text in [&text, &broken] {
            let read: Tree = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert!(read == tree, "{text}");
            assert_eq!(read.to_string(), read.to_string().parse::<Tree>().unwrap().to_string());
            let stream = format!("1. e4 (1. d4) *\n\n{text}\n1. c4 *\n");
            let mut reader = Reader::new(stream.as_bytes());
            let trees: Vec<_> = std::iter::from_fn(|| reader.next_tree().unwrap()).collect();
            assert_eq!(trees.len(), 3, "{stream}");
            assert!(trees[1].tree.as_ref() == Some(&tree), "{stream}");
            assert!(trees.iter().all(|tree| tree.errors.is_empty()));
            let begin = usize::try_from(trees[1].bytes.start).unwrap();
            assert_eq!(&stream[..begin], "1. e4 (1. d4) *\n\n");
        }
        variations += text.matches('(').count();
        comments += text.matches('{').count();
        let is_short = |line: &&str| line.chars().count() < 80 || line.contains([';', '[']);
        assert_eq!(text.lines().find(|line| !is_short(line)), None);
    }
    assert!(variations > 10_000 && comments > 10_000, "{variations} {comments}");
}

/// Appends to `out` the moves that `tokens` give up to the end of a variation, or of the game, with all brackets,
/// glyphs and comments; calls itself for each variation inside. `position` is the one before the first move.
fn by_recursion(tokens: &mut Tokens<'_>, position: Position, out: &mut String) {
    let (mut before, mut after) = (position, position);
    while let Some(token) = tokens.next() {
        match token {
            Token::Move(word) => {
                before = after;
                let mv = Move::from_san_relaxed(word, &before).unwrap();
                after = before.after(mv);
                write!(out, "{} ", mv.to_san(&before)).unwrap();
            }
            Token::NullMove(_) => {
                before = after;
                after = before.null_move().unwrap();
                out.push_str("-- ");
            }
            Token::Open => {
                out.push_str("( ");
                by_recursion(tokens, before, out);
            }
            Token::Close => break,
            Token::Comment(text) => {
                out.extend(text.split_whitespace().map(|word| word.to_owned() + " "));
            }
            Token::Nag(glyph) => write!(out, "${glyph} ").unwrap(),
            Token::Result(_) | Token::Tag { .. } | Token::Word(_) => {}
        }
    }
    out.push_str(") ");
}

/// Returns the text that `by_recursion` appends, made by the walk over the tree.
fn by_walk(tree: &Tree) -> String {
    let mut out = String::new();
    let comments = |out: &mut String, comments: &mut dyn Iterator<Item = &str>| {
        comments.for_each(|text| out.extend(text.split_whitespace().map(|word| word.to_owned() + " ")));
    };
    comments(&mut out, &mut tree.comments(NodeId::ROOT));
    let mut depth = 0;
    for step in tree.walk() {
        let begins = tree.children(tree.parent(step.node).unwrap()).next() != Some(step.node);
        let end = depth + usize::from(begins) - step.depth;
        (0..end).for_each(|_| out.push_str(") "));
        if begins {
            out.push_str("( ");
        }
        depth = step.depth;
        comments(&mut out, &mut tree.comments_before(step.node));
        match step.mv {
            NULL_MOVE => out.push_str("-- "),
            mv => write!(out, "{} ", mv.to_san(&step.before)).unwrap(),
        }
        assert_eq!(tree.position(step.node), step.after);
        tree.glyphs(step.node).for_each(|glyph| write!(out, "${glyph} ").unwrap());
        comments(&mut out, &mut tree.comments(step.node));
    }
    (0..=depth).for_each(|_| out.push_str(") "));
    out
}

#[test]
fn trees_equal_a_reader_that_calls_itself() {
    for seed in 0..500 {
        let tree = random_tree(seed);
        let text = tree.to_string();
        let mut expected = String::new();
        by_recursion(&mut Tokens::new(&text), *tree.start(), &mut expected);
        assert_eq!(by_walk(&text.parse().unwrap()), expected, "{text}");
    }
}

/// A file in export format is written as it is, and main lines are those of the other readers.
#[test]
fn files_of_others_are_read_and_written() {
    for name in ["public/pgn/twic1599.pgn", "public/pgn/lichess.pgn"] {
        let Some(text) = corpora::read(name) else { continue };
        let text = text.replace('\r', "");
        let (mut games, mut written) = (0, String::new());
        let (mut trees, mut reader) =
            (Reader::new(text.as_bytes()), Reader::new(text.as_bytes()).with_notes());
        while let Some(game) = reader.next_game().unwrap() {
            let streamed = trees.next_tree().unwrap().unwrap();
            let tree = streamed.tree.unwrap();
            assert_eq!((streamed.number, streamed.bytes), (game.number, game.bytes.clone()));
            assert_eq!(streamed.errors.first().copied(), game.error);
            let line: Vec<_> = tree.main_line().collect();
            assert!(line.iter().filter_map(|node| tree.mv(*node)).eq(game.moves().iter().copied()));
            assert!(line.iter().map(|node| tree.note(*node)).eq(game.notes()));
            assert_eq!(Some(tree.result()), game.result());
            assert!(
                tree.tags().all(|(name, value)| game
                    .record()
                    .tag(name)
                    .is_none_or(|tag| pgn::unescape(tag) == value))
            );
            written = written + &tree.to_string() + "\n";
            games += 1;
        }
        assert!(trees.next_tree().unwrap().is_none() && games > 100, "{games}");
        if name.contains("twic") {
            // The lines of this file have up to 80 characters, those that are written up to 79, so only the words are
            // compared.
            let mut pairs = text.split_whitespace().zip(written.split_whitespace());
            assert_eq!(pairs.find(|(old, new)| old != new), None);
        }
    }
}

/// An error in a variation ends only this variation.
#[test]
fn errors_lose_no_other_line() {
    let read = |text: &str| {
        let game = Reader::new(text.as_bytes()).next_tree().unwrap().unwrap();
        let tree = game.tree.unwrap().to_string();
        let (_, moves) = tree.split_once("\n\n").unwrap();
        (moves.trim_end().to_owned(), game.errors.iter().map(|error| error.offset).collect::<Vec<_>>())
    };
    for (text, expected, errors) in [
        ("1. e4 (1. d4 Ke8 (1... x) d5 {a}) e5 {b} *", "1. e4 (1. d4) 1... e5 {b} *", &[13][..]),
        ("1. e4 (1. Ke2) (1. d4 d5) e5 *", "1. e4 (1. d4 d5) 1... e5 *", &[10]),
        ("1. e4 ({a} $1 1. Ke2 {c}) {b} e5 *", "1. e4 {a} $1 {b} 1... e5 *", &[17]),
        ("1. e4 e5 2. Ke3 (2. Nf3) Nc6 *", "1. e4 e5 *", &[12]),
        ("1. e4 (({a} d4) d5) e5 *", "1. e4 e5 *", &[7, 16]),
        ("(1. d4) 1. e4 *", "1. e4 *", &[0]),
        (
            "1. e4 (1. d4 (1. c4 (1. b4) c5) d5) (1. a4) e5",
            "1. e4 (1. d4 d5) (1. c4 c5) (1. b4) (1. a4) 1... e5 *",
            &[],
        ),
        ("1. e4 (1. d4 d5 2. c4", "1. e4 (1. d4 d5 2. c4) *", &[6]),
        ("1. e4 {open", "1. e4 {open} *", &[6]),
        ("1. e4 ) e5 *", "1. e4 e5 *", &[]),
        (
            "1. e4! (1. d4!? {a} ; b\n 1... d5) e5?! $9 *",
            "1. e4 $1 (1. d4 $5 {a} { b} 1... d5) 1... e5 $6 $9 *",
            &[],
        ),
        ("{x} 1. e4 ({y} 1. d4) *", "{x} 1. e4 ({y} 1. d4) *", &[]),
    ] {
        let expected = (expected.to_owned(), errors.to_vec());
        assert_eq!(read(text), expected, "{text}");
        assert_eq!(text.parse::<Tree>().is_err(), !errors.is_empty(), "{text}");
    }
    let chess960 = &b"[FEN \"4k3/8/8/8/8/8/8/4KR2 w K - 0 1\"]\n\n1. O-O *"[..];
    assert!(Reader::new(chess960).next_tree().unwrap().unwrap().tree.is_some());
    let refused = Reader::new(chess960).with_validity(Validity::Standard).next_tree().unwrap().unwrap();
    assert!(refused.tree.is_none() && refused.errors.len() == 1);
    let no_start = Reader::new(&b"[FEN \"8\"]\n\n1. e4 *"[..]).next_tree().unwrap().unwrap();
    assert!(no_start.tree.is_none() && no_start.errors.len() == 1);
}

/// A million brackets take time and memory in proportion to the text; the depth has a limit.
#[test]
fn deep_trees_are_read() {
    let n = 1_000_000;
    let deep = "1. e4 ".to_owned() + &"(d4 ".repeat(n) + &")".repeat(n) + " e5 *";
    let game = Reader::new(deep.as_bytes()).next_tree().unwrap().unwrap();
    let tree = game.tree.unwrap();
    assert_eq!((tree.walk().count(), tree.main_line().count(), game.errors.len()), (1002, 2, 1));
    let wide = "1. e4 ".to_owned() + &"(d4)".repeat(n) + " e5 *";
    let tree: Tree = wide.parse().unwrap();
    assert_eq!((tree.walk().count(), tree.main_line().count()), (n + 2, 2));
    let comments = "1. e4 ".to_owned() + &"{a}$1".repeat(n) + " e5 *";
    let tree: Tree = comments.parse().unwrap();
    let e4 = tree.main_line().next().unwrap();
    assert_eq!((tree.comments(e4).count(), tree.glyphs(e4).count()), (n, n));
}

#[test]
fn lines_are_edited() {
    let mut tree: Tree = "1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. Nf3 *".parse().unwrap();
    let e4 = tree.main_line().next().unwrap();
    let text = |tree: &Tree| tree.to_string().split_once("\n\n").unwrap().1.trim_end().to_owned();
    let child = |tree: &Tree, n| tree.children(e4).nth(n).unwrap();
    let french = child(&tree, 2);
    tree.promote(french).unwrap();
    assert_eq!(text(&tree), "1. e4 e5 (1... e6) (1... c5 2. Nf3) 2. Nf3 *");
    tree.promote(french).unwrap();
    assert_eq!(text(&tree), "1. e4 e6 (1... e5 2. Nf3) (1... c5 2. Nf3) *");
    tree.promote(french).unwrap();
    tree.demote(french).unwrap();
    assert_eq!(text(&tree), "1. e4 e5 (1... e6) (1... c5 2. Nf3) 2. Nf3 *");
    let open = tree.children(child(&tree, 2)).next().unwrap();
    tree.make_main(open).unwrap();
    assert_eq!(text(&tree), "1. e4 c5 (1... e5 2. Nf3) (1... e6) 2. Nf3 *");
    assert_eq!(tree.line_to(open).len(), 3);
    let sub = tree.subtree(e4).unwrap();
    assert_eq!(text(&sub), "1... c5 (1... e5 2. Nf3) (1... e6) 2. Nf3 *");
    assert_eq!(sub.start(), &tree.position(e4));
    tree.delete(child(&tree, 0)).unwrap();
    assert_eq!(text(&tree), "1. e4 e5 (1... e6) 2. Nf3 *");
    assert_eq!((tree.parent(open), tree.promote(open)), (None, Err(TreeError::NoMove)));
    let illegal = Move::from_san("e4", &Position::start()).unwrap();
    assert_eq!(tree.add(e4, illegal), Err(TreeError::Illegal));
    for node in [NodeId::ROOT, open] {
        assert_eq!(
            (tree.delete(node), tree.move_to(node, 0)),
            (Err(TreeError::NoMove), Err(TreeError::NoMove))
        );
    }
    assert_eq!(tree.merge(&sub), Err(TreeError::Start));
    for text in ["a}\nb", "a\n[Event \"b\"]"] {
        assert_eq!(tree.set_comment(e4, text), Err(TreeError::Comment));
    }
    assert_eq!(tree.comments(e4).count(), 0);
}

/// A merged tree has the lines of both, each once; merging again changes nothing.
#[test]
fn merged_trees_have_the_lines_of_both() {
    let lines = |tree: &Tree| {
        let mut lines: Vec<Vec<_>> = tree
            .walk()
            .map(|step| tree.line_to(step.node).iter().map(|node| tree.mv(*node)).collect())
            .collect();
        lines.sort();
        lines.dedup();
        lines
    };
    let mut merged = 0;
    for seed in 0..300 {
        let (mut one, two) = (random_tree(2 * seed), random_tree(2 * seed + 1));
        let mut expected = lines(&one);
        if one.merge(&two).is_err() {
            continue;
        }
        merged += 1;
        expected.extend(lines(&two));
        expected.sort();
        expected.dedup();
        assert_eq!(lines(&one), expected);
        assert_eq!(one.walk().count(), expected.len());
        let once = one.to_string();
        one.merge(&two).unwrap();
        assert_eq!(one.to_string(), once);
    }
    assert!(merged > 20, "{merged}");
}

#[test]
fn commands_of_comments_are_read_and_written() {
    let text = "1. e4 {a [%csl Rd4,Gd5,Xd6] [%cal Gc8f5] b [%eval 0.17,21] [%foo bar]} {[%clk 1:02:03.25]} *";
    let mut tree: Tree = text.parse().unwrap();
    let e4 = tree.main_line().next().unwrap();
    let shapes = tree.shapes(e4);
    let texts: Vec<_> = shapes.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["Rd4", "Gd5", "Gc8f5"]);
    let names: Vec<_> = tree.commands(e4).map(|(name, _)| name).collect();
    assert_eq!(names, ["csl", "cal", "eval", "foo", "clk"]);
    let note = tree.note(e4);
    assert_eq!(note.to_string(), "[%eval 0.17,21] [%clk 1:02:03.25]");
    tree.set_shapes(e4, &shapes[1..]).unwrap();
    let comments = |tree: &Tree| tree.comments(e4).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(
        comments(&tree),
        ["[%csl Gd5] [%cal Gc8f5] a b [%eval 0.17,21] [%foo bar]", "[%clk 1:02:03.25]"]
    );
    assert_eq!((tree.shapes(e4), tree.note(e4)), (shapes[1..].to_vec(), note));
    tree.set_note(e4, &pgn::Note::default()).unwrap();
    tree.set_shapes(e4, &[]).unwrap();
    assert_eq!(comments(&tree), ["a b [%foo bar]"]);
    tree.set_note(e4, &note).unwrap();
    assert_eq!(tree.note(e4), note);
}

/// Values of tags with quotation marks and backslashes in all places are read as they were written.
#[test]
fn values_come_back() {
    let mut tree = Tree::default();
    let signs = ['"', '\\', ']', ' ', 'x', '[', '{', 'é'];
    for seed in 0..20_000 {
        let length = Random(seed).word() % 7;
        let value: String = (0..length).map(|n| signs[Random(seed << 8 | n).below(signs.len())]).collect();
        tree.set_tag("White", Some(&value)).unwrap();
        tree.set_tag("Opening", Some(&value)).unwrap();
        let text = tree.to_string();
        let record = pgn::records(&text).next().unwrap();
        for name in ["White", "Opening"] {
            assert_eq!(record.tag(name).map(pgn::unescape).as_deref(), Some(value.as_str()), "{text}");
        }
        assert_eq!(record.tags().count(), 8, "{text}");
    }
}

#[test]
fn tags_and_results_are_written() {
    let mut tree = Tree::from(&random_game(Position::start(), 5, 1));
    for name in ["", "Two words", "Ä", "a\"b", "a]"] {
        assert_eq!(tree.set_tag(name, Some("x")).unwrap_err(), TreeError::TagName, "{name}");
    }
    for name in ["Result", "FEN", "SetUp", "Variant"] {
        assert_eq!(tree.set_tag(name, None).unwrap_err(), TreeError::TagOfGame);
    }
    for value in ["a\nb", "\t", "\u{85}"] {
        assert_eq!(tree.set_tag("White", Some(value)).unwrap_err(), TreeError::TagValue);
    }
    for (name, value) in
        [("ECO", Some("A00")), ("ECO", Some("B00")), ("Annotator", Some("x")), ("Annotator", None)]
    {
        tree.set_tag(name, value).unwrap();
    }
    tree.set_result(GameResult::Win(Color::Black));
    let text = tree.to_string();
    assert!(text.contains("[Result \"0-1\"]\n[ECO \"B00\"]\n\n1. "), "{text}");
    assert!(text.ends_with(" 0-1\n"), "{text}");
    assert_eq!(
        (tree.tag("Result"), tree.tag("ECO"), tree.tag("Annotator")),
        (Some("0-1"), Some("B00"), None)
    );
}
