//! `zobrist keys errors`: the rows in each format, the same for any number of threads; the plot;
//! and errors.

use std::fs;

use svg::node::element::tag::Type;
use svg::parser::Event;

use crate::tool::{Folder, zobrist};

/// Short searches of two positions of chess.
const SHORT: &str =
    "keys errors --game chess --depth 3 --bits 1,8,64 --rate 0.2,1e-6 --slots 65536";
const FENS: [&str; 4] = [
    "--fen",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -",
    "--fen",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
];

fn short<'a>(more: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    SHORT.split(' ').chain(FENS).chain(more.iter().copied())
}

fn rows(more: &[&str]) -> Vec<serde_json::Value> {
    let rows = zobrist(short(&[&["--format", "jsonl"], more].concat())).done();
    rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn rows_say_what_the_searches_came_to() {
    let rows = rows(&[]);
    let kinds: Vec<&str> = rows.iter().map(|row| row["keys"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["none", "exact", "cut", "cut", "cut", "injected", "injected"]);
    let number = |row: usize, name: &str| rows[row][name].as_u64();
    assert_eq!([2, 3, 4].map(|row| number(row, "bits")), [Some(1), Some(8), Some(64)]);
    let rates = [5, 6].map(|row| rows[row]["rate"].as_f64());
    assert_eq!(rates, [Some(0.2), Some(1e-6)]);
    for row in &rows {
        assert_eq!((row["game"].as_str(), row["depth"].as_u64()), (Some("chess"), Some(3)));
        assert_eq!(row["positions"].as_u64(), Some(2));
        let ratio = row["nodes"].as_f64().unwrap() / rows[1]["nodes"].as_f64().unwrap();
        assert!((row["nodes_ratio"].as_f64().unwrap() - ratio).abs() < 1e-12);
    }
    assert!(rows[0]["false_per_million"].is_null() && number(0, "probes") == Some(0));
    // A search without a table takes more nodes.
    assert!(rows[0]["nodes_ratio"].as_f64() > Some(1.05));
    assert!(rows[0]["bits"].is_null() && rows[1]["rate"].is_null());
    // All bits make no false match, and so change nothing; one bit makes nearly every match false.
    assert_eq!(number(4, "false_matches"), Some(0));
    for name in ["nodes", "probes", "matches", "wrong_values", "other_moves", "wrong_moves"] {
        assert_eq!(rows[4][name], rows[1][name], "{name}");
    }
    assert!(number(2, "false_matches") > number(3, "false_matches"));
    assert!(number(3, "false_matches") > Some(0));
    let rate = rows[5]["false_per_million"].as_f64().unwrap();
    assert!((150_000.0..250_000.0).contains(&rate), "{rate}");
}

#[test]
fn every_format_has_the_same_numbers() {
    let csv = zobrist(short(&["--format", "csv"])).done();
    let text = zobrist(short(&[])).done();
    let rows = rows(&[]);
    assert_eq!((csv.lines().count(), text.lines().count()), (8, 8));
    let mut lines = csv.lines();
    let columns: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(columns.len(), 15);
    for ((line, text), row) in lines.zip(text.lines().skip(1)).zip(&rows) {
        assert_eq!(row.as_object().unwrap().len(), columns.len());
        for (column, cell) in columns.iter().zip(line.split(',')) {
            let value =
                row[*column].as_str().map_or_else(|| row[*column].to_string(), str::to_owned);
            match value.parse::<f64>() {
                Ok(number) => {
                    // The JSON reader of the test does not round to the nearest.
                    let off = (cell.parse::<f64>().unwrap() - number).abs();
                    assert!(off <= 1e-15 * number, "{column}: {cell} is not {number}");
                }
                Err(_) => assert_eq!(cell, if value == "null" { "" } else { &value }, "{column}"),
            }
        }
        let cells: Vec<&str> = text.split_whitespace().collect();
        let json = ["game", "keys", "nodes", "false_matches", "wrong_values", "wrong_moves"];
        for (name, cell) in json.into_iter().zip([0, 1, 5, 7, 9, 11].map(|cell| cells[cell])) {
            assert_eq!(row[name].to_string().trim_matches('"'), cell, "{name}");
        }
    }
}

#[test]
fn the_output_depends_on_the_seed_and_not_on_the_threads() {
    let with = |more: &[&str]| zobrist(short(more)).done();
    let one = with(&["--jobs", "1"]);
    assert_eq!(one, with(&["--jobs", "3"]));
    assert_eq!(
        one,
        with(&["--seed", "2005", "--rate", "1/1000000", "--rate", "20%", "--bits", "64,8"])
    );
    let other = with(&["--seed", "2006"]);
    // Only the rows with injected errors have anything to do with the seed.
    assert!(one.lines().take(6).eq(other.lines().take(6)));
    assert_ne!(one.lines().nth(6), other.lines().nth(6));
}

/// Both searches of Connect Four are in here, since they take seconds.
#[test]
fn connect_four_is_the_same_beside_chess() {
    let args = "keys errors --keys cut,injected --bits 64 --rate 1% --format jsonl --game";
    let both = zobrist(args.split(' ').chain(["chess,connect4", "--depth", "1"])).done();
    let alone = zobrist(args.split(' ').chain(["connect4"])).done();
    let lines: Vec<&str> = both.lines().filter(|line| line.contains("connect4")).collect();
    assert_eq!(lines, alone.lines().collect::<Vec<_>>());
    let rows: Vec<serde_json::Value> =
        lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = rows.iter().map(|row| row["keys"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["exact", "cut", "injected"]);
    for row in &rows {
        assert_eq!((row["game"].as_str(), row["positions"].as_u64()), (Some("connect4"), Some(24)));
        assert!(row["depth"].is_null());
    }
    assert_eq!(rows[1]["nodes"], rows[0]["nodes"]);
    assert_ne!(rows[2]["nodes"], rows[0]["nodes"]);
    assert!(rows[2]["false_matches"].as_u64() > Some(1000));
}

/// Positions have the same errors alone, in any order, and beside others.
#[test]
fn a_position_is_the_same_beside_others() {
    let of = |fens: &[&str]| {
        let rows =
            zobrist(SHORT.split(' ').chain(["--format", "jsonl"]).chain(fens.to_vec())).done();
        let read = |line| serde_json::from_str::<serde_json::Value>(line).unwrap();
        rows.lines().map(read).collect::<Vec<_>>()
    };
    let [_, first, _, second] = FENS;
    let (one, other) = (of(&["--fen", first]), of(&["--fen", second]));
    let (both, turned) = (of(&FENS), of(&["--fen", second, "--fen", first]));
    assert_eq!(both, turned);
    for ((one, other), both) in one.iter().zip(&other).zip(&both) {
        for name in ["positions", "nodes", "probes", "matches", "false_matches", "wrong_values"] {
            let sum = [one, other].map(|row| row[name].as_u64().unwrap()).iter().sum::<u64>();
            assert_eq!(both[name].as_u64(), Some(sum), "{name} of {both}");
        }
    }
    // The control: their errors are not at the same probes.
    let rate = |rows: &[serde_json::Value]| rows[5]["false_per_million"].as_f64().unwrap();
    assert_ne!(rate(&one), rate(&other));
}

/// The control is always searched.
#[test]
fn kinds_of_keys_are_left_out_on_request() {
    for (keys, expected) in [
        ("none", &["none", "exact"][..]),
        ("injected,cut", &["exact", "cut", "cut", "cut", "injected", "injected"]),
    ] {
        let rows = rows(&["--keys", keys]);
        let kinds: Vec<&str> = rows.iter().map(|row| row["keys"].as_str().unwrap()).collect();
        assert_eq!(kinds, expected);
        assert!(rows.iter().all(|row| row["nodes_ratio"].as_f64() > Some(0.1)));
    }
}

#[test]
fn the_plot_has_a_mark_for_each_row_with_errors() {
    let folder = Folder::with("kept.svg", "kept");
    let plot = |name: &str| folder.zobrist(short(&["--plot", name]));
    let read = |name: &str| fs::read_to_string(folder.path(name)).unwrap();
    let table = plot("errors.svg").done();
    assert_eq!(table, zobrist(short(&[])).done());
    let svg = read("errors.svg");
    let is_end = |event: &Event, name: &str| match event {
        Event::Tag(tag, Type::End, _) => *tag == name,
        _ => false,
    };
    let events: Vec<Event> = svg::read(&svg).unwrap().collect();
    assert!(!events.iter().any(|event| matches!(event, Event::Error(_))));
    // A title for the page, and one for each of five rows in both panels.
    assert_eq!(events.iter().filter(|event| is_end(event, "title")).count(), 11);
    for part in ["chess, keys cut, 2 positions", "chess, errors injected into 64 bits", "none"] {
        assert!(svg.contains(part), "{part}");
    }
    assert_eq!((plot("kept.svg").code, read("kept.svg").as_str()), (2, "kept"));
    assert_eq!(plot("plot.png").code, 2);
    let shown = zobrist(short(&["--plot", "-"]));
    assert_eq!((shown.code, shown.stdout), (0, svg));
    assert!(shown.stderr.contains(&table), "{}", shown.stderr);
}

#[test]
fn what_cannot_be_searched_is_an_error() {
    for (args, message) in [
        (["--fen", "8/8/8/8 w - -"], "cannot read the position \"8/8/8/8 w - -\""),
        (["--fen", "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"], "got a checkmate"),
        (["--bits", "65"], "65 is not in 1..=64"),
        (["--bits", "0"], "0 is not in 1..=64"),
        (["--rate", "0"], "expected a probability above 0 and at most 1, such as 0.5"),
        (["--rate", "1.5"], "expected a probability above 0 and at most 1, such as 0.5"),
        (["--rate", "nan"], "expected a probability above 0 and at most 1, such as 0.5"),
        (["--slots", "1000"], "expected a power of two from 2 to 268435456"),
        (["--depth", "0"], "0 is not in 1..=64"),
    ] {
        let run = zobrist(["keys", "errors"].into_iter().chain(args));
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
    let four = ["keys", "errors", "--game", "connect4"];
    for option in [["--depth", "3"], ["--fen", FENS[1]]] {
        let message = zobrist(four.into_iter().chain(option)).refused();
        assert!(message.contains(&format!("{} is for chess", option[0])), "{message}");
    }
}
