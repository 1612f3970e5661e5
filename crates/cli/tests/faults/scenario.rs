//! The commands under test: for each, the files before it, its command line, and a reader of the
//! files after it.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use zobrist_simulation::atoms::frames_up_to;

use crate::tables;
use crate::world::World;

pub struct Scenario {
    pub name: &'static str,
    /// Makes the old state, in `work`.
    pub prepare: fn(&World),
    pub program: Program,
    /// The entries of `work` that the command may change.
    pub written: &'static [&'static str],
    /// Opens and verifies the files.
    pub read: fn(&World) -> Result<State, String>,
    /// True if the command leaves states between the old and the new one that serve as well, as the
    /// checkpoints of a run do.
    pub between: bool,
    /// A part that lacks something for good if it could not be written when the others could: the
    /// command says so with exit status 2, and again when it is next run.
    pub may_lack: Option<&'static str>,
    /// True if the command always notices that its renames were not done.
    pub notices_renames: bool,
}

pub enum Program {
    /// Arguments of `zobrist`, separated by spaces.
    Zobrist(&'static str),
    /// A program of [`tables`].
    Table(&'static str),
}

/// Parts by name, each of which is old or new by itself; an error if it cannot be opened. A part
/// with a name that begins with `~` may differ after an interrupted command was run again.
pub type State = Vec<(&'static str, String)>;

/// Values that scenarios have unless they say otherwise.
pub const PLAIN: Scenario = Scenario {
    name: "",
    prepare: |_| {},
    program: Program::Zobrist(""),
    written: &[],
    read: |_| Ok(State::new()),
    between: false,
    may_lack: None,
    notices_renames: false,
};

pub static SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "index build, a new index",
        prepare: games,
        program: Program::Zobrist("index build idx a.pgn b.pgn --jobs 1 --relative"),
        written: &["idx"],
        read: index,
        ..PLAIN
    },
    Scenario {
        name: "index build, in place of another",
        prepare: |world| {
            games(world);
            zobrist(world, "index build idx c.pgn --relative");
        },
        program: Program::Zobrist("index build idx a.pgn b.pgn --replace --jobs 1 --relative"),
        written: &["idx"],
        read: index,
        ..PLAIN
    },
    Scenario {
        name: "index add",
        prepare: |world| {
            games(world);
            zobrist(world, "index build idx a.pgn --relative");
        },
        program: Program::Zobrist("index add idx b.pgn --jobs 1 --relative"),
        written: &["idx"],
        read: index,
        ..PLAIN
    },
    Scenario {
        name: "index merge",
        prepare: |world| {
            games(world);
            zobrist(world, "index build idx a.pgn --relative");
            zobrist(world, "index add idx b.pgn --relative");
        },
        program: Program::Zobrist("index merge idx --jobs 1"),
        written: &["idx"],
        read: index,
        ..PLAIN
    },
    Scenario {
        name: "index remove",
        prepare: |world| {
            games(world);
            zobrist(world, "index build idx a.pgn b.pgn --relative");
        },
        program: Program::Zobrist("index remove idx a.pgn --jobs 1"),
        written: &["idx"],
        read: index,
        ..PLAIN
    },
    Scenario {
        name: "book make, a new file",
        prepare: games,
        program: Program::Zobrist("book make a.pgn b.pgn -o out.bin --min-games 1 --jobs 1"),
        written: &["out.bin"],
        read: book,
        ..PLAIN
    },
    Scenario {
        name: "book make, in place of another",
        prepare: |world| {
            games(world);
            zobrist(world, "book make c.pgn -o out.bin --min-games 1");
        },
        program: Program::Zobrist(
            "book make a.pgn b.pgn -o out.bin --force --min-games 1 --jobs 1",
        ),
        written: &["out.bin"],
        read: book,
        ..PLAIN
    },
    Scenario {
        name: "book merge",
        prepare: |world| {
            games(world);
            zobrist(world, "book make a.pgn -o a.bin --min-games 1");
            zobrist(world, "book make b.pgn -o b.bin --min-games 1");
            zobrist(world, "book make c.pgn -o out.bin --min-games 1");
        },
        program: Program::Zobrist("book merge a.bin b.bin -o out.bin --force"),
        written: &["out.bin"],
        read: book,
        ..PLAIN
    },
    Scenario {
        name: "book fix",
        prepare: |world| {
            games(world);
            zobrist(world, "book make c.pgn -o out.bin --min-games 1");
            zobrist(world, "book make a.pgn -o a.bin --min-games 1");
            let sound = fs::read(world.work().join("a.bin")).unwrap();
            let faulty: Vec<u8> = sound.chunks(16).rev().flatten().copied().collect();
            fs::write(world.work().join("faulty.bin"), faulty).unwrap();
        },
        program: Program::Zobrist("book fix faulty.bin -o out.bin --force"),
        written: &["out.bin"],
        read: book,
        ..PLAIN
    },
    Scenario {
        name: "lattice run, a new one",
        prepare: |world| lattice_config(world, 400, 2),
        program: Program::Zobrist("lattice run small.toml --force"),
        written: LATTICE_FILES,
        read: lattice,
        // The checkpoint of the start.
        between: true,
        may_lack: Some("small.csv"),
        ..PLAIN
    },
    Scenario {
        name: "lattice run --resume",
        prepare: |world| {
            lattice_config(world, 200, 2);
            zobrist(world, "lattice run small.toml");
            lattice_config(world, 400, 4);
        },
        program: Program::Zobrist("lattice run small.toml --resume"),
        written: LATTICE_FILES,
        read: lattice,
        may_lack: Some("small.csv"),
        ..PLAIN
    },
    Scenario {
        name: "lattice run with a dump",
        prepare: |world| dump_config(world, 400, 50),
        program: Program::Zobrist("lattice run small.toml --force"),
        written: DUMP_FILES,
        read: |world| {
            let (state, [rows, frames]) = lattice_with_dump(world)?;
            // From its start, a run begins the dump anew.
            match rows <= frames.max(1) {
                true => Ok(state),
                false => Err(format!("{rows} rows, but {frames} frames")),
            }
        },
        between: true,
        // It opens the dump where it should be.
        notices_renames: true,
        ..PLAIN
    },
    Scenario {
        name: "lattice run in place of one with a dump",
        prepare: |world| {
            dump_config(world, 200, 50);
            let path = world.work().join("small.toml");
            let config = fs::read_to_string(&path).unwrap();
            fs::write(path, config.replacen("seed = ", "seed = 1", 1)).unwrap();
            zobrist(world, "lattice run small.toml");
            for ending in ["checkpoint", "xyz"] {
                let file = |name: &str| world.work().join(format!("{name}.{ending}"));
                fs::copy(file("small"), file("earlier")).unwrap();
            }
            dump_config(world, 400, 50);
        },
        program: Program::Zobrist("lattice run small.toml --force"),
        written: DUMP_FILES,
        read: |world| {
            let is_old = |ending: &str| {
                let file = |name: &str| fs::read(world.work().join(format!("{name}.{ending}")));
                file("small").unwrap() == file("earlier").unwrap()
            };
            match is_old("checkpoint") && !is_old("xyz") {
                true => Err("the new dump is beside the earlier checkpoint".to_owned()),
                false => lattice_with_dump(world).map(|(state, _)| state),
            }
        },
        between: true,
        notices_renames: true,
        ..PLAIN
    },
    Scenario {
        name: "lattice run --resume with a dump",
        prepare: |world| {
            dump_config(world, 200, 200);
            zobrist(world, "lattice run small.toml");
            dump_config(world, 400, 200);
        },
        program: Program::Zobrist("lattice run small.toml --resume"),
        written: DUMP_FILES,
        read: |world| lattice_with_dump(world).map(|(state, _)| state),
        may_lack: Some("small.csv"),
        ..PLAIN
    },
    Scenario {
        name: "recall file of another run",
        prepare: |world| {
            lattice_config(world, 200, 2);
            zobrist(world, "lattice run small.toml --out earlier");
            lattice_config(world, 400, 4);
        },
        program: Program::Zobrist("lattice run small.toml --force"),
        written: LATTICE_FILES,
        read: lattice,
        between: true,
        may_lack: Some("small.csv"),
        ..PLAIN
    },
    Scenario {
        name: "table, Table::save",
        prepare: tables::save_old,
        program: Program::Table("save"),
        written: &["table"],
        read: tables::read_saved,
        ..PLAIN
    },
    Scenario {
        name: "table, create_shared",
        prepare: |_| {},
        program: Program::Table("create"),
        written: &["table"],
        read: tables::read_shared,
        notices_renames: true,
        ..PLAIN
    },
    Scenario {
        name: "table, flush",
        prepare: tables::share_old,
        program: Program::Table("flush"),
        written: &["table"],
        read: tables::read_shared,
        notices_renames: true,
        ..PLAIN
    },
];

/// A run that writes checkpoints on its way. It takes seconds, so calls are recorded once, and none
/// is made to fail.
pub static CHECKPOINTS: Scenario = Scenario {
    name: "lattice run --checkpoint-every",
    prepare: |world| {
        lattice_config(world, 2000, 2);
        let clock = Instant::now();
        zobrist(world, "lattice run small.toml");
        // Enough steps for a checkpoint on the way, after a second.
        let in_two_seconds = 2000.0 * 2.0 / clock.elapsed().as_secs_f64();
        lattice_config(world, (in_two_seconds as u32).max(4000), 4);
    },
    program: Program::Zobrist("lattice run small.toml --resume --checkpoint-every 1"),
    written: LATTICE_FILES,
    read: lattice,
    between: true,
    may_lack: Some("small.csv"),
    ..PLAIN
};

impl Scenario {
    /// The command, in a world.
    pub fn command(&self, world: &World) -> Command {
        let mut command = match self.program {
            Program::Zobrist(line) => {
                let mut command = Command::new(env!("CARGO_BIN_EXE_zobrist"));
                command.args(line.split(' '));
                command
            }
            Program::Table(program) => tables::command(program),
        };
        world.enter(&mut command);
        command
    }

    /// The command as it is typed.
    pub fn line(&self) -> String {
        match self.program {
            Program::Zobrist(line) => format!("zobrist {line}"),
            Program::Table(program) => format!("the program `{program}` of tables.rs"),
        }
    }
}

/// Runs a command line that must succeed; returns its standard output.
pub fn zobrist(world: &World, line: &str) -> String {
    try_zobrist(world, line).unwrap_or_else(|error| panic!("{error}"))
}

pub fn try_zobrist(world: &World, line: &str) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zobrist"));
    let output = world.enter(command.args(line.split(' '))).output().unwrap();
    if output.status.code() == Some(0) {
        return Ok(String::from_utf8(output.stdout).unwrap());
    }
    let message = String::from_utf8_lossy(&output.stderr);
    Err(format!("{line}: {}: {}", output.status, message.trim_end()))
}

/// Three files of games that share some positions. An index that shall be equal in every world
/// names them by relative paths.
pub fn games(world: &World) {
    let openings = ["e4 e5 2. Nf3", "d4 d5 2. c4", "e4 c5 2. Nf3", "c4 e5 2. Nc3", "e4 e6 2. d4"];
    for (file, from) in [("a.pgn", 0), ("b.pgn", 2), ("c.pgn", 4)] {
        let game = |number: usize| {
            let result = ["1-0", "0-1", "1/2-1/2"][number % 3];
            format!(
                "[White \"{file} {number}\"]\n[Result \"{result}\"]\n\n1. {} {result}\n\n",
                openings[(from + number) % openings.len()]
            )
        };
        fs::write(world.work().join(file), (0..4).map(game).collect::<String>()).unwrap();
    }
}

/// Answers of the index, if there is one; it must verify. Its size depends on how often the build
/// was interrupted.
pub fn index(world: &World) -> Result<State, String> {
    if !is_there(&world.work().join("idx/manifest.json")) {
        return Ok(vec![("index", "none".to_owned())]);
    }
    try_zobrist(world, "index verify idx")?;
    let facts = try_zobrist(world, "index info idx")?;
    let same = |fact: &&str| !fact.contains("_bytes") && !fact.starts_with("games_files");
    let mut answers: Vec<&str> = facts.lines().filter(same).collect();
    let games = try_zobrist(world, "explore idx --games 100 --format jsonl")?;
    answers.extend(games.lines());
    Ok(vec![("index", answers.join("\n"))])
}

/// The bytes of the book, if there is one; it must have no fault.
fn book(world: &World) -> Result<State, String> {
    let path = world.work().join("out.bin");
    if !is_there(&path) {
        return Ok(vec![("book", "none".to_owned())]);
    }
    try_zobrist(world, "book check out.bin")?;
    Ok(vec![("book", digest(&fs::read(path).unwrap()))])
}

const DUMP_FILES: &[&str] = &[
    "small.csv",
    "small.before.svg",
    "small.after.svg",
    "small.curves.svg",
    "small.checkpoint",
    "small.xyz",
    "recall",
];

const LATTICE_FILES: &[&str] =
    &["small.csv", "small.before.svg", "small.after.svg", "small.checkpoint", "recall"];

fn lattice_config(world: &World, steps: u32, samples: u32) {
    let config = format!(
        "seed = 7\ntemperature = 773.0\nsteps = {steps}\nsamples = {samples}\n\
         [lattice]\nstructure = \"bcc\"\ncells = [6, 6, 6]\n\
         [composition]\nhost = \"Fe\"\nfractions = {{ Fe = 0.95, Cu = 0.05 }}\nvacancies = 1\n\
         [model]\nkind = \"iron-copper\"\n\
         [recall]\nmode = \"jump-symmetry\"\nentries = 60\nfile = \"recall\"\n"
    );
    fs::write(world.work().join("small.toml"), config).unwrap();
    // The lock of a run, which stays and is empty.
    fs::write(world.work().join("recall.lock"), "").unwrap();
}

/// The files of a run, each by itself. Rows and checkpoints without their counts of evaluations and
/// hits, which depend on what was recalled. That a checkpoint and a recall can be opened is seen
/// when the run is resumed.
fn lattice(world: &World) -> Result<State, String> {
    let read = |name: &str| {
        let path = world.work().join(name);
        is_there(&path).then(|| fs::read(path).unwrap())
    };
    let mut state = State::new();
    for name in ["small.before.svg", "small.after.svg", "~recall"] {
        let bytes = read(name.trim_start_matches('~'));
        state.push((name, bytes.map_or("none".to_owned(), |bytes| digest(&bytes))));
    }
    let rows = read("small.csv").map_or("none".to_owned(), |bytes| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let counts = [6, 7];
        let row = |row: &str| {
            let fields = row.split(',').enumerate().filter(|(at, _)| !counts.contains(at));
            fields.map(|(_, field)| field).collect::<Vec<_>>().join(",")
        };
        text.lines().map(row).collect::<Vec<_>>().join("\n")
    });
    state.push(("small.csv", rows));
    let checkpoint = read("small.checkpoint").map_or("none".to_owned(), |bytes| {
        // At its end are the steps, five other counts, the 22 solutes that are followed and a
        // checksum.
        const SOLUTES: usize = 4 + 22 * 28;
        let counts = bytes.len().checked_sub(6 * 8 + SOLUTES + 8);
        counts.map_or("damaged".to_owned(), |at| {
            let solutes = &bytes[at + 6 * 8..][..SOLUTES];
            digest(&[&bytes[..at], solutes].concat())
        })
    });
    state.push(("small.checkpoint", checkpoint));
    Ok(state)
}

/// As [`lattice_config`], with a row and a frame after each of `every` steps.
fn dump_config(world: &World, steps: u32, every: u32) {
    lattice_config(world, steps, 1);
    let path = world.work().join("small.toml");
    let config = fs::read_to_string(&path).unwrap();
    let output = format!("[output]\nevery = {{ steps = {every} }}\n[output.dump]\n");
    fs::write(path, config + &output).unwrap();
}

/// As [`lattice`], with the dump, and the numbers of rows and of frames. A part of a frame may
/// follow, which the next run cuts off.
fn lattice_with_dump(world: &World) -> Result<(State, [u64; 2]), String> {
    let mut state = lattice(world)?;
    let (_, rows) = state.iter().find(|(name, _)| *name == "small.csv").expect("it is read");
    let rows = rows.lines().skip(1).count() as u64;
    let dump = world.work().join("small.xyz");
    if !is_there(&dump) {
        state.push(("small.xyz", "none".to_owned()));
        return Ok((state, [rows, 0]));
    }
    let kept = frames_up_to(&dump, u64::MAX, None).map_err(|error| error.to_string())?;
    let frames = digest(&fs::read(dump).unwrap()[..kept.bytes as usize]);
    state.push(("small.xyz", frames));
    Ok((state, [rows, kept.frames]))
}

pub fn is_there(path: &Path) -> bool {
    path.try_exists().unwrap()
}

fn digest(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("{} bytes, {:016x}", bytes.len(), hasher.finish())
}
