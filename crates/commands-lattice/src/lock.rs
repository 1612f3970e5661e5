//! The lock of a run's recall file.

use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Error, Result, anyhow};
use zobrist_console::message::say;
use zobrist_console::stop;
use zobrist_simulation::{LockError, RecallLock};

/// Time between two attempts: waiting costs next to nothing, and nobody notices the delay.
const PAUSE: Duration = Duration::from_millis(200);

/// Locks the file of a recall. If another run uses it, waits until it ends, or does not.
///
/// # Errors
/// When another run uses it, and is not waited for, or when there can be no lock.
pub(crate) fn lock(path: &Path, waits: bool) -> Result<RecallLock> {
    let mut told = None;
    loop {
        match RecallLock::take(path) {
            Ok(lock) => return Ok(lock),
            Err(busy @ LockError::Busy { .. }) if !waits => {
                return Err(anyhow!("{busy}; give --wait to wait until it ends"));
            }
            Err(LockError::Busy { .. }) => {
                told.get_or_insert_with(|| {
                    let path = path.display();
                    say(&format!(
                        "zobrist: another run uses the recall {path}; waiting until it ends\n"
                    ));
                    stop::message_on_signal(|| "nothing was written".to_owned())
                });
                thread::sleep(PAUSE);
            }
            Err(error) => return Err(Error::new(error)),
        }
    }
}
