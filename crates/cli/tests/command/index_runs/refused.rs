//! Impossible requests are refused with exit status 2 and the way out, and nothing is lost.

use std::fs;

use super::{check_whole, combine_all, files_below, games_rows, index, plan, run_all, two_files};
use crate::tool::{Folder, with_sum};

fn planned() -> Folder {
    let folder = two_files();
    assert_eq!(plan(&folder, "idx a.pgn b.pgn empty.pgn --runs 2"), 2);
    folder
}

#[track_caller]
fn refused(folder: &Folder, line: &str, expected: &str) {
    assert_eq!(index(folder, line).refused(), format!("zobrist: {expected}\n"), "{line}");
}

#[test]
fn what_is_missing_is_named() {
    let folder = planned();
    let runs = "idx: expected 2 finished runs, got 0; build what is missing: 1, 2; \
                `zobrist index run idx 1` builds one";
    refused(&folder, "commit idx", runs);
    refused(&folder, "combine idx 1/1", runs);
    run_all(&folder, "idx", [2]);
    let run = "idx: expected 2 finished runs, got 1; build what is missing: 1; \
               `zobrist index run idx 1` builds one";
    refused(&folder, "commit idx", run);
    run_all(&folder, "idx", [1]);
    let none = "idx: expected ranges of the keys that cover all of them, got none; combine the \
                runs; `zobrist index combine idx 1/1` does it";
    refused(&folder, "commit idx", none);
    index(&folder, "combine idx 2/4").done();
    let three = "idx: expected 4 ranges of the keys, got 1; combine what is missing: 1, 3, 4; \
                 `zobrist index combine idx 1/4` does it";
    refused(&folder, "commit idx", three);
    combine_all(&folder, "idx", 4);
    index(&folder, "commit idx").done();
    check_whole(&folder, "idx");
    let no_plan = "idx holds no plan of a build; plan it first; `zobrist index plan` makes one";
    for line in ["commit idx", "run idx 1", "combine idx 1/1"] {
        refused(&folder, line, no_plan);
        refused(&folder, &line.replace("idx", "none"), &no_plan.replace("idx", "none"));
    }
    assert!(!folder.path("none").exists());
}

#[test]
fn numbers_out_of_range_are_refused() {
    let folder = planned();
    refused(&folder, "run idx 3", "idx: expected the number of a run from 1 to 2, got 3");
    for line in [
        "run idx 0",
        "run idx x",
        "combine idx 0/1",
        "combine idx 2/1",
        "combine idx 1",
        "combine idx 1/0",
        "combine idx -1/2",
        "plan new a.pgn --runs 0",
        "plan new a.pgn --runs 65537",
    ] {
        let message = index(&folder, line).refused();
        assert!(message.starts_with("error: "), "{line}: {message}");
    }
    refused(
        &folder,
        "combine idx 1/70000",
        "expected a range and the number of ranges, such as 1 of 4, at most 65536 of them, got 1 \
         of 70000",
    );
    assert!(!folder.path("new").exists());
    let message = index(&folder, "plan idx a.pgn --add --scheme polyglot").refused();
    assert!(message.contains("'--add' cannot be used with '--scheme <SCHEME>'"), "{message}");
}

#[test]
fn a_folder_that_holds_something_else_is_refused() {
    let folder = two_files();
    fs::create_dir(folder.path("other")).unwrap();
    folder.write("other/letter.txt", "Dear diary");
    refused(
        &folder,
        "plan other a.pgn",
        "other holds other files; name a new folder for the index",
    );
    refused(
        &folder,
        "plan other a.pgn --add",
        "other holds other files; name a new folder for the index",
    );
    refused(&folder, "plan new a.pgn --add", "new holds no index; `zobrist index build` makes one");
    assert!(!folder.path("new").exists());
    let entries: Vec<_> = fs::read_dir(folder.path("other")).unwrap().collect();
    assert_eq!(entries.len(), 1, "{entries:?}");
    let message = index(&folder, "plan a.pgn b.pgn").refused();
    assert!(message.contains("a.pgn"), "{message}");
    refused(
        &folder,
        "run a.pgn 1",
        "a.pgn holds no plan of a build; plan it first; `zobrist index plan` makes one",
    );
}

/// While a plan stands, nobody else changes the folder.
#[test]
fn other_commands_refuse_a_folder_with_a_plan() {
    let folder = two_files();
    index(&folder, "build idx a.pgn").done();
    plan(&folder, "idx b.pgn --add");
    let before = files_below(&folder.path("idx"));
    for line in ["add idx empty.pgn", "merge idx", "remove idx a.pgn", "build idx b.pgn --replace"]
    {
        refused(
            &folder,
            line,
            "idx holds the plan of a build that is not complete; commit or abandon it first; \
             `zobrist index commit idx` or `zobrist index plan idx --abandon`",
        );
    }
    assert_eq!(files_below(&folder.path("idx")), before);
    index(&folder, "info idx").done();
    run_all(&folder, "idx", [1]);
    combine_all(&folder, "idx", 1);
    index(&folder, "commit idx").done();
    check_whole(&folder, "idx");
}

#[test]
fn a_source_that_has_changed_or_vanished_is_refused() {
    let folder = planned();
    let whole = fs::read_to_string(folder.path("b.pgn")).unwrap();
    let modified = fs::metadata(folder.path("b.pgn")).unwrap().modified().unwrap();
    folder.write("b.pgn", format!("{whole}\n1. e4 *\n"));
    let path = folder.path("b.pgn").display().to_string();
    let out = "abandon the build and plan it again; `zobrist index plan DIR --abandon` abandons it";
    refused(
        &folder,
        "run idx 2",
        &format!(
            "{path}: expected the {} bytes for which the build was planned, got {}; {out}",
            whole.len(),
            whole.len() + 9
        ),
    );
    fs::remove_file(folder.path("b.pgn")).unwrap();
    refused(
        &folder,
        "run idx 2",
        &format!("{path}: expected the file for which the build was planned, got none; {out}"),
    );
    folder.write("b.pgn", &whole);
    let message = index(&folder, "run idx 2").refused();
    assert!(message.contains("changed last"), "{message}");
    // The other run is built, and this one when the file is back.
    run_all(&folder, "idx", [1]);
    fs::File::options()
        .write(true)
        .open(folder.path("b.pgn"))
        .unwrap()
        .set_modified(modified)
        .unwrap();
    run_all(&folder, "idx", [2]);
    combine_all(&folder, "idx", 1);
    index(&folder, "commit idx").done();
    check_whole(&folder, "idx");
}

#[test]
fn an_index_that_has_changed_is_refused() {
    let folder = two_files();
    index(&folder, "build idx a.pgn").done();
    index(&folder, "build other empty.pgn").done();
    plan(&folder, "idx b.pgn --add");
    run_all(&folder, "idx", [1]);
    combine_all(&folder, "idx", 1);
    // By a program that knows nothing of plans.
    let text = fs::read_to_string(folder.path("idx/manifest.json")).unwrap();
    let changed = text.replace("\"rejected\": 0", "\"rejected\": 7");
    assert_ne!(changed, text);
    folder.write("idx/manifest.json", with_sum(&changed));
    let before = files_below(&folder.path("idx"));
    refused(
        &folder,
        "commit idx",
        "idx: expected the index for which the build was planned, got one that has changed since; \
         abandon the build and plan it again; `zobrist index plan DIR --abandon` abandons it",
    );
    assert_eq!(files_below(&folder.path("idx")), before);
    folder.write("idx/manifest.json", text);
    index(&folder, "commit idx").done();
    check_whole(&folder, "idx");
    assert_eq!(games_rows(&folder, "idx").len(), 60);
}

#[test]
fn damaged_plans_and_records_are_refused() {
    let folder = planned();
    run_all(&folder, "idx", [1, 2]);
    combine_all(&folder, "idx", 1);
    let records = files_below(&folder.path("idx/.building"));
    // The records of single runs are read no more once they are joined.
    let is_read = |name: &&String| name.ends_with(".json") && !name.contains("/runs/");
    let jsons = records.iter().filter(is_read);
    assert_eq!(jsons.clone().count(), 3, "{records:?}");
    for name in jsons {
        let path = format!("idx/.building/{name}");
        let text = fs::read_to_string(folder.path(&path)).unwrap();
        for wrong in [
            text[..text.len() / 2].to_owned(),
            text.replacen("\"plan\"", "\"plam\"", 1).replacen("\"runs\"", "\"runz\"", 1),
        ] {
            folder.write(&path, wrong);
            let message = index(&folder, "commit idx").refused();
            let cannot = format!("{name} cannot be used: ");
            assert!(message.contains(&cannot), "{name}: {message}");
            assert!(!folder.path("idx/manifest.json").exists());
        }
        folder.write(&path, text);
    }
    // A file of the index that is cut.
    let table = files_below(&folder.path("idx/.building/positions")).remove(0);
    let path = folder.path(&format!("idx/.building/positions/{table}"));
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[1..]).unwrap();
    let message = index(&folder, "commit idx").refused();
    assert!(message.contains(&table), "{message}");
    fs::remove_file(&path).unwrap();
    let message = index(&folder, "commit idx").refused();
    assert!(message.contains(&table), "{message}");
    combine_all(&folder, "idx", 2);
    combine_all(&folder, "idx", 1);
    fs::write(&path, &bytes).unwrap();
    index(&folder, "commit idx").done();
    check_whole(&folder, "idx");
}
