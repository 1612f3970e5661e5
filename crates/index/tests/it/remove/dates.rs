//! The dates of the games of a source.

use zobrist_index::{BuildOptions, IndexBuilder, IndexedSource, PartialDate, ResumePoint};

use super::tool::{World, sources};

fn game(tags: &[(&str, &str)], moves: &str) -> String {
    let tags: String = tags.iter().map(|(name, text)| format!("[{name} \"{text}\"]\n")).collect();
    format!("{tags}\n{moves} *\n\n")
}

fn dates(source: &IndexedSource) -> (String, String) {
    let shown = |date: Option<PartialDate>| date.map_or("-".to_owned(), |date| date.to_string());
    (shown(source.first_date), shown(source.last_date))
}

#[test]
fn the_known_dates_of_its_games_count() {
    for (games, first, last) in [
        (vec![], "-", "-"),
        (vec![("Date", "????.??.??")], "-", "-"),
        (vec![("Date", "2023.05.01")], "2023.05.01", "2023.05.01"),
        (
            vec![("Date", "2023.05.01"), ("Date", "1999.??.??"), ("Date", "junk")],
            "1999",
            "2023.05.01",
        ),
        (vec![("UTCDate", "2023.05.??"), ("Date", "2023.05.02")], "2023.05", "2023.05"),
    ] {
        let world = World::new();
        let text: String = games.iter().map(|tag| game(&[*tag], "1. e4")).collect();
        let file = world.games("a.pgn", &text);
        world.build(BuildOptions::default(), &[file]);
        assert_eq!(dates(&world.open().sources()[0]), (first.into(), last.into()), "{games:?}");
    }
}

#[test]
fn dates_of_games_that_are_left_out_do_not_count() {
    let world = World::new();
    let date = |date| [("Date", date), ("WhiteElo", "2500"), ("BlackElo", "2500")];
    let text = game(&date("2020"), "1. e4") + &game(&date("2021"), "1. d4");
    let a = world.games("a.pgn", &text);
    // The second is a duplicate, the third is without Elos.
    let text = game(&date("2022"), "1. c4")
        + &game(&date("2020"), "1. e4")
        + &game(&[("Date", "2024")], "1. c4");
    let b = world.games("b.pgn", &text);
    let mut options = BuildOptions::default();
    (options.select.dedup, options.select.min_elo) =
        (Some(zobrist_index::Duplicates::Exact), Some(2000));
    world.build(options.clone(), &[a]);
    world.add(options, &[b]);
    let found: Vec<_> = world.open().sources().iter().map(dates).collect();
    assert_eq!(found, [("2020".into(), "2021".into()), ("2022".into(), "2022".into())]);
}

#[test]
fn dates_are_kept_when_a_run_goes_on_after_an_interruption() {
    let world = World::new();
    let texts = ["1999", "2010"].map(|date| game(&[("Date", date)], "1. e4"));
    let files = [world.games("a.pgn", &texts.concat())];
    let mut options = BuildOptions::default();
    // Each call is a segment.
    options.memory = 1;
    let begin = || {
        let sources = sources(&files);
        IndexBuilder::create_from_sources(world.index(), options.clone(), sources).unwrap()
    };
    let mut builder = begin();
    let replayed = builder.replayer().replay_text(&files[0].to_string_lossy(), texts[0].as_bytes());
    let offset = texts[0].len() as u64;
    let reached = ResumePoint { offset, game: 1, game_in_source: 1, ..ResumePoint::default() };
    builder.add_from_source(0, replayed, 0, reached).unwrap();
    drop(builder);
    let mut builder = begin();
    assert_eq!(builder.resume_point(), reached);
    let replayed = builder.replayer().replay_text(&files[0].to_string_lossy(), texts[1].as_bytes());
    builder.add_from_source(0, replayed, 0, reached).unwrap();
    builder.finish().unwrap();
    assert_eq!(dates(&world.open().sources()[0]), ("1999".into(), "2010".into()));
    // And through additions and merges.
    let more = [world.games("b.pgn", &game(&[("Date", "2001.02.03")], "1. d4"))];
    world.add(BuildOptions::default(), &more);
    zobrist_index::merge(world.index(), Default::default()).unwrap();
    let found: Vec<_> = world.open().sources().iter().map(dates).collect();
    assert_eq!(found[0], ("1999".into(), "2010".into()));
    assert_eq!(found[1], ("2001.02.03".into(), "2001.02.03".into()));
}
