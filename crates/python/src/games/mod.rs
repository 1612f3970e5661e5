//! Games as tables: the positions that were visited, and the games themselves.

mod game_rows;
mod pass;
mod source;
mod stream;
mod visit_rows;

pub(crate) use game_rows::games;
pub(crate) use stream::GameStream;
pub(crate) use visit_rows::visits;
