//! `/api/games`: the games that reached a position.

use zobrist_explorer::filter_options::FilterOptions;
use zobrist_explorer::{ExploreRequest, game_orders, game_rows};
use zobrist_index::{FoundGame, GameOrder, StoredGame};

use super::super::chosen::ChosenSources;
use super::super::json_object::JsonObject;
use super::super::library::Library;
use super::super::line::PositionOptions;
use super::super::query::Query;
use super::super::reply::{Answered, Refusal, Reply};
use super::super::site::Site;
use super::names::filter_of;

/// The most games of an answer.
const MAX_COUNT: u16 = 200;
/// The most games of all pages together: those before a page are read, too.
const MAX_END: usize = 10_000;

#[derive(clap::Args)]
struct Options {
    #[command(flatten)]
    position: PositionOptions,
    #[command(flatten)]
    filter: FilterOptions,
    #[command(flatten)]
    sources: ChosenSources,
    #[arg(long, value_parser = game_orders(), default_value = "first")]
    order: GameOrder,
    #[arg(long, default_value = "0")]
    from: usize,
    #[arg(long, default_value = "20", value_parser = clap::value_parser!(u16).range(0..=i64::from(MAX_COUNT)))]
    count: u16,
}

pub(crate) fn answer(site: &Site, query: &Query) -> Answered {
    let options: Options = query.options()?;
    let line = options.position.read()?;
    let filter = filter_of(&options.filter)?;
    let (library, chosen) = (site.library()?, &options.sources);
    let end = options.from.saturating_add(options.count.into());
    if end > MAX_END {
        return Err(Refusal::bad(format_args!(
            "expected `from` + `count` of at most {MAX_END}, got {end}: a filter or another order finds the rest"
        )));
    }
    let asked = ExploreRequest { filter, games: end, order: options.order, ..library.asked() };
    let (answer, sources) =
        library.ask_of(chosen, |sources| asked.answer_with_sources(sources, line.position()))?;
    let games = answer.games.iter().zip(sources).skip(options.from);
    let games = games.map(|(found, place): (&FoundGame, usize)| {
        object(library, &found.game, Some(found.ply), chosen.number(place))
    });
    let answered = JsonObject::new()
        .objects("games", Some(games.collect()))
        .field("kept", &answer.kept)
        .field("reached", &answer.reached);
    Ok(Reply::json_object(answered))
}

/// The object of `explore --format jsonl`, with the number of the source, and with the file's name
/// alone: its folders are nobody's business. Without a ply, it has no such field.
pub(crate) fn object(
    library: &Library,
    game: &StoredGame,
    ply: Option<u32>,
    source: usize,
) -> JsonObject {
    let mut game = game.clone();
    game.file = library.name_of_file(&game.file);
    JsonObject::of_row(|out| game_rows::append_object(out, &game, ply)).field("source", &source)
}
