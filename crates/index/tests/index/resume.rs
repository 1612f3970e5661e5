//! Interrupted runs are resumed, and leave the index that was there before as it was.

use std::fs;
use std::path::PathBuf;

use shakmaty::Chess;
use zobrist_index::{AnyScheme, BuildOptions, Index, IndexBuilder, ResumePoint, SchemeId, Select};

use crate::recount::Tables;
use crate::tables;
use crate::tool::{Folder, append, build, bytes, faults, feed, merge, sample, sources};

/// So little memory that each games added are a segment.
fn little() -> BuildOptions {
    let mut options = BuildOptions::default();
    options.memory = 1;
    options
}

/// Two files of games, 30 and 10.
fn files(folder: &Folder) -> [PathBuf; 2] {
    let text = sample(40);
    let (first, second) = text.split_at(text.match_indices("[Event ").nth(30).unwrap().0);
    [folder.games("first.pgn", first), folder.games("second.pgn", second)]
}

#[track_caller]
fn check(folder: &Folder, files: &[PathBuf], scheme: impl Into<AnyScheme>) {
    check_rows(folder, files, scheme);
    assert_eq!(faults(&folder.index()), Vec::<String>::new());
}

/// Compares the rows only: a check would remove files that other runs have left.
#[track_caller]
fn check_rows(folder: &Folder, files: &[PathBuf], scheme: impl Into<AnyScheme>) {
    let texts =
        files.iter().map(|file| (file.to_string_lossy(), fs::read_to_string(file).unwrap()));
    let texts: Vec<_> = texts.collect();
    let files = texts.iter().map(|(name, text)| (&**name, &**text));
    let expected = Tables::of(files, scheme, Select::default());
    tables::assert_equal(&tables::read(&folder.index()), &expected);
}

#[test]
fn a_build_goes_on_from_its_last_segment() {
    for stops in [&[1][..], &[4], &[3, 2, 3], &[7], &[8]] {
        let folder = Folder::new();
        let files = files(&folder);
        let mut done = 0;
        for stop in stops {
            let mut builder = build(&folder.index(), little(), &files);
            assert_eq!(builder.resume_point().game, done * 5);
            feed(&mut builder, &files, 5, *stop);
            done += *stop as u64;
            drop(builder);
            assert!(Index::open(folder.index()).is_err());
        }
        let mut builder = build(&folder.index(), little(), &files);
        let place = builder.resume_point();
        assert_eq!(place.game, done * 5);
        assert_eq!(place.source, usize::from(done > 6));
        feed(&mut builder, &files, 3, usize::MAX);
        let built = builder.finish().unwrap();
        assert_eq!((built.games, built.rejected), (40, 0));
        check(&folder, &files, SchemeId::Fide);
        let index = Index::open(folder.index()).unwrap();
        assert_eq!(index.info().segments, 1);
        let games: Vec<u64> = index.sources().iter().map(|source| source.games).collect();
        assert_eq!(games, [30, 10]);
        // A finished build is not taken up again.
        assert_eq!(build(&folder.index(), little(), &files).resume_point(), ResumePoint::default());
    }
}

/// Whoever goes on makes the files that a run without interruptions makes, to the byte.
#[test]
fn an_interrupted_build_makes_the_same_files() {
    let folder = Folder::new();
    let files = files(&folder);
    let mut builder = build(&folder.index(), little(), &files);
    feed(&mut builder, &files, 5, usize::MAX);
    builder.finish().unwrap();
    let expected = bytes(&folder.index());
    for stops in [&[1][..], &[3, 2], &[8]] {
        fs::remove_dir_all(folder.index()).unwrap();
        for stop in stops {
            let mut builder = build(&folder.index(), little(), &files);
            feed(&mut builder, &files, 5, *stop);
        }
        let mut builder = build(&folder.index(), little(), &files);
        assert_eq!(builder.resume_point().game, 5 * stops.iter().sum::<usize>() as u64);
        feed(&mut builder, &files, 5, usize::MAX);
        builder.finish().unwrap();
        assert!(bytes(&folder.index()) == expected, "{stops:?}");
    }
}

#[test]
fn a_builder_that_is_given_up_leaves_what_the_next_goes_on_from_and_no_more() {
    let folder = Folder::new();
    let files = files(&folder);
    let building = folder.index().join(".building");
    let left = || bytes(&building).into_iter().map(|file| file.0).collect::<Vec<_>>();
    let file = |name: &str| building.join(name);
    drop(build(&folder.index(), little(), &files));
    assert_eq!(left(), [file(".lock")]);
    let mut builder = build(&folder.index(), little(), &files);
    feed(&mut builder, &files, 5, 1);
    // The file of the games that come next has been begun.
    assert!(file("games/000002-0000.parquet").exists());
    drop(builder);
    let mut builder = IndexBuilder::create(folder.index(), little()).unwrap();
    builder.add_pgn("games.pgn", sample(5).as_bytes()).unwrap();
    assert!(file("journal.json").exists());
    drop(builder);
    // Without sources, nobody goes on from it.
    assert_eq!(left(), [file(".lock")]);
    let mut builder = build(&folder.index(), little(), &files);
    feed(&mut builder, &files, 5, 1);
    drop(builder);
    let names = ["games", "occurrences", "positions"];
    let first = names.map(|table| file(&format!("{table}/000001-0000.parquet")));
    let written = |number: usize| first[number].clone();
    let expected = [file(".lock"), written(0), file("journal.json"), written(1), written(2)];
    assert_eq!(left(), expected);
    let builder = build(&folder.index(), little(), &files);
    assert_eq!(builder.resume_point().game, 5);
    // Where the journal cannot be read, nothing is removed.
    let journal = file("journal.json");
    let text = fs::read(&journal).unwrap();
    fs::write(&journal, "not now").unwrap();
    drop(builder);
    assert!(first.iter().all(|file| file.exists()));
    fs::write(&journal, text).unwrap();
    assert_eq!(build(&folder.index(), little(), &files).resume_point().game, 5);
}

/// Whoever moves an index away may build another where it was.
#[cfg(unix)]
#[test]
fn a_builder_that_is_given_up_takes_nothing_from_another_in_its_place() {
    let folder = Folder::new();
    let files = files(&folder);
    let moved = build(&folder.index(), little(), &files);
    fs::rename(folder.index(), folder.index().with_extension("moved")).unwrap();
    let mut builder = build(&folder.index(), BuildOptions::default(), &files);
    feed(&mut builder, &files, 5, usize::MAX);
    drop(moved);
    assert_eq!(builder.finish().unwrap().games, 40);
    check(&folder, &files, SchemeId::Fide);
}

#[test]
fn what_was_left_over_is_removed() {
    let folder = Folder::new();
    let files = files(&folder);
    let mut builder = build(&folder.index(), little(), &files);
    feed(&mut builder, &files, 5, 2);
    drop(builder);
    let building = folder.index().join(".building");
    // A file that was being written, and a merge that was not finished.
    fs::write(building.join("positions/000003-0000.parquet"), "half").unwrap();
    fs::write(building.join("games/000009-0000.parquet"), "half").unwrap();
    let mut builder = build(&folder.index(), little(), &files);
    assert_eq!(builder.resume_point().game, 10);
    feed(&mut builder, &files, 5, usize::MAX);
    builder.finish().unwrap();
    check_rows(&folder, &files, SchemeId::Fide);
    let left: Vec<_> = bytes(&building).into_iter().map(|file| file.0).collect();
    assert_eq!(left, [building.join(".lock")]);
}

/// An index is not to name files that are gone, nor is the folder made again.
#[test]
fn a_folder_that_is_removed_under_a_builder_becomes_no_index() {
    let folder = Folder::new();
    let mut builder = IndexBuilder::create(folder.index(), BuildOptions::default()).unwrap();
    builder.add_pgn("games.pgn", sample(3).as_bytes()).unwrap();
    if fs::remove_dir_all(folder.index()).is_ok() {
        let error = builder.finish().unwrap_err();
        assert!(matches!(error, zobrist_index::IndexError::Io { .. }), "{error:?}");
        assert!(!folder.index().exists());
    }
}

/// Whoever keeps other files in the folder finds them there afterwards.
#[test]
fn files_of_others_stay() {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), &sample(3));
    let others = ["2024-01.parquet", "000001.parquet", "notes.txt", "000001-0000.parquet.old"];
    let others = others.map(|name| folder.index().join("positions").join(name));
    let old = folder.index().join("positions/000077-0000.parquet");
    others.iter().chain([&old]).for_each(|path| fs::write(path, "mine").unwrap());
    folder.build(BuildOptions::default(), &sample(5));
    for path in &others {
        assert!(path.exists(), "{}", path.display());
    }
    assert!(!old.exists(), "a killed run can have left it");
    assert_eq!(faults(&folder.index()), Vec::<String>::new());
}

/// A folder is not ours, whatever it is called, and no reason to stop.
#[test]
fn folders_that_are_named_like_files_stay() {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), &sample(3));
    let others = ["positions", "occurrences", "games"]
        .map(|table| folder.index().join(table).join("000099-0000.parquet"));
    others.iter().for_each(|path| fs::create_dir(path).unwrap());
    let files = [folder.games("more.pgn", "1. d4 *\n")];
    let mut builder = append(&folder.index(), BuildOptions::default(), &files);
    feed(&mut builder, &files, 1, 1);
    assert_eq!(builder.finish().unwrap().games, 1);
    merge(folder.index(), 1 << 24, 1).unwrap();
    assert_eq!(faults(&folder.index()), Vec::<String>::new());
    folder.build(BuildOptions::default(), &sample(5));
    assert!(others.iter().all(|path| path.is_dir()));
}

#[test]
fn adding_goes_on_too() {
    let folder = Folder::new();
    let [first, second] = files(&folder);
    let more = [second.clone()];
    let mut builder = build(&folder.index(), BuildOptions::default(), std::slice::from_ref(&first));
    feed(&mut builder, std::slice::from_ref(&first), 30, 1);
    builder.finish().unwrap();
    let before = bytes(&folder.index());
    for done in [0, 3] {
        let mut builder = append(&folder.index(), little(), &more);
        assert_eq!(builder.resume_point().game, done);
        feed(&mut builder, &more, 3, 1);
        drop(builder);
        assert!(bytes(&folder.index()) == before);
        assert_eq!(Index::open(folder.index()).unwrap().games(), 30);
    }
    let mut builder = append(&folder.index(), little(), &more);
    assert_eq!(builder.resume_point().game, 6);
    feed(&mut builder, &more, 3, usize::MAX);
    assert_eq!(builder.finish().unwrap().games, 10);
    check(&folder, &[first, second], SchemeId::Fide);
    assert_eq!(Index::open(folder.index()).unwrap().info().segments, 2);
    // A repeated addition is no resumption: the games are added again.
    let mut again = little();
    again.again = true;
    assert_eq!(append(&folder.index(), again, &more).resume_point(), ResumePoint::default());
}

#[test]
fn an_old_index_is_intact_until_the_new_one_is_whole() {
    let folder = Folder::new();
    let files = files(&folder);
    folder.build(BuildOptions::default(), &sample(7));
    let before = bytes(&folder.index());
    let index = Index::open(folder.index()).unwrap();
    let moves = index.moves(&Chess::default()).unwrap();
    let mut builder = build(&folder.index(), little(), &files);
    for _ in 0..3 {
        feed(&mut builder, &files, 40, 1);
        assert!(bytes(&folder.index()) == before);
        let again = Index::open(folder.index()).unwrap();
        assert_eq!(again.moves(&Chess::default()).unwrap(), moves);
    }
    drop(builder);
    assert!(bytes(&folder.index()) == before);
    assert_eq!(index.games_with(&Chess::default(), 9).unwrap().len(), 7);

    let mut builder = build(&folder.index(), little(), &files);
    feed(&mut builder, &files, 20, usize::MAX);
    builder.finish().unwrap();
    check(&folder, &files, SchemeId::Fide);
}

/// Builds two segments, and gives the point at which another build would begin.
#[track_caller]
fn begins_anew(folder: &Folder, change: impl FnOnce(&mut BuildOptions, &mut Vec<PathBuf>)) {
    let mut files = files(folder).to_vec();
    let mut builder = build(&folder.index(), little(), &files);
    feed(&mut builder, &files, 5, 2);
    drop(builder);
    let mut options = little();
    change(&mut options, &mut files);
    let mut builder = build(&folder.index(), options.clone(), &files);
    assert_eq!(builder.resume_point(), ResumePoint::default());
    feed(&mut builder, &files, 10, usize::MAX);
    builder.finish().unwrap();
    if options.select == Select::default() {
        check(folder, &files, options.scheme);
    }
    assert_eq!(bytes(&folder.index().join(".building")).len(), 1, "something is left over");
}

#[test]
fn another_task_begins_anew() {
    begins_anew(&Folder::new(), |options, _| options.scheme = SchemeId::Polyglot.into());
    begins_anew(&Folder::new(), |options, _| options.select.max_ply = Some(10));
    begins_anew(&Folder::new(), |options, _| options.select.min_elo = Some(1));
    begins_anew(&Folder::new(), |_, files| files.reverse());
    begins_anew(&Folder::new(), |_, files| drop(files.pop()));
    begins_anew(&Folder::new(), |_, files| {
        let text = fs::read_to_string(&files[0]).unwrap();
        fs::write(&files[0], text.replacen("Engine games", "Engine Games", 1)).unwrap();
    });
    begins_anew(&Folder::new(), |_, files| fs::write(&files[1], sample(1)).unwrap());
}

#[test]
fn other_memory_and_threads_are_the_same_task() {
    let folder = Folder::new();
    let files = files(&folder);
    let mut builder = build(&folder.index(), little(), &files);
    feed(&mut builder, &files, 5, 2);
    drop(builder);
    let mut options = BuildOptions::default();
    options.threads = crate::tool::threads(2);
    let mut builder = build(&folder.index(), options, &files);
    assert_eq!(builder.resume_point().game, 10);
    feed(&mut builder, &files, 5, usize::MAX);
    builder.finish().unwrap();
    check(&folder, &files, SchemeId::Fide);
}

#[test]
fn a_journal_that_cannot_be_read_begins_anew() {
    let folder = Folder::new();
    let files = files(&folder);
    let journal = folder.index().join(".building/journal.json");
    for text in ["", "{", "[]", "null"] {
        let mut builder = build(&folder.index(), little(), &files);
        feed(&mut builder, &files, 5, 2);
        drop(builder);
        fs::write(&journal, text).unwrap();
        assert_eq!(build(&folder.index(), little(), &files).resume_point(), ResumePoint::default());
    }
    // Nor is one with a bit that has flipped, in whatever number.
    let mut builder = build(&folder.index(), little(), &files);
    feed(&mut builder, &files, 5, 2);
    drop(builder);
    let whole = fs::read(&journal).unwrap();
    let place = whole.windows(9).position(|text| text == b"\"offset\":").unwrap();
    let digit = place + whole[place..].iter().position(u8::is_ascii_digit).unwrap();
    let mut flipped = whole.clone();
    flipped[digit] ^= 1;
    fs::write(&journal, flipped).unwrap();
    assert_eq!(build(&folder.index(), little(), &files).resume_point(), ResumePoint::default());
}

/// The next run must not rely on segments that are gone or cut.
#[test]
fn segments_that_the_journal_names_and_are_damaged_are_an_error() {
    let folder = Folder::new();
    let files = files(&folder);
    let mut builder = build(&folder.index(), little(), &files);
    feed(&mut builder, &files, 5, 2);
    drop(builder);
    let file = folder.index().join(".building/positions/000001-0000.parquet");
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    let mut builder = build(&folder.index(), little(), &files);
    feed(&mut builder, &files, 5, usize::MAX);
    let error = builder.finish().unwrap_err().to_string();
    assert!(error.contains("000001-0000.parquet is damaged"), "{error}");
    assert!(Index::open(folder.index()).is_err());
}

/// The next build takes nothing up, and its index is right.
#[track_caller]
fn is_built_anew(folder: &Folder, options: BuildOptions, files: &[PathBuf]) {
    let mut builder = build(&folder.index(), options, files);
    assert_eq!(builder.resume_point(), ResumePoint::default());
    feed(&mut builder, files, 5, usize::MAX);
    builder.finish().unwrap();
    check(folder, files, SchemeId::Fide);
}

/// Building the index again, as the error says, is then enough.
#[test]
fn damaged_segments_are_taken_up_once() {
    for table in ["positions", "occurrences", "games"] {
        for dedup in [None, Some(zobrist_index::Duplicates::Exact)] {
            let folder = Folder::new();
            let files = files(&folder);
            let mut options = little();
            // Enough for `dedup`, and little enough for a segment of five games.
            options.memory = 1 << 14;
            options.select.dedup = dedup;
            let mut builder = build(&folder.index(), options.clone(), &files);
            feed(&mut builder, &files, 5, 1);
            drop(builder);
            let file = folder.index().join(format!(".building/{table}/000001-0000.parquet"));
            let bytes = fs::read(&file).unwrap();
            fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();

            let taken_up =
                IndexBuilder::create_from_sources(folder.index(), options.clone(), sources(&files));
            let error = match taken_up {
                Ok(mut builder) => {
                    assert_eq!(builder.resume_point().game, 5);
                    feed(&mut builder, &files, 40, usize::MAX);
                    builder.finish().unwrap_err()
                }
                Err(error) => error,
            };
            let message = error.to_string();
            assert!(message.contains("000001-0000.parquet is damaged"), "{message}");
            assert!(Index::open(folder.index()).is_err());

            is_built_anew(&folder, options, &files);
        }
    }
}

#[test]
fn deleted_segments_are_built_anew() {
    for table in ["positions", "occurrences", "games"] {
        for segments in [1, 2] {
            let folder = Folder::new();
            let files = files(&folder);
            let mut builder = build(&folder.index(), little(), &files);
            feed(&mut builder, &files, 5, segments);
            drop(builder);
            let file = folder.index().join(format!(".building/{table}/000001-0000.parquet"));
            fs::remove_file(file).unwrap();
            is_built_anew(&folder, little(), &files);
        }
    }
}

#[test]
fn runs_that_cannot_be_recognized_begin_anew() {
    let folder = Folder::new();
    let files = files(&folder);
    let pipe = [PathBuf::from("-")];
    let mut builder = build(&folder.index(), little(), &pipe);
    let text = fs::read(&files[0]).unwrap();
    let replayed = builder.replayer().replay_text("-", &text);
    let place =
        ResumePoint { source: 0, offset: text.len() as u64, line: 0, game: 30, game_in_source: 30 };
    builder.add_from_source(0, replayed, 0, place).unwrap();
    drop(builder);
    assert_eq!(build(&folder.index(), little(), &pipe).resume_point(), ResumePoint::default());
}

#[test]
fn dedup_remembers_what_came_before_the_interruption() {
    let folder = Folder::new();
    let text = sample(10);
    let files = [folder.games("twice.pgn", &text.repeat(2))];
    let mut options = BuildOptions::default();
    options.select.dedup = Some(zobrist_index::Duplicates::Exact);
    options.memory = 1 << 17;
    let mut builder = build(&folder.index(), options.clone(), &files);
    feed(&mut builder, &files, 12, 1);
    drop(builder);
    let mut builder = build(&folder.index(), options.clone(), &files);
    assert_eq!(builder.resume_point().game, 0, "the memory was enough");
    options.memory = 1 << 14;
    drop(builder);
    builder = build(&folder.index(), options.clone(), &files);
    feed(&mut builder, &files, 12, 1);
    drop(builder);
    builder = build(&folder.index(), options, &files);
    assert_eq!(builder.resume_point().game, 12);
    feed(&mut builder, &files, 12, usize::MAX);
    let built = builder.finish().unwrap();
    assert_eq!((built.games, built.duplicates), (10, 10));
    let expected =
        Tables::of([(&*files[0].to_string_lossy(), &*text)], SchemeId::Fide, Select::default());
    tables::assert_equal(&tables::read(&folder.index()), &expected);
}
