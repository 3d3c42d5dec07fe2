//! Games that have been read and not yet returned.

use std::collections::VecDeque;
use std::ops::Range;

use super::part::Part;

/// Parts of a file whose games have been played; batches take these games in order.
#[derive(Debug, Default)]
pub(super) struct Ready {
    parts: VecDeque<Part>,
    /// The point in the first part up to which games have been taken by batches.
    begin: Place,
    /// The number of positions that no batch has taken.
    positions: usize,
}

/// A point between two games of a part: how many games, positions and glyphs are before it.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    positions: usize,
    glyphs: usize,
    games: usize,
}

/// Some games of a part that follow each other.
#[derive(Clone, Debug)]
pub(super) struct Piece<'a> {
    pub(super) part: &'a Part,
    /// The ranges of the games' positions and glyphs in the part's columns, and of the games themselves.
    pub(super) positions: Range<usize>,
    pub(super) glyphs: Range<usize>,
    pub(super) games: Range<usize>,
}

impl Ready {
    /// The number of positions that no batch has taken.
    pub(super) fn len(&self) -> usize {
        self.positions
    }

    pub(super) fn push(&mut self, part: Part) {
        self.positions += part.len();
        self.parts.push_back(part);
    }

    /// Takes the first part, if it is the next batch: if its last game is the one with which there are enough
    /// positions.
    pub(super) fn take_part(&mut self, positions: usize) -> Option<Part> {
        let part = self.parts.front()?;
        let piece = part.piece(self.begin, positions);
        let is_enough = part.len() >= positions || part.len() == self.positions;
        if piece.len() < part.len() || !is_enough {
            return None;
        }
        self.positions -= part.len();
        self.parts.pop_front()
    }

    /// The games of the next batch: the first ones that have at least `positions` positions together, or all that are
    /// left.
    pub(super) fn pieces(&self, positions: usize) -> Vec<Piece<'_>> {
        let (mut begin, mut missing, mut pieces) = (self.begin, positions, Vec::new());
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

    /// Drops the games of the next batch, those with at least `positions` positions. Returns the parts of which no game
    /// is left.
    pub(super) fn pass(&mut self, positions: usize) -> Vec<Part> {
        let (mut missing, mut passed) = (positions, Vec::new());
        while missing > 0
            && let Some(part) = self.parts.front()
        {
            let Piece { positions, glyphs, games, .. } = part.piece(self.begin, missing);
            missing = missing.saturating_sub(positions.len());
            self.positions -= positions.len();
            self.begin = Place { positions: positions.end, glyphs: glyphs.end, games: games.end };
            if games.end == part.games.len() {
                passed.extend(self.parts.pop_front());
                self.begin = Place::default();
            }
        }
        passed
    }
}

impl Part {
    /// The first games behind `begin` that have at least `positions` positions together, or all that are left.
    fn piece(&self, begin: Place, positions: usize) -> Piece<'_> {
        let mut end = begin;
        for game in &self.games[begin.games..] {
            if end.positions - begin.positions >= positions {
                break;
            }
            end.positions += game.length;
            end.games += 1;
        }
        let counts = self.glyph_counts.get(begin.positions..end.positions).unwrap_or_default();
        end.glyphs += usize::try_from(counts.iter().sum::<i64>()).unwrap_or_default();
        Piece {
            part: self,
            positions: begin.positions..end.positions,
            glyphs: begin.glyphs..end.glyphs,
            games: begin.games..end.games,
        }
    }
}

impl<'a> Piece<'a> {
    /// The rows of the piece's games in `column`; none, if the column is not asked for.
    pub(super) fn rows<T>(&self, column: &'a [T]) -> &'a [T] {
        column.get(self.positions.clone()).unwrap_or_default()
    }

    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }
}
