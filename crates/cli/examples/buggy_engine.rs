//! A small move generator with the classic bugs that perft finds, to try `quadbit compare` on.
//!
//! `rustc -O --edition 2024 crates/cli/examples/buggy_engine.rs` builds it alone, without this project. `buggy_engine`
//! counts correctly, and `buggy_engine BUG` has one of the [`BUGS`]. It is a mailbox of 64 squares; a move is
//! made on a copy, and is legal if the king cannot be captured then.

use std::io::{self, BufRead};

/// The names of the bugs, and their descriptions.
const BUGS: [(&str, &str); 7] = [
    ("en-passant-pin", "an en passant capture may open the rank of its own king"),
    ("castling-check", "the king may castle out of check and through it"),
    ("captured-rook", "the right to castle survives the capture of the rook"),
    ("capture-promotion", "a pawn that captures on the last rank becomes a queen only"),
    ("double-check", "one of two checking pieces may be captured, and that is enough"),
    ("rook-beside-king", "castling wants the king's path empty, even of its own rook (Chess960)"),
    ("no-chess960", "the engine does not offer UCI_Chess960"),
];

/// A position. Pieces are letters as in FENs, and empty squares are dots. Square 0 is a1, square 63 is h8.
#[derive(Clone)]
struct Board {
    squares: [u8; 64],
    white: bool,
    /// The squares of the rooks that may castle.
    rooks: Vec<usize>,
    en_passant: Option<usize>,
}

#[derive(Clone, Copy, PartialEq)]
struct Move {
    from: usize,
    to: usize,
    promotion: u8,
    /// Whether the king takes its own rook.
    castles: bool,
}

const DIAGONALS: [(isize, isize); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const STRAIGHTS: [(isize, isize); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const JUMPS: [(isize, isize); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn square(file: isize, rank: isize) -> Option<usize> {
    let inside = (0..8).contains(&file) && (0..8).contains(&rank);
    inside.then_some((rank * 8 + file).unsigned_abs())
}

fn step(from: usize, (right, up): (isize, isize)) -> Option<usize> {
    let (file, rank) = ((from % 8).cast_signed(), (from / 8).cast_signed());
    square(file + right, rank + up)
}

/// The directions of a piece, and whether it slides.
fn directions(piece: u8) -> (Vec<(isize, isize)>, bool) {
    match piece.to_ascii_lowercase() {
        b'n' => (JUMPS.to_vec(), false),
        b'b' => (DIAGONALS.to_vec(), true),
        b'r' => (STRAIGHTS.to_vec(), true),
        b'q' => ([DIAGONALS, STRAIGHTS].concat(), true),
        b'k' => ([DIAGONALS, STRAIGHTS].concat(), false),
        _ => (Vec::new(), false),
    }
}

impl Board {
    fn read(fen: &str) -> Option<Self> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let mut squares = [b'.'; 64];
        for (rank, row) in fields.first()?.split('/').enumerate() {
            let mut file = 0;
            for piece in row.bytes() {
                if piece.is_ascii_digit() {
                    file += usize::from(piece - b'0');
                } else {
                    *squares.get_mut((7_usize.checked_sub(rank)?) * 8 + file)? = piece;
                    file += 1;
                }
            }
        }
        let mut board = Self { squares, white: fields.get(1)? == &"w", rooks: Vec::new(), en_passant: None };
        for letter in fields.get(2)?.bytes().filter(|&letter| letter != b'-') {
            let rank = if letter.is_ascii_uppercase() { 0 } else { 56 };
            let (king, rook) = if rank == 0 { (b'K', b'R') } else { (b'k', b'r') };
            let king = (rank..rank + 8).find(|&at| squares[at] == king)?;
            board.rooks.push(match letter.to_ascii_lowercase() {
                b'k' => (king..rank + 8).rev().find(|&at| squares[at] == rook)?,
                b'q' => (rank..king).find(|&at| squares[at] == rook)?,
                file => rank + usize::from(file.checked_sub(b'a')?),
            });
        }
        if let [file, rank] = *fields.get(3)?.as_bytes() {
            board.en_passant =
                Some(usize::from(rank.checked_sub(b'1')?) * 8 + usize::from(file.checked_sub(b'a')?));
        }
        Some(board)
    }

    fn is(&self, at: usize, white: bool) -> bool {
        self.squares[at] != b'.' && self.squares[at].is_ascii_uppercase() == white
    }

    /// The number of pieces of the side `white` that attack the square `target`.
    fn attackers(&self, target: usize, white: bool) -> usize {
        let attacks = |&from: &usize| {
            let piece = self.squares[from];
            if piece.eq_ignore_ascii_case(&b'p') {
                let up = if white { 1 } else { -1 };
                return [-1, 1].iter().any(|&side| step(from, (side, up)) == Some(target));
            }
            self.reach(from).contains(&target)
        };
        (0..64).filter(|&from| self.is(from, white)).filter(attacks).count()
    }

    /// The squares that a piece other than a pawn reaches, including those of its own side's pieces.
    fn reach(&self, from: usize) -> Vec<usize> {
        let (directions, slides) = directions(self.squares[from]);
        let mut all = Vec::new();
        for direction in directions {
            let mut next = step(from, direction);
            while let Some(to) = next {
                all.push(to);
                next = if slides && self.squares[to] == b'.' { step(to, direction) } else { None };
            }
        }
        all
    }

    fn king(&self, white: bool) -> usize {
        let king = if white { b'K' } else { b'k' };
        self.squares.iter().position(|&piece| piece == king).unwrap_or(0)
    }

    /// The moves of the side to move, including those that leave its king in check; `bug` is the bug to make, or empty.
    fn moves(&self, bug: &str) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in (0..64).filter(|&from| self.is(from, self.white)) {
            let mut add = |to, promotion| moves.push(Move { from, to, promotion, castles: false });
            if self.squares[from].eq_ignore_ascii_case(&b'p') {
                self.pawn_moves(from, bug, &mut add);
            } else {
                self.reach(from)
                    .into_iter()
                    .filter(|&to| !self.is(to, self.white))
                    .for_each(|to| add(to, b' '));
            }
        }
        self.castling(bug, &mut moves);
        moves
    }

    fn pawn_moves(&self, from: usize, bug: &str, add: &mut impl FnMut(usize, u8)) {
        let (up, start, last) = if self.white { (1, 1, 7) } else { (-1, 6, 0) };
        let mut arrive = |to: usize, promotions: &[u8]| {
            let pieces = if to / 8 == last { promotions } else { b" " };
            for &piece in pieces {
                add(to, piece);
            }
        };
        if let Some(to) = step(from, (0, up)).filter(|&to| self.squares[to] == b'.') {
            arrive(to, b"nbrq");
            let double = step(to, (0, up)).filter(|&to| from / 8 == start && self.squares[to] == b'.');
            if let Some(to) = double {
                arrive(to, b"");
            }
        }
        let promotions: &[u8] = if bug == "capture-promotion" { b"q" } else { b"nbrq" };
        for to in [-1, 1].into_iter().filter_map(|side| step(from, (side, up))) {
            if self.is(to, !self.white) || self.en_passant == Some(to) {
                arrive(to, promotions);
            }
        }
    }

    fn castling(&self, bug: &str, moves: &mut Vec<Move>) {
        let king = self.king(self.white);
        let between = |a: usize, b: usize| a.min(b)..=a.max(b);
        for &rook in self.rooks.iter().filter(|&&rook| (rook < 8) == self.white) {
            let (king_to, rook_to) = goals(king, rook);
            let is_free = |at: usize| {
                let may_stand = at == king || (at == rook && bug != "rook-beside-king");
                self.squares[at] == b'.' || may_stand
            };
            let mut path = between(king, king_to);
            let is_open = path.all(is_free)
                && between(rook, rook_to).all(|at| self.squares[at] == b'.' || at == king || at == rook);
            let is_safe = bug == "castling-check"
                || between(king, king_to).all(|at| self.attackers(at, !self.white) == 0);
            if is_open && is_safe {
                moves.push(Move { from: king, to: rook, promotion: b' ', castles: true });
            }
        }
    }

    fn after(&self, mv: Move, bug: &str) -> Self {
        let mut next = self.clone();
        let piece = self.squares[mv.from];
        next.squares[mv.from] = b'.';
        if mv.castles {
            let (king_to, rook_to) = goals(mv.from, mv.to);
            next.squares[mv.to] = b'.';
            next.squares[king_to] = piece;
            next.squares[rook_to] = if self.white { b'R' } else { b'r' };
        } else {
            let promoted = if self.white { mv.promotion.to_ascii_uppercase() } else { mv.promotion };
            next.squares[mv.to] = if mv.promotion == b' ' { piece } else { promoted };
        }
        let is_pawn = piece.eq_ignore_ascii_case(&b'p');
        if is_pawn && self.en_passant == Some(mv.to) {
            next.squares[mv.from / 8 * 8 + mv.to % 8] = b'.';
        }
        let is_double = is_pawn && mv.from.abs_diff(mv.to) == 16;
        next.en_passant = is_double.then_some(usize::midpoint(mv.from, mv.to));
        let is_king = piece.eq_ignore_ascii_case(&b'k');
        next.rooks.retain(|&rook| {
            let is_own = (rook < 8) == self.white;
            let is_captured = rook == mv.to && bug != "captured-rook";
            rook != mv.from && !is_captured && !(is_king && is_own)
        });
        next.white = !self.white;
        next
    }

    /// The legal moves, each with the position after it; `bug` is the bug to make, or empty.
    fn legal(&self, bug: &str) -> Vec<(Move, Self)> {
        let checkers = |board: &Self| board.attackers(board.king(self.white), !self.white);
        let before = checkers(self);
        let is_legal = |mv: Move, next: &Self| {
            let (piece, after) = (self.squares[mv.from].to_ascii_lowercase(), checkers(next));
            let is_en_passant = piece == b'p' && self.en_passant == Some(mv.to);
            after == 0
                || (bug == "en-passant-pin" && is_en_passant)
                || (bug == "double-check" && before == 2 && after == 1 && piece != b'k')
        };
        let children = self.moves(bug).into_iter().map(|mv| (mv, self.after(mv, bug)));
        children.filter(|(mv, next)| is_legal(*mv, next)).collect()
    }

    fn perft(&self, depth: u32, bug: &str) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.legal(bug).iter().map(|(_, next)| next.perft(depth - 1, bug)).sum()
    }
}

/// The squares of king and rook after castling.
fn goals(king: usize, rook: usize) -> (usize, usize) {
    let rank = king / 8 * 8;
    if rook > king { (rank + 6, rank + 5) } else { (rank + 2, rank + 3) }
}

fn name(at: usize) -> String {
    format!("{}{}", char::from(b"abcdefgh"[at % 8]), at / 8 + 1)
}

fn text(mv: Move, chess960: bool) -> String {
    let to = if mv.castles && !chess960 { goals(mv.from, mv.to).0 } else { mv.to };
    let promotion = char::from(mv.promotion);
    format!("{}{}{promotion}", name(mv.from), name(to)).trim().to_owned()
}

fn main() {
    let bug = std::env::args().nth(1).unwrap_or_default();
    if !bug.is_empty() && BUGS.iter().all(|(name, _)| *name != bug) {
        for (name, what) in BUGS {
            println!("{name:18} {what}");
        }
        return;
    }
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut board = Board::read(start);
    let mut chess960 = false;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["uci"] => {
                if bug != "no-chess960" {
                    println!("option name UCI_Chess960 type check default false");
                }
                println!("uciok");
            }
            ["isready"] => println!("readyok"),
            ["setoption", "name", "UCI_Chess960", "value", value] => chess960 = value == "true",
            ["position", "fen", ref rest @ ..] => {
                let end = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
                board = Board::read(&rest[..end].join(" "));
                for played in rest.iter().skip(end + 1) {
                    let legal = board.iter().flat_map(|board| board.legal(&bug));
                    board = legal
                        .into_iter()
                        .find(|(mv, _)| text(*mv, chess960) == *played)
                        .map(|(_, next)| next);
                }
            }
            ["go", "perft", depth] => {
                let (Some(board), Ok(depth @ 1..)) = (&board, depth.parse::<u32>()) else { continue };
                let mut total = 0;
                for (mv, next) in board.legal(&bug) {
                    let nodes = next.perft(depth - 1, &bug);
                    println!("{}: {nodes}", text(mv, chess960));
                    total += nodes;
                }
                println!("\nNodes searched: {total}\n");
            }
            ["quit"] => return,
            _ => {}
        }
    }
}
