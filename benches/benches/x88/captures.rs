//! All captures of a position, the best victim first and the cheapest attacker first: Kittinger's loops over
//! pairs of pieces, or a walk from each piece and a sort.
//!
//! Both must find the same captures in the same order, which is compared before anything is timed.

use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_x88::{Color, Direction, Piece, Role, Square88, attacks};

use crate::{board88, mailboxes};

/// The pieces of one position, each side's from the king and the queens down to the pawns.
struct Pieces {
    cells: [Option<Piece>; 128],
    squares: [Vec<Square88>; 2],
    /// The place of the piece on each square in the list of its side, as on Kittinger's second board.
    places: [u8; 128],
}

impl Pieces {
    fn new(cells: [Option<Piece>; 128]) -> Self {
        let mut squares = [Vec::new(), Vec::new()];
        let mut places = [0; 128];
        for role in Role::ALL.into_iter().rev() {
            for square in Square88::ALL {
                let Some(piece) = cells[square.index()].filter(|piece| piece.role() == role) else {
                    continue;
                };
                let list = &mut squares[piece.color().index()];
                places[square.index()] = u8::try_from(list.len()).expect("at most sixteen pieces");
                list.push(square);
            }
        }
        Self { cells, squares, places }
    }

    /// Returns the captures as sortable numbers ([`key`]), found by testing every pair of a victim and an attacker:
    /// victims from the most valuable, without the king, and for each the attackers from the cheapest.
    #[inline(always)]
    fn by_pairs(&self, us: Color) -> impl Iterator<Item = u16> {
        let [own, theirs] = [us, !us].map(|color| &self.squares[color.index()]);
        theirs.iter().enumerate().skip(1).flat_map(move |(victim, &to)| {
            let attackers = own.iter().enumerate().rev();
            attackers
                .filter(move |&(_, &from)| attacks(|square| self.cells[square.index()], from, to))
                .map(move |(attacker, _)| key(victim, attacker))
        })
    }

    /// Passes the captures to `found` as sortable numbers ([`key`]), in no order, by walks along the rays of each own
    /// piece.
    #[inline(always)]
    fn by_walks(&self, us: Color, mut found: impl FnMut(u16)) {
        const KNIGHT: [i8; 8] = [33, 18, -14, -31, -33, -18, 14, 31];
        for (attacker, &from) in self.squares[us.index()].iter().enumerate() {
            let mut take = |to: Square88| {
                let victim = usize::from(self.places[to.index()]);
                if victim != 0 && self.cells[to.index()].is_some_and(|piece| piece.color() != us) {
                    found(key(victim, attacker));
                }
            };
            let Some(piece) = self.cells[from.index()] else { continue };
            let rays = match piece.role() {
                Role::Knight => {
                    let to = KNIGHT.map(|step| from.get().wrapping_add_signed(step));
                    to.into_iter().filter_map(Square88::from_raw).for_each(take);
                    continue;
                }
                Role::Pawn => {
                    let steps: [i8; 2] = if us == Color::White { [15, 17] } else { [-15, -17] };
                    let to = steps.map(|step| from.get().wrapping_add_signed(step));
                    to.into_iter().filter_map(Square88::from_raw).for_each(take);
                    continue;
                }
                Role::King => {
                    Direction::ALL
                        .into_iter()
                        .filter_map(|direction| from.step(direction.delta()))
                        .for_each(take);
                    continue;
                }
                Role::Bishop => (1, 2),
                Role::Rook => (0, 2),
                Role::Queen => (0, 1),
            };
            for direction in Direction::ALL.into_iter().skip(rays.0).step_by(rays.1) {
                if let Some(to) = from.ray(direction).find(|to| self.cells[to.index()].is_some()) {
                    take(to);
                }
            }
        }
    }

    fn sorted_walks(&self, us: Color, captures: &mut Vec<u16>) {
        let start = captures.len();
        self.by_walks(us, |capture| captures.push(capture));
        captures[start..].sort_unstable();
    }

    /// Returns the first capture in order, or `u16::MAX` if there is none.
    fn first_of_walks(&self, us: Color) -> u16 {
        let mut first = u16::MAX;
        self.by_walks(us, |capture| first = first.min(capture));
        first
    }
}

/// Returns a capture as a number that sorts: the most valuable victim first, then the cheapest attacker. `victim` and
/// `attacker` are places in the lists of their sides, from the king, queens and so on down to the pawns.
fn key(victim: usize, attacker: usize) -> u16 {
    u16::try_from(victim << 4 | (15 - attacker)).expect("places of four bits")
}

/// Times finding all captures of both sides, in order; and the first of them, for a search that stops there.
pub(crate) fn captures(bench: &mut Bench) {
    let boards: Vec<Pieces> =
        mailboxes().iter().map(|mailbox| Pieces::new(board88(mailbox).map(Piece::from_code))).collect();
    let all = |list: fn(&Pieces, Color, &mut Vec<u16>)| {
        let boards = &boards;
        move |captures: &mut Vec<u16>| {
            captures.clear();
            for board in black_box(boards) {
                list(board, Color::White, captures);
                list(board, Color::Black, captures);
            }
        }
    };
    let mut contest = Contest::new("captures");
    contest.writer(
        "by pairs, in order",
        Vec::new(),
        all(|board, us, captures| captures.extend(board.by_pairs(us))),
    );
    contest.writer("by walks, sorted", Vec::new(), all(Pieces::sorted_walks));
    contest.time(bench);

    let mut contest = Contest::new("first capture");
    contest.elements(2 * boards.len());
    contest.writer(
        "by pairs, the first",
        Vec::new(),
        all(|board, us, captures| captures.push(board.by_pairs(us).next().unwrap_or(u16::MAX))),
    );
    contest.writer(
        "by walks, the least",
        Vec::new(),
        all(|board, us, captures| captures.push(board.first_of_walks(us))),
    );
    contest.time(bench);
}
