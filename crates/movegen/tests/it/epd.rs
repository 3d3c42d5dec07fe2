//! EPD lines, good and bad: the operations that are read against those that are written, and each refusal with its byte
//! and reason.

use quadbit_movegen::{Epd, EpdError, EpdErrorKind, FenError, FenField, Operand, OperationError, Position};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn error(operations: &str) -> EpdError {
    Epd::from_epd(&format!("{START} {operations}")).expect_err(operations)
}

#[test]
fn lines_come_back() {
    for operations in [
        "",
        " bm e4;",
        " id \"with; all [kinds] of 'signs' \u{e9}\"; pv e4 e5 Nf3; noop;",
        " D1 20; D2 400;",
        " hmvc 12; fmvn 40; c0 \"\"; c1 \"a\" b \"c\";",
        " a23456789012345;",
    ] {
        let text = format!("{START}{operations}");
        let epd: Epd = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(epd.to_string(), text);
        assert_eq!(epd.position(), &Position::start());
    }
}

#[test]
fn white_space_between_operations_is_free() {
    let text = format!("{START} \t bm  e4\td4 ;id \"x\" ;  ");
    let epd = Epd::from_epd(&text).unwrap();
    assert_eq!(epd.to_string(), format!("{START} bm e4 d4; id \"x\";"));
}

#[test]
fn clocks_are_operations() {
    let epd: Epd = format!("{START} hmvc 12; fmvn 40;").parse().unwrap();
    assert_eq!((epd.position().halfmoves(), epd.position().fullmoves()), (12, 40));
    let at = START.len() + 1;
    for operation in
        ["hmvc;", "hmvc 65536;", "hmvc -1;", "hmvc +1;", "hmvc \"1\";", "fmvn 0;", "fmvn 1 2;", "fmvn 65536;"]
    {
        assert_eq!(error(operation), EpdError { offset: at, kind: EpdErrorKind::Clock }, "{operation}");
        let relaxed = Epd::from_epd_relaxed(&format!("{START} {operation}")).unwrap();
        assert_eq!((relaxed.position().halfmoves(), relaxed.position().fullmoves()), (0, 1), "{operation}");
    }
}

#[test]
fn an_added_clock_is_read_back() {
    let mut epd = Epd::new(Position::start());
    epd.push("hmvc", [Operand::Word("12".into())]).unwrap();
    epd.push("fmvn", [Operand::Word("40".into())]).unwrap();
    assert_eq!((epd.position().halfmoves(), epd.position().fullmoves()), (12, 40));
    assert_eq!(epd.to_string().parse(), Ok(epd));
}

#[test]
fn errors_say_where() {
    let at = START.len() + 1;
    for (operations, expected) in [
        ("bm e4", EpdError { offset: at, kind: EpdErrorKind::Semicolon }),
        ("bm e4; am", EpdError { offset: at + 7, kind: EpdErrorKind::Semicolon }),
        (";", EpdError { offset: at, kind: EpdErrorKind::Opcode }),
        ("0 1", EpdError { offset: at, kind: EpdErrorKind::Opcode }),
        ("a234567890123456;", EpdError { offset: at, kind: EpdErrorKind::Opcode }),
        ("_a;", EpdError { offset: at, kind: EpdErrorKind::Opcode }),
        ("id \"open;", EpdError { offset: at + 3, kind: EpdErrorKind::Quotation }),
        ("id \"a\"b;", EpdError { offset: at + 3, kind: EpdErrorKind::Quotation }),
        ("id a\"b\";", EpdError { offset: at + 4, kind: EpdErrorKind::Quotation }),
        ("id \"a\nb\";", EpdError { offset: at + 3, kind: EpdErrorKind::Quotation }),
        ("id \"a\r\";", EpdError { offset: at + 3, kind: EpdErrorKind::Quotation }),
        ("id \"open\nc0 \"b\";", EpdError { offset: at + 3, kind: EpdErrorKind::Quotation }),
    ] {
        assert_eq!(error(operations), expected, "{operations}");
    }
    let missing = EpdError { offset: 0, kind: EpdErrorKind::Position(FenError::Missing(FenField::Castling)) };
    assert_eq!(Epd::from_epd("8/8/8/8/8/8/8/K1k5 w"), Err(missing));
    assert_eq!(Epd::from_epd("").unwrap_err().to_string(), "the board field is missing");
}

#[test]
fn relaxed_lines_are_read_and_written_strictly() {
    for (text, operations) in [
        (format!("{START} bm e4"), 1),
        (format!("  {START}   0 1 ;D1 20 ;D2 400"), 2),
        (format!("{START} 0 1;D1 20;D2 400;;"), 2),
        (format!("{START} 7 9"), 0),
    ] {
        let epd = Epd::from_epd_relaxed(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(epd.operations().len(), operations, "{text}");
        let strict: Epd = epd.to_string().parse().unwrap();
        assert_eq!(strict, epd);
    }
    let epd = Epd::from_epd_relaxed(&format!("{START} 7 9")).unwrap();
    assert_eq!((epd.position().halfmoves(), epd.position().fullmoves()), (7, 9));
}

#[test]
fn operands_are_moves() {
    let epd: Epd = format!("{START} bm Nf3 e4! Ke2;").parse().unwrap();
    let moves: Vec<_> = epd.moves("bm").map(|mv| mv.is_ok()).collect();
    assert_eq!(moves, [true, true, false]);
    assert_eq!(epd.moves("am").count(), 0);
}

#[test]
fn push_refuses_what_reading_refuses() {
    let mut epd = Epd::new(Position::start());
    for opcode in ["", "9", "a b", "a;", "a234567890123456"] {
        assert_eq!(epd.push(opcode, []), Err(OperationError::Opcode), "{opcode}");
    }
    for bad in ["", "a b", "a;", "a\"", "\n"] {
        let operands = [Operand::Word("fine".into()), Operand::Word(bad.into())];
        assert_eq!(epd.push("x", operands), Err(OperationError::Operand(1)), "{bad:?}");
    }
    assert_eq!(epd.push("x", [Operand::Text("a\nb".into())]), Err(OperationError::Operand(0)));
    for (opcode, operands) in
        [("hmvc", &[][..]), ("hmvc", &["65536"]), ("fmvn", &["0"]), ("fmvn", &["1", "2"])]
    {
        let operands = operands.iter().map(|&word| Operand::Word(word.into()));
        assert_eq!(epd.push(opcode, operands), Err(OperationError::Clock), "{opcode}");
    }
    assert_eq!(epd.to_string(), START);
}

/// A quoted text ends on its line in relaxed reading too, since it could not be written otherwise.
#[test]
fn a_quotation_ends_on_its_line() {
    let text = format!("{START} id \"a\nb\"");
    assert_eq!(
        Epd::from_epd_relaxed(&text),
        Err(EpdError { offset: START.len() + 4, kind: EpdErrorKind::Quotation })
    );
}

/// No prefix of a line causes a panic.
#[test]
fn every_prefix_is_read_or_refused() {
    let text = format!("{START} hmvc 3; id \"\u{e9}; \" x\u{2003}; bm e4;");
    for (at, _) in text.char_indices() {
        let strict = Epd::from_epd(&text[..at]);
        let relaxed = Epd::from_epd_relaxed(&text[..at]);
        if let Ok(epd) = strict {
            assert_eq!(relaxed, Ok(epd), "{}", &text[..at]);
        }
    }
}
