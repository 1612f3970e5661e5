//! The law of records: a game that can be read, written and read again is the same game, and
//! along all its lines the hash that followed the moves is that of the position from scratch.

use std::collections::BTreeMap;

use zobrist_go::sgf::{Record, TextPosition, games, games_repaired, read, read_in, write};
use zobrist_go::{Board, Game, Move, Rules};

/// Content for all bytes.
pub(crate) fn law(text: &[u8]) {
    let mut end = 0;
    for game in games(text) {
        match game {
            Ok(game) => {
                assert!(game.place.offset >= end, "games do not overlap");
                end = game.place.offset + game.text.len();
                assert_eq!(game.text, &text[game.place.offset..end]);
                is_exact(game.place, text);
                game.record.nodes().for_each(|node| {
                    node.fault.into_iter().for_each(|fault| {
                        is_exact(fault.place, text);
                        assert!((game.place.offset..end).contains(&fault.place.offset), "{fault}");
                    })
                });
                let alone: Vec<_> = games(game.text).map(|game| game.unwrap().text).collect();
                assert_eq!(alone, [game.text], "whatever stands beside it");
                assert_eq!(write(&read(game.text).unwrap()), write(&game.record));
                holds(&game.record);
            }
            Err(error) => {
                is_exact(error.place, text);
                assert!(!error.to_string().is_empty());
            }
        }
    }
    repaired(text);
    match read(text) {
        Ok(record) => holds(&record),
        Err(error) => is_exact(error.place, text),
    }
}

/// Damaged games are read in order, each with the places of its damage; a game without damage is
/// read as ever.
fn repaired(text: &[u8]) {
    let mut end = 0;
    for game in games_repaired(text).flatten() {
        let start = game.place.offset;
        assert!(start >= end, "games do not overlap");
        end = start + game.text.len();
        assert_eq!(game.text, &text[start..end]);
        is_exact(game.place, text);
        let faults = game.record.nodes().filter_map(|node| Some(node.fault?.place));
        for place in faults.chain(game.record.repairs().iter().map(|repair| repair.place)) {
            is_exact(place, text);
            assert!((start..=end).contains(&place.offset), "{place}");
        }
        match game.record.repairs() {
            [] => assert_eq!(write(&read(game.text).unwrap()), write(&game.record)),
            _ => holds(&game.record),
        }
    }
}

/// The line and column are those of the byte.
fn is_exact(place: TextPosition, text: &[u8]) {
    let before = &text[..place.offset];
    let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    let column = 1 + before.iter().rev().take_while(|byte| **byte != b'\n').count();
    assert_eq!((place.line, place.column), (line, column), "{place}");
}

/// The law of one record.
fn holds(record: &Record) {
    for (number, node) in record.nodes().enumerate() {
        assert_eq!(node.parent.is_none(), number == 0);
        assert!(node.parent.is_none_or(|parent| parent < number));
    }
    let written = write(record);
    // As it was read: without a name, another charset may have been meant.
    let again = read_in(&written, record.charset()).unwrap();
    assert_eq!(again, *record);
    assert_eq!(write(&again), written);
    // An empty first node would be given a size.
    if !again.node(0).properties.is_empty() {
        assert_eq!(copied(&again), again);
    }
    on_boards(record);
    in_a_game(record);
}

/// A record made of the nodes of another.
fn copied(record: &Record) -> Record {
    let mut copy = Record::new(record.width, record.height);
    copy.komi = record.komi.clone();
    for node in record.nodes() {
        copy.push(node);
    }
    copy
}

/// Puts all nodes on the board of their parents. Stones that cannot stand so are left out.
fn on_boards(record: &Record) {
    let empty = Board::new(record.width, record.height).unwrap();
    let mut boards: Vec<Board> = Vec::new();
    for node in record.nodes() {
        let mut board = node.parent.map_or_else(|| empty.clone(), |parent| boards[parent].clone());
        if !node.set_up.is_empty() {
            let mut stones: BTreeMap<_, _> =
                board.stones().map(|(color, point)| (point, color)).collect();
            for (point, stone) in node.set_up {
                match stone {
                    Some(color) => drop(stones.insert(*point, *color)),
                    None => drop(stones.remove(point)),
                }
            }
            let _ = board.set_up(stones.into_iter().map(|(point, color)| (color, point)));
        }
        for (color, played) in node.moves {
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

/// A line that can be replayed ends on the same board; the main line goes from first child to first
/// child.
fn replayed(record: &Record, boards: &[Board]) {
    let line: Vec<usize> = record.main_line().collect();
    assert_eq!(line.first(), Some(&0));
    for (number, node) in line.iter().enumerate() {
        let child = (0..boards.len()).find(|child| record.node(*child).parent == Some(*node));
        assert_eq!(child, line.get(number + 1).copied());
    }
    let rules = Rules::default();
    // Each costs the whole line.
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
    for (number, node) in record.nodes().enumerate() {
        if number > 0 && node.parent != Some(here) {
            break;
        }
        here = number;
        for (color, played) in node.moves {
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
