//! Comparisons by the rules of Chess960 and of variants, where an engine has them.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::Result;
use shakmaty::{
    ByColor, Color, EnPassantMode, Piece, Position, RemainingChecks, Role, Setup, Square,
};

use crate::calibration::lone_piece;
use crate::cause::join_causes;
use crate::compare::Comparison;
use crate::fact::{EnPassantRule, fen};
use crate::fault::Fault;
use crate::lines::{Line, Walks, pairs};
use crate::naming::VariantWords;
use crate::rules::{Game, Rules};
use crate::table::parsed;
use crate::word::{Oracle, Question, Word};

/// Comparisons by the rules of one variant, at most.
pub(crate) const MOST: u64 = 2_000;
/// The largest number of pieces of a kind in a pocket whose word is asked for.
const POCKET: u8 = 8;
/// Lines that are asked together.
const BATCH: usize = 64;

/// The limits of the comparisons by the rules of a variant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VariantBudget {
    pub(crate) time: Option<Duration>,
    pub(crate) comparisons: u64,
    pub(crate) seed: u64,
}

/// Compares by the rules of a variant. Returns the faults that are not among the known ones, and the
/// number of comparisons.
///
/// # Errors
/// When nothing more can be asked.
pub(crate) fn check(
    oracle: &mut dyn Oracle,
    rules: Rules,
    comparison: Comparison<'_>,
    known: &[Fault],
    budget: VariantBudget,
) -> Result<(Vec<Fault>, u64)> {
    let begin = Instant::now();
    oracle.set_rules(Some(rules))?;
    let mut comparison = comparison.of_variant(learn(oracle, rules)?);
    comparison.faults = known.to_vec();
    let starts = rules.starts();
    let is_over = |comparison: &Comparison<'_>| {
        budget.time.is_some_and(|time| begin.elapsed() >= time)
            || comparison.compared >= budget.comparisons
    };
    // Half of them pairs of moves, since walks see more than two plies of a game.
    let (lines, _) = pairs(&starts);
    for lines in lines.chunks(BATCH) {
        if is_over(&comparison) || 2 * comparison.compared >= budget.comparisons {
            break;
        }
        comparison.compare(oracle, lines)?;
    }
    let mut walks = Walks::new(starts, budget.seed);
    while !is_over(&comparison) {
        let before = comparison.compared;
        let lines: Vec<Line> = walks.by_ref().take(4).collect();
        comparison.compare(oracle, &lines)?;
        if comparison.compared == before {
            break;
        }
    }
    oracle.set_rules(None)?;
    let mut faults = comparison.faults.split_off(known.len());
    join_causes(&mut faults, rules, comparison.ended_rightly);
    for fault in &mut faults {
        let (option, value, _) = rules.option();
        fault.title = format!("{}: {}", rules.name(), fault.title);
        fault.rules = Some(rules);
        fault.notes.push(format!("with        setoption name {option} value {value}"));
    }
    Ok((faults, comparison.compared))
}

/// Asks for the words that a variant has beside those of chess.
fn learn(oracle: &mut dyn Oracle, rules: Rules) -> Result<VariantWords> {
    let mut words = VariantWords::default();
    let kings = parsed("4k3/8/8/8/8/8/8/4K3 w - - 0 1").to_setup(EnPassantMode::Legal);
    if rules.has_pockets() {
        let pieces = Color::ALL
            .into_iter()
            .flat_map(|color| Role::ALL[..5].iter().map(move |role| Piece { color, role: *role }));
        for piece in pieces {
            let setups = (0..=POCKET).map(|count| {
                let mut setup = Setup { pockets: Some(ByColor::default()), ..kings.clone() };
                setup.pockets.as_mut().expect("it has pockets")[piece.color][piece.role] = count;
                setup
            });
            words.pockets.insert(piece, differences(oracle, rules, setups, 0)?);
        }
        for square in Square::ALL {
            let queen = Piece { color: Color::White, role: Role::Queen };
            let setup = lone_piece(queen, square).to_setup(EnPassantMode::Legal);
            let setup = Setup { pockets: Some(ByColor::default()), ..setup };
            let promoted = Setup { promoted: square.into(), ..setup.clone() };
            let word = differences(oracle, rules, [setup, promoted].into_iter(), 0)?[1];
            words.promoted.extend(word.filter(|word| *word != 0).map(|word| (square, word)));
        }
    }
    if rules.counts_checks() {
        let of = |color: Color| {
            let kings = &kings;
            // Without a remaining check, the game is over.
            (1..=3).map(move |count| {
                let mut checks = ByColor::<RemainingChecks>::default();
                checks[color] = RemainingChecks::new(count);
                Setup { remaining_checks: Some(checks), ..kings.clone() }
            })
        };
        let mut all = HashMap::new();
        for color in Color::ALL {
            let mut words = vec![None];
            words.extend(differences(oracle, rules, of(color), 2)?);
            all.insert(color, words);
        }
        words.checks = all;
    }
    Ok(words)
}

/// The differences of the keys of setups to that of one of them; `None` for illegal ones.
fn differences(
    oracle: &mut dyn Oracle,
    rules: Rules,
    setups: impl Iterator<Item = Setup>,
    reference: usize,
) -> Result<Vec<Option<Word>>> {
    let positions: Vec<Option<Game>> = setups.map(|setup| rules.position(setup)).collect();
    let legal = positions.iter().flatten();
    let questions: Vec<Question> =
        legal.map(|position| Question::fen(fen(position, EnPassantRule::NEVER))).collect();
    let mut answers = oracle.ask(&questions)?.into_iter();
    let key = |position: &Option<Game>| position.as_ref().and_then(|_| answers.next()?.ok());
    let keys: Vec<Option<Word>> = positions.iter().map(key).collect();
    Ok(keys.iter().map(|key| Some((*key)? ^ keys[reference]?)).collect())
}
