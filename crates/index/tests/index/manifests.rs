//! Folders that hold no index, or one that this version cannot read.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use zobrist_index::{BuildOptions, Index, IndexBuilder, IndexError};

use crate::tables;
use crate::tool::{Folder, bytes, merge, sample, threads};

/// The error of every operation that needs an index: all must give the same.
#[track_caller]
pub(crate) fn refusal(folder: &Path) -> IndexError {
    let options = BuildOptions::default();
    let error = Index::open(folder).expect_err("no index");
    let others = [
        IndexBuilder::append(folder, options).err(),
        merge(folder, 1, 1).err(),
        zobrist_index::verify(folder, 1, threads(1), &mut |_| ()).err(),
    ];
    for other in others {
        assert_eq!(other.map(|error| error.to_string()), Some(error.to_string()));
    }
    error
}

/// The error for an index whose manifest was changed; checks that the index is left as it is.
#[track_caller]
fn changed(change: impl FnOnce(&mut Value)) -> String {
    changed_of(BuildOptions::default(), change)
}

/// The error for a changed manifest of an index that was built by these options.
#[track_caller]
pub(crate) fn changed_of(options: BuildOptions, change: impl FnOnce(&mut Value)) -> String {
    let folder = Folder::new();
    folder.build(options, &sample(3));
    let mut manifest = tables::manifest(&folder.index());
    change(&mut manifest);
    tables::write_manifest(&folder.index(), &manifest);
    let before = bytes(&folder.index());
    let error = refusal(&folder.index());
    assert!(bytes(&folder.index()) == before);
    let path = folder.index().join("manifest.json").to_string_lossy().into_owned();
    error.to_string().replace(&path, "MANIFEST")
}

#[test]
fn another_version_is_named() {
    let message = changed(|manifest| manifest["version"] = json!(3));
    assert_eq!(
        message,
        "MANIFEST: expected an index of format version 1, got 3; read it with the program that wrote \
         it, or remove the folder and build it again"
    );
    // Whatever else another version says.
    let message = changed(|manifest| {
        *manifest = json!({"format": "zobrist-position-index", "version": 9, "tables": []});
    });
    assert!(message.contains("got 9"), "{message}");
}

#[test]
fn another_format_is_named() {
    // The name of the format before the first release, in two versions.
    for version in [1, 2] {
        let message = changed(|manifest| {
            manifest["format"] = json!("zobrist-index");
            manifest["version"] = json!(version);
        });
        assert_eq!(
            message,
            "MANIFEST: expected an index of the format zobrist-position-index, got zobrist-index; \
             remove the folder and build the index again"
        );
    }
    let of_none = "zobrist-position-index, got none; remove";
    let message = changed(|manifest| *manifest = json!([]));
    assert!(message.contains(of_none), "{message}");
    let message = changed(|manifest| drop(manifest.as_object_mut().unwrap().remove("format")));
    assert!(message.contains(of_none), "{message}");
}

#[test]
fn another_scheme_or_other_keys_are_named() {
    let message = changed(|manifest| manifest["scheme"] = json!("zobrist-2"));
    let expected =
        "MANIFEST is damaged: scheme_text: expected the keys in the text, as hex digits; ";
    assert!(message.starts_with(expected), "{message}");
    let message = changed(|manifest| manifest["fingerprint"] = json!("0123456789abcdef"));
    assert!(message.ends_with("); build another index for another scheme"), "{message}");
    assert!(
        message.starts_with("MANIFEST: expected an index keyed by the scheme fide ("),
        "{message}"
    );
    assert!(message.contains("got one keyed by fide (0123456789abcdef)"), "{message}");
    // Another scheme of ours has another fingerprint.
    let message = changed(|manifest| manifest["scheme"] = json!("polyglot"));
    assert!(message.contains("expected an index keyed by the scheme polyglot ("), "{message}");
}

#[test]
fn manifests_that_are_damaged_are_refused() {
    let expected = "MANIFEST is damaged: ";
    for change in [
        (|manifest: &mut Value| manifest["games"] = json!(-1)) as fn(&mut Value),
        |manifest| manifest["games"] = json!("3"),
        |manifest| *manifest = json!("text"),
        // New segments would be written over the games.
        |manifest| manifest["next_segment"] = json!(1),
        |manifest| manifest["segments"][0]["positions"][0]["parts"] = json!([0]),
        |manifest| drop(manifest.as_object_mut().unwrap().remove("segments")),
    ] {
        let message = changed(change);
        assert!(message.starts_with(expected), "{message}");
        assert!(message.ends_with("; build the index again"), "{message}");
    }
}

/// The checksum is the last field, so that one who writes a manifest again without knowing of it is
/// noticed too.
#[test]
fn a_manifest_without_its_checksum_is_refused() {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), &sample(3));
    let path = folder.index().join("manifest.json");
    let whole = fs::read_to_string(&path).unwrap();
    let start = whole.rfind(",\n  \"crc32\": \"").unwrap();
    let missing = "expected a checksum at the end, got none";
    let mut field = tables::manifest(&folder.index());
    let sum = field["crc32"].as_str().unwrap().to_owned();
    field["zzz"] = json!(0);
    let wrong = "the checksum ";
    for (text, expected) in [
        (whole[..start].to_owned() + "\n}\n", missing),
        (field.to_string(), missing),
        (whole.replace(&format!("\"{sum}\""), "7"), missing),
        (whole.replace("\"games\": 3", "\"games\": 4"), wrong),
        (whole.replace("\"games\": 3", "\"games\":  3"), wrong),
        (whole.replace(&sum, "00000000"), wrong),
    ] {
        assert_ne!(text, whole);
        fs::write(&path, text).unwrap();
        let error = refusal(&folder.index());
        assert!(matches!(error, IndexError::Damaged { .. }), "{error:?}");
        assert!(error.to_string().contains(expected), "{error}");
    }
    // White space after it is nobody's.
    fs::write(&path, whole + " \n\n").unwrap();
    assert_eq!(Index::open(folder.index()).unwrap().games(), 3);
}

#[test]
fn every_cut_of_a_manifest_is_refused() {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), &sample(3));
    let path = folder.index().join("manifest.json");
    let whole = fs::read(&path).unwrap();
    for length in (0..whole.trim_ascii_end().len()).step_by(37) {
        fs::write(&path, &whole[..length]).unwrap();
        let error = refusal(&folder.index());
        assert!(matches!(error, IndexError::Damaged { .. }), "{error:?}");
    }
}

#[test]
fn a_changed_byte_of_a_manifest_is_no_reason_to_panic() {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), &sample(3));
    let path = folder.index().join("manifest.json");
    let whole = fs::read(&path).unwrap();
    for (at, byte) in whole.iter().enumerate() {
        // Digits are where it matters.
        if byte.is_ascii_digit() {
            for digit in [b'0', b'9', b'-'] {
                let mut changed = whole.clone();
                changed[at] = digit;
                fs::write(&path, changed).unwrap();
                if let Ok(index) = Index::open(folder.index()) {
                    index.moves(&shakmaty::Chess::default()).ok();
                    index.games_with(&shakmaty::Chess::default(), 2).ok();
                    index.game(1).ok();
                }
                zobrist_index::verify(folder.index(), 1 << 24, threads(1), &mut |_| ()).ok();
            }
        }
    }
}

#[test]
fn a_folder_without_an_index_is_refused_and_stays_as_it_is() {
    let folder = Folder::new();
    for made in [false, true] {
        if made {
            fs::create_dir(folder.index()).unwrap();
            fs::write(folder.index().join("notes.txt"), "mine").unwrap();
        }
        let error = refusal(&folder.index());
        assert!(matches!(error, IndexError::NotAnIndex(_)), "{error:?}");
        let message = error.to_string();
        assert!(message.ends_with(" holds no index"), "{message}");
        assert_eq!(folder.index().exists(), made, "nothing is made by asking");
    }
    let built = IndexBuilder::create(folder.index(), BuildOptions::default());
    let error = built.err().unwrap();
    assert!(matches!(error, IndexError::NotEmpty(_)), "{error:?}");
    let notes = fs::read_to_string(folder.index().join("notes.txt")).unwrap();
    assert_eq!(notes, "mine", "files of others are left alone");
}

#[test]
fn only_one_writes_at_a_time() {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), &sample(2));
    let mut options = BuildOptions::default();
    options.replace = true;
    let builder = IndexBuilder::create(folder.index(), options.clone()).unwrap();
    let errors = [
        IndexBuilder::create(folder.index(), options.clone()).err(),
        IndexBuilder::append(folder.index(), options.clone()).err(),
        merge(folder.index(), 1, 1).err(),
        zobrist_index::verify(folder.index(), 1, threads(1), &mut |_| ()).err(),
    ];
    for error in errors {
        let error = error.expect("busy");
        assert!(matches!(error, IndexError::Busy(_)), "{error:?}");
        assert!(error.to_string().contains("another process is writing"), "{error}");
    }
    // Readers do not mind.
    assert_eq!(Index::open(folder.index()).unwrap().games(), 2);
    drop(builder);
    IndexBuilder::append(folder.index(), options).unwrap().finish().unwrap();
    assert_eq!(Index::open(folder.index()).unwrap().games(), 2);
}

/// While an index is built for the first time, it is too early to add to it, and not in vain.
#[test]
fn an_index_whose_first_build_is_not_done_is_waited_for() {
    let folder = Folder::new();
    let options = BuildOptions::default();
    let asked = || {
        [
            IndexBuilder::append(folder.index(), options.clone()).err(),
            merge(folder.index(), 1, 1).err(),
            zobrist_index::verify(folder.index(), 1, threads(1), &mut |_| ()).err(),
        ]
    };
    let builder = IndexBuilder::create(folder.index(), options.clone()).unwrap();
    for error in asked() {
        assert!(matches!(error, Some(IndexError::Busy(_))), "{error:?}");
    }
    // To ask whether it is done keeps nobody from building.
    drop(builder);
    for error in asked() {
        assert!(matches!(error, Some(IndexError::NotAnIndex(_))), "{error:?}");
    }
    IndexBuilder::create(folder.index(), options.clone()).unwrap().finish().unwrap();
    assert!(asked().iter().all(Option::is_none));
}

/// An index of another version is replaced by a new one, and not before that is whole.
#[test]
fn an_index_of_another_version_is_not_built_over() {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), &sample(3));
    let mut manifest = tables::manifest(&folder.index());
    manifest["version"] = json!(3);
    tables::write_manifest(&folder.index(), &manifest);
    let before = bytes(&folder.index());
    let built = IndexBuilder::create(folder.index(), BuildOptions::default());
    assert!(matches!(built.err(), Some(IndexError::Version { got: 3, .. })));
    assert!(bytes(&folder.index()) == before);
}
