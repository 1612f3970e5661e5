//! Reused buffers. The system clears the pages of every new buffer, which costs time.

use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of idle buffers.
const MAX_COUNT: usize = 16;

/// Maximum capacity of an idle buffer, in bytes.
const MAX_CAPACITY: usize = 1 << 20;

/// Empty buffers, shared by all threads.
#[derive(Clone, Debug, Default)]
pub struct Buffers(Arc<Mutex<Vec<Vec<u8>>>>);

impl Buffers {
    /// An empty buffer, reused if one was given back.
    pub fn take(&self) -> Vec<u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Gives a buffer back. It is freed if it is large or enough others are idle.
    pub fn give_back(&self, mut buffer: Vec<u8>) {
        if buffer.capacity() > MAX_CAPACITY {
            return;
        }
        buffer.clear();
        let mut buffers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buffers.len() < MAX_COUNT {
            buffers.push(buffer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_reused_and_memory_is_bounded() {
        let buffers = Buffers::default();
        assert_eq!(buffers.take().capacity(), 0);
        let mut used = Vec::with_capacity(100);
        used.push(1);
        buffers.clone().give_back(used);
        let again = buffers.take();
        assert!(again.is_empty() && again.capacity() >= 100);
        buffers.give_back(Vec::with_capacity(MAX_CAPACITY + 1));
        assert_eq!(buffers.take().capacity(), 0);
        (0..2 * MAX_COUNT).for_each(|_| buffers.give_back(vec![0]));
        assert_eq!((0..2 * MAX_COUNT).filter(|_| buffers.take().capacity() > 0).count(), MAX_COUNT);
    }
}
