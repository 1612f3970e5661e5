//! Secondary keys that an engine prints beside the first, such as one of pawns: each is asked for
//! and compared as if it were the key of another engine.

use anyhow::{Context, Result};

use crate::driver::Engine;
use crate::fault::{Fault, FaultKind};
use crate::session::{self, Budget};
use crate::word::{Answer, NoKey, Oracle, Question, Word};

/// One secondary key of an engine.
struct Secondary<'a> {
    engine: &'a mut Engine,
    index: usize,
}

impl Oracle for Secondary<'_> {
    fn ask(&mut self, questions: &[Question]) -> Result<Vec<Answer>> {
        let first = self.engine.ask(questions)?;
        let rows = first.into_iter().zip(&self.engine.secondary);
        let of = |(first, row): (Answer, &Vec<Option<Word>>)| match first {
            Err(NoKey::Broken) => Err(NoKey::Broken),
            _ => row[self.index].ok_or(NoKey::NotPrinted),
        };
        Ok(rows.map(of).collect())
    }

    fn asked(&self) -> u64 {
        self.engine.asked()
    }

    fn printed_bits(&self) -> u32 {
        0
    }

    fn searches(&self) -> bool {
        false
    }
}

/// The faults of the updates of a secondary key. Its words are not audited, since most are zero by
/// intention, and it need not be a sum of words: a key of material counts pieces.
///
/// # Errors
/// When it is not printed, or nothing more can be asked.
pub(crate) fn check(
    engine: &mut Engine,
    index: usize,
    name: &str,
    budget: &Budget,
) -> Result<Vec<Fault>> {
    let mut oracle = Secondary { engine, index };
    let learned = session::learn_all(&mut oracle)
        .with_context(|| format!("the secondary key {name} was not found"))?;
    let outcome = session::check(&mut oracle, learned, budget)?;
    let updates = outcome.faults.into_iter().filter(|fault| fault.kind == FaultKind::Update);
    let named = |mut fault: Fault| {
        fault.title = format!("{name}: {}", fault.title);
        fault
    };
    Ok(updates.map(named).collect())
}
