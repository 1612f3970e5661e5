//! The files of docs/gallery: each describes a scheme, and those whose keys follow from a source
//! have the hashes of their positions.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use zobrist::source::SplitMix64;

use crate::gallery_keys::keys;
use crate::tool::Folder;

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
    assert_eq!(schemes.len(), 32);
    let folder = Folder::new();
    let mut meanings = BTreeSet::new();
    for name in &schemes {
        let file = format!("{name}.toml");
        let text = fs::read_to_string(gallery().join(&file)).unwrap();
        assert!(text.contains(&format!("name     = \"{name}\"\n")), "{text}");
        folder.write(&file, &text);
        let check = || folder.zobrist(["schemes", "check", &file]);
        if text.contains("{ file = ") {
            let write = |count: usize| {
                let mut random = SplitMix64::new(57);
                let keys = (0..count).map(|_| format!("{:016x}\n", random.next_u64()));
                folder.write(&format!("{name}.hex"), keys.collect::<String>());
            };
            write(1);
            let refused = check().refused();
            let (_, expected) = refused.split_once("expected ").unwrap();
            write(expected.split(' ').next().unwrap().parse().unwrap());
        }
        let meaning = check().done();
        assert!(meaning.starts_with(&format!("{name}: ")), "{meaning}");
        meanings.insert(meaning);
    }
    assert_eq!(meanings.len(), schemes.len());
}

/// The command knows the conventions of each.
#[test]
fn the_engine_command_has_each_file() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../commands-engine/docs/gallery");
    let linked = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
    let mut linked: Vec<String> = linked.map(|name| name.into_string().unwrap()).collect();
    linked.sort();
    let mut files: Vec<String> = names(".toml").iter().map(|name| format!("{name}.toml")).collect();
    files.sort();
    assert_eq!(linked, files);
}

#[test]
fn schemes_with_a_generator_have_the_hashes_of_their_positions() {
    let names = names(".txt");
    let expected = [
        "bbc",
        "chesslibcpp",
        "countergo",
        "dragon",
        "ethereal",
        "fairy-stockfish",
        "fruit",
        "igel",
        "leorik",
        "lynx",
        "rubichess",
        "sf-1.9.1",
        "sf-11",
        "sf-18",
        "sf-5",
        "vice",
        "viridithas",
        "zahak",
    ];
    assert_eq!(names, expected);
    let folder = Folder::new();
    for name in names {
        let [scheme, lines] = ["toml", "txt"].map(|end| format!("{name}.{end}"));
        for file in [&scheme, &lines] {
            folder.write(file, fs::read(gallery().join(file)).unwrap());
        }
        if let Some(keys) = keys(&name) {
            let keys: String = keys.iter().map(|key| format!("{key:016x}\n")).collect();
            folder.write(&format!("{name}.hex"), keys);
        }
        let run = folder.zobrist(["hash", "--check", "--scheme", &scheme, &lines]);
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
