//! Positions and games with known repetitions.

use zobrist::{Exact, History, Repetition, Rule, Step, Verify};

use super::definition::Byte;

/// The control: narrow hashes that are trusted give false repetitions.
#[test]
fn trust_in_eight_bits_errs_and_exactness_does_not() {
    let mut trusted = History::<Byte>::new(Rule::Positional);
    let mut exact = History::<Byte, Exact<u8>>::with(Rule::Positional, Exact::new(2));
    let mut errors = 0;
    for position in 0..1000_u16 {
        let hash = Byte(position as u8);
        let step = Step::Play((position % 2) as u8);
        errors += usize::from(trusted.push(step, hash).is_some());
        assert_eq!(exact.push(step, (hash, &position.to_le_bytes())), None, "{position}");
    }
    assert_eq!(errors, 1000 - 256);
    let answer = exact.repetition(Step::Play(0), (Byte(1), &[1, 0])).unwrap();
    assert_eq!(answer, Repetition::new(1, 2, 999));
}

/// The empty board has hash 0: it is found if it occurred, and otherwise not.
#[test]
fn hash_0_is_an_ordinary_hash() {
    let mut history = History::new(Rule::Positional);
    assert_eq!(history.repetition(Step::Play(0), 0_u64), None);
    history.push(Step::Start(1), 1);
    for hash in 2..500 {
        history.push(Step::Play(0), hash);
        assert_eq!(history.repetition(Step::Play(1), 0), None);
    }
    history.push(Step::Play(1), 0);
    assert_eq!(history.repetition(Step::Play(0), 0).unwrap().earlier, 499);
    history.clear();
    assert_eq!(history.push(Step::Play(0), 0), None);
    assert_eq!(history.current(), Some(0));
}

/// The example of Sensei's Library, page "Natural Situational Superko Rule": Black
/// plays, White passes, Black takes a ko, White takes it back.
#[test]
fn a_ko_after_a_pass() {
    let [before, filled, taken] = [1_u64, 2, 3];
    for (rule, earlier) in [
        (Rule::Positional, Some(1)),
        (Rule::Situational, Some(2)),
        (Rule::Natural, None),
        (Rule::SimpleKo, Some(2)),
    ] {
        let mut history = History::new(rule);
        history.push(Step::Start(1), before);
        history.push(Step::Play(0), filled);
        history.push(Step::Pass(1), filled);
        history.push(Step::Play(0), taken);
        let answer = history.repetition(Step::Play(1), filled);
        assert_eq!(answer.map(|answer| answer.earlier), earlier, "{rule:?}");
    }
}

/// A board of one point, suicide allowed: every play gives the empty board again.
#[test]
fn the_start_counts() {
    let start = |rule, first: Step| {
        let mut history = History::new(rule);
        history.push(first, 0_u64);
        history
    };
    let black = |history: &History<u64>| history.repetition(Step::Play(0), 0).is_some();
    let white = |history: &History<u64>| history.repetition(Step::Play(1), 0).is_some();
    for (rule, first, forbidden) in [
        (Rule::Positional, Step::Start(1), (true, true)),
        (Rule::Situational, Step::Start(1), (false, true)),
        (Rule::Natural, Step::Start(1), (false, false)),
        (Rule::Natural, Step::Play(1), (false, true)),
        (Rule::SimpleKo, Step::Start(1), (false, false)),
        (Rule::Fold(2), Step::Start(1), (true, true)),
        (Rule::Fold(3), Step::Start(1), (false, false)),
    ] {
        let history = start(rule, first);
        assert_eq!((black(&history), white(&history)), forbidden, "{rule:?} {first:?}");
    }
}

/// A comparison of the caller: states are distinguished by the game that led to them.
#[test]
fn verified_by_replay() {
    /// A game of adding numbers; a state is the sum.
    #[derive(Default)]
    struct Replay(Vec<u64>);

    impl Verify<Byte> for Replay {
        type State<'a> = (u64, u64);
        fn hash((sum, number): (u64, u64)) -> Byte {
            Byte((sum + number) as u8)
        }
        fn push(&mut self, (_, number): (u64, u64)) {
            self.0.push(number);
        }
        fn pop(&mut self) {
            self.0.pop();
        }
        fn clear(&mut self) {
            self.0.clear();
        }
        fn same(&self, ply: usize, (sum, number): (u64, u64)) -> bool {
            self.0[..=ply].iter().sum::<u64>() == sum + number
        }
    }

    let mut history = History::<Byte, Replay>::with(Rule::Fold(2), Replay::default());
    let play = |history: &mut History<Byte, Replay>, number| {
        let sum = history.verify().0.iter().sum();
        history.push(Step::Play(0), (sum, number))
    };
    assert_eq!(play(&mut history, 5), None);
    assert_eq!(play(&mut history, 256), None);
    assert_eq!(play(&mut history, 0).unwrap().cycle, 1);
    history.pop();
    assert_eq!(play(&mut history, 512), None);
}

/// Many repetitions of one state do not make a look-up longer: a million of them take
/// milliseconds.
#[test]
fn a_state_may_occur_a_million_times() {
    let mut history = History::new(Rule::Fold(3));
    for count in 1..=1_000_000 {
        history.push(Step::Play(0), 7_u64);
        assert_eq!(history.count(), count);
    }
    for count in (1..1_000_000).rev() {
        history.pop();
        assert_eq!(history.count(), count);
    }
}

#[test]
fn long_branches_are_dropped_without_recursion() {
    let run = || {
        let mut history = History::new(Rule::SimpleKo).share();
        let mut held = Vec::new();
        for hash in 0..300_000_u64 {
            history = history.push(Step::Play(0), hash).0;
            if hash % 100_000 == 50 {
                held.push(history.clone());
            }
        }
        drop(history);
        assert_eq!(held[2].iter().count(), 200_051);
        drop(held);
    };
    std::thread::Builder::new().stack_size(64 << 10).spawn(run).unwrap().join().unwrap();
}

#[test]
fn threads_share_a_past() {
    let mut game = History::<u64, Exact>::with(Rule::Positional, Exact::new(1));
    game.push(Step::Start(1), (0, &[0]));
    let root = game.share();
    std::thread::scope(|scope| {
        for thread in 1..=4 {
            let root = root.clone();
            scope.spawn(move || {
                let mut branch = root;
                for ply in 1..500 {
                    let position = thread * 1000 + ply;
                    let (child, answer) =
                        branch.push(Step::Play((ply % 2) as u8), (ply, &[position]));
                    assert_eq!(answer, None);
                    branch = child;
                }
                let answer = branch.repetition(Step::Play(0), (0, &[0])).unwrap();
                assert_eq!(answer.earlier, 0);
                assert_eq!(
                    branch.repetition(Step::Play(0), (7, &[(thread % 4 + 1) * 1000 + 7])),
                    None
                );
            });
        }
    });
    assert_eq!(root.len(), 1);
}

/// Words of another width are refused, since they would never be equal.
#[test]
#[should_panic = "as many words as the width of its history"]
fn a_query_of_another_width_panics() {
    let mut history: History<u64, Exact> = History::with(Rule::Positional, Exact::new(2));
    history.push(Step::Start(1), (7, &[1, 2]));
    history.repetition(Step::Play(0), (7, &[1]));
}

#[test]
#[should_panic = "as many words as the width of its history"]
fn a_query_of_another_width_of_a_shared_history_panics() {
    let history: History<u64, Exact> = History::with(Rule::Positional, Exact::new(2));
    let (branch, _) = history.share().push(Step::Start(1), (7, &[1, 2]));
    let _ = branch.repetition(Step::Play(0), (7, &[1, 2, 3]));
}
