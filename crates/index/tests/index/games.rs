//! Games of every kind against the recount: variants, Chess960, repetitions, set-ups, and
//! tags that are missing or odd.

use zobrist_index::{BuildOptions, Index, IndexBuilder, SchemeId, Select};

use crate::recount::Tables;
use crate::tables;
use crate::tool::{Folder, build, faults, feed};

/// The tables of a text, which must be those of the recount by every scheme.
#[track_caller]
fn check(text: &str) -> Tables {
    let mut last = None;
    for scheme in SchemeId::ALL.into_iter().filter(|scheme| scheme.bits() == 64) {
        let folder = Folder::new();
        let mut options = BuildOptions::default();
        options.scheme = scheme.into();
        let built = folder.build(options, text);
        let file = folder.games("games.pgn", text);
        let expected = Tables::of([(&*file.to_string_lossy(), text)], scheme, Select::default());
        let got = tables::read(&folder.index());
        tables::assert_equal(&got, &expected);
        assert_eq!((built.games, built.rejected), (expected.games.len() as u64, 0));
        assert_eq!(faults(&folder.index()), Vec::<String>::new());
        last = Some(got);
    }
    last.unwrap()
}

#[test]
fn variants_and_chess960_by_tag() {
    let text = r#"
[Variant "Crazyhouse"]
[Result "1-0"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd2+ 4. Bxd2 Nf6 5. Q@d4 P@e3 6. P@d5 exd2+ 7. Kxd2 B@g4 1-0

[Variant "Atomic"]
[Result "0-1"]

1. Nf3 f6 2. Nd4 e5 3. Nb5 d6 4. Nxc7 0-1

[Variant "Antichess"]
[Result "1-0"]

1. e3 b5 2. Bxb5 Bb7 3. Bxd7 Bxg2 4. Bxe8 Bxh1 5. Bxf7 1-0

[Variant "Antichess"]
[FEN "8/P7/8/8/8/8/8/7r w - - 0 1"]

1. a8=K Ra1 2. Kb7 *

[Variant "Three-check"]

1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 4. Qh5+ g6 5. Qxg6+ 1-0

[Variant "King of the Hill"]

1. e4 e5 2. Ke2 Ke7 1/2-1/2

[Variant "Racing Kings"]

1. Kh3 Ka3 2. Kh4 Ka4 *

[Variant "Horde"]

1. e5 d6 2. exd6 exd6 *

[Variant "Chess960"]
[FEN "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w KQkq - 0 1"]

1. O-O O-O-O 2. Rfc1 *

[Variant "Chess960"]
[FEN "4k3/8/8/8/8/8/8/4K1RR w G - 0 1"]

1. O-O Kd7 *

[Variant "Chess960"]
[FEN "4k3/8/8/8/8/8/8/4K1RR w H - 0 1"]

1. Rg2 Kd7 2. O-O *

[Variant "From Position"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]

1. O-O Kd7 *
"#;
    let tables = check(text);
    assert_eq!(tables.games.len(), 12);
}

#[test]
fn en_passant_by_every_rule() {
    // A pawn ready and free, a pawn ready and pinned, no pawn ready.
    let text = r#"
1. e4 d5 2. e5 f5 3. exf6 *

1. e4 d5 2. e5 f5 3. d4 *

1. d4 d5 2. e4 f5 3. e5 *

[FEN "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1"]

1... Kb4 2. Kd2 *

[FEN "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1"]

1... Kb4 2. Kd2 *
"#;
    check(text);
}

#[test]
fn a_game_counts_once_however_often_it_repeats() {
    let text = r#"
[Result "1/2-1/2"]
[WhiteElo "2000"]
[BlackElo "2100"]
[Date "1999.01.02"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nc6 6. Ng1 Nb8 1/2-1/2

[Result "1-0"]

1. Nf3 Nf6 2. Ng1 Ng8 3. e4 1-0
"#;
    let tables = check(text);
    let most = tables.positions.values().map(|row| row.results.iter().sum::<i64>()).max();
    assert_eq!(most, Some(2));
    // One position, four moves of which the first is played in both games.
    assert_eq!(tables.occurrences.len(), 13 + 6);
}

#[test]
fn games_end_where_they_began() {
    let tables = check("[Event \"nothing played\"]\n[Result \"1-0\"]\n\n1-0\n\n*\n\n1. e4 *\n");
    assert_eq!(tables.games.len(), 3);
    let last = tables.positions.iter().filter(|(order, _)| order.2 == 0).count();
    assert_eq!(last, 2, "two games end in the start position, one after e4");
}

#[test]
fn results_come_from_the_tag_or_from_the_end_of_the_moves() {
    let text = r#"
1. e4 1-0

1. e4 0-1

1. e4 1/2-1/2

1. e4 *

[Result "*"]

1. e4 1-0

[Result "1-0"]

1. e4 *

[Result "0-1"]

1. e4 1-0

[Result "?"]

1. e4 1/2-1/2

[Result " 1-0 "]

1. e4
"#;
    let tables = check(text);
    let results: Vec<_> = tables.games.iter().map(|game| &*game.result).collect();
    let expected = ["1-0", "0-1", "1/2-1/2", "*", "1-0", "1-0", "0-1", "1/2-1/2", "1-0"];
    assert_eq!(results, expected);
    let counts = tables.positions.values().map(|row| row.results);
    assert_eq!(counts.collect::<Vec<_>>(), [[4, 2, 2, 1]; 2]);
}

#[test]
fn elos_and_years_that_are_odd() {
    let mut text = String::new();
    for elos in [["2500", "2400"], ["2500", "?"], ["0", "10000"], ["", "-"], ["2450?", " 9999 "]] {
        for date in ["1851.05.01", "????.??.??", "0000.01.01", "20240501", "2024-05-01", "99", ""] {
            let [white, black] = elos;
            text += &format!(
                "[Date \"{date}\"]\n[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n\n1. e4 *\n\n"
            );
        }
    }
    text += "[UTCDate \"1972.07.11\"]\n\n1. d4 *\n\n";
    text += "[Date \"????.??.??\"]\n[UTCDate \"1972.07.11\"]\n\n1. d4 *\n\n";
    text += "[UTCDate \"1972.07.11\"]\n[Date \"1971.07.11\"]\n\n1. d4 *\n\n1. c4 *\n";
    let tables = check(&text);
    let years: Vec<_> =
        tables.positions.values().map(|row| (row.first_year, row.last_year)).collect();
    for expected in [(Some(1851), Some(2024)), (Some(1971), Some(1972)), (None, None)] {
        assert!(years.contains(&expected), "{expected:?}");
    }
}

#[test]
fn tags_of_all_kinds_are_kept() {
    let text = r#"
[Event "Zürich, \"1953\""]
[White "Nürnberg"]
[Annotator "a \\ b"]
[TimeControl "300+3 \"blitz\""]
[ECO "B90"]
[UTCDate "2020.01.02"]
[UTCTime "12:00:00"]
[Opening ""]

1. e4 *
"#;
    let folder = Folder::new();
    folder.build(BuildOptions::default(), text);
    let game = tables::read(&folder.index()).games.remove(0);
    assert_eq!(game.text("White"), Some("Nürnberg"));
    assert_eq!(game.text("Event"), Some("Zürich, \"1953\""));
    let tags: Vec<_> = game.tags.iter().map(|(name, value)| (&**name, &**value)).collect();
    let expected =
        [("Annotator", "a \\ b"), ("ECO", "B90"), ("Opening", ""), ("UTCTime", "12:00:00")];
    assert_eq!(tags, expected);
    // These two have columns of their own.
    assert_eq!(game.text("TimeControl"), Some("300+3 \"blitz\""));
    assert_eq!((game.text("UTCDate"), game.text("Date")), (Some("2020.01.02"), None));
    assert_eq!(game.year, Some(2020));
    let stored = Index::open(folder.index()).unwrap().game(0).unwrap();
    assert_eq!(stored.time_control.as_deref(), Some("300+3 \"blitz\""));
    assert_eq!(stored.utc_date.as_deref(), Some("2020.01.02"));
    let tags = r#"{"Annotator":"a \\ b","ECO":"B90","UTCTime":"12:00:00","Opening":""}"#;
    assert_eq!(stored.tags, tags);
}

/// Compared with all those before it, one by one, each would take its time: minutes together.
#[test]
fn hundreds_of_thousands_of_tags_are_kept() {
    let most = 1 << 18;
    let tags: String = (0..most).map(|tag| format!("[T{tag} \"{tag}\"]\n")).collect();
    let (_folder, index) = Folder::index_of(&format!("{tags}[T7 \"again\"]\n\n1. e4 *\n"));
    let stored = index.game(0).unwrap().tags;
    assert!(stored.starts_with("{\"T0\":\"0\",\"T1\":\"1\","));
    assert!(stored.ends_with(&format!(",\"T{0}\":\"{0}\"}}", most - 1)));
    assert_eq!(stored.matches(':').count(), most);
    assert!(!stored.contains("again"));
}

#[test]
fn games_that_cannot_be_replayed_leave_nothing() {
    let good = "[White \"good\"]\n\n1. e4 e5 2. Nf3 *\n\n";
    let bad = [
        "[White \"bad\"]\n\n1. e4 e5 2. Ke3 *\n\n",
        "[FEN \"8/8 w\"]\n\n1. e4 *\n\n",
        "[Variant \"Bughouse\"]\n\n1. e4 *\n\n",
        "1. e4 e5 what *\n\n",
    ];
    let text = format!("{good}{}{good}{}{}{good}{}", bad[0], bad[1], bad[2], bad[3]);
    let folder = Folder::new();
    let mut builder = build(&folder.index(), BuildOptions::default(), &[]);
    let replayed = builder.replayer().replay_text("games.pgn", text.as_bytes());
    assert_eq!(replayed.read, 7);
    let rejected: Vec<_> = replayed.rejected.iter().map(|game| (game.number, game.at)).collect();
    let at = |word: &str| text.find(word).unwrap();
    assert_eq!(rejected, [(1, at("Ke3")), (3, at(" w\"]")), (4, at("Bughouse")), (6, at("what"))]);
    builder.add(replayed).unwrap();
    // Counted, though the builder has no sources.
    let built = builder.finish().unwrap();
    assert_eq!((built.games, built.rejected), (3, 4));
    let got = tables::read(&folder.index());
    let expected = Tables::of([("games.pgn", &*good.repeat(3))], SchemeId::Fide, Select::default());
    let expected = expected.numbered([1, 3, 6]);
    tables::assert_equal(&got, &expected);
}

/// The number that people are shown: rejected games and those that are left out count, whatever the
/// games are divided into.
#[test]
fn a_game_has_its_number_in_its_file() {
    let [good, weak, bad] = ["2000", "1000", "2000"]
        .map(|elo| format!("[WhiteElo \"{elo}\"]\n[BlackElo \"{elo}\"]\n\n1. e4 e5 "));
    let [good, weak, bad] = [good + "*\n\n", weak + "*\n\n", bad + "2. Ke3 *\n\n"];
    let first = [&*bad, &good, &weak, &bad, &good].concat();
    let second = [&*good, &good, &weak, &good].concat();
    let expected = [
        ("first.pgn", 2),
        ("first.pgn", 5),
        ("second.pgn", 1),
        ("second.pgn", 2),
        ("second.pgn", 4),
    ];
    let check = |folder: &Folder| {
        let index = Index::open(folder.index()).unwrap();
        let games: Vec<_> = index.game_batches().flat_map(Result::unwrap).collect();
        let numbers: Vec<_> =
            games.iter().map(|game| (game.file.rsplit('/').next().unwrap(), game.game)).collect();
        assert_eq!(numbers, expected);
        assert_eq!(games.iter().map(|game| game.game_id).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert_eq!(faults(&folder.index()), Vec::<String>::new());
    };
    let mut options = BuildOptions::default();
    options.select.min_elo = Some(1500);
    for memory in [1, 1 << 30] {
        options.memory = memory;
        for at_once in [1, 2, usize::MAX] {
            let folder = Folder::new();
            let files = [folder.games("first.pgn", &first), folder.games("second.pgn", &second)];
            // Interrupted after the first games, too.
            let mut builder = build(&folder.index(), options.clone(), &files);
            feed(&mut builder, &files, at_once, 2);
            drop(builder);
            let mut builder = build(&folder.index(), options.clone(), &files);
            feed(&mut builder, &files, at_once, usize::MAX);
            let built = builder.finish().unwrap();
            assert_eq!((built.games, built.rejected, built.below_elo), (5, 2, 2));
            check(&folder);
        }
        let folder = Folder::new();
        let mut builder = IndexBuilder::create(folder.index(), options.clone()).unwrap();
        assert_eq!(builder.add_pgn("first.pgn", first.as_bytes()).unwrap().len(), 2);
        assert!(builder.add_pgn("second.pgn", second.as_bytes()).unwrap().is_empty());
        builder.finish().unwrap();
        check(&folder);
    }
}

#[test]
fn a_game_is_kept_up_to_its_first_bad_move() {
    let good = "[White \"good\"]\n\n1. e4 e5 2. Nf3 *\n\n";
    let bad = [
        ("[White \"illegal\"]\n\n1. d4 d5 2. Ke3 e6 *\n\n", "Ke3 e6 "),
        ("[White \"null\"]\n\n1. c4 -- 2. d4 *\n\n", "-- 2. d4 "),
        ("1. e4 e5 what Nf3 *\n\n", "what Nf3 "),
        ("[White \"first\"]\n\n1. e5 *\n\n", "e5 "),
    ];
    // These are no bad moves.
    let others = "1. e4 e5 {open\n\n[Variant \"Bughouse\"]\n\n1. e4 *\n\n";
    let bad_text: String = bad.iter().map(|(text, _)| *text).collect();
    let kept_text: String = bad.iter().map(|(text, rest)| text.replacen(rest, "", 1)).collect();
    let text = format!("{good}{bad_text}{others}{good}");
    let mut options = BuildOptions::default();
    options.keep_valid = true;
    let folder = Folder::new();
    let mut builder = build(&folder.index(), options, &[]);
    let replayed = builder.replayer().replay_text("games.pgn", text.as_bytes());
    let places = |games: &[zobrist_index::RejectedGame]| -> Vec<_> {
        games.iter().map(|game| game.at).collect()
    };
    let mut expected = Vec::new();
    let mut start = good.len();
    for (text, rest) in bad {
        expected.push(start + text.find(rest).unwrap());
        start += text.len();
    }
    assert_eq!((replayed.read, places(&replayed.shortened)), (8, expected));
    let at = |word: &str| text.find(word).unwrap();
    assert_eq!(places(&replayed.rejected), [at("{open"), at("Bughouse")]);
    builder.add(replayed).unwrap();
    let built = builder.finish().unwrap();
    assert_eq!((built.games, built.rejected, built.shortened), (6, 2, 4));
    let games = format!("{good}{kept_text}{good}");
    let expected = Tables::of([("games.pgn", &*games)], SchemeId::Fide, Select::default());
    let expected = expected.numbered([1, 2, 3, 4, 5, 8]);
    tables::assert_equal(&tables::read(&folder.index()), &expected);
}

#[test]
fn games_that_are_shortened_are_counted_though_they_are_duplicates() {
    let game = |white_elo: u16, moves: &str| {
        format!("[WhiteElo \"{white_elo}\"]\n[BlackElo \"2000\"]\n\n{moves} *\n\n")
    };
    let text = [
        game(2000, "1. e4 e5"),
        game(2000, "1. e4 e5 2. Ke3"),
        game(2000, "1. d4 --"),
        game(1000, "1. c4 --"),
    ]
    .concat();
    let mut options = BuildOptions::default();
    options.keep_valid = true;
    options.select.dedup = Some(zobrist_index::Duplicates::Exact);
    options.select.min_elo = Some(1900);
    let folder = Folder::new();
    let mut builder = build(&folder.index(), options, &[]);
    assert!(builder.add_pgn("games.pgn", text.as_bytes()).unwrap().is_empty());
    let built = builder.finish().unwrap();
    assert_eq!((built.games, built.duplicates, built.below_elo), (2, 1, 1));
    assert_eq!((built.rejected, built.shortened), (0, 2));
}
