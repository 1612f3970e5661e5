//! From games in PGN to the records of an index, on many threads at once.

use std::cell::Cell;
use std::mem;
use std::slice;

use shakmaty::{Move, Outcome};
use zobrist_chess::{PackedMove, Zobrist};
use zobrist_shakmaty::pgn::{GameEnd, GameScanner, GamesVisitor, RejectedGame, replay_games};
use zobrist_shakmaty::{
    GameError, GameOptions, GameVisitor, HashablePosition, Hashed, StartTags, pack_move,
    replay_packed_moves,
};
use zobrist_text_encoding::TextEncoding;

use super::current_game::CurrentGame;
use super::identity::GameIdentity;
use super::visit::{MAX_PLIES, PartitionedVisits, Visit, Visits};
use crate::filter::GameDate;
use crate::format::table::{Columns, GameColumns, GameRow};
use crate::format::{NameHasher, NameKeys, PositionName, label};
use crate::options::{BuildOptions, Select};
use crate::tags::{GameResult, GameStats, other_tags};

/// Some whole games of one source, for [`Replayer::replay`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct GamesText<'a> {
    /// The name of the source, for the table of games.
    pub file: &'a str,
    /// The offset of the text in its source, in bytes.
    pub offset: u64,
    /// The text of the games.
    pub text: &'a [u8],
    /// The offsets in the text at which the games end, as [`GameScanner`] finds them.
    pub ends: &'a [usize],
    /// The number of the first of these games in its source, from 1.
    pub first: u64,
    /// The encoding by which text is read that is not UTF-8.
    pub encoding: TextEncoding,
}

impl<'a> GamesText<'a> {
    /// Creates the text of a whole source: it begins at its first byte, with its first game. Text
    /// that is not UTF-8 is of the default encoding.
    #[must_use]
    pub fn new(file: &'a str, text: &'a [u8], ends: &'a [usize]) -> GamesText<'a> {
        GamesText { file, offset: 0, text, ends, first: 1, encoding: TextEncoding::default() }
    }
}

/// Replays games for an index. It holds only options, so that any number of threads can replay at
/// once.
#[derive(Clone, Debug)]
pub struct Replayer {
    options: BuildOptions,
    task: ReplayTask,
}

/// The purpose of a replay: the [label] of the scheme, and the selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReplayTask {
    scheme: String,
    select: Select,
}

/// Games that were replayed, to be [added](crate::IndexBuilder::add) to an index.
#[derive(Debug, Default)]
pub struct Replayed {
    /// The number of games that were read, including those that were rejected or left out.
    pub read: u64,
    /// The games that cannot be replayed.
    pub rejected: Vec<RejectedGame>,
    /// The games of which only the moves before a bad one are taken, by
    /// [`BuildOptions::keep_valid`].
    pub shortened: Vec<RejectedGame>,
    /// The numbers of the games, from 0, of whose `FEN` castling rights or an en passant square
    /// that cannot be were left out.
    pub repaired_starts: Vec<usize>,
    /// The numbers of the games, from 0, with tags that are not UTF-8.
    pub decoded: Vec<usize>,
    /// The encoding by which these were read.
    pub(crate) encoding: Option<TextEncoding>,
    /// The number of games that were left out by [`Select::min_elo`].
    pub below_elo: u64,
    /// The purpose of their replay; `None` if nothing was replayed.
    pub(crate) task: Option<ReplayTask>,
    pub(crate) games: GameColumns,
    pub(crate) stats: Vec<GameStats>,
    pub(crate) dates: Vec<GameDate>,
    /// With `dedup`, the identity of each game.
    pub(crate) identities: Vec<GameIdentity>,
    pub(crate) visits: Vec<PartitionedVisits>,
    /// The bytes that the system refused for some visits, which are missing.
    pub(crate) refused: Option<usize>,
}

impl Replayed {
    /// Returns the number of plies of the games that can be added: of their positions but the first
    /// of each.
    pub fn plies(&self) -> u64 {
        let positions = self.visits.iter().map(PartitionedVisits::len).sum::<usize>();
        positions.saturating_sub(self.stats.len()) as u64
    }
}

impl Replayer {
    /// A replayer of games that go into no index, or not yet.
    #[must_use]
    pub fn new(options: BuildOptions) -> Replayer {
        let task = ReplayTask { scheme: label(&options.scheme), select: options.select };
        Replayer { options, task }
    }

    /// The purpose of its replays.
    pub(crate) fn task(&self) -> &ReplayTask {
        &self.task
    }

    /// Returns the encoding that was [asked for](BuildOptions::encoding).
    #[must_use]
    pub fn encoding(&self) -> Option<TextEncoding> {
        self.options.encoding
    }

    /// Replays games. Positions of a game beyond its first 16,777,216 are not recorded.
    ///
    /// Cost: for the most part that of reading the moves and playing them.
    ///
    /// # Panics
    /// When a game ends beyond the text, or before it begins.
    #[must_use]
    pub fn replay(&self, games: GamesText) -> Replayed {
        let GamesText { file, offset, text, ends, first, encoding } = games;
        let mut recorder = Recorder::new(self, Origin { file, offset, first });
        recorder.game.texts.encoding = encoding;
        let scheme = Zobrist::<u64>::new();
        let mut options = OPTIONS;
        options.language = self.options.select.language;
        replay_games(&scheme, text, ends, options, self.options.keep_valid, &mut recorder);
        recorder.finish()
    }

    /// Cuts a text into games and replays them.
    #[must_use]
    pub fn replay_text(&self, file: &str, text: &[u8]) -> Replayed {
        let mut scanner = GameScanner::new();
        let mut ends = Vec::new();
        let mut found = 0;
        while let Some(end) = scanner.end_of_game(&text[found..], true) {
            found += end;
            ends.push(found);
        }
        let encoding = self.options.encoding.unwrap_or_default();
        self.replay(GamesText { file, offset: 0, text, ends: &ends, first: 1, encoding })
    }

    /// Replays games that an index has stored, each up to as many positions as it says.
    pub(crate) fn replay_stored(&self, games: &[GameRow]) -> (Replayed, Vec<(u64, GameError)>) {
        let mut recorder = Recorder::new(self, Origin::default());
        let mut faults = Vec::new();
        for game in games {
            let start_tags = StartTags { variant: game.variant.clone(), fen: game.fen.clone() };
            recorder.max_ply = game.indexed.min(MAX_PLIES);
            recorder.game.restore(game);
            let keys = recorder.keys.hasher();
            match replay_packed_moves(
                &Zobrist::new(),
                &start_tags,
                moves(&game.moves),
                OPTIONS,
                keys,
                &mut recorder,
            ) {
                Ok(_) => recorder.finish_game(),
                Err(error) => {
                    recorder.drop_game();
                    faults.push((game.game_id, error));
                }
            }
        }
        (recorder.finish(), faults)
    }
}

/// The moves of a stored game.
pub(crate) fn moves(bytes: &[u8]) -> impl Iterator<Item = PackedMove> {
    bytes.chunks_exact(2).map(|m| PackedMove::from_bits(u16::from_le_bytes([m[0], m[1]])))
}

/// Games of all variants are read: the check distinguishes them.
pub(crate) const OPTIONS: GameOptions = {
    let mut options = GameOptions::new();
    options.allow_variants = true;
    options
};

thread_local! {
    /// Memory for visits that each thread reuses.
    static SPARE: Cell<Visits> = const { Cell::new(Visits::new()) };
}

/// The origin of the games of a text, for their rows.
#[derive(Clone, Copy, Default)]
struct Origin<'a> {
    file: &'a str,
    /// The offset of the text in the file, in bytes.
    offset: u64,
    /// The number of the first game in the file, from 1.
    first: u64,
}

/// Turns games into records.
struct Recorder<'a> {
    origin: Origin<'a>,
    select: Select,
    keys: NameKeys,
    game: CurrentGame,
    has_repaired_start: bool,
    /// The positions of the game from this ply on are not wanted.
    max_ply: u32,
    /// The position before the next move.
    name: PositionName,
    /// The visits that are not yet divided into parts.
    visits: Visits,
    /// The first game that they belong to.
    first: u32,
    /// The number of them that belong to games that have ended.
    ended: usize,
    replayed: Replayed,
}

impl<'a> Recorder<'a> {
    fn new(Replayer { options, task }: &Replayer, origin: Origin<'a>) -> Recorder<'a> {
        Recorder {
            origin,
            select: options.select,
            keys: NameKeys::of(&options.scheme),
            game: CurrentGame::default(),
            has_repaired_start: false,
            max_ply: options.select.max_ply.unwrap_or(MAX_PLIES).min(MAX_PLIES),
            name: PositionName { key: 0, check: 0 },
            visits: SPARE.take(),
            first: 0,
            ended: 0,
            replayed: Replayed { task: Some(task.clone()), ..Replayed::default() },
        }
    }

    /// Records the position before the last move, or the last of the game, with the move.
    #[inline]
    fn visit(&mut self, ply: u32, played: PackedMove) {
        if ply < self.max_ply {
            self.visits.push(Visit {
                key: self.name.key as i64,
                check: self.name.check,
                game: self.replayed.stats.len() as u32 - self.first,
                ply,
                played: played.bits(),
            });
        }
    }

    fn drop_game(&mut self) {
        self.visits.truncate(self.ended);
        self.game.clear();
    }

    /// Records a game that ends before the fault, if it is taken at all.
    fn finish_shortened_game(&mut self, game: RejectedGame) {
        let below_elo = self.replayed.below_elo;
        self.finish_game();
        if self.replayed.below_elo == below_elo {
            self.replayed.shortened.push(game);
        }
    }

    fn finish_game(&mut self) {
        self.replayed.read += 1;
        let plies = (self.game.row.moves.len() / 2) as u32;
        self.visit(plies, PackedMove::NONE);
        let row = &mut self.game.row;
        let elos = [row.white_elo, row.black_elo];
        if let Some(least) = self.select.min_elo
            && !elos.iter().all(|elo| elo.is_some_and(|elo| elo >= i32::from(least)))
        {
            self.replayed.below_elo += 1;
            return self.drop_game();
        }
        row.plies = plies;
        row.indexed = self.max_ply.min(plies.saturating_add(1));
        row.year = row.year.or(self.game.utc_year.map(i32::from));
        other_tags::close(&mut row.tags);
        let result = GameResult::from(self.game.result.result());
        row.result.extend_from_slice(result.as_str().as_bytes());
        self.replayed.games.extend(slice::from_ref(row));
        self.replayed.stats.push(GameStats {
            result,
            elo_count: elos.iter().flatten().count() as u8,
            elo_sum: elos.iter().flatten().sum::<i32>() as u16,
            year: row.year.unwrap_or(0) as u16,
        });
        self.replayed.dates.push(GameDate::of(row.date.as_deref(), row.utc_date.as_deref()));
        if let Some(by) = self.select.dedup {
            self.replayed.identities.push(GameIdentity::of(row, result, by));
        }
        self.ended = self.visits.len();
        if self.visits.fill_a_partition() {
            self.divide();
        }
        self.game.clear();
    }

    /// Divides the visits of the games that have ended into parts.
    fn divide(&mut self) {
        let end = self.replayed.stats.len() as u32;
        match PartitionedVisits::new(&self.visits, self.first..end) {
            Ok(visits) => self.replayed.visits.push(visits),
            Err(bytes) => self.replayed.refused = Some(bytes),
        }
        self.visits.clear();
        self.first = end;
        self.ended = 0;
    }

    fn finish(mut self) -> Replayed {
        self.divide();
        SPARE.set(self.visits);
        self.replayed
    }
}

impl GameVisitor<Zobrist<u64>, NameHasher> for Recorder<'_> {
    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.game.tag(name, value);
    }

    #[inline]
    fn position<P: HashablePosition>(
        &mut self,
        ply: usize,
        played: Option<Move>,
        position: &Hashed<Zobrist<u64>, P, NameHasher>,
    ) {
        if let Some(m) = played {
            let packed = pack_move(m);
            self.visit(ply as u32 - 1, packed);
            self.game.row.moves.extend_from_slice(&packed.bits().to_le_bytes());
        }
        self.name = self.keys.name(position);
    }

    fn repaired_start(&mut self) {
        self.has_repaired_start = true;
    }

    fn result(&mut self, result: Outcome) {
        self.game.result.end(result);
    }
}

impl GamesVisitor<Zobrist<u64>, NameHasher> for Recorder<'_> {
    fn begin_game(&mut self, number: usize, offset: usize) -> NameHasher {
        let Origin { file, offset: offset_of_text, first } = self.origin;
        self.game.origin(file, offset_of_text + offset as u64, first + number as u64);
        self.keys.hasher()
    }

    fn end_game(&mut self, number: usize, end: GameEnd) {
        if mem::take(&mut self.has_repaired_start) {
            self.replayed.repaired_starts.push(number);
        }
        if mem::take(&mut self.game.texts.any_decoded) {
            self.replayed.decoded.push(number);
            self.replayed.encoding = Some(self.game.texts.encoding);
        }
        match end {
            GameEnd::Taken => self.finish_game(),
            GameEnd::LeftOut => self.drop_game(),
            GameEnd::Shortened(game) => self.finish_shortened_game(game),
            GameEnd::Rejected(game) => {
                self.drop_game();
                self.replayed.read += 1;
                self.replayed.rejected.push(game);
            }
        }
    }
}
