//! `zobrist lattice run`: potentials of files with peculiarities, and what is told of them.

use std::path::PathBuf;

use crate::lattice::text;
use crate::tool::Folder;

/// A run of copper alone in fcc, with a potential of the library's tests, which are made up.
fn folder(file: &str, constant: &str, more: &str) -> Folder {
    let config = format!(
        "seed = 1\ntemperature = 800.0\nsteps = 4\nsamples = 1\n\
         [lattice]\nstructure = \"fcc\"\ncells = [3, 3, 3]\n\
         [composition]\nhost = \"Cu\"\nfractions = {{ Cu = 1.0 }}\nvacancies = 1\n\
         [model]\nkind = \"eam\"\nfile = \"{file}\"\nlattice_constant = {constant}\n\
         migration = {{ Cu = 1.0 }}\n{more}"
    );
    let folder = Folder::with("run.toml", config);
    let path: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "../lattice/tests/vectors/setfl", file].iter().collect();
    folder.write(file, std::fs::read(path).unwrap());
    folder
}

const RUN: [&str; 3] = ["lattice", "run", "run.toml"];

fn energy(folder: &Folder, csv: &str) -> f64 {
    text(folder, csv).lines().nth(1).unwrap().split(',').nth(2).unwrap().parse().unwrap()
}

#[test]
fn peculiarities_of_a_potential_are_told_once() {
    let plain = folder("plain.alloy", "3.6", "allow_negative_barriers = true\n");
    plain.zobrist(RUN).done();
    let expected = energy(&plain, "run.csv");
    for (file, told) in [
        (
            "more-on-the-line.alloy",
            "zobrist: more-on-the-line.alloy: line 6: expected nothing after the name of the lattice, got \
             \"12.0 neighbors\"; left out\n\
             zobrist: more-on-the-line.alloy: line 25: expected nothing after the name of the lattice, got \
             \"12.0 neighbors\"; left out\n",
        ),
        (
            "comments.alloy",
            "zobrist: comments.alloy: line 4: left out from the # on, as a comment; so on 5 lines in all\n",
        ),
    ] {
        for (args, csv) in [(&[][..], "run.csv"), (&["--seeds", "1-3"], "run.seed-3.csv")] {
            for more in ["", "[method]\nkind = \"metropolis\"\n"] {
                let more = if more.is_empty() { "allow_negative_barriers = true\n" } else { more };
                let folder = folder(file, "3.6", more);
                let run = folder.zobrist([&RUN[..], args].concat());
                assert_eq!((run.code, &*run.stderr), (0, told), "{more} {args:?}");
                assert_eq!(energy(&folder, csv), expected);
            }
        }
    }
    let compared = folder("comments.alloy", "3.6", "").zobrist(["lattice", "compare", "run.toml"]);
    assert_eq!(compared.stderr.matches("comments.alloy: line 4").count(), 1, "{}", compared.stderr);
}

#[test]
fn what_is_outside_the_tables_is_told() {
    let negative = "allow_negative_barriers = true\n";
    let run = folder("short-tables.alloy", "3.6", negative).zobrist(RUN);
    let lines: Vec<&str> = run.stderr.lines().filter(|line| line.contains("tables")).collect();
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(
        lines[0],
        "zobrist: short-tables.alloy: expected tables of ρ(r) and r·φ(r) up to the cutoff, 4.9 Å, got them up \
         to 3 Å, and atoms 3.6 Å apart; beyond the tables their last values are taken, as LAMMPS does"
    );
    assert!(
        lines[1].starts_with(
            "zobrist: short-tables.alloy: expected densities at the sites up to 8.25, where the tables of \
             F(ρ) end, got some up to "
        ),
        "{}",
        run.stderr
    );
    assert_eq!(lines.len(), 2);
    let run = folder("plain.alloy", "3.6", negative).zobrist(RUN);
    assert!(!run.stderr.contains("tables"), "{}", run.stderr);
}

#[test]
fn what_follows_the_last_table_is_refused() {
    let folder = folder("plain.alloy", "3.6", "");
    let plain = text(&folder, "plain.alloy");
    for (more, told) in [
        ("0 0 0 0 0\n".repeat(60), "as files of `pair_style adp` have"),
        ("2 1.0 -0.5 0.3\n".to_owned(), "as files of `pair_style eam/cd` have"),
        (
            "0 1.0 0.5\n".to_owned(),
            "line 74: expected the end of the file after the last table, got 3 numbers",
        ),
    ] {
        folder.write("plain.alloy", plain.clone() + &more);
        let message = folder.zobrist(RUN).refused();
        assert!(message.contains("cannot read the potential plain.alloy"), "{message}");
        assert!(message.contains(told), "{message}");
    }
}
