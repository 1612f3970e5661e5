//! The files of each crate import each other in one direction only, and open files by few
//! functions; each crate is complete as a package; the public types of the libraries can grow.

mod growth;
mod imports;
mod opens;
mod packages;
mod sources;

use std::path::Path;

use growth::{CLOSED, LIBRARIES, closed_types};
use imports::circles;
use opens::{ALLOWED, places};
use packages::{Package, links, mentions, read};
use sources::{Source, crates, sources};

/// Crates of the repository, the benchmarks among them.
#[test]
fn no_files_import_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in crates(&root) {
        let sources = sources(&folder);
        assert!(!sources.is_empty(), "no sources in {}", folder.display());
        let name = folder.file_name().unwrap_or_default().display();
        found.extend(circles(&sources).into_iter().map(|circle| format!("{name}: {circle}")));
    }
    assert!(found.is_empty(), "files that import each other:\n{}", found.join("\n"));
}

/// The circles among files given by their path and text.
fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
    circles(&files.iter().map(|(path, text)| Source::new(path, text)).collect::<Vec<_>>())
}

#[test]
fn circles_are_found() {
    let two = [
        ("lib.rs", "mod a;\nmod b;\n"),
        ("a.rs", "use crate::b::B;\n"),
        ("b.rs", "use std::fmt;\nuse super::a::{\n    A,\n    C,\n};\n"),
    ];
    assert_eq!(circles_of(&two), ["a.rs, b.rs"]);
    // A child takes from its parent, which takes from the child.
    let family = [
        ("lib.rs", "mod a;\n"),
        ("a/mod.rs", "mod child;\nuse child::Child;\nconst LIMIT: u32 = 1;\n"),
        ("a/child.rs", "use super::LIMIT;\n"),
    ];
    assert_eq!(circles_of(&family), ["a/mod.rs, a/child.rs"]);
    // Paths in code count as imports do.
    let in_code = [
        ("lib.rs", "mod a;\nmod b;\n"),
        ("a.rs", "fn f() { crate::b::g() }\n"),
        ("b.rs", "pub(in crate::a) fn g() { super::a::f() }\n"),
    ];
    assert_eq!(circles_of(&in_code), ["a.rs, b.rs"]);
    // An item that is exported again is taken from the file that has it.
    let again = [
        ("lib.rs", "mod a;\npub use a::A;\n"),
        ("a/mod.rs", "mod one;\nmod two;\npub use self::{one::A, two::B};\n"),
        ("a/one.rs", "use crate::a::B;\n"),
        ("a/two.rs", "use crate::A;\n"),
    ];
    assert_eq!(circles_of(&again), ["a/one.rs, a/two.rs"]);
}

#[test]
fn exports_and_tests_make_no_circle() {
    let exports = [
        ("lib.rs", "mod a;\npub use a::A;\n"),
        ("a/mod.rs", "mod limit;\nmod one;\npub use one::A;\n"),
        ("a/limit.rs", "pub const LIMIT: u32 = 1;\n"),
        ("a/one.rs", "use super::limit::LIMIT; // not use crate::A;\n"),
    ];
    assert_eq!(circles_of(&exports), [""; 0]);
    let tests = [
        ("lib.rs", "mod a;\nmod b;\n"),
        ("a.rs", "use crate::b::B;\n"),
        ("b.rs", "struct B;\n\n#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n"),
    ];
    assert_eq!(circles_of(&tests), [""; 0]);
}

/// The list in `opens.rs` is that of all places, with a reason for each.
#[test]
fn files_are_opened_by_few_functions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in crates(&root).iter().filter(|folder| !folder.ends_with("bench")) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        found.extend(places(&name, &sources(folder)));
    }
    let is_allowed =
        |file: &str, call: &str| ALLOWED.iter().any(|(known, by, _)| (*known, *by) == (file, call));
    let new: Vec<_> = found.iter().filter(|(file, call)| !is_allowed(file, call)).collect();
    assert!(new.is_empty(), "open by `open_regular`, or add a reason to the list: {new:#?}");
    let is_found =
        |file: &str, call: &str| found.iter().any(|(known, by)| (&**known, *by) == (file, call));
    let gone: Vec<_> = ALLOWED.iter().filter(|(file, call, _)| !is_found(file, call)).collect();
    assert!(gone.is_empty(), "not there any more, remove them from the list: {gone:#?}");
}

#[test]
fn places_that_open_files_are_found() {
    let found = |text: &str| places("a", &[Source::new("b.rs", text)]);
    for (text, call) in [
        ("let file = File::open(path)?;", "File::open"),
        ("paths.map(std::fs::File::open)", "File::open"),
        ("fs::read(path)", "fs::read"),
    ] {
        assert_eq!(found(text), [("a/b.rs".to_owned(), call)], "{text}");
    }
    for text in [
        "TableFile::open(path)",
        "fs::read_dir(path)",
        "fs::read_link(path)",
        "// File::open(path)",
        "fn f() {}\nmod tests {\n    fn g() { fs::read(path) }\n}\n",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
    assert_eq!(places("a", &[Source::new("b/tests.rs", "fs::read(path)")]), []);
    let beside = Source::new("b/beside_numpy.rs", "fs::read(path)");
    let parent = |text: &str| Source::new("b/mod.rs", text);
    assert_eq!(places("a", &[parent("mod beside_numpy;\n"), beside]).len(), 1);
    let beside = Source::new("b/beside_numpy.rs", "fs::read(path)");
    assert_eq!(places("a", &[parent("#[cfg(test)]\nmod beside_numpy;\n"), beside]), []);
}

/// The crates that are published.
fn packages(root: &Path) -> Vec<Package> {
    let folders = crates(root).into_iter().filter(|folder| !folder.ends_with("bench"));
    folders.map(|folder| Package::new(&folder)).filter(Package::is_published).collect()
}

#[test]
fn packages_are_complete() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let packages = packages(&root);
    assert!(packages.len() > 20, "expected the crates of the workspace, got {}", packages.len());
    let faults: Vec<_> = packages.iter().flat_map(Package::faults).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    for package in &packages {
        for license in package.licenses() {
            let (own, top) = (read(&package.folder.join(license)), read(&root.join(license)));
            assert!(own == top, "{}: {license} is not that of the repository", package.name());
        }
    }
}

/// The table of crates in the README says what the manifests say.
#[test]
fn the_readme_has_the_oldest_rust_of_each_crate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let workspace = read(&root.join("Cargo.toml"));
    let workspace = workspace.lines().find_map(|line| line.strip_prefix("rust-version = \""));
    let workspace = workspace.expect("the version of the workspace").trim_end_matches('"');
    let readme = read(&root.join("README.md"));
    let mut compared = 0;
    for package in packages(&root) {
        let row =
            readme.lines().find(|line| line.starts_with(&format!("| `{}` |", package.name())));
        let Some(row) = row else { continue };
        let version = row.split(" | ").nth(2);
        assert_eq!(version, Some(package.rust_version(workspace)), "{}", package.name());
        compared += 1;
    }
    assert_eq!(compared, 21, "crates in the table of the README");
}

#[test]
fn packages_have_no_link_that_leaves_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut packages = packages(&root);
    packages.push(Package::new(&root.join("crates/python")));
    let found: Vec<_> = packages.iter().flat_map(Package::links_out).collect();
    assert!(
        found.is_empty(),
        "name it without a link, or link the page into the crate's docs/:\n{}",
        found.join("\n")
    );
}

#[test]
fn links_and_mentions_are_found() {
    let text = "[a](../b), [c](docs/d.md#e) and [f](https://g.h)\n\
                ```\n[i](j)\n```\n[k](#l) [m]\n[m]: n.md\n";
    assert_eq!(links(text), ["../b", "docs/d.md#e", "n.md"]);
    let text = "`docs/a.md` is, (docs/b-c.md), `docs/d.md` in\n the repository, docs/e.md of\n`f`";
    assert_eq!(mentions(text), ["docs/a.md", "docs/b-c.md"]);
}

/// The list in `growth.rs` is that of all closed types, with a reason for each.
#[test]
fn public_types_can_grow() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for name in LIBRARIES {
        let sources = sources(&root.join(name));
        assert!(!sources.is_empty(), "no sources in {name}");
        found.extend(closed_types(&sources).into_iter().map(|closed| (name, closed)));
    }
    let is_listed = |(name, closed): &&(&str, String)| {
        CLOSED.iter().any(|(known, by, _)| (known, by) == (name, &&**closed))
    };
    let new: Vec<_> = found.iter().filter(|closed| !is_listed(closed)).collect();
    assert!(new.is_empty(), "`#[non_exhaustive]`, or add a reason to the list: {new:#?}");
    let is_found = |name: &str, closed: &str| {
        found.iter().any(|(known, by)| (*known, &**by) == (name, closed))
    };
    let gone: Vec<_> = CLOSED.iter().filter(|(name, closed, _)| !is_found(name, closed)).collect();
    assert!(gone.is_empty(), "open now, or gone; remove them from the list: {gone:#?}");
}

#[test]
fn closed_types_are_found() {
    let found = |text: &str| closed_types(&[Source::new("a.rs", text)]);
    for text in [
        "pub enum Closed {\n    A,\n}\n",
        "/// Of two.\n#[derive(Debug)]\npub enum Closed { A, B }\n",
        "pub struct Closed {\n    /// The field.\n    pub a: u8,\n}\n",
        "pub struct Closed(pub u8);\n",
        "pub struct Closed(pub u8, pub u8);\n",
        "mod m {\n    pub struct Closed<'a, T> {\n        #[serde(flatten)]\n        pub a: &'a T,\n    }\n}\n",
        "#[non_exhaustive]\npub enum Open {\n    A,\n}\n\npub struct Closed {\n    pub a: u8,\n}\n",
    ] {
        assert_eq!(found(text), ["Closed"], "{text}");
    }
    for text in [
        "#[derive(Debug)]\n/// Of two.\n#[non_exhaustive]\npub enum Open {\n    A,\n}\n",
        "#[non_exhaustive]\npub struct Open {\n    pub a: u8,\n}\n",
        "pub struct Open {\n    pub a: u8,\n    b: u8,\n}\n",
        "pub struct Open {\n    pub a: u8,\n    pub(crate) b: u8,\n}\n",
        "pub struct Open(u8);\n",
        "pub struct Open(pub u8, u8);\n",
        "pub struct Open(\n    // The number.\n    u32,\n);\n",
        "pub struct Open;\n",
        "pub struct Open {}\n",
        "pub(crate) enum Private {\n    A,\n}\n",
        "macro_rules! m {\n    () => {\n        pub struct $name {\n            pub a: u8,\n        }\n    };\n}\n",
    ] {
        assert_eq!(found(text), [""; 0], "{text}");
    }
}
