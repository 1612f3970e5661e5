//! The report of an audit: a certificate, and statistics of the keys.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use anyhow::Result;
use serde::Serialize;
use zobrist::Kind;
use zobrist_audit::{HashEnd, Spread, Stage, expected_dependencies};
use zobrist_console::rows::{Format, Value};
use zobrist_console::terminal;
use zobrist_key_sets::{KeySet, PieceOrder};

use super::legal::{Division, Legality};
use super::run::Audited;

/// The report, in the order of the JSON object.
#[derive(Serialize)]
pub(crate) struct Report {
    set: String,
    origin: String,
    fingerprint: String,
    /// The fingerprint of a scheme that was composed of parts or described.
    #[serde(skip_serializing_if = "Option::is_none")]
    scheme_fingerprint: Option<String>,
    /// The kinds in the assumed order of the keys, if they are known.
    layout: Option<Vec<KindSize>>,
    /// The assumed order of the pieces and squares, in chess.
    piece_order: Option<PieceOrder>,
    keys: usize,
    bits: u32,
    rank: u32,
    guarantee: String,
    /// Ranges of the indices that were left out, both ends included.
    left_out: Vec<(usize, usize)>,
    /// True if only dependencies by which two legal positions differ are counted.
    legal: bool,
    exhaustive_to_weight: u32,
    smallest: Option<u32>,
    /// Number of dependencies of weight 1, 2 and so on.
    counts: Vec<u128>,
    /// Expected numbers for random keys of the same count and rank.
    expected: Vec<f64>,
    dependencies: Vec<Vec<usize>>,
    /// The division of each of them between two legal positions, if only such are counted; `None`
    /// for one of which no pair of positions was found.
    divisions: Option<Vec<Option<Division>>>,
    /// Instructions for making the pairs of positions, for people.
    #[serde(skip)]
    to_forge: String,
    /// True if all dependencies that were found are listed.
    is_complete: bool,
    enumerated: Enumerated,
    /// The weight above which zero keys, and all but the first of equal keys, were not searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    set_aside_above: Option<u32>,
    zeros: Vec<usize>,
    duplicates: Vec<Vec<usize>>,
    /// Equal keys of features that one position can have, if only legal dependencies are counted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cancelling: Vec<[usize; 2]>,
    balance: Balance,
    hamming: Option<Hamming>,
    index_bits: Vec<Index>,
}

#[derive(Serialize)]
struct KindSize {
    name: String,
    size: usize,
}

#[derive(Serialize)]
struct Enumerated {
    sums: u128,
    stages: Vec<Step>,
}

#[derive(Serialize)]
struct Step {
    weights: (u32, u32),
    compared_with_each_other: (u32, u32),
    compared_with_those: Option<u32>,
    even_under: Vec<String>,
    sums: u128,
}

#[derive(Serialize)]
struct Balance {
    ones: Vec<usize>,
    worst_bit: u32,
    worst_deviation: f64,
}

#[derive(Serialize)]
struct Hamming {
    least: u32,
    nearest: (usize, usize),
    greatest: u32,
    farthest: (usize, usize),
    mean: f64,
    note: &'static str,
}

#[derive(Serialize)]
struct Index {
    end: &'static str,
    bits: u32,
    rank: u32,
    agreeing_pairs: u64,
    expected_pairs: f64,
    deviation: f64,
}

const NOTE: &str = "decides nothing: keys far apart can XOR to zero as well as any";

impl Report {
    /// The indices in `spread` and the findings are positions in `chosen`.
    pub(crate) fn new(
        set: &KeySet,
        chosen: &[usize],
        rank: u32,
        Audited { plan, findings, set_aside, .. }: &Audited,
        spread: &Spread,
    ) -> Report {
        let weight = plan.weight();
        let original = |indices: &[usize]| indices.iter().map(|index| chosen[*index]).collect();
        let pair = |(a, b): (usize, usize)| (chosen[a], chosen[b]);
        let (worst_bit, worst) = spread.worst_bit();
        let expected = |weight| expected_dependencies(chosen.len(), weight, rank);
        let layout = set.layout.as_ref();
        let kind_size = |kind: Kind| KindSize { name: kind.name().to_owned(), size: kind.size() };
        Report {
            layout: layout.map(|layout| layout.kinds.kinds().map(kind_size).collect()),
            piece_order: layout.and_then(|layout| layout.chess).and_then(PieceOrder::of),
            set: set.name.clone(),
            origin: set.origin.clone(),
            fingerprint: set.fingerprint().to_string(),
            scheme_fingerprint: set.scheme_fingerprint.map(|fingerprint| fingerprint.to_string()),
            keys: chosen.len(),
            bits: set.bits,
            rank,
            guarantee: set.guarantee.to_string(),
            left_out: gaps(chosen, set.keys.len()),
            legal: false,
            exhaustive_to_weight: weight,
            smallest: findings.smallest(),
            counts: (1..=weight).map(|weight| findings.of_weight(weight)).collect(),
            expected: (1..=weight).map(expected).collect(),
            dependencies: findings.dependencies.iter().map(|d| original(d.indices())).collect(),
            divisions: None,
            to_forge: String::new(),
            is_complete: findings.is_complete(),
            enumerated: Enumerated {
                sums: findings.sums,
                stages: plan.stages().iter().map(Step::of).collect(),
            },
            set_aside_above: set_aside.then_some(2),
            zeros: original(&spread.zeros),
            duplicates: spread.duplicates.iter().map(|same| original(same)).collect(),
            cancelling: Vec::new(),
            balance: Balance {
                ones: spread.balance.iter().map(|bit| bit.ones).collect(),
                worst_bit,
                worst_deviation: worst.deviation,
            },
            hamming: spread.distances.map(|distances| Hamming {
                least: distances.min,
                nearest: pair(distances.nearest),
                greatest: distances.max,
                farthest: pair(distances.farthest),
                mean: distances.mean,
                note: NOTE,
            }),
            index_bits: spread
                .index_bits
                .iter()
                .map(|index| Index {
                    end: if index.end == HashEnd::Low { "low" } else { "high" },
                    bits: index.bits,
                    rank: index.rank,
                    agreeing_pairs: index.agreeing_pairs,
                    expected_pairs: index.expected_pairs,
                    deviation: index.deviation,
                })
                .collect(),
        }
    }

    /// Divides the dependencies, which are legal ones, between positions. `cancelling` are equal
    /// keys of features that one position can have, and `to_forge` says how to have these positions
    /// made.
    pub(crate) fn divide(
        &mut self,
        legality: &Legality,
        jobs: NonZeroUsize,
        cancelling: Vec<[usize; 2]>,
        to_forge: String,
    ) {
        self.legal = true;
        self.cancelling = cancelling;
        self.divisions = Some(legality.divide(&self.dependencies, jobs));
        self.to_forge = to_forge;
    }

    /// The kinds with their sizes, in the assumed order of the keys.
    fn layout_words(&self, set: &KeySet) -> String {
        let (Some(layout), Some(kinds)) = (&set.layout, &self.layout) else {
            return "not known: keys are numbered in the order of the list".to_owned();
        };
        let kinds: Vec<String> =
            kinds.iter().map(|kind| format!("{} {}", kind.name, kind.size)).collect();
        format!("{}: {}", terminal::stdout().field(&layout.name), kinds.join(", "))
    }

    /// Writes a row for each dependency.
    pub(crate) fn write_rows(&self, out: &mut Vec<u8>) {
        const COLUMNS: &[&str] = &["weight", "indices", "first", "second"];
        let columns = if self.divisions.is_some() { COLUMNS } else { &COLUMNS[..2] };
        out.extend(Format::Csv.header(columns));
        for pair in &self.cancelling {
            let list = words(pair);
            let values = ["", &list, &list, ""].map(Value::Text);
            let values = [&[Value::Number(2)], &values[1..]].concat();
            Format::Csv.append(out, columns, &values);
        }
        for (index, dependency) in self.dependencies.iter().enumerate() {
            let sides = self.division(index).map(|division| match division {
                Some(Division { first, second }) => [&first[..], second],
                None => [&[][..], &[]],
            });
            let lists = [&dependency[..]].into_iter().chain(sides.into_iter().flatten());
            let lists: Vec<String> = lists.map(words).collect();
            let mut values = vec![Value::Number(dependency.len() as u64)];
            values.extend(lists.iter().map(|list| Value::Text(list)));
            Format::Csv.append(out, columns, &values);
        }
    }

    /// The division of the dependency at a place of the list, if it was divided and a pair was
    /// found.
    fn division(&self, index: usize) -> Option<Option<&Division>> {
        Some(self.divisions.as_ref()?[index].as_ref())
    }

    /// Writes the report for people.
    pub(crate) fn write_text(&self, out: &mut Vec<u8>, set: &KeySet) -> Result<()> {
        let [name, origin] = [&self.set, &self.origin].map(|name| terminal::stdout().field(name));
        writeln!(out, "set            {name}, {} keys of {} bits", self.keys, self.bits)?;
        writeln!(out, "origin         {origin}")?;
        writeln!(out, "fingerprint    {}", self.fingerprint)?;
        if let Some(fingerprint) = &self.scheme_fingerprint {
            writeln!(out, "scheme         fingerprint {fingerprint}")?;
        }
        writeln!(out, "layout         {}", self.layout_words(set))?;
        if let Some(PieceOrder { pieces, squares, nesting }) = &self.piece_order {
            writeln!(out, "order          pieces {pieces}, squares {squares}, {nesting}")?;
        }
        if !self.left_out.is_empty() {
            let ranges: Vec<String> =
                self.left_out.iter().map(|(first, last)| format!("{first}-{last}")).collect();
            writeln!(out, "left out       {}", ranges.join(","))?;
        }
        let full = self.bits.min(self.keys as u32);
        writeln!(out, "rank           {} of {full}", self.rank)?;
        writeln!(out, "guarantee      {}", self.guarantee)?;
        writeln!(out, "zero keys      {}", or_none(&words(&self.zeros)))?;
        let same: Vec<String> = self.duplicates.iter().map(|same| words(same)).collect();
        writeln!(out, "equal keys     {}", or_none(&same.join(", ")))?;
        writeln!(
            out,
            "bit balance    bit {} is farthest from half, {:+.1} standard deviations",
            self.balance.worst_bit, self.balance.worst_deviation
        )?;
        if let Some(hamming) = &self.hamming {
            writeln!(
                out,
                "Hamming        {} to {}, mean {:.2} ({NOTE})",
                hamming.least, hamming.greatest, hamming.mean
            )?;
        }
        for end in ["low", "high"] {
            let bits = self.index_bits.iter().filter(|index| index.end == end);
            let mut lacking = bits
                .clone()
                .filter(|index| index.rank < index.bits.min(self.keys as u32))
                .map(|index| format!("rank {} in {} bits", index.rank, index.bits));
            let lacking = match (lacking.next(), lacking.next_back()) {
                (None, _) => "full rank".to_owned(),
                (Some(only), None) => only,
                (Some(first), Some(last)) => format!("{first} to {last}"),
            };
            let worst = bits.map(|index| index.deviation.abs()).fold(0.0, f64::max);
            writeln!(
                out,
                "index, {end:<8}{lacking}; {worst:.1} standard deviations from even at most"
            )?;
        }
        if self.legal {
            self.write_equal_keys(out, set)?;
        }
        let what = if self.legal { " by which legal positions differ" } else { "" };
        writeln!(out, "\nweight  dependencies{what}  expected of random keys")?;
        for (weight, (count, expected)) in (1..).zip(self.counts.iter().zip(&self.expected)) {
            writeln!(out, "{weight:>6}  {count:>12}{:1$}  {expected:.2e}", "", what.len())?;
        }
        let (weight, sums) = (self.exhaustive_to_weight, self.enumerated.sums);
        let of = match self.set_aside_above {
            None => format!("\nAll dependencies of up to {weight} keys"),
            Some(above) => format!(
                "\nZero keys, and all but the first of equal keys, were set aside above weight {above}: \
                 any zero\nkeys can be added to a dependency, and an equal key stands for another.\n\
                 All dependencies of up to {weight} of the different keys"
            ),
        };
        writeln!(out, "{of} were searched for; {sums} sums were made:")?;
        for step in &self.enumerated.stages {
            writeln!(out, "  {step}")?;
        }
        for (index, dependency) in self.dependencies.iter().enumerate() {
            writeln!(out, "\n{}", words(dependency))?;
            write_features(out, set, dependency, self.division(index))?;
        }
        if !self.dependencies.is_empty() && self.legal {
            write!(out, "\n{}", terminal::stdout().lines(&self.to_forge))?;
        }
        if !self.is_complete {
            let listed = self.dependencies.len();
            writeln!(out, "\nThe first {listed} are listed; --list N lists more.")?;
        }
        Ok(())
    }
}

impl Report {
    /// Writes the zero keys and the equal keys of chess with their features, where the list of
    /// dependencies may not have them.
    fn write_equal_keys(&self, out: &mut Vec<u8>, set: &KeySet) -> Result<()> {
        if !self.zeros.is_empty() {
            writeln!(out, "\nZero keys: {}", self.zeros.len())?;
            write_features(out, set, &self.zeros, None)?;
        }
        for same in &self.duplicates {
            writeln!(out, "\nEqual keys: {}", same.len())?;
            write_features(out, set, same, None)?;
        }
        for [a, b] in &self.cancelling {
            writeln!(out, "\nOne position can have both {a} and {b}: their keys cancel out.")?;
        }
        Ok(())
    }
}

impl Step {
    fn of(stage: &Stage) -> Step {
        let ends = |range: &RangeInclusive<u32>| (*range.start(), *range.end());
        Step {
            weights: ends(&stage.weights),
            compared_with_each_other: ends(&stage.kept),
            compared_with_those: stage.compared,
            even_under: stage.conditions.iter().map(|mask| format!("{mask:016x}")).collect(),
            sums: stage.sums,
        }
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let range = |(a, b): (u32, u32)| if a == b { a.to_string() } else { format!("{a} to {b}") };
        let (weights, kept) = (range(self.weights), range(self.compared_with_each_other));
        write!(f, "weight {weights}: sums of {kept} keys")?;
        match self.compared_with_those {
            None => write!(f, " with each other")?,
            Some(size) => write!(f, " with those of {size}")?,
        }
        if !self.even_under.is_empty() {
            write!(f, ", those even under {}", self.even_under.join(", "))?;
        }
        write!(f, ": {}", self.sums)
    }
}

/// Writes the meaning of the keys of a dependency, if it is known, and its two parts or that there
/// is no pair.
fn write_features(
    out: &mut Vec<u8>,
    set: &KeySet,
    dependency: &[usize],
    division: Option<Option<&Division>>,
) -> Result<()> {
    let describe = |index: &usize| set.describe(*index).unwrap_or_default();
    for index in dependency.iter().filter(|index| set.describe(**index).is_some()) {
        let meaning = describe(index);
        writeln!(out, "  {index:>4}  {}", terminal::stdout().field(&meaning))?;
    }
    if division == Some(None) {
        writeln!(out, "  no pair of positions was found")?;
    }
    if let Some(Some(Division { first, second })) = division {
        let [one, other] = [first, second].map(|part| words(part));
        writeln!(out, "  {} | {}", or_none(&one), or_none(&other))?;
        for (name, part) in [("one", first), ("other", second)] {
            let part = part.iter().map(describe).collect::<Vec<_>>().join(", ");
            writeln!(out, "  {name:<5}  {}", or_none(&part))?;
        }
    }
    Ok(())
}

fn words(indices: &[usize]) -> String {
    indices.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}

/// The ranges of 0..len between ascending indices.
fn gaps(chosen: &[usize], len: usize) -> Vec<(usize, usize)> {
    let mut gaps = Vec::new();
    let mut next = 0;
    for index in chosen.iter().copied().chain([len]) {
        if index > next {
            gaps.push((next, index - 1));
        }
        next = index + 1;
    }
    gaps
}
