//! `zobrist lattice run`: the atoms at each row, by ourselves and by ASE, and runs that start from
//! them.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use zobrist_input::decompress_text;
use zobrist_simulation::atoms::read_atoms;

use crate::lattice::{SMALL, text};
use crate::readers::python_with;
use crate::tool::Folder;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/readers/ase_atoms.py");

/// The lattice constant of the dumps in Å.
const CONSTANT: &str = "2.8665";

/// The small simulation with a dump, whose table has these lines.
pub fn dumped(table: &str) -> String {
    let lattice = format!("cells = [6, 6, 6]\nconstant = {CONSTANT}");
    format!(
        "{}\n[output]\n\n[output.dump]\n{table}\n",
        SMALL.replace("cells = [6, 6, 6]", &lattice)
    )
}

/// The columns of a CSV with this name, without its header.
pub fn column(folder: &Folder, csv: &str, name: &str) -> Vec<String> {
    let text = text(folder, csv);
    let number = text.lines().next().unwrap().split(',').position(|column| column == name);
    let field = |row: &str| row.split(',').nth(number.unwrap()).unwrap().to_owned();
    text.lines().skip(1).map(field).collect()
}

/// The decompressed text of a dump.
fn plain(path: &Path) -> String {
    let file = File::open(path).unwrap();
    let reader = decompress_text(file, &path.to_string_lossy()).unwrap();
    std::io::read_to_string(reader).unwrap()
}

fn number(text: &str) -> u64 {
    text.parse::<f64>().unwrap().to_bits()
}

/// All values of a key in the comments of a dump.
pub fn values(dump: &str, key: &str) -> Vec<u64> {
    let comments = dump.lines().filter(|line| line.starts_with("Lattice="));
    let value = |comment: &str| {
        let value = comment.split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
        number(value.unwrap())
    };
    comments.map(value).collect()
}

pub fn numbers(column: &[String]) -> Vec<u64> {
    column.iter().map(|field| number(field)).collect()
}

#[test]
fn each_row_has_a_frame() {
    for (compress, ending) in
        [("", ""), ("compress = \"gz\"", ".gz"), ("compress = \"zst\"", ".zst")]
    {
        let folder = Folder::with("small.toml", dumped(compress));
        folder.zobrist(["lattice", "run", "small.toml"]).done();
        let dump = plain(&folder.path(&format!("small.xyz{ending}")));
        assert_eq!(dump.matches("\nLattice=").count(), 5);
        assert_eq!(dump.lines().count(), 5 * (432 + 2));
        for (key, name) in [("Step", "step"), ("Time", "time"), ("energy", "energy")] {
            assert_eq!(values(&dump, key), numbers(&column(&folder, "small.csv", name)), "{key}");
        }

        let lammps = dumped(&format!("format = \"lammps\"\n{compress}"));
        let folder = Folder::with("small.toml", lammps);
        folder.zobrist(["lattice", "run", "small.toml"]).done();
        let dump = plain(&folder.path(&format!("small.dump{ending}")));
        let lines: Vec<&str> = dump.lines().collect();
        for (item, name) in [("ITEM: TIMESTEP", "step"), ("ITEM: TIME", "time")] {
            let after = lines.windows(2).filter(|pair| pair[0] == item).map(|pair| number(pair[1]));
            let expected = numbers(&column(&folder, "small.csv", name));
            assert_eq!(after.collect::<Vec<_>>(), expected, "{item}");
        }
        assert_eq!(dump.lines().count(), 5 * (432 + 11));
    }
}

/// The copper of all frames, in the order of their sites, is that of a run without a dump.
#[test]
fn a_dump_changes_nothing_of_a_run() {
    let plain = Folder::with("small.toml", SMALL);
    plain.zobrist(["lattice", "run", "small.toml"]).done();
    let folder = Folder::with("small.toml", dumped("only = [\"vacancy\", \"Cu\", \"Cu\"]"));
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    assert_eq!(text(&folder, "small.csv"), text(&plain, "small.csv"));
    let dump = text(&folder, "small.xyz");
    // A twentieth of 432 sites.
    assert_eq!(dump.lines().filter(|line| *line == "23").count(), 5);
    assert_eq!(dump.matches("\nX ").count(), 5);
    assert_eq!(dump.matches("\nCu ").count(), 5 * 22);
    assert!(!dump.contains("\nFe "));
}

/// Rows by times show the state between two steps; exchanges have no time.
#[test]
fn frames_by_time_and_without() {
    let dump = dumped("").replace("[output]\n", "[output]\nevery = { time = 1e-8 }\n");
    let folder = Folder::with("small.toml", dump.replace("steps = 2000", "end_time = 1e-7"));
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    let dump = text(&folder, "small.xyz");
    let times = column(&folder, "small.csv", "time");
    assert!(times.len() == 11 && times[10] == "1e-7", "{times:?}");
    assert_eq!(values(&dump, "Time"), numbers(&times));
    assert_eq!(values(&dump, "Step"), numbers(&column(&folder, "small.csv", "step")));

    let exchanges = dumped("").replace("jump-symmetry", "none");
    let folder = Folder::with("small.toml", exchanges + "[method]\nkind = \"metropolis\"\n");
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    let dump = text(&folder, "small.xyz");
    assert_eq!(values(&dump, "energy"), numbers(&column(&folder, "small.csv", "energy")));
    assert_eq!(values(&dump, "Step").len(), 5);
    assert!(!dump.contains("Time"));
}

/// Another program reads the contents of the rows.
#[test]
fn ase_reads_the_dumps_of_a_run() {
    let Some(python) = python_with("import ase.io") else { return };
    let folder = Folder::new();
    fs::create_dir(folder.path("dumps")).unwrap();
    let kinds = [
        ("plain", "", "xyz"),
        ("packed", "compress = \"gz\"", "xyz.gz"),
        ("lammps", "format = \"lammps\"", "dump"),
        ("other", "format = \"lammps\"\ncompress = \"gz\"", "dump.gz"),
        ("only", "only = [\"Cu\", \"vacancy\"]", "xyz"),
    ];
    for (name, table, ending) in kinds {
        folder.write(&format!("{name}.toml"), dumped(table));
        folder.zobrist(["lattice", "run", &format!("{name}.toml")]).done();
        let dump = format!("{name}.{ending}");
        fs::rename(folder.path(&dump), folder.path(&format!("dumps/{dump}"))).unwrap();
    }
    let mut script = Command::new(python);
    script.args(["-B", SCRIPT]).arg(folder.path("dumps")).arg(CONSTANT);
    let output = script.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for (name, _, ending) in kinds {
        let json = text(&folder, &format!("dumps/{name}.{ending}.json"));
        let frames: Vec<Value> = serde_json::from_str(&json).unwrap();
        let csv = format!("{name}.csv");
        let [steps, times, energies] =
            ["step", "time", "energy"].map(|it| column(&folder, &csv, it));
        assert_eq!(frames.len(), steps.len());
        for (row, frame) in frames.iter().enumerate() {
            let symbols = frame["symbols"].as_array().unwrap();
            let count = |symbol: &str| symbols.iter().filter(|it| **it == *symbol).count();
            let iron = if name == "only" { 0 } else { 432 - 22 - 1 };
            assert_eq!([count("Fe"), count("Cu"), count("X")], [iron, 22, 1], "{name}");
            let told = |value: &Value| number(value.as_str().unwrap());
            if ending.starts_with("xyz") {
                assert_eq!(told(&frame["info"]["Step"]), number(&steps[row]));
                assert_eq!(told(&frame["info"]["Time"]), number(&times[row]));
                assert_eq!(told(&frame["energy"]), number(&energies[row]), "{name}");
            } else {
                assert_eq!(told(&frame["info"]["timestep"]), number(&steps[row]));
            }
        }
    }
}

/// The state, its energy to the last bit and its hash, whichever species are in the dump.
#[test]
fn a_run_starts_from_the_dump_of_another() {
    let whole = "fractions = { Fe = 0.95, Cu = 0.05 }\nvacancies = 1";
    for (table, ending, missing) in [
        ("", "xyz", ""),
        ("compress = \"zst\"", "xyz.zst", ""),
        ("format = \"lammps\"", "dump", ""),
        ("only = [\"Cu\", \"vacancy\"]", "xyz", "missing = \"host\""),
        ("format = \"lammps\"\nonly = [\"Fe\", \"Cu\"]\ncompress = \"gz\"", "dump.gz", ""),
    ] {
        for method in ["kinetic", "metropolis"] {
            let first = dumped(table).replace("jump-symmetry", "environment");
            let first = format!("{first}[method]\nkind = {method:?}\n");
            let folder = Folder::with("first.toml", &first);
            folder.zobrist(["lattice", "run", "first.toml"]).done();
            let start = format!("start = \"first.{ending}\"\n{missing}");
            folder.write("next.toml", first.replace(whole, &start).replace("seed = 7", "seed = 8"));
            folder.zobrist(["lattice", "run", "next.toml"]).done();
            for name in ["energy", "hash"] {
                let [first, next] = ["first.csv", "next.csv"].map(|csv| column(&folder, csv, name));
                assert_eq!(first.last(), next.first(), "{name} {table} {method}");
                assert_ne!(first.last(), next.last());
            }
            let frame = read_atoms(&folder.path(&format!("next.{ending}")), &[], 1 << 20).unwrap();
            assert_eq!(frame.step, Some(2000));
        }
    }
}

/// Energies that are no sums of whole numbers: those of a potential, in three structures.
#[test]
fn a_run_starts_from_a_dump_with_the_energy_of_a_potential() {
    let table = |f: &dyn Fn(f64) -> f64, step: f64| {
        (0..10).map(|i| format!("{} ", f(step * f64::from(i)))).collect::<String>() + "\n"
    };
    let f =
        |k: f64| move |rho: f64| (-(0.8 + k / 15.0) + (0.3 + k / 31.0) * rho / 16.0) * rho / 16.0;
    let rho = |k: f64| move |r: f64| (1.0 - r / 4.5) * (1.1 + (1.0 - r / 4.5) * (1.0 + k / 2.3));
    let pair = |k: f64| move |r: f64| r * (0.06 + k / 130.0) * (1.0 - r / 4.5);
    for (ending, receivers) in [("alloy", 1), ("fs", 2)] {
        let mut potential = "a\nb\nc\n2 Fe Cu\n10 4.0 10 0.5 3.9\n".to_owned();
        for k in [0.0, 1.0] {
            potential += "26 55.8 2.8 bcc\n";
            potential += &table(&f(k), 4.0);
            (0..receivers).for_each(|at| potential += &table(&rho(k + f64::from(at) / 3.0), 0.5));
        }
        [0.0, 1.0, 2.5].iter().for_each(|k| potential += &table(&pair(*k), 0.5));
        for structure in ["bcc", "fcc", "hcp"] {
            let model = format!(
                "kind = \"eam\"\nfile = \"made.{ending}\"\nlattice_constant = 2.8665\n\
                 migration = {{ Fe = 0.65, Cu = 0.56 }}"
            );
            let first = dumped("").replace("kind = \"iron-copper\"", &model);
            let first = first.replace("\"bcc\"", &format!("{structure:?}"));
            let first = first.replace("steps = 2000", "steps = 200");
            let folder = Folder::with("first.toml", &first);
            folder.write(&format!("made.{ending}"), &potential);
            folder.zobrist(["lattice", "run", "first.toml"]).done();
            let start = "start = \"first.xyz\"";
            let whole = "fractions = { Fe = 0.95, Cu = 0.05 }\nvacancies = 1";
            folder.write("next.toml", first.replace(whole, start));
            folder.zobrist(["lattice", "run", "next.toml"]).done();
            let [first, next] = ["first.csv", "next.csv"].map(|csv| column(&folder, csv, "energy"));
            assert_eq!(first.last(), next.first(), "{structure} {ending}");
            assert_ne!(first.first(), first.last());
        }
    }
}
