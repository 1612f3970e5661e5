//! Games that are the beginning of a longer one: the lines of all games, sorted, and for each the
//! longest game that goes on from there.
//!
//! A line is a game without what tells it from another of the same players, date, start and moves.
//! A game goes on from a line if the sum of its first moves is that of the line; so each game is
//! compared with the lines of its own players alone, and at those numbers of plies alone at which
//! one of them ends.

use std::hash::{DefaultHasher, Hasher};
use std::ops::Range;

use super::duplicated::Places;
use super::index::Index;
use super::stored_game::StoredGame;
use crate::error::IndexError;
use crate::filter::GameDate;
use crate::format::table::GameRow;
use crate::games::StoredGames;
use crate::options::{PlayedGame, start_and_players};
use zobrist_tables::ReadFile;

/// The part of a game that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GameLine {
    /// 64 bits of the players and the start.
    players: u64,
    plies: u32,
    /// 64 bits of the moves.
    moves: u64,
    date: GameDate,
}

impl GameLine {
    fn of(game: &GameRow) -> GameLine {
        let plies = game.moves.len() / BYTES;
        GameLine {
            players: players_of(game),
            plies: plies as u32,
            moves: Moves::new(&game.moves).sum(plies),
            date: date_of(game),
        }
    }

    fn key(&self) -> (u64, u32, u64, (u16, u8, u8)) {
        (self.players, self.plies, self.moves, self.date.parts())
    }
}

/// Bytes of a move.
const BYTES: usize = 2;

fn players_of(game: &GameRow) -> u64 {
    start_and_players(&PlayedGame {
        variant: game.variant.as_deref(),
        fen: game.fen.as_deref(),
        white_name: game.white_name.as_deref(),
        black_name: game.black_name.as_deref(),
        ..PlayedGame::default()
    })
}

fn date_of(game: &GameRow) -> GameDate {
    GameDate::of(game.date.as_deref(), game.utc_date.as_deref())
}

/// Sums of the first moves of a game.
struct Moves<'a> {
    rest: &'a [u8],
    plies: usize,
    hasher: DefaultHasher,
}

impl Moves<'_> {
    fn new(moves: &[u8]) -> Moves<'_> {
        Moves { rest: moves, plies: 0, hasher: DefaultHasher::new() }
    }

    /// The sum of the first moves, no fewer than before.
    fn sum(&mut self, plies: usize) -> u64 {
        let (more, rest) = self.rest.split_at((plies - self.plies) * BYTES);
        more.chunks_exact(BYTES).for_each(|played| self.hasher.write(played));
        (self.rest, self.plies) = (rest, plies);
        self.hasher.finish()
    }
}

/// The lines of games, as they come.
#[derive(Default)]
pub(crate) struct GameLines(Vec<GameLine>);

impl GameLines {
    /// Adds a game. One without moves is the beginning of none.
    ///
    /// # Errors
    /// When the system refuses memory.
    pub(crate) fn push(&mut self, game: &GameRow) -> Result<(), IndexError> {
        if game.moves.is_empty() {
            return Ok(());
        }
        let all = self.0.len() + 1;
        self.0.try_reserve(1).map_err(|_| IndexError::refused::<GameLine>(all))?;
        self.0.push(GameLine::of(game));
        Ok(())
    }

    /// The lines of which another one of the same players and start is longer or shorter.
    ///
    /// # Errors
    /// When the system refuses memory.
    pub(crate) fn sorted(self) -> Result<Beginnings, IndexError> {
        let mut lines = self.0;
        lines.sort_unstable_by_key(GameLine::key);
        lines.dedup();
        let mut kept = 0;
        let mut next = 0;
        while let Some(first) = lines.get(next) {
            let players = first.players;
            let len = lines[next..].partition_point(|line| line.players == players);
            // The longest of them is the last.
            if first.plies < lines[next + len - 1].plies {
                lines.copy_within(next..next + len, kept);
                kept += len;
            }
            next += len;
        }
        lines.truncate(kept);
        lines.shrink_to_fit();
        let mut longest = Vec::new();
        longest.try_reserve_exact(kept).map_err(|_| IndexError::refused::<Longer>(kept))?;
        longest.resize(kept, Longer::default());
        Ok(Beginnings { lines, longest })
    }
}

/// The longest game that goes on from a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Longer {
    pub(crate) game_id: u64,
    /// 0 if there is none.
    pub(crate) plies: u32,
}

/// Lines in the order of their players, plies, moves and dates.
pub(crate) struct Beginnings {
    lines: Vec<GameLine>,
    longest: Vec<Longer>,
}

impl Beginnings {
    /// Takes a game, in ascending order of their numbers, as one that may go on from lines. Returns
    /// the place of its own line, if that may be the beginning of another.
    ///
    /// Cost: a search for its players and, if there are others of theirs, at most one for each ply
    /// and one comparison for each date of the line that is found there.
    pub(crate) fn take(&mut self, game: &GameRow) -> Option<usize> {
        let players = players_of(game);
        let start = self.lines.partition_point(|line| line.players < players);
        if self.lines.get(start).is_none_or(|line| line.players != players) {
            return None;
        }
        let end = start + self.lines[start..].partition_point(|line| line.players == players);
        let mut moves = Moves::new(&game.moves);
        let all = game.moves.len() / BYTES;
        let date = date_of(game);
        let mut place = start;
        while place < end {
            let plies = self.lines[place].plies;
            if plies as usize > all {
                break;
            }
            let of_length = self.run(place..end, |line| line.plies <= plies);
            let sum = moves.sum(plies as usize);
            let before = self.run(of_length.clone(), |line| line.moves < sum).end;
            let same = self.run(before..of_length.end, |line| line.moves == sum);
            if plies as usize == all {
                let before = self.run(same.clone(), |line| line.date.parts() < date.parts()).end;
                return (before < same.end).then_some(before);
            }
            self.go_on(same, date, Longer { game_id: game.game_id, plies: all as u32 });
            place = of_length.end;
        }
        None
    }

    /// Those at the beginning of some lines for which `is_in` is true, as for none after them.
    fn run(&self, lines: Range<usize>, is_in: impl Fn(&GameLine) -> bool) -> Range<usize> {
        let len = self.lines[lines.clone()].partition_point(is_in);
        lines.start..lines.start + len
    }

    /// Notes a game of a date that goes on from lines, which differ in their dates alone.
    fn go_on(&mut self, lines: Range<usize>, date: GameDate, longer: Longer) {
        let year = date.parts().0;
        let undated = self.run(lines.clone(), |line| line.date.parts().0 == 0);
        let before = self.run(undated.end..lines.end, |line| line.date.parts().0 < year).end;
        let dated = match year {
            0 => undated.end..lines.end,
            _ => self.run(before..lines.end, |line| line.date.parts().0 == year),
        };
        for place in undated.chain(dated) {
            let longest = &mut self.longest[place];
            if longest.plies < longer.plies && self.lines[place].date.agrees_with(date) {
                *longest = longer;
            }
        }
    }

    /// The longest of the games that were taken and go on from a line, the first of several; `None`
    /// if there is none.
    pub(crate) fn longest(&self, place: usize) -> Option<Longer> {
        Some(self.longest[place]).filter(|longer| longer.plies > 0)
    }
}

/// Games that are read at once: those of a page.
const BATCH: usize = 1 << 9;

/// A game that is the beginning of a longer one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BeginningGame {
    /// The number of the longer game in the index, from 0.
    pub longer_game_id: u64,
    /// The name of the source of the longer game.
    pub longer_file: String,
    /// The number of the longer game in its file, from 1.
    pub longer_game: u64,
    /// The number of moves of the longer game, in plies.
    pub longer_plies: u32,
    /// The beginning.
    pub game: StoredGame,
}

impl Index {
    /// Yields the games that are the beginning of a longer one, in the order of their numbers, some
    /// at a time. After an error, the rest cannot be given.
    ///
    /// A game is the beginning of another if it has moves, the other has these and more, and the
    /// players and the dates are the same by [`Duplicates::Players`](crate::Duplicates::Players):
    /// the tags `Variant` and `FEN` are equal as text, and so are the surnames of the players, case
    /// and accents aside, and the dates [agree](crate::GameDate::agrees_with). Results do not
    /// count, since that of a game that breaks off is often unknown. Of several longer games, it is
    /// the longest, and of those the first. Games with the same moves are not the beginning of each
    /// other: they are [duplicates](Index::duplicates).
    ///
    /// Players and moves are compared by 64 bits each.
    ///
    /// Cost: all games are read twice, and the pages of those that are found once more. Memory: 24
    /// to 48 bytes for each game with moves, and 32 more for each of players who have games of
    /// several lengths.
    ///
    /// # Errors
    /// When a file is missing, cannot be read, or is seen to be [damaged](Index#damage), or the
    /// system refuses memory.
    pub fn beginnings(
        &self,
    ) -> Result<impl Iterator<Item = Result<Vec<BeginningGame>, IndexError>> + Send, IndexError>
    {
        let mut lines = GameLines::default();
        let mut places = Places::default();
        for games in self.stored_games() {
            let (games, base) = games?;
            for row in games {
                lines.push(&row)?;
                places.push(&row, base);
            }
        }
        let mut beginnings = lines.sorted()?;
        let mut found: Vec<(u64, usize)> = Vec::new();
        for games in self.stored_games() {
            for row in games?.0 {
                if let Some(place) = beginnings.take(&row) {
                    let all = found.len() + 1;
                    let reserved = found.try_reserve(1);
                    reserved.map_err(|_| IndexError::refused::<(u64, usize)>(all))?;
                    found.push((row.game_id, place));
                }
            }
        }
        found.retain(|(_, place)| beginnings.longest(*place).is_some());
        let mut next = 0;
        Ok(std::iter::from_fn(move || {
            let rest = &found[next..];
            let batch = &rest[..rest.len().min(BATCH)];
            next += batch.len();
            let ids: Vec<u64> = batch.iter().map(|(game_id, _)| *game_id).collect();
            let longer = batch.iter().filter_map(|(_, place)| beginnings.longest(*place));
            let pair = |(game, longer): (StoredGame, Longer)| {
                let (longer_file, longer_game) = places.of(longer.game_id);
                BeginningGame {
                    longer_game_id: longer.game_id,
                    longer_file,
                    longer_game,
                    longer_plies: longer.plies,
                    game,
                }
            };
            (!ids.is_empty())
                .then(|| Ok(self.games_in_order(&ids)?.into_iter().zip(longer).map(pair).collect()))
        }))
    }

    /// All rows of the table of games, some at a time.
    fn stored_games(&self) -> StoredGames<'_, impl Fn(&str, u64) -> Result<ReadFile, IndexError>> {
        let open = |file: &str, bytes| self.folder.open_sized(file, bytes);
        StoredGames::new(open, &self.manifest, &self.scheme)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_takes_24_bytes_and_the_game_that_goes_on_16() {
        assert_eq!((size_of::<GameLine>(), size_of::<Longer>()), (24, 16));
    }

    #[test]
    fn sums_do_not_depend_on_the_steps() {
        let moves = [1, 2, 3, 4, 5, 6];
        let mut by_steps = Moves::new(&moves);
        let sums = [0, 1, 1, 3].map(|plies| by_steps.sum(plies));
        assert_eq!(sums, [0, 1, 1, 3].map(|plies| Moves::new(&moves).sum(plies)));
        assert_eq!(sums[3], Moves::new(&[1, 2, 3, 4, 5, 6, 7, 8]).sum(3));
        assert_ne!(sums[1], sums[3]);
    }

    /// Lines of players of whom there is no longer or shorter one are not kept.
    #[test]
    fn lines_that_stand_alone_are_dropped() {
        let game = |white: &str, moves: &[u8]| GameRow {
            white_name: Some(white.into()),
            moves: moves.into(),
            ..GameRow::default()
        };
        let games = [
            game("A", &[1, 2]),
            game("B", &[1, 2]),
            game("B", &[3, 4]),
            game("B", &[3, 4]),
            game("C", &[1, 2]),
            game("C", &[]),
            game("D", &[1, 2]),
            game("D", &[1, 2, 3, 4]),
            game("D", &[1, 2]),
        ];
        let mut lines = GameLines::default();
        games.iter().for_each(|game| lines.push(game).unwrap());
        assert_eq!(lines.0.len(), 8);
        let mut beginnings = lines.sorted().unwrap();
        assert_eq!(beginnings.lines.len(), 2);
        let places: Vec<Option<usize>> = games.iter().map(|game| beginnings.take(game)).collect();
        assert_eq!(places[..6], [None; 6]);
        assert_eq!(places[6..], [Some(0), Some(1), Some(0)]);
        assert_eq!((0..2).filter(|place| beginnings.longest(*place).is_some()).count(), 1);
    }
}
