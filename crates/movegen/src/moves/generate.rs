//! Legal move generation: attacks, pins and checks are found first, then the targets of every piece, so that no move
//! has to be made to test it.
//!
//! 1. [`Restrictions`] are the checkers and the pinned pieces, which the position stores. For castling, and to count
//!    moves, [`KingSafety`](crate::position::safety::KingSafety) adds the squares that the enemy attacks, by fills in
//!    all directions at once.
//! 2. The king may go to its neighbours that are not attacked.
//! 3. Without check a piece may go to any square that its own side does not occupy. With one checker it may only
//!    capture the checker or block the check. With two checkers only the king may move.
//! 4. A pinned piece stays on the line through its king.
//! 5. A [`Sink`] receives the sets. It may write a list, or only count, in which case the sliders move as sets as well.
//!
//! Unpinned pawns move as sets; everything else moves piece by piece. Every set that a sink receives is legal as it
//! stands: no sink tests a move again.

use quadbit_quad::{Bitboard, SliderAttacks, attacks};
use quadbit_x88::{Color, File, Rank, Role, Square};

use super::move_list::MoveList;
use super::mv::Move;
use crate::position::Position;
use crate::position::safety::Restrictions;

/// Receives the generated moves as sets of targets: pawns first, then knights, sliders, and the king.
pub(crate) trait Sink {
    /// Whether fills, which find the attacks of both sides, are used for the moves of the sliders too. If
    /// not, the king's destinations are tested one by one, and fills are used only for castling.
    const USES_SLIDES: bool = false;

    /// Whether the receiver needs no more moves, so that the generator may stop.
    #[inline(always)]
    fn is_done(&self) -> bool {
        false
    }

    /// Receives one piece other than a pawn, which may move from `from` to any square of `targets`.
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard);

    /// Receives the king, which may go to `steps`, and castle with any rook of `rooks`.
    #[inline(always)]
    fn king(&mut self, from: Square, steps: Bitboard, rooks: Bitboard) {
        self.piece(Role::King, from, steps);
        if rooks.any() {
            self.more(Role::King, from, rooks);
        }
    }

    /// Receives more moves of a piece that was passed before: of a king that may castle with any rook of
    /// `targets`, or of a pawn that may capture en passant.
    #[inline(always)]
    fn more(&mut self, role: Role, from: Square, targets: Bitboard) {
        self.piece(role, from, targets);
    }

    /// Receives `pawns`, which may move to the squares of `allowed`; captures en passant are passed to
    /// [`more`](Self::more).
    fn pawns(&mut self, position: &Position, us: Color, pawns: Bitboard, allowed: Bitboard);

    /// Receives `movers`, of which bishops, rooks and queens may move to the squares of `allowed`. By default they are
    /// passed on one by one. `_slides` has the squares that the sliders of both sides attack, if the generator has
    /// found them for the king's moves.
    #[inline(always)]
    fn sliders(
        &mut self,
        position: &Position,
        movers: Bitboard,
        restrictions: &Restrictions,
        _slides: Option<&SliderAttacks>,
        allowed: Bitboard,
    ) {
        position.sliders_one_by_one(movers, restrictions, allowed, self);
    }
}

impl Sink for MoveList {
    #[inline]
    fn piece(&mut self, _role: Role, from: Square, targets: Bitboard) {
        self.add(targets, |to| Move::new(from, to));
    }

    #[inline(always)]
    fn pawns(&mut self, position: &Position, us: Color, pawns: Bitboard, allowed: Bitboard) {
        position.list_pawn_moves(us, pawns, allowed, self);
    }
}

impl MoveList {
    /// Adds the moves of pawns to the squares of `targets`, each from the square with a number lower by `step`.
    #[inline]
    fn pawn_steps(&mut self, targets: Bitboard, step: i32) {
        self.add(targets, |to| Move::new(back(to, step), to));
    }

    /// Adds the promotions of pawns on the squares of `targets`, four on each, from the square with a number lower by
    /// `step`.
    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            self.extend(Role::PROMOTIONS.map(|role| Move::promoting(back(to, step), to, role)));
        }
    }
}

/// Which of the legal moves to generate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    /// The pieces whose moves are generated.
    pub(crate) pieces: Bitboard,
    /// The squares to which moves are generated; castling and captures en passant have their own rules.
    pub(crate) targets: Bitboard,
    pub(crate) castling: bool,
    pub(crate) en_passant: bool,
    pub(crate) promotions: bool,
}

impl Scope {
    pub(crate) const ALL: Self = Self {
        pieces: Bitboard::ALL,
        targets: Bitboard::ALL,
        castling: true,
        en_passant: true,
        promotions: true,
    };

    /// The scope of captures, including en passant.
    pub(super) fn captures(position: &Position) -> Self {
        let targets = position.board().color(!position.side_to_move());
        Self { targets, castling: false, ..Self::ALL }
    }

    /// The scope of moves that capture nothing, including castling.
    pub(super) fn quiets(position: &Position) -> Self {
        Self { targets: !position.board().occupied(), en_passant: false, ..Self::ALL }
    }
}

/// Counts moves without looking at single squares.
struct Count(u32);

impl Sink for Count {
    const USES_SLIDES: bool = true;

    #[inline]
    fn piece(&mut self, _role: Role, _from: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    /// Counts by sets: two pawns reach the same square only if one captures towards the a-file and the other towards
    /// the h-file.
    #[inline(always)]
    fn pawns(&mut self, position: &Position, us: Color, pawns: Bitboard, allowed: Bitboard) {
        let last = Bitboard::rank(Rank::Eighth.relative_to(us));
        let PawnTargets { single, double, west, east } = position.pawn_targets(us, pawns, allowed);
        let others = single | double | west;
        self.0 += others.count() + east.count();
        if (others | east).meets(last) {
            self.0 += 3 * ((others & last).count() + (east & last).count());
        }
    }

    /// Counts by sets: in one direction no two sliders attack the same square, so the sizes of eight sets add up to the
    /// number of moves. Few sliders are pinned, so their illegal moves are subtracted.
    #[inline(always)]
    fn sliders(
        &mut self,
        position: &Position,
        movers: Bitboard,
        restrictions: &Restrictions,
        slides: Option<&SliderAttacks>,
        allowed: Bitboard,
    ) {
        let Some(slides) = slides else {
            return position.sliders_one_by_one(movers, restrictions, allowed, self);
        };
        for targets in slides.of(position.side_to_move()).0 {
            self.0 += (Bitboard(targets) & allowed).count();
        }
        let board = position.board();
        let pinned = (board.orthogonal_sliders() | board.diagonal_sliders()) & restrictions.pinned;
        if pinned.any() {
            self.0 -= position.forbidden_by_pins(pinned, restrictions, allowed);
        }
    }
}

/// The square whose number is lower by `step` than that of `to`. It is on the board, because a
/// pawn came from there.
#[inline]
pub(crate) fn back(to: Square, step: i32) -> Square {
    Square::from_low_bits((to.index() as u32).wrapping_sub(step.cast_unsigned()))
}

/// What a push adds to the number of a pawn's square.
#[inline]
pub(super) const fn forward(us: Color) -> i32 {
    match us {
        Color::White => 8,
        Color::Black => -8,
    }
}

impl Position {
    /// All legal moves, in no particular order.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// let moves = Position::start().legal_moves();
    /// assert_eq!(moves.len(), 20);
    /// assert!(moves.contains(&Move::new(Square::G1, Square::F3)));
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(&mut list);
        list
    }

    /// The number of legal moves, counted from sets without making a list.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// // The highest number of moves in any known position.
    /// let position = Position::from_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")?;
    /// assert_eq!(position.legal_count(), 218);
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn legal_count(&self) -> usize {
        let mut count = Count(0);
        self.generate(&mut count);
        count.0 as usize
    }

    /// Passes all legal moves to `sink`.
    #[inline]
    pub(crate) fn generate<S: Sink>(&self, sink: &mut S) {
        self.generate_some(Scope::ALL, sink);
    }

    /// Passes the legal moves in `scope` to `sink`.
    #[inline]
    pub(crate) fn generate_some<S: Sink>(&self, scope: Scope, sink: &mut S) {
        // One copy of the generator for each side, so that pawn directions are constants.
        match self.side_to_move() {
            Color::White => self.generate_for(Color::White, scope, sink),
            Color::Black => self.generate_for(Color::Black, scope, sink),
        }
    }

    #[inline(always)]
    fn generate_for<S: Sink>(&self, us: Color, scope: Scope, sink: &mut S) {
        let own = self.board().color(us);
        let movers = own & scope.pieces;
        let king = self.king(us);
        let steps =
            if movers.has(king) { (attacks::king(king) & scope.targets) - own } else { Bitboard::EMPTY };
        let castling_rooks = if scope.castling && movers.has(king) && !self.is_check() {
            self.castling_rooks_in_sight(us)
        } else {
            Bitboard::EMPTY
        };
        // Fills find the attacks of all sliders at once, and count their moves; with few sliders, look-ups are faster.
        let (restrictions, slides, [steps, castling_rooks]) = if S::USES_SLIDES && !self.has_few_sliders() {
            let slides = SliderAttacks::new(self.board());
            let safety = self.king_safety(slides.lines_of(!us));
            let attacked = |squares| safety.attacked & squares;
            let targets = self.king_targets(us, steps, castling_rooks, safety.restrictions.pinned, attacked);
            (safety.restrictions, Some(slides), targets)
        } else {
            let restrictions = self.restrictions();
            let targets = self.king_targets_alone(us, steps, castling_rooks, restrictions.pinned);
            (restrictions, None, targets)
        };
        if !restrictions.checkers.has_many() {
            let allowed = restrictions.allowed(own) & scope.targets;
            let last =
                if scope.promotions { Bitboard::EMPTY } else { Bitboard::rank(Rank::Eighth.relative_to(us)) };
            self.pawn_moves(us, self.board().pawns() & movers, &restrictions, allowed - last, sink);
            if scope.en_passant {
                self.en_passant_moves(movers, sink);
            }
            // A pinned knight has no moves.
            for from in self.board().knights() & (movers - restrictions.pinned) {
                sink.piece(Role::Knight, from, attacks::knight(from) & allowed);
            }
            if !sink.is_done() {
                sink.sliders(self, movers, &restrictions, slides.as_ref(), allowed);
            }
        }
        sink.king(king, steps, castling_rooks);
    }

    /// Filters the king's `steps` and the `castling_rooks` that the king sees, keeping only those to which a move is
    /// legal. `attacked` returns which of the squares that it is given the enemy attacks.
    #[inline(always)]
    fn king_targets(
        &self,
        us: Color,
        steps: Bitboard,
        castling_rooks: Bitboard,
        pinned: Bitboard,
        attacked: impl Fn(Bitboard) -> Bitboard,
    ) -> [Bitboard; 2] {
        let steps = if steps.any() { steps - attacked(steps) } else { steps };
        let rooks = if castling_rooks.any() {
            self.castling_rooks(us, castling_rooks, pinned, attacked)
        } else {
            castling_rooks
        };
        [steps, rooks]
    }

    /// Filters the king's `steps` and the `castling_rooks` that the king sees, keeping only those to which a move is
    /// legal, if the squares that the enemy's sliders attack are not known yet.
    #[inline(always)]
    fn king_targets_alone(
        &self,
        us: Color,
        steps: Bitboard,
        castling_rooks: Bitboard,
        pinned: Bitboard,
    ) -> [Bitboard; 2] {
        if castling_rooks.any() {
            // For a path and steps together fills are faster: asked one by one, a list of kiwipete takes 1.25 times as
            // long. Without check no line goes on behind the king.
            let attacked = self.attacked(!us);
            self.king_targets(us, steps, castling_rooks, pinned, |squares| attacked & squares)
        } else {
            self.king_targets(us, steps, castling_rooks, pinned, |squares| self.attacked_among(us, squares))
        }
    }

    /// Passes the moves of the bishops, rooks and queens among `movers` to squares of `allowed` to `sink`, one piece
    /// after the other; of each kind the pinned ones last, as cozy-chess does.
    #[inline(always)]
    fn sliders_one_by_one<S: Sink + ?Sized>(
        &self,
        movers: Bitboard,
        restrictions: &Restrictions,
        allowed: Bitboard,
        sink: &mut S,
    ) {
        let (board, occupied) = (self.board(), self.board().occupied());
        let bishop = |from| attacks::bishop(from, occupied) & allowed;
        let rook = |from| attacks::rook(from, occupied) & allowed;
        let queen = |from| attacks::queen(from, occupied) & allowed;
        restrictions.one_by_one(Role::Bishop, board.bishops() & movers, bishop, sink);
        restrictions.one_by_one(Role::Rook, board.rooks() & movers, rook, sink);
        restrictions.one_by_one(Role::Queen, board.queens() & movers, queen, sink);
    }

    /// The number of moves of the sliders of `pinned` to squares of `allowed` off the lines of their pins.
    #[inline(never)]
    fn forbidden_by_pins(&self, pinned: Bitboard, restrictions: &Restrictions, allowed: Bitboard) -> u32 {
        let mut all = Count(0);
        self.sliders_one_by_one(
            pinned,
            &Restrictions { pinned: Bitboard::EMPTY, ..*restrictions },
            allowed,
            &mut all,
        );
        let mut legal = Count(0);
        self.sliders_one_by_one(pinned, restrictions, allowed, &mut legal);
        all.0 - legal.0
    }

    /// Passes the moves of `pawns` to squares of `allowed` to `sink`: unpinned pawns as sets, pinned pawns one by one.
    #[inline(always)]
    fn pawn_moves<S: Sink>(
        &self,
        us: Color,
        pawns: Bitboard,
        restrictions: &Restrictions,
        allowed: Bitboard,
        sink: &mut S,
    ) {
        sink.pawns(self, us, pawns - restrictions.pinned, allowed);
        for pawn in pawns & restrictions.pinned {
            sink.pawns(self, us, Bitboard::of(pawn), allowed & restrictions.line_of(pawn));
        }
    }

    /// Passes the captures en passant of `movers` to `sink`. They have their own rule about checks and pins.
    #[inline(always)]
    fn en_passant_moves<S: Sink>(&self, movers: Bitboard, sink: &mut S) {
        if let Some(target) = self.ep() {
            for from in self.ep_capturers(target) & movers {
                if self.is_ep_legal(from, target) {
                    sink.more(Role::Pawn, from, Bitboard::of(target));
                }
            }
        }
    }

    /// Adds the pushes and captures of `pawns` to squares of `allowed` to `list`.
    #[inline(always)]
    fn list_pawn_moves(&self, us: Color, pawns: Bitboard, allowed: Bitboard, list: &mut MoveList) {
        let forward = forward(us);
        let last = Bitboard::rank(Rank::Eighth.relative_to(us));
        let PawnTargets { single, double, west, east } = self.pawn_targets(us, pawns, allowed);

        list.pawn_steps(single - last, forward);
        list.pawn_steps(double, 2 * forward);
        list.pawn_steps(west - last, forward - 1);
        list.pawn_steps(east - last, forward + 1);
        if (single | west | east).meets(last) {
            list.promotions(single & last, forward);
            list.promotions(west & last, forward - 1);
            list.promotions(east & last, forward + 1);
        }
    }

    /// The targets of `pawns` among the squares of `allowed`, except en passant.
    #[inline(always)]
    pub(crate) fn pawn_targets(&self, us: Color, pawns: Bitboard, allowed: Bitboard) -> PawnTargets {
        let empty = !self.board().occupied();
        let victims = self.board().color(!us) & allowed;
        let third = Bitboard::rank(Rank::Third.relative_to(us));
        let single = pawns.forward(us) & empty;
        PawnTargets {
            single: single & allowed,
            double: (single & third).forward(us) & empty & allowed,
            west: (pawns - Bitboard::file(File::A)).forward(us) >> 1 & victims,
            east: (pawns - Bitboard::file(File::H)).forward(us) << 1 & victims,
        }
    }
}

/// The squares to which a set of pawns of one side can move, a set for each kind of pawn move.
pub(crate) struct PawnTargets {
    pub(crate) single: Bitboard,
    pub(crate) double: Bitboard,
    /// The targets of captures towards the a-file.
    pub(crate) west: Bitboard,
    /// The targets of captures towards the h-file.
    pub(crate) east: Bitboard,
}

impl PawnTargets {
    /// The union of the targets.
    #[inline]
    pub(crate) fn union(&self) -> Bitboard {
        self.single | self.double | self.west | self.east
    }
}

impl Restrictions {
    /// The squares to which an unpinned piece other than the king may move: without check all that its own
    /// side does not occupy, with one checker its square and those between, with two none.
    #[inline(always)]
    pub(crate) fn allowed(&self, own: Bitboard) -> Bitboard {
        match self.checkers.first() {
            None => !own,
            Some(_) if self.checkers.has_many() => Bitboard::EMPTY,
            Some(checker) => attacks::between(self.king, checker).with(checker),
        }
    }

    /// The line to which a pin confines the piece on `from`; all squares if the piece is not pinned.
    #[inline(always)]
    pub(crate) fn line_of(&self, from: Square) -> Bitboard {
        if self.pinned.has(from) { attacks::line(self.king, from) } else { Bitboard::ALL }
    }
}

impl Restrictions {
    /// Passes pieces of one kind to `sink`, each with its `targets`; the pinned ones last, with the targets on the
    /// lines of their pins.
    #[inline(always)]
    fn one_by_one<S: Sink + ?Sized>(
        &self,
        role: Role,
        pieces: Bitboard,
        targets: impl Fn(Square) -> Bitboard,
        sink: &mut S,
    ) {
        for from in pieces - self.pinned {
            sink.piece(role, from, targets(from));
        }
        for from in pieces & self.pinned {
            sink.piece(role, from, targets(from) & self.line_of(from));
        }
    }
}
