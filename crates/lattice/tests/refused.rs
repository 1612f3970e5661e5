//! Memory that the system refuses: a recall keeps what it has room for, a simulation is not begun.
//! One test alone, since it begins itself again with little memory.
#![cfg(target_os = "linux")]

use std::process::Command;

use zobrist_lattice::model::PairModel;
use zobrist_lattice::{
    Configuration, Kmc, KmcError, Lattice, Metropolis, MetropolisError, Recall, Settings, Site,
    Species, Structure,
};

/// The virtual memory of the run that is refused some, in KiB.
const ROOM: u64 = 100 << 10;
const INSIDE: &str = "ZOBRIST_TEST_REFUSED";

#[test]
fn a_recall_keeps_what_it_has_room_for() {
    if std::env::var_os(INSIDE).is_some() {
        recall();
        simulation();
        return;
    }
    let this = std::env::current_exe().unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v $0 && exec \"$@\"", &ROOM.to_string()]).arg(this);
    let run = shell.args(["--test-threads", "1"]).env(INSIDE, "").output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
}

/// Nothing but the system bounds it.
fn recall() {
    let names = 6_000_000_u64; // of 48 bytes and more
    let mut recall = Recall::<f64>::with_entries(usize::MAX);
    for name in 0..names {
        recall.insert(name, name as f64);
    }
    let len = recall.len() as u64;
    assert!(len > 200_000 && len < names / 2, "{len} entries");
    assert_eq!(recall.statistics().evictions, names - len);
    for name in [names - len, names - len / 2, names - 1] {
        assert_eq!(recall.get(name), Some(&(name as f64)));
    }
    assert_eq!(recall.get(names - len - 1), None);
}

/// 16 million sites take 16 MB, and 256 MB for their keys.
fn simulation() {
    let lattice = Lattice::new(Structure::Bcc, [200; 3]).unwrap();
    let model = PairModel::iron_copper(lattice).unwrap();
    let mut iron = Configuration::try_new(lattice).unwrap();
    iron.set(Site(5), Species::VACANCY);
    match Metropolis::new(&model, iron.clone(), Settings::new(600.0, 1)) {
        Err(MetropolisError::OutOfMemory(refused)) => assert!(refused.bytes > 60_000_000),
        other => panic!("{:?}", other.err()),
    }
    match Kmc::new(&model, iron, Settings::new(600.0, 1)) {
        Err(KmcError::OutOfMemory(refused)) => assert_eq!(refused.bytes, 2 * 8 * 16_000_000),
        other => panic!("{:?}", other.err()),
    }
    let larger = Lattice::new(Structure::Bcc, [500; 3]).unwrap();
    assert_eq!(Configuration::try_new(larger).unwrap_err().bytes, 250_000_000);
}
