//! Stays in basins: from the state in which one begins to the exit that was drawn.
//!
//! The trajectory has the state at the beginning and the exit. A state between them that is asked
//! for is drawn from its distribution given both, and given the states that were drawn before
//! ([`Bridge`]): all together have the distribution of the walk jump by jump. These draws have a
//! stream of random numbers of their own in each stay, which follows from the state of the
//! generator at its beginning. So the trajectory does not depend on what is asked for, and a
//! checkpoint need not hold the stream.

use std::fmt;

use zobrist::Fnv1a;
use zobrist::source::Xoshiro256PlusPlus;

use super::progress::{Clock, Counts};
use super::rates::Rates;
use crate::basin::{AbsorbingChain, Bridge, choose};
use crate::configuration::Species;
use crate::lattice::Site;
use crate::model::Jump;
use crate::variates::uniform;

/// A state of the basin.
pub(super) struct Node {
    /// The state from which it was found and the move that leads here; none for the first state.
    pub(super) parent: Option<(usize, Move)>,
    /// Its differences from the first state, in the order of sites: the site, the species there,
    /// and the species there in the first state.
    pub(super) differs: Vec<(Site, Species, Species)>,
    /// The moves that leave the basin, and their rates.
    pub(super) exits: Vec<Move>,
    pub(super) rates: Vec<f64>,
    /// The free vacancies per pure site, if their time is added up.
    pub(super) free: f64,
}

impl Node {
    pub(super) fn new(
        parent: Option<(usize, Move)>,
        differs: Vec<(Site, Species, Species)>,
    ) -> Node {
        Node { parent, differs, exits: Vec::new(), rates: Vec::new(), free: 0.0 }
    }
}

/// A jump of a vacancy, which can be undone.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub(super) vacancy: usize,
    pub(super) jump: Jump,
}

/// The end of a stay.
pub(super) enum End {
    /// A move out of the basin.
    Exit {
        way: Move,
        /// The clock after it.
        after: Clock,
        /// The jumps in the basin and this one.
        jumps: f64,
    },
    /// The time that no step passes, which comes before an exit.
    Boundary,
}

/// The simulation at the beginning of a stay, with all barriers known, as far as it does not follow
/// from the present state.
pub(super) struct Begun {
    pub(super) rates: Rates,
    pub(super) displacements: Vec<[i64; 3]>,
    pub(super) counts: Counts,
}

/// A stay in a basin that has begun.
pub(super) struct Stay {
    /// The states of the basin; it begins in the first.
    pub(super) nodes: Vec<Node>,
    /// The state that the simulation is in.
    pub(super) here: usize,
    bridge: Bridge,
    /// The state at the end, before the move out of the basin.
    pub(super) last: usize,
    /// The time in s from the beginning to the end.
    pub(super) duration: f64,
    pub(super) end: End,
    /// The mean number of free vacancies per pure site.
    pub(super) mean_free: f64,
    /// The generator before the exit was drawn.
    pub(super) before: Xoshiro256PlusPlus,
    /// `None` if no state before the end was to be asked for.
    pub(super) begun: Option<Begun>,
    /// The last state that was drawn, and its time in s from the beginning.
    seen: (usize, f64),
    random: Xoshiro256PlusPlus,
}

impl Stay {
    /// A stay among `nodes`, whose chain it has, with its last state and its duration. The
    /// simulation is in state `here`.
    #[expect(clippy::too_many_arguments, reason = "one place makes it, from all of them")]
    pub(super) fn new(
        nodes: Vec<Node>,
        here: usize,
        chain: AbsorbingChain,
        (last, duration): (usize, f64),
        end: End,
        mean_free: f64,
        before: Xoshiro256PlusPlus,
        begun: Option<Begun>,
    ) -> Stay {
        Stay {
            nodes,
            here,
            bridge: Bridge::new(chain),
            last,
            duration,
            end,
            mean_free,
            before,
            begun,
            seen: (0, 0.0),
            random: stream(before, b"states at times"),
        }
    }

    /// The state a time in s after the beginning and before the end. For a time that is not after
    /// that of an earlier call, the state of that call.
    pub(super) fn state_at(&mut self, time: f64) -> usize {
        let (from, since) = self.seen;
        // Rounding may put it behind the end.
        let time = time.min(self.duration);
        if time > since {
            let left = self.duration - time;
            let weights = self.bridge.weights(from, time - since, self.last, left);
            self.seen = (choose(&weights, uniform(&mut self.random)), time);
        }
        self.seen.0
    }

    /// The last state that was drawn for a time; the first if there is none.
    pub(super) fn seen(&self) -> usize {
        self.seen.0
    }

    /// The mean time in s until the exit, and a state of the basin drawn with the probability of
    /// the part of this time that it takes; the same in each call. `None` if a double does not hold
    /// the time.
    pub(super) fn mean(&self) -> Option<(f64, usize)> {
        let times = self.bridge.chain().occupation().ok()?;
        let time: f64 = times.iter().sum();
        let mut random = stream(self.before, b"state of a step");
        time.is_finite().then(|| (time, choose(&times, uniform(&mut random))))
    }

    /// The moves that lead from the present state back to the first.
    pub(super) fn back(&self) -> impl Iterator<Item = Move> {
        let parent = |at: &usize| self.nodes[*at].parent.as_ref();
        let way = std::iter::successors(Some(self.here), move |at| parent(at).map(|(to, _)| *to));
        way.filter_map(move |at| parent(&at).map(|(_, step)| *step))
    }
}

/// A stream of random numbers for a purpose, which the state of the generator decides.
fn stream(generator: Xoshiro256PlusPlus, purpose: &[u8]) -> Xoshiro256PlusPlus {
    let words = generator.state().into_iter();
    let hash =
        words.fold(Fnv1a::new().bytes(purpose), |hash, word| hash.bytes(&word.to_le_bytes()));
    Xoshiro256PlusPlus::new(hash.finish())
}

/// The states are too many to be shown.
impl fmt::Debug for Stay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Stay");
        shown.field("states", &self.nodes.len()).field("here", &self.here);
        shown.field("seen", &self.seen).field("duration", &self.duration).finish_non_exhaustive()
    }
}
