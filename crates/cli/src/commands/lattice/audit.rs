//! What a run says about its recall and the audit of it.

use zobrist_files::simulation::Engine;
use zobrist_lattice::{AuditReport, Statistics};

/// The closing lines about the recall; none if nothing is recalled.
pub(crate) fn lines(engine: &Engine) -> String {
    let size = engine.recall_size().zip(engine.statistics());
    lines_of(size, engine.audit_report(), engine.gives_prefactors())
}

/// The closing lines about a recall of some entries and bytes, if there is one, and about its audit.
pub(crate) fn lines_of(
    size: Option<((usize, usize), Statistics)>,
    report: Option<AuditReport>,
    gives_prefactors: bool,
) -> String {
    let mut text = String::new();
    if let Some(((entries, bytes), statistics)) = size {
        let evicted = statistics.evictions;
        text += &format!("recalled     {entries} entries, {bytes} bytes, {evicted} evicted\n");
    }
    if let Some(report) = report {
        text += &format!(
            "audit        {} hits recomputed, {} of them different, by {:e} eV at most",
            report.recomputed, report.deviating, report.largest
        );
        if gives_prefactors {
            text += &format!(", prefactors by {:e} of them", report.largest_prefactor);
        }
        text.push('\n');
    }
    text
}

/// The message if an audit has found more than the tolerance, in eV, and for prefactors as a fraction.
pub(crate) fn complaint(report: AuditReport, tolerance: f64) -> Option<String> {
    let AuditReport { largest, largest_prefactor, .. } = report;
    let mut got = Vec::new();
    if largest > tolerance {
        got.push(format!("barriers that differ by up to {largest:e} eV"));
    }
    if largest_prefactor > tolerance {
        got.push(format!("prefactors that differ by up to {largest_prefactor:e} of them"));
    }
    let message = format!(
        "zobrist: the audit expected what was recalled, within {tolerance:e}, got {}; begin a new \
         recall, or verify it with \"content\"\n",
        got.join(" and ")
    );
    (!got.is_empty()).then_some(message)
}
