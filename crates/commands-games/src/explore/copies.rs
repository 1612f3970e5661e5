//! The games of an answer as they stand in their files.

use std::io;

use anyhow::Result;
use zobrist_console::rows::write_batch;
use zobrist_console::stdout::print as print_exactly;
use zobrist_console::terminal::{self, Sink};
use zobrist_explorer::OpenSource;
use zobrist_explorer::source_games::SourceGames;
use zobrist_index::{FoundGame, GameOrder, StoredGame};

/// Writes games of the sources with these numbers, each copied from its file. False if some cannot
/// be, which is reported.
///
/// In the order of the files they are written as they are read. In another order their texts are
/// held in memory, so that each file is read once.
///
/// # Errors
/// When they cannot be written, a file cannot be opened, or it has changed while it was read.
pub(crate) fn print(
    games: &[FoundGame],
    numbers: &[usize],
    sources: &[OpenSource],
    order: GameOrder,
) -> Result<bool> {
    let mut text = Vec::new();
    let mut is_whole = true;
    if order == GameOrder::First {
        let mut rest = games;
        for same in numbers.chunk_by(|one, other| one == other) {
            let (here, later) = rest.split_at(same.len());
            let mut copies = SourceGames::new(sources[same[0]].opened.index.sources());
            for found in here {
                is_whole &= copies.append(&found.game, &mut text)?;
                write_batch(&mut text, write)?;
            }
            copies.finish()?;
            rest = later;
        }
    } else {
        for copy in texts(games, numbers, sources)? {
            is_whole &= copy.is_some();
            text.extend(copy.unwrap_or_default());
            write_batch(&mut text, write)?;
        }
    }
    write(&text)?;
    Ok(is_whole)
}

/// Writes text, exact or, on a terminal, without control characters.
fn write(text: &[u8]) -> io::Result<()> {
    match terminal::stdout() {
        Sink::Exact => print_exactly(text),
        sink => print_exactly(sink.lines(&String::from_utf8_lossy(text)).as_bytes()),
    }
}

/// The texts of games, in their order; `None` for one that cannot be copied.
fn texts(
    games: &[FoundGame],
    numbers: &[usize],
    sources: &[OpenSource],
) -> Result<Vec<Option<Vec<u8>>>> {
    let mut texts = vec![None; games.len()];
    for (number, source) in sources.iter().enumerate() {
        let places: Vec<usize> =
            (0..games.len()).filter(|place| numbers[*place] == number).collect();
        let of_source: Vec<&StoredGame> = places.iter().map(|place| &games[*place].game).collect();
        let copied = SourceGames::new(source.opened.index.sources()).texts(&of_source)?;
        for (place, text) in places.into_iter().zip(copied) {
            texts[place] = text;
        }
    }
    Ok(texts)
}
