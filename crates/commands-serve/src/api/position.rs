//! `/api/position`: what was played in a position, and what a board needs to show it.

use anyhow::Result;
use serde::Serialize;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};
use zobrist_console::rows::Format;
use zobrist_explorer::filter_options::FilterOptions;
use zobrist_explorer::group_rows::{self, GroupName};
use zobrist_explorer::{ExploreAnswer, ExploreRequest, OpenSource, ShownMoves, heading, move_rows};
use zobrist_index::{GameCounts, opening_of};

use super::super::board::{Board, Named};
use super::super::chosen::ChosenSources;
use super::super::json_object::JsonObject;
use super::super::library::Library;
use super::super::line::{PlayedLine, PositionOptions, WrittenMove, fen, legal_moves};
use super::super::query::Query;
use super::super::reply::{Answered, Reply};
use super::super::site::Site;
use super::names::filter_of;

#[derive(clap::Args)]
struct Options {
    #[command(flatten)]
    position: PositionOptions,
    #[command(flatten)]
    filter: FilterOptions,
    #[command(flatten)]
    sources: ChosenSources,
    #[command(flatten)]
    shown: ShownMoves,
    #[arg(long, default_value = "false", action = clap::ArgAction::Set)]
    other_orders: bool,
    #[arg(long, value_enum)]
    by: Option<GroupName>,
}

/// The answer of the games.
#[derive(Default)]
struct Games {
    position: Option<JsonObject>,
    moves: Vec<JsonObject>,
    hidden: Hidden,
    unplayed: Option<Vec<JsonObject>>,
    groups: Option<Vec<JsonObject>>,
}

/// Moves that are not shown, and their games.
#[derive(Default, Serialize)]
struct Hidden {
    moves: usize,
    games: u64,
}

/// A move of the line, and the position after it.
#[derive(Serialize)]
struct Step {
    #[serde(flatten)]
    played: WrittenMove,
    fen: String,
    opening: Option<Named>,
}

pub(crate) fn answer(site: &Site, query: &Query) -> Answered {
    let options: Options = query.options()?;
    let line = options.position.read()?;
    let filter = filter_of(&options.filter)?;
    let library = &site.library;
    let games = match library.is_empty() {
        false => {
            let asked = ExploreRequest {
                filter,
                other_orders: options.other_orders,
                grouped: options.by.map(Into::into),
                ..library.asked()
            };
            library.ask_of(&options.sources, |sources| {
                Games::of(library, &line, &asked, &options, sources)
            })?
        }
        true => Games::default(),
    };
    let board = Board::of(&line, &site.scheme());
    let steps = line.steps().map(|(before, played, after)| Step {
        played: WrittenMove::of(before, played),
        fen: fen(after),
        opening: opening_of(after).map(Named::from),
    });
    let answer = JsonObject::new()
        .object("position", games.position)
        .objects("moves", Some(games.moves))
        .field("hidden", &games.hidden)
        .objects("unplayed", games.unplayed)
        .objects("groups", games.groups)
        .field("board", &board)
        .field("line", &steps.collect::<Vec<_>>())
        .field("legal", &legal_moves(line.position()));
    Ok(Reply::json_object(answer))
}

impl Games {
    fn of(
        library: &Library,
        line: &PlayedLine,
        asked: &ExploreRequest,
        options: &Options,
        sources: &[OpenSource],
    ) -> Result<Games> {
        let answer = library.answer(asked, line.position(), sources)?;
        let position = line.position();
        let played: Vec<Move> =
            answer.moves.iter().filter_map(|count| count.to_move(position)).collect();
        let explored = ExploreAnswer::with(&line.line(), asked, options.shown, sources, answer)?;
        let has_score = options.filter.has_player();
        let moves = explored.moves.iter().map(|m| {
            let append = |out: &mut Vec<u8>| {
                move_rows::append(Format::Jsonl, out, &explored, m, None, has_score);
            };
            JsonObject::of_row(append)
        });
        let unplayed = match asked.other_orders {
            true => Some(unplayed(asked, &explored, &played, has_score, sources)?),
            false => None,
        };
        let groups = options.by.map(|by| {
            let rows = group_rows::objects(&explored, by, has_score);
            let object = |row: Vec<u8>| JsonObject::of_row(|out| out.extend_from_slice(&row));
            rows.into_iter().map(object).collect()
        });
        Ok(Games {
            groups,
            position: Some(JsonObject::of_row(|out| heading::append(out, &explored, asked))),
            moves: moves.collect(),
            hidden: Hidden { moves: explored.hidden.0, games: explored.hidden.1 },
            unplayed,
        })
    }
}

/// The moves that no game played here, but that lead to positions of games; those of the most games
/// first.
fn unplayed(
    asked: &ExploreRequest,
    explored: &ExploreAnswer,
    played: &[Move],
    has_score: bool,
    sources: &[OpenSource],
) -> Result<Vec<JsonObject>> {
    let position = &explored.line.position;
    let moves = position.legal_moves().into_iter().filter(|m| !played.contains(m));
    let moves: Vec<Move> = moves.collect();
    let others = asked.other_orders(sources, position, &moves)?;
    let games = |others: Option<u64>| others.unwrap_or(u64::MAX);
    let mut reached: Vec<(Move, Option<u64>)> =
        moves.into_iter().zip(others).filter(|(_, others)| games(*others) > 0).collect();
    reached.sort_by_key(|(_, others)| u64::MAX - games(*others));
    let row = |(m, other_orders): (Move, Option<u64>)| {
        let written = WrittenMove::of(position, m);
        let row = move_rows::Row {
            uci: &written.uci,
            san: &written.san,
            counts: &GameCounts::default(),
            other_orders,
            opening: opening_after(position, m)
                .filter(|opening| explored.line.opening != Some(*opening)),
            score: has_score.then_some(None),
        };
        JsonObject::of_row(|out| row.append(Format::Jsonl, out, None))
    };
    Ok(reached.into_iter().map(row).collect())
}

fn opening_after(position: &VariantPosition, m: Move) -> Option<zobrist_index::Opening> {
    let mut next = position.clone();
    next.play_unchecked(m);
    opening_of(&next)
}
