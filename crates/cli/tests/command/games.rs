//! `zobrist hash` on games.

use std::collections::HashSet;

use crate::tool::{Folder, SAMPLE, column, zobrist, zobrist_on, zst};

/// The moves of seven published hashes.
const GAME: &str = "[Event \"one\"]\n[Result \"*\"]\n\n1. e4 d5 2. e5 f5 3. Ke2 Kf7 *\n";

const ROWS: &str = "\
463b96181691fc9c\t1\t0\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
823c9b50fd114196\t1\t1\trnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
0756b94461c50fb0\t1\t2\trnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
662fafb965db29d4\t1\t3\trnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2
22a48b5a8e47ff78\t1\t4\trnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3
652a607ca3f242c1\t1\t5\trnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 1 3
00fdd303c946bdd9\t1\t6\trnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 2 4
";

fn on_games<'a>(games: &str, more: impl IntoIterator<Item = &'a str>) -> String {
    zobrist_on(games, ["hash", "--input", "pgn"].into_iter().chain(more)).done()
}

#[test]
fn every_position_of_a_game_is_a_row() {
    assert_eq!(on_games(GAME, []), ROWS);
}

#[test]
fn csv_and_jsonl_carry_game_and_ply() {
    let game = "1. e4 *\n";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(
        on_games(game, ["--format", "csv"]),
        format!("hash,game,ply,fen\n463b96181691fc9c,1,0,{start}\n823c9b50fd114196,1,1,{e4}\n")
    );
    assert_eq!(
        on_games(game, ["--format", "jsonl"]),
        format!(
            "{{\"hash\":\"463b96181691fc9c\",\"game\":1,\"ply\":0,\"fen\":\"{start}\"}}\n\
             {{\"hash\":\"823c9b50fd114196\",\"game\":1,\"ply\":1,\"fen\":\"{e4}\"}}\n"
        )
    );
}

#[test]
fn pgn_is_recognized_by_its_extension() {
    let folder = Folder::with("one.pgn", GAME);
    folder.write("TWO.PGN", GAME);
    folder.write("three.txt", GAME);
    assert_eq!(folder.zobrist(["hash", "one.pgn"]).done(), ROWS);
    assert_eq!(folder.zobrist(["hash", "TWO.PGN"]).done(), ROWS);
    assert_eq!(folder.zobrist(["hash", "--input", "pgn", "three.txt"]).done(), ROWS);
}

#[test]
fn en_passant_is_printed_by_the_rule_of_the_scheme() {
    // Double steps next to no pawn, to a pinned pawn, and to a free pawn.
    let none = "1. e4 *";
    let pinned = "1. Nf3 Nf6 2. c4 Nc6 3. Qb3 e5 4. Qe3 e4 5. d4 *";
    let free = "1. e4 d5 2. e5 f5 *";
    let last = |game: &str, scheme| {
        let rows = on_games(game, ["--scheme", scheme]);
        let row = rows.lines().last().unwrap().to_owned();
        let (hash, fen) = (column(&row, 0)[0], column(&row, 3)[0]);
        format!("{hash} {}", fen.split(' ').nth(3).unwrap())
    };
    assert_eq!(last(none, "polyglot"), "823c9b50fd114196 -");
    assert_eq!(last(none, "fide"), "823c9b50fd114196 -");
    assert_eq!(last(none, "fen"), "4d0dde8ef7cc031f e3");
    assert_eq!(last(pinned, "polyglot"), "4d4c9437aef0f22c d3");
    assert_eq!(last(pinned, "fide"), "51d54ae49248628d -");
    assert_eq!(last(pinned, "fen"), "4d4c9437aef0f22c d3");
    assert_eq!(last(free, "polyglot"), "22a48b5a8e47ff78 f6");
    assert_eq!(last(free, "fide"), "22a48b5a8e47ff78 f6");
    assert_eq!(last(free, "zobrist").split(' ').nth(1), Some("f6"));
}

#[test]
fn rows_of_games_hashed_as_lines_keep_their_hashes() {
    let games = zobrist(["hash", SAMPLE]).done();
    let games: Vec<&str> = games.lines().take(20_000).collect();
    let lines: String =
        games.iter().map(|row| row.split('\t').nth(3).unwrap().to_owned() + "\n").collect();
    for (scheme, bits) in [("polyglot", "64"), ("zobrist", "128")] {
        let lines = zobrist_on(&lines, ["hash", "--scheme", scheme, "--bits", bits]).done();
        let again = zobrist(["hash", "--scheme", scheme, "--bits", bits, SAMPLE]).done();
        let again: Vec<&str> = again.lines().take(20_000).collect();
        let again = again.join("\n");
        assert!(column(&lines, 0) == column(&again, 0), "{scheme}");
    }
}

#[test]
fn the_sample_has_equal_rows_on_one_core_and_on_all() {
    let all = zobrist(["hash", SAMPLE]).done();
    for jobs in ["1", "3", "16"] {
        assert!(all == zobrist(["hash", "--jobs", jobs, SAMPLE]).done(), "{jobs} jobs");
    }
    let games = column(&all, 1);
    assert_eq!((games[0], games[games.len() - 1]), ("1", "2000"));
    assert_eq!(games.iter().collect::<HashSet<_>>().len(), 2000);
    let last = "9013b21fe1612e1d\t2000\t73\tr1k4Q/4Rp2/2BB4/1p4pp/p7/5N1P/2P2PP1/5RK1 b - - 4 37";
    assert_eq!(all.lines().last().unwrap(), last);
}

#[test]
fn games_are_numbered_within_their_files() {
    let folder = Folder::with("a.pgn", "1. e4 *\n\n1. d4 *\n\n");
    folder.write("b.pgn", "");
    folder.write("c.pgn", "[Event \"c\"]\n\n1. c4 *\n");
    let rows = folder.zobrist(["hash", "a.pgn", "b.pgn", "c.pgn", "a.pgn"]).done();
    assert_eq!(column(&rows, 1).join(" "), "1 1 2 2 1 1 1 1 2 2");
    assert_eq!(column(&rows, 2).join(" "), "0 1 0 1 0 1 0 1 0 1");
}

/// A comment by itself is not a game.
#[test]
fn comments_between_games_have_no_number() {
    let (semicolon, braces) = ("; made by hand\n", "{ two\n\nlines } ; and more\n");
    for comment in [semicolon, braces, "\u{feff}; a\n\n{b}\n% c\n"] {
        for between in ["", "\n"] {
            let comment = format!("{comment}{between}");
            let games = format!(
                "{comment}[Event \"1\"]\n\n1. e4 *\n\n{comment}[Event \"2\"]\n\n1. d4 *\n\n{comment}"
            );
            let folder = Folder::with("a.pgn", &games);
            folder.write("b.pgn", format!("{comment}[Event \"3\"]\n\n1. Kd2 *\n"));
            let (rows, messages) = folder.zobrist(["hash", "a.pgn", "b.pgn"]).rejected();
            assert_eq!(column(&rows, 1).join(" "), "1 1 2 2", "{comment}");
            let line = comment.matches('\n').count() + 3;
            let byte = comment.len() + "[Event \"3\"]\n\n1. ".len();
            assert_eq!(
                messages,
                format!(
                    "zobrist: b.pgn:{line} (byte {byte}): game 1: illegal move Kd2 at ply 1\n\
                     zobrist: rejected 1 of 3 games\n"
                )
            );
        }
    }
    // In the middle of chunks and at their ends; and without an end.
    let many = "; a comment\n\n[Event \"a\"]\n\n1. e4 *\n\n".repeat(20_000) + "{ no end\n";
    let (rows, messages) = zobrist_on(&many, ["hash", "--input", "pgn"]).rejected();
    let numbers: Vec<String> = (1..=20_000).flat_map(|n| [n.to_string(), n.to_string()]).collect();
    assert!(column(&rows, 1) == numbers);
    assert!(messages.contains(": game 20001: expected PGN, got an unterminated comment\n"));
    assert!(messages.ends_with("zobrist: rejected 1 of 20001 games\n"), "{messages}");
    // In a truncated file, whole games are hashed.
    for (end, numbers, read) in [("", "1 1 2 2 3 3", 4), ("\n", "1 1 2 2 3 3", 4)] {
        let games = format!("{semicolon}\n1. e4 *\n\n{braces}\n1. d4 *\n\n1. c4 *\n{end}");
        let cut = [zst(games), zst("more")[..8].to_vec()].concat();
        let (rows, messages) = zobrist_on(cut, ["hash", "--input", "pgn"]).rejected();
        assert_eq!(column(&rows, 1).join(" "), numbers);
        let count = format!("zobrist: rejected 1 of {read} games\n");
        assert!(messages.ends_with(&count), "{messages}");
    }
}

#[test]
fn a_trailing_ctrl_z_has_no_game_number() {
    let folder = Folder::with("a.pgn", "1. e4 *\r\n\r\n\x1a");
    folder.write("b.pgn", "1. d9 *\r\n\r\n\x1a\x1a\r\n");
    let (rows, messages) = folder.zobrist(["hash", "a.pgn", "b.pgn"]).rejected();
    assert_eq!(column(&rows, 1), ["1", "1"]);
    assert_eq!(
        messages,
        "zobrist: b.pgn:1 (byte 3): game 1: expected a move, got \"d9\"\n\
         zobrist: rejected 1 of 2 games\n"
    );
}

#[test]
fn comments_variations_and_marks_are_not_moves() {
    let game = "\u{feff}[Event \"a [b] {c}\"]\r\n\r\n1. e4! {best} (1. d4 d5 (1... Nf6 {x})) \
        1... d5 $1 ; to the end of the line 1-0\r\n2. e5 f5?! 3. Ke2+ Kf7# 1/2-1/2\r\n";
    assert_eq!(on_games(game, []), ROWS);
}

#[test]
fn a_game_from_a_position_begins_there() {
    let game = "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 40\"]\n\n40. a8=Q+ *\n";
    let rows = on_games(game, []);
    assert_eq!(
        column(&rows, 3),
        ["4k3/P7/8/8/8/8/8/4K3 w - - 0 40", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 40"]
    );
    let as_lines = column(&rows, 3).join("\n");
    assert_eq!(column(&zobrist_on(as_lines, ["hash"]).done(), 0), column(&rows, 0));
}

#[test]
fn games_without_moves_have_their_first_position() {
    let games = "[Event \"a\"]\n[Result \"1-0\"]\n\n1-0\n\n[Event \"b\"]\n\n*\n";
    let rows = on_games(games, []);
    assert_eq!(column(&rows, 0), ["463b96181691fc9c"; 2]);
    assert_eq!((column(&rows, 1), column(&rows, 2)), (vec!["1", "2"], vec!["0", "0"]));
    assert_eq!(on_games("", []), "");
    assert_eq!(on_games("\n\n\r\n", []), "");
}
