//! Fails each call of the commands that write files, and cuts the power after each.
//!
//! `cargo test -p zobrist-cli --test faults -- --ignored` tries every point, which takes minutes;
//! `cargo test` tries a sample, the same each time. Both need Debian's `strace` and a C compiler;
//! without them they say so and pass, or fail if `ZOBRIST_STRACE=required` is set.
//!
//! `ZOBRIST_FAULTS=index` tries the scenarios with that in their names.
//!
//! After each fault, the files must open and verify. They must be the old or the new state: the new
//! one if the exit status is 0, which it must not be if a sync has failed. Nothing outside may have
//! changed, and the command must be able to run again.

// No item of a test can be reached from outside: `pub` means visible in other files.
#![allow(unreachable_pub)]
#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

mod calls;
mod check;
mod lost_writes;
mod model;
mod planned;
mod scenario;
mod strace;
mod tables;
mod world;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::Output;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use check::Checker;
use lost_writes::{Cut, Library, Skip};
use planned::PLANNED;
use scenario::{CHECKPOINTS, SCENARIOS, Scenario};
use strace::{FAULTS, Fault, Point};
use world::World;

/// The test that runs in a process started as a program of `tables`.
const SAMPLE: &str = "a_sample_of_faults";

#[test]
fn a_sample_of_faults() {
    if tables::run_if_asked() {
        return;
    }
    let Some(library) = tools() else { return };
    let sample = Sample { calls: 4, cuts: 12 };
    run(&library, SCENARIOS, Some(sample));
    run(&library, PLANNED, Some(sample));
}

/// Every fault at every call, and every power cut.
#[test]
#[ignore = "takes minutes"]
fn every_fault() {
    let Some(library) = tools() else { return };
    run(&library, SCENARIOS, None);
    run(&library, PLANNED, None);
    run(&library, std::slice::from_ref(&CHECKPOINTS), None);
}

/// Number of points tried of each scenario, for each kind of failing call and for power cuts.
#[derive(Clone, Copy)]
struct Sample {
    calls: usize,
    cuts: usize,
}

/// The preloaded library, if the compiler and `strace` are there.
fn tools() -> Option<Library> {
    let missing = match Library::build() {
        Ok(library) if strace::works() => return Some(library),
        Ok(_) => "strace is missing, or may not trace".to_owned(),
        Err(error) => error,
    };
    assert!(std::env::var_os("ZOBRIST_STRACE").is_none_or(|v| v != "required"), "{missing}");
    say(&format!("faults: skipped: {missing}"));
    None
}

/// Printed although the test passes, when the harness shows no output.
fn say(text: &str) {
    writeln!(io::stderr(), "{text}").ok();
}

fn run(library: &Library, scenarios: &'static [Scenario], sample: Option<Sample>) {
    let mut failures = Vec::new();
    let asked = std::env::var("ZOBRIST_FAULTS").unwrap_or_default();
    for scenario in scenarios.iter().filter(|scenario| scenario.name.contains(&asked)) {
        let found = try_scenario(library, scenario, sample);
        found.iter().take(5).for_each(|failure| say(failure));
        failures.extend(found);
    }
    let count = failures.len();
    assert_eq!(count, 0, "{count} faults did harm or controls passed:\n{}", failures.join("\n"));
}

/// Tries the points of one scenario and its controls; returns what failed.
fn try_scenario(
    library: &Library,
    scenario: &'static Scenario,
    sample: Option<Sample>,
) -> Vec<String> {
    let checker = Checker::new(scenario);
    let mut failures = Vec::new();
    let mut tried = BTreeMap::<&str, usize>::new();

    if !scenario.between {
        let mut points = points(&checker);
        if let Some(sample) = sample {
            let of = |fault| points.iter().filter(move |point| point.fault == fault);
            let chosen = FAULTS.map(|fault| chosen(of(fault).cloned().collect(), sample.calls));
            points = chosen.concat();
        }
        for (fault, failure) in in_parallel(points, |point| fail_call(&checker, &point)) {
            *tried.entry(fault.name()).or_default() += 1;
            failures.extend(failure);
        }
        let all_kinds = tried.len() == FAULTS.len();
        assert!(all_kinds, "{}: a kind of fault never came: {tried:?}", scenario.name);
    }

    let mut cuts = library.cuts(&checker, Skip::Nothing);
    if let Some(sample) = sample {
        let (ends, others): (Vec<Cut>, Vec<Cut>) =
            cuts.into_iter().partition(|cut| cut.status.is_some());
        cuts = chosen(others, sample.cuts);
        cuts.extend(ends);
    }
    tried.insert("power cuts", cuts.len());
    let name = scenario.name;
    failures.extend(in_parallel(cuts, |cut| {
        cut_power(&checker, &cut).err().map(|error| format!("{name}: {}: {error}", cut.place))
    }));

    let mut controls = Vec::new();
    let skipped = |skip| {
        let cuts = library.cuts(&checker, skip);
        // From the end, where most of them fail at once.
        cuts.iter().rev().any(|cut| cut_power(&checker, cut).is_err())
    };
    controls.push(("without its sync", skipped(Skip::Sync)));
    if !scenario.notices_renames {
        controls.push(("without its rename", skipped(Skip::Rename)));
    }
    for (control, failed) in &controls {
        if !failed {
            failures.push(format!("{name}: the control {control} passes"));
        }
    }
    let counts: Vec<String> = tried.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let controls: Vec<String> = controls
        .iter()
        .map(|(control, failed)| format!("{control} {}", if *failed { "fails" } else { "PASSES" }))
        .collect();
    say(&format!(
        "faults: {name}: tried {}, {} did harm; control {}",
        counts.join(", "),
        failures.len(),
        controls.join(", ")
    ));
    failures
}

/// All faults at all calls of the command.
fn points(checker: &Checker) -> Vec<Point> {
    let world = checker.before.copy();
    let log = world.root().with_extension("log");
    let (points, status) = strace::points(&checker.scenario.command(&world), &log);
    std::fs::remove_file(log).unwrap();
    assert_eq!(status, Some(0), "{} under strace", checker.scenario.name);
    points
}

/// Makes a call of the command fail; returns the faults that follow. Nothing is checked if the
/// command did not reach that call, since the calls of threads vary.
fn fail_call(checker: &Checker, point: &Point) -> Option<(Fault, Option<String>)> {
    let world = checker.before.copy();
    let log = world.root().with_extension("log");
    let (output, line) = strace::inject(&checker.scenario.command(&world), point, &log);
    std::fs::remove_file(log).unwrap();
    line.map(|line| (point.fault, judge(checker, point, &world, &output, &line)))
}

/// The harm that a failed call has done, if any; `line` is the line of `strace` about that call.
fn judge(
    checker: &Checker,
    point: &Point,
    world: &World,
    output: &Output,
    line: &str,
) -> Option<String> {
    let inject = point.inject();
    let message = String::from_utf8_lossy(&output.stderr);
    let found = if panics(&message) && is_command(checker) {
        Err("it panics".to_owned())
    } else if output.status.success() && strace::is_sync(line, &world.work()) {
        // The new state is there, but a power cut may undo it.
        Err("exit status 0 after a sync that failed".to_owned())
    } else {
        checker.check(world, output.status.code())
    };
    let error = found.err()?;
    let (name, line) = (checker.scenario.name, checker.scenario.line());
    let message: Vec<&str> = message.lines().filter(|line| !line.is_empty()).take(3).collect();
    Some(format!(
        "{name}: strace -f -e inject={inject} {line}: {}: {error}; {}",
        output.status,
        message.join("; ")
    ))
}

/// True if the command panics by itself. Rust's library panics if a folder cannot be closed.
fn panics(message: &str) -> bool {
    message.contains("panicked at") && !message.contains("unexpected error during closedir")
}

/// True for the command itself: the programs of `tables` end with a panic when something fails.
fn is_command(checker: &Checker) -> bool {
    matches!(checker.scenario.program, scenario::Program::Zobrist(_))
}

fn cut_power(checker: &Checker, cut: &Cut) -> Result<(), String> {
    checker.check(&checker.before.after(cut.tree.clone()), cut.status)
}

/// A random choice of `count` items, the same at each run.
fn chosen<T>(mut from: Vec<T>, count: usize) -> Vec<T> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut kept = Vec::new();
    while kept.len() < count && !from.is_empty() {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        kept.push(from.swap_remove((state >> 33) as usize % from.len()));
    }
    kept
}

/// The results of `work` that are something, for each item.
fn in_parallel<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> Option<R> + Sync) -> Vec<R> {
    let items: Vec<Mutex<Option<T>>> =
        items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let item = item.lock().unwrap().take().expect("each is taken once");
                    if let Some(result) = work(item) {
                        results.lock().unwrap().push(result);
                    }
                }
            });
        }
    });
    results.into_inner().unwrap()
}
