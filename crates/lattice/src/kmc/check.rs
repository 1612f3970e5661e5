//! Checks of settings.

use super::error::KmcError;
use super::flicker::Flicker;
use super::settings::Settings;

/// Checks everything in the settings that does not depend on the model.
pub(super) fn check(settings: &Settings) -> Result<(), KmcError> {
    let is_good = |number: f64| number > 0.0 && number.is_finite();
    let numbers = [
        ("the temperature", settings.temperature),
        ("the attempt frequency", settings.attempt_frequency),
    ];
    let stages = settings.ramp.iter();
    let stages = stages.map(|stage| ("the temperature of a stage of the ramp", stage.temperature));
    for (what, got) in numbers.into_iter().chain(stages) {
        if !is_good(got) {
            return Err(KmcError::Setting { what, got });
        }
    }
    for (species, got) in &settings.prefactors {
        if !is_good(*got) {
            return Err(KmcError::Prefactor { species: *species, got: *got });
        }
    }
    let mut after = 0.0;
    for (stage, of) in settings.ramp.iter().enumerate() {
        if !(of.until > after && of.until.is_finite()) {
            return Err(KmcError::Stage { stage, after, got: of.until });
        }
        after = of.until;
    }
    if settings.end.is_nan() || settings.end <= 0.0 {
        return Err(KmcError::End { got: settings.end });
    }
    if let Some(Flicker { window, states: got }) = settings.flicker
        && (window == 0 || !(2..=256).contains(&got))
    {
        return Err(KmcError::Basin { got });
    }
    Ok(())
}
