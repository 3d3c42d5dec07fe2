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

use super::full_threats::{Numbering, OF_59808, OF_60144, OF_60720, OF_66864, OF_79856, View};
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
        let made = Made::new(position, mv);
        views.iter_mut().for_each(ViewChanges::clear);
        let mut base = 0;
        for set in &self.sets {
            let Some(set) = set else { break };
            let [white, black] = &mut *views;
            match set {
                Set::Pieces(set) => {
                    white.number_pieces(set, &made, Color::White, base);
                    black.number_pieces(set, &made, Color::Black, base);
                }
                Set::Pp3Wide => {
                    if made.removed.iter().any(|&(_, code)| code >> 1 == Role::Pawn.code()) {
                        white.number_pawns(&made, Color::White, base);
                        black.number_pawns(&made, Color::Black, base);
                    }
                }
                Set::FullThreats => number_threats(&OF_59808, &made, threats, base, views),
                Set::FullThreats60144 => number_threats(&OF_60144, &made, threats, base, views),
                Set::FullThreats60720 => number_threats(&OF_60720, &made, threats, base, views),
                Set::FullThreats66864 => number_threats(&OF_66864, &made, threats, base, views),
                Set::FullThreats79856 => number_threats(&OF_79856, &made, threats, base, views),
            }
            base += set.size() as u32;
        }
        if made.removed[0].1 >> 1 == Role::King.code() {
            let side = position.side_to_move();
            let (king, king_after) = (made.kings[side as usize], made.added[0].0);
            if self.iter().any(|(_, set)| set.view(side, king) != set.view(side, king_after)) {
                let view = &mut views[side as usize];
                view.clear();
                view.needs_refresh = true;
            }
        }
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

impl<'a> Made<'a> {
    #[inline(always)]
    fn new(position: &'a Position, mv: Move) -> Self {
        let [removed, added] = position.effect(mv).codes();
        let kings = [position.king(Color::White), position.king(Color::Black)];
        let mut made = Self { position, removed, added, kings };
        if added[1].1 != 0 {
            made.leave_out_what_stays();
        }
        made
    }

    /// Takes out what both leaves and arrives: in Chess960 a king or rook may castle to the square on which it stands.
    #[cold]
    fn leave_out_what_stays(&mut self) {
        for left in &mut self.removed {
            for arrived in &mut self.added {
                if left == arrived {
                    (left.1, arrived.1) = (0, 0);
                }
            }
        }
    }
}

// Not inlined: the compiler would make the views of all sets before the first one.
impl ViewChanges {
    #[inline(always)]
    fn clear(&mut self) {
        (self.removed.len, self.added.len, self.needs_refresh) = (0, 0, false);
    }

    /// Adds the inputs of the pieces that leave to `removed`, and of those that arrive to `added`, as `side` numbers
    /// them in `set`. `base` is added to each index.
    #[inline(never)]
    fn number_pieces(&mut self, set: &FeatureSet, made: &Made<'_>, side: Color, base: u32) {
        let seen = pieces::Seen::new(set, side, made.kings[side as usize], base);
        for piece in made.removed {
            let (index, counts) = seen.index(piece);
            self.removed.push_if(counts, index);
        }
        for piece in made.added {
            let (index, counts) = seen.index(piece);
            self.added.push_if(counts, index);
        }
    }

    /// Adds the pairs of the pawns that leave to `removed`, and of those that arrive to `added`, as `side` numbers
    /// them. `base` is added to each index.
    #[inline(never)]
    fn number_pawns(&mut self, made: &Made<'_>, side: Color, base: u32) {
        let [(first, _), (second, _)] = made.removed;
        let others = made.position.board().pawns().without(first).without(second);
        let pawns = pawn_pairs::Pawns::new(made.position, others, side, made.kings[side as usize], base);
        pawns.each_index(made.removed, |index| self.removed.push_if(true, index));
        pawns.each_index(made.added, |index| self.added.push_if(true, index));
    }
}

/// Adds the attacks that a move ends and begins to the changes of both sides' views, as each side numbers them.
#[inline(never)]
fn number_threats(
    numbering: &'static Numbering,
    made: &Made<'_>,
    threats: &Changes,
    base: u32,
    [white, black]: &mut [ViewChanges; 2],
) {
    let seen =
        [Color::White, Color::Black].map(|side| View::new(numbering, side, made.kings[side as usize], base));
    number(threats.removed(), seen, &mut white.removed, &mut black.removed);
    number(threats.added(), seen, &mut white.added, &mut black.added);
    if numbering.has_pushes {
        let board = made.position.board();
        let [(first, _), (second, _)] = made.removed;
        let stay = board.pawns().without(first).without(second);
        let ended = pairs_ahead(made.removed, board.pawns(), board.black());
        let begun = pairs_ahead(made.added, stay, board.black());
        ended.for_each(|pair| number_one(pair, seen, &mut white.removed, &mut black.removed));
        begun.for_each(|pair| number_one(pair, seen, &mut white.added, &mut black.added));
    }
}

/// The pairs of a pawn and another pawn on the square ahead of it, where one of the two is among `pieces` (squares and
/// piece codes) and the other is a pawn of the set `pawns`, of which those in `black` are Black's. Returns codes and
/// squares as [`View::index_of_any`] takes them.
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
            (u32::from(attacker << 4 | attacked), (from.index() << 6 | to.index()) as u32)
        },
    )
}

/// Adds the indices of `pairs` of attacker and attacked piece to `white`, as `views[0]` numbers them, and to `black`,
/// as `views[1]` does.
#[inline(always)]
fn number(pairs: &[Threat], views: [View; 2], white: &mut List, black: &mut List) {
    for pair in pairs {
        let bits = pair.to_bits();
        let codes = bits >> 12 & 0xf0 | bits & 15;
        let squares = bits >> 14 & 0xfc0 | bits >> 4 & 63;
        number_one((codes, squares), views, white, black);
    }
}

#[inline(always)]
fn number_one((codes, squares): (u32, u32), views: [View; 2], white: &mut List, black: &mut List) {
    let (index, counts) = views[0].index_of_any(codes, squares);
    white.push_if(counts != 0, index);
    let (index, counts) = views[1].index_of_any(codes, squares);
    black.push_if(counts != 0, index);
}
