//! A game that panics in one thread ends the search, with its own panic message.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::{self, ThreadId};
use std::time::Duration;

use zobrist_search::{Game, Search, perft};

use crate::threads;

/// A game of sixty moves at each of six plies. The first move of one of two threads panics: the
/// caller's, or the other's.
#[derive(Clone)]
struct Faulty {
    ply: u32,
    caller: ThreadId,
    caller_panics: bool,
    /// The number of moves of the thread that does not panic.
    made: Arc<AtomicU32>,
    has_panicked: Arc<AtomicBool>,
}

impl Faulty {
    fn new(caller_panics: bool) -> Faulty {
        let caller = thread::current().id();
        Faulty { ply: 0, caller, caller_panics, made: Arc::default(), has_panicked: Arc::default() }
    }

    fn is_faulty_here(&self) -> bool {
        (thread::current().id() == self.caller) == self.caller_panics
    }
}

impl Game for Faulty {
    type Key = u128;
    type Move = u8;
    type Undo = ();
    fn hash(&self) -> u128 {
        0
    }
    fn moves(&self, moves: &mut Vec<u8>) {
        moves.extend((0..60).filter(|_| self.ply < 6));
    }
    fn make(&mut self, _: u8) {
        self.ply += 1;
        if !self.is_faulty_here() {
            let made = self.made.fetch_add(1, Ordering::Relaxed);
            while made == 300 && !self.has_panicked.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            if self.has_panicked.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_micros(200));
            }
            return;
        }
        while self.made.load(Ordering::Relaxed) <= 300 {
            thread::yield_now();
        }
        self.has_panicked.store(true, Ordering::Relaxed);
        // Without the report of a panic, which may take seconds.
        resume_unwind(Box::new("a fault of the game"));
    }
    fn unmake(&mut self, _: u8, (): ()) {
        self.ply -= 1;
    }
    fn score(&self) -> i32 {
        0
    }
}

#[test]
fn a_game_that_panics_ends_the_search() {
    for caller_panics in [true, false] {
        let game = Faulty::new(caller_panics);
        let search = Search::new(&()).threads(threads(2)).max_nodes(30_000);
        let decided = catch_unwind(AssertUnwindSafe(|| search.decide(&game, 1)));
        let message = decided.expect_err("one thread panics");
        assert_eq!(message.downcast_ref(), Some(&"a fault of the game"));
        let made = game.made.load(Ordering::Relaxed);
        assert!(made < 20_000, "the other thread went on for {made} moves");
    }
}

#[test]
fn a_game_that_panics_ends_a_count_of_paths() {
    // The caller's thread divides the work, and counts nothing.
    let game = Faulty::new(false);
    game.made.store(301, Ordering::Relaxed);
    let counted = catch_unwind(AssertUnwindSafe(|| perft(&game, 4, threads(2), None)));
    let message = counted.expect_err("a thread panics");
    assert_eq!(message.downcast_ref(), Some(&"a fault of the game"));
}
