//! Legality compared with GNU Go, point by point, if it is installed.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use zobrist::source::SplitMix64;

use crate::tool::{ZOBRIST, say};

pub const GNUGO: &str = "/usr/games/gnugo";

/// A program that speaks GTP.
struct Engine {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Engine {
    fn start(program: &str, args: &[&str]) -> std::io::Result<Engine> {
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Ok(Engine { child, stdin, stdout })
    }

    fn send(&mut self, command: &str) {
        writeln!(self.stdin, "{command}").unwrap();
    }

    /// The answer to a command that was sent.
    fn receive(&mut self) -> String {
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            assert!(self.stdout.read_line(&mut line).unwrap() > 0, "it ended: {answer}");
            if line.trim().is_empty() {
                if !answer.is_empty() {
                    return answer.trim_end().to_owned();
                }
            } else {
                answer += &line;
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// GNU Go; `None`, reported on standard error, when it is not there, but with
/// `ZOBRIST_GNUGO=required` it must be.
fn gnugo(ko: &str) -> Option<Engine> {
    let args = ["--mode", "gtp", "--forbid-suicide", ko];
    match Engine::start(GNUGO, &args) {
        Ok(engine) => Some(engine),
        Err(error) => {
            let required = env::var("ZOBRIST_GNUGO").is_ok_and(|value| value == "required");
            assert!(!required, "{GNUGO}: {error}");
            say(&format!("{GNUGO}: {error}"));
            None
        }
    }
}

/// The points that an answer names, sorted.
fn points(answer: &str) -> Vec<String> {
    let names = answer.strip_prefix('=').unwrap_or_else(|| panic!("{answer}"));
    let mut names: Vec<String> = names.split_whitespace().map(str::to_owned).collect();
    names.sort_unstable();
    names
}

/// Plays random games on small boards, where superko matters, and compares after every move which
/// points each player may play; returns how many positions were compared, and in how many an empty
/// point was refused.
fn compare(rules: &str, theirs: &str, games: u64) {
    let Some(mut gnugo) = gnugo(theirs) else { return };
    let options = ["go", "gtp", "--suicide", "forbidden", "--rules", rules];
    let mut ours = Engine::start(ZOBRIST, &options).unwrap();
    let mut random = SplitMix64::new(2026);
    let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    let mut positions = 0;
    for game in 0..games {
        let side = 2 + below(3);
        let mut moves = Vec::new();
        let mut both = |command: &str| {
            gnugo.send(command);
            ours.send(command);
            let (theirs, ours) = (gnugo.receive(), ours.receive());
            assert!(theirs.starts_with('=') && ours.starts_with('='), "{command}: {theirs} {ours}");
            (theirs, ours)
        };
        both(&format!("boardsize {side}"));
        both("clear_board");
        for ply in 0..12 * side {
            let mut own = Vec::new();
            for color in ["black", "white"] {
                let (theirs, ours) = both(&format!("all_legal {color}"));
                let (theirs, ours) = (points(&theirs), points(&ours));
                assert_eq!(theirs, ours, "game {game}, {side}x{side}, {color} after {moves:?}");
                if (color == "white") == (ply % 2 == 1) {
                    own = ours;
                }
            }
            positions += 2;
            let point = match own.len() {
                0 => "pass",
                _ if below(15) == 0 => "pass",
                count => &own[below(count)],
            };
            let color = ["black", "white"][ply % 2];
            both(&format!("play {color} {point}"));
            moves.push(point.to_owned());
        }
    }
    assert!(positions > 40 * games, "{positions} positions");
}

#[test]
fn positional_superko_is_that_of_gnugo() {
    compare("positional", "--positional-superko", 700);
}

#[test]
fn situational_superko_is_that_of_gnugo() {
    compare("situational", "--situational-superko", 700);
}

#[test]
fn simple_ko_is_that_of_gnugo() {
    compare("simple", "--simple-ko", 700);
}

/// More stones than there are places for, on all sizes that GNU Go has but 12: it puts those stones
/// on the fourth line, where the specification has the third.
#[test]
fn fixed_handicaps_are_those_of_gnugo() {
    let Some(mut gnugo) = gnugo("--simple-ko") else { return };
    let mut ours = Engine::start(ZOBRIST, &["go", "gtp"]).unwrap();
    let mut placed = 0;
    for side in (5..12).chain(13..=19) {
        for stones in 0..12 {
            let commands = [
                format!("boardsize {side}"),
                "clear_board".into(),
                format!("fixed_handicap {stones}"),
            ];
            let [theirs, ours] = [&mut gnugo, &mut ours].map(|engine| {
                let answers = commands.each_ref().map(|command| {
                    engine.send(command);
                    engine.receive()
                });
                answers[2].clone()
            });
            assert_eq!(theirs.starts_with('?'), ours.starts_with('?'), "{side}: {theirs} {ours}");
            if ours.starts_with('=') {
                assert_eq!(points(&theirs), points(&ours), "{stones} stones on {side} x {side}");
                placed += 1;
            }
        }
    }
    // Six odd sizes from 9 on have eight, and six others three.
    assert_eq!(placed, 6 * 8 + 6 * 3);
}
