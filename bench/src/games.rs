//! The sample games, as text and as positions.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::read::GzDecoder;
use shakmaty::variant::VariantPosition;
use shakmaty::{Chess, Move};
use zobrist_chess::Polyglot;
use zobrist_shakmaty::pgn::{GameScanner, replay_game};
use zobrist_shakmaty::{GameOptions, GameVisitor, HashablePosition, Hashed};

/// Returns the path of the sample games.
pub(crate) fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/engine-games.pgn.gz")
}

/// Returns the text of the 2,000 sample games.
pub(crate) fn text() -> Result<Vec<u8>> {
    let path = path();
    let file = std::fs::File::open(&path).with_context(|| format!("opening {}", path.display()))?;
    let mut text = Vec::new();
    GzDecoder::new(file).read_to_end(&mut text)?;
    Ok(text)
}

/// Splits a text in PGN into games.
pub(crate) fn split(mut text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut scanner = GameScanner::new();
    std::iter::from_fn(move || {
        let end = scanner.end_of_game(text, true)?;
        let (game, rest) = text.split_at(end);
        text = rest;
        Some(game)
    })
}

/// Returns every position of every sample game.
pub(crate) fn positions() -> Result<Vec<Chess>> {
    struct Collect(Vec<Chess>);
    impl GameVisitor<Polyglot, ()> for Collect {
        fn position<P: HashablePosition>(
            &mut self,
            _: usize,
            _: Option<Move>,
            position: &Hashed<Polyglot, P, ()>,
        ) {
            let setup = position.position().to_setup(shakmaty::EnPassantMode::Always);
            let position = VariantPosition::from_setup(
                position.position().variant(),
                setup,
                position.position().castles().mode(),
            );
            if let Ok(VariantPosition::Chess(position)) = position {
                self.0.push(position);
            }
        }
    }
    let text = text()?;
    let mut positions = Collect(Vec::new());
    for game in split(&text) {
        replay_game(&Polyglot, game, GameOptions::default(), (), &mut positions)?;
    }
    Ok(positions.0)
}
