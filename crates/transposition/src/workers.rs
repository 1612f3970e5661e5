//! How many threads share a piece of work.

use std::num::NonZeroUsize;

/// More threads are of no use, and a system may not have them.
const MOST: usize = 1024;

/// As many as were asked for, but at most 1,024, and no more than the work has parts.
pub(crate) fn workers(asked: NonZeroUsize, parts: usize) -> usize {
    asked.get().min(MOST).min(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_of_threads_is_too_many() {
        for (asked, parts, share) in [
            (1, 8, 1),
            (2, 8, 2),
            (9, 8, 8),
            (1024, usize::MAX, 1024),
            (1025, usize::MAX, 1024),
            (usize::MAX, 5000, 1024),
            (usize::MAX, 0, 0),
        ] {
            let asked = NonZeroUsize::new(asked).unwrap();
            assert_eq!(workers(asked, parts), share, "{asked} {parts}");
        }
    }
}
