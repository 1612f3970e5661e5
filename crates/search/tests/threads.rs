//! Search and perft in a process that the system gives no more threads: the calling thread does the
//! work.

#![cfg(target_os = "linux")]
#![cfg(not(miri))]

use std::env;
use std::num::NonZeroUsize;
use std::process::Command;
use std::thread::Builder;

use zobrist_search::connect_four::ConnectFour;
use zobrist_search::{Game, PackedEntry, PerftTable, Search, perft};
use zobrist_transposition::Table;

mod itself;

const CHILD: &str = "ZOBRIST_TEST_WITHOUT_THREADS";

fn threads(threads: usize) -> NonZeroUsize {
    NonZeroUsize::new(threads).unwrap()
}

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
    // The searches below need a little memory.
    drop(taken.swap_remove(0));
    taken
}

/// A counter from 0 to 300: more plies than a search recurses on one stack.
#[derive(Clone)]
struct Long(u64);

impl Game for Long {
    type Key = u64;
    type Move = ();
    type Undo = ();
    fn hash(&self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn moves(&self, moves: &mut Vec<()>) {
        moves.extend((self.0 < 300).then_some(()));
    }
    fn make(&mut self, (): ()) {
        self.0 += 1;
    }
    fn unmake(&mut self, (): (), (): ()) {
        self.0 -= 1;
    }
    fn score(&self) -> i32 {
        0
    }
}

fn without_threads() {
    let game = ConnectFour::<4, 3>::with_moves("1").unwrap();
    let table = Table::<u64, PackedEntry>::new(1 << 16).unwrap();
    let paths = PerftTable::new(1 << 16).unwrap();
    // On this thread alone: the stack of a thread that has ended is kept for the next one.
    let value = Search::new(&()).solve(&game).value;

    let taken = take_memory();
    assert!(Builder::new().spawn(|| ()).is_err(), "the control: there is memory for a thread");
    assert_eq!(Search::new(&table).threads(threads(8)).solve(&game).value, value);
    assert_eq!(perft(&Paths(7), 5, threads(8), Some(&paths)), 7_u64.pow(5));
    let deep = Search::new(&()).solve(&Long(0));
    assert!(!deep.is_solved(), "{deep:?}");
    drop(taken);
    assert!(Search::new(&()).solve(&Long(0)).is_solved());
}

/// A game with a given number of moves at every ply.
#[derive(Clone)]
struct Paths(u8);

impl Game for Paths {
    type Key = u128;
    type Move = u8;
    type Undo = u8;
    fn hash(&self) -> u128 {
        u128::from(self.0).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }
    fn moves(&self, moves: &mut Vec<u8>) {
        moves.extend(0..self.0);
    }
    fn make(&mut self, _: u8) -> u8 {
        self.0
    }
    fn unmake(&mut self, _: u8, before: u8) {
        self.0 = before;
    }
    fn score(&self) -> i32 {
        0
    }
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
