//! Folders that others have written to: links, pipes, false names and files that are not ours.

use std::fs;
use std::path::{Path, PathBuf};

use zobrist_index::{BuildOptions, Index, IndexBuilder, IndexError};

use crate::tool::{Folder, append, build, bytes, faults, feed, merge, sample, threads};

/// An index of two segments beside some files of others.
pub(crate) struct Place {
    folder: Folder,
    more: [PathBuf; 1],
}

impl Place {
    pub(crate) fn new() -> Place {
        let folder = Folder::new();
        folder.build(BuildOptions::default(), &sample(3));
        let more = [folder.games("more.pgn", "1. d4 d5 *\n\n1. c4 *\n")];
        let mut builder = append(&folder.index(), BuildOptions::default(), &more);
        feed(&mut builder, &more, 2, usize::MAX);
        builder.finish().unwrap();
        Place { folder, more }
    }

    pub(crate) fn index(&self) -> PathBuf {
        self.folder.index()
    }

    /// A path beside the index.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.index().with_file_name(name)
    }

    /// Does whatever a user can do with an index, and returns the errors by what was done.
    pub(crate) fn all(&self) -> Vec<(&'static str, Option<IndexError>)> {
        let index = self.index();
        let options = BuildOptions::default();
        let mut anew = options.clone();
        anew.replace = true;
        let finish = |builder: Result<IndexBuilder, IndexError>| {
            let mut builder = builder?;
            builder.add_pgn("games.pgn", b"1. f4 *\n")?;
            builder.finish().map(drop)
        };
        vec![
            ("look up", ask(&index).err()),
            ("verify", zobrist_index::verify(&index, 1 << 24, threads(2), &mut |_| ()).err()),
            ("add", finish(IndexBuilder::append(&index, options)).err()),
            ("merge", merge(&index, 1 << 24, 2).err()),
            ("build", finish(IndexBuilder::create(&index, anew)).err()),
        ]
    }
}

/// Asks for moves and games.
fn ask(folder: &Path) -> Result<(), IndexError> {
    let index = Index::open(folder)?;
    index.moves(&shakmaty::Chess::default())?;
    index.games_with(&shakmaty::Chess::default(), 9)?;
    index.game_batches().try_for_each(|games| games.map(drop))
}

/// A folder of somebody else with files that are named as ours.
#[cfg(unix)]
fn foreign(place: &Place) -> PathBuf {
    let foreign = place.beside("foreign");
    for folder in ["positions", "occurrences", "games", "verify"] {
        fs::create_dir_all(foreign.join(folder)).unwrap();
        fs::write(foreign.join(folder).join("000001-0000.parquet"), "mine").unwrap();
    }
    fs::write(foreign.join("journal.json"), "mine").unwrap();
    fs::write(foreign.join("notes.txt"), "mine").unwrap();
    foreign
}

/// Does everything on another thread, so that a wait without an end is a failure.
#[cfg(unix)]
#[track_caller]
fn all_in_time(place: Place, what: &str) -> (Place, Vec<(&'static str, Option<IndexError>)>) {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let errors = place.all();
        sender.send((place, errors)).ok();
    });
    let done = receiver.recv_timeout(std::time::Duration::from_secs(120));
    done.unwrap_or_else(|_| panic!("{what}: something waits"))
}

#[cfg(unix)]
#[track_caller]
fn is_refused(what: &str, error: Option<IndexError>, path: &Path) {
    let error = error.unwrap_or_else(|| panic!("{what}: it was used"));
    assert!(matches!(error, IndexError::Foreign { .. }), "{what}: {error:?}");
    let message = error.to_string();
    assert!(message.starts_with(&format!("{}: expected ", path.display())), "{what}: {message}");
    assert!(message.ends_with("remove it, or name a new folder"), "{what}: {message}");
}

#[cfg(unix)]
#[test]
fn a_folder_of_unfinished_files_that_is_a_link_is_refused() {
    let place = Place::new();
    let foreign = foreign(&place);
    let building = place.index().join(".building");
    fs::remove_dir_all(&building).unwrap();
    std::os::unix::fs::symlink(&foreign, &building).unwrap();
    let before = (bytes(&foreign), bytes(&place.index()));
    for (what, error) in place.all() {
        if what != "look up" {
            is_refused(what, error, &building);
        }
        assert!((bytes(&foreign), bytes(&place.index())) == before, "{what}");
    }
    fs::remove_file(building).unwrap();
    assert_eq!(faults(&place.index()), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn files_that_are_links_are_not_written_through() {
    for name in [".building/.lock", ".building/journal.json", ".building/journal.json.new"]
        .into_iter()
        .chain(["manifest.json.new"])
    {
        let place = Place::new();
        let foreign = place.beside("foreign.txt");
        fs::write(&foreign, "mine").unwrap();
        let path = place.index().join(name);
        fs::remove_file(&path).ok();
        std::os::unix::fs::symlink(&foreign, &path).unwrap();
        for (what, error) in place.all() {
            // A reader has nothing to do with them, and `verify` with no more than the lock.
            if !(what == "look up" || what == "verify" && !name.ends_with(".lock")) {
                is_refused(&format!("{what} with {name}"), error, &path);
            }
            assert_eq!(fs::read_to_string(&foreign).unwrap(), "mine", "{what} with {name}");
        }
    }
}

/// Somebody may have given a file another name.
#[cfg(unix)]
#[test]
fn files_with_other_names_keep_what_they_hold_there() {
    let place = Place::new();
    let names = ["manifest.json.new", ".building/journal.json.new", ".building/.lock"];
    let unfinished = ".building/games/000003-0000.parquet";
    for name in names.into_iter().chain([unfinished]) {
        let foreign = place.beside("foreign.txt");
        fs::write(&foreign, "mine").unwrap();
        let path = place.index().join(name);
        fs::remove_file(&path).ok();
        fs::hard_link(&foreign, &path).unwrap();
        for (what, error) in place.all() {
            assert!(error.is_none(), "{what} with {name}: {error:?}");
            assert_eq!(fs::read_to_string(&foreign).unwrap(), "mine", "{what} with {name}");
        }
        fs::remove_file(foreign).unwrap();
    }
}

/// Replaces an entry of the index by another, and expects that nothing uses it.
#[cfg(unix)]
#[track_caller]
fn replaced(name: &str, by: fn(&Path, &Path)) {
    let place = Place::new();
    let path = place.index().join(name);
    let away = place.beside("away");
    fs::rename(&path, &away).unwrap();
    by(&away, &path);
    let (place, errors) = all_in_time(place, name);
    for (what, error) in errors {
        // To build anew, the old rows are not read.
        if what == "build" && name.ends_with(".parquet") {
            continue;
        }
        // Adding reads none of them either.
        if what == "add" && name.ends_with(".parquet") {
            continue;
        }
        // Games stay as they are when segments are merged: they are not even opened.
        if what == "merge" && name.starts_with("games/") {
            continue;
        }
        is_refused(&format!("{what} with {name}"), error, &path);
    }
    assert!(fs::symlink_metadata(&away).is_ok(), "{name}");
    drop(place);
}

#[cfg(unix)]
const ENTRIES: [&str; 7] = [
    "manifest.json",
    "positions",
    "occurrences",
    "games",
    "positions/000001-0000.parquet",
    "occurrences/000001-0000.parquet",
    "games/000001-0000.parquet",
];

#[cfg(unix)]
#[test]
fn links_in_an_index_are_not_followed() {
    for name in ENTRIES {
        replaced(name, |away, path| std::os::unix::fs::symlink(away, path).unwrap());
    }
}

/// Not on Apple's systems, for which rustix makes no pipes.
#[cfg(all(unix, not(target_vendor = "apple")))]
#[test]
fn pipes_in_an_index_are_not_waited_for() {
    for name in ENTRIES {
        // By no process of its own, which would inherit the locks of other tests for a moment.
        replaced(name, |_, path| {
            use rustix::fs::{CWD, FileType, Mode, mknodat};
            mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        });
    }
}

#[cfg(unix)]
#[test]
fn sockets_in_an_index_are_refused() {
    for name in ENTRIES {
        replaced(name, |_, path| {
            // The path of a socket must be short.
            let short = tempfile::tempdir().unwrap();
            let socket = short.path().join("s");
            std::os::unix::net::UnixListener::bind(&socket).unwrap();
            fs::rename(socket, path).unwrap();
        });
    }
}

/// The user may name an index by a link.
#[cfg(unix)]
#[test]
fn an_index_may_be_reached_through_a_link() {
    let place = Place::new();
    let real = place.beside("real");
    fs::rename(place.index(), &real).unwrap();
    std::os::unix::fs::symlink(&real, place.index()).unwrap();
    for (what, error) in place.all() {
        assert!(error.is_none(), "{what}: {error:?}");
    }
    assert_eq!(Index::open(real).unwrap().games(), 1);
}

/// A folder that is replaced by a link after it was opened is not what is then written to.
#[cfg(unix)]
#[test]
fn a_folder_that_becomes_a_link_is_not_followed() {
    for finish in [false, true] {
        let place = Place::new();
        let foreign = foreign(&place);
        fs::create_dir_all(foreign.join(".building/positions")).unwrap();
        for name in [".building/.lock", ".building/journal.json", ".building/positions/mine"] {
            fs::write(foreign.join(name), "mine").unwrap();
        }
        let before = [bytes(&foreign), bytes(&foreign.join(".building"))];
        let mut builder = append(&place.index(), BuildOptions::default(), &place.more);
        feed(&mut builder, &place.more, 1, 1);
        let moved = place.beside("moved");
        fs::rename(place.index(), &moved).unwrap();
        std::os::unix::fs::symlink(&foreign, place.index()).unwrap();
        if finish {
            assert_eq!(builder.finish().unwrap().games, 1);
            assert_eq!(Index::open(&moved).unwrap().games(), 6);
            assert_eq!(faults(&moved), Vec::<String>::new());
        } else {
            drop(builder);
        }
        assert!([bytes(&foreign), bytes(&foreign.join(".building"))] == before, "{finish}");
    }
}

/// Enough for a segment of five games, and a journal that names its files.
pub(crate) fn interrupted(folder: &Folder) -> [PathBuf; 1] {
    let files = [folder.games("games.pgn", &sample(10))];
    let mut builder = build(&folder.index(), little(), &files);
    feed(&mut builder, &files, 5, 1);
    assert_eq!(builder.resume_point().game, 5);
    files
}

pub(crate) fn little() -> BuildOptions {
    let mut options = BuildOptions::default();
    options.memory = 1;
    options
}

/// A journal must not put something else in the place of the files of the index.
#[test]
fn a_journal_does_not_replace_files_of_the_index() {
    let place = Place::new();
    let mut builder = append(&place.index(), little(), &place.more);
    feed(&mut builder, &place.more, 1, 1);
    drop(builder);
    let before = bytes(&place.index());
    let name = "positions/000001-0000.parquet";
    let unfinished = place.index().join(".building").join(name);
    fs::copy(place.index().join("positions/000002-0000.parquet"), &unfinished).unwrap();
    let mut builder = append(&place.index(), little(), &place.more);
    assert_eq!(builder.resume_point().game, 1);
    feed(&mut builder, &place.more, 1, usize::MAX);
    builder.finish().unwrap();
    let old = before.iter().find(|(path, _)| path.ends_with(name)).unwrap();
    assert!(fs::read(&old.0).unwrap() == old.1, "it was replaced");
    assert_eq!(faults(&place.index()), Vec::<String>::new());
}

#[test]
fn files_of_an_absurd_length_are_refused() {
    let place = Place::new();
    let huge = |path: &Path| {
        let file = fs::File::create(path).unwrap();
        file.set_len((256 << 20) + 1).unwrap();
    };
    let manifest = place.index().join("manifest.json");
    let whole = fs::read(&manifest).unwrap();
    huge(&manifest);
    for (what, error) in place.all() {
        let message = error.unwrap_or_else(|| panic!("{what}: it was used")).to_string();
        assert!(message.contains("is damaged: expected at most 256 MiB, got more"), "{message}");
    }
    fs::write(manifest, whole).unwrap();
    let journal = place.index().join(".building/journal.json");
    huge(&journal);
    let error = IndexBuilder::append(place.index(), BuildOptions::default()).err().unwrap();
    assert!(error.to_string().contains("expected at most 256 MiB, got more; remove it"), "{error}");
    assert!(journal.exists());
}

/// The names of all entries and when they were changed.
fn times(folder: &Path) -> Vec<(PathBuf, std::time::SystemTime)> {
    let modified = |path: &Path| fs::symlink_metadata(path).unwrap().modified().unwrap();
    let mut times = vec![(folder.to_owned(), modified(folder))];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            times.extend(self::times(&path));
        } else {
            times.push((path.clone(), modified(&path)));
        }
    }
    times.sort();
    times
}

#[test]
fn who_reads_writes_nothing_in_the_folder() {
    for has_lock in [true, false] {
        let place = Place::new();
        if !has_lock {
            fs::remove_dir_all(place.index().join(".building")).unwrap();
        }
        let before = times(&place.index());
        ask(&place.index()).unwrap();
        Index::open(place.index()).unwrap().info();
        assert_eq!(faults(&place.index()), Vec::<String>::new());
        assert_eq!(times(&place.index()), before);
        // Nor when there is something to report.
        let file = place.index().join("games/000001-0000.parquet");
        let whole = fs::read(&file).unwrap();
        fs::write(&file, &whole[1..]).unwrap();
        let before = times(&place.index());
        assert_eq!(faults(&place.index()).len(), 1);
        assert_eq!(times(&place.index()), before);
    }
}

/// Checks do not disturb each other, and keep writers away.
#[test]
fn an_index_is_checked_by_several_at_once() {
    let place = Place::new();
    let lock = fs::File::open(place.index().join(".building/.lock")).unwrap();
    lock.lock_shared().unwrap();
    assert_eq!(faults(&place.index()), Vec::<String>::new());
    let builder = IndexBuilder::append(place.index(), BuildOptions::default());
    assert!(matches!(builder.err(), Some(IndexError::Busy(_))));
    lock.unlock().unwrap();
    IndexBuilder::append(place.index(), BuildOptions::default()).unwrap();
}

/// The file of others that a run finds in the place of its own when it is done.
#[test]
fn a_file_that_came_meanwhile_is_not_replaced() {
    let place = Place::new();
    let before = bytes(&place.index());
    let mut builder = append(&place.index(), BuildOptions::default(), &place.more);
    feed(&mut builder, &place.more, 2, usize::MAX);
    let others = place.index().join("occurrences/000003-0000.parquet");
    fs::write(&others, "mine").unwrap();
    let error = builder.finish().unwrap_err();
    assert!(matches!(error, IndexError::Foreign { .. }), "{error:?}");
    let expected = format!("{}: expected no file yet, got a regular file", others.display());
    assert!(error.to_string().starts_with(&expected), "{error}");
    assert_eq!(fs::read_to_string(&others).unwrap(), "mine");
    fs::remove_file(&others).unwrap();
    assert!(bytes(&place.index()) == before, "the old index is as it was");
    // The work is not lost.
    let builder = append(&place.index(), BuildOptions::default(), &place.more);
    assert_eq!(builder.resume_point().source, 1);
    builder.finish().unwrap();
    assert_eq!(faults(&place.index()), Vec::<String>::new());
    assert_eq!(Index::open(place.index()).unwrap().games(), 7);
}

/// Entries that appear while a run is at work are left to a later run.
#[test]
fn only_files_that_were_there_before_are_removed() {
    let place = Place::new();
    let name = "positions/000077-0000.parquet";
    let [in_place, unfinished] = ["", ".building"].map(|at| place.index().join(at).join(name));
    let others = [
        "notes.txt",
        "positions/my.parquet",
        "positions/000001.parquet",
        ".building/notes.txt",
        ".building/positions/my.parquet",
        ".building/mine/000001-0000.parquet",
    ];
    let others = others.map(|name| place.index().join(name));
    let mut builder = append(&place.index(), BuildOptions::default(), &place.more);
    for path in others.iter().chain([&in_place, &unfinished]) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "mine").unwrap();
    }
    feed(&mut builder, &place.more, 2, usize::MAX);
    builder.finish().unwrap();
    for path in others.iter().chain([&in_place, &unfinished]) {
        assert!(path.exists(), "{}", path.display());
    }
    // A run may have been killed there.
    place.folder.build(BuildOptions::default(), &sample(2));
    assert!(!in_place.exists() && !unfinished.exists());
    merge(place.index(), 1 << 24, 1).unwrap();
    for path in &others {
        assert_eq!(fs::read_to_string(path).unwrap(), "mine", "{}", path.display());
    }
    assert_eq!(faults(&place.index()), Vec::<String>::new());
}

/// A first build that was killed just before its last step can be repeated.
#[test]
fn an_unfinished_manifest_is_no_file_of_others() {
    let folder = Folder::new();
    let files = interrupted(&folder);
    fs::write(folder.index().join("manifest.json.new"), "{").unwrap();
    let mut builder = build(&folder.index(), little(), &files);
    assert_eq!(builder.resume_point().game, 5);
    feed(&mut builder, &files, 5, usize::MAX);
    builder.finish().unwrap();
    assert!(!folder.index().join("manifest.json.new").exists());
    assert_eq!(faults(&folder.index()), Vec::<String>::new());
}
