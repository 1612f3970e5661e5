//! The closing line: what a command has made or read, in what time, and where the result is.
//!
//! Commands that write a file or an index end with it. Commands that print rows end with it if they
//! took a while, and standard error is a terminal: somebody has been waiting.

use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::message::say;
use crate::verbosity;

static BEGUN: OnceLock<Instant> = OnceLock::new();

/// Notes that the command begins now.
pub fn begin() {
    BEGUN.get_or_init(Instant::now);
}

fn elapsed() -> Duration {
    BEGUN.get().map_or(Duration::ZERO, Instant::elapsed)
}

/// Time after which a command that prints rows says what it has done.
const LONG: Duration = Duration::from_secs(2);

/// Ends a command that has made what is at `place`; `counts` are its parts, such as `3 games`.
pub fn made(counts: &[String], place: impl Display) {
    close(counts, Some(&place));
}

/// Says what was made, if it is not kept in any place that the user knows.
pub fn made_for_now(counts: &[String]) {
    close(counts, None);
}

/// Ends a command that has printed rows of `counts`: says so if that took long.
pub fn printed(counts: &[String]) {
    if elapsed() >= LONG && io::stderr().is_terminal() {
        close(counts, None);
    }
}

/// Ends a command that has [`made`] the file at `place` or, without one, [`printed`] rows.
pub fn made_or_printed(counts: &[String], place: Option<String>) {
    match place {
        Some(place) => made(counts, place),
        None => printed(counts),
    }
}

fn close(counts: &[String], place: Option<&dyn Display>) {
    if !verbosity::is_quiet() {
        say(&line(counts, elapsed(), place));
    }
}

fn line(counts: &[String], elapsed: Duration, place: Option<&dyn Display>) -> String {
    let place = place.map_or(String::new(), |place| format!(": {place}"));
    let seconds = elapsed.as_secs_f64();
    format!("zobrist: {} in {seconds:.1} s{place}\n", counts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_counts_seconds_and_a_place() {
        let counts = ["3 games".to_owned(), "1 rejected".to_owned()];
        let elapsed = Duration::from_millis(1230);
        assert_eq!(
            line(&counts, elapsed, Some(&"idx")),
            "zobrist: 3 games, 1 rejected in 1.2 s: idx\n"
        );
        assert_eq!(line(&counts[..1], elapsed, None), "zobrist: 3 games in 1.2 s\n");
    }
}
