//! `zobrist hash --text` and `--bytes`.

use crate::tool::{COMPRESSIONS, Folder, ZOBRIST, column, zobrist, zobrist_on, zst};

#[test]
fn every_line_is_a_text() {
    let rows = zobrist_on("one\ntwo\r\n\n one\ntwo", ["hash", "--text"]).done();
    let [one, two, blank, spaced, again] = column(&rows, 0)[..] else { panic!("{rows}") };
    assert_eq!(column(&rows, 1), ["one", "two", "", " one", "two"]);
    assert_eq!(blank, "0000000000000000");
    assert_eq!(two, again);
    assert!(one != two && one != spaced && spaced != two);
    // A CR ends a line only if an LF follows it.
    let rows = zobrist_on("a\r\r\na\r\na\r", ["hash", "--text"]).done();
    let [kept, cut, last] = column(&rows, 0)[..] else { panic!("{rows:?}") };
    assert!(kept == last && kept != cut);
}

/// The values are those of the library, which its own tests hold to a program in Python.
#[test]
fn hashes_are_those_of_the_library() {
    use zobrist::tabulation::{Mixed, Text};

    let text = "Zobrist, 1970";
    let narrow = Text::of(&Mixed::<u64, 8, 8>::seeded(7), text.as_bytes()).hash();
    let wide = Text::of(&Mixed::<u128, 8, 8>::seeded(7), text.as_bytes()).hash();
    let run = |args: &[&str]| zobrist_on(text, [&["hash", "--seed", "7"], args].concat()).done();
    assert_eq!(run(&["--text"]), format!("{narrow:016x}\t{text}\n"));
    assert_eq!(run(&["--text", "--bits", "128"]), format!("{wide:032x}\t{text}\n"));
    assert_eq!(run(&["--bytes"]), format!("{narrow:016x}\tstandard input\n"));
    assert_eq!(run(&["--bytes", "--bits", "128"]), format!("{wide:032x}\tstandard input\n"));
}

#[test]
fn a_seed_is_another_function_and_none_is_zero() {
    let run = |args: &[&str]| zobrist_on("text", [&["hash", "--text"], args].concat()).done();
    assert_eq!(run(&[]), run(&["--seed", "0"]));
    assert_ne!(run(&[]), run(&["--seed", "1"]));
    // Decimal or hex, as with sets of keys.
    assert_eq!(run(&["--seed", "0xff"]), run(&["--seed", "255"]));
    assert_eq!(run(&["--seed", "0xffffffffffffffff"]), run(&["--seed", "18446744073709551615"]));
}

#[test]
fn a_file_is_one_text_however_it_is_compressed() {
    // Several pieces, and positions beyond 2^16.
    let bytes: Vec<u8> = (0..300_000_u32).map(|place| (place ^ place >> 8) as u8).collect();
    let folder = Folder::with("plain", &bytes);
    let hash = |name| column(&folder.zobrist(["hash", "--bytes", name]).done(), 0)[0].to_owned();
    let plain = hash("plain");
    for (end, compress) in COMPRESSIONS {
        let name = format!("packed.{end}");
        folder.write(&name, compress(&bytes));
        assert_eq!(column(&folder.zobrist(["hash", "--bytes", &name]).done(), 0)[0], plain);
    }
    folder.write("other", &bytes[1..]);
    assert_ne!(hash("other"), plain);
    let both = folder.zobrist(["hash", "--bytes", "other", "plain"]).done();
    assert_eq!(column(&both, 1), ["other", "plain"]);
}

/// Runs the binary directly, since not all that it prints here is UTF-8.
#[test]
fn bytes_that_are_not_utf_8_are_bytes() {
    let folder = Folder::with("lines", b"\xff\n\xfe\n");
    let rows = |format: &str| {
        let mut command = assert_cmd::Command::new(ZOBRIST);
        let output =
            command.args(["hash", "--text", "--format", format]).arg(folder.path("lines")).output();
        output.unwrap().stdout
    };
    let text = rows("text");
    assert_eq!((text[17], text[36]), (0xff, 0xfe));
    assert_ne!(text[..16], text[19..35]);
    let csv = rows("csv");
    assert!(csv.starts_with(b"hash,text\n") && csv.ends_with(b",\xfe\n"));
    let jsonl = String::from_utf8(rows("jsonl")).unwrap();
    assert_eq!(jsonl.matches("\"text\":\"\u{fffd}\"}").count(), 2, "{jsonl}");
}

#[test]
fn fields_are_quoted_where_they_must_be() {
    let rows = zobrist_on("a \"b\", c\n", ["hash", "--text", "--format", "csv"]).done();
    assert!(rows.ends_with(",\"a \"\"b\"\", c\"\n"), "{rows}");
}

#[test]
fn a_name_of_a_file_breaks_no_row() {
    let folder = Folder::with("a\nb\t\\\r", "x");
    folder.write("c\\d", "x");
    let rows = |format| {
        folder.zobrist(["hash", "--bytes", "--format", format, "a\nb\t\\\r", "c\\d"]).done()
    };
    let text = rows("text");
    let hash = column(&text, 0)[1];
    // Most names have nothing to escape, and then a backslash is just a backslash.
    assert_eq!(text, format!("\\{hash}\ta\\nb\\t\\\\\\r\n{hash}\tc\\d\n"));
    assert_eq!(rows("csv"), format!("hash,file\n{hash},\"a\nb\t\\\r\"\n{hash},c\\d\n"));
    assert_eq!(
        rows("jsonl"),
        format!(
            "{{\"hash\":\"{hash}\",\"file\":\"a\\nb\\t\\\\\\r\"}}\n\
             {{\"hash\":\"{hash}\",\"file\":\"c\\\\d\"}}\n"
        )
    );
}

#[test]
fn rows_come_in_the_order_of_the_lines() {
    let lines: Vec<String> = (0..100_000).map(|number| number.to_string()).collect();
    let rows = zobrist_on(lines.join("\n"), ["hash", "--text", "--jobs", "2"]).done();
    assert_eq!(column(&rows, 1), lines);
}

#[test]
fn unreadable_files_are_rejected_and_the_others_hashed() {
    let folder = Folder::with("whole", "text");
    let packed = zst((0..100_000).map(|number| format!("{number}\n")).collect::<String>());
    folder.write("cut.zst", &packed[..packed.len() / 2]);
    let (rows, messages) = folder.zobrist(["hash", "--bytes", "cut.zst", "whole"]).rejected();
    assert_eq!(column(&rows, 1), ["whole"]);
    assert!(messages.starts_with("zobrist: cut.zst:"), "{messages}");
    assert!(messages.contains("cannot be read further: "), "{messages}");
    assert!(messages.ends_with("zobrist: rejected 1 of 2 files\n"), "{messages}");

    let strict = ["hash", "--bytes", "--strict", "cut.zst", "whole"];
    let (rows, _) = folder.zobrist(strict).rejected();
    assert_eq!(rows, "");

    let long = format!("{}\nshort\n", "x".repeat(3 << 20));
    let (rows, messages) = zobrist_on(long, ["hash", "--text"]).rejected();
    assert_eq!(column(&rows, 1), ["short"]);
    assert!(messages.contains("expected at most 1048576 bytes"), "{messages}");
}

/// The limit is exact for all line ends and all sizes of reads.
#[test]
fn a_line_of_a_mebibyte_is_hashed_and_one_byte_more_is_not() {
    let most = "x".repeat(1 << 20);
    for end in ["\n", "\r\n", ""] {
        let whole = format!("first\n{most}{end}");
        let rows = zobrist_on(whole, ["hash", "--text"]).done();
        assert_eq!(column(&rows, 1), ["first", &most]);

        let after = if end.is_empty() { "" } else { "last\n" };
        let long = format!("first\n{most}x{end}{after}");
        let (rows, messages) = zobrist_on(long, ["hash", "--text"]).rejected();
        assert_eq!(column(&rows, 1), ["first", "last"][..1 + usize::from(!end.is_empty())]);
        let expected =
            "standard input:2 (byte 6): expected at most 1048576 bytes, got more; skipped";
        assert!(messages.contains(expected), "{messages}");
    }
    // A failure to read is reported after the lines before it.
    let lines = format!("{most}x\n").repeat(3) + "last\n";
    let cut = [zst(&lines), zst("more")[..8].to_vec()].concat();
    let folder = Folder::with("long.zst", cut);
    let (rows, messages) = folder.zobrist(["hash", "--text", "long.zst"]).rejected();
    assert_eq!(column(&rows, 1), ["last"]);
    let reasons: Vec<&str> = messages.lines().collect();
    assert_eq!(reasons.len(), 5, "{messages}");
    assert!(reasons[..3].iter().all(|reason| reason.ends_with("got more; skipped")), "{messages}");
    assert!(reasons[3].contains("long.zst:5") && reasons[3].contains("cannot be read further"));
    assert_eq!(reasons[4], "zobrist: rejected 4 of 5 lines");
}

#[test]
fn conflicting_options_are_refused() {
    for (args, expected) in [
        (&["--text", "--bytes"][..], "cannot be used with"),
        (&["--text", "--scheme", "fide"], "cannot be used with"),
        (&["--text", "--unique"], "cannot be used with"),
        (&["--bytes", "--check"], "cannot be used with"),
        (&["--bytes", "--jobs", "2"], "cannot be used with"),
        (&["--seed", "1"], "required"),
        (&["--text", "--seed", "ff"], "expected a number below 2^64, decimal or 0x…"),
        (&["--text", "--seed", "18446744073709551616"], "expected a number below 2^64"),
        (&["--text", "--bits", "32"], "64 bits or 128, not 32"),
        (&["--bytes", "no-such-file"], "cannot open no-such-file"),
    ] {
        let message = zobrist([&["hash"], args].concat()).refused();
        assert!(message.contains(expected), "{args:?}: {message}");
    }
}
