//! `zobrist serve`.

mod anatomy;
mod api;
mod attacks;
mod berserk;
mod clients;
mod engine;
mod fairness;
mod go;
mod lattice;
mod lichess;
mod lichess_games;
mod life;
mod safety;
mod server;
mod uploads;

pub use server::{Answer, Server};
