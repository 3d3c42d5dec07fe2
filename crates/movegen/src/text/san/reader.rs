//! Reading algebraic notation: first only the text, then with the position.
//!
//! 1. `Pattern::read` turns a text into a [`Pattern`]: castling, or a target with hints about the piece, its origin and
//!    a promotion. The short form (`Nbd2`), the long form (`Nb1-d2`) and everything in between are one pattern with
//!    more or fewer hints.
//! 2. `Pattern::resolve` asks the position which pieces of the role can legally go to the target, and keeps those that
//!    match the hints. Exactly one must remain.
//! 3. Strict reading then compares the text with the one right spelling of the move.
//!
//! `Pattern::read_usual` is a fast form for the spelling of programs: it must give the pattern of `read_any`, or none.

use quadbit_quad::Bitboard;
use quadbit_x88::{File, Rank, Role, Square};

use super::error::SanError;
use crate::moves::mv::Move;
use crate::position::Position;
use crate::position::castling::CastlingSide;

/// The move that a text describes, without a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// Castling: `O-O` or `O-O-O`.
    Castling(CastlingSide),
    /// A move that is not castling.
    Step(Step),
}

/// A move that is not castling; hints that the text does not give are `None`.
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
    /// The error is the first byte that cannot be parsed.
    pub(crate) fn read(text: &str) -> Result<Self, usize> {
        Self::read_usual(text.as_bytes()).map_or_else(|| Self::read_any(text), Ok)
    }

    /// Reads a move that is spelled as programs spell it; `None` for any other text.
    fn read_usual(text: &[u8]) -> Option<Self> {
        let mut text = text;
        while let [rest @ .., b'!' | b'?'] = text {
            text = rest;
        }
        if let [rest @ .., b'+' | b'#'] = text {
            text = rest;
        }
        let promotion = match text {
            [rest @ .., b'=', letter] => {
                text = rest;
                Some(Role::PROMOTIONS[b"QRBN".iter().position(|known| known == letter)?])
            }
            _ => None,
        };
        let [rest @ .., file, rank] = text else { return None };
        let (Some(file_of_target), Some(rank_of_target)) = (file_of(*file), rank_of(*rank)) else {
            return match text {
                b"O-O" => Some(CastlingSide::King),
                b"O-O-O" => Some(CastlingSide::Queen),
                _ => None,
            }
            .filter(|_| promotion.is_none())
            .map(Self::Castling);
        };
        let to = Square::new(file_of_target, rank_of_target);
        let (role, hints) = match rest {
            [b'N', hints @ ..] => (Some(Role::Knight), hints),
            [b'B', hints @ ..] => (Some(Role::Bishop), hints),
            [b'R', hints @ ..] => (Some(Role::Rook), hints),
            [b'Q', hints @ ..] => (Some(Role::Queen), hints),
            [b'K', hints @ ..] => (Some(Role::King), hints),
            hints => (None, hints),
        };
        let (file, rank) = match hints {
            [] | [b'x'] => (None, None),
            [file, rank] | [file, rank, b'x'] if *rank != b'x' => {
                (Some(file_of(*file)?), Some(rank_of(*rank)?))
            }
            [hint] | [hint, b'x'] => match file_of(*hint) {
                Some(file) => (Some(file), None),
                None => (None, Some(rank_of(*hint)?)),
            },
            _ => return None,
        };
        Some(Self::Step(Step { role, file, rank, to, promotion }))
    }

    /// Reads any pattern: this is the definition of a pattern. The error is the first byte that cannot be parsed.
    fn read_any(text: &str) -> Result<Self, usize> {
        let mut reader = Reader { text, at: 0 };
        let pattern = match reader.castling() {
            Some(side) => Self::Castling(side),
            None => Self::Step(reader.step().ok_or(reader.at)?),
        };
        reader.suffixes();
        if reader.at == text.len() { Ok(pattern) } else { Err(reader.at) }
    }

    /// The one legal move that matches the pattern; an error if there is none, if there are several, or if a promotion
    /// does not name its piece.
    pub(crate) fn resolve(self, position: &Position) -> Result<Move, SanError> {
        match self {
            Self::Castling(side) => {
                let us = position.side_to_move();
                let rook = position.castling_rook(us, side).ok_or(SanError::Illegal)?;
                let mv = Move::new(position.king(us), rook);
                if position.is_legal(mv) { Ok(mv) } else { Err(SanError::Illegal) }
            }
            Self::Step(step) => step.resolve(position),
        }
    }
}

impl Step {
    fn resolve(self, position: &Position) -> Result<Move, SanError> {
        if let Some(mv) = self.coordinates(position) {
            return if position.is_legal(mv) { Ok(mv) } else { Err(SanError::Illegal) };
        }
        let us = position.side_to_move();
        let role = self.role.unwrap_or(Role::Pawn);
        // Without a file in the text, a pawn can only stay on the target's file: a capture must name the file of the
        // pawn.
        let file = self.file.or_else(|| (role == Role::Pawn).then_some(self.to.file()));
        // Selects the pieces by their code, because a branch for each kind of piece would be mispredicted.
        let like = position.board().of(role.of(us).code())
            & file.map_or(Bitboard::ALL, Bitboard::file)
            & self.rank.map_or(Bitboard::ALL, Bitboard::rank);
        let origins = position.origins(role, like, self.to);
        let from = origins.first().ok_or(SanError::Illegal)?;
        if origins.has_many() {
            return Err(SanError::Ambiguous(origins));
        }
        let promotes = role == Role::Pawn && self.to.rank() == Rank::Eighth.relative_to(us);
        match (promotes, self.promotion) {
            (false, None) => Ok(Move::new(from, self.to)),
            (true, Some(role)) => Ok(Move::promoting(from, self.to, role)),
            (true, None) => Err(SanError::NoPromotion),
            (false, Some(_)) => Err(SanError::Illegal),
        }
    }

    /// The move, legal or not, if the text is the coordinates of a piece other than a pawn (`g1f3`, `e1g1`): a full
    /// square of origin without a letter stands for any piece. `None` for any other text, and for pawns, which are read
    /// like other SAN.
    fn coordinates(self, position: &Position) -> Option<Move> {
        let Self { role: None, file: Some(file), rank: Some(rank), to, promotion } = self else {
            return None;
        };
        let from = Square::new(file, rank);
        let mv = promotion.map_or(Move::new(from, to), |role| Move::promoting(from, to, role));
        let is_piece = position.piece_at(from).is_some_and(|piece| piece.role() != Role::Pawn);
        is_piece.then(|| position.castling_by_king_target(mv).unwrap_or(mv))
    }
}

fn file_of(letter: u8) -> Option<File> {
    File::from_index(usize::from(letter.wrapping_sub(b'a')))
}

fn rank_of(digit: u8) -> Option<Rank> {
    Rank::from_index(usize::from(digit.wrapping_sub(b'1')))
}

/// The spellings of castling. The longer ones come first, because the shorter ones are prefixes of them.
const CASTLING: [(&str, CastlingSide); 6] = [
    ("O-O-O", CastlingSide::Queen),
    ("0-0-0", CastlingSide::Queen),
    ("o-o-o", CastlingSide::Queen),
    ("O-O", CastlingSide::King),
    ("0-0", CastlingSide::King),
    ("o-o", CastlingSide::King),
];

/// A cursor over the bytes of a text; every method consumes as much as it understands.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    /// Consumes the next character if `meaning` returns a meaning for it, and returns that.
    fn take<T>(&mut self, meaning: impl Fn(char) -> Option<T>) -> Option<T> {
        let c = self.text[self.at..].chars().next()?;
        let value = meaning(c)?;
        self.at += c.len_utf8();
        Some(value)
    }

    /// Consumes the next character if it is one of `any_of`, and returns whether it was.
    fn skip(&mut self, any_of: &str) -> bool {
        self.take(|c| any_of.contains(c).then_some(())).is_some()
    }

    /// Consumes exactly the characters of `text` if they come next, and returns whether they came.
    fn skip_text(&mut self, text: &str) -> bool {
        let follows = self.text[self.at..].starts_with(text);
        self.at += if follows { text.len() } else { 0 };
        follows
    }

    fn castling(&mut self) -> Option<CastlingSide> {
        CASTLING.into_iter().find(|(spelling, _)| self.skip_text(spelling)).map(|(_, side)| side)
    }

    fn step(&mut self) -> Option<Step> {
        let role = self.take(|c| Role::from_char(c).filter(|_| c.is_ascii_uppercase()));
        let (file, rank) = (self.take(File::from_char), self.take(Rank::from_char));
        let has_sign = self.skip("x:-");
        let (file, rank, to) = match (self.take(File::from_char), file, rank) {
            (Some(to_file), ..) => (file, rank, Square::new(to_file, self.take(Rank::from_char)?)),
            // There was only one square, so it is the target.
            (None, Some(to_file), Some(to_rank)) if !has_sign => (None, None, Square::new(to_file, to_rank)),
            _ => return None,
        };
        let promotion = self.promotion()?;
        Some(Step { role, file, rank, to, promotion })
    }

    /// Reads the piece that a pawn promotes to: `Some(None)` if there is none, `None` if a sign or bracket lacks its
    /// piece or the closing bracket.
    #[expect(clippy::option_option, reason = "no promotion is valid, a malformed one is not")]
    fn promotion(&mut self) -> Option<Option<Role>> {
        let has_sign = self.skip("=/");
        let has_bracket = !has_sign && self.skip("(");
        let piece = self.take(|c| Role::from_char(c).filter(|role| Role::PROMOTIONS.contains(role)));
        if (has_sign || has_bracket) && piece.is_none() || has_bracket && !self.skip(")") {
            return None;
        }
        Some(piece)
    }

    /// Reads the marks that may follow a move and do not change its meaning.
    fn suffixes(&mut self) {
        let _ = [" e.p.", "e.p.", " ep", "ep"].into_iter().any(|text| self.skip_text(text));
        let _ = ["++", "+", "#"].into_iter().any(|text| self.skip_text(text));
        while self.skip("!?") {}
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use quadbit_quad::zobrist::split_mix;
    use std::string::String;
    use std::vec::Vec;

    /// Positions, each with the SAN of its legal moves.
    fn lists() -> impl Iterator<Item = (Position, Vec<&'static str>)> {
        let tables = [
            include_str!("../../../tests/data/gen_targeted_san_std.tsv"),
            include_str!("../../../tests/data/gen_targeted_san_frc.tsv"),
            include_str!("../../../tests/data/gen_legal_san_std.tsv"),
        ];
        tables.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#')).map(|line| {
            let mut fields = line.split('\t');
            let position = fields.next().unwrap().parse().unwrap();
            let moves = fields.next_back().unwrap().split(' ');
            (position, moves.filter_map(|mv| Some(mv.split_once('=')?.1)).collect())
        })
    }

    /// The reference for [`Pattern::resolve`]: the move that matches a pattern, found in the list of all legal moves.
    fn resolve_by_targets(pattern: Pattern, position: &Position) -> Result<Move, SanError> {
        let us = position.side_to_move();
        let own = position.board().color(us);
        let step = match pattern {
            Pattern::Castling(side) => {
                let mut moves = position.legal_moves().into_iter().filter(|mv| own.has(mv.to()));
                let found = moves.find(|mv| CastlingSide::of(mv.from(), mv.to()) == side);
                return found.ok_or(SanError::Illegal);
            }
            Pattern::Step(step) => step,
        };
        if step.coordinates(position).is_some() {
            return pattern.resolve(position);
        }
        let role = step.role.unwrap_or(Role::Pawn);
        let file = step.file.or_else(|| (role == Role::Pawn).then_some(step.to.file()));
        let like = position.pieces(us, role)
            & file.map_or(Bitboard::ALL, Bitboard::file)
            & step.rank.map_or(Bitboard::ALL, Bitboard::rank);
        let mut moves = position.legal_moves().to_vec();
        moves.retain(|mv| like.has(mv.from()) && mv.to() == step.to && !own.has(mv.to()));
        let origins: Bitboard = moves.iter().map(|mv| mv.from()).collect();
        if origins.has_many() {
            return Err(SanError::Ambiguous(origins));
        }
        if moves.is_empty() {
            return Err(SanError::Illegal);
        }
        moves.into_iter().find(|mv| mv.promotion() == step.promotion).ok_or(match step.promotion {
            None => SanError::NoPromotion,
            Some(_) => SanError::Illegal,
        })
    }

    /// The quick search for a move's origin gives the same move or error as a search among all targets: for the moves
    /// of each position, with and without the file and rank that they name, and for those of the position before it,
    /// most of which are illegal.
    #[test]
    fn origins_equal_those_of_all_targets() {
        let mut last = Vec::new();
        let (mut legal, mut others) = (0, 0);
        for (position, moves) in lists() {
            for san in moves.iter().chain(&last) {
                let pattern = Pattern::read(san).unwrap();
                let bare = match pattern {
                    Pattern::Step(step) => Pattern::Step(Step { file: None, rank: None, ..step }),
                    castling @ Pattern::Castling(_) => castling,
                };
                for pattern in [pattern, bare] {
                    let found = pattern.resolve(&position);
                    assert_eq!(found, resolve_by_targets(pattern, &position), "{san} in {position}");
                    *if found.is_ok() { &mut legal } else { &mut others } += 1;
                }
            }
            last = moves;
        }
        assert!(legal > 50_000 && others > 50_000, "{legal} {others}");
    }

    #[test]
    fn usual_spellings_equal_any_spelling() {
        let alphabet: Vec<char> = "abcdefgh12345678NBRQKPOx:-=+#!?()/0oe.\u{e9}".chars().collect();
        let (mut n, mut usual) = (0, 0);
        for (_, moves) in lists() {
            for san in moves {
                assert_eq!(Pattern::read_usual(san.as_bytes()), Pattern::read_any(san).ok(), "{san}");
                let mut chars: Vec<char> = san.chars().collect();
                n += 2;
                let (at, letter) = (split_mix(n), alphabet[split_mix(n + 1) as usize % alphabet.len()]);
                let at = at as usize % chars.len();
                match n % 3 {
                    0 => chars.insert(at, letter),
                    1 => chars[at] = letter,
                    _ => drop(chars.remove(at)),
                }
                let text: String = chars.into_iter().collect();
                if let Some(pattern) = Pattern::read_usual(text.as_bytes()) {
                    assert_eq!(Pattern::read_any(&text), Ok(pattern), "{text}");
                    usual += 1;
                }
            }
        }
        assert!(usual > 10_000, "only {usual}");
    }
}
