//! `zobrist go`: results, komi, rules and handicaps as servers write them, in `check --results` and
//! over GTP.

use crate::tool::{Folder, column, zobrist_on};

/// A board of 5 × 5 with a dead white stone on A5: 13 points against 11 with all stones on it, and
/// 15 against 10 without that one. Both were counted by hand.
const STONES: &str =
    "AB[ca][cb][cc][cd][ce][ab][bb][ac][bc][be][ad][bd]AW[aa][da][db][dc][dd][de][eb][ec][ed]";

/// The rows of `go check --rules file --results` for a game of 5 × 5, and what is said.
fn checked(header: &str) -> (Vec<String>, String) {
    let game = format!("(;SZ[5]{header}{STONES};B[];W[])");
    let run = zobrist_on(game, ["go", "check", "--rules", "file", "--results"]);
    (column(&run.stdout, 6).into_iter().map(str::to_owned).collect(), run.stderr)
}

const ONE: &str = "zobrist: compared the results of 1 of 1 game\n";

#[test]
fn all_stones_count_where_the_rules_take_none_off() {
    for (header, row) in [
        ("RU[Tromp-Taylor]RE[B+2]", None),
        ("RU[Tromp-Taylor]RE[B+5]", Some("result B+5, but the board says B+2")),
        ("RU[Chinese]RE[B+2]", None),
        ("RU[Chinese]RE[B+5]", None),
        ("RU[Chinese]RE[B+3]", Some("result B+3, but the board says B+5")),
        ("RU[AGA]RE[B+2]", None),
        ("RU[{\"ko\":\"SIMPLE\",\"suicide\":false}]RE[B+2]", None),
        ("RU[koPOSITIONALscoreAREAtaxNONEsui1]RE[B+5]", Some("result B+5, but the board says B+2")),
    ] {
        let (rows, messages) = checked(&format!("KM[0]{header}"));
        assert_eq!(rows.first().map(String::as_str), row, "{header}");
        assert_eq!(messages, ONE, "{header}");
    }
    let (rows, messages) = checked("KM[0]RU[house]RE[B+2]");
    assert!(rows.is_empty() && messages.ends_with(ONE), "{messages}");
}

#[test]
fn komi_of_servers_is_told_once() {
    for (header, note) in [
        (
            "AP[foxwq]KM[375]RE[W+5.5]",
            "KM[375] is read as 7.5, in hundredths of a stone, which is two points",
        ),
        ("KM[750]RE[W+5.5]", "KM[750] is read as 7.5, in hundredths of a point"),
        ("KM[3.75]RE[W+5.5]", "KM[3.75] is read as 7.5, in stones, which are two points each"),
        (
            "KM[325]RE[W+4.5]",
            "KM[325] is read as 6.5, in hundredths of a stone, which is two points",
        ),
        ("KM[26]RE[W+24]", "KM[26], 26 points: expected at most 25, those of the board"),
        ("KM[-400]RE[W+4]", "KM[-400], -400 points: expected at most 25, those of the board"),
    ] {
        let (rows, messages) = checked(&format!("RU[Chinese]{header}"));
        assert!(rows.is_empty(), "{header}: {rows:?}");
        let expected = format!("zobrist: standard input:1: game 1: {note}\n");
        assert!(messages.starts_with(&expected), "{header}: {messages}");
    }
    for header in ["KM[7,5]RE[W+5.5]", "KM[ +7.5 ]RE[W+2.5]", "KM[7.50]RE[W+5.5]"] {
        assert_eq!(checked(&format!("RU[Chinese]{header}")), (vec![], ONE.to_owned()), "{header}");
    }
    let games = format!("(;SZ[5]KM[375]RE[W+5.5]{STONES};B[];W[])").repeat(4);
    let run = zobrist_on(games, ["go", "check", "--results"]);
    assert_eq!(
        run.stderr,
        "zobrist: standard input:1: game 1: KM[375] is read as 7.5, in hundredths of a stone, which is two \
         points\nzobrist: komi of 3 more games is not in points, and read so\n\
         zobrist: compared the results of 4 of 4 games\n"
    );
}

#[test]
fn games_that_were_not_compared_are_counted_by_the_reason() {
    let end = ";B[];W[])";
    let games = [
        format!("(;SZ[5]KM[0]RE[B+R]{STONES}{end}"),
        format!("(;SZ[5]KM[0]{STONES}{end}"),
        format!("(;SZ[5]KM[0]RE[B+5]{STONES};B[])"),
        format!("(;SZ[5]KM[0]RE[B+5]{STONES};B[aa];W[];B[])"),
        format!("(;SZ[5]RU[Chinese]KM[0]RE[B+9];B[cc]{end}"),
        format!("(;SZ[5]RU[Chinese]KM[none]RE[B+9]{STONES}{end}"),
        format!("(;SZ[5]RU[Chinese]KM[99]RE[B+9]{STONES}{end}"),
        format!("(;SZ[5]RU[Stone Scoring]KM[0]RE[B+9]{STONES}{end}"),
        format!("(;SZ[5]RU[AGA-Button]KM[0]RE[B+9]{STONES}{end}"),
        format!("(;SZ[5]RU[Chinese]KM[0]RE[B+5]{STONES}{end}"),
    ];
    let run = zobrist_on(games.join("\n"), ["go", "check", "--results"]);
    let last = run.stderr.lines().last().unwrap();
    assert_eq!(
        last,
        "zobrist: compared the results of 1 of 10 games; not 2 without a result in points, 1 without two \
         passes at the end, 1 that cannot be played to the end, 1 with points that are not decided, 1 with \
         komi that is no number of halves, 1 with komi beyond the board, 1 with a tax on groups, 1 with a button"
    );
    assert!(!zobrist_on(games.join("\n"), ["go", "check"]).stderr.contains("compared"));
}

/// By Chinese rules White gets as many points as there are handicap stones, by those of the AGA one
/// less.
#[test]
fn handicaps_are_paid_by_the_rules() {
    // Two black stones count for all of the board.
    let game = |rules: &str, stones: &str, result: &str| {
        let game = format!("(;SZ[5]RU[{rules}]KM[0.5]RE[{result}]{stones};W[];B[];W[];B[])");
        let run = zobrist_on(game, ["go", "check", "--results", "--rules", "file"]);
        column(&run.stdout, 6).join(", ")
    };
    for stones in ["HA[2]AB[bb][dd]", "AB[bb][dd]", "HA[2];B[bb];B[dd]", ";B[bb]PL[B];B[dd]"] {
        for (rules, result) in
            [("Chinese", "B+22.5"), ("AGA", "B+23.5"), ("Tromp-Taylor", "B+24.5"), ("NZ", "B+24.5")]
        {
            assert_eq!(game(rules, stones, result), "", "{rules} {stones}");
        }
        let row = game("Tromp-Taylor", stones, "B+22.5");
        assert_eq!(row, "result B+22.5, but the board says B+24.5", "{stones}");
    }
    assert_eq!(game("Chinese", "HA[0]AB[bb][dd]", "B+24.5"), "");
}

/// It is told of the first game of a run, and the others are counted; an empty value is none.
#[test]
fn komi_that_is_no_number_is_told() {
    let games: String = ["6.5目", "abc", "7 1/2", "", "6.5", "6,5"]
        .map(|komi| format!("(;SZ[9]KM[{komi}];B[ee])\n"))
        .concat();
    let run = zobrist_on(games, ["go", "check"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    assert_eq!(
        run.stderr,
        "zobrist: standard input:1: game 1: KM[6.5目] is no decimal number, such as KM[6.5]\n\
         zobrist: komi of 2 more games is no decimal number\n"
    );
}

/// The record says that the game had no result, which a triple ko leads to.
#[test]
fn a_void_game_may_repeat_a_position() {
    let stones = "AB[bb][ac][cc][ec][gc][ad][bd][cd][dd][ed][fd][gd]AW[aa][ba][ca][da][ea][fa][ga][ab][cb][eb]\
                  [gb][dc][fc][ae][be][ce][de][ee][fe][ge]";
    let moves = ";B[db];W[bc];B[fb];W[dc];B[bb];W[fc];B[];W[]";
    let faults = |header: &str, options: &[&str]| {
        let game = format!("(;SZ[7:6]{header}{stones}{moves})");
        let run = zobrist_on(game, [&["go", "check"], options].concat());
        column(&run.stdout, 6).join(", ")
    };
    let file = &["--rules", "file"][..];
    assert_eq!(faults("RU[Korean]RE[Void]", file), "");
    assert_eq!(faults("RU[Chinese]RE[Void]", file), "");
    assert_eq!(faults("RE[void]", &[]), "");
    assert_eq!(faults("RE[Void: triple ko]", &[]), "");
    assert_eq!(faults("RE[無勝負]", &[]), "");
    assert_eq!(faults("RE[Voided]", &[]), "repetition");
    assert_eq!(faults("RU[Korean]RE[B+R]", file), "");
    assert_eq!(faults("RU[Chinese]RE[B+R]", file), "repetition");
    // A ko that is taken back at once is a fault in any game.
    let ko = "(;SZ[5]RE[Void]AB[bc][cb][cd]AW[db][dd][ec]PL[B];B[dc];W[cc];B[dc])";
    let run = zobrist_on(ko, ["go", "check"]);
    assert_eq!(column(&run.stdout, 6), ["repetition"]);
}

#[test]
fn names_of_rules_are_known() {
    let names = [
        "koSIMPLEscoreAREAtaxNONEsui0",
        "Chinese, Pair Go",
        "Korean",
        "GOE",
        "BGA",
        "{\"ko\":\"SIMPLE\",\"scoring\":\"TERRITORY\",\"tax\":\"SEKI\",\"suicide\":false}",
    ];
    let games: String = names.iter().map(|name| format!("(;SZ[9]RU[{name}];B[ee])")).collect();
    assert_eq!(zobrist_on(games, ["go", "check", "--rules", "file"]).done(), "");
}

fn gtp(commands: &str) -> (String, String) {
    let run = zobrist_on(commands, ["go", "gtp"]);
    (run.stdout.trim_end().rsplit("\n\n").next().unwrap_or_default().to_owned(), run.stderr)
}

/// Three black stones and one white one are on the board, and all other points are beside both
/// colors.
#[test]
fn final_score_pays_handicaps_that_are_played() {
    let begin = "kgs-rules chinese\nboardsize 9\nkomi 0.5\n";
    let stones = "play b c7\nplay b g3\nplay w e5\nplay b e7\nzobrist-dead\n";
    assert_eq!(gtp(&format!("{begin}{stones}final_score\n")).0, "= W+0.5");
    // With one move of Black it is no handicap.
    let even = "play b c7\nplay w e5\nplay b e7\nzobrist-dead\nfinal_score\n";
    assert_eq!(gtp(&format!("{begin}{even}")).0, "= B+0.5");
    let undone = "play b c7\nplay b g3\nundo\nplay w e5\nplay b e7\nzobrist-dead\nfinal_score\n";
    assert_eq!(gtp(&format!("{begin}{undone}")).0, "= B+0.5");
    for (rules, score) in [("aga", "= B+0.5"), ("tromp-taylor", "= B+1.5"), ("korean", "= W+0.5")] {
        let begin = begin.replace("chinese", rules);
        assert_eq!(gtp(&format!("{begin}{stones}final_score\n")).0, score, "{rules}");
    }
    for (rules, what) in [("stone-scoring", "the tax on groups"), ("aga-button", "the button")] {
        let begin = begin.replace("kgs-rules chinese", &format!("kata-set-rules {rules}"));
        let expected = format!("? cannot score: {what} of these rules is not counted");
        assert_eq!(gtp(&format!("{begin}{stones}final_score\n")).0, expected);
    }
}

/// A file that names its handicap, none for two stones that are set up, has that one.
#[test]
fn loadsgf_takes_handicap_komi_and_rules_of_the_file() {
    let folder = Folder::with("a.sgf", "(;SZ[9]RU[Chinese]KM[0.5]HA[0]AB[cc][gg];W[ee];B[ec])");
    folder.write("b.sgf", "(;SZ[9]RU[Chinese]KM[0.5]HA[2];B[cc];B[gg];W[ee];B[ec])");
    folder.write("c.sgf", "(;SZ[9]RU[Chinese]KM[0.5]AB[cc][gg];W[ee];B[ec])");
    folder.write("fox.sgf", "(;SZ[9]RU[Chinese]AP[foxwq]KM[375];B[cc])");
    folder.write("far.sgf", "(;SZ[9]RU[Chinese]KM[82];B[cc])");
    let run = |rules: &str, file: &str, then: &str| {
        let commands = format!("{rules}\nloadsgf {file}\nzobrist-dead\n{then}\n");
        let run = folder.zobrist_on(commands, ["go", "gtp"]);
        (run.stdout.trim_end().rsplit("\n\n").next().unwrap().to_owned(), run.stderr)
    };
    for (file, score) in [("a.sgf", "= B+1.5"), ("b.sgf", "= W+0.5"), ("c.sgf", "= W+0.5")] {
        assert_eq!(
            run("kgs-rules chinese", file, "final_score"),
            (score.to_owned(), String::new())
        );
    }
    let (komi, message) = run("kgs-rules chinese", "fox.sgf", "get_komi");
    assert_eq!(komi, "= 7.5");
    assert_eq!(
        message,
        "zobrist: loadsgf: fox.sgf: KM[375] is read as 7.5, in hundredths of a stone, which is two points\n"
    );
    let (komi, message) = run("kgs-rules chinese", "far.sgf", "get_komi");
    assert_eq!(komi, "= 82");
    assert!(message.contains("KM[82], 82 points: expected at most 81"), "{message}");
    let other = "it names other rules than the session's, which stay: RU[Chinese]; kata-set-rules changes them";
    for rules in ["kgs-rules japanese", "kata-set-rules tromp-taylor", "kata-set-rule ko SIMPLE"] {
        let (_, message) = run(rules, "c.sgf", "get_komi");
        assert_eq!(message, format!("zobrist: loadsgf: c.sgf: {other}\n"), "{rules}");
    }
}
