//! Starts that are refused: what was expected, what came, and where.

use zobrist_simulation::atoms::{Compression, compressed_frame};
use zobrist_simulation::{Config, Limits};

use crate::common::{Folder, iron};

/// A vacancy and a copper atom.
const TWO: &str = "2\nLattice=\"8.61 0 0 0 8.61 0 0 0 8.61\"\nX 0 0 0\nCu 2.87 2.87 0\n";

#[test]
fn keys_that_do_not_fit_each_other() {
    let folder = Folder::new();
    folder.write("two.xyz", TWO);
    for (composition, expected) in [
        (
            "start = \"two.xyz\"\nfractions = { Fe = 1.0 }",
            "alloy.toml:11: expected the atoms in `start` alone, got `fractions` too: the file has all of \
             them; leave `fractions` out",
        ),
        (
            "vacancies = 1\nstart = \"two.xyz\"",
            "alloy.toml:10: expected the atoms in `start` alone, got `vacancies` too: the file has all of \
             them; leave `vacancies` out",
        ),
        (
            "",
            "alloy.toml:8: [composition]: expected `fractions` of the elements, or a file `start` with the \
             atoms, got neither",
        ),
        (
            "fractions = { Fe = 1.0 }",
            "alloy.toml:8: [composition]: expected the number of `vacancies` beside `fractions`, got none",
        ),
        (
            "fractions = { Fe = 1.0 }\nvacancies = 1\nmissing = \"host\"",
            "alloy.toml:12: `missing`: expected it beside `start`, the file that it is about",
        ),
        (
            "fractions = { Fe = 1.0 }\nvacancies = 1\ntolerance = 0.2",
            "alloy.toml:12: `tolerance`: expected it beside `start`, the file that it is about",
        ),
        (
            "types = [\"Fe\"]\nfractions = { Fe = 1.0 }\nvacancies = 1",
            "alloy.toml:10: `types`: expected it beside `start`, the file that it is about",
        ),
        (
            "start = \"two.xyz\"\nmissing = \"iron\"",
            "alloy.toml:11: `missing`: expected \"vacancy\" or \"host\", got \"iron\"",
        ),
        (
            "start = \"two.xyz\"\ntolerance = -0.1",
            "alloy.toml:11: `tolerance`: expected a length of 0 Å or more, got -0.1",
        ),
        (
            "start = \"two.xyz\"\ntolerance = nan",
            "alloy.toml:11: `tolerance`: expected a length of 0 Å or more, got NaN",
        ),
        ("start = \"\"", "alloy.toml:10: `start`: expected the path of a file, got \"\""),
    ] {
        assert_eq!(folder.refused(&iron(composition)), expected);
    }
    for host in ["X", "vacancy"] {
        let config = iron("start = \"two.xyz\"").replace("\"Fe\"", &format!("{host:?}"));
        let text = folder.refused(&config);
        assert!(text.ends_with(&format!("`host`: expected an element, got {host:?}")), "{text}");
    }
    let text = folder.refused(&iron("start = 7"));
    assert!(text.starts_with("alloy.toml:10: "), "{text}");
}

#[test]
fn files_that_hold_no_start() {
    let folder = Folder::new();
    let at = "alloy.toml:10: cannot begin with the atoms of `start`: ";
    let text = folder.refused(&iron("start = \"two.xyz\""));
    assert!(text.starts_with(&format!("{at}cannot open two.xyz: ")), "{text}");
    let box_of = "2\nLattice=\"8.61 0 0 0 8.61 0 0 0 8.61\"\n";
    for (content, expected) in [
        (
            "",
            "two.xyz: expected atoms in extended XYZ, in a text dump or a data file of LAMMPS, or in POSCAR, got nothing",
        ),
        (
            "Fe 0 0 0\n",
            "two.xyz:1 (byte 0): expected the number of atoms (extended XYZ) or `ITEM: ",
        ),
        (
            &TWO[..TWO.len() - 15],
            "two.xyz:4 (byte 47): expected 2 atoms, got 1; the file ends here",
        ),
        (&TWO.replace("2.87 2.87", "2.87"), "two.xyz:4 (byte 47): expected 4 columns, got 3"),
        (
            &TWO.replace("8.61", "11.48"),
            "two.xyz: the atoms are in another box: expected that of bcc 3 x 3 x 3, 8.61 x 8.61 x 8.61 Å, got 11.48 x \
             11.48 x 11.48 Å, or 4 x 4 x 4 cells with the lattice constant 2.87 Å",
        ),
        (
            "2\n\nX 0 0 0\nCu 2.87 2.87 0\n",
            "two.xyz: expected atoms in the periodic box of bcc 3 x 3 x 3, got ",
        ),
        (
            &format!("{box_of}X 0 0 0\nCu 2 0 0\n"),
            "two.xyz:4: atom 2, Cu at (2, 0, 0) Å: expected it within 0.248549 Å of a site of bcc 3 x 3 x 3, the \
             nearest is 0.87 Å away",
        ),
        (
            &format!("{box_of}X 0 0 0\nCu 8.6 0.1 0\n"),
            "two.xyz:4: atom 2, Cu at (8.6, 0.1, 0) Å: expected one atom on a site, got this one on that of atom 1, X \
             in line 3 at (0, 0, 0) Å; the site is at (0, 0, 0) Å",
        ),
        (
            &TWO.replace("Cu ", "C\u{7} "),
            "two.xyz:4: expected an element without white space and control characters, got \"C\\u{7}\"",
        ),
        (
            &TWO.replace("X ", "vacancy "),
            "two.xyz:3: expected X as the symbol of a vacancy, got \"vacancy\"",
        ),
    ] {
        folder.write("two.xyz", content);
        let text = folder.refused(&iron("start = \"two.xyz\""));
        assert!(text.starts_with(&format!("{at}{expected}")), "{text}\nnot {expected}");
    }
    for compression in [Compression::Gzip, Compression::Zstd] {
        let packed = compressed_frame(TWO.as_bytes(), compression);
        folder.write("two.xyz", &packed[..packed.len() - 5]);
        let text = folder.refused(&iron("start = \"two.xyz\""));
        assert!(text.starts_with(&format!("{at}cannot read two.xyz: ")), "{text}");
    }
    folder.write("two.xyz", TWO);
    // Its two lines of atoms are larger.
    let mut limits = Limits::default();
    limits.input = 22;
    let config = iron("start = \"two.xyz\"");
    let error = Config::of_text(&config, "", folder.path().to_owned(), limits).unwrap_err();
    let text = std::error::Error::source(&error).unwrap().to_string();
    assert!(text.contains("expected frames of at most 22 bytes after decompression"), "{text}");
}

#[test]
fn elements_that_a_model_does_not_know() {
    let folder = Folder::new();
    folder.write("two.xyz", TWO.replace("Cu", "Ni"));
    let text = folder.refused(&iron("start = \"two.xyz\""));
    let expected = "expected the host Fe and no other element than Cu, got Fe, vacancy, Cu, Ni";
    assert!(text.ends_with(expected), "{text}");
    let pair = "kind = \"pair\"\nmigration = { Fe = 0.6, Cu = 0.6 }\n[[model.shell]]";
    let pair = iron("start = \"two.xyz\"").replace("kind = \"iron-copper\"", pair);
    let text = folder.refused(&pair);
    assert!(text.ends_with("`migration`: expected an energy in eV for Ni"), "{text}");
}

#[test]
fn jumps_need_a_vacancy() {
    let folder = Folder::new();
    folder.write("two.xyz", TWO.replace("X ", "Fe "));
    let text = folder.refused(&iron("start = \"two.xyz\"\nmissing = \"host\""));
    let expected = "alloy.toml:10: expected a vacancy, without which no atom jumps, got 2 atoms in two.xyz \
                    and no X among them, and sites without an atom have the host, since `missing` is \"host\"";
    assert_eq!(text, expected);
    folder.config(&iron("start = \"two.xyz\"")).unwrap();
}

#[test]
fn more_elements_than_there_can_be() {
    let folder = Folder::new();
    let atom = |n: usize| format!("E{n} {} {} {}\n", n % 6, n / 6 % 6, n / 36);
    let atoms: String = (0..200).map(atom).collect();
    folder.write("many.xyz", format!("200\nLattice=\"6 0 0 0 6 0 0 0 6\"\n{atoms}"));
    let text = folder.refused(&iron("start = \"many.xyz\""));
    assert!(text.ends_with("many.xyz: expected 200 elements at most, got 202"), "{text}");
}
