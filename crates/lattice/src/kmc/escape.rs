//! Leaving a basin in one step.
//!
//! The states among which the walk flickers become the transient states of a chain, with all their
//! jumps; the time and place of the exit are drawn from their exact joint distribution
//! ([`ExitSampler`](crate::ExitSampler)). This is exact whatever states are taken as the basin: a
//! bad choice costs time only.

use super::error::StepError;
use super::flicker::Detector;
use super::simulation::{Event, Kmc};
use super::stay::{Begun, End, Move, Node, Stay};
use crate::basin::{AbsorbingChain, ChainError, choose};
use crate::configuration::Species;
use crate::lattice::Site;
use crate::model::{Jump, Model};
use crate::variates::uniform;

/// The outcome of the attempt to leave a basin in one step.
pub(super) enum Escape {
    /// It was left.
    Exit(Event),
    /// It was not left before the time that no step passes, to which the clock is set.
    Boundary,
    /// It is left later than asked for.
    Later,
    /// There is no basin, or no exit from it.
    None,
}

impl<M: Model> Kmc<M> {
    /// Leaves the basin of the states that were visited last in one step, if that is at `time` or
    /// before. Otherwise the state becomes that of the basin at `time`, and the exit that was drawn
    /// is kept.
    pub(super) fn escape(&mut self, time: f64) -> Result<Escape, StepError> {
        let stay = match self.stay.take() {
            Some(stay) => Some(stay),
            // A stay that lasts to the boundary does not end before `time`, unless that is later.
            None => self.enter(time < self.place.boundary)?,
        };
        let Some(mut stay) = stay else { return Ok(Escape::None) };
        let end = match &stay.end {
            End::Exit { after, .. } => after.time(),
            End::Boundary => self.place.boundary,
        };
        if time < end {
            let node = stay.state_at(time - self.clock.time());
            self.show(&mut stay, node);
            self.stay = Some(stay);
            return Ok(Escape::Later);
        }
        Ok(self.leave(*stay))
    }

    /// Explores the basin of the states that were visited last, and draws the exit from it; `None`
    /// if there is no basin, or no exit. `may_stop` if the simulation may stop before the exit.
    ///
    /// If the exit would be after the time that no step passes, a state of the basin is drawn from
    /// their distribution at that time, given that there was no exit before: then all that is drawn
    /// has the distribution of the walk jump by jump.
    pub(super) fn enter(&mut self, may_stop: bool) -> Result<Option<Box<Stay>>, StepError> {
        let Some(detector) = &self.detector else { return Ok(None) };
        let states = detector.states().to_vec();
        let mut here = 0;
        let mut nodes = vec![Node::new(None, Vec::new())];
        let mut transitions = Vec::new();
        let mut explored = 0;
        let mut begun = None;
        while explored < nodes.len() {
            here = self.walk(&nodes, here, explored);
            if let Err(error) = self.refresh() {
                self.walk(&nodes, here, 0);
                return Err(error);
            }
            if may_stop && explored == 0 {
                begun = Some(Begun {
                    rates: self.rates.clone(),
                    displacements: self.displacements.clone(),
                    counts: self.totals(),
                });
            }
            self.explore(&states, &mut nodes, explored, &mut transitions);
            explored += 1;
        }
        let mut chain = AbsorbingChain::new(nodes.len(), 1);
        for (from, to, rate) in transitions {
            chain.add(from, to, rate);
        }
        for (from, node) in nodes.iter().enumerate() {
            chain.add_exit(from, 0, node.rates.iter().sum());
        }
        let left = self.place.boundary - self.clock.time();
        let prepared = (nodes.len() > 1).then(|| {
            Ok::<_, ChainError>((chain.exit_sampler()?, self.mean_free(&chain, &nodes, left)?))
        });
        let Some(Ok((sampler, mean_free))) = prepared else {
            self.walk(&nodes, here, 0);
            // Not before: after an error, the same step is tried again.
            self.detector.iter_mut().for_each(Detector::clear);
            return Ok(None);
        };
        let before = self.random;
        let exit = sampler.sample(0, &mut self.random);
        let after = self.clock.after(exit.time);
        let (last, duration, end) = if after.time() >= self.place.boundary {
            let at = choose(&chain.survival(0, left).states, uniform(&mut self.random));
            (at, left, End::Boundary)
        } else {
            let last = &nodes[exit.from];
            let way = last.exits[choose(&last.rates, uniform(&mut self.random))];
            (exit.from, exit.time, End::Exit { way, after, jumps: exit.jumps })
        };
        let stay = Stay::new(nodes, here, chain, (last, duration), end, mean_free, before, begun);
        Ok(Some(Box::new(stay)))
    }

    /// Goes to the end of a stay in a basin: out of it, or to the time that no step passes.
    fn leave(&mut self, stay: Stay) -> Escape {
        let Stay { nodes, here, last, duration, end, mean_free, .. } = stay;
        if let Some(free_time) = &mut self.free_time {
            free_time.add(self.place.stage, mean_free, duration);
        }
        self.detector.iter_mut().for_each(Detector::clear);
        self.walk(&nodes, here, last);
        match end {
            End::Boundary => {
                self.pass_boundary();
                Escape::Boundary
            }
            End::Exit { way: Move { vacancy, jump }, after, jumps } => {
                self.jump(vacancy, jump);
                self.clock = after;
                self.counts.exits += 1;
                // Saturates, as casts do.
                self.counts.skipped = self.counts.skipped.saturating_add((jumps - 1.0) as u64);
                Escape::Exit(Event { vacancy, jump, time: duration, jumps })
            }
        }
    }

    /// Goes to a state of the basin.
    pub(super) fn show(&mut self, stay: &mut Stay, node: usize) {
        stay.here = self.walk(&stay.nodes, stay.here, node);
    }

    /// The mean number of free vacancies per pure site, over the time until the exit from a basin
    /// or until the time `left` has passed; 0 if free time is not added up.
    fn mean_free(
        &self,
        chain: &AbsorbingChain,
        nodes: &[Node],
        left: f64,
    ) -> Result<f64, ChainError> {
        if self.free_time.is_none() {
            return Ok(0.0);
        }
        let exits = chain.exits()?;
        let longest = (0..nodes.len()).map(|start| exits.mean_time(start)).fold(0.0, f64::max);
        // From wherever it is, at least half of the chains end within twice that time (Markov's
        // inequality): after 64 times as long, 2⁻⁶⁴ are left.
        let times = match left >= 128.0 * longest {
            true => chain.occupation()?,
            false => chain.survival(0, left).occupation,
        };
        let free: f64 = times.iter().zip(nodes).map(|(time, node)| time * node.free).sum();
        Ok(free / times.iter().sum::<f64>())
    }

    /// Finds where the jumps of state number `from`, which the simulation is in, lead: to states of
    /// the basin, including new ones, or out of it.
    fn explore(
        &mut self,
        states: &[u64],
        nodes: &mut Vec<Node>,
        from: usize,
        transitions: &mut Vec<(usize, usize, f64)>,
    ) {
        if let Some(free_time) = &self.free_time {
            nodes[from].free = free_time.share(self.configuration(), &self.rates.sites);
        }
        for vacancy in 0..self.rates.sites.len() {
            let site = self.rates.sites[vacancy];
            for direction in 0..self.evaluator.neighbors.offsets().len() {
                let rate = self.rates.rate_of(vacancy, direction);
                if rate <= 0.0 {
                    continue;
                }
                let jump = Jump {
                    vacancy: site,
                    to: self.evaluator.neighbors.site(site, direction),
                    direction,
                };
                let step = Move { vacancy, jump };
                self.state.exchange(jump.vacancy, jump.to);
                let hash = self.state.hash();
                self.state.exchange(jump.vacancy, jump.to);
                if !states.contains(&hash) {
                    nodes[from].exits.push(step);
                    nodes[from].rates.push(rate);
                    continue;
                }
                // Hashes choose the basin; contents tell its states apart.
                let differs = self.differences_after(&nodes[from].differs, jump);
                let to = nodes.iter().position(|node| node.differs == differs);
                let to = to.unwrap_or_else(|| {
                    nodes.push(Node::new(Some((from, step)), differs));
                    nodes.len() - 1
                });
                transitions.push((from, to, rate));
            }
        }
    }

    /// Goes from one state of the basin to another, through the first.
    fn walk(&mut self, nodes: &[Node], from: usize, to: usize) -> usize {
        if from != to {
            let mut at = from;
            while let Some((parent, Move { vacancy, jump })) = nodes[at].parent {
                let back = self.jump_vector(jump).map(|x| -x);
                self.shift(vacancy, jump.vacancy, back);
                at = parent;
            }
            let mut moves = Vec::new();
            let mut at = to;
            while let Some((parent, step)) = nodes[at].parent {
                moves.push(step);
                at = parent;
            }
            for Move { vacancy, jump } in moves.into_iter().rev() {
                self.jump(vacancy, jump);
            }
        }
        to
    }

    /// The differences from the first state after a jump, given those of the present state.
    fn differences_after(
        &self,
        differs: &[(Site, Species, Species)],
        jump: Jump,
    ) -> Vec<(Site, Species, Species)> {
        let now = |site| self.state.configuration().occupant(site);
        let mut after: Vec<_> = differs.to_vec();
        for (site, species) in [(jump.vacancy, now(jump.to)), (jump.to, now(jump.vacancy))] {
            let known = differs.iter().find(|(other, ..)| *other == site);
            let first = known.map_or(now(site), |(_, _, first)| *first);
            after.retain(|(other, ..)| *other != site);
            if species != first {
                after.push((site, species, first));
            }
        }
        after.sort_unstable();
        after
    }
}
