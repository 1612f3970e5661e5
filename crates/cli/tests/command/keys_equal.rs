//! Zero keys and equal keys in `zobrist keys audit` and `zobrist schemes check`.

use serde_json::{Value, from_str, json};
use zobrist::source::SplitMix64;

use crate::tool::{Folder, Run, zobrist};

const ROOKIE: &str = include_str!("../../../../data/rookie/rookie.toml");
const HEADER: &str = include_str!("../../../../data/rookie/zobrist.h");

/// The slots of the black king in `rookie`.
const BLACK_KING: std::ops::Range<usize> = 704..768;

fn rookie_keys() -> Vec<u64> {
    let folder = Folder::with("rookie.toml", ROOKIE);
    folder.write("zobrist.h", HEADER);
    let lines = folder.zobrist(["keys", "generate", "rookie.toml"]).done();
    lines.lines().map(|line| u64::from_str_radix(line, 16).unwrap()).collect()
}

/// `rookie` with these keys, in a file of hex digits.
fn engine(keys: &[u64]) -> Folder {
    let folder = Folder::with("engine.toml", ROOKIE.replace("zobrist.h", "keys.hex"));
    folder.write("keys.hex", keys.iter().map(|key| format!("{key:016x}\n")).collect::<String>());
    folder
}

fn run(folder: &Folder, words: &str) -> Run {
    folder.zobrist(words.split(' '))
}

fn object(text: &str) -> Value {
    from_str(text).unwrap()
}

/// A line of CI, on a table whose keys of the black king were never drawn. A king stands on one
/// square in the one position and on another in the other, so that all 64 · 63 / 2 pairs are legal,
/// and a capture whose five keys XOR to zero is found beside them.
#[test]
fn zero_keys_of_a_king_fail_the_line_for_ci() {
    let mut keys = rookie_keys();
    keys[BLACK_KING].fill(0);
    let folder = engine(&keys);
    let audit = "keys audit engine.toml --legal --require 6 --list 5";
    let (report, messages) = run(&folder, audit).rejected();
    assert_eq!(messages, "");
    let all: Vec<String> = BLACK_KING.map(|key| key.to_string()).collect();
    for expected in [
        &format!("\nzero keys      {}\n", all.join(" "))[..],
        "\nZero keys: 64\n   704  black king a1\n   705  black king b1\n",
        "\n     1             0  ",
        "\n     2          2016  ",
        "\n     3             0  ",
        "set aside above weight 2: any zero\nkeys can be added to a dependency",
        "All dependencies of up to 6 of the different keys were searched for; ",
        "\n704 705\n   704  black king a1\n   705  black king b1\n  705 | 704\n",
    ] {
        assert!(report.contains(expected), "{expected}: {report}");
    }
    let place = |text: &str| report.find(text).unwrap();
    assert!(place("Zero keys: 64") < place("weight  dependencies"), "{report}");

    // White bishop f3 takes a rook on a8: the rook and the right leave, and the side changes.
    let capture = [128 + 21, 128 + 56, 576 + 56, 768, 769, 776];
    keys[776] = capture[..5].iter().fold(0, |sum, slot| sum ^ keys[*slot]);
    let folder = engine(&keys);
    let (json, _) = run(&folder, &format!("{audit} --format jsonl")).rejected();
    let report = object(&json);
    assert_eq!(report["counts"], json!([0, 2016, 0, 0, 0, 1]));
    assert_eq!((&report["set_aside_above"], &report["smallest"]), (&json!(2), &json!(2)));
    let (json, _) = run(&folder, &format!("{audit}000 --format jsonl")).rejected();
    assert_eq!(object(&json)["dependencies"][2016], json!(capture));
    let (csv, _) = run(&folder, &format!("{audit} --format csv")).rejected();
    assert!(csv.starts_with("weight,indices,first,second\n2,704 705,705,704\n"), "{csv}");

    // Without --legal, the counts are binomials of 64.
    let (json, _) = run(&folder, "keys audit engine.toml --require 6 --format jsonl").rejected();
    let report = object(&json);
    assert_eq!(report["counts"], json!([64, 2016, 41664, 635376, 7624512, 74974369]));
    assert_eq!(report["dependencies"][0], json!([704]));
    // Weights that have none are free of faults.
    assert_eq!(run(&folder, &audit.replace("require 6", "require 1")).code, 0);
}

/// Equal keys of many features, all keys zero, and one key for all; widths and forms of lists.
#[test]
fn zero_and_equal_keys_of_every_form_fail() {
    let folder = Folder::new();
    let audit = |options: &str, zeros: usize, classes: &[usize]| {
        let words = format!(
            "keys audit {options} --layout chess --legal --require 6 --list 3 --format jsonl"
        );
        let (json, _) = run(&folder, &words).rejected();
        let report = object(&json);
        let lengths = |value: &Value| value.as_array().unwrap().len();
        let of: Vec<usize> = report["duplicates"].as_array().unwrap().iter().map(lengths).collect();
        assert_eq!((lengths(&report["zeros"]), &of[..]), (zeros, classes), "{options}");
        assert_eq!(report["legal"], true);
        report
    };
    let keys = |digits: usize, key: &dyn Fn(usize) -> u128| -> Vec<String> {
        let mask = u128::MAX >> (128 - 4 * digits);
        (0..781).map(|slot| format!("{:0digits$x}", key(slot) & mask)).collect()
    };
    // Of Polyglot's 781 keys, 32 are those of pawns on their first and last ranks.
    for digits in [8, 16, 32] {
        folder.write("zero.hex", keys(digits, &|_| 0).join("\n"));
        let report = audit("zero.hex", 749, &[]);
        assert_eq!((&report["rank"], &report["smallest"]), (&json!(0), &json!(1)));
        folder.write("one.hex", keys(digits, &|_| 0x9e37_79b9_7f4a_7c15).join("\n"));
        let report = audit("one.hex", 0, &[749]);
        assert_eq!((&report["rank"], &report["smallest"]), (&json!(1), &json!(2)));
        // Half of them zero, the others different.
        let odd = |slot: usize| match slot % 2 {
            0 => 0,
            _ => u128::from(SplitMix64::new(slot as u64).next_u64()) << 64 | slot as u128,
        };
        let odd = |slot: usize| odd(slot) >> (128 - 4 * digits);
        folder.write("half.hex", keys(digits, &odd).join("\n"));
        audit("half.hex --weight 2", 375, &[]);
    }
    let knights = |slot: usize| match slot {
        128..256 => 7,
        slot => SplitMix64::new(slot as u64).next_u64().into(),
    };
    let list = keys(16, &knights);
    folder.write(
        "keys.json",
        format!(
            "[{}]",
            list.iter().map(|key| format!("\"0x{key}\"")).collect::<Vec<_>>().join(",")
        ),
    );
    folder.write(
        "keys.c",
        format!(
            "uint64_t keys[781] = {{ {} }};",
            list.iter().map(|key| format!("0x{key}ULL")).collect::<Vec<_>>().join(", ")
        ),
    );
    folder.write("keys.hex", list.join("\n"));
    let report = audit("keys.hex", 0, &[128]);
    for form in ["keys.json", "keys.c"] {
        assert_eq!(audit(form, 0, &[128])["counts"], report["counts"], "{form}");
    }
    // Two knights of one color on different squares, or one of each color on one square or two:
    // every pair but none divides.
    assert_eq!(report["counts"][1], json!(128 * 127 / 2));
}

/// Two features with equal keys that one position can have cancel out, also if no two positions
/// differ in them alone.
#[test]
fn equal_keys_that_cancel_out_fail() {
    let mut keys = rookie_keys();
    let [king, file] = [5 * 64 + 16, 785 + 4];
    keys[king] = keys[file];
    let folder = engine(&keys);
    let audit = "keys audit engine.toml --legal --require 6";
    let (report, _) = run(&folder, audit).rejected();
    for expected in [
        "\nequal keys     336 789\n",
        "\nEqual keys: 2\n   336  white king a3\n   789  en passant file e\n",
        "\nOne position can have both 336 and 789: their keys cancel out.\n",
        "\n     2             0  ",
    ] {
        assert!(report.contains(expected), "{expected}: {report}");
    }
    let (json, _) = run(&folder, &format!("{audit} --format jsonl")).rejected();
    assert_eq!(object(&json)["cancelling"], json!([[336, 789]]));
    let (csv, _) = run(&folder, &format!("{audit} --format csv")).rejected();
    assert_eq!(csv, "weight,indices,first,second\n2,336 789,336 789,\n");
    assert_eq!(run(&folder, "keys audit engine.toml --legal --require 1").code, 0);
    // A king and a knight are not both on one square, and without the king there is no position.
    keys[king] = keys[64 + 16];
    assert_eq!(run(&engine(&keys), audit).code, 0);
}

/// A search that is refused is left out if zero and equal keys decide.
#[test]
fn refused_searches_do_not_hide_equal_keys() {
    let lines = (0..781).map(|slot| format!("{:016x}\n", slot % 255 + 1));
    let folder = Folder::with("small.hex", lines.collect::<String>());
    let audit = "keys audit small.hex --layout chess --list 3 --weight 6 --jobs 2 --minutes 5";
    for legal in ["", " --legal"] {
        let refused = run(&folder, &format!("{audit}{legal}")).refused();
        assert!(refused.contains("--minutes"), "{refused}");
        let (report, messages) = run(&folder, &format!("{audit}{legal} --require 6")).rejected();
        assert_eq!(
            messages,
            format!(
                "zobrist: zero and equal keys alone were searched for, and decide: {}",
                refused.strip_prefix("zobrist: ").unwrap()
            )
        );
        assert!(report.contains("up to 2 keys were searched for"), "{report}");
        assert!(report.contains("\nequal keys     "), "{report}");
        // They do not decide about single keys.
        run(&folder, &format!("{audit}{legal} --require 1")).refused();
    }
}

#[test]
fn schemes_check_names_zero_and_equal_keys() {
    let mut keys = rookie_keys();
    let meaning = |keys: &[u64], form: &str| {
        let folder = engine(keys);
        let text = ROOKIE.replace("zobrist.h", "keys.hex").replace("bits     = 64", form);
        folder.write("engine.toml", text);
        folder.zobrist(["schemes", "check", "engine.toml"]).done()
    };
    let text = meaning(&keys, "bits = 64");
    assert!(text.contains("; rank 64 of 64; no zero or equal keys; guarantee: none; "), "{text}");
    keys[BLACK_KING].fill(0);
    keys[768] = 0;
    keys[336] = keys[789];
    for (form, rank) in [("bits = 64", "; rank 64 of 64"), ("combine = \"sum64\"", "2^64")] {
        let text = meaning(&keys, form);
        for expected in [
            &format!("{rank}; 65 zero keys, 2 equal ones; guarantee: none; ")[..],
            "\nZero keys: 704-768 (black king a1 to black to move).\n",
            "\nEqual keys: 336 (white king a3) = 789 (en passant file e).\n",
        ] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
    }
    keys[337] = keys[336];
    keys[100] = 0;
    let text = meaning(&keys, "bits = 64");
    assert!(text.contains("; 66 zero keys, 3 equal ones; "), "{text}");
    assert!(text.contains("\nZero keys: 100 (white knight e5); 704-768 ("), "{text}");
    let equal = "336 (white king a3) = 337 (white king b3) = 789 (en passant file e)";
    assert!(text.contains(equal), "{text}");
    assert!(zobrist(["schemes", "check", "--help"]).done().contains("zero or equal"));
}
