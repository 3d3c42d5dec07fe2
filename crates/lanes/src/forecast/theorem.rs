//! The number of replies to one move by the theorem of the book's chapter "Two plies at once": the slow reference for
//! the [forecast](super), which counts the replies to all moves of a board at once.
//!
//! 1. A [`Case`] is one of our moves, neither castling nor en passant, with the positions before and after it.
//! 2. [`Rule::names`] says whether a rule excludes the move, because the theorem does not hold for it.
//! 3. For any other move, [`Case::replies`] adds up the terms of the theorem. Each term has a function of its own.
//! 4. [`Plain`] answers the questions of rules and terms about a position, seen from our side.
//!
//! Everything must be found by walking from square to square, without the sets of the forecast: else both could share
//! an error. Captures en passant by the enemy are not counted.

#![expect(clippy::cast_possible_wrap, reason = "numbers of moves are small")]

extern crate std;

use std::vec::Vec;

use quadbit_movegen::{CastlingSide, Move, Position};
use quadbit_x88::{Color, Delta, Direction, Piece, Rank, Role, Square};

use super::rules::Rule;
use crate::board::sides::{THEM, US};

/// One of our moves that is neither castling nor a capture en passant, with the positions before and after it.
pub(super) struct Case<'a> {
    before: Plain<'a>,
    after: Plain<'a>,
    from: Square,
    to: Square,
    piece: Piece,
    captured: Option<Piece>,
}

impl<'a> Case<'a> {
    pub(super) fn new(before: &'a Position, mv: Move, after: &'a Position) -> Self {
        let (from, to) = (mv.from(), mv.to());
        Self {
            before: Plain(before),
            after: Plain(after),
            from,
            to,
            piece: before.piece_at(from).expect("the moving piece stands on its square"),
            captured: before.piece_at(to),
        }
    }

    /// The number of replies to the move by the theorem of the book's chapter "Two plies at once"; correct if no
    /// [`Rule`] excludes the move.
    pub(super) fn replies(&self) -> i64 {
        let king_leaves = self.piece.role() == Role::King;
        let opened = if king_leaves { 0 } else { self.before.worth(self.from) };
        self.before.base() + opened - self.before.worth(self.to) + self.defenders() - self.taken_by_knight()
            + self.correction()
    }

    /// The term `defenders(to)` of the theorem that [`replies`](Self::replies) evaluates: if the move captures, the
    /// number of enemy pieces other than pawns that may recapture; else 0.
    fn defenders(&self) -> i64 {
        if self.captured.is_none() {
            return 0;
        }
        let others = self.before.pieces(THEM).into_iter().filter(|&at| at != self.to);
        let pieces = others.filter(|&at| {
            !matches!(self.before.role(at), Role::Pawn | Role::King) && self.before.reaches(at, self.to)
        });
        let king = is_next(self.before.king(), self.to) && self.before.attackers(self.to).len() == 1;
        pieces.count() as i64 + i64::from(king)
    }

    /// The term `K` of the theorem that [`replies`](Self::replies) evaluates: the number of moves of the enemy king
    /// that a moved knight prevents from its target.
    fn taken_by_knight(&self) -> i64 {
        if self.piece.role() != Role::Knight {
            return 0;
        }
        let hit = |&at: &Square| self.after.attacks(self.to, at);
        let steps = self.before.king_steps().into_iter().filter(hit).count();
        let castling = self.before.castling().into_iter();
        let castling = castling.filter(|castling| castling.is_legal && castling.king_path.iter().any(hit));
        (steps + castling.count()) as i64
    }

    /// The term `E` of the theorem that [`replies`](Self::replies) evaluates: 1 if a pawn captures a pawn that attacked
    /// it, -1 if it steps from the second square before an unmoved enemy pawn to the first, else 0.
    fn correction(&self) -> i64 {
        if self.piece.role() != Role::Pawn {
            return 0;
        }
        let takes_attacker = i64::from(self.takes_attacking_pawn());
        let second_to_first = self.before.pushers().into_iter().any(|pawn| {
            pawn.rank() == Rank::Seventh
                && self.from.offset(0, 2) == Some(pawn)
                && self.to.offset(0, 1) == Some(pawn)
        });
        takes_attacker - i64::from(second_to_first)
    }

    fn takes_attacking_pawn(&self) -> bool {
        self.captured == Some(Role::Pawn.of(THEM)) && self.before.reaches(self.to, self.from)
    }

    /// Whether `other` and both squares of the move lie on one line.
    fn stays_on_line(&self, other: Square) -> bool {
        on_one_line(other, self.from, self.to)
    }
}

impl Rule {
    /// Whether this rule excludes the move of `case`.
    pub(super) fn names(self, case: &Case<'_>) -> bool {
        let Case { ref before, ref after, from, to, piece, captured } = *case;
        let king = before.king();
        let lines = || Direction::ALL.into_iter().map(|direction| (direction, before.ray(king, direction)));
        let is_ours = |at: Square| before.color(at) == US;
        let is_theirs = |at: Square| before.color(at) == THEM;
        let hits = |at: Square, direction: Direction| is_ours(at) && before.slides_along(at, direction);
        let pinners = |scene: &Plain<'_>| {
            let pins = |direction| match scene.ray(king, direction)[..] {
                [x, y, ..]
                    if scene.color(x) == THEM && scene.color(y) == US && scene.slides_along(y, direction) =>
                {
                    Some((x, y))
                }
                _ => None,
            };
            Direction::ALL.into_iter().filter_map(pins).collect::<Vec<_>>()
        };
        let is_pinner = pinners(before).iter().any(|&(_, pinner)| pinner == from);
        // The squares that the enemy king could enter or cross, each with our attackers of it.
        let squares = || before.kings_squares().into_iter().map(|square| (square, before.attackers(square)));
        match self {
            Self::Discoverer => lines().any(|(direction, ray)| match ray[..] {
                [x, y, ..] if x == from => hits(y, direction),
                [x, y, z, ..] if is_theirs(x) && y == from && !is_pinner => hits(z, direction),
                _ => false,
            }),
            Self::PinMaker => lines().any(|(direction, ray)| match ray[..] {
                [x, y, z, ..] => x == from && is_theirs(y) && hits(z, direction),
                _ => false,
            }),
            Self::Pinner => is_pinner && !case.stays_on_line(king),
            Self::PinLine => pinners(before).into_iter().any(|(_, pinner)| {
                pinner != from && captured.is_none() && between(king, pinner).contains(&to)
            }),
            Self::CheckOrPin => {
                after.attacks(to, king)
                    || pinners(after)
                        .into_iter()
                        .any(|(pinned, pinner)| pinner == to && !pinners(before).contains(&(pinned, from)))
            }
            Self::SharedLine => before
                .pieces(THEM)
                .into_iter()
                .any(|at| before.is_slider(at) && before.reaches(at, from) && case.stays_on_line(at)),
            Self::DoublePush => {
                piece.role() != Role::Pawn
                    && before.pushers().into_iter().any(|pawn| {
                        let first = pawn.offset(0, -1);
                        let second = pawn.offset(0, -2).filter(|_| pawn.rank() == Rank::Seventh);
                        let on = |at| Some(at) == first || Some(at) == second;
                        on(from) && (to == pawn || (on(to) && captured.is_none()))
                    })
            }
            Self::AttackingPawn => {
                matches!(piece.role(), Role::Bishop | Role::Queen) && case.takes_attacking_pawn()
            }
            Self::PromotingPawn => captured == Some(Role::Pawn.of(THEM)) && to.rank() == Rank::Second,
            Self::OnlyAttacker => squares().any(|(_, attackers)| attackers == [from]),
            Self::CutOff => squares().any(|(square, attackers)| {
                attackers.len() == 1
                    && captured.is_none()
                    && before.is_slider(attackers[0])
                    && between(square, attackers[0]).contains(&to)
            }),
            Self::TwoAttackers => squares().any(|(square, attackers)| {
                let is_far = |&at: &Square| before.is_slider(at) && !between(square, at).is_empty();
                attackers.len() == 2 && attackers.contains(&from) && attackers.iter().any(is_far)
            }),
            Self::LineOpener => squares().any(|(square, attackers)| {
                attackers.is_empty()
                    && Direction::ALL.into_iter().any(|direction| match before.ray(square, direction)[..] {
                        [x, y, ..] => x == from && hits(y, direction),
                        _ => false,
                    })
            }),
            Self::NewAttack => {
                piece.role() != Role::Knight
                    && squares().any(|(square, attackers)| attackers.is_empty() && after.attacks(to, square))
            }
            Self::Battery => {
                captured.is_some()
                    && is_next(king, to)
                    && before.attackers(to) == [from]
                    && !after.attackers(to).is_empty()
            }
            Self::CastlingPath => before
                .castling()
                .into_iter()
                .any(|castling| castling.path.contains(&from) || castling.path.contains(&to)),
            Self::CastlingRook => before.castling().into_iter().any(|castling| castling.rook == to),
            Self::OurKing => piece.role() == Role::King && before.touch(from),
        }
    }
}

/// A position in which we are white, whichever side is to move, read square by square.
struct Plain<'a>(&'a Position);

/// A castling move of the enemy that no enemy piece obstructs.
struct Castling {
    rook: Square,
    /// The squares that must be empty for the castling move.
    path: Vec<Square>,
    /// The squares that the enemy king passes or reaches in the castling move.
    king_path: Vec<Square>,
    is_legal: bool,
}

impl Plain<'_> {
    fn pieces(&self, color: Color) -> Vec<Square> {
        self.0.board().color(color).into_iter().collect()
    }

    fn king(&self) -> Square {
        self.0.king(THEM)
    }

    fn piece(&self, at: Square) -> Piece {
        self.0.piece_at(at).expect("a piece")
    }

    fn role(&self, at: Square) -> Role {
        self.piece(at).role()
    }

    fn color(&self, at: Square) -> Color {
        self.piece(at).color()
    }

    fn is_slider(&self, at: Square) -> bool {
        matches!(self.role(at), Role::Bishop | Role::Rook | Role::Queen)
    }

    /// Whether the piece on `at` is a slider that moves in `direction`, and so in the opposite one.
    fn slides_along(&self, at: Square, direction: Direction) -> bool {
        let is_straight = direction.files() == 0 || direction.ranks() == 0;
        match self.role(at) {
            Role::Queen => true,
            Role::Rook => is_straight,
            Role::Bishop => !is_straight,
            _ => false,
        }
    }

    /// The squares of the pieces seen from `from` in `direction`, nearest first, to the edge of the board.
    fn ray(&self, from: Square, direction: Direction) -> Vec<Square> {
        walk(from, direction).filter(|&at| self.0.piece_at(at).is_some()).collect()
    }

    /// Whether the piece on `at` attacks `target`, pinned or not.
    fn attacks(&self, at: Square, target: Square) -> bool {
        let (files, ranks) = difference(at, target);
        let leaps =
            |deltas: &[Delta]| deltas.iter().any(|delta| (delta.files(), delta.ranks()) == (files, ranks));
        match self.role(at) {
            Role::Pawn => files.abs() == 1 && ranks == if self.color(at) == US { 1 } else { -1 },
            Role::Knight => leaps(&Delta::KNIGHT),
            Role::King => is_next(at, target),
            _ => direction_to(at, target).is_some_and(|direction| {
                self.slides_along(at, direction)
                    && between(at, target).iter().all(|&on_way| self.0.piece_at(on_way).is_none())
            }),
        }
    }

    /// Our pieces that attack `target`.
    fn attackers(&self, target: Square) -> Vec<Square> {
        self.pieces(US).into_iter().filter(|&at| self.attacks(at, target)).collect()
    }

    /// If the enemy piece on `at` is pinned, the direction from the enemy king to it; else `None`.
    fn pin(&self, at: Square) -> Option<Direction> {
        let king = self.king();
        Direction::ALL.into_iter().find(|&direction| match self.ray(king, direction)[..] {
            [x, y, ..] => {
                x == at && self.color(x) == THEM && self.color(y) == US && self.slides_along(y, direction)
            }
            _ => false,
        })
    }

    /// Whether a pin, if there is one, allows the enemy piece on `at` to go to `target`.
    fn is_free(&self, at: Square, target: Square) -> bool {
        self.pin(at).is_none() || on_one_line(self.king(), at, target)
    }

    /// Whether the enemy piece on `at`, other than the king, could arrive on `target` if one of our pieces stood
    /// there; or, if it is a slider or a knight, if `target` were empty.
    fn reaches(&self, at: Square, target: Square) -> bool {
        self.attacks(at, target) && self.is_free(at, target)
    }

    /// Enemy pawns whose pins, if any, allow a push, whether or not the square before them is empty.
    fn pushers(&self) -> Vec<Square> {
        let pawns = self.0.pieces(THEM, Role::Pawn).into_iter();
        pawns.filter(|&at| at.offset(0, -1).is_some_and(|ahead| self.is_free(at, ahead))).collect()
    }

    /// The squares to which an enemy `pawn` can be pushed, with `occupied` as the occupied squares.
    fn pushes(pawn: Square, occupied: impl Fn(Square) -> bool) -> Vec<Square> {
        let most = if pawn.rank() == Rank::Seventh { 2 } else { 1 };
        (1..=most).map_while(|ranks| pawn.offset(0, -ranks).filter(|&at| !occupied(at))).collect()
    }

    /// Counts the squares after `beyond` in `direction` that an enemy slider could enter: the empty ones, plus the
    /// first piece's square if the piece is ours.
    fn rest(&self, beyond: Square, direction: Direction) -> i64 {
        let mut count = 0;
        for at in walk(beyond, direction) {
            match self.0.piece_at(at) {
                None => count += 1,
                Some(piece) => return count + i64::from(piece.color() == US),
            }
        }
        count
    }

    /// The number of moves of the enemy piece on `at`, other than the king. A pawn's promotions on one square
    /// count once.
    fn mobility(&self, at: Square) -> i64 {
        let is_occupied = |at: Square| self.0.piece_at(at).is_some();
        match self.role(at) {
            Role::Pawn => {
                let pushes =
                    if self.pushers().contains(&at) { Self::pushes(at, is_occupied) } else { Vec::new() };
                let captures = self.pieces(US).into_iter().filter(|&target| self.reaches(at, target));
                (pushes.len() + captures.count()) as i64
            }
            Role::Knight => {
                let targets = Square::ALL.iter().filter(|&&target| self.reaches(at, target));
                targets
                    .filter(|&&target| self.0.piece_at(target).is_none_or(|piece| piece.color() == US))
                    .count() as i64
            }
            _ => {
                let free = Direction::ALL.into_iter().filter(|&direction| {
                    let next = walk(at, direction).next();
                    self.slides_along(at, direction) && next.is_some_and(|next| self.is_free(at, next))
                });
                free.map(|direction| self.rest(at, direction)).sum()
            }
        }
    }

    /// The squares to which the enemy king can step.
    fn king_steps(&self) -> Vec<Square> {
        let steps = self.steps().into_iter();
        steps.filter(|&at| self.attackers(at).is_empty()).collect()
    }

    /// The squares next to the enemy king where none of its own pieces stands.
    fn steps(&self) -> Vec<Square> {
        let next = Direction::ALL.into_iter().filter_map(|direction| walk(self.king(), direction).next());
        next.filter(|&at| self.0.piece_at(at).is_none_or(|piece| piece.color() == US)).collect()
    }

    /// The *king's squares* of the rules: [`steps`](Self::steps), and the paths of the enemy king in castling moves
    /// that no enemy piece obstructs.
    fn kings_squares(&self) -> Vec<Square> {
        let paths = self.castling().into_iter().flat_map(|castling| castling.king_path);
        self.steps().into_iter().chain(paths).collect()
    }

    fn castling(&self) -> Vec<Castling> {
        let king = self.king();
        let rooks = self.0.castling_rights().rooks_of(THEM).into_iter();
        let all = rooks.map(|rook| {
            let side = CastlingSide::of(king, rook);
            let king_path = path(king, side.king_target(THEM));
            let mut both = king_path.clone();
            both.extend(path(rook, side.rook_target(THEM)));
            both.retain(|&at| at != king && at != rook);
            let is_safe = king_path.iter().all(|&at| self.attackers(at).is_empty());
            let is_legal = is_safe
                && both.iter().all(|&at| self.0.piece_at(at).is_none())
                && self.pin(rook).is_none_or(|direction| direction.ranks() != 0);
            Castling { rook, path: both, king_path, is_legal }
        });
        let has_theirs = |at: &Square| self.0.piece_at(*at).is_some_and(|piece| piece.color() == THEM);
        all.filter(|castling| !castling.path.iter().any(has_theirs)).collect()
    }

    /// The term `base` of the theorem that [`Case::replies`] evaluates: the number of the enemy's moves if we passed.
    fn base(&self) -> i64 {
        let pieces = self.pieces(THEM).into_iter().filter(|&at| at != self.king());
        let castling = self.castling().iter().filter(|castling| castling.is_legal).count();
        let promotions =
            self.0.pieces(THEM, Role::Pawn).into_iter().filter(|pawn| pawn.rank() == Rank::Second);
        let more = promotions.map(|pawn| self.mobility(pawn) * (pawn_moves(Square::A1) - 1));
        pieces.map(|at| self.mobility(at)).sum::<i64>()
            + more.sum::<i64>()
            + (self.king_steps().len() + castling) as i64
    }

    /// The term `worth(at)` of the theorem that [`Case::replies`] evaluates: the number of replies that the enemy loses
    /// when our piece arrives on `at`, minus the pawn captures that this makes possible. Leaving `at` has the opposite
    /// effect.
    fn worth(&self, at: Square) -> i64 {
        let captures = self.pawn_captures(at);
        if self.0.piece_at(at).is_some_and(|piece| piece.color() == THEM) {
            return self.mobility(at) - captures;
        }
        let sliders = self
            .pieces(THEM)
            .into_iter()
            .filter(|&slider| self.is_slider(slider) && self.reaches(slider, at));
        let rests = sliders.map(|slider| self.rest(at, direction_to(slider, at).expect("an attack")));
        let pushes = |is_there: bool| -> i64 {
            let occupied =
                |square: Square| if square == at { is_there } else { self.0.piece_at(square).is_some() };
            let squares = self.pushers().into_iter().flat_map(|pawn| Self::pushes(pawn, occupied));
            squares.map(pawn_moves).sum()
        };
        rests.sum::<i64>() + pushes(false) - pushes(true) - captures
    }

    /// The number of captures that enemy pawns have on `at` if one of our pieces stands there; a capture that promotes
    /// counts four times.
    fn pawn_captures(&self, at: Square) -> i64 {
        let pawns = self.0.pieces(THEM, Role::Pawn).into_iter().filter(|&pawn| self.reaches(pawn, at));
        pawns.count() as i64 * pawn_moves(at)
    }

    /// Whether an enemy slider or pawn attacks `at`, or an enemy pawn needs it empty for a push.
    fn touch(&self, at: Square) -> bool {
        let attacks = |piece: &Square| {
            (self.is_slider(*piece) || self.role(*piece) == Role::Pawn) && self.reaches(*piece, at)
        };
        let pushes = self.pushers().into_iter().any(|pawn| Self::pushes(pawn, |_| false).contains(&at));
        pushes || self.pieces(THEM).iter().filter(|&&piece| piece != self.king()).any(attacks)
    }
}

/// The number of different moves of one enemy pawn to the square `to`: four promotions on the first rank, else one.
fn pawn_moves(to: Square) -> i64 {
    if to.rank() == Rank::First { Role::PROMOTIONS.len() as i64 } else { 1 }
}

/// The squares from `from` in `direction`, without `from`, up to the edge.
fn walk(from: Square, direction: Direction) -> impl Iterator<Item = Square> {
    let step = move |at: &Square| at.offset(direction.files(), direction.ranks());
    core::iter::successors(step(&from), step)
}

/// How many files to the right of `from`, and how many ranks above it, `to` is.
fn difference(from: Square, to: Square) -> (i32, i32) {
    let number = |at: Square| (at.index() as i32 % 8, at.index() as i32 / 8);
    let ((file, rank), (to_file, to_rank)) = (number(from), number(to));
    (to_file - file, to_rank - rank)
}

fn is_next(a: Square, b: Square) -> bool {
    let (files, ranks) = difference(a, b);
    a != b && files.abs() <= 1 && ranks.abs() <= 1
}

fn direction_to(from: Square, to: Square) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&direction| walk(from, direction).any(|at| at == to))
}

/// The squares between `a` and `b` if they lie on one line, else none.
fn between(a: Square, b: Square) -> Vec<Square> {
    direction_to(a, b).map_or(Vec::new(), |direction| walk(a, direction).take_while(|&at| at != b).collect())
}

/// Whether `a`, `b` and `c` lie on one rank, file or diagonal.
fn on_one_line(a: Square, b: Square, c: Square) -> bool {
    direction_to(a, b)
        .is_some_and(|direction| walk(a, direction).chain(walk(a, direction.opposite())).any(|at| at == c))
        || a == c
}

/// The squares from `from` to `to` on their common rank, without `from`, with `to`.
fn path(from: Square, to: Square) -> Vec<Square> {
    let mut path = between(from, to);
    if from != to {
        path.push(to);
    }
    path
}
