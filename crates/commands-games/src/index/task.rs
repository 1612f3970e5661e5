//! Messages of the tasks of a planned index, while they work and when they end.

use anyhow::{Error, Result};
use indicatif::ProgressBar;
use zobrist_commands_input::reading_options::PARTIAL;
use zobrist_commands_input::rejections::Tally;
use zobrist_console::message::say;
use zobrist_console::progress::spinner;
use zobrist_console::stop::{SignalMessage, Stop, message_on_signal};
use zobrist_game_text::Rejection;
use zobrist_index::IndexError;
use zobrist_ingest::{BrokenFile, IngestError, Watch};

/// Progress of reading files; a stopped task keeps nothing.
pub(crate) struct TaskWatch {
    tally: Tally,
    stop: Stop,
    /// The outcome after a signal, such as that a run begins again.
    what_stands: String,
    /// The message of a signal once all files are read.
    signal_message: Option<SignalMessage>,
    /// Turns while files are written.
    spinner: Option<ProgressBar>,
}

impl TaskWatch {
    pub(crate) fn new(progress: ProgressBar, what_stands: String) -> TaskWatch {
        TaskWatch {
            tally: Tally::new("games", progress),
            stop: Stop::listen_if_possible(),
            what_stands: format!("nothing was kept; {what_stands}"),
            signal_message: None,
            spinner: None,
        }
    }

    /// Ends the reading, and returns what it came to.
    ///
    /// # Errors
    /// When the task was stopped or has failed.
    pub(crate) fn result<T>(self, result: Result<T, IngestError>) -> Result<T> {
        if let Some(spinner) = &self.spinner {
            spinner.finish_and_clear();
        }
        match result {
            Err(IngestError::RunStopped { .. }) if self.stop.was_asked() => {
                self.tally.end_progress();
                Err(self.stop.stopped(self.what_stands).into())
            }
            Err(IngestError::Source { failure, .. }) => {
                let advice = format!(
                    "mend the file and plan the build again, or plan it with {PARTIAL}, which \
                     accepts what can be read"
                );
                let broken = BrokenFile::new(&failure, "nothing was kept", advice);
                Err(Error::msg(broken.to_string()))
            }
            Err(error) => Err(of_ingest(error)),
            Ok(result) => {
                self.tally.finish_reading(false);
                Ok(result)
            }
        }
    }
}

impl Watch for TaskWatch {
    fn games(&mut self, read: u64, plies: u64, rejections: &[Rejection]) {
        self.tally.add_plies(plies);
        self.tally.add(read, rejections);
    }

    fn wants_stop(&mut self) -> bool {
        self.stop.was_asked()
    }

    fn source_failed(&mut self, _: &Rejection) {
        self.tally.end_progress();
    }

    fn reading_ended(&mut self) {
        self.tally.end_progress();
        let what_stands = self.what_stands.clone();
        // A signal sets the flag before this choice, and ends the program after it.
        self.signal_message = Some(message_on_signal(move || what_stands.clone()));
        self.spinner = Some(spinner("writing"));
    }
}

/// The error as it is, so that there is advice for it.
pub(crate) fn of_ingest(error: IngestError) -> Error {
    match error {
        IngestError::Files(error) => error.into(),
        IngestError::Index(error) => error.into(),
        error => error.into(),
    }
}

/// The result of a task; `None` if its build was completed meanwhile, which is no failure: nobody
/// is to repeat it.
///
/// # Errors
/// When the task has failed.
pub(crate) fn ended<T>(result: Result<T>) -> Result<Option<T>> {
    match result {
        Ok(result) => Ok(Some(result)),
        Err(error) => match error.downcast_ref::<IndexError>() {
            Some(superseded @ IndexError::Superseded(_)) => {
                say(&format!("zobrist: {superseded}\n"));
                Ok(None)
            }
            _ => Err(error),
        },
    }
}
