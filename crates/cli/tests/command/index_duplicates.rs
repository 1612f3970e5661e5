//! `zobrist index duplicates`, and `--dedup` of both kinds.

use crate::tool::{Folder, Run, SAMPLE};

/// The second is the first to the letter but for the event, the third to a reader; the others are
/// different games.
const FIRST: &str = "[Event \"a\"]\n[White \"Carlsen, Magnus\"]\n[Black \"Müller, K.\"]\n\
    [Date \"2023.05.01\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";
const OTHERS: &str = "[Event \"b\"]\n[White \"Carlsen, Magnus\"]\n[Black \"Müller, K.\"]\n\
    [Date \"2023.05.01\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n\
    [White \"M. CARLSEN\"]\n[Black \"muller\"]\n[Date \"2023.05.??\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 1-0\n\n\
    [White \"M. CARLSEN\"]\n[Black \"muller\"]\n[Date \"2023.06.??\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 1-0\n\n\
    [White \"Carlsen, Magnus\"]\n[Black \"Müller, K.\"]\n[Date \"2023.05.01\"]\n\
    [Result \"1-0\"]\n\n1. e4 1-0\n";

fn two_files() -> Folder {
    let folder = Folder::with("a.pgn", FIRST);
    folder.write("b.pgn", OTHERS);
    folder
}

#[track_caller]
fn listed(run: Run, closing: &str) -> String {
    assert_eq!((run.code, run.stderr), (0, format!("zobrist: {closing}\n")));
    run.stdout
}

#[test]
fn duplicates_are_listed_in_pairs() {
    let folder = two_files();
    folder.zobrist(["index", "build", "idx", "a.pgn", "b.pgn", "--relative"]).done();
    let list =
        |args: &str| folder.zobrist("index duplicates idx".split(' ').chain(args.split(' ')));
    assert_eq!(
        listed(list("--format text"), "1 duplicate of 1 game, among 5 games"),
        "0\ta.pgn\t1\t1\tb.pgn\t1\tCarlsen, Magnus\tMüller, K.\t2023.05.01\t1-0\n"
    );
    assert_eq!(
        listed(list("--by players --format csv"), "2 duplicates of 1 game, among 5 games"),
        "first_game_id,first_file,first_game,game_id,file,game,white_name,black_name,date,result\n\
         0,a.pgn,1,1,b.pgn,1,\"Carlsen, Magnus\",\"Müller, K.\",2023.05.01,1-0\n\
         0,a.pgn,1,2,b.pgn,2,M. CARLSEN,muller,2023.05.??,1-0\n"
    );
    let json = listed(list("--by exact --format jsonl"), "1 duplicate of 1 game, among 5 games");
    assert!(json.starts_with("{\"type\":\"duplicate\",\"first_game_id\":0,"), "{json}");
}

#[test]
fn an_index_without_duplicates_has_none_to_list() {
    let folder = Folder::new();
    folder.zobrist(["index", "build", "idx", SAMPLE]).done();
    let run = folder.zobrist(["index", "duplicates", "idx", "--by", "players"]);
    assert_eq!(listed(run, "0 duplicates of 0 games, among 2000 games"), "");
}

#[test]
fn duplicates_are_left_out_by_kind_when_building_and_adding() {
    for (option, games, left_out) in [
        ("--dedup", 4, "1 game"),
        ("--dedup=exact", 4, "1 game"),
        ("--dedup=players", 3, "2 games"),
    ] {
        let message = format!("zobrist: left out {left_out} seen before\n");
        let check = |folder: &Folder, line: &str| {
            let run = folder.zobrist(line.split(' ').chain([option]));
            assert_eq!((run.code, &run.stderr), (0, &message), "{line} {option}");
            let info = folder.zobrist(["index", "info", "idx"]).done();
            assert!(info.contains(&format!("\ngames\t{games}\n")), "{info}");
            let by = option.strip_prefix("--dedup=").unwrap_or("exact");
            let run = folder.zobrist(["index", "duplicates", "idx", "--by", by]);
            assert_eq!(run.stdout, "");
        };
        check(&two_files(), "index build idx a.pgn b.pgn");
        let folder = two_files();
        folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
        check(&folder, "index add idx b.pgn");
    }
    let folder = two_files();
    let message = folder.zobrist(["index", "build", "idx", "a.pgn", "--dedup=names"]).refused();
    assert!(message.contains("'names' for '--dedup[=<KIND>]'"), "{message}");
    assert!(message.contains("[possible values: exact, players]"), "{message}");
    // A value needs the sign: what follows is a file.
    let run = folder.zobrist(["index", "build", "idx", "--dedup", "a.pgn", "b.pgn"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
}

/// A game, and the same with a move more, made for this test.
const LONGER: &str = "[Event \"Club night\"]\n[Site \"?\"]\n[Date \"2024.10.15\"]\n[Round \"1\"]\n\
    [White \"Alder, Paul\"]\n[Black \"Birch, Quinn\"]\n[Result \"1/2-1/2\"]\n\n\
    1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6 1/2-1/2\n\n\
    [Event \"Club night\"]\n[Site \"?\"]\n[Date \"2024.10.15\"]\n[Round \"1\"]\n\
    [White \"Alder, Paul\"]\n[Black \"Birch, Quinn\"]\n[Result \"1/2-1/2\"]\n\n\
    1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6 5. Nf3 1/2-1/2\n";

#[test]
fn a_game_that_is_the_beginning_of_another_is_listed_with_it() {
    let folder = Folder::with("a.pgn", LONGER);
    folder.zobrist(["index", "build", "idx", "a.pgn", "--relative"]).done();
    let list = |format: &str| {
        let run = folder.zobrist(["index", "duplicates", "idx", "--prefix", "--format", format]);
        listed(run, "1 beginning of 1 game, among 2 games")
    };
    assert_eq!(
        list("text"),
        "1\ta.pgn\t2\t0\ta.pgn\t1\tAlder, Paul\tBirch, Quinn\t2024.10.15\t1/2-1/2\t9\t8\n"
    );
    assert_eq!(
        list("csv").lines().next().unwrap(),
        "longer_game_id,longer_file,longer_game,game_id,file,game,white_name,black_name,date,result,\
         longer_plies,plies"
    );
    let json = list("jsonl");
    assert!(json.starts_with("{\"type\":\"beginning\",\"longer_game_id\":1,"), "{json}");
    // They are no duplicates.
    for by in ["exact", "players"] {
        let run = folder.zobrist(["index", "duplicates", "idx", "--by", by]);
        assert_eq!(listed(run, "0 duplicates of 0 games, among 2 games"), "");
    }
    let message = folder.zobrist("index duplicates idx --prefix --by players".split(' ')).refused();
    assert!(message.contains("cannot be used with"), "{message}");
}

/// Names, dates and results may differ as those of one game do; players, days, colors and starts
/// may not.
#[test]
fn a_beginning_has_the_players_and_the_day_of_the_longer_game() {
    let long = "[White \"Alder, Paul\"]\n[Black \"Müller, K.\"]\n[Date \"2024.10.15\"]\n\
                [Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";
    let game = |white: &str, black: &str, date: &str, rest: &str| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n{rest} *\n")
    };
    for (short, expected) in [
        (game("Alder, Paul", "Müller, K.", "2024.10.15", "\n1. e4 e5 2. Nf3"), 1),
        (game("P. ALDER", "Karl Muller", "2024.??.??", "\n1. e4"), 1),
        (game("Alder", "müller", "????.??.??", "\n1. e4 {and so on} e5"), 1),
        (game("Alder, Paul", "Müller, K.", "2024.10.16", "\n1. e4"), 0),
        (game("Alder, Paul", "Müller, K.", "2024.11.??", "\n1. e4"), 0),
        (game("Müller, K.", "Alder, Paul", "2024.10.15", "\n1. e4"), 0),
        (game("Alder, Paul", "Birch", "2024.10.15", "\n1. e4"), 0),
        (game("Alder, Paul", "?", "2024.10.15", "\n1. e4"), 0),
        (game("Alder, Paul", "Müller, K.", "2024.10.15", "\n1. e4 c5"), 0),
        (game("Alder, Paul", "Müller, K.", "2024.10.15", "\n1. e4 e5 2. Nf3 Nc6"), 0),
        (game("Alder, Paul", "Müller, K.", "2024.10.15", "\n"), 0),
        (game("Alder, Paul", "Müller, K.", "2024.10.15", "[Variant \"Atomic\"]\n\n1. e4"), 0),
    ] {
        for games in [short.clone() + "\n" + long, long.to_owned() + &short] {
            let folder = Folder::with("a.pgn", &games);
            folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
            let run = folder.zobrist(["index", "duplicates", "idx", "--prefix"]);
            assert_eq!((run.code, run.stdout.lines().count()), (0, expected), "{games}");
        }
    }
}

/// The manifest says which kind was used.
#[test]
fn the_manifest_names_the_kind() {
    for (option, expected) in
        [("--again", "null"), ("--dedup", "\"exact\""), ("--dedup=players", "\"players\"")]
    {
        let folder = two_files();
        folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
        assert_eq!(folder.zobrist(["index", "add", "idx", "b.pgn", option]).code, 0);
        let manifest = std::fs::read_to_string(folder.path("idx/manifest.json")).unwrap();
        assert!(manifest.contains(&format!("\"dedup\": {expected}\n")), "{manifest}");
        assert!(manifest.contains("\"dedup\": null\n"), "{manifest}");
    }
}
