//! Misspelt commands, options and values: the error suggests the right one.

use crate::tool::{Folder, START, zobrist};

#[test]
fn commands_options_and_values() {
    for (line, expected) in [
        ("exlpore games.pgn", "some similar subcommands exist: 'help', 'explore'"),
        ("index biuld idx a.pgn", "a similar subcommand exists: 'build'"),
        ("keys adit", "a similar subcommand exists: 'audit'"),
        ("schemes shwo", "a similar subcommand exists: 'show'"),
        ("help exlpore", "some similar subcommands exist: 'help', 'explore'"),
        ("help index biuld", "a similar subcommand exists: 'build'"),
        ("hash --schem fide", "a similar argument exists: '--scheme'"),
        ("explore a.pgn --sinse 2020", "a similar argument exists: '--since'"),
        ("book make a.pgn --ouput b.bin", "a similar argument exists: '--output'"),
        ("hash --format jsn", "a similar value exists: 'jsonl'"),
        ("hash --scheme polygot", "a similar value exists: 'polyglot'"),
        ("explain e4 --scheme zobrst", "a similar value exists: 'zobrist'"),
        ("schemes show fied", "a similar value exists: 'fide'"),
        ("hash --variant crazyhose", "a similar value exists: 'crazyhouse'"),
        ("explore a.pgn --variant horse", "a similar value exists: 'horde'"),
        ("check --only threfold,wrong-result", "a similar value exists: 'threefold'"),
        ("check --only threefold,wrong-reslt", "a similar value exists: 'wrong-result'"),
        ("go check --rules simpel", "a similar value exists: 'simple'"),
        ("keys export --lang pyton", "a similar value exists: 'python'"),
        ("explore a.pgn --as wite", "a similar value exists: 'white'"),
        ("explore a.pgn --sort scoer", "a similar value exists: 'score'"),
        ("completions powershel", "a similar value exists: 'powershell'"),
    ] {
        let message = zobrist(line.split(' ')).refused();
        assert!(message.contains(expected), "{line}: {message}");
    }
}

#[test]
fn rows_go_to_standard_output() {
    for option in ["-o", "--output"] {
        let message = zobrist(["explore", "a.pgn", option, "b.csv"]).refused();
        let tip =
            "tip: `zobrist explore` writes to standard output: `> FILE` puts that into a file";
        assert!(message.contains(tip) && !message.contains("as a value"), "{message}");
    }
    // What has no rows has none to put into a file.
    let message = zobrist(["serve", "-o", "b.csv"]).refused();
    assert!(!message.contains("standard output"), "{message}");
}

#[test]
fn a_number_that_is_none_is_told_in_words() {
    for (line, expected) in [
        ("explore a.pgn --games=abc", "'abc' for '--games <N>': expected a whole number"),
        ("explore a.pgn --games=", "expected a whole number, got nothing"),
        ("explore a.pgn --games=99999999999999999999999", "expected a smaller number"),
    ] {
        let message = zobrist(line.split(' ')).refused();
        assert!(message.contains(expected), "{line}: {message}");
    }
}

#[test]
fn a_scheme_may_also_be_a_file() {
    let message = zobrist(["hash", "--scheme", "polygot", START]).refused();
    assert!(message.contains("polyglot, fide,") && message.contains("NAME.toml]"), "{message}");
    let message = zobrist(["hash", "--scheme", "polygot.toml", START]).refused();
    assert!(message.contains("cannot read polygot.toml"), "{message}");
}

#[test]
fn sets_of_keys() {
    let folder = Folder::new();
    for (line, expected) in [
        ("keys audit polygot", "; did you mean `polyglot`?\n"),
        ("keys generate splitmix --layout chess", "; did you mean `splitmix64`?\n"),
        ("keys export --source stockfsh --lang c", "; did you mean `stockfish`?\n"),
        ("keys collisions --source bch,mt19936", "; did you mean `mt19937`?\n"),
        ("keys audit --source polygot", "or a file of keys; did you mean `polyglot`?\n"),
    ] {
        let message = folder.zobrist(line.split(' ')).refused();
        assert!(message.ends_with(expected), "{line}: {message}");
    }
    let message = folder.zobrist(["keys", "audit", "my-keys.hex"]).refused();
    assert!(message.ends_with("or a file of keys\n"), "{message}");
    // A file of such a name is a file.
    folder.write("polygot", "9d39247e33776d41\n2af7398005aaa5c7\n");
    assert_eq!(folder.zobrist(["keys", "audit", "polygot", "--weight", "2"]).code, 0);
}
