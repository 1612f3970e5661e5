//! Lists of keys in program text: an array of keys has numbers and nothing else.

use crate::tool::{Folder, Run};

fn run(name: &str, text: &str) -> Run {
    Folder::with(name, text).zobrist(["keys", "generate", name, "--input", "code"])
}

/// The keys, and what is said of them.
#[track_caller]
fn told(name: &str, text: &str) -> (Vec<u128>, String) {
    let Run { code, stdout, stderr } = run(name, text);
    assert_eq!(code, 0, "{text}: {stderr}");
    let keys = stdout.lines().map(|key| u128::from_str_radix(key, 16).unwrap());
    let note = stderr.strip_prefix(&format!("zobrist: {name}: read ")).unwrap_or(&stderr);
    (keys.collect(), note.trim_end().to_owned())
}

fn read(text: &str) -> Vec<u128> {
    told("x", text).0
}

/// What is wrong at the place where the token with this text begins.
#[track_caller]
fn refused(text: &str, token: &str) {
    let message = run("x", text).refused();
    let at = if token.is_empty() { text.len() } else { text.rfind(token).unwrap() };
    let line = text[..at].matches('\n').count() + 1;
    let place = format!("zobrist: x:{line} (byte {at}): expected ");
    assert!(message.starts_with(&place), "{text}: {message}");
    assert!(message.contains(", got ") && message.contains("; write "), "{text}: {message}");
}

#[test]
fn what_is_calculated_or_named_is_no_key() {
    for (text, token) in [
        ("uint64_t a[]={~0ULL, 0x5};", "~"),
        ("K = {((U64)0x9D39247E << 32) | 0x33776D41, 2};", "<< 32"),
        ("K = {FOO, 0x5};", "FOO"),
        ("K = {\n'a', 0x5};", "'a'"),
        ("K = {0x5,\n \"a\"};", "\"a\""),
        ("K = {0x1G, 0x2};", "0x1G"),
        ("K = {0x1ULL<<3,3};", "<<3"),
        ("K = {f(1),2*3};", "f"),
        ("K = {rotl(0x5, 3), 0x1};", "rotl"),
        ("K = {MAKE(0x1, 0x2)};", "MAKE"),
        ("K = [0x1 ^ 0x3, 0x2];", "^"),
        ("K = {[0]=0x5,[3]=0x7};", "=0x5"),
        ("uint64_t a[3]={0x1ULL,0x2ULL", ""),
        ("K = {0x1, /* open", ""),
        ("K = {0x1)", ")"),
        ("K = [0x1] * 12", "*"),
        ("K = [0x1] + [0x2]", "+"),
        ("K = [0x1].concat([0x2]);", ".concat"),
        ("K = [0x1] if A else [0x2]", "if"),
        ("K = [0x1; 12];", "; 12"),
        ("K = [0x5 for i in x]", "for"),
        ("K = [...A, 0x5]", "...A"),
        ("K = {0x1 0x2};", "0x2"),
        ("K = {0x1,,0x2};", ",0x2"),
        ("K = {0x1; 0x2};", "; 0"),
        ("K = {0x1, {}};", "}}"),
        ("K = {0x1, 1.5};", "1.5"),
        ("K = {0x1, 07};", "07"),
        ("K = {-x, 0x1};", "-x"),
        ("K = {0x1,\n#include \"more.inc\"\n0x2};", "#include"),
        ("K = np.array([0x1], 5)", "5"),
        ("K = map(f, [0x1])", "f,"),
        ("0x1 ^ 0x2, 0x3", "^"),
        ("0x1, FOO", "FOO"),
        ("0x1, 0x2 0x3", "0x3"),
        ("K = [0x1, 0x2][::-1]", "[::"),
        ("K = [0x1, 0x2] \\\n    * 12", "\\\n"),
        ("K = [0x1, 0x2] \\\n    [::-1]", "\\\n"),
        ("K = &[0x1, 0x2][1..];", "[1"),
        ("K = [0x1, 0x2] << 3;", "<< 3"),
        ("K = [0x1, 0x2] @ M", "@ M"),
        ("K = [0x1] or M", "or"),
        ("K = list(reversed([0x1, 0x2]))", "reversed"),
        ("K = sorted([0x1, 0x2])", "sorted"),
        ("K = np.transpose(np.array([0x1]))", "transpose"),
        ("auto K = scramble({0x1, 0x2});", "scramble"),
        ("K = scramble![0x1, 0x2];", "scramble"),
        ("K = J.concat([0x1]);", "concat"),
        ("K = np.array([0x1, 0x2]).reshape(2, order=\"F\")", ".reshape"),
        ("K = np.array([0x1]).view(np.uint32)", ".view"),
        ("K = np.array([0x1], dtype=np.uint64).view('>u8')", ".view"),
        ("K = np.array([0x1]).view(np.dtype('u8').newbyteorder())", ".view"),
        ("K = np.array([0x123456789]).astype(np.uint32)", "astype"),
        ("K = np.array([0x123456789]).astype('<u4')", "astype"),
        ("K = np.array([0x123456789], dtype=np.uint32)", "uint32)"),
        ("K = new Uint32Array([0x123456789]);", "Uint32Array"),
        ("K = {(uint32_t)0x123456789};", "uint32_t)"),
        ("K = {(unsigned)0x123456789};", "unsigned)"),
        ("K = [0x123456789 as u32];", "u32]"),
        ("K = {static_cast<uint32_t>(0x123456789)};", "static_cast"),
        ("K = [[0x1], xor![0x2]];", "xor"),
        ("K = Box::new(xor![0x2]);", "xor"),
        ("K = list([0x1, 0x2][::-1])", "[::"),
        ("K = [u32::new(0x123456789)];", "u32::"),
        ("K = {NOT(0x1), 0x2};", "NOT"),
        ("K = {ROTL13(0x1)};", "ROTL13"),
        ("K = {ByteSwap64(0x1)};", "ByteSwap64"),
        ("K = {9d39247e33776d41, 0x1};", "9d39"),
        ("K = {{1, 0x123456789}, {2, 0x123456789}};", "1, 0x123456789}, {2"),
        ("K = {{0, 0x123456789}, {7, 0x123456789}};", "7, 0x"),
        ("K = {{0x123456789, 52}};", "52"),
        ("K = [(1, 0x123456789)];", "1, 0x"),
        ("K = new Dictionary<int, ulong>{{0, 0x123456789}, {3, 0x123456789}};", "3, 0x"),
        ("K = Map.of(0, 0x123456789L, 5, 0x123456789L);", "5, 0x"),
        ("U64 k[2][2] = {{0}, {0x1, 0x2}};", "{{0}"),
        ("U64 k[2] = {0x1, 0x2, 0x3};", "{0x1"),
        ("var k = [2][2]uint64{{0x1}, {0x2, 0x3}}", "{{0x1}"),
        ("K: [[u64; 2]; 2] = [[0x1], [0x2, 0x3]];", "[[0x1]"),
        ("std::array<std::array<U64, 2>, 2> k = {{0x1, 0x2, 0x3}};", "{{0x1"),
        ("#ifdef A\nU64 k[] = {0x1};\n#endif\nU64 j[] = {0x2};", "#ifdef A"),
        ("U64 j[] = {0x2};\n#if 0\nU64 k[] = {0x1};\n#endif", "#if 0"),
        ("#ifndef A\nU64 j[] = {0x2};\n#else\nU64 k[] = {0x1};\n#endif", "#ifndef A"),
        ("#[cfg(a)]\nconst K: [u64; 1] = [0x1];", "#[cfg(a)]"),
        (
            "const J: [u64; 1] = [0x2];\n#[cfg(test)]\nmod t { fn f() { let k = [0x1]; } }",
            "#[cfg(test)]",
        ),
        ("#[cfg(a)]\nimpl Z<[u64; 1]> { const K: [u64; 1] = [0x1]; }", "#[cfg(a)]"),
    ] {
        refused(text, token);
    }
}

/// Methods of C# begin with a capital, as its types do, and need no `new`.
#[test]
fn methods_of_c_sharp() {
    let run = |text| Folder::with("k.cs", text).zobrist(["keys", "generate", "k.cs"]);
    for text in [
        "ulong[] K = { Rol(0x5), 0x6 };",
        "ulong[] K = { 0x6, Murmur.Hash(0x5) };",
        "ulong[] K = [(Key)Next(0x5), 0x6];",
    ] {
        let message = run(text).refused();
        assert!(message.contains("expected a number, got `"), "{text}: {message}");
    }
    for text in [
        "Key[] K = { new Key(0x5), 0x6 };",
        "ulong[] K = { Convert.ToUInt64(0x5), (ulong)0x6 };",
        "ulong[] K = { U64(0x5), unchecked((ulong)0x6) };",
    ] {
        assert_eq!(run(text).done(), "5\n6\n", "{text}");
    }
}

/// However deeply groups are nested, and whether they end or not, the error comes quickly.
#[test]
fn groups_in_groups() {
    for (open, close) in [("[", ""), ("(", ""), ("{", ""), ("[", "]"), ("(", ")"), ("{f(", ")}")] {
        let text = format!("K = {}0x1, {}", open.repeat(20_000), close.repeat(20_000));
        let folder = Folder::with("x", text);
        let message = folder.zobrist(["keys", "generate", "x", "--input", "code"]).refused();
        assert!(message.starts_with("zobrist: x:1 (byte "), "{open}: {message}");
    }
}

#[test]
fn numbers_of_every_language() {
    assert_eq!(read("[0x1234_5678, 12u64, 0o17, 0b101, 0x1'2ULL]"), [0x1234_5678, 12, 15, 5, 0x12]);
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
        "struct Z { Z() = default; U64 side{0x7}; U64 k[2]{0x5, 0x6}; };",
        "int x = 1;\nZ::Z() : n(0), side{0x7}, k{0x5, 0x6} {}",
        "int x = 1;\nU64 a[1]{0x5}, b[1]{0x6};",
        "Z& operator=(const Z&) = default;\nstatic const U64 k[1][2]{{0x5, 0x6}};",
        "K: Vec<u64> = vec![0x5, 0x6];\nlet n = 1;",
        "self.k[1] = [0x5, 0x6]",
    ] {
        assert_eq!(read(text), [5, 6], "{text}");
    }
}

/// Code, calculations, single numbers and other tables beside the keys.
#[test]
fn what_is_no_array_of_keys_does_not_matter() {
    for text in [
        "int squares[] = {A1, B1 + 3, f(2)};\ndouble w[] = {0.5};\nU64 k[] = {0x5, 0x6};",
        "U64 k[] = {0x5, 0x6};\nint f() { x = (a & 0xff); y = mix(h, 0x5); z = a[0x5]; }",
        "const f = (x) => { return 0xff; };\nconst K = [0x5, 0x6];",
        "const E = (function() { const K = [0x5, 0x6]; return 0x7; })();",
        "#[cfg(a)]\nfn f() { g(&[0x7]) }\n#[cfg(b)]\nuse a::{b};\nconst K: [u64; 2] = [0x5, 0x6];",
        "const M: [u64; 2] = { let mut k = [0; 2]; k[0] = 0x7; k };\nconst K: [u64; 2] = [0x5, 0x6];",
        "K = [0x5, 0x6]\ndef f(x):\n  y = x\n  if (x == 0x7):\n    print(0x8)\n  \
         a, b = (x & 0xff, x >> 3)\n",
    ] {
        assert_eq!(read(text), [5, 6], "{text}");
    }
}

/// What is said on standard error, unless one array holds all.
#[test]
fn what_was_read() {
    let (a, b, c) = (0x9d39_247e_3377_6d41, 0x2af7_3980_05aa_a5c7, 0x44db_0150_2462_3547);
    for (name, text, keys, note) in [
        ("x", "U64 k[] = {A, B};", vec![a, b], ""),
        ("x.ts", "const k = [\"A\", 'B'];", vec![a, b], ""),
        (
            "x",
            "U64 k[2] = {A}, *j = {B};",
            vec![a, b],
            "2 arrays: k (line 1) 1 of 2 numbers, j (line 1) 1",
        ),
        (
            "x.c",
            "U64 k[] = {A};\nU64 side = B;\n",
            vec![a],
            "1 array: k (line 1) 1 number; 1 number of more than 32 bits stands outside, in line 2",
        ),
        (
            "x.py",
            "K = [A]\nK += [B]\nK.extend([C])\n",
            vec![a],
            "1 array: K (line 1) 1 number; 2 numbers of more than 32 bits stand outside, the first \
             in line 2",
        ),
        (
            "x.go",
            "func f() []uint64 {\n\treturn []uint64{A, B}\n}\nvar k = []uint64{C}\n",
            vec![c],
            "1 array: k (line 4) 1 number; 2 numbers of more than 32 bits stand outside, the first \
             in line 2",
        ),
        (
            "x.c",
            "#define KEYS(x) \\\n U64 x[] = {A, \\\n B};\nU64 j[] = {C}; // no \\\nU64 k[] = {A};\n",
            vec![c],
            "1 array: j (line 4) 1 number; 3 numbers of more than 32 bits stand outside, the first \
             in line 2",
        ),
        (
            "x.js",
            "class Z {\n  static #k = [A, B];\n  static j = [C];\n}\nconst re = /\"/;",
            vec![a, b, c],
            "2 arrays: k (line 2) 2 numbers, j (line 3) 1",
        ),
        (
            "x.js",
            "const f = () => [A, B], re = /\"/;\nconst K = [C], s = \"x\";",
            vec![a, b, c],
            "2 arrays: f (line 1) 2 numbers, K (line 2) 1",
        ),
        (
            "x.py",
            "\'\'\'it\'s K = [A]\'\'\'\n\"\"\"say 5\" [A]\"\"\"\nx = 7 // 2; K = [B] #[C]\n",
            vec![b],
            "1 array: K (line 3) 1 number; 3 numbers of more than 32 bits stand outside, the first \
             in line 1",
        ),
        ("x.rs", "/* /* */ = [0x7] */ let s = r#\"\"[\"#;\nlet k = [A, B];", vec![a, b], ""),
        ("x.rs", "#![a(\n[b])]\n#[rustfmt::skip] const K: [u64; 1] = [A];", vec![a], ""),
        ("x.cs", "var p = @\"\\\";\nvar k = new[] {A, B};", vec![a, b], ""),
        ("x.cpp", "auto s = R\"(\" {)\";\nU64 k[] = {A, B};", vec![a, b], ""),
    ] {
        let text = text.replace('A', "0x9d39247e33776d41").replace('B', "0x2af7398005aaa5c7");
        let text = text.replace('C', "0x44db015024623547");
        assert_eq!(told(name, &text), (keys, note.to_owned()), "{text}");
    }
    let many: String = (0..9).map(|i| format!("U64 k{i}[] = {{0x{i}}};\n")).collect();
    let (_, note) = told("x", &many);
    assert!(note.starts_with("9 arrays: k0 (line 1) 1 number, k1 (line 2) 1, "), "{note}");
    assert!(note.ends_with(", k5 (line 6) 1 and 3 more"), "{note}");
    let run = Folder::with("x.c", &many).zobrist(["keys", "generate", "x.c", "--layout", "chess"]);
    let message = run.refused();
    assert!(message.starts_with("zobrist: x.c: read 9 arrays: k0 (line 1)"), "{message}");
}

/// What was read is reported for keys that are used or do not fit, but not if nothing need be read.
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

/// Decimal numbers beside hex, numbers that are halves of keys, and texts without an array.
#[test]
fn what_is_told_where_keys_would_be_lost() {
    for (text, message) in [
        (
            "U64 m[] = {0xff};\nU64 k[] = {11329126462075137345ull};",
            "x:2 (byte 29): expected arrays of keys in hex, as others in this file are, got the \
             decimal number 11329126462075137345ull; copy ",
        ),
        (
            "K = [\nnew Uint64BE(0x9d39247e, 0x33776d41)]",
            "x:2 (byte 6): expected keys of one number, got constructors of two; --bits 64 takes ",
        ),
        ("K = {MakeKey(0x9d39247e, 0x33776d41)}", "--bits 64 takes two as a key, the first high"),
        (
            "int n = 1;\nK[0] = 0x9d39247e33776d41;",
            "x:2 (byte 18): expected an array of numbers, got a number that stands in none: the \
             arrays of C, C++, Rust, Java, Go, C#, JavaScript and Python are read; copy ",
        ),
    ] {
        let found = run("x", text).refused();
        assert!(found.contains(message), "{found}");
    }
    let folder = Folder::with("x", "K = [new Uint64BE(0x9d39247e, 0x33776d41)]");
    let keys = folder.zobrist(["keys", "generate", "x", "--input", "code", "--bits", "64"]).done();
    assert_eq!(keys, "9d39247e33776d41\n");
}
