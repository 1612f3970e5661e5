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
    /// All conditions, in the order of their cost: the result, which is one of four short texts, and
    /// the Elos, which are numbers; then texts, those that are read as dates or compared before those
    /// that are searched, and names, two columns to be searched, last.
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
