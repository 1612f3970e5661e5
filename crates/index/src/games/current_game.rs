//! The game that is being read: its row of the table of games, filled tag by tag.

use std::borrow::Cow;
use std::collections::HashSet;

use zobrist_shakmaty::GameResultTag;
use zobrist_text_encoding::TextEncoding;

use crate::format::table::GameRow;
use crate::tags::{GameResult, elo, other_tags, year};

/// The game that is being read.
#[derive(Default)]
pub(super) struct CurrentGame {
    pub(super) row: GameRow,
    pub(super) result: GameResultTag,
    pub(super) utc_year: Option<u16>,
    /// The names of the tags in `row.tags`.
    others: HashSet<Vec<u8>>,
    /// Memory for the texts of tags.
    spare: Vec<Vec<u8>>,
    pub(super) texts: Texts,
}

/// Reads the texts of tags.
#[derive(Clone, Copy, Default)]
pub(super) struct Texts {
    pub(super) encoding: TextEncoding,
    /// True if one was not UTF-8.
    pub(super) any_decoded: bool,
}

impl Texts {
    #[inline]
    pub(super) fn read<'a>(&mut self, text: &'a [u8]) -> Cow<'a, str> {
        let text = self.encoding.decode(text);
        self.any_decoded |= matches!(text, Cow::Owned(_));
        text
    }
}

impl CurrentGame {
    pub(super) fn origin(&mut self, file: &str, offset: u64, number: u64) {
        self.row.game = number as i64;
        file.as_bytes().clone_into(&mut self.row.file);
        self.row.offset = offset;
    }

    pub(super) fn restore(&mut self, game: &GameRow) {
        self.row = GameRow { game_id: 0, result: Vec::new(), moves: Vec::new(), ..game.clone() };
        self.result.end(GameResult::from_stored(&game.result).outcome());
    }

    pub(super) fn clear(&mut self) {
        let emptied = |mut bytes: Vec<u8>| {
            bytes.clear();
            bytes
        };
        let old = std::mem::take(&mut self.row);
        let texts = [
            old.white_name,
            old.black_name,
            old.date,
            old.utc_date,
            old.event,
            old.site,
            old.round,
            old.time_control,
            old.variant,
            old.fen,
        ];
        let mut spare = std::mem::take(&mut self.spare);
        // Stored games bring memory of their own.
        spare.truncate(texts.len());
        spare.extend(texts.into_iter().flatten().map(emptied));
        let [result, moves, file, tags] = [old.result, old.moves, old.file, old.tags].map(emptied);
        let row = GameRow { result, moves, file, tags, ..GameRow::default() };
        *self = CurrentGame { row, spare, texts: self.texts, ..CurrentGame::default() };
    }

    pub(super) fn tag(&mut self, name: &[u8], value: &[u8]) {
        let row = &mut self.row;
        let text = match name {
            b"White" => &mut row.white_name,
            b"Black" => &mut row.black_name,
            b"Date" => {
                row.year = year(value).map(i32::from);
                &mut row.date
            }
            b"UTCDate" => {
                self.utc_year = year(value);
                &mut row.utc_date
            }
            b"TimeControl" => &mut row.time_control,
            b"Event" => &mut row.event,
            b"Site" => &mut row.site,
            b"Round" => &mut row.round,
            b"Variant" => &mut row.variant,
            b"FEN" => &mut row.fen,
            b"Result" => {
                self.result.tag(value);
                return;
            }
            b"WhiteElo" if elo(value).is_some() => {
                row.white_elo = elo(value).map(i32::from);
                return;
            }
            b"BlackElo" if elo(value).is_some() => {
                row.black_elo = elo(value).map(i32::from);
                return;
            }
            _ => {
                self.other_tag(name, value);
                return;
            }
        };
        let text = text.get_or_insert_with(|| self.spare.pop().unwrap_or_default());
        text.clear();
        text.extend_from_slice(self.texts.read(value).as_bytes());
    }

    fn other_tag(&mut self, name: &[u8], value: &[u8]) {
        // A search among those before would make a game of many tags take hours.
        if !self.others.insert(name.to_owned()) {
            return;
        }
        let (name, value) = (self.texts.read(name), self.texts.read(value));
        other_tags::push(&mut self.row.tags, &name, &value);
    }
}
