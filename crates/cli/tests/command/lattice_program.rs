//! `zobrist lattice run` with barriers of a program: the same trajectory as a model that is built
//! in, and what becomes of a run whose program fails.

use std::fs;

use crate::lattice::{SMALL, text, trajectory};
use crate::readers::python_with;
use crate::tool::Folder;

/// The pair energies of iron and copper in whole units of 10⁻¹² eV, which add up in any order. From
/// a request on, the program does as the file `mode` says.
const PROGRAM: &str = r#"
import json, os, sys, time

A = 2.8665
SPECIES = {"Fe": 0, "X": 1, "Cu": 2}
FIRST = [[-611, -163, -480], [-163, 126, -102], [-480, -102, -414]]
SECOND = [[-611, -163, -571], [-163, -14, -180], [-571, -180, -611]]
PAIRS = [[[energy * 10**9 for energy in row] for row in shell] for shell in (FIRST, SECOND)]
MIGRATION = {"Fe": 650 * 10**9, "Cu": 560 * 10**9}

def shell(p, q):
    square = round(4 * sum((x - y) ** 2 for x, y in zip(p, q)) / A**2)
    return {3: 0, 4: 1}.get(square)

def barrier(request):
    atom, change = SPECIES[request["species"]], 0
    for name, *position in request["sites"]:
        other = SPECIES[name]
        for end, sign in ((request["start"], -1), (request["end"], 1)):
            near = shell(end, position)
            if near is not None:
                change += sign * (PAIRS[near][atom][other] - PAIRS[near][1][other])
    return (2 * MIGRATION[request["species"]] + change) / 2e12

mode = open("mode").read()
for count, line in enumerate(sys.stdin):
    request = json.loads(line)
    answer = json.dumps({"id": request["id"], "barrier": barrier(request)})
    if count == 30:
        if mode == "nonsense":
            answer = "converging ..."
        elif mode == "hang":
            time.sleep(1000)
        elif mode == "twice":
            answer += "\n" + answer
        elif mode == "silent":
            continue
        elif mode == "nan":
            answer = '{"id":%d,"barrier":NaN}' % request["id"]
        elif mode == "negative":
            answer = '{"id":%d,"barrier":-0.25}' % request["id"]
        elif mode == "error":
            answer = json.dumps({"id": request["id"], "error": "no convergence"})
        elif mode == "always" or mode == "once" and not os.path.exists("died"):
            open("died", "w").close()
            sys.exit(3)
    print(answer, flush=True)
"#;

/// The small simulation with the program, and the one that is built in.
fn with_program(python: &str, mode: &str) -> (Folder, Folder) {
    let built_in = SMALL.replace("\"jump-symmetry\"", &format!("\"{mode}\""));
    let table = format!(
        "\"command\"\ncommand = [{python:?}, \"barriers.py\"]\ntimeout = 1.0\n\
         lattice_constant = 2.8665\nreach = 2.9\nfingerprint = \"iron and copper\""
    );
    let folder = Folder::with("small.toml", built_in.replace("\"iron-copper\"", &table));
    folder.write("barriers.py", PROGRAM);
    folder.write("mode", "good");
    (folder, Folder::with("small.toml", built_in))
}

/// Rows without energies, which a program does not know, and without what was recalled.
fn without_energies(rows: &[String]) -> Vec<String> {
    let row = |row: &String| {
        let mut fields: Vec<&str> = row.split(',').collect();
        fields.remove(2);
        fields.join(",")
    };
    rows.iter().map(row).collect()
}

#[test]
fn a_model_through_the_pipe_has_the_trajectory_of_the_one_that_is_built_in() {
    let Some(python) = python_with("import json") else { return };
    for mode in ["none", "jump-symmetry"] {
        let (piped, built_in) = with_program(&python, mode);
        piped.zobrist(["lattice", "run", "small.toml"]).done();
        built_in.zobrist(["lattice", "run", "small.toml"]).done();
        let (got, expected) = (trajectory(&piped), trajectory(&built_in));
        assert_eq!(got.len(), 6);
        assert_eq!(without_energies(&got), without_energies(&expected), "{mode}");
        assert_eq!(text(&piped, "small.after.svg"), text(&built_in, "small.after.svg"));
        assert!(!piped.path("small.request.xyz").exists());
    }
    // Seeds share the workers.
    let (piped, built_in) = with_program(&python, "jump-symmetry");
    for folder in [&piped, &built_in] {
        folder.zobrist(["lattice", "run", "small.toml", "--seeds", "7-9"]).done();
    }
    for seed in ["7", "8", "9"] {
        let rows = |folder: &Folder| {
            fs::copy(folder.path(&format!("small.seed-{seed}.csv")), folder.path("small.csv"))
                .unwrap();
            without_energies(&trajectory(folder))
        };
        assert_eq!(rows(&piped), rows(&built_in), "{seed}");
    }
}

#[test]
fn a_program_that_fails_leaves_the_request_and_the_state() {
    let Some(python) = python_with("import json") else { return };
    let (whole, _) = with_program(&python, "jump-symmetry");
    whole.zobrist(["lattice", "run", "small.toml"]).done();
    for (mode, told) in [
        ("nonsense", "wrote `converging ...`"),
        ("hang", "within 1 s of the request"),
        ("twice", "wrote `"),
        ("silent", "within 1 s of the request"),
        ("nan", "\"barrier\":NaN"),
        ("error", "got the error `no convergence`"),
        ("always", "ended twice (exit status: 3)"),
    ] {
        let (folder, _) = with_program(&python, "jump-symmetry");
        folder.write("mode", mode);
        let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
        assert!(message.starts_with("zobrist: step "), "{mode}: {message}");
        assert!(message.contains(told), "{mode}: {message}");
        assert_eq!(message.lines().count(), 1, "{mode}: {message}");
        let end =
            "; the request is in small.request.xyz; --resume goes on when the program answers\n";
        assert!(message.ends_with(end), "{mode}: {message}");
        let request = text(&folder, "small.request.xyz");
        assert!(request.contains("Properties=species:S:1:pos:R:3 id="), "{mode}: {request}");
        let count: usize = request.lines().next().unwrap().parse().unwrap();
        assert_eq!(request.lines().count(), count + 2, "{mode}");
        assert!(folder.path("small.checkpoint").exists());
        folder.write("mode", "good");
        folder.zobrist(["lattice", "run", "small.toml", "--resume"]).done();
        assert_eq!(trajectory(&folder), trajectory(&whole), "{mode}");
        assert_eq!(text(&folder, "small.after.svg"), text(&whole, "small.after.svg"), "{mode}");
    }
}

/// A barrier below 0 that the program gives leaves its request, with the atom that jumps first and
/// the vacancy after it.
#[test]
fn a_negative_barrier_leaves_its_request() {
    let Some(python) = python_with("import json") else { return };
    let (folder, _) = with_program(&python, "jump-symmetry");
    folder.write("mode", "negative");
    let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
    assert!(message.contains("expected a barrier of 0 eV or more, got -0.25"), "{message}");
    let end = "`allow_negative_barriers = true` in [model] does such steps; the request is in \
               small.request.xyz\n";
    assert!(message.ends_with(end), "{message}");
    let request = text(&folder, "small.request.xyz");
    let lines: Vec<&str> = request.lines().collect();
    assert_eq!(lines.len(), lines[0].parse::<usize>().unwrap() + 2);
    let [atom, vacancy] = [2, 3].map(|line| lines[line].split(' ').collect::<Vec<_>>());
    assert!(["Fe", "Cu"].contains(&atom[0]) && vacancy == ["X", "0", "0", "0"], "{request}");
    assert!(lines[1].contains(&format!("start=\"{}\"", atom[1..].join(" "))), "{request}");
    assert!(folder.path("small.checkpoint").exists());
}

/// Nothing but errors is printed, on either stream.
#[test]
fn a_quiet_run_is_silent() {
    for args in [&["-q"][..], &["--quiet", "--seeds", "1-2"]] {
        let folder = Folder::with("small.toml", SMALL);
        let run = folder.zobrist([&["lattice", "run", "small.toml"], args].concat());
        assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, "", ""));
    }
    let folder = Folder::with("small.toml", SMALL.replace("\"bcc\"", "\"bbc\""));
    assert!(folder.zobrist(["lattice", "run", "small.toml", "-q"]).refused().contains("bbc"));
}

#[test]
fn a_worker_that_dies_once_is_started_again() {
    let Some(python) = python_with("import json") else { return };
    let (whole, _) = with_program(&python, "jump-symmetry");
    whole.zobrist(["lattice", "run", "small.toml"]).done();
    let (folder, _) = with_program(&python, "jump-symmetry");
    folder.write("mode", "once");
    let run = folder.zobrist(["lattice", "run", "small.toml"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(folder.path("died").exists());
    assert_eq!(trajectory(&folder), trajectory(&whole));
}

#[test]
fn seeds_whose_program_fails_go_on_when_it_is_mended() {
    let Some(python) = python_with("import json") else { return };
    let (whole, _) = with_program(&python, "jump-symmetry");
    whole.zobrist(["lattice", "run", "small.toml", "--seeds", "1-3"]).done();
    for mode in ["nonsense", "error"] {
        let (folder, _) = with_program(&python, "jump-symmetry");
        folder.write("mode", mode);
        let run = folder.zobrist(["lattice", "run", "small.toml", "--seeds", "1-3", "--jobs", "2"]);
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains("zobrist: seed "), "{}", run.stderr);
        let seeds: Vec<&str> = ["1", "2", "3"]
            .into_iter()
            .filter(|seed| folder.path(&format!("small.seed-{seed}.request.xyz")).exists())
            .collect();
        assert!(!seeds.is_empty(), "{}", run.stderr);
        for seed in &seeds {
            let told = format!("the request is in small.seed-{seed}.request.xyz");
            assert!(run.stderr.contains(&told), "{}", run.stderr);
        }
        // An answer that is an error fails the seed that has asked, and no other.
        assert!(mode != "error" || seeds.len() == 1, "{}", run.stderr);
        folder.write("mode", "good");
        folder.zobrist(["lattice", "run", "small.toml", "--seeds", "1-3", "--resume"]).done();
        let summary = text(&folder, "small.summary.csv");
        assert_eq!(summary, text(&whole, "small.summary.csv"), "{mode}");
    }
}

#[test]
fn a_request_of_another_run_is_not_replaced() {
    let Some(python) = python_with("import json") else { return };
    let (folder, _) = with_program(&python, "none");
    folder.write("small.request.xyz", "mine");
    let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
    assert!(message.contains("cannot write small.request.xyz: the file exists"), "{message}");
    // Without a program there is none.
    folder.write("small.toml", SMALL);
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    assert_eq!(text(&folder, "small.request.xyz"), "mine");
    // A program that does not start has no request.
    let (folder, _) = with_program("./no-such-program", "none");
    let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
    assert!(message.contains("which is no file that may be run"), "{message}");
    assert!(!folder.path("small.request.xyz").exists());
}
