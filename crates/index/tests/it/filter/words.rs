//! Filters in words, and those that no game can pass.

use zobrist_index::shakmaty::Color;
use zobrist_index::{Condition, Filter, FilterError, GameResult, TextPart};

fn part(text: &str) -> TextPart {
    TextPart::new(text).unwrap()
}

#[test]
fn filters_are_said_in_words() {
    let none = Filter::default();
    assert_eq!(none.to_string(), "all games");
    for condition in Condition::ALL {
        assert_eq!(none.words(condition), "");
    }
    let filter = |change: fn(&mut Filter)| {
        let mut filter = Filter::default();
        change(&mut filter);
        filter.to_string()
    };
    assert_eq!(filter(|filter| filter.players = vec![part("Carlsen")]), "Carlsen");
    assert_eq!(filter(|filter| filter.opponent = Some(part("Caruana"))), "against Caruana");
    assert_eq!(filter(|filter| filter.until = "2023.05".parse().ok()), "until 2023.05");
    assert_eq!(filter(|filter| filter.elo = "2400..".parse().ok()), "both Elos 2400 or more");
    assert_eq!(filter(|filter| filter.elo = "..2000".parse().ok()), "both Elos 2000 or less");
    assert_eq!(filter(|filter| filter.max_ply = Some(40)), "before ply 40");
    assert_eq!(filter(|filter| filter.since = "2023".parse().ok()), "since 2023");
    let all = filter(|filter| {
        filter.players = vec![part("Carlsen"), part("DrNykterstein")];
        filter.side = Some(Color::White);
        filter.opponent = Some(part("Caruana"));
        filter.since = "2023".parse().ok();
        filter.until = "2024-05".parse().ok();
        filter.elo = "2000..2400".parse().ok();
        filter.result = Some(GameResult::White);
        filter.event = Some(part("Titled Tuesday"));
        filter.time_control = Some("180+1".to_owned());
        filter.max_ply = Some(40);
    });
    assert_eq!(
        all,
        "Carlsen or DrNykterstein as White against Caruana; since 2023 and until 2024.05; both \
         Elos from 2000 to 2400; result 1-0; event \"Titled Tuesday\"; time control 180+1; \
         before ply 40"
    );
}

#[test]
fn filters_that_no_game_can_pass_are_errors() {
    let check = |change: fn(&mut Filter)| {
        let mut filter = Filter::default();
        change(&mut filter);
        filter.check().map_err(|error| error.to_string())
    };
    assert_eq!(check(|_| ()), Ok(()));
    assert_eq!(
        check(|filter| {
            filter.since = "2024".parse().ok();
            filter.until = "2023.05".parse().ok();
        }),
        Err("no date is in the range: expected a first date before the last, got since 2024 and \
             until 2023.05"
            .to_owned())
    );
    // The first day of a year is before the last of a month in it.
    assert_eq!(
        check(|filter| {
            filter.since = "2023.05".parse().ok();
            filter.until = "2023".parse().ok();
        }),
        Ok(())
    );
    assert_eq!(
        check(|filter| filter.side = Some(Color::Black)),
        Err("expected the name of a player with the games as Black, got none".to_owned())
    );
    assert_eq!(
        check(|filter| filter.max_ply = Some(0)),
        Err("no position is before ply 0: expected at least 1 ply, got 0".to_owned())
    );
    assert_eq!(
        check(|filter| filter.time_control = Some(" ".to_owned())),
        Err("expected a text to search for, got \" \", which every text has".to_owned())
    );
}

#[test]
fn errors_name_no_option() {
    let date = "2023".parse().unwrap();
    for error in [
        "x".parse::<zobrist_index::PartialDate>().unwrap_err(),
        "x".parse::<zobrist_index::EloRange>().unwrap_err(),
        TextPart::new("").unwrap_err(),
        FilterError::NoDates { since: date, until: date },
        FilterError::NoElos { min: 2, max: 1 },
        FilterError::SideOfNobody(Color::White),
        FilterError::NoPlies,
    ] {
        let text = error.to_string();
        assert!(!text.contains("--") && text.contains("got"), "{text}");
    }
}
