//! The command `zobrist serve`: games and hashes in the browser.
//!
//! The server limits connections and answers from threads; the API (docs/serve-api.md) has a file
//! for each route, and the page is embedded if it was built before the crate.
//!
//! ```
//! use clap::{Args, Command};
//! use zobrist_commands_serve::Args as Options;
//!
//! let command = Options::augment_args(Command::new("serve"));
//! assert!(command.try_get_matches_from(["serve", "games.pgn"]).is_ok());
//! ```
//!
//! Not for programs other than `zobrist`: it prints and reports to the console.

#![forbid(unsafe_code)]
// Arguments are parsed, run and never printed.
#![allow(missing_debug_implementations)]

mod address;
mod annotated;
mod api;
mod board;
mod chosen;
mod connections;
mod engine;
mod go;
mod guard;
mod indexing;
mod json_object;
mod lattice;
mod library;
mod lichess;
mod line;
mod other_sources;
mod page;
mod places;
mod query;
mod rejected;
mod remembered;
mod reply;
mod routes;
mod schemes;
mod server;
mod site;
mod source_list;
mod upload_place;
mod uploads;
mod weight;

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use anyhow::{Result, bail};
use zobrist_commands_input::reading_options::{EncodingOption, LanguageOption};
use zobrist_commands_input::schemes::{SchemeArgument, scheme_parser};
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::resources::{Resources, bytes};
use zobrist_console::stdout::print;
use zobrist_console::stop::{Stop, remove_temporary};
use zobrist_explorer::ExplorerSources;
use zobrist_explorer::cache::{CacheOptions, CacheSizeOption};

use engine::{Engine, EngineOptions};
use guard::{Guard, Origin};
use library::Library;
use other_sources::{OtherSources, SourcesByKind};
use schemes::Schemes;
use site::Site;
use source_list::{Indexing, SourceList};
use upload_place::Uploads;

/// Show games and hashes in the browser
///
/// Serves a page to the browser on this machine: an explorer of the openings in your games, the
/// anatomy of a hash, and a tour that explains Zobrist hashing. Nothing is loaded from elsewhere.
///
/// SOURCE is what `zobrist explore` takes: files of games, folders, indexes or their URLs, or `-`.
/// The index of files is built and kept, by the scheme fide, while the page is there. Without a
/// source, the page opens on the choice of files, which it sends to this command alone; those are
/// gone when it ends. A source may also be a file of games of Go, `.sgf`, a pattern that ends so or a
/// folder of such files, which the page plays through with the findings of `zobrist go check`, or
/// the CSV of a `zobrist lattice run`, which it shows as curves, with the pictures that the run
/// left beside it.
///
/// Standard output has one line, the address, as soon as the server answers. Ctrl-C ends it, with
/// exit status 0, or 1 if games were rejected.
///
/// Programs can ask, too: docs/serve-api.md describes the API.
///
/// Only this machine can ask, and only under the names 127.0.0.1, localhost and [::1]; pages of
/// other sites cannot, unless --cors names theirs.
///
/// Cost: that of `zobrist explore` for an index of files; then some milliseconds a question.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist serve games.pgn",
    "zobrist serve my-index --scheme my-engine.toml"
))]
pub struct Args {
    /// Games of chess or Go, indexes, lattice runs, or `-`
    ///
    /// Files of games, folders, indexes or their URLs; SGF files, `.sgf`; the CSV of lattice runs,
    /// `.csv`. `-` is standard input with games of chess.
    #[arg(value_name = "SOURCE")]
    sources: Vec<PathBuf>,
    /// A scheme of your own for the anatomy
    ///
    /// May be given several times.
    #[arg(
        long,
        value_name = "FILE.toml",
        value_parser = scheme_parser(),
        hide_possible_values = true,
        help_heading = "Hash"
    )]
    scheme: Vec<SchemeArgument>,
    /// Port, 0 for any that is free [default: 8960, else any]
    ///
    /// A port that is given must be free; without this option, any will do if 8960 is taken.
    #[arg(long, help_heading = "Server")]
    port: Option<u16>,
    /// Address to listen at
    ///
    /// With any other than one of this machine alone, everybody who reaches it can ask.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", help_heading = "Server")]
    bind: IpAddr,
    /// A further name under which requests may come
    ///
    /// Such as that of this machine in its network, or of a server in front of this one. A name
    /// with a port is right with this port alone. May be given several times.
    #[arg(long, value_name = "NAME", value_parser = host_name, help_heading = "Server")]
    host: Vec<String>,
    /// Let the pages of a site ask, such as https://lichess.org
    #[arg(long, value_name = "ORIGIN", help_heading = "Server")]
    cors: Option<Origin>,
    /// Take no files from the page
    ///
    /// So it is with any --bind but one of this machine alone.
    #[arg(long, help_heading = "Server")]
    read_only: bool,
    /// Largest file that the page may send
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "1GiB",
        value_parser = bytes,
        help_heading = "Server",
        hide_short_help = true
    )]
    upload_limit: u64,
    #[command(flatten)]
    engine: EngineOptions,
    /// Open the page in the browser
    #[arg(long, help_heading = "Server")]
    open: bool,
    #[command(flatten)]
    cache_size: CacheSizeOption,
    #[command(flatten)]
    encoding: EncodingOption,
    #[command(flatten)]
    language: LanguageOption,
    #[command(flatten)]
    resources: Resources,
}

/// Reads a name of a machine, with or without a port.
fn host_name(text: &str) -> Result<String, String> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
    match !text.is_empty() && text.bytes().all(is_name) {
        true => Ok(text.to_owned()),
        false => {
            Err(format!("expected a name such as chess.local or chess.local:80, got {text:?}"))
        }
    }
}

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    if args.bind.is_unspecified() && args.host.is_empty() {
        bail!("--bind {} needs --host NAME: the name under which others ask", args.bind);
    }
    let mut engine = args.engine.settings()?;
    if engine.is_some() && !args.bind.is_loopback() {
        say("zobrist: --engine is left out: with this --bind, others could make it search\n");
        engine = None;
    }
    let sorted = SourcesByKind::of(args.sources);
    let sources = match sorted.chess.is_empty() {
        true => ExplorerSources::default(),
        false => ExplorerSources::find(&sorted.chess)?,
    };
    let mut schemes = Schemes::read(&args.scheme)?;
    // A port that is taken should not cost an index.
    let listener = address::listen(args.bind, args.port)?;
    if !args.bind.is_loopback() {
        say("zobrist: everybody who reaches this address can ask for all that is served\n");
    }
    let options = CacheOptions {
        keep_valid: false,
        encoding: args.encoding.encoding,
        language: args.language.language,
        scheme: None,
        resources: args.resources,
        cache_size: args.cache_size.cache_size,
        beside: None,
    };
    let (others, others_ending) = OtherSources::read(&sorted)?;
    let library = Library::open(sources, options)?;
    library.scheme_of_games().iter().for_each(|scheme| schemes.add(scheme));
    let listens_at = listener.local_addr()?;
    let guard = Guard::new(listens_at, &args.host, args.cors);
    let list = SourceList::default();
    let tasks = indexing::named_sources(&library, &list);
    indexing::list_go(&sorted.go, others.go_games(), &list);
    let engine = engine.map(Engine::start).transpose()?;
    let takes_files = !args.read_only && args.bind.is_loopback();
    let site = Arc::new(Site {
        guard,
        token: upload_place::token(),
        library,
        list,
        indexing: Indexing::new(),
        uploads: Uploads::new(takes_files, args.upload_limit),
        engine,
        others,
        schemes,
    });
    let stop = Stop::listen()?;
    indexing::begin(&site, tasks)?;
    let url = address::url(listens_at, &args.host);
    let preparing = Arc::clone(&site);
    let ready = || {
        thread::spawn(move || preparing.library.prepare());
        print(format!("{url}\n").as_bytes())?;
        if args.open {
            address::open(&url);
        }
        Ok(())
    };
    // Some wait for a disk while others work.
    let threads = args.resources.threads().get().max(MIN_THREADS);
    server::serve(listener, Arc::clone(&site), threads, &stop, ready)?;
    site.engine.iter().for_each(Engine::end);
    let cut = site.indexing.stop();
    // Threads that go on hold folders.
    site.uploads.remove();
    remove_temporary();
    match cut {
        Some(what_stands) => Err(stop.stopped(what_stands).into()),
        None if site.list.has_failed() => Ok(Ending::Failed),
        None => Ok(site.library.ending().max(others_ending)),
    }
}

/// The least number of requests that are answered at a time.
const MIN_THREADS: usize = 4;
