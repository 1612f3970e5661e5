//! `zobrist keys collisions`: counts checked against the hashes themselves, chance and theorem;
//! the plot; and errors.

use std::collections::HashMap;
use std::fs;
use std::io::Read;

use svg::node::element::tag::Type;
use svg::parser::Event;

use crate::tool::{Folder, Run, SAMPLE, zobrist, zobrist_on};

/// The rows as JSON, and the messages.
#[track_caller]
fn read_rows(run: Run) -> (Vec<serde_json::Value>, String) {
    assert_eq!(run.code, 0, "{}", run.stderr);
    let rows = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap());
    (rows.collect(), run.stderr)
}

#[track_caller]
fn collisions(args: &str) -> (Vec<serde_json::Value>, String) {
    let start = ["keys", "collisions", "--summary", "--format", "jsonl"];
    read_rows(zobrist(start.into_iter().chain(args.split_whitespace())))
}

pub fn games(count: usize) -> String {
    let mut text = String::new();
    flate2::read::GzDecoder::new(fs::File::open(SAMPLE).unwrap())
        .read_to_string(&mut text)
        .unwrap();
    let ends = text.match_indices("\n[Event ").map(|(end, _)| end + 1);
    let end = ends.take(count).last().unwrap();
    text.truncate(end);
    text
}

#[test]
fn the_counts_are_those_of_the_hashes() {
    let folder = Folder::with("games.pgn", games(40));
    let hashes = folder.zobrist(["hash", "--unique", "games.pgn"]).done();
    let hashes: Vec<u64> =
        hashes.lines().map(|row| u64::from_str_radix(&row[..16], 16).unwrap()).collect();
    let args = ["keys", "collisions", "games.pgn", "--scheme", "polyglot", "--source", "polyglot"];
    let more = ["--bits", "24,8,13,20,8", "--summary", "--format", "jsonl"];
    let (rows, messages) = read_rows(folder.zobrist(args.into_iter().chain(more)));
    assert!(
        messages.starts_with(&format!("zobrist: {} different positions, ", hashes.len())),
        "{messages}"
    );
    assert_eq!(rows.len(), 4);
    for (row, bits) in rows.iter().zip([8, 13, 20, 24]) {
        let mut groups = HashMap::<u64, u64>::new();
        hashes.iter().for_each(|hash| *groups.entry(hash >> (64 - bits)).or_default() += 1);
        let pairs: u64 = groups.values().map(|size| size * (size - 1) / 2).sum();
        assert_eq!((row["bits"].as_u64(), row["min"].as_u64()), (Some(bits), Some(pairs)));
        assert_eq!(row["states"].as_u64(), Some(hashes.len() as u64));
        // A published source has one set of keys.
        assert_eq!((row["sets"].as_u64(), row["max"].as_u64()), (Some(1), Some(pairs)));
        assert!(row["deviation"].is_null());
        let n = hashes.len() as f64;
        let bound = n * (n - 1.0) / 2_f64.powi(bits as i32 + 1);
        assert!((row["birthday"].as_f64().unwrap() / bound - 1.0).abs() < 1e-12);
    }
}

#[test]
fn the_different_positions_of_a_tree_are_taken() {
    for (tree, states) in [("1", 20), ("2", 400), ("3", 5362)] {
        let (rows, messages) =
            collisions(&format!("--tree {tree} --bits 8 --sets 1 --source jsf64"));
        assert_eq!(rows[0]["states"].as_u64(), Some(states));
        assert!(
            messages.starts_with(&format!("zobrist: {states} different positions, ")),
            "{messages}"
        );
    }
    let (rows, _) = collisions("--tree 3 --bits 8 --scheme fen --source bch");
    assert_eq!(rows[0]["states"].as_u64(), Some(7602));
    let args = ["keys", "collisions", "--summary", "--format", "jsonl", "--tree", "1", "--fen"];
    let (rows, _) =
        read_rows(zobrist(args.into_iter().chain(["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"])));
    assert_eq!(rows[0]["states"].as_u64(), Some(14));
}

/// A source has the same name in every command that takes one, and an audit finds what it is known
/// for.
#[test]
fn every_source_by_its_name() {
    let names = "bch splitmix64 xoshiro256++ xorshift64* mt19937 mt19937-64 kiss64 jsf64 \
                 glibc-random overlapping rotated polyglot";
    let (rows, _) = collisions(&format!(
        "--tree 1 --bits 64 --sets 1 --scheme polyglot --source {}",
        names.split_whitespace().collect::<Vec<_>>().join(",")
    ));
    let cut = rows.iter().filter(|row| row["keys"] == "cut");
    let in_rows: Vec<&str> = cut.map(|row| row["source"].as_str().unwrap()).collect();
    assert_eq!(in_rows, names.split_whitespace().collect::<Vec<_>>());
    for name in names.split_whitespace() {
        // Polyglot's keys have a layout of their own, which is the same.
        let layout: &[&str] = if name == "polyglot" { &[] } else { &["--layout", "chess"] };
        let arguments = |command: &[&'static str]| {
            let keys = ["keys"].into_iter().chain(command.iter().copied());
            keys.chain(["--source", name]).chain(layout.iter().copied()).collect::<Vec<_>>()
        };
        let audit = zobrist(arguments(&["audit", "--weight", "2", "--format", "jsonl"])).done();
        let audit: serde_json::Value = serde_json::from_str(&audit).unwrap();
        assert_eq!(audit["counts"], serde_json::json!([0, 0]), "{name}");
        let exported = zobrist(arguments(&["export", "--lang", "hex"])).done();
        let keys: Vec<&str> = exported.lines().filter(|line| !line.starts_with('#')).collect();
        let generated = zobrist(arguments(&["generate"])).done();
        assert_eq!(keys.len(), 781, "{name}");
        assert!(generated.lines().eq(keys), "{name}");
    }
}

#[test]
fn far_apart_every_good_set_follows_the_bound_and_a_parity_bit_shows() {
    let (rows, messages) =
        collisions("--tree 4 --bits 16,20,24 --sets 48 --source bch,splitmix64,mt19937");
    // Most moves change two features and the side to move, so few positions are odd after four
    // plies.
    assert!(messages.contains(" with an even number of features and "), "{messages}");
    assert_eq!(rows.len(), 12);
    let of = |row: &serde_json::Value, name: &str| row[name].as_f64().unwrap();
    for row in &rows {
        let error = of(row, "deviation") / 48_f64.sqrt();
        let off = (of(row, "mean") - of(row, "expected")) / error;
        let off_birthday = (of(row, "mean") - of(row, "birthday")) / error;
        if row["keys"] == "cut" {
            assert!(off.abs() < 4.0, "{row}");
            assert_eq!(row["expected"], row["birthday"]);
        } else {
            // The control: the bound of the others is visibly wrong for these.
            assert_eq!(row["source"], "bch");
            assert!(off_birthday > 5.0, "{row}");
            // All sets share one code: their counts are not independent.
            assert!((of(row, "expected_ratio") - 1.0).abs() < 0.15, "{row}");
        }
    }
}

#[test]
fn positions_within_the_guarantee_never_collide() {
    let (rows, _) =
        collisions("--tree 4 --bits 12,16,20,24,28,32 --sets 6 --source bch,splitmix64");
    let mut broken = 0;
    for (row, made) in rows.iter().zip([0, 0, 0, 0, 0, 0, 3, 3, 3, 5, 5, 7, 0, 0, 0, 0, 0, 0]) {
        assert_eq!(row["guaranteed"].as_u64(), Some(made), "{row}");
        let code = [3, 3, 3, 5, 5, 7]
            [[12, 16, 20, 24, 28, 32].iter().position(|bits| row["bits"] == *bits).unwrap()];
        let Some(closest) = row["closest"].as_u64() else { continue };
        assert!(closest > made, "{row}");
        broken += u32::from(closest <= code);
    }
    // The control: with cut and random keys, positions that close do collide.
    assert!(broken > 0);
    let (rows, _) = collisions("--tree 1 --bits 64 --sets 1");
    let guaranteed: Vec<_> = rows.iter().map(|row| row["guaranteed"].as_u64().unwrap()).collect();
    assert_eq!(guaranteed, [13, 13, 0]);
}

#[test]
fn the_rows_do_not_depend_on_threads_and_do_on_the_seed() {
    let args = ["keys", "collisions", "--tree", "3", "--sets", "5", "--bits", "8,16,64"];
    for format in ["text", "csv", "jsonl"] {
        let rows = |more: &[&'static str]| {
            let run =
                zobrist(args.into_iter().chain(["--format", format]).chain(more.iter().copied()));
            assert_eq!(run.code, 0, "{}", run.stderr);
            run.stdout
        };
        assert_eq!(rows(&["--jobs", "1"]), rows(&["--jobs", "3"]));
        assert_eq!(rows(&[]), rows(&["--seed", "1970"]));
        assert_ne!(rows(&[]), rows(&["--seed", "1971"]));
        assert_eq!(rows(&[]), rows(&["--seed", "0x7b2"]));
        assert_ne!(rows(&[]), rows(&["--seed", "0xffffffff000007b2"]));
    }
}

#[test]
fn the_table_for_people() {
    let args = ["keys", "collisions", "--tree", "2", "--sets", "2", "--bits", "8,64", "--summary"];
    let run = zobrist(args);
    let lines: Vec<Vec<&str>> =
        run.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        lines[0].join(" "),
        "source keys bits mean min max deviation birthday ratio \
         expected ratio guarantee closest"
    );
    let starts = lines[1..].iter().map(|line| line[..3].join(" "));
    let known = ["bch cut 8", "bch cut 64", "bch made 8", "bch made 64", "splitmix64 cut 8"];
    assert!(starts.clone().take(5).eq(known), "{:?}", starts.collect::<Vec<_>>());
    // Without a pair, the ratio and the closest are null.
    assert_eq!(lines[2][3..], ["0", "0", "0", "0", "4.3e-15", "-", "8.7e-15", "-", "13", "-"]);
}

#[test]
fn a_game_that_cannot_be_read_is_rejected_and_the_rest_counted() {
    let text = "1. e4 e5 2. Nf3 *\n\n1. e4 e9 *\n\n1. d4 d5 *\n";
    let args = ["keys", "collisions", "-", "--bits", "8", "--source", "bch", "--format", "csv"];
    let (rows, messages) = zobrist_on(text, args).rejected();
    assert!(rows.lines().nth(1).unwrap().starts_with("bch,cut,8,1970,6,"), "{rows}");
    assert!(messages.contains("standard input:3 (byte 25): game 2: "), "{messages}");
    assert!(messages.contains("zobrist: rejected 1 of 3 games\n"), "{messages}");
}

/// The names of all elements, and all text; that each element is closed is checked.
fn read(picture: &str) -> (Vec<String>, String) {
    let (mut open, mut names, mut text) = (Vec::new(), Vec::new(), String::new());
    for event in svg::read(picture).unwrap() {
        match event {
            Event::Error(error) => panic!("{error}"),
            Event::Tag(name, Type::Start, _) => {
                open.push(name);
                names.push(name.to_owned());
            }
            Event::Tag(name, Type::End, _) => assert_eq!(open.pop(), Some(name)),
            Event::Tag(name, Type::Empty, _) => names.push(name.to_owned()),
            Event::Text(words) => text = format!("{text}{words}\n"),
            _ => {}
        }
    }
    assert!(open.is_empty(), "{open:?}");
    (names, text)
}

#[test]
fn the_plot_shows_all_rows() {
    let folder = Folder::with("a&b <1>.pgn", games(10));
    let args = ["keys", "collisions", "a&b <1>.pgn", "--bits", "8,12,16,64", "--sets", "3"];
    let more = ["--plot", "plot.svg", "--summary", "--format", "jsonl"];
    let run = folder.zobrist(args.into_iter().chain(more));
    let (rows, _) = read_rows(run);
    let picture = fs::read_to_string(folder.path("plot.svg")).unwrap();
    assert!(picture.starts_with("<svg "), "{picture}");
    let (names, text) = read(&picture);
    let count = |name: &str| names.iter().filter(|known| *known == name).count();
    let of = |row: &serde_json::Value, name: &str| row[name].as_f64().unwrap();
    let lower = rows.iter().filter(|row| of(row, "birthday") >= 1.0).count();
    assert!(lower > 0 && lower < rows.len());
    // One mark per row above, one below if there is something to compare; one for the picture.
    assert_eq!(count("title"), 1 + rows.len() + lower);
    for words in [
        &*format!("Colliding pairs of {} positions", rows[0]["states"].as_u64().unwrap()),
        "a&amp;b &lt;1&gt;.pgn, told apart by fide",
        "colliding pairs\n",
        "ratio to the bound\n",
        "bits of the hash that are compared",
        "birthday bound n(n − 1) / 2ᵇ⁺¹\n",
        "bch, cut from 64 bits, 3 sets\n",
        "bch, keys made so wide, 3 sets\n",
        "splitmix64, cut from 64 bits, 3 sets\n",
        "none\n",
    ] {
        assert!(text.contains(words), "{words:?} in {text}");
    }
    for row in &rows {
        let [min, max] = ["min", "max"].map(|name| row[name].as_u64().unwrap());
        let [source, keys] = ["source", "keys"].map(|name| row[name].as_str().unwrap());
        let title = format!("{source}, {keys}, {} bits: {min} to {max} pairs", row["bits"]);
        assert!(text.contains(&title), "{title} in {text}");
    }
    let finite = ["NaN", "inf", "1e"].iter().all(|word| !picture.contains(word));
    assert!(finite, "{picture}");
}

#[test]
fn pictures_of_the_smallest_and_the_strangest() {
    let folder = Folder::new();
    for args in [
        "--tree 1 --bits 64 --sets 1 --source polyglot",
        "--tree 1 --bits 8 --sets 2",
        "--tree 2 --bits 8,9,10,11,12,13,14,15,16 --sets 2 --source bch,splitmix64,jsf64,kiss64,\
         mt19937,mt19937-64,xoshiro256plusplus,xorshift64star,overlapping,rotated,polyglot",
    ] {
        let start = ["keys", "collisions", "--force", "--plot", "plot.svg"];
        let run = folder.zobrist(start.into_iter().chain(args.split_whitespace()));
        assert_eq!(run.code, 0, "{}", run.stderr);
        let picture = fs::read_to_string(folder.path("plot.svg")).unwrap();
        assert!(read(&picture).1.contains("Colliding pairs of "));
        assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
    }
}

/// Larger values are refused, see below.
#[test]
fn the_last_seeds_are_taken() {
    for args in
        ["--seed 18446744073709551614 --sets 2", "--seed 0xffffffff --sets 1 --source mt19937"]
    {
        let run = zobrist(["keys", "collisions", "--tree", "1"].into_iter().chain(args.split(' ')));
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
}

#[test]
fn impossible_options_are_refused() {
    let folder = Folder::with("plot.svg", "what was there");
    let refused = |args: &str| {
        let run = folder.zobrist(["keys", "collisions"].into_iter().chain(args.split_whitespace()));
        run.refused()
    };
    for (args, message) in [
        ("--bits 7", "7 is not in 8..=64"),
        ("--bits 16,65", "65 is not in 8..=64"),
        ("--bits x", "expected a whole number"),
        ("--sets 0", "0 is not in 1..=100000"),
        ("--seed 0", "0 is not in 1.."),
        ("--seed x", "expected a number below 2^64, decimal or 0x…"),
        ("--seed 18446744073709551616", "expected a number below 2^64"),
        (
            "--seed 0xffffffffffffffff --sets 2",
            "zobrist: --sets 2 goes beyond the last seed, 18446744073709551615",
        ),
        (
            "--seed 0xffffffff --sets 2 --source bch,mt19937",
            "zobrist: expected a seed of mt19937 from 0 to 4294967295, got 4294967296; \
             `mt19937-64` takes it",
        ),
        (
            "--source nobody",
            "zobrist: `nobody` is neither a file nor a source: expected a generator (",
        ),
        ("--tree 256", "256 is not in 0..=255"),
        ("games.pgn --tree 3", "cannot be used with"),
        ("games.pgn --fen x", "cannot be used with"),
        ("games.pgn", "zobrist: cannot open games.pgn: "),
        ("--fen hello", "zobrist: cannot read the position \"hello\": "),
        ("--plot nowhere/plot.svg", "zobrist: cannot write nowhere/plot.svg: "),
        ("--plot plot.png", "zobrist: the plot is SVG; expected a name such as plot.svg, "),
        (
            "--scheme zobrist --source polyglot",
            "zobrist: the source `polyglot` has 781 keys in the order",
        ),
        ("--tree 0", "zobrist: expected two different positions or more, to make a pair; got 1"),
        ("--fen hello --force --plot plot.svg", "zobrist: cannot read the position"),
        (
            "--tree 5 --jobs 2 --memory 16MiB --force --plot plot.svg",
            "zobrist: there are more different positions than the 119837 that fit in 16 MiB at 140 \
             bytes each; give more --memory, ",
        ),
    ] {
        let messages = refused(args);
        assert!(messages.contains(message), "{args}: {messages}");
    }
    assert!(zobrist(["keys", "collisions", "-"]).refused().contains("; got 0"));
    // The earlier file is still there, and no other file.
    assert_eq!(fs::read(folder.path("plot.svg")).unwrap(), b"what was there");
    assert_eq!(fs::read_dir(folder.path(".")).unwrap().count(), 1);
}

/// The values in the help are accepted as options.
#[test]
fn defaults_are_lists_joined_by_commas() {
    let help = zobrist(["keys", "collisions", "--help"]).done();
    for (option, default) in [("--source", "bch,splitmix64"), ("--bits", "16,20,24,28,32,40,48,64")]
    {
        assert!(help.contains(&format!("[default: {default}]")), "{help}");
        let args = ["keys", "collisions", "--tree", "2", "--sets", "1"];
        let rows = |more: &[&str]| {
            let run = zobrist(args.iter().chain(more).copied());
            assert_eq!(run.code, 0, "{}", run.stderr);
            run.stdout
        };
        assert_eq!(rows(&[option, default]), rows(&[]));
    }
    assert!(help.contains("Numbers of bits to compare, 8 to 64, by commas"), "{help}");
}
