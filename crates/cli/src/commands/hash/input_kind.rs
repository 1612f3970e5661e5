//! Kind of the inputs: positions or games, by option, name or contents.

use anyhow::{Result, bail};
use clap::ValueEnum;
use zobrist_files::{ChunkUnit, FoundInput, plain_name, without_mark};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// One position per line, FEN or EPD
    Fen,
    /// Games
    Pgn,
}

impl InputFormat {
    pub fn unit(self) -> ChunkUnit {
        match self {
            InputFormat::Fen => ChunkUnit::Lines,
            InputFormat::Pgn => ChunkUnit::Games,
        }
    }
}

/// Determines whether inputs hold positions or games. Inputs that are empty or not read fit either.
///
/// # Errors
/// When some hold games and some positions.
pub fn unit_of(inputs: &mut [FoundInput]) -> Result<ChunkUnit> {
    let (mut positions, mut games) = (None, None);
    for input in inputs {
        match kind_of(input) {
            None => {}
            Some(ChunkUnit::Games) => games = games.or_else(|| Some(input.name())),
            Some(_) => positions = positions.or_else(|| Some(input.name())),
        }
    }
    match (positions, games) {
        (Some(positions), Some(games)) => bail!(
            "expected inputs of one kind, got games in {games} and positions in {positions}; hash \
             them in two commands, or say --input fen or --input pgn"
        ),
        (None, Some(_)) => Ok(ChunkUnit::Games),
        (_, None) => Ok(ChunkUnit::Lines),
    }
}

/// The kind by the name, or else by the first byte that is not blank: no position begins with a
/// bracket, and games with tags do.
fn kind_of(input: &mut FoundInput) -> Option<ChunkUnit> {
    if plain_name(&input.name().to_ascii_lowercase()).ends_with(".pgn") {
        return Some(ChunkUnit::Games);
    }
    // Blank lines at the beginning are few; more are taken for positions.
    let first = |begin: &[u8]| without_mark(begin, 0).trim_ascii_start().first().copied();
    let is_mark = |begin: &[u8]| b"\xef\xbb\xbf".starts_with(begin);
    let is_enough =
        |begin: &[u8]| !is_mark(begin) && first(begin).is_some() || begin.len() > 1 << 16;
    match first(&input.peek(is_enough))? {
        b'[' => Some(ChunkUnit::Games),
        _ => Some(ChunkUnit::Lines),
    }
}
