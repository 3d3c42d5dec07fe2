//! A store of pieces in eight sets and a mailbox.

use quadbit_classics::bitboards::{EightSets, PackedMove, Pieces, View};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Role, Square};

/// Eight sets and a mailbox of 64 bytes: 128 bytes.
///
/// The mailbox holds the kind of the piece on each square as its [`Role`] code, 0 for none; its colour is in
/// the sets. The mailbox shows what a move captures, which sets find out only slowly; in return it has to be updated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EightSetsAndMailbox {
    sets: EightSets,
    mailbox: [u8; 64],
}

const _: () = assert!(size_of::<EightSetsAndMailbox>() == 128);

impl Pieces for EightSetsAndMailbox {
    type Undo = Option<Role>;

    fn from_quad(board: QuadBitboard) -> Self {
        Self { sets: EightSets::from_quad(board), mailbox: board.to_mailbox().map(|code| code >> 1) }
    }

    #[inline(always)]
    fn own<V: View>(&self) -> Bitboard {
        self.sets.own::<V>()
    }

    #[inline(always)]
    fn theirs<V: View>(&self) -> Bitboard {
        self.sets.theirs::<V>()
    }

    #[inline(always)]
    fn role(&self, role: Role) -> Bitboard {
        self.sets.role(role)
    }

    #[inline(always)]
    fn role_on(&self, square: Square) -> Option<Role> {
        Role::from_code(self.mailbox[square.index()])
    }

    #[inline(always)]
    fn diagonal_sliders(&self) -> Bitboard {
        self.sets.diagonal_sliders()
    }

    #[inline(always)]
    fn orthogonal_sliders(&self) -> Bitboard {
        self.sets.orthogonal_sliders()
    }

    #[inline(always)]
    fn go<V: View>(&mut self, from: Square, to: Square, mover: Role, arriving: Role) {
        if let Some(captured) = Role::from_code(self.mailbox[to.index()]) {
            self.sets.toggle_theirs::<V>(to, captured);
        }
        self.sets.take::<V>(from, mover);
        self.sets.put::<V>(to, arriving);
        self.mailbox[from.index()] = 0;
        self.mailbox[to.index()] = arriving.code();
    }

    #[inline(always)]
    fn put<V: View>(&mut self, square: Square, role: Role) {
        self.sets.put::<V>(square, role);
        self.mailbox[square.index()] = role.code();
    }

    #[inline(always)]
    fn take<V: View>(&mut self, square: Square, role: Role) {
        self.sets.take::<V>(square, role);
        self.mailbox[square.index()] = 0;
    }

    #[inline(always)]
    fn toggle_theirs<V: View>(&mut self, square: Square, role: Role) {
        self.sets.toggle_theirs::<V>(square, role);
        self.mailbox[square.index()] ^= role.code();
    }

    #[inline(always)]
    fn before(&self, to: Square) -> Option<Role> {
        Role::from_code(self.mailbox[to.index()])
    }

    /// Takes the move back piece by piece, because copying 128 bytes twice takes longer.
    #[inline(always)]
    fn unmake<V: View>(&mut self, mv: PackedMove, before: Option<Role>) {
        self.unmake_by_piece::<V>(mv, before);
    }
}
