//! Every bug of the mutant engine is found and named, within 10,000 questions.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::check::learn;
use crate::driver::{Engine, Pattern, Settings};
use crate::fault::{Fault, FaultKind};
use crate::offline::{Answers, line, questions};
use crate::report::breakdowns;
use crate::rules::Rules;
use crate::secondary;
use crate::session::{Budget, Outcome, check, learn_all};
use crate::word::{Oracle, Question};

/// The example, which `cargo test` builds.
fn mutant() -> String {
    let test = std::env::current_exe().expect("a path");
    let folder: PathBuf = test.ancestors().nth(2).expect("target/PROFILE").join("examples");
    let path = folder.join(format!("mutant{}", std::env::consts::EXE_SUFFIX));
    assert!(path.is_file(), "{} is missing: run `cargo build --example mutant`", path.display());
    path.to_str().expect("a path in UTF-8").to_owned()
}

fn settings(bug: &str) -> Settings {
    let non_pawn = Pattern::new("d", "^Non-pawn key: (.+)", 16).expect("a pattern");
    Settings {
        command: vec![mutant(), bug.to_owned()],
        supervisor: Vec::new(),
        options: Vec::new(),
        timeout: Duration::from_millis(1500),
        pattern: Pattern::preset("stockfish").expect("a preset"),
        secondary: vec![("non-pawn".to_owned(), non_pawn)],
    }
}

fn checked(bug: &str, comparisons: u64) -> (Outcome, Vec<Fault>, u64) {
    let mut engine = Engine::start(settings(bug)).expect("the engine starts");
    let rules = engine.all_rules().into_iter();
    // A bug is in the rules that its name begins with.
    let of_bug = |rules: &Rules| bug == "variants" || bug.starts_with(rules.name());
    engine.ask_only_for(rules.filter(of_bug).collect());
    let learned = learn(&mut engine).expect("it answers");
    let budget = Budget {
        time: None,
        comparisons: Some(comparisons),
        depth: 0,
        seed: 0,
        weight: 4,
        starts: Vec::new(),
    };
    let mut outcome = check(&mut engine, learned, &budget).expect("it answers");
    let mut faults = breakdowns(&engine);
    faults.append(&mut outcome.faults);
    if bug == "stockfish-6492" {
        let budget = Budget { comparisons: Some(800), ..budget };
        faults.extend(secondary::check(&mut engine, 0, "non-pawn", &budget).expect("answers"));
    }
    (outcome, faults, engine.asked())
}

/// The bugs, the kind of the fault, and what its title says.
const EXPECTED: &[(&str, FaultKind, &str)] = &[
    ("rook-capture-keeps-right", FaultKind::Update, "surplus castling right"),
    ("promotion-capture-keeps-right", FaultKind::Update, "promotes"),
    ("rook-move-keeps-right", FaultKind::Update, "surplus castling right"),
    (
        "king-move-keeps-long",
        FaultKind::Update,
        "surplus castling right black O-O-O, after a black king",
    ),
    (
        "castling-keeps-other-right",
        FaultKind::Update,
        "surplus castling right black O-O-O, after black",
    ),
    ("rook-capture-toggles", FaultKind::Update, "surplus castling right"),
    ("rook-move-toggles", FaultKind::Update, "surplus castling right"),
    ("en-passant-not-removed", FaultKind::Update, "surplus en passant on the a-file"),
    ("en-passant-stays-on-castling", FaultKind::Update, "surplus en passant"),
    ("en-passant-stays-on-king-move", FaultKind::Update, "surplus en passant"),
    (
        "en-passant-captured-square",
        FaultKind::Update,
        "surplus white pawn a3, surplus white pawn a4",
    ),
    ("en-passant-black-pawn-kept", FaultKind::Update, "surplus black pawn b5"),
    ("en-passant-file-next-black", FaultKind::Update, "missing en passant on the c-file, surplus"),
    ("en-passant-a-file-lost", FaultKind::Update, "missing en passant on the a-file"),
    ("moves-en-passant-always", FaultKind::Convention, "after every double step by moves"),
    ("fen-en-passant-unchecked", FaultKind::Convention, "after every double step by FEN"),
    (
        "fen-en-passant-ignored",
        FaultKind::Convention,
        "en passant: counts by moves, and not by FEN",
    ),
    (
        "fen-en-passant-assigned",
        FaultKind::Convention,
        "en passant: a FEN with its square has the word alone as its key",
    ),
    ("en-passant-not-inserted", FaultKind::Update, "missing en passant"),
    ("underpromotion-as-queen", FaultKind::Update, "missing black rook a1, surplus black queen a1"),
    ("promotion-capture-kept", FaultKind::Update, "surplus white rook a1"),
    ("promotion-stays-pawn", FaultKind::Update, "missing black queen a1, surplus black pawn a1"),
    ("promotion-pawn-kept", FaultKind::Update, "surplus black pawn b2"),
    ("promotion-color", FaultKind::Update, "surplus white queen a1, missing black queen a1"),
    ("castling-rook-not-moved", FaultKind::Update, "surplus black rook h8, missing black rook f8"),
    ("castling-long-rook-c", FaultKind::Update, "surplus black rook c8, missing black rook d8"),
    ("castling-side-not-flipped", FaultKind::Update, "wrong side to move, after black castles"),
    // A constant can be moved between the words of all squares of a king.
    ("castling-king-kept", FaultKind::Update, "an unlisted word"),
    ("capture-kept-of-knights", FaultKind::Update, "surplus white pawn d5, after a black knight"),
    ("capture-color", FaultKind::Update, "surplus white queen h3, surplus black queen h3"),
    ("king-capture-kept", FaultKind::Update, "surplus white knight d7, after a black king"),
    ("fen-side-ignored", FaultKind::Convention, "the side to move: counts by moves, and not"),
    ("fen-castling-ignored", FaultKind::Convention, "castling rights: counts by moves, and not"),
    ("clock-fen-lost", FaultKind::Convention, "the halfmove clock: counts by moves, and not"),
    (
        "castling-one-word",
        FaultKind::Table,
        "castling right white O-O = castling right white O-O-O",
    ),
    ("castling-is-side", FaultKind::Table, "castling right black O-O = side to move"),
    ("queen-is-king", FaultKind::Table, "white queen and white king; black queen and black king"),
    ("bits-32", FaultKind::Table, "rank 32, of 64 bits"),
    ("rank-lost", FaultKind::Table, "words are equal: black bishop a1 = black bishop a8"),
    ("zero-word", FaultKind::Table, "words are zero: white knight f3"),
    ("few-bits", FaultKind::Table, "words have few bits, or nearly all: white knight f3"),
    ("sum-of-two", FaultKind::Table, "white pawn e4 + white knight f3 + black rook a8"),
    ("rank-40", FaultKind::Table, "rank 40, of 64 bits"),
    ("casanchess-26", FaultKind::Convention, "en passant: by moves it has other words than by FEN"),
    ("chess-coding-adventure-14", FaultKind::Update, "surplus en passant"),
    ("libchess-28", FaultKind::Update, "castling rights are not taken out: surplus"),
    ("pgx-1078", FaultKind::Update, "surplus black pawn"),
    ("rudim-88", FaultKind::Table, "castling right white O-O = castling right white O-O-O"),
    ("stockfish-6492", FaultKind::Update, "non-pawn: missing black queen a1, after a black pawn"),
    ("reckless-1095", FaultKind::Search, "missing castling right"),
    ("pgx-1320", FaultKind::Fen, "the key of a FEN is not the sum of its words"),
    ("clockwork-60", FaultKind::Table, "castling Q in place of none = castling k in place of none"),
    ("fairy-stockfish-1020", FaultKind::Fen, "missing en passant on the"),
    (
        "sets-keep-right",
        FaultKind::Update,
        "surplus castling right white O-O, after a black rook takes a rook on h1",
    ),
    ("en-passant-across-edge", FaultKind::Update, "surplus en passant on the"),
    ("black-mirrored", FaultKind::Update, "surplus black"),
    ("promotion-truncates", FaultKind::Update, "an unlisted word"),
    ("underpromotion-unread", FaultKind::Position, "the engine shows"),
    ("chess960-king-to-rook", FaultKind::Update, "chess960: surplus"),
    (
        "chess960-right-by-corner",
        FaultKind::Update,
        "chess960: castling rights do not follow the squares of the king and the rooks: surplus",
    ),
    (
        "chess960-standard-squares",
        FaultKind::Update,
        "chess960: castling rights do not follow the squares of the king and the rooks: surplus",
    ),
    ("crazyhouse-drop-keeps-pocket", FaultKind::Update, "crazyhouse: pocket with"),
    ("crazyhouse-promoted-to-pocket", FaultKind::Update, "crazyhouse: pocket with"),
    ("atomic-explosion-keeps-neighbors", FaultKind::Update, "atomic: surplus"),
    ("3check-not-counted", FaultKind::Update, "3check: 3 checks left for"),
    ("crash", FaultKind::Crash, "status: 3; its last error: assertion failed"),
    ("hang", FaultKind::Hang, "no answer in"),
    (
        "null-move-keeps-side",
        FaultKind::Search,
        "depth 1 (a move or a null move is not taken back): wrong side",
    ),
    ("null-move-loses-en-passant", FaultKind::Search, "surplus en passant on the a-file"),
    ("unmake-loses-castling", FaultKind::Search, "missing castling right white O-O"),
    ("unmake-loses-captured-pawn", FaultKind::Search, "surplus white pawn a4"),
];

/// Comparisons that take fewer than 10,000 questions together with all else.
const COMPARISONS: u64 = 3300;

#[test]
fn every_bug_is_found_and_named() {
    let list = Command::new(mutant()).arg("list").output().expect("the engine starts");
    let list = String::from_utf8(list.stdout).expect("text");
    let bugs: Vec<&str> = list.lines().filter_map(|line| line.split('\t').next()).collect();
    let expected: Vec<&str> = EXPECTED.iter().map(|(bug, ..)| *bug).collect();
    let all = |mut names: Vec<&'static str>| {
        names.sort_unstable();
        names
    };
    assert!(bugs.len() >= 40);
    let mut sorted = bugs.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, all(expected), "a bug has no expected name, or the other way round");
    let mut wrong = Vec::new();
    for (bug, kind, title) in EXPECTED {
        // A second key and variants are compared after the first.
        let has_more = ["stockfish-6492", "chess960", "crazyhouse", "atomic", "3check"];
        let has_more = has_more.iter().any(|name| bug.starts_with(name));
        let comparisons = if has_more { 1000 } else { COMPARISONS };
        let (_, faults, asked) = checked(bug, comparisons);
        let titles: Vec<String> =
            faults.iter().map(|fault| format!("{}: {}", fault.kind.name(), fault.title)).collect();
        let is_named =
            faults.iter().any(|fault| fault.kind == *kind && fault.title.contains(title));
        // One of them is two mistakes; all others are reported once.
        let most = if *bug == "pgx-1078" { 2 } else { 1 };
        if !is_named || asked > 10_000 || faults.len() != most {
            wrong.push(format!("{bug}: {asked} questions, {}", titles.join("\n    ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_correct_engine_has_no_fault() {
    for name in ["none", "clock", "random", "variants"] {
        let (outcome, faults, _) = checked(name, COMPARISONS);
        assert!(faults.is_empty(), "{name}: {faults:?}");
        assert_eq!(outcome.predicted, outcome.compared, "{name}");
        assert!(outcome.has_all_pairs, "{name}");
        let restarted = outcome.learned.conventions.after_restart;
        assert_eq!(restarted, Some(name != "random"), "{name}");
        assert_eq!(outcome.learned.table.has_clock(), name == "clock");
        let (_, pairs, possible) = outcome.coverage.counts();
        assert!(pairs >= possible, "{name}: {pairs} of {possible}");
        assert_eq!(outcome.shown.positions, 400, "{name}");
        let variants = outcome.variants.iter().filter(|(_, compared)| *compared >= 2_000).count();
        assert_eq!(variants, if name == "variants" { 8 } else { 0 }, "{name}");
    }
}

/// Both keys of an example are those that the engine prints, and differ.
#[test]
fn examples_reproduce() {
    let (_, faults, _) = checked("rook-capture-keeps-right", COMPARISONS);
    let example = faults[0].example.clone().expect("a line");
    assert_eq!(example.by_moves.moves.split(' ').count(), 1);
    let mut engine = Engine::start(settings("rook-capture-keeps-right")).expect("it starts");
    let answers = engine.ask(&[example.by_moves.clone(), example.by_fen.clone()]).expect("keys");
    assert_eq!(answers, [Ok(example.keys.0), Ok(example.keys.1)]);
    assert_ne!(example.difference(), 0);
}

/// An engine that breaks down twice in a row is an error, which names the position.
#[test]
fn two_breakdowns_in_a_row_are_an_error() {
    let mut settings = settings("none");
    settings.command = ["sh", "-c", SILENT].map(str::to_owned).to_vec();
    settings.timeout = Duration::from_millis(100);
    let mut engine = Engine::start(settings).expect("it answers at first");
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned();
    let error = engine.ask(&[Question::fen(fen.clone()), Question::fen(fen)]).unwrap_err();
    let error = error.to_string();
    assert!(error.contains("twice in a row: no answer in 100ms, at `position fen 4k3"), "{error}");
}

/// Answers the first `isready` alone.
const SILENT: &str = r#"ready=
while read -r line; do
    case $line in
        uci) echo uciok ;;
        isready) [ "$ready" ] || echo readyok; ready=1 ;;
    esac
done"#;

/// Answers in a file show what the engine shows, and a second round the shortest line.
#[test]
fn questions_and_answers_find_a_fault() {
    let mut engine = Engine::start(settings("capture-kept-of-knights")).expect("it starts");
    let mut answers = Answers::default();
    let mut questions = questions(0).expect("questions");
    assert!((8_000..20_000).contains(&questions.len()), "{}", questions.len());
    let mut titles = Vec::new();
    while !questions.is_empty() {
        let keys = engine.ask(&questions).expect("keys");
        for (question, key) in questions.iter().zip(keys) {
            let text = line(1, question);
            let text = format!("{}\t{:016x}", text.trim_end_matches('\n'), key.expect("a key"));
            assert_eq!(answers.read(&text), Ok(true));
        }
        let learned = learn_all(&mut answers).expect("answers");
        answers.forget_unknown();
        let budget = Budget {
            time: None,
            comparisons: Some(3_000),
            depth: 0,
            seed: 0,
            weight: 3,
            starts: Vec::new(),
        };
        let outcome = check(&mut answers, learned, &budget).expect("answers");
        assert!(outcome.has_all_pairs && outcome.searches.is_none());
        titles = outcome.faults.iter().map(|fault| fault.title.clone()).collect();
        // Walks after those that were asked for shorten nothing.
        let is_short = |question: &&Question| question.moves.len() <= 11;
        questions = answers.unknown().iter().filter(is_short).cloned().collect();
    }
    let titles = titles.join("; ");
    assert_eq!(titles, "surplus white pawn d5, after a black knight takes a pawn on d5");
}

#[test]
fn lines_that_are_no_answers_are_refused() {
    let mut answers = Answers::default();
    assert_eq!(answers.read("1\tfen\t\t"), Ok(false));
    assert_eq!(answers.read("1\tfen\t\t0x12"), Ok(true));
    let error = answers.read("1\tfen\t").unwrap_err();
    assert!(error.contains("got 3 fields"), "{error}");
    let error = answers.read("1\tfen\t\txyz").unwrap_err();
    assert!(error.contains("got \"xyz\""), "{error}");
    let error = answers.read("2\tfen\t\t13").unwrap_err();
    assert!(error.contains("for the same question"), "{error}");
    assert_eq!(answers.len(), 1);
}
