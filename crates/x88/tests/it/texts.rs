//! The printed forms (`Display` and `Debug`) of squares, steps, differences and pieces.

use quadbit_x88::{Color, Delta, Diff, Role, Square};

#[test]
fn squares_have_their_name() {
    assert_eq!(format!("{} {:?}", Square::E4, Square::A1), "e4 a1");
}

#[test]
fn steps_have_a_sign() {
    let step = |files, ranks| Delta::new(files, ranks).unwrap();
    assert_eq!(step(0, 1).to_string(), "+16");
    assert_eq!(step(-1, 0).to_string(), "-1");
    assert_eq!(format!("{:?}", step(1, 2)), "Delta(+33)");
}

#[test]
fn differences_have_files_and_ranks() {
    let difference = Diff::of_squares(Square::E4, Square::H3);
    assert_eq!(format!("{difference:?}"), "Diff(6a: +3 files, -1 ranks)");
}

#[test]
fn pieces_have_their_code() {
    let piece = Role::Rook.of(Color::Black);
    assert_eq!(format!("{piece:?}"), format!("Piece({} Black Rook)", piece.code()));
}
