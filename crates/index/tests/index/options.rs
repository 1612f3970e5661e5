//! The selection of games and positions.

use zobrist_index::{BuildOptions, IndexBuilder, IndexError, SchemeId, Select};

use crate::recount::Tables;
use crate::tables;
use crate::tool::{Folder, append, build, faults, feed, sample};

/// All games and positions, but for what `change` changes.
fn selection(change: impl FnOnce(&mut Select)) -> Select {
    let mut select = Select::default();
    change(&mut select);
    select
}

#[track_caller]
fn check(text: &str, select: Select) -> (zobrist_index::BuildCounts, Tables) {
    let folder = Folder::new();
    let mut options = BuildOptions::default();
    options.select = select;
    let built = folder.build(options, text);
    let file = folder.games("games.pgn", text);
    let expected = Tables::of([(&*file.to_string_lossy(), text)], SchemeId::Fide, select);
    let got = tables::read(&folder.index());
    tables::assert_equal(&got, &expected);
    assert_eq!(faults(&folder.index()), Vec::<String>::new());
    assert_eq!(built.games, expected.games.len() as u64);
    (built, expected)
}

#[test]
fn max_ply_counts_positions_from_the_first() {
    let text = sample(60);
    for plies in [0, 1, 2, 21, 1000] {
        let (_, tables) = check(&text, selection(|select| select.max_ply = Some(plies)));
        let most = tables.occurrences.iter().map(|row| row.2).max();
        assert!(most < Some(plies as i32), "{most:?}");
        assert!(plies > 0 || (tables.positions.is_empty() && tables.games.len() == 60));
    }
}

#[test]
fn min_elo_is_that_of_both_players() {
    let mut text = sample(60);
    text += "[WhiteElo \"2800\"]\n\n1. e4 *\n\n1. e4 *\n";
    let (built, tables) = check(&text, selection(|select| select.min_elo = Some(1800)));
    assert!(built.games > 5 && built.below_elo > 5, "{built:?}");
    assert_eq!(built.games + built.below_elo, 62);
    let least = tables.games.iter().flat_map(|game| game.elos).min();
    assert!(least >= Some(Some(1800)));
}

const TWINS: &str = r#"
[White "A"]
[Black "B"]
[Date "2020.01.01"]
[Round "1"]

1. e4 e5 1-0

[White "A"]
[Black "B"]
[Date "2020.01.01"]
[Round "2"]
[Result "1-0"]

1. e4 {the same} e5 1-0

[White "A"]
[Black "B"]
[Date "2020.01.02"]

1. e4 e5 1-0

[White "A"]
[Black "C"]
[Date "2020.01.01"]

1. e4 e5 1-0

[White "A"]
[Black "B"]
[Date "2020.01.01"]

1. e4 e5 0-1

[White "A"]
[Black "B"]
[Date "2020.01.01"]

1. e4 e5 2. d4 1-0

[White "A"]
[Black "B"]
[Date "2020.01.01"]
[Variant "Atomic"]

1. e4 e5 1-0
"#;

#[test]
fn dedup_takes_the_first_of_identical_games() {
    let (built, tables) =
        check(TWINS, selection(|select| select.dedup = Some(zobrist_index::Duplicates::Exact)));
    assert_eq!((built.games, built.duplicates), (6, 1));
    assert_eq!(tables.games[0].text("Round"), Some("1"));
    let (built, _) = check(TWINS, Select::default());
    assert_eq!((built.games, built.duplicates), (7, 0));
    // Games alike but for plies that are not taken differ all the same.
    let (built, _) = check(
        TWINS,
        selection(|select| {
            select.dedup = Some(zobrist_index::Duplicates::Exact);
            select.max_ply = Some(1);
        }),
    );
    assert_eq!(built.duplicates, 1);
}

#[test]
fn dedup_knows_the_games_of_the_index() {
    let text = sample(40);
    let twice = text.repeat(2);
    let select = selection(|select| select.dedup = Some(zobrist_index::Duplicates::Exact));
    let (built, _) = check(&twice, select);
    assert_eq!((built.games, built.duplicates), (40, 40));

    let folder = Folder::new();
    let mut options = BuildOptions::default();
    folder.build(options.clone(), &text);
    options.select = select;
    let files = [folder.games("more.pgn", &sample(50))];
    let mut builder = append(&folder.index(), options, &files);
    feed(&mut builder, &files, 7, usize::MAX);
    let built = builder.finish().unwrap();
    assert_eq!((built.games, built.duplicates), (10, 40));
    let expected =
        Tables::of([("games.pgn", &*text), ("more.pgn", &sample(50))], SchemeId::Fide, select);
    let mut got = tables::read(&folder.index());
    got.games.iter_mut().for_each(|game| {
        let name = game.file.rsplit('/').next().unwrap().to_owned();
        game.file = name;
    });
    tables::assert_equal(&got, &expected);
    assert_eq!(faults(&folder.index()), Vec::<String>::new());
}

/// A look-up would read its files for nothing.
#[test]
fn games_that_are_all_left_out_make_no_segment() {
    let folder = Folder::new();
    let text = sample(20);
    folder.build(BuildOptions::default(), &text);
    for memory in [1, 1 << 10, 1 << 20] {
        let mut options = BuildOptions::default();
        options.memory = memory;
        options.select.min_elo = Some(9999);
        let files = [folder.games("games.pgn", &text)];
        let mut builder = append(&folder.index(), options, &files);
        feed(&mut builder, &files, 1, usize::MAX);
        let built = builder.finish().unwrap();
        assert_eq!((built.games, built.below_elo), (0, 20));
    }
    let mut options = BuildOptions::default();
    options.memory = 4000;
    options.select.dedup = Some(zobrist_index::Duplicates::Exact);
    let files = [folder.games("games.pgn", &text)];
    let mut builder = append(&folder.index(), options, &files);
    feed(&mut builder, &files, 20, usize::MAX);
    assert_eq!(builder.finish().unwrap().duplicates, 20);
    let index = zobrist_index::Index::open(folder.index()).unwrap();
    assert_eq!((index.games(), index.info().segments), (20, 1));
    assert_eq!(index.sources().len(), 5);
    assert_eq!(faults(&folder.index()), Vec::<String>::new());
}

#[test]
fn dedup_that_does_not_fit_the_memory_says_so() {
    let folder = Folder::new();
    let mut options = BuildOptions::default();
    options.select.dedup = Some(zobrist_index::Duplicates::Exact);
    options.memory = 1000;
    let mut builder = build(&folder.index(), options, &[]);
    let replayed = builder.replayer().replay_text("games.pgn", sample(200).as_bytes());
    let error = builder.add(replayed).unwrap_err();
    assert!(matches!(error, IndexError::DedupMemory { needed } if needed > 500), "{error}");
    assert!(error.to_string().contains("allow more"), "{error}");
}

#[test]
fn schemes_of_other_than_64_bits_are_refused() {
    for scheme in [SchemeId::Zobrist32, SchemeId::Zobrist128] {
        let folder = Folder::new();
        let mut options = BuildOptions::default();
        options.scheme = scheme.into();
        let error = IndexBuilder::create(folder.index(), options).err().unwrap();
        assert!(matches!(error, IndexError::SchemeWidth(_)), "{error}");
        let got = format!("64 bits for an index, got zobrist with {}", scheme.bits());
        assert!(error.to_string().ends_with(&got), "{error}");
        assert!(!folder.index().exists());
    }
}
