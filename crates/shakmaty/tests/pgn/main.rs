//! Games in PGN: cut and read as by `pgn-reader`, replayed, and refused with the right error at the
//! right offset.

use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;

mod annotations;
mod cutting;
mod extensions;
mod people;
#[path = "../laws/pgn_text.rs"]
mod pgn_text;
mod reader;
mod recorded;
mod reference;
mod refusing;
mod replaying;
#[path = "../laws/scanner.rs"]
mod scanner;
mod starting;

/// The 2,000 sample games.
fn engine_games() -> Vec<u8> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/engine-games.pgn.gz");
    let mut text = Vec::new();
    GzDecoder::new(File::open(path).unwrap()).read_to_end(&mut text).unwrap();
    text
}
