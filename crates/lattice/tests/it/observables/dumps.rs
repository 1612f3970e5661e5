//! Observables beside those that a script in Python computes from positions in files.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::observables::{
    ClusterSizes, Clusters, PureSites, Shells, SoluteCounts, around, order, squared_displacement,
};
use zobrist_lattice::{Configuration, Lattice, Site, Structure};

use super::{SPECIES, alloy, is_solute, sites_of};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/observables/observables.py");

/// Symbols of the species, as in the files.
const SYMBOLS: [&str; 4] = ["Fe", "X", "Cu", "Ni"];

const SHELLS: usize = 3;

/// An alloy, and a displacement of what is on each site.
struct Sample {
    alloy: Configuration,
    displacements: Vec<[i32; 3]>,
}

impl Sample {
    fn new(lattice: Lattice, parts: [u64; 4], seed: u64) -> Sample {
        let mut random = Xoshiro256PlusPlus::new(!seed);
        let displacements =
            lattice.sites().map(|_| [0; 3].map(|_: i32| (random.next_u64() % 201) as i32 - 100));
        Sample { displacements: displacements.collect(), alloy: alloy(lattice, parts, seed) }
    }

    /// Extended XYZ, in units of the lattice constant.
    fn text(&self) -> String {
        let lattice = self.alloy.lattice();
        let (structure, cells) = (lattice.structure(), lattice.cells());
        let vector = |axis: usize| {
            let mut fine = [0; 3];
            fine[axis] = structure.period()[axis] * cells[axis] as i32;
            numbers(structure.cartesian(fine))
        };
        let cell = [vector(0), vector(1), vector(2)].join(" ");
        let layers = if structure == Structure::Square { "F" } else { "T" };
        let mut text = format!(
            "{}\nLattice=\"{cell}\" Properties=species:S:1:pos:R:3:displacement:R:3 \
             pbc=\"T T {layers}\" host=Fe\n",
            lattice.len()
        );
        for (site, moved) in lattice.sites().zip(&self.displacements) {
            let symbol = SYMBOLS[self.alloy.occupant(site).index()];
            let position = numbers(structure.cartesian(lattice.position(site)));
            let moved = numbers(structure.cartesian(*moved));
            writeln!(text, "{symbol} {position} {moved}").unwrap();
        }
        text
    }

    /// The object that the script prints.
    fn observables(&self) -> Value {
        let (alloy, lattice) = (&self.alloy, self.alloy.lattice());
        let sites = SPECIES.map(|species| sites_of(alloy, |other| other == species));
        let solutes = sites_of(alloy, is_solute);
        let others = sites_of(alloy, |species| !species.is_host());
        let shells = Shells::new(lattice, SHELLS).unwrap();
        let mut clusters = Clusters::new(lattice, SHELLS).unwrap();
        let mut pure_sites = PureSites::new(lattice).unwrap();
        let sizes = clusters.of(&sites[2]);
        let counts = SoluteCounts::of(alloy, &solutes, &shells);

        let by_pair = |observable: &dyn Fn(usize, usize) -> Option<Vec<f64>>| {
            let pairs = (0..4).flat_map(|a| (0..4).map(move |b| (a, b)));
            let name = |a: usize, b: usize| format!("{} {}", SYMBOLS[a], SYMBOLS[b]);
            Value::Object(pairs.map(|(a, b)| (name(a, b), json!(observable(a, b)))).collect())
        };
        let concentration = |b: usize| sites[b].len() as f64 / lattice.len() as f64;
        let displacement = |i: usize| {
            let of_site = |site: &Site| self.displacements[site.index()].map(i64::from);
            squared_displacement(lattice.structure(), sites[i].iter().map(of_site))
        };
        // One by one, and as a number.
        let free = lattice.sites().filter(|site| !is_solute(alloy.occupant(*site)));
        let pure: Vec<u32> =
            free.filter(|site| pure_sites.is_pure(alloy, *site)).map(|site| site.0).collect();
        assert_eq!(pure_sites.count(alloy, &others), pure.len());
        json!({
            "sizes": shells.sizes(),
            "clusters": summary(&sizes),
            "clusters of 3 or more": summary(&sizes.at_least(3)),
            "clusters of solutes": summary(&clusters.of(&solutes)),
            "order": by_pair(&|a, b| {
                order(alloy, &sites[a], SPECIES[b], concentration(b), &shells)
            }),
            "around": by_pair(&|a, b| around(alloy, &sites[a], SPECIES[b], &shells)),
            "solutes": {"pairs": counts.pairs, "lone": counts.lone},
            "pure sites": pure,
            "pure sites but for vacancies": pure_sites.count(alloy, &solutes),
            "squared displacement": {
                "Fe": displacement(0), "X": displacement(1),
                "Cu": displacement(2), "Ni": displacement(3),
            },
        })
    }
}

fn numbers(vector: [f64; 3]) -> String {
    vector.map(|along| along.to_string()).join(" ")
}

fn summary(sizes: &ClusterSizes) -> Value {
    json!({
        "number": sizes.number(),
        "mean": sizes.mean(),
        "largest": sizes.largest(),
        "histogram": sizes.histogram(),
    })
}

/// True if two values are the same, but for the rounding of numbers.
fn is_near(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            let (one, other) = (one.as_f64().unwrap(), other.as_f64().unwrap());
            (one - other).abs() <= 1e-10 * one.abs().max(1.0)
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| is_near(a, b))
        }
        (Value::Object(one), Value::Object(other)) => {
            let near = |(name, value): (&String, &Value)| {
                other.get(name).is_some_and(|other| is_near(value, other))
            };
            one.len() == other.len() && one.iter().all(near)
        }
        _ => one == other,
    }
}

/// Any Python 3. `None`, reported on standard error, if there is none; with
/// `ZOBRIST_READERS=required` there must be one.
fn python() -> Option<String> {
    let python = env::var("ZOBRIST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let tried = Command::new(&python).args(["-c", "import json, math, shlex"]).output();
    if tried.is_ok_and(|output| output.status.success()) {
        return Some(python);
    }
    let message = format!("{python} does not run; name a Python 3 in ZOBRIST_PYTHON");
    let required = env::var("ZOBRIST_READERS").is_ok_and(|value| value == "required");
    assert!(!required, "{message}");
    // Not by a macro, since the harness captures its output.
    writeln!(io::stderr(), "left out: {message}").ok();
    None
}

/// An empty folder, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::remove_dir_all(&path).ok();
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

/// The output of the script for each sample.
fn recount(python: &str, folder: &Folder, samples: &[Sample]) -> Vec<Value> {
    let mut command = Command::new(python);
    command.args(["-B", SCRIPT, &SHELLS.to_string()]);
    for (i, sample) in samples.iter().enumerate() {
        let path = folder.0.join(format!("{i}.xyz"));
        fs::write(&path, sample.text()).unwrap();
        command.arg(path);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    let values: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(values.len(), samples.len());
    values
}

/// In boxes of two cells, several neighbors of a site are one site. Dilute alloys have pure
/// sites, concentrated ones large clusters, and the last has the host alone.
#[test]
fn observables_of_dumps() {
    let Some(python) = python() else { return };
    let mut samples = Vec::new();
    for structure in Structure::ALL {
        for (cells, parts) in [
            ([2, 3, 2], [1, 3, 2, 6]),
            ([4, 3, 3], [1, 2, 1, 12]),
            ([3, 5, 4], [1, 2, 0, 60]),
            ([3, 3, 3], [0, 0, 0, 1]),
        ] {
            // The third shell of the square lattice is two cells long.
            let [x, y, z] = cells;
            let flat = structure == Structure::Square;
            let cells = if flat { [2 * x, 3 * y, 1] } else { [x, y, z] };
            let lattice = Lattice::new(structure, cells).unwrap();
            samples.push(Sample::new(lattice, parts, samples.len() as u64));
        }
    }
    let folder = Folder::new("observables_of_dumps");
    let (mut some_pure, mut some_large) = (false, false);
    for (sample, expected) in samples.iter().zip(recount(&python, &folder, &samples)) {
        let found = sample.observables();
        let pure = found["pure sites"].as_array().unwrap().len();
        some_pure |= (1..sample.alloy.lattice().len()).contains(&pure);
        some_large |= found["clusters"]["largest"].as_u64().unwrap() > 5;
        let lattice = sample.alloy.lattice();
        assert!(is_near(&found, &expected), "{lattice}\n{found:#}\n{expected:#}");
    }
    assert!(some_pure && some_large);
}

/// The comparison notices one atom, and one displacement.
#[test]
fn small_differences_are_found() {
    let Some(python) = python() else { return };
    let lattice = Lattice::new(Structure::Hcp, [4, 3, 3]).unwrap();
    let mut sample = Sample::new(lattice, [1, 3, 2, 12], 8);
    let folder = Folder::new("small_differences_are_found");
    let expected = recount(&python, &folder, std::slice::from_ref(&sample)).remove(0);
    assert!(is_near(&sample.observables(), &expected));
    for site in lattice.sites() {
        let (before, moved) = (sample.alloy.occupant(site), sample.displacements[site.index()]);
        for species in SPECIES.into_iter().filter(|species| *species != before) {
            sample.alloy.set(site, species);
            assert!(!is_near(&sample.observables(), &expected), "{site:?} {species:?}");
        }
        sample.alloy.set(site, before);
        sample.displacements[site.index()][2] += 101;
        assert!(!is_near(&sample.observables(), &expected), "{site:?}");
        sample.displacements[site.index()] = moved;
    }
}
