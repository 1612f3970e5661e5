//! The law of records: a game that can be read, written and read again is the same game, and
//! along all its ways the hash that followed the moves is that of the position from scratch.

use std::collections::BTreeMap;

use zobrist_go::sgf::{Record, SgfError, cut, read, write};
use zobrist_go::{Board, Game, Move, Rules};

/// Holds for all bytes.
pub fn law(text: &[u8]) {
    let line_of = |offset: usize| 1 + text[..offset].iter().filter(|b| **b == b'\n').count();
    let mut behind = 0;
    for game in cut(text) {
        match game {
            Ok(game) => {
                assert!(game.offset >= behind, "games do not overlap");
                behind = game.offset + game.text.len();
                assert_eq!(game.text, &text[game.offset..behind]);
                assert_eq!(game.line, line_of(game.offset));
                let alone: Vec<_> = cut(game.text).map(|game| game.unwrap().text).collect();
                assert_eq!(alone, [game.text], "whatever stands beside it");
                of_game(game.text);
            }
            Err(error) => {
                assert_eq!(error.line, line_of(error.offset), "{error}");
                assert!(!error.to_string().is_empty());
            }
        }
    }
    of_game(text);
}

fn of_game(text: &[u8]) {
    let record = match read(text) {
        Ok(record) => record,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            if let SgfError::Cut(error) = error {
                assert!(error.offset < text.len(), "{error}");
            }
            return;
        }
    };
    for (number, node) in record.nodes.iter().enumerate() {
        assert_eq!(node.parent.is_none(), number == 0);
        assert!(node.parent.is_none_or(|parent| parent < number));
    }
    let written = write(&record);
    let games: Vec<_> = cut(written.as_bytes()).map(|game| game.unwrap().text).collect();
    assert_eq!(games, [written.as_bytes()]);
    let again = read(written.as_bytes()).unwrap();
    assert!(again.nodes.iter().all(|node| node.fault.is_none()), "{written}");
    assert_eq!(write(&again), written);
    assert_eq!(as_written(again), as_written(record.clone()), "{written}");
    on_boards(&record);
    in_a_game(&record);
}

/// A record as SGF can hold it: no faults, and of a point that is set up twice the last.
fn as_written(mut record: Record) -> Record {
    for node in &mut record.nodes {
        node.fault = None;
        let last: BTreeMap<_, _> = node.set_up.iter().copied().collect();
        node.set_up = last.into_iter().collect();
    }
    record
}

/// All nodes, each on the board of its parent. What cannot stand so is left out.
fn on_boards(record: &Record) {
    let empty = Board::new(record.width, record.height).unwrap();
    let mut boards: Vec<Board> = Vec::new();
    for node in &record.nodes {
        let mut board = node.parent.map_or_else(|| empty.clone(), |parent| boards[parent].clone());
        if !node.set_up.is_empty() {
            let mut stones: BTreeMap<_, _> =
                board.stones().map(|(color, point)| (point, color)).collect();
            for (point, stone) in &node.set_up {
                match stone {
                    Some(color) => drop(stones.insert(*point, *color)),
                    None => drop(stones.remove(point)),
                }
            }
            let _ = board.set_up(stones.into_iter().map(|(point, color)| (color, point)));
        }
        for (color, played) in &node.moves {
            if let Move::Play(point) = played {
                let _ = board.place(*color, *point);
            }
        }
        let mut scratch = empty.clone();
        scratch.set_up(board.stones()).expect("these stones stand");
        assert_eq!(board.hash(), scratch.hash());
        boards.push(board);
    }
    replayed(record, &boards);
}

/// What can be replayed ends on the same board; the main line goes from first child to first child.
fn replayed(record: &Record, boards: &[Board]) {
    let line: Vec<usize> = record.main_line().collect();
    assert_eq!(line.first(), Some(&0));
    for (number, way) in line.iter().enumerate() {
        let child = (0..boards.len()).find(|child| record.nodes[*child].parent == Some(*way));
        assert_eq!(child, line.get(number + 1).copied());
    }
    let rules = Rules::default();
    // Each costs the whole way.
    for number in (0..boards.len()).rev().take(50) {
        if let Ok(game) = record.game_at(number, rules) {
            assert_eq!(game.board(), &boards[number]);
            assert_eq!(game.board().hash(), boards[number].hash());
        }
    }
    let last = *line.last().expect("a record that was read has a node");
    let ends = [record.game(rules), record.game_at(last, rules)];
    let [main, at] =
        ends.map(|end| end.map(|game| (game.board().clone(), game.ply(), game.to_move())));
    assert_eq!(main, at);
}

/// The main line, forth and back: a game goes through the positions that it has been in.
fn in_a_game(record: &Record) {
    let mut game = Game::new(record.width, record.height, Rules::default()).unwrap();
    let mut hashes = vec![game.board().hash()];
    let mut here = 0;
    for (number, node) in record.nodes.iter().enumerate() {
        if number > 0 && node.parent != Some(here) {
            break;
        }
        here = number;
        for (color, played) in &node.moves {
            let legal = game.is_legal(*color, *played);
            let before = game.history().len();
            match game.force(*color, *played) {
                Ok(_) => hashes.push(game.board().hash()),
                Err(_) => assert!(!legal && game.history().len() == before),
            }
        }
    }
    assert_eq!(game.ply() + 1, hashes.len());
    while let Some(hash) = hashes.pop() {
        assert_eq!(game.board().hash(), hash);
        assert_eq!(game.undo(), !hashes.is_empty());
    }
}
