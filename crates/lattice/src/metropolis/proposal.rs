//! Proposals: two sites with different species, every such pair equally likely.

use zobrist::source::Xoshiro256PlusPlus;

use crate::configuration::{Configuration, Species};
use crate::lattice::Site;
use crate::out_of_memory::{OutOfMemory, room};
use crate::variates::below;

/// The sites of each species, in lists. Exchanges keep their lengths; after a substitution there
/// are no more exchanges.
#[derive(Clone, Debug)]
pub(super) struct SiteLists {
    /// By species. An exchange changes the order.
    lists: Vec<Vec<Site>>,
    blocks: Vec<Block>,
    /// The number of pairs of sites with different species.
    pairs: u64,
}

/// The pairs of sites that have two given species, numbered consecutively.
#[derive(Clone, Copy, Debug)]
struct Block {
    first: u64,
    species: [usize; 2],
}

/// Two sites with different species, and their places in the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proposal {
    pub(super) sites: [Site; 2],
    pub(super) species: [Species; 2],
    places: [usize; 2],
}

/// A site, and the species that it is to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) site: Site,
    pub(super) from: Species,
    pub(super) to: Species,
    place: usize,
}

impl SiteLists {
    /// Lists the sites of a configuration, in their order.
    pub(super) fn new(
        configuration: &Configuration,
        species: usize,
    ) -> Result<SiteLists, OutOfMemory> {
        let mut counts = vec![0; species];
        configuration.occupants().iter().for_each(|occupant| counts[occupant.index()] += 1);
        let mut lists = counts.into_iter().map(room).collect::<Result<Vec<_>, _>>()?;
        for (site, occupant) in configuration.lattice().sites().zip(configuration.occupants()) {
            lists[occupant.index()].push(site);
        }
        Ok(SiteLists::of(lists))
    }

    /// Takes the sites of each species, in any order.
    pub(super) fn of(lists: Vec<Vec<Site>>) -> SiteLists {
        let (mut blocks, mut pairs) = (Vec::new(), 0);
        for other in 0..lists.len() {
            for one in 0..other {
                // All together are below half the square of 2³² sites.
                let count = lists[one].len() as u64 * lists[other].len() as u64;
                if count > 0 {
                    blocks.push(Block { first: pairs, species: [one, other] });
                    pairs += count;
                }
            }
        }
        SiteLists { lists, blocks, pairs }
    }

    /// The number of pairs of sites with different species.
    pub(super) fn pairs(&self) -> u64 {
        self.pairs
    }

    pub(super) fn lists(&self) -> &[Vec<Site>] {
        &self.lists
    }

    /// Draws a pair, each equally likely.
    ///
    /// # Panics
    /// When there is no pair.
    #[inline]
    pub(super) fn draw(&self, random: &mut Xoshiro256PlusPlus) -> Proposal {
        self.pair(below(random, self.pairs))
    }

    #[inline]
    fn pair(&self, number: u64) -> Proposal {
        let after = self.blocks.partition_point(|block| block.first <= number);
        let Block { first, species } = self.blocks[after - 1];
        let [one, other] = species.map(|species| &self.lists[species]);
        let (rest, count) = (number - first, other.len() as u64);
        let places = [(rest / count) as usize, (rest % count) as usize];
        Proposal {
            sites: [one[places[0]], other[places[1]]],
            species: species.map(|species| Species(species as u8)),
            places,
        }
    }

    /// The number of sites that have one of some species.
    pub(super) fn count(&self, active: &[Species]) -> u64 {
        active.iter().map(|species| self.lists[species.index()].len() as u64).sum()
    }

    /// Draws a site that has one of some species, and another of them; each pair of both is equally
    /// likely.
    ///
    /// # Panics
    /// When there are fewer than two species, or no site has one of them.
    #[inline]
    pub(super) fn draw_change(
        &self,
        active: &[Species],
        random: &mut Xoshiro256PlusPlus,
    ) -> Change {
        let others = active.len() as u64 - 1;
        let number = below(random, self.count(active) * others);
        let (mut rest, other) = (number / others, (number % others) as usize);
        for (at, from) in active.iter().enumerate() {
            let list = &self.lists[from.index()];
            if let Some(site) = list.get(rest as usize) {
                let to = active[other + usize::from(other >= at)];
                return Change { site: *site, from: *from, to, place: rest as usize };
            }
            rest -= list.len() as u64;
        }
        unreachable!("the number is below that of the sites")
    }

    /// Follows a change that was just drawn.
    #[inline]
    pub(super) fn change(&mut self, change: &Change) {
        self.lists[change.from.index()].swap_remove(change.place);
        self.lists[change.to.index()].push(change.site);
    }

    /// Follows the exchange of a pair that was just drawn.
    #[inline]
    pub(super) fn exchange(&mut self, proposal: &Proposal) {
        let Proposal { sites: [a, b], species: [one, other], places } = proposal;
        self.lists[one.index()][places[0]] = *b;
        self.lists[other.index()][places[1]] = *a;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Lattice;
    use crate::structure::Structure;

    #[test]
    fn every_pair_of_different_species_has_one_number() {
        let lattice = Lattice::new(Structure::Square, [4, 3, 1]).unwrap();
        let mut configuration = Configuration::new(lattice);
        // No species 2.
        for (site, species) in [(1, 1), (5, 3), (6, 3), (11, 4)] {
            configuration.set(Site(site), Species(species));
        }
        let mut random = Xoshiro256PlusPlus::new(1);
        let mut lists = SiteLists::new(&configuration, 5).unwrap();
        for _ in 0..50 {
            let proposal = lists.draw(&mut random);
            configuration.exchange(proposal.sites[0], proposal.sites[1]);
            lists.exchange(&proposal);
            let mut found: Vec<[Site; 2]> = (0..lists.pairs())
                .map(|number| {
                    let Proposal { sites, species, .. } = lists.pair(number);
                    assert_eq!(sites.map(|site| configuration.occupant(site)), species);
                    [sites[0].min(sites[1]), sites[0].max(sites[1])]
                })
                .collect();
            found.sort_unstable();
            let all = lattice.sites().flat_map(|b| (0..b.0).map(move |a| [Site(a), b]));
            let mut expected: Vec<[Site; 2]> = all
                .filter(|[a, b]| configuration.occupant(*a) != configuration.occupant(*b))
                .collect();
            expected.sort_unstable();
            assert_eq!(found, expected);
        }
        assert_eq!(lists.pairs(), 8 + 8 * 2 + 2 + 8 + 1 + 2);
    }

    #[test]
    fn one_species_has_no_pairs() {
        let lattice = Lattice::new(Structure::Square, [4, 3, 1]).unwrap();
        assert_eq!(SiteLists::new(&Configuration::new(lattice), 3).unwrap().pairs(), 0);
    }
}
