//! Names of players and events: those that fit, and the nearest ones when none does.

use std::fmt::Write;

use assert_cmd::Command;

use crate::tool::{Folder, Run, ZOBRIST};

/// One player in three ways to write a name, made for this test.
const TWO_STYLES: &str = "[Event \"Club night\"]\n[Date \"2024.10.15\"]\n[White \"Ivanov,A\"]\n\
    [Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n\
    [Event \"Club night\"]\n[Date \"2024.10.15\"]\n[White \"Ivanov, A\"]\n[Black \"B\"]\n\
    [Result \"1-0\"]\n\n1. d4 1-0\n\n\
    [Event \"Club night\"]\n[Date \"2024.10.15\"]\n[White \"A. Ivanov\"]\n[Black \"B\"]\n\
    [Result \"1-0\"]\n\n1. c4 1-0\n";

/// Runs `explore` with a cache of its own.
#[track_caller]
fn explore<'a>(folder: &Folder, args: impl IntoIterator<Item = &'a str>) -> Run {
    let mut command = Command::new(ZOBRIST);
    command.arg("explore").args(args).current_dir(folder.path("."));
    let output = command.env("XDG_CACHE_HOME", folder.path("cache")).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run::of(output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

#[test]
fn a_name_fits_in_each_way_to_write_it() {
    let folder = Folder::with("a.pgn", TWO_STYLES);
    folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
    for name in ["ivanov, a", "Ivanov,A", "a ivanov", "A. IVANOV", "ivanov"] {
        let run = folder.zobrist(["index", "games", "idx", "--player", name]);
        assert_eq!(run.stdout.matches("[Event ").count(), 3, "{name}");
        let table = explore(&folder, ["a.pgn", "--player", name]).done();
        assert!(table.contains(&format!("{name}: 3 of 3 games")), "{table}");
    }
}

/// Games of players with these names, each a White of its own.
fn games_of(names: &[&str]) -> String {
    names.iter().fold(String::new(), |mut games, name| {
        write!(games, "[Event \"Café Cup\"]\n[White \"{name}\"]\n[Black \"B\"]\n\n1. e4 *\n\n")
            .unwrap();
        games
    })
}

#[test]
fn the_nearest_names_are_offered_when_none_fits() {
    let names =
        ["Kasparov, Garry", "Karpov, Anatoly", "Kasparov,G", "Kasparov, Garry", "Müller, K."];
    let folder = Folder::with("a.pgn", games_of(&names));
    folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
    let found = |args: &[&str]| {
        let run = folder.zobrist(["index", "games", "idx"].into_iter().chain(args.iter().copied()));
        assert_eq!((run.code, &*run.stdout), (0, ""), "{args:?}");
        let explored = explore(&folder, ["a.pgn"].into_iter().chain(args.iter().copied()));
        let lines: Vec<&str> = run.stderr.lines().skip(2).collect();
        let explored: Vec<&str> = explored.stderr.lines().skip(1).collect();
        assert_eq!(explored, lines, "{args:?}");
        lines.join("\n")
    };
    for (args, expected) in [
        (
            &["--player", "kasparow"][..],
            "zobrist: no player fits \"kasparow\"; the nearest names are \"Kasparov, Garry\" and \
             \"Kasparov,G\"",
        ),
        (
            &["--player", "Mueller"],
            "zobrist: no player fits \"Mueller\"; the nearest name is \"Müller, K.\"",
        ),
        // The one of two that is there is no reason.
        (
            &["--player", "karpov", "--as", "black", "--opponent", "mueler"],
            "zobrist: no player fits \"mueler\"; the nearest name is \"Müller, K.\"",
        ),
        (
            &["--event", "cafe cub"],
            "zobrist: no event fits \"cafe cub\"; the nearest name is \"Café Cup\"",
        ),
        // Names that are there, in no game together or of this color.
        (&["--player", "karpov", "--opponent", "kasparov"], ""),
        (&["--player", "karpov", "--as", "black"], ""),
        // Nothing is like it.
        (&["--player", "xyz"], ""),
        (&["--player", "?"], ""),
        // The player fits; it is the date that keeps none.
        (&["--player", "karpov", "--since", "2020"], ""),
    ] {
        assert_eq!(found(args), expected, "{args:?}");
    }
}

#[test]
fn at_most_five_names_are_offered() {
    let names: Vec<String> = (0..9).map(|number| format!("Petrosjan, T{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let folder = Folder::with("a.pgn", games_of(&names));
    folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
    let run = folder.zobrist(["index", "games", "idx", "--player", "petrosian"]);
    assert_eq!(
        run.stderr.lines().last().unwrap(),
        "zobrist: no player fits \"petrosian\"; the nearest names are \"Petrosjan, T0\", \
         \"Petrosjan, T1\", \"Petrosjan, T2\", \"Petrosjan, T3\" and \"Petrosjan, T4\""
    );
    // Of several sources, those of all.
    folder.write("b.pgn", games_of(&["Petrosjan, A", "Petrosian, B"]));
    let fits = explore(&folder, ["idx", "b.pgn", "--player", "petrosian"]).done();
    assert!(fits.contains("petrosian: 1 of 11 games"), "{fits}");
    folder.write("b.pgn", games_of(&["Petrosjan, A"]));
    let run = explore(&folder, ["idx", "b.pgn", "--player", "petrosian"]);
    assert!(run.stderr.contains("are \"Petrosjan, A\", \"Petrosjan, T0\","), "{}", run.stderr);
}
