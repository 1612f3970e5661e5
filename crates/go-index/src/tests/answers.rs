//! Answers of an index, equal to those of a look through all games.

use zobrist::source::SplitMix64;
use zobrist_go::Board;

use super::games::{build, positions, random_games};
use crate::{Found, GameFacts, GoIndex, GoQuestion, Line, Window, find};

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
