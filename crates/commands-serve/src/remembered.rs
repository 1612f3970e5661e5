//! Answers that took long, kept for the next time.
//!
//! Counting the moves in a position of very many games takes tens of milliseconds, and those are
//! the positions that everybody passes on the way to others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zobrist_index::Answer;

/// The most answers that are kept: some kilobytes each.
const MAX_ANSWERS: usize = 1024;

/// The least number of games of an answer that is kept.
const MIN_GAMES: u64 = 1000;

/// Answers by their positions, without lists of games.
#[derive(Default)]
pub(crate) struct Remembered(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    answers: HashMap<String, (u64, Arc<Answer>)>,
    /// The number of questions so far.
    time: u64,
}

impl Remembered {
    /// The answer for a position, if it is kept.
    pub(crate) fn get(&self, position: &str) -> Option<Arc<Answer>> {
        let mut kept = self.kept();
        kept.time += 1;
        let now = kept.time;
        let (used, answer) = kept.answers.get_mut(position)?;
        *used = now;
        Some(Arc::clone(answer))
    }

    /// Keeps an answer, if it is one of many games. The one that was not used for longest makes
    /// place.
    pub(crate) fn keep(&self, position: String, answer: &Arc<Answer>) {
        if answer.reached < MIN_GAMES {
            return;
        }
        let mut kept = self.kept();
        if kept.answers.len() >= MAX_ANSWERS {
            let oldest = kept.answers.iter().min_by_key(|(_, (used, _))| *used);
            if let Some(oldest) = oldest.map(|(position, _)| position.clone()) {
                kept.answers.remove(&oldest);
            }
        }
        let now = kept.time;
        kept.answers.insert(position, (now, Arc::clone(answer)));
    }

    /// Forgets all, when the games are others.
    pub(crate) fn clear(&self) {
        self.kept().answers.clear();
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answers_that_were_used_last_are_kept() {
        let remembered = Remembered::default();
        let mut answer = Answer::default();
        remembered.keep("few".to_owned(), &Arc::new(answer.clone()));
        assert!(remembered.get("few").is_none());
        answer.reached = MIN_GAMES;
        let answer = Arc::new(answer);
        for number in 0..MAX_ANSWERS {
            remembered.get("x");
            remembered.keep(number.to_string(), &answer);
        }
        assert!(remembered.get("0").is_some());
        remembered.keep("one more".to_owned(), &answer);
        assert!(remembered.get("1").is_none() && remembered.get("0").is_some());
        assert_eq!(remembered.kept().answers.len(), MAX_ANSWERS);
        remembered.clear();
        assert!(remembered.get("0").is_none());
    }
}
