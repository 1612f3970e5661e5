//! Files for an index: each once, and none that the index holds already.

use std::env;
use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use zobrist_game_text::Rejection;
use zobrist_index::{BuildOptions, IndexBuilder, IndexError, KnownBy};
use zobrist_ingest::{Sources, Watch, ingest};
use zobrist_input::{Listener, Nobody};

struct Silent;

impl Watch for Silent {
    fn games(&mut self, _: u64, _: u64, _: &[Rejection]) {}
}

fn names(sources: &Sources) -> Vec<String> {
    sources.versions().into_iter().map(|version| version.name).collect()
}

#[test]
fn a_file_that_is_named_again_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["first.pgn", "second.pgn"].map(|name| folder.path().join(name));
    for file in [&first, &second] {
        fs::write(file, "1. e4 *\n").unwrap();
    }
    // Another path to the same file.
    fs::create_dir(folder.path().join("aside")).unwrap();
    let detour = folder.path().join("aside/../first.pgn");
    let given = [first.clone(), second.clone(), detour.clone(), second.clone()];
    let sources = Sources::find(&given).unwrap();
    assert_eq!(sources.files(), [first.clone(), second.clone()]);
    let again = sources.named_again().iter().map(|again| (&again.path, &again.first));
    assert!(again.eq([(&detour, &first), (&second, &second)]), "{:?}", sources.named_again());
    fs::remove_file(&second).unwrap();
    let error = Sources::find(&given).unwrap_err();
    assert_eq!(error.to_string(), format!("cannot open {}", second.display()));
}

#[test]
fn an_index_stores_absolute_paths_or_those_that_were_given() {
    let folder = tempfile::tempdir_in(env::current_dir().unwrap()).unwrap();
    let name = PathBuf::from(folder.path().file_name().unwrap()).join("games.pgn");
    fs::write(&name, "1. e4 *\n").unwrap();
    let sources = Sources::find(&[name.clone(), PathBuf::from("-")]).unwrap();
    let absolute = fs::canonicalize(&name).unwrap().to_str().unwrap().to_owned();
    assert_eq!(names(&sources), [&absolute, "-"]);
    let sources = sources.with_paths_as_given(true);
    assert_eq!(names(&sources), [name.to_str().unwrap(), "-"]);
}

#[test]
fn files_that_an_index_holds_are_left_out_under_the_paths_that_were_given() {
    let folder = tempfile::tempdir_in(env::current_dir().unwrap()).unwrap();
    let path = |name: &str| PathBuf::from(folder.path().file_name().unwrap()).join(name);
    let files = ["old.pgn", "new.pgn", "copy.pgn"].map(path);
    for (file, text) in files.iter().zip(["1. e4 *\n", "1. d4 *\n", "1. d4 *\n"]) {
        fs::write(file, text).unwrap();
    }
    let index = folder.path().join("index");
    let old = Sources::find(&files[..1]).unwrap();
    let builder =
        IndexBuilder::create_from_sources(&index, BuildOptions::default(), old.versions()).unwrap();
    let nobody: Arc<dyn Listener> = Arc::new(Nobody);
    ingest(builder, old.files(), NonZeroUsize::MIN, &nobody, &mut Silent).unwrap();

    let mut sources = Sources::find(&files).unwrap();
    let mut left_out = Vec::new();
    let builder = loop {
        let versions = sources.versions();
        match IndexBuilder::append_from_sources(&index, BuildOptions::default(), versions) {
            Err(IndexError::AlreadyIn(known)) => left_out.extend(sources.leave_out(&known)),
            builder => break builder.unwrap(),
        }
    };
    let left_out: Vec<_> = left_out.iter().map(|known| (&*known.name, known.by)).collect();
    let [old, new, copy] = files.each_ref().map(|file| file.to_str().unwrap());
    assert_eq!(left_out, [(old, KnownBy::NameAndTime), (copy, KnownBy::OtherAdded)]);
    assert_eq!(sources.files(), [PathBuf::from(new)]);
    let built = ingest(builder, sources.files(), NonZeroUsize::MIN, &nobody, &mut Silent).unwrap();
    assert_eq!(built.games, 1);
}
