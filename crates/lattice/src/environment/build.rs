//! Builds the tables of environments.

use std::collections::BTreeMap;

use zobrist::Key;

use super::environments::{Environments, Image, MAX_IMAGES, Scheme, View};
use super::reach::AfterJump;
use crate::configuration::Species;
use crate::lattice::Lattice;
use crate::neighbors::{Neighbors, OffsetError};
use crate::state::{layout, source};
use crate::structure::{Offset, Operation, PointGroup};

/// The environments to name, and their symmetries.
struct Plan {
    scheme: Scheme,
    /// All offsets that are read.
    around: Vec<Offset>,
    group: PointGroup,
    /// The offsets of each class.
    classes: Vec<Vec<Offset>>,
    /// The class of each view, and the elements that take it to the first of the class.
    views: Vec<(usize, Vec<usize>)>,
}

impl Environments {
    /// Creates environments of the defect: one name for all sites that its jumps depend on
    /// ([`around_defect`](crate::Structure::around_defect) of `reach`), up to `group`. Names have
    /// 64 bits.
    ///
    /// `reach` holds the offsets at which an atom's energy depends on others; `species` includes
    /// the host and the vacancy. [`PointGroup::trivial`] uses no symmetry.
    ///
    /// # Errors
    /// When an offset is not one of the structure or leads to its own center in this box, when one
    /// is repeated, or when a symmetry takes one to another that is not in `reach`.
    ///
    /// # Panics
    /// When there are not from 2 to 256 species.
    pub fn of_defect(
        lattice: Lattice,
        reach: &[Offset],
        species: usize,
        group: &PointGroup,
        seed: u64,
    ) -> Result<Environments, OffsetError> {
        Environments::of_defect_with_keys(lattice, reach, species, group, seed)
    }

    /// Creates environments of jumps: for each direction, a name for the sites that the jump
    /// depends on ([`around_jump`](crate::Structure::around_jump) of `reach`), up to the elements
    /// of `group` that leave the direction as it is. Directions that the group maps to each other
    /// share names. Names have 64 bits.
    ///
    /// # Errors
    /// As [`of_defect`](Environments::of_defect).
    ///
    /// # Panics
    /// When there are not from 2 to 256 species.
    pub fn of_jumps(
        lattice: Lattice,
        reach: &[Offset],
        species: usize,
        group: &PointGroup,
        seed: u64,
    ) -> Result<Environments, OffsetError> {
        Environments::of_jumps_with_keys(lattice, reach, species, group, seed)
    }

    /// Creates environments of a site: one name for the sites at `surroundings`, and no others, up
    /// to `group`. The species on the site itself does not matter. Names have 64 bits, and are
    /// neither those of a defect nor those of a jump.
    ///
    /// ```
    /// use zobrist_lattice::{Configuration, Environments, Lattice, Species, Structure};
    ///
    /// let lattice = Lattice::new(Structure::Bcc, [8, 8, 8])?;
    /// let nearest = Structure::Bcc.directions();
    /// let group = Structure::Bcc.point_group();
    /// let sites = Environments::of_site(lattice, &nearest, 3, &group, 2005)?;
    /// assert_eq!((sites.view_count(), sites.site_count(0)), (1, 8));
    ///
    /// // One copper atom among eight neighbors: the same name, wherever it is.
    /// let center = lattice.site_at([5, 5, 5]).unwrap();
    /// let mut around = Vec::new();
    /// let mut names: Vec<_> = nearest
    ///     .iter()
    ///     .map(|offset| {
    ///         let mut alloy = Configuration::new(lattice);
    ///         alloy.set(lattice.neighbor(center, *offset), Species(2));
    ///         sites.read(&alloy, center, &mut around);
    ///         sites.name(&around, 0).hash
    ///     })
    ///     .collect();
    /// names.dedup();
    /// assert_eq!(names.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`of_defect`](Environments::of_defect), with `surroundings` as the reach.
    ///
    /// # Panics
    /// When there are not from 2 to 256 species.
    pub fn of_site(
        lattice: Lattice,
        surroundings: &[Offset],
        species: usize,
        group: &PointGroup,
        seed: u64,
    ) -> Result<Environments, OffsetError> {
        Environments::of_site_with_keys(lattice, surroundings, species, group, seed)
    }
}

impl<K: Key> Environments<K> {
    /// Creates the environments of [`of_defect`](Environments::of_defect) with keys of type `K`.
    ///
    /// # Errors
    /// As [`of_defect`](Environments::of_defect).
    ///
    /// # Panics
    /// When there are not from 2 to 256 species.
    pub fn of_defect_with_keys(
        lattice: Lattice,
        reach: &[Offset],
        species: usize,
        group: &PointGroup,
        seed: u64,
    ) -> Result<Environments<K>, OffsetError> {
        let around = lattice.structure().around_defect(reach);
        let group = check(lattice, reach, &around, group)?;
        let classes = vec![around.clone()];
        let views = vec![(0, (0..group.len()).collect())];
        let plan = Plan { scheme: Scheme::Vacancy, around, group, classes, views };
        Environments::from_plan(lattice, species, seed, plan)
    }

    /// Creates the environments of [`of_jumps`](Environments::of_jumps) with keys of type `K`.
    ///
    /// # Errors
    /// As [`of_defect`](Environments::of_defect).
    ///
    /// # Panics
    /// When there are not from 2 to 256 species.
    pub fn of_jumps_with_keys(
        lattice: Lattice,
        reach: &[Offset],
        species: usize,
        group: &PointGroup,
        seed: u64,
    ) -> Result<Environments<K>, OffsetError> {
        let structure = lattice.structure();
        let around = structure.around_defect(reach);
        let group = check(lattice, reach, &around, group)?;
        let mut firsts: Vec<Offset> = Vec::new();
        let mut views = Vec::new();
        for direction in structure.directions() {
            let images: Vec<Offset> =
                group.operations().iter().map(|each| each.image(direction)).collect();
            let class = firsts.iter().position(|first| images.contains(first));
            let class = class.unwrap_or_else(|| {
                firsts.push(direction);
                firsts.len() - 1
            });
            let to_first = |element: &usize| images[*element] == firsts[class];
            views.push((class, (0..group.len()).filter(to_first).collect()));
        }
        let classes = firsts.iter().map(|first| structure.around_jump(reach, *first)).collect();
        let plan = Plan { scheme: Scheme::Vacancy, around, group, classes, views };
        Environments::from_plan(lattice, species, seed, plan)
    }

    /// Creates the environments of [`of_site`](Environments::of_site) with keys of type `K`.
    ///
    /// # Errors
    /// As [`of_site`](Environments::of_site).
    ///
    /// # Panics
    /// When there are not from 2 to 256 species.
    pub fn of_site_with_keys(
        lattice: Lattice,
        surroundings: &[Offset],
        species: usize,
        group: &PointGroup,
        seed: u64,
    ) -> Result<Environments<K>, OffsetError> {
        let around = lattice.structure().ordered(surroundings.iter().copied());
        let group = check(lattice, surroundings, &around, group)?;
        let classes = vec![around.clone()];
        let views = vec![(0, (0..group.len()).collect())];
        let plan = Plan { scheme: Scheme::Site, around, group, classes, views };
        Environments::from_plan(lattice, species, seed, plan)
    }

    fn from_plan(
        lattice: Lattice,
        species: usize,
        seed: u64,
        plan: Plan,
    ) -> Result<Environments<K>, OffsetError> {
        assert!((2..=256).contains(&species), "there are from 2 to 256 species, the host included");
        let Plan { scheme, around, group, classes, views: plans } = plan;
        let around = Neighbors::new(lattice, &around)?;
        let index = |offset: Offset| around.offsets().iter().position(|each| *each == offset);
        let (mut views, mut images) = (Vec::new(), Vec::new());
        for (class, elements) in plans {
            let start = images.len();
            for element in elements {
                // The offset that an element takes to a place is the image of that place under its
                // inverse.
                let inverse = group.inverse(element);
                let source = |place: &Offset| {
                    index(inverse.image(*place)).expect("a symmetry keeps the places")
                };
                let sources = classes[class].iter().map(|place| source(place) as u32).collect();
                images.push(Image { element, sources });
            }
            views.push(View { class, images: start..images.len() });
        }
        assert!(images.len() <= MAX_IMAGES, "a group of a site has at most 48 elements");
        let places: usize = classes.iter().map(Vec::len).sum();
        let features = (species - 1) * places + classes.len();
        let keys = source(seed, features).keys(layout(features));
        let directions = lattice.structure().directions();
        let direction_images = direction_images(&directions, &group);
        let neighbor =
            |direction: &Offset| index(*direction).expect("neighbors are among the surroundings");
        let (neighbors, after_jumps) = match scheme {
            Scheme::Vacancy => (
                directions.iter().map(neighbor).collect(),
                AfterJump::by_direction(lattice, around.offsets()),
            ),
            Scheme::Site => (Vec::new(), Vec::new()),
        };
        let mut environments = Environments {
            scheme,
            around,
            species,
            seed,
            classes,
            views,
            images,
            host_sums: Vec::new(),
            rows: Vec::new(),
            keys,
            group,
            direction_images,
            neighbors,
            after_jumps,
        };
        environments.fill();
        Ok(environments)
    }

    /// Fills in the keys that make up the sum of every image.
    fn fill(&mut self) {
        let (others, stride) = (self.species - 1, self.images.len());
        self.host_sums = vec![K::ZERO; stride];
        self.rows = vec![K::ZERO; self.around.offsets().len() * others * stride];
        for (number, view) in self.views.iter().enumerate() {
            for image in view.images.clone() {
                self.host_sums[image] = self.class_key(number);
                for (place, source) in self.images[image].sources.iter().enumerate() {
                    for other in 0..others {
                        let row = *source as usize * others + other;
                        let species = Species(other as u8 + 1);
                        self.rows[row * stride + image] = self.key(number, place, species);
                    }
                }
            }
        }
    }
}

/// Checks the reach, and keeps the symmetries that the box also has: those that keep the offsets
/// around together if they lead to one site.
fn check(
    lattice: Lattice,
    reach: &[Offset],
    around: &[Offset],
    group: &PointGroup,
) -> Result<PointGroup, OffsetError> {
    Neighbors::new(lattice, reach)?;
    for offset in reach {
        for operation in group.operations() {
            let image = operation.image(*offset);
            if !reach.contains(&image) {
                return Err(OffsetError::NotSymmetric { offset: *offset, image });
            }
        }
    }
    // The first of the offsets that lead to the same site. A symmetry must keep them together;
    // being a permutation, it then keeps the others apart.
    let site = |offset: Offset| {
        lattice.site_at(offset).expect("an offset leads from the first site to a site")
    };
    let mut first: BTreeMap<_, Offset> = BTreeMap::new();
    let pairs: Vec<[Offset; 2]> = around
        .iter()
        .map(|offset| [*first.entry(site(*offset)).or_insert(*offset), *offset])
        .filter(|[one, other]| one != other)
        .collect();
    Ok(group.subgroup(|operation| {
        pairs.iter().all(|pair| {
            let [one, other] = pair.map(|offset| site(operation.image(offset)));
            one == other
        })
    }))
}

/// The place of the image of each direction, by element of the group.
fn direction_images(directions: &[Offset], group: &PointGroup) -> Vec<Vec<usize>> {
    let place = |offset: Offset| directions.iter().position(|direction| *direction == offset);
    let images = |operation: &Operation| {
        let image = |direction: &Offset| place(operation.image(*direction));
        directions
            .iter()
            .map(|each| image(each).expect("a symmetry takes neighbors to neighbors"))
            .collect()
    };
    group.operations().iter().map(images).collect()
}
