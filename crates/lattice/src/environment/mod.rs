//! Local environments of vacancies, named up to symmetry.

mod back;
mod build;
mod reach;

use core::fmt::{self, Debug};
use core::ops::Range;

use zobrist::{Canonical, Fingerprint, Guarantee, Key, KeyVec};

use back::Back;

use crate::configuration::Configuration;
use crate::lattice::{Lattice, Site};
use crate::neighbours::Neighbours;
use crate::species::Species;
use crate::structure::{Offset, PointGroup};

/// Names for the surroundings of a vacancy, relative to it and the same for all their images
/// under a group: places that look the same to a vacancy have one name, wherever they are in the
/// box and however they are turned.
///
/// An environment *of the defect* holds everything that its jumps depend on, and has one name,
/// at view 0. An environment *of a jump* holds what that jump depends on, and has a name for each
/// direction, at the view of that number: it holds much less, so that it recurs much sooner.
///
/// ```
/// use zobrist_lattice::{Configuration, Environments, Lattice, Species, Structure};
///
/// let lattice = Lattice::new(Structure::Bcc, [8, 8, 8])?;
/// let reach = Structure::Bcc.shells(2).concat();
/// let group = Structure::Bcc.point_group();
/// let jumps = Environments::of_jumps(lattice, &reach, 3, &group, 2005)?;
/// assert_eq!((jumps.view_count(), jumps.site_count(0)), (8, 21));
///
/// // A vacancy with a copper atom at one of its corners.
/// let mut alloy = Configuration::new(lattice);
/// let vacancy = lattice.site_at([5, 5, 5]).unwrap();
/// alloy.set(vacancy, Species::VACANCY);
/// alloy.set(lattice.neighbour(vacancy, [1, 1, 1]), Species(2));
///
/// let mut around = Vec::new();
/// jumps.read(&alloy, vacancy, &mut around);
/// let mut names: Vec<_> = (0..8).map(|view| jumps.name(&around, view).hash).collect();
/// names.sort();
/// names.dedup();
/// assert_eq!(names.len(), 4); // to the copper, beside it, across the cube's face, away from it
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # How a name is made
/// The key of species s at place p has slot (s − 1) · *places* + p, where places are numbered
/// consecutively through the classes of views: all views of a class are images of its first. After
/// these keys comes the key of each class. An image of the environment has the sum of the key of
/// its class and of the keys of everything at its places other than the host; a name is the least
/// of these sums over the elements that take the view to the first of its class, with the first
/// such element. The keys are those of [`Source::bch`](zobrist::Source::bch) with the seed.
///
/// # Small boxes
/// If several offsets lead to one site, each is a feature of its own. A symmetry of the structure
/// that takes two such offsets to two that lead to different sites makes two atoms out of one: it
/// is not a symmetry of the box, and is left out of the group.
#[derive(Clone)]
pub struct Environments<K = u64> {
    around: Neighbours,
    species: usize,
    seed: u64,
    /// The offsets of each class, in its first view.
    classes: Vec<Vec<Offset>>,
    views: Vec<View>,
    lanes: Vec<Lane>,
    /// The sum of every lane if there is nothing but the host.
    alone: Vec<K>,
    /// What each feature around adds to every lane: by offset, species except the host, and lane.
    rows: Vec<K>,
    keys: KeyVec<K>,
    group: PointGroup,
    /// Where each element takes each direction.
    turns: Vec<Vec<usize>>,
    /// The place of the neighbour in each direction among the sites around.
    neighbours: Vec<usize>,
    backs: Vec<Back>,
}

/// One environment around a centre.
#[derive(Clone, Debug)]
struct View {
    class: usize,
    lanes: Range<usize>,
}

/// One image of a view.
#[derive(Clone, Debug)]
struct Lane {
    element: usize,
    /// Which offset is at each place of the class.
    sources: Vec<u32>,
}

/// The most lanes; the largest groups have 48.
const LANES: usize = 64;

impl<K: Key> Environments<K> {
    /// Returns the lattice.
    pub fn lattice(&self) -> Lattice {
        self.around.lattice()
    }

    /// Returns the number of species, the host and the vacancy included.
    pub fn species_count(&self) -> usize {
        self.species
    }

    /// Returns the seed of the keys.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the sites that are read around a centre: all that any view depends on.
    pub fn around(&self) -> &Neighbours {
        &self.around
    }

    /// Returns the group: those of the given symmetries that the box has.
    pub fn group(&self) -> &PointGroup {
        &self.group
    }

    /// Returns the number of names that a centre has: one of the defect, or one for each direction.
    pub fn view_count(&self) -> usize {
        self.views.len()
    }

    /// Returns the number of sites on which a view depends.
    ///
    /// # Panics
    /// When there is no such view.
    pub fn site_count(&self, view: usize) -> usize {
        self.classes[self.views[view].class].len()
    }

    /// Returns the offsets of each class of views, as seen in its first one.
    pub fn classes(&self) -> &[Vec<Offset>] {
        &self.classes
    }

    /// Writes the species around `centre` to `around`, in the order of the offsets, replacing what
    /// it held. The species on the centre itself is not read.
    ///
    /// # Panics
    /// When the configuration is not of the lattice, or the lattice has no such site.
    #[inline]
    pub fn read(&self, configuration: &Configuration, centre: Site, around: &mut Vec<Species>) {
        self.around.read(configuration, centre, around);
    }

    /// Returns the name of one view of what was [`read`](Environments::read), and the element that
    /// takes the environment to the one that is named. Costs an addition for each atom around that
    /// is not of the host, for each image.
    ///
    /// # Panics
    /// When there is no such view, a different number of sites was read, or a species is not one of
    /// the system.
    #[inline]
    pub fn name(&self, around: &[Species], view: usize) -> Canonical<K> {
        let lanes = self.views[view].lanes.clone();
        let mut sums = [K::ZERO; LANES];
        self.sum(around, lanes.clone(), &mut sums);
        self.least(lanes.start, &sums[..lanes.len()])
    }

    /// Writes the names of all views to `names`, in their order, replacing what it held. Faster
    /// than one by one.
    ///
    /// # Panics
    /// As [`name`](Environments::name).
    #[inline]
    pub fn names(&self, around: &[Species], names: &mut Vec<Canonical<K>>) {
        let mut sums = [K::ZERO; LANES];
        self.sum(around, 0..self.lanes.len(), &mut sums);
        names.clear();
        names.extend(self.views.iter().map(|view| {
            let lanes = view.lanes.clone();
            self.least(lanes.start, &sums[lanes])
        }));
    }

    /// Returns the name of a view by its definition: every image is constructed, and its keys are
    /// added up.
    ///
    /// # Panics
    /// As [`name`](Environments::name).
    pub fn name_by_definition(&self, around: &[Species], view: usize) -> Canonical<K> {
        let lanes = self.lanes[self.views[view].lanes.clone()].iter();
        let mut image = Vec::new();
        let hashes = lanes.map(|lane| {
            self.image(around, view, lane.element, &mut image);
            let places = image.iter().enumerate().filter(|(_, species)| !species.is_host());
            let keys = places.map(|(place, species)| self.key(view, place, *species));
            (keys.fold(self.class_key(view), K::plus), lane.element)
        });
        let (hash, element) = hashes.min().expect("every view has an image");
        Canonical { hash, element }
    }

    /// Writes the image of a view under `element` to `image`: under the element of a name, this is
    /// the environment that the name stands for. Compare it where hashes are not trusted.
    ///
    /// # Panics
    /// When there is no such view, or the element does not take it to the first of its class.
    pub fn image(&self, around: &[Species], view: usize, element: usize, image: &mut Vec<Species>) {
        let mut lanes = self.lanes[self.views[view].lanes.clone()].iter();
        let lane = lanes
            .find(|lane| lane.element == element)
            .expect("the element takes the view to the first of its class");
        image.clear();
        image.extend(lane.sources.iter().map(|source| around[*source as usize]));
    }

    /// Returns the direction to which `element` takes the jump in a direction. What is kept under a
    /// name belongs to the environment that the name stands for: a value for direction d is stored
    /// there at the place `direction_image(element, d)`, and is found there.
    ///
    /// # Panics
    /// When there is no such element or direction.
    #[inline]
    pub fn direction_image(&self, element: usize, direction: usize) -> usize {
        self.turns[element][direction]
    }

    /// Returns what is known about every small set of keys. If any n keys are independent, two
    /// environments of one class that together have at most n atoms other than the host never share
    /// a name.
    ///
    /// ```
    /// use zobrist_lattice::{Environments, Lattice, Structure};
    ///
    /// let (lattice, group) = (Lattice::new(Structure::Bcc, [8; 3])?, Structure::Bcc.point_group());
    /// let reach = Structure::Bcc.shells(2).concat();
    /// let jumps = Environments::of_jumps(lattice, &reach, 3, &group, 1)?;
    /// assert_eq!(jumps.guarantee().to_string(), "any 15 keys are independent");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn guarantee(&self) -> Guarantee {
        self.keys.guarantee()
    }

    /// Returns the fingerprint of the keys as the scheme `environment`.
    pub fn fingerprint(&self) -> Fingerprint {
        self.keys.fingerprint("environment")
    }

    #[inline]
    fn sum(&self, around: &[Species], lanes: Range<usize>, sums: &mut [K; LANES]) {
        assert!(
            around.len() == self.around.offsets().len(),
            "the surroundings were read by these environments"
        );
        sums[..lanes.len()].copy_from_slice(&self.alone[lanes.clone()]);
        let stride = self.lanes.len();
        for (i, species) in around.iter().enumerate() {
            if species.is_host() {
                continue;
            }
            assert!(species.index() < self.species, "the species belongs to the system");
            let row = (i * (self.species - 1) + species.index() - 1) * stride;
            let row = &self.rows[row + lanes.start..row + lanes.end];
            for (sum, key) in sums.iter_mut().zip(row) {
                *sum = sum.plus(*key);
            }
        }
    }

    #[inline]
    fn least(&self, start: usize, sums: &[K]) -> Canonical<K> {
        let (mut hash, mut least) = (sums[0], 0);
        for (i, sum) in sums.iter().enumerate().skip(1) {
            if *sum < hash {
                (hash, least) = (*sum, i);
            }
        }
        Canonical { hash, element: self.lanes[start + least].element }
    }

    /// The key of a species other than the host at a place of the first view of the class.
    fn key(&self, view: usize, place: usize, species: Species) -> K {
        assert!(species.index() < self.species, "the species belongs to the system");
        let before: usize = self.classes[..self.views[view].class].iter().map(Vec::len).sum();
        self.keys.as_slice()[(species.index() - 1) * self.all_places() + before + place]
    }

    fn class_key(&self, view: usize) -> K {
        let start = (self.species - 1) * self.all_places();
        self.keys.as_slice()[start + self.views[view].class]
    }

    fn all_places(&self) -> usize {
        self.classes.iter().map(Vec::len).sum()
    }
}

impl<K> Debug for Environments<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places: Vec<usize> = self.classes.iter().map(Vec::len).collect();
        f.debug_struct("Environments")
            .field("around", &self.around)
            .field("species", &self.species)
            .field("views", &self.views.len())
            .field("places", &places)
            .field("group", &self.group.len())
            .finish_non_exhaustive()
    }
}
