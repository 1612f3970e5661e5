//! A second engine that says which stones are dead, since controllers do not.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use zobrist_go::{Board, Color, Move, Point};

use super::chains::chain;

/// Longest time that an answer may take: some engines first tune themselves to the machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// Longest time that the engine may take to end after `quit`.
const END: Duration = Duration::from_secs(2);

/// Longest answer, in lines and in bytes of a line. More is no answer.
const MAX_LINES: usize = 1000;
const MAX_LINE: usize = 1 << 16;

/// A game as an engine is told of it.
pub(super) struct EndedGame<'a> {
    pub(super) komi: f64,
    /// The commands that play it from an empty board; `None` if stones were set up in its middle.
    pub(super) moves: Option<Vec<String>>,
    /// Its last position.
    pub(super) board: &'a Board,
}

/// An engine, which is started when it is needed.
pub(super) struct SecondEngine {
    words: Vec<String>,
    running: Option<Running>,
}

struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl SecondEngine {
    /// The engine of a command line.
    ///
    /// # Errors
    /// When it has no word, or a quote without its end.
    pub(super) fn of(command: &str) -> Result<SecondEngine> {
        let words = words(command)?;
        if words.is_empty() {
            bail!("--dead-by: expected the command line of an engine, got none");
        }
        Ok(SecondEngine { words, running: None })
    }

    /// The stones that the engine takes for dead, whole chains.
    ///
    /// # Errors
    /// When it cannot be started, refuses a command, or gives no answer.
    pub(super) fn dead_stones(&mut self, game: &EndedGame<'_>) -> Result<BTreeSet<Point>, String> {
        let asked = self.ask_all(game);
        if asked.is_err() {
            // Whatever is wrong with it, the next question begins with a new one.
            self.running = None;
        }
        asked.map_err(|error| format!("--dead-by {}: {error}", self.words[0]))
    }

    fn ask_all(&mut self, game: &EndedGame<'_>) -> Result<BTreeSet<Point>, String> {
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(&self.words)?),
        };
        let board = game.board;
        let (width, height) = (board.width(), board.height());
        let size = match width == height {
            true => format!("boardsize {width}"),
            false => format!("rectangular_boardsize {width} {height}"),
        };
        for command in [size.as_str(), "clear_board", &format!("komi {}", game.komi)] {
            running.ask(command)?;
        }
        let is_played = match &game.moves {
            Some(moves) => moves.iter().try_for_each(|command| running.ask(command).map(drop)),
            None => Err(String::new()),
        };
        // An engine may refuse a move that the rules here allow: then it gets the stones.
        if is_played.is_err() {
            running.ask("clear_board")?;
            for (color, point) in board.stones() {
                running.ask(&play(color, Move::Play(point)))?;
            }
        }
        let answer = running.ask("final_status_list dead")?;
        let mut dead = BTreeSet::new();
        for name in answer.split_whitespace() {
            let point = name.parse::<Point>().ok();
            match point.filter(|point| board.stone(*point).is_some()) {
                Some(point) => dead.extend(chain(board, point)),
                None => {
                    let name: String = name.chars().take(20).collect();
                    return Err(format!("expected stones of the board as dead, got {name:?}"));
                }
            }
        }
        Ok(dead)
    }
}

/// The command that makes a move.
pub(super) fn play(color: Color, played: Move) -> String {
    let color = if color == Color::Black { "b" } else { "w" };
    format!("play {color} {played}")
}

impl Running {
    fn start(words: &[String]) -> Result<Running, String> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child =
            command.spawn().map_err(|error| format!("cannot start the engine: {error}"))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (sender, lines) = channel();
        let (Some(input), Some(output)) = (input, output) else {
            return Err("cannot speak to the engine".to_owned());
        };
        // It ends when the engine closes its output.
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            loop {
                line.clear();
                let read = read_line(&mut output, &mut line);
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                if !read || sender.send(text).is_err() {
                    return;
                }
            }
        });
        Ok(Running { child, input, lines })
    }

    /// The reply to a command.
    fn ask(&mut self, command: &str) -> Result<String, String> {
        let name = command.split(' ').next().unwrap_or_default();
        let sent = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        sent.map_err(|error| format!("cannot send {name} to the engine: {error}"))?;
        let until = Instant::now() + PATIENCE;
        let mut lines: Vec<String> = Vec::new();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => {
                    let seconds = PATIENCE.as_secs();
                    format!("expected an answer to {name} within {seconds} seconds, got none")
                }
                RecvTimeoutError::Disconnected => {
                    format!("expected an answer to {name}, and the engine ended")
                }
            })?;
            // An empty line ends an answer, and some engines write more of them.
            if line.is_empty() && lines.is_empty() {
                continue;
            }
            if line.is_empty() {
                break;
            }
            if lines.is_empty() && !line.starts_with(['=', '?']) || lines.len() == MAX_LINES {
                let got: String = line.chars().take(60).collect();
                return Err(format!("expected an answer of GTP to {name}, got {got:?}"));
            }
            lines.push(line);
        }
        let answer = lines.join("\n");
        let (status, rest) = answer.split_at(1);
        let text = rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
        match status {
            "=" => Ok(text),
            _ => {
                let text: String = text.chars().take(200).collect();
                Err(format!("the engine refuses {command}: {text}"))
            }
        }
    }
}

impl Drop for Running {
    /// Asks the engine to end, and ends it if it does not.
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit").and_then(|()| self.input.flush());
        let until = Instant::now() + END;
        while Instant::now() < until {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(10)),
                _ => return,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads the next line into an empty buffer; `false` at the end, or if the line is too long.
fn read_line(output: &mut impl BufRead, line: &mut Vec<u8>) -> bool {
    let read = output.take(MAX_LINE as u64).read_until(b'\n', line);
    read.is_ok_and(|bytes| bytes > 0 && (bytes < MAX_LINE || line.ends_with(b"\n")))
}

/// The words of a command line: parted by spaces, but for those in single or double quotes.
fn words(command: &str) -> Result<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    for c in command.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        bail!("--dead-by: expected the end of the quote {open}, got none");
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_may_stand_in_quotes() {
        let read = |text: &str| words(text).unwrap();
        assert_eq!(read("gnugo  --mode gtp "), ["gnugo", "--mode", "gtp"]);
        assert_eq!(read("'a b'c \"d ' e\" ''"), ["a bc", "d ' e", ""]);
        assert!(words("'a").unwrap_err().to_string().contains("end of the quote"));
        assert!(SecondEngine::of(" ").is_err());
    }
}
