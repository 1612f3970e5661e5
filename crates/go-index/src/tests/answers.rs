//! Answers of an index, equal to those of a look through all games.

use zobrist::source::SplitMix64;
use zobrist_go::sgf::read;
use zobrist_go::{Board, Point};

use super::games::{build, positions, random_games, random_line};
use crate::{Found, GameFacts, GoIndex, GoQuestion, Line, Part, Window, find};

/// The definition: every game is looked through.
fn plain(
    games: &[(Line, GameFacts)],
    window: &Window,
    player: Option<&str>,
) -> (Vec<(GameFacts, Found)>, u64) {
    let (mut found, mut looked_at) = (Vec::new(), 0);
    for (line, facts) in games {
        let has = |name: &Option<String>| {
            let name = name.as_deref().unwrap_or_default().to_lowercase();
            player.is_none_or(|player| name.contains(&player.to_lowercase()))
        };
        if !has(&facts.black) && !has(&facts.white) {
            continue;
        }
        let Ok(here) = find(line, window) else { continue };
        looked_at += 1;
        found.extend(here.map(|here| (facts.clone(), here)));
    }
    (found, looked_at)
}

/// A game as SGF has the positions of its line.
#[test]
fn games_are_written_as_sgf() {
    for (line, facts) in random_games(11, 40, 60) {
        let text = line.to_sgf(&facts);
        let record = read(text.as_bytes()).unwrap();
        let again = Line::of(&record);
        assert_eq!((again.size(), again.moves()), (line.size(), line.moves()), "{text}");
        assert!(positions(&again) == positions(&line), "{text}");
        let black = facts.black.unwrap_or_default();
        let said = record.node(0).property("PB").map(|value| value.text()).unwrap_or_default();
        assert_eq!(String::from_utf8_lossy(&said), black);
    }
}

/// A part of a board is the corner or side that has its stones alone.
#[test]
fn parts_are_corners_and_sides() {
    let size = (13, 19);
    let (width, height) = size;
    let mut random = SplitMix64::new(5);
    let parts = [
        (Part::LowerLeft, (0, 9), (0, 9)),
        (Part::LowerRight, (4, 13), (0, 9)),
        (Part::UpperLeft, (0, 9), (10, 19)),
        (Part::UpperRight, (4, 13), (10, 19)),
        (Part::Bottom, (1, 12), (0, 7)),
        (Part::Top, (1, 12), (12, 19)),
        (Part::Left, (0, 7), (4, 15)),
        (Part::Right, (6, 13), (4, 15)),
    ];
    let is_corner = |(_, columns, rows): &(Part, (usize, usize), (usize, usize))| {
        rows.1 - rows.0 == columns.1 - columns.0
    };
    let within = |(_, columns, rows): &(Part, (usize, usize), (usize, usize)), point: Point| {
        (columns.0..columns.1).contains(&point.column()) && (rows.0..rows.1).contains(&point.row())
    };
    let mut compared = 0;
    for part in &parts {
        let empty = Board::new(width, height).unwrap();
        assert_eq!(Window::part(&empty, part.0, true, true).unwrap().key(), None);
        for _ in 0..40 {
            let line = random_line(&mut random, size, 40);
            let Some(board) = positions(&line).pop() else { continue };
            let window = Window::part(&board, part.0, true, true).unwrap();
            let found = find(&line, &window).ok().flatten();
            assert_eq!(found.is_some(), find(&line, &window).is_ok(), "{part:?}\n{board}");
            let mut alone = Board::new(width, height).unwrap();
            alone.set_up(board.stones().filter(|(_, point)| within(part, *point))).unwrap();
            // Stones may stand in two parts.
            let has_all = |other: &&_| alone.stones().all(|(_, point)| within(other, point));
            let same = parts.iter().filter(|other| is_corner(other) == is_corner(part));
            if same.filter(has_all).count() != 1 {
                continue;
            }
            let expected = match is_corner(part) {
                true => Window::corner(&alone, 9, true, true),
                false => Window::side(&alone, true, true),
            };
            assert_eq!(window.key(), expected.unwrap().key(), "{part:?}\n{board}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
    let small = Board::new(9, 10).unwrap();
    assert!(Window::part(&small, Part::UpperRight, true, true).is_ok());
    let error = Window::part(&small, Part::Top, true, true).unwrap_err().to_string();
    assert!(error.contains("at least 11 points each way"), "{error}");
}

/// A window of a position of a game.
fn random_window(random: &mut SplitMix64, games: &[(Line, GameFacts)]) -> Window {
    let mut below = |end: usize| (random.next_u64() % end as u64) as usize;
    loop {
        let boards = positions(&games[below(games.len())].0);
        // Early positions occur in several games.
        let until = if below(2) == 0 { boards.len().min(8) } else { boards.len() };
        if until == 0 {
            continue;
        }
        let whole = &boards[below(until)];
        let (width, height) = (whole.width(), whole.height());
        let (turns, colors) = (below(5) > 0, below(5) > 0);
        let kept = |is_within: &dyn Fn(usize, usize) -> bool| -> Option<Board> {
            let stones = whole.stones().filter(|(_, at)| is_within(at.column(), at.row()));
            let mut board = whole.clone();
            board.set_up(stones.collect::<Vec<_>>()).is_ok().then_some(board)
        };
        let side = [9, 7, 5][below(3)];
        let (right, top) = (below(2) > 0, below(2) > 0);
        let near = |at: usize, length: usize, far: bool| {
            if far { at + side >= length } else { at < side }
        };
        let window = match below(3) {
            0 => Some(Window::board(whole, turns, colors)),
            1 => kept(&|column, row| near(column, width, right) && near(row, height, top))
                .map(|board| Window::corner(&board, side, turns, colors).unwrap()),
            _ if width.min(height) < 11 => None,
            _ => {
                let first = (width - 11) / 2;
                kept(&|column, row| (first..first + 11).contains(&column) && row < 7)
                    .map(|board| Window::side(&board, turns, colors).unwrap())
            }
        };
        if let Some(window) = window {
            return window;
        }
    }
}

fn compare(games: usize, moves: usize, queries: usize) {
    let games = random_games(61, games, moves);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index");
    // In one step, and in two.
    let half = games.len() / 2;
    build(&path, &games[..half], |_| ()).unwrap();
    let built = build(&path, &games[half..], |options| options.add = true).unwrap();
    assert_eq!(built.games, (games.len() - half) as u64);
    // More rows than fit in memory several times over, so that runs were merged.
    assert!(built.occurrences > 2 * (1 << 16) / 16, "{built:?}");
    let index = GoIndex::open(&path).unwrap();
    index.verify().unwrap();
    assert_eq!(index.games(), games.len() as u64);
    let whole = folder.path().join("whole");
    build(&whole, &games, |options| options.memory = 1 << 30).unwrap();
    let whole = GoIndex::open(&whole).unwrap();

    let mut random = SplitMix64::new(19);
    let (mut found, mut several) = (0, 0);
    for query in 0..queries {
        let window = random_window(&mut random, &games);
        let player = [None, Some("ada3"), Some("BŁA"), Some("nobody")][query % 10 % 4];
        let expected = plain(&games, &window, player);
        for index in [&index, &whole] {
            let mut got = Vec::new();
            let mut question = GoQuestion { player, names: true };
            let looked_at =
                index.explore(&window, question, |facts, found| got.push((facts, found))).unwrap();
            assert!(
                (&got, looked_at) == (&expected.0, expected.1),
                "{query}: {got:?} {expected:?}"
            );
            question.names = false;
            let mut short = Vec::new();
            index.explore(&window, question, |facts, found| short.push((facts, found))).unwrap();
            let without = |(facts, found): &(GameFacts, Found)| {
                let (result, date) = (facts.result.clone(), facts.date.clone());
                (GameFacts { result, date, ..GameFacts::default() }, *found)
            };
            assert!(short.iter().cloned().eq(expected.0.iter().map(without)), "{query}");
        }
        found += expected.0.len();
        several += usize::from(expected.0.len() > 1);
    }
    println!("{queries} questions about {} games, {found} games found, all the same", games.len());
    assert!(several > queries / 10, "{several}");
}

#[test]
fn answers_are_those_of_a_look_through_all_games() {
    compare(240, 60, 120);
}

/// `cargo test --release -p zobrist-go-index -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes without optimization"]
fn answers_to_500_questions_about_2000_games() {
    compare(2000, 230, 500);
}
