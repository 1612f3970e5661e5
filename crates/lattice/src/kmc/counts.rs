//! Counts of a simulation.

/// The steps so far, and the work that they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) steps: u64,
    pub(super) evaluations: u64,
    pub(super) hits: u64,
    pub(super) misses: u64,
    pub(super) exits: u64,
    pub(super) skipped: u64,
}

impl Counts {
    /// The counts in their order in a checkpoint.
    pub(super) fn to_array(self) -> [u64; 6] {
        let Counts { steps, evaluations, hits, misses, exits, skipped } = self;
        [steps, evaluations, hits, misses, exits, skipped]
    }

    pub(super) fn from_array(numbers: [u64; 6]) -> Counts {
        let [steps, evaluations, hits, misses, exits, skipped] = numbers;
        Counts { steps, evaluations, hits, misses, exits, skipped }
    }
}
