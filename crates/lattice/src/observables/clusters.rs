//! Clusters of atoms.

use crate::lattice::{Lattice, Site};
use crate::observables::shells::{Numbering, ObservableError, Shells};

/// Finds clusters: sets of atoms that are connected by neighbors within the first shells. An atom
/// without such neighbors is a cluster of size 1.
///
/// The clusters are found by a union of sets with path halving (R. E. Tarjan and J. van Leeuwen,
/// "Worst-Case Analysis of Set Union Algorithms", Journal of the ACM 31(2), 1984, pp. 245–281). In
/// a small box, a cluster may reach itself across the border; its atoms still count once.
///
/// ```
/// use zobrist_lattice::observables::Clusters;
/// use zobrist_lattice::{Lattice, Structure};
///
/// let lattice = Lattice::new(Structure::Bcc, [8, 8, 8])?;
/// let copper = [[0, 0, 0], [1, 1, 1], [2, 2, 2], [8, 8, 8], [10, 8, 8]]
///     .map(|fine| lattice.site_at(fine).unwrap());
///
/// // Nearest neighbors only: the last two are second neighbors.
/// let sizes = Clusters::new(lattice, 1)?.of(&copper);
/// assert_eq!(sizes.histogram(), [(1, 2), (3, 1)]);
/// assert_eq!((sizes.number(), sizes.mean(), sizes.largest()), (3, Some(5.0 / 3.0), 3));
/// assert_eq!(sizes.at_least(2).mean(), Some(3.0));
///
/// assert_eq!(Clusters::new(lattice, 2)?.of(&copper).histogram(), [(2, 1), (3, 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Clusters {
    shells: Shells,
    numbering: Numbering,
    /// By number: another of the same cluster, or its own at the root.
    parents: Vec<u32>,
    /// By number: the size of the cluster, at its root.
    sizes: Vec<u32>,
}

impl Clusters {
    /// Prepares clusters of atoms that are neighbors within the first `shells` shells. Takes four
    /// bytes for each site of the lattice.
    ///
    /// # Errors
    /// When `shells` is zero or above [`Shells::MAX`], the box is so small that a site is its own
    /// neighbor, or the system refuses the memory.
    pub fn new(lattice: Lattice, shells: usize) -> Result<Clusters, ObservableError> {
        let shells = Shells::new(lattice, shells)?;
        let numbering = Numbering::new(lattice)?;
        Ok(Clusters { shells, numbering, parents: Vec::new(), sizes: Vec::new() })
    }

    /// Returns the sizes of the clusters that the atoms on `sites` form: those of one species, or
    /// of several together. A site that is listed again counts once. Costs a look-up for each
    /// neighbor of each site.
    ///
    /// # Panics
    /// When the lattice has no such site.
    pub fn of(&mut self, sites: &[Site]) -> ClusterSizes {
        self.numbering.clear();
        for site in sites {
            self.numbering.add(*site);
        }
        let count = self.numbering.sites().len();
        self.parents.clear();
        self.parents.extend(0..count as u32);
        self.sizes.clear();
        self.sizes.resize(count, 1);
        for number in 0..count {
            let site = self.numbering.sites()[number];
            for neighbor in self.shells.neighbors().sites(site) {
                // The relation is mutual: each pair is joined at the later of the two.
                match self.numbering.number(neighbor) {
                    Some(other) if other < number => {
                        join(&mut self.parents, &mut self.sizes, number as u32, other as u32)
                    }
                    _ => {}
                }
            }
        }
        let roots = self.parents.iter().enumerate().filter(|(i, parent)| *i == **parent as usize);
        let mut sizes: Vec<usize> = roots.map(|(root, _)| self.sizes[root] as usize).collect();
        sizes.sort_unstable();
        let equal = sizes.chunk_by(|one, next| one == next);
        ClusterSizes { histogram: equal.map(|sizes| (sizes[0], sizes.len())).collect() }
    }
}

/// Joins the clusters of two atoms: the smaller one goes below the root of the larger.
fn join(parents: &mut [u32], sizes: &mut [u32], one: u32, other: u32) {
    let (one, other) = (root(parents, one), root(parents, other));
    if one == other {
        return;
    }
    let one_is_larger = sizes[one as usize] >= sizes[other as usize];
    let (above, below) = if one_is_larger { (one, other) } else { (other, one) };
    parents[below as usize] = above;
    sizes[above as usize] += sizes[below as usize];
}

/// The root of a cluster; every other atom on the way there moves up to its grandparent.
fn root(parents: &mut [u32], mut number: u32) -> u32 {
    loop {
        let parent = parents[number as usize];
        if parent == number {
            return number;
        }
        let grandparent = parents[parent as usize];
        parents[number as usize] = grandparent;
        number = grandparent;
    }
}

/// The sizes of clusters, in atoms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClusterSizes {
    histogram: Vec<(usize, usize)>,
}

impl ClusterSizes {
    /// Returns the sizes that occur, each with its number of clusters, smallest first.
    #[must_use]
    pub fn histogram(&self) -> &[(usize, usize)] {
        &self.histogram
    }

    /// Returns the clusters of at least `size` atoms alone. Papers count from 2, 5 or more, so that
    /// single atoms in solution do not enter the mean.
    #[must_use]
    pub fn at_least(&self, size: usize) -> ClusterSizes {
        let below = self.histogram.partition_point(|(other, _)| *other < size);
        ClusterSizes { histogram: self.histogram[below..].to_vec() }
    }

    /// Returns the number of clusters.
    #[must_use]
    pub fn number(&self) -> usize {
        self.histogram.iter().map(|(_, count)| count).sum()
    }

    /// Returns the number of atoms in the clusters.
    #[must_use]
    pub fn atoms(&self) -> usize {
        self.histogram.iter().map(|(size, count)| size * count).sum()
    }

    /// Returns the mean number of atoms in a cluster, every cluster having the same weight; `None`
    /// if there are no clusters.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (!self.histogram.is_empty()).then(|| self.atoms() as f64 / self.number() as f64)
    }

    /// Returns the number of atoms in the largest cluster; 0 if there are no clusters.
    #[must_use]
    pub fn largest(&self) -> usize {
        self.histogram.last().map_or(0, |(size, _)| *size)
    }
}
