//! `zobrist serve`.

mod api;
mod attacks;
mod go;
mod lattice;
mod life;
mod safety;
mod server;

pub use server::{Answer, Server};
