//! Builds by many tasks whose sources, records or index are not what they were.

use std::fs;

use zobrist_index::runs::{RunBuilder, RunPieces, RunTask, abandon, combine, commit, plan};
use zobrist_index::{BuildOptions, IndexError};

use crate::runs::{
    check_clean, combine_all, files, fill, merging, names, planning, run, run_all, tasks,
};
use crate::tables;
use crate::tool::{Folder, build, feed, sources};

#[test]
fn a_source_or_an_index_that_has_changed_is_refused() {
    let folder = Folder::new();
    let files = files(&folder);
    let index = folder.index();
    plan(&index, planning(3), sources(&files), tasks(5)).unwrap();
    let mut changes = RunBuilder::begin(&index, 1, merging(1 << 24)).unwrap();
    fill(&mut changes);
    let text = fs::read_to_string(&files[0]).unwrap();
    fs::write(&files[0], format!("{text}\n1. e4 e5 *\n")).unwrap();
    for error in
        [changes.finish().unwrap_err(), RunBuilder::begin(&index, 1, merging(1 << 24)).unwrap_err()]
    {
        let IndexError::SourceChanged { path, .. } = &error else { panic!("{error}") };
        assert_eq!(*path, files[0]);
    }
    fs::remove_file(&files[0]).unwrap();
    let error = RunBuilder::begin(&index, 1, merging(1 << 24)).unwrap_err();
    assert!(error.to_string().contains("got none"), "{error}");
    abandon(&index).unwrap();

    plan(
        &index,
        planning(3),
        sources(&files[1..2]),
        vec![RunTask::new(RunPieces::Files(0..1), 25)],
    )
    .unwrap();
    run(&index, 1);
    combine_all(&index, 1);
    // By another program.
    fs::write(index.join("manifest.json"), "{}").unwrap();
    assert!(commit(&index).is_err());
    let other = index.with_file_name("other");
    let mut builder = build(&other, BuildOptions::default(), &files[1..2]);
    feed(&mut builder, &files[1..2], 3, usize::MAX);
    builder.finish().unwrap();
    // An index that another program has put there, and has numbered on.
    for next_segment in [1, 7] {
        let mut manifest = tables::manifest(&other);
        for (field, value) in [
            ("segments", serde_json::json!([])),
            ("game_files", serde_json::json!([])),
            ("games", serde_json::json!(0)),
            ("next_segment", serde_json::json!(next_segment)),
        ] {
            manifest[field] = value;
        }
        fs::remove_file(index.join("manifest.json")).unwrap();
        tables::write_manifest(&index, &manifest);
        let before = names(&index);
        let error = commit(&index).unwrap_err();
        assert!(matches!(error, IndexError::IndexChanged(_)), "{error}");
        assert_eq!(names(&index), before);
    }
}

#[test]
fn a_task_of_an_earlier_plan_is_of_no_use() {
    let folder = Folder::new();
    let files = files(&folder);
    let index = folder.index();
    plan(&index, planning(3), sources(&files), tasks(5)).unwrap();
    let mut late = RunBuilder::begin(&index, 1, merging(1 << 24)).unwrap();
    fill(&mut late);
    abandon(&index).unwrap();
    plan(&index, planning(3), sources(&files), tasks(6)).unwrap();
    let error = late.finish().unwrap_err();
    assert!(matches!(error, IndexError::Superseded(_)), "{error}");
    assert!(zobrist_index::runs::status(&index).unwrap().runs_done.is_empty());
    run_all(&index);
    combine_all(&index, 3);
    commit(&index).unwrap();
    check_clean(&index);
}

/// Programs that read whole folders see an index that is as it was.
#[test]
fn no_file_is_in_its_place_before_the_commit() {
    let folder = Folder::new();
    let files = files(&folder);
    let index = folder.index();
    plan(&index, planning(3), sources(&files), tasks(5)).unwrap();
    run_all(&index);
    combine_all(&index, 3);
    for table in ["positions", "occurrences", "games"] {
        assert!(!index.join(table).exists(), "{table}");
    }
}

#[test]
fn a_record_that_was_falsified_is_refused() {
    let folder = Folder::new();
    let files = files(&folder);
    let index = folder.index();
    let planned = plan(&index, planning(3), sources(&files), tasks(5)).unwrap();
    run_all(&index);
    let record = names(&index).into_iter().find(|name| name.contains("/runs/000002-")).unwrap();
    let text = fs::read_to_string(&record).unwrap();
    for (good, bad) in [
        ("positions/000002-0000-", "../../positions/000002-0000-"),
        ("\"part_bits\": 8", "\"part_bits\": 77"),
        ("\"run\": 2", "\"run\": 3"),
        ("games/000001-0001-", "positions/000001-0001-"),
    ] {
        assert!(text.contains(good), "{good} of {planned:?}");
        let changed = text.replace(good, bad);
        let mut manifest: serde_json::Value = serde_json::from_str(&changed).unwrap();
        manifest.as_object_mut().unwrap().remove("crc32");
        fs::write(&record, tables::with_sum(&manifest)).unwrap();
        let error = combine(&index, 1, 1, merging(1 << 24)).map(drop).unwrap_err();
        assert!(matches!(error, IndexError::Plan { .. }), "{error}");
    }
    fs::write(&record, text).unwrap();
    combine_all(&index, 1);
    commit(&index).unwrap();
}

#[test]
fn no_task_can_leave_out_duplicates() {
    let folder = Folder::new();
    let files = files(&folder);
    let mut options = planning(1);
    options.build.select.dedup = Some(zobrist_index::Duplicates::Exact);
    let error = plan(folder.index(), options, sources(&files), tasks(5)).unwrap_err();
    assert!(matches!(error, IndexError::DedupOfPlan), "{error}");
    assert!(!folder.index().exists());
}

#[test]
fn a_folder_that_is_refused_stays_as_it_was() {
    let folder = Folder::new();
    let files = files(&folder);
    let mut adding = planning(1);
    adding.add = true;
    let missing = plan(folder.index(), adding, sources(&files), tasks(5)).unwrap_err();
    assert!(matches!(missing, IndexError::NotAnIndex(_)), "{missing}");
    assert!(!folder.index().exists());
    fs::create_dir(folder.index()).unwrap();
    fs::write(folder.index().join("letter.txt"), "Dear diary").unwrap();
    let other = plan(folder.index(), planning(1), sources(&files), tasks(5)).unwrap_err();
    assert!(matches!(other, IndexError::NotEmpty(_)), "{other}");
    assert_eq!(fs::read_dir(folder.index()).unwrap().count(), 1);
}
