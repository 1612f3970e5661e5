//! `zobrist go duplicates`: games that repeat others.

use crate::tool::{Folder, zip, zobrist_on};

/// A game on 9x9 whose moves are turned as the bits of a number say: 1 and 2 mirror, 4 exchanges
/// columns and rows, 8 swaps the colors.
fn game(moves: &[(u8, u8)], set_up: &[(u8, u8)], turned: u8) -> String {
    let point = |at: &(u8, u8)| {
        let (x, y) = if turned & 4 != 0 { (at.1, at.0) } else { *at };
        let mirrored = |v: u8, bit: u8| if turned & bit != 0 { 8 - v } else { v };
        format!("[{}{}]", (b'a' + mirrored(x, 1)) as char, (b'a' + mirrored(y, 2)) as char)
    };
    let colors = if turned & 8 != 0 { ["W", "B"] } else { ["B", "W"] };
    let stones: String = set_up.iter().map(point).collect();
    let stones = if stones.is_empty() { stones } else { format!("A{}{stones}", colors[0]) };
    let moves = moves.iter().enumerate().map(|(at, point_at)| {
        let point = if *point_at == PASS { "[]".to_owned() } else { point(point_at) };
        format!(";{}{point}", colors[at % 2])
    });
    format!("(;SZ[9]{stones}{})\n", moves.collect::<String>())
}

const PASS: (u8, u8) = (99, 99);
const MOVES: [(u8, u8); 12] = [
    (2, 3),
    (6, 1),
    (4, 4),
    (0, 0),
    (0, 1),
    (1, 0),
    (7, 7),
    (2, 6),
    (5, 5),
    (3, 3),
    (8, 2),
    (1, 5),
];

fn rows(text: &str, options: &[&str]) -> Vec<String> {
    let rows = zobrist_on(text, [&["go", "duplicates"], options].concat()).done();
    let short = |row: &str| row.replace("standard input\t", "").replace('\t', " ");
    rows.lines().map(short).collect()
}

#[test]
fn all_images_of_a_game_are_the_same() {
    let handicap: &[(u8, u8)] = &[(2, 2), (6, 6), (2, 5)];
    for set_up in [&[][..], handicap] {
        let games: String = (0..16).map(|turned| game(&MOVES, set_up, turned)).collect();
        let names =
            ["none", "left-right", "top-bottom", "half-turn", "other-diagonal", "", "", "diagonal"];
        let found = rows(&games, &[]);
        assert_eq!(found.len(), 15);
        for (row, number) in found.iter().zip(1..) {
            let fields: Vec<&str> = row.split(' ').collect();
            assert_eq!([fields[0], fields[1], fields[2]], [&(number + 1).to_string(), "1", "same"]);
            let name = names[number % 8];
            assert!(fields[3] == name || name.is_empty() && fields[3].starts_with("quarter-turn-"));
            assert_eq!(fields[4..], [if number < 8 { "false" } else { "true" }, "12", "12"]);
        }
        assert!(rows(&games, &["--exact"]).is_empty());
        assert!(rows(&games, &["--min-moves", "13"]).is_empty());
    }
}

#[test]
fn a_beginning_repeats_the_first_game_that_goes_on() {
    let (begin, all) = (game(&MOVES[..10], &[], 0), game(&MOVES, &[], 0));
    let other = game(&[&MOVES[..10], &[(8, 8)]].concat(), &[], 3);
    let passes = game(&[&MOVES[..], &[PASS, PASS]].concat(), &[], 8);
    let text = [&begin, &other, &all, &passes, &begin].map(String::as_str).concat();
    assert_eq!(
        rows(&text, &[]),
        [
            "1 2 beginning half-turn false 10 11",
            "3 4 beginning none true 12 14",
            "5 1 same none false 10 10",
        ]
    );
    // The rest is every game once.
    assert!(rows(&format!("{other}{passes}"), &[]).is_empty());
    assert_eq!(
        rows(&text, &["--exact"]),
        ["1 3 beginning none false 10 12", "5 1 same none false 10 10"]
    );
}

#[test]
fn other_games_are_not_the_same() {
    let mut late = MOVES;
    late.swap(9, 11);
    let others = [
        game(&MOVES, &[], 0),
        game(&late, &[], 0),
        game(&MOVES, &[(5, 0)], 0),
        game(&MOVES, &[(5, 1)], 0),
        game(&MOVES, &[], 0).replace("SZ[9]", "SZ[13]"),
        game(&MOVES, &[], 0).replacen(";W[", ";B[", 1),
    ];
    assert!(rows(&others.concat(), &["--min-moves", "0"]).is_empty());
    // Comments and variations play no part, nor does the order of stones that are set up.
    let plain = "(;SZ[9]AB[cc][gg];W[aa];B[bb])";
    let noted = "(;SZ[9]AB[gg]AB[cc]PB[x]C[y];W[aa](;B[bb])(;B[ee]))";
    let found = rows(&format!("{plain}{noted}"), &["--min-moves", "0"]);
    assert_eq!(found, ["2 1 same none false 2 2"]);
    // Two nodes that set up stones are not one of both.
    let two = "(;SZ[9]AB[cc];AB[gg];W[aa];B[bb])";
    assert!(rows(&format!("{plain}{two}"), &["--min-moves", "0"]).is_empty());
}

#[test]
fn files_of_folders_and_archives_are_compared() {
    let [first, turned] = [0, 5].map(|turned| game(&MOVES, &[], turned));
    let folder = Folder::with("a.sgf", &first);
    folder.write("b.sgf.zip", zip(&[("x.sgf", turned.as_bytes()), ("y.sgf", b"no game")]));
    let (rows, messages) = folder.zobrist(["go", "duplicates", "."]).rejected();
    let row = "./b.sgf.zip/x.sgf\t1\t./a.sgf\t1\tsame\t";
    assert!(rows.starts_with(row) && rows.lines().count() == 1, "{rows}");
    assert!(messages.contains("b.sgf.zip/y.sgf:1 (byte 0)"), "{messages}");
    // A file is no duplicate of itself.
    let (rows, messages) = folder.zobrist(["go", "duplicates", "a.sgf", "*.sgf"]).rejected();
    assert_eq!((&*rows, &*messages), ("", "zobrist: a.sgf is named twice; its games count once\n"));
}

/// A game on 19x19 of as many moves as there are points, by their numbers in a fixed order.
fn long(points: &[usize], turned: bool) -> String {
    let letter = |at: usize| (b'a' + at as u8) as char;
    let moves = points.iter().enumerate().map(|(at, number)| {
        let (x, y) = (number * 97 % 361 % 19, number * 97 % 361 / 19);
        // Mirrored, and with the colors swapped.
        let (x, color) = if turned { (18 - x, 1 - at % 2) } else { (x, at % 2) };
        format!(";{}[{}{}]", ["B", "W"][color], letter(x), letter(y))
    });
    format!("(;SZ[19]{})\n", moves.collect::<String>())
}

#[test]
fn games_that_differ_in_some_moves_are_near() {
    let whole: Vec<usize> = (0..100).collect();
    let with = |change: &dyn Fn(&mut Vec<usize>)| {
        let mut points = whole.clone();
        change(&mut points);
        points
    };
    // Another move and a longer end, turned; two moves in the other order before move 40.
    let fault = with(&|points| {
        points[80] = 200;
        points.extend(101..110);
    });
    let order = with(&|points| points.swap(30, 34));
    // Half of the game is another one; a fault before the first position that is compared.
    let other = with(&|points| points[50..].iter_mut().for_each(|point| *point += 150));
    let early = with(&|points| points[10] = 200);
    let games: String = [
        long(&whole, false),
        long(&fault, true),
        long(&order, false),
        long(&other, false),
        long(&early, false),
        long(&whole, true),
    ]
    .concat();
    let near = rows(&games, &["--near"]);
    let expected = [
        "2 1 near left-right true 109 100 1",
        "3 1 near none false 100 100 0",
        "6 1 same left-right true 100 100 0",
    ];
    assert_eq!(near, expected);
    let exact = ["3 1 near none false 100 100 0", "6 2 near none false 100 109 1"];
    assert_eq!(rows(&games, &["--near", "--exact"]), exact);
    assert_eq!(rows(&games, &[]), ["6 1 same left-right true 100 100"]);
}

/// Of several games, the one with the fewest differences is named; one that is a repetition is
/// compared with none.
#[test]
fn the_nearest_game_is_named() {
    let whole: Vec<usize> = (0..100).collect();
    let with = |numbers: std::ops::Range<usize>| {
        let mut points = whole.clone();
        numbers.for_each(|at| points[at] += 150);
        points
    };
    let games: String = [with(90..98), with(90..92), with(90..91), with(90..92)]
        .iter()
        .map(|p| long(p, false))
        .collect();
    let near = rows(&games, &["--near"]);
    let expected = [
        "2 1 near none false 100 100 6",
        "3 2 near none false 100 100 1",
        "4 2 same none false 100 100 0",
    ];
    assert_eq!(near, expected);
    // More than a tenth is another game.
    let games = long(&whole, false) + &long(&with(80..91), false);
    assert_eq!(rows(&games, &["--near"]), [""; 0]);
}
