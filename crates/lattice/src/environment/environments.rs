//! Names of environments.

use core::fmt::{self, Debug};
use core::ops::Range;

use zobrist::{Canonical, Fingerprint, Guarantee, Key, KeyVec};

use super::reach::AfterJump;
use crate::configuration::{Configuration, Species};
use crate::lattice::{Lattice, Site};
use crate::neighbors::Neighbors;
use crate::structure::{Offset, PointGroup};

/// Names of the surroundings of a vacancy, or of any site, up to translation and up to a group of
/// symmetries: the name is the same wherever the surroundings are in the box and however they are
/// turned.
///
/// An environment *of the defect* holds all sites that its jumps depend on, and has one name, at
/// view 0. An environment *of a jump* holds the sites that this jump depends on, and has a name for
/// each direction, at the view of that number: it holds fewer sites, so that it recurs much sooner.
/// An environment *of a site* holds the sites that it is given, and has one name, at view 0: for
/// energies that depend on what is around a site, whatever stands there.
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
/// alloy.set(lattice.neighbor(vacancy, [1, 1, 1]), Species(2));
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
    pub(super) scheme: Scheme,
    pub(super) around: Neighbors,
    pub(super) species: usize,
    pub(super) seed: u64,
    /// The offsets of each class, in its first view.
    pub(super) classes: Vec<Vec<Offset>>,
    pub(super) views: Vec<View>,
    pub(super) images: Vec<Image>,
    /// The sum of every image if there is nothing but the host.
    pub(super) host_sums: Vec<K>,
    /// The key that each feature around adds to every image: by offset, species except the host,
    /// and image.
    pub(super) rows: Vec<K>,
    pub(super) keys: KeyVec<K>,
    pub(super) group: PointGroup,
    /// The image of each direction under each element.
    pub(super) direction_images: Vec<Vec<usize>>,
    /// The place of the neighbor in each direction among the sites around.
    pub(super) neighbors: Vec<usize>,
    pub(super) after_jumps: Vec<AfterJump>,
}

/// The kind of center that environments have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    /// A vacancy, which jumps.
    Vacancy,
    /// A site; only its surroundings matter.
    Site,
}

/// One environment around a center.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) class: usize,
    pub(super) images: Range<usize>,
}

/// One image of a view.
#[derive(Clone, Debug)]
pub(super) struct Image {
    pub(super) element: usize,
    /// For each place of the class, the offset that it comes from.
    pub(super) sources: Vec<u32>,
}

/// Upper bound on the images of all views; the largest groups have 48.
pub(super) const MAX_IMAGES: usize = 64;

impl<K: Key> Environments<K> {
    /// Returns the lattice.
    #[must_use]
    pub fn lattice(&self) -> Lattice {
        self.around.lattice()
    }

    /// Returns the number of species, the host and the vacancy included.
    #[must_use]
    pub fn species_count(&self) -> usize {
        self.species
    }

    /// Returns the seed of the keys.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the sites that are read around a center: all that any view depends on.
    #[must_use]
    pub fn around(&self) -> &Neighbors {
        &self.around
    }

    /// Returns the group: those of the given symmetries that the box has.
    #[must_use]
    pub fn group(&self) -> &PointGroup {
        &self.group
    }

    /// Returns the number of names that a center has: one of the defect, or one for each direction.
    #[must_use]
    pub fn view_count(&self) -> usize {
        self.views.len()
    }

    /// Returns the number of sites on which a view depends.
    ///
    /// # Panics
    /// When there is no such view.
    #[must_use]
    pub fn site_count(&self, view: usize) -> usize {
        self.classes[self.views[view].class].len()
    }

    /// Returns the offsets of each class of views, as seen in its first one.
    #[must_use]
    pub fn classes(&self) -> &[Vec<Offset>] {
        &self.classes
    }

    /// Writes the species around `center` to `around`, in the order of the offsets, replacing what
    /// it held. The species on the center itself is not read.
    ///
    /// # Panics
    /// When the configuration is not of the lattice, or the lattice has no such site.
    #[inline]
    pub fn read(&self, configuration: &Configuration, center: Site, around: &mut Vec<Species>) {
        self.around.read(configuration, center, around);
    }

    /// Returns the name of one view of the species [`read`](Environments::read), and the element
    /// that takes the environment to the one that is named. Costs an addition for each atom around
    /// that is not of the host, for each image.
    ///
    /// # Panics
    /// When there is no such view, a different number of sites was read, or a species is not one of
    /// the system.
    #[inline]
    #[must_use]
    pub fn name(&self, around: &[Species], view: usize) -> Canonical<K> {
        let images = self.views[view].images.clone();
        let mut sums = [K::ZERO; MAX_IMAGES];
        self.sum(around, images.clone(), &mut sums);
        self.least(images.start, &sums[..images.len()])
    }

    /// Writes the names of all views to `names`, in their order, replacing what it held. Faster
    /// than one by one.
    ///
    /// # Panics
    /// As [`name`](Environments::name).
    #[inline]
    pub fn names(&self, around: &[Species], names: &mut Vec<Canonical<K>>) {
        let mut sums = [K::ZERO; MAX_IMAGES];
        self.sum(around, 0..self.images.len(), &mut sums);
        names.clear();
        names.extend(self.views.iter().map(|view| {
            let images = view.images.clone();
            self.least(images.start, &sums[images])
        }));
    }

    /// Returns the name of a view by its definition: every image is constructed, and its keys are
    /// added up.
    ///
    /// # Panics
    /// As [`name`](Environments::name).
    #[must_use]
    pub fn name_by_definition(&self, around: &[Species], view: usize) -> Canonical<K> {
        let images = self.images[self.views[view].images.clone()].iter();
        let mut species = Vec::new();
        let hashes = images.map(|image| {
            self.image(around, view, image.element, &mut species);
            let places = species.iter().enumerate().filter(|(_, species)| !species.is_host());
            let keys = places.map(|(place, species)| self.key(view, place, *species));
            (keys.fold(self.class_key(view), K::plus), image.element)
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
        let mut images = self.images[self.views[view].images.clone()].iter();
        let found = images
            .find(|image| image.element == element)
            .expect("the element takes the view to the first of its class");
        image.clear();
        image.extend(found.sources.iter().map(|source| around[*source as usize]));
    }

    /// Returns the direction to which `element` takes the jump in a direction. A value under a name
    /// belongs to the environment that the name stands for: its part for direction d is at the
    /// index `direction_image(element, d)`.
    ///
    /// # Panics
    /// When there is no such element or direction.
    #[inline]
    #[must_use]
    pub fn direction_image(&self, element: usize, direction: usize) -> usize {
        self.direction_images[element][direction]
    }

    /// Writes the surroundings of a vacancy after its jump in a direction to `after`, and returns
    /// the direction of the reverse jump. For environments of jumps, the name at that view is then
    /// the name of the reverse jump: `after` holds all that it depends on, and the host elsewhere.
    ///
    /// # Panics
    /// When there is no such direction, a different number of sites was
    /// [`read`](Environments::read), or the environments are those of a site, which has no jumps.
    pub fn after_jump(
        &self,
        around: &[Species],
        direction: usize,
        after: &mut Vec<Species>,
    ) -> usize {
        assert!(
            around.len() == self.around.offsets().len(),
            "the surroundings were read by these environments"
        );
        let jump = &self.after_jumps[direction];
        jump.write(around, around[self.neighbors[direction]], after);
        jump.reverse
    }

    /// Returns the guarantee of the keys. If any n keys are independent, two
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
    #[must_use]
    pub fn guarantee(&self) -> Guarantee {
        self.keys.guarantee()
    }

    /// Returns the fingerprint of the keys as the scheme `environment`, or, of environments of a
    /// site, as the scheme `site`.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        self.keys.fingerprint(match self.scheme {
            Scheme::Vacancy => "environment",
            Scheme::Site => "site",
        })
    }

    #[inline]
    fn sum(&self, around: &[Species], images: Range<usize>, sums: &mut [K; MAX_IMAGES]) {
        assert!(
            around.len() == self.around.offsets().len(),
            "the surroundings were read by these environments"
        );
        sums[..images.len()].copy_from_slice(&self.host_sums[images.clone()]);
        let stride = self.images.len();
        for (i, species) in around.iter().enumerate() {
            if species.is_host() {
                continue;
            }
            assert!(species.index() < self.species, "the species belongs to the system");
            let row = (i * (self.species - 1) + species.index() - 1) * stride;
            let row = &self.rows[row + images.start..row + images.end];
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
        Canonical { hash, element: self.images[start + least].element }
    }

    /// The key of a species other than the host at a place of the first view of the class.
    pub(super) fn key(&self, view: usize, place: usize, species: Species) -> K {
        assert!(species.index() < self.species, "the species belongs to the system");
        let before: usize = self.classes[..self.views[view].class].iter().map(Vec::len).sum();
        self.keys.as_slice()[(species.index() - 1) * self.all_places() + before + place]
    }

    pub(super) fn class_key(&self, view: usize) -> K {
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
