//! Species: the atoms and the vacancy.

/// The species on a site, a small integer: 0 is the host, whose key is zero, 1 the vacancy, and
/// solutes follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Species(pub u8);

impl Species {
    /// The host atom. It costs nothing: its key is zero.
    pub const HOST: Species = Species(0);
    /// The vacancy.
    pub const VACANCY: Species = Species(1);

    /// Returns the number, as an index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns true if this is the host.
    #[inline(always)]
    pub const fn is_host(self) -> bool {
        self.0 == 0
    }
}
