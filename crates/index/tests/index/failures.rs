//! Sources that cannot be read to their end, and indexes and sources that are there already.

use std::fs;
use std::path::{Path, PathBuf};

use zobrist_index::{
    BuildOptions, GamesText, Index, IndexBuilder, IndexError, KnownBy, Replayed, ResumePoint,
    SchemeId, Select, SourceHasher,
};

use crate::recount::{self, Tables};
use crate::tables;
use crate::tool::{Folder, append, build, bytes, faults, feed, sample, sources};

fn hasher_of(bytes: &[u8]) -> SourceHasher {
    let mut hasher = SourceHasher::default();
    // However it is divided.
    bytes.chunks(1000).for_each(|piece| hasher.update(piece));
    hasher
}

/// So little memory that each games added are a segment.
fn little() -> BuildOptions {
    let mut options = BuildOptions::default();
    options.memory = 1;
    options
}

/// Three files of games: 10, 20 and 10.
fn files(folder: &Folder) -> [PathBuf; 3] {
    let text = sample(40);
    let at = |number: usize| text.match_indices("[Event ").nth(number).unwrap().0;
    [
        folder.games("first.pgn", &text[..at(10)]),
        folder.games("second.pgn", &text[at(10)..at(30)]),
        folder.games("third.pgn", &text[at(30)..]),
    ]
}

/// The first games of a text, replayed, and the point after them.
fn first_games(
    builder: &IndexBuilder,
    source: usize,
    before: u64,
    file: &Path,
    games: usize,
) -> (Replayed, ResumePoint) {
    let text = fs::read_to_string(file).unwrap();
    let starts: Vec<usize> = recount::games(&text).iter().map(|game| game.offset).collect();
    let ends = &starts[1..=games];
    let end = ends[games - 1];
    let name = file.to_string_lossy();
    let whole = GamesText::new(&name, &text.as_bytes()[..end], ends);
    let replayed = builder.replayer().replay(whole);
    let line = text[..end].matches('\n').count() as u64;
    let (game, game_in_source) = (before + games as u64, games as u64);
    (replayed, ResumePoint { source, offset: end as u64, line, game, game_in_source })
}

/// Reads all of the first file and twelve games of the second, and there is no more to be read.
/// With little memory, the games of both are written at once.
fn break_off(mut builder: IndexBuilder, files: &[PathBuf]) {
    let first = fs::read(&files[0]).unwrap();
    let text = builder.replayer().replay_text(&files[0].to_string_lossy(), &first);
    let line = first.iter().filter(|byte| **byte == b'\n').count() as u64;
    let offset = first.len() as u64;
    let end = ResumePoint { source: 0, offset, line, game: 10, game_in_source: 10 };
    builder.add_from_source(0, text, 0, end).unwrap();
    builder.source_read(0, &hasher_of(&first));
    let (replayed, place) = first_games(&builder, 1, 10, &files[1], 12);
    builder.add_from_source(1, replayed, 0, place).unwrap();
    let read = fs::read(&files[1]).unwrap();
    let read = hasher_of(&read[..place.offset as usize + 100]);
    assert!(builder.suspend(1, place.offset + 50, &read).unwrap());
}

/// Reads what is left; the index must be that of the files as they are.
#[track_caller]
fn finish(mut builder: IndexBuilder, folder: &Folder, files: &[PathBuf]) {
    feed(&mut builder, files, 7, usize::MAX);
    assert_eq!(builder.finish().unwrap().partial, 0);
    let texts =
        files.iter().map(|file| (file.to_string_lossy(), fs::read_to_string(file).unwrap()));
    let texts: Vec<_> = texts.collect();
    let texts = texts.iter().map(|(name, text)| (&**name, &**text));
    let expected = Tables::of(texts, SchemeId::Fide, Select::default());
    tables::assert_equal(&tables::read(&folder.index()), &expected);
    assert_eq!(faults(&folder.index()), Vec::<String>::new());
    let index = Index::open(folder.index()).unwrap();
    for (source, file) in index.sources().iter().zip(files) {
        assert!(sources(std::slice::from_ref(file))[0].is_unchanged(source), "{source:?}");
    }
}

#[test]
fn a_run_that_broke_off_goes_on_when_its_source_is_mended() {
    // In one segment at the end, or in several before it.
    for options in [BuildOptions::default(), little()] {
        for change in [
            |_: &[PathBuf]| (),
            // More has come.
            |files: &[PathBuf]| {
                let text = fs::read_to_string(&files[1]).unwrap();
                fs::write(&files[1], text + "\n1. h4 *\n").unwrap();
            },
            // A later file has not been read.
            |files: &[PathBuf]| fs::write(&files[2], "1. a4 *\n").unwrap(),
        ] {
            let folder = Folder::new();
            let files = files(&folder);
            break_off(build(&folder.index(), options.clone(), &files), &files);
            assert!(Index::open(folder.index()).is_err());
            change(&files);
            let builder = build(&folder.index(), options.clone(), &files);
            let place = builder.resume_point();
            assert_eq!((place.source, place.game), (1, 22));
            finish(builder, &folder, &files);
        }
    }
}

#[test]
fn a_run_that_broke_off_starts_over_when_what_was_read_has_changed() {
    for change in [
        // The last byte that had been read, though no game was cut out there.
        |files: &[PathBuf]| {
            let mut text = fs::read(&files[1]).unwrap();
            let games = recount::games(std::str::from_utf8(&text).unwrap());
            let at = games[12].offset + 99;
            text[at] = if text[at] == b'x' { b'y' } else { b'x' };
            fs::write(&files[1], text).unwrap();
        },
        // There is less than there was.
        |files: &[PathBuf]| fs::write(&files[1], sample(1)).unwrap(),
        // A file that had been read.
        |files: &[PathBuf]| fs::write(&files[0], "1. a4 *\n").unwrap(),
    ] {
        let folder = Folder::new();
        let files = files(&folder);
        break_off(build(&folder.index(), little(), &files), &files);
        change(&files);
        let builder = build(&folder.index(), little(), &files);
        assert_eq!(builder.resume_point(), ResumePoint::default());
        drop(builder);
    }
    // Other files, or the same in another order, are another run.
    let folder = Folder::new();
    let files = files(&folder);
    for other in [[0, 2, 1], [1, 0, 2]] {
        break_off(build(&folder.index(), little(), &files), &files);
        let other = other.map(|number| files[number].clone());
        let builder = build(&folder.index(), little(), &other);
        assert_eq!(builder.resume_point(), ResumePoint::default());
    }
}

/// The file cannot be opened, or an error comes before the point from which the run would go on:
/// that says nothing about what is there.
#[test]
fn a_run_that_breaks_off_earlier_asks_for_no_less() {
    let folder = Folder::new();
    let files = files(&folder);
    break_off(build(&folder.index(), little(), &files), &files);
    let whole = fs::read_to_string(&files[1]).unwrap();
    for read in [0, 10] {
        let builder = build(&folder.index(), little(), &files);
        assert_eq!(builder.resume_point().game, 22);
        assert!(builder.suspend(1, 0, &hasher_of(&whole.as_bytes()[..read])).unwrap());
    }
    fs::write(&files[1], format!("{}\n1. h4 *\n", &whole)).unwrap();
    assert_eq!(build(&folder.index(), little(), &files).resume_point().game, 22);
    fs::write(&files[1], format!("{}1. h4 *\n\n{}", &whole[..10], &whole[10..])).unwrap();
    assert_eq!(build(&folder.index(), little(), &files).resume_point(), ResumePoint::default());
}

/// A second run that is killed has a journal of its own, in which the mended file is the source.
#[test]
fn a_run_that_went_on_can_be_interrupted() {
    let folder = Folder::new();
    let files = files(&folder);
    break_off(build(&folder.index(), little(), &files), &files);
    let text = fs::read_to_string(&files[1]).unwrap();
    fs::write(&files[1], text + "\n1. h4 *\n").unwrap();
    let mut builder = build(&folder.index(), little(), &files);
    feed(&mut builder, &files, 3, 1);
    drop(builder);
    let builder = build(&folder.index(), little(), &files);
    assert_eq!(builder.resume_point().game, 25);
    finish(builder, &folder, &files);
}

#[test]
fn a_part_that_was_accepted_is_marked_and_only_for_those_who_accept_it() {
    let folder = Folder::new();
    let files = files(&folder);
    let mut options = little();
    options.partial = true;
    let mut builder = build(&folder.index(), options.clone(), &files);
    builder.accept_part(0);
    let (replayed, place) = first_games(&builder, 0, 0, &files[0], 5);
    let place = ResumePoint { source: 1, game: place.game, ..ResumePoint::default() };
    builder.add_from_source(0, replayed, 1, place).unwrap();
    drop(builder);
    // Whoever accepts no part does not go on from one.
    let builder = build(&folder.index(), options.clone(), &files);
    assert_eq!(builder.resume_point().game, 5);
    let built = builder.finish().unwrap();
    assert_eq!((built.games, built.rejected, built.partial), (5, 1, 1));
    let index = Index::open(folder.index()).unwrap();
    let parts: Vec<bool> = index.sources().iter().map(|source| source.partial).collect();
    assert_eq!(parts, [true, false, false]);

    let mut builder = build(&folder.index(), options, &files);
    builder.accept_part(0);
    let (replayed, _) = first_games(&builder, 0, 0, &files[0], 5);
    builder.add_from_source(0, replayed, 1, place).unwrap();
    drop(builder);
    let builder = build(&folder.index(), little(), &files);
    assert_eq!(builder.resume_point(), ResumePoint::default());
}

#[test]
#[should_panic(expected = "`BuildOptions::partial` is false")]
fn a_part_is_not_accepted_by_mistake() {
    let folder = Folder::new();
    let files = files(&folder);
    build(&folder.index(), little(), &files).accept_part(0);
}

#[test]
fn an_index_is_not_replaced_by_mistake() {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), &sample(3));
    let files = files(&folder);
    let before = bytes(&folder.index());
    let refused = || {
        let options = BuildOptions::default();
        [
            IndexBuilder::create(folder.index(), options.clone()).err(),
            IndexBuilder::create_from_sources(folder.index(), options, sources(&files)).err(),
        ]
    };
    for error in refused() {
        assert!(matches!(&error, Some(IndexError::Exists(path)) if *path == folder.index()));
    }
    // Files of an interrupted replacement are left to it.
    let mut builder = build(&folder.index(), little(), &files);
    feed(&mut builder, &files, 5, 1);
    drop(builder);
    assert!(refused().iter().all(|error| matches!(error, Some(IndexError::Exists(_)))));
    assert!(bytes(&folder.index()) == before);
    assert_eq!(build(&folder.index(), little(), &files).resume_point().game, 5);
}

/// The journal of a run that is killed when all is in place: the last step fails, and the journal
/// comes back after it.
fn killed_after_commit(folder: &Folder, begin: impl Fn() -> IndexBuilder, files: &[PathBuf]) {
    let obstacle = folder.index().join("manifest.json.new");
    fs::create_dir_all(&obstacle).unwrap();
    let journal = folder.index().join(".building/journal.json");
    fs::remove_dir(&obstacle).unwrap();
    let mut builder = begin();
    fs::create_dir(&obstacle).unwrap();
    feed(&mut builder, files, 5, usize::MAX);
    assert!(builder.finish().is_err());
    let done = fs::read(&journal).unwrap();
    fs::remove_dir(&obstacle).unwrap();
    begin().finish().unwrap();
    assert!(!journal.exists());
    fs::write(&journal, done).unwrap();
}

#[test]
fn a_build_that_was_killed_when_all_was_in_place_is_done_and_not_refused() {
    let folder = Folder::new();
    let files = files(&folder);
    let create = |files: &[PathBuf]| {
        IndexBuilder::create_from_sources(folder.index(), little(), sources(files))
    };
    killed_after_commit(&folder, || create(&files).unwrap(), &files);
    let before = bytes(&folder.index());
    // Another one is refused.
    assert!(matches!(create(&files[..2]), Err(IndexError::Exists(_))));
    let builder = create(&files).unwrap();
    assert_eq!(builder.resume_point().source, 3);
    assert_eq!(builder.finish().unwrap().games, 40);
    assert!(bytes(&folder.index()) == before);
    assert!(matches!(create(&files), Err(IndexError::Exists(_))));
}

#[test]
fn an_addition_that_was_killed_when_all_was_in_place_is_done_and_not_refused() {
    let folder = Folder::new();
    let files = files(&folder);
    let mut builder = build(&folder.index(), little(), &files[..1]);
    feed(&mut builder, &files[..1], 5, usize::MAX);
    builder.finish().unwrap();
    let add = |files: &[PathBuf]| {
        IndexBuilder::append_from_sources(folder.index(), little(), sources(files))
    };
    let begin = || add(&files[1..]).unwrap();
    killed_after_commit(&folder, begin, &files[1..]);
    let before = bytes(&folder.index());
    // It is no build of the same files, which would hold less.
    let mut builder = build(&folder.index(), little(), &files[1..]);
    assert_eq!(builder.resume_point(), ResumePoint::default());
    feed(&mut builder, &files[1..], 5, 1);
    drop(builder);
    fs::remove_dir_all(folder.index()).unwrap();
    let mut builder = build(&folder.index(), little(), &files[..1]);
    feed(&mut builder, &files[..1], 5, usize::MAX);
    builder.finish().unwrap();
    killed_after_commit(&folder, begin, &files[1..]);
    assert!(bytes(&folder.index()).len() == before.len());

    // Together with one that was in before, and then without it.
    let Err(IndexError::AlreadyIn(known)) = add(&files) else { panic!("the first is in") };
    assert_eq!(known.iter().map(|known| known.source).collect::<Vec<_>>(), [0]);
    // Another addition names both.
    let Err(IndexError::AlreadyIn(known)) = add(&files[1..2]) else { panic!("the second is in") };
    assert_eq!(known[0].by, KnownBy::NameAndTime);
    let builder = begin();
    assert_eq!(builder.resume_point().source, 2);
    assert_eq!(builder.finish().unwrap().games, 30);
    assert_eq!(Index::open(folder.index()).unwrap().games(), 40);
    let Err(IndexError::AlreadyIn(known)) = add(&files[1..]) else { panic!("both are in") };
    assert_eq!(known.len(), 2);
}

#[test]
fn sources_are_known_by_their_bytes_once_they_were_read() {
    let folder = Folder::new();
    let files = files(&folder);
    let mut builder = build(&folder.index(), BuildOptions::default(), &files);
    feed(&mut builder, &files, 40, usize::MAX);
    builder.source_read(0, &hasher_of(&fs::read(&files[0]).unwrap()));
    // It was written to meanwhile.
    builder.source_read(1, &hasher_of(b"other bytes"));
    builder.finish().unwrap();
    let digests = Index::open(folder.index()).unwrap();
    let digests: Vec<_> = digests.sources().iter().map(|source| source.digest).collect();
    assert_eq!(digests[0], Some(hasher_of(&fs::read(&files[0]).unwrap()).digest()));
    assert_eq!(digests[1..], [None, None]);
    let copies = [0, 1].map(|number: usize| {
        let copy = folder.games(&format!("copy-{number}.pgn"), "");
        fs::copy(&files[number], &copy).unwrap();
        copy
    });
    let added = IndexBuilder::append_from_sources(folder.index(), little(), sources(&copies));
    let Err(error @ IndexError::AlreadyIn(_)) = added else { panic!("it is in") };
    let message = error.to_string();
    let name = |path: &Path| path.to_string_lossy().into_owned();
    assert_eq!(
        message,
        format!(
            "{} is in the index already (the bytes are those of {})",
            name(&copies[0]),
            name(&files[0])
        )
    );
    // Two empty files are no copies.
    let empty = [folder.games("empty.pgn", ""), folder.games("none.pgn", "")];
    append(&folder.index(), little(), &empty).finish().unwrap();
    append(&folder.index(), little(), &copies[1..]);
}
