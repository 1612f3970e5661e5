//! Code for the instructions of one processor: accesses of 16 bytes, and vectors that find an entry
//! or the slot of a store. Accesses have the same names and arguments on x86-64 and on Arm, and so
//! have the vectors of `x86_64::avx` and `x86_64::avx512`. Their definitions are [`portable::find`]
//! and [`Store::change`](crate::store::Store::change), which run on other processors.
//!
//! # The memory model
//! A line is eight `AtomicU64`. In Rust's memory model, atomic accesses of different sizes to the
//! same memory, at the same time and not all reads, are undefined behavior, and stable Rust has no
//! atomic access of sixteen bytes. So all accesses by Rust are of one word, relaxed but for
//! sequence numbers.
//!
//! An access to several words is never one of Rust: it is an instruction in inline assembly, which
//! the memory model does not describe. Such a block is sound if Rust could do the same to its
//! operands and to the memory. Each block here that reads words of a line could be a relaxed load
//! of each of these words, and each that writes could be a relaxed store of each: of the same size
//! as all other accesses, to atomics, which may be written through a shared reference, and never a
//! data race. Blocks that only read say so (`readonly`); none is `pure`, so that none is left out
//! or done twice.
//!
//! One instruction does more than these loads and stores would: the machine promises that sixteen
//! bytes are read as they were written at one time. Payloads are never torn because of that, but no
//! unsafe code relies on it: any words are a line, and any bits a payload.
//!
//! # Inline assembly for speed
//! `core::arch` has functions for the vector instructions used here, but a function that uses them
//! is inlined only into callers that are compiled for them, and a program for any x86-64 is not.
//! Blocks of assembly are inlined everywhere. Each block for AVX that accesses no memory has a
//! figure in a comment; those for AVX-512 have one for them all, in the comment of their module.

#[cfg(all(double_words, target_arch = "aarch64"))]
pub(crate) mod aarch64;
pub(crate) mod portable;
#[cfg(vectors)]
pub(crate) mod x86_64;

#[cfg(all(double_words, target_arch = "aarch64"))]
pub(crate) use aarch64 as access;

#[cfg(vectors)]
pub(crate) use x86_64::access;

/// The instructions that a processor has for slots. A processor that has those of a level has those
/// of the lower ones of its architecture.
///
/// Unsafe code relies on this processor having the instructions of any level other than `Portable`
/// that is passed to it. The compiler does not enforce it: only [`detect`](Level::detect) returns
/// such levels, and, for tests, `available`, none of which is higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// Atomic accesses of a word.
    Portable,
    /// x86-64 with AVX, where aligned loads and stores of 16 bytes are single accesses.
    #[cfg(vectors)]
    Avx,
    /// x86-64 with AVX-512. Never with `--cfg no_avx512`, for tests of the code for AVX.
    #[cfg(vectors)]
    Avx512,
    /// Arm with LSE2, where aligned loads and stores of two registers are single accesses.
    #[cfg(all(double_words, target_arch = "aarch64"))]
    Lse2,
}

impl Level {
    /// The level of this processor.
    pub(crate) fn detect() -> Level {
        #[cfg(vectors)]
        {
            // Nothing here needs VBMI2, but processors from Intel that lack it lower their clock
            // for vectors of 64 bytes.
            let has_avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vbmi2");
            if has_avx512 && !cfg!(no_avx512) {
                return Level::Avx512;
            }
            if is_x86_feature_detected!("avx") {
                return Level::Avx;
            }
        }
        #[cfg(all(double_words, target_arch = "aarch64"))]
        if std::arch::is_aarch64_feature_detected!("lse2") {
            return Level::Lse2;
        }
        Level::Portable
    }

    /// True if an access of 16 bytes is a single one.
    #[cfg(double_words)]
    #[inline(always)]
    pub(crate) fn has_double_words(self) -> bool {
        self > Level::Portable
    }

    /// The level of this processor and those below it, each of which it has too. Says on standard
    /// error which of the others are not tested.
    #[cfg(all(test, not(loom)))]
    pub(crate) fn available() -> impl Iterator<Item = Level> {
        let levels = [
            Level::Portable,
            #[cfg(vectors)]
            Level::Avx,
            #[cfg(vectors)]
            Level::Avx512,
            #[cfg(all(double_words, target_arch = "aarch64"))]
            Level::Lse2,
        ];
        levels.into_iter().filter(|level| {
            let is_available = *level <= Level::detect();
            if !is_available {
                eprintln!("not tested: {level:?}, which this processor does not have");
            }
            is_available
        })
    }
}
