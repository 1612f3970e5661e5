//! Why most hashes are wrong: the conventions by which the other program makes them.

use std::sync::Mutex;

use shakmaty::variant::VariantPosition;
use zobrist_chess::Scheme;

/// The largest number of lines that are kept.
const MAX_SAMPLES: u64 = 1_000;

/// The first lines.
#[derive(Default)]
pub struct Samples(Mutex<Vec<(u64, u128, VariantPosition)>>);

impl Samples {
    /// Keeps a line, by its number, if it is one of the first.
    pub fn add(&self, number: u64, hash: u128, position: impl FnOnce() -> Option<VariantPosition>) {
        if number > MAX_SAMPLES {
            return;
        }
        if let Some(position) = position() {
            self.0
                .lock()
                .expect("no thread panics with the lock held")
                .push((number, hash, position));
        }
    }
}

/// Says by which conventions the hashes of the samples are right.
pub fn say<S: Scheme>(_scheme: &S, _samples: Samples) {}
