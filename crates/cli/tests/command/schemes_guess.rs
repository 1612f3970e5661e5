//! `zobrist schemes guess`: a scheme from positions and their hashes alone.

use crate::rookie::{Engine, folder};
use crate::tool::{Folder, SAMPLE, zobrist, zobrist_on};

/// The first lines of hash and FEN of the sample games.
fn log(folder: &Folder, scheme: &str, count: usize) -> String {
    let rows = folder.zobrist(["hash", "--scheme", scheme, SAMPLE]).done();
    let columns = rows.lines().take(count).map(|row| row.split('\t').collect::<Vec<_>>());
    columns.map(|row| format!("{}\t{}\n", row[0], row[3])).collect()
}

#[test]
fn a_scheme_is_solved_for_from_hashes_alone() {
    let folder = folder(&Engine::new());
    let text = log(&folder, "rookie.toml", 1200);
    folder.write("games.txt", &text);
    let run = folder.zobrist(["schemes", "guess", "games.txt", "-o", "guess.toml"]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    let file = std::fs::read_to_string(folder.path("guess.toml")).unwrap();
    for line in [
        "# castling: a key for each set of rights\n",
        "# en passant: the file, counts = \"always\"\n",
        "# turn: keyed\n",
        "name     = \"guessed\"\n",
        "bits     = 64\n",
    ] {
        assert!(file.contains(line), "{line}{file}");
    }
    // The lines, and others made of the same features, have the same hashes.
    let check = |log: &str| folder.zobrist(["hash", "--check", "--scheme", "guess.toml", log]);
    assert_eq!(check("games.txt").stderr, "zobrist: 1200 lines, 0 wrong\n");
    let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    folder.write("e4.txt", format!("{:016x}\t{e4}\n", Engine::new().hash(e4)));
    assert_eq!(check("e4.txt").stderr, "zobrist: 1 line, 0 wrong\n");
}

/// The log of the made-up engine has six mistakes, of which no line confirms two.
#[test]
fn lines_that_contradict_the_others_are_named() {
    let log = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/rookie/log.txt");
    let file = zobrist(["schemes", "guess", log]).done();
    assert!(file.contains("# lines that contradict the others: 301, 302, 304, 305\n"), "{file}");
}

#[test]
fn hashes_by_known_keys_are_named() {
    let folder = folder(&Engine::new());
    let file = zobrist_on(log(&folder, "stockfish-15.1", 100), ["schemes", "guess"]).done();
    // No line has a capture en passant that is not legal, by which the two differ.
    assert!(
        file.starts_with(
            "# 100 of 100 lines have the hash by the built-in scheme `stockfish-15.1`, and by the \
             built-in scheme `stockfish-18`\nname     = \"stockfish-15.1\"\n"
        ),
        "{file}"
    );
    // With Polyglot's keys, and the turn keyed for Black.
    let other = zobrist(["schemes", "show", "polyglot"]).done();
    folder.write(
        "other.toml",
        other.replace("= \"white\"", "= \"black\"").replace("\"polyglot\"\nb", "\"other\"\nb"),
    );
    let file = zobrist_on(log(&folder, "other.toml", 300), ["schemes", "guess"]).done();
    assert!(
        file.starts_with(
            "# 300 of 300 lines have hashes by the keys of `polyglot`, with other conventions:\n\
             #   the turn is keyed for black: key-for = \"black\"\n\
             name     = \"guessed\"\n"
        ),
        "{file}"
    );
}

/// Each complete file of the gallery is found, by its name or by that of a built-in scheme.
#[test]
fn hashes_of_the_gallery_are_named() {
    let folder = folder(&Engine::new());
    let gallery = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/gallery");
    let mut named = Vec::new();
    for file in std::fs::read_dir(gallery).unwrap() {
        let file = file.unwrap().path();
        let is_scheme = file.extension().is_some_and(|end| end == "toml");
        let Ok(text) = std::fs::read_to_string(&file) else { panic!("{}", file.display()) };
        if !is_scheme || !text.contains("{ source = ") {
            continue;
        }
        let lines = log(&folder, file.to_str().unwrap(), 100);
        let guess = zobrist_on(lines, ["schemes", "guess"]).done();
        let (_, found) = guess.split_once("# 100 of 100 lines have the hash by the ").unwrap();
        let (_, name) = found.split_once("scheme of docs/gallery `").unwrap_or(("", ""));
        match name.split_once("`\n") {
            Some((name, rest)) => {
                assert_eq!(rest, text, "{name}");
                named.push(name.to_owned());
            }
            None => assert!(found.starts_with("built-in scheme `"), "{guess}"),
        }
    }
    named.sort();
    let expected = ["bbc", "countergo", "dragon", "ethereal", "rubichess", "vice", "zahak"];
    assert_eq!(named, expected);
}

#[test]
fn what_cannot_be_solved_is_said() {
    let folder = folder(&Engine::new());
    let few = log(&folder, "rookie.toml", 30);
    let (rows, messages) = zobrist_on(few, ["schemes", "guess"]).rejected();
    assert_eq!(rows, "");
    assert!(messages.contains("too few follow from others; write about a thousand"), "{messages}");
    let sum =
        crate::rookie::ROOKIE.replace("bits     = 64\ncombine  = \"xor\"", "combine = \"sum64\"");
    folder.write("sum.toml", sum);
    let (_, messages) = zobrist_on(log(&folder, "sum.toml", 1200), ["schemes", "guess"]).rejected();
    assert!(messages.contains("the keys combine by a sum"), "{messages}");
    // Random numbers.
    let text = log(&folder, "rookie.toml", 400);
    let random: String = text
        .lines()
        .zip(1_u64..)
        .map(|(line, number)| {
            let hash = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(number as u32 % 61);
            format!("{hash:016x}{}\n", &line[16..])
        })
        .collect();
    let (_, messages) = zobrist_on(random, ["schemes", "guess"]).rejected();
    assert!(messages.contains("no keys for pieces, castling, en passant and turn"), "{messages}");
}

#[test]
fn bad_lines_are_rejected_and_the_rest_is_read() {
    let folder = folder(&Engine::new());
    let text = log(&folder, "polyglot", 20) + "hash\tfen\n\n12\tno position\n";
    let (file, messages) = zobrist_on(text, ["schemes", "guess"]).rejected();
    assert!(file.starts_with("# 20 of 20 lines"), "{file}");
    assert!(messages.contains("rejected 2 of 22 lines"), "{messages}");
    assert!(messages.contains("got \"hash\""), "{messages}");
    let refused = zobrist_on("", ["schemes", "guess"]).refused();
    assert!(refused.contains("expected lines of hash, tab, FEN"), "{refused}");
}

/// Signed decimal hashes, and hashes of 32 bits.
#[test]
fn hashes_of_any_width_are_read() {
    let folder = folder(&Engine::new());
    let text = log(&folder, "rookie.toml", 600);
    let lines = |form: fn(u64) -> String| -> String {
        let line = |line: &str| {
            let hash = u64::from_str_radix(&line[..16], 16).unwrap();
            format!("{}{}\n", form(hash), &line[16..])
        };
        text.lines().map(line).collect()
    };
    for (form, bits) in [
        ((|hash| (hash as i64).to_string()) as fn(u64) -> String, 64),
        (|hash| format!("{} {}", (hash >> 32) as i32, hash as i32), 64),
        (|hash| (hash as u32).to_string(), 32),
        (|hash| (hash as i32).to_string(), 32),
        (|hash| format!("0x{:08x}", hash as u32), 32),
    ] {
        let file = zobrist_on(lines(form), ["schemes", "guess"]).done();
        assert!(file.contains(&format!("keys of {bits} bits that combine by XOR")), "{file}");
    }
}
