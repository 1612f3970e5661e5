//! Cluster expansions from the files of ATAT, beside their definition and the energies of icet.

use std::fs;
use std::path::Path;
use std::process::Command;

use zobrist_lattice::model::{SubstitutionEnergy, UNITS_PER_EV};
use zobrist_lattice::{Configuration, Site, Species};
use zobrist_simulation::atoms::{frames, place_on_lattice};
use zobrist_simulation::{Config, EngineModel, Limits};

use crate::python::python_with;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/readers/icet_energies.py");
const EXPORT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/icet-export.py");

/// A simulation of these elements, with the expansion in a folder of this name.
fn config_of(
    folder: &Path,
    name: &str,
    [structure, cells, constant]: [&str; 3],
    elements: &[&str],
) -> Result<Config, String> {
    let part = 1.0 / elements.len() as f64;
    let fractions = elements.iter().map(|name| format!("{name} = {part}")).collect::<Vec<_>>();
    let text = format!(
        "seed = 1\ntemperature = 900\nsteps = 100\n\
         lattice = {{ structure = {structure:?}, cells = {cells}, constant = {constant} }}\n\
         [composition]\nhost = {:?}\nfractions = {{ {} }}\nvacancies = 0\n\
         [model]\nkind = \"cluster-expansion\"\nfolder = {name:?}\n[method]\nkind = \"metropolis\"\n",
        elements[0],
        fractions.join(", ")
    );
    Config::of_text(&text, "alloy.toml", folder.to_owned(), Limits::default())
        .map_err(|error| error.to_string())
}

fn energies(config: &Config) -> Result<Box<dyn SubstitutionEnergy + Send>, String> {
    match config.engine_model() {
        Ok(EngineModel::Metropolis(model)) => Ok(model),
        Ok(other) => panic!("{other:?}"),
        Err(error) => {
            let mut text = error.to_string();
            let mut source = std::error::Error::source(&error);
            while let Some(cause) = source {
                text = format!("{text}: {cause}");
                source = cause.source();
            }
            Err(text)
        }
    }
}

#[test]
fn energies_are_those_of_icet() {
    let Some(python) = python_with("import icet") else { return };
    let folder = tempfile::TempDir::new().unwrap();
    let mut script = Command::new(python);
    let output = script.args(["-B", SCRIPT, EXPORT]).arg(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut compared = 0;
    for (name, kind, elements) in [
        ("copper-gold", ["fcc", "[4, 4, 4]", "4.0"], &["Cu", "Au"][..]),
        ("ternary", ["fcc", "[4, 4, 4]", "4.0"], &["Cu", "Au", "Pd"]),
        ("iron-chromium", ["bcc", "[5, 5, 5]", "2.87"], &["Fe", "Cr"]),
        ("titanium", ["hcp", "[5, 5, 4]", "2.95"], &["Ti", "Al"]),
        ("four", ["hcp", "[5, 5, 4]", "2.95"], &["Ti", "Al", "V", "Mo"]),
    ] {
        let config = config_of(folder.path(), name, kind, elements).unwrap();
        let model = energies(&config).unwrap();
        let mut changes = Vec::new();
        for frame in frames(&folder.path().join(format!("{name}.xyz")), &[], 1 << 24).unwrap() {
            let frame = frame.unwrap();
            let placed =
                place_on_lattice(&frame, config.lattice, config.lattice_constant, 0.1).unwrap();
            let mut alloy = Configuration::new(config.lattice);
            for (site, atom) in config.lattice.sites().zip(placed) {
                let symbol = &frame.atoms[atom.unwrap()].symbol;
                let species = config.alloy.names().iter().position(|name| name == symbol);
                alloy.set(site, Species(species.unwrap() as u8));
            }
            let total = model.total(&alloy);
            let (got, expected) = (total as f64 / UNITS_PER_EV, frame.energy.unwrap());
            assert!((got - expected).abs() < 1e-6, "{name}: expected {expected} eV, got {got}");
            compared += 1;
            if compared % 20 != 0 {
                continue;
            }
            // Substitutions are differences of totals, to the unit.
            let site = Site(compared * 7 % config.lattice.len() as u32);
            changes.clear();
            model.substitution(&alloy, site, &mut changes);
            alloy.set(site, Species::HOST);
            let host = model.total(&alloy);
            for species in [0].into_iter().chain(2..config.alloy.names().len()) {
                alloy.set(site, Species(species as u8));
                assert_eq!(model.total(&alloy) - host, i128::from(changes[species]));
            }
        }
    }
    assert_eq!(compared, 1000);
}

/// Nearest neighbors of fcc, in the form of ATAT's manual.
fn written(lattice: &str, clusters: &str, eci: &str) -> tempfile::TempDir {
    let folder = tempfile::TempDir::new().unwrap();
    fs::create_dir(folder.path().join("ce")).unwrap();
    for (name, text) in [("lat.in", lattice), ("clusters.out", clusters), ("eci.out", eci)] {
        fs::write(folder.path().join("ce").join(name), text).unwrap();
    }
    folder
}

const LATTICE: &str = "3.8 3.8 3.8 90 90 90\n0 0.5 0.5\n0.5 0 0.5\n0.5 0.5 0\n0 0 0 Cu,Au\n";
const CLUSTERS: &str = "1\n0.0\n0\n\n1\n0.0\n1\n0 0 0\n\n6\n2.687\n2\n0 0 0\n0.5 0.5 0\n";
const ECI: &str = "-1.0\n0.25\n0.01\n";
const FCC: [&str; 3] = ["fcc", "[3, 3, 3]", "3.8"];

#[test]
fn a_pair_is_counted_once() {
    let folder = written(LATTICE, CLUSTERS, ECI);
    let config = config_of(folder.path(), "ce", FCC, &["Cu", "Au"]).unwrap();
    let model = energies(&config).unwrap();
    let mut alloy = Configuration::new(config.lattice);
    let unit = UNITS_PER_EV as i128 / 100;
    let sites = config.lattice.len() as i128;
    // Copper is -1: six pairs a site, and the point.
    assert_eq!(model.total(&alloy), sites * (-100 - 25 + 6) * unit);
    alloy.set(Site(5), Species(2));
    assert_eq!(model.total(&alloy), (sites * (-100 - 25 + 6) + 50 - 24) * unit);
    // The same in other axes and units.
    let moved = "1 0 0\n0 1 0\n0 0 1\n1.9 1.9 0\n0 1.9 1.9\n1.9 0 1.9\n0.7 0.7 0.7 Cu,Au\n";
    let clusters = "1\n0\n0\n1\n0\n1\n0.7 0.7 0.7\n6\n2.687\n2\n2.6 0.7 -1.2\n0.7 0.7 0.7\n";
    let folder = written(moved, clusters, ECI);
    let config = config_of(folder.path(), "ce", FCC, &["Cu", "Au"]).unwrap();
    assert_eq!(energies(&config).unwrap().total(&alloy), model.total(&alloy));
}

#[test]
fn files_that_do_not_fit_are_refused() {
    let pair = CLUSTERS;
    for (lattice, clusters, eci, expected) in [
        (LATTICE, pair, "-1.0\n0.25\n", "eci.out:3 (byte 10): expected an energy in eV"),
        (LATTICE, pair, "-1.0\n0.25\n0.01\n0.2\n", "expected 3 energies, one for each cluster"),
        (LATTICE, pair, "-1.0\n0.25\nmany\n", "expected an energy in eV for each cluster"),
        (
            LATTICE,
            &pair.replace("0.5 0.5 0", "0.5 0.5 0.5"),
            ECI,
            "expected a site of the cell in lat.in",
        ),
        (LATTICE, &pair.replace('6', "4"), ECI, "to be 6, by its symmetries, got 4"),
        (LATTICE, &pair[..pair.len() - 12], ECI, "clusters.out:13 (byte 34): expected a point"),
        (LATTICE, &pair.replace("0.5 0.5 0", "0.5 0.5 0 1 0"), ECI, "for 2 elements, got"),
        (
            &LATTICE.replace("Cu,Au", "Cu,Pd"),
            pair,
            ECI,
            "expected the element Au of the composition, got Cu,Pd",
        ),
        (
            &LATTICE.replace("0.5 0.5 0\n", "0.5 0.5 0.5\n"),
            pair,
            ECI,
            "expected the primitive cell of fcc",
        ),
        (
            &LATTICE.replace("0 0 0 Cu,Au", "0 0 Cu,Au"),
            pair,
            ECI,
            "expected a site: three coordinates",
        ),
        (&LATTICE[..40], pair, ECI, "expected an axis of the cell"),
        (
            LATTICE,
            &pair.replace("0.5 0.5 0", "0 0 0"),
            ECI,
            "expected a site of its own for each point",
        ),
    ] {
        let folder = written(lattice, clusters, eci);
        let config = config_of(folder.path(), "ce", FCC, &["Cu", "Au"]).unwrap();
        let error = energies(&config).err().unwrap_or_else(|| panic!("accepted: {expected}"));
        assert!(error.contains(expected), "{expected}: {error}");
    }
    let folder = written(LATTICE, pair, ECI);
    let small = ["fcc", "[1, 3, 3]", "3.8"];
    let config = config_of(folder.path(), "ce", small, &["Cu", "Au"]).unwrap();
    assert!(energies(&config).is_ok());
    let far = pair.replace("0.5 0.5 0", "1 0 0").replace("6\n", "3\n");
    let folder = written(LATTICE, &far, ECI);
    let config = config_of(folder.path(), "ce", small, &["Cu", "Au"]).unwrap();
    assert!(energies(&config).err().unwrap().contains("leads to"), "a site is its own image");
    let square = ["square", "[3, 3, 1]", "3.8"];
    let error = config_of(folder.path(), "ce", square, &["Cu", "Au"]).unwrap_err();
    assert!(error.contains("expected sc, bcc, fcc or hcp, got square"), "{error}");
}

#[test]
fn an_expansion_has_no_barriers_and_no_vacancies() {
    let folder = written(LATTICE, CLUSTERS, ECI);
    let text = |vacancies: u32, method: &str| {
        format!(
            "seed = 1\ntemperature = 900\nsteps = 100\nlattice = {{ structure = \"fcc\", cells = [3, 3, 3] }}\n\
             composition = {{ host = \"Cu\", fractions = {{ Cu = 0.5, Au = 0.5 }}, vacancies = {vacancies} }}\n\
             [model]\nkind = \"cluster-expansion\"\nfolder = \"ce\"\n[method]\nkind = {method:?}\n"
        )
    };
    let read = |text: String| {
        Config::of_text(&text, "alloy.toml", folder.path().to_owned(), Limits::default())
    };
    let error = read(text(1, "kinetic")).unwrap_err().to_string();
    assert!(
        error.contains("it has energies and no barriers; expected [method] of kind \"metropolis\""),
        "{error}"
    );
    let config = read(text(1, "metropolis")).unwrap();
    let error = config.start(config.settings.clone()).unwrap_err().to_string();
    assert!(
        error.contains("expected no vacancies, which its clusters do not have, got 1"),
        "{error}"
    );
    let config = read(text(0, "metropolis")).unwrap();
    let rows = crate::rows(&mut crate::begin(&config), |_, _| {});
    assert_eq!(crate::step_of(rows.last().unwrap()), 100);
}
