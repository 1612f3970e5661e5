//! Waiting for an index that another process writes to.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use zobrist_console::message::say;
use zobrist_index::IndexError;

/// Time between two attempts: waiting costs next to nothing, and nobody notices the delay.
const PAUSE: Duration = Duration::from_millis(200);

/// Patience with an index that another process uses.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct WaitOption {
    /// How long to wait while another process uses the index
    ///
    /// Such as 30s, 10m or 1h; a number alone is seconds, and 0 does not wait. Another process may
    /// write to the index or check it.
    #[arg(
        long,
        value_name = "DURATION",
        default_value = "10m",
        value_parser = duration,
        help_heading = "Resources",
        hide_short_help = true
    )]
    wait: Duration,
}

impl WaitOption {
    /// Calls `attempt` until it fails no more because the index is busy, and returns its result.
    ///
    /// # Errors
    /// When the index is still busy after the time that the user gives it.
    pub fn for_lock<T>(
        self,
        attempt: impl FnMut() -> std::result::Result<T, IndexError>,
    ) -> Result<std::result::Result<T, IndexError>> {
        let limit = humantime::format_duration(self.wait);
        let begin = |folder: &Path| {
            say(&format!(
                "zobrist: another process is using the index in {}; waiting for up to {limit}\n",
                folder.display()
            ));
        };
        match wait_for_lock(Some(self.wait), begin, attempt) {
            Err(error @ IndexError::Busy(_)) => {
                Err(anyhow!("{error}, or give it more time with --wait"))
            }
            result => Ok(result),
        }
    }
}

/// Calls `attempt` again and again while the index is busy, for some time or without limit. `begin`
/// is called with the folder of the index when waiting begins.
///
/// # Errors
/// The error of the last attempt.
pub fn wait_for_lock<T>(
    limit: Option<Duration>,
    begin: impl FnOnce(&Path),
    mut attempt: impl FnMut() -> std::result::Result<T, IndexError>,
) -> std::result::Result<T, IndexError> {
    let start = Instant::now();
    let mut begin = Some(begin);
    loop {
        let error = match attempt() {
            Err(error @ IndexError::Busy(_)) => error,
            result => return result,
        };
        let left = limit.map_or(PAUSE, |limit| limit.saturating_sub(start.elapsed()));
        if left.is_zero() {
            return Err(error);
        }
        if let (Some(begin), IndexError::Busy(folder)) = (begin.take(), &error) {
            begin(folder);
        }
        thread::sleep(left.min(PAUSE));
    }
}

/// Reads a duration such as 30s, 10m or `1h 30m`. A number alone is seconds.
///
/// # Errors
/// When it is neither.
fn duration(text: &str) -> Result<Duration> {
    let seconds = text.parse().ok().map(Duration::from_secs);
    seconds
        .or_else(|| humantime::parse_duration(text).ok())
        .ok_or_else(|| anyhow!("expected a duration such as 30s, 10m or 1h, got {text:?}"))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn durations_have_units_or_are_seconds() {
        for (text, seconds) in
            [("0", 0), ("45", 45), ("30s", 30), ("10m", 600), ("1h", 3600), ("1h 30m", 5400)]
        {
            assert_eq!(duration(text).unwrap(), Duration::from_secs(seconds), "{text}");
        }
        assert_eq!(duration("250ms").unwrap(), Duration::from_millis(250));
        for text in ["", "soon", "-1", "1x", "1.5.2", "99999999999999999999"] {
            let error = duration(text).unwrap_err().to_string();
            assert!(error.starts_with("expected a duration such as 30s"), "{error}");
        }
    }

    #[test]
    fn only_a_busy_index_is_waited_for() {
        let busy = || IndexError::Busy(PathBuf::from("idx"));
        let mut attempts = 0;
        let mut told = Vec::new();
        let waited = wait_for_lock(
            None,
            |folder| told.push(folder.to_owned()),
            || {
                attempts += 1;
                if attempts < 3 { Err(busy()) } else { Ok(attempts) }
            },
        );
        assert_eq!((waited.unwrap(), told), (3, vec![PathBuf::from("idx")]));
        let never = |_: &Path| panic!("nothing to wait for");
        let failed = wait_for_lock(None, never, || Err::<(), _>(IndexError::NoGame(1)));
        assert!(matches!(failed, Err(IndexError::NoGame(1))));
        let failed = wait_for_lock(Some(Duration::ZERO), never, || Err::<(), _>(busy()));
        assert!(matches!(failed, Err(IndexError::Busy(_))));
        let mut told = 0;
        let short = Some(Duration::from_millis(1));
        let failed = wait_for_lock(short, |_| told += 1, || Err::<(), _>(busy()));
        assert!(matches!(failed, Err(IndexError::Busy(_))) && told == 1);
    }
}
