//! Move paths of chess counted with and without a table: the whole command.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{child, command};

pub fn run() -> Result<()> {
    println!("\nperft_table: zobrist perft 7 (target: several times as fast with a table)");
    let command = command::build()?;
    for jobs in ["1", "2"] {
        let mut first = None;
        for table in [None, Some("64MiB"), Some("1GiB")] {
            let mut perft = Command::new(&command);
            perft.args(["perft", "7", "--jobs", jobs]);
            if let Some(table) = table {
                perft.args(["--table", table]);
            }
            let run = child::run(&mut perft)?;
            let last = run.stdout.lines().last().context("perft prints rows")?;
            ensure!(last == "7\t3195901860", "perft printed {last}");
            let without = *first.get_or_insert(run.seconds);
            let table = table.unwrap_or("none");
            println!(
                "  threads {jobs}, table {table:>5}: {:>6.2} s, {:.2} times as fast",
                run.seconds,
                without / run.seconds
            );
        }
    }
    Ok(())
}
