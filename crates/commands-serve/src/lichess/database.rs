//! The databases of lichess's explorer. Here, they all have the same games.

/// A database: which parameters count, and which fields the answer has, depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Database {
    Lichess,
    Masters,
    Player,
}

/// A list of games: its length without a parameter, and the greatest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ListLength {
    pub(crate) default: usize,
    pub(crate) max: usize,
}

impl Database {
    /// The database at a path, if there is one.
    pub(crate) fn at(path: &str) -> Option<Database> {
        match path {
            "/lichess" => Some(Database::Lichess),
            "/masters" | "/master" => Some(Database::Masters),
            "/player" => Some(Database::Player),
            _ => None,
        }
    }

    /// True if `since` and `until` may have a month.
    pub(crate) fn has_months(self) -> bool {
        self != Database::Masters
    }

    /// The number of moves without a parameter.
    pub(crate) fn moves(self) -> usize {
        match self {
            Database::Lichess | Database::Masters => 12,
            Database::Player => usize::MAX,
        }
    }

    /// The length of `topGames`; `None` if there is no such list.
    pub(crate) fn top_games(self) -> Option<ListLength> {
        match self {
            Database::Lichess => Some(ListLength { default: 4, max: 4 }),
            Database::Masters => Some(ListLength { default: 15, max: 15 }),
            Database::Player => None,
        }
    }

    /// The length of `recentGames` beside as many top games; `None` if there is no such list.
    pub(crate) fn recent_games(self, top_games: usize) -> Option<ListLength> {
        match self {
            Database::Lichess => Some(ListLength { default: 4, max: 8 - top_games.min(8) }),
            Database::Masters => None,
            Database::Player => Some(ListLength { default: 8, max: 8 }),
        }
    }
}
