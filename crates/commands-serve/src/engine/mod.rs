//! A UCI engine of the user's, which is asked for the evaluation of positions.
//!
//! One position is searched at a time: a new question stops the search before it. The engine has no
//! more time than the user gives it, its output is bounded, and it ends with the server.

mod options;
mod search;
mod uci;

pub(crate) use options::EngineOptions;
pub(crate) use search::Engine;
