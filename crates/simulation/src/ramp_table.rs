//! The tables `[[ramp]]`: temperatures that hold up to a time.

use serde::Deserialize;
use toml::Spanned;
use zobrist_input::{Place, Result};
use zobrist_lattice::Stage;

use crate::values::positive;

/// One table `[[ramp]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RampTable {
    until: Spanned<f64>,
    temperature: Spanned<f64>,
}

/// The stages of a ramp.
///
/// # Errors
/// When a time or a temperature is not above 0, or a time is not after the one before.
pub(crate) fn stages(tables: &[Spanned<RampTable>], place: Place<'_>) -> Result<Vec<Stage>> {
    let mut stages: Vec<Stage> = Vec::new();
    for table in tables {
        let RampTable { until, temperature } = table.get_ref();
        let (at, until) = (until.span().start, positive("until", until, place)?);
        if let Some(before) = stages.last().filter(|before| before.until >= until) {
            let before = before.until;
            let reason = format!(
                "`until`: expected a time after that of the [[ramp]] before, {before} s, got {until} s"
            );
            return Err(place.error(at, reason));
        }
        stages.push(Stage::new(until, positive("temperature", temperature, place)?));
    }
    Ok(stages)
}
