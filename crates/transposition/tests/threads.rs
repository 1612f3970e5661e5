//! Clearing and resizing in a process that the system gives no more threads: the calling thread
//! does the work.

#![cfg(target_os = "linux")]
#![cfg(not(miri))]

use std::env;
use std::process::Command;
use std::thread::Builder;

use zobrist_transposition::{Table, TwoTier, Wide};

mod itself;

const CHILD: &str = "ZOBRIST_TEST_WITHOUT_THREADS";

/// Takes the address space until less is left than a thread's stack of 2 MiB.
fn take_memory() -> Vec<Vec<u8>> {
    let mut taken = Vec::with_capacity(1 << 16);
    for bytes in [1 << 20, 1 << 18] {
        loop {
            let mut part = Vec::new();
            if part.try_reserve_exact(bytes).is_err() {
                break;
            }
            taken.push(part);
        }
    }
    // The table of the new size needs a little memory.
    drop(taken.swap_remove(0));
    taken
}

fn without_threads() {
    let mut table = Table::<u64, u32, TwoTier, Wide>::new(1000 * 64).unwrap();
    assert!(table.is_exact());
    for n in 0..500_u64 {
        table.store(n << 54, n as u32, 1);
    }
    let stored = table.entries().count();
    let taken = take_memory();
    assert!(Builder::new().spawn(|| ()).is_err(), "the control: there is memory for a thread");
    table.resize(900 * 64, 8).unwrap();
    assert_eq!(table.entries().count(), stored);
    table.clear(8);
    assert_eq!(table.entries().count(), 0);
    drop(taken);
}

#[test]
fn refused_threads_leave_their_work_to_the_caller() {
    if env::var_os(CHILD).is_some() {
        return without_threads();
    }
    let itself = itself::itself();
    if itself.get_args().next().is_some() {
        eprintln!("not tested: refused threads, since a limit of memory would stop the emulator");
        return;
    }
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 400000 && exec \"$0\" --exact \"$1\" --nocapture"])
        .arg(itself.get_program())
        .arg("refused_threads_leave_their_work_to_the_caller")
        .env(CHILD, "")
        .output()
        .unwrap();
    let text = [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).join("\n");
    assert!(output.status.success(), "{text}");
    assert!(text.contains("1 passed"), "{text}");
}
