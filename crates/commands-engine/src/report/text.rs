//! The report for people.

use std::fmt::Write;

use crate::audit::Audit;
use crate::fact::EnPassantRule;
use crate::fault::Fault;
use crate::report::Subject;
use crate::rules::Rules;
use crate::session::{Learned, Outcome, reproduce};
use crate::table::Table;

/// The conventions and the words.
pub(super) fn heading(subject: &Subject, learned: &Learned) -> String {
    let Learned { conventions, table, recognized, alike, questions } = learned;
    let stable = match (conventions.is_repeatable, conventions.after_restart) {
        (false, _) => "; NOT the same key when a position is asked again",
        (_, Some(true)) => "; the same keys after a restart",
        (_, Some(false)) => "; other keys after a restart",
        (_, None) => "",
    };
    let mut text = format!("engine      {}, asked by {:?}{stable}\n", subject.name, subject.ask);
    let mut key = vec![format!("{} bits", table.bits()), castling(table).to_owned()];
    key.push(en_passant(learned));
    key.push(clock(table));
    if conventions.has_move_number {
        key.push("the move number changes the key".to_owned());
    }
    writeln!(text, "key         {}", key.join("; ")).expect("a string");
    writeln!(text, "table       {questions} questions, 767 of them for the words by FEN")
        .expect("a string");
    let scheme = match recognized {
        None => "the words are of no scheme that is known by name".to_owned(),
        Some(known) => match known.constant {
            Some(0) => format!("the keys are those of `{}`", known.name),
            Some(constant) => {
                format!("the keys are those of `{}`, XOR {constant:016x}", known.name)
            }
            None => {
                format!("the words of {} are those of `{}`", known.parts.join(", "), known.name)
            }
        },
    };
    writeln!(text, "scheme      {scheme}").expect("a string");
    if !alike.is_empty() {
        let alike = alike.join(", ");
        writeln!(text, "alike       the conventions of docs/gallery: {alike}").expect("a string");
    }
    text
}

fn castling(table: &Table) -> &'static str {
    let is_zero = (0..16).all(|set| table.word(crate::fact::Fact::Castling(set)) == Some(0));
    match (is_zero, table.is_castling_additive()) {
        (true, _) => "no castling rights by FEN",
        (false, true) => "castling by 4 rights",
        (false, false) => "castling by 16 sets",
    }
}

fn en_passant(learned: &Learned) -> String {
    let Learned { conventions, table, .. } = learned;
    let name =
        |counts: Option<EnPassantRule>| counts.map_or("by no simple rule", EnPassantRule::name);
    let by = if table.is_en_passant_by_file() { "file" } else { "square" };
    if conventions.by_moves == conventions.by_fen {
        return match conventions.by_moves {
            Some(EnPassantRule::NEVER) => "no en passant".to_owned(),
            counts => format!("en passant by {by}, {}", name(counts)),
        };
    }
    let (by_moves, by_fen) = (name(conventions.by_moves), name(conventions.by_fen));
    format!("en passant by {by}, {by_moves} by moves and {by_fen} by FEN")
}

fn clock(table: &Table) -> String {
    match table.clock_steps() {
        Some((from, step)) => format!("halfmove clock from {from} in steps of {step}"),
        None if table.has_clock() => "halfmove clock".to_owned(),
        None => "no halfmove clock".to_owned(),
    }
}

pub(super) fn report(subject: &Subject, outcome: &Outcome) -> String {
    let mut text = heading(subject, &outcome.learned);
    for (number, fault) in outcome.faults.iter().enumerate() {
        append_fault(&mut text, number + 1, fault, &subject.ask);
    }
    append_audit(&mut text, &outcome.audit);
    let line = |text: &mut String, name: &str, value: String| {
        writeln!(text, "{name:<11} {value}").expect("a string");
    };
    if let Some(searches) = &outcome.searches {
        let depth = crate::search::DEPTH;
        let seen = "one that searches on a copy of its board, or prints a key computed anew, \
                    would show no fault";
        line(
            &mut text,
            "searched",
            format!("{} positions to depth {depth}; {seen}", searches.positions),
        );
    }
    let shown = match outcome.shown.positions {
        0 => "no FEN beside the key, by which to tell that it is of the position".to_owned(),
        many => format!("{many} positions by the FEN that is printed beside the key"),
    };
    line(&mut text, "shown", shown);
    let (events, pairs, possible) = outcome.coverage.counts();
    let all = if outcome.has_all_pairs { "all" } else { "NOT ALL" };
    line(
        &mut text,
        "covered",
        format!(
            "{events} kinds of moves, {pairs} pairs of them; {all} {possible} pairs of the suite"
        ),
    );
    for (class, white, black) in outcome.coverage.classes() {
        line(&mut text, "", format!("{class}: {white} by White, {black} by Black"));
    }
    line(
        &mut text,
        "compared",
        format!(
            "{} positions by moves and by FEN, {} walks; {} of them are the sum of their words",
            outcome.compared, outcome.walks, outcome.predicted
        ),
    );
    if !outcome.variants.is_empty() {
        let of = |(rules, count): &(Rules, u64)| format!("{} {count}", rules.name());
        let counts: Vec<String> = outcome.variants.iter().map(of).collect();
        line(&mut text, "variants", format!("{} positions", counts.join(", ")));
    }
    let faults = outcome.faults.len();
    let faults = match faults {
        0 => "no fault".to_owned(),
        1 => "1 fault".to_owned(),
        many => format!("{many} faults"),
    };
    line(&mut text, "result", faults);
    text
}

pub(super) fn audit_report(subject: &Subject, learned: &Learned, audit: &Audit) -> String {
    let mut text = heading(subject, learned);
    for (number, fault) in audit.faults.iter().enumerate() {
        append_fault(&mut text, number + 1, fault, &subject.ask);
    }
    append_audit(&mut text, audit);
    text
}

fn append_audit(text: &mut String, audit: &Audit) {
    let Audit { words, rank, weight, dependencies, .. } = audit;
    let found: u64 = dependencies.iter().sum();
    writeln!(
        text,
        "audit       {words} words of rank {rank}; {found} dependencies of up to {weight} words that \
         legal positions can have"
    )
    .expect("a string");
}

fn append_fault(text: &mut String, number: usize, fault: &Fault, ask: &str) {
    writeln!(text, "FAULT {number:<5} {}: {}", fault.kind.name(), fault.title).expect("a string");
    let mut line = |name: &str, value: String| {
        writeln!(text, "  {name:<9} {value}").expect("a string");
    };
    if let Some(example) = &fault.example {
        let (one, other) = example.keys;
        line("keys", format!("{one:016x} and {other:016x}, differ by {:016x}", one ^ other));
        line("reproduce", reproduce(&example.by_moves, ask));
        line("beside", reproduce(&example.by_fen, ask));
    }
    for note in &fault.notes {
        let (name, value) = note.split_once(' ').unwrap_or((note, ""));
        let (name, value) = match note.strip_prefix("last asked") {
            Some(value) => ("last", value),
            None => (name, value),
        };
        line(name, value.trim_start().to_owned());
    }
    if !fault.moves.is_empty() {
        let mut moves: Vec<_> = fault.moves.iter().collect();
        moves.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let shown: Vec<String> =
            moves.iter().take(4).map(|(name, count)| format!("{name} ({count})")).collect();
        let more = if moves.len() > shown.len() { ", …" } else { "" };
        let lines = if fault.count == 1 { "line" } else { "lines" };
        line("shown by", format!("{} {lines}: {}{more}", fault.count, shown.join(", ")));
    }
}
