//! scratch
use benches::search::{Board, Cozy, Engine, Ours};
use benches::SIX;
fn go<B: Board>(rounds: u32) {
    for (known, depth) in SIX.into_iter().zip([9, 7, 11, 8, 8, 8]) {
        let board = B::from_fen(known.fen);
        let mut engine = Engine::new(20);
        for _ in 0..rounds {
            engine.forget();
            std::hint::black_box(engine.think(&board, depth));
        }
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n = a[2].parse().unwrap();
    if a[1] == "cozy" { go::<Cozy>(n) } else { go::<Ours>(n) }
}
