//! Duplicates left out by a builder and listed by an index, against their slow, obvious definition.

mod beginnings;
mod reached;

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use zobrist_index::shakmaty::Color;
use zobrist_index::{
    BuildOptions, Duplicates, EloRange, Filter, GameDate, Index, IndexBuilder, IndexError,
    PlayedGame, PlayersKey, SourceFile, StoredGame, TextPart, first_agreeing,
};

/// Games of few players, dates and moves, so that each kind of duplicate occurs, some of them
/// without moves.
fn texts() -> Vec<String> {
    let names = ["Carlsen, Magnus", "CARLSEN M", "Magnus Carlsen", "Caruana, F.", "?", ""];
    let dates = ["2023.05.01", "2023.05.??", "2023.??.01", "2023.06.01", "????.??.??"];
    let moves = ["1. e4 e5", "1. d4", ""];
    let mut number = 7_u32;
    let mut pick = |count: usize| {
        // The high bits of a linear congruential generator: the same games each time.
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (number >> 16) as usize % count
    };
    let game = |_| {
        let result = ["1-0", "0-1"][pick(2)];
        let mut tags = format!("[White \"{}\"]\n", names[pick(6)]);
        if pick(4) > 0 {
            tags += &format!("[Black \"{}\"]\n", names[pick(6)]);
        }
        tags += &format!("[Date \"{}\"]\n", dates[pick(5)]);
        if pick(8) == 0 {
            tags += "[UTCDate \"2023.05.01\"]\n";
        }
        if pick(3) > 0 {
            tags += "[WhiteElo \"2400\"]\n[BlackElo \"2300\"]\n";
        }
        format!("{tags}[Result \"{result}\"]\n\n{} {result}\n\n", moves[pick(3)])
    };
    (0..600).map(game).collect()
}

fn options(dedup: Option<Duplicates>) -> BuildOptions {
    let mut options = BuildOptions::default();
    options.select.dedup = dedup;
    options
}

fn build(folder: &Path, dedup: Option<Duplicates>, texts: &[String]) -> Index {
    let mut builder = IndexBuilder::create(folder, options(dedup)).unwrap();
    assert!(builder.add_pgn("games.pgn", texts.concat().as_bytes()).unwrap().is_empty());
    builder.finish().unwrap();
    Index::open(folder).unwrap()
}

fn games(index: &Index) -> Vec<StoredGame> {
    index.game_batches().flat_map(|batch| batch.unwrap()).collect()
}

fn text(text: &Option<String>) -> Option<&[u8]> {
    text.as_ref().map(String::as_bytes)
}

fn date(game: &StoredGame) -> GameDate {
    GameDate::of(text(&game.date), text(&game.utc_date))
}

/// True if two games have all in common but perhaps the dates.
fn is_same(a: &StoredGame, b: &StoredGame, by: Duplicates) -> bool {
    let names = |game: &StoredGame| (game.white_name.clone(), game.black_name.clone());
    let key = |game: &StoredGame| {
        let bytes: Vec<u8> =
            game.moves.iter().flat_map(|played| played.bits().to_le_bytes()).collect();
        let mut played = PlayedGame::default();
        played.variant = game.start_tags.variant.as_deref();
        played.fen = game.start_tags.fen.as_deref();
        played.moves = &bytes;
        played.result = game.result;
        played.white_name = text(&game.white_name);
        played.black_name = text(&game.black_name);
        PlayersKey::of(&played)
    };
    match by {
        Duplicates::Players => key(a) == key(b),
        _ => (&a.moves, a.result, names(a), &a.date) == (&b.moves, b.result, names(b), &b.date),
    }
}

/// For each game, the first of those kept of which it is a duplicate.
fn firsts(games: &[StoredGame], by: Duplicates) -> Vec<Option<usize>> {
    let mut kept: Vec<usize> = Vec::new();
    let mut firsts = Vec::new();
    for (number, game) in games.iter().enumerate() {
        let same: Vec<usize> =
            kept.iter().copied().filter(|other| is_same(&games[*other], game, by)).collect();
        let dates: Vec<GameDate> = same.iter().map(|other| date(&games[*other])).collect();
        let first = match by {
            Duplicates::Players => first_agreeing(&dates, date(game)).map(|place| same[place]),
            _ => same.first().copied(),
        };
        if first.is_none() {
            kept.push(number);
        }
        firsts.push(first);
    }
    firsts
}

const KINDS: [Duplicates; 2] = [Duplicates::Exact, Duplicates::Players];

/// The games without what depends on where they stand.
fn facts(games: &[StoredGame]) -> Vec<StoredGame> {
    let strip = |game: &StoredGame| {
        let mut game = game.clone();
        (game.game_id, game.game, game.offset, game.file) = (0, 0, 0, String::new());
        game
    };
    games.iter().map(strip).collect()
}

#[test]
fn an_index_lists_the_duplicates_of_the_definition() {
    let folder = TempDir::new().unwrap();
    let texts = texts();
    let index = build(folder.path(), None, &texts);
    let games = games(&index);
    for by in KINDS {
        let expected: Vec<_> = firsts(&games, by)
            .into_iter()
            .enumerate()
            .filter_map(|(number, first)| Some((first? as u64, number as u64)))
            .collect();
        assert!(expected.len() > 100, "{}", expected.len());
        let found: Vec<_> = index.duplicates(by).flat_map(|batch| batch.unwrap()).collect();
        let pairs: Vec<_> =
            found.iter().map(|pair| (pair.first_game_id, pair.game.game_id)).collect();
        assert_eq!(pairs, expected, "{by:?}");
        for pair in found {
            let first = index.game(pair.first_game_id).unwrap();
            assert_eq!((pair.first_file, pair.first_game), (first.file, first.game));
        }
    }
}

#[test]
fn a_builder_keeps_the_first_of_each_kind() {
    let folder = TempDir::new().unwrap();
    let texts = texts();
    let all = games(&build(&folder.path().join("all"), None, &texts));
    for by in KINDS {
        let firsts = firsts(&all, by);
        let kept: Vec<StoredGame> = (all.iter().zip(&firsts))
            .filter(|(_, first)| first.is_none())
            .map(|(game, _)| game.clone())
            .collect();
        let at_once = folder.path().join(format!("{by:?}"));
        let index = build(&at_once, Some(by), &texts);
        assert_eq!(facts(&games(&index)), facts(&kept), "{by:?}");
        assert_eq!(index.duplicates(by).flat_map(|batch| batch.unwrap()).count(), 0);

        // In two runs, the second of which reads the games of the first.
        let added = folder.path().join(format!("{by:?}-added"));
        build(&added, Some(by), &texts[..200]);
        let mut builder = IndexBuilder::append(&added, options(Some(by))).unwrap();
        builder.add_pgn("more.pgn", texts[200..].concat().as_bytes()).unwrap();
        let built = builder.finish().unwrap();
        let expected = firsts[200..].iter().flatten().count() as u64;
        assert_eq!(built.duplicates, expected, "{by:?}");
        assert_eq!(facts(&games(&Index::open(&added).unwrap())), facts(&kept), "{by:?}");
    }
}

/// An interrupted build that is resumed leaves out the same games.
#[test]
fn an_interruption_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let texts = texts();
    let whole = games(&build(&folder.path().join("whole"), Some(Duplicates::Players), &texts));
    let files: Vec<PathBuf> = (0..6)
        .map(|number| {
            let path = folder.path().join(format!("{number}.pgn"));
            fs::write(&path, texts[100 * number..100 * (number + 1)].concat()).unwrap();
            path
        })
        .collect();
    let index = folder.path().join("index");
    let mut resumed = 0;
    for most in [2, 3, 6] {
        let mut options = options(Some(Duplicates::Players));
        // Little enough for a segment of each file, and enough for what is remembered.
        options.memory = 1 << 14;
        let sources = files.iter().map(SourceFile::new).collect();
        let mut builder = IndexBuilder::create_from_sources(&index, options, sources).unwrap();
        let start = builder.resume_point();
        resumed += usize::from(start.source > 0);
        for (source, file) in files.iter().enumerate().take(most).skip(start.source) {
            let text = fs::read(file).unwrap();
            let replayed = builder.replayer().replay_text("games.pgn", &text);
            let mut reached = start;
            (reached.source, reached.game) = (source + 1, 100 * (source as u64 + 1));
            builder.add_from_source(source, replayed, 0, reached).unwrap();
        }
        if most == files.len() {
            builder.finish().unwrap();
        }
    }
    assert_eq!(resumed, 2);
    assert_eq!(facts(&games(&Index::open(&index).unwrap())), facts(&whole));
}

#[test]
fn what_is_remembered_must_fit_the_memory() {
    let folder = TempDir::new().unwrap();
    let texts = texts();
    let mut little = options(Some(Duplicates::Players));
    little.memory = 2000;
    let mut builder = IndexBuilder::create(folder.path().join("new"), little.clone()).unwrap();
    let error = builder.add_pgn("games.pgn", texts.concat().as_bytes()).unwrap_err();
    assert!(matches!(error, IndexError::DedupMemory { needed } if needed > 1000), "{error}");
    build(&folder.path().join("old"), None, &texts);
    let error = IndexBuilder::append(folder.path().join("old"), little).unwrap_err();
    assert!(matches!(error, IndexError::DedupMemory { needed } if needed > 1000), "{error}");
}

/// The games that a filter keeps are those of all that meet it.
#[test]
fn filtered_games_are_those_that_match() {
    let folder = TempDir::new().unwrap();
    let mut texts = texts();
    // More than a page, and more than a row group.
    texts = std::iter::repeat_n(texts, 15).flatten().collect();
    let index = build(folder.path(), None, &texts);
    let all = games(&index);
    let filters: [fn(&mut Filter); 6] = [
        |_| {},
        |filter| filter.players = vec![TextPart::new("carlsen").unwrap()],
        |filter| {
            filter.players = vec![TextPart::new("carlsen").unwrap()];
            filter.side = Some(Color::Black);
            filter.since = Some("2023.06".parse().unwrap());
        },
        |filter| filter.elo = Some(EloRange::at_least(2300).unwrap()),
        |filter| filter.until = Some("2023.05".parse().unwrap()),
        |filter| filter.event = Some(TextPart::new("nowhere").unwrap()),
    ];
    for change in filters {
        let mut filter = Filter::default();
        change(&mut filter);
        let expected: Vec<StoredGame> =
            all.iter().filter(|game| filter.matches(&game.facts())).cloned().collect();
        let found = index.filtered_games(&filter).unwrap();
        let found: Vec<StoredGame> = found.flat_map(|batch| batch.unwrap()).collect();
        assert!(found == expected, "{filter}: {} of {} games", found.len(), expected.len());
        for (condition, (words, games)) in
            filter.conditions().zip(index.games_by_condition(&filter).unwrap())
        {
            assert_eq!(words, filter.words(condition));
            let kept = all.iter().filter(|game| filter.keeps(condition, &game.facts()));
            assert_eq!(games, kept.count() as u64, "{words}");
        }
    }
}
