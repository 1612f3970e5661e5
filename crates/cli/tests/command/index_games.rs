//! `zobrist index games`: PGN and rows of the games that a filter keeps.

use std::fs;
use std::process::Command;

use crate::readers::python;
use crate::tool::{Folder, Run, SAMPLE, ZOBRIST, gz, run};

/// Three games, the second with a comment and a variation.
const GAMES: &str = "[Event \"Club\"]\n[White \"Müller, K.\"]\n[Black \"Carlsen, Magnus\"]\n\
    [WhiteElo \"2400\"]\n[BlackElo \"2850\"]\n[Date \"2023.05.01\"]\n[Result \"0-1\"]\n\n\
    1. e4 c5 0-1\n\n\
    [White \"Carlsen, Magnus\"]\n[Black \"So\"]\n[UTCDate \"2024.01.02\"]\n\n\
    1. d4 {best} d5 (1... Nf6) 2. c4 $1 *\n\n\
    [FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 40\"]\n[Opening \"none\"]\n\nKd7 41. O-O 1/2-1/2\n";

/// Their PGN as `index games` writes it.
const WRITTEN: [&str; 3] = [
    "[Event \"Club\"]\n[Site \"?\"]\n[Date \"2023.05.01\"]\n[Round \"?\"]\n\
     [White \"Müller, K.\"]\n[Black \"Carlsen, Magnus\"]\n[Result \"0-1\"]\n\
     [WhiteElo \"2400\"]\n[BlackElo \"2850\"]\n\n1. e4 c5 0-1\n\n",
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
     [White \"Carlsen, Magnus\"]\n[Black \"So\"]\n[Result \"*\"]\n[UTCDate \"2024.01.02\"]\n\n\
     1. d4 d5 2. c4 *\n\n",
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
     [Black \"?\"]\n[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n\
     [FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 40\"]\n[Opening \"none\"]\n\n\
     40... Kd7 41. O-O 1/2-1/2\n\n",
];

fn index_of(name: &str, content: impl AsRef<[u8]>) -> Folder {
    let folder = Folder::with(name, content);
    folder.zobrist(["index", "build", "idx", name, "--relative"]).done();
    folder
}

fn games(folder: &Folder, args: &str) -> Run {
    let args = args.split(' ').filter(|arg| !arg.is_empty());
    folder.zobrist(["index", "games", "idx"].into_iter().chain(args))
}

#[track_caller]
fn written(run: Run, closing: &str) -> String {
    assert_eq!((run.code, run.stderr), (0, format!("zobrist: {closing}\n")));
    run.stdout
}

/// The bytes of the files of a table, which say nothing of where games came from.
fn table(folder: &Folder, index: &str, table: &str) -> Vec<u8> {
    let files = fs::read_dir(folder.path(index).join(table)).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().flat_map(|file| fs::read(file).unwrap()).collect()
}

#[test]
fn an_index_of_what_is_written_is_the_same() {
    let folder = Folder::new();
    folder.zobrist(["index", "build", "idx", SAMPLE, "--relative"]).done();
    let run = games(&folder, "-o out.pgn");
    assert_eq!(written(run, "wrote 2000 of 2000 games"), "");
    folder.zobrist(["index", "build", "again", "out.pgn", "--relative"]).done();
    for name in ["positions", "occurrences"] {
        let [old, new] = ["idx", "again"].map(|index| table(&folder, index, name));
        assert!(old == new && old.len() > 10_000, "{name}");
    }
    let rows = |index: &str| -> Vec<String> {
        let run = folder.zobrist(["index", "games", index, "--format", "csv"]);
        let rows = written(run, "wrote 2000 of 2000 games");
        let names = if index == "idx" { SAMPLE } else { "out.pgn" };
        let row = |row: &str| row.replace(names, "").rsplit_once(',').unwrap().0.to_owned();
        rows.lines().map(row).collect()
    };
    assert_eq!(rows("idx"), rows("again"));
    // All tags and moves.
    let pgn = fs::read_to_string(folder.path("out.pgn")).unwrap();
    let again = folder.zobrist(["index", "games", "again", "--jobs", "1"]);
    assert!(written(again, "wrote 2000 of 2000 games") == pgn);
    assert!(pgn.lines().filter(|line| !line.starts_with('[')).all(|line| line.len() < 80));
}

/// The first games, their tags and moves, by python-chess: equal in both files.
const COMPARE: &str = "
import gzip, itertools, sys
import chess.pgn

def games(file):
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors, game.errors
        yield dict(game.headers), [move.uci() for move in game.mainline_moves()]

def first(file):
    return list(itertools.islice(games(file), 300))

with gzip.open(sys.argv[1], 'rt') as sample, open(sys.argv[2]) as written:
    sample, written = first(sample), first(written)
assert len(sample) == 300
for a, b in zip(sample, written, strict=True):
    assert a == b, (a, b)
";

#[test]
fn python_chess_reads_the_same_games() {
    let Some(python) = python() else { return };
    let folder = Folder::new();
    folder.zobrist(["index", "build", "idx", SAMPLE]).done();
    written(games(&folder, "-o out.pgn"), "wrote 2000 of 2000 games");
    let compared = Command::new(python)
        .args(["-B", "-c", COMPARE, SAMPLE])
        .arg(folder.path("out.pgn"))
        .output()
        .unwrap();
    assert!(compared.status.success(), "{}", String::from_utf8_lossy(&compared.stderr));
}

#[test]
fn games_are_written_as_they_are_asked_for() {
    let folder = index_of("a.pgn", GAMES);
    for (args, numbers, asked) in [
        ("", &[0, 1, 2][..], ""),
        ("--player carlsen", &[0, 1], ": carlsen"),
        ("--player carlsen --as white", &[1], ": carlsen as White"),
        ("--opponent muller", &[0], ": against muller"),
        ("--since 2023.06", &[1], ": since 2023.06"),
        ("--until 2023", &[0], ": until 2023"),
        ("--min-elo 2400", &[0], ": both Elos 2400 or more"),
        ("--elo ..2850", &[0], ": both Elos 2850 or less"),
        ("--result 1/2-1/2", &[2], ": result 1/2-1/2"),
        ("--event club --player so --player carlsen", &[0], ": so or carlsen; event \"club\""),
    ] {
        let expected: String = numbers.iter().map(|number| WRITTEN[*number]).collect();
        let closing = format!("wrote {} of 3 games{asked}", numbers.len());
        assert_eq!(written(games(&folder, args), &closing), expected, "{args}");
    }
    let run = games(&folder, "--player carlsen --since 2025 --time-control 60+0");
    assert_eq!((run.code, &*run.stdout), (0, ""));
    assert_eq!(
        run.stderr,
        "zobrist: wrote 0 of 3 games: carlsen; since 2025; time control 60+0\n\
         zobrist: by itself, since 2025 leaves 0 games, time control 60+0 leaves 0 games, carlsen \
         leaves 2 games\n"
    );
}

#[test]
fn games_are_rows_in_the_other_formats() {
    let folder = index_of("a.pgn", GAMES);
    let rows = |format: &str, rest: &str| {
        let run = games(&folder, &format!("--format {format} {rest}"));
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    assert_eq!(
        rows("csv", "--result 0-1"),
        "game_id,file,game,white_name,black_name,white_elo,black_elo,result,date,utc_date,event,\
         site,round,time_control,plies,offset\n\
         0,a.pgn,1,\"Müller, K.\",\"Carlsen, Magnus\",2400,2850,0-1,2023.05.01,,Club,,,,2,0\n"
    );
    let offset = GAMES.find("[White \"Carlsen").unwrap();
    assert_eq!(
        rows("text", "--as white --player carlsen"),
        format!("1\ta.pgn\t2\tCarlsen, Magnus\tSo\t\t\t*\t\t2024.01.02\t\t\t\t\t3\t{offset}\n")
    );
    let json = rows("jsonl", "");
    assert_eq!(json.lines().count(), 3);
    assert!(json.starts_with("{\"type\":\"game\",\"game_id\":0,\"file\":\"a.pgn\",\"game\":1,"));
    assert!(json.contains("\"white_elo\":null"), "{json}");
    let message = games(&folder, "--from-source --format csv").refused();
    assert!(message.contains("which only --format pgn writes"), "{message}");
    let message = games(&folder, "--max-ply 20").refused();
    assert!(message.contains("unexpected argument '--max-ply'"), "{message}");
    let message = games(&folder, "--since 2024 --until 2023").refused();
    assert!(message.contains("no date is in the range"), "{message}");
}

#[test]
fn a_file_is_written_whole_and_replaced_only_if_asked_to() {
    let folder = index_of("a.pgn", GAMES);
    folder.write("out.pgn", "mine");
    let message = games(&folder, "-o out.pgn").refused();
    assert!(message.contains("the file exists; give --force"), "{message}");
    written(games(&folder, "-o out.pgn --force"), "wrote 3 of 3 games");
    assert_eq!(fs::read_to_string(folder.path("out.pgn")).unwrap(), WRITTEN.concat());
    for input in ["a.pgn", "idx/manifest.json"] {
        let message = games(&folder, &format!("-o {input} --force")).refused();
        assert!(message.contains("input; give another name"), "{message}");
    }
    assert_eq!(fs::read_to_string(folder.path("a.pgn")).unwrap(), GAMES);
}

/// A reader that closes the pipe needs no more games, and no message.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_silent() {
    let folder = Folder::new();
    folder.zobrist(["index", "build", "idx", SAMPLE]).done();
    for args in ["", "--from-source", "--format jsonl"] {
        let line = format!("{{ {ZOBRIST} index games idx {args}; echo $? >&2; }} | head -n 1");
        let run =
            run(assert_cmd::Command::new("sh").args(["-c", &line]).current_dir(folder.path(".")));
        assert_eq!(run.stderr, "0\n", "{args}");
        assert_eq!(run.stdout.lines().count(), 1);
    }
}

/// The texts of the games, as they are in the file.
fn originals() -> Vec<String> {
    let second = GAMES.find("[White \"Carlsen").unwrap();
    let third = GAMES.find("[FEN").unwrap();
    [&GAMES[..second], &GAMES[second..third], &GAMES[third..]]
        .iter()
        .map(|text| format!("{}\n\n", text.trim_end()))
        .collect()
}

#[test]
fn games_are_copied_from_their_files() {
    for (name, content) in [("a.pgn", GAMES.as_bytes().to_vec()), ("a.pgn.gz", gz(GAMES))] {
        let folder = index_of(name, content);
        folder.write("b.pgn", "% a line\n{a comment}\n\n1. c4 ; the English\nc5 1-0\n\n\n1. b3 *");
        folder.zobrist(["index", "add", "idx", "b.pgn", "--relative"]).done();
        let others = "{a comment}\n\n1. c4 ; the English\nc5 1-0\n\n1. b3 *\n\n";
        let all = written(games(&folder, "--from-source"), "wrote 5 of 5 games");
        assert!(all.starts_with(&originals().concat()), "{all}");
        assert!(all.ends_with(others.split_once("\n\n").unwrap().1), "{all}");
        let one =
            written(games(&folder, "--from-source --result *"), "wrote 2 of 5 games: result *");
        assert_eq!(one, originals()[1].clone() + "1. b3 *\n\n");
    }
}

/// Equal bytes at another time are those of the index; others are not.
#[test]
fn games_of_files_that_changed_are_left_out() {
    let folder = index_of("a.pgn", GAMES);
    folder.write("b.pgn", "1. c4 *\n");
    folder.zobrist(["index", "add", "idx", "b.pgn", "--relative"]).done();
    folder.zobrist_on("1. b3 *\n\n1. b4 *\n", ["index", "add", "idx", "-"]).done();
    let touch = |name: &str| {
        let file = fs::File::options().append(true).open(folder.path(name)).unwrap();
        file.set_modified(std::time::UNIX_EPOCH + std::time::Duration::from_secs(1)).unwrap();
    };
    touch("a.pgn");
    let (rows, messages) = games(&folder, "--from-source").rejected();
    assert_eq!(rows, originals().concat() + "1. c4 *\n\n");
    assert_eq!(
        messages,
        "zobrist: standard input is not a file: what was read from it is gone; 2 games are not \
         written\n\
         zobrist: wrote 4 of 6 games\n\
         zobrist: 2 games were not written\n"
    );
    // Its size and its time are those that the index has.
    let time = fs::metadata(folder.path("b.pgn")).unwrap().modified().unwrap();
    folder.write("b.pgn", "1. d4 *\n");
    let file = fs::File::options().append(true).open(folder.path("b.pgn")).unwrap();
    file.set_modified(time).unwrap();
    fs::remove_file(folder.path("a.pgn")).unwrap();
    let (rows, messages) = games(&folder, "--from-source").rejected();
    assert_eq!(rows, "");
    assert!(
        messages.starts_with(
            "zobrist: a.pgn is missing; 3 games are not written\n\
             zobrist: b.pgn has changed since the index was built; 1 game is not written\n"
        ),
        "{messages}"
    );
    // Games that the index keeps are there without their files.
    assert!(games(&folder, "").stdout.starts_with(&WRITTEN.concat()));
}
