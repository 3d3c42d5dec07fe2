//! Each error says in words what is wrong, and has the error that caused it as its source. `refusals.tsv` has the
//! messages of FENs.

use quadbit_movegen::{Book, Epd, GameResult, Move, Operand, Position, PositionBuilder, Square, Validity};
use testing::errors::refusal;

#[test]
fn messages_for_moves() {
    let start = Position::start();
    let illegal = "no such move is legal in this position";
    assert_eq!(
        refusal(Position::start().play(Move::new(Square::E2, Square::E5))),
        ["e2e5 is not a legal move here"]
    );
    assert_eq!(
        refusal(Move::from_uci("e2", &start)),
        ["a move is two squares, such as e2e4, and for a promotion one of the letters q, r, b, n"]
    );
    assert_eq!(refusal(Move::from_uci("e2e5", &start)), ["the move is not legal in this position"]);
    assert_eq!(refusal(Move::from_san("Nx", &start)), ["not a move in algebraic notation, from byte 2 on"]);
    assert_eq!(refusal(Move::from_san("Ne2", &start)), [illegal]);
    assert_eq!(refusal(Move::from_san("Ngf3", &start)), ["the move is spelled Nf3"]);
    let promotes: Position = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
    assert_eq!(refusal(Move::from_san("a8", &promotes)), ["the promotion piece is missing"]);
}

#[test]
fn messages_for_positions() {
    let two_kings = PositionBuilder::from_fen("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", Validity::Strict).unwrap();
    assert_eq!(refusal(two_kings.build(Validity::Strict)), ["white has more than one king"]);
    // The error of a FEN repeats the words of the error of its position.
    let message = "white has more than one king";
    assert_eq!(refusal(Position::from_fen("4k3/8/8/8/8/8/8/K3K3 w - - 0 1")), [message, message]);
    assert_eq!(refusal(Position::from_fen("")), ["the board field is missing"]);
}

#[test]
fn messages_for_epds() {
    let read = |operations: &str| refusal(Epd::from_epd(&format!("8/8/8/8/8/8/8/K1k5 w - - {operations}")));
    let no_board = "the board field is missing";
    assert_eq!(refusal(Epd::from_epd("")), [no_board, no_board]);
    assert_eq!(read("9;"), ["there should be an opcode at byte 25"]);
    assert_eq!(read("bm Kb1"), ["the operation from byte 25 on has no semicolon"]);
    assert_eq!(read("id \"a"), ["the quotation from byte 28 on does not end well"]);
    assert_eq!(read("hmvc x;"), ["the operation from byte 25 on sets a clock, but to no number in range"]);

    let mut epd = Epd::new(Position::start());
    assert_eq!(
        refusal(epd.push("9", [])),
        ["an opcode is a letter and up to fourteen letters, digits and underscores"]
    );
    let operands = [Operand::Word("fine".into()), Operand::Word("a b".into())];
    assert_eq!(refusal(epd.push("x", operands)), ["operand 1 holds a character that would end it"]);
}

#[test]
fn messages_for_results_and_books() {
    assert_eq!(refusal("1-1".parse::<GameResult>()), ["a result is 1-0, 0-1, 1/2-1/2 or *"]);
    assert_eq!(refusal(Book::new(&[0; 15])), ["the length of a Polyglot book is a multiple of 16 bytes"]);
}
