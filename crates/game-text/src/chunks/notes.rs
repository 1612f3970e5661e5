//! Notes about an input, which are reported once all of its games have been read.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use zobrist_input::{Listener, counted};
use zobrist_text_encoding::FileEncoding;

/// Counts what was left out of the games of an input, and tells it when the last chunk is gone.
pub struct Notes {
    file: Arc<str>,
    listener: Arc<dyn Listener>,
    /// Games of whose `FEN` something was left out.
    starts: Occurrences,
    /// Moves with annotations that cannot be read.
    malformed: Occurrences,
    /// Moves whose evaluation is a mate, which no column has.
    mates: Occurrences,
    encoding: FileEncoding,
    /// Games with tags that are not UTF-8.
    decoded: Occurrences,
}

/// A number of occurrences, and the first game that has one.
struct Occurrences {
    number: AtomicU64,
    first: AtomicU64,
}

impl Occurrences {
    fn new() -> Occurrences {
        Occurrences { number: AtomicU64::new(0), first: AtomicU64::new(u64::MAX) }
    }

    fn add(&self, game: u64, number: u64) {
        if number > 0 {
            self.number.fetch_add(number, Ordering::Relaxed);
            self.first.fetch_min(game, Ordering::Relaxed);
        }
    }

    /// The number and the first game; `None` if there are none.
    fn told(&mut self) -> Option<(u64, u64)> {
        let (number, first) = (*self.number.get_mut(), *self.first.get_mut());
        (number > 0).then_some((number, first))
    }
}

impl Notes {
    pub(super) fn new(
        file: Arc<str>,
        listener: Arc<dyn Listener>,
        encoding: FileEncoding,
    ) -> Notes {
        let [starts, malformed, mates, decoded] = [(); 4].map(|()| Occurrences::new());
        Notes { file, listener, starts, malformed, mates, encoding, decoded }
    }

    /// Counts a game, by its number in the input, with tags that are not UTF-8.
    pub fn decoded(&self, game: u64) {
        self.decoded.add(game, 1);
    }

    /// Counts a game, by its number in the input, whose `FEN` had castling rights or an en passant
    /// square that cannot be and were left out.
    pub fn repaired_start(&self, game: u64) {
        self.starts.add(game, 1);
    }

    /// Counts moves of a game behind which a clock, an evaluation or a glyph cannot be read.
    pub fn malformed_annotations(&self, game: u64, moves: u64) {
        self.malformed.add(game, moves);
    }

    /// Counts moves of a game whose evaluation is a mate, where the column `eval` was asked for and
    /// `mate` was not.
    pub fn mates_without_column(&self, game: u64, moves: u64) {
        self.mates.add(game, moves);
    }
}

impl Drop for Notes {
    fn drop(&mut self) {
        if let Some((games, first)) = self.starts.told() {
            let games = counted(games, "game", "games");
            self.listener.notice(&format!(
                "{}: left castling rights or an en passant square that cannot be out of the FEN of {games}, first \
                 of game {first}",
                self.file
            ));
        }
        if let Some((moves, first)) = self.malformed.told() {
            let moves = counted(moves, "move", "moves");
            self.listener.notice(&format!(
                "{}: could not read a clock, an evaluation or a glyph behind {moves}, first in game {first}",
                self.file
            ));
        }
        if let Some((mates, first)) = self.mates.told() {
            let mates = counted(mates, "mate", "mates");
            self.listener.notice(&format!(
                "{}: the column eval is empty for {mates}, first in game {first}; they are in the column mate",
                self.file
            ));
        }
        if let Some(encoding) = self.encoding.found()
            && let Some((games, first)) = self.decoded.told()
        {
            let games = counted(games, "game", "games");
            self.listener.assumed_encoding(&format!(
                "{}: tags of {games} are not UTF-8, first of game {first}; they were read as {encoding}, which they \
                 look like",
                self.file
            ));
        }
    }
}

impl fmt::Debug for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notes").field("file", &self.file).finish_non_exhaustive()
    }
}
