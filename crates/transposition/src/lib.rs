//! A concurrent transposition table: any key, any payload, never torn, at the speed of the memory.
//!
//! ```
//! use zobrist_transposition::{Table, payload};
//!
//! payload! {
//!     /// The result of searching a position.
//!     pub struct Node {
//!         pub score: i16,
//!         pub depth: u8 = 7,
//!         pub best: u16,
//!     }
//! }
//!
//! let table = Table::<u64, Node>::new(64 << 20)?; // 64 MiB, for any number of threads
//! let hash = 0x463b_9618_1691_fc9c; // of your position, by `zobrist` or otherwise
//! table.store(hash, Node { score: 31, depth: 12, best: 0x031c }, 40_000); // nodes searched
//! assert_eq!(table.probe(hash).map(|node| node.score), Some(31));
//! # Ok::<(), zobrist_transposition::AllocateError>(())
//! ```
//!
//! A [`Table`] keeps payloads by key in buckets of one cache line. A payload is a value that packs
//! into at most 128 bits: integers, tuples, structs made by [`payload!`], your own types by
//! [`Pack`]. When a bucket is full, a [`Policy`] decides which entry is replaced; the default is
//! [`TwoTier`]. The bucket is computed from the highest bits of the key by a multiplication, so
//! that a table can have any number of bytes; the lowest bits are kept as a tag.
//! [`Table::false_positive_rate`] is the probability that a probe finds the entry of another key;
//! it is zero if the table [is exact](Table::is_exact).
//!
//! The crate `zobrist-search` has an alpha-beta search and perft on top of a table, for any
//! two-player game.
//!
//! # When not to use it
//! - When you want a map that keeps everything. A table forgets: use `HashMap`, or one of the
//!   concurrent maps.
//! - When keys are not spread like hashes: the bucket is taken from their highest bits. The
//!   smallest of several hashes, which identifies a state in any orientation, has few ones there:
//!   for 64 bits, use `hash.rotate_left(32)` as the key.
//! - When the keys come from an adversary, and the table is not exact.
//!
//! # Guarantees
//! - No payload is torn: a probe returns a payload that was stored as a whole. Slots of 8 and 16
//!   bytes are each read and written by one access. For longer slots, and on machines without an
//!   access of 16 bytes, a sequence number in the line checks every read. No access is a data race:
//!   Rust's own are of atomic words, and those of 16 bytes are instructions of inline assembly that
//!   are equivalent to accesses of these words.
//! - A table used by one thread does the same on every run: it is tested against a slow definition.
//! - If two threads store in one bucket at the same time, one of the two entries may be lost, or
//!   one may be left there twice ([`Table::store`]).
//! - A shared file ([`Table::open_shared`]) survives a process being killed in the middle of a
//!   store.
//!
//! # Cost
//! A probe costs one cache line from memory, and a store the same line. [`Table::probe_many`] has
//! many lines in flight at a time, [`Table::prefetch`] one. Counting events costs nothing if it is
//! [`Off`].
//!
//! # Stability
//! A saved file loads on every machine. It carries the version of its format, 1, the layout of a
//! slot, the name of the policy and a checksum of the lines, and may carry a text
//! ([`table_file_text`]); `docs/transposition-format.md` is the specification. A file of another
//! version, layout or policy, or a damaged one, is refused with a message that says what to do
//! ([`OpenError`]). The meaning of a payload's bits is not in the file: if it changes, use another
//! fingerprint. The default policy is [`TwoTier`]; since tables of another policy do not open its
//! files, changing the default is a breaking change.
//!
//! # Features
//! - `native` (default): 16-byte accesses (64-bit x86 and Arm), prefetches, huge pages (Linux) and,
//!   with `files`, shared files (Unix). They need unsafe code, in eight files. It needs Unix or
//!   Windows, and changes nothing elsewhere. Without it the crate forbids unsafe code, has three
//!   16-byte slots per line instead of four, and passes the same tests.
//! - `files` (default): saving and loading. It adds the crates `crc32fast` and, on Unix, `rustix`.
//! - `serde` (off by default): [`Statistics`] are an object with the names of their fields, for
//!   logs. Tables have files of their own.
//!
// Without files, links to them lead to this section.
#![cfg_attr(not(shared_files), doc = "[`Table::open_shared`]: #features")]
#![cfg_attr(not(feature = "files"), doc = "[`table_file_text`]: #features")]
#![cfg_attr(not(feature = "files"), doc = "[`OpenError`]: #features")]
#![cfg_attr(not(feature = "native"), forbid(unsafe_code))]
#![warn(clippy::must_use_candidate)]

mod arch;
mod counters;
mod error;
#[cfg(feature = "files")]
mod file;
mod line;
mod maintain;
mod memory;
mod pack;
mod policy;
mod slot;
mod slot_bits;
mod slot_layout;
mod store;
mod table;
mod workers;

pub use counters::{Counted, Counters, Event, Off, Statistics};
pub use error::AllocateError;
#[cfg(feature = "files")]
pub use file::{OpenError, SaveError, table_file_text};
pub use maintain::{Fill, TableEntry};
pub use memory::Pages;
pub use pack::Pack;
pub use policy::{AgeAndDepth, Always, Candidate, Entry, Placement, Policy, Subtree, TwoTier};
pub use slot_layout::{Fit, Long, Size, SlotLayout, SlotSize, Small, Wide};
pub use store::Outcome;
pub use table::{CountedTable, Table};
/// The keys that a table takes: `u32`, `u64`, `u128`, or a type of your own.
pub use zobrist::Key;

#[doc(hidden)]
pub use pack::{low_bits, shift_left, shift_right};

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Compiles and runs the examples of the tour for authors of engines, which use the core and this
/// crate. The page is read through a link, so that it is part of the package.
#[cfg(doctest)]
#[doc = include_str!("../tests/engines.md")]
struct Tour;

/// Code outside this crate cannot set the fields of a layout, nor give a policy the score of
/// another. Each `compile_fail` example follows one that differs from it only where that is
/// allowed.
///
/// ```
/// use zobrist_transposition::{SlotLayout, Table};
/// type Mine = Table<u64, u32>;
/// let SlotLayout { .. } = Mine::SLOT_LAYOUT;
/// ```
///
/// ```compile_fail,E0451
/// use zobrist_transposition::{SlotLayout, Table};
/// type Mine = Table<u64, u32>;
/// let wrong = SlotLayout { key: 300, ..Mine::SLOT_LAYOUT };
/// ```
///
/// ```compile_fail,E0616
/// use zobrist_transposition::{SlotLayout, Table};
/// type Mine = Table<u64, u32>;
/// let mut wrong = Mine::SLOT_LAYOUT;
/// wrong.tag = 300;
/// ```
///
/// ```
/// use zobrist_transposition::{Policy, Candidate, Entry, Placement, Subtree};
/// struct First;
/// impl Policy for First {
///     const NAME: &'static str = "first";
///     const GRADE_BITS: u32 = 6;
///     const AGE_BITS: u32 = 5;
///     type Work = u64;
///     fn grade(_: u64) -> u32 { 64 }
///     fn place(_: &[Entry], _: Candidate) -> Placement { Placement::replace(0) }
/// }
/// let _ = Subtree::SCORE;
/// ```
///
/// ```compile_fail
/// use zobrist_transposition::{Policy, Candidate, Entry, Placement, Subtree};
/// struct First;
/// impl Policy for First {
///     const NAME: &'static str = "first";
///     const GRADE_BITS: u32 = 6;
///     const AGE_BITS: u32 = 5;
///     type Work = u64;
///     fn grade(_: u64) -> u32 { 64 }
///     fn place(_: &[Entry], _: Candidate) -> Placement { Placement::replace(0) }
///     const SCORE: Option<zobrist_transposition::Score> = Subtree::SCORE;
/// }
/// ```
#[cfg(doctest)]
struct Sealed;
