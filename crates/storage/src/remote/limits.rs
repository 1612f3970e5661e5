//! Limits on the duration and the size of requests.

use std::env;
use std::sync::OnceLock;
use std::time::Duration;

/// The environment variable with the seconds after which a request without progress is given up.
const TIMEOUT_VARIABLE: &str = "ZOBRIST_REMOTE_TIMEOUT";

const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

/// The least number of bytes that are to be moved in a second.
const MIN_BYTES_A_SECOND: u64 = 1 << 14;

/// Size up to which a file is written by one request, and of a part of a larger one, in bytes.
pub(super) const PART: u64 = 8 << 20;

/// The longest time of a request without progress.
pub(super) fn timeout() -> Duration {
    static TIMEOUT: OnceLock<Duration> = OnceLock::new();
    *TIMEOUT.get_or_init(|| {
        let seconds = env::var(TIMEOUT_VARIABLE).ok().and_then(|text| text.trim().parse().ok());
        let duration = seconds.and_then(|seconds: f64| Duration::try_from_secs_f64(seconds).ok());
        duration.filter(|duration| !duration.is_zero()).unwrap_or(DEFAULT_TIMEOUT)
    })
}

/// The longest time for a request of `bytes` bytes.
pub(super) fn limit(bytes: u64) -> Duration {
    timeout().saturating_mul(4).saturating_add(Duration::from_secs(bytes / MIN_BYTES_A_SECOND))
}
