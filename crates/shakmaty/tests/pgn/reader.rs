//! The tags and moves that `pgn-reader` finds in games.

use std::ops::ControlFlow;

use pgn_reader::{Nag, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::Outcome;

/// The tags and moves of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Game {
    /// Name, value as written, and value without escapes.
    pub tags: Vec<[Vec<u8>; 3]>,
    pub moves: Vec<String>,
}

impl Game {
    fn has_only_comments(&self) -> bool {
        self.tags.is_empty()
            && self.moves.iter().all(|word| word.starts_with("b\"") || word.starts_with('"'))
    }
}

/// Collects games, with or without their variations.
pub(crate) struct Collect {
    pub skip: Skip,
}

impl Visitor for Collect {
    type Tags = Game;
    type Movetext = Game;
    type Output = Game;

    fn begin_tags(&mut self) -> ControlFlow<Game, Game> {
        ControlFlow::Continue(Game::default())
    }

    fn tag(&mut self, game: &mut Game, name: &[u8], value: RawTag<'_>) -> ControlFlow<Game> {
        game.tags.push([name.to_vec(), value.as_bytes().to_vec(), value.decode().into_owned()]);
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, game: Game) -> ControlFlow<Game, Game> {
        ControlFlow::Continue(game)
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Game> {
        game.moves.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn nag(&mut self, game: &mut Game, nag: Nag) -> ControlFlow<Game> {
        game.moves.push(nag.to_string());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, game: &mut Game, comment: RawComment<'_>) -> ControlFlow<Game> {
        game.moves.push(format!("{comment:?}"));
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, game: &mut Game) -> ControlFlow<Game, Skip> {
        game.moves.push("(".to_owned());
        ControlFlow::Continue(self.skip)
    }

    fn end_variation(&mut self, game: &mut Game) -> ControlFlow<Game> {
        game.moves.push(")".to_owned());
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, game: &mut Game, outcome: Outcome) -> ControlFlow<Game> {
        game.moves.push(outcome.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Game) -> Game {
        game
    }
}

/// The games of a text, without those that have only comments.
pub(crate) fn games(text: &[u8], skip: bool) -> Vec<Result<Game, String>> {
    let mut reader = Reader::new(text);
    let mut collect = Collect { skip: Skip(skip) };
    let games = reader.read_games(&mut collect);
    let games = games.map(|game| game.map_err(|error| error.to_string()));
    games.filter(|game| !game.as_ref().is_ok_and(Game::has_only_comments)).collect()
}
