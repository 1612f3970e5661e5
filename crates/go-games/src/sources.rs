//! Files in SGF that arguments name: themselves, by patterns, or by their folders.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use zobrist_commands_input::game_files::{Wanted, files_in, is_index, matches, say_left_out};
use zobrist_input::plain_name;

/// The ends of the names of files in SGF and in the formats of servers, before that of a compression.
const ENDINGS: [&str; 5] = [".sgf", ".gib", ".ngf", ".ugf", ".ugi"];

/// True if the name of a file is that of games in SGF or another format of Go, plain or compressed.
pub fn is_sgf(path: &Path) -> bool {
    let has = |name: &str| ENDINGS.iter().any(|ending| name.ends_with(ending));
    path.to_str().is_some_and(|name| has(&plain_name(name).to_ascii_lowercase()))
}

/// True if the name of a source is that of games in SGF, or it is a folder with such files and no
/// others of games.
pub fn holds_sgf(source: &Path) -> bool {
    let has = |wanted| files_in(source, wanted).is_ok_and(|files| !files.is_empty());
    let pgn = Wanted::GAMES.without_archives();
    is_sgf(source) || source.is_dir() && has(Wanted::SGF) && !has(pgn) && !is_index(source)
}

/// The files that arguments stand for, in their order: those that match a pattern, those of a
/// folder by name, or the argument itself. A pattern stands for each file once, also if it matches
/// both the file and its folder. No argument stands for none.
///
/// # Errors
/// When a pattern has no match, a folder has no file in SGF, none of the folders that match a
/// pattern has, or one cannot be read.
pub fn sgf_files(arguments: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for argument in arguments {
        let (mut named, mut folder) = (HashSet::new(), None);
        let mut add = |path: PathBuf| {
            if named.insert(path.clone()) {
                files.push(path);
            }
        };
        for path in matches(argument)? {
            match path.is_dir() {
                true => {
                    files_in(&path, Wanted::SGF)?.into_iter().for_each(&mut add);
                    if path == *argument {
                        folder = Some(path);
                    }
                }
                false => add(path),
            }
        }
        if named.is_empty() {
            bail!(
                "expected files in SGF in {}, got none: their names must end in .sgf, .sgf.zst, \
                 .sgf.gz, .sgf.bz2, .sgf.xz or .sgf.zip, or the same with .gib, .ngf, .ugf or .ugi, \
                 and folders within it are not searched; a pattern such as '{}' searches them",
                argument.display(),
                argument.join("**/*.sgf").display()
            );
        }
        if let Some(folder) = folder {
            say_left_out(&folder, Wanted::SGF)?;
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sgf_may_have_the_ending_of_a_compression() {
        for name in ["a.SGF", "b.sgf.zst", "games/*.sgf", "c.sgf.zip", "d.gib", "e.NGF.gz", "f.ugi"]
        {
            assert!(is_sgf(Path::new(name)), "{name}");
        }
        for name in ["sgf", "a.sgf.csv", "a.pgn"] {
            assert!(!is_sgf(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn a_folder_of_sgf_alone_holds_sgf() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!holds_sgf(folder.path()));
        std::fs::write(folder.path().join("a.sgf"), "").unwrap();
        assert!(holds_sgf(folder.path()));
        std::fs::write(folder.path().join("b.pgn"), "").unwrap();
        assert!(!holds_sgf(folder.path()));
    }
}
