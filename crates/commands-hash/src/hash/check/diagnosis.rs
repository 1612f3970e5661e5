//! Why most hashes are wrong: the conventions by which the other program makes them.

use std::collections::HashSet;
use std::fmt::Write;

use shakmaty::variant::VariantPosition;
use zobrist_chess::{
    AnyScheme, CastlingRights, ComposedScheme, Conventions, Diagnosis, Difference, EnPassant,
    Sample, Scheme, diagnose, fits,
};
use zobrist_shakmaty::position_parts;

use super::constant::{self, is_right};
use super::summary::Summary;

/// The smallest number of different lines by which something is said.
const MIN_SAMPLES: usize = 16;

/// The smallest number of lines that conventions have to change if most lines are right without
/// them.
const MIN_CLAIMED: usize = 4;

/// Built-in schemes with tables of keys of their own.
const TABLES: [&str; 3] = ["polyglot", "stockfish-15.1", "zobrist"];

/// A line as the diagnosis takes it.
pub(crate) fn sample(hash: u128, position: &VariantPosition) -> Sample {
    let by = |rule| position_parts(position, rule).en_passant;
    let mut sample = Sample::new(hash, position_parts(position, EnPassant::Always));
    sample.always = by(EnPassant::Always);
    sample.beside = by(EnPassant::PseudoLegal);
    sample.legal = by(EnPassant::Legal);
    sample
}

/// A sentence about most lines.
pub(crate) struct Hint {
    pub(crate) text: String,
    /// True if the lines are right by other conventions, so that no error is carried between them.
    pub(crate) is_convention: bool,
}

/// Returns the conventions by which the hashes of the first lines are right. If there are none,
/// says that the description fits if some lines are right by it; else that the keys are unknown,
/// unless few features explain most lines. `None` if there is nothing to say.
pub(crate) fn hint(scheme: &ComposedScheme, summary: &Summary) -> Option<Hint> {
    let samples = different(summary);
    if samples.len() < MIN_SAMPLES {
        return None;
    }
    if 2 * fits(scheme, &samples) > samples.len() {
        let text = summary.words_of_right_lines(scheme.name());
        return Some(Hint { text, is_convention: false });
    }
    if let Some(words) = constant::words_of_form(scheme, &samples) {
        let text = format!("zobrist: most lines are wrong: {words}\n");
        return Some(Hint { text, is_convention: true });
    }
    let own = diagnose(scheme, &samples);
    if let Some(text) = conventions_of(scheme, &own, &samples) {
        return Some(Hint { text, is_convention: true });
    }
    words(scheme, &own, summary).map(|text| Hint { text, is_convention: false })
}

/// Returns the conventions by which some of the wrong lines are right where most lines are right
/// without them: every line in which they change the hash is right by them. `None` if there are
/// none, or they are only another rule of en passant that the summary says anyhow.
pub(crate) fn hint_of_some(scheme: &ComposedScheme, summary: &Summary) -> Option<Hint> {
    let samples = different(summary);
    if samples.len() < MIN_SAMPLES {
        return None;
    }
    let wrong = samples.iter().filter(|sample| !is_right(scheme, sample)).count();
    if wrong < MIN_CLAIMED {
        return None;
    }
    let Diagnosis::Conventions(found) = diagnose(scheme, &samples) else { return None };
    if found.differences.is_empty() || !holds(scheme, &found, &samples) {
        return None;
    }
    let is_said = matches!(found.differences[..], [Difference::EnPassant(_)])
        && summary.words_of_en_passant(Some(scheme)).is_some();
    let claimed: Vec<&Sample> = samples
        .iter()
        .filter(|sample| have_different_hashes(scheme, &found.scheme, sample))
        .collect();
    let is_right = claimed.iter().all(|sample| is_right(&found.scheme, sample));
    if is_said || !is_right || claimed.len() < MIN_CLAIMED {
        return None;
    }
    let mut text = format!(
        "zobrist: {} of the first {} different lines, {wrong} of which are wrong, are right by the \
         keys of `{}` with other conventions, which change no other line:\n",
        claimed.len(),
        samples.len(),
        scheme.name()
    );
    append_differences(&mut text, scheme, &found);
    Some(Hint { text, is_convention: true })
}

/// The first lines, each once: a repeated line tells nothing.
fn different(summary: &Summary) -> Vec<Sample> {
    let mut seen = HashSet::new();
    summary.samples().iter().copied().filter(|sample| seen.insert(*sample)).collect()
}

/// True if two schemes give the position of a line different hashes.
fn have_different_hashes(scheme: &ComposedScheme, other: &ComposedScheme, sample: &Sample) -> bool {
    constant::hash(scheme, sample) != constant::hash(other, sample)
}

/// Says by which other conventions most lines are right, given those by the keys of the scheme.
fn conventions_of(scheme: &ComposedScheme, own: &Diagnosis, samples: &[Sample]) -> Option<String> {
    let lines = samples.len();
    let named = AnyScheme::NAMES.into_iter().filter(|name| *name != scheme.name());
    let counted: Vec<(usize, AnyScheme)> = named
        .filter_map(AnyScheme::named)
        .map(|named| (named.to_composed(), named))
        .filter(|(composed, _)| contradicted(scheme, composed, samples) == 0)
        .map(|(composed, named)| (fits(&composed, samples), named))
        .collect();
    // Of equals the first: `max_by_key` takes the last.
    if let Some((right, fitting)) = counted.into_iter().rev().max_by_key(|(right, _)| *right)
        && 2 * right > lines
    {
        return Some(format!(
            "zobrist: most lines are wrong: {right} of the first {lines} different ones have the hash \
             by the scheme `{name}`; say --scheme {name}\n",
            name = fitting.name(),
        ));
    }
    let constant = match own {
        Diagnosis::Conventions(found) if holds(scheme, found, samples) => {
            return Some(conventions(scheme, found, &format!("the keys of `{}`", scheme.name())));
        }
        Diagnosis::NotTried => constant::words_of_all(scheme, samples),
        _ => None,
    };
    if let Some(words) = constant.or_else(|| constant::words_of_some(scheme, samples)) {
        return Some(format!("zobrist: most lines are wrong: {words}\n"));
    }
    let others = TABLES.into_iter().filter(|name| *name != scheme.name());
    for other in others.filter_map(AnyScheme::named) {
        let composed = other.to_composed();
        if let Diagnosis::Conventions(found) = diagnose(&composed, samples)
            && holds(scheme, &found, samples)
        {
            let keys = format!("the keys of `{}`", other.name());
            return Some(conventions(&composed, &found, &keys));
        }
    }
    None
}

/// Returns the message where no conventions hold.
fn words(scheme: &ComposedScheme, own: &Diagnosis, summary: &Summary) -> Option<String> {
    if summary.has_different_right_lines() {
        return Some(summary.words_of_right_lines(scheme.name()));
    }
    let tried = match own {
        _ if summary.most_are_explained() => return None,
        // They explain some lines, and not all that they claim.
        Diagnosis::Conventions(_) => return None,
        Diagnosis::NotTried => "which combine by a sum, so that no other conventions were tried",
        _ => "in any order of parts, pieces and squares, with any keyed turn, rights or en passant",
    };
    Some(format!(
        "zobrist: most lines are wrong, and the keys are none that are known: neither those of `{}`, \
         {tried}, nor those of a built-in scheme; describe the keys of the program in a file \
         (docs/schemes.md), which --scheme takes\n",
        scheme.name(),
    ))
}

/// True if conventions explain all lines that they claim: none that is right by the scheme, and a
/// constant all; and if castling alone is keyed otherwise, lines show that.
fn holds(scheme: &ComposedScheme, found: &Conventions, samples: &[Sample]) -> bool {
    let is_constant = |difference: &Difference| {
        matches!(
            difference,
            Difference::Constant { .. } | Difference::Start { .. } | Difference::NoStart
        )
    };
    let is_of_castling = |difference: &Difference| {
        matches!(
            difference,
            Difference::RightOrder(_)
                | Difference::Rights { .. }
                | Difference::SetOrder(_)
                | Difference::NoCastling
        )
    };
    let differences = &found.differences;
    let is_castling_alone = differences.iter().any(is_of_castling)
        && differences.iter().all(|other| is_of_castling(other) || is_constant(other));
    contradicted(scheme, &found.scheme, samples) == 0
        && (found.fits == found.of || !differences.iter().any(is_constant))
        && (!is_castling_alone || show_castling(scheme, &found.scheme, samples))
}

/// True if the lines that are wrong by a scheme and right by another have two different sets of
/// castling rights, one with several rights. The key of one set that was forgotten explains fewer.
fn show_castling(scheme: &ComposedScheme, other: &ComposedScheme, samples: &[Sample]) -> bool {
    let shown =
        samples.iter().filter(|sample| !is_right(scheme, sample) && is_right(other, sample));
    let sets: HashSet<CastlingRights> = shown.map(|sample| sample.position.castling).collect();
    let is_several = |set: &CastlingRights| {
        set.white.iter().chain(&set.black).filter(|right| right.is_some()).count() > 1
    };
    sets.len() > 1 && sets.iter().any(is_several)
}

/// The number of lines that are right by a scheme and wrong by another.
fn contradicted(scheme: &ComposedScheme, other: &ComposedScheme, samples: &[Sample]) -> usize {
    let right = samples.iter().filter(|sample| is_right(scheme, sample));
    right.filter(|sample| !is_right(other, sample)).count()
}

/// The differences between the conventions and those of the scheme whose keys they are.
fn conventions(scheme: &ComposedScheme, found: &Conventions, keys: &str) -> String {
    let Conventions { fits, of, .. } = found;
    let mut text = format!(
        "zobrist: most lines are wrong: {fits} of the first {of} different ones have hashes by {keys}, \
         with other conventions:\n"
    );
    append_differences(&mut text, scheme, found);
    text
}

/// Appends a line for each difference.
fn append_differences(text: &mut String, scheme: &ComposedScheme, found: &Conventions) {
    for difference in &found.differences {
        writeln!(text, "  {difference}").expect("a string takes all");
        if let Difference::Constant { constant, .. } = difference
            && let Some(names) = constant::names(scheme, scheme.hash_of(*constant))
        {
            writeln!(text, "  the constant is {names}").expect("a string takes all");
        }
    }
}
