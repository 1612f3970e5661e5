//! `/api/lattice`, `/api/lattice/N` and its pictures: runs of a lattice.

use super::super::lattice::{LatticeRuns, PICTURE_POLICY};
use super::super::query::Query;
use super::super::reply::{Answered, Refusal, Reply};
use super::super::site::Site;
use super::scheme_name::route_number;

#[derive(clap::Args)]
struct Options {}

/// The list of runs.
pub(crate) fn list(site: &Site, query: &Query) -> Answered {
    let Options {} = query.options()?;
    Ok(Reply::json(&runs(site)?.list()))
}

/// A run, `N`, or one of its pictures, `N/before.svg`.
pub(crate) fn run(site: &Site, route: &str, query: &Query) -> Answered {
    let Options {} = query.options()?;
    let (number, picture) = match route.split_once('/') {
        Some((number, picture)) => (number, Some(picture)),
        None => (route, None),
    };
    let number = route_number(number, "a run")?;
    let runs = runs(site)?;
    match picture {
        None => Ok(Reply::json(&runs.run(number).map_err(Refusal::missing)?)),
        Some(name) => {
            let picture = runs.picture(number, name).map_err(Refusal::missing)?;
            Ok(Reply { policy: Some(PICTURE_POLICY), ..Reply::of("image/svg+xml", picture) })
        }
    }
}

fn runs(site: &Site) -> Answered<&LatticeRuns> {
    let none = || {
        Refusal::missing(
            "no runs are served: start `zobrist serve` with a CSV of `zobrist lattice run`",
        )
    };
    site.others.lattice.as_ref().ok_or_else(none)
}
