//! A position whose planes become a mailbox once for each node, as the wiki's page on quad-bitboards advises.
//!
//! 1. Listing moves or captures converts the planes: a search that ranks the moves of a node has listed them before.
//! 2. Each question for a piece reads the mailbox.
//! 3. Taking a move back restores the mailbox of the node before.

use std::cell::Cell;

use quadbit_classics::{Board, SearchBoard};
use quadbit_movegen::{Move, MoveList, Position};
use quadbit_nibble::simd::Level;
use quadbit_quad::batch;
use quadbit_x88::{Color, Piece, Square};

/// A [`Position`] with a mailbox that is made when moves are listed; with the instructions of this CPU if `AUTO`, else
/// with those that the build requires.
#[derive(Clone, Debug)]
pub struct MailboxPerNode<const AUTO: bool> {
    position: Position,
    codes: Cell<[u8; 64]>,
    level: Level,
}

impl<const AUTO: bool> MailboxPerNode<AUTO> {
    #[inline]
    fn convert(&self) {
        let mut codes = [[0; 64]];
        batch::to_mailboxes(self.level, &[self.position.board()], &mut codes);
        self.codes.set(codes[0]);
    }
}

impl<const AUTO: bool> Board for MailboxPerNode<AUTO> {
    type Move = Move;
    type Undo = (Position, [u8; 64]);

    fn from_position(&position: &Position) -> Self {
        let level = if AUTO { Level::auto() } else { Level::baseline() };
        let board = Self { position, codes: Cell::new([0; 64]), level };
        board.convert();
        board
    }

    #[inline]
    fn legal_moves(&self, list: &mut MoveList) {
        self.convert();
        Board::legal_moves(&self.position, list);
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Self::Undo {
        let before = (self.position, self.codes.get());
        self.position.play_unchecked(mv);
        before
    }

    #[inline]
    fn unmake(&mut self, _: Move, (position, codes): Self::Undo) {
        self.position = position;
        self.codes.set(codes);
    }
}

impl<const AUTO: bool> SearchBoard for MailboxPerNode<AUTO> {
    #[inline]
    fn captures(&self, list: &mut MoveList) {
        self.convert();
        self.position.captures(list);
    }

    #[inline]
    fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    #[inline]
    fn is_check(&self) -> bool {
        self.position.is_check()
    }

    #[inline]
    fn piece(&self, square: Square) -> Option<Piece> {
        Piece::from_code(self.codes.get()[square.index()])
    }

    fn state_key(&self) -> u64 {
        self.position.state_key()
    }

    #[inline]
    fn kept_key(&self) -> Option<u64> {
        self.position.kept_key()
    }
}
