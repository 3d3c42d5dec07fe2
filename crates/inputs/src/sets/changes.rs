//! The inputs that a move ends and begins, for networks that are updated move by move.
//!
//! 1. Each set numbers what has changed, for both sides at once: pieces by the effect of the move, attacks by the
//!    changes of threats, pairs of pawns by the pawns that leave and arrive.
//! 2. If the move of a king changes how its side numbers a set, by its bucket or by reversed files, nothing keeps its
//!    number: the lists are emptied, and the view needs a refresh.
//!
//! No index may be among both those that end and those that begin.

use core::fmt;

use quadbit_movegen::{Color, Move, Piece, Position, Role, Square};
use quadbit_quad::Bitboard;
use quadbit_threats::Changes;

use super::full_threats::View;
use super::joined::Sets;
use super::set::Set;
use super::{pawn_pairs, pieces};

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

/// A list of indices. A move ends at most 100 inputs: two pieces in each of four sets, 63 attacks ([`Changes`]), and
/// the 29 pairs of two pawns.
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
    /// attacks that it ends and begins; only the set `full_threats` reads them.
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
        let effect = position.effect(mv);
        // In Chess960 a king or rook may castle to the square on which it stands.
        let stay = |&piece: &(Square, Piece)| effect.added().any(|other| other == piece);
        let stay: Bitboard = effect.removed().filter(stay).map(|(square, _)| square).collect();
        let removed = || effect.removed().filter(|&(square, _)| !stay.has(square));
        let added = || effect.added().filter(|&(square, _)| !stay.has(square));
        let left: Bitboard = effect.removed().map(|(square, _)| square).collect();
        let pawns = position.board().pawns() - left;
        let kings = Color::ALL.map(|side| position.king(side));
        let [white, black] = views;
        let [mut removals, mut additions] =
            [[&mut white.removed, &mut black.removed], [&mut white.added, &mut black.added]];
        removals.iter_mut().chain(&mut additions).for_each(|list| list.len = 0);
        for (base, set) in self.iter() {
            let base = base as u32;
            match set {
                Set::Pieces(set) => {
                    let seen = Color::ALL.map(|side| pieces::index(&set, side, kings[side as usize]));
                    let number = |lists: &mut [&mut List; 2], piece| {
                        for (index, list) in seen.iter().zip(lists) {
                            let index = index(piece);
                            list.push_if(index.is_some(), base + index.unwrap_or(0));
                        }
                    };
                    removed().for_each(|piece| number(&mut removals, piece));
                    added().for_each(|piece| number(&mut additions, piece));
                }
                Set::Pp3Wide => {
                    let number = |lists: &mut [&mut List; 2], pair| {
                        for (side, list) in Color::ALL.into_iter().zip(lists) {
                            list.push_if(true, base + pawn_pairs::index(pair, side, kings[side as usize]));
                        }
                    };
                    let (ends, begins) = (effect.removed(), effect.added());
                    pawn_pairs::each_pair(position, pawns, ends, |pair| number(&mut removals, pair));
                    pawn_pairs::each_pair(position, pawns, begins, |pair| number(&mut additions, pair));
                }
                _ => {
                    let Some(numbering) = set.threats() else { continue };
                    let seen = Color::ALL.map(|side| View::new(numbering, side, kings[side as usize], base));
                    for (lists, pairs) in
                        [(&mut removals, threats.removed()), (&mut additions, threats.added())]
                    {
                        for &pair in pairs {
                            for (view, list) in seen.iter().zip(&mut *lists) {
                                let (index, counts) = view.index(pair);
                                list.push_if(counts, index);
                            }
                        }
                    }
                }
            }
        }
        for (side, view) in Color::ALL.into_iter().zip([white, black]) {
            let king = kings[side as usize];
            let own_king = |&(_, piece): &(Square, Piece)| piece == Role::King.of(side);
            let king_after = effect.added().find(own_king).map_or(king, |(square, _)| square);
            view.needs_refresh = king != king_after
                && self.iter().any(|(_, set)| set.view(side, king) != set.view(side, king_after));
            if view.needs_refresh {
                (view.removed.len, view.added.len) = (0, 0);
            }
        }
    }
}
