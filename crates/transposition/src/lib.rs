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

#![cfg_attr(not(feature = "native"), forbid(unsafe_code))]

mod counters;
mod entry;
mod error;
mod fill;
mod form;
pub mod games;
mod line;
mod maintain;
mod memory;
mod pack;
mod payload;
mod policy;
pub mod search;
mod slot;
mod table;

pub use counters::{Counted, Counters, Event, Off, Statistics};
pub use error::AllocateError;
pub use fill::Fill;
pub use form::{Fit, Form, Long, Size, SlotSize, Small, Wide};
pub use maintain::Stored;
pub use memory::Pages;
pub use pack::Pack;
pub use policy::{AgeAndDepth, Always, Newcomer, Placement, Policy, Resident, Subtree, TwoTier};
pub use table::{Outcome, Table};

#[doc(hidden)]
pub use pack::{above, below, low as low_bits};
