//! Files exchanged with ASE.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;
use zobrist_lattice::{Configuration, Lattice, Species, Structure};
use zobrist_simulation::atoms::{
    Compression, DumpFormat, Frame, FrameWriter, VACANCY_SYMBOL, compressed_frame,
    place_on_lattice, read_atoms,
};

use crate::common::{CONSTANT, FORMATS, LIMIT, alloy, frame, lattices, moment, names};
use crate::python::python_with;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/readers/ase_atoms.py");

/// Runs the script over the files of a folder.
fn run_ase(python: &str, folder: &Path) {
    let mut command = Command::new(python);
    let output =
        command.args(["-B", SCRIPT]).arg(folder).arg(CONSTANT.to_string()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn ending(format: DumpFormat) -> &'static str {
    match format {
        DumpFormat::ExtendedXyz => "xyz",
        DumpFormat::Lammps => "lammpstrj",
        _ => panic!("ASE is not asked to read {format:?}"),
    }
}

/// The name and the text of a file that has a frame of each of two steps.
fn two_frames(alloy: &Configuration, format: DumpFormat) -> (String, [Vec<u8>; 2]) {
    let name = format!("{}.{}", alloy.lattice().structure(), ending(format));
    (name, [moment(7), moment(8)].map(|moment| frame(format, alloy, moment)))
}

fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(values) => values.iter().flat_map(numbers).collect(),
        value => vec![value.as_f64().unwrap()],
    }
}

#[track_caller]
fn are_close(got: &Value, expected: &[f64]) {
    let got = numbers(got);
    assert_eq!(got.len(), expected.len());
    let is_close = got.iter().zip(expected).all(|(got, expected)| (got - expected).abs() < 1e-9);
    assert!(is_close, "{got:?}, not {expected:?}");
}

/// The bits of a number that is a text.
fn bits(value: &Value) -> Option<u64> {
    value.as_str().map(|text| text.parse::<f64>().unwrap().to_bits())
}

/// Compares what ASE has read of the second frame with the configuration.
fn agrees(got: &Value, alloy: &Configuration, format: DumpFormat) {
    let (lattice, structure) = (alloy.lattice(), alloy.lattice().structure());
    let symbols = alloy.occupants().iter().map(|species| match *species {
        Species::VACANCY => VACANCY_SYMBOL.to_owned(),
        species => names()[species.index()].clone(),
    });
    let read = got["symbols"].as_array().unwrap();
    assert!(read.iter().map(|symbol| symbol.as_str().unwrap().to_owned()).eq(symbols));
    let cartesian = |fine| structure.cartesian(fine).map(|x| x * CONSTANT);
    let positions = lattice.sites().flat_map(|site| cartesian(lattice.position(site)));
    are_close(&got["positions"], &positions.collect::<Vec<_>>());
    let axes = (0..3).flat_map(|axis| {
        let mut fine = [0; 3];
        fine[axis] = structure.period()[axis] * lattice.cells()[axis] as i32;
        cartesian(fine)
    });
    are_close(&got["cell"], &axes.collect::<Vec<_>>());
    let pbc: Vec<_> = got["pbc"].as_array().unwrap().iter().map(|flag| *flag == true).collect();
    assert_eq!(pbc, [true, true, structure != Structure::Square]);
    let moment = moment(8);
    match format {
        DumpFormat::ExtendedXyz => {
            assert_eq!(got["info"].as_object().unwrap().len(), 2);
            assert_eq!(got["info"]["Step"], "8.0");
            assert_eq!(bits(&got["info"]["Time"]), moment.time.map(f64::to_bits));
            assert_eq!(bits(&got["energy"]), moment.energy.map(f64::to_bits));
            assert!(numbers(&got["sites"]).into_iter().eq((0..lattice.len()).map(|n| n as f64)));
        }
        DumpFormat::Lammps => {
            assert_eq!(got["info"]["timestep"], "8.0");
            let types = alloy.occupants().iter().map(|species| f64::from(species.0) + 1.0);
            assert!(numbers(&got["types"]).into_iter().eq(types));
        }
        _ => panic!("ASE is not asked to read {format:?}"),
    }
}

/// The occupants of the sites, by the symbols of a frame.
fn occupants(frame: &Frame, lattice: Lattice) -> Vec<Option<String>> {
    let sites = place_on_lattice(frame, lattice, CONSTANT, 1e-6).unwrap();
    sites.into_iter().map(|atom| Some(frame.atoms[atom?].symbol.clone())).collect()
}

#[test]
fn frames_of_all_structures_there_and_back() {
    let Some(python) = python_with("import ase.io") else { return };
    let folder = TempDir::new().unwrap();
    let alloys: Vec<_> = lattices().map(alloy).collect();
    for alloy in &alloys {
        for format in FORMATS {
            let (name, frames) = two_frames(alloy, format);
            fs::write(folder.path().join(name), frames.concat()).unwrap();
        }
    }
    // Members of gzip, and frames without atoms.
    let (name, frames) = two_frames(&alloys[0], DumpFormat::ExtendedXyz);
    let packed = format!("{name}.gz");
    let members = frames.map(|frame| compressed_frame(&frame, Compression::Gzip)).concat();
    fs::write(folder.path().join(&packed), members).unwrap();
    let lattice = alloys[0].lattice();
    let writer = FrameWriter::new(FORMATS[0], lattice, CONSTANT, &names(), Some(&[])).unwrap();
    let mut empty = Vec::new();
    writer.write(&alloys[0], moment(8), &mut empty).unwrap();
    fs::write(folder.path().join("empty.xyz"), empty).unwrap();

    run_ase(&python, folder.path());
    let seen = |name: &str| -> Value {
        let text = fs::read_to_string(folder.path().join(format!("{name}.json"))).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    let read = |name: &str| read_atoms(&folder.path().join(name), &[], LIMIT).unwrap();
    for alloy in &alloys {
        for format in FORMATS {
            let (name, _) = two_frames(alloy, format);
            let frames = seen(&name);
            assert_eq!(frames.as_array().unwrap().len(), 2);
            agrees(&frames[1], alloy, format);
            // ASE writes the same alloy.
            let (ours, back) = (read(&name), read(&format!("{name}.ase.xyz")));
            let lattice = alloy.lattice();
            assert_eq!(occupants(&back, lattice), occupants(&ours, lattice), "{name}");
            assert_eq!((back.step, back.energy), (Some(8), ours.energy), "{name}");
            for ending in ["poscar", "cartesian.poscar", "data"] {
                let single = read(&format!("{name}.ase.{ending}"));
                assert_eq!(occupants(&single, lattice), occupants(&ours, lattice), "{ending}");
            }
            if format == DumpFormat::ExtendedXyz {
                assert_eq!(back.time.map(f64::to_bits), moment(8).time.map(f64::to_bits));
                assert_eq!(back.energy.map(f64::to_bits), moment(8).energy.map(f64::to_bits));
            }
        }
    }
    agrees(&seen(&packed)[1], &alloys[0], DumpFormat::ExtendedXyz);
    assert_eq!(seen("empty.xyz")[0]["symbols"], Value::Array(Vec::new()));
    assert_eq!(read("empty.xyz.ase.xyz").atoms, []);

    for structure in [Structure::Sc, Structure::Bcc, Structure::Fcc, Structure::Hcp] {
        let frame = read(&format!("crystal-{structure}.xyz"));
        let lattice = Lattice::new(structure, [3, 4, 2]).unwrap();
        let sites = place_on_lattice(&frame, lattice, CONSTANT, 0.2).unwrap();
        assert!(sites.iter().all(Option::is_some), "{structure}");
        assert!(!sites.is_sorted(), "{structure}");
        // They are rattled.
        let error = place_on_lattice(&frame, lattice, CONSTANT, 0.001).unwrap_err().to_string();
        assert!(error.contains("of a site of") && error.contains("atoms fit none"), "{error}");
    }
}
