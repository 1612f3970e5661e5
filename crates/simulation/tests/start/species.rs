//! The species of an alloy whose atoms come from a file, and their sites.

use zobrist_lattice::{Site, Species};
use zobrist_simulation::Config;
use zobrist_simulation::atoms::{Compression, DumpFormat, compressed_frame};

use crate::common::{Folder, frame, iron, start};

/// The names of the species, and the number of sites of each.
fn species(config: &Config) -> Vec<(&str, usize)> {
    let numbered = config.alloy.names().iter().zip(0..);
    let counts = numbered.map(|(name, n)| (name.as_str(), config.alloy.count(Species(n))));
    let configuration = start(config);
    counts
        .inspect(|(name, count)| {
            let number = config.alloy.names().iter().position(|other| other == name).unwrap();
            assert_eq!(configuration.count(Species(number as u8)), *count, "{name}");
        })
        .collect()
}

/// Cubes of three cells without all atoms but two: nickel at the corner, and copper in the middle
/// of a cell.
const TWO: &str = "2\nLattice=\"6 0 0 0 6 0 0 0 6\"\nNi 0 0 0\nCu 3 5 1\n";

fn pairs(elements: &[&str], composition: &str) -> String {
    let names: Vec<&str> = ["vacancy"].iter().chain(elements).copied().collect();
    let pair = |a: usize, b: usize| {
        format!("{}-{} = {}\n", names[a], names[b], -0.5 + a as f64 / 16.0 + b as f64 / 32.0)
    };
    let all = (0..names.len()).flat_map(|a| (0..=a).map(move |b| (a, b)));
    let shell: String = all.map(|(a, b)| pair(a, b)).collect();
    let migration: Vec<String> = elements.iter().map(|name| format!("{name} = 0.6")).collect();
    format!(
        "seed = 7\ntemperature = 773.0\nsteps = 100\n\
         [lattice]\nstructure = \"bcc\"\ncells = [3, 3, 3]\nconstant = 2.0\n\
         [composition]\nhost = \"Fe\"\n{composition}\n\
         [model]\nkind = \"pair\"\nmigration = {{ {} }}\n[[model.shell]]\n{shell}",
        migration.join(", ")
    )
}

#[test]
fn the_elements_are_those_of_the_file_in_alphabetical_order() {
    let folder = Folder::new();
    folder.write("two.xyz", TWO);
    let config = pairs(&["Fe", "Ni", "Cu"], "start = \"two.xyz\"");
    let config = folder.config(&config).unwrap();
    assert_eq!(species(&config), [("Fe", 0), ("vacancy", 52), ("Cu", 1), ("Ni", 1)]);
    let configuration = start(&config);
    assert_eq!(configuration.occupant(Site(0)), Species(3));
    let copper = config.lattice.site_at([3, 5, 1]).unwrap();
    assert_eq!(configuration.occupant(copper), Species(2));
    assert_eq!(config.start_file(), Some(folder.path().join("two.xyz").as_path()));

    folder.write("two.xyz", TWO.replace("Cu", "X"));
    let config = pairs(&["Fe", "Ni"], "start = \"two.xyz\"\nmissing = \"host\"");
    let config = folder.config(&config).unwrap();
    assert_eq!(species(&config), [("Fe", 52), ("vacancy", 1), ("Ni", 1)]);
    assert_eq!(start(&config).occupant(copper), Species::VACANCY);
}

/// A run may start from a state that has lost an element, or from a dump that leaves it out.
#[test]
fn elements_of_the_model_are_there_without_atoms() {
    let folder = Folder::new();
    folder.write("two.xyz", TWO.replace("Cu", "X"));
    let config = pairs(&["Fe", "Ni", "Al"], "start = \"two.xyz\"\nmissing = \"host\"");
    let config = folder.config(&config).unwrap();
    assert_eq!(species(&config), [("Fe", 52), ("vacancy", 1), ("Al", 0), ("Ni", 1)]);

    let vacancy = "1\nLattice=\"8.61 0 0 0 8.61 0 0 0 8.61\"\nX 2.87 0 0\n";
    folder.write("iron.xyz", vacancy);
    let composition = "start = \"iron.xyz\"\nmissing = \"host\"";
    let config = folder.config(&iron(composition)).unwrap();
    assert_eq!(species(&config), [("Fe", 53), ("vacancy", 1), ("Cu", 0)]);
}

#[test]
fn types_of_a_dump_of_lammps_have_names() {
    let folder = Folder::new();
    let dump = "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp pp pp\n\
                1 9.61\n0 8.61\n0 8.61\nITEM: ATOMS id type x y z\n1 2 1 0 0\n2 3 2.435 1.435 1.435\n";
    folder.write("two.dump", dump);
    let composition = "start = \"two.dump\"\nmissing = \"host\"\n";
    let types = format!("{composition}types = [\"Fe\", \"Cu\", \"X\"]");
    let config = folder.config(&iron(&types)).unwrap();
    assert_eq!(species(&config), [("Fe", 52), ("vacancy", 1), ("Cu", 1)]);
    let configuration = start(&config);
    assert_eq!(configuration.occupant(Site(0)), Species(2));
    let middle = config.lattice.site_at([1, 1, 1]).unwrap();
    assert_eq!(configuration.occupant(middle), Species::VACANCY);

    let text = folder.refused(&iron(composition));
    assert!(text.contains("two.dump:9 (byte 88): expected a column `element`"), "{text}");
    let text = folder.refused(&iron(&format!("{composition}types = [\"Fe\", \"Cu\"]")));
    assert!(
        text.contains("two.dump:11 (byte 126): expected a type from 1 to 2, got \"3\""),
        "{text}"
    );
}

/// The seed of the trajectory depends on `seed` alone; the places of the atoms on the file alone.
#[test]
fn a_seed_gives_one_trajectory() {
    let folder = Folder::new();
    let scattered = iron("fractions = { Fe = 0.9, Cu = 0.1 }\nvacancies = 2");
    let scattered = folder.config(&scattered).unwrap();
    assert_eq!((scattered.start_file(), scattered.lattice_constant), (None, 2.87));
    let atoms = start(&scattered);
    folder.write("start.xyz", frame(&scattered, &atoms, DumpFormat::ExtendedXyz, None));
    let config = folder.config(&iron("start = \"start.xyz\"")).unwrap();
    let mut seeds = Vec::new();
    for seed in [1, 2, 2] {
        let mut settings = config.settings.clone();
        settings.seed = seed;
        let (configuration, settings) = config.start(settings).unwrap();
        assert_eq!(configuration, atoms);
        seeds.push(settings.seed);
    }
    assert!(seeds[0] != seeds[1] && seeds[1] == seeds[2], "{seeds:?}");
    // Other atoms, the same numbers.
    folder.write("start.xyz", "1\nLattice=\"8.61 0 0 0 8.61 0 0 0 8.61\"\nFe 0 0 0\n");
    let other = folder.config(&iron("start = \"start.xyz\"")).unwrap();
    let mut settings = other.settings.clone();
    settings.seed = 2;
    assert_eq!(other.start(settings).unwrap().1.seed, seeds[1]);
}

/// A tenth of the distance of nearest neighbors, √3/2 · 2.87 Å, or what is asked for.
#[test]
fn an_atom_may_be_off_its_site_by_the_tolerance() {
    let folder = Folder::new();
    let off = |by: f64| format!("1\nLattice=\"8.61 0 0 0 8.61 0 0 0 8.61\"\nCu 0 0 {by}\n");
    let default = "start = \"off.xyz\"";
    for (composition, is_within, by) in [
        (default, true, 0.248),
        (default, false, 0.249),
        ("start = \"off.xyz\"\ntolerance = 0.1", true, 0.099),
        ("start = \"off.xyz\"\ntolerance = 0.1", false, 0.101),
    ] {
        folder.write("off.xyz", off(by));
        match is_within {
            true => {
                assert_eq!(start(&folder.config(&iron(composition)).unwrap()).count(Species(2)), 1)
            }
            false => {
                let text = folder.refused(&iron(composition));
                let expected =
                    format!("off.xyz:3: atom 1, Cu at (0, 0, {by}) Å: expected it within ");
                assert!(text.contains(&expected), "{text}");
            }
        }
    }
}

/// Of several frames the last, in either format, plain or compressed.
#[test]
fn the_last_frame_of_a_dump_is_the_start() {
    let folder = Folder::new();
    let scattered = iron("fractions = { Fe = 0.9, Cu = 0.1 }\nvacancies = 2");
    let scattered = folder.config(&scattered).unwrap();
    let atoms = start(&scattered);
    let mut first = atoms.clone();
    first.exchange(Site(0), Site(1));
    for format in [DumpFormat::ExtendedXyz, DumpFormat::Lammps] {
        let frames = [&first, &atoms].map(|atoms| frame(&scattered, atoms, format, None));
        for compression in [Compression::Plain, Compression::Gzip, Compression::Zstd] {
            let packed = frames.each_ref().map(|frame| compressed_frame(frame, compression));
            folder.write("start", packed.concat());
            let config = folder.config(&iron("start = \"start\"")).unwrap();
            assert_eq!(start(&config), atoms, "{format:?} {compression:?}");
        }
    }
}
