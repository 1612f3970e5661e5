//! The report as JSON lines.

use serde_json::{Value, json};

use crate::audit::Audit;
use crate::fact::EnPassantRule;
use crate::fault::Fault;
use crate::report::Subject;
use crate::rules::Rules;
use crate::session::{Learned, Outcome};

fn lines(values: &[Value]) -> String {
    values.iter().map(|value| format!("{value}\n")).collect()
}

fn heading(subject: &Subject, learned: &Learned) -> Vec<Value> {
    let Learned { conventions, table, recognized, alike, questions } = learned;
    let word = |counts: Option<EnPassantRule>| counts.map(EnPassantRule::word);
    let scheme = recognized.as_ref().map(|known| {
        let constant = known.constant.map(|constant| format!("{constant:016x}"));
        json!({ "name": known.name, "constant": constant, "parts": known.parts })
    });
    let clock = table.clock_steps();
    vec![
        json!({
            "type": "engine",
            "name": subject.name,
            "ask": subject.ask,
            "repeatable": conventions.is_repeatable,
            "same_after_restart": conventions.after_restart,
        }),
        json!({
            "type": "convention",
            "bits": table.bits(),
            "castling": if table.is_castling_additive() { "rights" } else { "sets" },
            "en_passant": if table.is_en_passant_by_file() { "file" } else { "square" },
            "en_passant_by_moves": word(conventions.by_moves),
            "en_passant_by_fen": word(conventions.by_fen),
            "clock_from": clock.map(|clock| clock.0),
            "clock_step": clock.map(|clock| clock.1),
            "move_number": conventions.has_move_number,
            "scheme": scheme,
            "alike": alike,
            "questions": questions,
        }),
    ]
}

fn fault(fault: &Fault) -> Value {
    let example = fault.example.as_ref();
    let key = |word: u128| format!("{word:016x}");
    let terms = fault.terms.iter().map(|term| match term.split_once(' ') {
        Some((sign @ ("surplus" | "missing"), fact)) => json!({ "fact": fact, "sign": sign }),
        _ => json!({ "fact": term, "sign": null }),
    });
    json!({
        "type": "fault",
        "kind": fault.kind.name(),
        "title": fault.title,
        "terms": terms.collect::<Vec<_>>(),
        "fen": example.map(|example| &example.by_moves.fen),
        "moves": example.map(|example| &example.by_moves.moves),
        "search": example.map(|example| example.by_moves.search).filter(|depth| *depth > 0),
        "end": example.map(|example| &example.by_fen.fen),
        "by_moves": example.map(|example| key(example.keys.0)),
        "by_fen": example.map(|example| key(example.keys.1)),
        "difference": example.map(|example| key(example.difference())),
        "variant": fault.rules.map(Rules::name),
        "lines": fault.count,
        "shown_by": fault.moves,
        "notes": fault.notes,
    })
}

fn audit_line(audit: &Audit) -> Value {
    json!({
        "type": "audit",
        "words": audit.words,
        "rank": audit.rank,
        "weight": audit.weight,
        "dependencies": audit.dependencies.iter().sum::<u64>(),
    })
}

pub(super) fn report(subject: &Subject, outcome: &Outcome) -> String {
    let mut values = heading(subject, &outcome.learned);
    values.extend(outcome.faults.iter().map(fault));
    values.push(audit_line(&outcome.audit));
    let (events, pairs, possible) = outcome.coverage.counts();
    let variants = outcome.variants.iter();
    let variants = variants.map(|(rules, count)| (rules.name().to_owned(), Value::from(*count)));
    let variants: serde_json::Map<String, Value> = variants.collect();
    values.push(json!({
        "type": "summary",
        "faults": outcome.faults.len(),
        "compared": outcome.compared,
        "predicted": outcome.predicted,
        "walks": outcome.walks,
        "searched": outcome.searches.as_ref().map(|searches| searches.positions),
        "questions": outcome.questions,
        "shown": outcome.shown.positions,
        "variants": variants,
        "events": events,
        "pairs": pairs,
        "pairs_of_suite": possible,
        "all_pairs": outcome.has_all_pairs,
    }));
    lines(&values)
}

pub(super) fn audit_report(subject: &Subject, learned: &Learned, audit: &Audit) -> String {
    let mut values = heading(subject, learned);
    values.extend(audit.faults.iter().map(fault));
    values.push(audit_line(audit));
    lines(&values)
}
