//! Tests of every kind of token, and of texts of any shape.

extern crate std;
use super::*;
use std::vec::Vec;

fn tokens(text: &str) -> Vec<Token<'_>> {
    Tokens::new(text).collect()
}

#[test]
fn tags_are_tokens() {
    let tag = |name, value| Token::Tag { name, value };
    assert_eq!(tokens("[A \"b\"]"), [tag("A", "b")]);
    assert_eq!(tokens("[ A  \"\" ] [B \"]\"]e4"), [tag("A", ""), tag("B", "]"), Token::Move("e4")]);
    assert_eq!(tokens("[A \"a \"b\" c\"]"), [tag("A", "a \"b\" c")]);
    assert_eq!(tokens("[A \"a\\\"] b\"]"), [tag("A", "a\\\"] b")]);
    assert_eq!(tokens("[A \"open\n[B \"b\"]\n[C]\nd4"), [tag("B", "b"), Token::Move("d4")]);
    assert_eq!(tokens("[A \"\u{e9}\"]\r\n"), [tag("A", "\u{e9}")]);
}

#[test]
fn movetext_is_tokens() {
    let (mv, word) = (Token::Move, Token::Word);
    assert_eq!(tokens("1.e4 1... e5 2 . Nf3"), [mv("e4"), mv("e5"), mv("Nf3")]);
    assert_eq!(tokens("10. 11... 1.2. 12.3 0."), [word("2."), word("3")]);
    let long = "{ a comment of more than thirty-two bytes \u{e9} ; } e4";
    assert_eq!(tokens(long), [Token::Comment(&long[1..47]), mv("e4")]);
    assert_eq!(tokens("exd6 e.p. 0-0 0-0-0"), [mv("exd6"), word("e.p."), mv("0-0"), mv("0-0-0")]);
    assert_eq!(
        tokens("e4$14!(d4)"),
        [mv("e4"), Token::Nag(14), Token::Nag(1), Token::Open, mv("d4"), Token::Close]
    );
    assert_eq!(tokens("! ? !! ?? !? ?!"), [1, 2, 3, 4, 5, 6].map(Token::Nag));
    let null_moves = ["--", "Z0", "--?", "Z0!!"].map(Token::NullMove);
    assert_eq!(tokens("$ $99999 ] } -- 3. Z0 --? 4...Z0!!"), null_moves);
    assert_eq!(
        tokens("--x Z0+ <> 0000! @@@@"),
        [word("--x"), word("Z0+"), Token::NullMove("<>"), Token::NullMove("0000!"), Token::NullMove("@@@@")]
    );
    assert_eq!(
        tokens("a8(Q)+! (a8) a7(Q)"),
        [mv("a8(Q)+!"), Token::Open, mv("a8"), Token::Close, mv("a7"), Token::Open, word("Q"), Token::Close]
    );
    assert_eq!(tokens("Bb5ch \u{b1} dbl N"), [mv("Bb5ch"), Token::Nag(16), word("dbl"), Token::Nag(146)]);
    assert_eq!(
        tokens("{a (b) ; c} d4 ; {e\r\ne5"),
        [Token::Comment("a (b) ; c"), mv("d4"), Token::Comment(" {e"), mv("e5")]
    );
    assert_eq!(tokens("%skipped\n e4 %no\n%e5\n{open"), [mv("e4"), word("%no"), Token::Comment("open")]);
}

#[test]
fn results_are_tokens() {
    for result in GameResult::ALL {
        assert_eq!(tokens(result.as_str()), [Token::Result(result)]);
    }
    assert_eq!(tokens("Kh1*"), [Token::Move("Kh1"), Token::Result(GameResult::Unknown)]);
    assert_eq!(tokens("1-0{x}"), [Token::Result(GameResult::ALL[0]), Token::Comment("x")]);
}

/// Every prefix and suffix of a text full of symbols is read to its end.
#[test]
fn any_text_is_read_to_its_end() {
    let text = "\u{feff}[A \"\\\"\u{e9}\"] {\u{2658}} 1\u{2026}e4!?(;\n%x\n$7)--\u{a0}*1/2-1/2 [\"";
    for (at, _) in text.char_indices() {
        for part in [&text[at..], &text[..at]] {
            let mut tokens = Tokens::new(part);
            assert!(tokens.by_ref().count() <= part.len());
            assert_eq!(tokens.offset(), part.len(), "{part:?}");
        }
    }
}
