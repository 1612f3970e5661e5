//! The counts that `check --fix` ends with.

use std::collections::BTreeMap;

use zobrist_console::closing;
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_input::counted;
use zobrist_shakmaty::check::Mend;

use super::fixed_chunk::FixedChunk;

/// Counts of games and mends.
#[derive(Debug, Default)]
pub(super) struct Summary {
    read: u64,
    mends: BTreeMap<Mend, u64>,
    /// The number of games with mends, with faults that are left, and rejected.
    mended: u64,
    with_faults: u64,
    rejected: usize,
}

impl Summary {
    pub(super) fn add(&mut self, chunk: &FixedChunk) {
        self.read += chunk.read;
        self.mended += chunk.mended;
        self.with_faults += chunk.with_faults;
        self.rejected += chunk.rejections.len();
        for mend in &chunk.mends {
            *self.mends.entry(*mend).or_default() += 1;
        }
    }

    /// The ending of the command, the rejected games apart.
    pub(super) fn ending(&self) -> Ending {
        Ending::done_if(self.with_faults == 0)
    }

    /// Says what was mended, and where the games are; `counts` are those of the games.
    pub(super) fn say(self, mut counts: Vec<String>, place: Option<String>) {
        for (mend, times) in &self.mends {
            say(&format!("zobrist: {mend}: {times} mended\n"));
        }
        if self.with_faults > 0 {
            let all = counted(self.read, "game", "games");
            say(&format!("zobrist: left faults in {} of {all}\n", self.with_faults));
        } else if self.mends.is_empty() && self.rejected == 0 {
            say("zobrist: nothing was to be mended\n");
        }
        counts.insert(1, format!("{} mended", self.mended));
        closing::made_or_printed(&counts, place);
    }
}
