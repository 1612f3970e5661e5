//! Mean squared displacement.

use crate::structure::Structure;

/// Returns the mean of the squares of displacements, in squares of the lattice constant; `None` if
/// there are none. Displacements are in fine units, unwrapped: not reduced to the box.
///
/// With the time *t*, the diffusion coefficient of a random walk in *d* dimensions is
/// lim ⟨R²⟩ / (2 *d t*) (A. Einstein, Annalen der Physik 322, 1905, pp. 549–560), where *d* is 2 for
/// the square lattice and 3 for the others.
///
/// ```
/// use zobrist_lattice::Structure;
/// use zobrist_lattice::observables::squared_displacement;
///
/// // To the center of a cube, and by two lattice constants.
/// let mean = squared_displacement(Structure::Bcc, [[1, 1, 1], [4, 0, 0]]);
/// assert_eq!(mean, Some((0.75 + 4.0) / 2.0));
/// assert_eq!(squared_displacement(Structure::Bcc, []), None);
/// ```
///
/// Components above 2⁶⁰ in size count as 2⁶⁰, which no simulation reaches.
pub fn squared_displacement(
    structure: Structure,
    displacements: impl IntoIterator<Item = [i64; 3]>,
) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0_u64);
    for displacement in displacements {
        let fine = displacement.map(|along| i128::from(along.clamp(-LONGEST, LONGEST)));
        sum += structure.wide_norm(fine) as f64 / structure.norm_unit() as f64;
        count += 1;
    }
    (count > 0).then(|| sum / count as f64)
}

/// Upper bound on a component, so that squares fit in 128 bits.
const LONGEST: i64 = 1 << 60;
