//! Histories against the definitions of their rules: a list of all states that is
//! looked through from its start.
#![cfg(feature = "alloc")]

use proptest::prelude::*;
use zobrist::{
    Exact, Group, History, Key, PersistentHistory, Repetition, Rule, Step, Trust, Verify,
};

/// A key of eight bits, so that hashes collide all the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Byte(u8);

impl Group for Byte {
    const ZERO: Byte = Byte(0);
    fn plus(self, other: Byte) -> Byte {
        Byte(self.0 ^ other.0)
    }
    fn minus(self, other: Byte) -> Byte {
        self.plus(other)
    }
}

impl Key for Byte {
    const BITS: u32 = 8;
    const LINEAR: bool = true;
    fn from_word(word: u128) -> Byte {
        Byte(word as u8)
    }
    fn to_word(self) -> u128 {
        self.0.into()
    }
}

/// A state of the definition: what a history is told, the position in full.
#[derive(Clone, Copy, Debug)]
struct Ply {
    step: Step,
    position: u64,
    irreversible: bool,
}

/// The rules word by word: how often the last state counts, and at which ply it
/// counted last before.
fn defined(rule: Rule, game: &[Ply]) -> (usize, Option<Repetition>) {
    let Some((now, before)) = game.split_last() else { return (0, None) };
    let start = game.iter().rposition(|ply| ply.irreversible).unwrap_or(0);
    let player = |step| match step {
        Step::Start(player) | Step::Play(player) | Step::Pass(player) => player,
    };
    let made = |ply: &Ply| matches!(ply.step, Step::Start(_) | Step::Play(_));
    let played = |ply: &Ply| matches!(ply.step, Step::Play(_));
    let by_me = |ply: &Ply| player(ply.step) == player(now.step);
    let looks: (bool, Box<dyn Fn(usize, &Ply) -> bool>) = match rule {
        Rule::Positional => (played(now), Box::new(|_, ply| made(ply))),
        Rule::Situational => (played(now), Box::new(|_, ply| by_me(ply))),
        Rule::Natural => (played(now), Box::new(|_, ply| played(ply) && by_me(ply))),
        Rule::SimpleKo => {
            let ko = before.last().is_some_and(played);
            (played(now) && ko, Box::new(move |at, _| at + 2 == before.len()))
        }
        _ => (true, Box::new(|_, _| true)),
    };
    let (asks, found) = looks;
    let earlier: Vec<usize> = (start..before.len())
        .filter(|at| before[*at].position == now.position && found(*at, &before[*at]))
        .collect();
    let count = earlier.len() + 1;
    let enough = match rule {
        Rule::Fold(n) => count >= n as usize,
        _ => count > 1,
    };
    let last = earlier.last().copied().unwrap_or(before.len());
    let answer = Repetition { earlier: last, count, cycle: before.len() - last };
    let counted = match rule {
        Rule::SimpleKo => asks && count > 1,
        Rule::Positional => made(now),
        Rule::Natural => played(now),
        _ => true,
    };
    (if counted { count } else { 0 }, (asks && enough).then_some(answer))
}

const RULES: [Rule; 8] = [
    Rule::Positional,
    Rule::Situational,
    Rule::Natural,
    Rule::SimpleKo,
    Rule::Fold(1),
    Rule::Fold(2),
    Rule::Fold(3),
    Rule::Fold(5),
];

#[derive(Clone, Copy, Debug)]
enum Action {
    Push(Ply),
    Pop,
}

/// Few positions, so that they come back; a pass leaves the position as it is.
fn actions(positions: u64) -> impl Strategy<Value = Vec<Action>> {
    let action = (0..100, 0..positions, 0..2_u8).prop_map(|(choice, position, player)| {
        let step = match choice {
            0..15 => return Action::Pop,
            15..20 => Step::Start(player),
            20..35 => Step::Pass(player),
            _ => Step::Play(player),
        };
        Action::Push(Ply { step, position, irreversible: choice >= 96 })
    });
    prop::collection::vec(action, 0..300)
}

/// Plays the actions, each pass where the position stands, and calls `each` with
/// the new game, or `None` after a move was taken back.
fn play(actions: &[Action], mut each: impl FnMut(&[Ply], Option<Ply>)) {
    let mut game: Vec<Ply> = Vec::new();
    for action in actions {
        match *action {
            Action::Push(mut ply) => {
                if matches!(ply.step, Step::Pass(_)) {
                    ply.position = game.last().map_or(0, |last| last.position);
                }
                game.push(ply);
                each(&game, Some(ply));
            }
            Action::Pop => {
                game.pop();
                each(&game, None);
            }
        }
    }
}

/// What a history says is what the definition says, of the move before it is made,
/// as it is made, and afterwards.
fn follows<K: Key, V: Verify<K>>(
    mut history: History<K, V>,
    actions: &[Action],
    state: impl for<'a> Fn(&'a u64) -> V::State<'a>,
) {
    play(actions, |game, pushed| {
        let (count, answer) = defined(history.rule(), game);
        match pushed {
            Some(ply) if ply.irreversible => {
                assert_eq!(history.push_irreversible(ply.step, state(&ply.position)), answer);
            }
            Some(ply) => {
                assert_eq!(history.repetition(ply.step, state(&ply.position)), answer);
                assert_eq!(history.push(ply.step, state(&ply.position)), answer);
            }
            None => {
                history.pop();
            }
        }
        assert_eq!(history.last_repetition(), answer);
        assert_eq!(history.count(), count);
        assert_eq!(history.seen(), count > 1);
        assert_eq!(history.len(), game.len());
        assert_eq!(history.is_empty(), game.is_empty());
        let steps = game.iter().map(|ply| (ply.step, V::hash(state(&ply.position))));
        assert!(history.iter().eq(steps));
        assert_eq!(history.current(), history.iter().next_back().map(|last| last.1));
    });
}

/// The same of a tree: each action is done to a persistent history, and those of
/// every ply stay what they were.
fn branches<K: Key, V: zobrist::Keep<K>>(
    empty: History<K, V>,
    settle_every: usize,
    actions: &[Action],
    state: impl for<'a> Fn(&'a u64) -> V::State<'a>,
) {
    let mut line: Vec<PersistentHistory<K, V>> = vec![empty.share()];
    let mut turn = 0;
    play(actions, |game, pushed| {
        let history = line.last().unwrap();
        let (count, answer) = defined(history.rule(), game);
        turn += 1;
        if let Some(ply) = pushed {
            let (mut child, said) = if ply.irreversible {
                history.push_irreversible(ply.step, state(&ply.position))
            } else {
                assert_eq!(history.repetition(ply.step, state(&ply.position)), answer);
                history.push(ply.step, state(&ply.position))
            };
            assert_eq!(said, answer);
            if turn % settle_every == 0 {
                child = child.settle();
            }
            let parent = child.parent().unwrap();
            assert_eq!((parent.len(), parent.current()), (history.len(), history.current()));
            assert_eq!(parent.count(), history.count());
            line.push(child);
        } else if line.len() > 1 {
            line.pop();
        }
        let history = line.last().unwrap();
        assert_eq!(history.last_repetition(), answer);
        assert_eq!(history.count(), count);
        assert_eq!(history.len(), game.len());
        let steps = game.iter().map(|ply| (ply.step, V::hash(state(&ply.position))));
        assert!(history.iter().eq(steps.rev()));
    });
}

/// A state by the whole position and a hash that many positions share.
fn narrow(position: &u64) -> (Byte, &[u64]) {
    (Byte((position % 3) as u8), std::slice::from_ref(position))
}

proptest! {
    #[test]
    fn trusted(actions in actions(6), shift in 0..120) {
        for rule in RULES {
            follows(History::<u64>::new(rule), &actions, |position| *position);
            // Keys may be random in a few bits only, wherever they are.
            follows(History::<u128>::new(rule), &actions, |position| u128::from(*position) << shift);
        }
    }

    /// More positions than the index has buckets at first.
    #[test]
    fn long(actions in prop::collection::vec(actions(200), 5)) {
        for rule in RULES {
            follows(History::<u64>::new(rule), &actions.concat(), |position| position << 50);
        }
    }

    /// Positions whose hashes collide are told apart, by words or bytes.
    #[test]
    fn exact(actions in actions(40), settle_every in 1..50_usize) {
        for rule in RULES {
            let exact = || History::<Byte, Exact>::with(rule, Exact::new(1));
            follows(exact(), &actions, narrow);
            branches(exact(), settle_every, &actions, narrow);
        }
    }

    #[test]
    fn persistent(actions in actions(6), settle_every in 1..50_usize) {
        for rule in RULES {
            branches(History::<u64, Trust>::new(rule), settle_every, &actions, |position| *position);
        }
    }
}

/// The control: the same narrow hashes, trusted, name repetitions that are none.
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
    assert_eq!(answer, Repetition { earlier: 1, count: 2, cycle: 999 });
}

/// The empty board has hash 0: one of them is found, and none is found where there
/// was none.
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

/// A comparison of one's own: states are told by the game that led to them.
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

/// Many repetitions of one state do not make a look-up longer: a million of them
/// take no time to speak of.
#[test]
fn a_state_may_stand_a_million_times() {
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
