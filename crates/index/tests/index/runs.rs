//! An index that is built by runs: the same files as one build makes, whatever happens to the
//! tasks.

use std::fs;
use std::path::{Path, PathBuf};

use shakmaty::Chess;
use zobrist_index::runs::{
    Plan, PlanOptions, RunBuilder, RunCounts, RunPieces, RunTask, abandon, combine, commit, plan,
    plan_again,
};
use zobrist_index::{BuildOptions, GamesText, Index, IndexError, MergeOptions};

use crate::recount;
use crate::tables;
use crate::tool::{Folder, append, build, faults, feed, sample, sources, threads};

pub(crate) const RUNS: usize = 3;

/// Some files of games, and one that has none.
pub(crate) fn files(folder: &Folder) -> Vec<PathBuf> {
    let text = sample(60);
    let starts: Vec<usize> = recount::games(&text).iter().map(|game| game.offset).collect();
    let cut = |from: usize, to: Option<usize>| {
        &text[starts[from]..to.map_or(text.len(), |to| starts[to])]
    };
    vec![
        folder.games("a.pgn", cut(0, Some(10))),
        folder.games("b.pgn", cut(10, Some(35))),
        folder.games("empty.pgn", "\n"),
        folder.games("c.pgn", cut(35, None)),
    ]
}

/// The games of the runs of `files`.
const GAMES: [u64; RUNS] = [10, 25, 25];

/// A plan of three runs, with room for `more` games beyond those that they have.
pub(crate) fn tasks(more: i64) -> Vec<RunTask> {
    let pieces = [0..1, 1..2, 2..4].map(RunPieces::Files);
    let task =
        |(pieces, games): (RunPieces, u64)| RunTask::new(pieces, games.saturating_add_signed(more));
    pieces.into_iter().zip(GAMES).map(task).collect()
}

pub(crate) fn merging(memory: usize) -> MergeOptions {
    let mut options = MergeOptions::default();
    (options.memory, options.threads) = (memory, threads(2));
    options
}

pub(crate) fn planning(files: usize) -> PlanOptions {
    let mut options = PlanOptions::default();
    options.build.files = Some(threads(files));
    options
}

/// Replays the games of a run.
pub(crate) fn fill(run: &mut RunBuilder) {
    let replayer = run.replayer();
    for (number, source) in run.sources().to_vec().iter().enumerate() {
        let text = fs::read_to_string(&source.path).unwrap();
        let starts: Vec<usize> = recount::games(&text).iter().map(|game| game.offset).collect();
        for (game, start) in starts.iter().enumerate() {
            let end = starts.get(game + 1).copied().unwrap_or(text.len());
            let ends = [end - start];
            let mut games = GamesText::new(&source.file, &text.as_bytes()[*start..end], &ends);
            (games.offset, games.first) = (*start as u64, game as u64 + 1);
            run.add(number, replayer.replay(games), 0).unwrap();
        }
    }
}

pub(crate) fn run(folder: &Path, number: u32) -> RunCounts {
    let mut run = RunBuilder::begin(folder, number, merging(1 << 17)).unwrap();
    fill(&mut run);
    run.finish().unwrap()
}

pub(crate) fn run_all(folder: &Path) {
    for number in 1..=RUNS as u32 {
        run(folder, number);
    }
}

pub(crate) fn combine_all(folder: &Path, of: u32) {
    for range in 1..=of {
        combine(folder, range, of, merging(1 << 24)).unwrap();
    }
}

/// The sums and sizes of the keyed files, in their order.
fn sums(folder: &Path) -> Vec<(u64, u64, u64)> {
    let manifest = tables::manifest(folder);
    let segment = manifest["segments"].as_array().unwrap().last().unwrap();
    let of = |table: &str| {
        segment[table]
            .as_array()
            .unwrap()
            .iter()
            .map(|file| {
                let number = |field: &str| file[field].as_u64().unwrap();
                (number("crc32"), number("bytes"), number("rows"))
            })
            .collect::<Vec<_>>()
    };
    [of("positions"), of("occurrences")].concat()
}

/// All names in a folder and below, but for that of the lock.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(names(&path)),
            false => found.push(path.to_string_lossy().into_owned()),
        }
    }
    found.retain(|name| !name.ends_with(".lock"));
    found
}

/// Checks that a folder holds the files of its manifest, and nothing else.
#[track_caller]
pub(crate) fn check_clean(folder: &Path) {
    let mut manifest = tables::manifest(folder);
    let mut expected = vec!["manifest.json".to_owned()];
    let segments = manifest["segments"].as_array_mut().unwrap();
    let keyed = segments.iter().flat_map(|segment| {
        ["positions", "occurrences"]
            .into_iter()
            .flat_map(|table| segment[table].as_array().unwrap())
    });
    let games = tables::manifest(folder)["game_files"].as_array().unwrap().clone();
    expected.extend(keyed.chain(&games).map(|file| file["file"].as_str().unwrap().to_owned()));
    let mut expected: Vec<String> =
        expected.iter().map(|name| folder.join(name).to_string_lossy().into_owned()).collect();
    let mut got = names(folder);
    expected.sort();
    got.sort();
    assert_eq!(got, expected);
}

#[test]
fn runs_and_ranges_make_what_one_build_makes() {
    for (table_files, of) in [(1, 1), (7, 3), (2, 5)] {
        let folder = Folder::new();
        let files = files(&folder);
        let plain = folder.index();
        let mut options = BuildOptions::default();
        options.files = Some(threads(table_files));
        let mut builder = build(&plain, options, &files);
        feed(&mut builder, &files, 7, usize::MAX);
        let expected = builder.finish().unwrap();

        let by_runs = plain.with_file_name("by-runs");
        plan(&by_runs, planning(table_files), sources(&files), tasks(0)).unwrap();
        for number in [2, 3, 1] {
            assert_eq!(run(&by_runs, number).built.games, GAMES[number as usize - 1]);
        }
        combine_all(&by_runs, of);
        assert_eq!(commit(&by_runs).unwrap(), expected);
        // Without gaps, the games have the numbers of one build.
        assert_eq!(sums(&by_runs), sums(&plain));
        let all = |folder| Index::open(folder).unwrap();
        let games =
            |index: &Index| index.game_batches().flat_map(Result::unwrap).collect::<Vec<_>>();
        assert_eq!(games(&all(&by_runs)), games(&all(&plain)));
        assert_eq!(all(&by_runs).sources().len(), 4);
        for (got, expected) in all(&by_runs).sources().iter().zip(all(&plain).sources()) {
            assert_eq!((got.games, got.rejected), (expected.games, expected.rejected));
            assert_eq!((got.first_date, got.last_date), (expected.first_date, expected.last_date));
        }
        check_clean(&by_runs);
        assert_eq!(faults(&by_runs), Vec::<String>::new());
    }
}

#[test]
fn numbers_that_were_kept_free_stay_free_and_games_without_room_follow_them_all() {
    let folder = Folder::new();
    let files = files(&folder);
    // Too little room, and too much.
    for (more, first_games) in [(-4, [0, 6, 27]), (1000, [0, 1010, 2035])] {
        let index = folder.index().with_file_name(format!("index{more}"));
        plan(&index, planning(2), sources(&files), tasks(more)).unwrap();
        run_all(&index);
        combine_all(&index, 2);
        let built = commit(&index).unwrap();
        assert_eq!(built.games, 60);
        let opened = Index::open(&index).unwrap();
        let games: Vec<_> = opened.game_batches().flat_map(Result::unwrap).collect();
        assert_eq!(games.len(), 60);
        for first in first_games {
            let game = games.iter().find(|game| game.game_id == first).unwrap();
            assert_eq!((game.game, game.offset), (1, 0), "{game:?}");
        }
        let files = tables::manifest(&index)["game_files"].as_array().unwrap().clone();
        assert_eq!(files.len(), if more < 0 { 2 * RUNS } else { RUNS });
        if more < 0 {
            assert_eq!(files[3]["first"], 48);
            assert_eq!(files[4]["first"], 48 + (1_u64 << 32));
        }
        assert_eq!(faults(&index), Vec::<String>::new());
    }
}

#[test]
fn a_task_can_be_repeated_at_any_time_and_what_others_have_left_is_removed() {
    let folder = Folder::new();
    let files = files(&folder);
    let index = folder.index();
    plan(&index, planning(3), sources(&files), tasks(5)).unwrap();
    run_all(&index);
    combine_all(&index, 3);
    commit(&index).unwrap();
    let expected = sums(&index);

    let again = index.with_file_name("again");
    plan(&again, planning(3), sources(&files), tasks(5)).unwrap();
    // Twice at once, and one that is given up.
    let mut first = RunBuilder::begin(&again, 1, merging(1 << 24)).unwrap();
    let mut second = RunBuilder::begin(&again, 1, merging(1 << 17)).unwrap();
    fill(&mut first);
    fill(&mut second);
    second.finish().unwrap();
    first.finish().unwrap();
    let mut killed = RunBuilder::begin(&again, 2, merging(1 << 17)).unwrap();
    fill(&mut killed);
    std::mem::forget(killed);
    run(&again, 2);
    run(&again, 3);
    run(&again, 3);
    // Another number of ranges, that is given up.
    combine(&again, 1, 2, merging(1 << 24)).unwrap();
    combine_all(&again, 3);
    combine(&again, 2, 3, merging(1 << 24)).unwrap();
    // A task that goes on for too long.
    let mut late = RunBuilder::begin(&again, 3, merging(1 << 24)).unwrap();
    commit(&again).unwrap();
    assert_eq!(sums(&again), expected);
    fill_if_possible(&mut late);
    check_clean_but_for_late(&again, late);
    assert!(matches!(commit(&again), Err(IndexError::NoPlan(_))));
    assert_eq!(faults(&again), Vec::<String>::new());
}

/// The folder of the task is gone, so that writing may fail.
fn fill_if_possible(run: &mut RunBuilder) {
    let replayer = run.replayer();
    let text = "1. e4 e5 1-0\n";
    let ends = [text.len()];
    let games = GamesText::new("c.pgn", text.as_bytes(), &ends);
    run.add(0, replayer.replay(games), 0).ok();
}

#[track_caller]
fn check_clean_but_for_late(folder: &Path, late: RunBuilder) {
    let error = late.finish().unwrap_err();
    assert!(matches!(error, IndexError::Superseded(_)), "{error}");
    check_clean(folder);
}

#[test]
fn what_is_missing_is_named() {
    let folder = Folder::new();
    let files = files(&folder);
    let index = folder.index();
    assert!(matches!(commit(&index), Err(IndexError::NoPlan(_))));
    plan(&index, planning(3), sources(&files), tasks(5)).unwrap();
    run(&index, 2);
    for error in [
        commit(&index).unwrap_err(),
        combine(&index, 1, 2, merging(1 << 24)).map(drop).unwrap_err(),
    ] {
        let IndexError::MissingRuns { of: 3, missing, .. } = &error else { panic!("{error}") };
        assert_eq!(*missing, [1, 3]);
        assert!(
            error
                .to_string()
                .ends_with("expected 3 finished runs, got 1; build what is missing: 1, 3"),
            "{error}"
        );
    }
    let error = RunBuilder::begin(&index, 4, merging(1 << 24)).map(drop).unwrap_err();
    assert!(error.to_string().ends_with("expected the number of a run from 1 to 3, got 4"));
    let status = |folder: &Path| zobrist_index::runs::status(folder).unwrap();
    assert_eq!((status(&index).runs, status(&index).runs_done), (3, vec![2]));
    run(&index, 1);
    run(&index, 3);
    let error = commit(&index).unwrap_err();
    assert!(matches!(error, IndexError::MissingRanges { of: 0, .. }), "{error}");
    combine(&index, 1, 3, merging(1 << 24)).unwrap();
    combine(&index, 3, 3, merging(1 << 24)).unwrap();
    let error = commit(&index).unwrap_err();
    let IndexError::MissingRanges { of: 3, missing, .. } = &error else { panic!("{error}") };
    assert_eq!(*missing, [2]);
    assert_eq!(status(&index).ranges_done, [(1, 3), (3, 3)]);
    for (range, of) in [(0, 1), (2, 1), (1, 0)] {
        let error = combine(&index, range, of, merging(1 << 24)).map(drop).unwrap_err();
        assert!(matches!(error, IndexError::NoRange { .. }), "{error}");
    }
}

#[test]
fn games_are_added_beside_an_index_or_take_its_place() {
    let folder = Folder::new();
    let files = files(&folder);
    let index = folder.index();
    let mut builder = build(&index, BuildOptions::default(), &files[..1]);
    feed(&mut builder, &files[..1], 3, usize::MAX);
    builder.finish().unwrap();
    let rest = &files[1..];
    let tasks = |room| {
        vec![RunTask::new(RunPieces::Files(0..1), room), RunTask::new(RunPieces::Files(1..3), room)]
    };
    let refused = plan(&index, planning(3), sources(rest), tasks(25)).unwrap_err();
    assert!(matches!(refused, IndexError::Exists(_)), "{refused}");
    let mut adding = planning(3);
    adding.add = true;
    let refused = plan(&index, adding.clone(), sources(&files[..1]), vec![tasks(25)[0].clone()]);
    assert!(matches!(refused, Err(IndexError::AlreadyIn(_))), "{refused:?}");
    let planned = plan(&index, adding.clone(), sources(rest), tasks(25)).unwrap();
    assert_eq!((planned.runs()[0].first, planned.runs()[1].first), (10, 35));
    // An equal plan, and another one.
    assert_eq!(plan(&index, adding.clone(), sources(rest), tasks(25)).unwrap(), planned);
    let other = plan(&index, adding, sources(rest), tasks(26)).unwrap_err();
    assert!(matches!(other, IndexError::Planned(_)), "{other}");
    // The index answers as before, and nobody else changes it.
    assert_eq!(Index::open(&index).unwrap().games(), 10);
    let busy = zobrist_index::merge(&index, merging(1 << 24)).unwrap_err();
    assert!(matches!(busy, IndexError::Planned(_)), "{busy}");
    run(&index, 1);
    run(&index, 2);
    combine_all(&index, 2);
    assert_eq!(commit(&index).unwrap().games, 50);
    check_clean(&index);
    assert_eq!(faults(&index), Vec::<String>::new());

    let plain = index.with_file_name("plain");
    let mut builder = build(&plain, BuildOptions::default(), &files[..1]);
    feed(&mut builder, &files[..1], 3, usize::MAX);
    builder.finish().unwrap();
    let mut options = BuildOptions::default();
    options.files = Some(threads(3));
    let mut builder = append(&plain, options, rest);
    feed(&mut builder, rest, 3, usize::MAX);
    builder.finish().unwrap();
    assert_eq!(sums(&index), sums(&plain));
    let moves = |folder: &Path| Index::open(folder).unwrap().moves(&Chess::default()).unwrap();
    assert_eq!(moves(&index), moves(&plain));

    let mut replacing = planning(1);
    replacing.build.replace = true;
    plan(&index, replacing, sources(rest), tasks(25)).unwrap();
    run(&index, 1);
    run(&index, 2);
    combine_all(&index, 1);
    assert_eq!(Index::open(&index).unwrap().games(), 60);
    commit(&index).unwrap();
    assert_eq!(Index::open(&index).unwrap().games(), 50);
    check_clean(&index);
}

#[test]
fn an_abandoned_build_leaves_the_index_as_it_was() {
    let folder = Folder::new();
    let files = files(&folder);
    let index = folder.index();
    let make = || {
        run(&index, 1);
        run(&index, 2);
        run(&index, 3);
        combine(&index, 1, 1, merging(1 << 24)).unwrap();
    };
    plan(&index, planning(3), sources(&files), tasks(5)).unwrap();
    make();
    abandon(&index).unwrap();
    assert_eq!(names(&index), Vec::<String>::new());

    let mut builder = build(&index, BuildOptions::default(), &files[..1]);
    feed(&mut builder, &files[..1], 3, usize::MAX);
    builder.finish().unwrap();
    let before = crate::tool::bytes(&index);
    let mut replacing = planning(1);
    replacing.build.replace = true;
    plan(&index, replacing, sources(&files), tasks(5)).unwrap();
    make();
    abandon(&index).unwrap();
    assert_eq!(crate::tool::bytes(&index), before);
    check_clean(&index);
    assert!(matches!(abandon(&index), Err(IndexError::NoPlan(_))));
}

#[test]
fn another_folder_can_have_the_same_plan() {
    let folder = Folder::new();
    let files = files(&folder);
    let (first, second) = (folder.index(), folder.index().with_file_name("second"));
    plan(&first, planning(3), sources(&files), tasks(5)).unwrap();
    let copied = Plan::read_file(first.join(".building/plan.json")).unwrap();
    plan_again(&second, &copied, false).unwrap();
    for index in [&first, &second] {
        run_all(index);
    }
    combine_all(&first, 3);
    combine_all(&second, 1);
    assert_eq!(commit(&first).unwrap(), commit(&second).unwrap());
    assert_eq!(sums(&first), sums(&second));
}
