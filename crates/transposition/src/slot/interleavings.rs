//! Model check of the sequence number by loom: every interleaving of its steps with up to three
//! preemptions, with every value that the memory model lets a read return. `CONTRIBUTING.md` has
//! the command.

use loom::model::Builder;
use loom::sync::Arc;
use loom::thread;

use super::{Bucket, Sequenced};
use crate::line::Line;
use crate::slot_bits::SlotBits;
use crate::store::Change;

type Long = Sequenced<3, 2>;

fn store(line: &Line, slot: usize, moved: usize, value: u64) -> bool {
    Long::write(line, |_| (Some(Change { slot, moved, new: SlotBits([value; 3]) }), ())).is_some()
}

fn is_whole(entry: [u64; 3]) -> bool {
    entry == [entry[0]; 3]
}

/// Runs two threads on one line, and checks the line and their results when both are done.
fn explore<A: 'static, B: 'static>(
    one: fn(&Line) -> A,
    other: fn(&Line) -> B,
    check: impl Fn(&Line, A, B) + Send + Sync + 'static,
) {
    let mut model = Builder::new();
    model.preemption_bound = Some(3);
    model.check(move || {
        let line = Arc::new(Line::default());
        let one = thread::spawn({
            let line = line.clone();
            move || one(&line)
        });
        let other = thread::spawn({
            let line = line.clone();
            move || other(&line)
        });
        let (one, other) = (one.join().unwrap(), other.join().unwrap());
        check(&line, one, other);
    });
}

#[test]
fn a_reader_sees_whole_entries() {
    explore(
        |line| assert!(store(line, 0, 0, 7)),
        |line| Long::read(line).is_none_or(|slots| is_whole(slots[0].0)),
        |line, (), read| {
            assert!(read, "torn");
            assert_eq!(Long::read(line).unwrap()[0].0, [7; 3]);
        },
    );
}

#[test]
fn each_of_two_writers_writes_a_whole_entry_or_nothing() {
    explore(
        |line| store(line, 0, 0, 7),
        |line| store(line, 0, 0, 8),
        |line, seven, eight| {
            let slots = Long::read(line).expect("nobody has the line");
            assert!(is_whole(slots[0].0));
            assert!([(7, seven), (8, eight)].contains(&(slots[0].0[0], true)));
        },
    );
}

/// The control: the words alone, without the check.
#[test]
#[should_panic(expected = "torn")]
fn without_the_check_entries_are_torn() {
    explore(
        |line| assert!(store(line, 0, 0, 7)),
        |line| is_whole([1, 2, 3].map(|word| line.load(word))),
        |_, (), read| assert!(read, "torn"),
    );
}

/// The control: the number is not read again.
#[test]
#[should_panic(expected = "torn")]
fn without_the_second_read_entries_are_torn() {
    explore(
        |line| assert!(store(line, 0, 0, 7)),
        |line| line.load(0) & 1 == 1 || is_whole([1, 2, 3].map(|word| line.load(word))),
        |_, (), read| assert!(read, "torn"),
    );
}

/// The control: the number is read twice, without a fence before the second read.
#[test]
#[should_panic(expected = "torn")]
fn without_the_fence_entries_are_torn() {
    explore(
        |line| assert!(store(line, 0, 0, 7)),
        |line| {
            let before = line.load(0);
            let entry = [1, 2, 3].map(|word| line.load(word));
            before & 1 == 1 || line.load(0) != before || is_whole(entry)
        },
        |_, (), read| assert!(read, "torn"),
    );
}
