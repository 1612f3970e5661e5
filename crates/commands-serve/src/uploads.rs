//! Files that the page sends: who may send them, and how they are taken.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use hyper::StatusCode;
use hyper::http::request::Parts;
use serde::Serialize;
use zobrist_console::message::say;
use zobrist_go_games::sources::is_sgf;

use super::query::Query;
use super::reply::{Answered, Refusal, Reply};
use super::server::Receiver;
use super::site::Site;
use super::source_list::{Holds, Listed, Work};

/// The longest name of a file in bytes.
const MAX_NAME: usize = 255;

#[derive(clap::Args)]
struct Options {
    #[arg(long)]
    name: String,
}

/// The answer to a file that has come.
#[derive(Debug, Serialize)]
struct Sent {
    name: String,
    holds: Holds,
    bytes: u64,
}

/// Begins to take a file, if the request may send one.
///
/// # Errors
/// When it may not, or the file is too large, or cannot be kept.
pub(crate) fn receive(site: &Arc<Site>, head: &Parts, length: Option<u64>) -> Answered<Receiving> {
    site.guard.check_own(&head.uri, &head.headers, &site.token)?;
    let uploads = &site.uploads;
    let Some(limit) = uploads.limit() else {
        return Err(Refusal::new(
            StatusCode::FORBIDDEN,
            "expected a question, got a file: zobrist serve takes none here (--read-only)",
        ));
    };
    if length.is_some_and(|length| length > limit) {
        return Err(too_large(limit));
    }
    let query = Query::read(head.uri.query().unwrap_or_default());
    let Options { name } = query.options()?;
    // Of a path, the last part is shown.
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    if name.is_empty() || name.len() > MAX_NAME {
        return Err(Refusal::bad(format_args!(
            "parameter `name`: expected the name of a file of at most {MAX_NAME} bytes"
        )));
    }
    let holds = if is_sgf(Path::new(&name)) { Holds::Go } else { Holds::Chess };
    let path = uploads.next_path(holds).map_err(|error| cannot_keep(&format!("{error:#}")))?;
    let file = File::create_new(&path).map_err(|error| cannot_keep(&error.to_string()))?;
    let site = Arc::clone(site);
    Ok(Receiving { site, name, holds, path: Some(path), file, written: 0, limit })
}

fn too_large(limit: u64) -> Refusal {
    Refusal::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        format_args!("expected a file of at most {limit} bytes: --upload-limit raises that"),
    )
}

/// The user reads the reason on standard error; who sends a file need not know the folders.
fn cannot_keep(why: &str) -> Refusal {
    say(&format!("zobrist: a file that was sent cannot be kept: {why}\n"));
    Refusal::new(
        StatusCode::INSUFFICIENT_STORAGE,
        "the file cannot be kept: zobrist serve says more on its standard error",
    )
}

/// A file that is being sent. One that does not come to its end is removed.
#[derive(Debug)]
pub(crate) struct Receiving {
    site: Arc<Site>,
    name: String,
    holds: Holds,
    /// `None` once it is whole.
    path: Option<PathBuf>,
    file: File,
    written: u64,
    limit: u64,
}

impl Receiver for Receiving {
    fn take(&mut self, bytes: &[u8]) -> Result<(), Reply> {
        self.written += bytes.len() as u64;
        if self.written > self.limit {
            return Err(too_large(self.limit).json());
        }
        self.file.write_all(bytes).map_err(|error| cannot_keep(&error.to_string()).json())
    }

    fn end(mut self: Box<Self>) -> Reply {
        let Some(path) = self.path.take() else { return Refusal::bad("nothing was sent").json() };
        let Receiving { site, name, holds, written, .. } = &*self;
        let listed = site.list.add(Listed::new(name.clone(), *holds, true, Some(*written)));
        site.indexing.add(listed, Work::Upload(path));
        let sent = Sent { name: name.clone(), holds: *holds, bytes: *written };
        Reply { status: StatusCode::ACCEPTED, ..Reply::json(&sent) }
    }
}

impl Drop for Receiving {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            fs::remove_file(path).ok();
        }
    }
}
