//! Indexes sources while the server answers, one after the other.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Error, Result};
use zobrist_commands_input::hints::with_hint;
use zobrist_console::message::say;
use zobrist_input::counted;

use super::go::GoGames;
use super::json_object::file_name;
use super::library::{Library, SentFile};
use super::site::Site;
use super::source_list::{Holds, Listed, SourceList, Task, Work};

/// The time that the server gives the files of the command line before it answers: those that are
/// indexed by then, and what is wrong with them, are there from the beginning.
pub(crate) const FIRST_TIME: Duration = Duration::from_millis(500);

/// Begins to index the files of the command line on a thread of its own, and waits for some time.
///
/// # Errors
/// When one cannot be indexed, as far as that is known by then.
pub(crate) fn begin(site: &Arc<Site>, listed: Vec<Task>) -> Result<()> {
    let (failed, failures) = channel();
    let count = listed.len();
    listed.into_iter().for_each(|(listed, work)| site.indexing.add(listed, work));
    let Some(tasks) = site.indexing.take() else { return Ok(()) };
    let indexed = Arc::clone(site);
    thread::Builder::new().spawn(move || {
        for task in tasks {
            let result = index(&indexed, task);
            // Nobody waits any more.
            if let Err(Err(error)) = failed.send(result).map_err(|unsent| unsent.0) {
                say(&format!("zobrist: {}\n", with_hint(&error)));
            }
        }
    })?;
    let end = Instant::now() + FIRST_TIME;
    for _ in 0..count {
        match failures.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(result) => result?,
            Err(_) => break,
        }
    }
    Ok(())
}

/// Indexes a source. Its state says how that went.
///
/// # Errors
/// When a source of the command line cannot be indexed.
fn index(site: &Arc<Site>, (listed, work): Task) -> Result<()> {
    site.indexing.begin(&listed);
    let (library, progress) = (&site.library, listed.progress());
    let mut sent = SentFile::default();
    let added = match &work {
        Work::Files => library.add_files(progress),
        Work::Pipes => library.add_pipes(progress),
        Work::Upload(file) => match listed.holds() {
            Holds::Chess => {
                sent = site.uploads.keep(file);
                library.add_upload(&sent, listed.name(), progress)
            }
            Holds::Go => GoGames::read(std::slice::from_ref(file))
                .map(|(games, _)| site.others.add_go(games, listed.name())),
        },
    };
    let result = match added {
        Ok(added) => {
            listed.set_ready(added);
            let prepared = Arc::clone(site);
            thread::Builder::new().spawn(move || Library::prepare(&prepared.library)).ok();
            Ok(())
        }
        Err(error) => {
            if progress.is_stopped() && !listed.was_sent() {
                site.indexing.note_stopped(format!("{error:#}"));
            }
            listed.set_failed(without_folders(&error, &work, &sent));
            // The page tells who has sent it.
            if listed.was_sent() || progress.is_stopped() { Ok(()) } else { Err(error) }
        }
    };
    site.indexing.end();
    result
}

/// The text of an error for the page, which need not know the folders of this machine.
fn without_folders(error: &Error, work: &Work, sent: &SentFile) -> String {
    let text = format!("{error:#}");
    match work {
        Work::Files | Work::Pipes => {
            "it cannot be indexed: zobrist serve says more on its standard error".to_owned()
        }
        Work::Upload(file) => {
            let folders = [file.parent(), sent.path.parent()].into_iter().flatten();
            folders.fold(text, |text, folder| text.replace(&format!("{}/", folder.display()), ""))
        }
    }
}

/// The sources of the command line: those that are ready are listed, and the others are returned.
pub(crate) fn named_sources(library: &Library, list: &SourceList) -> Vec<Task> {
    let sources = library.named();
    for (number, (path, open)) in sources.paths().zip(library.now().iter()).enumerate() {
        list.add_ready(file_name(path), Holds::Chess, number, open.opened.index.games());
    }
    let mut tasks = Vec::new();
    for (paths, work) in [(sources.files(), Work::Files), (sources.pipes(), Work::Pipes)] {
        let Some(first) = paths.first() else { continue };
        let name = name_of(first, paths.len() - 1);
        let size = |path: &PathBuf| path.metadata().ok().filter(|meta| meta.is_file());
        let size = paths.iter().map(|path| size(path).map(|meta| meta.len())).sum();
        tasks.push((list.add(Listed::new(name, Holds::Chess, false, size)), work));
    }
    tasks
}

/// Lists the files of Go of the command line, which have been read: one source.
pub(crate) fn list_go(files: &[PathBuf], games: usize, list: &SourceList) {
    if let Some(first) = files.first() {
        list.add_ready(name_of(first, files.len() - 1), Holds::Go, 0, games as u64);
    }
}

/// The name of the files of a source: that of the first, and how many more there are.
fn name_of(first: &Path, more: usize) -> String {
    match more {
        0 => file_name(first),
        more => format!("{} and {}", file_name(first), counted(more, "more file", "more files")),
    }
}
