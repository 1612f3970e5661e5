//! Table files. The command `zobrist` writes none, so this test starts itself again as a program
//! that does.

use std::env;
use std::process::Command;

use zobrist_transposition::Table;

use crate::scenario::State;
use crate::world::World;

/// Names the program that a process of this test is to run.
const PROGRAM: &str = "ZOBRIST_TEST_TABLE_PROGRAM";
const FINGERPRINT: u64 = 77;
const BYTES: u64 = 1 << 12;
const KEYS: u64 = 32;

type Scores = Table<u64, i16>;

/// Stores a score under every key.
fn fill(table: &Scores, offset: i16) {
    for n in 0..KEYS {
        table.store(key(n), offset + n as i16, 1);
    }
}

fn key(n: u64) -> u64 {
    (n << 58) | (n << 20) | 1
}

const OLD: i16 = 100;
const NEW: i16 = 200;

pub fn command(program: &str) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", crate::SAMPLE, "--nocapture", "--test-threads=1"]);
    command.env(PROGRAM, program);
    command
}

/// Runs the program that the environment names, if it names one.
pub fn run_if_asked() -> bool {
    let Some(program) = env::var_os(PROGRAM) else { return false };
    match program.to_str().unwrap() {
        "save" => {
            let table = Scores::new(BYTES).unwrap();
            fill(&table, NEW);
            table.save("table", FINGERPRINT).unwrap();
        }
        "create" => drop(Scores::create_shared("table", BYTES, FINGERPRINT).unwrap()),
        "flush" => {
            let table = Scores::open_shared("table", FINGERPRINT).unwrap();
            fill(&table, NEW);
            table.flush().unwrap();
        }
        other => panic!("no program {other}"),
    }
    true
}

pub fn save_old(world: &World) {
    let table = Scores::new(BYTES).unwrap();
    fill(&table, OLD);
    table.save(world.work().join("table"), FINGERPRINT).unwrap();
}

pub fn share_old(world: &World) {
    let table = Scores::create_shared(world.work().join("table"), BYTES, FINGERPRINT).unwrap();
    fill(&table, OLD);
    table.flush().unwrap();
}

/// All entries as one part: a saved file is replaced as a whole.
pub fn read_saved(world: &World) -> Result<State, String> {
    let table = Scores::load(world.work().join("table"), FINGERPRINT);
    let table = table.map_err(|error| error.to_string())?;
    let entries: Vec<String> = (0..KEYS).map(|n| format!("{:?}", table.probe(key(n)))).collect();
    let count = table.entries().count();
    Ok(vec![("table", format!("{} of {count} entries", entries.join(" ")))])
}

/// Each entry of a shared file by itself: it has what is stored as soon as it is stored.
pub fn read_shared(world: &World) -> Result<State, String> {
    let path = world.work().join("table");
    if !path.try_exists().unwrap() {
        return Ok(vec![("table", "none".to_owned())]);
    }
    let table = Scores::open_shared(path, FINGERPRINT).map_err(|error| error.to_string())?;
    let mut state: State =
        (0..KEYS).map(|n| ("entry", format!("{n}: {:?}", table.probe(key(n))))).collect();
    state.push(("table", format!("{} entries", table.entries().count())));
    Ok(state)
}
