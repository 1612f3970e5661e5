//! The source files of a crate.

use std::fs;
use std::path::{Path, PathBuf};

/// A source file: its path below `src`, the path of its module and its code.
pub(crate) struct Source {
    pub(crate) file: String,
    pub(crate) module: Vec<String>,
    /// The text without comments and without the tests at its end.
    pub(crate) code: String,
}

impl Source {
    pub(crate) fn new(file: &str, text: &str) -> Source {
        let stem = file.strip_suffix(".rs").expect("a source file");
        let mut module: Vec<String> = stem.split('/').map(str::to_owned).collect();
        module.pop_if(|name| name == "mod");
        if module == ["lib"] || module == ["main"] {
            module.clear();
        }
        let lines = text.lines().take_while(|line| *line != "mod tests {");
        let code = lines.map(without_comment).collect::<Vec<_>>().join("\n");
        Source { file: file.to_owned(), module, code }
    }
}

/// The code of a line: no comment, and no documentation as an attribute.
fn without_comment(line: &str) -> &str {
    match line.split_once("//") {
        _ if line.contains("doc = \"") => "",
        Some((code, _)) => code,
        None => line,
    }
}

/// The folders of the crates in a repository.
pub(crate) fn crates(root: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = fs::read_dir(root.join("crates"))
        .expect("the folder of the crates")
        .map(|entry| entry.expect("an entry of the folder").path())
        .chain([root.join("bench")])
        .filter(|folder| folder.join("Cargo.toml").exists())
        .collect();
    folders.sort();
    folders
}

/// All source files of a crate.
pub(crate) fn sources(folder: &Path) -> Vec<Source> {
    let src = folder.join("src");
    let (mut found, mut folders) = (Vec::new(), vec![src.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry of the folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let file = path.strip_prefix(&src).expect("a file below src");
                let file = file.to_str().expect("a name in UTF-8").replace('\\', "/");
                let text = fs::read_to_string(&path).expect("a source file");
                found.push(Source::new(&file, &text));
            }
        }
    }
    found.sort_by(|one, other| one.file.cmp(&other.file));
    found
}
