//! Steps of a simulation, the mean time until the next, and the times that none of them passes.

use super::error::StepError;
use super::escape::Escape;
use super::flicker::Detector;
use super::progress::{Clock, NextJump};
use super::settings::RampPosition;
use super::simulation::{Event, Kmc};
use crate::model::{Jump, Model};
use crate::variates::{exponential, uniform};

impl<M: Model> Kmc<M> {
    /// Performs one step: a jump, or the exit from a basin.
    ///
    /// # Errors
    /// When there is no jump to make, the model fails or returns something other than a barrier, a
    /// barrier is below zero ([`Settings::allow_negative_barriers`](crate::Settings)), or a rate is
    /// too large for a double. The state is then as it was, and the step can be tried again. When
    /// the next jump would be at [`Settings::end`](crate::Settings) or later: the simulation is
    /// then over.
    ///
    /// # Panics
    /// When the model does not append as many barriers as it was asked for.
    #[inline]
    pub fn step(&mut self) -> Result<Event, StepError> {
        self.step_until(f64::INFINITY)?.ok_or(StepError::End { time: self.settings.end })
    }

    /// Performs one step if it happens at `time` (in s) or before; otherwise returns `None`, and
    /// the state is the one that holds at `time`. The step that was drawn is kept: the trajectory,
    /// to the last bit of the clock, does not depend on the times asked for, nor on how often.
    ///
    /// Within a basin that is left in one step, the state at `time` is drawn from its distribution
    /// given that step and the states that were drawn for earlier times, by random numbers of its
    /// own: these states, and nothing else, depend on the times asked for. For a time that is not
    /// after the last one asked for, the state is that of the last one. The first such state in a
    /// basin of n states costs about n³ operations, each of the others n², for each factor of 2
    /// between the shortest mean time of a jump and the time until the exit.
    ///
    /// ```
    /// use zobrist_lattice::model::PairModel;
    /// use zobrist_lattice::{Configuration, Kmc, Lattice, Settings, Site, Species, Structure};
    ///
    /// let lattice = Lattice::new(Structure::Bcc, [4, 4, 4])?;
    /// let mut iron = Configuration::new(lattice);
    /// iron.set(Site(5), Species::VACANCY);
    /// let mut kmc = Kmc::new(PairModel::iron_copper(lattice)?, iron, Settings::new(600.0, 1))?;
    /// for row in 1..=3 {
    ///     let time = f64::from(row) * 1e-6;
    ///     while kmc.step_until(time)?.is_some() {}
    ///     println!("{time} s: the vacancy is on site {}", kmc.vacancies()[0].0);
    ///     assert!(kmc.time() <= time);
    /// }
    /// assert!(kmc.steps() > 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`step`](Kmc::step); but at the end of the simulation, it returns `None`.
    ///
    /// # Panics
    /// As [`step`](Kmc::step).
    pub fn step_until(&mut self, time: f64) -> Result<Option<Event>, StepError> {
        let event = loop {
            let now = self.clock.time();
            // A time that is not a number is before all steps.
            if !(now <= time && now < self.settings.end) {
                return Ok(None);
            }
            let flickers = self.detector.as_ref().is_some_and(Detector::flickers);
            if flickers && self.drawn.is_none() {
                match self.escape(time)? {
                    Escape::Exit(event) => break event,
                    Escape::Boundary => continue,
                    Escape::Later => return Ok(None),
                    Escape::None => {}
                }
            }
            let drawn = match self.drawn.take() {
                Some(drawn) => Some(drawn),
                None => self.draw()?,
            };
            let after = drawn.as_ref().map(|drawn| self.clock.after(drawn.time));
            let at = after.map_or(f64::INFINITY, Clock::time);
            match (&drawn, after) {
                (Some(drawn), Some(after)) if at <= time && at < self.place.boundary => {
                    break self.perform(drawn, after);
                }
                _ => {}
            }
            if drawn.is_none() && self.place.boundary == f64::INFINITY {
                return Err(StepError::Stuck);
            }
            if self.place.boundary > time {
                self.drawn = drawn;
                return Ok(None);
            }
            if let Some(free_time) = &mut self.free_time {
                let share = free_time.share(self.state.configuration(), &self.rates.sites);
                free_time.add(self.place.stage, share, self.place.boundary - now);
            }
            self.pass_boundary();
        };
        self.counts.steps += 1;
        if let Some(detector) = &mut self.detector {
            detector.visit(self.state.hash());
        }
        Ok(Some(event))
    }

    /// Draws a jump; none if no rate is above zero.
    #[inline]
    fn draw(&mut self) -> Result<Option<NextJump>, StepError> {
        self.refresh()?;
        let total = self.rates.total();
        if total <= 0.0 {
            return Ok(None);
        }
        let before = self.random;
        let (vacancy, direction) = self.rates.choose(uniform(&mut self.random));
        let time = exponential(&mut self.random) / total;
        Ok(Some(NextJump { vacancy, direction, time, before }))
    }

    #[inline]
    fn perform(&mut self, drawn: &NextJump, after: Clock) -> Event {
        let NextJump { vacancy, direction, time, .. } = *drawn;
        if let Some(free_time) = &mut self.free_time {
            let share = free_time.share(self.state.configuration(), &self.rates.sites);
            free_time.add(self.place.stage, share, time);
        }
        let from = self.rates.sites[vacancy];
        let jump =
            Jump { vacancy: from, to: self.evaluator.neighbors.site(from, direction), direction };
        self.clock = after;
        self.jump(vacancy, jump);
        Event { vacancy, jump, time, jumps: 1.0 }
    }

    /// Sets the clock to the time that no step passes, and takes the temperature that holds from
    /// there on. Waiting has no memory: what is drawn from here on has the right distribution.
    pub(super) fn pass_boundary(&mut self) {
        self.set_clock(Clock { sum: self.place.boundary, rest: 0.0 });
    }

    /// Sets the clock, and all that follows from it.
    pub(super) fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
        self.place = RampPosition::at(&self.settings, clock.time());
        self.rates.set_temperature(self.place.temperature(&self.settings));
    }

    /// Performs `steps` steps.
    ///
    /// # Errors
    /// As [`step`](Kmc::step). The steps before the error have been performed.
    pub fn run(&mut self, steps: u64) -> Result<(), StepError> {
        (0..steps).try_for_each(|_| self.step().map(drop))
    }

    /// Returns true if the simulation is at its [end](crate::Settings::end), which no step passes.
    pub fn is_over(&self) -> bool {
        self.clock.time() >= self.settings.end
    }

    /// Returns the present temperature in K.
    pub fn temperature(&self) -> f64 {
        self.place.temperature(&self.settings)
    }
}

impl<M: Model> Kmc<M> {
    /// Returns the mean time in s until the next step, 1 / ΣR with the sum of all rates: the weight
    /// with which the state counts in a mean over states after steps, so that it is a mean over
    /// time. `None` if no jump is possible, or a double does not hold the time.
    ///
    /// If the next step leaves a basin, the time is the mean of that step, and the state becomes
    /// one of the basin, drawn with the probability of the part of this time that it takes. So the
    /// mean over steps, weighted by it, of what is read from the state after this call is the mean
    /// over time there, too. It stays until the next step, or until
    /// [`show_present`](Kmc::show_present); the trajectory does not depend on it.
    ///
    /// Ends of stages and of the simulation are not looked at: the time is that at the present
    /// temperature.
    ///
    /// Computes the barriers that the next step needs, which need not be computed again; n³
    /// operations more in a basin of n states.
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
    /// As [`step`](Kmc::step), but for those of having no jump and of the end. The state is then as
    /// it was.
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

    /// Shows the state at the [`time`](Kmc::time) of the last step again, or of the last time that
    /// was asked for, after [`residence`](Kmc::residence) has shown another of its basin.
    pub fn show_present(&mut self) {
        if let Some(mut stay) = self.stay.take() {
            let node = stay.seen();
            self.show(&mut stay, node);
            self.stay = Some(stay);
        }
    }
}
