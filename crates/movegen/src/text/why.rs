//! Why a move is legal or not, in words, with the pieces that decide it.
//!
//! Questions are asked in their order: is there a piece of the side to move, can such a piece go to the target, is the
//! way free, is a promotion named where one is due, is the king safe. The first that is answered with no gives the
//! reason. Castling has questions of its own.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Color, Rank, Role, Square};

use crate::moves::mv::Move;
use crate::position::Position;
use crate::position::castling::CastlingSide;
use crate::position::en_passant::EpMode;
use crate::text::uci::Uci;

/// Whether a move is legal, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The square that the piece leaves.
    pub from: Square,
    /// The square that the move names as its target.
    pub to: Square,
    /// Whether the move is legal.
    pub is_legal: bool,
    /// The reason against the move as a sentence without a full stop; for a legal move, what kind of move it is.
    pub text: String,
    /// The squares of the pieces that make the move illegal, and the attacked square of the king; empty if the move is
    /// legal, or if no piece is to blame.
    pub squares: Bitboard,
}

/// A reason against a move, and the squares that it is about.
type Refusal = (String, Bitboard);

impl Position {
    /// Says why a move is legal or not. Castling may be written in both forms, `e1g1` and `e1h1`.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "4k3/8/8/8/8/8/4b3/4K2R w K - 0 1".parse()?;
    /// let why = position.why("e1g1".parse()?);
    /// assert_eq!(why.text, "castling: the king passes f1, attacked by the bishop on e2");
    /// assert!(!why.is_legal);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn why(&self, uci: Uci) -> Why {
        let (is_legal, (text, squares)) = match uci.to_move(self) {
            Ok(mv) => (true, (self.kind_of(mv), Bitboard::EMPTY)),
            Err(_) => (false, self.refusal(uci.0)),
        };
        Why { from: uci.0.from(), to: uci.0.to(), is_legal, text, squares }
    }

    /// What a legal move is, with the moving piece and its square, such as "a capture by the rook on a1 that gives
    /// check".
    fn kind_of(&self, mv: Move) -> String {
        let kinds = [
            (self.is_castling(mv), "castling of"),
            (self.is_en_passant(mv), "a capture en passant by"),
            (mv.is_promotion(), "a promotion of"),
            (self.is_capture(mv), "a capture by"),
        ];
        let kind = kinds.into_iter().find(|(is, _)| *is).map_or("a move of", |(_, kind)| kind);
        let check = if self.after(mv).is_check() { " that gives check" } else { "" };
        let answers = if self.is_check() { ", which answers the check" } else { "" };
        format!("{kind} {}{check}{answers}", self.piece(mv.from()))
    }

    fn refusal(&self, mv: Move) -> Refusal {
        let (us, from, to) = (self.side_to_move(), mv.from(), mv.to());
        let occupied = self.board().occupied();
        let Some(piece) = self.piece_at(from) else {
            return (format!("no piece stands on {from}"), Bitboard::EMPTY);
        };
        let (role, name) = (piece.role(), name(piece.role()));
        let files = from.file().index().abs_diff(to.file().index());
        let ranks = from.rank().index().abs_diff(to.rank().index());
        if piece.color() != us {
            let turn = if us == Color::White { "White" } else { "Black" };
            return (format!("it is {turn}'s turn, and {} is not", self.piece(from)), Bitboard::of(from));
        }
        if role == Role::King && (files == 2 && ranks == 0 || self.pieces(us, Role::Rook).has(to)) {
            return self.castling_refusal(to);
        }
        if self.board().color(us).has(to) {
            return (format!("{} stands on the target", self.piece(to)), Bitboard::of(to));
        }
        let mut reach = attacks::reach(piece.code(), from);
        let mut way = attacks::between(from, to);
        if role == Role::Pawn {
            let may_capture = occupied.has(to) || self.ep_square(EpMode::Always) == Some(to);
            if reach.has(to) && !may_capture {
                let text = format!("nothing can be captured on {to}, and no pawn has just passed it");
                return (text, Bitboard::EMPTY);
            }
            let one = Bitboard::of(from).forward(us);
            let two =
                if from.relative_to(us).rank() == Rank::Second { one.forward(us) } else { Bitboard::EMPTY };
            if one.forward(us).has(to) && two.is_empty() {
                return ("a pawn moves two squares from its second rank only".to_owned(), Bitboard::EMPTY);
            }
            way = if files == 0 { way.with(to) } else { way };
            reach = reach | one | two;
        }
        if !reach.has(to) {
            return (format!("a {name} does not move so"), Bitboard::EMPTY);
        }
        if let Some(at) = (way & occupied).first().filter(|_| role != Role::Knight) {
            return (format!("{} stands in the way", self.piece(at)), Bitboard::of(at));
        }
        match (mv.is_promotion(), role == Role::Pawn && to.relative_to(us).rank() == Rank::Eighth) {
            (true, false) => ("only a pawn that reaches the last rank promotes".to_owned(), Bitboard::EMPTY),
            (false, true) => {
                let text = "a pawn that reaches the last rank promotes: a letter q, r, b or n is missing";
                (text.to_owned(), Bitboard::EMPTY)
            }
            _ => self.exposure(role, from, to),
        }
    }

    /// Says why the king may not castle towards `to`.
    fn castling_refusal(&self, to: Square) -> Refusal {
        let us = self.side_to_move();
        let (king, occupied, side) =
            (self.king(us), self.board().occupied(), CastlingSide::of(self.king(us), to));
        let Some(rook) = self.castling_rook(us, side) else {
            return ("castling: the right to castle on this side is lost".to_owned(), Bitboard::EMPTY);
        };
        let (king_to, rook_to) = (side.king_target(us), side.rook_target(us));
        let others = occupied.without(king).without(rook);
        let way = |from, to: Square| attacks::between(from, to).with(to);
        if let Some(at) = ((way(king, king_to) | way(rook, rook_to)) & others).first() {
            return (format!("castling: {} stands in the way", self.piece(at)), Bitboard::of(at));
        }
        let steps = [
            ("is in check on", Bitboard::of(king), occupied),
            ("passes", attacks::between(king, king_to), occupied),
            ("arrives on", Bitboard::of(king_to), others.with(rook_to)),
        ];
        for (verb, squares, occupied) in steps {
            for at in squares {
                if let Some(by) =
                    (self.board().attackers(at, occupied) & self.board().color(us.other())).first()
                {
                    let text = format!("castling: the king {verb} {at}, attacked by {}", self.piece(by));
                    return (text, Bitboard::of(at).with(by));
                }
            }
        }
        ("castling is not written so here".to_owned(), Bitboard::EMPTY)
    }

    /// Says how a move that the piece of role `role` on `from` could make to `to` leaves its king attacked.
    fn exposure(&self, role: Role, from: Square, to: Square) -> Refusal {
        let us = self.side_to_move();
        let is_en_passant = role == Role::Pawn && from.file() != to.file() && self.piece_at(to).is_none();
        let captured = if is_en_passant { Square::new(to.file(), from.rank()) } else { to };
        let king = if role == Role::King { to } else { self.king(us) };
        let after = self.board().occupied().without(from).without(captured).with(to);
        let attackers =
            self.board().attackers(king, after) & self.board().color(us.other()).without(captured);
        let by = attackers.first_or_a1();
        let attacker = self.piece(by);
        let text = match self.checkers().len() {
            _ if role == Role::King => format!("{king} is attacked by {attacker}"),
            2.. => "in double check only the king moves".to_owned(),
            1 if self.checkers().has(by) => format!("it does not answer the check by {attacker}"),
            _ if is_en_passant => {
                format!("en passant takes both pawns off the line, and {attacker} attacks the king")
            }
            _ => format!("{} is pinned by {attacker}", self.piece(from)),
        };
        (text, Bitboard::of(by).with(king))
    }

    /// A piece and its square, such as "the bishop on e2".
    fn piece(&self, at: Square) -> String {
        format!("the {} on {at}", self.role_at(at).map_or("piece", name))
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
