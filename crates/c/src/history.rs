//! The history of a game, and repetitions.

use std::mem::MaybeUninit;

use zobrist::{Rule, Step};

use crate::arguments::{Out, given, put, put_new};
use crate::status::{
    Failure, Result, Status, ZOBRIST_INVALID, ZOBRIST_NOT_FOUND, ZOBRIST_OK, guarded, guarded_value,
};

/// The states of one game, and a rule by which they repeat. One thread at a time may use it.
#[derive(Debug)]
pub struct History(zobrist::History<u64>);

/// A state occurs for the n-th time: in chess the third, with the side to move, rights and en
/// passant in the hash.
pub const ZOBRIST_RULE_FOLD: u32 = 0;
/// Positional superko: a play makes a position that was there before. The hash is that of the
/// stones.
pub const ZOBRIST_RULE_POSITIONAL: u32 = 1;
/// Situational superko: a play leaves a position that the same player has left before.
pub const ZOBRIST_RULE_SITUATIONAL: u32 = 2;
/// Natural situational superko: a play makes a position that the same player has made before.
pub const ZOBRIST_RULE_NATURAL: u32 = 3;
/// Simple ko: a play makes the position before the last play.
pub const ZOBRIST_RULE_SIMPLE_KO: u32 = 4;

/// The game begins, or a position is set up.
pub const ZOBRIST_STEP_START: u32 = 0;
/// A player makes a move that makes a position.
pub const ZOBRIST_STEP_PLAY: u32 = 1;
/// A player passes.
pub const ZOBRIST_STEP_PASS: u32 = 2;

/// A repeated state.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repetition {
    /// The number of times that the state has been counted, this time included; 0 if the step is
    /// no repetition under the rule, and the other fields are then 0.
    pub count: u32,
    /// The last earlier ply of the state; 0 is the first state of the history.
    pub earlier: u32,
    /// The number of plies since then.
    pub cycle: u32,
}

impl From<Option<zobrist::Repetition>> for Repetition {
    fn from(found: Option<zobrist::Repetition>) -> Repetition {
        // Plies of a history fit in 32 bits.
        found.map_or_else(Repetition::default, |found| Repetition {
            count: found.count as u32,
            earlier: found.earlier as u32,
            cycle: found.cycle as u32,
        })
    }
}

/// Creates the history of a game that has no state yet. `rule` is one of `ZOBRIST_RULE_...`;
/// `times` is the n of `ZOBRIST_RULE_FOLD`, from 1, and 0 for the other rules.
///
/// Errors: `ZOBRIST_INVALID`.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_history_new(
    rule: u32,
    times: u32,
    out: Option<&mut MaybeUninit<Option<Box<History>>>>,
) -> Status {
    guarded(|| {
        put_new(out, || {
            let rule = match (rule, times) {
                (ZOBRIST_RULE_FOLD, 1..) => Rule::Fold(times),
                (ZOBRIST_RULE_POSITIONAL, 0) => Rule::Positional,
                (ZOBRIST_RULE_SITUATIONAL, 0) => Rule::Situational,
                (ZOBRIST_RULE_NATURAL, 0) => Rule::Natural,
                (ZOBRIST_RULE_SIMPLE_KO, 0) => Rule::SimpleKo,
                _ => {
                    let text = format!(
                        "expected the rule 0 with times from 1, or a rule from 1 to 4 with times \
                         0, got the rule {rule} with times {times}"
                    );
                    return Err(Failure::new(ZOBRIST_INVALID, text));
                }
            };
            Ok(History(zobrist::History::new(rule)))
        })
    })
}

/// Frees a history; null is nothing to free.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_history_free(history: Option<Box<History>>) {
    guarded_value((), || {
        drop(history);
        Ok(())
    });
}

/// Adds the state with this hash, to which a step of a player leads, and writes the repetition that
/// it is to `out`, which may be null. `step` is one of `ZOBRIST_STEP_...`, `player` a number from 0
/// to 255; it may always be 0 where the hash has the side to move. Memory grows now and then; a ply
/// takes about 16 bytes, and 16 to 32 for an index.
///
/// Errors: `ZOBRIST_INVALID`.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_history_push(
    history: Option<&mut History>,
    step: u32,
    player: u32,
    hash: u64,
    out: Option<&mut MaybeUninit<Repetition>>,
) -> Status {
    push_by(|states, step, hash| states.push(step, hash), history, step, player, hash, out)
}

/// Adds a state as `zobrist_history_push` does, after a move that no earlier state can recur after:
/// in chess a capture, a pawn's move, the loss of a castling right.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_history_push_irreversible(
    history: Option<&mut History>,
    step: u32,
    player: u32,
    hash: u64,
    out: Option<&mut MaybeUninit<Repetition>>,
) -> Status {
    push_by(
        |states, step, hash| states.push_irreversible(step, hash),
        history,
        step,
        player,
        hash,
        out,
    )
}

/// Adds a state by one of the core's functions.
fn push_by(
    push: fn(&mut zobrist::History<u64>, Step, u64) -> Option<zobrist::Repetition>,
    history: Option<&mut History>,
    step: u32,
    player: u32,
    hash: u64,
    out: Out<'_, Repetition>,
) -> Status {
    guarded(|| {
        let history = given(history, "history")?;
        let found = push(&mut history.0, step_of(step, player)?, hash);
        out.map(|out| out.write(found.into()));
        Ok(ZOBRIST_OK)
    })
}

/// Writes the repetition that `zobrist_history_push` would find to `out`. The history does not
/// change.
///
/// Errors: `ZOBRIST_INVALID`.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_history_test(
    history: Option<&History>,
    step: u32,
    player: u32,
    hash: u64,
    out: Option<&mut MaybeUninit<Repetition>>,
) -> Status {
    guarded(|| {
        let found = given(history, "history")?.0.repetition(step_of(step, player)?, hash);
        put(out, found.into())?;
        Ok(ZOBRIST_OK)
    })
}

/// Takes the last state back. `ZOBRIST_NOT_FOUND` if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_history_pop(history: Option<&mut History>) -> Status {
    guarded(|| match given(history, "history")?.0.pop() {
        Some(_) => Ok(ZOBRIST_OK),
        None => Ok(ZOBRIST_NOT_FOUND),
    })
}

/// Forgets all states and keeps the memory.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_history_clear(history: Option<&mut History>) -> Status {
    guarded(|| {
        given(history, "history")?.0.clear();
        Ok(ZOBRIST_OK)
    })
}

/// Returns the number of states; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_history_len(history: Option<&History>) -> u32 {
    guarded_value(0, || Ok(given(history, "history")?.0.len() as u32))
}

/// Returns the number of times that the current state has been counted since the last irreversible
/// move, this time included; 0 for null, and if there is no state or the rule does not count it.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_history_count(history: Option<&History>) -> u32 {
    guarded_value(0, || Ok(given(history, "history")?.0.count() as u32))
}

fn step_of(step: u32, player: u32) -> Result<Step> {
    let wrong =
        |expected, got| Failure::new(ZOBRIST_INVALID, format!("expected a {expected}, got {got}"));
    let number = u8::try_from(player).map_err(|_| wrong("player from 0 to 255", player))?;
    match step {
        ZOBRIST_STEP_START => Ok(Step::Start(number)),
        ZOBRIST_STEP_PLAY => Ok(Step::Play(number)),
        ZOBRIST_STEP_PASS => Ok(Step::Pass(number)),
        _ => Err(wrong("step from 0 to 2", step)),
    }
}
