//! `/api/engine`: the evaluation of a position, and the best lines, by the user's engine.

use std::time::Duration;

use hyper::StatusCode;

use super::super::line::PositionOptions;
use super::super::query::Query;
use super::super::reply::{Answered, Refusal, Reply};
use super::super::site::Site;

#[derive(clap::Args)]
struct Options {
    #[command(flatten)]
    position: PositionOptions,
    /// Milliseconds; at most those of `--engine-time`.
    #[arg(long, default_value = "1000")]
    time: u64,
}

pub(crate) fn answer(site: &Site, query: &Query) -> Answered {
    let options: Options = query.options()?;
    let none =
        || Refusal::missing("no engine is served: start `zobrist serve` with --engine PROGRAM");
    let engine = site.engine.as_ref().ok_or_else(none)?;
    let line = options.position.read()?;
    let analysis = engine.analyze(&line, Duration::from_millis(options.time));
    let refused = |error| Refusal::new(StatusCode::BAD_GATEWAY, format_args!("{error:#}"));
    Ok(Reply::json(&analysis.map_err(refused)?))
}
