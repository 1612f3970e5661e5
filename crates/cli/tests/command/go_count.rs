//! `zobrist go count`: small boards, and what is refused.

use crate::tool::zobrist;

#[test]
fn positions_classes_and_games() {
    let rows = zobrist(["go", "count", "1x3"]).done();
    assert_eq!(rows, "positions\t15\nclasses\t10\nclasses with colours swapped\t6\ngames\t907\n");
    let rows = zobrist(["go", "count", "3x3", "--only", "positions", "--format", "csv"]).done();
    assert_eq!(
        rows,
        "what,count\npositions,12675\nclasses,1824\nclasses with colours swapped,924\n"
    );
}

#[test]
fn what_would_never_end_is_refused() {
    let run = zobrist(["go", "count", "2x3"]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.starts_with("positions\t489\n") && !run.stdout.contains("games"));
    assert!(run.stderr.contains("expected at most 4 points"), "{}", run.stderr);
    let message = zobrist(["go", "count", "2x3", "--only", "games"]).refused();
    assert!(message.starts_with("zobrist: the games on a board of 6 points"), "{message}");
    // The message names a number of positions.
    let positions = zobrist(["go", "count", "5x1", "--only", "positions"]).done();
    assert!(positions.starts_with("positions\t113\n"), "{positions}");
    assert!(message.contains("(5x1) has 113"), "{message}");
    let message = zobrist(["go", "count", "5x5"]).refused();
    assert!(message.contains("3^25"), "{message}");
    for size in ["", "3", "0x3", "26x1", "ax2"] {
        zobrist(["go", "count", size]).refused();
    }
}

/// `cargo test --release -p zobrist-cli --test command -- --ignored games_of_2x2`
#[test]
#[ignore = "4 · 10^11 games: 70 seconds of processor time in release"]
fn games_of_2x2() {
    let rows = zobrist(["go", "count", "2x2", "--only", "games"]).done();
    assert_eq!(rows, "games\t386356909593\n");
}
