//! `/api/go` and `/api/go/N`: games of Go.

use std::sync::PoisonError;

use super::super::chosen::ChosenSources;
use super::super::go::GoGames;
use super::super::query::Query;
use super::super::reply::{Answered, Refusal, Reply};
use super::super::site::Site;
use super::scheme_name::route_number;

#[derive(clap::Args)]
struct ListOptions {
    #[arg(long, default_value_t = 0)]
    from: usize,
    #[arg(long, default_value_t = 200)]
    count: usize,
    #[command(flatten)]
    sources: ChosenSources,
}

#[derive(clap::Args)]
struct LineOptions {
    #[arg(long, default_value_t = 0)]
    variation: u64,
}

/// The list of games.
pub(crate) fn list(site: &Site, query: &Query) -> Answered {
    let ListOptions { from, count, sources } = query.options()?;
    with_games(site, |games| {
        sources.check(games.sources())?;
        Ok(Reply::json(&games.list(&sources, from, count)))
    })
}

/// A line of the game with this number.
pub(crate) fn game(site: &Site, number: &str, query: &Query) -> Answered {
    let LineOptions { variation } = query.options()?;
    let number = route_number(number, "a game")?;
    with_games(site, |games| {
        Ok(Reply::json(&games.game(number, variation).map_err(Refusal::missing)?))
    })
}

fn with_games(site: &Site, answer: impl FnOnce(&GoGames) -> Answered) -> Answered {
    let none =
        || Refusal::missing("no games of Go are served: start `zobrist serve` with an SGF file");
    let games = site.others.go.read().unwrap_or_else(PoisonError::into_inner);
    answer(games.as_ref().ok_or_else(none)?)
}
