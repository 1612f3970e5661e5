//! `index info`: facts about an index, and its sources.

use crate::tool::{Folder, zobrist, zst};

const A: &str = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n1. d4 *\n";

fn info(folder: &Folder, args: &[&str]) -> String {
    folder.zobrist(["index", "info", "idx"].into_iter().chain(args.iter().copied())).done()
}

#[test]
fn facts_in_every_format() {
    let folder = Folder::with("a.pgn", format!("{A}\n1. e5 *\n"));
    folder.zobrist(["index", "build", "idx", "a.pgn", "--scheme", "zobrist"]).rejected();
    let bytes = |table: &str| {
        let file = folder.path(&format!("idx/{table}/000001-0000.parquet"));
        file.metadata().unwrap().len().to_string()
    };
    let schemes = zobrist(["schemes"]).done();
    let text = info(&folder, &[]);
    let fingerprint = text.lines().nth(2).unwrap().split_once('\t').unwrap().1.to_owned();
    assert!(fingerprint.len() == 16 && schemes.contains(&fingerprint), "{schemes}");
    let (positions, occurrences, games) =
        (bytes("positions"), bytes("occurrences"), bytes("games"));
    let facts = [
        ("version", "1"),
        ("scheme", "zobrist"),
        ("fingerprint", &*fingerprint),
        ("sources", "1"),
        ("games", "2"),
        ("rejected", "1"),
        ("partial", "0"),
        ("shortened", "0"),
        ("segments", "1"),
        ("part_bits", "8"),
        ("positions_files", "1"),
        ("positions_rows", "5"),
        ("positions_bytes", &positions),
        ("occurrences_files", "1"),
        ("occurrences_rows", "5"),
        ("occurrences_bytes", &occurrences),
        ("games_files", "1"),
        ("games_bytes", &games),
    ];
    let lines: String = facts.iter().map(|(name, value)| format!("{name}\t{value}\n")).collect();
    assert!(text.starts_with(&lines), "{text}");
    let join = |values: [&str; 18]| values.join(",") + "\n";
    let csv = join(facts.map(|fact| fact.0)) + &join(facts.map(|fact| fact.1));
    assert_eq!(info(&folder, &["--format", "csv"]), csv);
    let json = facts.map(|(name, value)| {
        let text = ["scheme", "fingerprint"].contains(&name);
        if text { format!("\"{name}\":\"{value}\"") } else { format!("\"{name}\":{value}") }
    });
    let expected = format!("{{\"type\":\"index\",{}}}\n", json.join(","));
    assert_eq!(info(&folder, &["--format", "jsonl"]), expected);
}

#[test]
fn files_are_as_many_as_are_asked_for() {
    let folder = Folder::with("a.pgn", A);
    folder.zobrist(["index", "build", "idx", "a.pgn", "--files", "3"]).done();
    let text = info(&folder, &[]);
    let files = "\npositions_files\t3\n";
    assert!(text.contains(files) && text.contains("\noccurrences_files\t3\n"), "{text}");
    folder.zobrist(["index", "verify", "idx"]).done();
    let message = folder.zobrist(["index", "build", "new", "a.pgn", "--files", "0"]).refused();
    assert!(message.contains("--files <N>"), "{message}");
}

/// An index of sources of all kinds.
fn of_all_kinds() -> Folder {
    let folder =
        Folder::with("a.pgn", "[Date \"2023.05.01\"]\n\n1. e4 *\n\n[Date \"2021\"]\n\n1. d4 *\n");
    folder.write(
        "b.pgn",
        "[WhiteElo \"2500\"]\n[BlackElo \"2500\"]\n\n1. e4 *\n\n1. c4 *\n\n1. e4 e5 2. Nc6 *\n",
    );
    let whole = zst("[Date \"2020.??.??\"]\n\n1. e4 e5 *\n\n".repeat(30_000));
    folder.write("cut.pgn.zst", &whole[..whole.len() - 4]);
    folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
    let add_b = ["index", "add", "idx", "b.pgn", "--min-elo", "2000", "--keep-valid"];
    assert_eq!(folder.zobrist(add_b).code, 0);
    folder.zobrist(["index", "add", "idx", "cut.pgn.zst", "--partial", "--dedup"]).rejected();
    folder.zobrist_on("1. f4 *\n", ["index", "add", "idx", "-"]).done();
    folder
}

#[test]
fn sources_are_a_table_for_people() {
    let folder = of_all_kinds();
    let root = folder.path(".").canonicalize().unwrap();
    let table = |folder: &Folder| {
        let text = info(folder, &[]);
        let (_, table) = text.split_once("\n\n").unwrap();
        table.replace(&format!("{}/", root.display()), "").replace("  ", " ")
    };
    let lines = table(&folder);
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = lines.lines().map(words).collect();
    assert_eq!(rows[0], ["games", "dates", "rejected", "left", "out", "notes", "file"]);
    assert_eq!(rows[1], ["2", "2021..2023.05.01", "0", "0", "a.pgn"]);
    assert_eq!(rows[2], ["1", "-", "0", "2", "keep-valid", "b.pgn"]);
    // An unreadable file is a rejection.
    assert_eq!(rows[3][..3], ["1", "2020", "1"]);
    assert_eq!(rows[3][4..], ["partial", "cut.pgn.zst"]);
    assert_eq!(rows[4], ["1", "-", "0", "0", "-"]);
    assert_eq!(rows.len(), 5);
    // The state of the files now.
    folder.write("a.pgn", "");
    std::fs::remove_file(folder.path("b.pgn")).unwrap();
    let lines = table(&folder);
    let rows: Vec<Vec<String>> = lines.lines().map(words).collect();
    assert_eq!(rows[1][4..], ["changed", "a.pgn"]);
    assert_eq!(rows[2][4..], ["keep-valid,", "missing", "b.pgn"]);
}

#[test]
fn sources_are_rows_when_asked_for() {
    let folder = of_all_kinds();
    let root = folder.path(".").canonicalize().unwrap();
    let csv = info(&folder, &["--sources", "--format", "csv"]);
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let columns = "file,games,first_date,last_date,rejected,below_elo,duplicates,shortened,partial,\
                   keep_valid,bytes,modified,digest,encoding";
    assert_eq!(rows[0].join(","), columns);
    assert_eq!(rows.len(), 5);
    let file = |name: &str| root.join(name).to_str().unwrap().to_owned();
    assert_eq!(
        rows[1][..10],
        [&*file("a.pgn"), "2", "2021", "2023.05.01", "0", "0", "0", "0", "false", "false"]
    );
    let size = folder.path("a.pgn").metadata().unwrap().len().to_string();
    assert_eq!(rows[1][10], size);
    let is_time = rows[1][11].starts_with("20") && rows[1][11].ends_with('Z');
    assert!(is_time && rows[1][12].len() == 64, "{csv}");
    assert_eq!(rows[2][..10], [&*file("b.pgn"), "1", "", "", "0", "2", "0", "0", "false", "true"]);
    assert_eq!((rows[3][8], rows[3][12]), ("true", ""));
    assert_eq!(rows[4], ["-", "1", "", "", "0", "0", "0", "0", "false", "false", "", "", "", ""]);

    let json = info(&folder, &["--sources", "--format", "jsonl"]);
    let objects: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((objects.len(), &objects[0]["type"]), (5, &"index".into()));
    for (object, row) in objects[1..].iter().zip(&rows[1..]) {
        assert_eq!(object["type"], "source");
        for (column, value) in rows[0].iter().zip(row) {
            let shown = match &object[*column] {
                serde_json::Value::Null => String::new(),
                serde_json::Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(shown, *value, "{column}");
        }
    }
    assert_eq!(info(&folder, &["--format", "jsonl"]).lines().count(), 1);
}

#[test]
fn twenty_sources_are_shown_and_all_when_asked_for() {
    let folder = Folder::new();
    let names: Vec<String> = (0..23).map(|number| format!("{number:02}.pgn")).collect();
    for name in &names {
        folder.write(name, format!("[White \"{name}\"]\n\n1. e4 *\n"));
    }
    let build = ["index", "build", "idx", "--relative"];
    folder.zobrist(build.into_iter().chain(names.iter().map(String::as_str))).done();
    let text = info(&folder, &[]);
    assert!(text.ends_with("  19.pgn\nand 3 more; --sources lists all\n"), "{text}");
    let text = info(&folder, &["--sources"]);
    assert!(text.ends_with("  22.pgn\n") && text.contains("  00.pgn\n"), "{text}");
}
