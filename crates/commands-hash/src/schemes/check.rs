//! `zobrist schemes check`: what a file that describes a scheme means.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::Result;
use shakmaty::Chess;
use zobrist::gf2::Basis;
use zobrist::{Combine, Feature, Group, Key, Keys, Source};
use zobrist_audit::Spread;
use zobrist_chess::{AnyScheme, ChessFeature, ChessLayout, ComposedScheme, Scheme};
use zobrist_commands_input::conventions::words;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::stdout::print_lines;
use zobrist_input::counted;
use zobrist_key_lists::{SlotScheme, read_scheme, read_slots};
use zobrist_shakmaty::for_each_feature;

/// Say in words what a file that describes a scheme means
///
/// Prints the size, rank and guarantee of the keys, those that are zero or equal, what each of them
/// stands for, in their order, and the hash of the start position with its parts. A mistake in the
/// file is reported by line and column, and the exit status is 2. Of a scheme of slots, for a game of
/// your own (docs/any-game.md), it prints the keys alone.
///
/// Cost: a few milliseconds.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist schemes check my-engine.toml",
    "zobrist schemes show fide > fide.toml && zobrist schemes check fide.toml"
))]
pub(crate) struct Args {
    /// The file
    file: PathBuf,
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    let meaning = match read_slots(&args.file, None)? {
        Some(scheme) => meaning_of_slots(&scheme),
        None => meaning(&read_scheme(&args.file)?),
    };
    print_lines(&meaning)?;
    Ok(Ending::Done)
}

/// The meaning of a scheme of slots, of any game.
fn meaning_of_slots(scheme: &SlotScheme) -> String {
    let numbers: Vec<u128> = scheme.keys().iter().map(|key| key.to_word()).collect();
    let spread = Spread::without_distances(&numbers, scheme.bits());
    let is_linear = scheme.combine() == Combine::Xor;
    let mut text =
        keys(scheme.name(), &spread, &numbers, scheme.bits(), is_linear, scheme.source());
    let last = numbers.len() - 1;
    writeln!(text, "; guarantee: {}", scheme.guarantee()).expect(TAKES_ALL);
    match scheme.names() {
        [first, .., name] => writeln!(text, "Slots: 0 ({first}) to {last} ({name})."),
        _ => writeln!(text, "Slots: 0 to {last}."),
    }
    .expect(TAKES_ALL);
    let list = |slots: &[usize], between: &str| {
        let names = slots.iter().map(|slot| scheme.describe(*slot));
        names.collect::<Vec<_>>().join(between)
    };
    if !spread.zeros.is_empty() {
        writeln!(text, "Zero keys: {}.", list(&spread.zeros, "; ")).expect(TAKES_ALL);
    }
    for same in &spread.duplicates {
        writeln!(text, "Equal keys: {}.", list(same, " = ")).expect(TAKES_ALL);
    }
    text
}

/// The number, width and source of some keys, their rank, and how many are zero or equal.
fn keys(
    name: &str,
    spread: &Spread,
    numbers: &[u128],
    bits: u32,
    is_linear: bool,
    source: Option<Source>,
) -> String {
    let count = numbers.len();
    let combine = if is_linear { "XOR".to_owned() } else { format!("addition modulo 2^{bits}") };
    let mut text = format!("{name}: {count} keys of {bits} bits that combine by {combine}");
    if let Some(source) = source {
        write!(text, ", from {source}").expect(TAKES_ALL);
    }
    if is_linear {
        let mut basis = Basis::new();
        for key in numbers {
            basis.insert(*key);
        }
        let full = bits.min(count as u32);
        write!(text, "; rank {} of {full}", basis.rank()).expect(TAKES_ALL);
    }
    write!(text, "; {}", faults(spread)).expect(TAKES_ALL);
    text
}

fn meaning(any: &AnyScheme) -> String {
    let scheme = &any.to_composed();
    let layout = scheme.chess_layout();
    let bits = scheme.bits();
    let numbers: Vec<u128> = scheme.keys().iter().map(|key| key.to_word()).collect();
    let spread = Spread::without_distances(&numbers, bits);
    let (name, source) = (scheme.name(), scheme.source());
    let mut text = keys(name, &spread, &numbers, bits, scheme.is_linear(), source);
    writeln!(text, "; guarantee: {}; fingerprint {}", scheme.guarantee(), any.fingerprint())
        .expect(TAKES_ALL);
    let parts: Vec<String> = layout.parts().map(|part| words(part, scheme.en_passant())).collect();
    writeln!(text, "Keys in order: {}.", parts.join("; ")).expect(TAKES_ALL);
    if !spread.zeros.is_empty() {
        writeln!(text, "Zero keys: {}.", features(layout, &spread.zeros, "; ")).expect(TAKES_ALL);
    }
    for same in &spread.duplicates {
        writeln!(text, "Equal keys: {}.", features(layout, same, " = ")).expect(TAKES_ALL);
    }
    text += &secondary(scheme);
    text + &start(scheme)
}

const TAKES_ALL: &str = "a string takes all";

/// The numbers of zero keys and of keys that are equal to another.
fn faults(spread: &Spread) -> String {
    let equal = spread.duplicates.iter().map(Vec::len).sum();
    match (spread.zeros.len(), equal) {
        (0, 0) => "no zero or equal keys".to_owned(),
        (zeros, 0) => counted(zeros, "zero key", "zero keys"),
        (0, equal) => counted(equal, "equal key", "equal keys"),
        (zeros, equal) => {
            format!("{}, {equal} equal ones", counted(zeros, "zero key", "zero keys"))
        }
    }
}

/// Features by the numbers of their keys, which ascend: three or more in a row by the first and the
/// last.
fn features(layout: &ChessLayout, keys: &[usize], between: &str) -> String {
    let name = |key: usize| layout.describe(Feature::from_slot(key)).to_string();
    let mut texts = Vec::new();
    for run in keys.chunk_by(|a, b| a + 1 == *b) {
        match run {
            [first, _, .., last] => {
                texts.push(format!("{first}-{last} ({} to {})", name(*first), name(*last)));
            }
            few => texts.extend(few.iter().map(|key| format!("{key} ({})", name(*key)))),
        }
    }
    texts.join(between)
}

/// The secondary keys by name.
fn secondary(scheme: &ComposedScheme) -> String {
    let names: Vec<&str> = scheme.secondary_keys().iter().map(|key| key.name.as_str()).collect();
    if names.is_empty() {
        return String::new();
    }
    format!("Secondary keys: {}.\n", names.join(", "))
}

/// The hash of the start position, part by part.
fn start(scheme: &ComposedScheme) -> String {
    let layout: &ChessLayout = scheme.chess_layout();
    let (mut pieces, mut hash) = (scheme.hash_of(0), scheme.hash_of(0));
    let mut count = 0;
    let mut rows = Vec::new();
    for_each_feature(scheme, &Chess::default(), |feature| {
        let key = scheme.key(feature);
        hash = hash.plus(key);
        match layout.decode(feature) {
            Some(ChessFeature::Piece { .. } | ChessFeature::EmptySquare { .. }) => {
                pieces = pieces.plus(key);
                count += 1;
            }
            _ => rows.push((layout.describe(feature).to_string(), key)),
        }
    });
    rows.insert(0, (counted(count, "square", "squares"), pieces));
    rows.push(("hash".to_owned(), hash));
    let digits = scheme.bits().div_ceil(4) as usize;
    let mut text = "The start position:\n".to_owned();
    for (what, key) in rows {
        writeln!(text, "  {:0digits$x}  {what}", key.to_word()).expect(TAKES_ALL);
    }
    text
}
