//! Files that fail while they are read: no poor index takes the place of a good one, and the run
//! continues once they are mended.

use std::fs;

use serde_json::Value;

use crate::index::moves;
use crate::index_faults::{assert_old, bytes, old_index, sample};
use crate::tool::{COMPRESSIONS, Folder};

/// Reading it is an I/O error, and its metadata are those of a file.
const UNREADABLE: &str = "/proc/self/mem";

/// Games of which some thousand are read before a break near the end, in several blocks of each
/// compression.
fn games() -> String {
    (1..=8_000).map(|number| format!("[White \"{number}\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n")).collect()
}

/// A folder with an old index, and a file of games that breaks off.
fn with_truncated(name: &str, whole: &[u8]) -> (Folder, Vec<(std::path::PathBuf, Vec<u8>)>) {
    let (folder, before) = old_index();
    folder.write(name, &whole[..whole.len() - 4]);
    folder.write("next.pgn", "1. d4 *\n");
    (folder, before)
}

fn run(folder: &Folder, command: &str, more: &[&'static str]) -> crate::tool::Run {
    folder.zobrist(command.split(' ').chain(more.iter().copied()))
}

fn sources(folder: &Folder, index: &str) -> Vec<Value> {
    let manifest = fs::read(folder.path(&format!("{index}/manifest.json"))).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    manifest["sources"].as_array().unwrap().clone()
}

/// Every row of what an index answers, and the counts of its sources and tables.
fn contents(folder: &Folder, index: &str) -> (String, Vec<String>, Vec<Value>) {
    let explored =
        folder.zobrist(["explore", index, "--games", "9999", "--format", "jsonl"]).done();
    let info = folder.zobrist(["index", "info", index]).done();
    // Each segment that was written on the way has a file of games.
    let same = |line: &&str| !line.contains("bytes") && !line.starts_with("games_files");
    let info = info.lines().filter(same).map(str::to_owned).collect();
    (explored, info, sources(folder, index))
}

#[test]
fn a_truncated_archive_makes_no_index_and_names_the_place() {
    for (end, compress) in COMPRESSIONS {
        let name = format!("cut.pgn.{end}");
        let (folder, before) = with_truncated(&name, &compress(games().as_bytes()));
        for command in [
            format!("index build idx --replace {name} next.pgn"),
            format!("index add idx next.pgn {name}"),
            format!("index build new {name}"),
        ] {
            let message = run(&folder, &command, &[]).refused();
            assert!(message.starts_with(&format!("zobrist: {name}:")), "{message}");
            assert!(message.contains(" (byte "), "{message}");
            assert!(message.contains("): cannot be read further: "), "{message}");
            assert!(!message.contains("lost"), "{message}");
            let end = "; nothing was put into the index; mend the file and run the same command \
                       again, which continues, or accept what can be read with --partial\n";
            assert!(message.ends_with(end), "{message}");
            assert_old(&folder, &before);
        }
        let message = folder.zobrist(["explore", "new"]).refused();
        assert!(message.contains("new holds no index"), "{message}");
    }
}

#[test]
fn an_input_error_makes_no_index_and_names_the_file() {
    let (folder, before) = old_index();
    folder.write("next.pgn", "1. d4 *\n");
    for command in ["index build idx --replace", "index add idx"] {
        let message = run(&folder, command, &["next.pgn", UNREADABLE]).refused();
        assert!(message.starts_with("zobrist: /proc/self/mem:1 (byte 0): cannot be"), "{message}");
        assert!(message.contains("Input/output error"), "{message}");
        assert_old(&folder, &before);
        let (_, messages) =
            run(&folder, command, &["next.pgn", UNREADABLE, "--partial"]).rejected();
        assert!(messages.contains("what follows is lost\n"), "{messages}");
        let partial: Vec<_> =
            sources(&folder, "idx").iter().map(|source| source["partial"].clone()).collect();
        assert_eq!(partial[partial.len() - 2..], [false, true]);
        run(&folder, "index build idx --replace old.pgn", &[]).done();
        fs::remove_dir_all(folder.path("idx")).unwrap();
        run(&folder, "index build idx old.pgn", &[]).done();
    }
}

/// A folder without games is known before anything is read.
#[test]
fn an_empty_folder_is_no_source() {
    let (folder, before) = old_index();
    fs::create_dir(folder.path("empty")).unwrap();
    let message = run(&folder, "index build idx --replace old.pgn empty", &[]).refused();
    assert!(message.contains("expected files of games in PGN in empty, got none"), "{message}");
    assert_old(&folder, &before);
}

#[test]
fn what_could_be_read_is_accepted_when_asked_for() {
    for (end, compress) in COMPRESSIONS {
        let name = format!("cut.pgn.{end}");
        let whole = compress(games().as_bytes());
        let (folder, _) = with_truncated(&name, &whole);
        let build = format!("index build idx --replace {name} next.pgn");
        run(&folder, &build, &[]).refused();
        // The rest of the run above is taken up.
        let (_, messages) = run(&folder, &build, &["--partial"]).rejected();
        assert!(messages.contains("cannot be read further"), "{end}: {messages}");
        assert!(messages.contains("zobrist: rejected 1 of "), "{end}: {messages}");
        assert!(moves(&folder).contains(&("d4".to_owned(), 1)), "{end}");
        let [cut, next] = &sources(&folder, "idx")[..] else { panic!("two sources") };
        assert_eq!((&cut["partial"], &next["partial"]), (&true.into(), &false.into()));
        assert_eq!((&cut["digest"], &cut["rejected"]), (&Value::Null, &1.into()));
        assert_eq!(next["digest"].as_str().unwrap().len(), 64);
        let info = folder.zobrist(["index", "info", "idx"]).done();
        assert!(info.contains("\npartial\t1\n"), "{info}");
        run(&folder, "index verify idx", &[]).done();

        // A part of it is in: the whole would count these games twice.
        folder.write(&name, &whole);
        let before = contents(&folder, "idx");
        for named in [name.clone(), format!("./{name}")] {
            let (_, messages) = run(&folder, &format!("index add idx {named}"), &[]).rejected();
            let expected = format!(
                "zobrist: a part of {named} is in the index already; it is left out (--again adds \
                 it all the same)\n"
            );
            assert_eq!(messages, expected);
        }
        assert!(contents(&folder, "idx") == before);
        let run = run(&folder, &format!("index add idx {name} --again --dedup"), &[]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_eq!(moves(&folder), [("e4".to_owned(), 8_000), ("d4".to_owned(), 1)]);
    }
}

#[test]
fn the_same_command_continues_once_the_archive_is_mended() {
    for (end, compress) in COMPRESSIONS {
        let name = format!("cut.pgn.{end}");
        let whole = compress(games().as_bytes());
        let (folder, before) = with_truncated(&name, &whole);
        folder.write("first.pgn", "1. c4 *\n\n1. f4 *\n");
        for (command, index) in [
            (format!("index build idx --replace first.pgn {name} next.pgn"), "fresh"),
            (format!("index add idx first.pgn {name} next.pgn"), "added"),
        ] {
            folder.write(&name, &whole[..whole.len() - 4]);
            run(&folder, &command, &[]).refused();
            run(&folder, &command, &[]).refused();
            assert!(folder.path("idx/.building/journal.json").exists());
            folder.write(&name, &whole);
            run(&folder, &command, &[]).continued();
            run(&folder, "index verify idx", &[]).done();
            if index == "added" {
                run(&folder, "index build added old.pgn", &[]).done();
                run(&folder, &command.replace("idx", "added"), &[]).done();
            } else {
                run(&folder, &command.replace("idx", "fresh"), &[]).done();
            }
            assert!(contents(&folder, "idx") == contents(&folder, index), "{command}");
            run(&folder, "index build idx --replace old.pgn", &[]).done();
        }
        fs::remove_dir_all(folder.path("idx")).unwrap();
        run(&folder, "index build idx old.pgn", &[]).done();
        assert_old(&folder, &before);
    }
}

/// The segments that were written before the break are not made again.
#[test]
fn what_was_written_before_the_break_is_kept() {
    let (folder, before) = old_index();
    let whole = crate::tool::gz(sample(5));
    folder.write("games.pgn.gz", &whole[..whole.len() - 40_000]);
    let args = "index build idx --replace games.pgn.gz --memory 16MiB --jobs 1";
    run(&folder, args, &[]).refused();
    assert_old(&folder, &before);
    let first = folder.path("idx/.building/games/000002-0000.parquet");
    let written = first.metadata().unwrap().modified().unwrap();
    folder.write("games.pgn.gz", &whole);
    run(&folder, args, &[]).continued();
    let kept = folder.path("idx/games/000002-0000.parquet");
    assert_eq!(kept.metadata().unwrap().modified().unwrap(), written);
    run(&folder, "index verify idx", &[]).done();
    run(&folder, "index build other games.pgn.gz", &[]).done();
    assert!(contents(&folder, "idx") == contents(&folder, "other"));
}

/// A file that is mended by another begins otherwise: nothing of the first may be left.
#[test]
fn a_run_starts_over_when_the_part_that_was_read_has_changed() {
    for (end, compress) in COMPRESSIONS {
        let name = format!("cut.pgn.{end}");
        let (folder, _) = with_truncated(&name, &compress(games().as_bytes()));
        folder.write("first.pgn", "1. c4 *\n");
        let build = format!("index build idx --replace first.pgn {name} next.pgn");
        run(&folder, &build, &[]).refused();
        folder.write(&name, compress(games().replace("e4 e5", "d4 d5").as_bytes()));
        let other = folder.zobrist(build.split(' '));
        // 2. Nf3 Nc6 is legal after 1. d4 d5 too.
        other.done();
        run(&folder, "index verify idx", &[]).done();
        run(&folder, &build.replace("idx", "fresh"), &[]).done();
        assert!(contents(&folder, "idx") == contents(&folder, "fresh"));

        // So it does when a file before it has changed.
        let whole = compress(games().as_bytes());
        folder.write(&name, &whole[..whole.len() - 4]);
        run(&folder, &build, &[]).refused();
        folder.write("first.pgn", "1. f4 *\n");
        folder.write(&name, &whole);
        run(&folder, &build, &[]).done();
        assert_eq!(
            moves(&folder),
            [("e4".to_owned(), 8_000), ("d4".to_owned(), 1), ("f4".to_owned(), 1)]
        );
    }
}

/// Games from a pipe cannot be read again.
#[test]
fn a_pipe_that_breaks_off_leaves_nothing() {
    let (folder, before) = old_index();
    for (_, compress) in COMPRESSIONS {
        let whole = compress(games().as_bytes());
        let cut = &whole[..whole.len() - 4];
        for command in
            [&["index", "build", "idx", "-", "--replace"][..], &["index", "add", "idx", "-"]]
        {
            let message = folder.zobrist_on(cut, command.iter().copied()).refused();
            assert!(message.starts_with("zobrist: standard input:"), "{message}");
            assert!(message.contains("run the same command again, or accept"), "{message}");
            assert_old(&folder, &before);
            let left = bytes(&folder.path("idx/.building"));
            assert_eq!(left.len(), 1, "only the lock");
        }
        let args = ["index", "build", "new", "-", "--replace", "--partial"];
        folder.zobrist_on(cut, args).rejected();
    }
}

/// A text that ends within a game is no failure of reading.
#[test]
fn a_plain_text_that_breaks_off_is_as_it_was() {
    let folder = Folder::with("cut.pgn", "1. e4 *\n\n1. d4 {a com");
    let (_, messages) = folder.zobrist(["index", "build", "idx", "cut.pgn"]).rejected();
    assert!(messages.ends_with("zobrist: rejected 1 of 2 games\n"), "{messages}");
    assert_eq!(moves(&folder), [("e4".to_owned(), 1)]);
    assert_eq!(sources(&folder, "idx")[0]["partial"], false);
}
