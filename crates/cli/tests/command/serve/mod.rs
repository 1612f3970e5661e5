//! `zobrist serve`.

mod api;
mod attacks;
mod life;
mod safety;
mod server;

pub use server::{Answer, Server};
