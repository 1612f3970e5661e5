//! Checks the files of a command after a fault: they open and verify, they are the old or the new
//! state, nothing else was changed, and the command can be run again.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::scenario::{Scenario, State};
use crate::world::World;

pub struct Checker {
    pub scenario: &'static Scenario,
    /// The world before the command runs.
    pub before: World,
    old: State,
    new: State,
    /// Results by the digest of `work`.
    seen: Mutex<HashMap<u64, Found>>,
}

/// A state, and the result of running the command again: true if it reaches the new state, false if
/// it reports that it lacks [`Scenario::may_lack`].
type Found = (Result<State, String>, Result<bool, String>);

impl Checker {
    /// Prepares the old state, and runs the command once without faults for the new one.
    pub fn new(scenario: &'static Scenario) -> Checker {
        let before = World::new();
        (scenario.prepare)(&before);
        let old = (scenario.read)(&before.copy()).unwrap();
        let after = before.copy();
        let output = scenario.command(&after).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{}: {message}", scenario.name);
        let new = (scenario.read)(&after).unwrap();
        after.check_untouched(&before, scenario.written).unwrap();
        assert_ne!(old, new, "{}: what is old cannot be known from what is new", scenario.name);
        Checker { scenario, before, old, new, seen: Mutex::default() }
    }

    /// Checks a world after the command ended with a status, or was interrupted.
    ///
    /// # Errors
    /// When a check fails.
    pub fn check(&self, world: &World, status: Option<i32>) -> Result<(), String> {
        world.check_untouched(&self.before, self.scenario.written)?;
        let (state, again) = self.find(world);
        let state = state.map_err(|error| format!("what is there does not open: {error}"))?;
        if status == Some(0) && !is_new(&state, &self.new, false) {
            return Err(format!("exit status 0, but what is there is not new: {}", brief(&state)));
        }
        if !self.scenario.between && !is_old_or_new(&state, &self.old, &self.new) {
            return Err(format!("what is there is neither old nor new: {}", brief(&state)));
        }
        let is_whole = again.map_err(|error| format!("run again: {error}"))?;
        if !is_whole && status != Some(2) {
            return Err("run again: rows are missing, and no error has explained it".to_owned());
        }
        Ok(())
    }

    /// Reads a world, unless it was read before, and runs the command again if it is not the new
    /// state.
    fn find(&self, world: &World) -> Found {
        let digest = world.digest();
        if let Some(found) = self.seen.lock().unwrap().get(&digest) {
            return found.clone();
        }
        let state = (self.scenario.read)(world);
        let again = match &state {
            Ok(state) if *state != self.new => self.run_again(world),
            _ => Ok(true),
        };
        let found = (state, again);
        self.seen.lock().unwrap().insert(digest, found.clone());
        found
    }

    fn run_again(&self, world: &World) -> Result<bool, String> {
        let output = self.scenario.command(world).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        if output.status.code() != Some(0) {
            return Err(format!("{}: {}", output.status, message.trim_end()));
        }
        let mut state = (self.scenario.read)(world)?;
        if is_new(&state, &self.new, true) {
            return Ok(true);
        }
        if let Some(part) = self.scenario.may_lack.filter(|_| message.contains("are missing")) {
            let whole = self.new.iter().find(|(name, _)| *name == part).cloned();
            state.iter_mut().filter(|(name, _)| *name == part).for_each(|lacking| {
                lacking.clone_from(whole.as_ref().expect("the new state has that part"));
            });
            if is_new(&state, &self.new, true) {
                return Ok(false);
            }
        }
        Err(format!("what is there is not new: {}; {message}", brief(&state)))
    }
}

fn is_new(state: &State, new: &State, again: bool) -> bool {
    let counts = |part: &&(&str, String)| !again || !part.0.starts_with('~');
    state.iter().filter(counts).eq(new.iter().filter(counts))
}

fn is_old_or_new(state: &State, old: &State, new: &State) -> bool {
    if state.len() != old.len() || state.len() != new.len() {
        return state == old || state == new;
    }
    state.iter().zip(old.iter().zip(new)).all(|(part, (old, new))| part == old || part == new)
}

/// The beginning of a state, for messages.
fn brief(state: &State) -> String {
    format!("{state:?}").chars().take(1000).collect()
}
