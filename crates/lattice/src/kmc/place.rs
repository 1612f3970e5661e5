//! The place of a simulation in its ramp.

use super::settings::Settings;

/// The place of a simulation in its ramp.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    /// The number of stages that have ended.
    pub(super) stage: usize,
    /// The time in s that no step passes: the end of the stage or of the simulation; infinite if
    /// there is none.
    pub(super) boundary: f64,
}

impl Place {
    /// The place at a time. A stage has ended at its `until`.
    pub(super) fn at(settings: &Settings, time: f64) -> Place {
        let stage = settings.ramp.iter().take_while(|stage| stage.until <= time).count();
        let until = settings.ramp.get(stage).map_or(f64::INFINITY, |stage| stage.until);
        Place { stage, boundary: until.min(settings.end) }
    }

    /// The temperature in K.
    pub(super) fn temperature(self, settings: &Settings) -> f64 {
        settings.ramp.get(self.stage).map_or(settings.temperature, |stage| stage.temperature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kmc::ramp::Stage;

    #[test]
    fn a_stage_ends_at_its_time() {
        let mut settings = Settings::new(300.0, 1);
        settings.ramp = vec![
            Stage { until: 1.0, temperature: 500.0 },
            Stage { until: 3.0, temperature: 400.0 },
        ];
        settings.end = 2.0;
        for (time, stage, boundary, temperature) in [
            (0.0, 0, 1.0, 500.0),
            (0.9, 0, 1.0, 500.0),
            (1.0, 1, 2.0, 400.0),
            (2.0, 1, 2.0, 400.0),
            (3.0, 2, 2.0, 300.0),
        ] {
            let place = Place::at(&settings, time);
            assert_eq!(place, Place { stage, boundary });
            assert_eq!(place.temperature(&settings), temperature);
        }
        settings.end = f64::INFINITY;
        assert_eq!(Place::at(&settings, 3.0).boundary, f64::INFINITY);
    }
}
