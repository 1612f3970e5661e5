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

/// A run starts from any frame of a trajectory, and the last if it names none.
#[test]
fn any_frame_of_a_trajectory() {
    let folder = Folder::new();
    let composition = |more: &str| format!("start = \"dump\"\n{more}");
    let scattered = "fractions = { Fe = 0.9, Cu = 0.06, Ni = 0.04 }\nvacancies = 2";
    let mut of_seed = folder.config(&config("bcc", "", scattered, &pair())).unwrap();
    let writer = FrameWriter::new(
        DumpFormat::ExtendedXyz,
        of_seed.lattice,
        of_seed.lattice_constant,
        &NAMES.map(String::from),
        None,
    );
    let (writer, mut dump, mut states) = (writer.unwrap(), Vec::new(), Vec::new());
    for seed in 0..4 {
        of_seed.set_seed(seed);
        states.push(start(&of_seed));
        let moment = Moment::new(seed, None, None);
        writer.write(&states[seed as usize], moment, &mut dump).unwrap();
    }
    folder.write("dump", dump);
    for (frame, expected) in [("", 3), ("frame = -1", 3), ("frame = -3", 1), ("frame = 2", 2)] {
        let from = folder.config(&config("bcc", "", &composition(frame), &pair())).unwrap();
        assert!(start(&from) == states[expected], "{frame}");
    }
    let message = folder.refused(&config("bcc", "", &composition("frame = 4"), &pair()));
    assert!(
        message.ends_with(
            "dump: expected the frame 4, got 4 frames, numbered from 0 to 3, or from -4 to -1"
        ),
        "{message}"
    );
    let scattered = format!("{scattered}\nframe = 0");
    let message = folder.refused(&config("bcc", "", &scattered, &pair()));
    assert!(message.ends_with("`frame`: expected it beside `start`, the file that it is about"));
}

/// A run that starts from POSCAR or a data file of LAMMPS, whose vacancies are sites without atoms.
#[test]
fn files_of_one_frame() {
    let folder = Folder::new();
    let model = "kind = \"iron-copper\"";
    let of = |file: &str| {
        let text = format!(
            "seed = 1\ntemperature = 900.0\nsteps = 1\n[lattice]\nstructure = \"bcc\"\n\
             cells = [2, 2, 2]\nconstant = 2.0\n[composition]\nhost = \"Fe\"\nstart = {file:?}\n\
             [model]\n{model}\n"
        );
        start(&folder.config(&text).unwrap())
    };
    let (mut poscar, mut data) = (String::new(), String::new());
    let (mut count, mut copper) = (0, String::new());
    for x in 0..4 {
        for (y, z) in (0..4).flat_map(|y| (0..4).map(move |z| (y, z))) {
            if x % 2 != y % 2 || y % 2 != z % 2 || [x, y, z] == [1, 1, 3] {
                continue;
            }
            count += 1;
            let is_copper = [x, y, z] == [2, 0, 2];
            let row =
                format!("{} {} {}\n", f64::from(x) / 4.0, f64::from(y) / 4.0, f64::from(z) / 4.0);
            if is_copper {
                copper = row
            } else {
                poscar += &row
            }
            data += &format!("{count} {} {x} {y} {z}\n", 1 + u8::from(is_copper));
        }
    }
    folder.write(
        "POSCAR",
        format!("made\n4\n1 0 0\n0 1 0\n0 0 1\nFe Cu\n14 1\nDirect\n{poscar}{copper}"),
    );
    let bounds = "0 4 xlo xhi\n0 4 ylo yhi\n0 4 zlo zhi";
    let masses = "Masses\n\n1 55.8 # Fe\n2 63.5 # Cu";
    folder.write(
        "iron.data",
        format!("made\n\n15 atoms\n2 atom types\n{bounds}\n\n{masses}\n\nAtoms # atomic\n\n{data}"),
    );
    let states = ["POSCAR", "iron.data"].map(of);
    assert!(states[0] == states[1]);
    let site = |fine| states[0].lattice().site_at(fine).unwrap();
    assert_eq!(states[0].occupant(site([1, 1, 3])), Species::VACANCY);
    assert_eq!(states[0].occupant(site([2, 0, 2])), Species(2));
    assert_eq!(states[0].count(Species::HOST), 14);
}

/// A box of hcp with axes at right angles, of n cells along the first axis and m rows of two along
/// y, where m is a multiple of n: it has the periodic images of the box of [n, 2 m, l] cells.
#[test]
fn orthogonal_boxes_of_hcp() {
    let folder = Folder::new();
    let (n, m, l) = (2, 4, 2);
    let (a, third) = (3.0, 3_f64.sqrt());
    let c = a * (8.0_f64 / 3.0).sqrt();
    let mut atoms = String::new();
    for (i, j) in (0..n).flat_map(|i| (0..m).map(move |j| (i, j))) {
        for k in 0..l {
            // The four sites of the cell a × √3 a × c.
            for [x, y, z] in
                [[0.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.0, 1.0 / 3.0, 0.5], [0.5, 5.0 / 6.0, 0.5]]
            {
                let (x, y) = (f64::from(i) + x, f64::from(j) + y);
                atoms += &format!("Fe {} {} {}\n", a * x, a * third * y, c * (f64::from(k) + z));
            }
        }
    }
    let sizes = [a * f64::from(n), a * third * f64::from(m), c * f64::from(l)];
    let [x, y, z] = sizes;
    let lattice = format!("Lattice=\"{x} 0 0 0 {y} 0 0 0 {z}\" Properties=species:S:1:pos:R:3");
    let whole = format!("{}\n{lattice}\n{atoms}", 4 * n * m * l);
    folder.write("dump", whole.replacen("Fe 0 0 0", "X 0 0 0", 1));
    let constant = format!("constant = {a}");
    let text = config("hcp", &constant, "start = \"dump\"", &pair());
    let text = text.replace("[5, 6, 4]", &format!("[{n}, {}, {l}]", 2 * m));
    let state = start(&folder.config(&text).unwrap());
    assert_eq!(state.lattice().len() as i32, 4 * n * m * l);
    assert_eq!((state.count(Species::VACANCY), state.count(Species::HOST)), (1, 63));
    // Another box with right angles is that of no lattice.
    let other = text.replace("[2, 8, 2]", "[4, 4, 2]");
    let message = folder.refused(&other);
    assert!(message.contains("the atoms are in another box"), "{message}");
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
