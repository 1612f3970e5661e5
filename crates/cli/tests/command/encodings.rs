//! Names in games that are not UTF-8: their encoding is found by the file, or given.

use encoding_rs::Encoding;

use crate::tool::{Folder, Run, gz, zobrist_on};

/// Names, the encodings that tell them, and a part of the first name.
const NAMES: [(&[&str], &[&str], &str); 5] = [
    (
        &["Wojtaszek, Radosław", "Świercz, Dariusz", "Kędzierski, Paweł", "Łukasik, Piotr"],
        &["windows-1250", "ISO-8859-2"],
        "radoslaw w",
    ),
    (
        &["Dvořák, Jiří", "Štoček, Jiří", "Hráček, Zbyněk"],
        &["windows-1250", "ISO-8859-2"],
        "dvorak",
    ),
    (&["Карпов, Анатолий", "Каспаров, Гарри"], &["windows-1251", "KOI8-U", "IBM866"], "карпов"),
    (&["Müller, Karsten", "Étienne, Joël"], &["windows-1252"], "muller k"),
    (&["Yılmaz, Mustafa", "Şanal, Vahap", "Göğüş, İlker"], &["windows-1254"], "mustafa"),
];

/// A game for each name, with an escaped quote in a tag.
fn games(names: &[&str]) -> String {
    let game = |name: &&str| {
        format!(
            "[Event \"Open \\\"{name}\\\"\"]\n[White \"{name}\"]\n[Black \"Smith, J\"]\n[Annotator \"{name}\"]\n\n\
             1. e4 {{{name}}} e5 *\n\n"
        )
    };
    names.iter().map(game).collect()
}

fn encoded(text: &str, encoding: &str) -> Vec<u8> {
    let encoding = Encoding::for_label(encoding.as_bytes()).unwrap();
    let (bytes, _, has_unmapped) = encoding.encode(text);
    assert!(!has_unmapped, "{text} in {}", encoding.name());
    bytes.into_owned()
}

/// The rows and the messages of a run with exit status 0.
#[track_caller]
fn told(run: Run) -> (String, String) {
    assert_eq!(run.code, 0, "{}", run.stderr);
    (run.stdout, run.stderr)
}

/// The games of an index in PGN.
#[track_caller]
fn games_of(folder: &Folder, index: &str) -> String {
    told(folder.zobrist(["index", "games", index])).0
}

fn notice(file: &str, games: usize, encoding: &str) -> String {
    format!(
        "zobrist: {file}: tags of {games} games are not UTF-8, first of game 1; they were read as {encoding}, which \
         they look like; --encoding NAME says otherwise\n"
    )
}

#[test]
fn encoded_games_are_those_of_utf8() {
    for (names, encodings, part) in NAMES {
        let text = games(names);
        let folder = Folder::with("utf8.pgn", &text);
        folder.zobrist(["index", "build", "utf8", "utf8.pgn"]).done();
        let expected = games_of(&folder, "utf8");
        assert!(expected.contains(names[0]), "{expected}");
        for encoding in encodings {
            folder.write("a.pgn", encoded(&text, encoding));
            let (_, messages) =
                told(folder.zobrist(["index", "build", "idx", "a.pgn", "--replace"]));
            let notice = notice("a.pgn", names.len(), encoding);
            assert!(messages.starts_with(&notice), "{messages}");
            assert_eq!(messages.matches("UTF-8").count(), 1);
            assert_eq!(games_of(&folder, "idx"), expected);
            folder.zobrist(["index", "verify", "idx"]).done();
            let info =
                folder.zobrist(["index", "info", "idx", "--sources", "--format", "csv"]).done();
            assert!(info.trim_end().ends_with(&format!(",{encoding}")), "{info}");
            // The bytes of the file stay as they are.
            told(folder.zobrist([
                "index",
                "games",
                "idx",
                "--from-source",
                "-o",
                "b.pgn",
                "--force",
            ]));
            let copied = std::fs::read(folder.path("b.pgn")).unwrap();
            assert_eq!(copied.trim_ascii(), encoded(&text, encoding).trim_ascii());
            // A given encoding counts, without a message.
            let given = ["index", "build", "idx", "a.pgn", "--replace", "--encoding", encoding];
            let (_, messages) = told(folder.zobrist(given));
            assert!(!messages.contains("UTF-8"), "{messages}");
            assert_eq!(games_of(&folder, "idx"), expected);
            // Books.
            let book = [
                "book",
                "make",
                "a.pgn",
                "-o",
                "a.bin",
                "--force",
                "--min-games",
                "1",
                "--unknown",
                "1",
            ];
            let (_, messages) = told(folder.zobrist([&book[..], &["--player", part]].concat()));
            assert!(messages.starts_with(&notice), "{messages}");
            assert!(messages.contains(&format!("took 1 of {}", names.len())), "{messages}");
            let (_, messages) = told(folder.zobrist(book));
            assert!(!messages.contains("UTF-8"), "no name was asked for: {messages}");
        }
    }
}

#[test]
fn letters_of_two_bytes_are_read_by_the_encoding_that_is_given() {
    // A backslash and brackets are second halves; 执 is UTF-8 by chance.
    for (encoding, name) in
        [("gbk", "执 丁立人"), ("shift_jis", "表 太郎ソ"), ("big5", "許功蓋"), ("euc-kr", "김철수")]
    {
        let text = games(&[name]);
        let folder = Folder::with("a.pgn", encoded(&text, encoding));
        folder.zobrist(["index", "build", "idx", "a.pgn", "--encoding", encoding]).done();
        let games = games_of(&folder, "idx");
        assert!(games.contains(&format!("[White \"{name}\"]\n")), "{games}");
    }
}

#[test]
fn names_that_are_utf8_stay_so_in_a_file_that_is_not() {
    let mixed =
        [games(&["Dvořák, Jiří"]).into_bytes(), encoded(&games(&["Štoček, Jiří"]), "cp1250")]
            .concat();
    let folder = Folder::with("a.pgn", mixed);
    for option in [&[][..], &["--encoding", "cp1250"]] {
        told(
            folder.zobrist([&["index", "build", "idx", "a.pgn", "--replace"][..], option].concat()),
        );
        let games = games_of(&folder, "idx");
        for name in ["Dvořák, Jiří", "Štoček, Jiří"] {
            assert!(games.contains(&format!("[White \"{name}\"]\n")), "{games}");
        }
    }
}

#[test]
fn utf8_with_a_mark_or_few_wrong_bytes_stays_utf8() {
    let text = games(&["Dvořák, Jiří", "Каспаров, Гарри"]);
    let folder = Folder::with("a.pgn", ["\u{feff}", &text].concat());
    let (_, messages) = told(folder.zobrist(["index", "build", "marked", "a.pgn"]));
    assert!(!messages.contains("UTF-8"), "{messages}");
    // A byte of windows-1250 for ř, the first byte of и without the second, and a byte in a comment
    // alone.
    let mut damaged = Vec::new();
    for (number, game) in text.split_inclusive("*\n\n").enumerate() {
        let game = game.as_bytes();
        let (from, to) = match number {
            0 => (
                "[Black \"Smith".as_bytes(),
                &b"[Black \"Ji\xf8\xc3\xad \xc5\xa0t\xc3\xa1stn\xc3\xbd"[..],
            ),
            _ => (
                "Гарри\"]\n[Black".as_bytes(),
                &b"\xd0\x93\xd0\xb0\xd1\x80\xd1\x80\xd0\"]\n[Black"[..],
            ),
        };
        let at = game.windows(from.len()).position(|window| window == from).unwrap();
        damaged.extend([&game[..at], to, &game[at + from.len()..]].concat());
    }
    folder.write("a.pgn", &damaged);
    for (option, letter) in [(&[][..], 'ø'), (&["--encoding", "cp1250"], 'ř')] {
        let build = ["index", "build", "damaged", "a.pgn", "--replace"];
        let (_, messages) = told(folder.zobrist([&build[..], option].concat()));
        assert_eq!(messages.contains(&notice("a.pgn", 2, "windows-1252")), option.is_empty());
        let games = games_of(&folder, "damaged");
        for tag in [
            "[White \"Dvořák, Jiří\"]",
            &format!("[Black \"Ji{letter}í Štástný, J\"]"),
            "[White \"Каспаров, Гарр\u{fffd}\"]",
        ] {
            assert!(games.contains(tag), "{tag}: {games}");
        }
    }
    let comment =
        [&b"\xef\xbb\xbf[White \"Dvo\xc5\x99\xc3\xa1k\"]\n\n1. e4 {J\xfcrgen} *\n"[..]].concat();
    folder.write("a.pgn", comment);
    let (_, messages) = told(folder.zobrist(["index", "build", "comment", "a.pgn"]));
    assert!(!messages.contains("UTF-8"), "no tag was decoded: {messages}");
}

#[test]
fn each_file_of_a_folder_has_its_own_encoding() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("games")).unwrap();
    let names = ["Müller, Karsten", "Dvořák, Jiří", "Штоль, Карпов"];
    let encodings = ["", "windows-1250", "windows-1251"];
    for ((name, encoding), file) in names.iter().zip(encodings).zip(["a", "b", "c"]) {
        let text = games(&[name]);
        let bytes = if encoding.is_empty() { text.into_bytes() } else { encoded(&text, encoding) };
        folder.write(&format!("games/{file}.pgn"), bytes);
    }
    let build = ["index", "build", "idx", "games/a.pgn", "games/b.pgn", "games/c.pgn"];
    let (_, messages) = told(folder.zobrist(build));
    for (file, encoding) in [("b", "windows-1250"), ("c", "windows-1251")] {
        let told = format!(
            "{file}.pgn: tags of 1 game are not UTF-8, first of game 1; they were read as {encoding}"
        );
        assert!(messages.contains(&told), "{messages}");
    }
    assert_eq!(messages.matches("UTF-8").count(), 2, "{messages}");
    let games = games_of(&folder, "idx");
    for name in names {
        assert!(games.contains(&format!("[White \"{name}\"]\n")), "{games}");
    }
    let info = folder.zobrist(["index", "info", "idx", "--sources", "--format", "csv"]).done();
    let found: Vec<_> = info.lines().skip(1).map(|row| row.rsplit(',').next().unwrap()).collect();
    assert_eq!(found, encodings);
    let (_, messages) = told(folder.zobrist(["explore", "games", "--player", "muller"]));
    assert_eq!(messages.matches("not UTF-8").count(), 2, "{messages}");
}

#[test]
fn places_are_bytes_of_the_file() {
    let text =
        [&games(&["Dvořák, Jiří", "Štoček, Jiří"]), "1. e4 e4 *\n\n", &games(&["Hráček, Zbyněk"])]
            .concat();
    let bytes = encoded(&text, "cp1250");
    let at = bytes.windows(8).position(|window| window == b"1. e4 e4").unwrap() + 6;
    let folder = Folder::with("a.pgn", &bytes);
    for options in [&[][..], &["--encoding", "cp1250"]] {
        let build = ["index", "build", "idx", "a.pgn", "--replace"];
        let (_, messages) = folder.zobrist([&build[..], options].concat()).rejected();
        assert!(messages.contains(&format!("(byte {at}): game 3: illegal move e4")), "{messages}");
        folder.zobrist(["index", "verify", "idx"]).done();
        let copied = [
            "index",
            "games",
            "idx",
            "--from-source",
            "--player",
            "hracek",
            "-o",
            "b.pgn",
            "--force",
        ];
        told(folder.zobrist(copied));
        let copied = std::fs::read(folder.path("b.pgn")).unwrap();
        assert_eq!(
            copied.trim_ascii(),
            encoded(&games(&["Hráček, Zbyněk"]), "cp1250").trim_ascii()
        );
    }
}

/// Several chunks, whose ends cut characters of two bytes, from a file, an archive and a pipe.
#[test]
fn names_are_the_same_wherever_the_text_is_cut() {
    let names: Vec<String> =
        (0..12_000).map(|number| format!("Штоль{}, Карпов", number % 977)).collect();
    let text = games(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let expected = {
        let folder = Folder::with("a.pgn", &text);
        told(folder.zobrist(["index", "build", "idx", "a.pgn"]));
        games_of(&folder, "idx")
    };
    let folder = Folder::new();
    let bytes = encoded(&text, "windows-1251");
    folder.write("a.pgn", &bytes);
    folder.write("a.pgn.gz", gz(&bytes));
    for file in ["a.pgn", "a.pgn.gz", "-"] {
        let build = ["index", "build", "idx", file, "--replace"];
        let (_, messages) = told(folder.zobrist_on(&bytes, build));
        let name = if file == "-" { "standard input" } else { file };
        assert!(messages.contains(&notice(name, names.len(), "windows-1251")), "{messages}");
        assert!(games_of(&folder, "idx") == expected, "{file}");
    }
}

#[test]
fn the_whole_file_counts_also_from_standard_input() {
    // The first name alone looks like German.
    let text = games(&["Müller, Hans", "Dvořák, Jiří", "Štoček, Jiří"]);
    let text = text.replacen("1. e4", &format!("{}1. e4", "{filler}\n".repeat(100_000)), 1);
    let (_, messages) =
        told(zobrist_on(encoded(&text, "cp1250"), ["explore", "-", "--player", "dvorak"]));
    assert!(messages.contains(&notice("standard input", 3, "windows-1250")), "{messages}");
    assert!(messages.contains("3 games"), "{messages}");
}

#[test]
fn a_cached_index_tells_again_and_is_of_one_encoding() {
    let folder =
        Folder::with("a.pgn", encoded(&games(&["Dvořák, Jiří", "Štoček, Jiří"]), "cp1250"));
    let ask = |options: &[&str]| {
        let args = ["explore", "a.pgn", "--player", "dvorak", "--format", "csv"];
        told(folder.zobrist([&args[..], options].concat()))
    };
    let (first, messages) = ask(&[]);
    let notice = notice("a.pgn", 2, "windows-1250");
    assert!(messages.contains(notice.trim_start_matches("zobrist: ")), "{messages}");
    let (second, messages) = ask(&[]);
    assert_eq!(second, first);
    let again = "a.pgn: tags that are not UTF-8 were read as windows-1250; --encoding NAME says otherwise\n";
    assert!(messages.contains(again), "{messages}");
    let (third, messages) = ask(&["--encoding", "windows-1250"]);
    assert_eq!(third, first);
    assert!(!messages.contains("UTF-8"), "{messages}");
    let (none, _) = ask(&["--encoding", "latin1"]);
    assert_ne!(none, first);
}

#[test]
fn names_that_are_no_encoding_are_refused_with_those_that_are() {
    let folder = Folder::with("a.pgn", games(&["Müller, Hans"]));
    for command in [
        &["index", "build", "idx", "a.pgn"][..],
        &["explore", "a.pgn"],
        &["book", "make", "a.pgn", "-o", "a.bin"],
        &["hash", "a.pgn"],
        &["check", "a.pgn"],
        &["serve", "a.pgn"],
    ] {
        let message = folder.zobrist([command, &["--encoding", "klingon"]].concat()).refused();
        for part in ["expected an encoding of games", "windows-1250", "koi8-r", "\"klingon\""] {
            assert!(message.contains(part), "{message}");
        }
    }
    folder.zobrist(["hash", "a.pgn", "--encoding", "koi8-r"]).done();
    folder.zobrist(["check", "a.pgn", "--encoding", "koi8-r"]).done();
    let message = zobrist_on("", ["hash", "--encoding", "koi8-r"]).refused();
    assert!(message.contains("is for games, and these are positions"), "{message}");
    folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
    let message = folder.zobrist(["explore", "idx", "--encoding", "koi8-r"]).refused();
    assert!(message.contains("the names of an index are UTF-8"), "{message}");
}

#[test]
fn utf16_is_refused_with_the_way_out() {
    let text = games(&["Müller, Hans"]);
    let little = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let big = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    let marked = ["\u{feff}", &text].concat();
    for (bytes, encoding) in [
        (little(&marked), "UTF-16"),
        (big(&marked), "UTF-16"),
        (little(&text), "UTF-16LE"),
        (big(&text), "UTF-16BE"),
    ] {
        let folder = Folder::with("a.pgn", bytes);
        let message = folder.zobrist(["index", "build", "idx", "a.pgn"]).refused();
        let way_out = format!(
            "got UTF-16; make it plain, for example with `iconv -f {encoding} -t UTF-8 a.pgn`"
        );
        assert!(message.contains(&way_out), "{message}");
    }
}
