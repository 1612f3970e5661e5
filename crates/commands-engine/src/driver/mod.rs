//! A running UCI engine: its process, its protocol, and the line with its key.

mod pattern;
pub(crate) mod supervise;
mod uci;

pub(crate) use pattern::Pattern;
pub(crate) use uci::{Engine, Settings};
