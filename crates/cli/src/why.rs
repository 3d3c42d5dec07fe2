//! Why a move is legal or not, with the squares and the pieces that decide it.
//!
//! The questions are asked in their order: is there a piece of the side to move, does it move so, is the way free, is
//! the king safe. The first that is answered with no gives the reason.

use std::ops::Range;

use quadbit_movegen::{Bitboard, CastlingSide, Color, EpMode, Move, Position, Rank, Role, Square, attacks};

/// Whether a move is legal, and the reason.
pub(crate) struct Why {
    pub(crate) legal: bool,
    /// The reason as a sentence, without a full stop.
    pub(crate) text: String,
    /// The squares of the pieces that decide it.
    pub(crate) squares: Vec<Square>,
    /// The squares between which the piece moves.
    pub(crate) from: Square,
    pub(crate) to: Square,
}

/// Says why a move is legal or not. `None` if the text is not a move: two squares, and perhaps a promotion.
pub(crate) fn why(position: &Position, uci: &str) -> Option<Why> {
    let square = |range: Range<usize>| uci.get(range)?.parse::<Square>().ok();
    let (from, to) = (square(0..2)?, square(2..4)?);
    let promotion = match uci.get(4..)?.to_ascii_lowercase().as_str() {
        "" => None,
        "q" | "r" | "b" | "n" => Some(()),
        _ => return None,
    };
    let case = Case { position, from, to };
    let (legal, text, squares) = match Move::from_uci(&uci.to_ascii_lowercase(), position) {
        Ok(mv) => (true, case.legal(mv), Vec::new()),
        Err(_) => case.illegal(promotion.is_some()),
    };
    Some(Why { legal, text, squares, from, to })
}

/// A move that is judged.
struct Case<'a> {
    position: &'a Position,
    from: Square,
    to: Square,
}

/// `false`, the reason, and the squares of the pieces that decide it.
type Refusal = (bool, String, Vec<Square>);

fn refused(text: impl Into<String>, squares: impl IntoIterator<Item = Square>) -> Refusal {
    (false, text.into(), squares.into_iter().collect())
}

impl Case<'_> {
    fn legal(&self, mv: Move) -> String {
        let position = self.position;
        let mut next = *position;
        next.play_unchecked(mv);
        let kind = if position.is_castling(mv) {
            "castling"
        } else if position.is_en_passant(mv) {
            "a capture en passant"
        } else if mv.is_promotion() {
            "a promotion"
        } else if position.is_capture(mv) {
            "a capture"
        } else {
            "a move"
        };
        let check = if next.is_check() { " that gives check" } else { "" };
        let answers = if position.is_check() { ", which answers the check" } else { "" };
        format!("{kind} of {}{check}{answers}", self.piece(self.from))
    }

    fn illegal(&self, promotes: bool) -> Refusal {
        let (position, us) = (self.position, self.position.side_to_move());
        let Some(piece) = position.piece_at(self.from) else {
            return refused(format!("no piece stands on {}", self.from), []);
        };
        let (role, own) = (piece.role(), position.board().color(us));
        let is_last = self.to.relative_to(us).rank() == Rank::Eighth;
        let is_two_files = self.from.rank() == self.to.rank()
            && self.from.file().index().abs_diff(self.to.file().index()) == 2;
        let is_own_rook = position.pieces(us, Role::Rook).has(self.to);
        if piece.color() != us {
            refused(format!("it is {}'s turn, and {} is not", side(us), self.piece(self.from)), [self.from])
        } else if role == Role::King && (is_two_files || is_own_rook) {
            self.castling()
        } else if own.has(self.to) {
            refused(format!("{} stands on the target", self.piece(self.to)), [self.to])
        } else if let Some(refusal) = self.movement(role) {
            refusal
        } else if promotes != (role == Role::Pawn && is_last) {
            let text = if promotes {
                "only a pawn that reaches the last rank promotes"
            } else {
                "a pawn that reaches the last rank promotes: a letter q, r, b or n is missing"
            };
            refused(text, [])
        } else {
            self.exposed(role)
        }
    }

    /// Why a piece does not move so, even if its king were safe.
    fn movement(&self, role: Role) -> Option<Refusal> {
        let (position, us) = (self.position, self.position.side_to_move());
        let occupied = position.board().occupied();
        if role == Role::Pawn {
            return self.pawn(us);
        }
        let (empty, blocked) = match role {
            Role::Knight => (attacks::knight(self.from), Bitboard::default()),
            Role::King => (attacks::king(self.from), Bitboard::default()),
            Role::Bishop => (attacks::bishop(self.from, Bitboard::default()), occupied),
            Role::Rook => (attacks::rook(self.from, Bitboard::default()), occupied),
            _ => (attacks::queen(self.from, Bitboard::default()), occupied),
        };
        let between = attacks::between(self.from, self.to) & blocked;
        if empty.has(self.to) {
            let at = between.first()?;
            return Some(refused(format!("{} stands in the way", self.piece(at)), [at]));
        }
        Some(refused(format!("a {} does not move so", name(role)), []))
    }

    fn pawn(&self, us: Color) -> Option<Refusal> {
        let position = self.position;
        let (from, to) = (self.from.relative_to(us), self.to.relative_to(us));
        let ranks = to.rank().index().wrapping_sub(from.rank().index());
        if attacks::pawn(us, self.from).has(self.to) {
            let passed = position.ep_square(EpMode::Always);
            let is_capture = position.piece_at(self.to).is_some() || passed == Some(self.to);
            let text = format!(
                "nothing can be captured on {}, and it is not the square that a pawn has just passed",
                self.to
            );
            return (!is_capture).then(|| refused(text, []));
        }
        let is_push = from.file() == to.file() && (ranks == 1 || ranks == 2 && from.rank() == Rank::Second);
        if !is_push {
            let text = if from.file() == to.file() && ranks == 2 {
                "a pawn moves two squares from its second rank only"
            } else {
                "a pawn does not move so"
            };
            return Some(refused(text, []));
        }
        let way = attacks::between(self.from, self.to).with(self.to) & position.board().occupied();
        let at = way.first()?;
        Some(refused(format!("{} stands in the way", self.piece(at)), [at]))
    }

    /// Why the king may not castle.
    fn castling(&self) -> Refusal {
        let (position, us) = (self.position, self.position.side_to_move());
        let (king, occupied) = (self.from, position.board().occupied());
        let side = CastlingSide::of(king, self.to);
        let Some(rook) = position.castling_rook(us, side) else {
            return refused("castling: the right to castle on this side is lost", []);
        };
        let (king_to, rook_to) = (side.king_target(us), side.rook_target(us));
        let way = |a, b: Square| attacks::between(a, b).with(b);
        let blocked = (way(king, king_to) | way(rook, rook_to)) & occupied.without(king).without(rook);
        if let Some(at) = blocked.first() {
            return refused(format!("castling: {} stands in the way", self.piece(at)), [at]);
        }
        let them = position.board().color(us.other());
        let steps = [(king, "is in check on"), (king_to, "arrives on")].into_iter();
        let passed = attacks::between(king, king_to).into_iter().map(|at| (at, "passes"));
        let without = occupied.without(king).without(rook);
        for (at, verb) in steps.clone().take(1).chain(passed).chain(steps.skip(1)) {
            let after = if at == king_to { without.with(rook_to) } else { occupied };
            if let Some(by) = (position.board().attackers(at, after) & them).first() {
                let text = format!("castling: the king {verb} {at}, attacked by {}", self.piece(by));
                return refused(text, [at, by]);
            }
        }
        refused("castling is not written so here", [])
    }

    /// How a move that the piece could make leaves its king attacked.
    fn exposed(&self, role: Role) -> Refusal {
        let (position, us) = (self.position, self.position.side_to_move());
        let is_en_passant =
            role == Role::Pawn && self.from.file() != self.to.file() && position.piece_at(self.to).is_none();
        let captured = if is_en_passant { Square::new(self.to.file(), self.from.rank()) } else { self.to };
        let king = if role == Role::King { self.to } else { position.king(us) };
        let after = position.board().occupied().without(self.from).without(captured).with(self.to);
        let them = position.board().color(us.other()).without(captured);
        let attackers = position.board().attackers(king, after) & them;
        let Some(by) = attackers.first() else { return refused("the move is not legal", []) };
        let text = match position.checkers().len() {
            _ if role == Role::King => format!("{king} is attacked by {}", self.piece(by)),
            2.. => "in double check only the king moves".to_owned(),
            1 if position.checkers().has(by) => format!("it does not answer the check by {}", self.piece(by)),
            _ if is_en_passant => {
                format!("en passant takes both pawns off the line, and {} attacks the king", self.piece(by))
            }
            _ => format!("{} is pinned by {}", self.piece(self.from), self.piece(by)),
        };
        refused(text, [by, king])
    }

    /// A piece and its square, such as "the bishop on e2".
    fn piece(&self, at: Square) -> String {
        let role = self.position.role_at(at).map_or("nothing", name);
        format!("the {role} on {at}")
    }
}

fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

#[cfg(test)]
mod tests {
    use quadbit_movegen::{CastlingStyle, Position, Square};

    use super::why;

    #[test]
    fn reasons() {
        for (fen, mv, expected) in [
            (
                "4k3/8/8/8/8/8/4b3/4K2R w K - 0 1",
                "e1g1",
                "castling: the king passes f1, attacked by the bishop on e2",
            ),
            (
                "4k3/8/8/8/8/4r3/8/4K2R w K - 0 1",
                "e1g1",
                "castling: the king is in check on e1, attacked by the rook on e3",
            ),
            (
                "4k3/8/8/8/8/6r1/8/4K2R w K - 0 1",
                "e1h1",
                "castling: the king arrives on g1, attacked by the rook on g3",
            ),
            ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1", "castling: the bishop on f1 stands in the way"),
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "castling: the right to castle on this side is lost"),
            (
                "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1",
                "d5e6",
                "en passant takes both pawns off the line, and the rook on a5 attacks the king",
            ),
            ("4r2k/8/8/8/4N3/8/8/4K3 w - - 0 1", "e4c5", "the knight on e4 is pinned by the rook on e8"),
            ("3rk3/8/3N4/8/8/8/4R3/K7 b - - 0 1", "d8d6", "in double check only the king moves"),
            ("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "e1f1", "f1 is attacked by the rook on a1"),
            ("4k3/8/8/8/8/8/3N4/r3K3 w - - 0 1", "d2c4", "it does not answer the check by the rook on a1"),
            (
                "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
                "e2d3",
                "nothing can be captured on d3, and it is not the square that a pawn has just passed",
            ),
            ("4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "the king on e8 stands in the way"),
            (
                "k7/4P3/8/8/8/8/8/4K3 w - - 0 1",
                "e7e8",
                "a pawn that reaches the last rank promotes: a letter q, r, b or n is missing",
            ),
            ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", "a pawn moves two squares from its second rank only"),
            ("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", "a1g1", "the king on e1 stands in the way"),
            ("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", "a1b2", "a rook does not move so"),
            ("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", "e8e7", "it is White's turn, and the king on e8 is not"),
            ("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", "h1h2", "no piece stands on h1"),
            ("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", "e1e2", "the pawn on e2 stands on the target"),
            ("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", "e1c1", "castling of the king on e1"),
        ] {
            assert_eq!(why(&fen.parse().unwrap(), mv).unwrap().text, expected, "{fen}");
        }
    }

    /// Every pair of squares of some positions: the verdict is that of the generator, and there is always a reason.
    #[test]
    fn the_verdict_is_that_of_the_rules() {
        for line in quadbit_perft::suite::BUILTIN.lines().skip(1) {
            let fen = line.split('\t').nth(2).and_then(|epd| epd.split(';').next()).unwrap();
            let position: Position = fen.parse().unwrap();
            let legal: Vec<String> = position
                .legal_moves()
                .iter()
                .flat_map(|mv| {
                    [CastlingStyle::Standard, CastlingStyle::Chess960]
                        .map(|style| mv.to_uci(&position, style).to_string())
                })
                .collect();
            for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
                for promotion in ["", "n"] {
                    let uci = format!("{from}{to}{promotion}");
                    let found = why(&position, &uci).unwrap();
                    assert!(found.legal || !legal.contains(&uci), "{fen}: {uci}: {}", found.text);
                    assert_ne!(found.text, "the move is not legal", "{fen}: {uci}");
                }
            }
        }
        assert!(why(&Position::start(), "e2").is_none() && why(&Position::start(), "e2e4x").is_none());
    }
}
