//! A diagram as lines of text: its views one below the other.

use std::{array, fmt, iter};

use quadbit_quad::QuadBitboard;
use quadbit_quad::text::{Planes, X88};
use quadbit_x88::{Color, File, Piece, Rank, Role, Square};

use crate::diagram::{Diagram, PLANE_NAMES, View};

impl Diagram {
    /// Returns the drawing as lines of text. The last line of each view but the board's is what `quadbit
    /// convert` reads.
    pub fn text(&self) -> impl fmt::Display {
        Text(self)
    }
}

/// A diagram that prints as lines of text, an empty line between the views.
struct Text<'a>(&'a Diagram);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.0.position.board();
        for (view, number) in self.0.views.iter().zip(0..) {
            if number > 0 {
                writeln!(f)?;
            }
            match view {
                View::Board => write_board(f, self.0)?,
                View::Planes => write_planes(f, board)?,
                View::Nibbles => write_nibbles(f, board)?,
                View::X88 => write_x88(f, board)?,
            }
        }
        Ok(())
    }
}

const FILES: &str = "a b c d e f g h";

/// Writes the board as seen from the diagram's side, marked squares in brackets, then the FEN and the Polyglot key.
fn write_board(f: &mut fmt::Formatter<'_>, diagram: &Diagram) -> fmt::Result {
    let position = &diagram.position;
    let rows = diagram.rows();
    let mut line = String::new();
    for row in rows {
        line.clear();
        let mut was_marked = false;
        for square in row {
            let is_marked = diagram.marked.has(square);
            line.push(match (was_marked, is_marked) {
                (_, true) => '[',
                (true, false) => ']',
                (false, false) => ' ',
            });
            line.push(position.piece_at(square).map_or('.', Piece::to_char));
            was_marked = is_marked;
        }
        line.push_str(if was_marked { "]" } else { "" });
        writeln!(f, "{} {line}", row[0].rank())?;
    }
    let files = rows[0].map(|square| square.file().to_string()).join(" ");
    writeln!(f, "   {files}")?;
    writeln!(f, "\nFEN  {position}")?;
    writeln!(f, "key  {:016x}", position.polyglot_key())
}

/// Writes the planes side by side, each as wide as its 16 hexadecimal digits.
fn write_planes(f: &mut fmt::Formatter<'_>, board: QuadBitboard) -> fmt::Result {
    let columns = |texts: [&str; 4]| texts.map(|text| format!("{text:<17}")).concat();
    let captions = array::from_fn(|plane| format!("{plane}: {}", PLANE_NAMES[plane]));
    writeln!(f, "   {}", columns(captions.each_ref().map(String::as_str)).trim_end())?;
    let planes = board.planes().map(|plane| plane.to_string());
    let mut rows = planes.each_ref().map(|plane| plane.lines());
    for rank in Rank::ALL.into_iter().rev() {
        let row = rows.each_mut().map(|lines| lines.next().unwrap_or_default());
        writeln!(f, "{rank}  {}", columns(row).trim_end())?;
    }
    writeln!(f, "   {}", columns([FILES; 4]).trim_end())?;
    writeln!(f, "\n   {}", Planes(board))
}

/// Writes the nibbles on their squares, with the codes of the pieces on the right.
fn write_nibbles(f: &mut fmt::Formatter<'_>, board: QuadBitboard) -> fmt::Result {
    let nibbles = board.to_nibbles();
    writeln!(f, "   nibbles")?;
    let mut beside = iter::once("0 empty".to_owned()).chain(Role::ALL.map(codes_of));
    for rank in Rank::ALL.into_iter().rev() {
        let row = File::ALL.map(|file| nibbles[Square::new(file, rank).index()].to_string()).join(" ");
        let line = format!("{rank}  {row}     {}", beside.next().unwrap_or_default());
        writeln!(f, "{}", line.trim_end())?;
    }
    writeln!(f, "   {FILES}")?;
    writeln!(f, "\n   {nibbles}")
}

/// The codes of a white and a black piece: `2 P  3 p`.
fn codes_of(role: Role) -> String {
    let codes = Color::ALL.map(|color| role.of(color)).map(|piece| format!("{} {piece}", piece.to_nibble()));
    codes.join("  ")
}

/// Writes eight rows of 16 cells: the board on the left and the cells off the board on the right. The number at a row
/// plus the number at a column is the number of the cell.
fn write_x88(f: &mut fmt::Formatter<'_>, board: QuadBitboard) -> fmt::Result {
    let line = X88(board).to_string();
    writeln!(f, "   0x88")?;
    for rank in Rank::ALL.into_iter().rev() {
        let (on, off) = line[16 * rank.index()..][..16].split_at(8);
        writeln!(f, "{:x}0 {} | {}", rank.index(), spaced(on), spaced(off))?;
    }
    writeln!(f, "   {}   {}", spaced("01234567"), spaced("89abcdef"))?;
    writeln!(f, "\n   {line}")
}

fn spaced(row: &str) -> String {
    row.chars().map(String::from).collect::<Vec<_>>().join(" ")
}
