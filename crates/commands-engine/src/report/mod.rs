//! Reports of a check: text for people, JSON lines, and JUnit for other programs.

mod jsonl;
mod junit;
mod text;

use clap::ValueEnum;

use crate::driver::Engine;
use crate::fault::{Fault, FaultKind};
use crate::session::{Learned, Outcome};

/// Format of the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people
    #[default]
    Text,
    /// One JSON object per line, each with its `type`
    Jsonl,
    /// JUnit's XML: a test case for each kind of fault
    Junit,
}

/// The engine, for a report.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) ask: String,
}

impl Subject {
    pub(crate) fn of(engine: &Engine) -> Subject {
        Subject { name: engine.name.clone(), ask: engine.command().to_owned() }
    }
}

/// The faults that are breakdowns of an engine.
pub(crate) fn breakdowns(engine: &Engine) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    for breakdown in &engine.breakdowns {
        let kind = if breakdown.is_hang { FaultKind::Hang } else { FaultKind::Crash };
        if let Some(fault) = faults.iter_mut().find(|fault| fault.kind == kind) {
            fault.count += 1;
            continue;
        }
        let title = format!("{}: {}", kind.name(), breakdown.reason);
        let mut fault = Fault::new(kind, title);
        let question = crate::session::reproduce(&breakdown.question, engine.command());
        fault.notes.push(format!("last asked  {question}"));
        faults.push(fault);
    }
    faults
}

/// The report of a check.
pub(crate) fn report(format: ReportFormat, subject: &Subject, outcome: &Outcome) -> String {
    match format {
        ReportFormat::Text => text::report(subject, outcome),
        ReportFormat::Jsonl => jsonl::report(subject, outcome),
        ReportFormat::Junit => junit::report(subject, outcome),
    }
}

/// The report of an audit alone.
pub(crate) fn audit_report(
    format: ReportFormat,
    subject: &Subject,
    learned: &Learned,
    audit: &crate::audit::Audit,
) -> String {
    match format {
        ReportFormat::Text => text::audit_report(subject, learned, audit),
        ReportFormat::Jsonl => jsonl::audit_report(subject, learned, audit),
        ReportFormat::Junit => junit::audit_report(subject, audit),
    }
}

/// The conventions and the words of an engine in text, for a file of its keys too.
pub(crate) fn heading(subject: &Subject, learned: &Learned) -> String {
    text::heading(subject, learned)
}
