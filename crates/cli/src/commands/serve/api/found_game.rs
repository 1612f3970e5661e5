//! The object of a game.

use std::path::Path;

use serde_json::{Map, Value};
use zobrist_index::StoredGame;

use super::super::library::file_name;
use super::super::raw::raw;
use crate::explorer::game_rows;

/// The object of `explore --format jsonl`, with the number of the source, and with the file's name alone:
/// its folders are nobody's business. Without a ply, it has no such field.
pub fn object(game: &StoredGame, ply: Option<u32>, source: usize) -> Map<String, Value> {
    let row = raw(|out| game_rows::append_object(out, game, ply));
    let mut object: Map<String, Value> =
        serde_json::from_str(row.get()).expect("a row is an object");
    object.insert("file".to_owned(), file_name(Path::new(&game.file)).into());
    object.insert("source".to_owned(), source.into());
    object
}
