//! Records replayed into games.
#![cfg(feature = "sgf")]

use zobrist_go::sgf::{Fault, Node, Record, ReplayError, read};
use zobrist_go::{Board, Color, Game, PlaceError, Rule, Rules, SetUpError, Step, Suicide};

/// The game at the end of the main line.
#[track_caller]
fn replay(text: &str) -> Result<Game, ReplayError> {
    read(text.as_bytes()).expect("it is SGF").game(Rules::TROMP_TAYLOR)
}

/// The first node says who moves first, and which stones are on the board.
#[test]
fn a_game_begins_with_the_set_up_of_the_first_node() {
    for (root, stones, to_move) in [
        ("", 0, Color::Black),
        ("AB[aa][bb]", 2, Color::White),
        ("HA[2]AB[aa][bb]", 2, Color::White),
        ("AB[aa][bb]PL[B]", 2, Color::Black),
        ("AB[aa]AW[bb]", 2, Color::Black),
        ("AW[bb]", 1, Color::Black),
        ("AW[bb]PL[W]", 1, Color::White),
        ("PL[W]", 0, Color::White),
    ] {
        let game = replay(&format!("(;SZ[5]{root})")).unwrap();
        assert_eq!((game.ply(), game.to_move()), (0, to_move), "{root}");
        assert_eq!(game.board().stone_count(), stones, "{root}");
        assert_eq!(game.history().get(0).unwrap().0, Step::Start((!to_move).index() as u8));
    }
}

/// Later it is a ply: black stones are no handicap then, and the turn stays as it was.
#[test]
fn a_set_up_during_the_game_is_a_ply() {
    let game = replay("(;SZ[5];B[aa];AB[bb][cc]AE[aa];W[dd];PL[W])").unwrap();
    let steps: Vec<Step> = game.history().iter().map(|(step, _)| step).collect();
    let expected = [Step::Start(1), Step::Play(0), Step::Start(0), Step::Play(1), Step::Start(0)];
    assert_eq!(steps, expected);
    assert_eq!(game.to_move(), Color::White);
    assert_eq!(game.board().to_string().matches('X').count(), 2);
}

/// Where the record does not say who moves first, it is the player of the first move: under
/// situational superko the position at the start was left by the other.
#[test]
fn the_first_move_says_whose_turn_it_is() {
    let rules = Rules::new(Rule::Situational, Suicide::Allowed);
    let (white, black) = ("AB[bc][cb][cd][dc]AW[db][dd][ec]", "AB[bc][cb][cd]AW[db][dd][ec][cc]");
    for (root, said, moves, repeats) in [
        (white, "", ";W[cc];B[dc]", true),
        (white, "", ";C[x];W[cc];B[];W[];B[dc]", true),
        (black, "", ";B[dc];W[cc]", true),
        // A player that the record names is kept.
        (white, "PL[W]", ";W[cc];B[dc]", true),
        (white, "PL[B]", ";W[cc];B[dc]", false),
        (black, "PL[W]", ";B[dc];W[cc]", false),
    ] {
        let record = read(format!("(;SZ[5]{root}{said}{moves})").as_bytes()).unwrap();
        let again = record.game(rules).unwrap().history().last_repetition();
        assert_eq!(again.map(|again| again.earlier), repeats.then_some(0), "{root}{said}{moves}");
    }
    let handicap = read(b"(;SZ[5]AB[bb][dd](;B[cc])(;W[cc]))").unwrap();
    let first = |node| handicap.game_at(node, rules).unwrap().history().get(0).unwrap().0;
    assert_eq!([0, 1, 2].map(first), [Step::Start(0), Step::Start(1), Step::Start(0)]);
}

/// Beside a move, whose turn it is makes no ply: a ko is still a ko, and nobody left the position
/// but who played.
#[test]
fn whose_turn_it_is_is_no_ply_beside_a_move() {
    let root = "(;SZ[5]AB[bc][cb][cd]AW[db][dd][ec]PL[B]";
    for retaken in [";W[cc]", ";W[cc]PL[B]", ";PL[W]W[cc]"] {
        let game = replay(&format!("{root};B[dc]PL[W]{retaken};B[dc])")).unwrap();
        assert_eq!((game.ply(), game.to_move()), (3, Color::White), "{retaken}");
        assert_eq!(game.history().last_repetition().map(|again| again.cycle), Some(2), "{retaken}");
    }
    // Before the first move it says who begins, and with stones it is a ply.
    assert_eq!(replay("(;SZ[5]PL[W]B[aa])").unwrap().history().get(0).unwrap().0, Step::Start(0));
    assert_eq!(replay("(;SZ[5];AB[aa]PL[W]W[bb])").unwrap().ply(), 2);
}

/// Nor where all is said again that is so: under simple ko, what comes between would end the ko.
#[test]
fn a_set_up_of_what_is_there_is_no_ply() {
    let rules = Rules::new(Rule::SimpleKo, Suicide::Forbidden);
    let root = "(;SZ[5]AB[bc][cb][cd]AW[db][dd][ec]PL[B]";
    for (again, plies) in [
        (";PL[B]", 3),
        (";PL[B];PL[B]", 3),
        (";AE[aa]", 3),
        (";AB[bc]AW[cc]AE[aa][dc]PL[B]", 3),
        (";AB[aa]AE[aa]", 3),
        // These change something.
        (";PL[W]", 4),
        (";AB[aa]", 4),
        (";AE[bc]", 4),
    ] {
        let text = format!("{root};B[dc];W[cc]{again};B[dc])");
        let game = read(text.as_bytes()).unwrap().game(rules).unwrap();
        assert_eq!(game.ply(), plies, "{again}");
        let cycle = game.history().last_repetition().map(|again| again.cycle);
        assert_eq!(cycle, (plies == 3).then_some(2), "{again}");
    }
}

/// Moves against the rules are replayed: suicide, a retaken ko, two moves of one player, and
/// passes.
#[test]
fn moves_are_made_as_they_stand() {
    let record = read(b"(;SZ[3]AW[ba][ab];B[aa];B[cc];B[];W[])").unwrap();
    let game = record.game(Rules::default()).unwrap();
    assert_eq!((game.ply(), game.board().stone_count(), game.is_over()), (4, 3, true));
    let ko = replay("(;SZ[5]AB[bc][cb][cd]AW[db][dd][ec]PL[B];B[dc];W[cc];B[dc])").unwrap();
    assert_eq!(ko.history().last_repetition().map(|again| again.earlier), Some(1));
}

/// The first fault is reported with its node; lines beside it do not matter.
#[test]
fn a_fault_is_reported_with_its_node() {
    let text = "(;SZ[3];B[bb](;W[aa])(;W[bb])(;W[zz])(;AW[ab][bc][cb][ba][aa][cc][ac][ca]))";
    let record = read(text.as_bytes()).unwrap();
    let error = |node| record.game_at(node, Rules::default()).map(drop).unwrap_err();
    assert_eq!(record.game(Rules::default()).unwrap().ply(), 2);
    let point = "B2".parse().unwrap();
    let occupied = PlaceError::Occupied { point, by: Color::Black };
    assert_eq!(error(3), ReplayError::Place { node: 3, error: occupied });
    assert_eq!(error(3).to_string(), format!("node 3: {occupied}"));
    let ReplayError::Fault(fault) = error(4) else { panic!("{}", error(4)) };
    assert_eq!((fault.place.column, fault.fault), (33, Fault::OffBoard("W[zz]".into())));
    assert_eq!(error(4).to_string(), "line 1, column 33: W[zz] is off the board");
    assert!(matches!(
        error(5),
        ReplayError::SetUp { node: 5, error: SetUpError::NoLiberty { .. } }
    ));
    let none = Record::new(26, 1);
    assert!(matches!(none.game(Rules::default()), Err(ReplayError::Size(_))));
}

/// A set-up that cannot stand leaves the game as it was.
#[test]
fn a_refused_set_up_changes_nothing() {
    let record = read(b"(;SZ[2]AB[aa][ab][ba][bb];AB[aa][ab][ba][bb])").unwrap();
    let mut game = Game::new(2, 2, Rules::default()).unwrap();
    game.play("A1".parse().unwrap()).unwrap();
    let before = game.board().clone();
    for node in record.nodes() {
        assert!(matches!(node.set_up_on(&mut game), Err(SetUpError::NoLiberty { .. })));
        assert_eq!((game.board(), game.ply(), game.to_move()), (&before, 1, Color::White));
    }
    assert_eq!(record.node(0).stones_after(&before).len(), 4);
}

/// Records made by hand may have their nodes in any order in which parents come first.
#[test]
fn the_main_line_is_that_of_first_children() {
    let parents = [None, Some(0), Some(0), Some(2), Some(1), Some(1), Some(4)];
    let mut record = Record::new(9, 9);
    let empty = record.clone();
    for parent in parents {
        record.push(Node::new(parent));
    }
    assert!(record.main_line().eq([0, 1, 4, 6]));
    assert_eq!(empty.main_line().next(), None);
    assert_eq!(empty.game(Rules::default()).unwrap().board(), &Board::new(9, 9).unwrap());
}
