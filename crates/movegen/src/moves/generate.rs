//! Legal move generation: attacks, pins and checks are found first, then the targets of every piece, so that no move
//! has to be made to test it.
//!
//! 1. [`Restrictions`] are the checkers and the pinned pieces, which the position stores.
//! 2. The king may go to its neighbours that are not attacked ([`KingMoves`]). For castling, and to count the moves of
//!    a board with more than three sliders, fills in all directions find the attacked squares at once.
//! 3. Without check a piece may go to any square that its own side does not occupy. With one checker it may only
//!    capture the checker or block the check. With two checkers only the king may move.
//! 4. A pinned piece stays on the line through its king.
//! 5. A [`Sink`] receives the sets. It may write a list, or only count. A count can take the sliders as sets as well
//!    ([`Sliders`]); it subtracts the moves that pins forbid.
//!
//! Unpinned pawns move as sets; other pieces move one by one, except the sliders in a count. Every set of targets that
//! a sink receives is legal as it stands: no sink tests a move again.

use quadbit_quad::{Bitboard, QuadBitboard, SliderAttacks, attacks};
use quadbit_x88::{Color, Rank, Role, Square};

use super::move_list::MoveList;
use super::mv::Move;
use super::pawn_targets::{PawnTargets, back};
use crate::position::Position;
use crate::position::en_passant;
use crate::position::safety::Restrictions;

/// Receives the generated moves as sets of targets: pawns first, then knights, sliders, and the king.
pub(crate) trait Sink {
    /// Whether the receiver wants the moves of all sliders at once, from fills, if the board has more than three
    /// sliders. These fills also give the squares that the king must not enter. Without them, the king's steps are
    /// tested by look-ups, and fills are used only if the king may castle.
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

    /// Receives the moves of pawns; captures en passant are passed to [`more`](Self::more).
    fn pawns(&mut self, targets: &PawnTargets);

    /// Receives the moves of bishops, rooks and queens. By default they are passed on one by one.
    #[inline(always)]
    fn sliders(&mut self, sliders: &Sliders<'_>) {
        sliders.one_by_one(self);
    }
}

impl Sink for MoveList {
    #[inline]
    fn piece(&mut self, _role: Role, from: Square, targets: Bitboard) {
        self.add(targets, |to| Move::new(from, to));
    }

    #[inline(always)]
    fn pawns(&mut self, targets: &PawnTargets) {
        for (targets, step) in targets.steps() {
            self.add(targets, |to| Move::new(back(to, step), to));
        }
        if targets.promotes() {
            for (targets, step) in targets.promotions() {
                for to in targets {
                    self.extend(Role::PROMOTIONS.map(|role| Move::promoting(back(to, step), to, role)));
                }
            }
        }
    }
}

/// Which of the legal moves to generate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    /// The pieces whose moves are generated.
    pub(crate) pieces: Bitboard,
    /// The squares to which moves are generated, except castling and captures en passant.
    pub(crate) targets: Bitboard,
    /// The rooks with which castling is generated.
    pub(crate) castling: Bitboard,
    /// The squares to which captures en passant are generated.
    pub(crate) en_passant: Bitboard,
    pub(crate) promotions: bool,
}

impl Scope {
    pub(crate) const ALL: Self = Self {
        pieces: Bitboard::ALL,
        targets: Bitboard::ALL,
        castling: Bitboard::ALL,
        en_passant: Bitboard::ALL,
        promotions: true,
    };
}

/// Counts moves without looking at single squares.
struct Count(u32);

impl Sink for Count {
    const USES_SLIDES: bool = true;

    #[inline]
    fn piece(&mut self, _role: Role, _from: Square, targets: Bitboard) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: &PawnTargets) {
        self.0 += targets.count();
    }

    /// Counts by sets if `sliders` has the attacks that fills have found, otherwise one slider at a time. In one
    /// direction no two sliders attack the same square, so the sizes of eight sets add up to the number of moves. Few
    /// sliders are pinned, so their illegal moves are subtracted.
    #[inline(always)]
    fn sliders(&mut self, sliders: &Sliders<'_>) {
        let Some(slides) = sliders.slides else {
            return sliders.one_by_one(self);
        };
        for targets in slides.of(sliders.us).0 {
            self.0 += (Bitboard(targets) & sliders.allowed).len();
        }
        let board = sliders.board;
        let pinned = (board.orthogonal_sliders() | board.diagonal_sliders()) & sliders.restrictions.pinned;
        if pinned.any() {
            self.0 -= sliders.forbidden_by_pins(pinned);
        }
    }
}

impl<const KEYED: bool> Position<KEYED> {
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
    fn generate<S: Sink>(&self, sink: &mut S) {
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
        let board = self.board;
        let own = board.color(us);
        let movers = own & scope.pieces;
        let restrictions = self.restrictions();
        let reached = self.king_moves(us, movers, scope);
        // Fills find the attacks of all sliders at once, and count their moves; with few sliders, look-ups are faster.
        let slides = (S::USES_SLIDES && !self.has_few_sliders()).then(|| SliderAttacks::new(board));
        let attacked =
            slides.as_ref().map(|slides| self.forbidden_to_king(slides.lines_of(!us), &restrictions));
        let king = reached.safe(self, us, restrictions.pinned, attacked);
        if !restrictions.checkers.has_many() {
            let allowed = restrictions.allowed(own) & scope.targets;
            let last =
                if scope.promotions { Bitboard::EMPTY } else { Bitboard::rank(Rank::Eighth.relative_to(us)) };
            self.pawn_moves(us, board.pawns() & movers, &restrictions, allowed - last, sink);
            if scope.en_passant.any() {
                self.en_passant_moves(us, movers, scope.en_passant, sink);
            }
            // A pinned knight has no moves.
            for from in board.knights() & (movers - restrictions.pinned) {
                sink.piece(Role::Knight, from, attacks::knight(from) & allowed);
            }
            if !sink.is_done() {
                let slides = slides.as_ref();
                sink.sliders(&Sliders { board, us, movers, restrictions: &restrictions, slides, allowed });
            }
        }
        sink.king(restrictions.king, king.steps, king.rooks);
    }

    /// The king's moves in `scope`, attacked squares not yet excluded; none if the king is not among `movers`. Castling
    /// is left out if the king is in check or does not see the rook.
    #[inline(always)]
    fn king_moves(&self, us: Color, movers: Bitboard, scope: Scope) -> KingMoves {
        let king = self.king(us);
        if !movers.has(king) {
            return KingMoves { steps: Bitboard::EMPTY, rooks: Bitboard::EMPTY };
        }
        let steps = (attacks::king(king) & scope.targets) - self.board.color(us);
        let castles = scope.castling.any() && !self.is_check();
        let rooks = if castles { self.castling_rooks_in_sight(us) & scope.castling } else { Bitboard::EMPTY };
        KingMoves { steps, rooks }
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
        sink.pawns(&PawnTargets::new(self.board, us, pawns - restrictions.pinned, allowed));
        for pawn in pawns & restrictions.pinned {
            let allowed = allowed & restrictions.line_of(pawn);
            sink.pawns(&PawnTargets::new(self.board, us, Bitboard::of(pawn), allowed));
        }
    }

    /// Passes the captures en passant of `movers` to squares of `targets` to `sink`. Each is tested on its own, because
    /// two pawns leave their squares at once.
    #[inline(always)]
    fn en_passant_moves<S: Sink>(&self, us: Color, movers: Bitboard, targets: Bitboard, sink: &mut S) {
        if let Some(target) = self.ep()
            && targets.has(target)
        {
            for from in en_passant::capturers(self.board, us, target) & movers {
                if en_passant::is_legal(self.board, us, [from, target]) {
                    sink.more(Role::Pawn, from, Bitboard::of(target));
                }
            }
        }
    }
}

/// The moves of a king: `steps` to neighbouring squares, and castling with each of `rooks`.
struct KingMoves {
    steps: Bitboard,
    rooks: Bitboard,
}

impl KingMoves {
    /// Keeps only the legal moves. `attacked` are the squares that the enemy attacks, if they are known.
    #[inline(always)]
    fn safe<const KEYED: bool>(
        self,
        position: &Position<KEYED>,
        us: Color,
        pinned: Bitboard,
        attacked: Option<Bitboard>,
    ) -> Self {
        let Self { steps, rooks } = self;
        // If castling is possible, fills find the attacked squares of path and steps together: tested one by one, a
        // list of kiwipete takes 1.25 times as long. No king castles out of check, so no attack goes on through the
        // king here.
        let attacked = attacked.or_else(|| rooks.any().then(|| position.attacked(!us)));
        match attacked {
            Some(attacked) if rooks.any() => {
                let rooks = position.castling_rooks(us, rooks, pinned, |path| attacked & path);
                Self { steps: steps - attacked, rooks }
            }
            Some(attacked) => Self { steps: steps - attacked, rooks },
            None if steps.any() => Self { steps: steps - position.attacked_among(us, steps), rooks },
            None => self,
        }
    }
}

/// The bishops, rooks and queens among `movers`, which may move to the squares of `allowed`.
pub(crate) struct Sliders<'a> {
    board: QuadBitboard,
    us: Color,
    movers: Bitboard,
    restrictions: &'a Restrictions,
    /// The squares that the sliders of both sides attack, found by fills; `None` if the sliders are looked up one by
    /// one.
    slides: Option<&'a SliderAttacks>,
    allowed: Bitboard,
}

impl Sliders<'_> {
    /// Passes the moves of these sliders to `sink`, one slider after the other; of each kind the pinned ones last, as
    /// cozy-chess does.
    #[inline(always)]
    fn one_by_one<S: Sink + ?Sized>(&self, sink: &mut S) {
        let Self { board, movers, restrictions, allowed, .. } = *self;
        let occupied = board.occupied();
        let bishop = |from| attacks::bishop(from, occupied) & allowed;
        let rook = |from| attacks::rook(from, occupied) & allowed;
        let queen = |from| attacks::queen(from, occupied) & allowed;
        restrictions.one_by_one(Role::Bishop, board.bishops() & movers, bishop, sink);
        restrictions.one_by_one(Role::Rook, board.rooks() & movers, rook, sink);
        restrictions.one_by_one(Role::Queen, board.queens() & movers, queen, sink);
    }

    /// The number of moves by which the sliders of `pinned` would leave the lines of their pins.
    #[inline(never)]
    fn forbidden_by_pins(&self, pinned: Bitboard) -> u32 {
        let unpinned = Restrictions { pinned: Bitboard::EMPTY, ..*self.restrictions };
        let [mut all, mut legal] = [Count(0), Count(0)];
        Sliders { movers: pinned, restrictions: &unpinned, ..*self }.one_by_one(&mut all);
        Sliders { movers: pinned, ..*self }.one_by_one(&mut legal);
        all.0 - legal.0
    }
}

impl Restrictions {
    /// The squares to which an unpinned piece other than the king may move: without check all that its own side does
    /// not occupy, with one checker its square and those between it and the king, with two none.
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
