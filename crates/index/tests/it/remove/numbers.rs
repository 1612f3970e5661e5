//! Numbers of games that are added later, and numbers of sources.

use std::fs;

use serde_json::Value;
use zobrist_index::BuildOptions;

use super::tool::World;

#[test]
fn the_numbers_of_games_that_went_are_not_given_again() {
    let world = World::new();
    let files =
        ["a", "b", "c"].map(|name| world.games(&format!("{name}.pgn"), "1. e4 *\n\n1. d4 *\n"));
    world.build(BuildOptions::default(), &files);
    assert_eq!(world.numbers(), [0, 1, 2, 3, 4, 5]);
    world.remove(&files[2]).unwrap();
    world.remove(&files[1]).unwrap();
    assert_eq!(world.numbers(), [0, 1]);
    world.add(BuildOptions::default(), &files[1..2]);
    assert_eq!(world.numbers(), [0, 1, 6, 7]);
    world.assert_sound();
    // Nor after a merge.
    world.remove(&files[1]).unwrap();
    world.add(BuildOptions::default(), &files[2..]);
    zobrist_index::merge(world.index(), Default::default()).unwrap();
    assert_eq!(world.numbers(), [0, 1, 8, 9]);
    world.remove(&files[0]).unwrap();
    assert_eq!(world.numbers(), [8, 9]);
    world.assert_sound();
    // Only if no game is left.
    world.remove(&files[2]).unwrap();
    world.add(BuildOptions::default(), &files[..1]);
    assert_eq!(world.numbers(), [0, 1]);
    world.assert_sound();
}

/// Files of games can name their source by its number among the sources.
#[test]
fn a_source_without_games_goes_and_the_others_are_counted_anew() {
    let world = World::new();
    let (a, none) = (world.games("a.pgn", "1. e4 *\n"), world.games("none.pgn", ""));
    world.build(BuildOptions::default(), &[none.clone(), a]);
    let before = fs::read(world.index().join("manifest.json")).unwrap();
    let games = |manifest: &[u8]| {
        let manifest: Value = serde_json::from_slice(manifest).unwrap();
        manifest["game_files"].clone()
    };
    let removed = world.remove(&none).unwrap();
    assert_eq!((removed.games, removed.left), (0, 1));
    let after = fs::read(world.index().join("manifest.json")).unwrap();
    assert_eq!(games(&after), games(&before), "the tables were written again");
    assert_eq!(world.open().sources().len(), 1);
    world.assert_sound();
}
