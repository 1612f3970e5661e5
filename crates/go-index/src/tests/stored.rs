//! An index that an earlier program has written is opened, for every version of the format.

use std::path::Path;

use zobrist_go::sgf::games;

use super::games::positions;
use crate::{GoIndex, GoQuestion, Line, Window, find, is_go_index};

#[test]
fn an_index_of_version_1_is_opened() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stored");
    let index = GoIndex::open(folder.join("index")).unwrap();
    index.verify().unwrap();
    assert_eq!((index.games(), index.sources().len(), index.rejected()), (5, 1, 2));
    assert!(is_go_index(folder.join("index")) && !is_go_index(&folder));
    let text = std::fs::read(folder.join("games.sgf")).unwrap();
    let lines: Vec<_> = games(&text).map(|game| Line::of(&game.unwrap().record)).collect();
    let mut all = Vec::new();
    index.for_each_game(|facts, line| all.push((facts.number, line))).unwrap();
    assert_eq!(all, (1..).zip(lines.iter().cloned()).collect::<Vec<_>>());
    let mut found = 0;
    for board in lines.iter().flat_map(positions).filter(|board| board.stone_count() > 0) {
        let mut windows = vec![Window::board(&board, true, true)];
        windows.extend(Window::corner(&board, 9, true, true));
        windows.extend(Window::corner(&board, 7, true, true));
        windows.extend(Window::side(&board, true, true));
        for window in windows {
            let expected: Vec<_> = (1..)
                .zip(&lines)
                .filter_map(|(number, line)| Some((number, find(line, &window).ok()??)))
                .collect();
            let mut got = Vec::new();
            let question = GoQuestion { names: true, ..GoQuestion::default() };
            let each = |facts: crate::GameFacts, found| got.push((facts.number, found));
            index.explore(&window, question, each).unwrap();
            assert!(got == expected, "{board}");
            found += got.len();
        }
    }
    assert!(found > 50, "{found}");
}
