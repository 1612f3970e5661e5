//! Messages of a run about its recall and the audit of it.

use zobrist_lattice::{AuditReport, RecallMode, Statistics};
use zobrist_simulation::{Config, Engine};

/// The closing lines about the recall; none if nothing is recalled.
pub(crate) fn lines(engine: &Engine) -> String {
    let size = engine.recall_size().zip(engine.statistics());
    lines_of(size, engine.audit_report(), engine.gives_prefactors())
}

/// The closing lines about a recall of some entries and bytes, if there is one, and about its
/// audit.
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

/// Largest difference, in eV or as a fraction, that noise of the numbers themselves explains.
const NOISE: f64 = 1e-3;

/// The message if an audit has found more than the tolerance.
pub(crate) fn complaint(report: AuditReport, config: &Config) -> Option<String> {
    let tolerance = config.recall_tolerance;
    let mut got = Vec::new();
    if !report.is_within(tolerance) {
        got.push(format!("barriers that differ by up to {:e} eV", report.largest));
    }
    if !report.are_prefactors_within(tolerance) {
        let largest = report.largest_prefactor;
        got.push(format!("prefactors that differ by up to {largest:e} of them"));
    }
    let (deviating, recomputed) = (report.deviating, report.recomputed);
    let message = format!(
        "zobrist: the audit expected what was recalled, within {tolerance:e}, got {}, in {deviating} \
         of {recomputed} hits; {}\n",
        got.join(" and "),
        advice(&report, config)
    );
    (!got.is_empty()).then_some(message)
}

/// The likely cause of the differences, and what to do about it.
fn advice(report: &AuditReport, config: &Config) -> String {
    if !config.has_program() {
        // The models of the command have the same barriers to the last bit.
        return match &config.recall_file {
            Some(file) => format!(
                "the model gives the same barriers to the last bit, so that {} has others: begin a new \
                 recall, with another `file` in [recall]",
                file.display()
            ),
            None => "two environments have one hash: verify the recall with \"content\"".to_owned(),
        };
    }
    let largest = report.largest_scaled.max(report.largest_prefactor);
    let is_rounded = |digits: &u32| report.largest <= 2.5 * 10_f64.powi(-(*digits as i32));
    if report.are_prefactors_within(config.recall_tolerance)
        && let Some(digits) = report.digits.filter(is_rounded)
    {
        // They differ by whole steps of the last digit.
        let steps = (report.largest * 10_f64.powi(digits as i32)).round();
        return format!(
            "the program rounds barriers to {digits} digits after the point: let it print more, or give \
             [recall] `tolerance = {steps}e-{digits}`"
        );
    }
    if largest <= NOISE {
        return "so small differences are those of a computation that is not converged, or that depends \
                on the order of the atoms: converge it further, round the result, or raise `tolerance` \
                in [recall]"
            .to_owned();
    }
    let by_site = match config.settings.recall {
        RecallMode::State => "",
        RecallMode::Environment => ", or its barriers depend on atoms beyond `reach`: increase it",
        _ => {
            ", or its barriers depend on atoms beyond `reach`, or on the orientation of the jump: \
             increase `reach`, or take the mode \"environment\""
        }
    };
    let changed = match config.recall_file {
        Some(_) => "; if the program has changed since, give it another `fingerprint`",
        None => "",
    };
    let cause = "the program gives one jump different barriers, so that it is not deterministic";
    format!("{cause}{by_site}{changed}")
}
