//! Reading algebraic notation: first the text alone, then the position.
//!
//! The reader takes the short form (`Nbd2`), the long form (`Nb1-d2`) and everything between, since all of them are one
//! pattern with more or fewer hints. Strict reading is this loose reading, and then a comparison with the one right
//! spelling.

use quadbit_quad::Bitboard;
use quadbit_x88::{File, Piece, Rank, Role, Square};

use super::ParseSanError;
use crate::castling::Wing;
use crate::{Move, Position};

/// What a text says about a move, before any position is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// `O-O` and `O-O-O`.
    Castling(Wing),
    /// Any other move: what is left open is `None`.
    Step { role: Option<Role>, file: Option<File>, rank: Option<Rank>, to: Square, promotion: Option<Role> },
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
            None => reader.step().ok_or(reader.at)?,
        };
        reader.suffixes();
        if reader.at == text.len() { Ok(pattern) } else { Err(reader.at) }
    }

    /// The one legal move that the pattern means.
    pub(crate) fn resolve(self, position: &Position) -> Result<Move, ParseSanError> {
        if let Some(mv) = self.coordinates(position) {
            return if position.is_legal(mv) { Ok(mv) } else { Err(ParseSanError::Illegal) };
        }
        let mut found = None;
        let mut origins = Bitboard::EMPTY;
        let mut lacks_promotion = false;
        for mv in position.legal_moves() {
            match self.fits(mv, position) {
                Fit::No => {}
                Fit::ButForPromotion => lacks_promotion = true,
                Fit::Yes => {
                    found = Some(mv);
                    origins = origins.with(mv.from());
                }
            }
        }
        match found {
            Some(mv) if !origins.has_many() => Ok(mv),
            Some(_) => Err(ParseSanError::Ambiguous(origins)),
            None if lacks_promotion => Err(ParseSanError::NoPromotion),
            None => Err(ParseSanError::Illegal),
        }
    }

    /// A full square of origin without a letter is a move in coordinates, whatever piece stands there.
    fn coordinates(self, position: &Position) -> Option<Move> {
        let Self::Step { role: None, file: Some(file), rank: Some(rank), to, promotion } = self else {
            return None;
        };
        let from = Square::new(file, rank);
        let mv = promotion.map_or(Move::new(from, to), |role| Move::promoting(from, to, role));
        let is_piece = position.get(from).is_some_and(|piece| piece.role() != Role::Pawn);
        is_piece.then(|| position.castling_by_king_target(mv).unwrap_or(mv))
    }

    fn fits(self, mv: Move, position: &Position) -> Fit {
        let (from, is_castling) = (mv.from(), position.is_castling(mv));
        let (role, file, rank, to, promotion) = match self {
            Self::Castling(wing) => return Fit::of(is_castling && Wing::of(from, mv.to()) == wing),
            Self::Step { role, file, rank, to, promotion } => {
                (role.unwrap_or(Role::Pawn), file, rank, to, promotion)
            }
        };
        // A pawn that leaves its file says from where.
        let says_enough = role != Role::Pawn || file.is_some() || from.file() == to.file();
        let is_step = !is_castling
            && says_enough
            && mv.to() == to
            && position.get(from).map(Piece::role) == Some(role)
            && file.is_none_or(|file| file == from.file())
            && rank.is_none_or(|rank| rank == from.rank());
        if is_step && promotion.is_none() && mv.promotion().is_some() {
            return Fit::ButForPromotion;
        }
        Fit::of(is_step && mv.promotion() == promotion)
    }
}

/// Whether a legal move is one that a pattern means.
enum Fit {
    Yes,
    No,
    /// The pattern does not say what the pawn becomes.
    ButForPromotion,
}

impl Fit {
    fn of(fits: bool) -> Self {
        if fits { Self::Yes } else { Self::No }
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

    fn step(&mut self) -> Option<Pattern> {
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
        Some(Pattern::Step { role, file, rank, to, promotion })
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
