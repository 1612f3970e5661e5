//! Densities outside the tables of the embedding functions.

use std::sync::atomic::{AtomicI64, Ordering};

/// The lowest and the highest density for which an embedding function was computed outside its table;
/// 0 if there was none on that side.
#[derive(Debug, Default)]
pub(super) struct Outside {
    lowest: AtomicI64,
    highest: AtomicI64,
}

impl Outside {
    /// Notes a density below 0 or beyond the last of the tables.
    #[cold]
    pub(super) fn note(&self, density: i64) {
        self.lowest.fetch_min(density, Ordering::Relaxed);
        self.highest.fetch_max(density, Ordering::Relaxed);
    }

    /// The warnings about densities in units of 1 / `scale`, where the tables end at `last`.
    pub(super) fn warnings(&self, last: f64, scale: f64) -> Vec<String> {
        let [lowest, highest] =
            [&self.lowest, &self.highest].map(|it| it.load(Ordering::Relaxed) as f64 / scale);
        let mut warnings = Vec::new();
        if highest > 0.0 {
            warnings.push(format!(
                "expected densities at the sites up to {last}, where the tables of F(ρ) end, got some \
                 up to {highest}; beyond the tables F is the straight line with the slope at their \
                 ends, as LAMMPS does"
            ));
        }
        if lowest < 0.0 {
            warnings.push(format!(
                "expected densities at the sites of 0 or more, where the tables of F(ρ) begin, got \
                 some down to {lowest}; below 0 F is the cubic of the first interval, as LAMMPS does"
            ));
        }
        warnings
    }
}
