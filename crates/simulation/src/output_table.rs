//! The table `[output]`: when there are rows, what is in them, and when there are pictures.

use serde::Deserialize;
use toml::Spanned;
use zobrist_input::{Place, Result};
use zobrist_lattice::Species;
use zobrist_lattice::observables::Shells;

use crate::alloy::Alloy;
use crate::dump_table::{DumpOutput, DumpTable};
use crate::values::{count, positive};

/// The table `[output]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OutputTable {
    every: Option<Spanned<EveryTable>>,
    #[serde(default)]
    observables: Vec<Spanned<String>>,
    #[serde(default)]
    pictures: Vec<Spanned<f64>>,
    clusters: Option<Spanned<ClustersTable>>,
    order: Option<Spanned<ShellsTable>>,
    around: Option<Spanned<ShellsTable>>,
    pub(crate) dump: Option<DumpTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EveryTable {
    steps: Option<Spanned<u64>>,
    time: Option<Spanned<f64>>,
    per_decade: Option<Spanned<u64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClustersTable {
    species: Option<Spanned<Vec<Spanned<String>>>>,
    shells: Option<Spanned<u64>>,
    at_least: Option<Spanned<u64>>,
    #[serde(default)]
    histogram: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShellsTable {
    shells: Option<Spanned<u64>>,
}

/// The table `[output]`: rows, pictures and files besides the columns that every row has.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Output {
    /// When there are rows; [`Config::samples`](crate::Config::samples) decides if it is `None`.
    pub every: Option<Every>,
    /// The times in s at which there is a picture, each once, in order.
    pub pictures: Vec<f64>,
    /// The clusters that are counted.
    pub clusters: Option<ClusterOutput>,
    /// The number of shells of the Warren–Cowley parameters.
    pub order: Option<usize>,
    /// The number of shells around vacancies in which solutes are counted.
    pub around: Option<usize>,
    /// True if rows have the mean squared displacements of the vacancies and the solutes.
    pub displacement: bool,
    /// True if rows have the mean squared displacement of the host.
    pub host_displacement: bool,
    /// The file of the atoms at each row.
    pub dump: Option<DumpOutput>,
}

/// When there are rows.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Every {
    /// After each of this many steps.
    Steps(u64),
    /// At the whole multiples of a time in s.
    Time(f64),
    /// At the times 10^(*i*/*n*) s for whole *i*.
    PerDecade(u32),
}

/// The clusters that are counted.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ClusterOutput {
    /// The species that form clusters, together.
    pub species: Vec<Species>,
    /// The shells in which atoms are connected.
    pub shells: usize,
    /// The smallest size that counts.
    pub at_least: usize,
    /// True if the number of clusters of each size is written at each row.
    pub histogram: bool,
}

const CLUSTERS: &str = "clusters";
const ORDER: &str = "order";
const AROUND: &str = "around";
const DISPLACEMENT: &str = "displacement";
const HOST_DISPLACEMENT: &str = "host-displacement";
const OBSERVABLES: [&str; 5] = [CLUSTERS, ORDER, AROUND, DISPLACEMENT, HOST_DISPLACEMENT];

/// The default number of shells of order and of the surroundings of vacancies.
const TWO_SHELLS: u64 = 2;

/// Largest number of rows in a factor of ten of time.
const MAX_PER_DECADE: u64 = 1000;

impl OutputTable {
    /// # Errors
    /// When a value is out of range, an observable or a species is not known, or a table belongs to
    /// an observable that was not asked for.
    pub(crate) fn checked(&self, alloy: &Alloy, place: Place<'_>) -> Result<Output> {
        for name in &self.observables {
            let got = name.get_ref();
            if !OBSERVABLES.contains(&got.as_str()) {
                let known = OBSERVABLES.map(|name| format!("{name:?}")).join(", ");
                let reason = format!("no observable {got:?}: expected some of {known}");
                return Err(place.error(name.span().start, reason));
            }
            // A field of a CSV without quotes holds no such character.
            let unfit = |name: &&String| name.contains(['"', ',', '\n', '\r']);
            if let Some(element) = alloy.names().iter().find(unfit) {
                let reason = format!(
                    "expected elements without '\"', ',' and line ends, which cannot stand in the \
                     name of a column, got {element:?}"
                );
                return Err(place.error(name.span().start, reason));
            }
        }
        let wants = |name| self.observables.iter().any(|got| got.get_ref() == name);
        let tables = [
            (CLUSTERS, self.clusters.as_ref().map(Spanned::span)),
            (ORDER, self.order.as_ref().map(Spanned::span)),
            (AROUND, self.around.as_ref().map(Spanned::span)),
        ];
        for (name, span) in tables {
            if let Some(span) = span.filter(|_| !wants(name)) {
                let reason =
                    format!("[output.{name}]: expected {name:?} among the `observables`, got none");
                return Err(place.error(span.start, reason));
            }
        }
        let shells = |table: &Option<Spanned<ShellsTable>>| {
            shells(
                table.as_ref().and_then(|table| table.get_ref().shells.as_ref()),
                TWO_SHELLS,
                place,
            )
        };
        Ok(Output {
            every: self.every.as_ref().map(|every| every_of(every, place)).transpose()?,
            pictures: self.pictures(place)?,
            clusters: wants(CLUSTERS).then(|| self.clusters(alloy, place)).transpose()?,
            order: wants(ORDER).then(|| shells(&self.order)).transpose()?,
            around: wants(AROUND).then(|| shells(&self.around)).transpose()?,
            displacement: wants(DISPLACEMENT),
            host_displacement: wants(HOST_DISPLACEMENT),
            dump: self.dump.as_ref().map(|dump| dump.checked(alloy, place)).transpose()?,
        })
    }

    /// The byte at which an observable is asked for.
    pub(crate) fn place_of(&self, observable: &str) -> Option<usize> {
        let named = self.observables.iter().find(|name| name.get_ref() == observable);
        named.map(|name| name.span().start)
    }

    /// The byte at which `every` has times, or a picture has one: none of them is a number of
    /// steps.
    pub(crate) fn place_of_times(&self) -> Option<usize> {
        let every = self.every.as_ref().filter(|every| every.get_ref().steps.is_none());
        let picture = self.pictures.first();
        every.map(|every| every.span().start).or(picture.map(|time| time.span().start))
    }

    /// The byte of the first picture after a time, and its time.
    pub(crate) fn picture_after(&self, time: f64) -> Option<(usize, f64)> {
        let late = self.pictures.iter().find(|picture| *picture.get_ref() > time)?;
        Some((late.span().start, *late.get_ref()))
    }

    fn pictures(&self, place: Place<'_>) -> Result<Vec<f64>> {
        let times = self.pictures.iter().map(|time| positive("pictures", time, place));
        let mut times = times.collect::<Result<Vec<f64>>>()?;
        times.sort_unstable_by(f64::total_cmp);
        times.dedup();
        Ok(times)
    }

    fn clusters(&self, alloy: &Alloy, place: Place<'_>) -> Result<ClusterOutput> {
        let table = self.clusters.as_ref().map(Spanned::get_ref);
        let solutes = alloy.names().get(2..).unwrap_or_default();
        let species = match table.and_then(|table| table.species.as_ref()) {
            None => (2..alloy.names().len()).map(|number| Species(number as u8)).collect(),
            Some(names) => {
                if names.get_ref().is_empty() {
                    let reason = "`species`: expected one solute or more, got none";
                    return Err(place.error(names.span().start, reason));
                }
                let mut species = Vec::new();
                for name in names.get_ref() {
                    let got = name.get_ref();
                    let number =
                        solutes.iter().position(|solute| solute == got).ok_or_else(|| {
                            let expected = match solutes {
                                [] => "the alloy has none".to_owned(),
                                _ => format!("expected some of {}", solutes.join(", ")),
                            };
                            let reason = format!("`species`: no solute {got:?}: {expected}");
                            place.error(name.span().start, reason)
                        })?;
                    species.push(Species(number as u8 + 2));
                }
                species.sort_unstable();
                species.dedup();
                species
            }
        };
        let at_least = table.and_then(|table| table.at_least.as_ref());
        let at_least = at_least.map_or(Ok(1), |size| count("at_least", size, u64::MAX, place))?;
        Ok(ClusterOutput {
            species,
            shells: shells(table.and_then(|table| table.shells.as_ref()), 1, place)?,
            at_least: usize::try_from(at_least).unwrap_or(usize::MAX),
            histogram: table.is_some_and(|table| table.histogram),
        })
    }
}

fn shells(number: Option<&Spanned<u64>>, default: u64, place: Place<'_>) -> Result<usize> {
    let most = Shells::MAX as u64;
    Ok(number.map_or(Ok(default), |number| count("shells", number, most, place))? as usize)
}

fn every_of(every: &Spanned<EveryTable>, place: Place<'_>) -> Result<Every> {
    match every.get_ref() {
        EveryTable { steps: Some(steps), time: None, per_decade: None } => {
            Ok(Every::Steps(count("steps", steps, u64::MAX, place)?))
        }
        EveryTable { steps: None, time: Some(time), per_decade: None } => {
            Ok(Every::Time(positive("time", time, place)?))
        }
        EveryTable { steps: None, time: None, per_decade: Some(number) } => {
            Ok(Every::PerDecade(count("per_decade", number, MAX_PER_DECADE, place)? as u32))
        }
        EveryTable { steps, time, per_decade } => {
            let there = [steps.is_some(), time.is_some(), per_decade.is_some()];
            let got = there.into_iter().filter(|is_there| *is_there).count();
            let reason = format!(
                "`every`: expected one of `steps`, `time` and `per_decade`, got {got} of them"
            );
            Err(place.error(every.span().start, reason))
        }
    }
}
