//! Schemes that files describe, with their keys from lists.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use zobrist_input::{FileError, Listener, Nobody, whole};
use zobrist_key_lists::{
    KeyListOptions, describes_scheme, read_key_list, read_layout, read_scheme, read_scheme_within,
    read_slots,
};

/// The file of the engine that docs/your-engine.md describes; its keys are in a header of C.
fn rookie() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/rookie/rookie.toml")
}

/// The name and the fingerprint are those that docs/your-engine.md shows as output of the command.
#[test]
fn a_scheme_with_keys_in_program_text() {
    let scheme = read_scheme(&rookie()).unwrap();
    assert_eq!(scheme.name(), "rookie");
    assert_eq!(scheme.fingerprint().to_string(), "decefe5adf85f278");
    assert!(describes_scheme(&rookie()));
    let shown = fs::read_to_string(rookie().with_file_name("../../docs/your-engine.md")).unwrap();
    assert!(shown.contains("rookie: 793 keys of 64 bits") && shown.contains("decefe5adf85f278"));
}

/// The texts of an error and of what led to it.
fn texts(error: &FileError) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

/// The first advice among an error and what led to it.
fn advice(error: &FileError) -> Option<&str> {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(one) = cause {
        if let Some(advice) = one.downcast_ref().and_then(FileError::advice) {
            return Some(advice);
        }
        cause = one.source();
    }
    None
}

#[test]
fn wrong_schemes() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let toml = fs::read_to_string(rookie()).unwrap();
    let header = fs::read_to_string(rookie().with_file_name("zobrist.h")).unwrap();
    fs::write(at("layout.toml"), "[[kind]]\nname = \"piece\"\nsize = 768\n").unwrap();
    fs::write(at("typo.toml"), toml.replace("[castling]", "[castles]")).unwrap();
    fs::write(at("missing.toml"), &toml).unwrap();
    for (name, text) in [("short", "0x12\n"), ("suffix", "0x12ULL\n"), ("digit", "x = 0x12q;\n")] {
        fs::write(at(&format!("{name}.txt")), text).unwrap();
        let keys = format!("{name}.txt");
        fs::write(at(&format!("{name}.toml")), toml.replace("zobrist.h", &keys)).unwrap();
    }
    let swapped = toml.replace("\"turn\", \"castling\"", "\"castling\", \"turn\"");
    fs::write(at("swapped.toml"), swapped.replace("zobrist.h", "keys.h")).unwrap();
    fs::write(at("keys.h"), header).unwrap();
    for (name, expected, advised) in [
        (
            "layout.toml",
            "expected a scheme, got a layout (tables `[[kind]]`)",
            Some("a layout belongs to --layout"),
        ),
        ("typo.toml", "castles", None),
        ("none.toml", "cannot read ", None),
        ("missing.toml", "missing.toml names: cannot open ", None),
        ("short.toml", "expected 793 keys, as ", None),
        (
            "suffix.toml",
            "suffix.txt:1 (byte 0): expected a key in hex, of up to 32 digits, got \"0x12ULL\"",
            Some("--input code reads program text"),
        ),
        (
            "digit.toml",
            "digit.txt:1 (byte 4): expected hexadecimal digits and a suffix such as ULL after 0x, \
             got `0x12q`",
            Some("correct it, or leave its line out with --lines"),
        ),
        ("swapped.toml", "in the order of the file; give `layout` the order", None),
    ] {
        let error = read_scheme(&at(name)).unwrap_err();
        let text = texts(&error);
        assert!(text.contains(expected), "{name}: {text}");
        assert!(!text.contains(" --"), "{name}: {text}");
        assert_eq!(advice(&error), advised, "{name}");
    }
    assert!(!describes_scheme(&at("layout.toml")));
    assert!(!describes_scheme(&at("short.txt")));
    assert!(describes_scheme(&at("short.toml")), "its keys are not read");
    let error = read_scheme_within(&rookie(), Some(100)).unwrap_err();
    assert!(texts(&error).contains("expected at most 100 bytes"), "{}", texts(&error));
}

#[test]
fn schemes_of_slots_are_of_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let toml = "name = \"mine\"\nslots = 3\nkeys = { file = \"keys.h\" }\n";
    fs::write(at("mine.toml"), toml).unwrap();
    fs::write(
        at("keys.h"),
        "u64 keys[3] = { 0x1200000000000000, 0x1345678901234567, 0xfedcba9876543210 };",
    )
    .unwrap();
    assert!(describes_scheme(&at("mine.toml")));
    let scheme = read_slots(&at("mine.toml"), None).unwrap().unwrap();
    let keys: Vec<u128> = scheme.keys().iter().map(|key| key.word()).collect();
    assert_eq!(keys, [0x1200_0000_0000_0000, 0x1345_6789_0123_4567, 0xfedc_ba98_7654_3210]);
    assert_eq!(scheme.hash([0, 1]).word(), 0x0145_6789_0123_4567);
    assert_eq!((scheme.name(), scheme.bits()), ("mine", 64));
    assert_eq!(scheme.describe(2), "slot 2");
    let error = texts(&read_scheme(&at("mine.toml")).unwrap_err());
    assert!(error.contains("expected a scheme of chess, got one of another game"), "{error}");
    assert!(read_slots(&rookie(), None).unwrap().is_none());
    fs::write(at("mine.toml"), toml.replace("3", "4")).unwrap();
    let error = texts(&read_slots(&at("mine.toml"), None).unwrap_err());
    assert!(
        error.contains("the arrays contradict") || error.contains("expected 4 keys"),
        "{error}"
    );
    let error = texts(&read_slots(&at("mine.toml"), Some(10)).unwrap_err());
    assert!(error.contains("expected at most 10 bytes"), "{error}");
}

#[test]
fn layouts_of_any_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("layout.toml");
    fs::write(
        &path,
        "[[kind]]\nname = \"stone\"\nsize = 722\n[[kind]]\nname = \"turn\"\nsize = 1\n",
    )
    .unwrap();
    let layout = read_layout(&path, whole::DESCRIPTION).unwrap();
    assert_eq!(layout.to_string(), "723 = stone 722 + turn 1");
    let error = read_layout(&rookie(), whole::DESCRIPTION).unwrap_err();
    assert!(error.to_string().ends_with("got a scheme"), "{error}");
    assert_eq!(error.advice(), Some("name it by --source, which takes its layout, too"));
}

/// Keeps what there is to say.
#[derive(Default)]
struct Heard(Mutex<Vec<String>>);

impl Listener for Heard {
    fn read(&self, _: u64) {}

    fn notice(&self, text: &str) {
        self.0.lock().unwrap().push(text.to_owned());
    }
}

#[test]
fn keys_in_pairs_of_numbers_are_a_notice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("keys.npy");
    let header = "{'descr': '<u8', 'fortran_order': False, 'shape': (1, 2), }\n";
    let length = u16::try_from(header.len()).unwrap().to_le_bytes();
    let numbers = [1_u64.to_le_bytes(), 2_u64.to_le_bytes()].concat();
    let bytes = [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), &numbers].concat();
    fs::write(&path, bytes).unwrap();
    let options = |bits| {
        let mut options = KeyListOptions::default();
        (options.bits, options.width_option) = (bits, "the width");
        options
    };
    let heard = Arc::new(Heard::default());
    let listener: Arc<dyn Listener> = heard.clone();
    let list = read_key_list(&path, options(None), &listener).unwrap();
    assert_eq!((list.keys, list.bits), (vec![1 << 64 | 2], 128));
    let notices = heard.0.lock().unwrap();
    let [notice] = notices.as_slice() else { panic!("{notices:?}") };
    assert!(notice.starts_with(&*path.to_string_lossy()), "{notice}");
    assert!(notice.ends_with("; the width 64 takes each number for a key"), "{notice}");
    let nobody: Arc<dyn Listener> = Arc::new(Nobody);
    let list = read_key_list(&path, options(Some(64)), &nobody).unwrap();
    assert_eq!(list.keys, [1, 2]);
}

/// The keys of the rookie as a program in Java prints them, after two numbers that are none.
#[test]
fn a_scheme_with_keys_in_lines_of_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let header = rookie().with_file_name("zobrist.h");
    let nobody: Arc<dyn Listener> = Arc::new(Nobody);
    let mut options = KeyListOptions::default();
    options.bits = Some(64);
    let keys = read_key_list(&header, options, &nobody).unwrap().keys;
    let signed: String = keys.iter().map(|key| format!("{}\n", *key as u64 as i64)).collect();
    fs::write(at("keys.txt"), format!("793 # the number of keys\n-7\n{signed}")).unwrap();
    let toml = fs::read_to_string(rookie()).unwrap();
    let lines = toml.replace("{ file = \"zobrist.h\" }", "{ lines = \"keys.txt\", skip = 2 }");
    assert_ne!(lines, toml);
    fs::write(at("lines.toml"), lines).unwrap();
    let scheme = read_scheme(&at("lines.toml")).unwrap();
    assert_eq!(scheme.fingerprint(), read_scheme(&rookie()).unwrap().fingerprint());
}
