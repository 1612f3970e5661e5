//! `zobrist lattice recall merge`.

use std::fs;

use crate::lattice::SMALL;
use crate::tool::Folder;

/// A folder with the recall files of two runs.
pub fn recalls() -> Folder {
    let folder = Folder::new();
    for (name, seed) in [("a", 1), ("b", 2)] {
        run(&folder, name, &format!("seed = {seed}"), "mode = \"jump-symmetry\"");
    }
    folder
}

/// Makes `NAME.recall`.
fn run(folder: &Folder, name: &str, seed: &str, recall: &str) {
    let config = SMALL.replace("seed = 7", seed);
    let recall = format!("file = \"{name}.recall\"\n{recall}");
    folder.write(&format!("{name}.toml"), config.replace("mode = \"jump-symmetry\"", &recall));
    let toml = format!("{name}.toml");
    folder.zobrist(["lattice", "run", &toml, "--force"]).done();
}

fn entries(folder: &Folder, name: &str) -> u64 {
    let bytes = fs::read(folder.path(name)).unwrap();
    u64::from_le_bytes(bytes[24..32].try_into().unwrap())
}

#[test]
fn a_merged_recall_serves_both_runs() {
    let folder = recalls();
    let merge = ["lattice", "recall", "merge", "a.recall", "b.recall", "-o", "both.recall"];
    let run = folder.zobrist(merge);
    let (a, b) = (entries(&folder, "a.recall"), entries(&folder, "b.recall"));
    let both = entries(&folder, "both.recall");
    assert!(both > a && both > b && both < a + b);
    let expected = format!(
        "zobrist: {a} read, {b} read, {both} kept, {} duplicates, 0 differing in … s: both.recall\n",
        a + b - both
    );
    assert_eq!(run.closing, expected);
    run.done();
    // It was locked as by a run, which leaves this too.
    assert!(folder.path("both.recall.lock").exists());
    for name in ["a", "b"] {
        fs::copy(folder.path("both.recall"), folder.path(&format!("{name}.recall"))).unwrap();
        let again = folder.zobrist(["lattice", "run", &format!("{name}.toml"), "--force"]).done();
        assert!(again.contains("evaluations  0\n"), "{again}");
    }
    // An existing file is not replaced without a word, and an input never.
    let message = folder.zobrist(merge).refused();
    assert!(message.contains("the file exists"), "{message}");
    folder.zobrist(merge.into_iter().chain(["--force"])).done();
    let own = ["lattice", "recall", "merge", "a.recall", "b.recall", "-o", "a.recall", "--force"];
    let message = folder.zobrist(own).refused();
    assert!(message.contains("it is an input"), "{message}");
}

#[test]
fn values_that_differ_are_said() {
    let folder = recalls();
    let mut bytes = fs::read(folder.path("a.recall")).unwrap();
    let end = bytes.len() - 8;
    let barrier = f64::from_le_bytes(bytes[72..80].try_into().unwrap());
    bytes[72..80].copy_from_slice(&(barrier + 0.25).to_le_bytes());
    let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    let checksum = bytes[64..end].iter().fold(0xcbf2_9ce4_8422_2325, add);
    bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    folder.write("wrong.recall", &bytes);
    let merge = ["lattice", "recall", "merge", "a.recall", "wrong.recall", "-o", "c.recall"];
    let (_, message) = folder.zobrist(merge).rejected();
    assert!(
        message.starts_with("zobrist: c.recall: expected one value of each name, got 1 value ")
    );
    assert!(message.contains("barriers by up to 2.5e-1 eV"), "{message}");
    // The first is kept.
    assert_eq!(
        fs::read(folder.path("c.recall")).unwrap(),
        fs::read(folder.path("a.recall")).unwrap()
    );
}

#[test]
fn files_that_do_not_fit_are_refused() {
    let folder = recalls();
    let bytes = fs::read(folder.path("b.recall")).unwrap();
    folder.write("cut.recall", &bytes[..bytes.len() - 1]);
    let mut damaged = bytes.clone();
    damaged[70] ^= 1;
    folder.write("damaged.recall", &damaged);
    run(&folder, "wide", "seed = 1", "verify = \"hash128\"\nmode = \"jump-symmetry\"");
    run(&folder, "environment", "seed = 1", "mode = \"environment\"");
    run(&folder, "keys", "seed = 1\nkey_seed = 1", "mode = \"jump-symmetry\"");
    for (name, reason) in [
        ("cut.recall", "a truncated recall: expected 1 checksums, got 0"),
        ("damaged.recall", "a damaged recall"),
        ("wide.recall", "expected bits of a hash 64, got 128"),
        ("environment.recall", "expected numbers of a value 1, got any"),
        ("keys.recall", "expected seed 2005, got 1"),
        ("a.toml", "not a recall"),
        ("missing.recall", "No such file"),
    ] {
        let merge = ["lattice", "recall", "merge", "a.recall", name, "-o", "c.recall"];
        let message = folder.zobrist(merge).refused();
        assert!(message.contains(name) && message.contains(reason), "{name}: {message}");
        assert!(!folder.path("c.recall").exists(), "{name}");
    }
}
