//! Reading algebraic notation: first the text alone, then the position.
//!
//! The reader takes the short form (`Nbd2`), the long form (`Nb1-d2`) and everything between, since all of them are one
//! pattern with more or fewer hints. Strict reading is this loose reading, and then a comparison with the one right
//! spelling.

use quadbit_quad::Bitboard;
use quadbit_x88::{File, Rank, Role, Square};

use super::error::ParseSanError;
use crate::moves::mv::Move;
use crate::position::Position;
use crate::position::castling::Wing;

/// What a text says about a move, before any position is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// `O-O` and `O-O-O`.
    Castling(Wing),
    /// Any other move.
    Step(Step),
}

/// A move that is not castling; what the text leaves open is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    role: Option<Role>,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Role>,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// ```text
    ///   castling   O-O  O-O-O         with O, o or 0
    ///   step       [PNBRQK] [a-h] [1-8] [x:-] [a-h] [1-8] [promotion]
    ///   promotion  =Q  Q  (Q)  /Q     in either case
    ///   then       [e.p.] [+ ++ #] [! ?]..
    /// ```
    /// The error is the first byte that cannot be understood.
    pub(crate) fn read(text: &str) -> Result<Self, usize> {
        let mut reader = Reader { text, at: 0 };
        let pattern = match reader.castling() {
            Some(wing) => Self::Castling(wing),
            None => Self::Step(reader.step().ok_or(reader.at)?),
        };
        reader.suffixes();
        if reader.at == text.len() { Ok(pattern) } else { Err(reader.at) }
    }

    /// The one legal move that the pattern means.
    pub(crate) fn resolve(self, position: &Position) -> Result<Move, ParseSanError> {
        match self {
            Self::Castling(wing) => {
                let own = position.board().color(position.side_to_move());
                let mut castling = position.moves_by_piece().to(own).flatten();
                castling.find(|mv| Wing::of(mv.from(), mv.to()) == wing).ok_or(ParseSanError::Illegal)
            }
            Self::Step(step) => step.resolve(position),
        }
    }
}

impl Step {
    fn resolve(self, position: &Position) -> Result<Move, ParseSanError> {
        if let Some(mv) = self.coordinates(position) {
            return if position.is_legal(mv) { Ok(mv) } else { Err(ParseSanError::Illegal) };
        }
        let us = position.side_to_move();
        let role = self.role.unwrap_or(Role::Pawn);
        // A pawn that leaves its file says which.
        let file = self.file.or_else(|| (role == Role::Pawn).then_some(self.to.file()));
        let like = position.pieces(us, role)
            & file.map_or(Bitboard::ALL, Bitboard::file)
            & self.rank.map_or(Bitboard::ALL, Bitboard::rank);
        // A king that goes to a rook of its own castles, and that has another spelling.
        let target = Bitboard::of(self.to) - position.board().color(us);
        let mut pieces = position.moves_by_piece().from(like).to(target);
        let origins: Bitboard = pieces.clone().map(|piece| piece.from).collect();
        if origins.has_many() {
            return Err(ParseSanError::Ambiguous(origins));
        }
        let mut moves = pieces.next().ok_or(ParseSanError::Illegal)?.into_iter();
        moves.find(|mv| mv.promotion() == self.promotion).ok_or(match self.promotion {
            None => ParseSanError::NoPromotion,
            Some(_) => ParseSanError::Illegal,
        })
    }

    /// A full square of origin without a letter is a move in coordinates, whatever piece stands there.
    fn coordinates(self, position: &Position) -> Option<Move> {
        let Self { role: None, file: Some(file), rank: Some(rank), to, promotion } = self else {
            return None;
        };
        let from = Square::new(file, rank);
        let mv = promotion.map_or(Move::new(from, to), |role| Move::promoting(from, to, role));
        let is_piece = position.get(from).is_some_and(|piece| piece.role() != Role::Pawn);
        is_piece.then(|| position.castling_by_king_target(mv).unwrap_or(mv))
    }
}

/// The longer spellings first, because the shorter ones begin like them.
const CASTLING: [(&str, Wing); 6] = [
    ("O-O-O", Wing::Queen),
    ("0-0-0", Wing::Queen),
    ("o-o-o", Wing::Queen),
    ("O-O", Wing::King),
    ("0-0", Wing::King),
    ("o-o", Wing::King),
];

/// Walks over the bytes of a text; every method takes what it understands, or nothing.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    /// Takes the next character if it means something.
    fn take<T>(&mut self, meaning: impl Fn(char) -> Option<T>) -> Option<T> {
        let c = self.text[self.at..].chars().next()?;
        let value = meaning(c)?;
        self.at += c.len_utf8();
        Some(value)
    }

    /// Takes the next character if it is one of these.
    fn skip(&mut self, any_of: &str) -> bool {
        self.take(|c| any_of.contains(c).then_some(())).is_some()
    }

    /// Takes exactly these characters.
    fn skip_text(&mut self, text: &str) -> bool {
        let follows = self.text[self.at..].starts_with(text);
        self.at += if follows { text.len() } else { 0 };
        follows
    }

    fn castling(&mut self) -> Option<Wing> {
        CASTLING.into_iter().find(|(spelling, _)| self.skip_text(spelling)).map(|(_, wing)| wing)
    }

    fn step(&mut self) -> Option<Step> {
        let role = self.take(|c| Role::from_char(c).filter(|_| c.is_ascii_uppercase()));
        let (file, rank) = (self.take(File::from_char), self.take(Rank::from_char));
        let has_sign = self.skip("x:-");
        let (file, rank, to) = match (self.take(File::from_char), file, rank) {
            (Some(to_file), ..) => (file, rank, Square::new(to_file, self.take(Rank::from_char)?)),
            // There was one square only: it is where the piece goes.
            (None, Some(to_file), Some(to_rank)) if !has_sign => (None, None, Square::new(to_file, to_rank)),
            _ => return None,
        };
        let promotion = self.promotion()?;
        Some(Step { role, file, rank, to, promotion })
    }

    /// The piece that a pawn becomes: nothing, something, or (outside) a sign and no piece behind it.
    #[expect(clippy::option_option, reason = "no promotion is an answer, a malformed one is none")]
    fn promotion(&mut self) -> Option<Option<Role>> {
        let has_sign = self.skip("=/");
        let has_bracket = !has_sign && self.skip("(");
        let piece = self.take(|c| Role::from_char(c).filter(|role| Role::PROMOTIONS.contains(role)));
        if (has_sign || has_bracket) && piece.is_none() || has_bracket && !self.skip(")") {
            return None;
        }
        Some(piece)
    }

    /// What may stand behind a move and says nothing that the position does not.
    fn suffixes(&mut self) {
        let _ = [" e.p.", "e.p.", " ep", "ep"].into_iter().any(|text| self.skip_text(text));
        let _ = ["++", "+", "#"].into_iter().any(|text| self.skip_text(text));
        while self.skip("!?") {}
    }
}
