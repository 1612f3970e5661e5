//! The API of the page: docs/serve-api.md.

mod anatomy;
mod engine;
mod fact;
mod game;
mod games;
mod go;
mod lattice;
mod names;
mod position;
mod scheme_name;
mod source;
mod twin;

use super::query::Query;
use super::reply::{Answered, Refusal, Reply};
use super::site::Site;
pub(crate) use game::pgn;

/// Answers a request to `/api/` and a route.
///
/// # Errors
/// When there is no such route, or it refuses the request.
pub(crate) fn answer(site: &Site, route: &str, query: Query) -> Answered {
    match route {
        "source" => source::answer(site, &query),
        "position" => position::answer(site, &query),
        "anatomy" => anatomy::answer(site, &query),
        "twin" => twin::answer(site, &query),
        "games" => games::answer(site, &query),
        "names" => names::answer(site, &query),
        "filter" => names::filter(&query),
        "token" => Ok(Reply::json(&serde_json::json!({ "token": site.token }))),
        "upload" => Err(Refusal::bad("expected POST, got another method")),
        "engine" => engine::answer(site, &query),
        "go" => go::list(site, &query),
        "go/explore" => go::explore(site, &query),
        "lattice" => lattice::list(site, &query),
        _ => match route.split_once('/') {
            Some(("game", number)) => game::answer(site, number, &query),
            Some(("go", number)) => go::game(site, number, &query),
            Some(("lattice", route)) => lattice::run(site, route, &query),
            _ => Err(Refusal::missing(format_args!(
                "there is no route /api/{route}: docs/serve-api.md lists all"
            ))),
        },
    }
}
