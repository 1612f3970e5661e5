//! `/lichess`, `/masters` and `/player`: what was played in a position.

use anyhow::Result;
use serde::Serialize;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Move, Position};
use zobrist_explorer::{ExploreRequest, OpenSource};
use zobrist_index::{GameOrder, MoveCount, PlayerScore, opening_of};

use super::super::board::Named;
use super::super::library::Library;
use super::super::line::PlayedLine;
use super::super::query::Query;
use super::super::reply::{Answered, Reply};
use super::super::site::Site;
use super::database::Database;
use super::game::{Game, ListedGame};
use super::listed::{known_moves, listed};
use super::parameters::Parameters;
use super::single_game::SingleGames;

/// The type of an answer that may come in several lines, each of which replaces the one before.
const NDJSON: &str = "application/x-ndjson";

/// The answer, with the names that lichess has for its fields.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    white: u64,
    draws: u64,
    black: u64,
    moves: Vec<PlayedMove>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_games: Option<Vec<ListedGame>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recent_games: Option<Vec<ListedGame>>,
    opening: Option<Named>,
    /// The number of players whose games are fetched before those of this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    queue_position: Option<u32>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlayedMove {
    uci: String,
    san: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    average_rating: Option<u64>,
    /// The mean Elo of the opponents in a player's games; `null` if none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    average_opponent_rating: Option<Option<u64>>,
    /// The performance rating in a player's games; `null` if no opponent's Elo is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    performance: Option<Option<i64>>,
    white: u64,
    draws: u64,
    black: u64,
    game: Option<Game>,
    opening: Option<Named>,
}

pub(crate) fn answer(site: &Site, database: Database, query: &Query) -> Answered {
    let parameters = Parameters::read(database, query)?;
    let library = site.library()?;
    let asked = ExploreRequest { filter: parameters.filter.clone(), ..library.asked() };
    let answer =
        library.ask(|sources| Answer::of(library, database, &parameters, &asked, sources))?;
    let reply = Reply::json(&answer);
    Ok(match database {
        Database::Player => Reply::of(NDJSON, [&reply.body[..], b"\n"].concat()),
        Database::Lichess | Database::Masters => reply,
    })
}

impl Answer {
    fn of(
        library: &Library,
        database: Database,
        parameters: &Parameters,
        asked: &ExploreRequest,
        sources: &[OpenSource],
    ) -> Result<Answer> {
        let line = &parameters.line;
        let position = line.position();
        let answer = library.answer(asked, position, sources)?;
        let mut games = SingleGames::new(asked, sources, position, &answer);
        let moves =
            known_moves(&answer, position, parameters.moves)?.into_iter().map(|(m, count)| {
                let game = games.of(count.played, &count.counts)?;
                Ok(PlayedMove::of(database, line, m, &count, game))
            });
        let moves = moves.collect::<Result<_>>()?;
        let list = |order, length: Option<usize>| {
            length
                .map(|length| listed(order, length, asked, sources, position, &answer))
                .transpose()
        };
        let counts = &answer.counts;
        Ok(Answer {
            white: counts.white,
            draws: counts.draws,
            black: counts.black,
            moves,
            top_games: list(GameOrder::Strongest, parameters.top_games)?,
            recent_games: list(GameOrder::Newest, parameters.recent_games)?,
            opening: line.line().opening.map(Named::from),
            queue_position: (database == Database::Player).then_some(0),
        })
    }
}

impl PlayedMove {
    fn of(
        database: Database,
        line: &PlayedLine,
        m: Move,
        count: &MoveCount,
        game: Option<Game>,
    ) -> PlayedMove {
        let position = line.position();
        let mut next = position.clone();
        next.play_unchecked(m);
        let of_player = database == Database::Player;
        let average = count.counts.average_elo().filter(|_| !of_player);
        let score = count.player.unwrap_or_default();
        let opponents = score.average_opponent_elo().map(|elo| elo.round() as u64);
        PlayedMove {
            uci: m.to_uci(CastlingMode::Chess960).to_string(),
            san: SanPlus::from_move(position.clone(), m).to_string(),
            average_rating: average.map(|elo| elo.round() as u64),
            average_opponent_rating: of_player.then_some(opponents),
            performance: of_player.then(|| performance(&score)),
            white: count.counts.white,
            draws: count.counts.draws,
            black: count.counts.black,
            game,
            opening: opening_of(&next).map(Named::from),
        }
    }
}

/// The difference of ratings for a score of 50, 51, … 100 percent: FIDE Handbook B.02, 8.1.1, the
/// table of conversion from fractional score into rating differences. Scores below have the same
/// with a minus.
const DIFFERENCES: [i32; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

/// The mean Elo of the opponents and the difference for the score, of the games in which the
/// opponent's Elo is known; between two percents on a straight line, as lichess has it. `None`
/// without such games.
pub(crate) fn performance(score: &PlayerScore) -> Option<i64> {
    let average = score.average_opponent_elo()?;
    let percent = 100.0 * score.rated_score()?;
    let above = (percent - 50.0).abs();
    let whole = (above.floor() as usize).min(50);
    let at = |index: usize| f64::from(DIFFERENCES[index.min(50)]);
    let difference = at(whole) + (at(whole + 1) - at(whole)) * (above - whole as f64);
    Some((average + difference.copysign(percent - 50.0)).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(elos: u64, rated: u64, half_points: u64) -> PlayerScore {
        let mut score = PlayerScore::default();
        (score.rated, score.opponent_elo_sum, score.rated_half_points) = (rated, elos, half_points);
        score
    }

    /// The first four are examples of the tests of lichess's own explorer; the others are by hand.
    #[test]
    fn the_table_of_fide_is_read_between_its_percents() {
        for (elos, rated, half_points, expected) in [
            (1500, 1, 2, Some(2300)),
            (1500, 1, 0, Some(700)),
            (0, 20, 2, Some(-470)),
            (0, 20, 38, Some(470)),
            (3000, 2, 2, Some(1500)),
            (6000, 4, 6, Some(1693)),
            // Two thirds: 66.67 percent, between 117 and 125.
            (4500, 3, 4, Some(1622)),
            (0, 0, 0, None),
        ] {
            let got = performance(&score(elos, rated, half_points));
            assert_eq!(got, expected, "{half_points} half points of {rated}");
        }
    }
}
