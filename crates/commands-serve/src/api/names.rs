//! `/api/names`: players whose names are like a text, for a field in which somebody types; and
//! `/api/filter`: what a filter means, or what is wrong with it.

use serde::Serialize;
use zobrist_explorer::filter_options::FilterOptions;
use zobrist_index::{Filter, FilterError, PlayerName};

use super::super::query::Query;
use super::super::reply::{Answered, Refusal, Reply};
use super::super::site::Site;

#[derive(clap::Args)]
struct Options {
    #[arg(long)]
    text: String,
    #[arg(long, default_value = "10", value_parser = clap::value_parser!(u8).range(1..=50))]
    count: u8,
}

#[derive(Serialize)]
struct Names<'a> {
    names: Vec<Name<'a>>,
}

#[derive(Serialize)]
struct Name<'a> {
    name: &'a str,
    games: u64,
}

/// The names of players that a text finds.
pub(crate) fn answer(site: &Site, query: &Query) -> Answered {
    let Options { text, count } = query.options()?;
    // Nothing to search for yet.
    let Ok(text) = text.parse::<PlayerName>() else {
        return Ok(Reply::json(&Names { names: Vec::new() }));
    };
    let all = site.library()?.player_names()?;
    let names = all.suggest(&text, count.into());
    let names = names.into_iter().map(|(name, games)| Name { name, games });
    Ok(Reply::json(&Names { names: names.collect() }))
}

#[derive(Serialize)]
struct Words {
    /// `None` for all games.
    filter: Option<String>,
}

/// A filter in words.
pub(crate) fn filter(query: &Query) -> Answered {
    let options: FilterOptions = query.options()?;
    let filter = filter_of(&options)?;
    let is_any = filter == Filter::default();
    Ok(Reply::json(&Words { filter: (!is_any).then(|| filter.to_string()) }))
}

/// Returns the filter of these options.
///
/// # Errors
/// When no game can meet what is asked for: with the parameter that may be corrected.
pub(super) fn filter_of(options: &FilterOptions) -> Answered<Filter> {
    options.filter().map_err(|error| {
        let refusal = Refusal::bad(format_args!("{error:#}"));
        match error.downcast_ref::<FilterError>() {
            // Of a range of dates, the end.
            Some(FilterError::NoDates { .. }) => refusal.with("parameter", "until"),
            Some(FilterError::SideOfNobody(_) | FilterError::OutcomeOfNobody(_)) => {
                refusal.with("parameter", "player")
            }
            _ => refusal,
        }
    })
}
