//! The evaluator: its handles, and evaluations.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use super::answer::Answer;
use super::error::EvaluatorError;
use super::geometry::Geometry;
use super::request::Request;
use super::settings::{EvaluatorSettings, SettingsError};
use super::worker::{PATIENCE, Pool, start_threads};

/// Copies of a program that computes barriers: see the [module](super) for what they read and
/// write.
///
/// Clones share the workers, and several threads may ask at once. The last clone to be dropped ends
/// the workers, and waits for that: at most four seconds.
#[derive(Clone, Debug)]
pub struct Evaluator {
    handle: Arc<Handle>,
}

/// The state that all clones of an evaluator share. The threads of the workers do not: it is
/// dropped before they end.
#[derive(Debug)]
struct Handle {
    pool: Arc<Pool>,
    geometry: Arc<Geometry>,
}

impl Evaluator {
    /// Creates an evaluator of the requests that `geometry` makes. Workers start later, at the
    /// first requests.
    ///
    /// # Errors
    /// When the command is empty or has a NUL, the workers or the requests of a batch are none or
    /// more than 65,536, or the time for an answer is zero.
    pub fn new(
        settings: EvaluatorSettings,
        geometry: Arc<Geometry>,
    ) -> Result<Evaluator, SettingsError> {
        settings.check()?;
        Ok(Evaluator { handle: Arc::new(Handle { pool: Arc::new(Pool::new(settings)), geometry }) })
    }

    /// Returns the geometry.
    #[must_use]
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.handle.geometry
    }

    /// Returns the answers to some requests, in their order. They are spread over all workers; this
    /// waits for the last answer.
    ///
    /// # Errors
    /// When a worker does not start, ends twice, writes something other than an answer, takes too
    /// long, or answers with an error: [`EvaluatorError`] says what happens to other requests.
    ///
    /// # Panics
    /// When a request was made by another geometry.
    pub fn evaluate(&self, requests: &[Request]) -> Result<Vec<Answer>, EvaluatorError> {
        if requests.is_empty() {
            return Ok(Vec::new());
        }
        let Handle { pool, geometry } = &*self.handle;
        let (mut jumps, mut ends) = (Vec::new(), Vec::with_capacity(requests.len()));
        for request in requests {
            geometry.write_jump(request, &mut jumps);
            ends.push(jumps.len());
        }
        let mut queue = pool.lock();
        if let Some(error) = &queue.failure {
            return Err(error.clone());
        }
        let (call, changed) = queue.add(jumps, &ends);
        start_threads(pool, &mut queue);
        loop {
            // The thread that waits is the one that looks at the time, also for those who have
            // left.
            let next = queue.check_time(pool.settings.timeout);
            if let Some(result) = queue.result(call) {
                return result;
            }
            (queue, _) = changed.wait_timeout(queue, next).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        let mut queue = self.pool.lock();
        queue.close();
        // First those that end by themselves; the others are killed.
        for is_killing in [false, true] {
            if is_killing {
                for process in queue.seats.iter_mut().filter_map(|seat| seat.process.as_mut()) {
                    process.kill();
                }
            }
            let end = Instant::now() + PATIENCE;
            while queue.seats.iter().any(|seat| seat.is_running) && Instant::now() < end {
                let left =
                    end.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
                let waited = self.pool.ended.wait_timeout(queue, left);
                (queue, _) = waited.unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}
