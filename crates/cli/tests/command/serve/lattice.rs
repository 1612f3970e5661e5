//! Runs of a lattice: the answers are the rows of the CSV, and the pictures are those of the run.

use std::fs;

use serde_json::{Value, json};

use super::Server;
use crate::lattice::SMALL;
use crate::tool::{Folder, gz};

/// A folder with the files of a small run.
fn run() -> Folder {
    let folder = Folder::with("small.toml", SMALL);
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    folder
}

fn serve(folder: &Folder, name: &str) -> Server {
    Server::start(&[folder.path(name).to_str().unwrap()])
}

/// The CSV as the API has it: numbers, and the hash as text.
fn values(csv: &str) -> Vec<Value> {
    let value = |field: &str| match field.len() {
        16 => json!(field),
        0 => Value::Null,
        _ => serde_json::from_str(field).unwrap(),
    };
    csv.lines().skip(1).map(|row| row.split(',').map(value).collect()).collect()
}

#[test]
fn rows_are_those_of_the_csv() {
    let folder = run();
    let csv = fs::read_to_string(folder.path("small.csv")).unwrap();
    folder.write("packed.csv.gz", gz(&csv));
    for name in ["small.csv", "packed.csv.gz"] {
        let server = serve(&folder, name);
        let answer = server.json("/api/lattice/0");
        let columns = answer["columns"].as_array().unwrap().iter();
        let names: Vec<&str> = columns.map(|column| column["name"].as_str().unwrap()).collect();
        assert_eq!(names.join(","), csv.lines().next().unwrap());
        let expected = values(&csv);
        let got = answer["rows"].as_array().unwrap();
        assert_eq!((got.len(), &answer["all_rows"]), (5, &json!(5)));
        for (got, expected) in got.iter().zip(&expected) {
            for (got, expected) in got.as_array().unwrap().iter().zip(expected.as_array().unwrap())
            {
                assert_eq!((got.as_f64(), got.as_str()), (expected.as_f64(), expected.as_str()));
            }
        }
        let list = server.json("/api/lattice");
        let last = expected.last().unwrap();
        assert_eq!(list["runs"][0]["file"], name);
        assert_eq!((&list["runs"][0]["step"], &list["runs"][0]["hash"]), (&last[0], &last[8]));
        assert_eq!(server.json("/api/source")["lattice"], 1);
    }
}

#[test]
fn pictures_are_files_that_can_do_nothing() {
    let folder = run();
    // A script in a picture from elsewhere: it is sent as it stands, with a policy that forbids it.
    let script = "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    folder.write("small.after.svg", script);
    let server = serve(&folder, "small.csv");
    let before = server.get("/api/lattice/0/before.svg");
    assert_eq!((before.status, before.header("content-type")), (200, Some("image/svg+xml")));
    assert_eq!(before.body, fs::read(folder.path("small.before.svg")).unwrap());
    let after = server.get("/api/lattice/0/after.svg");
    assert_eq!(after.text(), script);
    let policy = after.header("content-security-policy");
    assert_eq!(policy, Some("default-src 'none'; sandbox"));
    assert_eq!(after.header("x-content-type-options"), Some("nosniff"));

    let pictures = server.json("/api/lattice/0")["pictures"].clone();
    let path = |when| json!(format!("/api/lattice/0/{when}.svg"));
    assert_eq!(pictures, json!({"before": path("before"), "after": path("after")}));
    // One that is gone is missing, and one that is no picture is not sent.
    fs::remove_file(folder.path("small.before.svg")).unwrap();
    folder.write("small.after.svg", "<html><script>alert(1)</script></html>");
    assert_eq!(server.json("/api/lattice/0")["pictures"]["before"], Value::Null);
    let missing = server.error("/api/lattice/0/before.svg", 404);
    assert_eq!(missing, "expected the picture small.before.svg beside the CSV, got none");
    let other = server.error("/api/lattice/0/after.svg", 404);
    assert!(other.starts_with("small.after.svg: expected a picture"), "{other}");
    for path in ["small.csv", "../small.csv", "before", "before.svg/", "%2e%2e/small.csv"] {
        let error = server.error(&format!("/api/lattice/0/{path}"), 404);
        assert!(error.contains("expected before.svg or after.svg"), "{path}: {error}");
    }
    for (path, expected) in [
        ("/api/lattice/1", "expected a run from 0 to 0, got 1"),
        ("/api/lattice/x", "expected the number of a run, got \"x\""),
    ] {
        assert_eq!(server.error(path, 404), expected);
    }
}

#[test]
fn bad_rows_are_reported_and_the_rest_is_served() {
    let folder = run();
    let csv = fs::read_to_string(folder.path("small.csv")).unwrap();
    let mut lines: Vec<&str> = csv.split_inclusive('\n').collect();
    lines.insert(2, "250,soon,0,0,0,0,0,0,0123456789abcdef,0\n");
    folder.write("bad.csv", lines.concat());
    let mut server = serve(&folder, "bad.csv");
    let answer = server.json("/api/lattice/0");
    assert_eq!((answer["rows"].as_array().unwrap().len(), &answer["all_rows"]), (5, &json!(5)));
    assert_eq!(answer["pictures"], json!({"before": null, "after": null}));
    assert_eq!(server.end("TERM").code(), Some(1));
    let messages = server.messages();
    let expected = "bad.csv:3 (byte ";
    assert!(messages.contains(expected), "{messages}");
    assert!(messages.contains("time: expected a number, got \"soon\"\n"), "{messages}");
    assert!(messages.contains("zobrist: rejected 1 of 6 rows\n"), "{messages}");
}

#[test]
fn other_csv_files_are_refused() {
    let folder = Folder::with("other.csv", "fen,hash\n8/8/8/8/8/8/8/8 w - -,0\n");
    let message = folder.zobrist(["serve", "other.csv", "--port", "0"]).refused();
    assert_eq!(
        message,
        "zobrist: other.csv: expected the columns step,time,energy,squared_displacement,\
         solute_pairs,lone_solutes,evaluations,hits,hash as `zobrist lattice run` writes them, got \
         \"fen,hash\"\n"
    );
    folder.write("empty.csv", "");
    let message = folder.zobrist(["serve", "empty.csv", "--port", "0"]).refused();
    assert!(message.ends_with("got \"\"\n"), "{message}");
    let missing = folder.zobrist(["serve", "no.csv", "--port", "0"]).refused();
    assert!(missing.contains("no.csv"), "{missing}");
}
