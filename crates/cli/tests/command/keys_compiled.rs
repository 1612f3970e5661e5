//! `zobrist keys export`: every language hashes as this program does.

use std::fs;
use std::process::Command;

use crate::languages::{
    C, CPP, CSHARP, CSHARP_BY_MONO, GO, JAVA, JAVASCRIPT, Language, PYTHON, RUST, TYPESCRIPT,
    program,
};
use crate::tool::{Folder, say, zobrist};

/// A layout with names that make difficult identifiers, and a size that is not a multiple of a row.
const LAYOUT: &str = "
[[kind]]
name = \"piece\"
size = 37
[[kind]]
name = \"int\"
size = 1
[[kind]]
name = \"keys\"
size = 3
[[kind]]
name = \"en-passant2-x\"
size = 8
";

/// Features that are not those of the self-test.
const FEATURES: [usize; 6] = [1, 5, 17, 30, 39, 45];

/// The keys of a set, by `keys generate`.
fn keys(folder: &Folder, set: &[&str]) -> Vec<u128> {
    let rows = folder.zobrist(["keys", "generate"].iter().chain(set).copied()).done();
    rows.lines().map(|key| u128::from_str_radix(key, 16).unwrap()).collect()
}

fn xor(keys: &[u128]) -> u128 {
    FEATURES.iter().fold(0, |hash, feature| hash ^ keys[*feature])
}

fn export(language: &Language, folder: &Folder, options: &[&str]) {
    fs::create_dir_all(folder.path("zobristkeys")).unwrap();
    let command = ["keys", "export", "--lang", language.name, "--force", "-o", language.file];
    let args = command.iter().chain(options).copied();
    assert_eq!(folder.zobrist(args).done(), "");
}

/// For each width.
const SETS: [Set; 5] = [
    ("32", &["splitmix64", "--layout", "layout.toml", "--bits", "32", "--seed", "7"]),
    ("64", &["polyglot"]),
    ("64", &["--layout", "layout.toml", "--seed", "0xffffffffffffffff"]),
    ("128", &["--scheme", "zobrist", "--bits", "128"]),
    ("128", &["--source", "kiss64", "--layout", "layout.toml", "--bits", "128"]),
];

type Set = (&'static str, &'static [&'static str]);

fn hashes_alike(language: &Language, sets: &[Set]) {
    if !language.is_here() {
        return;
    }
    let name = language.name;
    for &(bits, set) in sets {
        let folder = Folder::with("layout.toml", LAYOUT);
        export(language, &folder, set);
        let printed = language.run(&folder.path("."), bits == "128", &FEATURES).unwrap();
        let hash = u128::from_str_radix(&printed, 16).unwrap();
        assert_eq!(hash, xor(&keys(&folder, set)), "{name} {set:?}");
        // The self-test can fail.
        let text = fs::read_to_string(folder.path(language.file)).unwrap();
        folder.write(language.file, with_another_first_key(&text));
        let failure = language.run(&folder.path("."), bits == "128", &FEATURES);
        assert!(failure.is_err(), "{name} {set:?}: a changed key is not found");
    }
}

/// Changes the last digit of the first key.
fn with_another_first_key(text: &str) -> String {
    let row = text.find(" piece 768\n").or_else(|| text.find(" piece 37\n")).unwrap();
    let digits = row + text[row..].find("0x").unwrap() + 2;
    let length = text[digits..].find(|c: char| !c.is_ascii_hexdigit()).unwrap();
    let last = digits + length - 1;
    let digit = if text.as_bytes()[last] == b'0' { "1" } else { "0" };
    format!("{}{digit}{}", &text[..last], &text[last + 1..])
}

#[test]
fn c() {
    hashes_alike(&C, &SETS);
}

#[test]
fn cpp() {
    hashes_alike(&CPP, &SETS);
}

#[test]
fn rust() {
    hashes_alike(&RUST, &SETS);
}

#[test]
fn go() {
    hashes_alike(&GO, &SETS);
}

#[test]
fn java() {
    hashes_alike(&JAVA, &SETS);
}

#[test]
fn javascript() {
    hashes_alike(&JAVASCRIPT, &SETS);
}

#[test]
fn typescript() {
    hashes_alike(&TYPESCRIPT, &SETS);
}

#[test]
fn python() {
    hashes_alike(&PYTHON, &SETS);
}

#[test]
fn csharp() {
    hashes_alike(&CSHARP, &SETS);
}

#[test]
fn csharp_by_mono() {
    hashes_alike(&CSHARP_BY_MONO, &SETS[..3]);
}

/// Keys that XOR and keys that add, in each type for languages whose only number is a double.
#[test]
fn javascript_in_every_way() {
    for language in &[JAVASCRIPT, TYPESCRIPT] {
        if !language.is_here() {
            continue;
        }
        let folder = Folder::with("layout.toml", LAYOUT);
        let run = |options: &[&str]| {
            export(language, &folder, options);
            language.run(&folder.path("."), false, &FEATURES).unwrap()
        };
        let polyglot = keys(&folder, &["polyglot"]);
        for way in ["pairs", "bigint"] {
            assert_eq!(run(&["polyglot", "--js-keys", way]), format!("{:x}", xor(&polyglot)));
        }
        let high: u128 = FEATURES.iter().map(|feature| polyglot[*feature] >> 16).sum();
        let sum = format!("{:012x}", high % (1 << 48));
        assert_eq!(run(&["polyglot", "--js-keys", "sum48"]), sum);
        // A generator draws keys that add as the high 48 bits of 64; bch makes new ones.
        let seeded = ["splitmix64", "--layout", "layout.toml"];
        let high: u128 =
            FEATURES.iter().map(|feature| keys(&folder, &seeded)[*feature] >> 16).sum();
        let options = [&seeded[..], &["--js-keys", "sum48"]].concat();
        assert_eq!(run(&options), format!("{:012x}", high % (1 << 48)));
        assert_eq!(run(&["--layout", "layout.toml", "--js-keys", "sum48"]).len(), 12);
    }
}

/// Keys of described schemes that add: a number is exact below 2^53, a BigInt always.
#[test]
fn javascript_of_sums() {
    for language in &[JAVASCRIPT, TYPESCRIPT] {
        if !language.is_here() {
            continue;
        }
        for (bits, digits, ways) in
            [(47, 12, &["", "bigint"][..]), (48, 12, &["", "sum48", "bigint"]), (64, 16, &[""])]
        {
            let text = format!(
                "name = \"sums\"\ncombine = \"sum{bits}\"\nlayout = [\"pieces\"]\n\
                 keys = {{ source = \"kiss64\", seed = 3 }}\npieces = {{ order = \"PNBRQKpnbrqk\" }}\n"
            );
            let folder = Folder::with("sums.toml", text);
            let keys = keys(&folder, &["sums.toml"]);
            let sum: u128 = FEATURES.iter().map(|feature| keys[*feature]).sum();
            let expected = format!("{:0digits$x}", sum % (1 << bits));
            for way in ways {
                let way: &[&str] = if way.is_empty() { &[] } else { &["--js-keys", way] };
                export(language, &folder, &[&["sums.toml"], way].concat());
                let printed = language.run(&folder.path("."), false, &FEATURES);
                assert_eq!(printed.unwrap(), expected, "{bits} {way:?}");
                // The self-test can fail.
                let text = fs::read_to_string(folder.path(language.file)).unwrap();
                folder.write(language.file, with_another_first_key(&text));
                let failure = language.run(&folder.path("."), false, &FEATURES);
                assert!(failure.is_err(), "{bits} {way:?}: a changed key is not found");
            }
        }
    }
}

/// The array as NumPy reads it, if it is installed; the Python of the readers has it.
#[test]
fn numpy() {
    let python = program("python3");
    let check = Command::new(&python).args(["-c", "import numpy"]).output();
    if !check.is_ok_and(|output| output.status.success()) {
        let message = format!("{python} cannot `import numpy` (tests/readers/requirements.txt)");
        let required = std::env::var("ZOBRIST_READERS").is_ok_and(|value| value == "required");
        assert!(!required, "{message}");
        say(&message);
        return;
    }
    let folder = Folder::with("layout.toml", LAYOUT);
    let python = |text: &str| {
        let output = Command::new(&python)
            .args(["-c", text])
            .current_dir(folder.path("."))
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{error}");
        String::from_utf8(output.stdout).unwrap()
    };
    for (bits, set) in SETS {
        let args = ["keys", "export", "--lang", "npy", "--force", "-o", "keys.npy"];
        assert_eq!(folder.zobrist(args.iter().chain(set).copied()).done(), "");
        let printed = python(
            "import functools, json, numpy, operator\n\
             keys = numpy.load('keys.npy')\n\
             about = json.load(open('keys.npy.json'))\n\
             assert len(keys) == sum(kind['size'] for kind in about['layout'])\n\
             def number(key):\n    \
                 return int(key) if key.ndim == 0 else int(key[0]) << 64 | int(key[1])\n\
             test = [number(keys[f]) for f in about['test']['features']]\n\
             assert functools.reduce(operator.xor, test) == int(about['test']['hash'], 16)\n\
             print(keys.dtype)\n\
             for key in keys: print(f'{number(key):x}')",
        );
        let (dtype, rows) = printed.split_once('\n').unwrap();
        assert_eq!(dtype, if bits == "32" { "uint32" } else { "uint64" });
        let loaded: Vec<u128> =
            rows.lines().map(|key| u128::from_str_radix(key, 16).unwrap()).collect();
        assert_eq!(loaded, keys(&folder, set));
        // An array that NumPy writes is read.
        python(
            "import numpy\nkeys = numpy.load('keys.npy')\n\
             numpy.save('big.npy', keys.astype(keys.dtype.newbyteorder('>')))",
        );
        let bits = if bits == "128" { vec!["--bits", "128"] } else { vec![] };
        for file in ["keys.npy", "big.npy"] {
            let read: Vec<&str> = [file].into_iter().chain(bits.iter().copied()).collect();
            assert_eq!(self::keys(&folder, &read), loaded);
        }
    }
}

#[test]
fn a_class_of_java_has_room_for_so_many_numbers() {
    let message = zobrist(["keys", "export", "--lang", "java", "--layout", "go:60"]).refused();
    assert!(message.contains("room for 7000 numbers, and 7201 are needed"), "{message}");
    if JAVA.is_here() {
        let folder = Folder::new();
        export(&JAVA, &folder, &["--layout", "go:59"]);
        assert_eq!(JAVA.run(&folder.path("."), false, &FEATURES).unwrap().len(), 16);
        export(&JAVA, &folder, &["--layout", "go:41", "--bits", "128"]);
        assert_eq!(JAVA.run(&folder.path("."), true, &FEATURES).unwrap().len(), 32);
    }
}
