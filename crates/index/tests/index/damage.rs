//! Damage to the files of an index: an error, or right answers, and never a panic.

use std::fs;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use shakmaty::{Chess, Position};
use zobrist_index::{BuildOptions, Index, IndexError};

use crate::tables;
use crate::tool::{Folder, append, faults, feed, merge, sample};

/// An index of two segments.
fn index() -> Folder {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), &sample(20));
    let files = [folder.games("more.pgn", "[Variant \"Atomic\"]\n\n1. e4 e5 *\n\n1. d4 *\n")];
    let mut builder = append(&folder.index(), BuildOptions::default(), &files);
    feed(&mut builder, &files, 1, usize::MAX);
    builder.finish().unwrap();
    folder
}

/// The Parquet files of an index.
fn parquet(folder: &Path) -> Vec<PathBuf> {
    let names = ["positions", "occurrences", "games"].map(|table| tables::files(folder, table));
    names.concat().concat().into_iter().map(|name| folder.join(name)).collect()
}

/// Asks whatever can be asked.
fn ask(folder: &Path) -> Result<(), IndexError> {
    let index = Index::open(folder)?;
    let mut results = Vec::new();
    let mut position = Chess::default();
    for san in ["e4", "e5", "Nf3", "Nc6"] {
        results.push(index.moves(&position).map(drop));
        results.push(index.games_with(&position, 3).map(drop));
        let m = san.parse::<shakmaty::san::San>().unwrap().to_move(&position).unwrap();
        position.play_unchecked(m);
    }
    for number in [0, 10, 19, 20, 21] {
        results.push(index.game(number).map(drop));
    }
    results.push(index.game_batches().try_for_each(|games| games.map(drop)));
    results.into_iter().collect()
}

/// Numbers that are the same each time (xorshift, G. Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

/// Checks that the error is one of a damaged file, and names the file.
#[track_caller]
fn assert_damage(error: &IndexError) {
    assert!(matches!(error, IndexError::Damaged { .. } | IndexError::Parquet { .. }), "{error:?}");
    let message = error.to_string();
    assert!(message.contains(".parquet is damaged") && message.contains("build the index again"));
}

#[test]
fn a_flipped_bit_is_found_and_is_no_reason_to_panic() {
    let folder = index();
    assert_eq!(ask(&folder.index()).map_err(|error| error.to_string()), Ok(()));
    let mut random = Random(2026);
    let mut refused = 0;
    for path in parquet(&folder.index()) {
        let whole = fs::read(&path).unwrap();
        // All of the footer, where most can go wrong, and places anywhere.
        let flips = (0..60).map(|_| (random.below(whole.len()), random.below(8)));
        let footer = (0..60)
            .map(|number| (whole.len() - 1 - number * 17 % whole.len().min(1050), number % 8));
        for (at, bit) in flips.chain(footer).collect::<Vec<_>>() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << bit;
            fs::write(&path, &damaged).unwrap();
            let what = format!("bit {bit} of byte {at} of {}", path.display());
            assert_eq!(faults(&folder.index()).len(), 1, "{what}");
            let asked = catch_unwind(AssertUnwindSafe(|| ask(&folder.index())));
            match asked {
                Err(_) => panic!("{what}"),
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    refused += 1;
                    assert_damage(&error);
                }
            }
        }
        fs::write(&path, &whole).unwrap();
    }
    assert!(refused > 200, "{refused}");
    assert_eq!(ask(&folder.index()).map_err(|error| error.to_string()), Ok(()));
}

#[test]
fn damage_is_not_merged() {
    let folder = index();
    let before = crate::tool::bytes(&folder.index());
    let mut random = Random(7);
    for path in parquet(&folder.index()).iter().filter(|path| !path.ends_with("games")) {
        if path.to_string_lossy().contains("/games/") {
            continue;
        }
        let whole = fs::read(path).unwrap();
        for _ in 0..60 {
            let mut damaged = whole.clone();
            // The first four bytes are not read: those of the new file are its own.
            damaged[4 + random.below(whole.len() - 4)] ^= 1 << random.below(8);
            fs::write(path, &damaged).unwrap();
            let error = merge(folder.index(), 1 << 24, 1).unwrap_err();
            assert_damage(&error);
        }
        fs::write(path, &whole).unwrap();
    }
    assert!(crate::tool::bytes(&folder.index()) == before);
}

#[test]
fn truncated_files_are_refused() {
    let folder = index();
    for path in parquet(&folder.index()) {
        let whole = fs::read(&path).unwrap();
        for length in [0, 4, whole.len() / 2, whole.len() - 1] {
            fs::write(&path, &whole[..length]).unwrap();
            let error = ask(&folder.index()).unwrap_err();
            assert_damage(&error);
            let expected = format!("expected {} bytes, got {length}", whole.len());
            assert!(error.to_string().contains(&expected), "{error}");
            assert_eq!(faults(&folder.index()).len(), 1);
        }
        fs::write(&path, &whole).unwrap();
    }
}

#[test]
fn files_that_are_not_there_are_named() {
    let folder = index();
    for path in parquet(&folder.index()) {
        let whole = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let error = ask(&folder.index()).unwrap_err();
        assert!(matches!(error, IndexError::MissingFile(_)), "{error:?}");
        assert!(error.to_string().contains(&*path.to_string_lossy()), "{error}");
        assert!(error.to_string().ends_with("being written, else build it again"), "{error}");
        let faults = faults(&folder.index());
        assert!(faults.len() == 1 && faults[0].contains("the file is missing"), "{faults:?}");
        fs::write(&path, &whole).unwrap();
    }
}

#[test]
fn a_file_of_another_table_is_refused() {
    let folder = index();
    let names = ["positions", "occurrences", "games"];
    let files =
        names.map(|table| folder.index().join(&tables::files(&folder.index(), table)[0][0]));
    for (table, file) in names.iter().zip(&files) {
        for (other_table, other) in names.iter().zip(&files).filter(|(name, _)| *name != table) {
            let whole = fs::read(file).unwrap();
            fs::copy(other, file).unwrap();
            // Even if the manifest takes it for the right one.
            let manifest = crate::rewritten::accept(&folder.index(), file);
            let error = ask(&folder.index()).unwrap_err();
            assert_damage(&error);
            let expected = format!("expected zobrist.table to be {table:?}, got {other_table:?}");
            assert!(error.to_string().contains(&expected), "{error}");
            assert!(!faults(&folder.index()).is_empty());
            fs::write(file, whole).unwrap();
            fs::write(folder.index().join("manifest.json"), manifest).unwrap();
        }
    }
}

#[test]
fn a_file_of_an_index_by_another_scheme_is_refused() {
    let folder = index();
    let other = Folder::new();
    let mut options = BuildOptions::default();
    options.scheme = zobrist_index::SchemeId::Polyglot.into();
    other.build(options, &sample(20));
    let [file, wrong] =
        [&folder, &other].map(|folder| folder.index().join("positions/000001-0000.parquet"));
    fs::copy(&wrong, &file).unwrap();
    crate::rewritten::accept(&folder.index(), &file);
    let error = ask(&folder.index()).unwrap_err();
    assert_damage(&error);
    let expected = "expected zobrist.scheme to be \"fide\", got \"polyglot\"";
    assert!(error.to_string().contains(expected), "{error}");
}

#[test]
fn files_are_synced_parquet_from_the_first_byte_to_the_last() {
    let folder = index();
    for path in parquet(&folder.index()) {
        let mut bytes = Vec::new();
        fs::File::open(path).unwrap().read_to_end(&mut bytes).unwrap();
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    }
}
