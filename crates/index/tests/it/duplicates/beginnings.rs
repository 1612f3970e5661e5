//! Games that are the beginning of a longer one, against the slow, obvious definition.

use tempfile::TempDir;
use zobrist_index::{BeginningGame, Index, PlayedGame, PlayersKey, StoredGame};

use super::{build, date, games, text};

const NAMES: [&str; 7] =
    ["Alder, Paul", "ALDER P", "Paul Alder", "Birch, Quinn", "Älder, P.", "?", ""];
const DATES: [&str; 7] = [
    "2024.10.15",
    "2024.10.??",
    "2024.??.15",
    "2024.??.16",
    "2023.10.15",
    "2023.02.??",
    "????.??.??",
];
const LINES: [&str; 9] = [
    "",
    "1. e4",
    "1. e4 e5",
    "1. e4 e5 2. Nf3",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5",
    "1. e4 c5",
    "1. d4",
    "1. d4 d5 2. c4 e6",
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3",
];
/// Other starts, on which some of the lines are legal too.
const STARTS: [&str; 3] = [
    "",
    "[Variant \"Atomic\"]\n",
    "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1\"]\n",
];

/// Games of few players, dates, starts and lines, equal each time.
fn texts() -> Vec<String> {
    let mut number = 3_u32;
    let mut pick = |count: usize| {
        // The high bits of a linear congruential generator.
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (number >> 16) as usize % count
    };
    let game = |_| {
        let start = STARTS[pick(12).saturating_sub(9)];
        let mut tags = format!("[White \"{}\"]\n{start}", NAMES[pick(7)]);
        if pick(4) > 0 {
            tags += &format!("[Black \"{}\"]\n", NAMES[pick(7)]);
        }
        if pick(8) > 0 {
            tags += &format!("[Date \"{}\"]\n", DATES[pick(7)]);
        }
        if pick(8) == 0 {
            tags += "[UTCDate \"2024.10.16\"]\n";
        }
        let result = ["1-0", "0-1", "*"][pick(3)];
        format!("{tags}[Result \"{result}\"]\n\n{} {result}\n\n", LINES[pick(9)])
    };
    (0..1200).map(game).collect()
}

/// True if the first game is a beginning of the second.
fn is_beginning(game: &StoredGame, longer: &StoredGame) -> bool {
    let key = |game: &StoredGame| {
        let mut played = PlayedGame::default();
        played.variant = game.start_tags.variant.as_deref();
        played.fen = game.start_tags.fen.as_deref();
        played.white_name = text(&game.white_name);
        played.black_name = text(&game.black_name);
        PlayersKey::of(&played)
    };
    (1..longer.moves.len()).contains(&game.moves.len())
        && longer.moves.starts_with(&game.moves)
        && key(game) == key(longer)
        && date(game).agrees_with(date(longer))
}

/// The longest of the games of which each is a beginning, and of those the first.
fn longest(all: &[StoredGame]) -> Vec<(u64, u64, u32)> {
    let pair = |game: &StoredGame| {
        let longer = all.iter().filter(|longer| is_beginning(game, longer));
        // Of games with the same number of plies, `max_by_key` gives the last.
        let longer = longer.rev().max_by_key(|longer| longer.moves.len())?;
        Some((longer.game_id, game.game_id, longer.moves.len() as u32))
    };
    all.iter().filter_map(pair).collect()
}

fn found(index: &Index) -> Vec<BeginningGame> {
    index.beginnings().unwrap().flat_map(|batch| batch.unwrap()).collect()
}

#[test]
fn an_index_lists_the_beginnings_of_the_definition() {
    let folder = TempDir::new().unwrap();
    let mut texts = texts();
    for turn in 0..3 {
        texts.rotate_left(400 * turn);
        let index = build(&folder.path().join(turn.to_string()), None, &texts);
        let all = games(&index);
        let expected = longest(&all);
        assert!(expected.len() > 300, "{}", expected.len());
        let later = expected.iter().filter(|(longer, game, _)| longer > game).count();
        assert!((50..expected.len() - 50).contains(&later), "{later}");
        let found = found(&index);
        let pairs: Vec<_> = found
            .iter()
            .map(|pair| (pair.longer_game_id, pair.game.game_id, pair.longer_plies))
            .collect();
        assert_eq!(pairs, expected);
        for pair in found {
            assert_eq!(pair.game, all[pair.game.game_id as usize]);
            let longer = &all[pair.longer_game_id as usize];
            assert_eq!((&pair.longer_file, pair.longer_game), (&longer.file, longer.game));
        }
    }
}

#[test]
fn an_index_without_beginnings_has_none() {
    let folder = TempDir::new().unwrap();
    let index = build(&folder.path().join("none"), None, &[]);
    assert_eq!(found(&index), []);
}
