//! Why most hashes are wrong: the conventions by which the other program makes them.

use std::collections::HashSet;
use std::fmt::Write;

use shakmaty::variant::VariantPosition;
use zobrist_chess::{
    AnyScheme, ComposedScheme, Conventions, Diagnosis, EnPassant, Sample, Scheme, diagnose, fits,
};
use zobrist_shakmaty::position_parts;

use super::summary::Summary;
use crate::message::say_lines;

/// The smallest number of different lines by which something is said.
const MIN_SAMPLES: usize = 16;

/// Built-in schemes with tables of keys of their own.
const TABLES: [&str; 3] = ["polyglot", "stockfish-15.1", "zobrist"];

/// A line as the diagnosis takes it.
pub fn sample(hash: u128, position: &VariantPosition) -> Sample {
    let by = |rule| position_parts(position, rule).en_passant;
    Sample {
        hash,
        position: position_parts(position, EnPassant::Always),
        always: by(EnPassant::Always),
        beside: by(EnPassant::PseudoLegal),
        legal: by(EnPassant::Legal),
    }
}

/// Says by which conventions the hashes of the first lines are right. If there are none, says that
/// the description fits if some lines are right by it; else that the keys are unknown, unless few
/// features explain most lines.
pub fn say(scheme: &AnyScheme, summary: &Summary) {
    // A repeated line tells nothing.
    let mut seen = HashSet::new();
    let samples: Vec<Sample> =
        summary.samples().iter().copied().filter(|sample| seen.insert(*sample)).collect();
    if samples.len() >= MIN_SAMPLES {
        say_lines(&words(&scheme.to_composed(), &samples, summary));
    }
}

fn words(scheme: &ComposedScheme, samples: &[Sample], summary: &Summary) -> String {
    let lines = samples.len();
    if 2 * fits(scheme, samples) > lines {
        return summary.words_of_right_lines(scheme.name());
    }
    let named = AnyScheme::NAMES.into_iter().filter(|name| *name != scheme.name());
    let counted: Vec<(usize, AnyScheme)> = named
        .filter_map(AnyScheme::named)
        .map(|named| (fits(&named.to_composed(), samples), named))
        .collect();
    // Of equals the first: `max_by_key` takes the last.
    if let Some((right, fitting)) = counted.into_iter().rev().max_by_key(|(right, _)| *right)
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
    if summary.has_different_right_lines() {
        return summary.words_of_right_lines(scheme.name());
    }
    if summary.most_are_explained() {
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
