//! Threats on any board, and what any event changes, at every level, against the attack set of one piece at a time.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadbit_nibble::simd::Level;
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_threats::{ByteBoard, Changes, Finder, Threat, ThreatList};
use quadbit_x88::{Piece, Square};
use testing::attacked;

fuzz_target!(|input: ([u64; 4], Vec<[u8; 4]>)| {
    let (words, events) = input;
    let board = QuadBitboard::from_planes(words.map(Bitboard));
    for level in Level::available() {
        let finder = Finder::at(level);
        let mut board = ByteBoard::from_quad(board);
        let (mut list, mut changes) = (ThreatList::new(), Changes::new());
        let mut before = pairs(board.to_quad());
        for [kind, from, to, piece] in events.iter().take(64) {
            let [from, to] = [from, to].map(|&number| Square::from_low_bits(number.into()));
            let piece = Piece::ALL[usize::from(*piece) % 12];
            let same = board.piece_at(from).unwrap_or(piece);
            match kind % 4 {
                0 => finder.appear(&mut board, from, piece, &mut changes),
                1 => finder.vanish(&mut board, from, &mut changes),
                2 => finder.travel(&mut board, from, to, piece, &mut changes),
                _ => finder.travel(&mut board, from, to, same, &mut changes),
            }
            let after = pairs(board.to_quad());
            assert_eq!(sorted(changes.removed()), without(&before, &after), "{level}\n{board}");
            assert_eq!(sorted(changes.added()), without(&after, &before), "{level}\n{board}");
            finder.threats_on(&board, &mut list);
            assert_eq!(sorted(&list), after, "{level}\n{board}");
            before = after;
        }
    }
});

fn pairs(board: QuadBitboard) -> Vec<Threat> {
    let occupied = board.occupied();
    let mut pairs = Vec::new();
    for from in occupied {
        let Some(attacker) = board.piece_at(from) else { continue };
        pairs.extend(
            (attacked(board, attacker, from) & occupied)
                .into_iter()
                .filter_map(|to| board.piece_at(to).map(|piece| Threat::new(attacker, from, piece, to))),
        );
    }
    pairs.sort_unstable();
    pairs
}

fn sorted(pairs: &[Threat]) -> Vec<Threat> {
    let mut pairs = pairs.to_vec();
    pairs.sort_unstable();
    pairs
}

fn without(pairs: &[Threat], others: &[Threat]) -> Vec<Threat> {
    pairs.iter().copied().filter(|pair| others.binary_search(pair).is_err()).collect()
}
