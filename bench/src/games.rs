//! The sample games, as text and as positions.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::read::GzDecoder;
use shakmaty::variant::VariantPosition;
use shakmaty::{Chess, Move};
use zobrist_chess::Polyglot;
use zobrist_shakmaty::{
    GameOptions, GameScanner, HashablePosition, Hashed, Positions, replay_game,
};

/// The file of the sample games.
pub fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/engine-games.pgn.gz")
}

/// The text of the 2,000 sample games.
pub fn text() -> Result<Vec<u8>> {
    let path = path();
    let file = std::fs::File::open(&path).with_context(|| format!("opening {}", path.display()))?;
    let mut text = Vec::new();
    GzDecoder::new(file).read_to_end(&mut text)?;
    Ok(text)
}

/// The games of a text in PGN, one by one.
pub fn split(mut text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut scanner = GameScanner::new();
    std::iter::from_fn(move || {
        let end = scanner.end_of_game(text, true)?;
        let (game, rest) = text.split_at(end);
        text = rest;
        Some(game)
    })
}

/// Every position of every sample game.
pub fn positions() -> Result<Vec<Chess>> {
    struct Collect(Vec<Chess>);
    impl Positions<Polyglot, ()> for Collect {
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
        replay_game::<Polyglot, ()>(game, GameOptions::default(), (), &mut positions)?;
    }
    Ok(positions.0)
}
