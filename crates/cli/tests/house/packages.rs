//! A package is complete by itself: its manifest, its licenses, and no link that leaves it.

use std::fs;
use std::path::{Path, PathBuf};

/// Categories of crates.io that we use.
const CATEGORIES: &[&str] = &[
    "algorithms",
    "command-line-interface",
    "command-line-utilities",
    "compression",
    "concurrency",
    "data-structures",
    "database-implementations",
    "encoding",
    "external-ffi-bindings",
    "filesystem",
    "game-development",
    "games",
    "no-std",
    "parser-implementations",
    "science",
    "simulation",
    "text-processing",
];

/// A crate that is published.
pub(crate) struct Package {
    pub(crate) folder: PathBuf,
    pub(crate) manifest: String,
}

impl Package {
    pub(crate) fn new(folder: &Path) -> Package {
        let manifest = read(&folder.join("Cargo.toml"));
        Package { folder: folder.to_owned(), manifest }
    }

    pub(crate) fn is_published(&self) -> bool {
        !self.manifest.contains("\npublish = false\n")
    }

    pub(crate) fn name(&self) -> &str {
        self.text("name").expect("a package has a name")
    }

    /// The value of a key whose value is a text on its line.
    fn text(&self, key: &str) -> Option<&str> {
        let value = self.value(key)?;
        value.strip_prefix('"')?.strip_suffix('"')
    }

    fn list(&self, key: &str) -> Vec<&str> {
        let value = self.value(key).and_then(|value| value.strip_prefix('[')?.strip_suffix(']'));
        value
            .into_iter()
            .flat_map(|list| list.split(", "))
            .map(|item| item.trim_matches('"'))
            .collect()
    }

    fn value(&self, key: &str) -> Option<&str> {
        self.manifest.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "))
    }

    /// The oldest Rust, given that of the workspace.
    pub(crate) fn rust_version<'a>(&'a self, workspace: &'a str) -> &'a str {
        self.text("rust-version").unwrap_or(workspace)
    }

    /// The faults of the manifest.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut fault = |is_sound: bool, text: &str| {
            if !is_sound {
                faults.push(format!("{}: {text}", self.name()));
            }
        };
        let described = self.text("description").is_some_and(|text| !text.is_empty());
        fault(described, "expected a description");
        fault(self.text("readme") == Some("README.md"), "expected readme = \"README.md\"");
        let keywords = self.list("keywords");
        let is_sound = |word: &&str| (1..=20).contains(&word.len()) && word.is_ascii();
        let are_sound = (1..=5).contains(&keywords.len()) && keywords.iter().all(is_sound);
        fault(are_sound, "expected 1 to 5 keywords of at most 20 ASCII characters");
        let categories = self.list("categories");
        let are_known = categories.iter().all(|category| CATEGORIES.contains(category));
        fault(are_known && (1..=5).contains(&categories.len()), "expected 1 to 5 known categories");
        for line in ["version.workspace = true", "repository.workspace = true"] {
            fault(self.manifest.lines().any(|own| own == line), &format!("expected {line}"));
        }
        let docs = self.manifest.split_once("\n[package.metadata.docs.rs]\n");
        let docs = docs.map_or("", |(_, docs)| docs.split("\n[").next().unwrap_or(""));
        fault(docs.contains("targets = ["), "expected targets in [package.metadata.docs.rs]");
        let has_features = self.manifest.contains("\n[features]\n");
        fault(
            !has_features || docs.contains("all-features = true"),
            "expected all-features = true in [package.metadata.docs.rs]",
        );
        faults
    }

    /// The names of the license files that belong into the package.
    pub(crate) fn licenses(&self) -> &'static [&'static str] {
        match self.text("license") {
            Some("MIT OR Apache-2.0") => &["LICENSE-MIT", "LICENSE-APACHE"],
            Some("GPL-3.0-or-later") => &["LICENSE-GPL"],
            other => panic!("{}: unknown license {other:?}", self.name()),
        }
    }

    /// The links of its pages, and of the comments in its code, to what is not in the package.
    pub(crate) fn links_out(&self) -> Vec<String> {
        let mut found = Vec::new();
        for page in self.pages() {
            let place = page.strip_prefix(&self.folder).expect("a page of the package").display();
            for target in links(&read(&page)) {
                if !self.has(&page, target) {
                    found.push(format!("{}: {place}: {target}", self.name()));
                }
            }
        }
        let is_help = self.manifest.contains("\nclap = ");
        for file in files(&self.folder.join("src"), "rs") {
            let place = file.strip_prefix(&self.folder).expect("a file of the package").display();
            let text = read(&file);
            let comments: Vec<&str> = text.lines().filter_map(comment).collect();
            let comments = comments.join("\n");
            let links = links(&comments).into_iter().filter(|target| target.contains('/'));
            // Where documentation is the help of a command, it names pages that come with that.
            let mentions = if is_help { Vec::new() } else { mentions(&comments) };
            let missing = mentions.into_iter().filter(|page| !self.folder.join(page).exists());
            found.extend(
                links.chain(missing).map(|link| format!("{}: {place}: {link}", self.name())),
            );
        }
        found
    }

    fn pages(&self) -> Vec<PathBuf> {
        let mut pages = files(&self.folder.join("docs"), "md");
        pages.push(self.folder.join("README.md"));
        pages
    }

    /// True if a link of a page leads to a file of the package.
    fn has(&self, page: &Path, target: &str) -> bool {
        let mut path = page.parent().expect("a page has a folder").to_owned();
        let (file, _) = target.split_once('#').unwrap_or((target, ""));
        for part in file.split('/') {
            match part {
                ".." => _ = path.pop(),
                part => path.push(part),
            }
        }
        // Where packages leave something out, it is the tests.
        let is_left_out = self.value("exclude").is_some_and(|list| list.contains("tests/"))
            && path.starts_with(self.folder.join("tests"));
        path.starts_with(&self.folder) && path.exists() && !is_left_out
    }
}

/// The text of a comment that is documentation.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("//!").or_else(|| line.strip_prefix("///"))
}

/// The targets of links that are no addresses and no headings of the page itself.
pub(crate) fn links(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        is_code ^= line.trim_start().starts_with("```");
        if is_code {
            continue;
        }
        let inline = line.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
        let named = line.strip_prefix('[').and_then(|rest| Some(rest.split_once("]: ")?.1.trim()));
        found.extend(inline.chain(named).filter(|target| {
            !target.contains("://") && !target.starts_with('#') && !target.starts_with("mailto:")
        }));
    }
    found
}

/// The pages that a text names, `docs/NAME.md`, but for those that it says to be elsewhere: "in the
/// repository" or "of" another crate.
pub(crate) fn mentions(text: &str) -> Vec<&str> {
    let starts = text.match_indices("docs/").map(|(start, _)| &text[start..]);
    let pages = starts.filter_map(|text| {
        let (name, after) = text.split_once(".md")?;
        let is_name = name["docs/".len()..].bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        let mut words = after.trim_start_matches('`').split_whitespace();
        let is_elsewhere =
            matches!((words.next(), words.next()), (Some("in"), Some("the")) | (Some("of"), _));
        (is_name && !is_elsewhere).then(|| &text[..name.len() + ".md".len()])
    });
    pages.collect()
}

/// The files below a folder with an extension; none where there is no folder.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("an entry of the folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|own| own == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
