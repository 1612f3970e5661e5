//! Schemes of slots, for any game: lines of slots are hashed and checked, their keys audited,
//! exported and forged.

use std::fmt::Write as _;

use zobrist::source::SplitMix64;

use crate::tool::{Folder, column};

/// The number of slots of the scheme of these tests.
const SLOTS: usize = 40;

/// Keys that belong to nobody.
fn keys() -> Vec<u64> {
    let mut random = SplitMix64::new(2026);
    (0..SLOTS).map(|_| random.next_u64()).collect()
}

fn hex(keys: &[u64]) -> String {
    keys.iter().map(|key| format!("0x{key:016x}\n")).collect()
}

/// A scheme whose keys are in a file, with names for its slots.
fn folder() -> Folder {
    let folder = Folder::new();
    let toml = "name = \"mine\"\nslots = 40\nkeys = { file = \"keys.hex\" }\n\
                names = [[[\"red\", \"blue\"], [\"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"7\", \"8\", \
                \"9\", \"10\", \"11\", \"12\", \"13\", \"14\", \"15\", \"16\", \"17\", \"18\", \"19\"]], \
                \"turn\", \"end\"]\n";
    folder.write("mine.toml", toml);
    folder.write("keys.hex", hex(&keys()));
    folder
}

/// The name of a slot.
fn name(slot: usize) -> String {
    match slot {
        0..19 => format!("red-{}", slot + 1),
        19..38 => format!("blue-{}", slot - 18),
        38 => "turn".to_owned(),
        _ => "end".to_owned(),
    }
}

/// States by chance, as lists of ascending slots.
fn states(count: usize) -> Vec<Vec<usize>> {
    let mut random = SplitMix64::new(7);
    let state = |chosen: u64| (0..SLOTS).filter(|slot| chosen >> slot & 1 == 1).collect();
    (0..count).map(|_| state(random.next_u64() & random.next_u64())).collect()
}

fn hash(keys: &[u64], state: &[usize]) -> u64 {
    state.iter().fold(0, |hash, slot| hash ^ keys[*slot])
}

fn line(hash: u64, state: &[usize]) -> String {
    let slots: Vec<String> = state.iter().map(usize::to_string).collect();
    format!("{hash:016x}\t{}\n", slots.join(" "))
}

/// The lines of a program with these keys.
fn log(keys: &[u64], states: &[Vec<usize>]) -> String {
    states.iter().map(|state| line(hash(keys, state), state)).collect()
}

const CHECK: [&str; 4] = ["hash", "--check", "--scheme", "mine.toml"];

#[test]
fn slots_are_hashed_by_number_and_by_name() {
    let folder = folder();
    let states = states(50);
    let expected = log(&keys(), &states);
    let hashed = |text: String| {
        folder.zobrist_on(text, ["hash", "--scheme", "mine.toml", "--jobs", "2"]).done()
    };
    let by_number: String = column(&expected, 1).join("\n");
    assert_eq!(hashed(by_number), expected);
    for separator in [" ", ", ", "\t", "  "] {
        let text = |state: &Vec<usize>| {
            let names: Vec<String> = state.iter().rev().map(|slot| name(*slot)).collect();
            names.join(separator) + "\r\n"
        };
        let rows = hashed(states.iter().map(text).collect());
        assert_eq!(column(&rows, 0), column(&expected, 0), "{separator:?}");
    }
    // Comments and blank lines are none.
    assert_eq!(hashed("# turn\n\nturn\n".to_owned()), format!("{:016x}\tturn\n", keys()[38]));
}

#[test]
fn rows_have_the_usual_formats() {
    let folder = folder();
    folder.write("a.txt", "3 turn\n");
    let row = format!("{:016x}", keys()[3] ^ keys()[38]);
    let run = |args: &[&str]| {
        folder
            .zobrist(["hash", "--scheme", "mine.toml"].into_iter().chain(args.iter().copied()))
            .done()
    };
    assert_eq!(run(&["a.txt", "--format", "csv"]), format!("hash,slots\n{row},3 turn\n"));
    assert_eq!(
        run(&["a.txt", "--format", "jsonl"]),
        format!("{{\"hash\":\"{row}\",\"slots\":\"3 turn\"}}\n")
    );
    folder.write("b.txt", "3 turn\n");
    assert_eq!(run(&["a.txt", "b.txt"]), format!("{row}\t3 turn\ta.txt\n{row}\t3 turn\tb.txt\n"));
}

#[test]
fn wrong_slots_are_told_with_their_place() {
    let folder = folder();
    for (text, reason) in [
        ("40", "column 1: expected a slot from 0 to 39, got \"40\""),
        ("3 99999999999999999999", "column 3: expected a slot from 0 to 39, got \"9999"),
        (
            "3, blue-20",
            "column 4: expected the number or the name of a slot, got \"blue-20\"; did you mean \
             `blue-2`?",
        ),
        ("-1", "column 1: expected the number or the name of a slot, got \"-1\""),
        ("3 4 3", "column 5: expected each slot once, got \"3\" again"),
        ("red-4 3", "column 7: expected each slot once, got \"3\" again"),
    ] {
        let run = folder.zobrist_on(format!("{text}\n5\n"), ["hash", "--scheme", "mine.toml"]);
        let (rows, messages) = run.rejected();
        assert_eq!(rows, line(keys()[5], &[5]), "{text}");
        assert!(messages.contains(&format!("standard input:1 (byte 0): {reason}")), "{messages}");
        // The columns of a line with a hash are those of the whole line.
        let run = folder.zobrist_on(format!("0000000000000000\t{text}\n"), CHECK);
        let messages = run.rejected().1;
        let (column, reason) = reason.split_once(": ").unwrap();
        let column: usize = column.strip_prefix("column ").unwrap().parse().unwrap();
        assert!(messages.contains(&format!("column {}: {reason}", column + 17)), "{messages}");
    }
    let run = folder.zobrist_on(b"3 \xff\n", ["hash", "--scheme", "mine.toml"]);
    assert!(run.rejected().1.contains("column 3: expected UTF-8"));
    for text in ["12345678901234567 3", "xyz\t3", "\t3"] {
        let messages = folder.zobrist_on(format!("{text}\n0\t\n"), CHECK).rejected().1;
        assert!(messages.contains("expected a hash of up to 16 hex digits, got"), "{messages}");
    }
    let strict = ["hash", "--scheme", "mine.toml", "--strict"];
    let (rows, _) = folder.zobrist_on("40\n5\n", strict).rejected();
    assert_eq!(rows, "");
}

#[test]
fn what_is_about_positions_is_refused() {
    let folder = folder();
    folder.write("a.txt", "3\n");
    for option in ["--unique", "--signed", "--number", "--lenient"] {
        let refused = folder.zobrist(["hash", "--scheme", "mine.toml", option, "a.txt"]).refused();
        assert!(refused.contains(&format!("{option} is for positions of chess")), "{refused}");
    }
    let refused = folder.zobrist(["hash", "--scheme", "mine.toml", "--bits", "128"]).refused();
    assert!(refused.contains("the scheme `mine` has hashes of 64 bits, not of 128"), "{refused}");
    for command in
        [&["explain", "startpos"][..], &["perft", "1"], &["diff", "startpos", "startpos"]]
    {
        let args = command.iter().copied().chain(["--scheme", "mine.toml"]);
        let refused = folder.zobrist(args).refused();
        assert!(
            refused.contains("expected a scheme of chess, got one of another game"),
            "{refused}"
        );
    }
    let refused = folder.zobrist(["keys", "forge", "--slots", "3"]).refused();
    assert!(refused.contains("--slots is for schemes of slots"), "{refused}");
}

#[test]
fn forgotten_and_surplus_slots_are_named() {
    let folder = folder();
    let (keys, states) = (keys(), states(40));
    let mut log = String::new();
    let mut expected = Vec::new();
    for (number, state) in states.iter().enumerate() {
        let right = hash(&keys, state);
        let wrong: Vec<usize> = match number % 4 {
            0 => vec![],
            1 => vec![state[number % state.len()]],
            2 => vec![(0..SLOTS).find(|slot| !state.contains(slot)).unwrap()],
            _ => vec![state[0], (0..SLOTS).rfind(|slot| !state.contains(slot)).unwrap()],
        };
        log += &line(wrong.iter().fold(right, |hash, slot| hash ^ keys[*slot]), state);
        let side = |slot: &usize| if state.contains(slot) { "missing" } else { "surplus" };
        let words: Vec<String> =
            wrong.iter().map(|slot| format!("{} {}", side(slot), name(*slot))).collect();
        if !wrong.is_empty() {
            expected.push(words.join(" + "));
        }
    }
    let (rows, messages) = folder.zobrist_on(&log, CHECK).rejected();
    let causes = column(&rows, 3);
    assert_eq!(causes.len(), expected.len());
    for (cause, expected) in causes.iter().zip(&expected) {
        // The line before lacks the other slot, too.
        match cause.strip_suffix(", beside the error of the line before") {
            Some(cause) => assert!(expected.split(" + ").any(|one| one == cause), "{expected}"),
            None => assert_eq!(cause, expected),
        }
    }
    assert!(causes.iter().filter(|cause| cause.ends_with("before")).count() < 3, "{rows}");
    assert!(messages.starts_with("zobrist: 40 lines, 30 wrong\n"), "{messages}");
    // A space ends the hash, too; other forms of hashes need a tab.
    assert_eq!(folder.zobrist_on(log.replace('\t', " "), CHECK).rejected().0, rows);
    let mut decimal = String::new();
    for row in log.lines() {
        let (hash, slots) = row.split_once('\t').unwrap();
        writeln!(decimal, "{}\t{slots}", u64::from_str_radix(hash, 16).unwrap()).unwrap();
    }
    assert_eq!(folder.zobrist_on(decimal, CHECK).rejected().0, rows);
}

/// It is named where the states before have it not, and else is as in the line before.
#[test]
fn a_slot_that_is_always_forgotten_is_named() {
    let folder = folder();
    let mut other = keys();
    other[38] = 0;
    let causes = |states: &[Vec<usize>]| {
        let (rows, messages) = folder.zobrist_on(log(&other, states), CHECK).rejected();
        (column(&rows, 3).iter().map(|cause| (*cause).to_owned()).collect::<Vec<_>>(), messages)
    };
    let turns = |slot: usize| if slot.is_multiple_of(2) { vec![slot, 38] } else { vec![slot] };
    let (rows, messages) = causes(&(0..8).map(turns).collect::<Vec<_>>());
    assert_eq!(rows, ["missing turn"; 4]);
    assert_eq!(messages, "zobrist: 8 lines, 4 wrong\n  missing turn: 4 lines, first at 1\n");
    let (rows, _) = causes(&(0..3).map(|slot| vec![slot, 38]).collect::<Vec<_>>());
    assert_eq!(rows, ["missing turn", "as in the line before", "as in the line before"]);
}

#[test]
fn keys_that_differ_are_told() {
    let folder = folder();
    let states = states(200);
    let messages = |keys: &[u64]| folder.zobrist_on(log(keys, &states), CHECK).rejected().1;
    let mut other = keys();
    other[5] ^= 0x1234_5678_9abc_def0;
    other[31] = 0x0f0f_0f0f_0f0f_0f0f;
    let told = messages(&other);
    let expected = format!(
        "zobrist: 2 keys differ; with these, the first 200 lines are right:\n  {}: 0x{:016x}\n  {}: \
         0x0f0f0f0f0f0f0f0f\n",
        name(5),
        other[5],
        name(31)
    );
    assert!(told.ends_with(&expected), "{told}");
    // Two that are exchanged are explained by the slots of each line, and by one cause for all.
    let mut other = keys();
    other.swap(5, 31);
    let told = messages(&other);
    let of = |slot: usize, owner: usize| {
        format!("  {}: 0x{:016x}, the key of {}\n", name(slot), other[slot], name(owner))
    };
    assert!(told.ends_with(&(of(5, 31) + &of(31, 5))), "{told}");
    // Others than any few.
    let mut random = SplitMix64::new(1);
    let other: Vec<u64> = (0..SLOTS).map(|_| random.next_u64()).collect();
    let told = messages(&other);
    assert!(
        told.contains("most lines are wrong, and no few keys that differ explain it"),
        "{told}"
    );
    // A mistake of one line is not taken for another key.
    let mut lines = log(&keys(), &states);
    lines.replace_range(..16, "0123456789abcdef");
    let told = folder.zobrist_on(lines, CHECK).rejected().1;
    assert_eq!(
        told,
        "zobrist: 200 lines, 1 wrong\n  no sum of few features explains it: 1 line, at 1\n"
    );
}

#[test]
fn a_constant_is_told() {
    let folder = folder();
    let states = states(20);
    let all = |state: &Vec<usize>| line(hash(&keys(), state) ^ 0xff00_0000_0000_0001, state);
    let log: String = states.iter().map(all).collect();
    let (_, messages) = folder.zobrist_on(log, CHECK).rejected();
    assert!(
        messages.ends_with(
            "zobrist: every hash has the constant 0xff00000000000001 besides; with it, the first 20 \
             lines are right\n"
        ),
        "{messages}"
    );
}

#[test]
fn sums_are_hashed_and_checked() {
    let folder = Folder::new();
    let toml = "name = \"sums\"\nslots = 6\ncombine = \"sum48\"\nkeys = { hex = [\"1\", \"20\", \
                \"300\", \"4000\", \"50000\", \"ffffffffffff\"] }\n";
    folder.write("sums.toml", toml);
    let run = |input: &str, check: bool| {
        let args = ["hash", "--scheme", "sums.toml"].into_iter().chain(check.then_some("--check"));
        folder.zobrist_on(input, args)
    };
    assert_eq!(run("0 1 5\n", false).done(), "000000000020\t0 1 5\n");
    assert_eq!(run("000000000020\t0 1 5\n", true).stderr, "zobrist: 1 line, 0 wrong\n");
    // The difference is a key less than the hash should have, and the slots have no names.
    let (rows, _) = run("000000000321\t0 1 2 5\n", true).rejected();
    assert_eq!(rows, "1\t000000000321\t000000000320\tmissing slot 5\t0 1 2 5\n");
    let refused = folder.zobrist(["keys", "forge", "--scheme", "sums.toml"]).refused();
    assert!(refused.contains("sums has keys that add modulo 2^48"), "{refused}");
}

#[test]
fn an_audit_names_the_slots_and_forge_makes_their_states() {
    let folder = folder();
    let mut other = keys();
    other[38] = other[2] ^ other[20] ^ other[39];
    folder.write("keys.hex", hex(&other));
    let audit = ["keys", "audit", "mine.toml", "--weight", "4"];
    let report = folder.zobrist(audit).done();
    let expected = "\n2 20 38 39\n     2  red-3\n    20  blue-2\n    38  turn\n    39  end\n";
    assert!(report.contains(expected), "{report}");
    let json = folder.zobrist(audit.into_iter().chain(["--format", "jsonl"])).done();
    folder.write("audit.jsonl", json);
    let forge = ["keys", "forge", "--scheme", "mine.toml", "--dependencies", "audit.jsonl"];
    let rows = folder.zobrist(forge.into_iter().chain(["--slots", "red-3 5"])).done();
    let texts = ["red-3 red-6", "red-6 blue-2 turn end"];
    let row = |text: &str| format!("{:016x}\t{text}\n", other[2] ^ other[5]);
    assert_eq!(rows, texts.map(row).concat());
}

#[test]
fn forged_states_have_equal_hashes_and_differ() {
    let folder = folder();
    // No more keys than bits, and the two last are sums of others.
    let mut other = keys();
    other[38] = other[0] ^ other[7];
    other[39] = other[1] ^ other[2] ^ other[38];
    folder.write("keys.hex", hex(&other));
    let forge = ["keys", "forge", "--scheme", "mine.toml", "--count", "3"];
    let rows = folder.zobrist(forge).done();
    assert_eq!(folder.zobrist_on(&rows, CHECK).stderr, "zobrist: 6 lines, 0 wrong\n");
    let (hashes, states) = (column(&rows, 0), column(&rows, 1));
    assert_eq!(hashes.len(), 6);
    assert!(hashes.chunks(2).all(|pair| pair[0] == pair[1]), "{rows}");
    assert!(states.chunks(2).all(|pair| pair[0] != pair[1]), "{rows}");
    assert_eq!(folder.zobrist(forge).done(), rows);
    folder.write("keys.hex", hex(&keys()));
    let run = folder.zobrist(["keys", "forge", "--scheme", "mine.toml"]);
    let (rows, messages) = run.rejected();
    assert_eq!(rows, "");
    assert!(messages.contains("the 40 keys of `mine` are linearly independent"), "{messages}");
}

#[test]
fn exported_keys_are_those_of_the_slots() {
    let folder = folder();
    let exported = folder.zobrist(["keys", "export", "mine.toml", "--lang", "hex"]).done();
    let exported: Vec<&str> = exported.lines().filter(|line| !line.starts_with('#')).collect();
    let single: String = (0..SLOTS).map(|slot| format!("{slot}\n")).collect();
    let hashed = folder.zobrist_on(single, ["hash", "--scheme", "mine.toml"]).done();
    assert_eq!(exported, column(&hashed, 0));
    let meaning = folder.zobrist(["schemes", "check", "mine.toml"]).done();
    assert_eq!(
        meaning,
        "mine: 40 keys of 64 bits that combine by XOR; rank 40 of 40; no zero or equal keys; guarantee: \
         none\nSlots: 0 (red-1) to 39 (end).\n"
    );
}

#[test]
fn wrong_files_are_told_with_their_place() {
    let folder = folder();
    let refused = |toml: &str| {
        folder.write("wrong.toml", toml);
        folder.zobrist_on("1\n", ["hash", "--scheme", "wrong.toml"]).refused()
    };
    for (toml, reason) in [
        ("name = \"mine\"\nslots = 41\nkeys = { file = \"keys.hex\" }\n", "expected 41 keys"),
        ("name = \"mine\"\nslots = 0\n", "line 2, column 9: expected a number from 1 to 16777216"),
        ("slots = 2\nkeys = { hex = [\"1\"] }\n", "expected a field `name`, got none"),
        (
            "name = \"polyglot\"\nslots = 2\n",
            "expected another name than that of a built-in scheme",
        ),
        (
            "name = \"mine\"\nslots = 2\nlayout = [\"pieces\"]\n",
            "line 3, column 1: expected one of the fields `name`, `bits`, `combine`, `keys`, `slots` or \
             `names`, got `layout`",
        ),
        (
            "name = \"mine\"\nslots = 2\nnames = [\"a\"]\nkeys = { hex = [\"1\", \"2\"] }\n",
            "line 3, column 9: expected names for 2 slots, got 1",
        ),
        (
            "name = \"mine\"\nslots = 2\nnames = [\"a\", \"17\"]\nkeys = { hex = [\"1\", \"2\"] }\n",
            "line 3, column 15: expected a name of letters",
        ),
        (
            "name = \"mine\"\nslots = 2\nnames = [\"a\", \"a\"]\nkeys = { hex = [\"1\", \"2\"] }\n",
            "line 3, column 15: expected each name once, got \"a\" again",
        ),
    ] {
        let message = refused(toml);
        assert!(message.contains(reason), "{message}");
    }
}

/// Facts of chess that a FEN has not, as docs/any-game.md names them: six flags of pieces that have
/// moved, which stay set, and the one or two squares that a pawn has passed over. Slots of pieces
/// are of one pawn alone, and keys from a generator of the file.
#[test]
fn flags_and_several_squares_of_en_passant_are_slots() {
    let folder = Folder::new();
    folder.write(
        "facts.toml",
        "name = \"facts\"\nslots = 135\n\
         keys = { source = \"splitmix64\", seed = 57, draw = \"sequential\" }\n\
         names = [[[\"pawn\", \"passed\"], [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\"], \
         [\"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"7\", \"8\"]], \
         [[\"moved\"], [\"a1\", \"e1\", \"h1\", \"a8\", \"e8\", \"h8\"]], \"black\"]\n",
    );
    let mut random = SplitMix64::new(57);
    let keys: Vec<u64> = (0..135).map(|_| random.next_u64()).collect();
    let rooks = ["a1", "e1", "h1", "a8", "e8", "h8"];
    // A pawn makes one, two or three steps, from row 1 again after row 8.
    let (mut flags, mut row, mut passed) = ([false; 6], 1, Vec::new());
    let (mut log, mut forgotten) = (String::new(), 0);
    for ply in 0..200_usize {
        let is_black = ply % 2 == 1;
        match random.next_u64() % 5 {
            0 => {
                flags[(random.next_u64() % 6) as usize] = true;
                passed.clear();
            }
            steps @ 1..=3 if row + steps <= 8 => {
                passed = (row + 1..row + steps).collect();
                row += steps;
            }
            _ => (row, passed) = (1, Vec::new()),
        }
        let mut slots: Vec<usize> = vec![8 + row as usize - 1];
        slots.extend(passed.iter().map(|row| 72 + *row as usize - 1));
        slots.extend((0..6).filter(|flag| flags[*flag]).map(|flag| 128 + flag));
        slots.extend(is_black.then_some(134));
        let mut names = vec![format!("pawn-b-{row}")];
        names.extend(passed.iter().map(|row| format!("passed-b-{row}")));
        names.extend(
            (0..6).filter(|flag| flags[*flag]).map(|flag| format!("moved-{}", rooks[flag])),
        );
        names.extend(is_black.then(|| "black".to_owned()));
        let mut hash = hash(&keys, &slots);
        // A program that keys the first of two squares alone.
        if let [_, second] = passed[..] {
            hash ^= keys[72 + second as usize - 1];
            forgotten += 1;
        }
        writeln!(log, "{hash:016x}\t{}", names.join(" ")).unwrap();
    }
    folder.write("log.txt", log);
    let run = folder.zobrist(["hash", "--check", "--scheme", "facts.toml", "log.txt"]);
    let (rows, messages) = run.rejected();
    assert!(forgotten > 10);
    assert!(
        messages.starts_with(&format!("zobrist: 200 lines, {forgotten} wrong\n")),
        "{messages}"
    );
    let told =
        |row: &&str| row.contains("missing passed-b-") || row.contains("as in the line before");
    assert_eq!(rows.lines().filter(told).count(), forgotten, "{rows}");
}
