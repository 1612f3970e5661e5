//! The C interface of this project, usable from C++, C#, Swift and Zig: a transposition table, sets
//! of keys, hashers, histories and book probes, as a static and a dynamic library.
//!
//! `include/zobrist.h` is the documentation for its users, with an example and the rules of errors,
//! ownership and threads; a test compares it with what cbindgen makes of these sources. Rust
//! programs use [`zobrist`], [`zobrist_chess`] and [`zobrist_transposition`] instead.
//!
//! # The contract of the crate
//! Every function is safe for a caller that keeps these rules, which the header states. SAFETY
//! comments refer to them:
//!
//! - A pointer is null, or leads to a value of its type that lives during the call. An object comes
//!   from a function of this crate that makes such objects, and has not been freed.
//! - A text (`const char *`) ends with NUL. An array has as many values as the call says.
//! - Memory that a function writes to is not read or written by another thread, nor by the function
//!   itself through another argument. The bytes of a borrowed book stay as they are.
//! - A function that takes an object as `const` may run beside others that do; any other function
//!   runs alone with the object.
//!
//! Null is checked, and is an error. No panic leaves a function.

// C calls functions by name and through pointers. All pointers are read in `arguments.rs`, or are
// references in the signatures.
#![allow(unsafe_code)]
#![expect(
    clippy::missing_safety_doc,
    reason = "the contract of the crate is that of each function"
)]

mod arguments;
mod book;
mod files;
mod hasher;
mod hex_list;
mod history;
mod key_set;
mod operation;
mod scheme;
mod status;
mod table;

pub use book::{
    Book, BookMove, zobrist_book_free, zobrist_book_len, zobrist_book_open, zobrist_book_over,
    zobrist_book_probe,
};
pub use hasher::{
    Hasher, zobrist_hasher_free, zobrist_hasher_hash, zobrist_hasher_insert, zobrist_hasher_new,
    zobrist_hasher_remove, zobrist_hasher_replace, zobrist_hasher_set,
};
pub use history::*;
pub use key_set::*;
pub use scheme::*;
pub use status::*;
pub use table::*;
