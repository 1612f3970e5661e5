//! Builds the tables of environments.

use std::collections::BTreeMap;

use zobrist::Key;

use super::environments::{Environments, Image, MAX_IMAGES, View};
use super::reverse::AfterJump;
use crate::lattice::Lattice;
use crate::neighbors::{Neighbors, OffsetError};
use crate::species::Species;
use crate::state::{layout, source};
use crate::structure::{Offset, Operation, PointGroup};

/// The environments to name, and their symmetries.
struct Plan {
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

    /// Creates environments of jumps: for each direction, a name for the sites that the jump depends on
    /// ([`around_jump`](crate::Structure::around_jump) of `reach`), up to the elements of `group`
    /// that leave the direction as it is. Directions that the group maps to each other share names.
    /// Names have 64 bits.
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
        let group = check(lattice, reach, group)?;
        let classes = vec![lattice.structure().around_defect(reach)];
        let views = vec![(0, (0..group.len()).collect())];
        Environments::from_plan(lattice, reach, species, seed, Plan { group, classes, views })
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
        let group = check(lattice, reach, group)?;
        let structure = lattice.structure();
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
        Environments::from_plan(lattice, reach, species, seed, Plan { group, classes, views })
    }

    fn from_plan(
        lattice: Lattice,
        reach: &[Offset],
        species: usize,
        seed: u64,
        plan: Plan,
    ) -> Result<Environments<K>, OffsetError> {
        assert!((2..=256).contains(&species), "there are from 2 to 256 species, the host included");
        let Plan { group, classes, views: plans } = plan;
        let structure = lattice.structure();
        let around = Neighbors::new(lattice, &structure.around_defect(reach))?;
        let index = |offset: Offset| around.offsets().iter().position(|each| *each == offset);
        let (mut views, mut images) = (Vec::new(), Vec::new());
        for (class, elements) in plans {
            let start = images.len();
            for element in elements {
                // The offset that an element takes to a place is the image of that place under its
                // inverse.
                let inverse = group.inverse(element);
                let source =
                    |place: &Offset| index(inverse.image(*place)).expect("around the jump");
                let sources = classes[class].iter().map(|place| source(place) as u32).collect();
                images.push(Image { element, sources });
            }
            views.push(View { class, images: start..images.len() });
        }
        assert!(images.len() <= MAX_IMAGES, "a group of a site has at most 48 elements");
        let places: usize = classes.iter().map(Vec::len).sum();
        let features = (species - 1) * places + classes.len();
        let keys = source(seed, features).keys(layout(features));
        let directions = structure.directions();
        let direction_images = direction_images(&directions, &group);
        let neighbor =
            |direction: &Offset| index(*direction).expect("neighbors are among the surroundings");
        let neighbors = directions.iter().map(neighbor).collect();
        let after_jumps = AfterJump::by_direction(lattice, around.offsets());
        let mut environments = Environments {
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

/// Checks the reach, and keeps the symmetries that the box also has.
fn check(
    lattice: Lattice,
    reach: &[Offset],
    group: &PointGroup,
) -> Result<PointGroup, OffsetError> {
    let structure = lattice.structure();
    Neighbors::new(lattice, reach)?;
    for offset in reach {
        for operation in group.operations() {
            let image = operation.image(*offset);
            if !reach.contains(&image) {
                return Err(OffsetError::NotSymmetric { offset: *offset, image });
            }
        }
    }
    let around = structure.around_defect(reach);
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
