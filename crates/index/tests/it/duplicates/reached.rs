//! The games that reached a position, and the names that are near, against their definitions.

use tempfile::TempDir;
use zobrist_index::shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen};
use zobrist_index::{Condition, Filter, NearestNames, Question, StoredGame, TextPart};

use super::{build, games, texts};

/// True if the moves of a game go through a position, and it stands before this ply.
fn reached(game: &StoredGame, fen: &str, max_ply: Option<u32>) -> bool {
    let mut position = Chess::default();
    let mut plies = 0..max_ply.unwrap_or(u32::MAX);
    let is_it = |position: &Chess| {
        let board = Fen::from_position(position, EnPassantMode::Legal).to_string();
        board.split(' ').take(4).eq(fen.split(' ').take(4))
    };
    let mut moves = game.moves.iter();
    while plies.next().is_some() {
        if is_it(&position) {
            return true;
        }
        let Some(played) = moves.next() else { break };
        let played = zobrist_index::zobrist_shakmaty::unpack_move(&position, *played).unwrap();
        position.play_unchecked(played);
    }
    false
}

#[test]
fn the_games_of_a_position_are_those_that_reached_it() {
    let folder = TempDir::new().unwrap();
    // More than a page of games that came there, some of them twice.
    let mut all: Vec<String> = std::iter::repeat_n(texts(), 4).flatten().collect();
    all.push("[White \"Carlsen\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n\n".to_owned());
    let index = build(folder.path(), None, &all);
    let all = games(&index);
    let mut counts = Vec::new();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1",
    ] {
        let position: Chess =
            fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        for (player, max_ply) in
            [(None, None), (Some("carlsen"), None), (Some("nobody"), None), (None, Some(1))]
        {
            let mut filter = Filter::default();
            filter.players.extend(player.map(|player| TextPart::new(player).unwrap()));
            filter.max_ply = max_ply;
            // The number of games that are listed and their order do not count.
            let question = Question::new(&position).filter(&filter).games(1);
            let found = index.games_of(&question).unwrap();
            let is_there = |game: &&StoredGame| reached(game, fen, None);
            assert_eq!(found.reached() as usize, all.iter().filter(is_there).count(), "{fen}");
            let is_kept =
                |game: &&StoredGame| reached(game, fen, max_ply) && filter.matches(&game.facts());
            let expected: Vec<&StoredGame> = all.iter().filter(is_kept).collect();
            assert_eq!(found.kept() as usize, expected.len(), "{fen} {filter}");
            let found: Vec<StoredGame> = found.flat_map(|batch| batch.unwrap()).collect();
            assert!(found.iter().eq(expected.iter().copied()), "{fen} {filter}");
            counts.push(found.len());
        }
    }
    assert!(counts.iter().any(|count| *count > 512) && counts.contains(&0), "{counts:?}");
}

#[test]
fn the_nearest_names_are_those_of_all_games() {
    let folder = TempDir::new().unwrap();
    let mut texts = texts();
    texts.push("[Black \"Karlsson, Bo\"]\n[Event \"Wintercup\"]\n\n1. c4 *\n".to_owned());
    let index = build(folder.path(), None, &texts);
    let mut filter = Filter::default();
    let part = |text: &str| TextPart::new(text).unwrap();
    filter.players = ["carlson", "caruanna", "xyz", "magnus"].map(part).to_vec();
    filter.opponent = Some(part("karlson, bo"));
    filter.event = Some(part("winter cup"));
    let mut nearest = NearestNames::of(&filter, &Condition::ALL, 5);
    index.nearest_names(&mut nearest).unwrap();
    let found: Vec<(&str, Vec<&str>)> =
        nearest.unmet().map(|(_, asked, names)| (asked.as_str(), names)).collect();
    assert_eq!(
        found,
        [
            ("carlson", vec!["CARLSEN M", "Carlsen, Magnus", "Magnus Carlsen", "Karlsson, Bo"]),
            ("caruanna", vec!["Caruana, F."]),
            ("xyz", vec![]),
            ("karlson, bo", vec!["Karlsson, Bo"]),
            ("winter cup", vec!["Wintercup"]),
        ]
    );
}
