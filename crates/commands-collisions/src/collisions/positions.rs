//! Collects the different positions of a tree or of games as sets of features.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Result, bail};
use shakmaty::{Chess, Move};
use zobrist::{Feature, Hasher};
use zobrist_audit::States;
use zobrist_chess::{Scheme, Wide};
use zobrist_commands_input::positions::reserve;
use zobrist_commands_input::rejections::Tally;
use zobrist_commands_input::terminal_listener;
use zobrist_console::ending::Ending;
use zobrist_game_text::{Chunk, ChunkUnit, Chunks, Rejection, in_order};
use zobrist_input::Content;
use zobrist_shakmaty::pgn::{Language, replay_game};
use zobrist_shakmaty::{
    GameOptions, GameVisitor, HashSet128, HashablePosition, Hashed, for_each_feature,
    for_each_unique_position,
};

/// Limit on the number of positions in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    memory: usize,
    bytes: usize,
}

impl Limit {
    /// A position has about forty features of two bytes each. While positions are collected, its
    /// 128 bits are in a set that doubles when it is full; later, each thread has a hash and a
    /// number.
    pub(crate) fn new(memory: usize, threads: NonZeroUsize) -> Limit {
        Limit { memory, bytes: 80 + (16 * threads.get()).max(60) }
    }

    fn states(self) -> usize {
        (self.memory / self.bytes).min(u32::MAX as usize - 1)
    }

    fn refuse<T>(self) -> Result<T> {
        bail!(
            "there are more different positions than the {} that fit in {} MiB at {} bytes each; \
             give more --memory, fewer --jobs, a smaller --tree or fewer games",
            self.states(),
            self.memory >> 20,
            self.bytes,
        )
    }
}

/// The different positions after exactly `plies` plies.
pub(crate) fn of_tree<S: Scheme>(
    scheme: &S,
    start: &Chess,
    plies: u32,
    threads: NonZeroUsize,
    limit: Limit,
) -> Result<States> {
    let states = Mutex::new(States::new(scheme.chess_layout().layout()));
    for_each_unique_position(scheme, start, plies, threads, |position| {
        let mut features = Vec::with_capacity(48);
        for_each_feature(scheme, position, |feature| features.push(feature));
        let mut states = states.lock().expect(UNPOISONED);
        states.push(features);
        if states.len() > limit.states() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    let states = states.into_inner().expect(UNPOISONED);
    if states.len() > limit.states() { limit.refuse() } else { Ok(states) }
}

const UNPOISONED: &str = "no thread panics with the lock held";

/// The different positions of all games that can be read.
///
/// # Errors
/// When a file is missing, or there are more than memory may hold.
pub(crate) fn of_games<S: Scheme>(
    scheme: &S,
    files: &[PathBuf],
    language: Language,
    threads: NonZeroUsize,
    limit: Limit,
) -> Result<(States, Ending)> {
    let progress = terminal_listener::progress_with_few_rows(files);
    let mut chunks = Chunks::new(
        terminal_listener::find_all(files, Content::Text, &progress)?,
        ChunkUnit::Games,
    );
    let mut tally = Tally::new("games", progress);
    let mut seen = HashSet128::default();
    let mut states = States::new(scheme.chess_layout().layout());
    let broken = in_order(
        threads,
        || chunks.next(),
        |chunk| replay(scheme, language, chunk),
        |games: Games| {
            tally.add(games.read, &games.rejections);
            let mut start = 0;
            if let Err(error) = reserve(&mut seen, games.positions.len()) {
                return ControlFlow::Break(Some(error));
            }
            for (position, end) in games.positions {
                if seen.insert(position) {
                    states.push(games.features[start..end].iter().copied());
                }
                start = end;
            }
            if states.len() > limit.states() {
                return ControlFlow::Break(None);
            }
            ControlFlow::Continue(())
        },
    );
    match broken {
        Some(Some(error)) => Err(error.into()),
        Some(None) => limit.refuse(),
        None => Ok((states, tally.finish_reading(false))),
    }
}

/// The positions of a chunk of games.
#[derive(Default)]
struct Games {
    /// The 128-bit hash of each position, and the end of its features.
    positions: Vec<(u128, usize)>,
    features: Vec<Feature>,
    read: u64,
    rejections: Vec<Rejection>,
}

fn replay<S: Scheme>(scheme: &S, language: Language, mut chunk: Chunk) -> Games {
    let mut games = Games::default();
    let mut options = GameOptions::default();
    options.allow_variants = scheme.chess_layout().has_variants();
    options.language = language;
    for game in chunk.games() {
        let before = (games.positions.len(), games.features.len());
        let wide = Hasher::new(Wide(scheme.clone()));
        games.read += 1;
        if let Err(fault) = replay_game(scheme, game.text, options, wide, &mut games) {
            games.positions.truncate(before.0);
            games.features.truncate(before.1);
            let rejection = chunk.reject_game(&game, fault.offset, &fault);
            games.rejections.push(rejection.by_fault(&fault));
        }
    }
    chunk.append_unread(false, &mut games.read, &mut games.rejections);
    games
}

impl<S: Scheme> GameVisitor<S, Hasher<Wide<S>>> for Games {
    fn position<P: HashablePosition>(
        &mut self,
        _: usize,
        _: Option<Move>,
        position: &Hashed<S, P, Hasher<Wide<S>>>,
    ) {
        for_each_feature(position.scheme(), position.position(), |feature| {
            self.features.push(feature)
        });
        self.positions.push((position.changes().hash(), self.features.len()));
    }
}
