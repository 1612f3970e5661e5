//! Code for x86-64: accesses of 16 bytes, and vectors by AVX and by AVX-512.

pub(crate) mod access;
pub(crate) mod avx;
pub(crate) mod avx512;
pub(crate) mod ranking;
mod sse2;
