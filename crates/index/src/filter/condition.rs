//! The conditions that a filter can have.

/// A condition of a filter on games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Condition {
    /// The result.
    Result,
    /// The Elos of both players.
    Elo,
    /// The first and the last date.
    Dates,
    /// The time control.
    TimeControl,
    /// The event.
    Event,
    /// The players, the side of the player and the opponent, which are one condition: the player
    /// has the side, and the opponent the other.
    Players,
}

impl Condition {
    /// All conditions, in the order of their cost: numbers before texts, texts that are compared
    /// before those that are searched, and those with two columns last.
    pub const ALL: [Condition; 6] = [
        Condition::Result,
        Condition::Elo,
        Condition::Dates,
        Condition::TimeControl,
        Condition::Event,
        Condition::Players,
    ];

    /// Returns the names of the columns of the table `games` by which it decides.
    pub const fn columns(self) -> &'static [&'static str] {
        match self {
            Condition::Result => &["result"],
            Condition::Elo => &["white_elo", "black_elo"],
            Condition::Dates => &["date", "utc_date"],
            Condition::TimeControl => &["time_control"],
            Condition::Event => &["event"],
            Condition::Players => &["white_name", "black_name"],
        }
    }
}
