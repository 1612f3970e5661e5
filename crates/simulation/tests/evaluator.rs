//! Workers in Python, which do as they should or not. Without Python 3, these tests are skipped.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::model::Jump;
use zobrist_lattice::{Configuration, Lattice, Species, Structure};
use zobrist_simulation::evaluator::{
    Answer, Evaluator, EvaluatorError, EvaluatorSettings, Geometry, Request, SettingsError,
};

/// The beginning of the scripts: `answer(request)` is the text of an answer with the barrier of
/// [`expected`], and `lines()` gives the lines that can be read without waiting for more, in lists.
const BEGIN: &str = r#"
import json, os, sys, time
def barrier(request):
    return sum((i + 1) * (site[0] == "Cu") for i, site in enumerate(request["sites"])) / 1024
def answer(request, **more):
    return json.dumps({"id": request["id"], "barrier": barrier(request), **more})
def lines():
    rest = b""
    while True:
        part = os.read(0, 65536)
        if not part:
            return
        *whole, rest = (rest + part).split(b"\n")
        if whole:
            yield [json.loads(line) for line in whole]
def say(*texts):
    sys.stdout.write("".join(text + "\n" for text in texts))
    sys.stdout.flush()
"#;

const ANSWER_ALL: &str = "for requests in lines():\n    say(*[answer(r) for r in requests])";

/// Leaves a test if there is no Python.
macro_rules! need_python {
    () => {
        if Command::new("python3").arg("--version").output().is_err() {
            eprintln!("skipped: there is no python3");
            return;
        }
    };
}

fn geometry() -> Arc<Geometry> {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 5]).unwrap();
    Arc::new(Geometry::new(lattice, 2.87, 2.87, &["Fe", "", "Cu"]).unwrap())
}

fn settings(script: &str) -> EvaluatorSettings {
    let command = ["python3", "-c", &format!("{BEGIN}{script}")].map(String::from).to_vec();
    let mut settings = EvaluatorSettings::new(command, "");
    settings.batch = 16;
    settings
}

/// The settings of a script, with changes.
fn changed(script: &str, change: impl FnOnce(&mut EvaluatorSettings)) -> EvaluatorSettings {
    let mut settings = settings(script);
    change(&mut settings);
    settings
}

fn evaluator(settings: EvaluatorSettings) -> Evaluator {
    Evaluator::new(settings, geometry()).unwrap()
}

/// Requests of vacancies in alloys that are all different.
fn requests(count: usize, seed: u64) -> Vec<Request> {
    let geometry = geometry();
    let lattice = geometry.lattice();
    let mut random = Xoshiro256PlusPlus::new(seed);
    let vacancy = lattice.site_at([0, 0, 0]).unwrap();
    let mut requests = Vec::new();
    while requests.len() < count {
        let mut alloy = Configuration::new(lattice);
        alloy.set(vacancy, Species::VACANCY);
        alloy.scatter(Species(2), 60, &mut random).unwrap();
        let directions = Structure::Bcc.directions().into_iter().enumerate();
        let jumps: Vec<Jump> = directions
            .map(|(direction, offset)| {
                Jump::new(vacancy, lattice.neighbor(vacancy, offset), direction)
            })
            .collect();
        requests.extend(geometry.requests(&alloy, &jumps));
    }
    requests.truncate(count);
    requests
}

/// The barrier that the scripts give, in eV.
fn expected(request: &Request) -> f64 {
    let copper = request.sites().iter().enumerate().filter(|(_, species)| **species == Species(2));
    copper.map(|(i, _)| i as f64 + 1.0).sum::<f64>() / 1024.0
}

fn check(requests: &[Request], answers: &[Answer]) {
    assert_eq!(requests.len(), answers.len());
    for (request, answer) in requests.iter().zip(answers) {
        assert_eq!(answer.barrier, expected(request));
    }
}

/// The error of eight requests to one worker with this script.
fn error(script: &str) -> EvaluatorError {
    evaluator(settings(script)).evaluate(&requests(8, 1)).unwrap_err()
}

/// True if there is such a process, be it one that nobody has waited for.
fn exists(process: f64) -> bool {
    Path::new(&format!("/proc/{process}")).exists()
}

#[test]
fn answers_come_in_the_order_of_the_requests() {
    need_python!();
    let script =
        "for requests in lines():\n    say('', *[answer(r, by=[1]) for r in reversed(requests)])";
    for (workers, batch) in [(1, 1), (1, 64), (3, 7)] {
        let evaluator = evaluator(changed(script, |settings| {
            settings.workers = workers;
            settings.batch = batch;
        }));
        for count in [0, 1, 7, 500] {
            let requests = requests(count, count as u64);
            check(&requests, &evaluator.evaluate(&requests).unwrap());
        }
    }
}

#[test]
fn prefactors_are_returned() {
    need_python!();
    let script = "for requests in lines():\n    say(*[answer(r, prefactor=6e12 if r['id'] % 2 else None) for r in requests])";
    let answers = evaluator(settings(script)).evaluate(&requests(3, 1)).unwrap();
    let prefactors: Vec<_> = answers.iter().map(|answer| answer.prefactor).collect();
    assert_eq!(prefactors, [Some(6e12), None, Some(6e12)]);
}

/// Each worker reports its process as the prefactor.
#[test]
fn requests_are_spread_over_the_workers() {
    need_python!();
    let script =
        "for requests in lines():\n    say(*[answer(r, prefactor=os.getpid()) for r in requests])";
    let evaluator = evaluator(changed(script, |settings| settings.workers = 3));
    let answers = evaluator.evaluate(&requests(12, 1)).unwrap();
    let mut processes: Vec<f64> = answers.iter().filter_map(|answer| answer.prefactor).collect();
    processes.sort_by(f64::total_cmp);
    let counts: Vec<usize> = processes.chunk_by(|a, b| a == b).map(<[f64]>::len).collect();
    assert_eq!(counts, [4, 4, 4]);
}

/// The worker answers only when it has as many requests as a batch, with answers longer than a pipe
/// holds.
#[test]
fn a_worker_that_collects_its_batch_is_no_deadlock() {
    need_python!();
    let script = "held = []\nfor requests in lines():\n    held += requests\n    assert len(held) <= 100\n    \
                  if len(held) == 100:\n        say(*[answer(r, by='x' * 5000) for r in held])\n        held = []";
    let evaluator = evaluator(changed(script, |settings| settings.batch = 100));
    let requests = requests(10_000, 1);
    check(&requests, &evaluator.evaluate(&requests).unwrap());
}

/// The worker writes more than a pipe holds before it reads on, while its own pipe is full.
#[test]
fn a_worker_that_writes_while_its_pipe_is_full_is_no_deadlock() {
    need_python!();
    let script = "for line in iter(sys.stdin.buffer.readline, b''):\n    \
                  say(answer(json.loads(line), by='x' * 200_000))";
    let evaluator = evaluator(changed(script, |settings| settings.batch = 1000));
    let requests = requests(2000, 1);
    check(&requests, &evaluator.evaluate(&requests).unwrap());
}

#[test]
fn threads_share_the_workers() {
    need_python!();
    let script = "for requests in lines():\n    say(*[answer(r) if r['id'] % 500 else \
                  json.dumps({'id': r['id'], 'error': 'no'}) for r in reversed(requests)])";
    let evaluator = evaluator(changed(script, |settings| {
        settings.workers = 2;
        settings.batch = 5;
    }));
    let failures: usize = thread::scope(|scope| {
        let run = |thread: u64| {
            let evaluator = evaluator.clone();
            move || {
                let mut failures = 0;
                for call in 0..100 {
                    let requests = requests(1 + (call % 13) as usize, thread * 1000 + call);
                    match evaluator.evaluate(&requests) {
                        Ok(answers) => check(&requests, &answers),
                        Err(EvaluatorError::Reported { .. }) => failures += 1,
                        Err(other) => panic!("{other}"),
                    }
                }
                failures
            }
        };
        let threads: Vec<_> = (0..4).map(|thread| scope.spawn(run(thread))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    // Requests 500, 1000, …, of 2,764 in all.
    assert_eq!(failures, 5);
}

#[test]
fn a_worker_that_ends_is_started_again_once() {
    need_python!();
    let folder = TempDir::new().unwrap();
    let script = "n = 0\nfor requests in lines():\n    for r in requests:\n        n += 1\n        \
                  if n > 5 and not os.path.exists('ended'):\n            open('ended', 'w')\n            \
                  sys.stdout.write('{\"id\":')\n            sys.stdout.flush()\n            os._exit(3)\n        \
                  say(answer(r))";
    let evaluator = evaluator(changed(script, |settings| settings.folder = folder.path().into()));
    let requests = requests(100, 1);
    check(&requests, &evaluator.evaluate(&requests).unwrap());
    assert!(folder.path().join("ended").exists());
    check(&requests, &evaluator.evaluate(&requests).unwrap());
}

#[test]
fn a_worker_that_ends_twice_is_an_error() {
    need_python!();
    let error = error("for requests in lines():\n    say(answer(requests[0]))\n    os._exit(3)");
    let EvaluatorError::Died { worker: 1, ref status, request: Some(ref request) } = error else {
        panic!("{error:?}")
    };
    assert!(status.contains('3'), "{status}");
    assert!(request.id > 1, "{error}");
    assert_eq!(
        error.to_string().matches(&format!("request {} ", request.id)).count(),
        1,
        "{error}"
    );

    // The script does not even begin.
    let nothing = self::error("sys.exit(7)");
    assert!(matches!(nothing, EvaluatorError::Died { request: Some(_), .. }), "{nothing:?}");

    // Other evaluations end with it.
    let evaluator = evaluator(changed("os._exit(1)", |settings| settings.workers = 2));
    let first = evaluator.evaluate(&requests(8, 1)).unwrap_err();
    let second = evaluator.evaluate(&requests(1, 1)).unwrap_err();
    assert_eq!(first.to_string(), second.to_string());
}

#[test]
fn a_worker_that_reads_no_more_has_ended() {
    need_python!();
    let script = "import signal\nsays = list(zip(range(1), lines()))\nos.close(0)\nsignal.pause()";
    let evaluator = evaluator(settings(script));
    // The first request is read, the second is not; of those of the next process, one is not.
    let mut threads = Vec::new();
    while threads.len() < 20 && !threads.iter().any(thread::JoinHandle::is_finished) {
        let evaluator = evaluator.clone();
        threads.push(thread::spawn(move || evaluator.evaluate(&requests(1, 1))));
        thread::sleep(Duration::from_millis(500));
    }
    for thread in threads {
        let error = thread.join().unwrap().unwrap_err();
        assert!(matches!(error, EvaluatorError::Died { .. }), "{error:?}");
        assert!(error.to_string().contains("closed its standard input"), "{error}");
    }
}

#[test]
fn nonsense_is_an_error() {
    need_python!();
    let each =
        |text: &str| format!("for requests in lines():\n    r = requests[0]\n    say({text})");
    for (text, id, expected) in [
        ("'no JSON \\x1b[2J'", Some(1), "expected one object of JSON"),
        (
            "json.dumps({'id': r['id'], 'barrier': float('nan')})",
            Some(1),
            "neither NaN nor infinity",
        ),
        ("json.dumps({'id': r['id'] + 3, 'barrier': '0.5'})", Some(4), "finite number of eV"),
        ("json.dumps({'id': r['id'] + 3})", Some(4), "got neither"),
        ("json.dumps({'barrier': 0.5})", Some(1), "expected an `id`"),
        ("json.dumps({'id': 77, 'barrier': 0.5})", Some(1), "that this worker has, got 77"),
        ("answer(r), answer(r)", Some(1), "another to request 1"),
        ("'{\"id\":' + ' ' * 1_100_000", Some(1), "at most 1048576 bytes"),
    ] {
        let error = error(&each(text));
        let EvaluatorError::Nonsense { worker: 1, .. } = error else { panic!("{error:?}") };
        assert_eq!(error.request().map(|request| request.id), id, "{error}");
        let message = error.to_string();
        assert!(message.contains(expected) && !message.contains('\x1b'), "{message}");
        assert!(message.len() < 600, "{message}");
    }
    // Without a line feed, for ever.
    let endless = error("while True:\n    sys.stdout.write('[' * 65536)");
    assert!(endless.to_string().contains("at most 1048576 bytes"), "{endless}");
}

#[test]
fn a_greeting_is_an_error_with_a_hint() {
    need_python!();
    let error = error(&format!("say('Welcome to EMT 1.0')\n{ANSWER_ALL}"));
    let message = error.to_string();
    assert!(
        message.starts_with(
            "worker 1 of the evaluator wrote `Welcome to EMT 1.0` while it had request 1"
        ),
        "{message}"
    );
    assert!(message.ends_with("write messages to standard error"), "{message}");
}

#[test]
fn a_worker_that_hangs_is_an_error() {
    need_python!();
    let timeout = Duration::from_millis(1500);
    // It does not flush; it answers all but one; it does not read.
    let scripts = [
        "out = open(1, 'w', 1 << 20)\nfor requests in lines():\n    out.write(answer(requests[0]) + '\\n')",
        "for requests in lines():\n    say(*[answer(r) for r in requests if r['id'] != 5])",
        "time.sleep(1000)",
    ];
    for (script, id) in scripts.into_iter().zip([1, 5, 1]) {
        let begin = Instant::now();
        let evaluator = evaluator(changed(script, |settings| {
            settings.timeout = timeout;
            settings.batch = 500;
        }));
        let error = evaluator.evaluate(&requests(300, 1)).unwrap_err();
        assert!(begin.elapsed() >= timeout, "{error}");
        drop(evaluator);
        assert!(begin.elapsed() < timeout * 10, "{error}: {:?}", begin.elapsed());
        assert!(matches!(error, EvaluatorError::Timeout { worker: 1, .. }), "{error:?}");
        assert_eq!(error.request().map(|request| request.id), Some(id), "{error}");
        assert!(error.to_string().contains(&format!("request {id} within 1.5 s")), "{error}");
    }
}

/// Sixteen requests take longer than the time for an answer, but none takes longer after the one
/// before.
#[test]
fn a_worker_that_is_slow_but_answers_has_the_time_for_each_request() {
    need_python!();
    let script = "for requests in lines():\n    for r in requests:\n        time.sleep(0.3)\n        say(answer(r))";
    let timeout = Duration::from_secs(2);
    let evaluator = evaluator(changed(script, |settings| settings.timeout = timeout));
    let requests = requests(16, 1);
    check(&requests, &evaluator.evaluate(&requests).unwrap());
}

/// Others of its requests are answered all the time, but one never is.
#[test]
fn a_request_is_not_put_off_for_ever() {
    need_python!();
    let script = "for requests in lines():\n    for r in requests:\n        time.sleep(0.05)\n        \
                  say(*[answer(r) for _ in [0] if r['id'] != 1])";
    let timeout = Duration::from_millis(700);
    let evaluator = evaluator(changed(script, |settings| {
        settings.timeout = timeout;
        settings.batch = 2;
    }));
    let begin = Instant::now();
    let error = evaluator.evaluate(&requests(600, 1)).unwrap_err();
    assert!(begin.elapsed() < Duration::from_secs(20), "{error}: {:?}", begin.elapsed());
    assert_eq!(error.request().map(|request| request.id), Some(1), "{error}");
}

#[test]
fn an_error_of_the_worker_ends_one_evaluation() {
    need_python!();
    let script = "for requests in lines():\n    say(*[answer(r) if r['id'] != 3 else \
                  json.dumps({'id': 3, 'error': 'no\\x1b convergence'}) for r in requests])";
    let evaluator = evaluator(settings(script));
    let requests = requests(8, 1);
    let error = evaluator.evaluate(&requests).unwrap_err();
    assert_eq!(
        error.to_string(),
        "worker 1 of the evaluator: expected the barrier of request 3, got the error `no\\u{1b} convergence`"
    );
    let xyz = error.request_xyz().unwrap();
    let lines: Vec<&str> = xyz.lines().collect();
    assert_eq!((lines[0], lines.len()), ("22", 24));
    assert_eq!(
        lines[1],
        format!(
            "Properties=species:S:1:pos:R:3 id=3 species={} start=\"-1.435 1.435 -1.435\" end=\"0 0 0\" pbc=\"F F F\"",
            if requests[2].atom() == Species(2) { "Cu" } else { "Fe" }
        )
    );
    assert!(lines[2].ends_with(" -1.435 1.435 -1.435") && lines[3] == "X 0 0 0", "{xyz}");
    let copper = requests[2].sites().iter().filter(|species| **species == Species(2)).count();
    assert_eq!(lines[4..].iter().filter(|line| line.starts_with("Cu ")).count(), copper);
    check(&requests, &evaluator.evaluate(&requests).unwrap());
}

#[test]
fn a_command_that_does_not_start_is_an_error() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("data"), "x").unwrap();
    for (program, named) in
        [("zobrist-no-such-program", "\"zobrist-no-such-program\""), ("./data", "data\"")]
    {
        let command = vec![program.to_owned(), "x".into()];
        let settings = changed("", |settings| {
            settings.command = command;
            settings.folder = folder.path().into();
        });
        let error = evaluator(settings).evaluate(&requests(1, 1)).unwrap_err();
        assert!(matches!(error, EvaluatorError::Start { .. }), "{error:?}");
        assert!(error.to_string().contains(named) && error.request_xyz().is_none(), "{error}");
        assert!(std::error::Error::source(&error).is_some());
    }
}

#[test]
fn a_program_with_a_slash_is_in_the_folder() {
    need_python!();
    let folder = TempDir::new().unwrap();
    std::os::unix::fs::symlink("/bin/sh", folder.path().join("shell")).unwrap();
    std::fs::write(folder.path().join("barriers.py"), format!("{BEGIN}{ANSWER_ALL}")).unwrap();
    let command = ["./shell", "-c", "exec python3 barriers.py"].map(String::from).to_vec();
    let evaluator = evaluator(changed("", |settings| {
        settings.command = command;
        settings.folder = folder.path().into();
    }));
    let requests = requests(3, 1);
    check(&requests, &evaluator.evaluate(&requests).unwrap());
}

#[test]
fn the_last_handle_ends_the_workers() {
    need_python!();
    let script = "for requests in lines():\n    say(*[answer(r, prefactor=os.getpid()) for r in requests])\n";
    // One kind ends by itself; the other stays, with a process of its own.
    let stays = "import subprocess\nchild = subprocess.Popen(['sleep', '1000'])\nfor requests in lines():\n    \
                 say(*[answer(r, prefactor=[os.getpid(), child.pid][r['id'] % 2]) for r in requests])\n\
                 time.sleep(1000)";
    for (script, seconds) in [(script, 0..2), (stays, 2..5)] {
        let evaluator = evaluator(changed(script, |settings| settings.workers = 2));
        let answers = evaluator.evaluate(&requests(8, 1)).unwrap();
        let processes: Vec<f64> = answers.iter().filter_map(|answer| answer.prefactor).collect();
        let clone = evaluator.clone();
        drop(evaluator);
        assert!(processes.len() == 8 && processes.iter().all(|process| exists(*process)));
        let begin = Instant::now();
        drop(clone);
        assert!(seconds.contains(&begin.elapsed().as_secs()), "{:?}", begin.elapsed());
        // An orphan is waited for by somebody else, soon.
        let gone = || !processes.iter().any(|process| exists(*process));
        assert!(
            (0..100).any(|_| gone() || {
                thread::sleep(Duration::from_millis(20));
                false
            }),
            "{processes:?}"
        );
    }
}

#[test]
fn settings_are_checked() {
    let error = |change: fn(&mut EvaluatorSettings)| {
        let mut settings = settings("");
        change(&mut settings);
        Evaluator::new(settings, geometry()).unwrap_err()
    };
    assert_eq!(error(|settings| settings.command.clear()), SettingsError::NoProgram);
    assert_eq!(error(|settings| settings.command[0].clear()), SettingsError::NoProgram);
    assert_eq!(
        error(|settings| settings.command[1].push('\0')),
        SettingsError::Nul { got: "-c\0".into() }
    );
    assert_eq!(
        error(|settings| settings.workers = 0),
        SettingsError::Number { what: "workers", got: 0 }
    );
    assert_eq!(
        error(|settings| settings.batch = 1 << 20),
        SettingsError::Number { what: "a batch", got: 1 << 20 }
    );
    assert_eq!(error(|settings| settings.timeout = Duration::ZERO), SettingsError::NoTime);
}
