//! The parameters of lichess's explorer that count here. All others are left alone: its clients
//! send more of them than the games have facts for, such as `modes`.

use shakmaty::Color;
use zobrist_index::{EloRange, Filter, PartialDate, Speed};

use super::super::line::{PlayedLine, PositionOptions};
use super::super::query::Query;
use super::super::reply::{Answered, Refusal};
use super::database::{Database, ListLength};
use super::{dates, variants};

/// The parameters of a request.
pub(crate) struct Parameters {
    pub(crate) line: PlayedLine,
    pub(crate) filter: Filter,
    /// The most moves of the answer.
    pub(crate) moves: usize,
    /// The lengths of the lists of games; `None` for a list that the database does not have.
    pub(crate) top_games: Option<usize>,
    pub(crate) recent_games: Option<usize>,
}

impl Parameters {
    /// # Errors
    /// When one that counts has a wrong value or is missing.
    pub(crate) fn read(database: Database, query: &Query) -> Answered<Parameters> {
        let parameters = Reader { query };
        let top_games = parameters.length("topGames", database.top_games())?;
        let recent_games = database.recent_games(top_games.unwrap_or_default());
        Ok(Parameters {
            line: parameters.line()?,
            filter: parameters.filter(database)?,
            moves: parameters.number("moves")?.unwrap_or(database.moves()),
            top_games,
            recent_games: parameters.length("recentGames", recent_games)?,
        })
    }
}

struct Reader<'a> {
    query: &'a Query,
}

impl Reader<'_> {
    /// The value of a parameter. Clients send an empty one for what their user left out.
    fn value(&self, name: &str) -> Option<&str> {
        self.query.last(name).filter(|value| !value.is_empty())
    }

    fn needed(&self, name: &str) -> Answered<&str> {
        self.value(name)
            .ok_or_else(|| Refusal::bad(format_args!("the parameter `{name}` is missing")))
    }

    fn number(&self, name: &str) -> Answered<Option<usize>> {
        let number = |text: &str| {
            text.parse().map_err(|_| {
                let message = "expected a number from 0";
                Refusal::bad(format_args!("parameter `{name}`: {message}, got {text:?}"))
            })
        };
        self.value(name).map(number).transpose()
    }

    /// The length of a list, cut to its greatest one.
    fn length(&self, name: &str, length: Option<ListLength>) -> Answered<Option<usize>> {
        let Some(ListLength { default, max }) = length else { return Ok(None) };
        Ok(Some(self.number(name)?.unwrap_or(default).min(max)))
    }

    fn line(&self) -> Answered<PlayedLine> {
        let mut options = Query::default();
        for name in ["fen", "play"] {
            if let Some(value) = self.value(name) {
                options.push(name, value);
            }
        }
        let variant = self.value("variant").map_or(Ok(None), variants::option);
        let variant =
            variant.map_err(|error| Refusal::bad(format_args!("parameter `variant`: {error}")))?;
        if let Some(variant) = variant {
            options.push("variant", variant);
        }
        options.options::<PositionOptions>()?.read_forgiving()
    }

    fn date(&self, name: &str, database: Database) -> Answered<Option<PartialDate>> {
        let date = self.value(name).map(|text| dates::read(name, text, database.has_months()));
        date.transpose()
    }

    /// The values of a list: with commas between them, or each with a parameter of its own.
    fn list(&self, name: &str) -> Vec<&str> {
        let brackets = format!("{name}[]");
        let values = self.query.all(name).chain(self.query.all(&brackets));
        values.flat_map(|value| value.split(',')).filter(|value| !value.is_empty()).collect()
    }

    /// The classes of time controls; none if all are asked for, as games without a time control
    /// then count, too.
    fn speeds(&self) -> Answered<Vec<Speed>> {
        let speeds = self.list("speeds").into_iter().map(|text| {
            let speed = Speed::ALL.into_iter().find(|speed| speed.as_str() == text);
            speed.ok_or_else(|| {
                let names = Speed::ALL.map(Speed::as_str).join(", ");
                Refusal::bad(format_args!(
                    "parameter `speeds`: expected some of {names}, got {text:?}"
                ))
            })
        });
        let asked: Vec<Speed> = speeds.collect::<Answered<_>>()?;
        let speeds = Speed::ALL.into_iter().filter(|speed| asked.contains(speed));
        let speeds: Vec<Speed> = speeds.collect();
        Ok(if speeds.len() == Speed::ALL.len() { Vec::new() } else { speeds })
    }

    /// The ranges of the mean Elo; none if all are asked for, as games without Elos then count, too.
    fn ratings(&self) -> Answered<Vec<EloRange>> {
        let groups = self.list("ratings").into_iter().map(|text| {
            text.parse().map(group_of).map_err(|_| {
                let names = RATINGS.map(|lowest| lowest.to_string()).join(", ");
                Refusal::bad(format_args!(
                    "parameter `ratings`: expected some of {names}, got {text:?}"
                ))
            })
        });
        let mut groups: Vec<usize> = groups.collect::<Answered<_>>()?;
        groups.sort_unstable();
        groups.dedup();
        let all = groups.len() == RATINGS.len();
        Ok(if all { Vec::new() } else { groups.into_iter().map(range_of).collect() })
    }

    fn filter(&self, database: Database) -> Answered<Filter> {
        let mut filter = Filter::default();
        filter.since = self.date("since", database)?;
        filter.until = self.date("until", database)?;
        if database != Database::Masters {
            filter.speeds = self.speeds()?;
        }
        if database == Database::Lichess {
            filter.mean_elos = self.ratings()?;
        }
        if database == Database::Player {
            let name = self.needed("player")?.parse();
            let name =
                name.map_err(|error| Refusal::bad(format_args!("parameter `player`: {error}")))?;
            filter.players = vec![name];
            filter.side = Some(color(self.needed("color")?)?);
        }
        filter.check().map_err(Refusal::bad)?;
        Ok(filter)
    }
}

/// The lowest means of the groups of ratings, as lichess has them; a group ends where the next
/// begins.
const RATINGS: [u16; 9] = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500];

/// The group of a mean.
fn group_of(rating: u16) -> usize {
    RATINGS.partition_point(|lowest| *lowest <= rating) - 1
}

/// The ratings of a group.
fn range_of(group: usize) -> EloRange {
    let range = match (RATINGS[group], RATINGS.get(group + 1)) {
        (0, Some(next)) => format!("..{}", next - 1),
        (lowest, Some(next)) => format!("{lowest}..{}", next - 1),
        (lowest, None) => format!("{lowest}.."),
    };
    range.parse().expect("groups are ranges of Elos")
}

fn color(text: &str) -> Answered<Color> {
    match text {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err(Refusal::bad(format_args!(
            "parameter `color`: expected one of white, black, got {text:?}"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::variant::Variant;

    use super::super::super::line::fen;
    use super::*;

    fn read(database: Database, query: &str) -> Answered<Parameters> {
        Parameters::read(database, &Query::read(query))
    }

    /// The numbers of moves, top games and recent games.
    fn lengths(database: Database, query: &str) -> (usize, Option<usize>, Option<usize>) {
        let read = read(database, query).unwrap();
        (read.moves, read.top_games, read.recent_games)
    }

    #[test]
    fn each_database_has_its_lists() {
        use Database::{Lichess, Masters, Player};
        let player = "player=a&color=white";
        assert_eq!(lengths(Lichess, ""), (12, Some(4), Some(4)));
        assert_eq!(lengths(Masters, ""), (12, Some(15), None));
        assert_eq!(lengths(Player, player), (usize::MAX, None, Some(8)));
        assert_eq!(lengths(Player, &format!("{player}&moves=12")), (12, None, Some(8)));
        assert_eq!(lengths(Lichess, "topGames=1&recentGames=99"), (12, Some(1), Some(7)));
        assert_eq!(lengths(Lichess, "topGames=99&recentGames=99"), (12, Some(4), Some(4)));
        assert_eq!(lengths(Lichess, "topGames=0&recentGames=0&moves=0"), (0, Some(0), Some(0)));
        assert_eq!(lengths(Masters, "topGames=3&recentGames=x&moves=99"), (99, Some(3), None));
        assert_eq!(lengths(Lichess, "moves=&topGames=&moves=5"), (5, Some(4), Some(4)));
    }

    #[test]
    fn filters_are_read_and_other_parameters_left_alone() {
        for (database, query, expected) in [
            (Database::Lichess, "", ""),
            (
                Database::Lichess,
                "speeds=blitz&ratings%5B%5D=2000&player=a&color=green&=",
                "mean Elo from 2000 to 2199; blitz",
            ),
            (
                Database::Lichess,
                "speeds=rapid,blitz&speeds%5B%5D=bullet&ratings=0,2500&ratings=2700",
                "mean Elo 999 or less or mean Elo 2500 or more; bullet or blitz or rapid",
            ),
            (
                Database::Lichess,
                "speeds=ultraBullet,bullet,blitz,rapid,classical,correspondence&ratings=0,1000,1200,\
                 1400,1600,1800,2000,2200,2500",
                "",
            ),
            (Database::Lichess, "speeds=&ratings=", ""),
            (Database::Masters, "speeds=blitz&ratings=2000", ""),
            (
                Database::Player,
                "player=a&color=white&speeds=classical&ratings=2000",
                "a as White; classical",
            ),
            (Database::Masters, "since=1990&until=2001", "since 1990 and until 2001"),
            (Database::Lichess, "since=2023-05&until=", "since 2023.05"),
            (
                Database::Player,
                "player=o%27brien&color=black&until=2023&modes=rated",
                "o'brien as Black; until 2023",
            ),
        ] {
            let filter = read(database, query).unwrap().filter;
            match expected {
                "" => assert_eq!(filter, Filter::default()),
                _ => assert_eq!(filter.to_string(), expected),
            }
        }
    }

    #[test]
    fn variants_have_the_names_of_lichess() {
        for (query, expected) in [
            ("variant=standard", Variant::Chess),
            ("variant=fromPosition", Variant::Chess),
            ("variant=kingOfTheHill", Variant::KingOfTheHill),
            ("variant=threeCheck", Variant::ThreeCheck),
            ("variant=racingKings", Variant::RacingKings),
            ("variant=antichess", Variant::Antichess),
            ("variant=atomic", Variant::Atomic),
            ("variant=crazyhouse", Variant::Crazyhouse),
            ("variant=horde", Variant::Horde),
        ] {
            let read = read(Database::Lichess, query).unwrap();
            assert_eq!(read.line.position().variant(), expected, "{query}");
        }
    }

    #[test]
    fn castling_is_read_in_both_forms() {
        let root = "fen=r3k2r/8/8/8/8/8/8/R3K2R+w+KQkq+-+0+1&play=";
        for play in ["e1g1,e8a8", "e1h1,e8c8"] {
            let read = read(Database::Lichess, &format!("{root}{play}")).unwrap();
            assert_eq!(fen(read.line.position()), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
        }
    }

    /// As shakmaty reads them for lichess: without the rights that the pieces do not have.
    #[test]
    fn rights_that_cannot_be_are_left_out() {
        for (given, expected) in [
            ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("4k2r/8/8/8/8/8/8/R3K3 b KQkq - 3 9", "4k2r/8/8/8/8/8/8/R3K3 b Qk - 3 9"),
            (
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq a3 0 1",
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            ),
            // The rook's file is that of Chess960, and the other right cannot be.
            ("4k3/8/8/8/8/8/8/1R2K3 w BK - 0 1", "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1"),
            (
                "qqqqkqqq/qqqqqqqq/8/8/8/8/8/4K3 w - - 0 1",
                "qqqqkqqq/qqqqqqqq/8/8/8/8/8/4K3 w - - 0 1",
            ),
        ] {
            let query = format!("fen={}", given.replace(' ', "+"));
            let read = read(Database::Lichess, &query).map_err(|refusal| refusal.message);
            let read = read.unwrap_or_else(|message| panic!("{given}: {message}"));
            assert_eq!(fen(read.line.position()), expected, "{given}");
        }
        for bad in ["8/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R b kq - 0 1 x", "x"] {
            assert!(read(Database::Lichess, &format!("fen={}", bad.replace(' ', "+"))).is_err());
        }
    }

    #[test]
    fn errors_name_the_parameter() {
        for (database, query, expected) in [
            (Database::Player, "color=white", "the parameter `player` is missing"),
            (Database::Player, "player=&color=white", "the parameter `player` is missing"),
            (Database::Player, "player=a", "the parameter `color` is missing"),
            (
                Database::Player,
                "player=a&color=both",
                "parameter `color`: expected one of white, black, got \"both\"",
            ),
            (Database::Player, "player=+&color=white", "parameter `player`: expected a text"),
            (Database::Lichess, "moves=-1", "parameter `moves`: expected a number from 0, got"),
            (Database::Masters, "topGames=many", "parameter `topGames`: expected a number"),
            (Database::Lichess, "variant=go", "parameter `variant`: expected one of chess, "),
            (Database::Lichess, "variant=3check", "parameter `variant`: expected one of chess, "),
            (Database::Masters, "since=2024-05", "parameter `since`: expected a date as YYYY, "),
            (
                Database::Lichess,
                "speeds=fast",
                "parameter `speeds`: expected some of ultraBullet, ",
            ),
            (
                Database::Lichess,
                "ratings=strong",
                "parameter `ratings`: expected some of 0, 1000, ",
            ),
            (Database::Lichess, "since=2024-02&until=2024-01", "no date is in the range: "),
            (Database::Lichess, "play=e2e5", "cannot play \"e2e5\": "),
            (Database::Lichess, "fen=8/8", "cannot read the position \"8/8\""),
        ] {
            let refusal = read(database, query).err().expect(query);
            assert!(refusal.message.starts_with(expected), "{query}: {}", refusal.message);
            assert_eq!(refusal.status, 400);
        }
    }
}
