//! The table, from Rust and through its C interface from C, beside one as engines have it, in C++:
//! clusters of plain words.

use anyhow::{Context, Result, ensure};
use zobrist_transposition::{Small, Wide};

use super::memory_bound::{
    BITS, BYTES, DEPENDENT, OPERATIONS, dependent, filled, independent, on_threads,
};
use super::stream::found;
use crate::paired::{compare, contestant};

const ROUNDS: usize = 60;

/// Probes and stores in 1 GiB by one thread and by two, and the payloads that were not those of
/// their keys.
pub fn run() -> Result<()> {
    println!("\ntransposition: clusters of an engine in C++, 1 GiB, 90 probes to 10 stores");
    let (wide, small) = (filled::<Wide>()?, filled::<Small>()?);
    let cluster = cluster_table::Table::new(BYTES, false);
    cluster.fill(BITS);
    let interface = c_interface::Table::new(BYTES).context("no memory for a table")?;
    interface.fill(BITS);
    let answers = || {
        let of_interface = |key| interface.probe(key).map(|payload| payload as u32);
        let of_cluster = |key| cluster.probe(key).map(|entry| entry.payload());
        for (name, least, most_wrong, found) in [
            ("16-byte slots", 0.45, 0, found(BITS, |key| wide.probe(key))),
            ("16-byte slots by the C interface", 0.45, 0, found(BITS, of_interface)),
            ("8-byte slots", 0.80, 100, found(BITS, |key| small.probe(key))),
            // One in 65,536 keys has the tag of another.
            ("clusters in C++", 0.60, 100, found(BITS, of_cluster)),
        ] {
            let share = found.hits as f64 / found.keys as f64;
            println!("  {name:<44} found {share:.3}, wrong {} of a million", found.wrong);
            ensure!(share >= least && found.wrong <= most_wrong, "{name}: {found:?}");
        }
        Ok(())
    };
    answers()?;
    for threads in [1, 2] {
        compare(
            &format!("transposition, clusters: each depends on the last, {threads} thread(s)"),
            threads * DEPENDENT,
            ROUNDS,
            &mut [
                contestant("clusters in C++", || {
                    on_threads(threads, |seed| cluster.dependent(BITS, DEPENDENT, seed))
                }),
                contestant("16-byte slots", || {
                    on_threads(threads, |seed| dependent(&wide, DEPENDENT, seed))
                }),
                contestant("16-byte slots by the C interface", || {
                    on_threads(threads, |seed| interface.dependent(BITS, DEPENDENT, seed))
                }),
                contestant("8-byte slots", || {
                    on_threads(threads, |seed| dependent(&small, DEPENDENT, seed))
                }),
            ],
            |_, ()| (),
        );
        compare(
            &format!("transposition, clusters: independent, {threads} thread(s)"),
            threads * OPERATIONS,
            ROUNDS,
            &mut [
                contestant("clusters in C++", || {
                    on_threads(threads, |seed| cluster.independent(BITS, OPERATIONS, seed))
                }),
                contestant("16-byte slots", || {
                    on_threads(threads, |seed| independent(&wide, OPERATIONS, seed))
                }),
                contestant("16-byte slots by the C interface", || {
                    on_threads(threads, |seed| interface.independent(BITS, OPERATIONS, seed))
                }),
                contestant("8-byte slots", || {
                    on_threads(threads, |seed| independent(&small, OPERATIONS, seed))
                }),
            ],
            |_, ()| (),
        );
    }
    answers()
}
