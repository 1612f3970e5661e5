//! Lists of keys in program text: an array of keys has numbers and nothing else.

use crate::tool::Folder;

fn read(text: &str) -> Vec<u128> {
    let folder = Folder::with("x", text);
    let rows = folder.zobrist(["keys", "generate", "x", "--input", "code"]).done();
    rows.lines().map(|key| u128::from_str_radix(key, 16).unwrap()).collect()
}

/// What is wrong, where the token of this text begins.
#[track_caller]
fn refused(text: &str, token: &str) {
    let folder = Folder::with("x", text);
    let message = folder.zobrist(["keys", "generate", "x", "--input", "code"]).refused();
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
    ] {
        refused(text, token);
    }
}

/// However deep groups are in each other, and whether they end or not, it is soon told.
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
    assert_eq!(
        read("[0x12345678_9abcdef0, 12u64, 0o17, 0b101, 0x1'2ULL]"),
        [0x1234_5678_9abc_def0, 12, 15, 5, 0x12]
    );
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
        "const M: [u64; 2] = { let mut k = [0; 2]; k[0] = 0x7; k };\nconst K: [u64; 2] = [0x5, 0x6];",
        "K = [0x5, 0x6]\ndef f(x):\n  y = x\n  if (x == 0x7):\n    print(0x8)\n  \
         a, b = (x & 0xff, x >> 3)\n",
    ] {
        assert_eq!(read(text), [5, 6], "{text}");
    }
}
