//! Columns of a run, with units and words.

use serde::Serialize;

/// A column of the CSV that `zobrist lattice run` writes.
#[derive(Debug, Serialize)]
pub(super) struct Column {
    pub name: &'static str,
    /// The unit of its numbers; `None` if they are plain counts, or no numbers.
    pub unit: Option<&'static str>,
    pub kind: Kind,
    /// Words for a heading.
    pub text: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    /// Progress of the run, against which the others are drawn.
    Clock,
    Observable,
    /// Work of the recall.
    Recall,
    Hash,
}

/// Values of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Holds {
    /// Whole numbers.
    Counts,
    /// Numbers; a field may be empty if the model does not know the value.
    Reals,
    /// Sixteen hex digits.
    Hashes,
}

impl Column {
    pub(super) fn holds(&self) -> Holds {
        match self.name {
            "time" | "energy" | "squared_displacement" => Holds::Reals,
            "hash" => Holds::Hashes,
            _ => Holds::Counts,
        }
    }
}

const fn column(
    name: &'static str,
    unit: Option<&'static str>,
    kind: Kind,
    text: &'static str,
) -> Column {
    Column { name, unit, kind, text }
}

/// The columns in their order.
pub(super) static COLUMNS: [Column; 9] = [
    column("step", Some("steps"), Kind::Clock, "Step"),
    column("time", Some("s"), Kind::Clock, "Time"),
    column("energy", Some("eV"), Kind::Observable, "Energy of the box"),
    column("squared_displacement", Some("a²"), Kind::Observable, "Mean squared displacement"),
    column("solute_pairs", Some("pairs"), Kind::Observable, "Solutes side by side"),
    column("lone_solutes", Some("atoms"), Kind::Observable, "Lone solutes"),
    column("evaluations", Some("barriers"), Kind::Recall, "Barriers computed"),
    column("hits", Some("look-ups"), Kind::Recall, "Look-ups answered from memory"),
    column("hash", None, Kind::Hash, "Hash of the state"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use zobrist_files::simulation;

    #[test]
    fn they_are_the_columns_that_a_run_writes() {
        let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
        assert_eq!(names, simulation::COLUMNS);
    }
}
