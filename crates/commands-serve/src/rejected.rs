//! The games that were not taken into the index of the files that are served: how many, and why.

use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde::Serialize;
use zobrist_commands_input::terminal_listener::find_one;
use zobrist_explorer::OpenSource;
use zobrist_game_text::{ChunkUnit, Chunks, Rejection};
use zobrist_index::{BuildOptions, GamesText, Index, IndexedSource, Replayer};
use zobrist_input::Content;

/// The most rejections that are shown with their places.
const TOLD: usize = 20;

/// The time that the server waits at its start until they are known.
const FIRST_TIME: Duration = Duration::from_millis(500);

/// The places of the first rejections, found meanwhile.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rejections(Arc<Mutex<Vec<String>>>);

/// The games that are not there, as the page shows them.
#[derive(Debug, Serialize)]
pub(crate) struct RejectedGames {
    /// The number of games that were rejected, and of those that were kept up to a bad move.
    games: u64,
    shortened: u64,
    /// The places and reasons of the first.
    first: Vec<String>,
}

impl Rejections {
    /// Looks in files of games, the sources of an index, for the games that it lacks. Each has a
    /// name that is shown. The server does not wait for the end of that.
    ///
    /// Only files that the user has named are read again, since an index of somebody else could
    /// name any.
    pub(crate) fn of(files: &[(PathBuf, String)], index: &Index) -> Rejections {
        let found = Rejections::default();
        let sources: Vec<((PathBuf, String), IndexedSource)> = files
            .iter()
            .zip(index.sources())
            .filter(|(_, source)| source.rejected + source.shortened > 0)
            .map(|(file, source)| (file.clone(), source.clone()))
            .collect();
        if sources.is_empty() {
            return found;
        }
        let mut options = BuildOptions::default();
        options.scheme = index.scheme().clone();
        let (done, ended) = channel();
        let list = found.clone();
        thread::spawn(move || {
            for ((file, name), source) in &sources {
                list.look_in(file, name, source, &options);
            }
            done.send(()).ok();
        });
        ended.recv_timeout(FIRST_TIME).ok();
        found
    }

    /// Adds the first rejections of a file. One that cannot be read now has none.
    fn look_in(&self, file: &Path, name: &str, source: &IndexedSource, options: &BuildOptions) {
        let Ok(input) = find_one(file, Content::Text) else { return };
        let mut options = options.clone();
        (options.select, options.keep_valid) = (source.select, source.keep_valid);
        let replayer = Replayer::new(options);
        let name: Arc<str> = name.into();
        for mut chunk in Chunks::new(vec![input], ChunkUnit::Games) {
            let mut games = GamesText::new(&name, &chunk.text, &chunk.ends);
            (games.offset, games.first) = (chunk.offset, chunk.game_in_file);
            games.encoding = chunk.encoding;
            let replayed = replayer.replay(games);
            let mut rejections = std::mem::take(&mut chunk.rejections);
            for (games, shortens) in [(&replayed.rejected, false), (&replayed.shortened, true)] {
                rejections.extend(games.iter().map(|game| {
                    let number = chunk.game_in_file + game.number as u64;
                    let reason = format!("game {number}: {}", game.error);
                    let rejection = chunk.reject(game.at, reason);
                    if shortens { rejection.shortening() } else { rejection }
                }));
            }
            rejections.sort_by_key(|rejection| rejection.offset);
            if !self.add(rejections, &name) {
                return;
            }
        }
    }

    /// Adds rejections; false once there are enough.
    fn add(&self, rejections: Vec<Rejection>, name: &Arc<str>) -> bool {
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let left = TOLD - list.len();
        let named = rejections.into_iter().take(left);
        list.extend(named.map(|mut rejection| {
            rejection.file = Arc::clone(name);
            rejection.to_string()
        }));
        list.len() < TOLD
    }

    /// The first of them, if it is known by now.
    pub(crate) fn first(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).first().cloned()
    }
}

impl RejectedGames {
    /// Returns the games that the sources lack, with the first rejections of all, as far as they
    /// are known now.
    pub(crate) fn of(rejections: &[Rejections], sources: &[OpenSource]) -> RejectedGames {
        let all = sources.iter().flat_map(|source| source.opened.index.sources());
        let (games, shortened) = all.fold((0, 0), |(games, shortened), source| {
            (games + source.rejected, shortened + source.shortened)
        });
        let mut first = Vec::new();
        for list in rejections {
            first.extend_from_slice(&list.0.lock().unwrap_or_else(PoisonError::into_inner));
        }
        first.truncate(TOLD);
        RejectedGames { games, shortened, first }
    }
}
