//! Runs a process, and measures its time and memory.

use std::fs;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

/// The time, memory and output of a process.
pub(crate) struct Finished {
    pub seconds: f64,
    /// Processor time of all threads in seconds, if Linux reports it.
    pub processor: Option<f64>,
    /// Peak resident set in KiB, if Linux reports it.
    pub peak: Option<u64>,
    pub stdout: String,
}

/// Runs a process to its end, which must be a success.
pub(crate) fn run(command: &mut Command) -> Result<Finished> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let processor_before = processor_time();
    let start = Instant::now();
    let child = command.spawn().with_context(|| format!("starting {command:?}"))?;
    let id = child.id();
    let ended = AtomicBool::new(false);
    let (output, seconds, peak) = thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            // The last reading is at most one pause before the end, when memory is at its peak.
            let mut peak = None;
            while !ended.load(Ordering::Relaxed) {
                peak = peak_memory(id).or(peak);
                thread::sleep(PAUSE);
            }
            peak
        });
        let output = child.wait_with_output();
        let seconds = start.elapsed().as_secs_f64();
        ended.store(true, Ordering::Relaxed);
        (output, seconds, watcher.join().expect("the watcher does not panic"))
    });
    let processor = processor_time().zip(processor_before).map(|(after, before)| after - before);
    let output = output?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command:?} ended with {}: {stderr}", output.status);
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(Finished { seconds, processor, peak, stdout })
}

/// Pause between two readings of memory, which take some of the measured time.
const PAUSE: Duration = Duration::from_millis(20);

/// Formats a peak resident set.
pub(crate) fn memory(peak: Option<u64>) -> String {
    match peak {
        Some(kibibytes) if kibibytes < 1 << 20 => format!("{} MiB", kibibytes >> 10),
        Some(kibibytes) => format!("{:.2} GiB", kibibytes as f64 / f64::from(1 << 20)),
        None => "memory not reported by this system".to_owned(),
    }
}

/// Returns the peak resident set of a process in KiB, if Linux reports it.
fn peak_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// Returns the processor time in seconds of all ended child processes, if Linux reports it.
pub(crate) fn processor_time() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // User and system time, in hundredths of a second. The process name before may have spaces.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let mut next = || fields.next()?.parse::<f64>().ok();
    Some((next()? + next()?) / 100.0)
}
