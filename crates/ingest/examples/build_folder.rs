//! Builds a position index of all files of games in a folder, or adds those that it does not have
//! yet to the index that is there: what a nightly job does. Uses all cores, prints each game that it
//! rejects, and goes on where it was if it was killed.
//!
//! ```sh
//! cargo run --release -p zobrist-ingest --example build_folder -- games/ index/
//! ```

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs, thread};

use zobrist_game_text::Rejection;
use zobrist_index::{BuildCounts, BuildOptions, Index, IndexBuilder, IndexError};
use zobrist_ingest::{Sources, Watch, ingest};
use zobrist_input::{Listener, Nobody};

/// Prints what is rejected.
#[derive(Default)]
struct Print {
    rejected: usize,
}

impl Watch for Print {
    fn games(&mut self, _read: u64, _plies: u64, rejections: &[Rejection]) {
        self.rejected += rejections.len();
        rejections.iter().for_each(|rejection| eprintln!("{rejection}"));
    }
}

/// The files of games of a folder, by their names.
fn files_of(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let plain = zobrist_input::plain_name(&name);
        if plain.ends_with(".pgn") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Builds the index, or adds the files to it that it does not hold yet; `None` if it holds all.
fn build(
    games: &Path,
    index: &Path,
    watch: &mut Print,
) -> Result<Option<BuildCounts>, Box<dyn Error>> {
    let mut sources = Sources::find(&files_of(games)?)?;
    let mut options = BuildOptions::default();
    options.threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let begin = |sources: &Sources| match index.join("manifest.json").exists() {
        true => IndexBuilder::append_from_sources(index, options.clone(), sources.versions()),
        false => IndexBuilder::create_from_sources(index, options.clone(), sources.versions()),
    };
    let builder = loop {
        match begin(&sources) {
            Ok(builder) => break builder,
            Err(IndexError::AlreadyIn(known)) => {
                sources.leave_out(&known);
                if sources.files().is_empty() {
                    return Ok(None);
                }
            }
            Err(error) => return Err(error.into()),
        }
    };
    let listener: Arc<dyn Listener> = Arc::new(Nobody);
    Ok(Some(ingest(builder, sources.files(), options.threads, &listener, watch)?))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [games, index] = &arguments[..] else {
        return Err("expected the folder of the games and that of the index".into());
    };
    match build(games, index, &mut Print::default())? {
        Some(counts) => println!("{} games added, {} rejected", counts.games, counts.rejected),
        None => println!("the index holds all files already"),
    }
    println!("{} games in {}", Index::open(index)?.games(), index.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_run_adds_what_is_new() {
        let folder = tempfile::tempdir().unwrap();
        let (games, index) = (folder.path().join("games"), folder.path().join("index"));
        fs::create_dir(&games).unwrap();
        let write = |name: &str, bytes: &[u8]| fs::write(games.join(name), bytes).unwrap();
        write("a.pgn", b"1. e4 e5 1-0\n\n1. e4 Ke6 *\n");
        write("b.pgn.zst", &zstd::encode_all(&b"1. d4 d5 *\n"[..], 1).unwrap());
        write("notes.txt", b"not games");

        let mut watch = Print::default();
        let counts = build(&games, &index, &mut watch).unwrap().unwrap();
        assert_eq!((counts.games, counts.rejected, watch.rejected), (2, 1, 1));
        assert!(build(&games, &index, &mut watch).unwrap().is_none());

        write("c.pgn", b"1. c4 *\n");
        let counts = build(&games, &index, &mut watch).unwrap().unwrap();
        assert_eq!(counts.games, 1);
        let index = Index::open(&index).unwrap();
        assert_eq!((index.games(), index.sources().len()), (3, 3));
    }
}
