//! All questions to an engine, and everything that is learned from the answers.

use std::time::{Duration, Instant};

use anyhow::Result;

use crate::asking::example;
use crate::audit::{Audit, audit};
use crate::calibration::double_step;
use crate::cause::join_causes;
use crate::compare::Comparison;
use crate::conventions::{Conventions, differing, learn};
use crate::event::Coverage;
use crate::fact::{EnPassantRule, Fact, fen};
use crate::fault::{Fault, FaultKind};
use crate::gallery;
use crate::lines::{Line, Walks, all_lines, pairs, suite};
use crate::recognized::{Recognized, recognize};
use crate::rules::{Game, Rules};
use crate::search::{Searches, after_searches};
use crate::shown::{self, Shown};
use crate::table::{Recovered, Table, learn_by_moves, recover};
use crate::variants::{self, VariantBudget};
use crate::word::{Oracle, Question, Word};

/// How much is compared.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    pub(crate) time: Option<Duration>,
    pub(crate) comparisons: Option<u64>,
    pub(crate) depth: u32,
    pub(crate) seed: u64,
    pub(crate) weight: usize,
    /// Further positions to start from.
    pub(crate) starts: Vec<Game>,
}

/// Conventions and the table.
#[derive(Debug)]
pub(crate) struct Learned {
    pub(crate) conventions: Conventions,
    pub(crate) table: Table,
    pub(crate) recognized: Option<Recognized>,
    /// The programs of the gallery with these conventions.
    pub(crate) alike: Vec<&'static str>,
    pub(crate) questions: u64,
}

/// Everything that was found.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) learned: Learned,
    pub(crate) faults: Vec<Fault>,
    pub(crate) audit: Audit,
    pub(crate) coverage: Coverage,
    pub(crate) compared: u64,
    pub(crate) predicted: u64,
    pub(crate) walks: u64,
    pub(crate) searches: Option<Searches>,
    pub(crate) shown: Shown,
    /// Questions in all.
    pub(crate) questions: u64,
    /// Positions that were compared by other rules than those of chess.
    pub(crate) variants: Vec<(Rules, u64)>,
    /// True if every line of the enumeration was compared.
    pub(crate) has_all_pairs: bool,
}

/// Learns the conventions and the words.
///
/// # Errors
/// When nothing can be asked, or nothing is answered.
pub(crate) fn learn_all(oracle: &mut dyn Oracle) -> Result<Learned> {
    let Recovered { mut table, steps, missing } = recover(oracle)?;
    if let Some(fen) = missing.first().filter(|_| missing.len() > 8) {
        anyhow::bail!(
            "expected a key for each of {} positions, got none for {}, the first being {fen}",
            steps.len() + missing.len(),
            missing.len()
        );
    }
    let conventions = learn(oracle)?;
    learn_by_moves(oracle, &mut table)?;
    let recognized = recognize(&steps, conventions.by_moves);
    let alike = gallery::alike(&table, &conventions);
    Ok(Learned { conventions, table, recognized, alike, questions: oracle.asked() })
}

/// Lines that are asked together.
const BATCH: usize = 64;

/// Compares, and collects the faults.
///
/// # Errors
/// When nothing more can be asked.
pub(crate) fn check(oracle: &mut dyn Oracle, learned: Learned, budget: &Budget) -> Result<Outcome> {
    let begin = Instant::now();
    let mut comparison = Comparison::new(&learned.table, &learned.conventions);
    comparison.faults = disagreements(&learned);
    let starts = suite(&budget.starts);
    let (lines, possible) = pairs(&starts);
    comparison.coverage.set_possible(possible);
    if oracle.searches() {
        compare_starts(oracle, &mut comparison)?;
    }
    let shown = shown::check(oracle, &lines, learned.conventions.counts())?;
    // Keys of other positions than those that were asked for tell nothing.
    let is_elsewhere = shown.fault.is_some();
    comparison.faults.extend(shown.fault.clone());
    let is_over = |comparison: &Comparison<'_>| {
        is_elsewhere
            || budget.time.is_some_and(|time| begin.elapsed() >= time)
            || budget.comparisons.is_some_and(|most| comparison.compared >= most)
    };
    compare_all(oracle, &mut comparison, &lines, &is_over)?;
    let searches = if oracle.searches() && !is_elsewhere {
        let counts = learned.conventions.counts();
        Some(after_searches(oracle, &comparison.namer, counts)?)
    } else {
        None
    };
    let of_searches = searches.as_ref().and_then(|searches| searches.fault.clone());
    comparison.faults.extend(of_searches);
    let mut walking = Walks::new(starts.clone(), budget.seed);
    // Some walks before all lines, which take longer, and then walks again.
    let enough = comparison.compared + 3_000;
    let is_enough =
        |comparison: &Comparison<'_>| is_over(comparison) || comparison.compared >= enough;
    let mut walks = walk(oracle, &mut comparison, &mut walking, &is_enough)?;
    // Apart, so that no line of chess is counted with a fault of a variant.
    let (mut variants, mut of_variants) = (Vec::new(), Vec::new());
    let rules = if is_elsewhere { Vec::new() } else { oracle.rules() };
    let rules_count = u32::try_from(rules.len()).unwrap_or(1).max(1);
    for (index, rules) in (0..).zip(&rules) {
        let budget = VariantBudget {
            // Half of the time is for all of them.
            time: budget.time.map(|time| time / 2 / rules_count),
            comparisons: budget.comparisons.unwrap_or(u64::MAX).min(variants::MOST),
            seed: budget.seed + index,
        };
        let of_variant = Comparison::new(&learned.table, &learned.conventions);
        let known = [&comparison.faults[..], &of_variants].concat();
        let (found, compared) = variants::check(oracle, *rules, of_variant, &known, budget)?;
        of_variants.extend(found);
        variants.push((*rules, compared));
    }
    if budget.depth > 0 && !is_over(&comparison) {
        compare_all(oracle, &mut comparison, &all_lines(&starts, budget.depth), &is_over)?;
    }
    walks += walk(oracle, &mut comparison, &mut walking, &is_over)?;
    // What was not answered was not compared.
    let has_all_pairs = comparison.coverage.pairs() >= possible;
    join_causes(&mut comparison.faults, Rules::STANDARD, comparison.ended_rightly);
    let Comparison { mut faults, coverage, compared, predicted, .. } = comparison;
    faults.extend(of_variants);
    let hidden = |fact: Fact| {
        let form = match fact {
            Fact::Castling(_) => "words castling",
            Fact::EnPassant(_) => "words en passant",
            Fact::Black => "words turn",
            Fact::Piece(..) => return false,
        };
        faults.iter().any(|fault| fault.tag.starts_with(form))
    };
    let bits = oracle.printed_bits().max(learned.table.bits());
    let audit = audit(&learned.table, bits, budget.weight, &hidden);
    let mut all = faults;
    all.extend(audit.faults.iter().cloned());
    Ok(Outcome {
        learned,
        faults: all,
        audit,
        coverage,
        compared,
        predicted,
        walks,
        searches,
        questions: oracle.asked(),
        shown,
        variants,
        has_all_pairs,
    })
}

/// Compares the start of a game by its word in UCI, by FEN, and with the sum of its words.
fn compare_starts(oracle: &mut dyn Oracle, comparison: &mut Comparison<'_>) -> Result<()> {
    let start = Game::default();
    let by_fen = Question::fen(fen(&start, comparison.counts()));
    let questions = [Question::start(), by_fen];
    let answers = oracle.ask(&questions)?;
    if let Some(example) = example(questions, &answers).filter(|it| it.difference() != 0) {
        let title = "the start of a game has another key by `position startpos` than by FEN";
        let mut fault = Fault::new(FaultKind::Convention, title.to_owned());
        fault.example = Some(example);
        comparison.faults.push(fault);
    }
    if let Ok(key) = answers[1] {
        comparison.check_fen(oracle, &start, key)?;
    }
    Ok(())
}

/// Compares lines until it is over.
fn compare_all(
    oracle: &mut dyn Oracle,
    comparison: &mut Comparison<'_>,
    lines: &[Line],
    is_over: &dyn Fn(&Comparison<'_>) -> bool,
) -> Result<()> {
    for lines in lines.chunks(BATCH) {
        if is_over(comparison) {
            break;
        }
        comparison.compare(oracle, lines)?;
    }
    Ok(())
}

/// Walks until it is over, or nothing is answered, as by an engine that was given up. Returns the
/// number of walks.
fn walk(
    oracle: &mut dyn Oracle,
    comparison: &mut Comparison<'_>,
    walking: &mut Walks,
    is_over: &dyn Fn(&Comparison<'_>) -> bool,
) -> Result<u64> {
    let mut walks = 0;
    while !is_over(comparison) {
        let before = comparison.compared;
        let lines: Vec<Line> = walking.by_ref().take(4).collect();
        walks += lines.len() as u64;
        comparison.compare(oracle, &lines)?;
        if comparison.compared == before {
            break;
        }
    }
    Ok(walks)
}

/// Disagreements between moves and FENs that single questions show.
fn disagreements(learned: &Learned) -> Vec<Fault> {
    let Learned { conventions, table, .. } = learned;
    let mut faults = Vec::new();
    let mut words: Vec<(&str, Vec<String>)> = Vec::new();
    for (fact, by_moves) in &table.by_moves {
        let Some(by_fen) = table.word(*fact).filter(|by_fen| by_fen != by_moves) else { continue };
        let (kind, name) = match fact {
            Fact::Castling(set) => {
                let bit = set.trailing_zeros() as usize;
                ("castling", format!("right {}", crate::fact::RIGHTS[bit].2))
            }
            Fact::EnPassant(square) => ("en passant", format!("{square}")),
            _ => ("turn", "Black to move".to_owned()),
        };
        let text = format!("{name}: {by_moves:016x} by moves, {by_fen:016x} by FEN");
        match words.iter_mut().find(|(of, _)| *of == kind) {
            Some((_, texts)) => texts.push(text),
            None => words.push((kind, vec![text])),
        }
    }
    let clock = table.clock.iter().zip(&table.clock_by_moves).enumerate();
    let clock = clock.filter_map(|(clock, (by_fen, by_moves))| {
        let by_moves = by_moves.filter(|word| word != by_fen)?;
        Some(format!("clock {clock}: {by_moves:016x} by moves, {by_fen:016x} by FEN"))
    });
    let clock: Vec<String> = clock.collect();
    if !clock.is_empty() {
        words.push(("clock", clock));
    }
    for (kind, texts) in words {
        let mut fault = Fault::new(FaultKind::Convention, disagreement(kind, learned));
        fault.tag = format!("words {kind}");
        if kind == "en passant" {
            // The files, by which lines are found to show it.
            let files = texts.iter().filter_map(|text| text.chars().next());
            fault.tag = format!("words en passant: {}", files.collect::<String>());
        }
        fault.count = texts.len() as u64;
        let more = texts.len().saturating_sub(3);
        fault.notes = texts.into_iter().take(3).map(|text| format!("word        {text}")).collect();
        if more > 0 {
            fault.notes.push(format!("and         {more} more"));
        }
        faults.push(fault);
    }
    let is_word = faults.iter().any(|fault| fault.tag.starts_with("words en passant"));
    // Where moves insert no word, every double step shows it.
    let never = Some(crate::fact::EnPassantRule::NEVER);
    if conventions.by_moves != conventions.by_fen && conventions.by_moves != never && !is_word {
        let name = |counts: Option<crate::fact::EnPassantRule>| {
            counts.map_or("by no simple rule", crate::fact::EnPassantRule::name)
        };
        let title = format!(
            "en passant counts {} by moves, {} by FEN",
            name(conventions.by_moves),
            name(conventions.by_fen)
        );
        let mut fault = Fault::new(FaultKind::Convention, title);
        fault.tag = "convention en passant".to_owned();
        let [by_moves, with_square, without] =
            differing(conventions.by_moves, conventions.by_fen).map(|question| question.command());
        fault.notes = vec![
            format!("reproduce   {by_moves}"),
            format!("beside      {with_square}"),
            format!("and         {without}"),
        ];
        faults.push(fault);
    }
    faults
}

/// The disagreement about a kind of words.
fn disagreement(kind: &str, learned: &Learned) -> String {
    let Learned { table, .. } = learned;
    let of_kind = |fact: &Fact| match fact {
        Fact::Castling(_) => kind == "castling",
        Fact::EnPassant(_) => kind == "en passant",
        _ => kind == "turn",
    };
    let is_zero_by_fen = if kind == "clock" {
        !table.has_clock()
    } else {
        table
            .by_moves
            .iter()
            .filter(|(fact, _)| of_kind(fact))
            .all(|(fact, _)| table.word(*fact) == Some(0))
    };
    let what = match kind {
        "castling" => "castling rights",
        "en passant" => "en passant",
        "turn" => "the side to move",
        _ => "the halfmove clock",
    };
    // The key of a FEN by `=` in place of `^=`.
    let is_alone = |(fact, word): &(Fact, Word)| match fact {
        Fact::EnPassant(square) => {
            table.predict(&double_step(*square), EnPassantRule::LEGAL) == *word
        }
        _ => true,
    };
    if kind == "en passant" && table.by_moves.iter().all(is_alone) {
        return format!("{what}: a FEN with its square has the word alone as its key");
    }
    match is_zero_by_fen {
        true => format!("{what}: counts by moves, and not by FEN"),
        false => format!("{what}: by moves it has other words than by FEN"),
    }
}

/// A question that reproduces a position.
pub(crate) fn reproduce(question: &Question, ask: &str) -> String {
    let search = match question.search {
        0 => String::new(),
        depth => format!(", `go depth {depth}`"),
    };
    format!("`{}`{search}, `{ask}`", question.command())
}
