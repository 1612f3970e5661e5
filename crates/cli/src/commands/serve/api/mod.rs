//! The API of the page: docs/serve-api.md.

mod found_game;
mod game;
mod games;
mod position;
mod source;

use super::query::Query;
use super::reply::{Answered, Refusal};
use super::site::Site;

/// Answers a request to `/api/` and a route.
///
/// # Errors
/// When there is no such route, or it refuses the request.
pub fn answer(site: &Site, route: &str, query: Query) -> Answered {
    match route {
        "source" => source::answer(site, &query),
        "position" => position::answer(site, &query),
        "games" => games::answer(site, &query),
        _ => match route.strip_prefix("game/") {
            Some(number) => game::answer(site, number, &query),
            None => Err(Refusal::missing(format_args!(
                "there is no route /api/{route}: docs/serve-api.md lists all"
            ))),
        },
    }
}
