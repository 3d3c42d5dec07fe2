//! Perft with every board of the classics, and with the forms that differ from one of them in a single idea.
//!
//! - `cargo bench -p benches --bench boards` times short counts.
//! - With `-- --record N` boards take turns in counts that are one ply deeper, N times, and the speeds are printed as
//!   `cargo xtask bench --boards` records them.
//! - With `-- --search N` boards take turns in a search of each position, N times, and what `cargo xtask bench --boards
//!   --search` records is printed: nodes a second, and the shares of making moves, listing them, and looking up pieces.
//! - With `-- --count BOARD DEPTH [made]` one board counts kiwipete once, for a profiler to count the
//!   instructions: `valgrind --tool=callgrind target/release/deps/boards-.. --count x88 3`. With `-- --searched BOARD
//!   [copies]` one board searches the six positions, for instructions or the time of a whole process.
//!
//! Every count is compared with the known one, and every search with that of `Position`, before its time counts.

use benches::boards::{
    CcrOfFour, FlippedSets, KittingerOfArrays, MailboxOfNibbles, MailboxPerNode, Planes, ScanningMailbox,
    ScanningX88, SearchingKittinger, Sentinel15x12, Sentinel15x15, Sentinel16x16, SentinelRays,
    SetsAndMailbox, SignX88, TwoTables, VectorizedDelta, VectorizedPlanes, X88Of4096, X88Rays,
};
use benches::search::{Again, Plan, Tree, search};
use benches::{Bench, Contest, KIWIPETE, Known, SIX};
use quadbit_classics::{
    SearchBoard, ccr, delta, fill, flip, kittinger, mailbox, nibble, sentinel, sets, x88,
};
use quadbit_classics::{perft, perft_without_bulk};
use quadbit_movegen::{Move, MoveList, Position};
use testing::suites;

/// A board to time: its name, the sizes of the board and of a move, and the functions that are timed on it.
struct Entry {
    name: &'static str,
    board_bytes: usize,
    move_bytes: usize,
    /// Counts the leaves of a position to a depth with the board, the last ply in bulk.
    counted: fn(&Position, u8) -> u128,
    /// Counts the leaves of a position to a depth with the board, and makes every leaf.
    made: fn(&Position, u8) -> u128,
    search: fn(&Position, Plan) -> Tree,
    /// Returns the scores of positions, found by searching captures only: in the board's own order if the flag is true,
    /// else sorted.
    quiesce: fn(&[Position], bool) -> Vec<i32>,
}

fn entry<B: SearchBoard>(name: &'static str) -> Entry {
    Entry {
        name,
        board_bytes: size_of::<B>(),
        move_bytes: size_of::<B::Move>(),
        counted: |position, depth| perft(&B::from_position(position), depth),
        made: |position, depth| perft_without_bulk(&B::from_position(position), depth),
        search: search::<B>,
        quiesce: quiesce::<B>,
    }
}

fn all() -> Vec<Entry> {
    vec![
        entry::<Position>("quad"),
        entry::<MailboxPerNode<false>>("quad-mailbox"),
        entry::<MailboxPerNode<true>>("quad-mailbox-simd"),
        entry::<mailbox::Mailbox>("mailbox"),
        entry::<MailboxOfNibbles>("mailbox-nibbles"),
        entry::<ScanningMailbox>("mailbox-scan"),
        entry::<TwoTables>("mailbox-10x12"),
        entry::<nibble::NibbleBoard>("nibble"),
        entry::<x88::X88>("x88"),
        entry::<X88Rays>("x88-rays"),
        entry::<ScanningX88>("x88-scan"),
        entry::<SignX88>("x88-sign"),
        entry::<X88Of4096>("x88-4096"),
        entry::<x88::WiereynX88>("x88-wiereyn"),
        entry::<kittinger::Kittinger>("kittinger"),
        entry::<KittingerOfArrays>("kittinger-arrays"),
        entry::<SearchingKittinger>("kittinger-search"),
        entry::<sentinel::Sentinel>("sentinel"),
        entry::<Sentinel16x16>("sentinel-16x16"),
        entry::<Sentinel15x12>("sentinel-15x12"),
        entry::<Sentinel15x15>("sentinel-15x15"),
        entry::<SentinelRays>("sentinel-rays"),
        entry::<sentinel::TenByTwelve>("sentinel-10x12"),
        entry::<ccr::Ccr>("ccr"),
        entry::<CcrOfFour>("ccr-64"),
        entry::<sets::Sets>("sets"),
        entry::<SetsAndMailbox>("sets-mailbox"),
        entry::<Planes>("sets-planes"),
        entry::<flip::Flip>("flip"),
        entry::<FlippedSets>("flip-sets"),
        entry::<delta::Delta>("delta"),
        entry::<VectorizedDelta>("delta-simd"),
        entry::<VectorizedPlanes>("sets-planes-simd"),
        entry::<fill::Fill>("fill"),
    ]
}

/// Returns the six positions of the Chess Programming Wiki's "Perft Results": the name, a depth with its number of
/// leaves, and the number of leaves one ply deeper.
fn cases() -> [(&'static str, Known, u64); 6] {
    let [start, kiwipete, cpw3, cpw4, cpw5, cpw6] = SIX;
    [
        ("startpos", Known { depth: 4, nodes: 197_281, ..start }, 4_865_609),
        ("kiwipete", Known { depth: 3, nodes: 97_862, ..kiwipete }, 4_085_603),
        ("cpw3", Known { depth: 5, nodes: 674_624, ..cpw3 }, 11_030_083),
        ("cpw4", Known { depth: 4, nodes: 422_333, ..cpw4 }, 15_833_292),
        ("cpw5", Known { depth: 3, nodes: 62_379, ..cpw5 }, 2_103_487),
        ("cpw6", Known { depth: 3, nodes: 89_890, ..cpw6 }, 3_894_594),
    ]
}

/// The two ways to count leaves: whether every leaf is made instead of counted in bulk, and the name of the way.
const WAYS: [(bool, &str); 2] = [(false, "counted"), (true, "made")];

/// Makes a contest in which all boards count the leaves of one position.
fn contest<'a>(boards: &'a [Entry], name: &str, known: Known, made: bool) -> Contest<'a, u128> {
    let position: Position = known.fen.parse().expect("the positions are valid");
    let mut contest = Contest::new(name);
    contest.elements(usize::try_from(known.nodes).unwrap_or(usize::MAX)).expecting(known.nodes.into());
    for board in boards {
        let count = if made { board.made } else { board.counted };
        contest.form(board.name, move || count(&position, known.depth));
    }
    contest
}

fn short_counts(bench: &mut Bench) {
    let boards = all();
    for (name, known, _) in cases() {
        for (made, way) in WAYS {
            contest(&boards, &format!("boards, {name} {}, leaves {way}", known.depth), known, made)
                .time(bench);
        }
    }
}

/// The boards whose search through captures is timed, and whether each tries captures in its own order or sorted. (In
/// the own order of `sets` the search would take hundreds of times as many nodes.)
const ORDERS: [(&str, bool); 6] = [
    ("kittinger", true),
    ("kittinger", false),
    ("x88", true),
    ("x88", false),
    ("sets", false),
    ("quad", false),
];

/// Times Kittinger's order of captures in a search that stops at the first capture that is good enough: captures of
/// random positions until none is left, as the board lists them or the most valuable victim first. Scores are equal in
/// any order; the numbers of nodes are not.
fn captures(bench: &mut Bench) {
    let positions: Vec<Position> = suites::positions(suites::RANDOM).step_by(16).collect();
    let (boards, positions) = (all(), &positions[..]);
    let mut contest = Contest::new("quiescence");
    contest.elements(positions.len());
    for (name, own_order) in ORDERS {
        for board in boards.iter().filter(|board| board.name == name) {
            let way = if own_order { "own order" } else { "sorted" };
            contest.form(format!("{name}, {way}"), move || (board.quiesce)(positions, own_order));
        }
    }
    contest.time(bench);
}

/// Returns the six positions of the Chess Programming Wiki's "Perft Results", each with its name and the depth of its
/// search.
fn searched() -> Vec<(&'static str, Position, u8)> {
    (cases().iter().zip(DEPTHS))
        .map(|((name, known, _), depth)| (*name, known.fen.parse().expect("the positions are valid"), depth))
        .collect()
}

/// Returns the scores of `positions` for the side to move in units of [`Role::index`](quadbit_x88::Role), each by
/// captures only, in the board's own order if `own_order`, else sorted.
fn quiesce<B: SearchBoard>(positions: &[Position], own_order: bool) -> Vec<i32> {
    positions.iter().map(|position| exhaust(&mut B::from_position(position), own_order, -99, 99)).collect()
}

/// Searches captures by alpha-beta until none is left or the gain is at least `beta`, and returns the gain of the side
/// to move.
fn exhaust<B: SearchBoard>(board: &mut B, own_order: bool, mut alpha: i32, beta: i32) -> i32 {
    let mut best = 0;
    let mut list = MoveList::default();
    if best < beta {
        board.captures(&mut list);
    }
    let worth = |board: &B, mv: B::Move| {
        let plain: Move = mv.into();
        let victim = board.piece(plain.to()).map_or(0, |victim| i32::from(victim.role().code()));
        (victim, board.mover(mv).map_or(0, |mover| i32::from(mover.role().code())))
    };
    let mut ranked: Vec<(i32, u16, usize)> = (0..list.len())
        .map(|number| {
            let ((victim, mover), plain) = (worth(board, list[number]), Into::<Move>::into(list[number]));
            (mover - 8 * victim, plain.to_bits(), number)
        })
        .collect();
    if !own_order {
        ranked.sort_unstable();
    }
    for (_, _, number) in ranked {
        let (mv, (gain, _)) = (list[number], worth(board, list[number]));
        let undo = board.make(mv);
        best = best.max(gain - exhaust(board, own_order, gain - beta, gain - alpha.max(best)));
        board.unmake(mv, undo);
        alpha = alpha.max(best);
        if best >= beta {
            break;
        }
    }
    best
}

/// Prints a line for each board with bulk counting and one without: bytes of a board and of a move, and millions of
/// leaves a second for each position.
#[expect(clippy::cast_precision_loss, reason = "a speed needs few digits")]
fn record(rounds: usize) {
    let boards = all();
    let deep = cases().map(|(name, known, nodes)| (name, Known { depth: known.depth + 1, nodes, ..known }));
    let names = deep.map(|(name, known)| format!("{name} {}", known.depth));
    println!("board\tboard bytes\tmove bytes\tleaves\t{}", names.join("\t"));
    let times = WAYS
        .map(|(made, _)| deep.map(|(name, known)| contest(&boards, name, known, made).times_in_turn(rounds)));
    for (i, board) in boards.iter().enumerate() {
        for ((_, way), times) in WAYS.iter().zip(&times) {
            let speeds = deep.iter().zip(times).map(|((_, known), times)| {
                let speed = known.nodes as f64 / times[i].as_secs_f64() / 1e6;
                format!("\t{speed:.1}")
            });
            let Entry { name, board_bytes, move_bytes, .. } = board;
            println!("{name}\t{board_bytes}\t{move_bytes}\t{way}{}", speeds.collect::<String>());
        }
    }
}

/// The searches that are timed: the name of a column, what they do twice at each node, and whether they copy the board.
/// Their times give a search's speed, the shares of its work, and the gain of copying.
const PLANS: [(&str, Again, bool); 5] = [
    ("", Again::Nothing, false),
    ("make", Again::Make, false),
    ("lists", Again::Generate, false),
    ("look-ups", Again::LookUp, false),
    ("copy", Again::Nothing, true),
];

/// The depth at which each of the six positions is searched: 450,101 nodes in all.
const DEPTHS: [u8; 6] = [6, 5, 6, 5, 5, 4];

/// Prints a line for each board: thousands of nodes a second for each position; what part of the time making moves,
/// lists and look-ups take; and the ratio of the speed with copied boards to that with moves taken back. The last line
/// says how many moves, lists and look-ups there are for each node.
#[expect(clippy::cast_precision_loss, reason = "a speed needs few digits")]
fn record_search(rounds: usize) {
    let boards = all();
    let positions = searched();
    let names: Vec<String> = positions.iter().map(|(name, _, depth)| format!("{name} {depth}")).collect();
    println!("board\t{}\tmake\tlists\tlook-ups\tcopy", names.join("\t"));
    // For each board, the time of each plan, added up over the positions.
    let mut totals = vec![[0.0; PLANS.len()]; boards.len()];
    let mut speeds = vec![Vec::new(); boards.len()];
    let mut sum = Tree::default();
    for (name, position, depth) in &positions {
        let tree = search::<Position>(position, Plan::to(*depth));
        sum.nodes += tree.nodes;
        sum.look_ups += tree.look_ups;
        sum.makes += tree.makes;
        sum.lists += tree.lists;
        let mut contest = Contest::new(*name);
        contest.expecting(tree);
        for board in &boards {
            for (_, again, copies) in PLANS {
                let plan = Plan { again, copies, ..Plan::to(*depth) };
                contest.form(board.name, move || (board.search)(position, plan));
            }
        }
        let times = contest.times_in_turn(rounds);
        for (board, times) in times.chunks(PLANS.len()).enumerate() {
            speeds[board].push(tree.nodes as f64 / times[0].as_secs_f64() / 1e3);
            for (total, time) in totals[board].iter_mut().zip(times) {
                *total += time.as_secs_f64();
            }
        }
    }
    for ((board, speeds), [once, make, lists, look_ups, copy]) in boards.iter().zip(speeds).zip(totals) {
        let speeds: Vec<String> = speeds.iter().map(|speed| format!("{speed:.0}")).collect();
        let share = |twice: f64| (twice - once) / once;
        let shares = [share(make), share(lists), share(look_ups), once / copy];
        let shares = shares.map(|share| format!("{share:.2}"));
        println!("{}\t{}\t{}", board.name, speeds.join("\t"), shares.join("\t"));
    }
    let each = [sum.makes, sum.lists, sum.look_ups].map(|count| count as f64 / sum.nodes as f64);
    println!(
        "# {} nodes; for each: {:.2} moves made, {:.2} lists, {:.1} look-ups",
        sum.nodes, each[0], each[1], each[2]
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |text: &str| text.parse::<u8>().expect("a number of at most 255");
    let of_name =
        |name: &str| all().into_iter().find(|board| board.name == name).expect("the name of a board");
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[1..] {
        ["--record", rounds, ..] => record(number(rounds).into()),
        ["--search", rounds, ..] => record_search(number(rounds).into()),
        ["--count", name, depth, ref rest @ ..] => {
            let board = of_name(name);
            let position: Position = KIWIPETE.fen.parse().expect("kiwipete is valid");
            let count = if rest.first() == Some(&"made") { board.made } else { board.counted };
            println!("{}", count(&position, number(depth)));
        }
        ["--searched", name, ref rest @ ..] => {
            let copies = rest.first() == Some(&"copies");
            for (position_name, position, depth) in searched() {
                let tree = (of_name(name).search)(&position, Plan { copies, ..Plan::to(depth) });
                println!("{position_name} {depth}: {} nodes", tree.nodes);
            }
        }
        _ => benches::run(&[short_counts, captures]),
    }
}
