//! The sample games, as text and as positions.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use flate2::read::GzDecoder;
use shakmaty::{Chess, Move};
use shakmaty::variant::VariantPosition;
use zobrist_chess::Polyglot;
use zobrist_shakmaty::{GameOptions, GameScanner, Hashed, Positions, Rules, replay_game};

/// The text of the 2,000 sample games.
pub fn text() -> Result<Vec<u8>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/engine-games.pgn.gz");
    let file = std::fs::File::open(&path).with_context(|| format!("opening {}", path.display()))?;
    let mut text = Vec::new();
    GzDecoder::new(file).read_to_end(&mut text)?;
    Ok(text)
}

/// Every position of every sample game.
pub fn positions() -> Result<Vec<Chess>> {
    struct Collect(Vec<Chess>);
    impl Positions<Polyglot, ()> for Collect {
        fn position<P: Rules>(&mut self, _: usize, _: Option<Move>, position: &Hashed<Polyglot, P, ()>) {
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
    let mut rest = text.as_slice();
    let mut scanner = GameScanner::new();
    while let Some(end) = scanner.end_of_game(rest, true) {
        replay_game::<Polyglot, ()>(&rest[..end], GameOptions::default(), (), &mut positions)?;
        rest = &rest[end..];
    }
    Ok(positions.0)
}
