//! Counts of a simulation by exchanges.

/// The steps so far, and the work that they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) steps: u64,
    pub(super) accepted: u64,
    pub(super) evaluations: u64,
    pub(super) hits: u64,
    pub(super) misses: u64,
}

impl Counts {
    /// The counts in their order in a checkpoint.
    pub(super) fn to_array(self) -> [u64; 5] {
        let Counts { steps, accepted, evaluations, hits, misses } = self;
        [steps, accepted, evaluations, hits, misses]
    }

    pub(super) fn from_array(numbers: [u64; 5]) -> Counts {
        let [steps, accepted, evaluations, hits, misses] = numbers;
        Counts { steps, accepted, evaluations, hits, misses }
    }
}
