//! States: a configuration and its hash, which change together.

use std::sync::Arc;

use zobrist::source::Xoshiro256PlusPlus;
use zobrist::{Fingerprint, Guarantee, Key, KeyVec, Layout, Source};

use crate::configuration::{Configuration, ScatterError, Species};
use crate::lattice::{Lattice, Site};
use crate::out_of_memory::OutOfMemory;

/// A configuration and its hash, the sum of the keys of all atoms that are not of the host. A
/// vacancy that changes places with a host atom costs two XORs, and with a solute four.
///
/// ```
/// use zobrist_lattice::{Lattice, Species, State, Structure};
///
/// let lattice = Lattice::new(Structure::Bcc, [8, 8, 8])?;
/// let mut state = State::new(lattice, 3, 2005); // iron, the vacancy and copper
/// let here = lattice.site_at([0, 0, 0]).unwrap();
/// let there = lattice.neighbor(here, [1, 1, 1]);
/// state.set(here, Species::VACANCY);
/// let before = state.hash();
/// state.exchange(here, there);
/// assert_ne!(state.hash(), before);
/// state.exchange(here, there);
/// assert_eq!(state.hash(), before); // the same state has the same name
/// # Ok::<(), zobrist_lattice::LatticeError>(())
/// ```
///
/// The key of species s on site i has slot (s − 1) · *sites* + i of one kind, `occupant`.
#[derive(Clone, Debug)]
pub struct State<K = u64> {
    configuration: Configuration,
    hash: K,
    species: usize,
    keys: Arc<KeyVec<K>>,
}

impl State {
    /// Creates the state with the host on every site, in a system of `species` species, the host
    /// and the vacancy included. The keys have 64 bits and are those of the default source with
    /// `seed`, [`Source::bch`]; beyond 2²⁴ keys, where that source ends, they are those of
    /// [`Source::xoshiro256_plus_plus`].
    ///
    /// # Panics
    /// When there are not from 2 to 256 species, or (species − 1) · sites is 2³² or more.
    #[must_use]
    pub fn new(lattice: Lattice, species: usize, seed: u64) -> State {
        State::with_keys(lattice, species, seed)
    }

    /// Creates the state of a configuration, with the keys of [`State::new`]. Costs a pass over
    /// the sites.
    ///
    /// ```
    /// use zobrist_lattice::{Configuration, Lattice, Site, Species, State, Structure};
    ///
    /// let lattice = Lattice::new(Structure::Bcc, [8, 8, 8])?;
    /// let mut configuration = Configuration::new(lattice);
    /// configuration.set(Site(7), Species::VACANCY);
    /// let state = State::from_configuration(configuration, 3, 2005);
    ///
    /// let mut same = State::new(lattice, 3, 2005);
    /// same.set(Site(7), Species::VACANCY);
    /// assert_eq!(state.hash(), same.hash());
    /// # Ok::<(), zobrist_lattice::LatticeError>(())
    /// ```
    ///
    /// # Panics
    /// As [`State::new`], or when the configuration has a species that the system does not have.
    #[must_use]
    pub fn from_configuration(configuration: Configuration, species: usize, seed: u64) -> State {
        State::from_configuration_with_keys(configuration, species, seed)
    }
}

impl<K: Key> State<K> {
    /// Creates the state that [`State::new`] creates, with keys of type `K`, as in
    /// `State::<u128>::with_keys(lattice, 3, 2005)`.
    ///
    /// # Panics
    /// As [`State::new`].
    #[must_use]
    pub fn with_keys(lattice: Lattice, species: usize, seed: u64) -> State<K> {
        let features = features(lattice, species);
        State::with_source(lattice, species, source(seed, features))
    }

    /// Creates the state that [`State::from_configuration`] creates, with keys of type `K`.
    ///
    /// # Panics
    /// As [`State::from_configuration`].
    #[must_use]
    pub fn from_configuration_with_keys(
        configuration: Configuration,
        species: usize,
        seed: u64,
    ) -> State<K> {
        let features = features(configuration.lattice(), species);
        let keys = source(seed, features).keys(layout(features));
        State::with(configuration, species, keys)
    }

    /// Creates the state that [`State::from_configuration`] creates, with keys of type `K`, unless
    /// there is no memory for the keys: one for each site and each species but the host.
    ///
    /// # Errors
    /// When the system refuses the memory.
    ///
    /// # Panics
    /// As [`State::from_configuration`].
    pub fn try_from_configuration_with_keys(
        configuration: Configuration,
        species: usize,
        seed: u64,
    ) -> Result<State<K>, OutOfMemory> {
        let features = features(configuration.lattice(), species);
        let keys = source(seed, features).try_keys(layout(features));
        let refused = |_| OutOfMemory { bytes: features.saturating_mul(size_of::<K>()) };
        Ok(State::with(configuration, species, keys.map_err(refused)?))
    }

    /// The state of a configuration with these keys.
    fn with(configuration: Configuration, species: usize, keys: KeyVec<K>) -> State<K> {
        for occupant in configuration.occupants() {
            assert!(occupant.index() < species, "the species belongs to the system");
        }
        let mut state = State { configuration, hash: K::ZERO, species, keys: Arc::new(keys) };
        state.hash = state.hash_from_scratch();
        state
    }

    /// Creates the state with the host on every site, with keys of type `K` from any source.
    ///
    /// # Panics
    /// When there are not from 2 to 256 species, or the source cannot supply (species − 1) · sites
    /// keys.
    #[must_use]
    pub fn with_source(lattice: Lattice, species: usize, source: Source) -> State<K> {
        let keys = Arc::new(source.keys(layout(features(lattice, species))));
        State { configuration: Configuration::new(lattice), hash: K::ZERO, species, keys }
    }

    /// Returns the species on every site.
    #[inline]
    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// Returns the lattice.
    #[inline]
    pub fn lattice(&self) -> Lattice {
        self.configuration.lattice()
    }

    /// Returns the number of species, the host and the vacancy included.
    #[inline]
    pub fn species_count(&self) -> usize {
        self.species
    }

    /// Returns the hash. The hash of the host alone is zero.
    #[inline]
    pub fn hash(&self) -> K {
        self.hash
    }

    /// Returns the hash computed afresh, by its definition. Costs a pass over the sites.
    pub fn hash_from_scratch(&self) -> K {
        let occupied = self.lattice().sites().zip(self.configuration.occupants());
        occupied.fold(K::ZERO, |hash, (site, species)| hash.plus(self.key(*species, site)))
    }

    /// Returns the seed of the keys; `None` for published numbers.
    pub fn seed(&self) -> Option<u64> {
        self.keys.source().seed()
    }

    /// Returns the guarantee of the keys. If any n keys are independent, two
    /// states that differ in at most n atoms, each counted where it is and where it was, never
    /// share a hash.
    pub fn guarantee(&self) -> Guarantee {
        self.keys.guarantee()
    }

    /// Returns the fingerprint of the keys as the scheme `lattice`.
    pub fn fingerprint(&self) -> Fingerprint {
        self.keys.fingerprint("lattice")
    }

    /// Puts a species on a site, and returns the one that was there.
    ///
    /// # Panics
    /// When there is no such site or species.
    #[inline]
    pub fn set(&mut self, site: Site, species: Species) -> Species {
        let put = self.key(species, site);
        let before = self.configuration.set(site, species);
        self.hash = self.hash.minus(self.key(before, site)).plus(put);
        before
    }

    /// Exchanges the species on two sites.
    ///
    /// # Panics
    /// When the lattice has no such sites.
    #[inline]
    pub fn exchange(&mut self, a: Site, b: Site) {
        let (at_a, at_b) = (self.configuration.occupant(a), self.configuration.occupant(b));
        let gone = self.hash.minus(self.key(at_a, a)).minus(self.key(at_b, b));
        self.hash = gone.plus(self.key(at_a, b)).plus(self.key(at_b, a));
        self.configuration.exchange(a, b);
    }

    /// Replaces `count` host atoms by atoms of `species` at random, as
    /// [`Configuration::scatter`] does: the same generator makes the same configuration.
    ///
    /// # Errors
    /// When there are fewer host atoms, or the system refuses the memory; the state is then as it
    /// was.
    ///
    /// # Panics
    /// When there is no such species.
    pub fn scatter(
        &mut self,
        species: Species,
        count: usize,
        random: &mut Xoshiro256PlusPlus,
    ) -> Result<(), ScatterError> {
        assert!(species.index() < self.species, "the species belongs to the system");
        for site in self.configuration.draw_host_sites(species, count, random)? {
            self.set(site, species);
        }
        Ok(())
    }

    #[inline]
    fn key(&self, species: Species, site: Site) -> K {
        if species.is_host() {
            return K::ZERO;
        }
        let sites = self.configuration.occupants().len();
        assert!(site.index() < sites, "the site belongs to the lattice");
        self.keys.as_slice()[(species.index() - 1) * sites + site.index()]
    }
}

/// Two states are equal when their configurations are; keys are not compared.
impl<K> PartialEq for State<K> {
    fn eq(&self, other: &State<K>) -> bool {
        self.configuration == other.configuration
    }
}

fn features(lattice: Lattice, species: usize) -> usize {
    assert!((2..=256).contains(&species), "there are from 2 to 256 species, the host included");
    (species - 1).checked_mul(lattice.len()).expect("the keys fit in memory")
}

/// The keys of `seed` for `features` features.
pub(crate) fn source(seed: u64, features: usize) -> Source<'static> {
    match features {
        0..=0x100_0000 => Source::bch(seed, features.max(1)),
        _ => Source::xoshiro256_plus_plus(seed),
    }
}

/// The layout of one kind, `occupant`, of a size known at run time.
pub(crate) fn layout(features: usize) -> Layout {
    Layout::of(&[("occupant", features)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::Structure;
    use crate::variates::below;
    use zobrist::{Group, Sum48};

    fn random_walk<K: Key>() {
        let lattice = Lattice::new(Structure::Hcp, [4, 3, 2]).unwrap();
        let mut state = State::<K>::with_keys(lattice, 4, 7);
        let mut random = Xoshiro256PlusPlus::new(7);
        for species in 1..4 {
            state.scatter(Species(species), 9, &mut random).unwrap();
        }
        for _ in 0..2000 {
            let [a, b] = [0; 2].map(|_| Site(below(&mut random, lattice.len() as u64) as u32));
            if below(&mut random, 4) == 0 {
                state.set(a, Species(below(&mut random, 4) as u8));
            } else {
                state.exchange(a, b);
            }
            assert_eq!(state.hash(), state.hash_from_scratch());
        }
        for site in lattice.sites() {
            state.set(site, Species::HOST);
        }
        assert_eq!(state.hash(), K::ZERO);
    }

    #[test]
    fn the_hash_is_its_definition() {
        random_walk::<u32>();
        random_walk::<u64>();
        random_walk::<u128>();
        random_walk::<Sum48>();
    }

    #[test]
    fn an_exchange_with_the_host_is_two_keys_and_with_a_solute_four() {
        let lattice = Lattice::new(Structure::Sc, [3, 3, 3]).unwrap();
        let mut state = State::new(lattice, 3, 1);
        let (a, b) = (Site(4), Site(5));
        let [vacancy, solute] = [1, 2].map(|s| [a, b].map(|site| state.key(Species(s), site)));
        state.set(a, Species::VACANCY);
        assert_eq!(state.hash(), vacancy[0]);
        state.exchange(a, b);
        assert_eq!(state.hash(), vacancy[1]);
        state.set(a, Species(2));
        state.exchange(a, b);
        assert_eq!(state.hash(), vacancy[0].plus(solute[1]));
    }

    #[test]
    fn a_state_is_that_of_its_configuration() {
        fn check<K: Key>() {
            let lattice = Lattice::new(Structure::Bcc, [3, 3, 3]).unwrap();
            let mut state = State::<K>::with_keys(lattice, 3, 1);
            let mut configuration = Configuration::new(lattice);
            let [mut one, mut other] = [1, 1].map(Xoshiro256PlusPlus::new);
            for (species, count) in [(Species::VACANCY, 3), (Species(2), 5)] {
                state.scatter(species, count, &mut one).unwrap();
                configuration.scatter(species, count, &mut other).unwrap();
            }
            assert_eq!(state.configuration(), &configuration);
            assert_eq!(one.state(), other.state());
            let made = State::<K>::from_configuration_with_keys(configuration, 3, 1);
            assert_eq!((made.hash(), made.fingerprint()), (state.hash(), state.fingerprint()));
        }
        check::<u32>();
        check::<u64>();
        check::<u128>();
        check::<Sum48>();
    }

    #[test]
    fn keys_come_from_any_source() {
        static NUMBERS: [u64; 54] = {
            let mut numbers = [0; 54];
            let mut n = 0;
            while n < numbers.len() {
                numbers[n] = 3 << n;
                n += 1;
            }
            numbers
        };
        let lattice = Lattice::new(Structure::Sc, [3, 3, 3]).unwrap();
        let mut state = State::<u64>::with_source(lattice, 3, Source::published(&NUMBERS));
        assert_eq!((state.seed(), state.guarantee(), state.hash()), (None, Guarantee::None, 0));
        state.set(Site(4), Species::VACANCY);
        state.set(Site(26), Species(2));
        assert_eq!(state.hash(), NUMBERS[4] ^ NUMBERS[27 + 26]);
        state.exchange(Site(4), Site(5));
        assert_eq!(state.hash(), NUMBERS[5] ^ NUMBERS[27 + 26]);
        // The source of `with_keys` is one of them.
        let [own, same] = [State::<u64>::with_keys, |lattice, species, seed| {
            State::with_source(lattice, species, Source::bch(seed, 54))
        }];
        let fingerprints = [own, same].map(|made| made(lattice, 3, 7).fingerprint());
        assert_eq!(fingerprints[0], fingerprints[1]);
    }

    #[test]
    #[should_panic = "words were published; give one for each feature"]
    fn a_source_has_a_key_for_every_feature() {
        let lattice = Lattice::new(Structure::Sc, [3, 3, 3]).unwrap();
        let _ = State::<u64>::with_source(lattice, 3, Source::published(&[1; 53]));
    }

    #[test]
    #[should_panic = "the species belongs to the system"]
    fn a_configuration_of_more_species_makes_no_state() {
        let lattice = Lattice::new(Structure::Sc, [2, 2, 2]).unwrap();
        let mut configuration = Configuration::new(lattice);
        configuration.set(Site(3), Species(3));
        let _ = State::from_configuration(configuration, 3, 1);
    }

    #[test]
    fn scattering_is_bounded() {
        let lattice = Lattice::new(Structure::Square, [3, 3, 1]).unwrap();
        let mut random = Xoshiro256PlusPlus::new(3);
        let mut state = State::new(lattice, 2, 1);
        let error = state.scatter(Species::VACANCY, 10, &mut random).unwrap_err();
        let species = Species::VACANCY;
        assert_eq!(error, ScatterError::TooFew { species, count: 10, free: 9 });
        assert_eq!(state.hash(), 0);
    }
}
