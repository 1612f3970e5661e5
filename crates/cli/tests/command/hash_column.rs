//! `zobrist hash --column` on tables.

use crate::tool::{COMPRESSIONS, Folder, START, many_lines, rows_of, zobrist, zobrist_on};

const HASH: &str = "463b96181691fc9c";
const SIGNED: &str = "5060803636482931868";

/// The table with a key more.
#[track_caller]
fn keyed(table: &str, args: &[&str]) -> String {
    zobrist_on(table, [&["hash", "--column"], args].concat()).done()
}

#[test]
fn the_key_is_appended_and_all_else_is_kept() {
    for (table, expected) in [
        (format!("fen\n{START}\n"), format!("fen,key\n{START},{HASH}\n")),
        // Neither a line end at the end nor a byte order mark is added or lost.
        (format!("\u{feff}fen\n{START}"), format!("\u{feff}fen,key\n{START},{HASH}")),
        (format!("fen,a\r\n{START},1\r\n"), format!("fen,a,key\r\n{START},1,{HASH}\r\n")),
        (
            format!("\n\na,fen\r\n\n\"x\n,\"\"y\"\"\r\n\",\"{START}\"\n\r\n"),
            format!("\n\na,fen,key\r\n\n\"x\n,\"\"y\"\"\r\n\",\"{START}\",{HASH}\n\r\n"),
        ),
        (
            format!("\"a \"\"b\"\"\",\"fen\"\n5\" x,{START}\n"),
            format!("\"a \"\"b\"\"\",\"fen\",key\n5\" x,{START},{HASH}\n"),
        ),
        (format!("a\tfen\tb\n\"\t{START}\t\n"), format!("a\tfen\tb\tkey\n\"\t{START}\t\t{HASH}\n")),
        (
            format!(
                "{{\"fen\":\"{START}\"}}\n{{ \"a\": {{\"key\":1}}, \"fen\" : \"{START}\" }}\r\n"
            ),
            format!(
                "{{\"fen\":\"{START}\",\"key\":\"{HASH}\"}}\n\
                 {{ \"a\": {{\"key\":1}}, \"fen\" : \"{START}\" ,\"key\":\"{HASH}\"}}\r\n"
            ),
        ),
        (
            format!("{{\"fen\":\"{}\"}}", START.replace('/', "\\/")),
            format!("{{\"fen\":\"{}\",\"key\":\"{HASH}\"}}", START.replace('/', "\\/")),
        ),
    ] {
        assert_eq!(keyed(&table, &["fen"]), expected, "{table:?}");
        let signed = expected.replace(&format!("\"{HASH}\""), SIGNED).replace(HASH, SIGNED);
        assert_eq!(keyed(&table, &["fen", "--signed"]), signed, "{table:?}");
    }
}

/// A carriage return and bytes that are not UTF-8 pass through.
#[test]
fn bytes_pass_through() {
    let folder = Folder::with("a.csv", [b"a,fen\n\xff\x1b\r,", START.as_bytes(), b"\n"].concat());
    folder.zobrist(["hash", "--column", "fen", "a.csv", "-o", "b.csv"]).done();
    let keyed = std::fs::read(folder.path("b.csv")).unwrap();
    let expected = [b"a,fen,key\n\xff\x1b\r,", START.as_bytes(), b",", HASH.as_bytes(), b"\n"];
    assert_eq!(keyed, expected.concat());
}

#[test]
fn a_number_is_a_column_without_a_header() {
    assert_eq!(keyed(&format!("x,{START}\n"), &["2"]), format!("x,{START},{HASH}\n"));
    assert_eq!(keyed(&format!("{START}\tx\n"), &["1"]), format!("{START}\tx\t{HASH}\n"));
    let table = format!("\u{feff}{START},x");
    assert_eq!(keyed(&table, &["1"]), format!("\u{feff}{START},x,{HASH}"));
}

#[test]
fn epd_variants_and_widths_are_read_as_lines_are() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let epd = format!("fen,n\n\"{board} w KQkq - id \"\"a, b\"\";\",1\n{board} w KQkq -,2\n");
    let rows = keyed(&epd, &["fen"]);
    assert_eq!(rows.matches(&format!(",{HASH}\n")).count(), 2, "{rows}");
    let short = format!("fen\n{board}\n");
    assert_eq!(keyed(&short, &["fen", "--lenient"]).matches(HASH).count(), 0);
    let (rows, messages) = zobrist_on(&short, ["hash", "--column", "fen"]).rejected();
    assert_eq!(rows, format!("fen,key\n{board},\n"));
    assert!(messages.contains("; --lenient accepts the line"), "{messages}");
    let zobrist = |bits| {
        let args = ["fen", "--scheme", "zobrist", "--bits", bits];
        keyed(&format!("fen\n{START}\n"), &args)
    };
    assert!(zobrist("32").ends_with(",dfa9ffb4\n"));
    assert!(zobrist("128").ends_with(",569ef306a0429e0270b9a8ee8771e71a\n"));
    let pocket = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let args = ["fen", "--scheme", "zobrist", "--variant", "crazyhouse"];
    assert!(!keyed(&format!("fen\n{pocket}\n"), &args).ends_with(",\n"));
}

#[test]
fn the_name_of_a_file_tells_its_syntax_and_compression() {
    let folder = Folder::new();
    // By its first line, each would be of another syntax.
    let csv = (format!("a\tb,fen\n1,{START}\n"), format!("a\tb,fen,key\n1,{START},{HASH}\n"));
    let tsv =
        (format!("{{,fen\tfen\n1\t{START}\n"), format!("{{,fen\tfen\tkey\n1\t{START}\t{HASH}\n"));
    let json = format!("{{\"fen\":\"{START}\"}}\n");
    let json = (json.clone(), json.replace("}", &format!(",\"key\":\"{HASH}\"}}")));
    for (extension, (table, expected)) in
        [("csv", &csv), ("TSV", &tsv), ("jsonl", &json), ("ndjson", &json)]
    {
        let name = format!("a.{extension}");
        folder.write(&name, table);
        assert_eq!(folder.zobrist(["hash", "--column", "fen", &name]).done(), *expected);
        for (end, compress) in COMPRESSIONS {
            let name = format!("a.{extension}.{end}");
            folder.write(&name, compress(table.as_bytes()));
            assert_eq!(folder.zobrist(["hash", "--column", "fen", &name]).done(), *expected);
        }
    }
}

#[test]
fn several_files_are_one_table() {
    let folder = Folder::with("a.csv", format!("\u{feff}fen,n\n{START},1"));
    folder.write("b.csv", format!("\u{feff}\"fen\",n\r\n{START},2\r\n"));
    folder.write("c.csv", format!("n,fen\n3,{START}\n"));
    folder.write("d.tsv", format!("fen\tn\n{START}\t4\n"));
    let rows = folder.zobrist(["hash", "--column", "fen", "a.csv", "b.csv"]).done();
    assert_eq!(rows, format!("\u{feff}fen,n,key\n{START},1,{HASH}\n{START},2,{HASH}\r\n"));
    let files = ["hash", "--column", "fen", "a.csv", "c.csv", "d.tsv", "a.csv"];
    let (rows, messages) = folder.zobrist(files).rejected();
    assert_eq!(rows, format!("\u{feff}fen,n,key\n{START},1,{HASH}\n{START},1,{HASH}"));
    assert_eq!(
        messages,
        "zobrist: c.csv:1 (byte 0): cannot be read further: expected the header of the first file, \
         `fen`, `n`, got `n`, `fen`; hash it by itself; what follows is lost\n\
         zobrist: d.tsv:1 (byte 0): cannot be read further: expected CSV, as the first file is, got \
         TSV; hash it by itself; what follows is lost\n\
         zobrist: rejected 2 of 4 rows\n"
    );
}

/// Records that span lines, in many chunks, with any number of threads.
#[test]
fn rows_keep_their_order() {
    let fens = many_lines(20_000);
    let hashes = rows_of(&fens);
    let (mut table, mut expected) = ("note,fen\n".to_owned(), "note,fen,key\n".to_owned());
    for (number, (fen, row)) in fens.lines().zip(hashes.lines()).enumerate() {
        let note = ["plain", "\"two\nlines\"", "\"a \"\"quote\"\"\r\n\n\"", ""][number % 4];
        table += &format!("{note},{fen}\n");
        expected += &format!("{note},{fen},{}\n", row.split('\t').next().unwrap());
    }
    for jobs in ["1", "2", "7"] {
        assert!(keyed(&table, &["fen", "--jobs", jobs]) == expected, "{jobs} jobs");
    }
    let tsv = |text: &str| text.replace(',', "\t").replace('"', "'");
    let lines = table.replace("\nlines", " lines").replace("\r\n\n", "  ");
    let expected = expected.replace("\nlines", " lines").replace("\r\n\n", "  ");
    assert!(keyed(&tsv(&lines), &["fen"]) == tsv(&expected));
}

#[test]
fn options_that_make_no_sense_are_refused() {
    for (args, expected) in [
        (&["--column", "fen", "--format", "csv"][..], "cannot be used with"),
        (&["--column", "fen", "--check"], "cannot be used with"),
        (&["--column", "fen", "--text"], "cannot be used with"),
        (&["--column", "fen", "--unique"], "cannot be used with"),
        (&["--column", "fen", "--number"], "cannot be used with"),
        (&["--column", "fen", "--input", "fen"], "cannot be used with"),
        (&["--column", "0"], "expected the number of a column, from 1"),
        (&["--column", ""], "expected the name of a column, or its number from 1"),
        (&["--signed", "--text"], "cannot be used with"),
    ] {
        let message = zobrist([&["hash"], args].concat()).refused();
        assert!(message.contains(expected), "{args:?}: {message}");
    }
}
