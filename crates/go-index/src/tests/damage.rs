//! Damaged indexes: no other answer, but an error.

use std::fs;
use std::path::{Path, PathBuf};

use super::games::{build, positions, random_games};
use crate::{GoIndex, GoIndexError, GoQuestion, Window};

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = vec![folder.join("manifest.json")];
    for table in ["games", "occurrences"] {
        files.extend(fs::read_dir(folder.join(table)).unwrap().map(|file| file.unwrap().path()));
    }
    files
}

#[test]
fn every_damaged_byte_is_seen() {
    let games = random_games(5, 30, 40);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index");
    build(&path, &games, |_| ()).unwrap();
    let window = Window::board(&positions(&games[0].0)[5], true, true);
    let ask = || -> Result<_, GoIndexError> {
        let mut got = Vec::new();
        let question = GoQuestion { names: true, ..GoQuestion::default() };
        let index = GoIndex::open(&path)?;
        index.explore(&window, question, |facts, found| got.push((facts, found)))?;
        Ok(got)
    };
    let expected = ask().unwrap();
    assert!(!expected.is_empty());
    let (mut seen, mut untouched) = (0, 0);
    for file in files(&path) {
        let bytes = fs::read(&file).unwrap();
        for at in (0..bytes.len()).step_by(1 + bytes.len() / 120) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            fs::write(&file, damaged).unwrap();
            let verified = GoIndex::open(&path).and_then(|index| index.verify());
            assert!(verified.is_err(), "byte {at} of {}", file.display());
            match ask() {
                Ok(got) => {
                    assert!(got == expected, "byte {at} of {}", file.display());
                    untouched += 1;
                }
                Err(_) => seen += 1,
            }
        }
        for length in [0, 1, bytes.len() / 2, bytes.len() - 2] {
            fs::write(&file, &bytes[..length]).unwrap();
            assert!(ask().is_err(), "{length} bytes of {}", file.display());
        }
        fs::remove_file(&file).unwrap();
        assert!(ask().is_err(), "{} is missing", file.display());
        fs::write(&file, bytes).unwrap();
    }
    assert!(seen > untouched && ask().unwrap() == expected, "{seen} {untouched}");
}
