//! The queue of games that have been played and not yet returned; batches take whole games from its front.

use std::collections::VecDeque;
use std::ops::Range;

use super::part::Part;

/// Parts of a file whose games have been played; batches take these games in order.
#[derive(Debug, Default)]
pub(super) struct Ready {
    parts: VecDeque<Part>,
    /// The point in the first part of `parts` up to which batches have taken its games.
    begin: Place,
    /// The number of rows (moves or games) in `parts` that no batch has taken.
    rows: usize,
}

/// A point between two games of a part: how many games and rows are before it.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    rows: usize,
    games: usize,
}

/// Some successive games of a part of a file.
#[derive(Clone, Debug)]
pub(super) struct Piece<'a> {
    pub(super) part: &'a Part,
    pub(super) rows: Range<usize>,
    pub(super) games: Range<usize>,
}

impl Ready {
    /// Returns the number of rows that no batch has taken yet; their games have been played.
    pub(super) fn len(&self) -> usize {
        self.rows
    }

    pub(super) fn push(&mut self, part: Part) {
        self.rows += part.len();
        self.parts.push_back(part);
    }

    /// Takes the first part if its games are exactly those of the next batch, which has whole games with at least
    /// `rows` rows together; otherwise returns `None` and takes nothing.
    pub(super) fn take_part(&mut self, rows: usize) -> Option<Part> {
        let part = self.parts.front()?;
        let piece = part.piece(self.begin, rows);
        let is_enough = part.len() >= rows || part.len() == self.rows;
        if piece.len() < part.len() || !is_enough {
            return None;
        }
        self.rows -= part.len();
        self.parts.pop_front()
    }

    /// Returns the games of the next batch: the first ones that have at least `rows` rows together, or all.
    pub(super) fn pieces(&self, rows: usize) -> Vec<Piece<'_>> {
        let (mut begin, mut missing, mut pieces) = (self.begin, rows, Vec::new());
        for part in &self.parts {
            let piece = part.piece(begin, missing);
            begin = Place::default();
            missing = missing.saturating_sub(piece.len());
            pieces.push(piece);
            if missing == 0 {
                break;
            }
        }
        pieces
    }

    /// Drops the games of the next batch, those that [`pieces`](Self::pieces) returns for `rows`. Returns the parts of
    /// which no game is left.
    pub(super) fn pass(&mut self, rows: usize) -> Vec<Part> {
        let (mut missing, mut passed) = (rows, Vec::new());
        while missing > 0
            && let Some(part) = self.parts.front()
        {
            let Piece { rows, games, .. } = part.piece(self.begin, missing);
            missing = missing.saturating_sub(rows.len());
            self.rows -= rows.len();
            self.begin = Place { rows: rows.end, games: games.end };
            if games.end == part.games.len() {
                passed.extend(self.parts.pop_front());
                self.begin = Place::default();
            }
        }
        passed
    }
}

impl Part {
    /// Returns the first games from `begin` on that together have at least `rows` rows, or all of them.
    fn piece(&self, begin: Place, rows: usize) -> Piece<'_> {
        let mut end = begin;
        for game in &self.games[begin.games..] {
            if end.rows - begin.rows >= rows {
                break;
            }
            end.rows += game.length;
            end.games += 1;
        }
        Piece { part: self, rows: begin.rows..end.rows, games: begin.games..end.games }
    }
}

impl<'a> Piece<'a> {
    /// Returns the values in `column` that belong to the games of this piece; none if the column has not been read.
    pub(super) fn rows<T>(&self, column: &'a [T]) -> &'a [T] {
        column.get(self.rows.clone()).unwrap_or_default()
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }
}
