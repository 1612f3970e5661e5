//! How many threads share a piece of work, and how they do.

use std::num::NonZeroUsize;
use std::thread::{self, Builder};

/// More threads are of no use, and a system may not have them.
const MOST: usize = 1024;

/// As many as were asked for, but at most 1,024, and no more than the work has parts.
pub(crate) fn workers(asked: NonZeroUsize, parts: usize) -> usize {
    asked.get().min(MOST).min(parts)
}

/// Does `work` on each part: the first on the calling thread, the others on a thread each, or on the
/// calling thread too where the system refuses one.
pub(crate) fn share<T: Clone + Send>(parts: impl IntoIterator<Item = T>, work: impl Fn(T) + Sync) {
    share_among(Builder::new, parts, work);
}

/// [`share`] with the builder of each thread.
fn share_among<T: Clone + Send>(
    builder: impl Fn() -> Builder,
    parts: impl IntoIterator<Item = T>,
    work: impl Fn(T) + Sync,
) {
    let mut parts = parts.into_iter();
    let work = &work;
    thread::scope(|scope| {
        let mut own = Vec::from_iter(parts.next());
        for part in parts {
            let copy = part.clone();
            if builder().spawn_scoped(scope, move || work(copy)).is_err() {
                own.push(part);
            }
        }
        own.into_iter().for_each(work);
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::thread::ThreadId;

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

    /// Which thread did each of so many parts.
    fn shared(parts: usize, builder: impl Fn() -> Builder) -> Vec<ThreadId> {
        let done = Mutex::new(Vec::new());
        share_among(builder, 0..parts, |part| {
            done.lock().unwrap().push((part, thread::current().id()));
        });
        let mut done = done.into_inner().unwrap();
        done.sort_by_key(|(part, _)| *part);
        assert!(done.iter().map(|(part, _)| *part).eq(0..parts), "each part is done once");
        done.into_iter().map(|(_, thread)| thread).collect()
    }

    #[test]
    fn one_part_is_done_by_the_caller() {
        let none = || -> Builder { panic!("a thread for one part") };
        assert_eq!(shared(1, none), [thread::current().id()]);
        assert_eq!(shared(0, none), []);
    }

    #[test]
    fn others_are_done_by_a_thread_each() {
        let [own, one, other] = shared(3, Builder::new)[..] else { panic!() };
        assert_eq!(own, thread::current().id());
        assert!(one != own && other != own && one != other);
    }

    /// No system has memory for such a stack. (Miri takes no notice of it.)
    #[test]
    #[cfg(not(miri))]
    fn what_a_refused_thread_was_to_do_is_done_by_the_caller() {
        let refused = || Builder::new().stack_size(isize::MAX as usize / 2);
        assert!(thread::scope(|scope| refused().spawn_scoped(scope, || ()).is_err()));
        assert_eq!(shared(4, refused), [thread::current().id(); 4]);
    }
}
