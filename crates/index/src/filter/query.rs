//! A filter: its conditions, and the games that pass it.

use shakmaty::Color;

use super::date::PartialDate;
use super::elo_range::EloRange;
use super::error::FilterError;
use super::outcome::PlayerOutcome;
use super::speed::Speed;
use super::tag_facts::GameFacts;
use super::text_part::{PlayerName, TextPart};
use crate::tags::GameResult;

/// The games and positions that count: those for which all given conditions hold. The default has
/// none, and all count.
///
/// ```
/// use zobrist_index::shakmaty::Color;
/// use zobrist_index::{Filter, GameFacts, TextPart};
///
/// let mut filter = Filter::default();
/// filter.players = vec![TextPart::new("carlsen")?];
/// filter.since = Some("2023".parse()?);
/// filter.check()?;
/// let mut game = GameFacts::default();
/// game.white_name = Some(b"Caruana, Fabiano");
/// game.black_name = Some(b"Carlsen, Magnus");
/// game.date = Some(b"2023.05.??");
/// assert!(filter.matches(&game));
/// assert_eq!(filter.player_side(&game), Some(Color::Black));
/// assert_eq!(filter.to_string(), "carlsen; since 2023");
/// # Ok::<(), zobrist_index::FilterError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Filter {
    /// The player: any of these is a part of the name. With none, anybody is the player.
    pub players: Vec<PlayerName>,
    /// The color that the player has; either if it is not given.
    pub side: Option<Color>,
    /// A part of the name of the other player. Without `players` and `side`, it is a part of
    /// either name.
    pub opponent: Option<PlayerName>,
    /// The outcome for the player or, without `players`, for the one whose opponent is given.
    pub outcome: Option<PlayerOutcome>,
    /// The first date. A game counts if every day that its date can mean is in the range: games of
    /// `2023.??.??` since 2023, but not since May of 2023. Games of an unknown date do not count.
    pub since: Option<PartialDate>,
    /// The last date, which is in the range.
    pub until: Option<PartialDate>,
    /// The Elos that both players must have. A game with an unknown Elo does not count.
    pub elo: Option<EloRange>,
    /// The mean of both Elos, rounded down, is in one of these ranges. A game with an unknown Elo
    /// does not count. With none, all do.
    pub mean_elos: Vec<EloRange>,
    /// The result.
    pub result: Option<GameResult>,
    /// A part of the name of the event.
    pub event: Option<TextPart>,
    /// The time control: the whole tag as it is, such as `180+2`, but for blanks around it. (As a
    /// part, it would also be found in `5180+2` and `180+20`.)
    pub time_control: Option<String>,
    /// The class of the time control is one of these. With none, all games count, also those
    /// without one.
    pub speeds: Vec<Speed>,
    /// The number of plies of each game that count: positions at plies below this one. This is no
    /// condition on games.
    pub max_ply: Option<u32>,
}

impl Filter {
    /// Makes sure that the filter can be met, as far as it shows without games.
    ///
    /// # Errors
    /// [`FilterError::NoDates`] if the first date is after the last,
    /// [`FilterError::SideOfNobody`] if there is a color but neither player nor opponent,
    /// [`FilterError::OutcomeOfNobody`] if there is an outcome but neither,
    /// [`FilterError::NoText`] if the time control is blank, and [`FilterError::NoPlies`] if no ply
    /// counts.
    pub fn check(&self) -> Result<(), FilterError> {
        if let (Some(since), Some(until)) = (self.since, self.until)
            && since.first_day() > until.last_day()
        {
            return Err(FilterError::NoDates { since, until });
        }
        if let (Some(side), true, None) = (self.side, self.players.is_empty(), &self.opponent) {
            return Err(FilterError::SideOfNobody(side));
        }
        if let (Some(outcome), true, None) = (self.outcome, self.players.is_empty(), &self.opponent)
        {
            return Err(FilterError::OutcomeOfNobody(outcome));
        }
        if let Some(text) = self.time_control.as_ref().filter(|text| text.trim().is_empty()) {
            return Err(FilterError::NoText { got: text.clone() });
        }
        if self.max_ply == Some(0) {
            return Err(FilterError::NoPlies);
        }
        Ok(())
    }

    /// Returns the conditions on games that are given, in the order of their cost.
    pub fn conditions(&self) -> impl Iterator<Item = Condition> {
        Condition::ALL.into_iter().filter(|condition| self.has(*condition))
    }

    /// Returns true if a condition is given.
    fn has(&self, condition: Condition) -> bool {
        match condition {
            Condition::Result => self.result.is_some(),
            Condition::Elo => self.elo.is_some() || !self.mean_elos.is_empty(),
            Condition::Dates => self.since.is_some() || self.until.is_some(),
            Condition::TimeControl => self.time_control.is_some() || !self.speeds.is_empty(),
            Condition::Event => self.event.is_some(),
            Condition::Players => !self.players.is_empty() || self.opponent.is_some(),
        }
    }

    /// Returns true if the game meets one of the conditions, or if that condition is not given.
    /// Only the facts in [`Condition::columns`] count.
    #[must_use]
    pub fn keeps(&self, condition: Condition, game: &GameFacts) -> bool {
        match condition {
            _ if !self.has(condition) => true,
            Condition::Result => self.result == Some(game.result),
            Condition::Elo => {
                let elos = game.white_elo.zip(game.black_elo);
                elos.is_some_and(|(white, black)| {
                    let is_within =
                        |range: EloRange| range.contains(white) && range.contains(black);
                    let mean = i32::midpoint(white, black);
                    self.elo.is_none_or(is_within)
                        && (self.mean_elos.is_empty()
                            || self.mean_elos.iter().any(|range| range.contains(mean)))
                })
            }
            Condition::Dates => game.game_date().is_within(self.since, self.until),
            Condition::TimeControl => {
                let asked = self.time_control.as_ref().map(|text| text.as_bytes().trim_ascii());
                let is_asked =
                    asked.is_none_or(|_| game.time_control.map(<[u8]>::trim_ascii) == asked);
                let speed = || game.time_control.and_then(Speed::of);
                is_asked
                    && (self.speeds.is_empty()
                        || speed().is_some_and(|speed| self.speeds.contains(&speed)))
            }
            Condition::Event => is_in(self.event.as_ref(), game.event),
            Condition::Players => self.player_side(game).is_some(),
        }
    }

    /// Returns true if the positions at a ply count.
    pub(crate) fn counts_ply(&self, ply: u32) -> bool {
        self.max_ply.is_none_or(|max| ply < max)
    }

    /// Returns true if the game meets all conditions.
    #[must_use]
    pub fn matches(&self, game: &GameFacts) -> bool {
        Condition::ALL.into_iter().all(|condition| self.keeps(condition, game))
    }

    /// Returns the color of the player: the side that has one of the names and whose other side has
    /// that of the opponent. If both sides have, it is White's, unless [`side`](Self::side) says
    /// otherwise. `None` if neither has, if neither a player nor an opponent is given, or if the
    /// game has another [outcome](Self::outcome) for that side.
    #[must_use]
    pub fn player_side(&self, game: &GameFacts) -> Option<Color> {
        if !self.has(Condition::Players) {
            return None;
        }
        let side = Color::ALL.into_iter().find(|color| {
            let (own, other) = match color {
                Color::White => (game.white_name, game.black_name),
                Color::Black => (game.black_name, game.white_name),
            };
            self.side.is_none_or(|side| side == *color)
                && (self.players.is_empty()
                    || self.players.iter().any(|player| is_in(Some(player), own)))
                && (self.opponent.is_none() || is_in(self.opponent.as_ref(), other))
        });
        let is_outcome = |side: &Color| {
            self.outcome.is_none() || PlayerOutcome::of(game.result, *side) == self.outcome
        };
        side.filter(is_outcome)
    }
}

/// Returns true if there are both, and the part is in the text.
fn is_in(part: Option<&TextPart>, text: Option<&[u8]>) -> bool {
    part.zip(text).is_some_and(|(part, text)| part.is_in(text))
}

/// A condition of a filter on games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Condition {
    /// The result.
    Result,
    /// The Elos of both players, and their mean.
    Elo,
    /// The first and the last date.
    Dates,
    /// The time control, and its class.
    TimeControl,
    /// The event.
    Event,
    /// The players, the side of the player, the opponent and the outcome, which are one condition:
    /// the player has the side and the outcome, and the opponent the other side.
    Players,
}

impl Condition {
    /// All conditions, in the order of their cost: the result, which is one of four short texts,
    /// and the Elos, which are numbers; then texts, those that are read as dates or compared before
    /// those that are searched, and names, two columns to be searched, last.
    pub const ALL: [Condition; 6] = [
        Condition::Result,
        Condition::Elo,
        Condition::Dates,
        Condition::TimeControl,
        Condition::Event,
        Condition::Players,
    ];

    /// Returns the names of the columns of the table `games` by which it decides.
    #[must_use]
    pub const fn columns(self) -> &'static [&'static str] {
        match self {
            Condition::Result => &["result"],
            Condition::Elo => &["white_elo", "black_elo"],
            Condition::Dates => &["date", "utc_date"],
            Condition::TimeControl => &["time_control"],
            Condition::Event => &["event"],
            Condition::Players => &["white_name", "black_name", "result"],
        }
    }
}
