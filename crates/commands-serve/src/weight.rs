//! The amount of work of a question, from its route and parameters alone.

use super::query::Query;

/// The work of a question, which decides in whose queue it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// None to speak of: it is answered at once.
    None,
    /// Some milliseconds, whatever the number of games.
    Light,
    /// May read all games of a position, or search.
    Heavy,
}

/// The most games of a list that is light.
const FEW_GAMES: u64 = 200;

/// The weight of a question of the API, `route` being its path after `/api/`.
pub(crate) fn of_api(route: &str, query: &Query) -> Weight {
    let is_heavy = match route {
        "position" => {
            query.last("other_orders") == Some("true")
                || query.has_other_than(&[
                    "fen",
                    "play",
                    "variant",
                    "top",
                    "min_games",
                    "sort",
                    "other_orders",
                    "sources",
                ])
        }
        "games" => {
            let number = |name, otherwise| {
                query.last(name).map_or(Ok(otherwise), str::parse).unwrap_or(otherwise)
            };
            let end = u64::saturating_add(number("from", 0), number("count", 20));
            query.last("order").is_some_and(|order| order != "first")
                || end > FEW_GAMES
                || query.has_other_than(&[
                    "fen", "play", "variant", "order", "from", "count", "sources",
                ])
        }
        "twin" | "engine" | "go/explore" => true,
        _ => route.contains("/annotated"),
    };
    if is_heavy { Weight::Heavy } else { Weight::Light }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_read_all_games_of_a_position_is_heavy() {
        for (route, query, expected) in [
            ("source", "", Weight::Light),
            ("position", "", Weight::Light),
            ("position", "play=e4,e5&top=5&sort=games&other_orders=false", Weight::Light),
            ("position", "other_orders=true", Weight::Heavy),
            ("position", "player=carlsen&as=white", Weight::Heavy),
            ("position", "max_ply=20", Weight::Heavy),
            ("position", "by=year", Weight::Heavy),
            ("names", "text=carl", Weight::Light),
            ("games", "play=e4&sources=1", Weight::Light),
            ("games", "order=first&from=100&count=100", Weight::Light),
            ("games", "from=101&count=100", Weight::Heavy),
            ("games", "from=18446744073709551615&count=2", Weight::Heavy),
            ("games", "order=newest", Weight::Heavy),
            ("games", "result=1-0", Weight::Heavy),
            ("game/7", "source=1", Weight::Light),
            ("game/7/annotated", "", Weight::Heavy),
            ("game/7/annotated.pgn", "source=1", Weight::Heavy),
            ("anatomy", "scheme=polyglot", Weight::Light),
            ("twin", "", Weight::Heavy),
            ("engine", "play=e4", Weight::Heavy),
            ("go/1", "", Weight::Light),
            ("go/explore", "game=1", Weight::Heavy),
        ] {
            assert_eq!(of_api(route, &Query::read(query)), expected, "{route}?{query}");
        }
    }
}
