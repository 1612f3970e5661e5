//! `zobrist lattice run`: files of recalled barriers, and audits.

use std::fs;

use crate::lattice::{SMALL, text, with};

#[test]
fn the_recall_serves_the_next_run() {
    let folder = with("mode = ", "file = \"iron.recall\"\nmode = ");
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    let again = folder.zobrist(["lattice", "run", "small.toml", "--force"]).done();
    assert!(again.contains("evaluations  0\n"), "{again}");

    // Another temperature has the same barriers; another potential or lattice does not.
    let config = text(&folder, "small.toml");
    folder.write("small.toml", config.replace("773.0", "900.0"));
    folder.zobrist(["lattice", "run", "small.toml", "--force"]).done();
    let pair = "kind = \"pair\"\nmigration = { Fe = 0.65, Cu = 0.56 }\n[[model.shell]]\n\
                \"Fe-Fe\" = -0.6\n\"Fe-Cu\" = -0.5\n\"Cu-Cu\" = -0.4\n\"Fe-vacancy\" = -0.2\n\
                \"vacancy-Cu\" = -0.1\n\"vacancy-vacancy\" = 0.1";
    for (old, new) in [("kind = \"iron-copper\"", pair), ("\"jump-symmetry\"", "\"environment\"")] {
        folder.write("small.toml", config.replace(old, new));
        let message = folder.zobrist(["lattice", "run", "small.toml", "--force"]).refused();
        assert!(message.contains("cannot use the recall iron.recall"), "{message}");
        assert!(message.contains("expected") && message.contains("got"), "{message}");
    }
    // A run that recalls nothing leaves it as it is.
    let bytes = fs::read(folder.path("iron.recall")).unwrap();
    folder.write("small.toml", config.replace("\"jump-symmetry\"", "\"none\""));
    folder.zobrist(["lattice", "run", "small.toml", "--force"]).done();
    assert_eq!(fs::read(folder.path("iron.recall")).unwrap(), bytes);
    // A truncated one.
    folder.write("small.toml", &config);
    folder.write("iron.recall", &bytes[..bytes.len() - 9]);
    let message = folder.zobrist(["lattice", "run", "small.toml", "--force"]).refused();
    assert!(message.contains("cannot use the recall iron.recall"), "{message}");
}

/// A recall of environments serves other boxes, a recall of states does not.
#[test]
fn a_recall_of_another_lattice_is_refused() {
    for (mode, serves) in [("jump-symmetry", true), ("state", false)] {
        let folder = with("mode = \"jump-symmetry\"", &format!("mode = \"{mode}\"\nfile = \"it\""));
        folder.zobrist(["lattice", "run", "small.toml"]).done();
        let larger = text(&folder, "small.toml").replace("[6, 6, 6]", "[6, 6, 7]");
        folder.write("small.toml", larger);
        let run = folder.zobrist(["lattice", "run", "small.toml", "--force"]);
        if serves {
            run.done();
        } else {
            let message = run.refused();
            assert!(message.contains("of another lattice: expected fingerprint"), "{message}");
            assert!(message.contains(", got "), "{message}");
            assert!(message.contains("take the structure, cells, range"), "{message}");
        }
    }
}

#[test]
fn an_audit_finds_what_is_wrong_in_a_file() {
    let folder = with("mode = ", "file = \"iron.recall\"\nverify = \"content\"\nmode = ");
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    // Once more, so that it has been looked up: the last look-up of all may have been a miss.
    folder.zobrist(["lattice", "run", "small.toml", "--force"]).done();
    // The last entry is the one that was used last; its barrier comes before the checksum.
    let mut bytes = fs::read(folder.path("iron.recall")).unwrap();
    let end = bytes.len() - 8;
    let barrier = f64::from_le_bytes(bytes[end - 8..end].try_into().unwrap());
    assert!((0.0..2.0).contains(&barrier));
    assert_eq!(bytes[end..], fnv(&bytes[64..end]));
    bytes[end - 8..end].copy_from_slice(&(barrier + 0.25).to_le_bytes());
    let whole = fnv(&bytes[64..end]);
    bytes[end..].copy_from_slice(&whole);
    let audited = text(&folder, "small.toml").replace("mode = ", "audit_one_in = 1\nmode = ");
    folder.write("small.toml", audited);
    folder.write("iron.recall", bytes);
    let (summary, message) = folder.zobrist(["lattice", "run", "small.toml", "--force"]).rejected();
    assert!(!summary.contains(" 0 of them different"), "{summary}");
    assert!(message.starts_with("zobrist: the audit expected what was recalled"), "{message}");
}

/// Within the tolerance, a deviation is shown, and is no failure.
#[test]
fn the_audit_has_a_tolerance() {
    let folder = with("mode = ", "file = \"iron.recall\"\nmode = ");
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    let mut bytes = fs::read(folder.path("iron.recall")).unwrap();
    // 64-bit hashes, each with a barrier: all barriers are off by 1.5e-4 eV.
    let end = bytes.len() - 8;
    for entry in bytes[64..end].chunks_exact_mut(16) {
        let barrier = f64::from_le_bytes(entry[8..].try_into().unwrap());
        entry[8..].copy_from_slice(&(barrier + 1.5e-4).to_le_bytes());
    }
    let checksum = fnv(&bytes[64..end]);
    bytes[end..].copy_from_slice(&checksum);
    let config = text(&folder, "small.toml");
    for (tolerance, passes) in [("1e-3", true), ("1e-5", false), ("0.0", false)] {
        folder.write("iron.recall", &bytes);
        let keys = format!("audit_one_in = 10\ntolerance = {tolerance}\nmode = ");
        folder.write("small.toml", config.replace("mode = ", &keys));
        let run = folder.zobrist(["lattice", "run", "small.toml", "--force"]);
        let summary = match passes {
            true => run.done(),
            false => {
                let (summary, message) = run.rejected();
                assert!(message.contains("barriers that differ by up to 1."), "{message}");
                summary
            }
        };
        let audit = summary.lines().find(|line| line.starts_with("audit")).unwrap();
        assert!(!audit.contains(" 0 of them different") && audit.contains("e-4 eV"), "{audit}");
    }
    for wrong in ["-1e-6", "nan", "inf"] {
        folder.write(
            "small.toml",
            config.replace("mode = ", &format!("tolerance = {wrong}\nmode = ")),
        );
        let message = folder.zobrist(["lattice", "run", "small.toml", "--force"]).refused();
        assert!(message.contains("`tolerance`: expected 0 eV or more"), "{message}");
    }
}

fn fnv(bytes: &[u8]) -> [u8; 8] {
    let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, add).to_le_bytes()
}

/// Nobody asked for it, and the closing lines have it.
#[test]
fn an_audit_is_the_default() {
    let folder = with("", "");
    let summary = folder.zobrist(["lattice", "run", "small.toml"]).done();
    let audit = summary.lines().find(|line| line.starts_with("audit")).unwrap();
    assert!(audit.ends_with("0 of them different, by 0e0 eV at most"), "{audit}");
    let computed = summary.lines().find_map(|line| line.strip_prefix("evaluations  ")).unwrap();
    let computed: u64 = computed.parse().unwrap();
    let recomputed: u64 = audit.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!(recomputed > 0 && recomputed.abs_diff(computed / 100) <= 2, "{summary}");
    // Without recall there is nothing to audit.
    folder.write("none.toml", SMALL.replace("jump-symmetry", "none"));
    let summary = folder.zobrist(["lattice", "run", "none.toml"]).done();
    assert!(!summary.contains("audit") && !summary.contains("recalled"), "{summary}");
}

#[test]
fn an_audit_finds_nothing_where_all_is_right() {
    let folder = with("mode = ", "audit_one_in = 3\nverify = \"content\"\nentries = 50\nmode = ");
    let summary = folder.zobrist(["lattice", "run", "small.toml"]).done();
    let audit = summary.lines().find(|line| line.starts_with("audit")).unwrap();
    assert!(audit.ends_with("0 of them different, by 0e0 eV at most"), "{audit}");
    assert!(!audit.contains(" 0 hits"), "{audit}");
    let recalled = summary.lines().find(|line| line.starts_with("recalled")).unwrap();
    assert!(recalled.starts_with("recalled     50 entries, "), "{recalled}");
    assert!(recalled.ends_with(" evicted") && !recalled.ends_with(" 0 evicted"), "{recalled}");
}
