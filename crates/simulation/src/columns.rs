//! The columns of the rows of a run: their names, units and meaning.

use serde::Serialize;
use zobrist_lattice::Species;

use crate::alloy::Alloy;
use crate::config::Config;
use crate::method_table::Method;
use crate::schedule::Schedule;

/// A column of the rows of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Column {
    /// The name in the header.
    pub name: String,
    /// The unit of its numbers; `None` if they have none, or are no numbers.
    pub unit: Option<&'static str>,
    /// The subject of the column.
    pub kind: ColumnKind,
    /// Words for a heading.
    pub text: String,
}

/// The subject of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ColumnKind {
    /// Progress of the run, against which the others are drawn.
    Clock,
    /// A property of the alloy.
    Observable,
    /// Work of the recall.
    Recall,
    /// The hash of the state.
    Hash,
    /// The weight of the row in means over rows.
    Weight,
}

/// The values of a column.
///
/// Closed: whoever writes a table has to know all values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnValues {
    /// Whole numbers.
    Counts,
    /// Numbers; a value may be missing.
    Reals,
    /// 64 bits.
    Hashes,
}

use ColumnKind::{Clock, Hash, Observable, Recall, Weight};

/// The columns whose names do not depend on the alloy: name, unit, kind, and words for a heading.
/// The first nine are in every row.
const FIXED: [(&str, Option<&str>, ColumnKind, &str); 15] = [
    ("step", Some("steps"), Clock, "Step"),
    ("time", Some("s"), Clock, "Time"),
    ("energy", Some("eV"), Observable, "Energy of the box"),
    ("squared_displacement", Some("a²"), Observable, "Mean squared displacement"),
    ("solute_pairs", Some("pairs"), Observable, "Solutes side by side"),
    ("lone_solutes", Some("atoms"), Observable, "Lone solutes"),
    ("evaluations", Some("barriers"), Recall, "Barriers computed"),
    ("hits", Some("look-ups"), Recall, "Look-ups answered from memory"),
    ("hash", None, Hash, "Hash of the state"),
    (PHYSICAL_TIME, Some("s"), Clock, "Physical time"),
    (ACCEPTED, Some("exchanges"), Clock, "Exchanges done"),
    ("clusters", Some("clusters"), Observable, "Clusters"),
    ("mean_cluster", Some("atoms"), Observable, "Mean size of clusters"),
    ("largest_cluster", Some("atoms"), Observable, "Largest cluster"),
    (RESIDENCE, Some("s"), Weight, "Mean time until the next step"),
];

/// The last column of rows after steps.
const RESIDENCE: &str = "residence";

const PHYSICAL_TIME: &str = "physical_time";
const ACCEPTED: &str = "accepted";
/// The number of columns that every row has.
const IN_EVERY_ROW: usize = 9;

/// The beginnings of the names of columns for each species.
const ORDER: &str = "order_";
const AROUND: &str = "around_";
const DISPLACEMENT: &str = "displacement_";

impl Column {
    /// Returns the column with a name, if rows can have one.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Column> {
        let column = |unit, kind, text: String| Column { name: name.to_owned(), unit, kind, text };
        let fixed = FIXED.iter().find(|(fixed, ..)| *fixed == name);
        if let Some((_, unit, kind, text)) = fixed {
            return Some(column(*unit, *kind, (*text).to_owned()));
        }
        if let Some(species) = name.strip_prefix(DISPLACEMENT).filter(|name| !name.is_empty()) {
            let text = format!("Mean squared displacement of {species}");
            return Some(column(Some("a²"), Observable, text));
        }
        let (rest, shell) = name.rsplit_once('_')?;
        let shell: u32 = shell.parse().ok()?;
        if let Some(pair) = rest.strip_prefix(ORDER).filter(|pair| pair.contains('_')) {
            let text = format!("Order of {}, shell {shell}", pair.replacen('_', "–", 1));
            return Some(column(None, Observable, text));
        }
        let species = rest.strip_prefix(AROUND).filter(|species| !species.is_empty())?;
        Some(column(
            Some("atoms"),
            Observable,
            format!("{species} around a vacancy, shell {shell}"),
        ))
    }

    /// Returns what the values are.
    #[must_use]
    pub fn values(&self) -> ColumnValues {
        match self.name.as_str() {
            "step" | "solute_pairs" | "lone_solutes" | "evaluations" | "hits" | ACCEPTED
            | "clusters" | "largest_cluster" => ColumnValues::Counts,
            "hash" => ColumnValues::Hashes,
            _ => ColumnValues::Reals,
        }
    }

    /// Returns true if the mean over time says something: for properties of a state, not for what
    /// grows with the run, such as displacements.
    #[must_use]
    pub fn has_mean(&self) -> bool {
        let grows = self.name == "squared_displacement" || self.name.starts_with(DISPLACEMENT);
        self.kind == Observable && !grows
    }

    /// Returns the heading of the curves that are drawn together with this one, and its own label
    /// among them, if there can be others: the shells of one pair, or the displacements.
    #[must_use]
    pub fn curve(&self) -> (String, Option<String>) {
        if let Some(species) = self.name.strip_prefix(DISPLACEMENT) {
            return ("Mean squared displacement by species".to_owned(), Some(species.to_owned()));
        }
        let is_by_shell = self.name.starts_with(ORDER) || self.name.starts_with(AROUND);
        match self.text.rsplit_once(", ") {
            Some((heading, shell)) if is_by_shell => (heading.to_owned(), Some(shell.to_owned())),
            _ => (self.text.clone(), None),
        }
    }
}

/// True if rows have their residence as a weight: those after steps that take time. Of such rows, a
/// state has as many as it has visits, however short these are.
pub(crate) fn has_residence(config: &Config) -> bool {
    config.method == Method::Kinetic && !Schedule::new(config).is_by_time()
}

/// The columns of the rows of a simulation, in their order.
pub(crate) fn columns(config: &Config) -> Vec<Column> {
    let mut names: Vec<String> =
        FIXED[..IN_EVERY_ROW].iter().map(|(name, ..)| (*name).to_owned()).collect();
    let mut add = |name: &str| names.push(name.to_owned());
    if config.formation.is_some() {
        add(PHYSICAL_TIME);
    }
    if config.method == Method::Metropolis {
        add(ACCEPTED);
    }
    if let Some(output) = &config.output {
        let names = config.alloy.names();
        let solutes = names.get(2..).unwrap_or_default();
        if output.clusters.is_some() {
            ["clusters", "mean_cluster", "largest_cluster"].into_iter().for_each(&mut add);
        }
        for (a, b) in pairs_with_order(&config.alloy) {
            let [a, b] = [a, b].map(|species| &names[species.index()]);
            (1..=output.order.unwrap_or(0)).for_each(|n| add(&format!("{ORDER}{a}_{b}_{n}")));
        }
        for a in solutes {
            (1..=output.around.unwrap_or(0)).for_each(|n| add(&format!("{AROUND}{a}_{n}")));
        }
        if output.displacement {
            names[1..].iter().for_each(|name| add(&format!("{DISPLACEMENT}{name}")));
        }
        if output.host_displacement {
            add(&format!("{DISPLACEMENT}{}", names[0]));
        }
    }
    if has_residence(config) {
        add(RESIDENCE);
    }
    let column = |name: &String| Column::of_name(name).expect("it is a column of a run");
    names.iter().map(column).collect()
}

/// The pairs of species that have an order: each solute with the host, and with each solute from it
/// on.
pub(crate) fn pairs_with_order(alloy: &Alloy) -> Vec<(Species, Species)> {
    let solutes = || (2..alloy.names().len()).map(|number| Species(number as u8));
    let with = |a: Species| {
        let others = solutes().filter(move |b| *b >= a);
        std::iter::once(Species::HOST).chain(others).map(move |b| (a, b))
    };
    solutes().flat_map(with).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_by_their_pattern() {
        for (name, unit, text) in [
            ("energy", Some("eV"), "Energy of the box"),
            ("order_Cu_Fe_2", None, "Order of Cu–Fe, shell 2"),
            ("around_Cu_1", Some("atoms"), "Cu around a vacancy, shell 1"),
            ("displacement_vacancy", Some("a²"), "Mean squared displacement of vacancy"),
        ] {
            let column = Column::of_name(name).unwrap();
            assert_eq!(
                (column.name.as_str(), column.unit, column.text.as_str()),
                (name, unit, text)
            );
        }
        for name in
            ["", "Energy", "order_Cu_2", "order_Cu_Fe", "around_2", "around_Cu_x", "displacement_"]
        {
            assert_eq!(Column::of_name(name), None, "{name}");
        }
        let order = Column::of_name("order_Cu_Fe_2").unwrap();
        assert_eq!(order.curve(), ("Order of Cu–Fe".to_owned(), Some("shell 2".to_owned())));
    }
}
