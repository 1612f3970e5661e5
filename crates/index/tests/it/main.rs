//! Tests of filters, duplicates and sources that are taken out, in one program; `index` and
//! `remote` are others.

mod duplicates;
mod filter;
mod remove;
mod traits;
