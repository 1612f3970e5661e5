//! The files of docs/gallery: each describes a scheme, and those whose keys follow from a source
//! have the hashes of their positions.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use zobrist::source::SplitMix64;

use crate::tool::{Folder, zobrist};

fn gallery() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/gallery")
}

/// The names of the files that end so.
fn names(end: &str) -> Vec<String> {
    let files = fs::read_dir(gallery()).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        names.filter_map(|name| Some(name.strip_suffix(end)?.to_owned())).collect();
    names.sort();
    names
}

/// With as many keys as `schemes check` expects, each description is complete.
#[test]
fn each_file_describes_a_scheme() {
    let schemes = names(".toml");
    assert_eq!(schemes.len(), 24);
    let folder = Folder::new();
    let mut meanings = BTreeSet::new();
    for name in &schemes {
        let file = format!("{name}.toml");
        let text = fs::read_to_string(gallery().join(&file)).unwrap();
        assert!(text.contains(&format!("name     = \"{name}\"\n")), "{text}");
        folder.write(&file, &text);
        let check = || folder.zobrist(["schemes", "check", &file]);
        if text.contains("{ file = ") {
            let keys = |count: usize| {
                let mut random = SplitMix64::new(57);
                let keys = (0..count).map(|_| format!("{:016x}\n", random.next_u64()));
                folder.write(&format!("{name}.hex"), keys.collect::<String>());
            };
            keys(1);
            let refused = check().refused();
            let (_, expected) = refused.split_once("expected ").unwrap();
            keys(expected.split(' ').next().unwrap().parse().unwrap());
        }
        let meaning = check().done();
        assert!(meaning.starts_with(&format!("{name}: ")), "{meaning}");
        meanings.insert(meaning);
    }
    assert_eq!(meanings.len(), schemes.len());
}

#[test]
fn schemes_with_a_source_have_the_hashes_of_their_positions() {
    let names = names(".txt");
    assert_eq!(names, ["chesslibcpp", "fruit", "sf-11", "sf-18"]);
    for name in names {
        let path = |end: &str| gallery().join(format!("{name}.{end}")).display().to_string();
        let run = zobrist(["hash", "--check", "--scheme", &path("toml"), &path("txt")]);
        assert_eq!(run.stderr, "zobrist: 12 lines, 0 wrong\n", "{name}");
    }
}

/// The table of the page has each file, and no other.
#[test]
fn the_page_names_each_file() {
    let page = fs::read_to_string(gallery().join("README.md")).unwrap();
    let named = page.lines().filter_map(|line| {
        let (_, rest) = line.strip_prefix("| ")?.split_once(" | [")?;
        Some(rest.split_once(".toml]")?.0.to_owned())
    });
    let mut named: Vec<String> = named.collect();
    named.sort();
    assert_eq!(named, names(".toml"));
}
