//! The work that policies ask for, made of a number of nodes, for tests of every policy.

pub(crate) trait OfNodes: Copy {
    fn of(nodes: u64) -> Self;
}

impl OfNodes for u64 {
    fn of(nodes: u64) -> u64 {
        nodes
    }
}

/// As if each node were a ply.
impl OfNodes for u8 {
    fn of(nodes: u64) -> u8 {
        nodes.min(255) as u8
    }
}

impl OfNodes for () {
    fn of(_: u64) {}
}
