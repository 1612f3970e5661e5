//! The tables of what is left.

use std::collections::HashMap;

use parquet::record::{Field, Row};
use shakmaty::Chess;
use zobrist_index::{BuildOptions, Index};

use super::tool::{World, sample};

/// Rows as text, with the number of each game replaced by its place among the games.
fn rows(world: &World, table: &str) -> Vec<String> {
    let numbers: HashMap<i64, usize> = world.numbers().into_iter().zip(0..).collect();
    let shown = |row: &Row| {
        let columns = row.get_column_iter().map(|(name, field)| match (&**name, field) {
            ("game_id" | "first_game_id", Field::Long(game)) => format!("{name} {}", numbers[game]),
            (name, field) => format!("{name} {field}"),
        });
        columns.collect::<Vec<_>>().join(", ")
    };
    world.rows(table).iter().map(shown).collect()
}

#[test]
fn they_are_those_of_an_index_of_the_other_files() {
    let texts = [sample(0, 40), "[Variant \"Atomic\"]\n\n1. e4 e5 *\n".to_owned(), sample(40, 75)];
    for memory in [1, 1 << 30] {
        for gone in 0..texts.len() {
            let mut options = BuildOptions::default();
            options.memory = memory;
            let world = World::new();
            let files: Vec<_> = ["a", "b", "c"]
                .iter()
                .zip(&texts)
                .map(|(name, text)| world.games(&format!("{name}.pgn"), text))
                .collect();
            world.build(options.clone(), &files[..2]);
            world.add(options.clone(), &files[2..]);
            let before = world.numbers();
            let games: Vec<u64> = world.open().sources().iter().map(|s| s.games).collect();
            assert_eq!(games, [40, 1, 35]);
            let removed = world.remove(&files[gone]).unwrap();
            assert_eq!(removed.source, files[gone].to_string_lossy());
            assert_eq!((removed.games, removed.entries), (games[gone], 1));
            assert_eq!((removed.left, removed.duplicates), (76 - games[gone], 0));

            let others: Vec<_> =
                files.iter().filter(|file| **file != files[gone]).cloned().collect();
            let expected = World::new();
            expected.build(options.clone(), &others);
            for table in ["positions", "occurrences", "games"] {
                let (got, expected) = (rows(&world, table), rows(&expected, table));
                let differs = got.iter().zip(&expected).find(|(got, expected)| got != expected);
                assert_eq!(differs, None, "{table} without {gone}");
                assert_eq!(got.len(), expected.len(), "{table} without {gone}");
            }
            // The games that are left keep their numbers.
            let first = games[..gone].iter().sum::<u64>() as i64;
            let went = first..first + games[gone] as i64;
            let kept: Vec<i64> = before.into_iter().filter(|game| !went.contains(game)).collect();
            assert_eq!(world.numbers(), kept);
            world.assert_sound();
            let (index, expected) = (world.open(), expected.open());
            assert_eq!(index.sources(), expected.sources());
            assert_eq!((index.games(), index.info().segments), (removed.left, 1));
            let start = Chess::default();
            let moves = |index: &Index| {
                let mut moves = index.moves(&start).unwrap();
                moves.iter_mut().for_each(|count| count.first_game_id = 0);
                moves
            };
            assert_eq!(moves(&index), moves(&expected));
            let games = index.games_with(&start, usize::MAX).unwrap();
            assert!(games.iter().all(|found| others.iter().any(|f| *f == *found.game.file)));
        }
    }
}

#[test]
fn an_index_without_games_is_one() {
    let world = World::new();
    let (a, b) = (world.games("a.pgn", "1. e4 *\n"), world.games("b.pgn", "1. d4 *\n"));
    world.build(BuildOptions::default(), &[a.clone(), b.clone()]);
    world.remove(&a).unwrap();
    let removed = world.remove(&b).unwrap();
    assert_eq!((removed.games, removed.left), (1, 0));
    world.assert_sound();
    let index = world.open();
    assert_eq!((index.games(), index.sources().len(), index.info().segments), (0, 0, 0));
    assert_eq!(index.moves(&Chess::default()).unwrap(), []);
    assert_eq!(world.bytes().len(), 1, "files of the tables are left");
    zobrist_index::merge(world.index(), Default::default()).unwrap();
    world.add(BuildOptions::default(), &[a]);
    world.assert_sound();
    assert_eq!(world.open().moves(&Chess::default()).unwrap().len(), 1);
}
