//! Searching games against going through their plies one by one, with generated games and rules.

use quadbit_data::find::{KnownGame, Search};
use quadbit_movegen::{Color, GameResult, Move, Piece, PieceValues, Position, Role, Square};
use quadbit_nibble::simd::Level;
use quadbit_rule::Rule;
use testing::{Random, positions};

/// A generated game.
struct Played {
    positions: Vec<Position>,
    moves: Vec<Move>,
    result: GameResult,
    /// The value of the tag `WhiteElo`; empty for a game without it.
    elo: &'static str,
}

impl Played {
    fn new(random: &mut Random, start: Position, plies: usize) -> Self {
        let (mut positions, mut moves) = (vec![start], Vec::new());
        while moves.len() < plies
            && let Some(mv) = random.of(&positions[moves.len()].legal_moves())
        {
            positions.push(positions[moves.len()].after(mv));
            moves.push(mv);
        }
        let result = GameResult::ALL[random.below(4)];
        Self { positions, moves, result, elo: ["", "?", "1900", "2500"][random.below(4)] }
    }

    fn count(&self, ply: usize, letters: &str) -> usize {
        let at = |square| self.positions[ply].piece_at(square).map_or('.', Piece::to_char);
        Square::ALL.into_iter().filter(|&square| letters.contains(at(square))).count()
    }

    /// What the move at `ply` wins by the exchange on its target; `None` after the last move.
    fn exchange_value(&self, ply: usize) -> Option<i64> {
        Some(self.positions[ply].exchange_value(*self.moves.get(ply)?, &PieceValues::default()))
    }
}

/// A condition as text, and whether it holds at a ply of a game; `None` if that is unknown.
type Leaf = (&'static str, fn(&Played, usize) -> Option<bool>);

const LEAVES: [Leaf; 17] = [
    ("N@f3c3", |game, ply| {
        let knight = Some(Role::Knight.of(Color::White));
        Some([Square::F3, Square::C3].iter().any(|&square| game.positions[ply].piece_at(square) == knight))
    }),
    ("Pp<14", |game, ply| Some(game.count(ply, "Pp") < 14)),
    ("*>=30", |game, ply| Some(game.count(ply, "PNBRQKpnbrqk") >= 30)),
    ("*>=12", |game, ply| Some(game.count(ply, "PNBRQKpnbrqk") >= 12)),
    ("R-r>=1", |game, ply| Some(game.count(ply, "R") > game.count(ply, "r"))),
    ("check", |game, ply| Some(game.positions[ply].is_check())),
    ("white", |game, ply| Some(game.positions[ply].side_to_move() == Color::White)),
    ("halfmoves<3", |game, ply| Some(game.positions[ply].halfmoves() < 3)),
    ("repeated>=2", |game, ply| {
        let same = |position: &&Position| position.key() == game.positions[ply].key();
        Some(game.positions[..=ply].iter().filter(same).count() >= 2)
    }),
    ("captured", |game, ply| {
        let pieces = |ply: usize| game.count(ply, "PNBRQKpnbrqk");
        game.moves.get(ply).map(|_| pieces(ply + 1) < pieces(ply))
    }),
    ("moved=NnPp", |game, ply| {
        let mover = game.positions[ply].piece_at(game.moves.get(ply)?.from())?;
        Some("NnPp".contains(mover.to_char()))
    }),
    ("gives-check", |game, ply| Some(game.positions.get(ply + 1)?.is_check())),
    ("sacrifice>=1", |game, ply| Some(game.exchange_value(ply)? <= -1)),
    ("sacrifice>=3", |game, ply| Some(game.exchange_value(ply)? <= -3)),
    ("result=white", |game, _| {
        (game.result != GameResult::Unknown).then_some(game.result == GameResult::Win(Color::White))
    }),
    ("WhiteElo>2000", |game, _| match game.elo {
        "1900" => Some(false),
        "2500" => Some(true),
        _ => None,
    }),
    ("clock<30", |_, ply| (ply % 3 > 0).then_some(ply % 60 < 30)),
];

/// Returns a random rule as text, with at most `depth` operators one inside the other, and its answer at each ply of
/// `game`, computed from the answers of its conditions; `None` at a ply where it is unknown.
fn rule(random: &mut Random, game: &Played, depth: usize) -> (String, Vec<Option<bool>>) {
    let plies = game.positions.len();
    let kind = if depth == 0 { 0 } else { random.below(8) };
    if kind < 2 {
        let (text, holds) = LEAVES[random.below(LEAVES.len())];
        return (text.to_owned(), (0..plies).map(|ply| holds(game, ply)).collect());
    }
    let (text, a) = rule(random, game, depth - 1);
    let and = |a, b| match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    };
    let or = |a: Option<bool>, b: Option<bool>| and(a.map(|a| !a), b.map(|b| !b)).map(|both| !both);
    match kind {
        2 => return (format!("not ({text})"), a.into_iter().map(|a| a.map(|a| !a)).collect()),
        3 => {
            let most = [5, 5, 5, 100][random.below(4)];
            let count = 1 + random.below(most);
            let in_a_row = |ply: usize| match (ply + 1).checked_sub(count) {
                None => Some(false),
                Some(begin) => a[begin..=ply].iter().copied().fold(Some(true), and),
            };
            return (format!("({text}) for {count}"), (0..plies).map(in_a_row).collect());
        }
        _ => {}
    }
    let (other, b) = rule(random, game, depth - 1);
    let both = |join: &dyn Fn(Option<bool>, Option<bool>) -> Option<bool>| {
        a.iter().zip(&b).map(|(&a, &b)| join(a, b)).collect()
    };
    match kind {
        4 => (format!("({text}) and ({other})"), both(&and)),
        5 => (format!("({text}) or ({other})"), both(&or)),
        _ => {
            let most = [6, 6, 6, 100][random.below(4)];
            let within = (kind == 6).then(|| 1 + random.below(most));
            let earlier = |ply: usize| {
                let begin = within.map_or(0, |within| ply.saturating_sub(within));
                and(a[begin..ply].iter().copied().fold(Some(false), or), b[ply])
            };
            let text = format!(
                "(({text}) then ({other}){})",
                within.map_or(String::new(), |n| format!(" within {n}"))
            );
            (text, (0..plies).map(earlier).collect())
        }
    }
}

#[test]
fn generated_rules_find_what_their_conditions_say() {
    let starts: Vec<Position> = positions().step_by(50).chain([Position::start(); 40]).collect();
    let levels: Vec<Level> = Level::available().collect();
    let mut random = Random(5);
    let (mut seen, mut bounded) = ([0; 3], 0);
    for round in 0..10_000 {
        let start = random.of(&starts).unwrap();
        let plies = [0, 1, 20, 63, 64, 65, 130, 200][random.below(8)];
        let game = Played::new(&mut random, start, plies);
        let depth = 1 + round % 4;
        let level = levels[round % levels.len()];
        let (text, expected) = rule(&mut random, &game, depth);
        let parsed: Rule = text.parse().unwrap_or_else(|error| panic!("{error}"));
        let tag = |name: &str| Some(game.elo).filter(|elo| name == "WhiteElo" && !elo.is_empty());
        let facts = KnownGame {
            positions: &game.positions,
            moves: &game.moves,
            result: game.result,
            tag: &tag,
            clock: &|ply| (ply % 3 > 0).then_some(i32::try_from(ply % 60).unwrap()),
            ..KnownGame::EMPTY
        };
        let found: Vec<usize> = Search::new(level, &parsed).plies(&facts).collect();
        let expected: Vec<usize> = (0..expected.len()).filter(|&ply| expected[ply] == Some(true)).collect();
        assert_eq!(found, expected, "{text} at {} in {} {:?}", level.name(), start, game.moves);
        let (least, pieces) =
            (parsed.least_pieces(), |ply: usize| game.positions[ply].board().occupied().len());
        assert!(found.iter().all(|&ply| pieces(ply) >= least), "{text}: {least} pieces at least");
        bounded += usize::from(least > 0 && !found.is_empty());
        seen[usize::from(!found.is_empty()) + usize::from(found.len() == game.positions.len())] += 1;
    }
    assert!(seen.iter().all(|&seen| seen > 500) && bounded > 200, "{seen:?} {bounded}");
}
