//! `zobrist go check`: turns, handicap, forced moves, results, and the rules that games name.

use crate::tool::{Folder, column, zobrist_on};

/// The faults of a game, each with its move.
fn faults<const N: usize>(game: &str, options: [&str; N]) -> Vec<String> {
    let options = ["go", "check"].into_iter().chain(options);
    let rows = zobrist_on(game, options).stdout;
    let moves = column(&rows, 3);
    moves.iter().zip(column(&rows, 6)).map(|(at, what)| format!("{at} {what}")).collect()
}

const NONE: [&str; 0] = [];

#[test]
fn two_moves_of_a_player_in_a_row_are_found() {
    assert_eq!(faults("(;SZ[9];B[aa];W[bb];W[cc];B[];B[dd])", []), ["3 out of turn"]);
    let run = zobrist_on("(;SZ[9];B[aa];W[ba];W[bb])", ["go", "check"]);
    assert_eq!(run.rejected().0, "standard input\t1\t0\t3\tWhite\tB8\tout of turn\t\t\n");
    // In each line by itself.
    assert_eq!(faults("(;SZ[9];B[aa](;W[bb];B[cc])(;B[bb];W[cc]))", []), ["2 out of turn"]);
}

#[test]
fn a_turn_that_the_record_names_is_that_players() {
    for game in [
        "(;SZ[9];B[aa];PL[B];B[bb])",
        "(;SZ[9];B[aa]PL[B];B[bb])",
        "(;SZ[9];B[aa];PL[B]B[bb])",
        "(;SZ[9];B[aa];AW[cc];B[bb])",
        // Handicap stones that are played.
        "(;SZ[9]HA[3];B[aa];B[bb];B[cc];W[dd])",
        "(;SZ[9]AB[aa][bb]HA[2];W[cc];B[dd])",
        "(;SZ[9];W[aa];B[bb])",
        // They count as a handicap, which the record does not name.
        "(;SZ[9];B[aa];B[bb];W[cc];B[dd])",
        "(;SZ[9]RU[Chinese];B[aa];B[bb];B[cc];W[dd])",
    ] {
        assert_eq!(faults(game, []), NONE, "{game}");
    }
    assert_eq!(faults("(;SZ[9]HA[2];B[aa];B[bb];B[cc];W[dd])", []), ["3 out of turn"]);
    // None is named, or it stands on the board already.
    assert_eq!(faults("(;SZ[9]HA[0];B[aa];B[bb];W[cc])", []), ["2 out of turn"]);
    assert_eq!(faults("(;SZ[9]AB[gg][hh];B[aa];B[bb];W[cc])", []), ["2 out of turn"]);
    assert_eq!(faults("(;SZ[9]HA[3];B[aa];W[];B[bb];B[cc];B[dd];W[dg])", []), ["4 out of turn"]);
}

#[test]
fn a_handicap_without_stones_is_found() {
    let run = zobrist_on("(;SZ[9]HA[4];W[aa];B[bb])", ["go", "check"]);
    assert_eq!(run.rejected().0, "standard input\t1\t0\t0\t\t\tHA[4] without stones\t\t\n");
    assert_eq!(faults("(;SZ[9]HA[2]AB[aa];W[bb])", []), ["0 HA[2] with one stone"]);
    for game in ["(;SZ[9]HA[0];B[aa])", "(;SZ[9]HA[1];B[aa])", "(;SZ[9]HA[two];B[aa])"] {
        assert_eq!(faults(game, []), NONE, "{game}");
    }
}

/// `KO` says that a move counts whether it is legal or not.
#[test]
fn a_forced_move_is_no_fault() {
    let ko = "(;SZ[5]AB[bc][cb][cd]AW[db][dd][ec]PL[B];B[dc];W[cc];B[dc]KO[])";
    assert_eq!(faults(ko, []), NONE);
    assert_eq!(faults(&ko.replace("KO[]", ""), []), ["3 repetition"]);
    let suicide = "(;SZ[3]AW[ba][ab];KO[]B[aa];W[cc])";
    assert_eq!(faults(suicide, ["--suicide", "forbidden"]), NONE);
    assert_eq!(faults("(;SZ[3];B[aa];B[bb]KO[])", []), NONE);
    // Two stones on one point are not made possible by it.
    assert_eq!(faults("(;SZ[3];B[aa];W[aa]KO[])", []), ["2 occupied"]);
}

/// Black has the left of the board, White the right; each has two eyes.
fn settled(header: &str) -> String {
    let stones = "AB[ab][ba:bd][ca:cc]AW[da:ed][fb]";
    format!("(;SZ[6:4]KM[0.5]{header}{stones};B[cd];W[];B[])")
}

#[test]
fn a_result_is_compared_with_a_settled_board() {
    // Twelve points each, and White's half.
    assert_eq!(faults(&settled("RE[W+0.5]"), ["--results"]), NONE);
    let run = zobrist_on(settled("RE[B+3.50]"), ["go", "check", "--results"]);
    let row = "standard input\t1\t0\t3\t\t\tresult B+3.5, but the board says W+0.5\t\t\n";
    assert_eq!(run.rejected().0, row);
    assert_eq!(faults(&settled("RE[B+3.5]"), []), NONE);
    for unjudged in ["RE[B+R]", "RE[W+]", "RE[?]", "RE[B+3.75]", ""] {
        assert_eq!(faults(&settled(unjudged), ["--results"]), NONE, "{unjudged}");
    }
    // Without a second pass the game is not over; and here a stone can still live or die.
    let open = settled("RE[B+3.5]").replace("W[];B[])", "W[])");
    assert_eq!(faults(&open, ["--results"]), NONE);
    assert_eq!(faults("(;SZ[9]RE[B+3.5];B[ee];W[gg];B[];W[])", ["--results"]), NONE);
}

/// White's stone in the corner is dead: nothing by area, a point for Black by territory.
#[test]
fn a_result_is_counted_by_the_rules_that_the_game_names() {
    let faults = |header: &str| {
        let game = settled(header).replace("W[];B[])", "W[ad];B[];W[])");
        faults(&game, ["--results"])
    };
    for right in [
        "RE[W+0.5]",
        "RU[Chinese]RE[W+0.5]",
        "RU[Japanese]RE[B+0.5]",
        // Nothing is known of how these count.
        "RU[house]RE[W+0.5]",
        "RU[house]RE[B+0.5]",
    ] {
        assert_eq!(faults(right), NONE, "{right}");
    }
    let says =
        |result: &str, score: &str| vec![format!("4 result {result}, but the board says {score}")];
    assert_eq!(faults("RE[B+0.5]"), says("B+0.5", "W+0.5"));
    assert_eq!(faults("RU[AGA]RE[B+0.5]"), says("B+0.5", "W+0.5"));
    assert_eq!(faults("RU[Japanese]RE[W+0.5]"), says("W+0.5", "B+0.5"));
    assert_eq!(faults("RU[house]RE[W+9.5]"), says("W+9.5", "W+0.5"));
}

#[test]
fn games_are_judged_by_the_rules_that_they_name() {
    // The suicide of two stones, and a ko taken back with a pass on either side.
    let suicide = |rules: &str| format!("(;SZ[4]{rules}AB[aa]AW[ca][ab][bb];B[ba])");
    let games: String = ["RU[Japanese]", "RU[NZ]", "RU[ AGA rules]", "RU[house]", "", "RU[ ]"]
        .map(suicide)
        .join("\n");
    let run = zobrist_on(games, ["go", "check", "--rules", "file"]);
    let (rows, messages) = run.rejected();
    assert_eq!(column(&rows, 1), ["1", "3"]);
    assert_eq!(column(&rows, 6), ["suicide", "suicide"]);
    let judged = "judged by positional superko, suicide allowed";
    assert_eq!(
        messages,
        format!(
            "zobrist: standard input:4: game 4 names unknown rules, RU[house]; {judged}\n\
             zobrist: standard input:5: game 5 names no rules (RU); {judged}\n\
             zobrist: standard input:6: game 6 names no rules (RU); {judged}\n"
        )
    );
    // A collection that names no rules is no flood of warnings.
    let many = || "(;SZ[4])(;SZ[4]RU[house])".repeat(12);
    let run = zobrist_on(many(), ["go", "check", "--rules", "file"]);
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!((run.code, lines.len()), (0, 22), "{}", run.stderr);
    assert_eq!(
        lines[20..],
        [
            "zobrist: 2 more: games that name no rules; --all-errors prints each",
            "zobrist: 2 more: games that name unknown rules; --all-errors prints each"
        ]
    );
    let all = ["go", "check", "--rules", "file", "--all-errors"];
    assert_eq!(zobrist_on(many(), all).stderr.lines().count(), 24);
    let run = zobrist_on("(;SZ[4])", ["go", "check", "--rules", "file", "--suicide", "multi"]);
    let refused = run.refused();
    assert!(refused.contains("--suicide") && refused.contains("--rules file"), "{refused}");
}

/// In Chinese, and in a charset of its own.
#[test]
fn rules_are_read_by_the_charset_of_the_game() {
    let gbk = b"(;SZ[4]CA[GBK]RU[\xd6\xd0\xb9\xfa\xb9\xe6\xd4\xf2]AB[aa]AW[ca][ab][bb];B[ba])";
    let run = zobrist_on(gbk, ["go", "check", "--rules", "file"]);
    let (rows, messages) = run.rejected();
    assert_eq!((column(&rows, 6), messages.as_str()), (vec!["suicide"], ""));
}

/// A ko that is taken again after passes: a fault by superko, and none by the Japanese rules, under
/// which such a game may end without result.
#[test]
fn a_longer_cycle_is_a_fault_of_those_rules_that_forbid_it() {
    let ko = "(;SZ[5]RU[RULES]AB[bc][cb][cd]AW[db][dd][ec]PL[B];B[dc];W[cc];B[];W[];B[dc])";
    let found = |rules: &str| faults(&ko.replace("RULES", rules), ["--rules", "file"]);
    assert_eq!(found("Tromp-Taylor"), ["5 repetition"]);
    assert_eq!(found("Japanese"), NONE);
}

/// The help on the simple ko: after a pass, every ko may be taken.
#[test]
fn a_pass_ends_a_simple_ko() {
    let ko = "(;SZ[5]AB[bc][cb][cd]AW[db][dd][ec]PL[B];B[dc];W[cc];B[];W[];B[dc])";
    assert_eq!(faults(ko, ["--rules", "simple"]), NONE);
    assert_eq!(faults(ko, ["--rules", "positional"]), ["5 repetition"]);
}

/// A file has one row for moves out of turn; the others are counted.
#[test]
fn moves_out_of_turn_have_one_row_a_file() {
    let folder = Folder::new();
    folder.write("a.sgf", "(;SZ[9];B[aa];W[bb];B[bb])(;SZ[9];B[aa];W[bb];W[cc];W[dd];W[dd])");
    folder.write("b.sgf", "(;SZ[9];B[aa];W[ba];W[bb])");
    // A game that is worked on alone, and its rows printed at once, after one of its file.
    let long = format!("(;SZ[9];B[aa];W[ba];W[bb]C[{}];W[cc];B[cc])", "long ".repeat(60_000));
    folder.write("c.sgf", format!("(;SZ[9];B[aa];W[ba];W[bb]){long}"));
    folder.write("d.sgf", long);
    let run = folder.zobrist(["go", "check", "a.sgf", "b.sgf", "c.sgf", "d.sgf"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let expected = "a.sgf\t1\t0\t3\tBlack\tB8\toccupied\t\t\n\
                    a.sgf\t2\t0\t3\tWhite\tC7\tout of turn\t\t\n\
                    a.sgf\t2\t0\t5\tWhite\tD6\toccupied\t\t\n\
                    b.sgf\t1\t0\t3\tWhite\tB8\tout of turn\t\t\n\
                    c.sgf\t1\t0\t3\tWhite\tB8\tout of turn\t\t\n\
                    c.sgf\t2\t0\t5\tBlack\tC7\toccupied\t\t\n\
                    d.sgf\t1\t0\t3\tWhite\tB8\tout of turn\t\t\n\
                    d.sgf\t1\t0\t5\tBlack\tC7\toccupied\t\t\n";
    assert_eq!(run.stdout, expected);
    assert!(run.stderr.contains("zobrist: 5 more moves out of turn, in files"), "{}", run.stderr);
}

#[test]
fn kinds_of_faults_are_chosen() {
    let game = "(;SZ[9]HA[2];B[aa];W[bb];W[cc];B[cc])";
    let all = ["0 HA[2] without stones", "3 out of turn", "4 occupied"];
    assert_eq!(faults(game, []), all);
    assert_eq!(faults(game, ["--skip", "handicap"]), all[1..]);
    assert_eq!(faults(game, ["--only", "occupied,handicap"]), [all[0], all[2]]);
    assert_eq!(faults(game, ["--only", "out-of-turn"]), [all[1]]);
    let none = ["go", "check", "--skip", "handicap,out-of-turn", "--skip", "occupied"];
    let run = zobrist_on(game, none);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    let both = zobrist_on(game, ["go", "check", "--skip", "node", "--only", "suicide"]);
    assert_eq!(both.code, 2);
}
