//! The symmetries of a site, as integer matrices.

use std::sync::OnceLock;

use super::crystal::{Offset, Structure};

/// A rotation, reflection or rotoinversion about a site, in fine coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Operation([[i32; 3]; 3]);

impl Operation {
    /// The identity, which moves nothing.
    pub const IDENTITY: Operation = Operation([[1, 0, 0], [0, 1, 0], [0, 0, 1]]);

    /// Returns the rows of the matrix.
    #[must_use]
    pub const fn rows(self) -> [[i32; 3]; 3] {
        self.0
    }

    /// Returns the image of an offset.
    #[must_use]
    pub fn image(self, offset: Offset) -> Offset {
        self.0.map(|row| row[0] * offset[0] + row[1] * offset[1] + row[2] * offset[2])
    }

    /// Returns the product of two operations: first `before`, then `self`.
    #[must_use]
    pub fn after(self, before: Operation) -> Operation {
        let columns = [0, 1, 2].map(|j| self.image([0, 1, 2].map(|i| before.0[i][j])));
        Operation([0, 1, 2].map(|i| [0, 1, 2].map(|j| columns[j][i])))
    }
}

/// A group of symmetries of a site. The identity is element 0.
///
/// ```
/// use zobrist_lattice::Structure;
///
/// let group = Structure::Bcc.point_group();
/// assert_eq!(group.len(), 48);
/// assert_eq!(group.stabilizer([1, 1, 1]).len(), 6); // those that leave a jump as it is
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointGroup(Vec<Operation>);

impl PointGroup {
    /// Returns the group of the identity alone: no symmetry is used.
    #[must_use]
    pub fn trivial() -> PointGroup {
        PointGroup(vec![Operation::IDENTITY])
    }

    /// Returns the elements.
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        &self.0
    }

    /// Returns the number of elements.
    #[expect(clippy::len_without_is_empty, reason = "a group has the identity")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the elements that leave `offset` as it is.
    #[must_use]
    pub fn stabilizer(&self, offset: Offset) -> PointGroup {
        self.subgroup(|operation| operation.image(offset) == offset)
    }

    /// The operation that undoes what `element` does.
    pub(crate) fn inverse(&self, element: usize) -> Operation {
        let undoes = |other: &&Operation| other.after(self.0[element]) == Operation::IDENTITY;
        *self.0.iter().find(undoes).expect("every element of a group has an inverse")
    }

    /// The elements for which `keep` is true, which must be a group.
    pub(crate) fn subgroup(&self, keep: impl Fn(Operation) -> bool) -> PointGroup {
        PointGroup(self.0.iter().copied().filter(|operation| keep(*operation)).collect())
    }
}

impl Structure {
    /// Returns the symmetries of a site: 48 in the cubic structures, 12 in hcp (D3h), 8 in the
    /// plane. They are the matrices with entries −1, 0 and 1 that keep lengths and take the sites
    /// around a site of the first kind to sites, in the plane only those that leave the third axis
    /// as it is; the identity first, the others in lexicographic order.
    ///
    /// Cost: a copy. The first call for a structure tries all matrices.
    pub fn point_group(self) -> PointGroup {
        static GROUPS: [OnceLock<PointGroup>; Structure::ALL.len()] =
            [const { OnceLock::new() }; Structure::ALL.len()];
        GROUPS[self as usize].get_or_init(|| self.group_of_all()).clone()
    }

    fn group_of_all(self) -> PointGroup {
        let mut operations: Vec<Operation> =
            (0..3_usize.pow(9)).map(candidate).filter(|each| self.allows(*each)).collect();
        operations.sort_by_key(|operation| (*operation != Operation::IDENTITY, *operation));
        PointGroup(operations)
    }

    fn allows(self, operation: Operation) -> bool {
        let [x, y, z] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        // A quadratic form is determined by its values at the axes and at sums of two axes.
        let probes = [x, y, z, [1, 1, 0], [1, 0, 1], [0, 1, 1]];
        let [a, b, c] = self.period();
        let cell = [[a, 0, 0], [0, b, 0], [0, 0, c]];
        (self != Structure::Square || operation.image(z) == z)
            && probes.into_iter().all(|v| self.norm(operation.image(v)) == self.norm(v))
            && self.points().iter().all(|point| self.has(operation.image(*point)))
            && (self == Structure::Square
                || cell.into_iter().all(|edge| self.point(operation.image(edge)) == Some(0)))
    }
}

/// Matrix number `code` of those with entries −1, 0 and 1.
fn candidate(code: usize) -> Operation {
    let entry = |place: usize| (code / 3_usize.pow(place as u32) % 3) as i32 - 1;
    Operation([0, 3, 6].map(|row| [entry(row), entry(row + 1), entry(row + 2)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_and_stabilizers() {
        let orders = [(48, 8), (48, 6), (48, 4), (12, 2), (8, 2)];
        for (structure, (order, stabilizer)) in Structure::ALL.into_iter().zip(orders) {
            let group = structure.point_group();
            assert_eq!(group.len(), order, "{structure}");
            for direction in structure.directions() {
                assert_eq!(group.stabilizer(direction).len(), stabilizer, "{structure}");
            }
        }
    }

    #[test]
    fn they_are_groups() {
        for structure in Structure::ALL {
            let group = structure.point_group();
            assert_eq!(group.operations()[0], Operation::IDENTITY);
            for a in group.operations() {
                for b in group.operations() {
                    let product = a.after(*b);
                    assert!(group.operations().contains(&product), "{structure}");
                    assert_eq!(product.image([3, 1, 2]), a.image(b.image([3, 1, 2])));
                }
            }
        }
    }

    #[test]
    fn every_shell_goes_to_itself() {
        for structure in Structure::ALL {
            for shell in structure.shells(8) {
                for operation in structure.point_group().operations() {
                    let mut image: Vec<Offset> =
                        shell.iter().map(|offset| operation.image(*offset)).collect();
                    image.sort();
                    assert_eq!(image, shell, "{structure} {operation:?}");
                }
            }
        }
    }
}
