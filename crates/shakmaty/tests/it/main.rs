//! Tests of the crate in one program, but for those that need a process of their own or take
//! minutes, those of games and of composed schemes, and the laws.

mod book_builder;
mod book_repair;
mod check;
mod check_text;
mod compatibility;
mod fix;
mod forge;
mod incremental;
mod null_move;
mod positions;
mod shakmaty_hash;
mod stockfish;
mod strictness;
mod traits;
mod upcoming;
mod vectors;
