//! The schemes `go` and `go-situation`, pinned: fingerprints, and the vectors of `vectors/`.

use zobrist_go::{Board, Color, Game, GoKey, GoScheme, GoSituation, Move, PlayError, Point};
use zobrist_go::{Rule, Rules, Suicide};

const VECTORS: &str = include_str!("../vectors/go.csv");

#[test]
fn fingerprints() {
    assert_eq!(GoScheme::fingerprint::<u64>().to_string(), "292942c3026ed21e");
    assert_eq!(GoScheme::fingerprint::<u128>().to_string(), "cf38ed4103fc3f54");
    assert_eq!(GoScheme::LAYOUT.to_string(), "1300 = stone 1250 + width 25 + height 25");
    assert_eq!(GoScheme::guarantee::<u64>().to_string(), "any 11 keys are independent");
    assert_eq!(GoScheme::guarantee::<u128>().to_string(), "any 23 keys are independent");
}

/// The hash of a board of this size after these moves, Black first.
fn hash<K: GoKey>(width: usize, height: usize, moves: &str) -> K {
    let board = Board::<K>::with_keys(width, height).unwrap();
    let mut game = Game::of(board, Color::Black, Rules::TROMP_TAYLOR);
    for name in moves.split_whitespace() {
        game.force(game.to_move(), name.parse().unwrap()).unwrap();
    }
    game.board().hash()
}

#[test]
fn vectors() {
    let mut rows = VECTORS.lines();
    assert_eq!(rows.next(), Some("width,height,moves,hash_64,hash_128"));
    let mut count = 0;
    for row in rows {
        let [width, height, moves, narrow, wide] =
            row.split(',').collect::<Vec<_>>().try_into().unwrap();
        let (width, height) = (width.parse().unwrap(), height.parse().unwrap());
        assert_eq!(format!("{:016x}", hash::<u64>(width, height, moves)), narrow, "{row}");
        assert_eq!(format!("{:032x}", hash::<u128>(width, height, moves)), wide, "{row}");
        count += 1;
    }
    assert_eq!(count, 17);
}

/// The features of a hash: stones and size, not the player to move.
#[test]
fn size_and_stones_and_nothing_else() {
    let hash = |width, height, moves| hash::<u64>(width, height, moves);
    assert_ne!(hash(9, 9, ""), hash(9, 10, ""));
    assert_ne!(hash(9, 10, ""), hash(10, 9, ""));
    assert_ne!(hash(9, 9, "E5"), hash(9, 9, "pass E5"));
    assert_eq!(hash(9, 9, "E5"), hash(9, 9, "E5 pass"));
    assert_eq!(hash(9, 9, "E5 E6 D5"), hash(9, 9, "D5 E6 E5"));
    // Prisoners leave no trace.
    assert_eq!(hash(2, 1, "A1 B1"), hash(2, 1, "pass B1"));
}

#[test]
fn features_name_their_stones() {
    for feature in GoScheme::LAYOUT.features() {
        match GoScheme::stone_of(feature) {
            Some((color, point)) => assert_eq!(GoScheme::stone(color, point), feature),
            None => assert!(feature.slot() >= 1250),
        }
    }
    let point = Point::new(3, 2).unwrap();
    assert_eq!(GoScheme::stone(Color::White, point).slot(), 625 + 25 * 2 + 3);
    let board = Board::new(4, 3).unwrap();
    let [width, height] = GoScheme::size(4, 3).map(GoScheme::key::<u64>);
    assert_eq!(board.hash(), width ^ height);
}

/// A board of no points has no symmetries, be they those of a rectangle.
#[test]
fn symmetries_are_those_of_boards() {
    for (width, height) in [(0, 13), (13, 0), (0, 0), (26, 13), (13, 26)] {
        let symmetries = || GoScheme::symmetries::<4>(width, height);
        assert!(std::panic::catch_unwind(symmetries).is_err(), "{width} x {height}");
    }
    assert_eq!(GoScheme::symmetries::<4>(1, 13).slots(), 1300);
    assert_eq!(GoScheme::symmetries::<8>(25, 25).slots(), 1300);
}

const SITUATIONS: &str = include_str!("../vectors/go-situation.csv");

#[test]
fn situations_add_keys_and_change_none() {
    assert_eq!(GoSituation::fingerprint::<u64>().to_string(), "a7e8641c7a499f1f");
    assert_eq!(GoSituation::fingerprint::<u128>().to_string(), "ea63b7b37684c46f");
    let layout = "1930 = stone 1250 + width 25 + height 25 + turn 1 + passes 4 + ko 625";
    assert_eq!(GoSituation::LAYOUT.to_string(), layout);
    assert_eq!(GoSituation::guarantee::<u64>(), GoScheme::guarantee::<u64>());
    assert_eq!(GoSituation::guarantee::<u128>(), GoScheme::guarantee::<u128>());
    for feature in GoScheme::LAYOUT.features() {
        assert_eq!(GoSituation::key::<u64>(feature), GoScheme::key(feature));
        assert_eq!(GoSituation::key::<u128>(feature), GoScheme::key(feature));
    }
    assert_eq!(GoSituation::ko(Point::new(24, 24).unwrap()).slot(), 1929);
    assert_eq!(GoSituation::hash::<u64>(Color::Black, 0, None), 0);
    assert!(std::panic::catch_unwind(|| GoSituation::passes(5)).is_err());
}

/// The hash of a situation, with passes and ko point as the game says.
fn situation<K: GoKey>(width: usize, height: usize, moves: &str) -> (K, String) {
    let rules = Rules::new(Rule::SimpleKo, Suicide::Allowed);
    let board = Board::<K>::with_keys(width, height).unwrap();
    let mut game = Game::of(board, Color::Black, rules);
    let mut passes = 0;
    for name in moves.split_whitespace() {
        let played = name.parse().unwrap();
        game.play(played).unwrap();
        passes = if played == Move::Pass { passes + 1 } else { 0 };
    }
    let is_ko = |point: &Point| {
        matches!(game.check(game.to_move(), *point), Err(PlayError::Repeats { .. }))
    };
    let ko = game.board().points().find(is_ko);
    let hash = game.board().hash().plus(GoSituation::hash(game.to_move(), passes, ko));
    let ko = ko.map_or(String::new(), |point| point.to_string());
    (hash, format!("{},{passes},{ko}", game.to_move().index()))
}

#[test]
fn situation_vectors() {
    let mut rows = SITUATIONS.lines();
    assert_eq!(rows.next(), Some("width,height,moves,white_to_move,passes,ko,hash_64,hash_128"));
    let mut count = 0;
    for row in rows {
        let [width, height, moves, turn, passes, ko, narrow, wide] =
            row.split(',').collect::<Vec<_>>().try_into().unwrap();
        let (width, height) = (width.parse().unwrap(), height.parse().unwrap());
        let facts = format!("{turn},{passes},{ko}");
        let (hash, found) = situation::<u64>(width, height, moves);
        assert_eq!((format!("{hash:016x}"), &found), (narrow.to_owned(), &facts), "{row}");
        let (hash, found) = situation::<u128>(width, height, moves);
        assert_eq!((format!("{hash:032x}"), &found), (wide.to_owned(), &facts), "{row}");
        count += 1;
    }
    assert_eq!(count, 11);
}
