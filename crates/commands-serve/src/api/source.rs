//! `/api/source`: what is served.

use serde::Serialize;
use zobrist_chess::Scheme;

use super::super::lattice::LatticeRuns;
use super::super::library::Library;
use super::super::query::Query;
use super::super::rejected::RejectedGames;
use super::super::reply::{Answered, Reply};
use super::super::schemes::NamedScheme;
use super::super::site::Site;
use super::super::source_list::ListedSource;

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
    sources: Vec<ListedSource>,
    upload_limit: Option<u64>,
    engine: Option<EngineFacts>,
}

#[derive(Serialize)]
struct EngineFacts {
    name: String,
    /// The most milliseconds for a position.
    time: u64,
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
    site.library.refresh()?;
    let library = Some(&site.library).filter(|library| !library.is_empty());
    let games =
        |library: &Library| library.now().iter().map(|source| source.opened.index.games()).sum();
    let schemes = site.schemes.all().iter().map(|NamedScheme { name, scheme }| Listed {
        name: name.clone(),
        bits: scheme.bits(),
        has_twins: scheme.is_linear() && scheme.bits() <= 64,
    });
    Ok(Reply::json(&SourceFacts {
        version: env!("CARGO_PKG_VERSION"),
        name: site.list.name(),
        games: library.map(games),
        scheme: library.map(|_| site.scheme().name),
        changed: library.and_then(|library| library.changed_file()),
        rejected: library.map(Library::rejected),
        schemes: schemes.collect(),
        go: site.others.go_games(),
        lattice: site.others.lattice.as_ref().map_or(0, LatticeRuns::len),
        sources: site.list.shown(),
        upload_limit: site.uploads.limit(),
        engine: site.engine.as_ref().map(|engine| EngineFacts {
            name: engine.name().to_owned(),
            time: engine.time().as_millis() as u64,
        }),
    }))
}
