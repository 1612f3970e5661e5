//! A concurrent transposition table: any key, any payload, never torn, at the speed of the memory.
//!
//! ```
//! use zobrist_transposition::{Table, payload};
//!
//! payload! {
//!     /// What a search knows of a position.
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
//! A [`Table`] keeps payloads for keys in buckets of one cache line. Payloads are anything that packs
//! into bits: integers, tuples, structs by [`payload!`], your own types by [`Pack`]. When a bucket is
//! full, a [`Policy`] says who goes: [`TwoTier`] unless you choose. The bucket comes from the highest
//! bits of the key by a multiplication, so that a table takes any number of bytes; the lowest bits are
//! kept as a tag. [`Table::false_positive_rate`] is the chance that a probe finds another key's entry, and
//! it is zero where [`Table::is_exact`].
//!
//! # When not to use it
//! - When a map that keeps everything is wanted. A table forgets: take `HashMap`, or one of the
//!   concurrent maps.
//! - When keys are not spread like hashes: the bucket is taken from their highest bits. The least of
//!   several hashes, which names a state whatever way it is turned, has few ones there: take
//!   `hash.rotate_left(32)` of 64 bits for the key.
//! - When the keys come from an adversary, and the table is not exact.
//!
//! # What holds
//! - No torn payload: what a probe returns was stored as a whole. Slots of 8 and 16 bytes are read and
//!   written by one access each. Where the machine has none of 16 bytes, and for longer slots, a
//!   sequence number in the line checks every read. No access is a data race.
//! - A table that one thread uses does the same on every run; so says a slow definition that it is
//!   tested against.
//! - Two threads that store in one bucket at the same time may lose one of the two entries.
//! - A shared file ([`Table::open_shared`]) survives a process that is killed in the middle of a store.
//!
//! # Cost
//! A probe costs one cache line from memory, a store the same line. [`Table::probe_many`] has many
//! lines on their way at a time, [`Table::prefetch`] one. Counting costs nothing when it is [`Off`].
//!
//! # Features
//! `native` (default): 16-byte accesses, prefetches, huge pages and, on Unix, shared files, which need
//! unsafe code, in four files. Without it the crate forbids unsafe code, has 16-byte slots three to a line
//! instead of four, and passes the same tests.

#![cfg_attr(not(feature = "native"), forbid(unsafe_code))]

mod counters;
mod entry;
mod error;
mod file;
mod fill;
pub mod games;
mod line;
mod maintain;
mod memory;
mod pack;
mod payload;
mod policy;
pub mod search;
mod slot;
mod slot_layout;
mod store;
mod table;

pub use counters::{Counted, Counters, Event, Off, Statistics};
pub use error::AllocateError;
pub use file::{OpenError, SaveError};
pub use fill::Fill;
pub use maintain::Entry;
pub use memory::Pages;
pub use pack::Pack;
pub use policy::{AgeAndDepth, Always, Newcomer, Placement, Policy, Resident, Subtree, TwoTier};
pub use slot_layout::{Fit, Long, Size, SlotLayout, SlotSize, Small, Wide};
pub use table::{Outcome, Table};

#[doc(hidden)]
pub use pack::{above, below, low as low_bits};
#[doc(hidden)]
pub use policy::Worth;

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Those of the project's README too, which are of the core and of this crate. By a link, so that they
/// are part of the package.
#[cfg(doctest)]
#[doc = include_str!("../tests/project.md")]
struct ProjectReadme;
