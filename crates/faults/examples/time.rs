use quadbit_faults::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let fen = if a[1] == "kiwipete" { "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1" } else { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" };
    let board = Board::new(&fen.parse().unwrap());
    let depth: u8 = a[2].parse().unwrap();
    let mut c = Counter::new();
    let t = std::time::Instant::now();
    let right = c.perft(&board, depth, Faults::NONE);
    eprintln!("right {right} {:?}", t.elapsed());
    let mut sum = 0u64;
    for f in Fault::all().filter(|f| f.name() != "ply-added") { let t = std::time::Instant::now(); sum = sum.wrapping_add(c.perft(&board, depth, f.into())); if a.len() > 3 { eprintln!("{f} {:?}", t.elapsed()); } }
    println!("{sum} {:?}", t.elapsed());
}
