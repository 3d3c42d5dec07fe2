//! Counts kiwipete at a level: leaves below every move with `three_plies` or statistics.
use quadbit_lanes::{LeafCounter, ReplyCounter};
use quadbit_movegen::{Level, Position};
fn main() {
    let mut args = std::env::args().skip(1);
    let level: Level = args.next().unwrap().parse().unwrap();
    let plies: u8 = args.next().unwrap().parse().unwrap();
    let fen = args
        .next()
        .unwrap_or_else(|| "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".into());
    let position: Position = fen.parse().unwrap();
    match plies {
        2 => println!("{}", ReplyCounter::new(level).two_plies(&position)),
        3 => println!("{}", ReplyCounter::new(level).three_plies(&position)),
        4 => println!("{}", ReplyCounter::new(level).four_plies(&position)),
        13 => println!("{:?}", LeafCounter::new(level).three_plies(&position)),
        _ => println!("{:?}", LeafCounter::new(level).four_plies(&position)),
    }
}
