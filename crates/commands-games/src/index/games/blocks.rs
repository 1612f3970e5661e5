//! Games of an index as blocks of text, made on several threads and written in order.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use anyhow::Result;
use zobrist_console::message::say;
use zobrist_console::output::Output;
use zobrist_console::terminal::Sink;
use zobrist_game_text::in_order;
use zobrist_index::{IndexError, StoredGame};

/// The games of an index, in their order, some at a time.
pub(super) type Games<'a> =
    Box<dyn Iterator<Item = std::result::Result<Vec<StoredGame>, IndexError>> + Send + 'a>;

/// The counts of the games that were written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Written {
    pub(super) games: u64,
    /// Games that could not be written, which were reported.
    pub(super) missing: u64,
}

/// Games as text, and a message for each game that could not be made into text.
#[derive(Default)]
pub(super) struct Block {
    pub(super) text: Vec<u8>,
    pub(super) faults: Vec<String>,
}

/// Turns games into text with `make`, some at a time, and writes and counts it.
///
/// # Errors
/// When the index cannot be read, or `write` fails.
pub(super) fn write_blocks(
    mut games: Games,
    threads: NonZeroUsize,
    make: impl Fn(&[StoredGame]) -> Block + Sync,
    mut write: impl FnMut(&[u8]) -> Result<()> + Send,
    written: &mut Written,
) -> Result<()> {
    let broken = in_order(
        threads,
        || games.next(),
        |games| {
            let games = games?;
            Ok((games.len(), make(&games)))
        },
        |made: Result<(usize, Block)>| {
            let step = made.and_then(|(games, Block { text, faults })| {
                faults.iter().for_each(|fault| say(&format!("zobrist: {fault}\n")));
                written.games += (games - faults.len()) as u64;
                written.missing += faults.len() as u64;
                write(&text)
            });
            step.map_or_else(ControlFlow::Break, ControlFlow::Continue)
        },
    );
    broken.map_or(Ok(()), Err)
}

/// Writes text for people or programs: exact, or on a terminal without control characters.
pub(super) fn write_text(output: &mut Output, text: &[u8]) -> Result<()> {
    match output.sink() {
        Sink::Exact => output.write_all(text)?,
        sink => {
            let text = String::from_utf8_lossy(text);
            output.write_all(sink.lines(&text).as_bytes())?;
        }
    }
    Ok(())
}
