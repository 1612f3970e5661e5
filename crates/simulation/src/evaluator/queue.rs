//! Requests on their way: those that wait, and those that each worker has.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::Range;
use std::sync::{Arc, Condvar};
use std::time::{Duration, Instant};

use super::answer::Answer;
use super::error::{EvaluatorError, FailedRequest};
use super::process::Process;
use super::request::write_id;
use super::xyz::extended_xyz;

/// The number of answered requests that are kept for each worker, to tell an answer that comes
/// twice from one without a request.
const KEPT: usize = 64;

/// A request on its way.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) id: u64,
    /// The evaluation that it belongs to, and its place there.
    call: u64,
    place: usize,
    /// The jumps of the evaluation, and the part of this request: its line without the id.
    jumps: Arc<Vec<u8>>,
    jump: Range<usize>,
}

impl Task {
    /// Appends the line of the request.
    fn write(&self, line: &mut Vec<u8>) {
        write_id(self.id, line);
        line.extend_from_slice(&self.jumps[self.jump.clone()]);
    }

    pub(super) fn failed(&self) -> FailedRequest {
        let mut line = Vec::new();
        self.write(&mut line);
        FailedRequest { id: self.id, xyz: extended_xyz(&line) }
    }
}

/// An evaluation in progress.
#[derive(Debug)]
struct Call {
    answers: Vec<Option<Answer>>,
    missing: usize,
    error: Option<EvaluatorError>,
    /// Notified when nothing is missing, or at an error.
    changed: Arc<Condvar>,
}

/// A worker, as the others see it.
#[derive(Debug, Default)]
pub(super) struct Seat {
    /// Requests to be written next.
    to_write: VecDeque<Task>,
    /// Requests without an answer, by id, and the time when each was written. Ids grow in the order
    /// of writing.
    pub(super) outstanding: BTreeMap<u64, (Instant, Task)>,
    answered: VecDeque<Task>,
    /// Notified when there is something to write, or nothing more.
    pub(super) changed: Arc<Condvar>,
    pub(super) process: Option<Process>,
    /// True if the process is at its end: nothing more is written to it.
    pub(super) is_at_end: bool,
    /// True if the process has closed its standard input.
    pub(super) reads_no_more: bool,
    /// True from the start of the worker's thread to its end.
    pub(super) is_running: bool,
    /// The times that the process ended by itself.
    pub(super) deaths: u32,
    /// When the last answer came, if one did.
    last_answer: Option<Instant>,
}

impl Seat {
    fn load(&self) -> usize {
        self.to_write.len() + self.outstanding.len()
    }

    pub(super) fn has_work(&self) -> bool {
        !self.to_write.is_empty()
    }

    /// Appends the lines of the requests to be written, which are then outstanding.
    pub(super) fn take(&mut self, buffer: &mut Vec<u8>) {
        let now = Instant::now();
        for task in self.to_write.drain(..) {
            task.write(buffer);
            self.outstanding.insert(task.id, (now, task));
        }
    }

    /// Puts the outstanding requests back, to be written to another process.
    pub(super) fn put_back(&mut self) {
        for (_, (_, task)) in std::mem::take(&mut self.outstanding).into_iter().rev() {
            self.to_write.push_front(task);
        }
    }

    pub(super) fn oldest(&self) -> Option<&Task> {
        let written = self.outstanding.values().map(|(_, task)| task);
        written.chain(&self.to_write).next()
    }

    /// Returns the request of an answer, which is then not outstanding; an error if there is none:
    /// the reason, and the request if it had an answer before.
    pub(super) fn answer(&mut self, id: u64) -> Result<Task, (String, Option<Task>)> {
        if let Some((_, task)) = self.outstanding.remove(&id) {
            self.last_answer = Some(Instant::now());
            self.answered.truncate(KEPT - 1);
            self.answered.push_front(task.clone());
            return Ok(task);
        }
        let before = self.answered.iter().find(|task| task.id == id);
        let reason = match before {
            Some(_) => format!("expected one answer to each request, got another to request {id}"),
            None => format!("expected the `id` of a request that this worker has, got {id}"),
        };
        Err((reason, before.cloned()))
    }
}

/// The state that all threads of an evaluator share.
#[derive(Debug)]
pub(super) struct Queue {
    batch: usize,
    waiting: VecDeque<Task>,
    pub(super) seats: Vec<Seat>,
    calls: HashMap<u64, Call>,
    next_call: u64,
    next_id: u64,
    /// The error that ended all evaluations.
    pub(super) failure: Option<EvaluatorError>,
    /// True if nobody is left to ask for anything.
    pub(super) is_closed: bool,
}

impl Queue {
    pub(super) fn new(workers: usize, batch: usize) -> Queue {
        Queue {
            batch,
            waiting: VecDeque::new(),
            seats: (0..workers).map(|_| Seat::default()).collect(),
            calls: HashMap::new(),
            next_call: 0,
            next_id: 1,
            failure: None,
            is_closed: false,
        }
    }

    /// True if workers get no more requests.
    pub(super) fn is_over(&self) -> bool {
        self.is_closed || self.failure.is_some()
    }

    /// Adds an evaluation; `jumps` are its lines without their ids, and line i ends at `ends[i]`.
    /// Returns its number, and what is notified when it has a result.
    pub(super) fn add(&mut self, jumps: Vec<u8>, ends: &[usize]) -> (u64, Arc<Condvar>) {
        let (call, jumps, changed) = (self.next_call, Arc::new(jumps), Arc::new(Condvar::new()));
        self.next_call += 1;
        let answers = vec![None; ends.len()];
        let missing = ends.len();
        self.calls.insert(call, Call { answers, missing, error: None, changed: changed.clone() });
        let mut start = 0;
        for (place, end) in ends.iter().enumerate() {
            let (id, jump) = (self.next_id, start..*end);
            self.next_id += 1;
            self.waiting.push_back(Task { id, call, place, jumps: jumps.clone(), jump });
            start = *end;
        }
        self.assign();
        (call, changed)
    }

    /// Gives the requests that wait to the workers that have fewest, as far as their batches go.
    pub(super) fn assign(&mut self) {
        let mut is_given = false;
        while !self.waiting.is_empty() {
            let seat =
                self.seats.iter_mut().min_by_key(|seat| seat.load()).expect("there is a worker");
            if seat.load() >= self.batch {
                break;
            }
            seat.to_write.extend(self.waiting.pop_front());
            is_given = true;
        }
        if is_given {
            for seat in self.seats.iter().filter(|seat| seat.has_work()) {
                seat.changed.notify_all();
            }
        }
    }

    /// Stores the answer to a request. Its evaluation may have ended with an error.
    pub(super) fn store(&mut self, task: &Task, answer: Answer) {
        if let Some(call) = self.calls.get_mut(&task.call) {
            call.answers[task.place] = Some(answer);
            call.missing -= 1;
            if call.missing == 0 {
                call.changed.notify_all();
            }
        }
    }

    /// Ends the evaluation of a request with an error.
    pub(super) fn end_call(&mut self, task: &Task, error: EvaluatorError) {
        if let Some(call) = self.calls.get_mut(&task.call) {
            call.error.get_or_insert(error);
            call.changed.notify_all();
            let is_other = |other: &Task| other.call != task.call;
            self.waiting.retain(is_other);
            for seat in &mut self.seats {
                seat.to_write.retain(is_other);
            }
        }
    }

    /// Returns the result of an evaluation that has one, and forgets the evaluation.
    pub(super) fn result(&mut self, call: u64) -> Option<Result<Vec<Answer>, EvaluatorError>> {
        let found = &mut self.calls.get_mut(&call)?;
        let error =
            found.error.take().or_else(|| self.failure.clone().filter(|_| found.missing > 0));
        if error.is_none() && found.missing > 0 {
            return None;
        }
        let answers = self.calls.remove(&call)?.answers;
        Some(match error {
            Some(error) => Err(error),
            None => Ok(answers.into_iter().flatten().collect()),
        })
    }

    /// Ends all evaluations with an error; the first one stays.
    pub(super) fn fail(&mut self, error: EvaluatorError) {
        self.failure.get_or_insert(error);
        self.notify_all();
    }

    pub(super) fn close(&mut self) {
        self.is_closed = true;
        self.notify_all();
    }

    fn notify_all(&self) {
        self.calls.values().for_each(|call| call.changed.notify_all());
        self.seats.iter().for_each(|seat| seat.changed.notify_all());
    }

    /// Kills a worker that has had a request and given no answer for `timeout`, and fails; returns
    /// the time until that may be so of the next one, at most `timeout`. A worker that answers, but
    /// not its oldest request, has `timeout` for each request of a batch, by when it has answered
    /// all that were before.
    pub(super) fn check_time(&mut self, timeout: Duration) -> Duration {
        let now = Instant::now();
        let longest = timeout.saturating_mul(u32::try_from(self.batch).unwrap_or(u32::MAX));
        let mut next = timeout;
        let mut late = None;
        for (number, seat) in self.seats.iter_mut().enumerate() {
            let Some((since, task)) = seat.outstanding.values().next() else { continue };
            let silent = seat.last_answer.map_or(*since, |answer| answer.max(*since));
            let left = timeout.saturating_sub(now.saturating_duration_since(silent));
            let left = left.min(longest.saturating_sub(now.saturating_duration_since(*since)));
            if !left.is_zero() {
                next = next.min(left);
                continue;
            }
            let (worker, others, request) = (number + 1, seat.outstanding.len() - 1, task.failed());
            late = Some(EvaluatorError::Timeout { worker, timeout, others, request });
            if let Some(process) = &mut seat.process {
                process.kill();
            }
        }
        if let Some(error) = late {
            self.fail(error);
        }
        next
    }
}
