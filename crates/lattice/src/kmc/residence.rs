//! The mean time until the next step, by which rows after steps count.

use super::error::StepError;
use super::flicker::Detector;
use super::simulation::Kmc;
use crate::model::Model;

impl<M: Model> Kmc<M> {
    /// Returns the mean time in s until the next step, 1 / ΣR with the sum of all rates: the weight with
    /// which the state counts in a mean over states after steps, so that it is a mean over time. `None`
    /// if no jump is possible, or a double does not hold the time.
    ///
    /// If the next step leaves a basin, the time is the mean of that step, and the state becomes one
    /// of the basin, drawn with the probability of the part of this time that it takes. So the mean over
    /// steps, weighted by it, of what is read from the state after this call is the mean over time
    /// there, too. It stays until the next step, or until [`show_present`](Kmc::show_present); the
    /// trajectory does not depend on it.
    ///
    /// Ends of stages and of the simulation are not looked at: the time is that at the present
    /// temperature.
    ///
    /// Computes the barriers that the next step needs, which need not be computed again; n³ operations
    /// more in a basin of n states.
    ///
    /// ```
    /// use zobrist_lattice::model::PairModel;
    /// use zobrist_lattice::{Configuration, Kmc, Lattice, Settings, Site, Species, Structure};
    ///
    /// let lattice = Lattice::new(Structure::Bcc, [4, 4, 4])?;
    /// let mut iron = Configuration::new(lattice);
    /// iron.set(Site(5), Species::VACANCY);
    /// let mut kmc = Kmc::new(PairModel::iron_copper(lattice)?, iron, Settings::new(600.0, 1))?;
    /// let residence = kmc.residence()?.unwrap();
    /// // Eight neighbors, each with the migration energy of iron.
    /// let rate = 8.0 * 6e12 * (-0.65 / (zobrist_lattice::BOLTZMANN * 600.0)).exp();
    /// assert!((residence * rate - 1.0).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`step`](Kmc::step), but for those of having no jump and of the end. The state is then as it
    /// was.
    ///
    /// # Panics
    /// As [`step`](Kmc::step).
    pub fn residence(&mut self) -> Result<Option<f64>, StepError> {
        let flickers = self.detector.as_ref().is_some_and(Detector::flickers);
        if flickers && self.drawn.is_none() && self.stay.is_none() && !self.is_over() {
            self.stay = self.enter(true)?;
        }
        if let Some(mut stay) = self.stay.take() {
            let mean = stay.mean();
            if let Some((_, node)) = mean {
                self.show(&mut stay, node);
            }
            self.stay = Some(stay);
            return Ok(mean.map(|(time, _)| time));
        }
        self.refresh()?;
        let time = 1.0 / self.rates.total();
        Ok(time.is_finite().then_some(time))
    }

    /// Shows the state at the [`time`](Kmc::time) of the last step again, or of the last time that was
    /// asked for, after [`residence`](Kmc::residence) has shown another of its basin.
    pub fn show_present(&mut self) {
        if let Some(mut stay) = self.stay.take() {
            let node = stay.seen();
            self.show(&mut stay, node);
            self.stay = Some(stay);
        }
    }
}
