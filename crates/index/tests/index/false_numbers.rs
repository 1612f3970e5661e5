//! Manifests and journals that others have written to: names and numbers that an index cannot have.

use std::fs;

use serde_json::{Value, json};
use zobrist_index::ResumePoint;

use crate::tables;
use crate::tool::{Folder, build, bytes, faults, feed};
use crate::untrusted::{Place, interrupted, little};

/// Changes the manifest, and returns what is said of it by everything that reads it, which must be
/// the same.
#[track_caller]
fn changed(place: &Place, change: impl FnOnce(&mut Value)) -> String {
    let path = place.index().join("manifest.json");
    let before = fs::read(&path).unwrap();
    let mut manifest = tables::manifest(&place.index());
    change(&mut manifest);
    tables::write_manifest(&place.index(), &manifest);
    let mut messages: Vec<String> = place
        .all()
        .into_iter()
        .map(|(what, error)| error.unwrap_or_else(|| panic!("{what}: it was used")).to_string())
        .collect();
    fs::write(path, before).unwrap();
    messages.dedup();
    assert_eq!(messages.len(), 1, "{messages:?}");
    messages.remove(0)
}

const NAMES: [&str; 12] = [
    "../../v2.txt",
    "/dev/zero",
    "games.parquet",
    "positions/../../v2.txt",
    "positions/2024-01.parquet",
    "positions/0000001-0000.parquet",
    "./positions/000001-0000.parquet",
    "positions/000001-00A0.parquet",
    "positions/000001-00000.parquet",
    "positions/000001-0000-01.parquet",
    "manifest.json",
    "",
];

#[test]
fn names_in_a_manifest_that_an_index_cannot_have_are_refused() {
    let place = Place::new();
    let foreign = place.beside("v2.txt");
    fs::write(&foreign, "mine").unwrap();
    let before = bytes(&place.index());
    let expected = "expected file names such as \"";
    for name in NAMES {
        for table in ["positions", "occurrences"] {
            let message = changed(&place, |manifest| {
                let file = &mut manifest["segments"][0][table][0];
                (file["file"], file["bytes"]) = (json!(name), json!(4));
            });
            assert!(
                message.contains(&format!("{expected}{table}/000001-0000.parquet\"")),
                "{message}"
            );
            assert!(message.contains(&format!("got {name:?}")), "{message}");
        }
        let message = changed(&place, |manifest| {
            let file = &mut manifest["game_files"][1];
            (file["file"], file["bytes"]) = (json!(name), json!(4));
        });
        assert!(
            message.contains(expected) && message.contains(&format!("got {name:?}")),
            "{message}"
        );
    }
    // The folder of another table.
    let message = changed(&place, |manifest| {
        manifest["game_files"][0]["file"] = json!("positions/000001-0000.parquet");
    });
    assert!(message.contains(expected), "{message}");
    assert!(bytes(&place.index()) == before);
    assert_eq!(fs::read_to_string(foreign).unwrap(), "mine");
}

#[test]
fn a_file_that_a_manifest_names_twice_is_refused() {
    let place = Place::new();
    let message = changed(&place, |manifest| {
        let file = manifest["game_files"][0]["file"].clone();
        manifest["game_files"][1]["file"] = file;
    });
    let expected = "expected every file once, got \"games/000001-0000.parquet\" twice";
    assert!(message.contains(expected), "{message}");
}

#[test]
fn numbers_in_a_manifest_that_cannot_be_are_refused() {
    let place = Place::new();
    for parts in [[0, 257], [5, 5], [9, 3]] {
        let message = changed(&place, |manifest| {
            manifest["segments"][0]["positions"][0]["parts"] = json!(parts);
        });
        assert!(message.contains("expected parts up to 256, got ("), "{message}");
    }
    for bits in [0, 7, 17, 64, u32::MAX] {
        let message = changed(&place, |manifest| manifest["part_bits"] = json!(bits));
        assert!(message.contains(&format!("expected 8 to 16 part_bits, got {bits}")), "{message}");
    }
    for number in ["rows", "bytes"] {
        let message = changed(&place, |manifest| {
            manifest["segments"][0]["positions"][0][number] = json!(u64::MAX);
        });
        assert!(message.contains("expected fewer than 2^64 rows and bytes"), "{message}");
    }
}

/// Numbers of games only grow from file to file, and each file has room for its own.
#[test]
fn numbers_of_games_that_cannot_be_are_refused() {
    let place = Place::new();
    let most = 1_u64 << 62;
    let changes: [(usize, u64, u64, u64); 9] = [
        // (file, first, rows, bound); those of the index are (0, 0, 3, 3) and (1, 3, 2, 5).
        (0, 0, 4, 3),
        (0, 1, 3, 3),
        (0, 0, 3, 4),
        (1, 2, 2, 5),
        (1, 0, 2, 2),
        (1, 3, 2, 4),
        (1, 3, 2, most + 1),
        (1, u64::MAX, 2, u64::MAX),
        (1, 3, u64::MAX, u64::MAX),
    ];
    for (number, first, rows, bound) in changes {
        let message = changed(&place, |manifest| {
            let file = &mut manifest["game_files"][number];
            (file["first"], file["rows"], file["bound"]) =
                (json!(first), json!(rows), json!(bound));
        });
        let expected = "expected games/00000";
        assert!(
            message.contains(expected) && message.contains(" to have games from "),
            "{message}"
        );
    }
    for source in [2, u32::MAX] {
        let message = changed(&place, |manifest| {
            manifest["game_files"][1]["source"] = json!(source);
        });
        let expected = "expected a source of games/000002-0000.parquet, got none of that number";
        assert!(message.contains(expected), "{message}");
    }
    let before = 1_u64 << 63;
    let message = changed(&place, |manifest| manifest["game_files"][1]["before"] = json!(before));
    let expected = format!(
        "expected fewer than 2^63 games before those of games/000002-0000.parquet, got {before}"
    );
    assert!(message.contains(&expected), "{message}");
    let message = changed(&place, |manifest| manifest["next_segment"] = json!((1_u32 << 31) + 1));
    assert!(
        message.contains("expected a next segment up to 2147483648, got 2147483649"),
        "{message}"
    );
    // Numbers that are kept free, and sources that there are, are no damage.
    let mut manifest = tables::manifest(&place.index());
    let file = &mut manifest["game_files"][1];
    (file["bound"], file["source"], file["offset"]) = (json!(most), json!(1), json!(0));
    file["before"] = json!(before - 1);
    manifest["next_segment"] = json!(1_u32 << 31);
    tables::write_manifest(&place.index(), &manifest);
    assert_eq!(faults(&place.index()), Vec::<String>::new());
}

#[test]
fn a_journal_with_names_that_an_index_cannot_have_is_not_used() {
    for name in NAMES {
        let folder = Folder::new();
        let files = interrupted(&folder);
        let foreign = folder.index().with_file_name("v2.txt");
        fs::write(&foreign, "mine").unwrap();
        let path = folder.index().join(".building/journal.json");
        let mut journal: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let file = &mut journal["manifest"]["game_files"][0];
        (file["file"], file["bytes"]) = (json!(name), json!(4));
        // With its right checksum.
        fs::write(&path, tables::with_sum(&journal)).unwrap();
        let mut builder = build(&folder.index(), little(), &files);
        assert_eq!(builder.resume_point(), ResumePoint::default(), "{name}");
        feed(&mut builder, &files, 5, usize::MAX);
        assert_eq!(builder.finish().unwrap().games, 10);
        assert_eq!(fs::read_to_string(foreign).unwrap(), "mine", "{name}");
        assert_eq!(faults(&folder.index()), Vec::<String>::new());
    }
}
