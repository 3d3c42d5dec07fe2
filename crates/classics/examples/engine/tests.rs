//! Tests of the example engine: mates in the right number of moves, draws, the clock, when it may answer, and whole
//! games, in which every move must be legal: by `Game::play`, and by Stockfish if it is installed.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use quadbit_movegen::uci::Go;
use quadbit_movegen::{CastlingStyle, Color, Game, Move, Outcome, Position};

use crate::evaluate::Score;
use crate::node::Node;
use crate::on_board::OnBoard;
use crate::search::{Entry, MATE, Search};
use crate::table::Table;
use crate::{BOARDS, boards};

type Session = crate::session::Session<Position>;

fn to_depth(depth: u32) -> Go {
    Go { depth: Some(depth), ..Go::default() }
}

/// A search that no GUI talks to.
fn quiet_search<N: Node>(megabytes: usize) -> Search<N> {
    Search::new(Table::new(megabytes), mpsc::channel().1)
}

/// Searches `position` after a game with the earlier keys `game`, ignores the reports, and returns the result.
fn found<N: Node>(
    position: &Position,
    game: &[u64],
    search: &mut Search<N>,
    go: &Go,
) -> Option<Entry<N::Move>> {
    search.path = game.to_vec();
    search.think(&mut N::from_position(position), go.clone(), |_, _| ())
}

fn best(fen: &str, depth: u32) -> (String, Score) {
    let position: Position = fen.parse().unwrap();
    let Entry { mv, score, .. } =
        found(&position, &[], &mut quiet_search::<Position>(4), &to_depth(depth)).unwrap();
    (mv.to_uci(&position, CastlingStyle::Standard).to_string(), score.into())
}

#[test]
fn mates_are_found_and_counted() {
    assert_eq!(best("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 3), ("a1a8".into(), MATE - 1));
    // A mate in two moves, by two rooks.
    assert_eq!(best("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 5).1, MATE - 3);
    assert_eq!(
        best("k7/8/1K6/8/8/8/8/7R w - - 99 80", 3),
        ("h1h8".into(), MATE - 1),
        "mate before the clock"
    );
}

#[test]
fn draws_by_repetition_and_by_the_clock() {
    // Black mates on the first rank unless the queen checks for ever, on e8 and h5.
    assert_eq!(best("6k1/6p1/8/7Q/8/8/rr6/6K1 w - - 0 1", 7), ("h5e8".into(), 0));
    // Black is a queen up, but the fifty-move rule applies after the next move.
    assert_eq!(best("8/8/8/4k3/8/8/1q6/6K1 b - - 99 80", 3).1, 0);
    assert!(best("8/8/8/4k3/8/8/1q6/6K1 b - - 90 80", 3).1 > 500);
}

#[test]
fn no_legal_move() {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"] {
        let position: Position = fen.parse().unwrap();
        assert!(found(&position, &[], &mut quiet_search::<Position>(1), &to_depth(3)).is_none());
    }
}

/// The engine plays games against itself from positions of standard chess and Chess960; `Game::play` refuses illegal
/// moves.
#[test]
fn whole_games_with_legal_moves() {
    let mut mates = 0;
    for number in [518, 0, 100, 959] {
        let mut game = Game::new(Position::chess960(number).unwrap());
        let mut search = quiet_search::<Position>(4);
        while game.outcome().is_none() && game.moves().len() < 240 {
            let mut keys: Vec<u64> = game.positions().map(Position::key).collect();
            keys.pop();
            let depth = if game.moves().len().is_multiple_of(2) { 2 } else { 4 };
            let Entry { mv, .. } = found(game.position(), &keys, &mut search, &to_depth(depth)).unwrap();
            game.play(mv).unwrap();
        }
        mates += usize::from(matches!(game.outcome(), Some(Outcome::Checkmate { .. })));
    }
    assert!(mates > 0, "two plies more win at least once");
}

/// The moves of a short game of Chess960 that the engine plays against itself; `Game::play` refuses illegal moves.
fn short_game<N: Node>() -> Vec<Move> {
    let mut game = Game::new(Position::chess960(100).unwrap());
    let mut search = quiet_search::<N>(1);
    while game.outcome().is_none() && game.moves().len() < 30 {
        let mut keys: Vec<u64> = game.positions().map(|position| N::from_position(position).key()).collect();
        keys.pop();
        let Entry { mv, .. } = found(game.position(), &keys, &mut search, &to_depth(3)).unwrap();
        game.play(mv.into()).unwrap();
    }
    game.moves().collect()
}

/// Every board plays the same game as a `Position` in [`OnBoard`]: in it, a search of a `Position` leaves out null
/// moves and exchanges, as on all other boards.
#[test]
fn every_board_plays_the_same_game() {
    let games = boards!(short_game, fn() -> Vec<Move>);
    assert_eq!(games.map(|(name, _)| name), BOARDS.map(|(name, _)| name));
    let expected = short_game::<OnBoard<Position>>();
    assert!(expected.len() > 20);
    for (name, game) in &games[1..] {
        assert_eq!(game(), expected, "{name}");
    }
    assert_eq!(games[0].1().len(), 30);
}

/// Every board, chosen by its name, goes through a short conversation by UCI without a panic.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "needs a thread")]
fn every_board_talks() {
    for (_, talk) in BOARDS {
        let (sender, lines) = mpsc::channel();
        for line in ["uci", "isready", "position startpos moves e2e4 e7e5", "go depth 3", "quit"] {
            sender.send(line.to_owned()).unwrap();
        }
        talk(lines);
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "needs a thread")]
fn time_and_stop() {
    let started = Instant::now();
    let mut search = quiet_search::<Position>(4);
    let limits = Go { move_time: Some(Duration::from_millis(50)), ..to_depth(100) };
    let Entry { mv, .. } = found(&Position::start(), &[], &mut search, &limits).unwrap();
    assert!(Position::start().is_legal(mv));
    assert!(started.elapsed() < Duration::from_secs(5));

    let (_, mut session) = session();
    assert!(session.obey("position startpos moves e2e4 e7e5 g1f3"));
    assert_eq!(session.search.path.len(), 3);
    assert!(session.obey("stop"), "without a search");
    assert!(session.obey("go depth x") && session.obey("go movestogo x"), "neither is without a limit");
    assert_eq!(session.search.path.len(), 3, "a search leaves the keys as they were");
    assert!(
        session.obey("position fen nonsense") && session.search.path.len() == 3,
        "the old position stays"
    );
    assert!(session.obey("setoption name UCI_Chess960 value true"));
    assert_eq!(session.castling, CastlingStyle::Chess960);
    assert!(session.obey("setoption name UCI_Chess960 value false"));
    assert_eq!(session.castling, CastlingStyle::Standard);
    assert!(!session.obey("quit"));
}

/// The search must end before the time is up. The test allows it half a second more than it plans, for a busy computer.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "reads the clock")]
fn the_clock_is_never_used_up() {
    let mut search = quiet_search::<Position>(4);
    for (left, moves) in [(0, 40), (40, 1), (300, 1), (300, 2), (900, 40)] {
        let mut go = Go { moves_to_go: moves.try_into().ok(), ..Go::default() };
        go.time[0] = Some(Duration::from_millis(left));
        let started = Instant::now();
        assert!(found(&Position::start(), &[], &mut search, &go).is_some());
        let spent = started.elapsed();
        let planned = Duration::from_millis(left.saturating_sub(50) / 2);
        assert!(spent <= planned + Duration::from_millis(500), "{left} ms, {moves} moves: {spent:?}");
    }
}

#[test]
fn only_moves_of_the_list_are_chosen() {
    let position: Position = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse().unwrap();
    let mut search = quiet_search::<Position>(4);
    let moves = ["g2g3", "a1a7"].map(|uci| Move::from_uci(uci, &position).unwrap());
    let go = Go { search_moves: moves.into_iter().collect(), ..to_depth(4) };
    let chosen = found(&position, &[], &mut search, &go).unwrap();
    assert!(moves.contains(&chosen.mv));
    // What was found about some moves must not be taken from the table as the score of the position.
    let Entry { score, .. } = found(&position, &[], &mut search, &to_depth(3)).unwrap();
    assert_eq!(Score::from(score), MATE - 1);
}

/// A session whose lines come from the sender.
fn session() -> (Sender<String>, Session) {
    let (sender, lines) = mpsc::channel();
    (sender, Session::new(4, lines))
}

/// A GUI, and a session that obeys it in a thread of its own.
struct Gui {
    sender: Sender<String>,
    session: JoinHandle<Session>,
}

impl Gui {
    /// Begins a conversation with `go` about the position of the FEN.
    fn new(fen: &str, go: &str) -> Self {
        let (sender, mut session) = session();
        assert!(session.obey(&format!("position fen {fen}")));
        let go = go.to_owned();
        let session = thread::spawn(move || {
            assert!(session.obey(&go));
            session
        });
        Self { sender, session }
    }

    /// Whether the engine still holds its move back after 100 milliseconds.
    fn waits(&self) -> bool {
        thread::sleep(Duration::from_millis(100));
        !self.session.is_finished()
    }

    /// Sends `line` and waits until the search has ended. Returns the next line that the session would obey; `None` at
    /// the end of the input.
    fn end(self, line: &str) -> Option<String> {
        self.sender.send(line.to_owned()).unwrap();
        let mut session = self.session.join().unwrap();
        drop(self.sender);
        session.search.next_line()
    }
}

/// A search that is finished prints its move at once, but after `go infinite` and `go ponder` only once it may.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "needs a thread")]
fn endless_searches_wait_for_stop() {
    // In the first position, a stalemate, the search is over before it has begun.
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"] {
        for go in ["go infinite", "go infinite nodes 10", "go ponder wtime 1 btime 1", "go ponder depth 3"] {
            for line in ["stop", "quit", "position startpos", "ucinewgame"] {
                let gui = Gui::new(fen, go);
                for harmless in ["isready", "", "unknown"] {
                    gui.sender.send(harmless.to_owned()).unwrap();
                }
                assert!(gui.waits(), "{go}");
                assert_eq!(gui.end(line).as_deref(), Some(line), "the line is obeyed after the search");
            }
            let gui = Gui::new(fen, go);
            assert!(gui.waits(), "{go}");
            // The end of the input ends the search too.
            drop(gui.sender);
            gui.session.join().unwrap();
        }
        for go in ["go ponder wtime 1 btime 1", "go ponder depth 3"] {
            assert_eq!(Gui::new(fen, go).end("ponderhit"), None, "{go}");
        }
        // The lines are there before the search begins. The first one ends it, and all of them are obeyed after it.
        let (sender, mut session) = session();
        let lines = ["stop", "position startpos moves e2e4", "go depth 1"];
        for line in lines {
            sender.send(line.to_owned()).unwrap();
        }
        assert!(session.obey(&format!("position fen {fen}")) && session.obey("go infinite"));
        drop(sender);
        assert_eq!(lines.map(|_| session.search.next_line().unwrap()), lines);
        for go in ["go depth 3", "go mate 2", "go nodes 3000", "go searchmoves e2e4"] {
            assert!(session.obey(go));
        }
    }
    // The search goes on after `ponderhit`, and ends when its time is up.
    let gui = Gui::new("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "go ponder movetime 500");
    assert!(gui.waits());
    gui.sender.send("ponderhit".to_owned()).unwrap();
    assert!(gui.waits());
    gui.session.join().unwrap();
}

/// Stockfish at its lowest level, if it is installed. It ignores moves that it holds to be illegal, so after each move
/// it is asked for the position.
struct Stockfish {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Stockfish {
    fn start() -> Option<Self> {
        ["stockfish", "/usr/games/stockfish"].into_iter().find_map(|name| {
            let pipes = Command::new(name).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
            let mut process = pipes.ok()?;
            let lines = BufReader::new(process.stdout.take()?).lines();
            let mut started = Self { process, lines };
            // In qemu, a program that does not exist is started and ends, so only its answer shows that it is there.
            started.answer("uci", "uciok").map(|_| started)
        })
    }

    /// Sends `commands` and returns the rest of the first line of output that begins with `word`.
    fn ask(&mut self, commands: &str, word: &str) -> String {
        self.answer(commands, word).expect("an answer")
    }

    /// Like [`ask`](Self::ask), but returns `None` if the program has ended.
    fn answer(&mut self, commands: &str, word: &str) -> Option<String> {
        writeln!(self.process.stdin.as_mut()?, "{commands}").ok()?;
        let mut answers = self.lines.by_ref().map_while(Result::ok);
        answers.find_map(|line| Some(line.strip_prefix(word)?.trim().to_owned()))
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Plays a game with each colour: Stockfish accepts our moves as legal, and we accept its moves.
#[test]
fn games_against_stockfish() {
    let Some(mut stockfish) = Stockfish::start() else {
        println!("skipped: stockfish is not installed");
        return;
    };
    stockfish.ask("setoption name Skill Level value 0\nisready", "readyok");
    for ours in Color::ALL {
        let mut game = Game::new(Position::start());
        let mut search = quiet_search::<Position>(4);
        let mut moves = String::from("position startpos moves");
        while game.outcome().is_none() && game.moves().len() < 200 {
            let position = *game.position();
            let mv = if position.side_to_move() == ours {
                let mut keys: Vec<u64> = game.positions().map(Position::key).collect();
                keys.pop();
                found(&position, &keys, &mut search, &to_depth(5)).unwrap().mv
            } else {
                let answer = stockfish.ask(&format!("{moves}\ngo nodes 300"), "bestmove");
                Move::from_uci(answer.split(' ').next().unwrap(), &position).unwrap()
            };
            let _ = write!(moves, " {}", mv.to_uci(&position, CastlingStyle::Standard));
            game.play(mv).unwrap();
            let seen = stockfish.ask(&format!("{moves}\nd"), "Fen:");
            let fields = |fen: &str| fen.split(' ').take(3).map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(fields(&seen), fields(&game.position().to_string()), "{moves}");
        }
        println!("we have {ours:?}: {:?} after {} plies", game.outcome(), game.moves().len());
    }
}
