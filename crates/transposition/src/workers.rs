//! Work divided among threads.

use std::thread::{self, Builder};

/// More threads are of no use, and a system may not have them.
const MAX_THREADS: usize = 1024;

/// The number of threads for work of this many parts: as requested, but at least one, and at most
/// 1,024 and one per part.
pub(crate) fn workers(requested: usize, parts: usize) -> usize {
    requested.clamp(1, MAX_THREADS).min(parts)
}

/// Does `work` on each part: the first on the calling thread, the others on a thread each, or on
/// the calling thread too where the system refuses one.
pub(crate) fn for_each_part<T: Clone + Send>(
    parts: impl IntoIterator<Item = T>,
    work: impl Fn(T) + Sync,
) {
    for_each_part_by(Builder::new, parts, work);
}

/// [`for_each_part`] with a given builder of threads.
fn for_each_part_by<T: Clone + Send>(
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
    fn numbers_of_threads_are_limited() {
        for (asked, parts, share) in [
            (0, 8, 1),
            (1, 8, 1),
            (2, 8, 2),
            (9, 8, 8),
            (1024, usize::MAX, 1024),
            (1025, usize::MAX, 1024),
            (usize::MAX, 5000, 1024),
            (usize::MAX, 0, 0),
        ] {
            assert_eq!(workers(asked, parts), share, "{asked} {parts}");
        }
    }

    /// The thread that did each of `parts` parts.
    fn threads_of(parts: usize, builder: impl Fn() -> Builder) -> Vec<ThreadId> {
        let done = Mutex::new(Vec::new());
        for_each_part_by(builder, 0..parts, |part| {
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
        assert_eq!(threads_of(1, none), [thread::current().id()]);
        assert_eq!(threads_of(0, none), []);
    }

    #[test]
    fn others_are_done_by_a_thread_each() {
        let [own, one, other] = threads_of(3, Builder::new)[..] else { panic!() };
        assert_eq!(own, thread::current().id());
        assert!(one != own && other != own && one != other);
    }

    /// No system has memory for such a stack. (Miri takes no notice of it.)
    #[test]
    #[cfg(not(miri))]
    fn the_caller_does_the_part_of_a_refused_thread() {
        let refused = || Builder::new().stack_size(isize::MAX as usize / 2);
        assert!(thread::scope(|scope| refused().spawn_scoped(scope, || ()).is_err()));
        assert_eq!(threads_of(4, refused), [thread::current().id(); 4]);
    }
}
