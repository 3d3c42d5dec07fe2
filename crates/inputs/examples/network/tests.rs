//! The network against its trainer's numbers, and its updates against sums from nothing.

use quadbit_movegen::Position;

use crate::network::{Network, Updater};
use crate::search_all;
use crate::searched::NETWORK;

/// A network with the weights of the tests of the trainer in `python/tests`: a hash of the number of each weight.
fn network(sets: &str) -> Network {
    let size = sets.parse::<quadbit_inputs::sets::Sets>().unwrap().size();
    let mut bytes = format!("quadbit network {sets} 64\n").into_bytes();
    for n in 0..u32::try_from((size + 2) * 64 + 1).unwrap() {
        let weight = i16::try_from(n.wrapping_mul(0x9e37_79b9) >> 25).unwrap() - 64;
        bytes.extend(weight.to_le_bytes());
    }
    Network::read(&bytes).unwrap()
}

#[test]
fn scores_are_those_of_the_trainer() {
    let network = network("halfkav2_hm");
    let updater = Updater::new(&network);
    let lines = include_str!("scores.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for line in lines {
        let (fen, score) = line.split_once('\t').unwrap();
        let position: Position = fen.parse().unwrap();
        let found = network.evaluate(&updater.whole(&position), position.side_to_move());
        assert_eq!(found.to_string(), score, "{fen}");
        count += 1;
    }
    assert!(count >= 40, "{count} positions");
}

#[test]
fn updated_sums_equal_sums_from_nothing() {
    for sets in ["halfkav2_hm", "full_threats+pp_3wide+chess768"] {
        let network = network(sets);
        let mut updater = Updater::new(&network);
        let mut random = testing::Random(4);
        for game in 0..20 {
            let mut position = Position::chess960(game * 47).unwrap();
            let mut views = updater.whole(&position);
            for _ in 0..150 {
                let Some(mv) = random.of(&position.legal_moves()) else { break };
                let after = position.after(mv);
                views = updater.after(&views, [&position, &after], mv);
                assert_eq!(views, updater.whole(&after), "{position} {mv:?}");
                position = after;
            }
        }
    }
}

#[test]
fn both_searches_see_the_same_tree() {
    NETWORK.get_or_init(|| network("halfkav2_hm"));
    let [updated, whole] = [search_all::<true>(4), search_all::<false>(4)];
    assert_eq!(updated.0, whole.0);
}

#[test]
fn other_files_are_refused() {
    let header = b"quadbit network chess768 64\n";
    assert!(Network::read(b"").is_none() && Network::read(header).is_none());
    let whole = [header.to_vec(), vec![0; (770 * 64 + 1) * 2]].concat();
    assert!(Network::read(&whole).is_some() && Network::read(&whole[..whole.len() - 1]).is_none());
    assert!(Network::read(&[&whole[..], &[0; 128]].concat()).is_none(), "a row too many");
}
