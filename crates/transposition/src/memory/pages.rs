//! Kinds of memory pages.

/// The kind of memory pages that back a table, from the smallest to the largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Pages {
    /// The default pages of the system, mostly of 4 KiB.
    Default,
    /// Huge pages if the system gives them on request (Linux: transparent huge pages, mostly of
    /// 2 MiB).
    Transparent,
    /// Pages of 2 MiB that the system's administrator has reserved (Linux: `vm.nr_hugepages`).
    Huge,
    /// Pages of 1 GiB that the system's administrator has reserved.
    Gigantic,
}
