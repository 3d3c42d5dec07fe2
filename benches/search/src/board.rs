//! The interface between the engine and a library.

/// A library as the engine uses it. Colours, roles (pawn 0 to king 5) and squares (a1 0, b1 1,
/// ..) are numbers here.
pub(crate) trait Board: Clone {
    /// The library's type of a move. Castling is king takes rook in all of them.
    type Move: Copy + PartialEq;
    /// What the library finds once for all that is asked at a node of the search.
    type Node<'a>
    where
        Self: 'a;
    /// A move and its rank in one word, or more if the library's moves are larger.
    type Ranked: Copy;

    /// The move of an empty entry of the table.
    const NO_MOVE: Self::Move;

    /// Reads a FEN of standard chess.
    ///
    /// # Panics
    /// If it is not valid.
    fn from_fen(fen: &str) -> Self;

    /// Equal for equal positions.
    fn key(&self) -> u64;
    /// 0 for white.
    fn side_to_move(&self) -> usize;
    /// Half moves since the last capture or pawn move, at least up to 100.
    fn halfmoves(&self) -> u32;
    /// The squares of the pieces of one kind and colour.
    fn pieces(&self, color: usize, role: usize) -> u64;
    /// The squares of all rooks and queens.
    fn heavy(&self) -> u64;
    /// Whether neither side can ever mate.
    fn has_insufficient_material(&self) -> bool;
    /// Whether the side to move is in check.
    fn is_check(&self) -> bool;

    /// Finds it.
    fn node(&self) -> Self::Node<'_>;
    /// Passes on the legal captures and promotions, each with what it gains at once and what the moving piece is worth.
    fn tactical(node: &Self::Node<'_>, visit: impl FnMut(Self::Move, [i32; 2]));
    /// Passes on all other legal moves.
    fn quiet(node: &Self::Node<'_>, visit: impl FnMut(Self::Move));
    /// Whether a move of some position is legal in this one.
    fn is_legal(node: &Self::Node<'_>, mv: Self::Move) -> bool;
    /// Whether there is no legal move.
    fn is_stuck(&self) -> bool;

    /// Puts a move and its rank together.
    fn ranked(rank: i32, mv: Self::Move) -> Self::Ranked;
    /// The rank above the code of the move, which decides between equal ranks: `rank << 16 | code`.
    fn rank(ranked: Self::Ranked) -> i64;
    /// The move.
    fn unranked(ranked: Self::Ranked) -> Self::Move;

    /// The square that a move leaves, the square it goes to, and the new piece:
    /// `from | to << 6 | (role + 1) << 12`.
    fn code(mv: Self::Move) -> u16;
    /// Whether a legal move captures.
    fn is_capture(&self, mv: Self::Move) -> bool;
    /// The role that a pawn becomes.
    fn promotion(mv: Self::Move) -> Option<usize>;
    /// Whether the exchange that a capture or promotion begins loses nothing.
    fn wins_exchange(&self, mv: Self::Move) -> bool;

    /// The position after a legal move. Calls a function for each piece that the move takes from its square
    /// (sign -1) or puts on one (sign 1), with the piece, `2 * role + color`, and its square.
    fn after(&self, mv: Self::Move, changed: impl FnMut(i32, usize, usize)) -> Self;
    /// The position after a null move of a side that is not in check.
    fn after_null(&self) -> Self;
}

/// The values of pieces, from the pawn to the queen.
pub(crate) const VALUES: [i32; 5] = [100, 320, 330, 500, 950];

/// The value of a piece in an exchange or for the order of moves; 0 for a king.
#[inline]
pub(crate) fn worth(role: usize) -> i32 {
    const WORTH: [i32; 8] = [VALUES[0], VALUES[1], VALUES[2], VALUES[3], VALUES[4], 0, 0, 0];
    WORTH[role & 7]
}

/// Names and FENs of the six positions.
const NAMED: [(&str, &str); 6] = include!("../../../crates/cli/suites/named.in");

/// The six positions of the [Chess Programming Wiki's "Perft
/// Results"](https://www.chessprogramming.org/Perft_Results), and the depth to search each:
/// 60,000 to 400,000 nodes.
pub(crate) const SIX: [(&str, i32); 6] =
    [(NAMED[0].1, 9), (NAMED[1].1, 7), (NAMED[2].1, 11), (NAMED[3].1, 8), (NAMED[4].1, 9), (NAMED[5].1, 8)];
