//! `zobrist keys export`: every language hashes as this program does.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::languages::{
    Answers, C, CPP, CSHARP, CSHARP_BY_MONO, GO, JAVA, JAVASCRIPT, LUA, Language, PYTHON,
    Questions, RUST, TYPESCRIPT, program,
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

/// A scheme with every other order than the usual one.
pub fn scheme(combine: &str) -> String {
    format!(
        "name = \"own\"\ncombine = \"{combine}\"\nkeys = {{ source = \"kiss64\", seed = 3 }}\n\
         layout = [\"start\", \"turn\", \"pieces\", \"no-en-passant\", \"en-passant\", \"castling\", \
         \"empty\", \"clock\", \"no-pawns\"]\n\
         [pieces]\norder = \"kqrbnpKQRBNP\"\nsquares = {{ first = \"a8\", run = \"file\" }}\n\
         index = \"square-piece\"\n\
         [turn]\nkey-for = \"both\"\n\
         [castling]\nkeys = \"sets\"\norder = \"qkQK\"\n\
         [en-passant]\nkeys = \"square\"\ncounts = \"legal\"\n\
         [clock]\nfrom = 20\nstep = 10\ncount = 5\n\
         [secondary.pawn]\npieces = \"Pp\"\nalso = [\"no-pawns\", \"turn\"]\n"
    )
}

/// Features that are not those of the self-test.
const FEATURES: [usize; 6] = [1, 5, 17, 30, 39, 45];

/// A kind with the sizes of the parameters of its accessor, the last one counting fastest.
type Kind = (&'static str, &'static [usize]);

/// A set of keys for the languages.
struct Set {
    bits: u32,
    adds: bool,
    options: &'static [&'static str],
    kinds: &'static [Kind],
    /// Accessors of keys that other kinds have, with their features.
    slots: &'static [(&'static str, &'static [usize])],
    /// True if the keys of a square follow one another.
    is_by_square: bool,
    is_chess: bool,
}

impl Set {
    const fn new(bits: u32, options: &'static [&'static str], kinds: &'static [Kind]) -> Set {
        let (adds, is_by_square, is_chess) = (false, false, false);
        Set { bits, adds, options, kinds, slots: &[], is_by_square, is_chess }
    }

    const fn of_chess(self) -> Set {
        Set { is_chess: true, ..self }
    }

    fn is_wide(&self) -> bool {
        self.bits == 128
    }

    /// Each feature with the accessor that has its key, by the order of the table alone.
    fn accessors(&self) -> Vec<(String, Vec<usize>, usize)> {
        let mut all = Vec::new();
        let mut first = 0;
        for (name, sizes) in self.kinds {
            let size: usize = sizes.iter().product();
            for index in 0..size {
                let mut rest = index;
                let mut arguments: Vec<usize> = Vec::new();
                for size in sizes.iter().rev() {
                    arguments.insert(0, rest % size);
                    rest /= size;
                }
                let feature = match (self.is_by_square, arguments.as_slice()) {
                    (true, [piece, square]) => first + 12 * square + piece,
                    _ => first + index,
                };
                all.push(((*name).to_owned(), arguments, feature));
            }
            first += size;
        }
        for (name, slots) in self.slots {
            for (index, feature) in slots.iter().enumerate() {
                let arguments = if slots.len() == 1 { vec![] } else { vec![index] };
                all.push(((*name).to_owned(), arguments, *feature));
            }
        }
        all
    }
}

/// The elements of the arrays in the order of the table: those of accessors with parameters, and of
/// kinds.
fn elements(set: &Set) -> Vec<(String, Vec<usize>, usize)> {
    let is_of_kind = |name: &str| set.kinds.iter().any(|(kind, _)| *kind == name);
    let accessors = set.accessors().into_iter();
    let elements =
        accessors.filter(|(name, arguments, _)| !arguments.is_empty() && is_of_kind(name));
    let mut elements: Vec<_> = elements.collect();
    // An array has the nesting of the table.
    for (name, indices, _) in &mut elements {
        if set.is_by_square && name == "piece" {
            indices.reverse();
        }
    }
    elements
}

const KINDS: &[Kind] = &[("piece", &[37]), ("int", &[]), ("keys", &[3]), ("en-passant2-x", &[8])];
const POLYGLOT: &[Kind] =
    &[("piece", &[12, 64]), ("castling", &[4]), ("en-passant", &[8]), ("turn", &[])];
const ZOBRIST: &[Kind] = &[
    ("piece", &[12, 64]),
    ("castling", &[2, 8]),
    ("en-passant", &[8]),
    ("turn", &[]),
    ("promoted", &[64]),
    ("pocket", &[70]),
    ("checks", &[4]),
    ("variant", &[8]),
];
const OWN: &[Kind] = &[
    ("start", &[]),
    ("turn", &[2]),
    ("piece", &[12, 64]),
    ("no-en-passant", &[]),
    ("en-passant", &[64]),
    ("castling", &[16]),
    ("empty", &[64]),
    ("clock", &[5]),
    ("no-pawns", &[]),
];

/// For each width.
const SETS: [Set; 6] = [
    Set::new(32, &["--scheme", "zobrist", "--bits", "32"], ZOBRIST).of_chess(),
    Set::new(64, &["polyglot"], POLYGLOT).of_chess(),
    Set::new(64, &["--layout", "layout.toml", "--seed", "0xffffffffffffffff"], KINDS),
    // Rights, en passant and the side to move are on slots of pawns: white ones on h1, a1 and e8,
    // black ones on h8, a8 and the first rank.
    Set {
        slots: &[
            ("castling", &[7, 0, 447, 440]),
            ("en-passant", &[384, 385, 386, 387, 388, 389, 390, 391]),
            ("turn", &[60]),
        ],
        ..Set::new(64, &["chess-768"], &[("piece", &[12, 64])]).of_chess()
    },
    Set::new(128, &["--scheme", "zobrist", "--bits", "128"], ZOBRIST).of_chess(),
    Set::new(128, &["--source", "kiss64", "--layout", "layout.toml", "--bits", "128"], KINDS),
];

/// Keys that add.
const fn sums(bits: u32, options: &'static [&'static str]) -> Set {
    Set { adds: true, is_by_square: true, ..Set::new(bits, options, OWN).of_chess() }
}

const SUMS: [Set; 5] = [
    sums(24, &["sum24.toml"]),
    sums(32, &["sum32.toml"]),
    sums(47, &["sum47.toml"]),
    sums(48, &["sum48.toml"]),
    sums(64, &["sum64.toml"]),
];

fn folder() -> Folder {
    let folder = Folder::with("layout.toml", LAYOUT);
    for bits in [24, 32, 47, 48, 64] {
        folder.write(&format!("sum{bits}.toml"), scheme(&format!("sum{bits}")));
    }
    folder
}

/// The keys of a set, by `keys generate`.
pub fn keys(folder: &Folder, set: &[&str]) -> Vec<u128> {
    let rows = folder.zobrist(["keys", "generate"].iter().chain(set).copied()).done();
    rows.lines().map(|key| u128::from_str_radix(key, 16).unwrap()).collect()
}

fn xor(keys: &[u128]) -> u128 {
    FEATURES.iter().fold(0, |hash, feature| hash ^ keys[*feature])
}

fn sum(keys: &[u128], bits: u32) -> u128 {
    FEATURES.iter().map(|feature| keys[*feature]).sum::<u128>() % (1 << bits)
}

pub fn export(language: &Language, folder: &Folder, options: &[&str]) {
    fs::create_dir_all(folder.path("zobristkeys")).unwrap();
    let command = ["keys", "export", "--lang", language.name, "--force", "-o", language.file];
    let args = command.iter().chain(options).copied();
    assert_eq!(folder.zobrist(args).done(), "");
}

/// Asks an export for everything.
fn ask(language: &Language, folder: &Folder, set: &Set) -> Result<Answers, String> {
    let asked = |of: Vec<(String, Vec<usize>, usize)>| -> Vec<(String, Vec<usize>)> {
        of.into_iter().map(|(name, arguments, _)| (name, arguments)).collect()
    };
    let (keys, elements) = (asked(set.accessors()), asked(elements(set)));
    let questions = Questions {
        is_wide: set.is_wide(),
        adds: set.adds,
        has_positions: set.is_chess,
        features: &FEATURES,
        keys: &keys,
        elements: &elements,
    };
    language.ask(&folder.path("."), &questions)
}

/// The export has the hash of the features, the key of each feature by its accessor and in its
/// array, and for chess the hashes of the positions, as other commands print them; and its
/// self-test can fail.
#[track_caller]
fn agrees(language: &Language, folder: &Folder, set: &Set, more: &[&str]) {
    let what = format!("{} {:?} {more:?}", language.name, set.options);
    export(language, folder, &[set.options, more].concat());
    let mut table = keys(folder, set.options);
    let adds_by_option = more.iter().find_map(|option| option.strip_prefix("sum"));
    let bits = adds_by_option.map_or(set.bits, |bits| bits.parse().unwrap());
    if adds_by_option.is_some() && !set.adds {
        table.iter_mut().for_each(|key| *key >>= set.bits - bits);
    }
    let sums = Some(&*table).filter(|_| adds_by_option.is_some() && !set.adds);
    let adds = set.adds || adds_by_option.is_some();
    let set = &Set { bits, adds, ..*set };
    let answers = ask(language, folder, set).unwrap();
    let expected = if adds { sum(&table, bits) } else { xor(&table) };
    assert_eq!(answers.hash, expected, "{what}");
    let accessors = set.accessors();
    assert_eq!(answers.keys.len(), accessors.len(), "{what}");
    for ((name, arguments, feature), key) in accessors.iter().zip(&answers.keys) {
        assert_eq!(*key, table[*feature], "{what}: {name} {arguments:?}");
    }
    let elements = elements(set);
    assert_eq!(answers.elements.len(), elements.len(), "{what}");
    for ((name, indices, feature), key) in elements.iter().zip(&answers.elements) {
        assert_eq!(*key, table[*feature], "{what}: {name} {indices:?}");
    }
    assert_eq!(answers.positions.len(), if set.is_chess { 12 } else { 0 }, "{what}");
    if set.is_chess {
        assert_eq!(answers.positions, positions(folder, set, sums), "{what}");
    }
    let text = fs::read_to_string(folder.path(language.file)).unwrap();
    folder.write(language.file, with_another_first_key(&text));
    assert!(ask(language, folder, set).is_err(), "{what}: a changed key is not found");
}

/// The positions of an export with the hashes that `zobrist hash` prints; if `sums` are the keys of
/// a sum, by a scheme file with the conventions of Polyglot, which alone is asked for sums.
fn positions(folder: &Folder, set: &Set, sums: Option<&[u128]>) -> Vec<(String, u128)> {
    let json = ["keys", "export", "--lang", "json"];
    let json = folder.zobrist(json.iter().chain(set.options).copied()).done();
    let json: Value = serde_json::from_str(&json).unwrap();
    let fens: Vec<&str> =
        json["positions"].as_array().unwrap().iter().map(|p| p["fen"].as_str().unwrap()).collect();
    let options: Vec<&str> = match (sums, set.options) {
        (Some(keys), ["polyglot"]) => {
            let keys: String = keys.iter().map(|key| format!("{key:012x}\n")).collect();
            folder.write("added.hex", keys);
            folder.write("added.toml", of_polyglot(set.bits));
            vec!["--scheme", "added.toml"]
        }
        (Some(_), options) => panic!("no scheme file for {options:?}"),
        (None, [scheme]) => vec!["--scheme", scheme],
        (None, options) => options.to_vec(),
    };
    let rows = folder.zobrist_on(fens.join("\n"), ["hash", "-"].into_iter().chain(options)).done();
    let hashes = rows.lines().map(|row| row.split_once('\t').unwrap().0);
    let hashes = hashes.map(|hash| u128::from_str_radix(hash, 16).unwrap());
    fens.into_iter().map(str::to_owned).zip(hashes).collect()
}

/// Polyglot's conventions with keys that add.
fn of_polyglot(bits: u32) -> String {
    format!(
        "name = \"added\"\ncombine = \"sum{bits}\"\nkeys = {{ file = \"added.hex\" }}\n\
         layout = [\"pieces\", \"castling\", \"en-passant\", \"turn\"]\n\
         pieces = {{ order = \"pPnNbBrRqQkK\" }}\n\
         castling = {{ keys = \"rights\" }}\n\
         en-passant = {{ keys = \"file\", counts = \"beside\" }}\n\
         turn = {{ key-for = \"white\" }}\n"
    )
}

fn hashes_alike<'a>(language: &Language, sets: impl IntoIterator<Item = &'a Set>) {
    if !language.is_here() {
        return;
    }
    let folder = folder();
    for set in sets {
        agrees(language, &folder, set, &[]);
    }
}

/// Changes the last digit of the first key.
fn with_another_first_key(text: &str) -> String {
    let row = [" piece 768\n", " piece 37\n", " start 1\n"].iter().find_map(|row| text.find(row));
    let row = row.unwrap();
    let digits = row + text[row..].find("0x").unwrap() + 2;
    let length = text[digits..].find(|c: char| !c.is_ascii_hexdigit()).unwrap();
    let last = digits + length - 1;
    let digit = if text.as_bytes()[last] == b'0' { "1" } else { "0" };
    format!("{}{digit}{}", &text[..last], &text[last + 1..])
}

#[test]
fn c() {
    hashes_alike(&C, SETS.iter().chain(&SUMS));
}

#[test]
fn cpp() {
    hashes_alike(&CPP, SETS.iter().chain(&SUMS));
}

#[test]
fn rust() {
    hashes_alike(&RUST, SETS.iter().chain(&SUMS));
}

#[test]
fn go() {
    hashes_alike(&GO, SETS.iter().chain(&SUMS));
}

#[test]
fn java() {
    hashes_alike(&JAVA, SETS.iter().chain(&SUMS));
}

#[test]
fn javascript() {
    hashes_alike(&JAVASCRIPT, SETS.iter().chain(&SUMS));
}

#[test]
fn typescript() {
    hashes_alike(&TYPESCRIPT, SETS.iter().chain(&SUMS));
}

#[test]
fn python() {
    hashes_alike(&PYTHON, SETS.iter().chain(&SUMS));
}

#[test]
fn csharp() {
    hashes_alike(&CSHARP, SETS.iter().chain(&SUMS));
}

#[test]
fn csharp_by_mono() {
    hashes_alike(&CSHARP_BY_MONO, SETS[..4].iter().chain(&SUMS));
}

/// Every version of Lua, in each type of keys.
#[test]
fn lua() {
    for language in &LUA {
        hashes_alike(language, SETS.iter().chain(&SUMS));
        if !language.is_here() {
            continue;
        }
        let folder = folder();
        for set in &SETS {
            agrees(language, &folder, set, &["--lua-keys", "hex"]);
        }
        for way in ["pairs", "sum48", "sum47"] {
            agrees(language, &folder, &SETS[1], &["--lua-keys", way]);
        }
    }
}

/// The XOR of versions of Lua without operators and libraries for it.
#[test]
fn lua_by_arithmetic() {
    let [language, ..] = &LUA;
    if !language.is_here() {
        return;
    }
    let folder = folder();
    folder.write("bit.lua", "error(\"no library\")");
    agrees(language, &folder, &SETS[1], &[]);
    let text = fs::read_to_string(folder.path(language.file)).unwrap();
    assert!(text.contains("pcall(require, \"bit\")"), "the library is looked for");
}

/// Keys that XOR and keys that add, in each type for languages whose only number is a double.
#[test]
fn javascript_in_every_way() {
    for language in &[JAVASCRIPT, TYPESCRIPT] {
        if !language.is_here() {
            continue;
        }
        let folder = folder();
        for way in ["pairs", "bigint", "sum48", "sum47"] {
            agrees(language, &folder, &SETS[1], &["--js-keys", way]);
        }
        for (set, way) in [(&SUMS[2], "sum47"), (&SUMS[3], "sum48"), (&SUMS[3], "bigint")] {
            agrees(language, &folder, set, &["--js-keys", way]);
        }
        // A generator draws keys that add as the high 48 bits of 64; bch makes new ones.
        let seeded = Set::new(64, &["splitmix64", "--layout", "layout.toml"], KINDS);
        agrees(language, &folder, &seeded, &["--js-keys", "sum48"]);
        let of_bch = Set { adds: true, ..Set::new(48, &["--layout", "layout.toml"], KINDS) };
        export(language, &folder, &["--layout", "layout.toml", "--js-keys", "sum48"]);
        assert_eq!(ask(language, &folder, &of_bch).unwrap().keys.len(), 49);
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
    for set in &SETS {
        let (bits, set) = (set.bits, set.options);
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
        assert_eq!(dtype, if bits == 32 { "uint32" } else { "uint64" });
        let loaded: Vec<u128> =
            rows.lines().map(|key| u128::from_str_radix(key, 16).unwrap()).collect();
        assert_eq!(loaded, keys(&folder, set));
        // An array that NumPy writes is read.
        python(
            "import numpy\nkeys = numpy.load('keys.npy')\n\
             numpy.save('big.npy', keys.astype(keys.dtype.newbyteorder('>')))",
        );
        let bits = if bits == 128 { vec!["--bits", "128"] } else { vec![] };
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
        ask(&JAVA, &folder, &Set::new(64, &[], &[])).unwrap();
        export(&JAVA, &folder, &["--layout", "go:41", "--bits", "128"]);
        ask(&JAVA, &folder, &Set::new(128, &[], &[])).unwrap();
    }
}
