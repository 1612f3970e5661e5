//! `zobrist schemes guess`: a scheme from positions and their hashes alone.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use zobrist_chess::{
    AnyScheme, Castling, ComposedScheme, Diagnosis, EnPassant, EnPassantKeys, KeySolution, Sample,
    Scheme, SchemeDescription, SolvedKeys, diagnose, fits, solve_keys,
};
use zobrist_commands_input::schemes::{VariantOption, named_schemes};
use zobrist_console::closing;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::output::{Output, OutputOptions, RowWriter};
use zobrist_input::counted;

use crate::hash::check::logged::{self, LoggedLines};
use crate::hash::position_lines::PositionReader;

/// Guess a scheme from positions and their hashes
///
/// Reads lines of hash, tab, FEN, as `hash --check` does, and no description: the first 4000.
/// Prints a file that describes a scheme with these hashes, which --scheme takes. Its first lines,
/// which are comments, say how it was found:
///
/// The hashes may be those of a built-in scheme or of one in docs/gallery, or have the keys of a
/// built-in one by other conventions. Else castling, en passant, the side to move and the keys
/// themselves are solved for as linear equations, if the keys combine by XOR. Each line that
/// follows from the others confirms the conventions. Some hundred lines of games or of a search are
/// enough; features that are in no line have the key zero. Sums of keys alone can be known from
/// hashes: the keys are not those of the program, but positions have the same hashes by them.
///
/// Lines that contradict the others are named, up to one of fifty. If a line shows nothing of a
/// convention, as without a capture en passant, the comment says so.
///
/// Exit status 1: a line was rejected, or no scheme was found. Standard error then says if the keys
/// combine by a sum, or how many lines follow from others.
///
/// Cost: up to some seconds.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist schemes guess log.txt",
    "zobrist schemes guess log.txt -o guess.toml"
))]
pub(crate) struct Args {
    /// Files or patterns; standard input if none or `-`
    files: Vec<PathBuf>,
    #[command(flatten)]
    variant: VariantOption,
    /// Accept lines without all of the first four fields of FEN, and ignore what follows them
    #[arg(long, help_heading = "Input", hide_short_help = true)]
    lenient: bool,
    #[command(flatten)]
    output: OutputOptions,
}

/// The share of lines that may be wrong by a scheme whose keys are known: one of this many.
const WRONG_SHARE: usize = 50;
/// The least number of lines whose hashes are those by known keys: 64 bits each are no chance.
const MIN_LINES: usize = 3;
/// Built-in schemes with tables of keys of their own.
const TABLES: [&str; 3] = ["polyglot", "stockfish-15.1", "zobrist"];

/// The schemes of docs/gallery whose keys follow from a source, and that are not those of a built-in
/// scheme.
const GALLERY: [&str; 7] = [
    include_str!("../../docs/gallery/bbc.toml"),
    include_str!("../../docs/gallery/countergo.toml"),
    include_str!("../../docs/gallery/dragon.toml"),
    include_str!("../../docs/gallery/ethereal.toml"),
    include_str!("../../docs/gallery/rubichess.toml"),
    include_str!("../../docs/gallery/vice.toml"),
    include_str!("../../docs/gallery/zahak.toml"),
];

/// A scheme whose keys are known.
struct KnownScheme {
    scheme: ComposedScheme,
    /// The sort of scheme, for a message.
    sort: &'static str,
    /// The file that describes it.
    text: String,
}

fn known_schemes() -> impl Iterator<Item = KnownScheme> {
    let built_in = named_schemes().map(|scheme| KnownScheme {
        scheme: scheme.to_composed(),
        sort: "the built-in scheme",
        text: SchemeDescription::of(&scheme).to_string(),
    });
    let gallery = GALLERY.into_iter().filter_map(|text| {
        let scheme = SchemeDescription::parse(text).ok()?.compose(None).ok()?;
        Some(KnownScheme { scheme, sort: "the scheme of docs/gallery", text: text.to_owned() })
    });
    built_in.chain(gallery)
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    let output = args.output.begin_apart_from(&args.files)?;
    let reader = PositionReader { variant: args.variant, lenient: args.lenient };
    let lines = logged::read(&args.files, &reader)?;
    if lines.samples.is_empty() {
        bail!("expected lines of hash, tab, FEN, got none that could be read");
    }
    let Some(text) = known(&lines).or_else(|| solved(&lines)) else {
        return Ok(lines.ending.max(Ending::done_if(false)));
    };
    lines.ending.when(write(output, &text, lines.samples.len()))
}

fn write(mut output: Output, text: &str, lines: usize) -> Result<()> {
    output.write_rows(text.as_bytes())?;
    let place = output.place();
    RowWriter::finish(Box::new(output), false)?;
    closing::made_or_printed(&[counted(lines as u64, "line", "lines")], place);
    Ok(())
}

/// The file of a scheme with known keys, if there is one.
fn known(lines: &LoggedLines) -> Option<String> {
    let samples = &lines.samples;
    let explains =
        |right: usize| right >= MIN_LINES && wrong_are_few(samples.len() - right, samples);
    let counted: Vec<(usize, KnownScheme)> = known_schemes()
        .map(|known| (fits(&known.scheme, samples), known))
        .filter(|(right, _)| explains(*right))
        .collect();
    if let Some(right) = counted.iter().map(|(right, _)| *right).max() {
        let best: Vec<&KnownScheme> =
            counted.iter().filter(|(count, _)| *count == right).map(|(_, known)| known).collect();
        let names = best.iter().map(|known| format!("{} `{}`", known.sort, known.scheme.name()));
        let names: Vec<String> = names.collect();
        return Some(format!(
            "# {right} of {} lines have the hash by {}\n{}",
            samples.len(),
            names.join(", and by "),
            best[0].text
        ));
    }
    let mut keys = TABLES.into_iter().filter_map(AnyScheme::named);
    let (scheme, found) =
        keys.find_map(|scheme| match diagnose(&scheme.to_composed(), samples) {
            Diagnosis::Conventions(found) if explains(found.fits) => Some((scheme, found)),
            _ => None,
        })?;
    let mut text = format!(
        "# {} of {} lines have hashes by the keys of `{}`, with other conventions:\n",
        found.fits,
        found.of,
        scheme.name()
    );
    for difference in &found.differences {
        writeln!(text, "#   {difference}").expect(TAKES_ALL);
    }
    let mut description = SchemeDescription::of(&AnyScheme::from(found.scheme));
    "guessed".clone_into(&mut description.name);
    Some(text + &description.to_string())
}

fn wrong_are_few(wrong: usize, samples: &[Sample]) -> bool {
    wrong * WRONG_SHARE <= samples.len()
}

const TAKES_ALL: &str = "a string takes all";

/// The file of a scheme whose keys follow from the lines. If there is none, says why.
fn solved(lines: &LoggedLines) -> Option<String> {
    let reason = match solve_keys(&lines.samples, lines.bits) {
        KeySolution::Solved(solved) => return Some(description(&solved, lines)),
        KeySolution::TooFew { of, independent } => format!(
            "zobrist: no scheme found: {independent} of {} are independent, so that too few follow \
             from others; write about a thousand lines of games, or of a search",
            counted(of as u64, "different line", "different lines")
        ),
        KeySolution::Sum => "zobrist: no scheme found: the keys combine by a sum, which is not \
             solved for (the lowest bits of the hashes are sums modulo 2, and the others are not); \
             describe the keys in a file (docs/schemes.md)"
            .to_owned(),
        _ => "zobrist: no scheme found: no keys for pieces, castling, en passant and turn give \
             these hashes by XOR; the program may key more, such as the halfmove clock, or write \
             the hash of another position than that of its line"
            .to_owned(),
    };
    say(&reason);
    None
}

/// The file of a solved scheme, after comments that say what is known.
fn description(solved: &SolvedKeys, lines: &LoggedLines) -> String {
    let SolvedKeys { scheme, independent, of, wrong, .. } = solved;
    let layout = scheme.chess_layout();
    let follow = of - independent - wrong.len();
    let mut text = format!(
        "# {of} different lines: keys of {} bits that combine by XOR; {independent} lines are\n\
         # independent, and {follow} follow from them\n",
        scheme.bits()
    );
    let castling = match layout.castling_keys() {
        None => "not keyed",
        Some(Castling::Rights(_)) => "a key for each right",
        Some(_) => "a key for each set of rights",
    };
    let keys = match layout.en_passant_keys() {
        None => "not keyed".to_owned(),
        Some(EnPassantKeys::File) => format!("the file, {}", rules(&solved.rules)),
        Some(_) => format!("the square behind the pawn, {}", rules(&solved.rules)),
    };
    let turn = if layout.turn_keys().is_some() { "keyed" } else { "not keyed" };
    for (what, words, is_shown) in [
        ("castling", castling, solved.shows_castling),
        ("en passant", &keys, solved.shows_en_passant),
        ("turn", turn, solved.shows_turn),
    ] {
        let unshown = if is_shown { "" } else { ", as far as these lines show" };
        writeln!(text, "# {what}: {words}{unshown}").expect(TAKES_ALL);
    }
    if !wrong.is_empty() {
        let numbers: Vec<String> =
            wrong.iter().take(10).map(|index| lines.numbers[*index].to_string()).collect();
        let more = if wrong.len() > numbers.len() { " and others" } else { "" };
        writeln!(text, "# lines that contradict the others: {}{more}", numbers.join(", "))
            .expect(TAKES_ALL);
    }
    text += "# The keys are not those of the program, of which hashes tell sums alone; features\n\
             # that are in no line have the key 0.\n";
    text + &SchemeDescription::of(&AnyScheme::from(scheme.clone())).to_string()
}

/// The rules of en passant that the lines allow, in the words of a scheme file.
fn rules(rules: &[EnPassant]) -> String {
    let names: Vec<String> =
        rules.iter().map(|rule| format!("counts = \"{}\"", rule.name())).collect();
    names.join(" or ")
}
