//! Lists of keys in program text: its number literals of one width, in any context.

use crate::tool::{Folder, Run};

const A: u128 = 0x9d39_247e_3377_6d41;
const B: u128 = 0x2af7_3980_05aa_a5c7;
const C: u128 = 0x44db_0150_2462_3547;

/// The text with keys for the letters A, B and C.
fn with_keys(text: &str) -> String {
    let text = text.replace('A', "0x9d39247e33776d41").replace('B', "0x2af7398005aaa5c7");
    text.replace('C', "0x44db015024623547")
}

fn run(name: &str, text: &str, options: &[&str]) -> Run {
    let args = ["keys", "generate", name, "--input", "code"];
    Folder::with(name, text).zobrist(args.iter().chain(options).copied())
}

/// The keys, and the report on standard error.
#[track_caller]
fn reported(text: &str, options: &[&str]) -> (Vec<u128>, String) {
    let Run { code, stdout, stderr, .. } = run("x", text, options);
    assert_eq!(code, 0, "{text}: {stderr}");
    let keys = stdout.lines().map(|key| u128::from_str_radix(key, 16).unwrap());
    let report = stderr.strip_prefix("zobrist: x: read ").unwrap_or_else(|| panic!("{stderr}"));
    assert!(report.contains(" as they stand (arithmetic on them is not done): "), "{report}");
    (keys.collect(), report.trim_end().to_owned())
}

#[track_caller]
fn read(text: &str) -> Vec<u128> {
    reported(text, &[]).0
}

/// Names of functions do not matter, even if they contain the name of a calculation.
#[test]
fn names_do_not_matter() {
    for name in ["Token", "Protocol", "reverse", "MIX", "ROTL13", "NOT", "Protocol::new", "f"] {
        let text = format!("[{name}(0x9d39247e33776d41), {name}(0x2af7398005aaa5c7)]");
        for file in ["x", "x.rs"] {
            let Run { code, stdout, stderr, .. } =
                Folder::with(file, &text).zobrist(["keys", "generate", file]);
            assert_eq!(code, 0, "{text}: {stderr}");
            assert_eq!(stdout, "9d39247e33776d41\n2af7398005aaa5c7\n", "{text}");
        }
    }
}

/// The arithmetic of a program is not evaluated, and the report says so.
#[test]
fn literals_are_taken_as_they_stand() {
    for text in [
        "uint64_t a[] = {~A, B};",
        "K = {A << 3, rotl(B, 13)};",
        "K = [A, B][::-1]",
        "K = sorted([A, B] * 12)",
        "K = {[0] = A, [3] = B};",
        "K = {{0, A}, {7, B}};",
        "K = np.array([A, B]).view('>u8')",
        "#ifdef X\nU64 k[] = {A};\n#else\nU64 k[] = {B};\n#endif",
        "U64 k[3] = {A, FOO, B, 'x'};",
        "const M: [u64; 2] = { let mut k = [0; 2]; k[0] = A; k[1] = B; k };",
        "def f():\n    return [A, B]",
        "K = [A]\nK += [B]",
        "#define KEYS(x) \\\n U64 x[] = {A, \\\n B};",
        "local K = { A, B } -- in Lua\n",
        "const K = [Number(\"A\"), 'B'];",
    ] {
        assert_eq!(read(&with_keys(text)), [A, B], "{text}");
    }
}

#[test]
fn numbers_of_every_language() {
    for text in [
        "U64 k[] = {U64(0x5), (U64)0x6};",
        "U64 k[] = {C64(0x5), UINT64_C(0x6)};",
        "U64 k[] = {(unsigned long long)0x5, (const uint64_t) 0x6};",
        "K = {static_cast<uint64_t>(0x5), uint64_t{0x6}};",
        "K = [BigInt(0x5), Long.valueOf(0x6)];",
        "K = [0x5 as u64, Key::new(0x6)];",
        "K = {new UInt128(0x5UL, 0x6UL)};",
        "K = (uint64_t[]){0x5, 0x6};",
        "K = std::array<uint64_t, 2>{{0x5, 0x6}};",
        "K = new ulong[2]\n{\n    0x5, 0x6\n};",
        "ulong[][] k = { new[] {0x5}, new[] {0x6ul} };",
        "ulong[][,] k = { new ulong[,] {{0x5}}, new[,] {{0x6}} };",
        "Key[] K = { new Key(0x5), 0x6 };",
        "ulong[] K = { Convert.ToUInt64(0x5), (ulong)0x6 };",
        "ulong[] K = { U64(0x5), unchecked((ulong)0x6) };",
        "K = &[0x5, 0x6];",
        "K = vec![0x5, 0x6];",
        "K = LazyLock::new(|| [0x5, 0x6]);",
        "K = Object.freeze(new BigUint64Array([0x5n, 0x6n]));",
        "K = np.array([0x5, 0x6], dtype=np.uint64).reshape(1, 2)",
        "K = array.array('Q', [0x5, 0x6])",
        "K = List.of(0x5L, 0x6L);",
        "val K = arrayOf(longArrayOf(0x5), longArrayOf(0x6))",
        "K = Keys { pieces: [[0x5]], turn: 0x6 };",
        "K = {\"P\": [0x5], \"N\": [0x6]}",
        "K = {.pieces = {0x5}, .turn = 0x6};",
        "U64 a[1] = {0x5}, b[1] = {0x6};",
        "var k = [][1]uint64{{0x5}, {0x6}}",
        "0x5;\n0x6",
        "0x5\n0x6",
        "U64(0x5), U64(0x6)",
        "K = [BigInt(\"0x5\"), \"0x6\"];",
        "K = {hash_t(0x5), unchecked((long)0x6)};",
        "const k: [2][1]u64 = .{ .{0x5}, .{0x6} };",
        "export default [0x5n, 0x6n];",
        "const n = 1;\nexport default [0x5n, 0x6n];",
        "#ifndef K_H\n#define K_H\n#include <a.h>\n#ifdef A\nint x;\n#endif\n\
         U64 k[] = {0x5, 0x6};\n#endif // K_H",
        "constexpr int N = 2;\nconstexpr std::array<U64, N> k{{0x5, 0x6}};",
        "struct Z { Z() = default; U64 side{0x5}; U64 k[1]{0x6}; };",
        "int x = 1;\nZ::Z() : n(0), side{0x5}, k{0x6} {}",
        "int x = 1;\nU64 a[1]{0x5}, b[1]{0x6};",
        "Z& operator=(const Z&) = default;\nstatic const U64 k[1][2]{{0x5, 0x6}};",
        "K: Vec<u64> = vec![0x5, 0x6];\nlet n = 1;",
        "self.k[1] = [0x5, 0x6]",
        "int squares[] = {A1, B1 + 3, f(2)};\ndouble w[] = {0.5};\nU64 k[] = {0x5, 0x6};",
    ] {
        assert_eq!(read(text), [5, 6], "{text}");
    }
    let text = "long[] K = {-7117617611634414271L, 3096006490854172103L}; int n = -1;";
    assert_eq!(read(text), [A, B]);
    assert_eq!(read("[0x1234_5678, 12u64, 0o17, 0b101, 0x1234'5678ULL]"), [0x1234_5678; 2]);
}

/// Tables as programs have them.
#[test]
fn tables_of_keys() {
    for text in [
        "static const uint64_t k[2] = { U64(0x9D39247E33776D41), U64(0x2AF7398005AAA5C7) };",
        "#define U64(u) (u##ULL)\nU64 k[1][2] = {{A, // one\n B}};\nint n = 2;",
        "pub static K: [u64; 2] = [0x9d39_247e_3377_6d41, 0x2af7_3980_05aa_a5c7];",
        "long[] K = new long[] {0x9D39247E33776D41L, 0x2AF7398005AAA5C7L};",
        "val K = longArrayOf(-7117617611634414271L, 0x2AF7398005AAA5C7L)",
        "var k = [2]uint64{\n\t0x9d39247e33776d41, 0x2af7398005aaa5c7,\n}\nvar n = 5",
        "const K = new BigUint64Array([0x9d39247e33776d41n, 0x2af7398005aaa5c7n]);",
        "K = (\n    0x9d39247e33776d41,  # one, 0x1\n    0x2af7398005aaa5c7,\n)\nN = 2\n",
        "ulong[] k = new ulong[2] { 0x9d39247e33776d41UL, 0x2af7398005aaa5c7UL };",
        "0x9d39247e33776d41, 0x2af7398005aaa5c7",
        "std::array<uint64_t, 2> k {UINT64_C(0x9d39'247e'3377'6d41), 0x2af7'3980'05aa'a5c7};",
        "#define A0 0x9d39247e33776d41\n#define B0 0x2af7398005aaa5c7\n",
    ] {
        let text = if text.contains("{{A") { with_keys(text) } else { text.to_owned() };
        assert_eq!(read(&text), [A, B], "{text}");
    }
}

/// Without `--bits`, the literals of the most frequent of 32, 64 and 128 bits are keys.
#[test]
fn widths() {
    let text =
        "K = {0x00000001, 0x00000002, 0x00000003}; M = {0xff, 1, 2}; F = 0xcbf29ce484222325;";
    assert_eq!(read(text), [1, 2, 3]);
    assert_eq!(reported(text, &["--bits", "64"]).0, [0xcbf2_9ce4_8422_2325]);
    for (text, keys) in [
        ("int a[2] = {0x5, 0x6, 7};", "5\n6\n"),
        ("{0x123456789abcdef, 0x0}", "123456789abcdef\n"),
        ("{0x123456789abcdef, 0x1123456789abcdef}", "0123456789abcdef\n1123456789abcdef\n"),
        ("{18446744073709551615, 0x123456789abcdef}", "ffffffffffffffff\n0123456789abcdef\n"),
        ("{0x12345678, 0x12345}", "12345678\n00012345\n"),
    ] {
        assert_eq!(run("x", text, &[]).stdout, keys, "{text}");
    }
}

/// An export states the number of its keys: its other literals of that width are not keys.
#[test]
fn an_export_is_the_brackets_with_as_many_literals() {
    let head =
        "// Keys for Zobrist hashing, made by `zobrist keys export`.\n// bits: 36\n// layout: ";
    let keys = "\nint f() { a = {0x0000000000000001}; k = {0x0000000000000002, 0x0000000000000003}; \
                h = 0x0000000000000004; }";
    let read = |layout: &str| run("x", &[head, layout, keys].concat(), &[]);
    assert_eq!(read("2 = piece 2").done(), "000000002\n000000003\n");
    assert_eq!(read("1 = piece 1").done(), "000000001\n");
    let message = read("3 = piece 3").refused();
    assert!(
        message.contains("expected 3 keys, as the export says (3 = piece 3), got 2"),
        "{message}"
    );
    let wide =
        [head, "2 = piece 2", &keys.replace("0000000000000003", "0000001000000003")].concat();
    let message = run("x", &wide, &[]).refused();
    let at = wide.find("0x0000001").unwrap();
    let reason = format!("x:4 (byte {at}): expected keys of 36 bits, got 0x1000000003 as key 1");
    assert!(message.contains(&reason), "{message}");
}

/// The report states the number, width and lines of the literals, and the literals of other widths.
#[test]
fn reports() {
    for (text, keys, report) in [
        ("U64 k[] = {A, B};", vec![A, B], "2 literals of 64 bits S: 2 in line 1"),
        (
            "U64 k[2][2] = {\n  {A, B},\n  {C, A}\n}, *j = {B};",
            vec![A, B, C, A, B],
            "5 literals of 64 bits S: 4 in lines 2-3 (2 x 2), 1 in line 4; passed over 2 small \
             numbers",
        ),
        (
            "class Z {\n  long[] k = {A, B};\n  int m = 0x00ff00ff;\n  long turn = C;\n}",
            vec![A, B, C],
            "3 literals of 64 bits S: 2 in line 2, 1 in line 4; passed over 1 of 32 bits",
        ),
        (
            "U64 k[] = {A, 11329126462075137345ull}; // A\n/* B, 0x1 */",
            vec![A, A],
            "2 literals of 64 bits, 1 of them decimal, S: 2 in line 1; 2 of 64 bits in comments \
             and strings, from line 1 on",
        ),
        (
            "x = 7 // 2; K = [A]\nK = [B] # C",
            vec![B],
            "1 literal of 64 bits S: 1 in line 2; passed over 1 small number; 2 of 64 bits in \
             comments and strings, from line 1 on",
        ),
        (
            "a[0] = A;\na[1] = B;\n",
            vec![A, B],
            "2 literals of 64 bits S: 2 in lines 1-2; passed over 2 small numbers",
        ),
    ] {
        let (found, note) = reported(&with_keys(text), &[]);
        assert_eq!(found, keys, "{text}");
        assert_eq!(note.replace("as they stand (arithmetic on them is not done)", "S"), report);
    }
    let list = |i: usize| format!("U64 k{i}[] = {{{}}};\n", "0x1, ".repeat(i + 1));
    let many: String = [3, 2, 0, 1, 4, 5, 6, 7].map(list).concat();
    let (_, note) = reported(&many, &[]);
    let named = ": 4 in line 1, 3 in line 2, 5 in line 5, 6 in line 6, 7 in line 7, 8 in line 8 and \
                 2 smaller lists";
    assert!(note.ends_with(named), "{note}");
}

#[test]
fn lines_are_selected() {
    let text = with_keys("/* A\n A, B */\n{A,\nB}\n'''\nC\n'''");
    for (lines, keys) in [("3-4", vec![A, B]), ("3-3", vec![A]), ("4-", vec![B]), ("-2", vec![])] {
        let run = run("x", &text, &["--lines", lines]);
        if keys.is_empty() {
            let message = run.refused();
            let what = "x:1 (byte 0): expected number literals of 128, 64 or 32 bits, got none; 3 of \
                        64 bits in comments and strings, from line 1 on; write keys";
            assert!(message.contains(what), "{message}");
        } else {
            let expected: String = keys.iter().map(|key| format!("{key:016x}\n")).collect();
            assert_eq!((run.code, run.stdout), (0, expected), "{lines}: {}", run.stderr);
        }
    }
    // Comments and strings that begin outside of the lines do not matter.
    assert_eq!(reported(&text, &["--lines", "6-6"]).0, [C]);
    assert_eq!(reported(&text, &["--lines", "2-3"]).0, [A, B, A]);
    let message = run("x", &text, &["--lines", "3-8"]).refused();
    assert!(message.contains("x: expected lines from 1 to 7, as the file has, got 3-8"));
    let message = run("x", &text, &["--lines", "4-3"]).refused();
    assert!(message.contains("expected lines as `52-275`, `52-` or `-275`"), "{message}");
    // Lines of hex, and errors at the place in the file.
    let folder = Folder::with("x", "Keys:\n0001\n0002\n0g\n");
    let run = |lines| folder.zobrist(["keys", "generate", "x", "--lines", lines]);
    assert_eq!(run("2-3").done(), "0001\n0002\n");
    assert!(run("2-").refused().starts_with("zobrist: x:4 (byte 16): expected a key in hex"));
    let args = ["keys", "generate", "polyglot", "--lines", "2-3"];
    assert!(folder.zobrist(args).refused().contains("--lines is about how a file is written"));
    folder.zobrist(["keys", "export", "polyglot", "--lang", "npy", "-o", "k.npy"]).done();
    let message = folder.zobrist(["keys", "generate", "k.npy", "--lines", "1-2"]).refused();
    assert!(
        message.contains("k.npy: expected text for a range of lines, got a NumPy array; leave out"),
        "{message}"
    );
}

#[test]
fn halves_in_two_lists() {
    let text = "LO = [0x33776d41, 0x05aaa5c7]\nHI = [0x9d39247e, 0x2af73980]\n";
    let (keys, report) = reported(text, &["--halves", "low,high"]);
    assert_eq!(keys, [A, B]);
    assert!(report.ends_with("; the first half of them are low words"), "{report}");
    let swapped = "const HI = [0x9d39247e, 0x2af73980], LO = [0x33776d41, 0x05aaa5c7];";
    for options in [&["--halves", "high,low"][..], &["--halves=high,low", "--bits", "64"]] {
        assert_eq!(reported(swapped, options).0, [A, B]);
    }
    for (name, text) in [
        ("k.hex", "33776d41\n05aaa5c7\n9d39247e\n2af73980\n"),
        ("k.json", "[[863464769, 95069639], [2637767806, 720845184]]"),
    ] {
        let folder = Folder::with(name, text);
        let args = ["keys", "generate", name, "--halves", "low,high"];
        assert_eq!(folder.zobrist(args).done(), "9d39247e33776d41\n2af7398005aaa5c7\n");
    }
    for (text, options, reason) in [
        (text, &["--bits", "128"][..], "expected number literals of 64 bits, got 4 of 32 bits"),
        ("{0x00000001}", &[], "x:1 (byte 1): expected as many low words as high words, got 1"),
        ("{0x1ffffffffffffffff}", &[], "halves of at most 64 bits, got numbers of 128 bits"),
    ] {
        let options = [options, &["--halves", "low,high"]].concat();
        let message = run("x", text, &options).refused();
        assert!(message.contains(reason), "{message}");
    }
    let export = crate::tool::zobrist(["keys", "export", "polyglot", "--lang", "js"]).done();
    let message = run("x", &export, &["--halves", "low,high"]).refused();
    assert!(message.contains("an export says how its keys are written; leave out --halves"));
}

/// Consecutive numbers are halves of a key if keys are wider.
#[test]
fn consecutive_halves_make_a_key() {
    for text in ["K = [new Uint64BE(A, B)]", "K = {{A, B}}", "K = [A, B]"] {
        let text = text.replace('A', "0x9d39247e").replace('B', "0x33776d41");
        assert_eq!(read(&text), [0x9d39_247e, 0x3377_6d41]);
        let (keys, report) = reported(&text, &["--bits", "64"]);
        assert_eq!(keys, [A]);
        assert!(report.contains("; each key is 2 of them, the first high"), "{report}");
    }
}

/// The error for a count that does not fit the layout names the lines that would fit.
#[test]
fn counts_are_checked_against_the_layout() {
    let table =
        |name, keys| format!("U64 {name}[] = {{\n{}}};\n", "0x9d39247e33776d41,\n".repeat(keys));
    let text = [table("magic", 5), table("k", 700), table("j", 81), table("l", 3)].concat();
    let refused = |layout| {
        let message = run("x.c", &text, &["--layout", layout]).refused();
        let (report, error) = message.split_once('\n').unwrap();
        assert!(report.contains(": 5 in lines 2-6, 700 in lines 9-708, 81 in lines 711-791, 3 in"));
        error.trim_end().to_owned()
    };
    let error = refused("chess");
    assert_eq!(
        error,
        "zobrist: --layout does not fit x.c: expected 768, 781, 782, 793, 794, 832, 896 or 939 keys for a layout of \
         chess, got 789; lines 9-791 have 781: add --lines 9-791"
    );
    // Rights and pieces in this order are no layout with pieces and empty squares: a file describes
    // them.
    let other = [("turn", 1), ("castling", 64), ("psq", 768), ("en_passant", 64)];
    let other = other.map(|(name, keys)| table(name, keys)).concat();
    let error = run("x.c", &other, &["--layout", "chess"]).refused();
    assert!(
        error.ends_with(
            "got 897; other keys or another order are described by a scheme file, --source NAME.toml \
             (docs/schemes.md)\n"
        ),
        "{error}"
    );
    let run = run("x.c", &text, &["--layout", "chess", "--lines", "9-791"]);
    assert_eq!((run.code, run.stdout.lines().count()), (0, 781), "{}", run.stderr);
    assert!(
        refused("go:3")
            .ends_with("expected 19 keys for the layout go:3 (19 = stone 18 + turn 1), got 789")
    );
}

#[test]
fn malformed_numbers_are_refused_at_their_place() {
    for (text, place, expected) in [
        (
            "K = {0x2,\n 0x1G};",
            "x:2 (byte 11)",
            "hexadecimal digits and a suffix such as ULL after",
        ),
        ("K = {\n 0x};", "x:2 (byte 7)", "hexadecimal digits and a suffix such as ULL after"),
        ("K = {9d39247e33776d41};", "x:1 (byte 5)", "0x before hexadecimal digits, got `9d39247e"),
        ("K = {011329126462075137345};", "x:1 (byte 5)", "a decimal number without leading zeros"),
        (
            "K = {1, 2};",
            "x:1 (byte 5)",
            "number literals of 128, 64 or 32 bits, got 2 small numbers",
        ),
        ("int main() {}", "x:1 (byte 0)", "number literals of 128, 64 or 32 bits, got none"),
    ] {
        let message = run("x", text, &[]).refused();
        assert!(
            message.starts_with(&format!("zobrist: {place}: expected {expected}")),
            "{message}"
        );
    }
    let message = run("x", "K = {0x9d39247e33776d41};", &["--bits", "32"]).refused();
    assert!(
        message.contains("x:1 (byte 5): expected number literals of 32 bits, got 1 of 64 bits")
    );
}

/// Deeply nested and unclosed groups take linear time.
#[test]
fn groups_in_groups() {
    for (open, close) in [("[", ""), ("(", ""), ("{", ""), ("[", "]"), ("(", ")"), ("{f(", ")}")] {
        let text = format!("K = {}0x1, {}", open.repeat(200_000), close.repeat(200_000));
        assert_eq!(read(&text), [1], "{open}");
    }
}

/// The report is printed for keys that are used or do not fit, but not if no key need be read.
#[test]
fn options_are_looked_at_before_keys_are_read() {
    let folder = Folder::with("x.c", "U64 a[] = {0x1};\nU64 b[] = {0x2};\n");
    for (args, message) in [
        (
            ["generate", "x.c", "--layout", "nothing"],
            "zobrist: unknown layout `nothing`: expected ",
        ),
        (["export", "x.c", "--layout=chess:5", "--lang=c"], "zobrist: unknown layout `chess:5`: "),
        (["audit", "x.c", "--weight", "13"], "zobrist: expected weights from 1 to 12, got 13\n"),
        (["generate", "x.c", "--output", "no/keys"], "zobrist: cannot write no/keys: "),
    ] {
        let found = folder.zobrist(["keys"].into_iter().chain(args)).refused();
        assert!(found.starts_with(message), "{found}");
    }
}
