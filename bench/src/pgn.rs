//! Reads, replays and hashes games with this project's reader, against `pgn-reader` and shakmaty
//! without hashing.

use std::fs;
use std::hint::black_box;

use anyhow::Result;
use shakmaty::Move;
use zobrist::Hasher;
use zobrist_chess::Fide;
use zobrist_shakmaty::pgn::replay_game;
use zobrist_shakmaty::pgn::{self, TokenKind};
use zobrist_shakmaty::{GameOptions, GameVisitor, HashablePosition, Hashed};

use crate::paired::{compare, contestant};
use crate::{games, generate, replay};

pub(crate) fn run() -> Result<()> {
    let sample = games::text()?;
    let (generated, _) = generate::kept(100_000)?;
    for (name, text) in [
        ("2,000 games without comments", rewritten(&sample, false)?),
        ("2,000 games with clocks", rewritten(&sample, true)?),
        ("100,000 generated games", fs::read(generated)?),
    ] {
        let (plies, sum) = replay::hashed(&text)?;
        compare(
            &format!("pgn: {plies} plies of {name} (aim: 1.7)"),
            plies,
            9,
            &mut [
                contestant("pgn-reader and shakmaty, without hashing", || {
                    (replay::bare(&text).expect("the games are whole"), sum)
                }),
                contestant("zobrist-shakmaty, read and hashed", || read_and_hashed(&text)),
            ],
            |_, found| assert_eq!(*found, (plies, sum)),
        );
    }
    Ok(())
}

/// Rewrites games with their tags and moves alone, or with a clock after each move.
fn rewritten(text: &[u8], clocks: bool) -> Result<Vec<u8>> {
    let mut rewritten = Vec::with_capacity(2 * text.len());
    for game in pgn::games(text) {
        let mut ply = 0;
        for token in game.tokens() {
            let token = token?;
            if ply == 0 {
                let tags = game.text()[..token.offset].trim_ascii_end();
                let end = tags.iter().rposition(|byte| *byte == b']').map_or(0, |end| end + 1);
                rewritten.extend_from_slice(&tags[..end]);
                rewritten.extend_from_slice(b"\n\n");
            }
            match token.kind {
                TokenKind::Move => {
                    let (number, left) = (ply / 2 + 1, 180 - ply % 180);
                    let dots = if ply % 2 == 0 { "." } else { "..." };
                    if clocks || ply % 2 == 0 {
                        rewritten.extend_from_slice(format!("{number}{dots} ").as_bytes());
                    }
                    rewritten.extend_from_slice(token.text);
                    rewritten.push(b' ');
                    if clocks {
                        let clock = format!("{{ [%clk 0:0{}:{:02}] }} ", left / 60, left % 60);
                        rewritten.extend_from_slice(clock.as_bytes());
                    }
                    ply += 1;
                }
                TokenKind::Result(_) => rewritten.extend_from_slice(token.text),
                _ => {}
            }
        }
        rewritten.extend_from_slice(b"\n\n");
    }
    Ok(rewritten)
}

/// Number of plies, and the sum of the hashes after each.
#[derive(Default)]
struct Sum {
    plies: u64,
    hashes: u64,
}

impl GameVisitor<Fide, Hasher<Fide>> for Sum {
    #[inline]
    fn position<P: HashablePosition>(
        &mut self,
        ply: usize,
        _: Option<Move>,
        position: &Hashed<Fide, P>,
    ) {
        if ply > 0 {
            self.plies += 1;
            self.hashes = self.hashes.wrapping_add(position.hash());
        }
    }
}

fn read_and_hashed(text: &[u8]) -> (u64, u64) {
    let mut sum = Sum::default();
    for game in pgn::games(text) {
        let hasher = Hasher::new(Fide);
        replay_game(&Fide, game.text(), GameOptions::default(), hasher, &mut sum)
            .expect("the games are whole");
    }
    (sum.plies, black_box(sum.hashes))
}
