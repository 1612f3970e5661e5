//! Why most hashes are wrong: the conventions by which the other program makes them.

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Mutex;

use shakmaty::variant::VariantPosition;
use zobrist_chess::{
    AnyScheme, ComposedScheme, Conventions, Diagnosis, EnPassant, Sample, Scheme, diagnose, fits,
};
use zobrist_shakmaty::position_parts;

use crate::message::say_lines;

/// The smallest number of different lines by which something is said.
const MIN_SAMPLES: usize = 16;
/// The largest number of lines that are kept.
const MAX_SAMPLES: u64 = 1_000;

/// Built-in schemes with tables of keys of their own.
const TABLES: [&str; 3] = ["polyglot", "stockfish-15.1", "zobrist"];

/// The first lines of each file.
#[derive(Default)]
pub struct Samples(Mutex<Vec<(u64, Sample)>>);

impl Samples {
    /// Keeps a line, by its number, if it is one of the first.
    pub fn add(&self, number: u64, hash: u128, position: impl FnOnce() -> Option<VariantPosition>) {
        if number > MAX_SAMPLES {
            return;
        }
        if let Some(position) = position() {
            let sample = sample(hash, &position);
            self.0.lock().expect("no thread panics with the lock held").push((number, sample));
        }
    }

    /// The lines in order, each once: a repeated line tells nothing.
    fn in_order(&self) -> Vec<Sample> {
        let mut samples = self.0.lock().expect("no thread panics with the lock held").clone();
        samples.sort_by_key(|(number, sample)| (*number, sample.hash));
        let mut seen = HashSet::new();
        samples.retain(|(_, sample)| seen.insert((sample.hash, sample.position.pieces)));
        samples.into_iter().map(|(_, sample)| sample).collect()
    }
}

fn sample(hash: u128, position: &VariantPosition) -> Sample {
    let by = |rule| position_parts(position, rule).en_passant;
    Sample {
        hash,
        position: position_parts(position, EnPassant::Always),
        always: by(EnPassant::Always),
        beside: by(EnPassant::PseudoLegal),
        legal: by(EnPassant::Legal),
    }
}

/// Says by which conventions the hashes of the samples are right. If there are none, says so, unless
/// few features `explain` most lines.
pub fn say(scheme: &AnyScheme, samples: &Samples, explained: bool) {
    let samples = samples.in_order();
    if samples.len() >= MIN_SAMPLES {
        say_lines(&words(&scheme.to_composed(), &samples, explained));
    }
}

fn words(scheme: &ComposedScheme, samples: &[Sample], explained: bool) -> String {
    let lines = samples.len();
    let named = AnyScheme::NAMES.into_iter().filter_map(AnyScheme::named);
    let counted = named.map(|named| (fits(&named.to_composed(), samples), named));
    if let Some((right, fitting)) = counted.max_by_key(|(right, _)| *right)
        && 2 * right > lines
    {
        return format!(
            "zobrist: most lines are wrong: {right} of the first {lines} different ones have the hash \
             by the scheme `{name}`; say --scheme {name}\n",
            name = fitting.name(),
        );
    }
    let own = diagnose(scheme, samples);
    if let Diagnosis::Conventions(found) = &own {
        return conventions(found, &format!("the keys of `{}`", scheme.name()));
    }
    let others = TABLES.into_iter().filter(|name| *name != scheme.name());
    for other in others.filter_map(AnyScheme::named) {
        if let Diagnosis::Conventions(found) = diagnose(&other.to_composed(), samples) {
            return conventions(&found, &format!("the keys of `{}`", other.name()));
        }
    }
    if explained {
        return String::new();
    }
    let tried = match own {
        Diagnosis::NotTried => "which combine by a sum, so that no other conventions were tried",
        _ => "in any order of parts, pieces and squares, with any keyed turn, rights or en passant",
    };
    format!(
        "zobrist: most lines are wrong, and the keys are none that are known: neither those of `{}`, \
         {tried}, nor those of a built-in scheme; describe the keys of the program in a file \
         (docs/schemes.md), which --scheme takes\n",
        scheme.name(),
    )
}

/// The differences between the conventions and those of the scheme.
fn conventions(found: &Conventions, keys: &str) -> String {
    let Conventions { differences, fits, of, .. } = found;
    let mut text = format!(
        "zobrist: most lines are wrong: {fits} of the first {of} different ones have hashes by {keys}, \
         with other conventions:\n"
    );
    for difference in differences {
        writeln!(text, "  {difference}").expect("a string takes all");
    }
    text
}
