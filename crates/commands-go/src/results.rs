//! The number of results that were compared with the board, and why others were not.

use std::collections::BTreeMap;

use zobrist_console::message::say;
use zobrist_go_games::faults::{Comparison, Uncompared};

/// Counts of games by the comparison of their results.
#[derive(Debug, Default)]
pub(super) struct ComparedResults {
    done: u64,
    impossible: BTreeMap<Uncompared, u64>,
}

impl ComparedResults {
    pub(super) fn add(&mut self, comparison: Comparison) {
        match comparison {
            Comparison::NotAsked => {}
            Comparison::Done => self.done += 1,
            Comparison::Impossible(reason) => *self.impossible.entry(reason).or_default() += 1,
        }
    }

    /// Prints the counts on standard error.
    pub(super) fn say(&self) {
        say(&format!("zobrist: {}\n", self.text()));
    }

    fn text(&self) -> String {
        let games = self.done + self.impossible.values().sum::<u64>();
        let noun = if games == 1 { "game" } else { "games" };
        let counts =
            self.impossible.iter().map(|(reason, count)| format!("{count} {}", reason.games()));
        let counts: Vec<String> = counts.collect();
        let others =
            if counts.is_empty() { String::new() } else { format!("; not {}", counts.join(", ")) };
        format!("compared the results of {} of {games} {noun}{others}", self.done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_by_the_reason() {
        let mut results = ComparedResults::default();
        assert_eq!(results.text(), "compared the results of 0 of 0 games");
        results.add(Comparison::NotAsked);
        results.add(Comparison::Done);
        assert_eq!(results.text(), "compared the results of 1 of 1 game");
        for reason in [Uncompared::NotOver, Uncompared::NoMargin, Uncompared::NotOver] {
            results.add(Comparison::Impossible(reason));
        }
        assert_eq!(
            results.text(),
            "compared the results of 1 of 4 games; not 1 without a result in points, 2 without two passes at \
             the end"
        );
    }
}
