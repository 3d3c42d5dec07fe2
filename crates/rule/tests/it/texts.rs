//! Texts of rules: what they mean, and where an error is.

use quadbit_movegen::{Bitboard, Color, Rank};
use quadbit_rule::{Condition, Need, PieceCount, PiecesOn, Rule, RuleErrorKind, Step};

/// Formats the conditions of a rule, in the order of their evaluation, with what joins them.
fn order(text: &str) -> String {
    let rule: Rule = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let name = |condition: &Condition| match condition {
        Condition::Check => "c".to_owned(),
        Condition::SideToMove(Color::White) => "w".to_owned(),
        Condition::SideToMove(_) => "b".to_owned(),
        Condition::Tag(tag) => tag.name().to_owned(),
        Condition::Pieces(_) => "p".to_owned(),
        other => panic!("{other:?}"),
    };
    let join = |step| match step {
        Step::Not(a) => format!("!{a}"),
        Step::And(a, b) => format!("({a}&{b})"),
        Step::Or(a, b) => format!("({a}|{b})"),
        Step::Then(a, b, None) => format!("({a}>{b})"),
        Step::Then(a, b, Some(n)) => format!("({a}>{n} {b})"),
        Step::For(a, n) => format!("{a}*{n}"),
    };
    rule.fold(name, join).unwrap()
}

#[test]
fn words_bind_in_their_order() {
    for (text, expected) in [
        ("white", "w"),
        ("no-check", "!c"),
        ("not no-check", "!!c"),
        ("white check Q", "((w&c)&p)"),
        ("white and check or black", "((w&c)|b)"),
        ("white or check and black", "(w|(c&b))"),
        ("white or check black", "(w|(c&b))"),
        ("not white and check", "(!w&c)"),
        ("not (white and check)", "!(w&c)"),
        ("white then check and black", "(w>(c&b))"),
        ("white and check then black or Q", "((w&c)>(b|p))"),
        ("white then check then black", "((w>c)>b)"),
        ("white then check within 10", "(w>10 c)"),
        ("white then check and Q within 10 then black within 2", "((w>10 (c&p))>2 b)"),
        ("(white then check within 10) and Q", "((w>10 c)&p)"),
        ("white then check within 10 and Q", "((w>10 c)&p)"),
        ("white or check for 6", "(w|c*6)"),
        ("not check for 2", "!c*2"),
        ("(white or check) for 6 Q", "((w|c)*6&p)"),
        ("WhiteElo>=2000 check", "(WhiteElo&c)"),
        ("Event=Rated Bullet game and check", "(Event&c)"),
        ("Event=a for 3 then Event=for ever", "(Event*3>Event)"),
        ("\"ply\"=3 and (check)NOT white", "((ply&c)&!w)"),
        ("Opening contains B and (check)", "(Opening&c)"),
        ("Result!=1-0 check", "!Result"),
        ("Q - 1 x", ""),
    ] {
        if expected.is_empty() {
            assert!(text.parse::<Rule>().is_err(), "{text}");
        } else {
            assert_eq!(order(text), expected, "{text}");
        }
    }
}

#[test]
fn rules_are_split_and_joined_by_and() {
    let rule: Rule = "white (check and (Q or q)) and not r".parse().unwrap();
    let parts = ["white", "check", "(Q or q)", "not r"].map(|text| text.parse::<Rule>().unwrap());
    assert_eq!(rule.conjuncts(), parts);
    assert_eq!(Rule::all(parts.clone()).conjuncts(), parts);
    assert_eq!(parts[3].as_condition().map(|(_, holds)| holds), Some(false));
    assert_eq!(parts[2].as_condition(), None);
    assert_eq!((Rule::default().conjuncts(), Rule::all([Rule::default(), rule.clone()])), (Vec::new(), rule));
}

#[test]
fn texts_and_values_are_the_same() {
    let pieces = ["Q", "q"]
        .iter()
        .fold(0, |set, letter| set | 1 << letter.parse::<quadbit_movegen::Piece>().unwrap().code());
    let count = PiecesOn { pieces, squares: Bitboard::rank(Rank::First) };
    let rule = Condition::Pieces(PieceCount { count, minus: None, range: 2..=2 });
    for text in ["Qq@1=2", "QqQ@1=2", " Qq@1 = 2 "] {
        assert_eq!(text.parse::<Rule>().unwrap().as_condition(), Some((&rule, true)), "{text}");
    }
    for (one, other) in [
        ("Q-q>=1", "Q-q > 0"),
        ("score<1000", "score < 1000"),
        ("WhiteElo>=2500", "WhiteElo >= 2500"),
        ("Q", "Q>=1"),
        ("best-capture", "captured=*"),
        ("best-promotion", "promoted"),
        ("no-best-check", "not gives-check"),
        ("near \"8/8/8/8/8/8/8/8 w - - 0 1\" <= 4", "near 8/8/8/8/8/8/8/8<=4"),
        ("result!=draw", "not result=draw"),
        ("castling=-", "castling<=-"),
    ] {
        assert_eq!(one.parse::<Rule>().unwrap(), other.parse().unwrap(), "{one}");
    }
}

#[test]
fn an_error_names_the_place() {
    for (text, offset, kind) in [
        ("", 0, RuleErrorKind::Word),
        ("x", 0, RuleErrorKind::Word),
        ("checks", 0, RuleErrorKind::Word),
        ("best", 0, RuleErrorKind::Word),
        ("socre<=100", 0, RuleErrorKind::Word),
        ("no-score=1", 0, RuleErrorKind::Word),
        ("no-placeholder2", 0, RuleErrorKind::Word),
        (">=2000", 0, RuleErrorKind::Word),
        ("A=1 and ", 8, RuleErrorKind::Word),
        ("A=1 or or B=2", 7, RuleErrorKind::Word),
        ("()", 1, RuleErrorKind::Word),
        ("not", 3, RuleErrorKind::Word),
        ("WhiteElo", 8, RuleErrorKind::Operator),
        ("WhiteElo!2000", 8, RuleErrorKind::Operator),
        ("White Elo>=2000", 6, RuleErrorKind::Operator),
        ("WhiteElo>= ", 11, RuleErrorKind::Value),
        ("Opening contains", 16, RuleErrorKind::Value),
        ("(A=1", 0, RuleErrorKind::Parenthesis),
        ("A=1)", 3, RuleErrorKind::Parenthesis),
        ("A=1 or ((B=2)", 7, RuleErrorKind::Parenthesis),
        ("A=1 (B=2)", 4, RuleErrorKind::Quotation),
        ("A=\"1", 2, RuleErrorKind::Quotation),
        ("A=1|B=2", 3, RuleErrorKind::Quotation),
        ("WhiteElo=2000 BlackElo=2000", 14, RuleErrorKind::Quotation),
        ("@e4", 0, RuleErrorKind::Pieces),
        ("**", 0, RuleErrorKind::Pieces),
        ("Q-x>2", 2, RuleErrorKind::Pieces),
        ("check Q@", 6, RuleErrorKind::Squares),
        ("Q@i4", 0, RuleErrorKind::Squares),
        ("Q@e9", 0, RuleErrorKind::Squares),
        ("Q=", 2, RuleErrorKind::Count),
        ("Q=65", 2, RuleErrorKind::Count),
        ("Q=+1", 2, RuleErrorKind::Count),
        ("Q<0", 2, RuleErrorKind::Count),
        ("Q>64", 2, RuleErrorKind::Count),
        ("Q==1", 2, RuleErrorKind::Count),
        ("Q=é", 2, RuleErrorKind::Count),
        ("near 8/8 4", 9, RuleErrorKind::Count),
        ("score=", 6, RuleErrorKind::Number),
        ("score=+1", 6, RuleErrorKind::Number),
        ("score<-2147483648", 6, RuleErrorKind::Number),
        ("ply>=x", 5, RuleErrorKind::Number),
        ("ply 3", 3, RuleErrorKind::Number),
        ("8/9", 0, RuleErrorKind::Pattern),
        ("1/2/3/4/5/6/7/8/1", 0, RuleErrorKind::Pattern),
        ("pppppppp1/8", 0, RuleErrorKind::Pattern),
        ("near x <= 3", 5, RuleErrorKind::Pattern),
        ("Q or random<0.5", 5, RuleErrorKind::Stream),
        ("not random-game<0.5", 4, RuleErrorKind::Stream),
        ("Q and not likely-result", 10, RuleErrorKind::Stream),
        ("check within 3", 14, RuleErrorKind::Plies),
        ("white then check within 0", 24, RuleErrorKind::Plies),
        ("check for x", 10, RuleErrorKind::Plies),
    ] {
        let error = text.parse::<Rule>().expect_err(text);
        assert_eq!((error.offset, error.kind), (offset, kind), "{text}");
    }
}

#[test]
fn errors_of_values_say_what_is_expected() {
    for (text, expected) in [
        ("random<1.1", "expected random< and a probability such as 0.25 or 1/4"),
        ("random<1/0", "expected random<"),
        ("random>=0.5", "expected random<"),
        ("random-game=0.5", "expected random-game<"),
        ("soft-ply=", "expected ascending plies"),
        ("soft-ply=3:0.1,3:0.2", "expected ascending plies"),
        ("soft-ply=3:2", "expected ascending plies"),
        ("soft-ply", "expected ascending plies"),
        ("piece-targets=1", "expected 2 to 33 weights"),
        ("piece-targets=0,0", "expected 2 to 33 weights"),
        ("piece-targets=0,-1", "expected 2 to 33 weights"),
        ("result=0.5", "expected result=white, result=draw or result=black"),
        ("castling=", "expected =, <= or >= and rights"),
        ("castling<KQ", "expected =, <= or >= and rights"),
        ("captured=x", "expected = and pieces"),
        ("moved>N", "expected = and pieces"),
    ] {
        let error = text.parse::<Rule>().expect_err(text);
        assert!(error.kind.to_string().starts_with(expected), "{text}: {error}");
    }
}

/// An error shows the text around its place, and all words if there is none.
#[test]
fn errors_show_the_place() {
    let error = "Qq=0 and (Äb x)".parse::<Rule>().unwrap_err();
    assert!(
        error.offset == 14 && error.to_string().ends_with("\n  Qq=0 and (Äb x)\n               ^"),
        "{error}"
    );
    let text = "WhiteElo>=2700 or (BlackElo";
    assert_eq!(
        text.parse::<Rule>().unwrap_err().to_string(),
        "at byte 27: expected =, !=, <, <=, >, >= or contains, as in `WhiteElo>=2000`\n  \
         WhiteElo>=2700 or (BlackElo\n                             ^"
    );
    let long = format!("{} or Ä or xé", ["Q or white"; 40].join(" or "));
    let shown = long.parse::<Rule>().unwrap_err().to_string();
    assert!(shown.lines().all(|line| line.chars().count() <= 105 || line.starts_with("at")), "{shown}");
    let error = "rubbish!".parse::<Rule>().unwrap_err().kind.to_string();
    assert_eq!(
        error,
        "expected pieces such as Qq=0, a tag such as WhiteElo>=2000, a board such as r1bq?rk1/pp3ppp, or white, black, \
         check, checkmate, stalemate, castling, halfmoves, ply, repeated, material, |material|, simple-eval, \
         |simple-eval|, near, near-pawns, moved, captured, promoted, castled, gives-check, sacrifice, best-capture, \
         best-direct-capture, best-promotion, best-check, clock, score, |score|, result, no-placeholder, random, \
         random-game, likely-result, soft-ply, piece-targets"
    );
}

#[test]
fn needs_are_those_of_conditions() {
    for (text, needs) in [
        ("best-check", &[Need::Move][..]),
        ("score>=0", &[Need::Score]),
        ("no-score", &[Need::Score]),
        ("ply<7", &[Need::Ply]),
        ("result=draw", &[Need::Result]),
        ("no-placeholder", &[Need::Score, Need::Ply, Need::Result, Need::Stream]),
        ("random<0.1", &[Need::Stream]),
        ("random-game<1/4", &[Need::Stream, Need::WholeStream, Need::Chains]),
        ("piece-targets=1,2", &[Need::Stream, Need::WholeStream]),
        ("no-check r=2 r1b/8 KvK", &[]),
        ("ECO=B90 check", &[Need::Tags]),
        ("check then white", &[Need::Game]),
        ("check for 3", &[Need::Game]),
        ("halfmoves>50 castling=KQ", &[Need::Clocks, Need::Castling]),
    ] {
        let found: Vec<Need> = text.parse::<Rule>().unwrap().needs().collect();
        assert_eq!(found, needs, "{text}");
    }
}
