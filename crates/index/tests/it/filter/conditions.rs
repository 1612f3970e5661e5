//! Conditions on games, each by itself and together.

use proptest::prelude::*;
use zobrist_index::shakmaty::Color;
use zobrist_index::{Condition, Filter, GameFacts, GameResult, PlayerOutcome, Speed, TextPart};

fn part(text: &str) -> TextPart {
    TextPart::new(text).unwrap()
}

/// The facts of a game that has what `state` states.
pub(super) fn facts<'a>(state: impl FnOnce(&mut GameFacts<'a>)) -> GameFacts<'a> {
    let mut game = GameFacts::default();
    state(&mut game);
    game
}

fn game<'a>(white: &'a str, black: &'a str) -> GameFacts<'a> {
    facts(|game| {
        game.white_name = Some(white.as_bytes());
        game.black_name = Some(black.as_bytes());
    })
}

#[test]
fn players_sides_and_opponents() {
    let (white, black) = (Some(Color::White), Some(Color::Black));
    let carlsen = &["carlsen"][..];
    let accounts = &["carlsen", "drnykterstein"][..];
    for (players, side, opponent, names, expected) in [
        (carlsen, None, "", ("Carlsen, Magnus", "Caruana, F"), white),
        (carlsen, None, "", ("Caruana, F", "Carlsen, Magnus"), black),
        (carlsen, None, "", ("Caruana, F", "Anand, V"), None),
        (accounts, None, "", ("Caruana, F", "DrNykterstein"), black),
        (carlsen, white, "", ("Caruana, F", "Carlsen, Magnus"), None),
        (carlsen, black, "", ("Caruana, F", "Carlsen, Magnus"), black),
        (carlsen, None, "caruana", ("Caruana, F", "Carlsen, Magnus"), black),
        (carlsen, None, "anand", ("Caruana, F", "Carlsen, Magnus"), None),
        (carlsen, white, "caruana", ("Caruana, F", "Carlsen, Magnus"), None),
        // The opponent is the other player: not the player, whose name he may have.
        (carlsen, None, "carlsen", ("Carlsen, Magnus", "Caruana, F"), None),
        // Both have the name.
        (carlsen, None, "", ("Carlsen, Henrik", "Carlsen, Magnus"), white),
        (carlsen, black, "", ("Carlsen, Henrik", "Carlsen, Magnus"), black),
        (carlsen, None, "henrik", ("Carlsen, Henrik", "Carlsen, Magnus"), black),
        (carlsen, None, "carlsen", ("Carlsen, Henrik", "Carlsen, Magnus"), white),
        // Without a player, the opponent may have either side.
        (&[], None, "caruana", ("Caruana, F", "Carlsen, Magnus"), black),
        (&[], None, "caruana", ("Carlsen, Magnus", "Caruana, F"), white),
        (&[], None, "caruana", ("Carlsen, Magnus", "Anand, V"), None),
        (&[], white, "caruana", ("Caruana, F", "Carlsen, Magnus"), None),
    ] {
        let mut filter = Filter::default();
        filter.players = players.iter().map(|name| part(name)).collect();
        filter.side = side;
        filter.opponent = Some(opponent).filter(|name| !name.is_empty()).map(part);
        let game = game(names.0, names.1);
        assert_eq!(filter.player_side(&game), expected, "{filter} in {names:?}");
        assert_eq!(filter.matches(&game), expected.is_some(), "{filter} in {names:?}");
    }
    let everybody = Filter::default();
    assert!(everybody.matches(&game("A", "B")));
    assert_eq!(everybody.player_side(&game("A", "B")), None);
    let mut opponent = Filter::default();
    opponent.opponent = Some(part("caruana"));
    let alone = facts(|game| game.black_name = Some(b"Caruana"));
    assert!(opponent.matches(&alone), "a name that is missing may be anybody's");
    assert!(!opponent.matches(&GameFacts::default()));
}

#[test]
fn elos_results_events_and_time_controls() {
    let filter = |change: fn(&mut Filter)| {
        let mut filter = Filter::default();
        change(&mut filter);
        filter
    };
    let strong = filter(|filter| filter.elo = "2400..2600".parse().ok());
    for (white_elo, black_elo, expected) in [
        (Some(2400), Some(2600), true),
        (Some(2399), Some(2600), false),
        (Some(2400), Some(2601), false),
        (Some(2400), None, false),
        (None, Some(2400), false),
        (None, None, false),
    ] {
        let game = facts(|game| {
            game.white_elo = white_elo;
            game.black_elo = black_elo;
        });
        assert_eq!(strong.matches(&game), expected, "{white_elo:?} {black_elo:?}");
    }
    for asked in GameResult::ALL {
        for result in GameResult::ALL {
            let mut filter = Filter::default();
            filter.result = Some(asked);
            let game = facts(|game| game.result = result);
            assert_eq!(filter.matches(&game), asked == result);
        }
    }
    let event = filter(|filter| filter.event = Some(part("munchen")));
    let control = filter(|filter| filter.time_control = Some(" 180+2".to_owned()));
    for (filter, text, expected) in [
        (&event, Some("Open München 2023"), true),
        (&event, Some("Open Muenchen 2023"), false),
        (&event, Some(""), false),
        (&event, None, false),
        (&control, Some("180+2"), true),
        (&control, Some("180+2 "), true),
        (&control, Some("180+20"), false),
        (&control, Some("5180+2"), false),
        (&control, Some(""), false),
        (&control, None, false),
    ] {
        let text = text.map(str::as_bytes);
        let game = facts(|game| {
            game.event = text;
            game.time_control = text;
        });
        assert_eq!(filter.matches(&game), expected, "{filter} of {text:?}");
    }
}

/// A filter of few values, so that games pass each condition now and then.
fn filters() -> impl Strategy<Value = Filter> {
    let name = || prop::sample::select(vec!["a", "b", "ä", "c"]).prop_map(part);
    let date = || prop::option::of(prop::sample::select(vec!["2023", "2023.05", "2024"]));
    let elo = prop::option::of(prop::sample::select(vec!["2000..", "..2000", "2000..2400"]));
    (
        prop::collection::vec(name(), 0..3),
        prop::option::of(prop::sample::select(Color::ALL.to_vec())),
        prop::option::of(name()),
        (date(), date()),
        elo,
        prop::option::of(prop::sample::select(GameResult::ALL.to_vec())),
        prop::option::of(name()),
        prop::option::of(prop::sample::select(vec!["180+2", "300"])),
        prop::option::weighted(0.3, prop::sample::select(PlayerOutcome::ALL.to_vec())),
        prop::collection::vec(prop::sample::select(vec!["2000..2049", "2050..", "..1949"]), 0..2),
        prop::collection::vec(prop::sample::select(Speed::ALL.to_vec()), 0..2),
    )
        .prop_map(
            |(
                players,
                side,
                opponent,
                dates,
                elo,
                result,
                event,
                time_control,
                more,
                means,
                speeds,
            )| {
                let mut filter = Filter::default();
                filter.players = players;
                filter.side = side;
                filter.opponent = opponent;
                filter.since = dates.0.and_then(|date| date.parse().ok());
                filter.until = dates.1.and_then(|date| date.parse().ok());
                filter.elo = elo.and_then(|elo| elo.parse().ok());
                filter.result = result;
                filter.event = event;
                filter.time_control = time_control.map(str::to_owned);
                let has_player = !filter.players.is_empty() || filter.opponent.is_some();
                filter.outcome = more.filter(|_| has_player);
                filter.mean_elos = means.iter().map(|range| range.parse().unwrap()).collect();
                filter.speeds = speeds;
                filter
            },
        )
}

fn games() -> impl Strategy<Value = GameFacts<'static>> {
    let text = |texts: &[&'static str]| {
        let texts: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
        prop::option::weighted(0.8, prop::sample::select(texts))
    };
    let names = ["A", "B", "AB", "Ä", "CÄ", "?"];
    let elo = || prop::option::weighted(0.8, prop::sample::select(vec![1900, 2000, 2100, 2500]));
    let dates = ["2022.01.01", "2023.05.??", "2023.??.??", "2024-02-29", "????.??.??"];
    (
        (text(&names), text(&names)),
        (elo(), elo()),
        prop::sample::select(GameResult::ALL.to_vec()),
        (text(&dates), text(&dates)),
        text(&names),
        text(&["180+2", "300", "-"]),
    )
        .prop_map(|(names, elos, result, dates, event, time_control)| {
            facts(|game| {
                (game.white_name, game.black_name) = names;
                (game.white_elo, game.black_elo) = elos;
                (game.date, game.utc_date) = dates;
                (game.result, game.event, game.time_control) = (result, event, time_control);
            })
        })
}

/// The game with the facts of some columns alone.
fn only<'a>(columns: &[&str], game: &GameFacts<'a>) -> GameFacts<'a> {
    let mut only = GameFacts::default();
    for column in columns {
        match *column {
            "white_name" => only.white_name = game.white_name,
            "black_name" => only.black_name = game.black_name,
            "white_elo" => only.white_elo = game.white_elo,
            "black_elo" => only.black_elo = game.black_elo,
            "result" => only.result = game.result,
            "date" => only.date = game.date,
            "utc_date" => only.utc_date = game.utc_date,
            "event" => only.event = game.event,
            "time_control" => only.time_control = game.time_control,
            other => panic!("no column is named {other}"),
        }
    }
    only
}

/// The definition, from the fields of the filter.
fn matches(filter: &Filter, game: &GameFacts) -> bool {
    let has = |name: Option<&[u8]>, part: &TextPart| name.is_some_and(|name| part.is_in(name));
    let is_player =
        |name| filter.players.is_empty() || filter.players.iter().any(|player| has(name, player));
    let is_opponent = |name| filter.opponent.as_ref().is_none_or(|opponent| has(name, opponent));
    let as_white = is_player(game.white_name) && is_opponent(game.black_name);
    let as_black = is_player(game.black_name) && is_opponent(game.white_name);
    let side = match filter.side {
        Some(Color::White) | None if as_white => Some(Color::White),
        Some(Color::Black) | None if as_black => Some(Color::Black),
        _ => None,
    };
    let points = match game.result {
        GameResult::White => Some([2, 0]),
        GameResult::Draw => Some([1, 1]),
        GameResult::Black => Some([0, 2]),
        GameResult::Unknown => None,
    };
    let wanted = |outcome| match outcome {
        PlayerOutcome::Won => 2,
        PlayerOutcome::Drawn => 1,
        _ => 0,
    };
    let is_outcome = |side: Color| {
        let points = points.map(|[white, black]| side.fold_wb(white, black));
        filter.outcome.is_none_or(|outcome| points == Some(wanted(outcome)))
    };
    let nobody = filter.players.is_empty() && filter.opponent.is_none();
    let players = nobody || side.is_some_and(is_outcome);
    let mean = game.white_elo.zip(game.black_elo).map(|(white, black)| (white + black) / 2);
    let is_mean = filter.mean_elos.is_empty()
        || filter.mean_elos.iter().any(|range| mean.is_some_and(|mean| range.contains(mean)));
    let is_speed = filter.speeds.is_empty()
        || game
            .time_control
            .and_then(Speed::of)
            .is_some_and(|speed| filter.speeds.contains(&speed));
    let elo = |elo: Option<i32>| {
        filter.elo.is_none_or(|range| elo.is_some_and(|elo| range.contains(elo)))
    };
    players
        && is_mean
        && is_speed
        && elo(game.white_elo)
        && elo(game.black_elo)
        && filter.result.is_none_or(|result| result == game.result)
        && game.game_date().is_within(filter.since, filter.until)
        && filter.event.as_ref().is_none_or(|event| has(game.event, event))
        && filter
            .time_control
            .as_ref()
            .is_none_or(|control| game.time_control == Some(control.as_bytes()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn a_filter_is_all_its_conditions_each_by_its_columns(filter in filters(), game in games()) {
        let one_by_one = filter
            .conditions()
            .all(|condition| filter.keeps(condition, &only(condition.columns(), &game)));
        prop_assert_eq!(one_by_one, filter.matches(&game));
        prop_assert_eq!(matches(&filter, &game), filter.matches(&game));
        for condition in Condition::ALL {
            let given = filter.conditions().any(|other| other == condition);
            prop_assert!(given || filter.keeps(condition, &game));
            prop_assert_eq!(given, !filter.words(condition).is_empty());
        }
        // The side of the player decides the condition on players.
        let players = filter.conditions().any(|condition| condition == Condition::Players);
        let side = filter.player_side(&game);
        prop_assert_eq!(side.is_some(), players && filter.keeps(Condition::Players, &game));
        prop_assert!(side.is_none() || filter.side.is_none() || side == filter.side);
    }
}
