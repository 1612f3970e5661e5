//! `/lichess`, `/masters` and `/player`: what was played in a position.

use anyhow::Result;
use serde::Serialize;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Move, Position};
use zobrist_explorer::{ExploreRequest, OpenSource};
use zobrist_index::{GameOrder, MoveCount, opening_of};

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
            performance: of_player.then(|| score.performance()),
            white: count.counts.white,
            draws: count.counts.draws,
            black: count.counts.black,
            game,
            opening: opening_of(&next).map(Named::from),
        }
    }
}
