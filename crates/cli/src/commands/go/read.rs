//! Games in SGF from files, one after the other.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use indicatif::ProgressBar;
use zobrist_files::{Holds, Rejection, whole};
use zobrist_go::Color;
use zobrist_go::sgf::{Entry, Fault, SgfError, TextPosition, games};

use crate::ending::Ending;
use crate::hints::with_hint;
use crate::input;
use crate::rejections::Tally;
use crate::size::bytes;

/// A game that was read.
pub(crate) struct Game<'a> {
    /// The name of its file, for messages.
    pub file: &'a str,
    /// Its number within its file, from 1. Rejected games have one too.
    pub number: u64,
    pub entry: Entry<'a>,
}

/// The limit on the size of each file.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct GoLimit {
    /// Largest file that is read, after decompression: it is held in memory
    ///
    /// The games before the limit are done, and the rest of the file is rejected.
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "64MiB",
        value_parser = bytes,
        help_heading = "Resources",
        hide_short_help = true
    )]
    max_size: u64,
}

impl Default for GoLimit {
    fn default() -> GoLimit {
        GoLimit { max_size: whole::LIST }
    }
}

/// The reason why a game is refused, and its place.
pub(crate) struct Refusal {
    /// The beginning of the game, if `None`.
    place: Option<TextPosition>,
    reason: String,
}

impl From<String> for Refusal {
    fn from(reason: String) -> Refusal {
        Refusal { place: None, reason }
    }
}

impl From<&SgfError> for Refusal {
    fn from(error: &SgfError) -> Refusal {
        Refusal { place: Some(error.place), reason: error.fault.to_string() }
    }
}

/// Hands every game of the files to `work`. A game that cannot be read, or that `work`
/// refuses, is reported; the rest is done.
///
/// # Errors
/// When a file is missing, or `work` cannot go on.
pub(crate) fn for_each_game(
    files: &[PathBuf],
    strict: bool,
    limit: GoLimit,
    progress: ProgressBar,
    mut work: impl FnMut(Game) -> Result<Result<(), Refusal>>,
) -> Result<Ending> {
    let inputs = input::find_all(files, Holds::Text, &progress)?;
    let mut tally = Tally::new("games", progress);
    'files: for found in inputs {
        let mut number = 0;
        let input = found.open();
        let mut bytes = Vec::new();
        // Games before a fault in the middle of a file are still done.
        let fault = whole::fill(input.reader, limit.max_size, &mut bytes).err();
        let mut games = games(&bytes).peekable();
        while let Some(game) = games.next() {
            let has_no_end = |fault: &Fault| matches!(fault, Fault::OpenGame | Fault::OpenValue);
            if let Err(error) = &game
                && fault.is_some()
                && games.peek().is_none()
                && (has_no_end(&error.fault) || error.fault == Fault::Nothing)
            {
                // Its end could not be read, which is reported below.
                break;
            }
            number += 1;
            let begins = game.as_ref().map_or_else(|error| error.place, |game| game.place);
            let done = match game {
                Err(error) => Err(Refusal::from(&error)),
                Ok(game) => match work(Game { file: &input.name, number, entry: game }) {
                    Err(error) => return tally.ending().when(Err(error)),
                    Ok(done) => done,
                },
            };
            let rejection = done.err().map(|Refusal { place, reason }| {
                let TextPosition { line, offset, .. } = place.unwrap_or(begins);
                let (line, offset) = (line as u64, offset as u64);
                Rejection::new(input.name.clone(), line, offset, reason)
            });
            tally.add(1, rejection.as_slice());
            if strict && tally.any_rejected() {
                break 'files;
            }
        }
        if let Some(error) = fault {
            let line = 1 + bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
            let reason = format!("cannot be read further: {}", with_hint(&error.into()));
            let offset = bytes.len() as u64;
            // A game was expected there, or the rest of one.
            tally.add(1, &[Rejection::new(input.name.clone(), line, offset, reason)]);
            if strict {
                break;
            }
        }
    }
    Ok(tally.finish(strict))
}

/// The player of a move that could not be read, if it is a move.
pub(crate) fn unread_move(fault: &SgfError) -> Option<Color> {
    let (Fault::Property(got) | Fault::OffBoard(got)) = &fault.fault else {
        return None;
    };
    let name = got.split('[').next().unwrap_or_default();
    // Small letters mean nothing; they date from before FF[4].
    let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
    match capitals.as_str() {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}
