//! `/api/game/N` and `/api/game/N.pgn`: a whole game, as the index has it, and with `/annotated` as
//! the file that it came from has it.

use anyhow::Context;
use serde::Serialize;
use shakmaty::{CastlingMode, Move};
use zobrist_chess::{Fide, PackedMove};
use zobrist_commands_input::schemes::variant_name;
use zobrist_explorer::game_rows::is_link;
use zobrist_explorer::game_text;
use zobrist_index::{IndexError, StoredGame};
use zobrist_shakmaty::{
    GameError, GameOptions, GameVisitor, HashablePosition, Hashed, replay_packed_moves, unpack_move,
};

use super::super::annotated::AnnotatedLine;
use super::super::line::{WrittenMove, fen};
use super::super::query::Query;
use super::super::reply::{Answered, Refusal, Reply};
use super::super::site::Site;
use super::games::object;

/// The type of a file of games.
const PGN: &str = "application/x-chess-pgn; charset=utf-8";

#[derive(clap::Args)]
struct Options {
    #[arg(long, default_value = "0")]
    source: usize,
}

/// The fields beside the object of a game.
#[derive(Serialize)]
struct Rest {
    link: Option<String>,
    tags: Vec<(String, String)>,
    #[serde(flatten)]
    played: Played,
}

/// A game with all that stands beside its moves.
#[derive(Serialize)]
struct Annotated {
    /// `None` if the file is not there as it was.
    line: Option<AnnotatedLine>,
    /// The reason for that.
    missing: Option<String>,
}

pub(crate) fn answer(site: &Site, name: &str, query: &Query) -> Answered {
    let options: Options = query.options()?;
    if let Some((number, kind @ ("annotated" | "annotated.pgn"))) = name.split_once('/') {
        return annotated(site, options.source, game_number(number)?, kind == "annotated.pgn");
    }
    let (number, is_pgn) = match name.strip_suffix(".pgn") {
        Some(number) => (number, true),
        None => (name, false),
    };
    let number = game_number(number)?;
    if is_pgn {
        return pgn(site, options.source, number);
    }
    let game = stored_game(site, options.source, number)?;
    let played = in_order(&game, Played::of(&game))?;
    let link = game.site.clone().filter(|site| is_link(site));
    let rest = Rest { link, tags: game_text::tags(&game), played };
    Ok(Reply::json_object(object(site.library()?, &game, None, options.source).fields_of(&rest)))
}

fn game_number(number: &str) -> Answered<u64> {
    let wrong = |_| Refusal::missing(format_args!("expected the number of a game, got {number:?}"));
    number.parse().map_err(wrong)
}

/// A game as it stands in the file that it came from; as PGN, or as a tree.
fn annotated(site: &Site, source: usize, number: u64, is_pgn: bool) -> Answered {
    let game = stored_game(site, source, number)?;
    let library = site.library()?;
    let sources = library.now();
    let replaced = || Err("the index has been replaced".to_owned());
    let found = sources.get(source).map_or_else(replaced, |source| library.text_of(&game, source));
    match found {
        Ok((text, _)) if is_pgn => Ok(Reply::of(PGN, text)),
        Err(_) if is_pgn => Ok(Reply::of(PGN, in_order(&game, game_text::text(&game))?)),
        Ok((_, line)) => Ok(Reply::json(&Annotated { line: Some(line), missing: None })),
        Err(why) => Ok(Reply::json(&Annotated { line: None, missing: Some(why) })),
    }
}

/// The text of a game of a source: its tags and its main line.
///
/// # Errors
/// When no game has this number.
pub(crate) fn pgn(site: &Site, source: usize, number: u64) -> Answered {
    let game = stored_game(site, source, number)?;
    Ok(Reply::of(PGN, in_order(&game, game_text::text(&game))?))
}

/// A game of a source.
///
/// # Errors
/// When no game has this number.
fn stored_game(site: &Site, source: usize, number: u64) -> Answered<StoredGame> {
    let found = site.library()?.ask(|sources| {
        let Some(source) = sources.get(source) else { return Ok(None) };
        match source.opened.index.game(number) {
            Err(IndexError::NoGame(_)) => Ok(None),
            game => Ok(Some(game?)),
        }
    })?;
    found.ok_or_else(|| {
        Refusal::missing(format_args!("source {source} has no game {number}: numbers begin with 0"))
    })
}

/// The result, or what is wrong with a stored game.
fn in_order<T>(game: &StoredGame, played: Result<T, GameError>) -> Answered<T> {
    let context = || format!("stored game {} cannot be played", game.game_id);
    played.with_context(context).map_err(|error| Refusal::failed(&error))
}

/// The moves of a game, and the position from which they are played.
#[derive(Default, Serialize)]
struct Played {
    variant: String,
    start: String,
    moves: Vec<WrittenMove>,
    positions: Vec<PositionAt>,
}

/// A position of the game from which a line can be played: whole games may be too long for a
/// request.
#[derive(Serialize)]
struct PositionAt {
    ply: usize,
    fen: String,
}

/// The number of plies between two of these positions.
const PLIES_BETWEEN: usize = 512;

impl Played {
    /// # Errors
    /// When a move is not legal, which only damage brings about.
    fn of(game: &StoredGame) -> Result<Played, GameError> {
        let mut writer = Writer { packed: &game.moves, played: Played::default() };
        let mut options = GameOptions::default();
        options.allow_variants = true;
        let moves = game.moves.iter().copied();
        replay_packed_moves(&Fide, &game.start_tags, moves, options, (), &mut writer)?;
        Ok(writer.played)
    }
}

/// Writes moves while a game is replayed.
struct Writer<'a> {
    packed: &'a [PackedMove],
    played: Played,
}

impl GameVisitor<Fide, ()> for Writer<'_> {
    fn position<P: HashablePosition>(
        &mut self,
        ply: usize,
        _: Option<Move>,
        position: &Hashed<Fide, P, ()>,
    ) {
        let position = position.position();
        if ply == 0 {
            let is_chess960 = position.castles().mode() == CastlingMode::Chess960;
            self.played.variant = variant_name(position.variant(), is_chess960);
            self.played.start = fen(position);
        }
        if ply > 0 && ply.is_multiple_of(PLIES_BETWEEN) {
            self.played.positions.push(PositionAt { ply, fen: fen(position) });
        }
        // The stored move is the next one. An illegal move ends the replay.
        let next = self.packed.get(ply).and_then(|next| unpack_move(position, *next));
        self.played.moves.extend(next.map(|next| WrittenMove::of(position, next)));
    }
}
