//! The scheme `go`, pinned: fingerprints, and the vectors of `vectors/go.csv`.

use zobrist_go::{Board, Color, Game, GoKey, GoScheme, Point, Rules};

const VECTORS: &str = include_str!("vectors/go.csv");

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
