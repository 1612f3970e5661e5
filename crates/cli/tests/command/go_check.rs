//! `zobrist go check` and `zobrist go hash`: games in SGF.

use zobrist_go::{Board, Color};

use crate::tool::{Folder, column, gz, zobrist, zobrist_on};

/// A ko at C3 and D3 of a board of 5 × 5, taken and taken back at once.
const KO: &str = "(;GM[1]FF[4]SZ[5]AB[bc][cb][cd]AW[db][dd][ec]PL[B]
;B[dc];W[cc];B[dc](;W[aa];B[ab])(;W[];B[ae];W[ea]))";

#[test]
fn a_ko_taken_back_at_once_repeats() {
    for rules in ["positional", "simple", "situational"] {
        let run = zobrist_on(KO, ["go", "check", "--rules", rules]);
        let (rows, messages) = run.rejected();
        assert_eq!(rows, "standard input\t1\t0\t3\tBlack\tD3\trepetition\t1\t2\n", "{rules}");
        assert_eq!(messages, "");
    }
    // The set-up was made by nobody; the position after move 1 by Black.
    let (rows, _) = zobrist_on(KO, ["go", "check", "--rules", "natural"]).rejected();
    assert_eq!(column(&rows, 3), ["3"]);
    let legal = KO.replace(";B[dc](", ";B[aa];W[ee];B[dc](");
    let legal = legal.replace("(;W[aa];B[ab])", "(;W[ab])").replace("B[ae]", "B[ad]");
    assert_eq!(zobrist_on(legal, ["go", "check"]).done(), "");
}

/// If a record does not say whose turn it is at the start, the first move does, in each line.
#[test]
fn the_position_at_the_start_was_left_by_who_did_not_begin() {
    let game = "(;SZ[5]AB[bc][cb][cd][dc]AW[db][dd][ec](;W[cc];B[dc])(;B[];W[cc];B[dc]))";
    let (rows, _) = zobrist_on(game, ["go", "check", "--rules", "situational"]).rejected();
    assert_eq!(
        rows,
        "standard input\t1\t0\t2\tBlack\tD3\trepetition\t0\t2\n\
         standard input\t1\t1\t3\tBlack\tD3\trepetition\t1\t2\n"
    );
}

#[test]
fn rows_have_a_format() {
    let run = zobrist_on(KO, ["go", "check", "--format", "jsonl"]);
    assert_eq!(
        run.rejected().0,
        "{\"file\":\"standard input\",\"game\":1,\"variation\":0,\"move\":3,\"player\":\"Black\",\
         \"point\":\"D3\",\"fault\":\"repetition\",\"earlier\":1,\"cycle\":2}\n"
    );
    let (rows, _) = zobrist_on(KO, ["go", "check", "--format", "csv"]).rejected();
    assert!(rows.starts_with("file,game,variation,move,player,point,fault,earlier,cycle\n"));
}

/// Faults in variations are found, each once, and after each of them the earlier line goes on.
#[test]
fn variations_are_replayed() {
    let game = "(;SZ[3];B[bb](;W[aa];B[aa])(;W[ba](;B[ba])(;B[ca];W[da]))(;W[cc];B[]))";
    let (rows, _) = zobrist_on(game, ["go", "check"]).rejected();
    assert_eq!(
        rows,
        "standard input\t1\t0\t3\tBlack\tA3\toccupied\t\t\n\
         standard input\t1\t1\t3\tBlack\tB3\toccupied\t\t\n\
         standard input\t1\t2\t4\tWhite\t\toff board: W[da]\t\t\n"
    );
}

#[test]
fn suicide_is_judged_by_its_rule() {
    // One stone in the corner, and two.
    let one = "(;SZ[3]AW[ba][ab];B[aa])";
    let two = "(;SZ[4]AB[aa]AW[ca][ab][bb];B[ba])";
    let fault = |game: &str, suicide: &str, rules: &str| {
        let run = zobrist_on(game, ["go", "check", "--suicide", suicide, "--rules", rules]);
        column(&run.stdout, 6).join(" ")
    };
    assert_eq!(fault(one, "allowed", "simple"), "");
    assert_eq!(fault(one, "allowed", "positional"), "repetition");
    assert_eq!(fault(one, "multi", "simple"), "suicide");
    assert_eq!(fault(one, "forbidden", "simple"), "suicide");
    assert_eq!(fault(two, "allowed", "positional"), "");
    assert_eq!(fault(two, "multi", "positional"), "");
    assert_eq!(fault(two, "forbidden", "positional"), "suicide");
}

/// Only captures can repeat? No: the suicide of three stones leaves the empty board.
#[test]
fn a_suicide_that_repeats_is_found() {
    let game = "(;SZ[2:1];B[aa];W[];B[ba])";
    let (rows, _) = zobrist_on(game, ["go", "check"]).rejected();
    assert_eq!(rows, "standard input\t1\t0\t3\tBlack\tB1\trepetition\t0\t3\n");
}

#[test]
fn bad_games_are_reported_with_their_place_and_the_rest_is_done() {
    let folder = Folder::with(
        "bad.sgf",
        "junk (;SZ[9];B[aa])\n(;SZ[30];B[aa])\n(;SZ[9];B[aa]\n(;GM[2])\n(;SZ[9];B[zzz])\n\
         (;SZ[9]!;B[aa])\n(;SZ[9];B[aa];W[aa])\n(;C[open",
    );
    folder.write("empty.sgf", "");
    folder.write("good.sgf.gz", gz(KO.replace(";B[dc](", ";B[ee](")));
    // A game that is only cut is read as far as it goes; see `go_damage`.
    let run = folder.zobrist(["go", "check", "bad.sgf", "empty.sgf", "good.sgf.gz"]);
    let (rows, messages) = run.rejected();
    assert_eq!(
        rows,
        "bad.sgf\t5\t0\t1\tBlack\t\tnode 1: cannot read B[zzz]\t\t\n\
         bad.sgf\t7\t0\t2\tWhite\tA9\toccupied\t\t\n"
    );
    let expected = [
        "bad.sgf:2 (byte 24): a board of 30 x 30 points: expected sides from 1 to 25",
        "bad.sgf:4 (byte 50): this game has no closing parenthesis; read up to here",
        "bad.sgf:4 (byte 54): a record of another game: expected GM[1]",
        "bad.sgf:6 (byte 82): not SGF: expected a node, property or variation, found '!'",
        "bad.sgf:8 (byte 115): not SGF: this value has no closing bracket",
        "empty.sgf:1 (byte 0): no game in SGF: expected `(;`",
    ];
    for line in expected {
        assert!(messages.contains(&format!("zobrist: {line}\n")), "{line}\n{messages}");
    }
    assert!(messages.ends_with("zobrist: rejected 5 of 10 games\n"), "{messages}");
    // A game with a row in go check is rejected by go hash.
    let (_, messages) = folder.zobrist(["go", "hash", "bad.sgf"]).rejected();
    assert!(messages.contains("zobrist: bad.sgf:5 (byte 68): cannot read B[zzz]\n"), "{messages}");
    let strict = folder.zobrist(["go", "hash", "--strict", "bad.sgf"]);
    assert!(strict.rejected().1.contains("rejected 1 of 2 games; stopped at the first"));
    let missing = folder.zobrist(["go", "check", "no.sgf"]).refused();
    assert!(missing.contains("no.sgf"), "{missing}");
}

#[test]
fn a_file_without_games_looks_like_something_else() {
    let folder = Folder::with("error.sgf", "{\"message\": \"Too many requests\"}\n");
    folder.write("page.sgf", "<!DOCTYPE html>\n<html><body>Sign in</body></html>\n");
    folder.write("text.sgf", "Games of the club.\n");
    let (rows, messages) =
        folder.zobrist(["go", "check", "error.sgf", "page.sgf", "text.sgf"]).rejected();
    assert_eq!(rows, "");
    let reason = "(byte 0): no game in SGF: expected `(;`";
    assert_eq!(
        messages,
        format!(
            "zobrist: error.sgf:1 {reason}; the file looks like JSON\n\
             zobrist: page.sgf:1 {reason}; the file looks like an HTML page\n\
             zobrist: text.sgf:1 {reason}\n\
             zobrist: rejected 3 of 3 games\n"
        )
    );
}

/// A value with two bytes per character may end in a byte that is a backslash elsewhere.
#[test]
fn games_in_big5_have_all_their_moves() {
    let game = b"(;GM[1]FF[4]CA[Big5]SZ[19]PB[\xb3\x5c];B[qd]C[\xa6\xa8\xa5\x5c];W[dd];B[pq])";
    let plain = "(;GM[1]FF[4]SZ[19];B[qd];W[dd];B[pq])";
    let rows = zobrist_on(game, ["go", "hash"]).done();
    assert_eq!(rows.lines().count(), 4);
    assert_eq!(rows, zobrist_on(plain, ["go", "hash"]).done());
}

/// A move is counted even if it cannot be read; what is not a move is not counted.
#[test]
fn faults_are_at_their_move_and_as_they_are_written() {
    for (node, row) in [
        ("B[b]", "3\tBlack\t\tnode 3: cannot read B[b]"),
        ("W[aA]", "3\tWhite\t\toff board: W[aA]"),
        ("AB[aa:ff]", "2\t\t\toff board: AB[aa:ff]"),
        (
            "SZ[5]",
            "2\t\t\tnode 3: SZ[5] is not the size of the game: expected one size, in the first node",
        ),
    ] {
        let game = format!("(;GM[1]SZ[3];B[aa];W[bb];{node})");
        let (rows, messages) = zobrist_on(game, ["go", "check"]).rejected();
        assert_eq!(rows, format!("standard input\t1\t0\t{row}\t\t\n"));
        assert_eq!(messages, "");
    }
}

/// The place reported is that of the fault, and the game after it is found.
#[test]
fn a_property_without_a_value_rejects_its_game() {
    let games = "junk\n(;GM[1]SZ[9]\n;B[aa]C\n(;W[bb];B[cc])\n(;W[dd]))\n(;SZ[9];B[aa])";
    let (rows, messages) = zobrist_on(games, ["go", "hash"]).rejected();
    assert_eq!(column(&rows, 2), ["2", "2"]);
    assert_eq!(
        messages,
        "zobrist: standard input:3 (byte 24): not SGF: this property has no value: \
         expected `[` after its name\nzobrist: rejected 1 of 2 games\n"
    );
}

/// A truncated game is reported once.
#[test]
fn a_file_cut_short_is_one_rejection() {
    let rejected = |content: &str| {
        let mut file = gz(content);
        file.truncate(file.len() / 2);
        let (_, messages) = zobrist_on(file, ["go", "check"]).rejected();
        assert_eq!(messages.matches("cannot be read further").count(), 1, "{messages}");
        assert_eq!(messages.lines().count(), 2, "{messages}");
        messages.lines().last().unwrap().rsplit_once("rejected ").unwrap().1.to_owned()
    };
    let long: String = (0..2000).map(|number| format!(";C[{}]", number * number)).collect();
    assert_eq!(rejected(&format!("(;SZ[9]{long})")), "1 of 1 games");
    assert_eq!(rejected(&format!("(;SZ[9])(;SZ[9]{long})")), "1 of 2 games");
}

#[test]
fn stones_set_up_before_the_first_move_are_in_row_0() {
    let rows = zobrist_on("(;SZ[9];AB[aa];AW[bb]AE[aa];W[cc];AB[dd];B[ee])", ["go", "hash"]);
    let mut board = Board::new(9, 9).unwrap();
    let mut expected = String::new();
    let mut at = |color, points: &[&str], number: u32| {
        for point in points {
            board.place(color, point.parse().unwrap()).unwrap();
        }
        expected += &format!("{:016x}\tstandard input\t1\t{number}\n", board.hash());
    };
    at(Color::White, &["B8"], 0);
    at(Color::White, &["C7"], 1);
    at(Color::Black, &["D6", "E5"], 2);
    assert_eq!(rows.done(), expected);
    // A game without moves has one position: the last.
    let rows = zobrist_on("(;SZ[9];AW[bb];C[x])", ["go", "hash"]).done();
    assert_eq!(rows, expected[..expected.find('\n').unwrap() + 1]);
    // It was there even if the first move cannot be read.
    let (rows, _) = zobrist_on("(;SZ[9];AW[bb];B[x])", ["go", "hash"]).rejected();
    assert_eq!(rows, expected[..expected.find('\n').unwrap() + 1]);
}

#[test]
fn variations_without_rows_are_reported() {
    let folder =
        Folder::with("a.sgf", "(;SZ[9];B[aa];W[bb](;B[cc];W[dd])(;B[dd](;W[cc])(;W[ee])))");
    folder.write("b.sgf", "(;SZ[9];B[aa])(;SZ[9](;B[bb])(;B[cc]))");
    let run = folder.zobrist(["go", "hash", "a.sgf", "b.sgf"]);
    assert_eq!(column(&run.stdout, 2), ["1", "1", "1", "1", "1", "1", "1", "2", "2"]);
    let message = "zobrist: 2 of 3 games have variations; rows are of main lines only, and --all has \
                   those of variations\n";
    assert_eq!((run.code, &*run.stderr), (0, message));
}

#[test]
fn hashes_are_those_of_the_board() {
    let rows = zobrist_on("(;SZ[9:7]AW[aa];B[bb];W[tt];B[cc])", ["go", "hash"]).done();
    let mut board = Board::new(9, 7).unwrap();
    let mut expected = String::new();
    let mut row = |board: &Board, number: u32| {
        expected += &format!("{:016x}\tstandard input\t1\t{number}\n", board.hash());
    };
    board.place(Color::White, "A7".parse().unwrap()).unwrap();
    row(&board, 0);
    board.place(Color::Black, "B6".parse().unwrap()).unwrap();
    row(&board, 1);
    row(&board, 2);
    board.place(Color::Black, "C5".parse().unwrap()).unwrap();
    row(&board, 3);
    assert_eq!(rows, expected);
}

/// The eight images of a game have one canonical hash at every move, and different hashes.
#[test]
fn canonical_hashes_are_the_same_for_all_images() {
    let image = |number: u8, size: &str| {
        let turn = |at: (u8, u8)| {
            let (x, y) = if number & 4 != 0 { (at.1, at.0) } else { at };
            let mirror = |v: u8, bit: u8| if number & bit != 0 { 8 - v } else { v };
            format!("[{}{}]", (b'a' + mirror(x, 1)) as char, (b'a' + mirror(y, 2)) as char)
        };
        let moves = [(2, 3), (6, 1), (4, 4), (0, 0), (0, 1), (1, 0)];
        let moves: Vec<String> = moves
            .iter()
            .enumerate()
            .map(|(i, at)| format!(";{}{}", ["B", "W"][i % 2], turn(*at)))
            .collect();
        format!("(;SZ[{size}]{})", moves.concat())
    };
    let games: Vec<String> = (0..8).map(|number| image(number, "9")).collect();
    let hashes = |game: &String, options: &[&str]| {
        let rows = zobrist_on(game, [&["go", "hash"], options].concat()).done();
        column(&rows, 0).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    for bits in ["64", "128"] {
        let canonical = hashes(&games[0], &["--canonical", "--bits", bits]);
        for (number, game) in games.iter().enumerate() {
            assert_eq!(hashes(game, &["--canonical", "--bits", bits]), canonical);
            let plain = hashes(game, &["--bits", bits]);
            assert_eq!(plain.len(), 7);
            assert_eq!(plain == hashes(&games[0], &["--bits", bits]), number == 0);
        }
    }
    // A diagonal is no symmetry of a rectangle.
    let [plain, transposed] = ["(;SZ[9:8];B[ab])", "(;SZ[9:8];B[ba])"].map(str::to_owned);
    assert_ne!(hashes(&plain, &["--canonical"])[1], hashes(&transposed, &["--canonical"])[1]);
    let half_turn = "(;SZ[9:8];B[ig])".to_owned();
    assert_eq!(hashes(&plain, &["--canonical"]), hashes(&half_turn, &["--canonical"]));
}

/// A hundred thousand moves, and as many nested variations.
#[test]
fn long_games_are_no_trouble() {
    let passes = ";B[];W[]".repeat(50_000);
    assert_eq!(zobrist_on(format!("(;SZ[9]{passes})"), ["go", "check"]).done(), "");
    let nested =
        "(;SZ[9]".to_owned() + &"(;B[](;W[];B[])(;W[]".repeat(10_000) + &")".repeat(20_001);
    assert_eq!(zobrist_on(nested, ["go", "check"]).done(), "");
}

#[test]
fn an_unknown_rule_is_refused() {
    let message = zobrist(["go", "check", "--rules", "ing"]).refused();
    assert!(message.contains("ing") && message.contains("situational"), "{message}");
}

#[test]
fn the_name_of_a_file_breaks_no_row() {
    let folder = Folder::with("a\tb\n.sgf", "(;SZ[9];B[aa];W[aa])");
    let (rows, _) = folder.zobrist(["go", "check", "a\tb\n.sgf"]).rejected();
    assert!(rows.starts_with("\\a\\tb\\n.sgf\t1\t") && rows.lines().count() == 1, "{rows}");
}
