//! Finds repetitions in games as long as games of Go.

use std::hint::black_box;

use anyhow::Result;
use zobrist::source::SplitMix64;
use zobrist::{Exact, History, Rule, Step};

use crate::paired::{compare, contestant};

const GAMES: usize = 100;

/// Number of words of a packed position of 361 points of two bits.
const WORDS: usize = 12;

pub(crate) fn run() -> Result<()> {
    for plies in [110, 450] {
        games_of(plies);
    }
    Ok(())
}

/// Times games of random hashes, of which the last ten repeat the first ten.
fn games_of(plies: usize) {
    let mut random = SplitMix64::new(1);
    let mut game = || -> Vec<u64> {
        let mut hashes: Vec<u64> = (0..plies - 10).map(|_| random.next_u64()).collect();
        hashes.extend_from_within(..10);
        hashes
    };
    let games: Vec<Vec<u64>> = (0..GAMES).map(|_| game()).collect();
    let step = |ply: usize| Step::Play(ply as u8 & 1);

    let list = || {
        let mut seen: Vec<u64> = Vec::new();
        count(&games, |ply, hash| {
            if ply == 0 {
                seen.clear();
            }
            let found = seen.contains(&hash);
            seen.push(hash);
            found
        })
    };
    let trusted = |rule| {
        let mut history = History::<u64>::new(rule);
        let games = &games;
        move || {
            count(games, |ply, hash| {
                if ply == 0 {
                    history.clear();
                }
                history.push(step(ply), hash).is_some()
            })
        }
    };
    let mut wide = History::<u128>::new(Rule::Positional);
    let wide = || {
        count(&games, |ply, hash| {
            if ply == 0 {
                wide.clear();
            }
            wide.push(step(ply), u128::from(hash) << 64).is_some()
        })
    };
    let mut asked = History::<u64>::new(Rule::Positional);
    let asked = || {
        count(&games, |ply, hash| {
            if ply == 0 {
                asked.clear();
            }
            let found = asked.repetition(step(ply), hash).is_some();
            asked.push(step(ply), hash);
            found
        })
    };
    let mut exact = History::<u64, Exact>::with(Rule::Positional, Exact::new(WORDS));
    let exact = || {
        let mut position = [0; WORDS];
        count(&games, |ply, hash| {
            if ply == 0 {
                exact.clear();
            }
            position[5] = hash;
            exact.push(step(ply), (hash, &position)).is_some()
        })
    };
    let shared = || {
        let mut history = History::<u64>::new(Rule::Positional).share();
        let empty = history.clone();
        count(&games, |ply, hash| {
            if ply == 0 {
                history = empty.clone();
            }
            if ply.is_multiple_of(32) {
                history = history.clone().settle();
            }
            let (child, answer) = history.push(step(ply), hash);
            history = child;
            answer.is_some()
        })
    };
    compare(
        &format!("history: a state, in games of {plies}, and whether it stood before"),
        (GAMES * plies) as u64,
        50,
        &mut [
            contestant("a list, looked through", list),
            contestant("History, positional", trusted(Rule::Positional)),
            contestant("History, situational", trusted(Rule::Situational)),
            contestant("History, 128 bits", wide),
            contestant("History, `repetition` then `push`", asked),
            contestant("History, exact, 12 words", exact),
            contestant("PersistentHistory, settled every 32 plies", shared),
        ],
        |_, found| assert_eq!(*found, GAMES * 10),
    );
}

fn count(games: &[Vec<u64>], mut push: impl FnMut(usize, u64) -> bool) -> usize {
    let mut found = 0;
    for game in black_box(games) {
        for (ply, hash) in game.iter().enumerate() {
            found += usize::from(push(ply, *hash));
        }
    }
    found
}
