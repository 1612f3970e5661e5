//! The object of a game.

use std::path::Path;

use serde::Serialize;
use serde_json::value::RawValue;
use zobrist_index::StoredGame;

use super::super::file_name::file_name;
use super::super::raw::{joined, raw};
use crate::explorer::game_rows;

#[derive(Serialize)]
struct Source {
    source: usize,
}

/// The object of `explore --format jsonl`, with the number of the source, and with the file's name alone:
/// its folders are nobody's business. Without a ply, it has no such field.
pub fn object(game: &StoredGame, ply: Option<u32>, source: usize) -> Box<RawValue> {
    let mut game = game.clone();
    game.file = file_name(Path::new(&game.file));
    let row = raw(|out| game_rows::append_object(out, &game, ply));
    joined(&row, &Source { source })
}
