//! `zobrist engine`: real engines, where they are installed, and programs that are none.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};
use zobrist_shakmaty::{Polyglot, hash};

use crate::tool::{Folder, START, ZOBRIST, say, zobrist};

/// The path of an engine; `None`, with a message, where it is missing, but with
/// `ZOBRIST_STOCKFISH=required` it must be there.
pub fn engine(name: &str) -> Option<String> {
    let path = format!("/usr/games/{name}");
    if Path::new(&path).is_file() {
        return Some(path);
    }
    let required = std::env::var("ZOBRIST_STOCKFISH").is_ok_and(|value| value == "required");
    assert!(!required, "{path} is missing: install Debian's {name}");
    say(&format!("{path} is missing; it was not asked"));
    None
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Questions with the keys of the scheme `polyglot` after them.
pub fn answered(questions: &str) -> String {
    let answer = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let fen: Fen = fields[1].parse().expect("a FEN");
        let mut position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        for text in fields[2].split_whitespace() {
            let m = text.parse::<UciMove>().expect("a move").to_move(&position);
            position.play_unchecked(m.expect("a legal move"));
        }
        format!("{line}\t{:016x}\n", hash(&Polyglot, &position))
    };
    questions.lines().map(answer).collect()
}

#[test]
fn answers_in_a_file_are_checked() {
    let folder = Folder::new();
    let questions = folder.zobrist(["engine", "questions"]).done();
    assert!(questions.starts_with("1\t7k/8/8/8/8/8/8/K7 w - - 0 1\t\n2\t"), "{questions}");
    let answers = answered(&questions);
    folder.write("answers.tsv", &answers);
    let report = folder.zobrist(["engine", "answers", "answers.tsv"]).done();
    assert!(report.contains("\nscheme      the keys are those of `polyglot`\n"), "{report}");
    assert!(report.ends_with("\nresult      no fault\n"), "{report}");
    // One wrong key is a fault, and a line that is none is rejected.
    let (key, _) = answers.lines().nth(1500).and_then(|line| line.split_once('\t')).unwrap();
    let wrong: String = answers
        .lines()
        .map(|line| match line.strip_prefix(key).filter(|rest| rest.starts_with('\t')) {
            Some(_) => format!("{}\t0123456789abcdef\n", line.rsplit_once('\t').unwrap().0),
            None => format!("{line}\n"),
        })
        .collect();
    folder.write("wrong.tsv", &(wrong + "one\n"));
    let run = folder.zobrist(["engine", "answers", "wrong.tsv", "--format", "jsonl"]);
    assert_eq!(run.code, 1);
    let number = answers.lines().count() + 1;
    let expected =
        format!("zobrist: wrong.tsv:{number}: expected a number, a FEN, moves and a key");
    assert!(run.stderr.starts_with(&expected), "{}", run.stderr);
    assert!(lines(&run.stdout).last().unwrap()["faults"].as_u64() >= Some(1), "{}", run.stdout);
    let message = folder.zobrist(["engine", "answers", "/dev/null"]).refused();
    assert!(message.contains("expected lines with a key in hex after them"), "{message}");
}

#[test]
fn stockfish_has_no_fault_and_its_published_keys() {
    let Some(stockfish) = engine("stockfish") else { return };
    let args = ["engine", "check", "--comparisons", "6000", "--format", "jsonl", "--", &stockfish];
    let report = lines(&zobrist(args).done());
    let convention = &report[1];
    assert_eq!(convention["bits"], 64);
    assert_eq!(convention["castling"], "sets");
    assert_eq!(convention["en_passant"], "file");
    assert_eq!(convention["en_passant_by_moves"], "beside");
    assert_eq!(convention["en_passant_by_fen"], "beside");
    assert_eq!((&convention["clock_from"], &convention["clock_step"]), (&14.into(), &8.into()));
    assert_eq!(convention["scheme"]["name"], "stockfish-15.1");
    assert_eq!(convention["alike"], serde_json::json!([]));
    let summary = report.last().expect("a summary");
    assert_eq!(summary["faults"], 0);
    assert_eq!(summary["all_pairs"], true);
    assert_eq!(summary["shown"], 400);
    assert_eq!(summary["compared"], summary["predicted"]);
    assert!(summary["compared"].as_u64() >= Some(6000));
}

/// The file is a scheme, whose hashes are those that the engine prints.
#[test]
fn recovered_keys_are_a_scheme() {
    let Some(stockfish) = engine("stockfish") else { return };
    let folder = Folder::new();
    let args = ["engine", "keys", "-o", "own.toml", "--", &stockfish];
    let run = folder.zobrist(args);
    assert_eq!(run.code, 0);
    let said = run.stderr + &run.closing;
    assert!(said.contains("10000 of 10000 positions predicted"), "{said}");
    let clock = "4k3/8/8/8/8/8/8/R3K3 w - - 33 80";
    let passed = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3";
    for fen in [START, clock, passed] {
        let by = |scheme: &str| folder.zobrist(["hash", "--scheme", scheme, fen]).done();
        assert_eq!(by("own.toml"), by("stockfish-15.1"));
    }
    // It is not written over.
    assert!(folder.zobrist(args).refused().contains("own.toml"));
}

/// The programs of the gallery with the conventions of Fairy-Stockfish.
const ALIKE: [&str; 8] =
    ["chesslibcpp", "ethereal", "fairy-stockfish", "fruit", "pleco", "rubichess", "sf-11", "sf-5"];

#[test]
fn fairy_stockfish_has_no_fault() {
    let Some(fairy) = engine("fairy-stockfish") else { return };
    let args = ["engine", "check", "--comparisons", "4000", "--format", "jsonl", "--", &fairy];
    let report = lines(&zobrist(args).done());
    assert_eq!(report[1]["castling"], "rights");
    assert_eq!(report[1]["alike"], serde_json::json!(ALIKE));
    let summary = report.last().expect("a summary");
    assert_eq!(summary["faults"], 0);
    let variants = summary["variants"].as_object().expect("an object");
    let names: Vec<&str> = variants.keys().map(String::as_str).collect();
    let expected = ["3check", "antichess", "chess960", "crazyhouse", "horde", "kingofthehill"];
    assert_eq!(names, [&expected[..], &["racingkings"]].concat());
    assert!(variants.values().all(|compared| compared.as_u64() >= Some(2_000)), "{variants:?}");
}

/// Asks an engine about positions by the rules of chess, and measures the questions a second.
fn compare(name: &str, comparisons: u64) -> f64 {
    let Some(engine) = engine(name) else { return f64::INFINITY };
    let count = comparisons.to_string();
    let args = ["engine", "check", "--comparisons", &count, "--format", "jsonl", "--", &engine];
    let begin = Instant::now();
    let report = lines(&zobrist(args).done());
    let seconds = begin.elapsed().as_secs_f64();
    let summary = report.last().expect("a summary");
    assert_eq!(summary["faults"], 0);
    assert!(summary["compared"].as_u64() >= Some(comparisons));
    assert_eq!(summary["compared"], summary["predicted"]);
    let asked = summary["questions"].as_f64().expect("a number");
    // Not by a macro of the harness, which captures what they print.
    let line = format!("{name}: {asked} questions, {:.0} a second\n", asked / seconds);
    std::io::stderr().write_all(line.as_bytes()).unwrap();
    asked / seconds
}

/// A step of `.ci/run`.
#[test]
#[ignore = "half a minute"]
fn debian_engines_have_no_fault() {
    compare("stockfish", 50_000);
    compare("fairy-stockfish", 10_000);
}

#[test]
#[ignore = "half a minute in a release build"]
fn stockfish_in_100_000_comparisons() {
    let speed = compare("stockfish", 100_000);
    // In a release build, on a machine that does nothing else.
    assert!(cfg!(debug_assertions) || speed >= 13_000.0, "{speed} questions a second");
}

#[test]
#[ignore = "two minutes in a release build"]
fn fairy_stockfish_in_100_000_comparisons() {
    compare("fairy-stockfish", 100_000);
}

#[test]
#[ignore = "seconds in a release build"]
fn stockfish_has_no_dependency_of_up_to_8_words() {
    let Some(stockfish) = engine("stockfish") else { return };
    let report = zobrist(["engine", "audit", "--weight", "8", "--", &stockfish]).done();
    let expected = "audit       758 words of rank 64; 0 dependencies of up to 8 words that legal \
                    positions can have\n";
    assert!(report.ends_with(expected), "{report}");
}

/// The variants that are compared are those that the engine has, and those that are named.
#[test]
fn variants_are_chosen() {
    let Some(stockfish) = engine("stockfish") else { return };
    let check = |variants: &str| {
        let args = ["engine", "check", "--comparisons", "300", "--format", "jsonl", "--variants"];
        zobrist(args.into_iter().chain([variants, "--", &stockfish]))
    };
    let summary = |run: String| lines(&run).pop().expect("a summary")["variants"].clone();
    let all = summary(check("all").done());
    assert!(all["chess960"].as_u64() >= Some(300), "{all}");
    assert_eq!(summary(check("chess960").done()).as_object().map(serde_json::Map::len), Some(1));
    assert_eq!(summary(check("none").done()).as_object().map(serde_json::Map::len), Some(0));
    let message = check("atomic").refused();
    let expected =
        "expected variants that the engine has (chess960) for --variants, got \"atomic\"";
    assert!(message.contains(expected), "{message}");
}

/// Glaurung 2.2 counts the square of a FEN where no pawn can capture, and that of moves not.
#[test]
fn the_fault_of_glaurung_is_named() {
    let Some(glaurung) = engine("glaurung") else { return };
    let check = |variants: &str| {
        let args = ["engine", "check", "--comparisons", "4000", "--format", "jsonl", "--variants"];
        zobrist(args.into_iter().chain([variants, "--", &glaurung]))
    };
    let run = check("none");
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    let report = lines(&run.stdout);
    let faults: Vec<&Value> = report.iter().filter(|line| line["type"] == "fault").collect();
    assert_eq!(faults.len(), 1, "{}", run.stdout);
    assert_eq!(faults[0]["kind"], "convention");
    assert_eq!(
        faults[0]["title"],
        "en passant counts if a pawn stands beside by moves, after every double step by FEN"
    );
    let reproduce = "reproduce   position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4";
    assert_eq!(faults[0]["notes"][0], reproduce);
    // In Chess960 it updates rights by e1, a1, h1, e8, a8 and h8: one fault, with all of its lines.
    let report = lines(&check("chess960").stdout);
    let faults = report.iter().filter(|line| line["type"] == "fault");
    let faults: Vec<&Value> = faults.filter(|fault| fault["variant"] == "chess960").collect();
    assert_eq!(faults.len(), 1, "{report:?}");
    let title = faults[0]["title"].as_str().unwrap_or_default();
    let expected =
        "chess960: castling rights do not follow the squares of the king and the rooks: ";
    assert!(title.starts_with(expected), "{title}");
    assert!(faults[0]["lines"].as_u64() >= Some(100), "{:?}", faults[0]);
}

#[test]
fn junit_has_a_test_case_for_each_kind_of_fault() {
    let Some(glaurung) = engine("glaurung") else { return };
    let args = ["engine", "check", "--comparisons", "500", "--format", "junit", "--variants"];
    let run = zobrist(args.into_iter().chain(["none", "--", &glaurung]));
    assert_eq!(run.code, 1);
    assert!(run.stdout.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite "));
    assert!(run.stdout.contains("tests=\"7\" failures=\"1\""), "{}", run.stdout);
    assert_eq!(run.stdout.matches("<testcase ").count(), 7);
    assert_eq!(run.stdout.matches("<failure ").count(), 1);
}

#[test]
fn programs_that_are_no_engines_are_refused() {
    let refused = |args: &[&str]| {
        let args = ["engine", "check", "--timeout", "200ms"].iter().chain(args).copied();
        zobrist(args).refused()
    };
    let message = refused(&["--", "/no/such/engine"]);
    assert!(message.contains("cannot start") || message.contains("it ended"), "{message}");
    let message = refused(&["--", "true"]);
    assert!(message.contains("expected a UCI engine that answers `uci` with `uciok`"), "{message}");
    let message = refused(&["--", "cat"]);
    assert!(message.contains("no answer in 200ms"), "{message}");
    let message = refused(&["--", "sh", "-c", "yes"]);
    assert!(message.contains("an answer of more than 1048576 bytes"), "{message}");
    let message = refused(&["--key-regex", "(", "--", "cat"]);
    assert!(message.contains("expected a regular expression for the key"), "{message}");
    let message = refused(&["--preset", "stockfsh", "--", "cat"]);
    assert!(message.contains("expected one of the presets stockfish,"), "{message}");
}

/// Another key of the same answers is compared as the first one is, and must be there.
#[test]
fn secondary_keys_are_compared() {
    let Some(stockfish) = engine("stockfish") else { return };
    let check = |secondary: &str| {
        let args = ["engine", "check", "--comparisons", "300", "--variants", "none"];
        zobrist(args.into_iter().chain(["--secondary", secondary, "--", &stockfish]))
    };
    assert!(check("again=^Key: (.+)").done().ends_with("\nresult      no fault\n"));
    let message = check("pawn=^Pawn key: (.+)").refused();
    assert!(message.contains("the secondary key pawn was not found"), "{message}");
    let message = check("pawn").refused();
    assert!(message.contains("expected NAME=RE for --secondary, got \"pawn\""), "{message}");
}

/// An engine that hangs twice in a row could not be asked: the exit status is 2.
#[test]
fn two_hangs_in_a_row_end_with_2() {
    let folder = Folder::new();
    script(&folder, "silent", SILENT);
    let args = ["engine", "check", "--timeout", "300ms", "--ask", "d", "--", "./silent"];
    let run = folder.zobrist(args);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    let expected = "the engine broke down twice in a row: no answer in 300ms, at `position fen ";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
}

/// Answers the first `isready` alone.
const SILENT: &str = "#!/bin/sh
ready=
while read -r line; do
    case $line in
        uci) echo uciok ;;
        isready) [ \"$ready\" ] || echo readyok; ready=1 ;;
        quit) exit ;;
    esac
done
";

/// An engine without a key: it answers, and prints none.
#[test]
fn an_engine_without_a_key_is_refused() {
    let folder = Folder::new();
    script(&folder, "mute", MUTE);
    let args = ["engine", "keys", "--", "./mute"];
    let message = folder.zobrist(args).refused();
    assert!(message.contains("give its command and the line with the key by --ask"), "{message}");
}

const MUTE: &str = "#!/bin/sh
while read -r line; do
    case $line in
        uci) echo uciok ;;
        isready) echo readyok ;;
        quit) exit ;;
    esac
done
";

fn script(folder: &Folder, name: &str, text: &str) {
    folder.write(name, text);
    fs::set_permissions(folder.path(name), fs::Permissions::from_mode(0o755)).unwrap();
}

/// True if a process runs.
#[cfg(target_os = "linux")]
fn runs(pid: &str) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| !stat.rsplit(')').next().unwrap_or_default().starts_with(" Z"))
}

/// Starts the command on an engine that never answers and has a child; returns their numbers.
#[cfg(target_os = "linux")]
fn hanging(folder: &Folder) -> (Child, Vec<String>) {
    let pids = folder.path("pids");
    let text = format!(
        "#!/bin/sh\nsleep 600 &\necho $$ $! $HOME > {0}.new\nmv {0}.new {0}\nwait\n",
        pids.display()
    );
    script(folder, "hanging", &text);
    let mut command = Command::new(ZOBRIST);
    command.args(["engine", "check", "--timeout", "1h", "--"]).arg(folder.path("hanging"));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().unwrap();
    let end = Instant::now() + Duration::from_secs(30);
    while !pids.is_file() {
        assert!(Instant::now() < end, "the engine has not started");
        thread::sleep(Duration::from_millis(10));
    }
    let text = fs::read_to_string(pids).unwrap();
    (child, text.split_whitespace().map(str::to_owned).collect())
}

#[cfg(target_os = "linux")]
fn wait_until_gone(what: &str, is_there: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(30);
    while is_there() {
        assert!(Instant::now() < end, "{what} is still there");
        thread::sleep(Duration::from_millis(10));
    }
}

/// The engine's processes end with the command, even if that is killed.
#[cfg(target_os = "linux")]
#[test]
fn the_process_group_ends_with_a_killed_command() {
    let folder = Folder::new();
    let (mut command, found) = hanging(&folder);
    assert!(runs(&found[0]) && runs(&found[1]));
    command.kill().unwrap();
    command.wait().unwrap();
    wait_until_gone("the engine", || runs(&found[0]));
    wait_until_gone("its child", || runs(&found[1]));
}

/// Ctrl-C ends them too, and removes the folder.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_the_engine_and_removes_its_folder() {
    let folder = Folder::new();
    let (mut command, found) = hanging(&folder);
    assert!(Path::new(&found[2]).is_dir());
    let signal = ["-TERM", &command.id().to_string()].map(str::to_owned);
    assert!(Command::new("kill").args(signal).status().unwrap().success());
    assert_eq!(command.wait().unwrap().code(), None);
    wait_until_gone("the engine", || runs(&found[0]));
    wait_until_gone("its child", || runs(&found[1]));
    wait_until_gone("its folder", || Path::new(&found[2]).exists());
}
