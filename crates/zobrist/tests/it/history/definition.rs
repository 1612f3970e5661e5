//! The definition: a list of all states, looked through from its start.

use proptest::prelude::*;
use zobrist::{Group, Key, Repetition, Rule, Step};

/// A key of eight bits, so that hashes collide all the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Byte(pub u8);

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

/// A state of the definition, with the whole position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ply {
    pub(crate) step: Step,
    pub(crate) position: u64,
    pub(crate) irreversible: bool,
}

/// The rules word by word: the plies at which the last state counts, from the last on, and the
/// repetition that it is.
pub(crate) fn defined(rule: Rule, game: &[Ply]) -> (Vec<usize>, Option<Repetition>) {
    let Some((now, before)) = game.split_last() else { return (Vec::new(), None) };
    let start = game.iter().rposition(|ply| ply.irreversible).unwrap_or(0);
    let player = |step| match step {
        Step::Start(player) | Step::Play(player) | Step::Pass(player) => player,
    };
    let made = |ply: &Ply| matches!(ply.step, Step::Start(_) | Step::Play(_));
    let played = |ply: &Ply| matches!(ply.step, Step::Play(_));
    let by_me = |ply: &Ply| player(ply.step) == player(now.step);
    type Found<'a> = Box<dyn Fn(usize, &Ply) -> bool + 'a>;
    let (asks, found): (bool, Found) = match rule {
        Rule::Positional => (played(now), Box::new(|_, ply| made(ply))),
        Rule::Situational => (played(now), Box::new(|_, ply| by_me(ply))),
        Rule::Natural => (played(now), Box::new(|_, ply| played(ply) && by_me(ply))),
        Rule::SimpleKo => {
            let ko = before.last().is_some_and(played);
            (played(now) && ko, Box::new(move |at, _| at + 2 == before.len()))
        }
        _ => (true, Box::new(|_, _| true)),
    };
    let earlier: Vec<usize> = (start..before.len())
        .filter(|at| before[*at].position == now.position && found(*at, &before[*at]))
        .collect();
    let count = earlier.len() + 1;
    let enough = match rule {
        Rule::Fold(n) => count >= n as usize,
        _ => count > 1,
    };
    let last = earlier.last().copied().unwrap_or(before.len());
    let answer = Repetition::new(last, count, before.len() - last);
    let counted = match rule {
        Rule::SimpleKo => asks && count > 1,
        Rule::Positional => made(now),
        Rule::Natural => played(now),
        _ => true,
    };
    let plies = earlier.into_iter().chain([before.len()]).rev();
    (plies.filter(|_| counted).collect(), (asks && enough).then_some(answer))
}

pub(crate) const RULES: [Rule; 9] = [
    Rule::Positional,
    Rule::Situational,
    Rule::Natural,
    Rule::SimpleKo,
    Rule::Fold(0),
    Rule::Fold(1),
    Rule::Fold(2),
    Rule::Fold(3),
    Rule::Fold(5),
];

#[derive(Clone, Copy, Debug)]
pub(crate) enum Action {
    Push(Ply),
    Pop,
}

/// Few positions, so that they come back; a pass leaves the position as it is.
pub(crate) fn actions(positions: u64) -> impl Strategy<Value = Vec<Action>> {
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
pub(crate) fn play(actions: &[Action], mut each: impl FnMut(&[Ply], Option<Ply>)) {
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
