//! The tables of `quadbit-x88`, from the distances in files and ranks between two squares.
//!
//! 1. A [`Step`] comes in: how far the second square is from the first one, in files to the right and ranks up.
//! 2. Its methods compute one entry for each table: distances, direction, unit step and attackers.
//! 3. [`map`] prints a table of 240 entries as a map of 15 rows with the first square in the middle; the first row is
//!    seven ranks down. [`collinear`] prints one of 256 entries.
//! 4. The texts of three files of `crates/x88/src/generated` leave: [`distances`] with `CHEBYSHEV` and `MANHATTAN`,
//!    [`lines`] with `DIRECTION`, `UNIT` and `COLLINEAR`, and [`attackers`] with `ATTACKERS`.
//!
//! The order must be that of `Diff::index` of `quadbit-x88`: the entry for a step is at `16 * (ranks + 7) + files + 7`.
//! The sixteenth column is not the difference of two squares and holds the zero of the table.

/// The step from one square to another: files to the right and ranks up, each from -7 to 7.
#[derive(Clone, Copy)]
struct Step {
    files: i32,
    ranks: i32,
}

impl Step {
    /// Returns the larger of the distances in files and in ranks: the number of a king's moves.
    fn chebyshev(self) -> i32 {
        self.files.abs().max(self.ranks.abs())
    }

    /// Returns the sum of the distances in files and in ranks.
    fn manhattan(self) -> i32 {
        self.files.abs() + self.ranks.abs()
    }

    /// Whether a rook moves in this direction.
    fn is_orthogonal(self) -> bool {
        (self.files == 0) != (self.ranks == 0)
    }

    /// Whether a bishop moves in this direction.
    fn is_diagonal(self) -> bool {
        self.files != 0 && self.files.abs() == self.ranks.abs()
    }

    /// Whether this is a knight's step.
    fn is_knight_step(self) -> bool {
        self.files * self.ranks != 0 && self.manhattan() == 3
    }

    /// Returns the step to the next square on the line, as a 0x88 number; 0 if there is no line.
    fn unit(self) -> i32 {
        if self.is_orthogonal() || self.is_diagonal() {
            16 * self.ranks.signum() + self.files.signum()
        } else {
            0
        }
    }

    /// Returns two letters for the compass direction of the step; `__` if no line leads there.
    fn direction(self) -> &'static str {
        if self.unit() == 0 {
            return "__";
        }
        match (self.files.signum(), self.ranks.signum()) {
            (0, 1) => "N_",
            (1, 1) => "NE",
            (1, 0) => "E_",
            (1, -1) => "SE",
            (0, -1) => "S_",
            (-1, -1) => "SW",
            (-1, 0) => "W_",
            _ => "NW",
        }
    }

    /// Returns two letters for the pieces that attack across this step on an empty board.
    fn attackers(self) -> &'static str {
        let is_near = self.chebyshev() == 1;
        match self {
            _ if self.is_knight_step() => "N_",
            _ if self.is_orthogonal() && is_near => "KR",
            _ if self.is_orthogonal() => "QR",
            _ if self.is_diagonal() && is_near && self.ranks > 0 => "KW",
            _ if self.is_diagonal() && is_near => "KB",
            _ if self.is_diagonal() => "QB",
            _ => "__",
        }
    }
}

/// Returns the text of `crates/x88/src/generated/distances.rs` without its first line.
pub(crate) fn distances() -> String {
    [
        "//! How far apart two squares are, by their difference.\n".to_owned(),
        map(
            "How many moves a king needs between the two squares, 0 to 7 (Chebyshev distance).",
            "CHEBYSHEV: [u8; 240]",
            |step| format!("{:2}", step.chebyshev()),
            " 0",
        ),
        map(
            "The distances of the two squares by file and by rank together, 0 to 14 (Manhattan distance).",
            "MANHATTAN: [u8; 240]",
            |step| format!("{:2}", step.manhattan()),
            " 0",
        ),
    ]
    .concat()
}

/// Returns the text of `crates/x88/src/generated/lines.rs` without its first line.
pub(crate) fn lines() -> String {
    [
        "//! The direction from one square to another on one line, by their difference on the 0x88 board.\n\n\
         use crate::direction::Direction;\n\n\
         const __: Option<Direction> = None;\n\
         const N_: Option<Direction> = Some(Direction::North);\n\
         const NE: Option<Direction> = Some(Direction::NorthEast);\n\
         const E_: Option<Direction> = Some(Direction::East);\n\
         const SE: Option<Direction> = Some(Direction::SouthEast);\n\
         const S_: Option<Direction> = Some(Direction::South);\n\
         const SW: Option<Direction> = Some(Direction::SouthWest);\n\
         const W_: Option<Direction> = Some(Direction::West);\n\
         const NW: Option<Direction> = Some(Direction::NorthWest);\n"
            .to_owned(),
        map(
            "The direction from the first square to the second; `None` if they are not on one line.",
            "DIRECTION: [Option<Direction>; 240]",
            |step| step.direction().to_owned(),
            "__",
        ),
        map(
            "The 0x88 number of the step from the first square towards the second; 0 if they are not on one line.",
            "UNIT: [i8; 240]",
            |step| format!("{:3}", step.unit()),
            "  0",
        ),
        collinear(),
    ]
    .concat()
}

/// Returns the text of `crates/x88/src/generated/attackers.rs` without its first line.
pub(crate) fn attackers() -> String {
    [
        "//! The pieces that attack from one square to another on an empty board, by their difference.\n\n\
         use crate::attackers::Attackers;\n\n\
         const __: Attackers = Attackers::EMPTY;\n\
         const N_: Attackers = Attackers::KNIGHT;\n\
         const QR: Attackers = Attackers::QUEEN.with(Attackers::ROOK);\n\
         const QB: Attackers = Attackers::QUEEN.with(Attackers::BISHOP);\n\
         const KR: Attackers = Attackers::KING.with(QR);\n\
         const KW: Attackers = Attackers::KING.with(QB).with(Attackers::WHITE_PAWN);\n\
         const KB: Attackers = Attackers::KING.with(QB).with(Attackers::BLACK_PAWN);\n"
            .to_owned(),
        map(
            "The kinds that attack the second square from the first; `KW` includes white pawns, `KB` black ones.",
            "ATTACKERS: [Attackers; 240]",
            |step| step.attackers().to_owned(),
            "__",
        ),
    ]
    .concat()
}

/// Formats a table of 240 entries: a line for each number of ranks, a column for each number of files, and the unused
/// column, which holds `zero`.
fn map(doc: &str, declaration: &str, entry: impl Fn(Step) -> String, zero: &str) -> String {
    let row = |ranks| {
        let steps = (-7..=7).map(|files| entry(Step { files, ranks }));
        (steps.chain([zero.to_owned()]).collect(), format!("{ranks:2}"))
    };
    let doc = format!("{doc}\n///\n/// Indexed by [`Diff::index`](crate::Diff::index) of the two squares.");
    table(&doc, declaration, (-7..=7).map(row))
}

/// Returns the text of Paul Wiereyn's table of 256 entries, whose index is the difference of two squares modulo 256.
fn collinear() -> String {
    let mut units = [0; 256];
    for ranks in -7..=7 {
        for files in -7..=7_i32 {
            let index =
                usize::try_from((16 * ranks + files).rem_euclid(256)).expect("a remainder is not negative");
            units[index] = Step { files, ranks }.unit();
        }
    }
    let rows = units.chunks(16).enumerate();
    let rows = rows
        .map(|(row, units)| (units.iter().map(|unit| format!("{unit:3}")).collect(), format!("{row:x}0")));
    let doc =
        "The steps of [`UNIT`], indexed by [`Diff::raw`](crate::Diff::raw): Paul Wiereyn's table (1985).";
    table(doc, "COLLINEAR: [i8; 256]", rows)
}

/// Formats the declaration of a table with its entries in rows, each row with a comment.
fn table(doc: &str, declaration: &str, rows: impl Iterator<Item = (Vec<String>, String)>) -> String {
    let rows: Vec<String> =
        rows.map(|(entries, name)| format!("    {}, // {name}\n", entries.join(", "))).collect();
    format!("\n/// {doc}\n#[rustfmt::skip]\npub static {declaration} = [\n{}];\n", rows.concat())
}
