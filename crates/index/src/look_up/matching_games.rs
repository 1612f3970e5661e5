//! The games of one row group that a filter keeps.

use parquet::data_type::ByteArray;
use shakmaty::Color;

use super::game_counts::GameCounts;
use super::stored_game::GameOrder;
use crate::error::IndexError;
use crate::filter::{Condition, Filter, GameDate, GameFacts};
use crate::format::table::{GameColumns, TableFile};
use crate::games::GameIdentity;
use crate::options::{Duplicates, PlayedGame};
use crate::tags::GameResult;

/// Games of a row group that reached a position, in the order of their rows.
pub(super) struct Candidates<'a> {
    pub(super) file: &'a TableFile,
    pub(super) group: usize,
    /// Their rows in the group.
    pub(super) rows: Vec<usize>,
}

/// A game that a filter keeps.
pub(super) struct MatchingGame {
    /// Its number among the candidates.
    pub(super) number: usize,
    pub(super) result: GameResult,
    pub(super) counts: GameCounts,
    /// Its rank in the order of the list.
    pub(super) rank: u64,
    /// The color of the player that was asked for.
    pub(super) side: Option<Color>,
    /// The Elo of that player's opponent, if it is known.
    pub(super) opponent_elo: Option<i32>,
    /// The identity by which duplicates are found, if it was asked for.
    pub(super) identity: Option<GameIdentity>,
}

/// The games that a filter keeps, and the number of those that reached the position.
pub(super) struct MatchingGames {
    pub(super) games: Vec<MatchingGame>,
    pub(super) reached: u64,
}

/// The candidates that are left, with what is known about them.
struct Left<'a> {
    file: &'a TableFile,
    group: usize,
    /// The number of each among all candidates.
    numbers: Vec<usize>,
    rows: Vec<usize>,
    sides: Vec<Option<Color>>,
}

impl Left<'_> {
    fn texts(&self, column: &str) -> Result<Vec<Option<ByteArray>>, IndexError> {
        Ok(self.file.texts_at::<GameColumns>(self.group, column, &self.rows)?)
    }

    fn numbers(&self, column: &str) -> Result<Vec<Option<i32>>, IndexError> {
        Ok(self.file.numbers_at::<GameColumns>(self.group, column, &self.rows)?)
    }

    /// Keeps those for which `keep` is true.
    fn retain(&mut self, keep: &[bool]) {
        fn kept<T>(items: &mut Vec<T>, keep: &[bool]) {
            let mut keep = keep.iter();
            items.retain(|_| keep.next().is_some_and(|keep| *keep));
        }
        kept(&mut self.numbers, keep);
        kept(&mut self.rows, keep);
        kept(&mut self.sides, keep);
    }

    /// Keeps those that meet a condition.
    fn apply(&mut self, filter: &Filter, condition: Condition) -> Result<(), IndexError> {
        let keep = match condition {
            Condition::Result => {
                let results = self.texts("result")?;
                let facts = |text| GameFacts { result: result(text), ..GameFacts::default() };
                results.iter().map(|text| filter.keeps(condition, &facts(text))).collect()
            }
            Condition::Elo => {
                let (white, black) = (self.numbers("white_elo")?, self.numbers("black_elo")?);
                let facts = |(white_elo, black_elo): (&Option<i32>, &Option<i32>)| GameFacts {
                    white_elo: *white_elo,
                    black_elo: *black_elo,
                    ..GameFacts::default()
                };
                let games = white.iter().zip(&black);
                games.map(|elos| filter.keeps(condition, &facts(elos))).collect()
            }
            Condition::Dates => {
                let dates = self.texts("date")?;
                let utc_dates = self.texts("utc_date")?;
                let games = dates.iter().zip(&utc_dates);
                let facts = |(date, utc_date)| GameFacts {
                    date: bytes(date),
                    utc_date: bytes(utc_date),
                    ..GameFacts::default()
                };
                games.map(|dates| filter.keeps(condition, &facts(dates))).collect()
            }
            Condition::TimeControl => {
                let texts = self.texts("time_control")?;
                let facts = |text| GameFacts { time_control: bytes(text), ..GameFacts::default() };
                texts.iter().map(|text| filter.keeps(condition, &facts(text))).collect()
            }
            Condition::Event => {
                let texts = self.texts("event")?;
                let facts = |text| GameFacts { event: bytes(text), ..GameFacts::default() };
                texts.iter().map(|text| filter.keeps(condition, &facts(text))).collect()
            }
            Condition::Players => {
                let (white, black) = (self.texts("white_name")?, self.texts("black_name")?);
                let results = match filter.outcome {
                    Some(_) => self.texts("result")?,
                    None => vec![None; white.len()],
                };
                let facts = |((white_name, black_name), of)| GameFacts {
                    white_name: bytes(white_name),
                    black_name: bytes(black_name),
                    result: result(of),
                    ..GameFacts::default()
                };
                let side = |game| filter.player_side(&facts(game));
                self.sides = white.iter().zip(&black).zip(&results).map(side).collect();
                self.sides.iter().map(Option::is_some).collect::<Vec<bool>>()
            }
        };
        self.retain(&keep);
        Ok(())
    }
}

fn bytes(text: &Option<ByteArray>) -> Option<&[u8]> {
    text.as_ref().map(ByteArray::data)
}

fn result(text: &Option<ByteArray>) -> GameResult {
    bytes(text).map_or(GameResult::Unknown, GameResult::from_stored)
}

impl Candidates<'_> {
    /// Reads the columns that are needed ahead, of a file behind a URL.
    fn read_ahead(&self, conditions: &[Condition], has_identity: bool) -> Result<(), IndexError> {
        let mut columns = vec!["result", "white_elo", "black_elo", "year", "date", "utc_date"];
        let of_identity = ["white_name", "black_name", "variant", "fen", "moves"];
        columns.extend(of_identity.iter().filter(|_| has_identity));
        for condition in conditions {
            columns.extend::<&[&str]>(match condition {
                Condition::Players => &["white_name", "black_name"],
                Condition::Event => &["event"],
                Condition::TimeControl => &["time_control"],
                Condition::Result | Condition::Elo | Condition::Dates => &[],
            });
        }
        Ok(self.file.read_columns_ahead::<GameColumns>(self.group, &columns, &self.rows)?)
    }

    /// The candidates that meet some conditions.
    pub(super) fn keep(
        &self,
        filter: &Filter,
        conditions: &[Condition],
        duplicates: Option<Duplicates>,
        order: GameOrder,
    ) -> Result<MatchingGames, IndexError> {
        let Candidates { file, group, rows } = self;
        self.read_ahead(conditions, duplicates.is_some())?;
        let mut left = Left {
            file,
            group: *group,
            numbers: (0..rows.len()).collect(),
            rows: rows.clone(),
            sides: vec![None; rows.len()],
        };
        let reached = left.rows.len() as u64;
        for condition in conditions {
            if left.rows.is_empty() {
                break;
            }
            left.apply(filter, *condition)?;
        }
        if left.rows.is_empty() {
            return Ok(MatchingGames { games: Vec::new(), reached });
        }
        let identities = duplicates.map_or(Ok(Vec::new()), |by| identities(&left, by))?;
        let results = left.texts("result")?;
        let (white, black) = (left.numbers("white_elo")?, left.numbers("black_elo")?);
        let years = left.numbers("year")?;
        let dates = match order {
            GameOrder::Newest => Some((left.texts("date")?, left.texts("utc_date")?)),
            GameOrder::First | GameOrder::Strongest => None,
        };
        let games = (0..left.rows.len()).map(|game| {
            let result = result(&results[game]);
            let elos = [white[game], black[game]].into_iter().flatten();
            let counts = GameCounts::of_game(result, elos, years[game]);
            let date = dates.as_ref().map_or(GameDate::default(), |(date, utc_date)| {
                GameDate::of(bytes(&date[game]), bytes(&utc_date[game]))
            });
            MatchingGame {
                number: left.numbers[game],
                result,
                counts,
                rank: order.rank(date, counts.elo_sum),
                side: left.sides[game],
                opponent_elo: left.sides[game]
                    .and_then(|side| side.fold_wb(black[game], white[game])),
                identity: identities.get(game).copied(),
            }
        });
        Ok(MatchingGames { games: games.collect(), reached })
    }
}

/// The identities of games, by which duplicates are found.
fn identities(left: &Left, by: Duplicates) -> Result<Vec<GameIdentity>, IndexError> {
    let columns =
        ["variant", "fen", "moves", "white_name", "black_name", "result", "date", "utc_date"];
    let columns: Vec<_> =
        columns.into_iter().map(|name| left.texts(name)).collect::<Result<_, _>>()?;
    let identity = |number: usize| {
        let text = |column: usize| bytes(&columns[column][number]);
        let game = PlayedGame {
            variant: text(0),
            fen: text(1),
            moves: text(2).unwrap_or_default(),
            white_name: text(3),
            black_name: text(4),
            result: result(&columns[5][number]),
        };
        GameIdentity::of_game(&game, text(6), text(7), by)
    };
    Ok((0..left.rows.len()).map(identity).collect())
}
