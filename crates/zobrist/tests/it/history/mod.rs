//! Histories against the definitions of their rules.
#![cfg(feature = "alloc")]

mod cases;
mod definition;
mod reversible;

use definition::{Action, Byte, RULES, actions, defined, play};
use proptest::prelude::*;
use zobrist::{Exact, History, Keep, Key, PersistentHistory, Trust, Verify};

/// A history agrees with the definition on every move before it is made, as it is made, and
/// afterwards.
fn follows<K: Key, V: Verify<K>>(
    mut history: History<K, V>,
    actions: &[Action],
    state: impl for<'a> Fn(&'a u64) -> V::State<'a>,
) {
    play(actions, |game, pushed| {
        let (plies, answer) = defined(history.rule(), game);
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
        assert_eq!(history.count(), plies.len());
        assert_eq!(history.is_repeated(), plies.len() > 1);
        assert!(history.occurrences().eq(plies));
        assert_eq!(history.len(), game.len());
        assert_eq!(history.is_empty(), game.is_empty());
        let steps = game.iter().map(|ply| (ply.step, V::hash(state(&ply.position))));
        assert!(history.iter().eq(steps));
        assert_eq!(history.current(), history.iter().next_back().map(|last| last.1));
    });
}

/// `push_since`, mixed with other pushes and queries, agrees with `push`.
fn follows_since<K: Key, V: Verify<K>>(
    mut history: History<K, V>,
    actions: &[Action],
    state: impl for<'a> Fn(&'a u64) -> V::State<'a>,
) {
    let mut turn = 0;
    play(actions, |game, pushed| {
        turn += 1;
        let (plies, answer) = defined(history.rule(), game);
        if let Some(ply) = pushed {
            let state = state(&ply.position);
            let before = &game[..game.len() - 1];
            let same = before.iter().position(|earlier| earlier.position == ply.position);
            let most = answer.map(|said| said.earlier).or(same).unwrap_or(before.len());
            let most = most.min(before.len());
            let first = [most, most, most, most.saturating_sub(turn % 12), most / 2][turn % 5];
            let asks = turn % 7 == 0 && !ply.irreversible;
            assert!(!asks || history.repetition(ply.step, state) == answer);
            let said = match turn % 31 {
                _ if ply.irreversible => history.push_irreversible(ply.step, state),
                0 => history.push(ply.step, state),
                _ => history.push_since(first, ply.step, state),
            };
            assert_eq!(said, answer);
        } else {
            history.pop();
        }
        assert_eq!((history.last_repetition(), history.count()), (answer, plies.len()));
        assert!(history.occurrences().eq(plies));
        assert!(history.iter().map(|(step, _)| step).eq(game.iter().map(|ply| ply.step)));
        if turn % 150 == 149 {
            // Later queries go to a history that was cleared and filled again.
            let irreversible = |ply: &&definition::Ply| ply.irreversible;
            history.clear();
            game.iter().for_each(|ply| {
                let state = state(&ply.position);
                match Some(ply).filter(irreversible) {
                    Some(_) => history.push_irreversible(ply.step, state),
                    None => history.push_since(0, ply.step, state),
                };
            });
        }
    });
}

/// Persistent histories agree with the definition, and those of earlier plies do not change.
fn branches<K: Key, V: Keep<K>>(
    empty: History<K, V>,
    settle_every: usize,
    actions: &[Action],
    state: impl for<'a> Fn(&'a u64) -> V::State<'a>,
) {
    let mut line: Vec<PersistentHistory<K, V>> = vec![empty.share()];
    let mut turn = 0;
    play(actions, |game, pushed| {
        let history = line.last().unwrap();
        let (plies, answer) = defined(history.rule(), game);
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
        assert_eq!(history.count(), plies.len());
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
            follows_since(History::<u64>::new(rule), &actions, |position| *position);
            // Keys may be random in a few bits only, wherever they are.
            follows(History::<u128>::new(rule), &actions, |position| u128::from(*position) << shift);
        }
    }

    /// More positions than the index has buckets at first.
    #[test]
    fn long(actions in prop::collection::vec(actions(200), 5)) {
        for rule in RULES {
            follows(History::<u64>::new(rule), &actions.concat(), |position| position << 50);
            follows_since(History::<u64>::new(rule), &actions.concat(), |position| position << 50);
        }
    }

    /// Positions with equal hashes are distinguished, by words or bytes.
    #[test]
    fn exact(actions in actions(40), settle_every in 1..50_usize) {
        for rule in RULES {
            let exact = || History::<Byte, Exact>::with(rule, Exact::new(1));
            follows(exact(), &actions, narrow);
            follows_since(exact(), &actions, narrow);
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
