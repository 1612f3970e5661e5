//! Games as tables: the positions that were visited, the games themselves, and what is found in
//! them.

mod annotation_columns;
mod check_rows;
mod game_rows;
mod pass;
mod piece;
mod source;
mod stream;
mod texts;
mod visit_rows;

pub(crate) use check_rows::check;
pub(crate) use game_rows::games;
pub(crate) use stream::GameStream;
pub(crate) use visit_rows::visits;
