//! The scheme `stockfish-15.1` has the key that Stockfish 15.1 prints, for positions of games and
//! random games, and for every halfmove clock.
//!
//! Needs Debian's package `stockfish`. Where it is missing, or is another version, the test says so
//! and passes, or fails if `ZOBRIST_STOCKFISH=required` is set.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::{env, thread};

use shakmaty::{Chess, EnPassantMode, Move, Position, fen::Fen};
use zobrist::Key;
use zobrist::source::SplitMix64;
use zobrist_chess::{AnyScheme, ComposedScheme};
use zobrist_shakmaty::pgn::{GameScanner, replay_game};
use zobrist_shakmaty::{GameOptions, GameVisitor, HashablePosition, Hashed, hash, read_position};

use crate::positions;

const STOCKFISH: &str = "/usr/games/stockfish";
/// Other versions may have other keys.
const VERSION: &str = "Stockfish 15.1";

/// A running Stockfish, which ends with this value.
struct Engine {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> io::Result<Engine> {
        let mut child =
            Command::new(STOCKFISH).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (stdin, stdout) = (stdin.expect("piped"), BufReader::new(stdout.expect("piped")));
        Ok(Engine { child, stdin, stdout })
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        let read = self.stdout.read_line(&mut line).expect("Stockfish writes text");
        assert!(read > 0, "Stockfish ended");
        line.truncate(line.trim_end().len());
        line
    }

    /// The name and version that it gives itself.
    fn name(&mut self) -> String {
        writeln!(self.stdin, "uci").unwrap();
        let mut name = String::new();
        loop {
            match self.line() {
                line if line == "uciok" => return name,
                line => name = line.strip_prefix("id name ").map_or(name, str::to_owned),
            }
        }
    }

    /// The key of each position.
    fn keys(&mut self, fens: &[String]) -> Vec<u64> {
        let ask: String = fens.iter().map(|fen| format!("position fen {fen}\nd\n")).collect();
        let mut keys = Vec::new();
        // Written by another thread, as either pipe may be full.
        thread::scope(|scope| {
            let Engine { stdin, stdout, .. } = self;
            scope.spawn(|| stdin.write_all(ask.as_bytes()));
            let mut shown = String::new();
            let mut lines = stdout.lines();
            while keys.len() < fens.len() {
                let line = lines.next().expect("Stockfish runs").expect("Stockfish writes text");
                if let Some(fen) = line.strip_prefix("Fen: ") {
                    shown = fen.to_owned();
                }
                if let Some(key) = line.strip_prefix("Key: ") {
                    assert_same_position(&shown, &fens[keys.len()]);
                    keys.push(u64::from_str_radix(key.trim(), 16).expect("a key in hex"));
                }
            }
        });
        keys
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // A failed test leaves answers unread, and may leave it unable to read `quit`.
        if thread::panicking() || writeln!(self.stdin, "quit").is_err() {
            self.child.kill().ok();
        }
        self.child.wait().ok();
    }
}

/// Asserts that the engine has read the position that was meant, but for the en passant square,
/// which it keeps only where a pawn stands beside.
#[track_caller]
fn assert_same_position(shown: &str, meant: &str) {
    let fields = |fen: &str| -> Vec<String> {
        let fields = fen.split(' ').enumerate();
        fields.filter(|(i, _)| *i != 3).map(|(_, field)| field.to_owned()).collect()
    };
    assert_eq!(fields(shown), fields(meant));
}

/// Stockfish 15.1; `None`, reported on standard error, when it is not there, but with
/// `ZOBRIST_STOCKFISH=required` it must be.
fn stockfish() -> Option<Engine> {
    let found = match Engine::start() {
        Err(error) => Err(error.to_string()),
        Ok(mut engine) => match engine.name() {
            name if name == VERSION => Ok(engine),
            name => Err(format!("expected {VERSION}, got {name}")),
        },
    };
    let problem = match found {
        Ok(engine) => return Some(engine),
        Err(problem) => format!("{STOCKFISH}: {problem}; its keys were not compared"),
    };
    let required = env::var("ZOBRIST_STOCKFISH").is_ok_and(|value| value == "required");
    assert!(!required, "{problem}");
    // Not `eprintln!`, whose output a passing test does not show.
    writeln!(io::stderr(), "{problem}").ok();
    None
}

fn scheme() -> ComposedScheme {
    AnyScheme::named("stockfish-15.1").expect("a built-in scheme").to_composed()
}

fn compare(engine: &mut Engine, fens: &[String]) {
    let scheme = scheme();
    let keys = engine.keys(fens);
    assert_eq!(keys.len(), fens.len());
    for (fen, key) in fens.iter().zip(keys) {
        let position: Chess = read_position(fen.as_bytes(), None).expect("a legal position");
        let ours = hash(&scheme, &position).to_word();
        assert_eq!(ours, key.into(), "ours {ours:016x}, theirs {key:016x}: {fen}");
    }
}

/// The FEN with its own clocks and the square behind every double step, of which Stockfish keeps
/// those that count.
fn fen_of(position: &impl Position) -> String {
    Fen::from_position(position, EnPassantMode::Always).to_string()
}

/// Every `step`th position of the repository's games.
fn of_games(step: usize) -> Vec<String> {
    struct Collect {
        seen: usize,
        step: usize,
        fens: Vec<String>,
    }
    impl<S: zobrist_chess::Scheme> GameVisitor<S, ()> for Collect {
        fn position<P: HashablePosition>(
            &mut self,
            _: usize,
            _: Option<Move>,
            position: &Hashed<S, P, ()>,
        ) {
            if self.seen.is_multiple_of(self.step) {
                self.fens.push(fen_of(position.position()));
            }
            self.seen += 1;
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/engine-games.pgn.gz");
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(file).read_to_end(&mut text).expect("the games can be read");
    let mut collect = Collect { seen: 0, step, fens: Vec::new() };
    let (mut rest, mut scanner) = (&text[..], GameScanner::new());
    while let Some(end) = scanner.end_of_game(rest, true) {
        let game = &rest[..end];
        rest = &rest[end..];
        replay_game(&scheme(), game, GameOptions::default(), (), &mut collect)
            .expect("the games are legal");
    }
    collect.fens
}

/// Positions of random games, in which castling, promotions, and double steps beside a pawn and
/// elsewhere are frequent.
fn of_random_games(count: usize) -> Vec<String> {
    let mut random = SplitMix64::new(15);
    let (mut fens, mut castled, mut promoted) = (Vec::new(), 0, 0);
    // Double steps with a legal capture, with a pawn beside that may not capture, and others.
    let mut double_steps = [0; 3];
    for (start, _) in positions::CHESS.iter().cycle() {
        let mut position: Chess = positions::read(start);
        fens.push(fen_of(&position));
        for m in positions::random_game(&position, &mut random, 20) {
            castled += usize::from(m.is_castle());
            promoted += usize::from(m.is_promotion());
            position.play_unchecked(m);
            fens.push(fen_of(&position));
            let modes = [EnPassantMode::Legal, EnPassantMode::PseudoLegal, EnPassantMode::Always];
            if let Some(first) = modes.iter().position(|mode| position.ep_square(*mode).is_some()) {
                double_steps[first] += 1;
            }
        }
        if fens.len() >= count {
            break;
        }
    }
    assert!(castled > 40 && promoted > 80, "{castled} {promoted}");
    assert!(double_steps.iter().all(|count| *count > 5), "{double_steps:?}");
    fens.truncate(count);
    fens
}

#[test]
fn keys_are_those_of_stockfish() {
    let Some(mut engine) = stockfish() else { return };
    let mut fens = of_games(18);
    assert!(fens.len() >= 7_000, "{}", fens.len());
    fens.truncate(7_000);
    fens.extend(of_random_games(3_000));
    compare(&mut engine, &fens);
}

#[test]
fn every_clock_is_that_of_stockfish() {
    let Some(mut engine) = stockfish() else { return };
    // From games and from random ones, 100 of each.
    let (games, random) = (of_games(1_000), of_random_games(3_000));
    let starts = games[..100].iter().chain(random.iter().step_by(30));
    let with_clock = |fen: &String, clock: u32| {
        let mut fields: Vec<&str> = fen.split(' ').collect();
        let clock = clock.to_string();
        fields[4] = &clock;
        fields.join(" ")
    };
    let fens: Vec<String> =
        starts.flat_map(|fen| (0..=150).map(move |clock| with_clock(fen, clock))).collect();
    assert_eq!(fens.len(), 200 * 151);
    compare(&mut engine, &fens);
}
