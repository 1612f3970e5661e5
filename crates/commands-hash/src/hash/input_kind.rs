//! Kind of the inputs: positions or games, by option, name or contents.

use anyhow::{Result, bail};
use clap::ValueEnum;
use zobrist_commands_input::other_kind::advice;
use zobrist_game_text::{ChunkUnit, OtherKind};
use zobrist_input::{FoundInput, plain_name, without_mark};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputFormat {
    /// One position per line, FEN or EPD
    Fen,
    /// Games
    Pgn,
}

impl InputFormat {
    pub(crate) fn unit(self) -> ChunkUnit {
        match self {
            InputFormat::Fen => ChunkUnit::Lines,
            InputFormat::Pgn => ChunkUnit::Games,
        }
    }
}

/// Contents of an input by its name or its first bytes.
enum Contents {
    Unit(ChunkUnit),
    /// Neither positions nor games.
    Other(OtherKind),
}

/// Determines whether inputs hold positions or games. Inputs that are empty, not read or of another
/// kind fit either. Where lines of positions are read, those of another kind are rejected as a
/// whole, as the reader of games does by itself.
///
/// # Errors
/// When some hold games and some positions.
pub(crate) fn unit_of(inputs: &mut [FoundInput]) -> Result<ChunkUnit> {
    let (mut positions, mut games, mut others) = (None, None, Vec::new());
    for (number, input) in inputs.iter_mut().enumerate() {
        match contents_of(input) {
            None => {}
            Some(Contents::Other(kind)) => others.push((number, kind)),
            Some(Contents::Unit(ChunkUnit::Games)) => games = games.or_else(|| Some(input.name())),
            Some(Contents::Unit(_)) => positions = positions.or_else(|| Some(input.name())),
        }
    }
    let unit = match (positions, games) {
        (Some(positions), Some(games)) => bail!(
            "expected inputs of one kind, got games in {games} and positions in {positions}; hash \
             them in two commands, or say --input fen or --input pgn"
        ),
        (None, Some(_)) => return Ok(ChunkUnit::Games),
        (_, None) => ChunkUnit::Lines,
    };
    for (number, kind) in others {
        let input = &mut inputs[number];
        let advice = advice(kind, &input.name());
        input.refuse_for(format!("expected positions, got what looks like {kind}; {advice}"));
    }
    Ok(unit)
}

/// The contents by the name, or else by the first byte that is not blank: no position begins with a
/// bracket, and games with tags do.
fn contents_of(input: &mut FoundInput) -> Option<Contents> {
    if plain_name(&input.name().to_ascii_lowercase()).ends_with(".pgn") {
        return Some(Contents::Unit(ChunkUnit::Games));
    }
    // Blank lines at the beginning are few; more are taken for positions.
    let first = |begin: &[u8]| without_mark(begin, 0).trim_ascii_start().first().copied();
    let is_mark = |begin: &[u8]| b"\xef\xbb\xbf".starts_with(begin);
    let is_enough =
        |begin: &[u8]| !is_mark(begin) && first(begin).is_some() || begin.len() > 1 << 16;
    let begin = input.peek(is_enough);
    let first = first(&begin)?;
    // There may be more.
    match OtherKind::of_begin(&input.name(), &begin, false) {
        Some(kind) if kind != OtherKind::Positions => Some(Contents::Other(kind)),
        _ if first == b'[' => Some(Contents::Unit(ChunkUnit::Games)),
        _ => Some(Contents::Unit(ChunkUnit::Lines)),
    }
}
