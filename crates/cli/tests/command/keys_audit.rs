//! `zobrist keys audit`: findings, the certificate, exit codes, resuming.

use std::fs::read_to_string;
use std::io::Read;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, from_str};

use crate::lattice::Running;
use crate::tool::Folder;

fn audit_in(folder: &Folder, options: &str) -> Value {
    let args = ["keys", "audit", "--format", "jsonl"].into_iter().chain(options.split(' '));
    from_str(&folder.zobrist(args).done()).unwrap()
}

fn audit(options: &str) -> Value {
    audit_in(&Folder::new(), options)
}

const LIST: &str = "01\n02\n00\n03\n04\n07\n02\n";

#[test]
fn every_dependency_of_a_small_list_is_found() {
    let folder = Folder::with("keys.txt", LIST);
    let report = audit_in(&folder, "keys.txt --weight 3");
    // By hand: 02 appears twice, as 1 and 6.
    let expected = "[[2],[1,6],[0,1,3],[0,3,6],[1,2,6],[3,4,5]]";
    assert_eq!(report["dependencies"], from_str::<Value>(expected).unwrap());
    assert_eq!(report["counts"], from_str::<Value>("[1,1,4]").unwrap());
    assert_eq!(report["exhaustive_to_weight"], 3);
    assert_eq!(
        (&report["keys"], &report["bits"], &report["rank"]),
        (&7.into(), &8.into(), &3.into())
    );
    assert_eq!(report["zeros"], from_str::<Value>("[2]").unwrap());
    assert_eq!(report["duplicates"], from_str::<Value>("[[1,6]]").unwrap());
    assert_eq!(report["is_complete"], true);
    let csv =
        folder.zobrist(["keys", "audit", "keys.txt", "--weight", "2", "--format", "csv"]).done();
    assert_eq!(csv, "weight,indices\n1,2\n2,1 6\n");
}

#[test]
fn indices_stay_those_of_the_list_when_keys_are_left_out() {
    let report = audit_in(&Folder::with("keys.txt", LIST), "keys.txt --weight 3 --without 2,0-1");
    assert_eq!(report["dependencies"], from_str::<Value>("[[3,4,5]]").unwrap());
    assert_eq!(report["left_out"], from_str::<Value>("[[0,2]]").unwrap());
}

#[test]
fn the_required_weight_decides_the_exit_status() {
    let folder = Folder::with("keys.txt", "01\n02\n04\n07\n");
    let run = |require| {
        folder.zobrist(["keys", "audit", "keys.txt", "--weight", "1", "--require", require])
    };
    run("3").done();
    let (failed, _) = run("4").rejected();
    assert!(failed.contains("0 1 2 3"), "{failed}");
}

/// The order of the keys that a report assumes: an audit of a list cannot know it from the keys.
#[test]
fn reports_state_the_order_that_they_assume() {
    let text = |folder: &Folder, options: &str| {
        let options = options.split(' ').chain(["--weight", "1"]);
        let run = folder.zobrist(["keys", "audit"].into_iter().chain(options));
        assert_eq!(run.code, 0, "{}", run.stderr);
        let lines = run.stdout.lines().map(str::to_owned);
        lines.filter(|line| line.starts_with("layout") || line.starts_with("order")).collect()
    };
    let folder = Folder::with("keys.txt", "1\n2\n4\n");
    std::fs::write(
        folder.path("three.toml"),
        "kind = [{name = 'a', size = 2}, {name = 'b', size = 1}]",
    )
    .unwrap();
    for (options, expected) in [
        (
            "polyglot",
            &[
                "layout         chess:781: piece 768, castling 4, en-passant 8, turn 1",
                "order          pieces pPnNbBrRqQkK, squares a1 b1 … h8, by-piece",
            ][..],
        ),
        (
            "stockfish",
            &[
                "layout         chess:794: piece 768, en-passant 8, castling 16, turn 1, no-pawns 1",
                "order          pieces PNBRQKpnbrqk, squares a1 b1 … h8, by-piece",
            ],
        ),
        ("splitmix64 --layout go:2", &["layout         go:2: stone 8, turn 1"]),
        ("keys.txt --layout three.toml", &["layout         three: a 2, b 1"]),
        ("keys.txt", &["layout         not known: keys are numbered in the order of the list"]),
    ] {
        let lines: Vec<String> = text(&folder, options);
        assert_eq!(lines, expected, "{options}");
    }
    let report = audit("stockfish-2020 --weight 1");
    assert_eq!(report["layout"][1], serde_json::json!({"name": "en-passant", "size": 8}));
    let order = serde_json::json!(
        {"pieces": "PNBRQKpnbrqk", "squares": "a1 b1 … h8", "nesting": "by-piece"}
    );
    assert_eq!(report["piece_order"], order);
    let report = audit_in(&folder, "keys.txt --weight 1");
    assert_eq!((&report["layout"], &report["piece_order"]), (&Value::Null, &Value::Null));
}

#[test]
fn polyglot_has_none_up_to_six() {
    let report = audit("polyglot --weight 6");
    assert_eq!(report["dependencies"], Value::Array(Vec::new()));
    assert_eq!(report["rank"], 64);
    let legal = audit("polyglot --weight 4 --legal");
    // Pawns on the first and the last rank.
    assert_eq!(legal["keys"], 781 - 32);
    // Random keys would have C(781, 4) / 2^64.
    let expected = legal["expected"][3].as_f64().unwrap();
    assert!((7e-10..7.2e-10).contains(&expected), "{expected}");
}

#[test]
fn a_search_goes_on_where_it_was_left() {
    let folder = Folder::new();
    let state = folder.path("state.json");
    let run = |set| {
        let options = ["--weight", "5", "--format", "jsonl", "--resume", "state.json"];
        folder.zobrist(["keys", "audit", set].into_iter().chain(options))
    };
    let report = run("polyglot").done();
    // All parts are done, and their findings come from the file.
    let text = std::fs::read_to_string(&state).unwrap();
    let mut written: Value = from_str(&text).unwrap();
    assert!(written["parts"].as_u64().unwrap() > 1);
    let last = written["parts"].as_u64().unwrap() - 1;
    assert_eq!(written["done"], from_str::<Value>(&format!("[[0,{last}]]")).unwrap());
    assert_eq!(run("polyglot").done(), report);
    written["counts"] = from_str("[0,0,0,7]").unwrap();
    std::fs::write(&state, written.to_string()).unwrap();
    let counts = from_str::<Value>(&run("polyglot").done()).unwrap()["counts"].clone();
    assert_eq!(counts, from_str::<Value>("[0,0,7,0,0]").unwrap());
    for wrong in ["[]", "[99999]", "[3,3]", "[62,64]"] {
        let mut written = written.clone();
        written["dependencies"] = Value::Array(vec![from_str(wrong).unwrap()]);
        std::fs::write(&state, written.to_string()).unwrap();
        let message = run("polyglot").refused();
        assert!(message.contains("expected dependencies as --resume has written"), "{message}");
    }
    std::fs::write(&state, written.to_string()).unwrap();
    let message = run("stockfish").refused();
    assert!(message.contains("it belongs to another search"), "{message}");
    for rest in ["", "{\"fingerprint\":\"0", "keys\n"] {
        std::fs::write(&state, rest).unwrap();
        let message = run("polyglot").refused();
        assert!(message.contains("expected what --resume has written"), "{message}");
        assert_eq!(std::fs::read_to_string(&state).unwrap(), rest, "nothing is overwritten");
    }
}

/// The file exists as soon as the command listens for Ctrl-C; the search takes some seconds.
#[test]
#[cfg(unix)]
fn ctrl_c_saves_the_progress() {
    const SEARCH: [&str; 9] = [
        "keys",
        "audit",
        "polyglot",
        "--weight=8",
        "--without=0-60",
        "--jobs=1",
        "--format=jsonl",
        "--resume",
        "state.json",
    ];
    let folder = Folder::new();
    let mut running = Running::of(&folder, &SEARCH, "state.json");
    sleep(Duration::from_millis(300));
    running.interrupt();
    assert_eq!(running.0.wait().unwrap().code(), Some(2));
    let mut message = String::new();
    running.0.stderr.as_mut().unwrap().read_to_string(&mut message).unwrap();
    assert!(message.contains("; --resume state.json continues"), "{message}");

    let written: Value = from_str(&read_to_string(folder.path("state.json")).unwrap()).unwrap();
    assert_ne!(written["done"], Value::Array(Vec::new()));
    assert!(message.contains(&format!("stopped after {} of ", written["sums"])), "{message}");
    let report: Value = from_str(&folder.zobrist(SEARCH).done()).unwrap();
    assert_eq!(report["dependencies"].to_string(), "[[62,64,141,366,370,480,598,731]]");
    assert_eq!(report["enumerated"]["sums"], report["enumerated"]["stages"][0]["sums"]);
}

/// More keys than indices of two bytes can count.
#[test]
fn zero_and_equal_keys_are_found_among_any_number() {
    let folder = Folder::with("many.toml", "[[kind]]\nname = \"many\"\nsize = 70000\n");
    let set = "splitmix64 --bits 32 --layout many.toml";
    let report = audit_in(&folder, &format!("{set} --weight 2"));
    // 70,000 keys of 32 bits: 0.57 pairs are expected; a seed has the same ones for ever.
    assert_eq!((&report["keys"], &report["rank"]), (&70_000.into(), &32.into()));
    assert_eq!(report["hamming"], Value::Null);
    let pairs = report["duplicates"].as_array().unwrap();
    assert_eq!(report["counts"], from_str::<Value>(&format!("[0,{}]", pairs.len())).unwrap());
    for weight in ["3", "8"] {
        let args = ["keys", "audit"].into_iter().chain(set.split(' ')).chain(["--weight", weight]);
        let message = folder.zobrist(args).refused();
        let most = "expected at most 65535 different keys for this weight, got ";
        assert!(message.contains(most), "{message}");
    }
}

#[test]
fn searches_that_are_too_large_are_refused_before_they_start() {
    let folder = Folder::with("keys.txt", "01\nxyz\n");
    folder.write("list.txt", "01\n02\n");
    let cases = [
        (vec!["polyglot", "--weight", "8", "--memory", "16MiB"], "allow more with --memory"),
        (vec!["polyglot", "--weight", "12", "--memory", "999GiB"], "allow more with --minutes"),
        (vec!["polyglot", "--weight", "0"], "expected weights from 1 to 12"),
        (vec!["polyglot", "--weight", "13"], "expected weights from 1 to 12"),
        (vec!["polyglot", "--without", "780-781"], "has 781 keys"),
        (vec!["polyglot", "--layout", "go:9"], "--layout"),
        (vec!["keys.txt"], "keys.txt"),
        (vec!["no-such-thing"], "no-such-thing"),
        (vec!["list.txt", "--legal"], "--layout chess"),
    ];
    for (options, expected) in cases {
        let message = folder.zobrist(["keys", "audit"].into_iter().chain(options)).refused();
        assert!(message.contains(expected), "{message}");
    }
}

/// About ten seconds each in a release build; run by `.ci/run`.
#[test]
#[ignore]
fn published_sets_up_to_weight_8() {
    let dependencies = |options: &str| audit(options)["dependencies"].to_string();
    assert_eq!(dependencies("polyglot --weight 8"), "[[62,64,141,366,370,480,598,731]]");
    assert_eq!(dependencies("stockfish-2020 --weight 8"), "[[59,145,170,214,436,442,535,666]]");
    assert_eq!(dependencies("stockfish --weight 8 --without 56-63,384-391"), "[]");
    assert_eq!(dependencies("polyglot --weight 8 --legal"), "[]");
    assert_eq!(dependencies("bch --layout chess --weight 8"), "[]");
}
