//! A simulation that starts from a dump of another has the same state, to the last bit of its
//! energy.

use zobrist_lattice::{Kmc, Species};
use zobrist_simulation::Config;
use zobrist_simulation::atoms::{DumpFormat, FrameWriter, Moment, read_atoms};

use crate::common::{Folder, start};

const NAMES: [&str; 4] = ["Fe", "vacancy", "Cu", "Ni"];

/// A table `[model]` of pairs, no two alike.
fn pair() -> String {
    let mut model = "kind = \"pair\"\nmigration = { Fe = 0.65, Cu = 0.56, Ni = 0.7 }\n".to_owned();
    for shell in 0..2 {
        model += "[[model.shell]]\n";
        for (n, a) in NAMES.iter().enumerate() {
            for (m, b) in NAMES[..=n].iter().enumerate() {
                let energy = -0.7 + 0.013 * (n * n + 3 * m) as f64 + 0.3 * f64::from(shell);
                model += &format!("{a}-{b} = {energy}\n");
            }
        }
    }
    model
}

/// A potential of three elements in the form eam/alloy, or eam/fs. Functions are cubics, no two
/// alike.
fn setfl(is_fs: bool) -> String {
    let points = 10;
    let mut text = format!("made\nfor\ntests\n3 Fe Cu Ni\n{points} 4.0 {points} 0.5 3.9\n");
    let mut table = |head: String, f: &dyn Fn(f64) -> f64, step: f64| {
        text += &head;
        text.extend((0..points).map(|i| format!("{} ", f(step * f64::from(i)))));
        text += "\n";
    };
    for a in 0..3_i32 {
        let k = f64::from(a);
        let f = |rho: f64| (-(0.8 + k / 15.0) + (0.3 + k / 31.0) * rho / 16.0) * rho / 16.0;
        table(format!("{} 55.8 2.8 bcc\n", 26 + a), &f, 4.0);
        for at in 0..if is_fs { 3 } else { 1 } {
            let rho = |r: f64| {
                let x = 1.0 - r / 4.5;
                x * (1.1 + x * (f64::from(at) / 4.1 + x * (1.0 + k / 2.3)))
            };
            table(String::new(), &rho, 0.5);
        }
    }
    for a in 0..3 {
        for b in 0..=a {
            let scale = 0.06 + f64::from(a + b) / 130.0 - f64::from(a * b) / 61.0;
            table(String::new(), &|r| r * scale * (1.0 - r / 4.5), 0.5);
        }
    }
    text
}

fn eam(file: &str) -> String {
    format!(
        "kind = \"eam\"\nfile = \"{file}\"\nlattice_constant = 2.87\n\
         migration = {{ Fe = 0.65, Cu = 0.56, Ni = 0.7 }}\n"
    )
}

fn config(structure: &str, constant: &str, composition: &str, model: &str) -> String {
    format!(
        "seed = 11\ntemperature = 900.0\nsteps = 100\n\
         [lattice]\nstructure = {structure:?}\ncells = [5, 6, 4]\n{constant}\n\
         [composition]\nhost = \"Fe\"\n{composition}\n[model]\n{model}"
    )
}

fn energy(config: &Config) -> f64 {
    config.model().unwrap().energy(&start(config)).unwrap()
}

/// Runs a simulation and dumps its last state, in both formats, with all atoms and without the
/// host.
fn go_on(folder: &Folder, structure: &str, constant: &str, scattered: &str, model: &str) {
    let of = |composition: &str| {
        folder.config(&config(structure, constant, composition, model)).unwrap()
    };
    let first = of(scattered);
    let (atoms, settings) = first.start(first.settings.clone()).unwrap();
    let mut kmc = Kmc::new(first.model().unwrap(), atoms, settings).unwrap();
    while kmc.steps() < 500 {
        kmc.step().unwrap();
    }
    let last = kmc.configuration();
    let expected = kmc.model().energy(last).unwrap();
    assert_ne!(expected.to_bits(), energy(&first).to_bits());
    let names = first.alloy.names();
    let others: Vec<Species> = (1..names.len() as u8).map(Species).collect();
    for format in [DumpFormat::ExtendedXyz, DumpFormat::Lammps] {
        for only in [None, Some(others.as_slice())] {
            let constant = first.lattice_constant;
            let writer = FrameWriter::new(format, first.lattice, constant, names, only).unwrap();
            let moment = Moment::new(kmc.steps(), Some(kmc.time()), Some(expected));
            let mut dump = Vec::new();
            writer.write(last, moment, &mut dump).unwrap();
            folder.write("dump", dump);
            let missing = if only.is_some() { "host" } else { "vacancy" };
            let next = of(&format!("start = \"dump\"\nmissing = {missing:?}"));
            let what = format!("{structure} {format:?} {only:?}");
            assert_eq!(next.alloy.names(), names, "{what}");
            assert_eq!(start(&next), *last, "{what}");
            assert_eq!(energy(&next).to_bits(), expected.to_bits(), "{what}");
            let frame = read_atoms(&folder.path().join("dump"), &[], 1 << 20).unwrap();
            if format == DumpFormat::ExtendedXyz {
                assert_eq!(frame.energy.map(f64::to_bits), Some(expected.to_bits()), "{what}");
            }
        }
    }
}

const IRON: &str = "fractions = { Fe = 0.93, Cu = 0.07 }\nvacancies = 2";
const NICKEL: &str = "fractions = { Fe = 0.83, Cu = 0.07, Ni = 0.1 }\nvacancies = 2";

#[test]
fn iron_and_copper() {
    go_on(&Folder::new(), "bcc", "constant = 2.8665", IRON, "kind = \"iron-copper\"");
    // Without a lattice constant, lengths are multiples of it.
    go_on(&Folder::new(), "bcc", "", IRON, "kind = \"iron-copper\"");
}

#[test]
fn pairs_in_every_structure() {
    for structure in ["sc", "bcc", "fcc", "hcp"] {
        go_on(&Folder::new(), structure, "constant = 3.6149", NICKEL, &pair());
    }
}

#[test]
fn potentials_in_every_structure() {
    for (file, is_fs) in [("made.alloy", false), ("made.fs", true)] {
        let folder = Folder::new();
        folder.write(file, setfl(is_fs));
        for structure in ["bcc", "fcc", "hcp"] {
            go_on(&folder, structure, "", NICKEL, &eam(file));
        }
    }
}
