//! The games of a text, and the tags that decide their first positions.

use std::borrow::Cow;
use std::ops::Range;

use shakmaty::variant::VariantPosition;
use zobrist::Changes;
use zobrist_chess::{Fide, Scheme};

use super::error::PgnError;
use super::preamble::Preamble;
use super::scan::GameScanner;
use super::tag::{Tag, Tags, canonical};
use super::token::Tokens;
use crate::game_error::GameError;
use crate::game_start::{GameOptions, StartTags, Started, StartedGame, start_game};

/// One game of a text, which its methods read on demand.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    text: &'a [u8],
    offset: u64,
}

impl<'a> Game<'a> {
    /// Creates a game from its text, as cut by [`GameScanner`], and the offset of that text in its
    /// file, in bytes. Blank lines and comments of earlier paragraphs are cut off.
    #[must_use]
    pub fn new(text: &'a [u8], offset: u64) -> Game<'a> {
        let preamble = Preamble::read(text, 0);
        let start = preamble.open_comment.unwrap_or(preamble.last_comments);
        Game { text: &text[start..], offset: offset + start as u64 }
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Returns the offset of the text in its file, in bytes.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns true if the text has only comments, so that it is not a game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let preamble = Preamble::read(self.text, 0);
        preamble.end == self.text.len() && preamble.open_comment.is_none()
    }

    /// Returns the tag pairs.
    #[must_use]
    pub fn tags(&self) -> Tags<'a> {
        Tags::new(self.text, Preamble::read(self.text, 0).end)
    }

    /// Returns the value of the first tag with this name, in whatever case, without escapes.
    pub fn tag(&self, name: &str) -> Option<Cow<'a, [u8]>> {
        let mut tags = self.tags().map_while(Result::ok);
        tags.find(|tag| tag.name.eq_ignore_ascii_case(name.as_bytes())).map(|tag| tag.value())
    }

    /// Returns the moves, comments, annotations, variations and results.
    pub fn tokens(&self) -> Tokens<'a> {
        let preamble = Preamble::read(self.text, 0);
        let mut tags = Tags::new(self.text, preamble.end);
        tags.by_ref().for_each(drop);
        let has_tags = tags.offset() != preamble.end;
        Tokens::starting_at(
            self.text,
            if has_tags { tags.offset() } else { preamble.last_comments },
        )
    }

    /// Returns the first position, by the tags `FEN` and `Variant`.
    ///
    /// # Errors
    /// When a tag is not terminated, when the FEN is wrong, or when the options refuse the variant.
    pub fn start_position(&self, options: GameOptions) -> Result<VariantPosition, PgnError> {
        let mut start = LocatedStartTags::default();
        for tag in self.tags() {
            let tag = tag?;
            start.add(canonical(tag.name), &tag, &tag.value());
        }
        Ok(match start.start_game(&Fide, options, (), 0)?.0 {
            StartedGame::Chess(game) => VariantPosition::Chess(game.into_position()),
            StartedGame::Other(game) => game.into_position(),
        })
    }
}

/// Iterator over the games of a text, from [`games`].
#[derive(Clone, Debug)]
pub struct Games<'a> {
    rest: &'a [u8],
    offset: u64,
}

/// Returns the games of a text. A text of comments alone has none.
#[must_use]
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
        // Only the last piece of a text can be comments alone.
        (!game.is_empty()).then_some(game)
    }
}

/// The last start tag of each name, and the place of its value.
#[derive(Default)]
pub(super) struct LocatedStartTags {
    tags: StartTags,
    variant: Option<Range<usize>>,
    fen: Option<Range<usize>>,
}

impl LocatedStartTags {
    /// Adds a tag, with its canonical name and its value without escapes, if it is a start tag.
    pub(super) fn add(&mut self, name: &[u8], tag: &Tag<'_>, value: &[u8]) {
        let (text, place) = match name {
            b"Variant" => (&mut self.tags.variant, &mut self.variant),
            b"FEN" => (&mut self.tags.fen, &mut self.fen),
            _ => return,
        };
        *text = Some(value.to_owned());
        *place = Some(tag.value_offset..tag.value_offset + tag.raw.len());
    }

    /// Sets up the first position. An error has the place of the tag at fault, or `default` if no
    /// tag is.
    pub(super) fn start_game<S: Scheme, C: Changes>(
        &self,
        scheme: &S,
        options: GameOptions,
        changes: C,
        default: usize,
    ) -> Result<Started<S, C>, PgnError> {
        start_game(scheme, &self.tags, options, changes).map_err(|error| {
            let (value, column) = match &error {
                GameError::Fen(error) => (&self.fen, error.column()),
                _ => (&self.variant, None),
            };
            // Escapes make the text longer than the value: the place of a column may be too early.
            let place = |value: &Range<usize>| value.end.min(value.start + column.unwrap_or(1) - 1);
            PgnError::new(value.as_ref().map_or(default, place), 0, error)
        })
    }
}
