//! The object of a game.

use std::path::Path;

use zobrist_index::StoredGame;

use super::super::file_name::file_name;
use super::super::json_object::JsonObject;
use crate::explorer::game_rows;

/// The object of `explore --format jsonl`, with the number of the source, and with the file's name alone:
/// its folders are nobody's business. Without a ply, it has no such field.
pub fn object(game: &StoredGame, ply: Option<u32>, source: usize) -> JsonObject {
    let mut game = game.clone();
    game.file = file_name(Path::new(&game.file));
    JsonObject::of_row(|out| game_rows::append_object(out, &game, ply)).field("source", &source)
}
