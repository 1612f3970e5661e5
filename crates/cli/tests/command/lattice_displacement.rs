//! `zobrist lattice displacement`, and the same values by ASE and NumPy.

use std::process::Command;

use serde_json::Value;

use crate::lattice_dump::dumped;
use crate::readers::python_with;
use crate::tool::Folder;

const SCRIPT: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/readers/ase_displacements.py");

fn trajectory() -> Folder {
    let table = dumped("trajectories = true");
    let table = table.replace("[output]\n", "[output]\nevery = { steps = 90 }\n");
    let folder = Folder::with("small.toml", table);
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    folder
}

#[test]
fn rows_are_those_of_another_program() {
    let folder = trajectory();
    // The start, 22 rows at the multiples of 90 and the end, at 2000: at no equal distances.
    let error = folder.zobrist(["lattice", "displacement", "small.xyz"]).refused();
    assert!(error.contains("expected frames at equal distances"), "{error}");
    let text = std::fs::read_to_string(folder.path("small.xyz")).unwrap();
    assert_eq!(text.matches("Lattice=").count(), 24);
    let kept = text.rfind("\n432\n").unwrap() + 1;
    folder.write("even.xyz", &text[..kept]);
    let args = ["lattice", "displacement", "even.xyz", "--blocks", "4"];
    let told = folder.zobrist(args).stderr;
    assert!(
        told.contains("left out 2 frames of 23 at the beginning: the others divide into 4 blocks"),
        "{told}"
    );
    let rows = folder.zobrist(args.into_iter().chain(["--format", "jsonl"])).stdout;
    let rows: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    assert_eq!(rows.len(), 3 * 5);
    let Some(python) = python_with("import ase.io") else { return };
    let output = Command::new(python)
        .args(["-B", SCRIPT])
        .arg(folder.path("even.xyz"))
        .arg("4")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let expected: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(expected.len(), rows.len());
    for (row, expected) in rows.iter().zip(&expected) {
        assert_eq!((&row["species"], &row["lag"]), (&expected[0], &expected[1]));
        for (axis, name) in ["x", "y", "z", "total"].into_iter().enumerate() {
            for (column, values) in
                [(name.to_owned(), &expected[2]), (format!("{name}_error"), &expected[3])]
            {
                let [got, expected] = [&row[&column], &values[axis]].map(|it| it.as_f64().unwrap());
                assert!(
                    (got - expected).abs() < 1e-9 * (1.0 + expected.abs()),
                    "{row} {column} {expected}"
                );
            }
        }
    }
}

#[test]
fn a_table_for_people_and_a_csv() {
    let folder = trajectory();
    let one = ["lattice", "displacement", "small.xyz", "--blocks", "1"];
    let table = folder.zobrist(one).done();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 1 + 3 * 23);
    assert!(lines[0].starts_with("species  atoms  lag  steps"), "{}", lines[0]);
    assert!(lines[1].starts_with("Cu"), "{}", lines[1]);
    let csv = folder.zobrist(one.into_iter().chain(["--format", "csv"])).done();
    let rows: Vec<&str> = csv.lines().collect();
    let header = "species,atoms,lag,steps,time,x,x_error,y,y_error,z,z_error,total,total_error";
    assert_eq!(rows[0], header);
    assert!(rows[1].starts_with("Cu,22,1,90,"), "{csv}");
    // One block has no errors.
    assert!(rows[1].ends_with(','), "{csv}");
    let error = folder.zobrist(["lattice", "displacement", "small.toml"]).refused();
    assert!(error.contains("small.toml:1"), "{error}");
}
