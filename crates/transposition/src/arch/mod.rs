//! Code for the instructions of one processor: accesses of 16 bytes, and vectors that find an entry or
//! the slot of a store. Accesses have the same names and arguments on x86-64 and on Arm, and so have
//! the vectors of `x86_64::avx` and `x86_64::avx512`. Their definitions are [`portable::find`] and
//! [`Store::change`](crate::store::Store::change), which run on other processors.
//!
//! # The memory model
//! A line is eight `AtomicU64`. In Rust's memory model, atomic accesses of different sizes to the same
//! memory, at the same time and not all reads, are undefined behavior, and stable Rust has no atomic
//! access of sixteen bytes. So all accesses by Rust are of one word, relaxed but for sequence numbers.
//!
//! An access to several words is never one of Rust: it is an instruction in inline assembly, which the
//! memory model does not describe. Such a block is sound if Rust could do the same to its operands and
//! to the memory. Each block here that reads words of a line could be a relaxed load of each of these
//! words, and each that writes could be a relaxed store of each: of the same size as all other accesses,
//! to atomics, which may be written through a shared reference, and never a data race. Blocks that only
//! read say so (`readonly`); none is `pure`, so that none is left out or done twice.
//!
//! One instruction does more than these loads and stores would: the machine promises that sixteen bytes
//! are read as they were written at one time. Payloads are never torn because of that, but no unsafe
//! code relies on it: any words are a line, and any bits a payload.
//!
//! # Inline assembly for speed
//! `core::arch` has functions for the vector instructions used here, but a function that uses them is
//! inlined only into callers that are compiled for them, and a program for any x86-64 is not. Blocks of
//! assembly are inlined everywhere. Each block for AVX that accesses no memory has a figure in a
//! comment; those for AVX-512 have one for them all, in the comment of their module.

#[cfg(all(double_words, target_arch = "aarch64"))]
pub(crate) mod aarch64;
mod level;
pub(crate) mod portable;
#[cfg(vectors)]
pub(crate) mod x86_64;

#[cfg(all(double_words, target_arch = "aarch64"))]
pub(crate) use aarch64 as access;
pub(crate) use level::Level;
#[cfg(vectors)]
pub(crate) use x86_64::access;
