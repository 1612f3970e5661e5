//! `/api/go`, `/api/go/N` and `/api/go/explore`: games of Go.

use std::sync::PoisonError;

use super::super::chosen::ChosenSources;
use super::super::go::{Explored, GoGames, Region};
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

#[derive(clap::Args)]
struct ExploreOptions {
    #[arg(long, default_value_t = 0)]
    game: usize,
    #[arg(long, default_value_t = 0)]
    variation: u64,
    #[arg(long, default_value_t = 0)]
    ply: usize,
    #[arg(long, value_enum, default_value = "board")]
    region: Region,
    #[arg(long)]
    player: Option<String>,
    #[arg(long, default_value_t = 20)]
    count: usize,
    #[command(flatten)]
    sources: ChosenSources,
}

/// Largest number of games in one answer.
const MAX_GAMES: usize = 1000;

/// The moves that came next in a position, and the games that have it.
pub(crate) fn explore(site: &Site, query: &Query) -> Answered {
    let ExploreOptions { game, variation, ply, region, player, count, sources } =
        query.options()?;
    with_games(site, |games| {
        sources.check(games.sources())?;
        let board = games.board(game, variation, ply).map_err(Refusal::missing)?;
        let count = count.min(MAX_GAMES);
        let explored = Explored::of(games, &sources, &board, region, player.as_deref(), count);
        let explored = explored.map_err(|error| Refusal::failed(&error))?;
        Ok(Reply::json(&explored.map_err(Refusal::bad)?))
    })
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
