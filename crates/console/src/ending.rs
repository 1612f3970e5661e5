//! Results of commands.

use std::io;

/// Result of a command that could run; it decides the exit status. Later ones outweigh earlier
/// ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// All done.
    Done,
    /// Done, but something was rejected or a check failed.
    Rejected,
    /// A file has changed while it was read, so that what was done does not hold. This has been
    /// said.
    Failed,
}

impl Ending {
    /// All done if this is true; else something was rejected.
    pub fn done_if(is_done: bool) -> Ending {
        if is_done { Ending::Done } else { Ending::Rejected }
    }

    /// The ending after rows were written, or could not be. A closed pipe does not hide what was
    /// wrong before.
    ///
    /// # Errors
    /// When rows could not be written for any other reason.
    pub fn when(self, written: Result<(), impl Into<anyhow::Error>>) -> anyhow::Result<Ending> {
        match (written.map_err(Into::into), self) {
            (Err(error), Ending::Rejected | Ending::Failed) if is_broken_pipe(&error) => Ok(self),
            (Err(error), _) => Err(error),
            (Ok(()), ending) => Ok(ending),
        }
    }
}

/// True if a pipe was closed by its reader.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
