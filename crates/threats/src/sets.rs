//! Looking at a board in four bit planes, by sets of squares: for levels without a shuffle of bytes, and builds without vectors.

use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{Color, Delta, Direction, Role, Square};

use crate::list::Buffer;
use crate::scene::{Scene, Sight};
use crate::threat::{Threat, place};

#[derive(Clone, Copy)]
pub(crate) struct Sets(pub(crate) QuadBitboard);

impl Scene for Sets {
    type Sight = SetSight;

    #[inline(always)]
    fn code(self, square: Square) -> u8 {
        self.0.code(square)
    }

    #[inline(always)]
    fn with(mut self, square: Square, code: u8) -> Self {
        self.0.put_code(square, code);
        self
    }

    #[inline(always)]
    fn look(self, from: Square) -> SetSight {
        SetSight { board: self.0, from }
    }

    #[inline(always)]
    fn look_past(self, from: Square, empty: Square) -> SetSight {
        self.with(empty, 0).look(from)
    }
}

#[derive(Clone, Copy)]
pub(crate) struct SetSight {
    board: QuadBitboard,
    from: Square,
}

impl Sight for SetSight {
    /// The squares in some directions.
    type Ways = Bitboard;

    const NONE: Bitboard = Bitboard::EMPTY;

    #[inline(always)]
    fn line_and_way_back(from: Square, to: Square) -> [Bitboard; 2] {
        let line = attacks::line(from, to);
        let above = u64::MAX << to.index();
        let side = if from > to { above } else { !above };
        [line, Bitboard(line.0 & side)]
    }

    #[inline(always)]
    fn write_attacked<const N: usize>(self, code: u8, out: &mut Buffer<N>) {
        let Self { board, from } = self;
        let occupied = board.occupied();
        let attacker = place(from, code);
        let mut push = |to: Square| out.push_one(Threat::of_places(attacker, place(to, board.code(to))));
        let (directions, is_slider) = DIRECTIONS[(code & 15) as usize];
        if code >> 1 == Role::Knight.code() {
            let targets = attacks::knight(from) & occupied;
            if targets.any() {
                let steps = Delta::KNIGHT.map(|step| from.offset(step.files(), step.ranks()));
                steps.into_iter().flatten().filter(|&to| targets.has(to)).for_each(push);
            }
            return;
        }
        let near = attacks::king(from);
        for (direction, ray) in Direction::ALL.into_iter().zip(&RAYS[from.index()]) {
            let seen = *ray & occupied & if is_slider { Bitboard::ALL } else { near };
            if directions >> direction.index() & 1 == 1 && seen.any() {
                let nearest = if direction.shift() > 0 { seen.first() } else { seen.last() };
                nearest.into_iter().for_each(&mut push);
            }
        }
    }

    #[inline(always)]
    fn write_pairs<const N: usize>(self, code: u8, except: Bitboard, out: &mut Buffer<N>) {
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
        let attackers = (rook & board.orthogonal_sliders())
            | (bishop & board.diagonal_sliders())
            | (attacks::knight(from) & board.knights())
            | (attacks::king(from) & board.kings())
            | (attacks::pawn(Color::Black, from) & board.pawns() & board.white())
            | (attacks::pawn(Color::White, from) & board.pawns() & board.black());
        let here = place(from, code);
        for to in (attacked & occupied) - except {
            out.push_one(Threat::of_places(here, place(to, board.code(to))));
        }
        for attacker in attackers - except {
            out.push_one(Threat::of_places(place(attacker, board.code(attacker)), here));
        }
    }

    #[inline(always)]
    fn write_through<const N: usize>(self, except: Bitboard, out: &mut Buffer<N>) {
        let Self { board, from } = self;
        let occupied = board.occupied();
        let [rook, bishop] = [attacks::rook(from, occupied), attacks::bishop(from, occupied)];
        let sliders = (rook & board.orthogonal_sliders()) | (bishop & board.diagonal_sliders());
        for slider in sliders - except {
            let line = attacks::line(slider, from).without(slider);
            let seen = line & (rook | bishop) & occupied;
            if let Some(to) = seen.first() {
                let [attacker, attacked] = [slider, to].map(|square| place(square, board.code(square)));
                out.push_one(Threat::of_places(attacker, attacked));
            }
        }
    }
}

/// For each nibble the directions in which a piece attacks, bit 0 for north and then clockwise, and whether it slides.
const DIRECTIONS: [(u8, bool); 16] = {
    let mut directions = [(0, false); 16];
    let [north_east, south_east, south_west, north_west] = [1 << 1, 1 << 3, 1 << 5, 1 << 7];
    directions[Role::Pawn.of(Color::White).code() as usize] = (north_east | north_west, false);
    directions[Role::Pawn.of(Color::Black).code() as usize] = (south_east | south_west, false);
    let mut color = 0;
    while color < 2 {
        directions[Role::Bishop.of(Color::ALL[color]).code() as usize] = (0b1010_1010, true);
        directions[Role::Rook.of(Color::ALL[color]).code() as usize] = (0b0101_0101, true);
        directions[Role::Queen.of(Color::ALL[color]).code() as usize] = (0b1111_1111, true);
        directions[Role::King.of(Color::ALL[color]).code() as usize] = (0b1111_1111, false);
        color += 1;
    }
    directions
};

/// The squares in each direction from each square, to the edge. 4 KiB.
static RAYS: [[Bitboard; 8]; 64] = {
    let mut rays = [[Bitboard::EMPTY; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut d = 0;
        while d < 8 {
            let (files, ranks) = (Direction::ALL[d].files(), Direction::ALL[d].ranks());
            let mut next = Square::ALL[square].offset(files, ranks);
            while let Some(to) = next {
                rays[square][d] = rays[square][d].with(to);
                next = to.offset(files, ranks);
            }
            d += 1;
        }
        square += 1;
    }
    rays
};
