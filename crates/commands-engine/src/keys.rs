//! `zobrist engine keys`: the words of an engine as a scheme file.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result};
use shakmaty::{Color, Piece, Role, Square};
use zobrist_chess::SchemeDescription;
use zobrist_console::closing;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::output::Output;
use zobrist_console::progress::spinning;

use crate::args::EngineArgs;
use crate::check::learn;
use crate::fact::{COLORS, EnPassantRule, Fact};
use crate::lines::game_positions;
use crate::report::{Subject, breakdowns, heading};
use crate::session::Learned;
use crate::table::{LAST_CLOCK, Table};
use crate::word::{Oracle, Question, Word};

/// Recover the words of an engine's table as a scheme file
///
/// The file describes the layout, the conventions and a key for each feature, and every command that
/// takes a scheme takes it (`--scheme FILE.toml`). Its head says which choices a table leaves open:
/// every position has one king of each color and one set of rights, so that a constant can be moved
/// between their words and the key of the start. The hash of every legal position is the engine's.
///
/// The keys of 10,000 positions of random games are asked for and compared with the table; those
/// that differ are counted, and the exit status is then 1.
///
/// Cost: about 11,300 questions.
///
/// Exit status: 0 all are predicted, 1 some are not, 2 the engine could not be asked.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist engine keys -o keys.toml -- ./my-engine",
    "zobrist engine keys --name mine -- ./my-engine"
))]
pub(crate) struct Args {
    #[command(flatten)]
    engine: EngineArgs,
    /// File to write
    #[arg(short, long, value_name = "FILE.toml", default_value = "-", help_heading = "Output")]
    output: PathBuf,
    /// Replace an existing file
    #[arg(long, help_heading = "Output")]
    force: bool,
    /// Name of the scheme
    #[arg(long, value_name = "NAME", default_value = "engine", help_heading = "Output")]
    name: String,
    /// Seed of the games that are predicted
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Output")]
    seed: u64,
}

/// Positions whose keys are compared with the table.
const PREDICTED: usize = 10_000;

pub(crate) fn run(args: Args) -> Result<Ending> {
    let mut output = Output::create(&args.output, args.force)?;
    let mut engine = args.engine.start(Vec::new())?;
    let (learned, wrong) = spinning("asking the engine", || -> Result<_> {
        let learned = learn(&mut engine)?;
        let wrong = wrong_predictions(&mut engine, &learned, args.seed)?;
        Ok((learned, wrong))
    })?;
    let subject = Subject::of(&engine);
    let text = scheme_text(&args.name, &subject, &learned);
    SchemeDescription::parse(&text).context("the words make no scheme")?;
    output.write_all(text.as_bytes())?;
    let place = output.place();
    output.finish()?;
    if let Some(fen) = wrong.first() {
        say(&format!(
            "zobrist: {} of {PREDICTED} positions have another key than the table says, the first \
             being {fen}; `zobrist engine check` looks for the fault\n",
            wrong.len()
        ));
    }
    for fault in breakdowns(&engine) {
        say(&format!("zobrist: {}\n", fault.title));
    }
    let predicted = PREDICTED - wrong.len();
    let counts = [format!("{predicted} of {PREDICTED} positions predicted")];
    closing::made_or_printed(&counts, place);
    Ok(Ending::done_if(wrong.is_empty() && engine.breakdowns.is_empty()))
}

/// Positions of games whose key is not the sum of its words.
fn wrong_predictions(engine: &mut dyn Oracle, learned: &Learned, seed: u64) -> Result<Vec<String>> {
    let counts = learned.conventions.counts();
    let by_fen = learned.conventions.by_fen.unwrap_or(counts).strictest(counts);
    let positions = game_positions(PREDICTED, seed);
    let fens: Vec<String> =
        positions.iter().map(|position| crate::fact::fen(position, counts)).collect();
    let questions: Vec<Question> = fens.iter().cloned().map(Question::fen).collect();
    let answers = engine.ask(&questions)?;
    let rows = positions.iter().zip(answers).zip(fens);
    let wrong = rows
        .filter(|((position, answer), _)| *answer != Ok(learned.table.predict(position, by_fen)));
    Ok(wrong.map(|(_, fen)| fen).collect())
}

/// The order of pieces, as in the scheme file.
const ORDER: &str = "PNBRQKpnbrqk";

/// The scheme file.
fn scheme_text(name: &str, subject: &Subject, learned: &Learned) -> String {
    let table = &learned.table;
    let mut text = String::new();
    for line in heading(subject, learned).lines() {
        writeln!(text, "# {line}").expect("a string");
    }
    text += "# Open choices: a white king on a1, a black king on h8 and no castling rights have the \
             word 0 here.\n# The words of pawns on the first and last ranks are never seen and are 0. \
             The turn's key is for\n# Black; the engine may have it for White, with another key of the \
             start.\n";
    let bits = table.bits();
    let (additive, by_file) = (table.is_castling_additive(), table.is_en_passant_by_file());
    let of = |fact| table.word(fact).unwrap_or(0);
    let mut keys: Vec<Word> = Vec::new();
    for color in COLORS {
        for role in Role::ALL {
            let piece = Piece { color, role };
            keys.extend(Square::ALL.map(|square| of(Fact::Piece(piece, square))));
        }
    }
    keys.push(of(Fact::Black));
    if additive {
        keys.extend((0..4).map(|bit| of(Fact::Castling(1 << bit))));
    } else {
        keys.extend((0..16).map(|set| of(Fact::Castling(set))));
    }
    let counts = learned.conventions.counts();
    if by_file {
        keys.extend(Square::ALL[16..24].iter().map(|square| of(Fact::EnPassant(*square))));
    } else {
        let passed = |square: &Square| {
            matches!(square.rank(), shakmaty::Rank::Third | shakmaty::Rank::Sixth)
        };
        let word = |square: Square| {
            if passed(&square) { of(Fact::EnPassant(square)) } else { 0 }
        };
        keys.extend(Square::ALL.map(word));
    }
    let hex = |word: Word| format!("0x{word:0width$x}", width = bits as usize / 4);
    writeln!(
        text,
        "name     = \"{name}\"\nbits     = {bits}\ncombine  = \"xor\"\nkeys     = {{ hex = ["
    )
    .expect("a string");
    for key in keys {
        writeln!(text, "    \"{}\",", hex(key)).expect("a string");
    }
    let castling = if additive { "rights" } else { "sets" };
    let by = if by_file { "file" } else { "square" };
    // A key that never counts has a rule all the same.
    let counts = if counts == EnPassantRule::NEVER { EnPassantRule::LEGAL } else { counts };
    writeln!(
        text,
        "] }}\nlayout   = [\"pieces\", \"turn\", \"castling\", \"en-passant\"]\n\
         [pieces]\norder    = \"{ORDER}\"\nsquares  = {{ first = \"a1\", run = \"rank\" }}\n\
         index    = \"piece-square\"\n[turn]\nkey-for  = \"black\"\n\
         [castling]\nkeys     = \"{castling}\"\norder    = \"KQkq\"\n\
         [en-passant]\nkeys     = \"{by}\"\ncounts   = \"{}\"\n[start]\nkey      = \"{}\"",
        counts.word(),
        hex(table.base)
    )
    .expect("a string");
    append_clock(&mut text, table, &hex);
    text
}

/// The words of the halfmove clock: each for one clock, or for steps of several.
fn append_clock(text: &mut String, table: &Table, hex: &dyn Fn(Word) -> String) {
    let Some(from) = table.clock.iter().position(|word| *word != 0) else { return };
    let rest = &table.clock[from..];
    let is_step = |step: &usize| {
        let in_steps = |(index, word): (usize, &Word)| rest[index / step * step] == *word;
        rest.iter().enumerate().all(in_steps)
    };
    let step = (1..=LAST_CLOCK).rev().find(is_step).unwrap_or(1);
    let count = (LAST_CLOCK - from) / step + 1;
    writeln!(text, "[clock]\nfrom     = {from}\nstep     = {step}\nkeys     = [")
        .expect("a string");
    for index in 0..count {
        writeln!(text, "    \"{}\",", hex(rest[index * step])).expect("a string");
    }
    *text += "]\n";
    debug_assert!(COLORS.contains(&Color::White));
}
