//! The example: an engine in C whose counts, hashes and moves are known.

use std::fs;
use std::process::Command;

use crate::compile::{compile_static, has_compiler, root, run_with};

/// Positions with the number of paths of moves, as the Chess Programming Wiki has them ("Perft
/// Results"), and the start. The engine stops where a hash is not that of its position.
const COUNTS: [(&str, u32, u64); 6] = [
    ("startpos", 4, 197_281),
    ("fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
    ("fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
    ("fen r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467),
    ("fen rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
    ("fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89_890),
];

/// Hashes that the page of Polyglot's book format publishes.
const HASHES: [(&str, &str); 5] = [
    ("startpos", "463b96181691fc9c"),
    ("startpos moves e2e4", "823c9b50fd114196"),
    ("startpos moves e2e4 d7d5 e4e5 f7f5", "22a48b5a8e47ff78"),
    ("startpos moves e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", "00fdd303c946bdd9"),
    ("startpos moves a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", "5c3f9b829b279560"),
];

/// Positions, a depth, the end of the last line about the search, and the move: mates, a draw by
/// perpetual check, which takes a history to find, and the blocked pawns of Lasker and Reichhelm,
/// for which 26 plies take a table.
const SEARCHES: [(&str, u32, &str, &str); 4] = [
    (
        "fen r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        2,
        "score mate 1",
        "h5f7",
    ),
    ("fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 4, "score mate 2", "a1a6"),
    ("fen 6k1/6p1/8/7Q/8/8/rr6/6K1 w - - 0 1", 6, "score cp 0", "h5e8"),
    ("fen 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", 26, "score cp 230", "a1b1"),
];

#[test]
fn it_counts_hashes_and_finds_moves() {
    if !has_compiler("cc") {
        return;
    }
    let source = fs::read_to_string(root().join("examples/engine.c")).unwrap();
    assert!(source.lines().count() <= 300);
    let folder = tempfile::tempdir().unwrap();
    let engine = folder.path().join("engine");
    compile_static("examples/engine.c", &engine);

    let mut input = String::from("uci\nisready\n");
    for (position, depth, _) in COUNTS {
        input += &format!("position {position}\ngo perft {depth}\n");
    }
    for (position, _) in HASHES {
        input += &format!("position {position}\nd\n");
    }
    for (position, depth, ..) in SEARCHES {
        input += &format!("ucinewgame\nposition {position}\ngo depth {depth}\n");
    }
    let output = run_with(&mut Command::new(&engine), &(input + "quit\n"));
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let starting = |start: &str| text.lines().filter_map(|line| line.strip_prefix(start)).collect();

    let counted: Vec<&str> = starting("nodes ");
    assert_eq!(counted, COUNTS.map(|(.., count)| count.to_string()));
    let hashes: Vec<&str> = starting("key ");
    assert_eq!(hashes, HASHES.map(|(_, hash)| hash));
    let moves: Vec<&str> = starting("bestmove ");
    assert_eq!(moves, SEARCHES.map(|(.., best)| best));
    let last: Vec<&str> = text
        .lines()
        .zip(text.lines().skip(1))
        .filter_map(|(line, next)| next.starts_with("bestmove").then_some(line))
        .collect();
    for (line, (position, depth, end, _)) in last.iter().zip(SEARCHES) {
        let start = format!("info depth {depth} ");
        assert!(line.starts_with(&start) && line.ends_with(end), "{position}: {line}");
    }
    assert!(text.starts_with("id name zobrist\nuciok\nreadyok\n"), "{text}");
}
