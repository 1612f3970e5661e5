//! `zobrist go gtp`: dead stones and the score.

use crate::go_gtp::{answers, each, told};

/// White's two stones in Black's corner are dead.
const GAME: &str = "boardsize 5\nkomi 0.5\ngogui-play_sequence b c1 w d1 b c2 w d2 b c3 w d3 b c4 w d4 b c5 \
                    w d5 b pass w a1 b pass w a2 b pass w e5\n";

/// Komi in binary is not what was said, but the score is.
#[test]
fn scores_have_the_decimals_of_komi() {
    for (komi, expected) in [
        ("10.7", "= W+1.7"),
        ("8.7", "= B+0.3"),
        ("9.00", "= 0"),
        ("-0.1", "= B+9.1"),
        ("6", "= B+3"),
        ("9.125", "= W+0.125"),
    ] {
        let commands = format!("boardsize 3\nkomi {komi}\nplay b B2\nzobrist-dead\nfinal_score\n");
        let (answers, messages) = told(&[], &commands);
        assert_eq!(answers[4], expected, "{komi}");
        // A message says that Black cannot get that many points.
        assert_eq!(messages.is_empty(), komi.parse::<f64>().unwrap() <= 9.0, "{komi}: {messages}");
    }
    let nothing = answers(&[], "komi 0\nfinal_score\n");
    assert_eq!(nothing, ["=", "= 0"]);
}

/// Without a word on dead stones the reply is as bare as with it, and standard error has the rest.
#[test]
fn all_stones_are_alive_until_some_are_named() {
    let alive =
        "zobrist: final_score: no stones were named dead by zobrist-dead: all count as alive\n";
    let (answers, messages) = told(&[], &format!("{GAME}final_score\n"));
    assert_eq!((answers[3].as_str(), messages.as_str()), ("= W+7.5", alive));
    each(
        GAME,
        &[
            ("zobrist-dead\nfinal_score", "= W+7.5"),
            ("zobrist-dead a1\nfinal_score", "= B+4.5"),
            // The whole chain, and more with every call.
            ("zobrist-dead A2\nfinal_status_list dead", "= A1 A2"),
            ("zobrist-dead A2 e5\nfinal_status_list dead", "= A1 A2\nD1 D2 D3 D4 D5 E5"),
            ("zobrist-dead A2\nzobrist-dead c5\nfinal_status_list dead", "= A1 A2\nC1 C2 C3 C4 C5"),
            ("zobrist-dead A2\nzobrist-dead\nfinal_status_list dead", "="),
            ("zobrist-dead A2\nfinal_status_list alive", "= C1 C2 C3 C4 C5\nD1 D2 D3 D4 D5 E5"),
            ("final_status_list seki", "="),
            ("final_status_list dead", "="),
            (
                "zobrist-dead A2\nzobrist-area",
                "= \nb b b w w\nb b b w w\nb b b w w\nb b b w w\nb b b w w",
            ),
        ],
    );
}

#[test]
fn what_cannot_be_dead_is_refused_and_changes_nothing() {
    each(
        GAME,
        &[
            ("zobrist-dead b1", "? no stone on B1: expected one"),
            ("zobrist-dead a1 b1", "? no stone on B1: expected one"),
            ("zobrist-dead a1 b1\nfinal_status_list dead", "="),
            ("zobrist-dead f1", "? invalid vertex: F1 is off the board of 5 x 5"),
            (
                "zobrist-dead all",
                "? invalid vertex: \"all\" is not the name of a point: expected a letter from \
          A to Z except I, then a row from 1 to 25, as in D4",
            ),
            ("final_status_list", "? syntax error"),
            ("final_status_list unknown", "? syntax error"),
            ("final_status_list dead alive", "? syntax error"),
            ("final_score area", "? syntax error"),
            ("zobrist-area b", "? syntax error"),
        ],
    );
}

/// They are forgotten when a stone comes or goes.
#[test]
fn dead_stones_are_named_until_the_board_changes() {
    let named = format!("{GAME}zobrist-dead a1\n");
    each(
        &named,
        &[
            ("play b pass\nfinal_status_list dead", "= A1 A2"),
            ("play b pass\nundo\nfinal_status_list dead", "= A1 A2"),
            ("komi 3\nkata-set-rules aga\nfinal_status_list dead", "= A1 A2"),
            ("gogui-setup_player w\nfinal_status_list dead", "= A1 A2"),
            ("gogui-play_sequence b b1 w b1\nfinal_status_list dead", "= A1 A2"),
            ("play b b1\nfinal_status_list dead", "="),
            ("play b b1\nundo\nfinal_status_list dead", "="),
            ("play b c5\nfinal_status_list dead", "= A1 A2"),
            ("undo\nfinal_status_list dead", "="),
            ("gogui-setup b b1\nfinal_status_list dead", "="),
            ("clear_board\nfinal_status_list dead", "="),
            ("gogui-setup_player w\ngogui-setup b c3\nfinal_status_list dead", "= A1 A2"),
        ],
    );
}

/// Territory and prisoners: each player has ten points around them; two of White's stones lie in
/// Black's, and one more was captured.
#[test]
fn territory_counts_prisoners() {
    let game = "boardsize 5\nkomi 0.5\nkata-set-rules japanese\ngogui-play_sequence b c1 w d1 b c2 w d2 b c3 \
                w d3 b c4 w d4 b c5 w d5 b a2 w a1 b b1 w pass b pass\n";
    each(
        game,
        &[
            // Black: A1, A3, A4, A5, B2 to B5, and a prisoner; White: five.
            ("zobrist-dead\nfinal_score", "= B+3.5"),
            ("play w e1\nzobrist-dead\nfinal_score", "= B+4.5"),
            ("play w a4\nzobrist-dead a4\nfinal_score", "= B+4.5"),
            ("kata-set-rule scoring AREA\nzobrist-dead\nfinal_score", "= B+4.5"),
        ],
    );
}

/// White's points for a handicap, in KataGo's terms.
#[test]
fn handicaps_are_compensated_by_the_rules() {
    let game = "boardsize 9\nkomi 0\nfixed_handicap 4\nzobrist-dead\n";
    each(
        game,
        &[
            ("final_score", "= B+81"),
            ("kata-set-rules chinese\nfinal_score", "= B+77"),
            ("kata-set-rules aga\nfinal_score", "= B+78"),
            ("kata-set-rule whiteHandicapBonus N\nclear_board\nfinal_score", "= 0"),
        ],
    );
}

/// A move that is a resignation has no place on the board, but there is no score after it.
#[test]
fn after_a_resignation_there_is_no_score() {
    each(
        GAME,
        &[
            ("play b resign", "="),
            ("play W Resign\nfinal_score", "? cannot score: White has resigned"),
            ("play W resign\nundo\nlist_stones w", "= A1 D1 A2 D2 D3 D4 D5"),
            ("zobrist-dead\nplay W resign\nplay b pass\nfinal_score", "= W+7.5"),
            ("play red resign", "? invalid color \"red\": expected black or white"),
        ],
    );
}

/// After two passes the ko may be taken back, and the board is there again.
#[test]
fn a_cycle_has_no_result_under_rules_that_say_so() {
    let game = |rules: &str| {
        format!(
            "boardsize 4\nkomi 0\nkata-set-rules {rules}\n\
             gogui-setup b b1 b a2 b b3 w c1 w d2 w c3 w b2\nplay b c2\nplay w pass\nplay b pass\n"
        )
    };
    let japanese = game("japanese");
    each(
        &japanese,
        &[
            (
                "play w b2\nfinal_score",
                "? cannot score: the board is again as after move 0, which gives no result",
            ),
            // Passes do not change that, and other moves do.
            (
                "play w b2\nplay b pass\nplay w pass\nfinal_score",
                "? cannot score: the board is again as after move 0, which gives no result",
            ),
            ("play w b2\nplay b d4\nzobrist-dead\nfinal_score", "= W+1"),
            ("play w b2\nundo\nzobrist-dead\nfinal_score", "= B+2"),
        ],
    );
    each(
        &game("chinese"),
        &[("play w b2", "? illegal move: B2 repeats the position after move 0")],
    );
    each(
        &game("{\"ko\":\"SIMPLE\"}"),
        &[(
            "play w b2\nfinal_score",
            "? cannot score: the board is again as after move 0, which gives no result",
        )],
    );
}

/// A controller says neither how to count nor by which rules.
#[test]
fn options_name_the_rules_and_the_count() {
    let commands = format!("{GAME}final_score\nkata-get-rules\n");
    for (options, score, scoring) in [
        (&["--rules", "chinese"][..], "= W+7.5", "AREA"),
        (&["--rules", "japanese"], "= W+4.5", "TERRITORY"),
        (&["--scoring", "territory"], "= W+4.5", "TERRITORY"),
        (&["--rules", "japanese", "--scoring", "area"], "= W+7.5", "AREA"),
        (&["--rules", "simple", "--suicide", "forbidden"], "= W+7.5", "AREA"),
    ] {
        let (answers, _) = told(options, &commands);
        assert_eq!(answers[3], score, "{options:?}");
        assert!(answers[4].contains(&format!("\"scoring\":\"{scoring}\"")), "{}", answers[4]);
    }
    let (answers, _) = told(&["--rules", "aga"], "kata-get-rules\n");
    assert!(answers[0].contains("\"ko\":\"SITUATIONAL\""), "{}", answers[0]);
}

/// An engine of a few lines, which writes what it is told to a file.
#[cfg(unix)]
fn engine(dead: &str) -> (crate::tool::Folder, String) {
    let folder = crate::tool::Folder::new();
    let script = format!(
        "while read -r line; do echo \"$line\" >> \"$1\"; case $line in
         final_status_list*) printf '{dead}\\n\\n';;
         quit) printf '=\\n\\n'; exit;; *) printf '= \\n\\n';; esac; done"
    );
    folder.write("an engine.sh", script);
    let (program, heard) = (folder.arg("an engine.sh"), folder.arg("heard"));
    (folder, format!("sh '{program}' '{heard}'"))
}

#[cfg(unix)]
#[test]
fn a_second_engine_names_the_dead() {
    let (folder, command) = engine("=3 A1");
    let commands = format!(
        "{GAME}final_status_list dead\nfinal_score\nzobrist-dead\nfinal_score\n\
         undo\nfinal_status_list alive\n"
    );
    let (answers, messages) = told(&["--dead-by", &command], &commands);
    // Its whole chain; and what is said by zobrist-dead goes before, until a stone goes.
    assert_eq!(answers[3..7], ["= A1 A2", "= B+4.5", "=", "= W+7.5"]);
    assert_eq!((answers[8].as_str(), messages.as_str()), ("= C1 C2 C3 C4 C5\nD1 D2 D3 D4 D5", ""));
    let heard = std::fs::read_to_string(folder.path("heard")).unwrap();
    assert!(heard.starts_with("boardsize 5\nclear_board\nkomi 0.5\nplay b C1\nplay w D1\n"));
    assert_eq!(heard.matches("final_status_list dead").count(), 2, "{heard}");
    assert!(heard.ends_with("quit\n"), "{heard}");
}

/// Stones that were set up in the middle of a game are sent as they stand.
#[cfg(unix)]
#[test]
fn a_second_engine_gets_stones_where_moves_do_not_tell() {
    let (folder, command) = engine("=");
    let commands = "rectangular_boardsize 3 2\nplay b a1\ngogui-setup w c2\nfinal_score\n";
    let (answers, messages) = told(&["--dead-by", &command], commands);
    assert_eq!((answers[3].as_str(), messages.as_str()), ("= W+7.5", ""));
    let heard = std::fs::read_to_string(folder.path("heard")).unwrap();
    let expected = "rectangular_boardsize 3 2\nclear_board\nkomi 7.5\nclear_board\nplay b A1\n\
                    play w C2\nfinal_status_list dead\nquit\n";
    assert_eq!(heard, expected);
}

#[cfg(unix)]
#[test]
fn a_second_engine_that_fails_fails_the_score() {
    let game = "boardsize 3\nplay b b2\nfinal_score\n";
    for (dead, why) in [
        ("=2 C3", "expected stones of the board as dead, got \"C3\""),
        ("? no idea", "the engine refuses final_status_list dead: no idea"),
        ("dead", "expected an answer of GTP to final_status_list, got \"dead\""),
    ] {
        let (_folder, command) = engine(dead);
        let answer = told(&["--dead-by", &command], game).0.pop().unwrap();
        assert_eq!(answer, format!("? cannot score: --dead-by sh: {why}"));
    }
    let answer = told(&["--dead-by", "/no/such/engine"], game).0.pop().unwrap();
    assert!(answer.starts_with("? cannot score: --dead-by /no/such/engine: cannot start"));
    let answer = told(&["--dead-by", "true"], game).0.pop().unwrap();
    assert!(answer.starts_with("? cannot score: --dead-by true: "), "{answer}");
    let run = crate::tool::zobrist_on("", ["go", "gtp", "--dead-by", "'gnugo"]);
    assert_eq!(run.code, 2);
}
