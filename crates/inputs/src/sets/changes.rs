//! The inputs that a move ends and begins, for networks that are updated move by move.
//!
//! 1. Each set numbers what has changed, for both sides at once: pieces by the effect of the move, attacks by the
//!    changes of threats, pairs of pawns by the pawns that leave and arrive.
//! 2. If the move of a king changes how its side numbers a set, by its bucket or by reversed files, nothing keeps its
//!    number: the lists are emptied, and the view needs a refresh.
//!
//! No index may be among both those that end and those that begin.

use core::fmt;

use quadbit_movegen::{Color, Move, Position, Role, Square};
use quadbit_quad::Bitboard;
use quadbit_threats::{Changes, Threat};
use quadbit_x88::Direction;

use super::full_threats::{self, Numbering};
use super::joined::Sets;
use super::set::Set;
use super::{pawn_pairs, pieces};
use crate::features::FeatureSet;

/// The indices of the inputs that end and of those that begin as one side sees a move, in no particular order.
///
/// Create two, for White and for Black, once and reuse them: each has about a kilobyte.
#[derive(Clone)]
pub struct ViewChanges {
    removed: List,
    added: List,
    needs_refresh: bool,
}

impl ViewChanges {
    /// No changes.
    pub const fn new() -> Self {
        Self { removed: List::EMPTY, added: List::EMPTY, needs_refresh: false }
    }

    /// The indices of the inputs that end: a network subtracts their weights.
    pub fn removed(&self) -> &[u32] {
        &self.removed.indices[..self.removed.len]
    }

    /// The indices of the inputs that begin: a network adds their weights.
    pub fn added(&self) -> &[u32] {
        &self.added.indices[..self.added.len]
    }

    /// Whether all inputs must be found again with [`Sets::for_each`], because the bucket of the own king or the order
    /// of files has changed for one of the sets. Both lists are empty then.
    pub const fn needs_refresh(&self) -> bool {
        self.needs_refresh
    }
}

impl Default for ViewChanges {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for ViewChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("ViewChanges");
        fields.field("removed", &self.removed()).field("added", &self.added());
        fields.field("needs_refresh", &self.needs_refresh).finish()
    }
}

/// A list of indices. A move ends at most 108 inputs: two pieces in each of four sets, 63 attacks ([`Changes`]), eight
/// pawns ahead of pawns, and the 29 pairs of two pawns.
#[derive(Clone)]
struct List {
    indices: [u32; 128],
    len: usize,
}

impl List {
    const EMPTY: Self = Self { indices: [0; 128], len: 0 };

    /// Adds `index` at the end if `counts`: else the next one overwrites it.
    #[inline(always)]
    fn push_if(&mut self, counts: bool, index: u32) {
        self.indices[self.len & 127] = index;
        self.len += usize::from(counts);
    }
}

impl Sets {
    /// Writes to `views`, White's and Black's, the inputs that the legal move `mv` ends and begins. `threats` are the
    /// attacks that the move ends and begins; only sets of threats, such as `full_threats`, read them.
    ///
    /// ```
    /// use quadbit_inputs::sets::{Sets, ViewChanges};
    /// use quadbit_movegen::{Move, Position, Square};
    /// use quadbit_threats::Finder;
    /// let sets: Sets = "full_threats+chess768".parse()?;
    /// let (position, mv) = (Position::start(), Move::new(Square::G1, Square::F3));
    /// let (threats, mut views) = (Finder::new().changes(&position, mv), <[ViewChanges; 2]>::default());
    /// sets.changes_into(&position, mv, &threats, &mut views);
    /// let [white, _] = &views;
    /// // The knight no longer defends e2, and leaves g1; from f3 it defends three pieces.
    /// assert!(!white.needs_refresh());
    /// assert_eq!(*white.removed().last().unwrap(), 59_808 + 64 + 6);
    /// assert_eq!(*white.added().last().unwrap(), 59_808 + 64 + 21);
    /// # Ok::<(), quadbit_inputs::sets::SetsError>(())
    /// ```
    pub fn changes_into(
        &self,
        position: &Position,
        mv: Move,
        threats: &Changes,
        views: &mut [ViewChanges; 2],
    ) {
        let mut codes = position.effect(mv).codes();
        if codes[1][1].1 != 0 {
            leave_out_what_stays(&mut codes);
        }
        let ([removed, added], kings) = (codes, Color::ALL.map(|side| position.king(side)));
        let made = Made { position, removed, added, kings };
        views.iter_mut().for_each(ViewChanges::clear);
        let mut base = 0;
        for set in &self.sets {
            let Some(set) = set else { break };
            match set {
                Set::Pieces(set) => number_pieces(set, &made, base, views),
                Set::Pp3Wide => number_pawns(&made, base, views),
                _ => {
                    if let Some(numbering) = set.threats() {
                        number_threats(numbering, &made, threats, base, views);
                    }
                }
            }
            base += set.size() as u32;
        }
        if made.removed[0].1 >> 1 == Role::King.code() {
            let side = position.side_to_move();
            self.refresh_if_renumbered(
                side,
                made.kings[side as usize],
                made.added[0].0,
                &mut views[side as usize],
            );
        }
    }

    /// Empties the lists of `view`, that of `side`, if one of the sets changes its numbers because the side's king
    /// goes from `king` to `king_after`.
    #[inline(never)]
    fn refresh_if_renumbered(&self, side: Color, king: Square, king_after: Square, view: &mut ViewChanges) {
        if self.iter().any(|(_, set)| set.view(side, king) != set.view(side, king_after)) {
            view.clear();
            view.needs_refresh = true;
        }
    }
}

/// Adds an index to each of White's and Black's list, if it counts.
#[inline(always)]
fn push(indices: [(u32, bool); 2], lists: [&mut List; 2]) {
    for ((index, counts), list) in indices.into_iter().zip(lists) {
        list.push_if(counts, index);
    }
}

/// What a move does to the pieces, as the sets number it.
struct Made<'a> {
    position: &'a Position,
    /// The pieces that leave, each with its square and code; code 0 is no piece.
    removed: [(Square, u8); 2],
    /// The pieces that arrive, each with its square and code; code 0 is no piece.
    added: [(Square, u8); 2],
    /// White's and Black's king before the move.
    kings: [Square; 2],
}

impl Made<'_> {
    /// How White and how Black see a set: `view` of the side and its king.
    #[inline(always)]
    fn seen<V>(&self, view: impl Fn(Color, Square) -> V) -> [V; 2] {
        let [white, black] = self.kings;
        [view(Color::White, white), view(Color::Black, black)]
    }
}

/// Takes out what both leaves and arrives: in Chess960 a king or rook may castle to the square on which it stands.
#[cold]
fn leave_out_what_stays([removed, added]: &mut [[(Square, u8); 2]; 2]) {
    for left in removed {
        for arrived in &mut *added {
            if left == arrived {
                (left.1, arrived.1) = (0, 0);
            }
        }
    }
}

impl ViewChanges {
    #[inline(always)]
    fn clear(&mut self) {
        (self.removed.len, self.added.len, self.needs_refresh) = (0, 0, false);
    }
}

// Not inlined: the compiler would make the views of all sets before the first one.

/// Adds the inputs of the pieces that leave and of those that arrive to the changes of both sides' `views`, as each
/// side numbers them in `set`. `base` is added to each index.
#[inline(never)]
fn number_pieces(set: &FeatureSet, made: &Made<'_>, base: u32, [white, black]: &mut [ViewChanges; 2]) {
    let seen = made.seen(|side, king| pieces::View::new(set, side, king, base));
    let indices = |(square, code)| seen.map(|view| view.index(square, code));
    for piece in made.removed {
        push(indices(piece), [&mut white.removed, &mut black.removed]);
    }
    push(indices(made.added[0]), [&mut white.added, &mut black.added]);
    // Only castling has a second piece that arrives, so this branch is predicted well.
    if made.added[1].1 != 0 {
        push(indices(made.added[1]), [&mut white.added, &mut black.added]);
    }
}

/// Adds the pairs of the pawns that leave and of those that arrive to the changes of both sides' `views`, as each side
/// numbers them. `base` is added to each index.
#[inline(never)]
fn number_pawns(made: &Made<'_>, base: u32, [white, black]: &mut [ViewChanges; 2]) {
    if !made.removed.iter().any(|&(_, code)| code >> 1 == Role::Pawn.code()) {
        return;
    }
    let [(first, _), (second, _)] = made.removed;
    let (pawns, black_pieces) = (made.position.board().pawns(), made.position.board().black());
    let others = pawns.without(first).without(second);
    let seen = made.seen(|side, king| pawn_pairs::View::new(side, king, base));
    let indices = |pawns| seen.map(|view| (view.index(pawns), true));
    pawn_pairs::each_pair(made.removed, others, black_pieces, |pawns| {
        push(indices(pawns), [&mut white.removed, &mut black.removed]);
    });
    pawn_pairs::each_pair(made.added, others, black_pieces, |pawns| {
        push(indices(pawns), [&mut white.added, &mut black.added]);
    });
}

/// Adds the attacks that a move ends and begins to the changes of both sides' `views`, as each side numbers them.
/// `base` is added to each index.
#[inline(never)]
fn number_threats(
    numbering: &'static Numbering,
    made: &Made<'_>,
    threats: &Changes,
    base: u32,
    [white, black]: &mut [ViewChanges; 2],
) {
    let seen = made.seen(|side, king| full_threats::View::new(numbering, side, king, base));
    let indices = |(codes, pair)| seen.map(|view| view.index(codes, pair));
    for &threat in threats.removed() {
        push(indices(codes_and_pair(threat)), [&mut white.removed, &mut black.removed]);
    }
    for &threat in threats.added() {
        push(indices(codes_and_pair(threat)), [&mut white.added, &mut black.added]);
    }
    if numbering.has_pushes {
        let board = made.position.board();
        let [(first, _), (second, _)] = made.removed;
        let stay = board.pawns().without(first).without(second);
        for pair in pairs_ahead(made.removed, board.pawns(), board.black()) {
            push(indices(pair), [&mut white.removed, &mut black.removed]);
        }
        for pair in pairs_ahead(made.added, stay, board.black()) {
            push(indices(pair), [&mut white.added, &mut black.added]);
        }
    }
}

/// The codes and the pair of an attack, as [`full_threats::View::index`] takes them: two fields of `threat` each, which
/// a multiplication moves next to one another.
#[inline(always)]
const fn codes_and_pair(threat: Threat) -> (u32, u32) {
    let bits = threat.to_bits();
    let codes = (bits & 0x000f_000f).wrapping_mul(1 << 24 | 1 << 12) >> 24;
    let pair = (bits & 0x03fe_03f0).wrapping_mul(1 << 22 | 1) >> 17;
    (codes, pair)
}

/// The pairs of a pawn and another pawn on the square ahead of it, where one of the two is among `pieces` (squares and
/// piece codes) and the other is a pawn of the set `pawns`, of which those in `black` are Black's. Returns codes and
/// the pair as [`full_threats::View::index`] takes them.
fn pairs_ahead(
    pieces: [(Square, u8); 2],
    pawns: Bitboard,
    black: Bitboard,
) -> impl Iterator<Item = (u32, u32)> {
    let is_pawn = |&(_, code): &(Square, u8)| code >> 1 == Role::Pawn.code();
    let with_neighbors = move |piece: (Square, u8)| {
        let near = [Direction::North, Direction::South].map(|way| Bitboard::of(piece.0).step(way) & pawns);
        let color = move |square| if black.has(square) { Color::Black } else { Color::White };
        (near[0] | near[1]).into_iter().flat_map(move |square| {
            let neighbor = (square, Role::Pawn.of(color(square)).code());
            [(piece, neighbor), (neighbor, piece)]
        })
    };
    let is_ahead = |&((from, code), (to, _)): &((Square, u8), (Square, u8))| (to > from) == (code & 1 == 0);
    pieces.into_iter().filter(is_pawn).flat_map(with_neighbors).filter(is_ahead).map(
        |((from, attacker), (to, attacked))| {
            (u32::from(attacker << 4 | attacked), full_threats::pair(attacker, from, to))
        },
    )
}
