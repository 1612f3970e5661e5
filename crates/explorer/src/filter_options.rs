//! Options on the games that count: conditions, and duplicates.

use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use shakmaty::Color;
use zobrist_index::{
    Duplicates, EloRange, Filter, GameResult, PartialDate, PlayerName, PlayerOutcome, TextPart,
};

/// Which games and positions count; a game must meet all that is asked for.
#[derive(Args, Clone, Debug, Default)]
pub struct FilterOptions {
    #[command(flatten)]
    games: GameFilterOptions,
    /// Only positions before this ply: the first PLIES positions of each game
    #[arg(
        long,
        value_name = "PLIES",
        value_parser = clap::value_parser!(u32).range(1..),
        help_heading = "Games",
        hide_short_help = true
    )]
    max_ply: Option<u32>,
}

/// Which games count.
#[derive(Args, Clone, Debug, Default)]
pub struct GameFilterOptions {
    #[command(flatten)]
    common: CommonFilterOptions,
    /// Only games against this player, by a part of the name; without --player, games of either
    /// side
    #[arg(long, value_name = "NAME", help_heading = "Games", hide_short_help = true)]
    opponent: Option<PlayerName>,
    /// Only games with both Elos in a range, as 2000..2400
    ///
    /// Either end may be missing: 2400.. is 2400 or more, ..2000 is 2000 or less.
    #[arg(long, value_name = "MIN..MAX", conflicts_with = "min_elo", help_heading = "Games")]
    elo: Option<EloRange>,
    /// Only games of events with this text in the name, any case, with or without accents
    #[arg(long, value_name = "TEXT", help_heading = "Games", hide_short_help = true)]
    event: Option<TextPart>,
    /// Only games with exactly this time control, such as 180+2
    #[arg(long, value_name = "TEXT", help_heading = "Games", hide_short_help = true)]
    time_control: Option<String>,
}

/// The questions that are asked most.
#[derive(Args, Clone, Debug, Default)]
pub struct CommonFilterOptions {
    /// Only games of this player: part or words of the name
    ///
    /// Any case, with or without accents. May be given several times, for several accounts of one
    /// player: any of the names counts. `carlsen`, `magnus carlsen` and `carlsen, m` find `Carlsen,
    /// Magnus`: if the whole is no part of the name, each word must begin another word of it.
    #[arg(long, value_name = "NAME", help_heading = "Games")]
    player: Vec<PlayerName>,
    /// Only games in which the player has this color
    #[arg(
        long = "as",
        value_name = "COLOR",
        requires = "player",
        value_parser = colors(),
        help_heading = "Games"
    )]
    side: Option<Color>,
    /// Only games since 2024, 2024.05 or 2024.05.31
    ///
    /// The date is that of the tag Date or, if that has no year, of UTCDate. A date that is known
    /// in part counts if all days that it can mean do; games without a date do not count.
    #[arg(long, value_name = "DATE", help_heading = "Games")]
    since: Option<PartialDate>,
    /// Only games of this date or earlier, to the end of the year, month or day
    #[arg(long, value_name = "DATE", help_heading = "Games", hide_short_help = true)]
    until: Option<PartialDate>,
    /// Only games in which both players have at least this Elo
    #[arg(
        long,
        value_name = "ELO",
        value_parser = clap::value_parser!(u16).range(1..=9999),
        help_heading = "Games",
        hide_short_help = true
    )]
    min_elo: Option<u16>,
    /// Only games with this result
    ///
    /// Quote `*`, which is for games without one. `won`, `drawn` and `lost` are those of the player,
    /// whatever the color; they need --player or --opponent.
    #[arg(long, value_parser = results(), help_heading = "Games")]
    result: Option<WantedResult>,
}

/// The result of a game, or its outcome for the player.
#[derive(Clone, Copy, Debug)]
enum WantedResult {
    Game(GameResult),
    Player(PlayerOutcome),
}

impl FilterOptions {
    /// True if a player was asked for.
    pub fn has_player(&self) -> bool {
        !self.games.common.player.is_empty()
    }

    /// # Errors
    /// When no game can meet what is asked for.
    pub fn filter(&self) -> Result<Filter> {
        let mut filter = self.games.filter()?;
        filter.max_ply = self.max_ply;
        filter.check()?;
        Ok(filter)
    }
}

impl GameFilterOptions {
    /// # Errors
    /// When no game can meet what is asked for.
    pub fn filter(&self) -> Result<Filter> {
        let mut filter = self.common.unchecked()?;
        filter.opponent = self.opponent.clone();
        filter.elo = filter.elo.or(self.elo);
        filter.event = self.event.clone();
        filter.time_control = self.time_control.clone();
        filter.check()?;
        Ok(filter)
    }
}

impl CommonFilterOptions {
    /// # Errors
    /// When no game can meet what is asked for.
    pub fn filter(&self) -> Result<Filter> {
        let filter = self.unchecked()?;
        filter.check()?;
        Ok(filter)
    }

    /// The filter, which other options may complete.
    fn unchecked(&self) -> Result<Filter> {
        let mut filter = Filter::default();
        filter.players = self.player.clone();
        filter.side = self.side;
        (filter.since, filter.until) = (self.since, self.until);
        filter.elo = self.min_elo.map(EloRange::at_least).transpose()?;
        match self.result {
            Some(WantedResult::Game(result)) => filter.result = Some(result),
            Some(WantedResult::Player(outcome)) => filter.outcome = Some(outcome),
            None => {}
        }
        Ok(filter)
    }
}

/// Reads a color by its name.
fn colors() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["white", "black"]).map(|name| Color::from_white(name == "white"))
}

/// Reads a result as PGN writes it, or the outcome for a player in a word.
fn results() -> impl TypedValueParser<Value = WantedResult> {
    let outcomes = PlayerOutcome::ALL.map(PlayerOutcome::as_str);
    let names = GameResult::ALL.map(GameResult::as_str).into_iter().chain(outcomes);
    PossibleValuesParser::new(names.collect::<Vec<_>>()).map(|text| {
        let result = GameResult::ALL.into_iter().find(|result| result.as_str() == text);
        let outcome = || PlayerOutcome::ALL.into_iter().find(|outcome| outcome.as_str() == text);
        let result = result.map(WantedResult::Game);
        result.or_else(|| outcome().map(WantedResult::Player)).expect("a possible value")
    })
}

/// Treatment of games that occur more than once.
#[derive(Args, Clone, Copy, Debug)]
pub struct DuplicatesOption {
    /// Use games that are the same once, the first of them [without a value: exact]
    #[arg(
        long,
        value_name = "KIND",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "exact",
        help_heading = "Games",
        hide_short_help = true
    )]
    dedup: Option<SameGame>,
}

impl DuplicatesOption {
    /// Returns the rule by which games count as the same; `None` if all count.
    pub fn by(self) -> Option<Duplicates> {
        self.dedup.map(Duplicates::from)
    }
}

/// A kind of duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SameGame {
    /// Same start, moves, result, names of the players, and date
    Exact,
    /// Same start, moves and result; the surnames of the players are the same, case and accents
    /// aside, and there is a day that both dates can mean
    Players,
}

impl From<SameGame> for Duplicates {
    fn from(same: SameGame) -> Duplicates {
        match same {
            SameGame::Exact => Duplicates::Exact,
            SameGame::Players => Duplicates::Players,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;

    #[derive(Debug, Parser)]
    #[command(name = "test")]
    struct Cli {
        #[command(flatten)]
        options: FilterOptions,
    }

    /// The filter of a command line, or the first line of the error.
    fn filter(args: &[&str]) -> Result<Filter, String> {
        let cli = Cli::try_parse_from([&["test"], args].concat());
        let cli = cli.map_err(|error| {
            let text = error.to_string();
            let (first, _) = text.split_once("\n\n").expect("advice after the error");
            first.strip_prefix("error: ").expect("an error").to_owned()
        })?;
        cli.options.filter().map_err(|error| error.to_string())
    }

    #[test]
    fn options_make_a_filter() {
        assert_eq!(filter(&[]), Ok(Filter::default()));
        for (args, expected) in [
            ("--player carlsen --as black", "carlsen as Black"),
            ("--player carlsen --player DrNykterstein", "carlsen or DrNykterstein"),
            ("--player carlsen --as white --opponent so", "carlsen as White against so"),
            ("--opponent caruana", "against caruana"),
            ("--since 2023 --until 2024-05-31", "since 2023 and until 2024.05.31"),
            ("--elo 2000..2400", "both Elos from 2000 to 2400"),
            ("--elo 2400..", "both Elos 2400 or more"),
            ("--elo ..2000", "both Elos 2000 or less"),
            ("--min-elo 2400", "both Elos 2400 or more"),
            ("--result 1-0", "result 1-0"),
            ("--result 1/2-1/2", "result 1/2-1/2"),
            ("--result *", "result *"),
            ("--player so --result won", "so, won"),
            (
                "--player so --as white --opponent anand --result lost",
                "so as White against anand, lost",
            ),
            ("--opponent anand --result drawn", "against anand, drawn"),
            ("--event rapid --time-control 600+0", "event \"rapid\"; time control 600+0"),
            ("--max-ply 40", "before ply 40"),
        ] {
            let words: Vec<&str> = args.split(' ').collect();
            assert_eq!(filter(&words).map(|filter| filter.to_string()), Ok(expected.to_owned()));
        }
        let [min_elo, elo] = [["--min-elo", "2400"], ["--elo", "2400.."]].map(|args| filter(&args));
        assert_eq!(min_elo, elo);
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (args, expected) in [
            (
                "--since 2023.13",
                "invalid value '2023.13' for '--since <DATE>': expected a month from 01 to 12, got \
                 \"2023.13\"",
            ),
            (
                "--until yesterday",
                "invalid value 'yesterday' for '--until <DATE>': expected a date as YYYY, YYYY.MM \
                 or YYYY.MM.DD, got \"yesterday\"",
            ),
            (
                "--since 2024 --until 2023",
                "no date is in the range: expected a first date before the last, got since 2024 \
                 and until 2023",
            ),
            (
                "--elo 2400",
                "invalid value '2400' for '--elo <MIN..MAX>': expected Elos as 2000..2400, 2400.. \
                 (or more) or ..2000 (or less), each from 1 to 9999, got \"2400\"",
            ),
            (
                "--elo 2400..2000",
                "invalid value '2400..2000' for '--elo <MIN..MAX>': no Elo is in the range: \
                 expected the lower one first, got 2400..2000",
            ),
            ("--min-elo 0", "invalid value '0' for '--min-elo <ELO>': 0 is not in 1..=9999"),
            (
                "--elo 2400.. --min-elo 2000",
                "the argument '--elo <MIN..MAX>' cannot be used with '--min-elo <ELO>'",
            ),
            (
                "--as white",
                "the following required arguments were not provided:\n  --player <NAME>",
            ),
            (
                "--player carlsen --as red",
                "invalid value 'red' for '--as <COLOR>'\n  [possible values: white, black]",
            ),
            (
                "--result 2-0",
                "invalid value '2-0' for '--result <RESULT>'\n  [possible values: 1-0, 1/2-1/2, \
                 0-1, *, won, drawn, lost]",
            ),
            (
                "--player= --as white",
                "invalid value '' for '--player <NAME>': expected a text to search for, got \"\", \
                 which every text has",
            ),
            (
                "--result won",
                "expected the name of the player for whom the games were won, got none",
            ),
            ("--time-control=", "expected a text to search for, got \"\", which every text has"),
            (
                "--max-ply 0",
                "invalid value '0' for '--max-ply <PLIES>': 0 is not in 1..=4294967295",
            ),
        ] {
            let words: Vec<&str> = args.split(' ').collect();
            assert_eq!(filter(&words), Err(expected.to_owned()), "{args}");
        }
    }

    #[test]
    fn options_are_well_formed() {
        Cli::command().debug_assert();
    }
}
