//! The threads of a worker: one starts its process and reads the answers, one writes the requests.
//!
//! They are two so that neither waits for the other: a worker whose pipe of requests is full may
//! itself wait until somebody reads its answers.

use std::io::{self, Read, Write};
use std::process::{ChildStdin, ChildStdout, ExitStatus};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::answer::Reply;
use super::error::EvaluatorError;
use super::lines::{Lines, MAX_ANSWER, shown};
use super::process::{Process, program};
use super::queue::{Queue, Task};
use super::settings::EvaluatorSettings;

/// The time that a process has to end after its output has ended.
pub(super) const PATIENCE: Duration = Duration::from_secs(2);

/// The largest part of the answers that is read at once, in bytes.
const PART: usize = 1 << 16;

/// The state that the threads of an evaluator share.
#[derive(Debug)]
pub(super) struct Pool {
    pub(super) settings: EvaluatorSettings,
    queue: Mutex<Queue>,
    /// Notified when the thread of a worker ends.
    pub(super) ended: Condvar,
}

impl Pool {
    pub(super) fn new(settings: EvaluatorSettings) -> Pool {
        let queue = Mutex::new(Queue::new(settings.workers, settings.batch));
        Pool { settings, queue, ended: Condvar::new() }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts the threads of the workers that have requests and no thread.
pub(super) fn start_threads(pool: &Arc<Pool>, queue: &mut Queue) {
    for number in 0..queue.seats.len() {
        let seat = &mut queue.seats[number];
        if !seat.has_work() || seat.is_running {
            continue;
        }
        let worker = Worker { pool: pool.clone(), number };
        let run = move || {
            worker.run();
            worker.pool.lock().seats[number].is_running = false;
            worker.pool.ended.notify_all();
        };
        match thread::Builder::new().name(format!("evaluator-{}", number + 1)).spawn(run) {
            Ok(_) => seat.is_running = true,
            Err(error) => queue.fail(EvaluatorError::Thread { source: Arc::new(error) }),
        }
    }
}

/// The thread that starts a worker and reads its answers.
#[derive(Debug)]
struct Worker {
    pool: Arc<Pool>,
    number: usize,
}

impl Worker {
    fn run(&self) {
        while !self.pool.lock().is_over() {
            let (process, stdin, stdout) = match Process::start(&self.pool.settings) {
                Ok(started) => started,
                Err(error) => {
                    let (program, source) = (program(&self.pool.settings), Arc::new(error));
                    return self.pool.lock().fail(EvaluatorError::Start { program, source });
                }
            };
            {
                let mut queue = self.pool.lock();
                let seat = &mut queue.seats[self.number];
                seat.process = Some(process);
                (seat.is_at_end, seat.reads_no_more) = (false, false);
            }
            let (pool, number) = (self.pool.clone(), self.number);
            let name = format!("evaluator-{}-requests", number + 1);
            let writer =
                thread::Builder::new().name(name).spawn(move || write(&pool, number, stdin));
            let reading = match &writer {
                Ok(_) => self.read(stdout),
                Err(_) => Ok(()),
            };
            let process = {
                let mut queue = self.pool.lock();
                let seat = &mut queue.seats[self.number];
                seat.is_at_end = true;
                seat.put_back();
                seat.changed.notify_all();
                seat.process.take()
            };
            let status = process.map(|process| process.finish(PATIENCE));
            match writer {
                // It ends: the process does not read its requests any more.
                Ok(writer) => writer.join().unwrap_or_default(),
                Err(error) => {
                    self.pool.lock().fail(EvaluatorError::Thread { source: Arc::new(error) })
                }
            }
            self.after_end(reading, status.transpose().ok().flatten());
        }
    }

    /// Reads answers until the output ends, or has something else.
    fn read(&self, mut stdout: ChildStdout) -> io::Result<()> {
        let mut part = vec![0; PART];
        let (mut lines, mut replies, mut is_first) = (Lines::default(), Vec::new(), true);
        loop {
            let count = match stdout.read(&mut part) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            if count == 0 {
                return Ok(());
            }
            lines.push(&part[..count]);
            let is_long = loop {
                match lines.next() {
                    Ok(None) => break false,
                    Ok(Some(line)) if line.iter().all(u8::is_ascii_whitespace) => {}
                    Ok(Some(line)) => match Reply::read(line) {
                        reply @ Reply::Barrier(..) => replies.push((reply, String::new())),
                        reply => replies.push((reply, shown(line))),
                    },
                    Err(_) => break true,
                }
            };
            if is_long {
                let reason =
                    format!("expected a line of at most {MAX_ANSWER} bytes, got a longer one");
                replies.push((Reply::Nonsense(None, reason), shown(lines.rest())));
            }
            let mut queue = self.pool.lock();
            for (reply, line) in replies.drain(..) {
                if queue.is_over() {
                    break;
                }
                self.handle(&mut queue, reply, line, is_first);
                is_first = false;
            }
            queue.assign();
            if queue.is_over() {
                // Requests are not written any more, so that a worker ends by itself unless it is
                // killed.
                drop(queue);
                io::copy(&mut stdout, &mut io::sink())?;
                return Ok(());
            }
        }
    }

    fn handle(&self, queue: &mut Queue, reply: Reply, line: String, is_first: bool) {
        let (id, outcome) = match reply {
            Reply::Barrier(id, answer) => (id, Ok(answer)),
            Reply::Error(id, text) => (id, Err(text)),
            Reply::Nonsense(id, reason) => {
                let seat = &queue.seats[self.number];
                let named = id.and_then(|id| seat.outstanding.get(&id)).map(|(_, task)| task);
                let task = named.or_else(|| seat.oldest()).cloned();
                return self.refuse(queue, task, line, reason, is_first);
            }
        };
        let worker = self.number + 1;
        match queue.seats[self.number].answer(id) {
            Ok(task) => match outcome {
                Ok(answer) => queue.store(&task, answer),
                Err(text) => {
                    let (text, request) = (shown(text.as_bytes()), task.failed());
                    queue.end_call(&task, EvaluatorError::Reported { worker, text, request });
                }
            },
            Err((reason, before)) => {
                let task = before.or_else(|| queue.seats[self.number].oldest().cloned());
                let line = match line.is_empty() {
                    true => format!("{{\"id\":{id},\"barrier\":…"),
                    false => line,
                };
                self.refuse(queue, task, line, reason, is_first);
            }
        }
    }

    /// Ends all evaluations because of a line that is no answer.
    fn refuse(
        &self,
        queue: &mut Queue,
        task: Option<Task>,
        line: String,
        reason: String,
        is_first: bool,
    ) {
        if let Some(process) = &mut queue.seats[self.number].process {
            process.kill();
        }
        let (worker, request) = (self.number + 1, task.map(|task| task.failed()));
        let is_greeting = is_first && !line.trim_start().starts_with('{');
        queue.fail(EvaluatorError::Nonsense { worker, line, reason, is_greeting, request });
    }

    /// After the first end of a process there is another; the second is final.
    fn after_end(&self, reading: io::Result<()>, status: Option<ExitStatus>) {
        let mut queue = self.pool.lock();
        if queue.is_over() {
            return;
        }
        let seat = &mut queue.seats[self.number];
        seat.deaths += 1;
        if seat.deaths > 1 {
            let status = match (reading, status) {
                (Err(error), _) => error.to_string(),
                (Ok(()), Some(status)) if seat.reads_no_more && status.code().is_none() => {
                    "it had closed its standard input, and was killed".into()
                }
                (Ok(()), Some(status)) => status.to_string(),
                (Ok(()), None) => "its status is not known".into(),
            };
            let (worker, request) = (self.number + 1, seat.oldest().map(Task::failed));
            queue.fail(EvaluatorError::Died { worker, status, request });
        }
    }
}

/// Writes the requests of a worker, as soon as there are any, until its process or all is over.
fn write(pool: &Pool, number: usize, mut stdin: ChildStdin) {
    let mut buffer = Vec::new();
    loop {
        let mut queue = pool.lock();
        loop {
            if queue.is_over() || queue.seats[number].is_at_end {
                return;
            }
            if queue.seats[number].has_work() {
                break;
            }
            let changed = queue.seats[number].changed.clone();
            queue = changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        buffer.clear();
        queue.seats[number].take(&mut buffer);
        drop(queue);
        if stdin.write_all(&buffer).and_then(|()| stdin.flush()).is_err() {
            // It does not read any more. Its output ends now, which the other thread notices.
            let seat = &mut pool.lock().seats[number];
            seat.reads_no_more = true;
            if let Some(process) = &mut seat.process {
                process.kill();
            }
            return;
        }
    }
}
