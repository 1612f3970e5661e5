//! Every interleaving of the sequence check's steps with up to three preemptions, with every value
//! that the memory model lets a read return, by loom. `CONTRIBUTING.md` has the command.

use loom::model::Builder;
use loom::sync::Arc;
use loom::thread;

use super::{Change, Sequenced, Slots};
use crate::line::Line;

type Long = Sequenced<[u64; 3], 2>;

fn store(line: &Line, slot: usize, moved: usize, value: u64) -> bool {
    Long::write(line, |_: &[[u64; 3]]| (Some(Change { slot, moved, new: [value; 3] }), ()))
        .is_some()
}

fn whole(entry: [u64; 3]) -> bool {
    entry == [entry[0]; 3]
}

/// Two threads on one line, and a look at it and at what they returned when both are done.
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
        |line| Long::read(line).is_none_or(|bucket| whole(bucket[0])),
        |line, (), read| {
            assert!(read, "torn");
            assert_eq!(Long::read(line).unwrap()[0], [7; 3]);
        },
    );
}

#[test]
fn of_two_writers_each_writes_whole_or_not_at_all() {
    explore(
        |line| store(line, 0, 0, 7),
        |line| store(line, 0, 0, 8),
        |line, seven, eight| {
            let bucket = Long::read(line).expect("nobody has the line");
            assert!(whole(bucket[0]));
            assert!([(7, seven), (8, eight)].contains(&(bucket[0][0], true)));
        },
    );
}

/// The control: the words alone, without the check.
#[test]
#[should_panic(expected = "torn")]
fn without_the_check_entries_are_torn() {
    explore(
        |line| assert!(store(line, 0, 0, 7)),
        |line| whole([1, 2, 3].map(|word| line.load(word))),
        |_, (), read| assert!(read, "torn"),
    );
}

/// The control: the check without its second look.
#[test]
#[should_panic(expected = "torn")]
fn without_the_second_look_entries_are_torn() {
    explore(
        |line| assert!(store(line, 0, 0, 7)),
        |line| line.load(0) & 1 == 1 || whole([1, 2, 3].map(|word| line.load(word))),
        |_, (), read| assert!(read, "torn"),
    );
}

/// The control: both looks, but no fence before the second.
#[test]
#[should_panic(expected = "torn")]
fn without_the_fence_entries_are_torn() {
    explore(
        |line| assert!(store(line, 0, 0, 7)),
        |line| {
            let before = line.load(0);
            let entry = [1, 2, 3].map(|word| line.load(word));
            before & 1 == 1 || line.load(0) != before || whole(entry)
        },
        |_, (), read| assert!(read, "torn"),
    );
}
