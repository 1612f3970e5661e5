//! One game of a text.

use std::borrow::Cow;

use shakmaty::variant::VariantPosition;
use zobrist_chess::Fide;

use super::fault::Fault;
use super::lead::Lead;
use super::scan::GameScanner;
use super::start::Start;
use super::tag::Tags;
use super::token::Tokens;
use crate::set_up::{Begun, GameOptions};

/// The text of one game, of which nothing has been read yet.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    text: &'a [u8],
    offset: u64,
}

impl<'a> Game<'a> {
    /// Creates a game from its text, as [`GameScanner`] cuts it, and the offset of that text in its
    /// file, in bytes. Blank lines and comments before the game are cut off.
    pub fn new(text: &'a [u8], offset: u64) -> Game<'a> {
        let lead = Lead::read(text, 0);
        let start = lead.open_comment.unwrap_or(lead.comment);
        Game { text: &text[start..], offset: offset + start as u64 }
    }

    /// Returns the text.
    pub fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Returns the offset of the text in its file, in bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns whether the text has nothing but comments, and so is no game.
    pub fn is_empty(&self) -> bool {
        let lead = Lead::read(self.text, 0);
        lead.end == self.text.len() && lead.open_comment.is_none()
    }

    /// Returns the tag pairs.
    pub fn tags(&self) -> Tags<'a> {
        Tags::new(self.text, Lead::read(self.text, 0).end)
    }

    /// Returns the value of the first tag of a name, without its escapes.
    pub fn tag(&self, name: &str) -> Option<Cow<'a, [u8]>> {
        let mut tags = self.tags().map_while(Result::ok);
        tags.find(|tag| tag.name == name.as_bytes()).map(|tag| tag.value())
    }

    /// Returns the moves, comments, annotations, variations and results.
    pub fn tokens(&self) -> Tokens<'a> {
        let lead = Lead::read(self.text, 0);
        let mut tags = Tags::new(self.text, lead.end);
        tags.by_ref().for_each(drop);
        let has_tags = tags.at() != lead.end;
        Tokens::new(self.text, if has_tags { tags.at() } else { lead.comment })
    }

    /// Returns the position that the game begins with, by its tags `FEN` and `Variant`.
    ///
    /// # Errors
    /// When a tag is not terminated, or the position or the variant is not one that the options
    /// allow.
    pub fn start(&self, options: GameOptions) -> Result<VariantPosition, Fault> {
        let mut start = Start::default();
        for tag in self.tags() {
            let tag = tag?;
            start.add(&tag, &tag.value());
        }
        Ok(match start.game::<Fide, ()>(options, (), 0)? {
            Begun::Chess(game) => VariantPosition::Chess(game.into_position()),
            Begun::Other(game) => game.into_position(),
        })
    }
}

/// The games of a text that is in memory, from [`games`].
#[derive(Clone, Debug)]
pub struct Games<'a> {
    rest: &'a [u8],
    offset: u64,
}

/// Returns the games of a text. Comments alone are no game.
pub fn games(text: &[u8]) -> Games<'_> {
    Games { rest: text, offset: 0 }
}

impl<'a> Iterator for Games<'a> {
    type Item = Game<'a>;

    fn next(&mut self) -> Option<Game<'a>> {
        let end = GameScanner::new().end_of_game(self.rest, true)?;
        let (text, rest) = self.rest.split_at(end);
        let game = Game::new(text, self.offset);
        self.rest = rest;
        self.offset += end as u64;
        // Comments alone come last.
        (!game.is_empty()).then_some(game)
    }
}
