//! Builds by many tasks: whatever happens to a task, it is done or not, the index answers as
//! before, and the build can be completed, to the same files.

use std::fs;

use crate::scenario::{
    PLAIN, Program, Scenario, State, games, index, is_there, try_zobrist, zobrist,
};
use crate::world::World;

/// Plans two runs beside the index of `c.pgn`.
const PLAN: &str = "index plan idx a.pgn b.pgn --runs 2 --add --relative --files 2";

/// Scenarios of the commands that plan and build by tasks.
pub static PLANNED: &[Scenario] = &[
    Scenario {
        name: "index plan",
        prepare: with_index,
        program: Program::Zobrist(PLAN),
        written: &["idx"],
        read: build,
        ..PLAIN
    },
    Scenario {
        name: "index run",
        prepare: |world| planned(world, &["run idx 2"]),
        program: Program::Zobrist("index run idx 1 --jobs 1"),
        written: &["idx"],
        read: build,
        ..PLAIN
    },
    Scenario {
        name: "index combine",
        prepare: |world| planned(world, &["run idx 1", "run idx 2", "combine idx 2/2"]),
        program: Program::Zobrist("index combine idx 1/2 --jobs 1"),
        written: &["idx"],
        read: build,
        ..PLAIN
    },
    Scenario {
        name: "index commit",
        prepare: |world| planned(world, &TASKS),
        program: Program::Zobrist("index commit idx"),
        written: &["idx"],
        read: build,
        ..PLAIN
    },
];

/// All tasks of the build.
const TASKS: [&str; 4] = ["run idx 1", "run idx 2", "combine idx 1/2", "combine idx 2/2"];

fn with_index(world: &World) {
    games(world);
    zobrist(world, "index build idx c.pgn --relative");
}

/// A build with these tasks done. Copies of the world read the files of this one: a plan has their
/// paths.
fn planned(world: &World, tasks: &[&str]) {
    with_index(world);
    zobrist(world, PLAN);
    for task in tasks {
        zobrist(world, &format!("index {task}"));
    }
}

/// Answers of the index, the tasks that are missing, and the outcome of the build once it is
/// completed in a copy.
fn build(world: &World) -> Result<State, String> {
    let mut state = index(world)?;
    let copy = world.copy();
    let is_planned = is_there(&copy.work().join("idx/.building/plan.json"));
    let is_complete = state[0].1.contains("a.pgn");
    let missing = match try_zobrist(&copy, "index commit idx") {
        Ok(_) => "none".to_owned(),
        Err(error) if error.contains("missing: ") || error.contains("got none") => error,
        Err(error) if !is_planned && error.contains("holds no plan") => error,
        Err(error) => return Err(error),
    };
    if missing != "none" && !is_complete {
        if !is_planned {
            try_zobrist(&copy, PLAN)?;
        }
        name_sources_of(&copy);
        for task in TASKS {
            try_zobrist(&copy, &format!("index {task}"))?;
        }
        try_zobrist(&copy, "index commit idx")?;
    }
    state.push(("missing", missing));
    let answers = index(&copy)?.remove(0).1;
    state.push(("completed", format!("{}\n{answers}", sums(&copy))));
    Ok(state)
}

/// Makes the plan of a world name the files of that world: the one in which the plan was made may
/// be gone.
fn name_sources_of(world: &World) {
    let path = world.work().join("idx/.building/plan.json");
    let text = fs::read_to_string(&path).unwrap();
    let old = text.split("\"path\": \"").nth(1).unwrap().split("/work/a.pgn").next().unwrap();
    let text = text.replace(old, world.root().to_str().unwrap());
    const SUM: &str = "\"crc32\": \"";
    let at = text.rfind(SUM).unwrap() + SUM.len();
    let (before, after) = (&text[..at], text[at + 8..].trim_end());
    let mut sum = flate2::Crc::new();
    sum.update(format!("{before}00000000{after}").as_bytes());
    fs::write(path, format!("{before}{:08x}{after}\n", sum.sum())).unwrap();
}

/// Size and CRC-32 of each file of positions and occurrences.
fn sums(world: &World) -> String {
    let manifest = fs::read(world.work().join("idx/manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    let segments = manifest["segments"].as_array().unwrap().iter();
    let tables = segments.flat_map(|all| [&all["positions"], &all["occurrences"]]);
    let files = tables.flat_map(|files| files.as_array().unwrap());
    files.map(|file| format!("{} {};", file["bytes"], file["crc32"])).collect()
}
