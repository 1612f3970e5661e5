//! Checks files of games, compressed or not, on all cores: plays every game, and lists each one
//! that cannot be played to its end with its file, line and byte, in the order of the files. What a
//! program needs before it takes in games of others.
//!
//! ```sh
//! cargo run --release -p zobrist-game-text --example reject -- games.pgn.zst more.pgn
//! ```

use std::error::Error;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::{env, process, thread};

use zobrist_game_text::{Chunk, ChunkUnit, Chunks, Rejection, in_order};
use zobrist_input::{Content, FoundInput, Listener, Nobody, find_all};
use zobrist_shakmaty::pgn::replay_game;
use zobrist_shakmaty::shakmaty::Move;
use zobrist_shakmaty::{Fide, GameOptions, GameVisitor, HashablePosition, Hashed};

/// Only plays the moves.
struct Nothing;

impl GameVisitor<Fide, ()> for Nothing {
    fn position<P: HashablePosition>(
        &mut self,
        _ply: usize,
        _played: Option<Move>,
        _position: &Hashed<Fide, P, ()>,
    ) {
    }
}

#[derive(Default)]
struct Played {
    games: u64,
    rejections: Vec<Rejection>,
}

/// Plays the games of a chunk.
fn play(mut chunk: Chunk, options: GameOptions) -> Played {
    let mut played = Played::default();
    for game in chunk.games() {
        played.games += 1;
        if let Err(fault) = replay_game(&Fide, game.text, options, (), &mut Nothing) {
            let rejection = chunk.reject_game(&game, fault.offset, &fault);
            played.rejections.push(rejection.by_fault(&fault));
        }
    }
    // Parts of the file that could not be read, such as the end of an archive that is cut.
    chunk.append_unread(false, &mut played.games, &mut played.rejections);
    chunk.buffers.give_back(chunk.text);
    played
}

/// Plays all games, and calls `each` with every rejection, in order. Returns the number of games.
fn play_all(inputs: Vec<FoundInput>, mut each: impl FnMut(&Rejection) + Send) -> u64 {
    let mut options = GameOptions::default();
    options.allow_variants = true;
    let mut chunks = Chunks::new(inputs, ChunkUnit::Games);
    let mut games = 0;
    let broken = in_order(
        thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        || chunks.next(),
        |chunk| play(chunk, options),
        |played: Played| {
            games += played.games;
            played.rejections.iter().for_each(&mut each);
            ControlFlow::<()>::Continue(())
        },
    );
    debug_assert!(broken.is_none());
    games
}

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let listener: Arc<dyn Listener> = Arc::new(Nobody);
    let inputs = find_all(&files, Content::Text, &listener)?;
    let mut rejected = 0;
    let games = play_all(inputs, |rejection| {
        rejected += 1;
        println!("{rejection}");
    });
    eprintln!("{games} games, {rejected} rejected");
    process::exit(i32::from(rejected > 0));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rejections(files: &[(&str, Vec<u8>)]) -> (u64, Vec<Rejection>) {
        let folder = tempfile::tempdir().unwrap();
        let paths: Vec<PathBuf> = files.iter().map(|(name, _)| folder.path().join(name)).collect();
        for (path, (_, bytes)) in paths.iter().zip(files) {
            std::fs::write(path, bytes).unwrap();
        }
        let listener: Arc<dyn Listener> = Arc::new(Nobody);
        let inputs = find_all(&paths, Content::Text, &listener).unwrap();
        let mut rejections = Vec::new();
        let games = play_all(inputs, |rejection| rejections.push(rejection.clone()));
        (games, rejections)
    }

    #[test]
    fn bad_games_are_listed_with_their_places() {
        let good = b"[White \"A\"]\n\n1. e4 e5 1-0\n\n".repeat(500);
        let bad = [&good[..], b"1. e4 Ke6 *\n\n", &good, b"[FEN \"8/8\"]\n\n*\n"].concat();
        let zstd = zstd::encode_all(&bad[..], 1).unwrap();
        let (games, found) = rejections(&[("a.pgn", bad), ("b.pgn.zst", zstd)]);
        assert_eq!((games, found.len()), (2 * 1002, 4));
        let places: Vec<_> = found.iter().map(|found| (found.line, found.offset)).collect();
        assert_eq!(places[..2], places[2..], "compressed or not");
        // 500 games of four lines and 27 bytes each.
        assert_eq!(places[0], (2001, 500 * 27 + "1. e4 ".len() as u64));
        assert!(found[0].file.ends_with("a.pgn") && found[2].file.ends_with("b.pgn.zst"));
        assert!(found[0].reason.starts_with("game 501: "), "{}", found[0].reason);
    }

    #[test]
    fn a_file_that_is_cut_is_told() {
        let games = b"1. e4 e5 *\n\n".repeat(2000);
        let mut zstd = zstd::encode_all(&games[..], 1).unwrap();
        zstd.truncate(zstd.len() - 10);
        let (_, found) = rejections(&[("cut.pgn.zst", zstd)]);
        assert_eq!(found.len(), 1);
    }
}
