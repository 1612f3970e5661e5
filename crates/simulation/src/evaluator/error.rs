//! Errors of an evaluation.

use std::error::Error;
use std::fmt::{self, Display};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The error of requests that were not answered. Workers are numbered from 1.
///
/// After [`Reported`](EvaluatorError::Reported), other requests are answered as before. After any
/// other error the workers are not used again: every evaluation, also those of other threads, ends
/// with a copy of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum EvaluatorError {
    /// The command does not start.
    Start {
        /// The program, as it was looked for.
        program: PathBuf,
        /// The error of the system, which is the [source](Error::source).
        source: Arc<io::Error>,
    },
    /// The system refuses a thread.
    Thread {
        /// The error of the system, which is the [source](Error::source).
        source: Arc<io::Error>,
    },
    /// A worker ended a second time.
    Died {
        /// The worker.
        worker: usize,
        /// The status of its end, such as `exit status: 1`.
        status: String,
        /// The oldest request that it had; `None` if it had none.
        request: Option<FailedRequest>,
    },
    /// A worker wrote something other than an answer.
    Nonsense {
        /// The worker.
        worker: usize,
        /// The line, shortened and with its control characters escaped.
        line: String,
        /// The expected text and the one that came instead.
        reason: String,
        /// True if it is the first line of the worker and not an object of JSON: a greeting,
        /// perhaps.
        is_greeting: bool,
        /// The request that the line is for; if that is not known, the oldest request that the
        /// worker has.
        request: Option<FailedRequest>,
    },
    /// A worker did not answer in time.
    Timeout {
        /// The worker.
        worker: usize,
        /// The time for an answer, since the request or the answer before.
        timeout: Duration,
        /// The number of requests that the worker has besides.
        others: usize,
        /// The request.
        request: FailedRequest,
    },
    /// A worker answered with an error of its own.
    Reported {
        /// The worker.
        worker: usize,
        /// The text of the error, shortened and with its control characters escaped.
        text: String,
        /// The request.
        request: FailedRequest,
    },
}

/// A request that was not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FailedRequest {
    /// The id that the worker was given.
    pub id: u64,
    /// Its atoms as extended XYZ: the atom that jumps, the vacancy as `X`, and the sites in their
    /// order, without a cell. The comment has the id, the species, the start and the end.
    pub xyz: String,
}

impl EvaluatorError {
    /// Returns the request that failed, if the error is about one.
    #[must_use]
    pub fn request(&self) -> Option<&FailedRequest> {
        match self {
            EvaluatorError::Start { .. } | EvaluatorError::Thread { .. } => None,
            EvaluatorError::Died { request, .. } | EvaluatorError::Nonsense { request, .. } => {
                request.as_ref()
            }
            EvaluatorError::Timeout { request, .. } | EvaluatorError::Reported { request, .. } => {
                Some(request)
            }
        }
    }

    /// Returns the request that failed as extended XYZ, if the error is about one: for a file that
    /// shows it.
    #[must_use]
    pub fn request_xyz(&self) -> Option<&str> {
        self.request().map(|request| request.xyz.as_str())
    }
}

impl Display for EvaluatorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluatorError::Start { program, .. } => write!(
                f,
                "the evaluator {program:?} does not start: expected a program; check its name, \
                 its path and its permissions"
            ),
            EvaluatorError::Thread { .. } => f.write_str(
                "the system refuses a thread for an evaluator: use fewer workers, or raise the \
                 limit",
            ),
            EvaluatorError::Died { worker, status, request } => {
                write!(f, "worker {worker} of the evaluator ended twice ({status}), ")?;
                match request {
                    Some(FailedRequest { id, .. }) => {
                        write!(f, "request {id} being its oldest: expected an answer")?
                    }
                    None => f.write_str("without a request: expected it to wait for the next")?,
                }
                f.write_str("; see what it wrote to standard error")
            }
            EvaluatorError::Nonsense { worker, line, reason, is_greeting, request } => {
                write!(f, "worker {worker} of the evaluator wrote `{line}`")?;
                if let Some(FailedRequest { id, .. }) = request {
                    write!(f, " while it had request {id}")?;
                }
                write!(f, ": {reason}")?;
                match is_greeting {
                    true => f.write_str(
                        "; its standard output is for answers alone: write messages to standard \
                         error",
                    ),
                    false => f.write_str("; write one line for each request, and nothing else"),
                }
            }
            EvaluatorError::Timeout {
                worker,
                timeout,
                others,
                request: FailedRequest { id, .. },
            } => {
                let seconds = timeout.as_secs_f64();
                write!(
                    f,
                    "worker {worker} of the evaluator: expected an answer to request {id} within \
                     {seconds} s of the request or of the answer before, got none"
                )?;
                if *others > 0 {
                    write!(f, ", and it has {others} more")?;
                }
                f.write_str(
                    "; check that it flushes its output and does not wait for more requests, or \
                     allow more time",
                )
            }
            EvaluatorError::Reported { worker, text, request: FailedRequest { id, .. } } => write!(
                f,
                "worker {worker} of the evaluator: expected the barrier of request {id}, got the \
                 error `{text}`"
            ),
        }
    }
}

impl Error for EvaluatorError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            EvaluatorError::Start { source, .. } | EvaluatorError::Thread { source } => {
                Some(source.as_ref())
            }
            _ => None,
        }
    }
}
