//! Tests of the interface as C and C++ see it.

mod header;
