//! `zobrist go find`: games that reach a position.

use std::fs;

use crate::tool::{Folder, column, zobrist, zobrist_on};
use zobrist_go::{Board, Color, Point};

const HEADER: &str = "position,position_game,file,game,variation,move,symmetry,colors_swapped\n";

#[test]
fn positions_are_found_in_any_orientation() {
    let folder = Folder::with("p.sgf", "(;SZ[5];B[ba];W[ca])");
    folder.write(
        "games.sgf",
        "(;SZ[5];B[ba];W[ca];B[cc])(;SZ[5];B[da];W[ca])(;SZ[5];B[ee];W[ea](;B[aa])(;W[aa];B[cc]))\
         (;SZ[5];W[dd];W[ab];B[ac])(;SZ[5];W[ba];B[ca])(;SZ[9];B[ba];W[ca])",
    );
    let find = |options: &[&str]| {
        let args = [&["go", "find", "p.sgf", "games.sgf", "--format", "csv"], options].concat();
        folder.zobrist(args).done().strip_prefix(HEADER).unwrap().replace("p.sgf,1,games.sgf,", "")
    };
    let turned = "1,0,2,none,false\n2,0,2,left-right,false\n";
    assert_eq!(find(&[]), turned);
    assert_eq!(find(&["--exact"]), "1,0,2,none,false\n");
    assert_eq!(find(&["--colors"]), format!("{turned}5,0,2,none,true\n"));
    assert_eq!(find(&["--colors", "--exact"]), "1,0,2,none,false\n5,0,2,none,true\n");
}

/// Each place where a game reaches a position has one row, variations too, even if the position is
/// symmetric.
#[test]
fn every_ply_is_a_row() {
    let folder = Folder::new();
    folder.write("g.sgf", "(;SZ[3];B[bb];W[];B[](;W[aa])(;W[];B[aa])(;AE[bb]AB[cc];W[ac]))");
    let board = ". . . / . X . / . . .";
    let rows = folder.zobrist(["go", "find", "--board", board, "g.sgf"]).done();
    let expected: String = [(0, 1), (0, 2), (0, 3), (1, 4)]
        .map(|(variation, number)| {
            format!("board\t1\tg.sgf\t1\t{variation}\t{number}\tnone\tfalse\n")
        })
        .concat();
    assert_eq!(rows, expected);
    // Stones that are set up are part of a position.
    let board = "O . X / . . . / . . .";
    let rows = folder.zobrist(["go", "find", "--board", board, "g.sgf"]).done();
    assert_eq!(rows, "board\t1\tg.sgf\t1\t2\t4\ttop-bottom\tfalse\n");
    // In the middle of a game they make one, which has the number of the move before.
    folder.write("line.sgf", "(;SZ[3];B[bb];W[];AE[bb]AB[cc];AW[ac])");
    for place in ["line.sgf", "g.sgf"] {
        let board = ". . . / . . . / . . X";
        let rows = folder.zobrist(["go", "find", "--exact", "--board", board, place]).done();
        let at = if place == "g.sgf" { "2\t3" } else { "0\t2" };
        assert_eq!(rows, format!("board\t1\t{place}\t1\t{at}\tnone\tfalse\n"));
    }
    let rows = folder.zobrist(["go", "find", "line.sgf", "line.sgf"]).done();
    assert_eq!(rows, "line.sgf\t1\tline.sgf\t1\t0\t2\tnone\tfalse\n");
}

#[test]
fn positions_and_places_are_told_apart() {
    let folder = Folder::new();
    fs::create_dir(folder.path("games")).unwrap();
    folder.write("games/a.sgf", "(;SZ[9];B[aa];W[bb])");
    folder.write("games/b.sgf", "(;SZ[9];B[cc])");
    folder.write("p.sgf", "(;SZ[9]AB[aa]AW[bb])");
    folder.write("q.sgf", "(;SZ[9]AB[cc])(;SZ[9]AB[ig])");
    let files = |args: &[&str]| {
        let run = folder.zobrist([&["go", "find"], args].concat());
        assert_eq!((run.code, &*run.stderr), (0, ""), "{args:?}");
        let rows = run.stdout;
        let found = column(&rows, 0).into_iter().zip(column(&rows, 1)).zip(column(&rows, 2));
        let found = found.map(|((position, number), file)| format!("{position} {number} {file}"));
        found.collect::<Vec<_>>().join(", ")
    };
    let [p, q] = ["p.sgf 1 games/a.sgf", "q.sgf 1 games/b.sgf"];
    assert_eq!(files(&["p.sgf", "games"]), p);
    assert_eq!(files(&["p.sgf", "q.sgf", "games"]), format!("{p}, {q}"));
    assert_eq!(
        files(&["q.sgf", "p.sgf", "--in", "games/a.sgf", "--in", "games/b.sgf"]),
        format!("{p}, {q}")
    );
    assert_eq!(files(&["p.sgf", "games/*.sgf"]), p);
    let corner = format!("X........ / .O....... {}", "/ ......... ".repeat(7));
    assert_eq!(files(&["--board", &corner, "games/a.sgf", "games/b.sgf"]), "board 1 games/a.sgf");
    assert_eq!(
        files(&["p.sgf", "--board", &corner, "--in", "games"]),
        format!("board 1 games/a.sgf, {p}")
    );
    let rows = folder.zobrist_on("(;SZ[9];B[gg])", ["go", "find", "q.sgf", "-"]).done();
    assert_eq!(rows, "q.sgf\t1\tstandard input\t1\t0\t1\thalf-turn\tfalse\n");
    // Where patterns without quotes have become positions, somebody may wonder.
    let run = folder.zobrist(["go", "find", "p.sgf", "games/a.sgf", "games/b.sgf"]);
    let message = "zobrist: looked for 2 positions in games/b.sgf, and found none\n";
    assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, "", message));
}

#[test]
fn bad_positions_are_refused() {
    let folder = Folder::with("g.sgf", "(;SZ[9];B[aa])");
    folder.write("empty.sgf", "(;SZ[9])");
    folder.write("bad.sgf", "(;SZ[9]!");
    folder.write("dead.sgf", "(;SZ[9]AB[aa]AW[ab][ba])");
    folder.write("cut.sgf.gz", &crate::tool::gz("(;SZ[9];B[aa])")[..20]);
    folder.write("other.txt", "no game");
    for (args, expected) in [
        (&["g.sgf"][..], "expected a position and where to look for it"),
        (&["--board", "X ."], "expected where to look for the position"),
        (&["empty.sgf", "g.sgf"], "position 1 of empty.sgf: expected a position with a stone"),
        (&["--board", ". .", "g.sgf"], "position 1 of board: expected a position with a stone"),
        (&["bad.sgf", "g.sgf"], "cannot read the position in bad.sgf: line 1, column 8: not SGF"),
        (&["dead.sgf", "g.sgf"], "cannot read the position in dead.sgf: node 0: "),
        (&["cut.sgf.gz", "g.sgf"], "cannot read the position in cut.sgf.gz: the compressed file"),
        (&["other.txt", "g.sgf"], "cannot read the position in other.txt: "),
        (&["--board", "X O", "g.sgf"], "cannot read --board \"X O\": "),
        (&["--board", "X . / .", "g.sgf"], "cannot read --board \"X . / .\": row 2 has 1 points"),
        (&["--board", "X #", "g.sgf"], "cannot read --board \"X #\": row 1 has '#'"),
        (&["no.sgf", "g.sgf"], "no.sgf"),
        (&["g.sgf", "no.sgf"], "no.sgf"),
        (&["-", "-"], "standard input can be read only once"),
    ] {
        let run = folder.zobrist([&["go", "find"], args].concat());
        assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{args:?}: {}", run.stderr);
    }
    let run = folder.zobrist(["go", "find", "--board", "X .", "g.sgf"]);
    let message = "zobrist: no game is on a board of 2 x 1, as position 1 of board is\n";
    assert_eq!((run.code, &*run.stderr), (0, message));
    let bad = zobrist_on(
        "(;SZ[9];B[aa];W[zz])(;SZ[9];W[ia])",
        [
            "go",
            "find",
            "--board",
            &format!("X........ {}", "/ ......... ".repeat(8)),
            "--colors",
            "-",
        ],
    );
    let (rows, messages) = bad.rejected();
    assert_eq!(column(&rows, 3), ["1", "2"]);
    assert!(messages.contains("rejected 1 of 2 games"), "{messages}");
    assert_eq!(zobrist(["go", "find"]).code, 2);
}

/// The oracle replays every game and compares every board with every image of the position.
#[test]
fn what_is_found_is_what_a_search_of_all_boards_finds() {
    // Moves on a small board, so that positions recur.
    let mut state = 1_u32;
    let mut below = |limit: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % limit
    };
    let games: Vec<Vec<(Color, Point)>> = (0..300)
        .map(|_| {
            let mut board = Board::new(3, 3).unwrap();
            let mut color = Color::Black;
            let mut moves = Vec::new();
            for _ in 0..12 {
                let point = Point::new(below(3) as usize, below(3) as usize).unwrap();
                if board.place(color, point).is_ok() {
                    moves.push((color, point));
                    color = !color;
                }
            }
            moves
        })
        .collect();
    let text: String = games
        .iter()
        .map(|moves| {
            let moves = moves.iter().map(|(color, point)| {
                let letter = |at: usize| (b'a' + at as u8) as char;
                let name = if *color == Color::Black { 'B' } else { 'W' };
                format!(";{name}[{}{}]", letter(point.column()), letter(2 - point.row()))
            });
            format!("(;SZ[3]{})\n", moves.collect::<String>())
        })
        .collect();
    let folder = Folder::with("games.sgf", text);
    let image = |board: &Board, number: usize| {
        let stones: Vec<_> = board
            .stones()
            .map(|(color, at)| {
                let (mut x, mut y) = (at.column(), at.row());
                for _ in 0..number % 4 {
                    (x, y) = (y, 2 - x);
                }
                let x = if number % 8 < 4 { x } else { 2 - x };
                (if number < 8 { color } else { !color }, Point::new(x, y).unwrap())
            })
            .collect();
        let mut image = Board::new(3, 3).unwrap();
        image.set_up(stones).unwrap();
        image
    };
    let mut all = 0;
    for wanted in ["X . . / . O . / . . .", "X O . / X . . / . . .", ". X . / X . X / . X ."] {
        let board: Board = wanted.replace('/', "\n").parse().unwrap();
        for (option, images) in [("--exact", 1), ("--jobs=2", 8), ("--colors", 16)] {
            let wished: Vec<Board> = (0..images).map(|number| image(&board, number)).collect();
            let mut expected = Vec::new();
            for (moves, game) in games.iter().zip(1..) {
                let mut board = Board::new(3, 3).unwrap();
                for ((color, point), number) in moves.iter().zip(1..) {
                    board.place(*color, *point).unwrap();
                    if wished.contains(&board) {
                        expected.push(format!("{game} {number}"));
                    }
                }
            }
            let rows =
                folder.zobrist(["go", "find", "--board", wanted, option, "games.sgf"]).done();
            let found = column(&rows, 3).into_iter().zip(column(&rows, 5));
            assert!(found.map(|(game, number)| format!("{game} {number}")).eq(expected.clone()));
            all += expected.len();
        }
    }
    assert!(all > 50, "{all} found");
}
