//! Times this project and its peers side by side and prints ratios.
//!
//! `cargo run --release --manifest-path bench/Cargo.toml` runs everything; `… -- replay scratch`
//! runs the named groups; `… -- generate FILE [GAMES]` writes generated games. The result of every
//! contestant is asserted before its time counts.

mod audit;
mod book_make;
mod book_probe;
mod child;
mod command;
mod core_ops;
mod cores;
mod counting;
mod games;
mod generate;
mod go;
mod go_find;
mod go_index;
mod go_peers;
mod history;
mod index;
mod lattice;
mod lines;
mod paired;
mod peers;
mod perft_table;
mod pgn;
mod playouts;
mod replay;
mod scratch;
mod sgf;
mod solve;
mod tabulation;
mod transposition;
mod undo;
mod upcoming;

use anyhow::{Result, bail};

type Group = (&'static str, fn() -> Result<()>);

const GROUPS: [Group; 30] = [
    ("core", core_ops::run),
    ("tabulation", tabulation::run),
    ("history", history::run),
    ("upcoming", upcoming::run),
    ("replay", replay::run),
    ("pgn", pgn::run),
    ("scratch", scratch::run),
    ("lines", lines::run),
    ("counting", counting::run),
    ("index", index::run),
    ("explore", index::explore),
    ("look_up", index::look_up),
    ("filters", index::filters),
    ("serve", index::serve),
    ("memory", index::memory),
    ("runs", index::by_runs),
    ("book_make", book_make::run),
    ("book_probe", book_probe::run),
    ("audit", audit::run),
    ("perft_table", perft_table::run),
    ("solve", solve::run),
    ("transposition", transposition::run),
    ("clusters", transposition::clusters),
    ("nodes", transposition::nodes),
    ("policies", transposition::policies),
    ("sgf", sgf::run),
    ("go", go::run),
    ("go_find", go_find::run),
    ("go_index", go_index::run),
    ("lattice", lattice::run),
];

fn main() -> Result<()> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    if wanted.first().is_some_and(|first| first == "generate") {
        return generate::run(&wanted[1..]);
    }
    if wanted.first().is_some_and(|first| first == audit::SEARCH) {
        return audit::search(&wanted[1..]);
    }
    if let Some(unknown) = wanted.iter().find(|name| GROUPS.iter().all(|group| group.0 != *name)) {
        bail!("no group {unknown:?}; there are {}", GROUPS.map(|group| group.0).join(", "));
    }
    for (name, run) in GROUPS {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            run()?;
        }
    }
    Ok(())
}
