//! The tables of `zobrist explore` and `book tree`: to a pipe, on terminals of several widths, as
//! rows.

use crate::tool::{Folder, Run, on_terminal, without_emphasis};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/engine-games.pgn.gz");

/// A folder with the index of the sample.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.zobrist(["index", "build", "idx", SAMPLE]);
    folder
}

#[track_caller]
fn explore(folder: &Folder, args: &[&str]) -> Run {
    folder.zobrist(["explore", "idx"].iter().chain(args).copied())
}

/// The screen of a terminal of `columns` columns after a command.
fn screen(folder: &Folder, columns: usize, args: &str) -> Option<String> {
    let line = format!("stty cols {columns} rows 40; \"$ZOBRIST\" {args}");
    let output = on_terminal(folder, &line)?;
    assert_eq!(output.status.code(), Some(0));
    Some(String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n"))
}

const PIPED: &str = "\
B20 Sicilian Defense
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
220 games in this position
move   games   share  white  draws  black   elo  last  others  score  opening
Nf3       49   22.3%  48.9%  12.8%  38.3%  2084  2025      +6  55.3%  B27 Sicilian Defense
c3        44   20.0%  37.2%  14.0%  48.8%  2046  2025          44.2%  B22 Sicilian Defense: Alapin Variation
d4        16    7.3%  64.3%   7.1%  28.6%  2100  2025      +3  67.9%  B21 Sicilian Defense: Smith-Morra Gambit
total    220  100.0%  40.2%  12.9%  46.9%  2048  2025          46.7%
";

const ASKED: [&str; 6] = ["--moves", "e4 c5", "--min-games", "9", "--top", "4"];

#[test]
fn a_pipe_gets_plain_text_of_any_width() {
    let folder = folder();
    let table = explore(&folder, &ASKED).done();
    let without = table.lines().filter(|line| !line.starts_with("Nc3"));
    let without: Vec<&str> = without.take(PIPED.lines().count()).collect();
    assert_eq!(without.join("\n") + "\n", PIPED);
    assert!(
        table.ends_with("23 more moves of 80 games not shown\n11 games without a known result\n")
    );
}

const WIDTH_60: &str = "\
B20 Sicilian Defense
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
220 games in this position
move   games   share  results      elo  last  others  eco
Nf3       49   22.3%  █████▒····  2084  2025      +6  B27
c3        44   20.0%  ████▒·····  2046  2025          B22
total    220  100.0%  ████▒·····  2048  2025
White scores 46.7%
25 more moves of 127 games not shown
11 games without a known result
";

const WIDTH_80: &str = "\
B20 Sicilian Defense
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
220 games in this position
move   games   share  white  draw  black   elo  last  others  opening
Nf3       49   22.3%   49% ████▒···  38%  2084  2025      +6  B27 Sicilian Defe…
c3        44   20.0%   37% ███▒····  49%  2046  2025          B22 Sicilian Defe…
total    220  100.0%   40% ███▒····  47%  2048  2025
White scores 46.7%
25 more moves of 127 games not shown
11 games without a known result
";

const WIDTH_140: &str = "\
B20 Sicilian Defense
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
220 games in this position
move   games   share  white        draw        black   elo  last  others  score  opening
Nf3       49   22.3%   49% ██████████▒▒········  38%  2084  2025      +6  55.3%  B27 Sicilian Defense
c3        44   20.0%   37% ███████▒▒▒··········  49%  2046  2025          44.2%  B22 Sicilian Defense: Alapin Variation
total    220  100.0%   40% ████████▒▒▒·········  47%  2048  2025          46.7%
25 more moves of 127 games not shown
11 games without a known result
";

#[test]
fn a_terminal_gets_bars_of_its_width() {
    let folder = folder();
    let args = "explore idx --moves 'e4 c5' --top 2";
    for (columns, expected) in [(60, WIDTH_60), (80, WIDTH_80), (140, WIDTH_140)] {
        let Some(shown) = screen(&folder, columns, args) else { return };
        let plain = without_emphasis(&shown);
        assert_eq!(plain, expected, "{columns} columns");
        assert!(shown.starts_with("\u{1b}[1mB20 Sicilian Defense\u{1b}[0m\n"), "{shown:?}");
        // No line is longer than the terminal is wide, but for FENs.
        let longest = plain.lines().filter(|line| !line.contains('/')).map(|l| l.chars().count());
        assert!(longest.max().unwrap() <= columns);
    }
}

/// Every other table: on a terminal no line is too long, and each has the words of the piped one,
/// as far as there is room.
#[test]
fn trees_and_scores_fit_a_terminal_of_any_width() {
    let folder = folder();
    folder.zobrist(["book", "make", "idx", "-o", "b.bin"]);
    for args in [
        "explore idx --moves 'e4' --depth 2 --top 2",
        "explore idx --moves 'e4 c5' --top 4 --player '(2' --as white",
        "book tree b.bin --depth 3 --top 2",
    ] {
        let words: Vec<String> = args.split(' ').map(|word| word.replace('\'', "")).collect();
        let words = words.join(" ").replace("e4 c5", "e4_c5");
        let words = words.split(' ').map(|word| word.replace('_', " ")).collect::<Vec<_>>();
        let piped = folder.zobrist(words.iter().map(String::as_str)).done();
        for columns in [60, 80, 140] {
            let Some(shown) = screen(&folder, columns, args) else { return };
            let plain = without_emphasis(&shown);
            // White's score has a line of its own where the table has no room for it.
            let has_score = plain.lines().any(|line| line.contains("  score"));
            let plain = match plain.split_once("White scores ") {
                Some((table, rest)) => {
                    assert!(!has_score, "{args}: {plain}");
                    table.to_owned() + rest.split_once('\n').unwrap().1
                }
                None => {
                    assert!(has_score || args.starts_with("book"), "{args}: {plain}");
                    plain
                }
            };
            assert_eq!(plain.lines().count(), piped.lines().count(), "{args}: {plain}");
            for (line, piped) in plain.lines().zip(piped.lines()) {
                // A FEN has the length that it has.
                let fits = line.chars().count() <= columns || line.contains('/');
                assert!(fits, "{columns}: {line}");
                let first = |line: &str| line.split_whitespace().next().map(str::to_owned);
                assert_eq!(first(line), first(piped), "{args}");
            }
        }
    }
}

#[test]
fn a_terminal_may_want_no_color_or_no_bars() {
    let folder = folder();
    let args = "explore idx --moves 'e4 c5' --top 2";
    let line = format!("stty cols 80 rows 40; NO_COLOR=1 \"$ZOBRIST\" {args}");
    let Some(output) = on_terminal(&folder, &line) else { return };
    let shown = String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n");
    assert_eq!(shown, WIDTH_80);
    let line = format!("TERM=dumb \"$ZOBRIST\" {args}");
    let output = on_terminal(&folder, &line).unwrap();
    let shown = String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n");
    assert_eq!(shown, explore(&folder, &["--moves", "e4 c5", "--top", "2"]).done());
}

/// The moves of a table in their order.
fn moves(table: &str) -> Vec<&str> {
    let rows = table.lines().skip_while(|line| !line.starts_with("move "));
    let first = rows.skip(1).map(|line| line.split(' ').next().unwrap());
    first.take_while(|word| *word != "total").collect()
}

#[test]
fn moves_are_sorted_and_chosen() {
    let game = |moves: &str, result: &str, elo: u32, year: u32| {
        format!(
            "[Result \"{result}\"]\n[WhiteElo \"{elo}\"]\n[Date \"{year}.01.01\"]\n\n{moves} {result}\n\n"
        )
    };
    let text = [
        game("1. e4 e5", "0-1", 2400, 2020),
        game("1. e4 c5", "0-1", 2400, 2020),
        game("1. e4 e6", "1-0", 2400, 2020),
        game("1. d4 d5", "1-0", 2000, 2021),
        game("1. d4 Nf6", "1/2-1/2", 2000, 2021),
        game("1. c4 c5", "1-0", 2200, 2019),
        "1. a3 *\n".to_owned(),
    ];
    let folder = Folder::with("a.pgn", text.concat());
    folder.zobrist(["index", "build", "idx", "a.pgn"]);
    for (args, expected) in [
        (&[][..], ["e4", "d4", "a3", "c4"]),
        (&["--sort", "games"], ["e4", "d4", "a3", "c4"]),
        (&["--sort", "score"], ["c4", "d4", "e4", "a3"]),
        (&["--sort", "elo"], ["e4", "c4", "d4", "a3"]),
        (&["--sort", "year"], ["d4", "e4", "c4", "a3"]),
    ] {
        let mut found = moves(&explore(&folder, args).done()).join(" ");
        // Of two moves of one game each, either may come first.
        if args.is_empty() || args[1] == "games" {
            found = found.replace("c4 a3", "a3 c4");
        }
        assert_eq!(found, expected.join(" "), "{args:?}");
        let top = [args, &["--top", "1"]].concat();
        assert_eq!(moves(&explore(&folder, &top).done()), [expected[0]]);
    }
    // The score is that of the side to move: Black won most after 1. e4 c5 and e5.
    let table = explore(&folder, &["--moves", "e4", "--sort", "score"]).done();
    assert_eq!(moves(&table).last(), Some(&"e6"));
    assert_eq!(moves(&explore(&folder, &["--min-games", "2"]).done()), ["e4", "d4"]);
    let none = explore(&folder, &["--min-games", "4"]);
    assert_eq!(none.code, 0);
    assert_eq!(
        none.stderr,
        "zobrist: no move is shown: --top or --min-games left out 4 moves of 7 games\n"
    );
}

#[test]
fn a_tree_has_the_moves_after_each_move() {
    let text = "1. e4 e5 2. Nf3 *\n\n1. e4 e5 2. Bc4 *\n\n1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n";
    let folder = Folder::with("a.pgn", text);
    folder.zobrist(["index", "build", "idx", "a.pgn"]);
    let tree = explore(&folder, &["--depth", "3"]).done();
    let expected = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
4 games in this position
move     games   share  white  draws  black  elo  last  score  opening
e4           3   75.0%      -      -      -    -     -      -  B00 King's Pawn Game
  e5         3  100.0%      -      -      -    -     -      -  C20 King's Pawn Game
    Nf3      2   66.7%      -      -      -    -     -      -  C40 King's Knight Opening
    Bc4      1   33.3%      -      -      -    -     -      -  C23 Bishop's Opening
d4           1   25.0%      -      -      -    -     -      -  A40 Queen's Pawn Game
  d5         1  100.0%      -      -      -    -     -      -  D00 Queen's Pawn Game
total        4  100.0%      -      -      -    -     -      -
4 games without a known result
";
    assert_eq!(tree, expected);
    let csv = explore(&folder, &["--depth", "2", "--top", "1", "--format", "csv"]).done();
    assert_eq!(
        csv,
        "line,uci,san,games,white,draws,black,unknown,average_elo,last_year,other_orders,eco,opening\n\
         ,e2e4,e4,3,0,0,0,3,,,0,B00,King's Pawn Game\n\
         e4,e7e5,e5,3,0,0,0,3,,,0,C20,King's Pawn Game\n"
    );
    let rows = explore(&folder, &["--depth", "2", "--top", "1", "--format", "jsonl"]).done();
    let last = rows.lines().last().unwrap();
    assert!(last.starts_with("{\"type\":\"move\",\"line\":\"e4\",\"uci\":\"e7e5\","), "{last}");
    assert_eq!(rows.lines().count(), 3);
    for other in [&["--games", "1"][..], &["--pgn"]] {
        let message = explore(&folder, &[&["--depth", "2"], other].concat()).refused();
        assert!(message.contains("cannot be used with"), "{message}");
    }
    assert!(explore(&folder, &["--depth", "0"]).refused().contains("1..=100"));
    assert!(explore(&folder, &["--depth", "101"]).refused().contains("1..=100"));
}

/// A game that came back to its positions has an endless line in them.
#[test]
fn a_line_of_a_tree_ends_where_it_comes_back() {
    let folder = Folder::with("a.pgn", "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 *\n");
    folder.zobrist(["index", "build", "idx", "a.pgn"]);
    let rows = explore(&folder, &["--depth", "100", "--format", "csv"]).done();
    let lines =
        rows.lines().skip(1).map(|row| row.split(',').take(2).collect::<Vec<_>>().join(","));
    assert_eq!(
        lines.collect::<Vec<_>>(),
        [",g1f3", "Nf3,g8f6", "Nf3 Nf6,f3g1", "Nf3 Nf6 Ng1,f6g8", ",e2e4"]
    );
    folder.zobrist(["book", "make", "a.pgn", "-o", "b.bin", "--min-games", "1"]);
    let rows =
        folder.zobrist(["book", "tree", "b.bin", "--depth", "100", "--format", "csv"]).done();
    assert!(rows.lines().count() <= 6, "{rows}");
}

#[test]
fn games_are_written_as_pgn_alone() {
    let game = |white: &str, date: &str, site: &str| {
        format!(
            "[White \"{white}\"]\n[Site \"{site}\"]\n[Date \"{date}\"]\n\n1. e4 e5 2. Nf3 *\n\n"
        )
    };
    let (a, b) = (game("A", "2020.01.01", "https://host/a"), game("B", "2024.01.01", "Berlin"));
    let folder = Folder::with("a.pgn", [&a, &b, "1. d4 *\n\n"].map(String::from).concat());
    folder.zobrist(["index", "build", "idx", "a.pgn"]);
    let all = explore(&folder, &["--moves", "e4 e5", "--pgn"]).done();
    assert_eq!(all.matches("\n1. e4 e5 2. Nf3 *\n\n").count(), 2);
    assert!(all.starts_with("[Event \"?\"]\n[Site \"https://host/a\"]\n"), "{all}");
    let args = ["--pgn", "--games", "1", "--sort-games", "newest", "--moves", "e4"];
    let newest = explore(&folder, &args).done();
    assert!(newest.contains("[White \"B\"]") && newest.matches("[Event").count() == 1, "{newest}");
    assert_eq!(explore(&folder, &["--pgn", "--games", "0"]).done(), "");
    // The games can be read again.
    folder.write("b.pgn", &all);
    let hashes = folder.zobrist(["hash", "b.pgn"]).done();
    assert_eq!(hashes.lines().count(), 8);
    for other in [["--format", "csv"], ["--top", "3"], ["--sort", "elo"], ["--min-games", "2"]] {
        let message = explore(&folder, &[&["--pgn"][..], &other].concat()).refused();
        assert!(message.contains("cannot be used with"), "{message}");
    }
    // A site that is a link is shown.
    let table = explore(&folder, &["--moves", "e4", "--games", "2"]).done();
    assert!(table.contains("here at ply 1\n  https://host/a\n"), "{table}");
    assert!(!table.contains("Berlin"), "{table}");
    let by_elo = explore(&folder, &["--games", "3", "--sort-games", "newest"]).done();
    let (newer, older) = (by_elo.find("\nB - ?").unwrap(), by_elo.find("\nA - ?").unwrap());
    assert!(newer < older);
}

#[test]
fn a_position_may_be_given_by_a_fen_and_moves() {
    let folder = Folder::with("a.pgn", "1. e4 c5 2. Nf3 d6 *\n");
    folder.zobrist(["index", "build", "idx", "a.pgn"]);
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let by_both = explore(&folder, &["--fen", fen, "--moves", "c5 Nf3"]).done();
    assert_eq!(by_both, explore(&folder, &["--moves", "e4 c5 Nf3"]).done());
    assert!(by_both.starts_with("B27 Sicilian Defense\n"), "{by_both}");
    // The last name of the line, and with a FEN alone that of the position.
    let line = "e4 c5 Nf3 d6 Rg1";
    let named = explore(&folder, &["--fen", "startpos", "--moves", line]);
    assert!(
        named.stdout.starts_with("B50 Sicilian Defense: Modern Variations\n"),
        "{}",
        named.stdout
    );
    let unnamed = "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKBR1 b Qkq - 1 3";
    let alone = explore(&folder, &["--fen", unnamed]);
    assert!(alone.stdout.starts_with(unnamed), "{}", alone.stdout);
    for (moves, hint) in [
        ("e4 c5 nf3", "did you mean Nf3?"),
        ("e4 c5 Nc4", "illegal move; did you mean c4 or Bc4?"),
        ("e4 c5 b1c4", "illegal move; did you mean Na3 or Nc3?"),
    ] {
        let message = explore(&folder, &["--moves", moves]).refused();
        assert!(message.trim_end().ends_with(hint), "{message}");
    }
}

#[test]
fn a_table_without_moves_says_why() {
    let text =
        "1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 4. Nf3 *\n\n1. e4 e5 2. Nf3 1-0\n\n1. e4 e5 2. Nf3 1-0\n";
    let folder = Folder::with("a.pgn", text);
    folder.zobrist(["index", "build", "idx", "a.pgn"]);
    folder.zobrist(["index", "build", "short", "a.pgn", "--max-ply", "3"]);
    let fen =
        |rights: &str| format!("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w {rights} - 0 2");
    for (args, reason) in [
        (vec!["--moves", "a4"], "no game reached this position"),
        (
            vec!["--moves", "e4 e5 Nf3"],
            "2 games reached this position, as the last one: no move was played",
        ),
        (
            vec!["--fen", &fen("KQ")],
            "no game reached this position, but 3 games did with rights KQkq, 1 game did with rights -",
        ),
        (
            vec!["--moves", "e4", "--result", "0-1"],
            "none of 3 games in this position meets all that is asked for; by itself, result 0-1 \
             leaves 0 games",
        ),
    ] {
        let run = explore(&folder, &args);
        assert_eq!((run.code, run.stderr), (0, format!("zobrist: {reason}\n")), "{args:?}");
    }
    let run = folder.zobrist(["explore", "short", "--moves", "e4 e5 Ke2 Ke7"]);
    assert_eq!(
        run.stderr,
        "zobrist: no game reached this position before ply 3, where the index ends (--max-ply 3); it \
         stands at ply 4\n"
    );
}

#[test]
fn a_book_is_shown_as_a_tree() {
    let text = "1. e4 e5 2. Nf3 1/2-1/2\n\n1. e4 e5 2. Bc4 1/2-1/2\n\n1. e4 e5 2. Nf3 1/2-1/2\n\n1. d4 d5 1/2-1/2\n";
    let folder = Folder::with("a.pgn", text);
    folder.zobrist(["book", "make", "a.pgn", "-o", "b.bin", "--min-games", "1"]);
    let tree = folder.zobrist(["book", "tree", "b.bin", "--depth", "3"]).done();
    let expected = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
move     weight   share  opening
e4            3   75.0%  B00 King's Pawn Game
  e5          3  100.0%  C20 King's Pawn Game
    Nf3       2   66.7%  C40 King's Knight Opening
    Bc4       1   33.3%  C23 Bishop's Opening
d4            1   25.0%  A40 Queen's Pawn Game
  d5          1  100.0%  D00 Queen's Pawn Game
";
    assert_eq!(tree, expected);
    let args = ["book", "tree", "b.bin", "--moves", "e4 e5", "--depth", "1", "--format", "csv"];
    assert_eq!(
        folder.zobrist(args).done(),
        "line,uci,san,weight,percent,learn,eco,opening\n\
         ,g1f3,Nf3,2,66.7,0,C40,King's Knight Opening\n\
         ,f1c4,Bc4,1,33.3,0,C23,Bishop's Opening\n"
    );
    let args = ["book", "tree", "b.bin", "--moves", "e4", "--top", "1", "--format", "jsonl"];
    let rows = folder.zobrist(args).done();
    assert!(rows.lines().last().unwrap().contains("\"line\":\"e5\",\"uci\":\"g1f3\""), "{rows}");
    let none = folder.zobrist(["book", "tree", "b.bin", "--moves", "a4"]).done();
    assert!(none.ends_with("\nno move of the book in this position\n"), "{none}");
}
