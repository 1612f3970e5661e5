//! Counts the moves of games for a book: of all games, or of those that a filter keeps.

use std::sync::Arc;

use shakmaty::{Move, Outcome};
use zobrist::Hasher;
use zobrist_chess::Polyglot;
use zobrist_game_text::{Chunk, Rejection};
use zobrist_index::{Condition, Filter, GameFacts, StoredGame, TagFacts};
use zobrist_shakmaty::pgn::{PgnError, replay_game};
use zobrist_shakmaty::{
    BookBuilder, BookOptions, GameOptions, GameVisitor, HashablePosition, Hashed,
    replay_packed_moves,
};

/// The games that a filter keeps, counted.
#[derive(Clone, Debug)]
pub struct Sieve<'a> {
    filter: &'a Filter,
    /// The conditions of the filter, and for each the games that it keeps by itself.
    by_condition: Vec<(Condition, u64)>,
    seen: u64,
    kept: u64,
}

impl<'a> Sieve<'a> {
    pub(super) fn new(filter: &'a Filter) -> Sieve<'a> {
        let by_condition = filter.conditions().map(|condition| (condition, 0)).collect();
        Sieve { filter, by_condition, seen: 0, kept: 0 }
    }

    /// True if every game is kept; games are not counted then.
    #[must_use]
    pub fn keeps_all(&self) -> bool {
        self.by_condition.is_empty()
    }

    /// The number of games that were kept, and of all games.
    #[must_use]
    pub fn kept_of(&self) -> (u64, u64) {
        (self.kept, self.seen)
    }

    /// Each condition in words, and the number of games that it keeps by itself.
    #[must_use]
    pub fn by_condition(&self) -> Vec<(String, u64)> {
        let words = |&(condition, games)| (self.filter.words(condition), games);
        self.by_condition.iter().map(words).collect()
    }

    fn keeps(&mut self, game: &GameFacts) -> bool {
        let mut keeps = true;
        for (condition, games) in &mut self.by_condition {
            let is_met = self.filter.keeps(*condition, game);
            *games += u64::from(is_met);
            keeps &= is_met;
        }
        self.seen += 1;
        self.kept += u64::from(keeps);
        keeps
    }

    fn join(&mut self, other: &Sieve) {
        for ((_, sum), (_, games)) in self.by_condition.iter_mut().zip(&other.by_condition) {
            *sum += games;
        }
        self.seen += other.seen;
        self.kept += other.kept;
    }
}

/// Counts games on one thread.
#[derive(Debug)]
pub(super) struct Counter<'a> {
    builder: BookBuilder,
    sieve: Sieve<'a>,
    /// The tags of the current game, if the filter asks for some.
    tags: TagFacts,
    plies: u64,
}

impl<'a> Counter<'a> {
    pub(super) fn new(options: BookOptions, filter: &'a Filter) -> Counter<'a> {
        Counter {
            builder: BookBuilder::new(options),
            sieve: Sieve::new(filter),
            tags: TagFacts::default(),
            plies: 0,
        }
    }

    /// Adds what another counter with the same options and filter has counted.
    pub(super) fn join(&mut self, other: Counter) {
        self.builder.join(other.builder);
        self.sieve.join(&other.sieve);
    }

    /// The number of plies since the last call.
    pub(super) fn take_plies(&mut self) -> u64 {
        std::mem::take(&mut self.plies)
    }

    pub(super) fn finish(self) -> (BookBuilder, Sieve<'a>) {
        (self.builder, self.sieve)
    }

    /// Counts the games of a chunk. Returns the number of games read, and those that were rejected
    /// or shortened, whether or not the filter would have kept them. Strictly, the first one ends
    /// the counting.
    pub(super) fn count_chunk(
        &mut self,
        chunk: &Chunk,
        options: GameOptions,
        keep_valid: bool,
    ) -> (u64, Vec<Rejection>) {
        let mut rejections = Vec::new();
        self.tags.read_by(chunk.encoding);
        for game in chunk.games() {
            self.builder.begin_game(game.number);
            let replayed = self.replay(game.text, options);
            if self.builder.has_repaired_start() {
                chunk.notes.repaired_start(game.number_in_file);
            }
            if self.tags.has_decoded() {
                chunk.notes.decoded(game.number_in_file);
            }
            match replayed {
                Ok(()) => self.end_game(),
                Err(fault) => {
                    let rejection = chunk.reject_game(&game, fault.offset, &fault);
                    let mut rejection = rejection.by_fault(&fault);
                    if keep_valid && fault.is_bad_move() {
                        self.end_game();
                        rejection = rejection.shortening();
                    }
                    rejections.push(rejection);
                    if options.strict_start {
                        return (game.number - chunk.game + 1, rejections);
                    }
                }
            }
        }
        (chunk.ends.len() as u64, rejections)
    }

    fn replay(&mut self, text: &[u8], options: GameOptions) -> Result<(), PgnError> {
        let hasher = Hasher::new(Polyglot);
        if self.sieve.keeps_all() {
            let plies = replay_game(&Polyglot, text, options, hasher, &mut self.builder)?;
            self.note(plies);
        } else {
            self.tags.clear();
            let mut with_tags = WithTags { builder: &mut self.builder, tags: &mut self.tags };
            let plies = replay_game(&Polyglot, text, options, hasher, &mut with_tags)?;
            self.note(plies);
        }
        Ok(())
    }

    fn note(&mut self, plies: Option<usize>) {
        self.plies += plies.unwrap_or(0) as u64;
    }

    /// Ends a game that was replayed. One that the filter does not keep is not ended, and so does
    /// not count.
    fn end_game(&mut self) {
        if self.sieve.keeps_all() || self.sieve.keeps(&self.tags.facts()) {
            self.builder.end_game();
        }
    }

    /// Counts stored games, numbered from `games` + 1; returns rejections of those that are not
    /// standard chess or Chess960.
    pub(super) fn count_stored(
        &mut self,
        batch: &[StoredGame],
        games: u64,
        index: &Arc<str>,
    ) -> Vec<Rejection> {
        let mut rejections = Vec::new();
        for game in batch {
            self.builder.begin_game(games + game.game_id + 1);
            let moves = game.moves.iter().copied();
            let (options, hasher) = (GameOptions::default(), Hasher::new(Polyglot));
            let start = &game.start_tags;
            match replay_packed_moves(&Polyglot, start, moves, options, hasher, &mut self.builder) {
                Ok(_) => {
                    self.plies += game.moves.len() as u64;
                    if self.sieve.keeps_all() || self.sieve.keeps(&game.facts()) {
                        self.builder.result(game.result.outcome());
                        self.builder.end_game();
                    }
                }
                Err(error) => {
                    let reason = format!("stored game {} of {}: {error}", game.game_id, game.file);
                    let line = game.game_id + 1;
                    rejections.push(Rejection::new(index.clone(), line, game.offset, reason));
                }
            }
        }
        rejections
    }
}

/// Hands a game to a builder and notes its tags.
struct WithTags<'a> {
    builder: &'a mut BookBuilder,
    tags: &'a mut TagFacts,
}

impl GameVisitor<Polyglot, Hasher<Polyglot>> for WithTags<'_> {
    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.tags.tag(name, value);
        self.builder.tag(name, value);
    }

    #[inline]
    fn position<P: HashablePosition>(
        &mut self,
        ply: usize,
        played: Option<Move>,
        position: &Hashed<Polyglot, P>,
    ) {
        self.builder.position(ply, played, position);
    }

    fn repaired_start(&mut self) {
        self.builder.repaired_start();
    }

    fn result(&mut self, result: Outcome) {
        self.tags.end(result);
        self.builder.result(result);
    }
}
