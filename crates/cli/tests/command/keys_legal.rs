//! `zobrist keys audit --legal`: dependencies by which legal positions differ, how they divide, and
//! the pairs that `keys forge` makes of them.

use serde_json::{Value, from_str, json};

use crate::tool::{Folder, Run, column, zobrist};

/// The keys of a scheme in the order of their slots.
fn keys_of(scheme: &str) -> Vec<u64> {
    let lines = zobrist(["keys", "generate", scheme]).done();
    lines.lines().map(|line| u64::from_str_radix(line, 16).unwrap()).collect()
}

/// A folder with these keys as a list, the key of the last of some features changed so that they
/// XOR to zero.
fn planted(mut keys: Vec<u64>, features: &[usize]) -> Folder {
    let (last, others) = features.split_last().unwrap();
    keys[*last] = others.iter().fold(0, |sum, index| sum ^ keys[*index]);
    let lines: String = keys.iter().map(|key| format!("{key:016x}\n")).collect();
    Folder::with("keys.hex", lines)
}

fn run(folder: &Folder, words: &str) -> Run {
    folder.zobrist(words.split(' '))
}

/// The part of a report that describes the scheme of the keys.
fn scheme_file(report: &str) -> &str {
    let start = report.find("\nname     = ").expect("the report has the file of a scheme");
    &report[start + 1..]
}

fn indices(list: &Value) -> Vec<usize> {
    list.as_array().unwrap().iter().map(|index| index.as_u64().unwrap() as usize).collect()
}

/// Makes the pairs of an audit of keys.hex by the scheme file of its report, and asserts that each
/// has one hash and differs as the audit says.
fn assert_forged(folder: &Folder, audit: &str) {
    let text = folder.zobrist(audit.split(' ')).stdout;
    folder.write("audited.toml", scheme_file(&text));
    let object = run(folder, &format!("{audit} --format jsonl")).stdout;
    let report: Value = from_str(&object).unwrap();
    folder.write("audit.jsonl", &object);
    let forge = "keys forge --scheme audited.toml --dependencies audit.jsonl";
    let rows = run(folder, forge).done();
    let (hashes, fens) = (column(&rows, 0), column(&rows, 1));
    let divisions = report["divisions"].as_array().unwrap();
    assert_eq!(fens.len(), 2 * divisions.len(), "{rows}");
    assert!(hashes.chunks(2).all(|pair| pair[0] == pair[1]), "{rows}");
    let check = ["hash", "--check", "--scheme", "audited.toml"];
    assert_eq!(folder.zobrist_on(&rows, check).code, 0);
    for (pair, division) in fens.chunks(2).zip(divisions) {
        let diff = ["diff", "--scheme", "audited.toml", "--format", "csv", pair[0], pair[1]];
        let diff = folder.zobrist(diff).done();
        let side = |side: &str| {
            let rows = diff.lines().filter(|row| row.starts_with(side));
            rows.map(|row| row.split(',').nth(1).unwrap().to_owned()).collect::<Vec<String>>()
        };
        let keys = std::fs::read_to_string(folder.path("keys.hex")).unwrap();
        let keys: Vec<&str> = keys.lines().collect();
        let of = |list: &Value| indices(list).iter().map(|index| keys[*index]).collect::<Vec<_>>();
        assert_eq!((side("-,"), side("+,")), (owned(of(&division[0])), owned(of(&division[1]))));
    }
}

fn owned(words: Vec<&str>) -> Vec<String> {
    words.into_iter().map(str::to_owned).collect()
}

/// Bishop f3 takes a rook on a8: bishop f3, bishop a8, rook a8, the right on the queen's side, and
/// White to move. They divide otherwise, too.
const CAPTURE: [usize; 5] = [341, 376, 440, 771, 780];

#[test]
fn a_capture_is_a_dependency_of_two_positions() {
    let folder = planted(keys_of("polyglot"), &CAPTURE);
    let audit = "keys audit keys.hex --layout chess --legal --require 6";
    let (report, _) = run(&folder, audit).rejected();
    for expected in [
        "weight  dependencies by which legal positions differ  expected of random keys\n",
        "\n341 376 440 771 780\n   341  white bishop f3\n   376  white bishop a8\n",
        "\n   780  white to move\n  341 376 780 | 440 771\n  one    white bishop f3, white bishop a8, ",
        "\n  other  black rook a8, castling right black O-O-O\n",
        "\n  zobrist keys forge --scheme NAME.toml --dependencies AUDIT.jsonl\nNAME.toml has these lines:\n",
        "\nkeys     = { file = \"keys.hex\" }\n",
    ] {
        assert!(report.contains(expected), "{expected}: {report}");
    }
    assert_forged(&folder, audit);
    // In one position they cannot all stand: it would have two pieces on a8.
    let csv = run(&folder, "keys audit keys.hex --layout chess --legal --weight 5 --format csv");
    assert_eq!(
        csv.done(),
        "weight,indices,first,second\n5,341 376 440 771 780,341 376 780,440 771\n"
    );
    let all = run(&folder, "keys audit keys.hex --layout chess --weight 5 --format jsonl").done();
    assert_eq!(from_str::<Value>(&all).unwrap()["divisions"], Value::Null);
}

/// Options that leave out all but these features and every twentieth key, so that dependencies of
/// many keys are found in little time.
fn without_most(keys: usize, features: &[usize]) -> String {
    let is_left_out = |index: &usize| !index.is_multiple_of(20) && !features.contains(index);
    let left_out = (0..keys).filter(is_left_out).map(|index| index.to_string());
    format!("--without {}", left_out.collect::<Vec<_>>().join(","))
}

/// In the layouts that a list can have: castling, a capture en passant, and a promotion to a knight
/// that takes a rook with its right.
#[test]
fn moves_are_dependencies_in_every_layout() {
    const MOVES: [[&str; 2]; 3] = [
        ["4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"],
        ["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"],
        ["r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1", "N3k3/8/8/8/8/8/8/4K3 b - - 0 1"],
    ];
    // The numbers of features by which the positions differ. Castling changes two kings, two rooks,
    // the right and the turn. Where all rights are one feature, it is one set for another; where
    // empty squares have features, four more; where kings that may castle and pawns that may be
    // captured are pieces of their own, they stand for the right and the file.
    for (scheme, weights) in [
        ("polyglot", [6, 5, 5]),
        ("chess-768", [6, 5, 5]),
        ("chess-793", [7, 5, 6]),
        ("chess-832", [10, 8, 6]),
        ("chess-896", [5, 4, 6]),
        ("zobrist", [6, 5, 5]),
    ] {
        let keys = keys_of(scheme);
        for ([a, b], weight) in MOVES.into_iter().zip(weights) {
            let diff = zobrist(["diff", "--scheme", scheme, "--format", "csv", a, b]).done();
            let rows = diff.lines().filter(|row| row.starts_with(['-', '+']));
            let key = |row: &str| u64::from_str_radix(row.split(',').nth(1).unwrap(), 16).unwrap();
            let slot = |row| keys.iter().position(|other| *other == key(row)).unwrap();
            let mut features: Vec<usize> = rows.map(slot).collect();
            features.sort_unstable();
            assert_eq!(features.len(), weight, "{scheme} {a}");
            let folder = planted(keys.clone(), &features);
            let layout = format!("chess:{}", keys.len());
            let audit = format!("keys audit keys.hex --layout {layout} --legal --weight {weight}");
            let audit = format!("{audit} {}", without_most(keys.len(), &features));
            let report = run(&folder, &format!("{audit} --format jsonl")).done();
            let report: Value = from_str(&report).unwrap();
            assert_eq!(report["dependencies"], json!([features]), "{scheme} {a}");
            assert_forged(&folder, &audit);
        }
    }
}

/// Two black pieces that exclude each other on each of c1, c3, e3 and g3, so that both positions
/// have four lines to a white king on e1, which has its right in one of them. Where Black is to
/// move, a piece must stand on each of d1, d2, e2 and f2.
#[test]
fn a_dependency_without_a_pair_is_reported_as_such() {
    let piece = |kind: usize, square: usize| 64 * kind + square;
    let (bishop, rook, queen, white_to_move, right) = (4, 6, 8, 780, 768);
    let (c1, c3, e3, g3) = (2, 18, 20, 22);
    let mut features = vec![
        piece(bishop, c3),
        piece(bishop, g3),
        piece(rook, c1),
        piece(rook, e3),
        piece(queen, c1),
        piece(queen, c3),
        piece(queen, e3),
        piece(queen, g3),
        right,
        white_to_move,
    ];
    features.sort_unstable();
    // Another that has a pair: a black rook on a3 in one position, one on e5 in the other.
    let mut keys = keys_of("polyglot");
    let rooks = [piece(rook, 16), piece(rook, 36)];
    keys[rooks[0]] = keys[rooks[1]];
    let folder = planted(keys.clone(), &features);
    let without = without_most(keys.len(), &[&features[..], &rooks].concat());
    let audit = format!("keys audit keys.hex --layout chess --legal --weight 10 {without}");
    let report: Value = from_str(&run(&folder, &format!("{audit} --format jsonl")).done()).unwrap();
    assert_eq!(report["dependencies"], json!([rooks, features]));
    let divisions = report["divisions"].as_array().unwrap();
    assert_eq!((divisions.len(), &divisions[1]), (2, &Value::Null), "{divisions:?}");
    assert!(divisions[0].is_array());
    let text = run(&folder, &audit).done();
    assert_eq!(text.matches("\n  no pair of positions was found\n").count(), 1, "{text}");
    assert_eq!(text.matches("\n  one    ").count(), 1, "{text}");
    let csv = run(&folder, &format!("{audit} --format csv")).done();
    let rows: Vec<&str> = csv.lines().collect();
    // One position can have both rooks: their keys also cancel out.
    let [a, b] = rooks;
    assert_eq!(rows[1], format!("2,{a} {b},{a} {b},"), "{csv}");
    assert!(rows.len() == 4 && rows[3].starts_with("10,") && rows[3].ends_with(",,"), "{csv}");
    // `keys forge` agrees.
    folder.write("audited.toml", scheme_file(&text));
    folder.write("audit.jsonl", report.to_string());
    let forged = run(&folder, "keys forge --scheme audited.toml --dependencies audit.jsonl");
    assert_eq!((forged.code, forged.stdout.lines().count()), (0, 2));
    assert_eq!(forged.stderr, "zobrist: 1 of 2 dependencies make no pair of positions\n");
}

/// A zero key of the side to move, and equal keys of two pieces on one square.
#[test]
fn zero_keys_and_equal_keys_divide() {
    let mut keys = keys_of("polyglot");
    let [knight, queen] = [128 + 64 + 18, 512 + 64 + 18];
    (keys[780], keys[queen]) = (0, keys[knight]);
    let folder = planted(keys, &[780]);
    let audit = "keys audit keys.hex --layout chess --legal --weight 3";
    let report: Value = from_str(&run(&folder, &format!("{audit} --format jsonl")).done()).unwrap();
    assert_eq!(report["dependencies"], json!([[780], [knight, queen], [knight, queen, 780]]));
    assert_eq!(report["counts"], json!([1, 1, 1]));
    assert_forged(&folder, audit);
}

/// A single king; two of one side with a piece where one stands; pawns on the first rank, whose
/// keys are not searched.
#[test]
fn what_does_not_divide_is_not_reported() {
    let keys = keys_of("polyglot");
    let (king, knight, pawn) = (64 * 11, 64 * 3, 64);
    for features in [
        vec![king + 18],
        vec![king + 18, knight + 25, knight + 33],
        vec![pawn + 3, knight + 25],
        vec![king + 18, king + 19, king + 20],
    ] {
        let folder = planted(keys.clone(), &features);
        let audit = "keys audit keys.hex --layout chess --require 3 --weight 3 --format jsonl";
        let (all, _) = run(&folder, audit).rejected();
        let mut expected = features;
        expected.sort_unstable();
        assert_eq!(from_str::<Value>(&all).unwrap()["dependencies"], json!([expected]));
        let legal = run(&folder, &format!("{audit} --legal")).done();
        let legal: Value = from_str(&legal).unwrap();
        assert_eq!([&legal["dependencies"], &legal["divisions"]], [&json!([]), &json!([])]);
        assert_eq!(legal["counts"], json!([0, 0, 0]));
        let text = run(&folder, &audit.replace("jsonl", "text --legal")).done();
        assert!(!text.contains("keys forge"), "{text}");
    }
}

/// The pairs of a scheme are made with its name; those of drawn keys, after they are written.
#[test]
fn reports_say_how_pairs_are_made() {
    let folder = planted(keys_of("polyglot"), &[780]);
    let scheme = "name = \"mine\"\nkeys = { file = \"keys.hex\" }\n\
                  layout = [\"pieces\", \"castling\", \"en-passant\", \"turn\"]\n\
                  pieces = { order = \"pPnNbBrRqQkK\" }\nturn = { key-for = \"white\" }\n\
                  castling = { keys = \"rights\" }\n\
                  en-passant = { keys = \"file\", counts = \"legal\" }\n";
    folder.write("mine.toml", scheme);
    let text = run(&folder, "keys audit mine.toml --legal --weight 1").done();
    let forge = "  zobrist keys forge --scheme mine.toml --dependencies AUDIT.jsonl\n";
    assert!(text.contains(forge) && !text.contains("NAME.toml"), "{text}");
    let list = std::fs::read_to_string(folder.path("keys.hex")).unwrap();
    let audit = ["keys", "audit", "-", "--layout", "chess", "--legal", "--weight", "1"];
    let text = folder.zobrist_on(list, audit).done();
    assert!(
        text.contains(
            "NAME.toml has these lines, and keys.hex what `keys generate` prints of the keys:"
        ),
        "{text}"
    );
}

/// Keys of eight bits, of which any five are a dependency with probability 1/256.
#[test]
fn too_many_dependencies_are_refused() {
    let lines = (0..781).map(|slot| format!("{:016x}\n", slot % 255 + 1));
    let folder = Folder::with("keys.txt", lines.collect::<String>());
    let audit = "keys audit keys.txt --layout chess --legal --weight 5 --without 0-55,251-780";
    let message = run(&folder, audit).refused();
    let expected = "there are 4570997 dependencies, too many to check which are legal: expected at \
                    most 4194304; take a smaller --weight, or leave keys out with --without\n";
    assert_eq!(message, format!("zobrist: {expected}"));
    // Sixteen zero keys and three that XOR to zero have few, but of more keys, with 2^11 ways to
    // divide twelve.
    let lines = (0..781).map(|slot| format!("{:016x}\n", if slot < 144 { 0 } else { slot - 143 }));
    folder.write("keys.txt", lines.collect::<String>());
    let audit =
        "keys audit keys.txt --layout chess --legal --weight 12 --without 0-127,147-780 --jobs 1";
    let message = run(&folder, &format!("{audit} --minutes 1")).refused();
    let expected = "there are 115481 dependencies: it takes up to 2 minutes on 1 thread to check \
                    which are legal, and may take 1; take a smaller --weight, or allow more with \
                    --minutes 2\n";
    assert_eq!(message, format!("zobrist: {expected}"));
}

/// A list has the rule of Polyglot for captures en passant, also if its file has the name of a
/// scheme with another one.
#[test]
fn the_name_of_a_list_is_not_that_of_its_rule() {
    let reports = ["my.hex", "fen.hex", "fide.hex"].map(|file| {
        let folder = planted(keys_of("polyglot"), &CAPTURE);
        std::fs::rename(folder.path("keys.hex"), folder.path(file)).unwrap();
        let (report, _) =
            run(&folder, &format!("keys audit {file} --layout chess --legal --require 5"))
                .rejected();
        let rule = report.lines().find(|line| line.starts_with("counts"));
        rule.map(str::to_owned).unwrap_or_else(|| panic!("no rule: {report}"))
    });
    assert!(reports[0].ends_with("= \"beside\""), "{}", reports[0]);
    assert!(reports.iter().all(|rule| *rule == reports[0]), "{reports:?}");
}
