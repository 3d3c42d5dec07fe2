//! Finds pairs of attacker and attacked piece on a board of four bit planes: by sets of squares, for levels without a
//! byte shuffle.

use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{Color, Role, Square};

use crate::byte_board::ByteBoard;
use crate::list::Buffer;
use crate::threat::{Threat, place};

#[derive(Clone, Copy)]
pub(crate) struct Sets(pub(crate) QuadBitboard);

impl Sets {
    #[inline(always)]
    pub(crate) fn with(mut self, square: Square, code: u8) -> Self {
        self.0.put_code(square, code);
        self
    }

    #[inline(always)]
    pub(crate) fn look(self, from: Square) -> SetSight {
        SetSight { board: self.0, from }
    }

    #[inline(always)]
    pub(crate) fn to_bytes(self) -> ByteBoard {
        ByteBoard::from_codes(self.0.to_mailbox())
    }
}

#[derive(Clone, Copy)]
pub(crate) struct SetSight {
    board: QuadBitboard,
    from: Square,
}

impl SetSight {
    #[inline(always)]
    pub(crate) fn line_and_direction_back(from: Square, to: Square) -> [u64; 2] {
        let line = attacks::line(from, to);
        let above = u64::MAX << to.index();
        let side = if from > to { above } else { !above };
        [line.0, line.0 & side]
    }

    #[inline(always)]
    pub(crate) fn write_pairs<const N: usize>(self, code: u8, except: u64, out: &mut Buffer<N>) {
        let Self { board, from } = self;
        let occupied = board.occupied();
        let [rook, bishop] = [attacks::rook(from, occupied), attacks::bishop(from, occupied)];
        let color = if code & 1 == 0 { Color::White } else { Color::Black };
        let attacked = match Role::from_code(code >> 1) {
            Some(Role::Pawn) => attacks::pawn(color, from),
            Some(Role::Knight) => attacks::knight(from),
            Some(Role::Bishop) => bishop,
            Some(Role::Rook) => rook,
            Some(Role::Queen) => rook | bishop,
            _ => attacks::king(from),
        };
        let attackers = board.attackers(from, occupied);
        let here = place(from, code);
        for to in (attacked & occupied) - Bitboard(except) {
            out.push_one(Threat::of_places(here, place(to, board.code(to))));
        }
        for attacker in attackers - Bitboard(except) {
            out.push_one(Threat::of_places(place(attacker, board.code(attacker)), here));
        }
    }

    #[inline(always)]
    pub(crate) fn write_through<const N: usize>(self, except: u64, out: &mut Buffer<N>) {
        let Self { board, from } = self;
        let occupied = board.occupied();
        let [rook, bishop] = [attacks::rook(from, occupied), attacks::bishop(from, occupied)];
        let sliders = (rook & board.orthogonal_sliders()) | (bishop & board.diagonal_sliders());
        for slider in sliders - Bitboard(except) {
            let line = attacks::line(slider, from).without(slider);
            let seen = line & (rook | bishop) & occupied;
            if let Some(to) = seen.first() {
                let [attacker, attacked] = [slider, to].map(|square| place(square, board.code(square)));
                out.push_one(Threat::of_places(attacker, attacked));
            }
        }
    }
}
