//! `zobrist engine questions` and `zobrist engine answers`.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use zobrist_console::closing;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::output::Output;
use zobrist_console::stdout::print_lines;
use zobrist_console::terminal;

use crate::offline::{Answers, line, questions};
use crate::report::{ReportFormat, Subject, report};
use crate::session::{self, Budget};

/// Write questions for a program that is no UCI engine
///
/// A line for each question: its number, a FEN, and moves in UCI notation from there, with tabs
/// between. Your program sets up the FEN, makes the moves as it does in a search, and writes the line
/// with a tab and the key in hex after it. `zobrist engine answers` reads that.
///
/// Cost: less than a second; the lines are some 10,000, and the same for a seed.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist engine questions -o questions.tsv",
    "zobrist engine questions --seed 1"
))]
pub(crate) struct Args {
    /// Seed of the random walks
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Questions")]
    seed: u64,
    /// File to write
    #[arg(short, long, value_name = "FILE", default_value = "-", help_heading = "Output")]
    output: PathBuf,
    /// Replace an existing file
    #[arg(long, help_heading = "Output")]
    force: bool,
}

/// Find the faults that the answers of a program show
///
/// Reads the lines of `zobrist engine questions` with a key in hex after each, and reports as `check`
/// does. Lines of faults are as long as the questions; --more writes questions whose answers shorten
/// them, to be given beside the first file. Null moves and taking moves back are not asked for.
///
/// A line that is none is reported and counted; a line without a key is a question without an answer.
///
/// Cost: less than a second.
///
/// Exit status: 0 no fault, 1 faults or lines that were rejected, 2 no answers.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist engine answers answers.tsv",
    "zobrist engine answers answers.tsv --more more.tsv"
))]
pub(crate) struct AnswerArgs {
    /// Files with answers
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Seed with which the questions were made
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Questions")]
    seed: u64,
    /// File to write with questions that shorten lines
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    more: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long, help_heading = "Output")]
    force: bool,
    /// Format of the report
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: ReportFormat,
}

pub(crate) fn run(args: &Args) -> Result<Ending> {
    let mut output = Output::create(&args.output, args.force)?;
    let questions = questions(args.seed)?;
    let text = (1..).zip(&questions).map(|(number, question)| line(number, question));
    output.write_all(text.collect::<String>().as_bytes())?;
    let place = output.place();
    output.finish()?;
    closing::made_or_printed(&[format!("{} questions", questions.len())], place);
    Ok(Ending::Done)
}

/// Bytes of a line, at most: longer ones are no answers.
const MOST: u64 = 1 << 16;
/// Rejected lines that are reported one by one.
const REPORTED: u64 = 20;

fn read(files: &[PathBuf]) -> Result<(Answers, u64)> {
    let (mut answers, mut rejected) = (Answers::default(), 0_u64);
    for path in files {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut reader = BufReader::new(file);
        let mut text = Vec::new();
        for number in 1_u64.. {
            text.clear();
            let length = reader.by_ref().take(MOST).read_until(b'\n', &mut text);
            if length.with_context(|| format!("cannot read {}", path.display()))? == 0 {
                break;
            }
            if text.len() as u64 == MOST && text.last() != Some(&b'\n') {
                bail!("{}:{number}: expected lines of up to {MOST} bytes", path.display());
            }
            let line = String::from_utf8_lossy(&text);
            let line = line.trim_end_matches(['\n', '\r']);
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Err(reason) = answers.read(line) {
                rejected += 1;
                if rejected <= REPORTED {
                    say(&format!("zobrist: {}:{number}: {reason}\n", path.display()));
                }
            }
        }
    }
    if rejected > REPORTED {
        say(&format!("zobrist: {} more lines were rejected\n", rejected - REPORTED));
    }
    Ok((answers, rejected))
}

pub(crate) fn run_answers(args: AnswerArgs) -> Result<Ending> {
    let more = args.more.as_deref().map(|path| Output::create(path, args.force)).transpose()?;
    let (mut answers, rejected) = read(&args.files)?;
    if answers.len() == 0 {
        bail!(
            "expected lines with a key in hex after them, got none; see `zobrist help engine questions`"
        );
    }
    let learned = session::learn_all(&mut answers)?;
    answers.forget_unknown();
    let budget = Budget {
        time: None,
        comparisons: Some(answers.len() as u64),
        depth: 0,
        seed: args.seed,
        weight: 4,
        starts: Vec::new(),
    };
    let outcome = session::check(&mut answers, learned, &budget)?;
    let subject = Subject {
        name: format!("the program with {} answers", answers.len()),
        ask: "the file".to_owned(),
    };
    if let Some(mut more) = more {
        let text = (1..).zip(answers.unknown()).map(|(number, question)| line(number, question));
        more.write_all(text.collect::<String>().as_bytes())?;
        let place = more.place();
        more.finish()?;
        closing::made_or_printed(&[format!("{} questions", answers.unknown().len())], place);
    }
    let text = report(args.format, &subject, &outcome);
    let is_done = outcome.faults.is_empty() && rejected == 0;
    Ending::done_if(is_done).when(print_lines(&terminal::stdout().lines(&text)))
}
