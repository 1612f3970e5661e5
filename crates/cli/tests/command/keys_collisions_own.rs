//! `zobrist keys collisions`: a row for each set, the caller's own keys, and halves of 64 bits.

use std::collections::HashMap;

use serde_json::Value;

use crate::keys_collisions::games;
use crate::scheme_sources::scheme;
use crate::tool::{Folder, Run, zobrist, zst};

/// Keys of an engine with few random bits in each half, so that hashes collide: 12 in the high
/// half; in the low one 9, and the lowest bit, which is set in all. The lowest bit of the high half
/// is zero, so that the XOR of the halves has the parity bit, too.
fn keys() -> Vec<u64> {
    let mut state = 42_u64;
    let mut random = move || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        state >> 40
    };
    (0..793).map(|_| (random() & 0xfff) << 33 | (random() & 0x1ff) << 1 | 1).collect()
}

fn lines(keys: &[u64]) -> String {
    keys.iter().map(|key| format!("{key:016x}\n")).collect()
}

fn engine() -> Folder {
    let folder = Folder::with("keys.hex", lines(&keys()));
    folder.write("rookie.toml", scheme("keys = { file = \"keys.hex\" }"));
    folder.write("games.pgn", games(40));
    folder
}

fn run(folder: &Folder, words: &str) -> Run {
    folder.zobrist(words.split_whitespace())
}

/// The objects of one type, and all messages.
#[track_caller]
fn objects(folder: &Folder, words: &str, kind: &str) -> (Vec<Value>, String) {
    let run = run(folder, &format!("keys collisions {words} --format jsonl"));
    assert_eq!(run.code, 0, "{}", run.stderr);
    let all = run.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    (all.filter(|object| object["type"] == kind).collect(), run.stderr)
}

/// The hashes of the different positions, by another command.
fn hashes(folder: &Folder) -> Vec<u64> {
    let rows = run(folder, "hash --unique games.pgn --scheme rookie.toml").done();
    rows.lines().map(|row| u64::from_str_radix(&row[..16], 16).unwrap()).collect()
}

/// A half of a hash, as its definition says.
type Cut = fn(u64) -> u64;

/// The pairs of equal values.
fn pairs(values: impl Iterator<Item = u64>) -> u64 {
    let mut groups = HashMap::<u64, u64>::new();
    values.for_each(|value| *groups.entry(value).or_default() += 1);
    groups.values().map(|size| size * (size - 1) / 2).sum()
}

#[test]
fn halves_are_those_of_the_hashes() {
    let folder = engine();
    let hashes = hashes(&folder);
    let cuts: [(&str, Cut, bool); 3] = [
        ("high", |hash| hash >> 32, false),
        ("low", |hash| hash & u64::from(u32::MAX), true),
        ("xor", |hash| hash >> 32 ^ hash & u64::from(u32::MAX), true),
    ];
    for (half, cut, has_parity) in cuts {
        let expected = pairs(hashes.iter().map(|hash| cut(*hash)));
        assert!(expected > 100, "{half}: {expected}");
        for source in ["rookie.toml", "keys.hex --scheme rookie.toml"] {
            let words = format!("games.pgn --half {half} --source {source}");
            let (rows, messages) = objects(&folder, &words, "set");
            let [row] = &rows[..] else { panic!("{rows:?}") };
            assert_eq!(
                [&row["keys"], &row["bits"], &row["guaranteed"]],
                [&Value::from(half), &32.into(), &0.into()]
            );
            assert_eq!(
                (row["pairs"].as_u64(), row["seed"].is_null()),
                (Some(expected), true),
                "{half}"
            );
            let numbers: Vec<f64> =
                messages.split(' ').filter_map(|word| word.parse().ok()).collect();
            let [count, even, odd] = numbers[..] else { panic!("{messages}") };
            assert_eq!(count, hashes.len() as f64);
            let bound = |n: f64, bits: i32| n * (n - 1.0) / 2_f64.powi(bits + 1);
            let with_parity = bound(even, 31) + bound(odd, 31);
            let found = row["expected"].as_f64().unwrap();
            let expected = if has_parity { with_parity } else { bound(count, 32) };
            assert!((found / expected - 1.0).abs() < 1e-12, "{half}: {found}, not {expected}");
            // The control: the two numbers differ.
            assert!((with_parity / bound(count, 32) - 1.0).abs() > 1e-6);
        }
    }
    // Without the option, all bits of the keys.
    let (rows, _) = objects(&folder, "games.pgn --bits 32,64 --source rookie.toml", "set");
    let found: Vec<u64> = rows.iter().map(|row| row["pairs"].as_u64().unwrap()).collect();
    assert_eq!(found, [pairs(hashes.iter().map(|hash| hash >> 32)), pairs(hashes.iter().copied())]);
}

#[test]
fn halves_of_generated_keys() {
    let (folder, words) = (Folder::new(), "--tree 3 --sets 2 --source bch,splitmix64");
    for half in ["high", "low", "xor"] {
        let (rows, _) = objects(&folder, &format!("{words} --half {half}"), "summary");
        let names: Vec<String> = rows
            .iter()
            .map(|row| format!("{} {} {}", row["source"], row["keys"], row["bits"]))
            .collect();
        assert_eq!(
            names,
            [format!("\"bch\" \"{half}\" 32"), format!("\"splitmix64\" \"{half}\" 32")]
        );
    }
    // The high half is what is cut to 32 bits without the option.
    let (cut, _) = objects(&folder, &format!("{words} --bits 32"), "set");
    let (high, _) = objects(&folder, &format!("{words} --half high --bits 32"), "set");
    let cut: Vec<&Value> = cut.iter().filter(|row| row["keys"] == "cut").collect();
    assert_eq!(cut.len(), high.len());
    for (cut, high) in cut.into_iter().zip(&high) {
        for name in ["source", "seed", "pairs", "expected", "closest"] {
            assert_eq!(cut[name], high[name], "{name}");
        }
    }
}

/// The summary is that of the rows of the sets.
#[test]
fn a_row_for_each_set() {
    let folder = engine();
    let words = "games.pgn --scheme rookie.toml --source bch,kiss64,keys.hex --bits 12,32 --sets 3";
    let (sets, _) = objects(&folder, words, "set");
    let (summary, _) = objects(&folder, words, "summary");
    assert_eq!(sets.len(), 3 * 6 + 2);
    assert_eq!(summary.len(), 8);
    for row in &summary {
        let own: Vec<&Value> = sets
            .iter()
            .filter(|set| ["source", "keys", "bits"].iter().all(|name| set[name] == row[name]))
            .collect();
        let made = row["source"] != "keys.hex";
        let seeds: Vec<Option<u64>> = own.iter().map(|set| set["seed"].as_u64()).collect();
        let expected = if made { vec![Some(1970), Some(1971), Some(1972)] } else { vec![None] };
        assert_eq!(seeds, expected, "{row}");
        let pairs: Vec<u64> = own.iter().map(|set| set["pairs"].as_u64().unwrap()).collect();
        assert_eq!(row["sets"].as_u64(), Some(own.len() as u64));
        assert_eq!(row["min"].as_u64(), pairs.iter().copied().min());
        assert_eq!(row["max"].as_u64(), pairs.iter().copied().max());
        let mean = pairs.iter().sum::<u64>() as f64 / own.len() as f64;
        assert!((row["mean"].as_f64().unwrap() - mean).abs() < 1e-9);
        let closest = own.iter().filter_map(|set| set["closest"].as_u64()).min();
        assert_eq!(row["closest"].as_u64(), closest);
        for name in ["states", "birthday", "guaranteed"] {
            assert!(own.iter().all(|set| set[name] == row[name]), "{name}");
        }
    }
    // The other formats have the same numbers.
    let run = |more: &str| run(&folder, &format!("keys collisions {words} {more}")).stdout;
    let only = run("--summary");
    let text = run("");
    let (rows, last) = text.split_once("\n\n").unwrap();
    assert_eq!(last, only);
    let cells: Vec<Vec<&str>> =
        rows.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        cells[0].join(" "),
        "source keys bits seed pairs birthday ratio expected ratio closest"
    );
    assert_eq!((cells.len(), only.lines().count()), (1 + sets.len(), 1 + summary.len()));
    let csv = run("--format csv");
    assert!(csv.starts_with(
        "source,keys,bits,seed,states,pairs,birthday,ratio,expected,expected_ratio,guaranteed,closest\n"
    ));
    for ((line, set), cells) in csv.lines().skip(1).zip(&sets).zip(&cells[1..]) {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields[..2], cells[..2]);
        let seed = if fields[3].is_empty() { "-" } else { fields[3] };
        assert_eq!([fields[2], seed, fields[5]], cells[2..5]);
        assert_eq!(fields[5].parse().ok(), set["pairs"].as_u64());
    }
    assert_eq!(csv.lines().count(), 1 + sets.len());
    let csv = run("--summary --format csv");
    assert!(csv.starts_with(
        "source,keys,bits,states,sets,mean,min,max,deviation,birthday,ratio,expected,expected_ratio,\
         guaranteed,closest\n"
    ));
    assert_eq!(csv.lines().count(), 1 + summary.len());
    assert_eq!(run("--summary --format jsonl").lines().count(), summary.len());
}

#[test]
fn lists_in_every_form() {
    let folder = engine();
    let keys = keys();
    let bytes = |of: fn(u64) -> [u8; 8]| keys.iter().flat_map(|key| of(*key)).collect::<Vec<u8>>();
    folder.write("little.bin", bytes(u64::to_le_bytes));
    folder.write("big.bin", bytes(u64::to_be_bytes));
    let numbers: Vec<String> = keys.iter().map(|key| format!("{key:#018x}")).collect();
    folder
        .write("keys.c", format!("// 0x1111\nuint64_t keys[793] = {{{}}};\n", numbers.join(", ")));
    folder.write("more.c", format!("uint64_t a = 0x0123456789abcdef;\n{};\n", numbers.join(", ")));
    folder.write("keys.json.zst", zst(format!("[\"{}\"]", numbers.join("\", \""))));
    let words = |of: fn(u64) -> u64| {
        keys.iter().map(|key| format!("{:#010x}", of(*key))).collect::<Vec<String>>()
    };
    let (high, low) = (words(|key| key >> 32), words(|key| key & 0xffff_ffff));
    let pairs: Vec<String> = high.iter().zip(&low).map(|(a, b)| format!("{a}, {b}")).collect();
    folder.write("pairs.c", format!("{{{}}}", pairs.join(", ")));
    folder.write("halves.c", format!("{{{}}} {{{}}}", low.join(", "), high.join(", ")));
    for lang in ["json", "npy", "rust"] {
        run(&folder, &format!("keys export rookie.toml --lang {lang} -o export.{lang}")).done();
    }
    let kinds = [("piece", 768), ("turn", 1), ("castling", 16), ("en-passant", 8)];
    let kinds = kinds.map(|(name, size)| format!("[[kind]]\nname = \"{name}\"\nsize = {size}\n"));
    folder.write("kinds.toml", kinds.concat());
    let words = "--tree 2 --bits 8,16,64 --scheme rookie.toml";
    let without_name = |rows: Vec<Value>| -> Vec<Value> {
        let mut rows = rows;
        rows.iter_mut().for_each(|row| row["source"] = Value::Null);
        rows
    };
    let expected = objects(&folder, &format!("{words} --source rookie.toml"), "set").0;
    let expected = without_name(expected);
    for source in [
        "keys.hex",
        "keys.c",
        "more.c --lines 2-",
        "keys.json.zst",
        "little.bin --input raw",
        "big.bin --input raw-be --layout kinds.toml",
        "pairs.c --key-bits 64",
        "halves.c --halves low,high",
        "export.json",
        "export.npy",
        "export.rust",
    ] {
        let (rows, _) = objects(&folder, &format!("{words} --source {source}"), "set");
        let name = source.split(' ').next().unwrap();
        assert!(rows.iter().all(|row| row["source"] == name), "{source}: {rows:?}");
        assert_eq!(without_name(rows), expected, "{source}");
    }
    // Standard input has no name.
    let args = format!("keys collisions {words} --source - --format csv");
    let run = folder.zobrist_on(lines(&keys), args.split_whitespace());
    assert!(
        run.stdout.lines().nth(1).unwrap().starts_with("standard input,cut,8,,400,"),
        "{}",
        run.stdout
    );
    // A scheme that is built in.
    let keys = zobrist(["keys", "generate", "polyglot"]).done();
    folder.write("polyglot.txt", keys);
    let words = "--tree 2 --bits 8,16,64 --source polyglot,polyglot.txt --layout chess";
    let (rows, _) = objects(&folder, words, "set");
    let (built_in, own) = rows.split_at(3);
    assert_eq!(without_name(own.to_vec()), without_name(built_in.to_vec()));
}

#[test]
fn sources_that_do_not_fit_are_refused() {
    let folder = engine();
    folder.write("short.hex", lines(&keys()[..780]));
    folder.write("a,b.hex", lines(&keys()));
    let narrow: String = keys().iter().map(|key| format!("{:08x}\n", key >> 32)).collect();
    folder.write("narrow.hex", narrow);
    let wide: String = keys().iter().map(|key| format!("{key:032x}\n")).collect();
    folder.write("wide.hex", wide);
    folder.write(
        "sum.toml",
        scheme("combine = \"sum48\"\nkeys = { source = \"splitmix64\", seed = 7 }"),
    );
    run(&folder, "keys export sum.toml --lang hex -o sum.hex").done();
    run(&folder, "keys export splitmix64 --layout go:19 --lang hex -o go.hex").done();
    let both = "--scheme rookie.toml --source";
    for (options, message) in [
        (
            "--source short.hex".to_owned(),
            "short.hex does not fit --scheme fide: expected 781 keys for the layout chess:781 (781 = piece \
             768 + castling 4 + en-passant 8 + turn 1), got 780",
        ),
        (
            format!("{both} short.hex"),
            "short.hex does not fit --scheme rookie: expected 793 keys for the layout",
        ),
        (format!("{both} go.hex"), "go.hex does not fit --scheme rookie: expected 793 keys"),
        (
            format!("{both} keys.hex --layout go:19"),
            "--layout does not fit keys.hex: expected 723 keys",
        ),
        (
            format!("{both} keys.hex --layout chess:793"),
            "has 793 keys in the order of its own layout",
        ),
        (format!("{both} a,b.hex"), "`a` is neither a file nor a source: expected a generator ("),
        (
            format!("{both} keys.hex,wide.hex --input hex"),
            "--input says how one list of keys is written; --source names 2 lists",
        ),
        (
            format!("{both} bch --key-bits 64"),
            "--key-bits says how one list of keys is written; --source names 0 lists",
        ),
        (
            "--source keys.hex --max-size 100".to_owned(),
            "cannot read keys.hex: expected at most 100 bytes",
        ),
        (format!("{both} sum.hex"), "has keys that add modulo 2^48"),
        (
            format!("{both} narrow.hex --bits 32,40"),
            "the source `narrow.hex` has keys of 32 bits, which make no hashes of 40; give --bits up to 32",
        ),
        (
            format!("{both} narrow.hex --half low"),
            "--half cuts keys of 64 bits to 32; the source `narrow.hex` has keys of 32",
        ),
        (
            format!("{both} wide.hex --half low"),
            "--half cuts keys of 64 bits to 32; the source `wide.hex` has keys of 128",
        ),
        (
            format!("{both} keys.hex --half low --bits 16"),
            "--half compares all 32 bits of a half, not 16; leave out --bits",
        ),
        (format!("{both} keys.hex --half middle"), "invalid value 'middle'"),
        ("- --source -".to_owned(), "standard input can be read only once"),
    ] {
        let tree =
            if options.starts_with('-') && !options.starts_with("- ") { "--tree 1" } else { "" };
        let found = run(&folder, &format!("keys collisions {tree} {options}")).refused();
        assert!(found.contains(message), "{options}: {found}");
    }
    // Only a comma of its own divides the list.
    let (rows, _) =
        objects(&folder, &format!("--tree 1 {both} keys.hex,kiss64 --sets 1 --bits 64"), "set");
    assert_eq!([&rows[0]["source"], &rows[1]["source"]], ["keys.hex", "kiss64"]);
}

/// Old keys of an engine beside new ones, and a built-in scheme, need no `--scheme`; keys of 32
/// bits are compared as far as they go.
#[test]
fn the_first_scheme_among_the_sources_is_that_of_the_positions() {
    let folder = engine();
    let bch = scheme("keys = { source = \"bch\", seed = 1 }").replace("rookie", "rookie-2");
    folder.write("new.toml", bch);
    let named = |words: &str| {
        let (rows, _) = objects(&folder, &format!("games.pgn --bits 32 {words}"), "summary");
        rows.iter().map(|row| row["source"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(named("--source rookie.toml,new.toml"), ["rookie", "rookie-2"]);
    assert_eq!(named("--source chess-793"), ["chess-793"]);
    let both = run(&folder, "keys collisions games.pgn --source chess-793,polyglot");
    let message = both.refused();
    assert!(message.contains("`polyglot` has 781 keys"), "{message}");
    assert!(message.contains("the scheme `chess-793`"), "{message}");

    let narrow = scheme("bits = 32\nkeys = { source = \"bch\", seed = 1 }");
    folder.write("narrow.toml", narrow.replace("bits = 64\n", ""));
    let (rows, _) = objects(&folder, "games.pgn --source narrow.toml", "summary");
    let bits: Vec<u64> = rows.iter().map(|row| row["bits"].as_u64().unwrap()).collect();
    assert_eq!(bits, [16, 20, 24, 28, 32]);
    let wide = run(&folder, "keys collisions games.pgn --source narrow.toml --bits 40").refused();
    assert!(wide.contains("keys of 32 bits, which make no hashes of 40"), "{wide}");
}
