//! What an engine prints of a position after moves: its FEN, and a key.

use std::collections::HashMap;

use quadbit_movegen::{EpMode, Move, Position, Role};

use super::shrink;

/// Four moves that lead back to `position`: a piece of each side, not a pawn, goes and comes back. `None` if no such
/// moves keep the castling rights, or if the last move was a double push, whose en passant square would be lost.
pub(super) fn there_and_back(position: &Position) -> Option<[Move; 4]> {
    if position.ep_square(EpMode::Always).is_some() {
        return None;
    }
    let is_piece = |position: &Position, mv: &Move| position.role_at(mv.from()) != Some(Role::Pawn);
    let back = |mv: Move| Move::new(mv.to(), mv.from());
    position.legal_moves().iter().filter(|mv| is_piece(position, mv)).find_map(|&mv| {
        let next = position.after(mv);
        next.legal_moves().iter().filter(|reply| is_piece(&next, reply)).find_map(|&reply| {
            let moves = [mv, reply, back(mv), back(reply)];
            let end =
                moves.into_iter().try_fold(*position, |here, mv| here.is_legal(mv).then(|| here.after(mv)));
            end.filter(|end| end.key() == position.key()).map(|_| moves)
        })
    })
}

/// The keys that an engine has printed. The entry of a position, under the first four fields of its FEN, is the first
/// key that was printed for it, and the FEN and moves that had led to it.
#[derive(Default)]
pub(super) struct Keys(HashMap<String, (String, String)>);

impl Keys {
    /// A line that says what is wrong with the FEN and the key that an engine has printed for `position`, which `moves`
    /// lead to from `start`; `None` if nothing is.
    pub(super) fn difference(
        &mut self,
        position: &Position,
        start: &str,
        moves: &[String],
        [fen, key]: [Option<String>; 2],
    ) -> Option<String> {
        let is_other =
            |fen: &String| Position::from_fen_relaxed(fen).map(|read| read.key()) != Ok(position.key());
        if let Some(fen) = fen.filter(is_other) {
            return Some(format!("the engine prints the position {fen}; quadbit has {position}"));
        }
        // The FEN has the en passant square after every double push, because many programs change the key for it.
        let whole = shrink::fen(position);
        let same: Vec<&str> = whole.split(' ').take(4).collect();
        let way = format!("{start} after {}", moves.join(" "));
        let key = key?;
        let (known, other) = self.0.entry(same.join(" ")).or_insert_with(|| (key.clone(), way));
        (*known != key).then(|| format!("the engine prints the key {key} here, but {known} for {other}"))
    }
}
