//! The list of all sources, and the queue of those that are to be indexed.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use zobrist_explorer::build_progress::BuildProgress;
use zobrist_input::counted;

use super::library::Added;

/// All sources, in the order in which they were named or sent.
#[derive(Debug, Default)]
pub(crate) struct SourceList(Mutex<Vec<Arc<Listed>>>);

/// A source of the list.
#[derive(Debug)]
pub(crate) struct Listed {
    name: String,
    holds: Holds,
    was_sent: bool,
    /// The bytes of its files; `None` for a pipe, and for an index.
    size: Option<u64>,
    progress: Arc<BuildProgress>,
    state: Mutex<State>,
}

/// The kind of games of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Holds {
    Chess,
    Go,
}

#[derive(Clone, Debug)]
enum State {
    Waiting,
    /// Since when.
    Indexing(Instant),
    Ready(Added),
    /// The reason.
    Failed(String),
}

/// A source as the page shows it.
#[derive(Debug, Serialize)]
pub(crate) struct ListedSource {
    name: String,
    holds: Holds,
    /// True if a browser has sent it.
    uploaded: bool,
    state: &'static str,
    /// The number under which its games are found, among those of its kind; `None` until it is
    /// ready.
    number: Option<usize>,
    games: Option<u64>,
    progress: Option<Progress>,
    error: Option<String>,
}

/// The progress of a source that is being indexed.
#[derive(Debug, Serialize)]
struct Progress {
    bytes: u64,
    /// `None` for a pipe.
    of: Option<u64>,
    games: u64,
    /// True once all is read and the index is being written.
    writing: bool,
    /// Seconds until all is read, if that can be told.
    seconds_left: Option<u64>,
}

impl Listed {
    pub(crate) fn new(name: String, holds: Holds, was_sent: bool, size: Option<u64>) -> Listed {
        let state = Mutex::new(State::Waiting);
        Listed { name, holds, was_sent, size, progress: Arc::default(), state }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The progress of its build.
    pub(crate) fn progress(&self) -> &Arc<BuildProgress> {
        &self.progress
    }

    /// The name that is shown.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The kind of its games.
    pub(crate) fn holds(&self) -> Holds {
        self.holds
    }

    /// True if a browser has sent it.
    pub(crate) fn was_sent(&self) -> bool {
        self.was_sent
    }

    /// Notes that the source is ready.
    pub(crate) fn set_ready(&self, added: Added) {
        *self.state() = State::Ready(added);
    }

    /// Notes that it cannot be indexed.
    pub(crate) fn set_failed(&self, reason: String) {
        *self.state() = State::Failed(reason);
    }

    fn is_pending(&self) -> bool {
        matches!(*self.state(), State::Waiting | State::Indexing(_))
    }

    /// The source as it is now.
    pub(crate) fn shown(&self) -> ListedSource {
        let state = self.state().clone();
        let (word, added, began, error) = match state {
            State::Waiting => ("waiting", None, None, None),
            State::Indexing(began) => ("indexing", None, Some(began), None),
            State::Ready(added) => ("ready", Some(added), None, None),
            State::Failed(error) => ("failed", None, None, Some(error)),
        };
        ListedSource {
            name: self.name.clone(),
            holds: self.holds,
            uploaded: self.was_sent,
            state: word,
            number: added.map(|added| added.number),
            games: added.map(|added| added.games),
            progress: began.map(|began| self.progress_since(began)),
            error,
        }
    }

    fn progress_since(&self, began: Instant) -> Progress {
        let (bytes, writing) = (self.progress.bytes(), self.progress.is_writing());
        let left = self
            .size
            .filter(|_| !writing)
            .and_then(|size| seconds_left(bytes, size, began.elapsed()));
        let games = self.progress.games();
        Progress { bytes, of: self.size, games, writing, seconds_left: left }
    }
}

/// The seconds until `size` bytes are read, if `bytes` were read in some time; `None` before that
/// says anything.
fn seconds_left(bytes: u64, size: u64, time: Duration) -> Option<u64> {
    if bytes == 0 || time < Duration::from_millis(200) {
        return None;
    }
    let left = size.saturating_sub(bytes) as f64 * time.as_secs_f64() / bytes as f64;
    Some(left.ceil() as u64)
}

impl SourceList {
    fn all(&self) -> MutexGuard<'_, Vec<Arc<Listed>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a source that waits.
    pub(crate) fn add(&self, listed: Listed) -> Arc<Listed> {
        let listed = Arc::new(listed);
        self.all().push(Arc::clone(&listed));
        listed
    }

    /// Adds the sources that are ready before the server answers.
    pub(crate) fn add_ready(&self, name: String, holds: Holds, number: usize, games: u64) {
        let listed = self.add(Listed::new(name, holds, false, None));
        *listed.state() = State::Ready(Added { number, games });
    }

    /// All sources as they are now.
    pub(crate) fn shown(&self) -> Vec<ListedSource> {
        self.all().iter().map(|listed| listed.shown()).collect()
    }

    /// The name of the first source, and how many more there are; `None` without games of chess.
    pub(crate) fn name(&self) -> Option<String> {
        let all = self.all();
        let is_there = |listed: &&Arc<Listed>| {
            let has_failed = matches!(*listed.state(), State::Failed(_));
            listed.holds == Holds::Chess && !has_failed
        };
        let mut there = all.iter().filter(is_there);
        let first = there.next()?.name.clone();
        Some(match there.count() {
            0 => first,
            more => format!("{first} and {}", counted(more, "more source", "more sources")),
        })
    }

    /// True if games of chess are being indexed, or wait for that.
    pub(crate) fn has_pending(&self) -> bool {
        self.all().iter().any(|listed| listed.holds == Holds::Chess && listed.is_pending())
    }

    /// True if a source of the command line could not be indexed.
    pub(crate) fn has_failed(&self) -> bool {
        let has_failed =
            |listed: &Arc<Listed>| !listed.was_sent && matches!(*listed.state(), State::Failed(_));
        self.all().iter().any(has_failed)
    }
}

/// What is to be indexed.
#[derive(Debug)]
pub(crate) enum Work {
    /// The files of the command line.
    Files,
    /// The pipes of the command line.
    Pipes,
    /// A file that was sent.
    Upload(PathBuf),
}

/// A source, and what it is made of.
pub(crate) type Task = (Arc<Listed>, Work);

/// The thread that indexes, as others see it.
#[derive(Debug)]
pub(crate) struct Indexing {
    tasks: Sender<Task>,
    waiting: Mutex<Option<Receiver<Task>>>,
    /// The source that is being indexed.
    current: Mutex<Option<Arc<Listed>>>,
    /// The error of a build that was asked to stop.
    stopped: Mutex<Option<String>>,
}

impl Indexing {
    pub(crate) fn new() -> Indexing {
        let (tasks, waiting) = channel();
        let waiting = Mutex::new(Some(waiting));
        Indexing { tasks, waiting, current: Mutex::default(), stopped: Mutex::default() }
    }

    /// Adds a source to those that are to be indexed.
    pub(crate) fn add(&self, listed: Arc<Listed>, work: Work) {
        // The receiver lives as long as this.
        self.tasks.send((listed, work)).ok();
    }

    /// The sources that are to be indexed, for the thread that does it; `None` the second time.
    pub(crate) fn take(&self) -> Option<Receiver<Task>> {
        lock(&self.waiting).take()
    }

    /// Notes that a source is being indexed now.
    pub(crate) fn begin(&self, listed: &Arc<Listed>) {
        *lock(&self.current) = Some(Arc::clone(listed));
        *listed.state() = State::Indexing(Instant::now());
    }

    /// Notes the error of a build that was asked to stop.
    pub(crate) fn note_stopped(&self, error: String) {
        *lock(&self.stopped) = Some(error);
    }

    /// Notes that nothing is being indexed.
    pub(crate) fn end(&self) {
        *lock(&self.current) = None;
    }

    /// Stops the build that goes on, if there is one, and returns what is left of it. One that is
    /// being written is not waited for.
    pub(crate) fn stop(&self) -> Option<String> {
        let current = lock(&self.current).clone()?;
        let begin = Instant::now();
        current.progress.stop();
        while current.is_pending() && !current.progress.is_writing() {
            if begin.elapsed() > STOP_TIME {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let stopped = lock(&self.stopped).take();
        let is_cut = current.is_pending() && !current.was_sent;
        stopped.or_else(|| is_cut.then(|| CUT.to_owned()))
    }
}

/// The outcome of a build that is not waited for.
const CUT: &str = "the index was not complete; the same command builds it";

/// The longest time that a build gets to keep what was done.
const STOP_TIME: Duration = Duration::from_secs(10);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_in_proportion_to_the_bytes_that_are_left() {
        let left = |bytes, size, seconds| seconds_left(bytes, size, Duration::from_secs(seconds));
        assert_eq!(left(25, 100, 10), Some(30));
        assert_eq!(left(100, 100, 10), Some(0));
        assert_eq!(left(101, 100, 10), Some(0));
        assert_eq!(left(1, 4, 1), Some(3));
        assert_eq!((left(0, 100, 10), left(10, 100, 0)), (None, None));
    }

    #[test]
    fn a_list_is_named_by_its_first_source_of_chess() {
        let list = SourceList::default();
        assert_eq!((list.name(), list.has_pending()), (None, false));
        list.add(Listed::new("ko.sgf".to_owned(), Holds::Go, true, None));
        assert_eq!((list.name(), list.has_pending()), (None, false));
        list.add_ready("index".to_owned(), Holds::Chess, 0, 5);
        assert_eq!(list.name().as_deref(), Some("index"));
        let sent = list.add(Listed::new("a.pgn".to_owned(), Holds::Chess, true, Some(7)));
        assert_eq!(list.name().as_deref(), Some("index and 1 more source"));
        assert!(list.has_pending());
        *sent.state() = State::Failed("no games".to_owned());
        assert_eq!(list.name().as_deref(), Some("index"));
        assert!(!list.has_pending() && !list.has_failed(), "it was sent");
    }
}
