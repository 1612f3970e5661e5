//! The Python package `zobrist`: columns of positions become keys, and games become tables.
//!
//! The crate has a workspace of its own, since it links Python and the versions of Arrow that it
//! hands over concern no other crate. There is no expression plugin for Polars and no extension of
//! DuckDB: each of their releases would break one, and `map_batches` with `zobrist.hash` or a
//! function over Arrow columns takes a line or three. There is no transposition table, since a call
//! from Python takes about as long as a probe.

mod arguments;
mod audit;
mod board;
mod book;
mod build;
mod column;
mod error;
mod explain;
mod filters;
mod games;
mod hash;
mod hash_function;
mod index;
mod keys_array;
mod lattice;
mod output;
mod position;
mod rejected;
mod rules;
mod runs;
mod scheme;
mod table;
mod text_check;
mod work;

use pyo3::pymodule;

#[pymodule]
mod _zobrist {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::audit::{Audit, audit};
    #[pymodule_export]
    use super::book::{MadeBook, PyBook, make_book};
    #[pymodule_export]
    use super::build::{Built, add, build_index, merge, verify};
    #[pymodule_export]
    use super::explain::{diff, explain};
    #[pymodule_export]
    use super::games::{GameStream, check, games, visits};
    #[pymodule_export]
    use super::hash_function::hash;
    #[pymodule_export]
    use super::index::PyIndex;
    #[pymodule_export]
    use super::keys_array::KeyArray;
    #[pymodule_export]
    use super::lattice::{Run, run_of};
    #[pymodule_export]
    use super::runs::{
        BuiltRun, Combined, Plan, Status, abandon, built_by_tasks, built_run, combine, commit,
        plan, run, status,
    };
    #[pymodule_export]
    use super::scheme::{PyScheme, keys};
    #[pymodule_export]
    use super::table::Table;
    /// Functions that have the name of others.
    #[pymodule]
    mod _lattice {
        #[pymodule_export]
        use super::super::lattice::run;
    }

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
