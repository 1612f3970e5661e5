//! `/api/source`: what is served.

use serde::Serialize;
use zobrist_chess::Scheme;

use super::super::go::GoGames;
use super::super::lattice::LatticeRuns;
use super::super::library::Library;
use super::super::query::Query;
use super::super::rejected::RejectedGames;
use super::super::reply::{Answered, Reply};
use super::super::schemes::NamedScheme;
use super::super::site::Site;

#[derive(Serialize)]
struct SourceFacts {
    version: &'static str,
    name: Option<String>,
    games: Option<u64>,
    scheme: Option<String>,
    changed: Option<String>,
    rejected: Option<RejectedGames>,
    schemes: Vec<Listed>,
    go: usize,
    lattice: usize,
}

#[derive(Serialize)]
struct Listed {
    name: String,
    bits: u32,
    has_twins: bool,
}

#[derive(clap::Args)]
struct Options {}

pub(crate) fn answer(site: &Site, query: &Query) -> Answered {
    let Options {} = query.options()?;
    let library = site.library.as_ref();
    library.map_or(Ok(()), Library::refresh)?;
    let games =
        |library: &Library| library.now().iter().map(|source| source.opened.index.games()).sum();
    let schemes = site.schemes.all().iter().map(|NamedScheme { name, scheme }| Listed {
        name: name.clone(),
        bits: scheme.bits(),
        has_twins: scheme.is_linear() && scheme.bits() <= 64,
    });
    Ok(Reply::json(&SourceFacts {
        version: env!("CARGO_PKG_VERSION"),
        name: library.map(|library| library.name()),
        games: library.map(games),
        scheme: library.map(|_| site.scheme().name),
        changed: library.and_then(|library| library.changed_file()),
        rejected: library.map(Library::rejected),
        schemes: schemes.collect(),
        go: site.others.go.as_ref().map_or(0, GoGames::len),
        lattice: site.others.lattice.as_ref().map_or(0, LatticeRuns::len),
    }))
}
