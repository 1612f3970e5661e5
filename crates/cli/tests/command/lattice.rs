//! `zobrist lattice`: runs that can be stopped, modes that agree, and invalid configurations.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use crate::refused::to_start;
#[cfg(target_os = "linux")]
use crate::tool::on_terminal;
use crate::tool::{COMPRESSIONS, Folder, ZOBRIST, with_signals};

pub const SMALL: &str = r#"seed = 7
temperature = 773.0
steps = 2000
samples = 4

[lattice]
structure = "bcc"
cells = [6, 6, 6]

[composition]
host = "Fe"
fractions = { Fe = 0.95, Cu = 0.05 }
vacancies = 1

[model]
kind = "iron-copper"

[recall]
mode = "jump-symmetry"
"#;

/// A folder with the small simulation, changed in one place.
pub fn with(old: &str, new: &str) -> Folder {
    assert!(SMALL.contains(old));
    Folder::with("small.toml", SMALL.replace(old, new))
}

#[track_caller]
pub fn refused(old: &str, new: &str) -> String {
    let message = with(old, new).zobrist(["lattice", "run", "small.toml"]).refused();
    assert!(message.starts_with("zobrist: "), "{message}");
    message
}

pub fn text(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.path(name)).unwrap()
}

#[test]
fn a_run_leaves_observables_pictures_and_a_checkpoint() {
    let folder = Folder::with("small.toml", SMALL);
    let summary = folder.zobrist(["lattice", "run", "small.toml"]).done();
    assert!(summary.starts_with("steps        2000\n"), "{summary}");

    let csv = text(&folder, "small.csv");
    let rows: Vec<Vec<&str>> = csv.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows[0].join(","), HEADER);
    let steps: Vec<&str> = rows[1..].iter().map(|row| row[0]).collect();
    assert_eq!(steps, ["0", "500", "1000", "1500", "2000"]);
    let times: Vec<f64> = rows[1..].iter().map(|row| row[1].parse().unwrap()).collect();
    assert!(times[0] == 0.0 && times.is_sorted_by(|a, b| a < b), "{times:?}");
    assert!(summary.contains(rows[5][8]), "the last hash is that of the summary");

    let (before, after) = (text(&folder, "small.before.svg"), text(&folder, "small.after.svg"));
    assert!(before.starts_with("<svg") && after.starts_with("<svg"));
    assert_ne!(before, after);
    // The vacancy and 5 % of 432 atoms; both are in the legend, beside the frame of the host.
    assert_eq!(before.matches("<circle").count(), 1 + 22 + 2);
    assert_eq!(before.matches("<polygon").count(), 1);
    assert!(folder.path("small.checkpoint").exists());
}

const HEADER: &str = "step,time,energy,squared_displacement,solute_pairs,lone_solutes,evaluations,\
    hits,hash,residence";

#[test]
fn all_modes_end_alike() {
    let folder = Folder::with("small.toml", SMALL);
    let table = folder.zobrist(["lattice", "compare", "small.toml", "--format", "csv"]).done();
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows[0].join(","), "mode,steps,evaluations,hits,seconds,final_hash,final_time");
    let modes: Vec<&str> = rows[1..].iter().map(|row| row[0]).collect();
    let all = ["none", "state", "environment", "environment-symmetry", "jump-symmetry"];
    assert_eq!(modes, all);
    for row in &rows[1..] {
        assert_eq!((row[1], row[5], row[6]), ("2000", rows[1][5], rows[1][6]));
    }
    let evaluations: Vec<u64> = rows[1..].iter().map(|row| row[2].parse().unwrap()).collect();
    assert_eq!(evaluations[0], 16_000);
    assert!(evaluations.is_sorted_by(|a, b| a >= b), "{evaluations:?}");
    assert!(evaluations[4] < evaluations[0] / 4, "{evaluations:?}");
    assert_eq!(rows[1][3], "0");

    let people = folder.zobrist(["lattice", "compare", "small.toml"]).done();
    assert_eq!(people.lines().count(), 6);
    assert!(people.contains(rows[1][5]) && people.contains("100.000%"), "{people}");
}

/// No site is its own neighbor, but what is beside a site on both sides is one and the same site.
const NARROW: &str = r#"seed = 7
temperature = 773.0
steps = 200

[lattice]
structure = "sc"
cells = [2, 4, 4]

[composition]
host = "A"
fractions = { A = 0.9, B = 0.1 }
vacancies = 1

[model]
kind = "pair"
migration = { A = 0.5, B = 0.4 }
[[model.shell]]
A-A = -0.5
A-B = -0.4
B-B = -0.5
A-vacancy = 0
B-vacancy = 0
vacancy-vacancy = 0
"#;

#[test]
fn a_box_without_room_for_every_mode_is_refused_before_the_table() {
    let folder = Folder::with("narrow.toml", NARROW);
    folder.zobrist(["lattice", "run", "narrow.toml"]).done();
    for format in ["text", "csv", "jsonl"] {
        let compare = ["lattice", "compare", "narrow.toml", "--format", format];
        let message = folder.zobrist(compare).refused();
        assert!(message.contains("a box of 2 x 4 x 4 cells is too small"), "{message}");
    }
}

/// Rows and the bar share a terminal, on which a row that does not begin a line cannot be read.
#[cfg(target_os = "linux")]
#[test]
fn rows_of_a_table_begin_lines_of_the_terminal() {
    let slow = "kind = \"iron-copper\"\ndelay = 0.001";
    let config = SMALL.replace("kind = \"iron-copper\"", slow).replace("2000", "100");
    let folder = Folder::with("small.toml", config);
    let line = "\"$ZOBRIST\" lattice compare small.toml";
    let Some(output) = on_terminal(&folder, line) else { return };
    assert!(output.status.success(), "{output:?}");
    let screen = String::from_utf8(output.stdout).unwrap();
    assert!(screen.contains("/500 steps"), "{screen}");
    for mode in ["mode ", "none ", "state ", "environment ", "jump-symmetry "] {
        let (before, _) = screen.split_once(mode).unwrap();
        // The sequence that clears a line ends like this.
        let begins = before.is_empty() || before.ends_with(['\n', '\r', 'K']);
        assert!(begins, "{mode}: {screen:?}");
    }
}

const MAGNESIUM: &str = r#"seed = 1
temperature = 400
steps = 1000

[lattice]
structure = "hcp"
cells = [5, 5, 4]

[composition]
host = "Mg"
fractions = { Mg = 0.9, Al = 0.07, Zn = 0.03 }
vacancies = 3

[model]
kind = "pair"
migration = { Mg = 0.5, Al = 0.55, Zn = 0.4 }
[[model.shell]]
Mg-Mg = -0.5
Mg-Al = -0.52
Mg-Zn = -0.49
Al-Al = -0.51
Al-Zn = -0.5
Zn-Zn = -0.55
Mg-vacancy = -0.1
Al-vacancy = -0.12
Zn-vacancy = -0.15
vacancy-vacancy = 0.05

[recall]
mode = "environment-symmetry"
verify = "hash128"

[flicker]
window = 10
states = 6
"#;

#[test]
fn pairs_of_ones_own_several_vacancies_and_flicker() {
    let folder = Folder::with("mg.toml", MAGNESIUM);
    let summary = folder.zobrist(["lattice", "run", "mg.toml"]).done();
    let basins = summary.lines().find(|line| line.starts_with("basins left  ")).unwrap();
    assert!(basins.ends_with(" jumps skipped"), "{summary}");
    let table = folder.zobrist(["lattice", "compare", "mg.toml", "--format", "csv"]).done();
    let hash = summary.lines().nth(2).unwrap().rsplit(' ').next().unwrap();
    assert_eq!(table.matches(hash).count(), 5, "{table}");
    folder.write("mg.toml", MAGNESIUM.replace("Al-Zn = -0.5\n", ""));
    let message = folder.zobrist(["lattice", "run", "mg.toml", "--force"]).refused();
    assert!(message.contains("1: expected an energy in eV for the pair Al-Zn"), "{message}");
}

/// F(ρ) = −ρ and ρ(r) = 1/8: an atom has −1 eV for eight neighbors.
#[test]
fn a_potential_from_a_file() {
    let eam =
        "kind = \"eam\"\nfile = \"x.setfl\"\nlattice_constant = 3.1\nmigration = { Xx = 0.6 }";
    let config = SMALL
        .replace("kind = \"iron-copper\"", eam)
        .replace("{ Fe = 0.95, Cu = 0.05 }", "{ Xx = 1.0 }")
        .replace("\"Fe\"", "\"Xx\"");
    let folder = Folder::with("x.toml", config);
    let setfl = "a\nb\nc\n1 Xx\n4 1.0 4 1.0 3.0\n0 1.0 2.0 bcc\n0 -1 -2 -3\n.125 .125 .125 .125\n\
                 0 0 0 0\n";
    folder.write("x.setfl", setfl);
    folder.zobrist(["lattice", "run", "x.toml"]).done();
    // 431 atoms, eight of which have seven neighbors.
    let csv = text(&folder, "x.csv");
    let energies: Vec<&str> =
        csv.lines().skip(1).map(|row| row.split(',').nth(2).unwrap()).collect();
    assert_eq!(energies, ["-430"; 5]);
    for (end, compress) in COMPRESSIONS {
        folder.write("x.setfl", compress(setfl.as_bytes()));
        folder.zobrist(["lattice", "run", "x.toml", "--force"]).done();
        assert_eq!(text(&folder, "x.csv"), csv, "{end}");
    }
    folder.write("x.setfl", b"\xff\xfea\0\n\0");
    let message = folder.zobrist(["lattice", "run", "x.toml", "--force"]).refused();
    assert!(message.contains("got UTF-16; make it plain"), "{message}");
    folder.write("x.setfl", setfl.replace("Xx", "Yy"));
    let message = folder.zobrist(["lattice", "run", "x.toml", "--force"]).refused();
    assert!(message.contains("x.setfl: expected the element Xx, got Yy"), "{message}");
}

/// The rows of observables, without what was recalled: that starts over when a run resumes.
pub fn trajectory(folder: &Folder) -> Vec<String> {
    let row = |row: &str| {
        let mut fields: Vec<&str> = row.split(',').collect();
        fields.drain(6..8);
        fields.join(",")
    };
    text(folder, "small.csv").lines().map(row).collect()
}

#[test]
fn a_run_goes_on_where_it_stopped() {
    let whole = Folder::with("small.toml", SMALL);
    whole.zobrist(["lattice", "run", "small.toml"]).done();
    // A run stopped after 1,000 steps: as if the configuration had asked for no more.
    let parts = with("steps = 2000\nsamples = 4", "steps = 1000\nsamples = 2");
    parts.zobrist(["lattice", "run", "small.toml"]).done();
    parts.write("small.toml", SMALL);
    parts.zobrist(["lattice", "run", "small.toml", "--resume"]).done();
    assert_eq!(trajectory(&parts), trajectory(&whole));
    assert_eq!(text(&parts, "small.after.svg"), text(&whole, "small.after.svg"));

    // A checkpoint of another simulation is not one of this.
    parts.write("small.toml", SMALL.replace("773.0", "600.0"));
    let message = parts.zobrist(["lattice", "run", "small.toml", "--resume"]).refused();
    assert!(message.contains("small.checkpoint"), "{message}");
    assert!(message.contains("expected") && message.contains("got"), "{message}");
    parts.write("small.toml", SMALL.replace("seed = 7", "seed = 8"));
    let message = parts.zobrist(["lattice", "run", "small.toml", "--resume"]).refused();
    assert!(message.contains("since `seed` or the composition differs"), "{message}");
}

/// A run in the background, which ends with its test.
pub struct Running(pub Child);

impl Running {
    /// Starts a run of small.toml and waits until one of its files is there; the picture of the
    /// start is, once the run listens for Ctrl-C.
    pub fn until(folder: &Folder, args: &[&str], file: &str) -> Running {
        Running::of(folder, &[&["lattice", "run", "small.toml"], args].concat(), file)
    }

    /// Starts any command and waits until a file is there.
    pub fn of(folder: &Folder, args: &[&str], file: &str) -> Running {
        let child = with_signals()
            .args(args)
            .current_dir(folder.path(""))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut running = Running(child.unwrap());
        let start = Instant::now();
        while !folder.path(file).exists() {
            assert!(running.0.try_wait().unwrap().is_none(), "it ended before {file} was there");
            assert!(start.elapsed() < Duration::from_secs(60), "no {file}");
            sleep(Duration::from_millis(10));
        }
        running
    }

    /// As Ctrl-C does.
    pub fn interrupt(&self) {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_writes_the_state() {
    let long = SMALL.replace("steps = 2000", "steps = 100_000_000_000");
    let folder = Folder::with("small.toml", &long);
    let mut running = Running::until(&folder, &[], "small.before.svg");
    running.interrupt();
    let status = running.0.wait().unwrap();
    assert_eq!(status.code(), Some(1));
    let csv = text(&folder, "small.csv");
    assert!(csv.starts_with(HEADER), "{csv}");

    // Its files are enough to resume, to the end of a run that was not stopped.
    let (steps, time, hash) = resumed(&folder, &long);
    assert!(steps > 10);
    let short = long.replace("100_000_000_000", &steps.to_string());
    let whole = Folder::with("small.toml", short).zobrist(["lattice", "run", "small.toml"]).done();
    assert!(whole.contains(&format!("\n{time}\n{hash}\n")), "{whole} {time} {hash}");
}

/// Continues for a while from the checkpoint; returns the steps done by then, and the lines with
/// the time and the hash.
#[cfg(unix)]
fn resumed(folder: &Folder, config: &str) -> (u64, String, String) {
    let message = {
        folder.write("small.toml", config.replace("100_000_000_000", "0"));
        folder.zobrist(["lattice", "run", "small.toml", "--resume"]).refused()
    };
    // Expected 0 steps at most, got those of the checkpoint.
    let got = message.trim_end().rsplit(' ').next().unwrap();
    let steps: u64 = got.parse().unwrap_or_else(|_| panic!("{message}"));
    folder.write("small.toml", config.replace("100_000_000_000", &(steps + 10).to_string()));
    let summary = folder.zobrist(["lattice", "run", "small.toml", "--resume"]).done();
    let lines: Vec<&str> = summary.lines().collect();
    assert_eq!(lines[0], format!("steps        {}", steps + 10));
    (steps + 10, lines[1].to_owned(), lines[2].to_owned())
}

/// 6.75 million sites within 54 MiB of memory beyond that of the program.
#[cfg(target_os = "linux")]
#[test]
fn a_box_beyond_memory_is_refused() {
    let folder = with("[6, 6, 6]", "[150, 150, 150]");
    let script =
        format!("ulimit -v {}; exec \"$0\" lattice run small.toml", to_start() + (54 << 10));
    let mut command = Command::new("sh");
    command.args(["-c", &script, ZOBRIST]).current_dir(folder.path(""));
    // The C library reserves 64 MiB for the first allocation of a second thread, if that comes in
    // time.
    command.env("MALLOC_ARENA_MAX", "1");
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let message = String::from_utf8(output.stderr).unwrap();
    // The keys of the vacancy and of copper: 8 bytes each, on every site.
    let refused = "small.toml: the system refused 108000000 bytes of memory; take a smaller box";
    assert!(message.contains(refused), "{message}");
    assert!(!folder.path("small.before.svg").exists());
}

/// A folder that is missing, and one where a file should go: the run would take days.
#[test]
fn a_place_that_cannot_be_written_is_known_before_the_run() {
    let config = SMALL.replace("steps = 2000", "steps = 100_000_000_000");
    let recall = config.replace("mode = ", "file = \"none/iron.recall\"\nmode = ");
    let folder = Folder::with("small.toml", recall);
    let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
    assert!(message.contains("cannot write none/iron.recall"), "{message}");

    let folder = Folder::with("small.toml", config);
    fs::create_dir(folder.path("small.checkpoint")).unwrap();
    let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
    assert!(message.contains("cannot write small.checkpoint"), "{message}");
    assert!(!folder.path("small.before.svg").exists());

    let folder = Folder::with("small.csv", SMALL);
    let message = folder.zobrist(["lattice", "run", "small.csv"]).refused();
    assert!(message.contains("cannot write small.csv: it is the configuration"), "{message}");
    assert_eq!(text(&folder, "small.csv"), SMALL);
}

#[test]
fn a_run_that_can_do_no_step_leaves_its_state() {
    let folder = with("temperature = 773.0", "temperature = 1.0");
    let message = folder.zobrist(["lattice", "run", "small.toml"]).refused();
    assert!(message.contains("step 1: no step: expected a jump"), "{message}");
    assert!(folder.path("small.checkpoint").exists());
    assert_eq!(text(&folder, "small.csv").lines().count(), 2);
}

#[test]
fn a_configuration_that_is_none_says_what_was_expected() {
    let message = refused("steps = ", "stepz = ");
    assert!(message.contains("small.toml:3") && message.contains("`stepz`"), "{message}");
    assert!(message.contains("expected one of"), "{message}");

    let message = refused("Cu = 0.05", "Cu = 0.06");
    assert!(message.contains("expected fractions that add up to 1, got 1.01"), "{message}");
    assert!(message.contains("small.toml:12"), "{message}");

    let message = refused("[6, 6, 6]", "[1, 6, 6]");
    assert!(message.starts_with("zobrist: small.toml: a box of 1 x 6 x 6 cells"), "{message}");
    assert!(message.contains("expected") && message.contains("got"), "{message}");

    let message = refused("[6, 6, 6]", "[1200, 1200, 1200]");
    assert!(message.contains("3456000000 sites") && message.contains("2^32"), "{message}");
    assert!(message.starts_with("zobrist: small.toml:6"), "{message}");
    // The model knows copper where there is none.
    let large = SMALL.replace("[6, 6, 6]", "[1024, 1024, 1024]");
    let iron = Folder::with("small.toml", large.replace("Fe = 0.95, Cu = 0.05", "Fe = 1.0"));
    let message = iron.zobrist(["lattice", "run", "small.toml"]).refused();
    assert!(message.contains("for 2 species, take 4294967296 keys: expected fewer"), "{message}");

    for (cells, got) in [("[]", 0), ("[6, 6]", 2), ("[6, 6, 6, 6]", 4)] {
        let message = refused("[6, 6, 6]", cells);
        let expected = format!("`cells`: expected 3 numbers, one for each axis, got {got}");
        assert!(message.contains(&expected), "{message}");
        assert!(message.starts_with("zobrist: small.toml:8 (byte "), "{message}");
    }

    let message = refused("\"jump-symmetry\"", "\"jump\"");
    assert!(message.contains("no recall mode \"jump\": expected one of none, state"), "{message}");

    let message = refused("\"bcc\"", "\"fcc\"");
    assert!(message.contains("iron is bcc; expected that, got fcc"), "{message}");

    let message = refused("\"bcc\"", "\"diamond\"");
    assert!(message.contains("diamond") && message.contains("expected"), "{message}");

    let message = refused("temperature = 773.0", "temperature = -1.0");
    assert!(message.contains("`temperature`: expected a number above 0, got -1"), "{message}");

    let message = refused("vacancies = 1", "vacancies = 1000");
    assert!(message.contains("the 432 sites, got 1022"), "{message}");
    let message = refused("vacancies = 1", "vacancies = 18446744073709551615");
    assert!(message.contains("small.toml:12"), "{message}");
    assert!(message.contains("the 432 sites, got 18446744073709551615"), "{message}");

    let message = refused("vacancies = 1", "vacancies = 0");
    assert!(message.contains("vacanc"), "{message}");

    let message = refused("kind = \"iron-copper\"", "kind = \"eam\"\nfile = \"none.setfl\"");
    assert!(message.contains("expected `lattice_constant`"), "{message}");

    let eam = "kind = \"eam\"\nfile = \"none.setfl\"\nlattice_constant = 2.86\n\
               migration = { Fe = 0.65, Cu = 0.56 }";
    let message = refused("kind = \"iron-copper\"", eam);
    assert!(message.contains("cannot read the potential none.setfl"), "{message}");

    let message = refused("kind = \"iron-copper\"", "kind = \"iron-copper\"\nfile = \"x\"");
    assert!(message.contains("it has no `file`"), "{message}");

    let message = Folder::new().zobrist(["lattice", "run", "none.toml"]).refused();
    assert!(message.starts_with("zobrist: cannot read none.toml: "), "{message}");
}
