//! The routes of lichess's opening explorer, for programs that speak its API: docs/serve-api.md.

mod database;
mod dates;
mod game;
mod game_id;
mod listed;
mod parameters;
mod position;
mod single_game;
mod variants;

use super::api::pgn;
use super::query::Query;
use super::reply::{Answered, Refusal};
use super::site::Site;
use super::weight::Weight;
use database::Database;

/// The weight of a question: the lists of the strongest and the newest games look at all of a
/// position.
pub(crate) fn weight(path: &str) -> Weight {
    if Database::at(path).is_some() { Weight::Heavy } else { Weight::Light }
}

/// Answers a request for one of the routes; `None` if the path is none of them.
pub(crate) fn answer(site: &Site, path: &str, query: &Query) -> Option<Answered> {
    if let Some(database) = Database::at(path) {
        return Some(position::answer(site, database, query));
    }
    if path == "/personal" {
        return Some(Err(Refusal::missing(
            "expected the route /player, got its first name, /personal, which lichess has given up: \
             ask /player with the same parameters",
        )));
    }
    let id = ["/masters/pgn/", "/master/pgn/"].iter().find_map(|route| path.strip_prefix(route))?;
    Some(match game_id::read(id) {
        Some((source, game)) => pgn(site, source, game),
        None => Err(Refusal::missing(format_args!(
            "expected an id of {} digits and letters, as the lists of games have it, got {id:?}",
            game_id::LENGTH
        ))),
    })
}
