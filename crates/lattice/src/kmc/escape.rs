//! Leaving a basin in one step.
//!
//! The states among which the walk flickers become the transient states of a chain, with all their
//! jumps; the time and place of the exit are drawn from their exact joint distribution
//! ([`ExitSampler`](crate::ExitSampler)). This is exact whatever states are taken as the basin: a
//! bad choice costs time only.

use super::error::StepError;
use super::simulation::{Event, Kmc};
use crate::basin::{AbsorbingChain, ChainError, choose};
use crate::lattice::Site;
use crate::model::{Jump, Model};
use crate::species::Species;
use crate::variates::uniform;

/// A state of the basin.
struct Node {
    /// The state from which it was found and the move that leads here; none for the first state.
    parent: Option<(usize, Move)>,
    /// Its differences from the first state, in the order of sites: the site, the species there, and
    /// the species there in the first state.
    differs: Vec<(Site, Species, Species)>,
    /// The moves that leave the basin, and their rates.
    exits: Vec<Move>,
    rates: Vec<f64>,
    /// The free vacancies per pure site, if their time is added up.
    free: f64,
}

/// A jump of a vacancy, which can be undone.
#[derive(Clone, Copy)]
struct Move {
    vacancy: usize,
    jump: Jump,
}

/// The outcome of the attempt to leave a basin in one step.
pub(super) enum Escape {
    /// It was left.
    Exit(Event),
    /// It was not left before the time that no step passes, to which the clock is set.
    Boundary,
    /// There is no basin, or no exit from it.
    None,
}

impl<M: Model> Kmc<M> {
    /// Leaves the basin of the states that were visited last in one step.
    ///
    /// If that would be after the time that no step passes, a state of the basin is drawn from their
    /// distribution at that time, given that there was no exit before: then all that is drawn has the
    /// distribution of the walk jump by jump.
    pub(super) fn escape(&mut self) -> Result<Escape, StepError> {
        let Some(detector) = &self.detector else { return Ok(Escape::None) };
        let states = detector.states().to_vec();
        let mut here = 0;
        let mut nodes = vec![Node::new(None, Vec::new())];
        let mut transitions = Vec::new();
        let mut explored = 0;
        while explored < nodes.len() {
            here = self.walk(&nodes, here, explored);
            if let Err(error) = self.refresh() {
                self.walk(&nodes, here, 0);
                return Err(error);
            }
            self.explore(&states, &mut nodes, explored, &mut transitions);
            explored += 1;
        }
        // Not before: after an error, the same step is tried again.
        if let Some(detector) = &mut self.detector {
            detector.clear();
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
            return Ok(Escape::None);
        };
        let exit = sampler.sample(0, &mut self.random);
        let after = self.clock.after(exit.time);
        let is_late = after.time() >= self.place.boundary;
        if let Some(free_time) = &mut self.free_time {
            free_time.add(self.place.stage, mean_free, if is_late { left } else { exit.time });
        }
        if is_late {
            let at = choose(&chain.survival(0, left).states, uniform(&mut self.random));
            self.walk(&nodes, here, at);
            self.pass_boundary();
            return Ok(Escape::Boundary);
        }
        self.walk(&nodes, here, exit.from);
        let last = &nodes[exit.from];
        let Move { vacancy, jump } = last.exits[choose(&last.rates, uniform(&mut self.random))];
        self.jump(vacancy, jump);
        self.clock = after;
        self.counts.exits += 1;
        // Saturates, as casts do.
        self.counts.skipped = self.counts.skipped.saturating_add((exit.jumps - 1.0) as u64);
        Ok(Escape::Exit(Event { vacancy, jump, time: exit.time, jumps: exit.jumps }))
    }

    /// The mean number of free vacancies per pure site, over the time until the exit from a basin or until the time
    /// `left` has passed; 0 if free time is not added up.
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

impl Node {
    fn new(parent: Option<(usize, Move)>, differs: Vec<(Site, Species, Species)>) -> Node {
        Node { parent, differs, exits: Vec::new(), rates: Vec::new(), free: 0.0 }
    }
}
