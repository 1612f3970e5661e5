//! The report as JUnit's XML, which services of continuous integration show.

use std::fmt::Write;

use crate::audit::Audit;
use crate::fault::{Fault, FaultKind};
use crate::report::Subject;
use crate::session::{Outcome, reproduce};

/// The test cases: a name, and the kinds of faults that fail it.
const CASES: [(&str, &[FaultKind]); 7] = [
    ("the engine answers", &[FaultKind::Crash, FaultKind::Hang]),
    ("the engine shows the position that it was asked for", &[FaultKind::Position]),
    ("moves and FENs follow one convention", &[FaultKind::Convention]),
    ("the key after moves is that of the FEN", &[FaultKind::Update]),
    ("the key of a FEN is the sum of its words", &[FaultKind::Fen]),
    ("the key is the same after a search", &[FaultKind::Search]),
    ("the words are independent", &[FaultKind::Table]),
];

/// A text in XML. Characters that XML cannot have are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' => escaped.push('\n'),
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

fn suite(subject: &Subject, faults: &[Fault], cases: &[(&str, &[FaultKind])]) -> String {
    let failed = |kinds: &[FaultKind]| faults.iter().any(|fault| kinds.contains(&fault.kind));
    let failures = cases.iter().filter(|(_, kinds)| failed(kinds)).count();
    let name = escaped(&subject.name);
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let mut line = |line: String| {
        writeln!(text, "{line}").expect("a string");
    };
    line(format!(
        "<testsuite name=\"zobrist engine check: {name}\" tests=\"{}\" failures=\"{failures}\">",
        cases.len()
    ));
    for (case, kinds) in cases {
        let own: Vec<&Fault> = faults.iter().filter(|fault| kinds.contains(&fault.kind)).collect();
        if own.is_empty() {
            line(format!("  <testcase classname=\"{name}\" name=\"{case}\"/>"));
            continue;
        }
        line(format!("  <testcase classname=\"{name}\" name=\"{case}\">"));
        // A test case has one failure; further faults are in its text.
        let titles: Vec<&str> = own.iter().map(|fault| &*fault.title).collect();
        line(format!("    <failure message=\"{}\">", escaped(&titles.join("; "))));
        for fault in own {
            line(escaped(&fault.title));
            if let Some(example) = &fault.example {
                let (one, other) = example.keys;
                line(escaped(&format!("  keys {one:016x} and {other:016x}")));
                line(escaped(&format!("  {}", reproduce(&example.by_moves, &subject.ask))));
                line(escaped(&format!("  {}", reproduce(&example.by_fen, &subject.ask))));
            }
            for note in &fault.notes {
                line(escaped(&format!("  {note}")));
            }
        }
        line("    </failure>".to_owned());
        line("  </testcase>".to_owned());
    }
    line("</testsuite>".to_owned());
    text
}

pub(super) fn report(subject: &Subject, outcome: &Outcome) -> String {
    suite(subject, &outcome.faults, &CASES)
}

pub(super) fn audit_report(subject: &Subject, audit: &Audit) -> String {
    suite(subject, &audit.faults, &CASES[6..])
}
