//! Games that were seen before: a builder leaves duplicates out by them, and answers count a game
//! once that stands in two indexes.

use std::collections::HashMap;
use std::fmt;

use zobrist_shakmaty::HashSet128;

use super::identity::GameIdentity;
use crate::error::IndexError;
use crate::filter::GameDate;
use crate::options::Duplicates;

/// The games that count so far, for duplicates of one kind.
pub(crate) enum Seen {
    /// No game is a duplicate.
    None,
    Exact(HashSet128),
    Players(SeenPlayers),
}

impl Seen {
    /// No games yet.
    pub(crate) fn of(by: Option<Duplicates>) -> Seen {
        match by {
            None => Seen::None,
            Some(Duplicates::Exact) => Seen::Exact(HashSet128::default()),
            Some(Duplicates::Players) => Seen::Players(SeenPlayers::default()),
        }
    }

    /// Adds games that are in the index, duplicates or not.
    ///
    /// # Errors
    /// When the system refuses memory.
    pub(crate) fn add(&mut self, games: &[GameIdentity]) -> Result<(), IndexError> {
        self.reserve(games.len())?;
        for game in games {
            match self {
                Seen::None => {}
                Seen::Exact(seen) => _ = seen.insert(game.key),
                Seen::Players(seen) => seen.add(*game, 0)?,
            }
        }
        Ok(())
    }

    /// Says for each of some games whether it is the first of its kind, and adds those that are.
    ///
    /// # Errors
    /// When the system refuses memory.
    pub(crate) fn keep(&mut self, games: &[GameIdentity]) -> Result<Vec<bool>, IndexError> {
        self.reserve(games.len())?;
        let keep = |game: &GameIdentity| match self {
            Seen::None => Ok(true),
            Seen::Exact(seen) => Ok(seen.insert(game.key)),
            Seen::Players(seen) => Ok(seen.first(*game, 0)?.is_none()),
        };
        games.iter().map(keep).collect()
    }

    /// Makes sure that the games take no more than half of the memory.
    ///
    /// # Errors
    /// [`IndexError::DedupMemory`] if they do.
    pub(crate) fn check(&self, memory: usize) -> Result<(), IndexError> {
        let needed = self.memory();
        if needed > memory / 2 { Err(IndexError::DedupMemory { needed }) } else { Ok(()) }
    }

    /// The memory that is taken, in bytes.
    fn memory(&self) -> usize {
        match self {
            Seen::None => 0,
            Seen::Exact(seen) => table_bytes::<u128>(seen.capacity()),
            Seen::Players(seen) => seen.memory(),
        }
    }

    fn reserve(&mut self, games: usize) -> Result<(), IndexError> {
        // The other kind reserves game by game.
        let Seen::Exact(seen) = self else { return Ok(()) };
        let all = seen.len() + games;
        seen.try_reserve(games).map_err(|_| IndexError::refused::<u128>(all))
    }
}

/// The bytes of a hash table for `capacity` entries: one more for each, and an eighth is free.
fn table_bytes<T>(capacity: usize) -> usize {
    capacity * (size_of::<T>() + 1) * 8 / 7
}

/// Games that are kept, by what duplicates by players have in common. Those with the same key are a
/// chain, in their order.
#[derive(Default)]
pub(crate) struct SeenPlayers {
    first: HashMap<u128, SeenGame>,
    /// All but the first of each chain.
    more: Vec<SeenGame>,
}

#[derive(Clone, Copy)]
struct SeenGame {
    game_id: u64,
    date: GameDate,
    /// The place of the next of the chain in `more`, from 1; 0 for the last.
    next: u32,
}

impl SeenPlayers {
    /// Returns the first of the games that are kept of which a game is a duplicate. If there is
    /// none, the game is kept.
    ///
    /// # Errors
    /// When the system refuses memory.
    pub(crate) fn first(
        &mut self,
        game: GameIdentity,
        game_id: u64,
    ) -> Result<Option<u64>, IndexError> {
        self.find_or_push(game, game_id, GameDate::agrees_with)
    }

    /// Keeps a game, even if it agrees with another: of a later one that may differ from that one,
    /// it may still be the first.
    fn add(&mut self, game: GameIdentity, game_id: u64) -> Result<(), IndexError> {
        // Of two games of one date, the second says nothing that the first does not.
        self.find_or_push(game, game_id, |kept, date| kept == date)?;
        Ok(())
    }

    fn find_or_push(
        &mut self,
        game: GameIdentity,
        game_id: u64,
        is_found: impl Fn(GameDate, GameDate) -> bool,
    ) -> Result<Option<u64>, IndexError> {
        let all = self.first.len() + 1;
        let reserved = self.first.try_reserve(1);
        reserved.map_err(|_| IndexError::refused::<(u128, SeenGame)>(all))?;
        let new = SeenGame { game_id, date: game.date, next: 0 };
        let mut kept = match self.first.get_mut(&game.key) {
            None => {
                self.first.insert(game.key, new);
                return Ok(None);
            }
            Some(kept) => kept,
        };
        let place = self.more.len() + 1;
        loop {
            if is_found(kept.date, game.date) {
                return Ok(Some(kept.game_id));
            }
            match kept.next {
                0 => break,
                place => kept = &mut self.more[place as usize - 1],
            }
        }
        let refused = || IndexError::refused::<SeenGame>(place);
        kept.next = u32::try_from(place).map_err(|_| refused())?;
        self.more.try_reserve(1).map_err(|_| refused())?;
        self.more.push(new);
        Ok(None)
    }

    fn memory(&self) -> usize {
        table_bytes::<(u128, SeenGame)>(self.first.capacity())
            + self.more.capacity() * size_of::<SeenGame>()
    }
}

/// The games that earlier answers have counted: a game that stands in two indexes, or twice in one,
/// counts once.
///
/// Memory: 20 to 39 bytes for each game that was counted and, by [`Duplicates::Players`], 38 to 76.
/// There is no bound: as many as the filters keep.
pub struct SeenGames {
    by: Duplicates,
    seen: Seen,
}

impl fmt::Debug for SeenGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SeenGames").field("by", &self.by).finish_non_exhaustive()
    }
}

impl SeenGames {
    /// No games yet; `by` says which ones count as the same.
    #[must_use]
    pub fn new(by: Duplicates) -> SeenGames {
        SeenGames { by, seen: Seen::of(Some(by)) }
    }

    pub(crate) fn by(&self) -> Duplicates {
        self.by
    }

    /// Adds a game; false if it had been seen.
    ///
    /// # Errors
    /// When the system refuses memory.
    pub(crate) fn insert(&mut self, game: GameIdentity) -> Result<bool, IndexError> {
        Ok(self.seen.keep(&[game])?[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::first_agreeing;
    use proptest::prelude::*;

    fn game(key: u128, date: &str) -> GameIdentity {
        GameIdentity { key, date: GameDate::of(Some(date.as_bytes()), None) }
    }

    #[test]
    fn games_of_an_index_count_even_if_they_agree() {
        let mut seen = Seen::Players(SeenPlayers::default());
        seen.add(&[game(1, "2023.05.??"), game(1, "2023.??.03"), game(1, "2023.05.??")]).unwrap();
        let Seen::Players(players) = &seen else { unreachable!() };
        assert_eq!((players.first.len(), players.more.len()), (1, 1));
        let dates = ["2023.06.03", "2023.05.07", "2023.06.04", "2023.06.??", "2022.06.04"];
        let games = dates.map(|date| game(1, date));
        assert_eq!(seen.keep(&games).unwrap(), [false, false, true, false, true]);
        assert_eq!(seen.keep(&[game(2, "2023.06.03")]).unwrap(), [true]);
    }

    #[test]
    fn memory_is_counted() {
        assert_eq!(size_of::<(u128, SeenGame)>(), 32);
        let mut seen = Seen::Players(SeenPlayers::default());
        let games: Vec<_> = (0..1000).map(|key| game(key, "2023")).collect();
        seen.keep(&games).unwrap();
        assert!((32_000..80_000).contains(&seen.memory()), "{}", seen.memory());
        let before = seen.memory();
        let games: Vec<_> = (1000..2000).map(|year| game(7, &year.to_string())).collect();
        seen.keep(&games).unwrap();
        assert!(seen.memory() >= before + 16 * 999);
    }

    proptest! {
        #[test]
        fn the_first_that_agrees_is_found(
            games in prop::collection::vec((0_u128..3, 0..3_u8, 0..4_u8, 0..4_u8), 0..60),
        ) {
            let mut seen = SeenPlayers::default();
            let mut kept: HashMap<u128, Vec<(GameDate, u64)>> = HashMap::new();
            for (id, (key, year, month, day)) in (0..).zip(games) {
                let part = |part: u8| if part > 0 { part.to_string() } else { "??".to_owned() };
                let year = if year > 0 { format!("202{year}") } else { "????".to_owned() };
                let game = game(key, &format!("{year}.{}.{}", part(month), part(day)));
                let before = kept.entry(key).or_default();
                let dates: Vec<GameDate> = before.iter().map(|kept| kept.0).collect();
                let expected = first_agreeing(&dates, game.date).map(|place| before[place].1);
                if expected.is_none() {
                    before.push((game.date, id));
                }
                prop_assert_eq!(seen.first(game, id).unwrap(), expected);
            }
        }
    }
}
