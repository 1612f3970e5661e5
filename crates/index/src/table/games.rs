//! The table `games`: tags, result, moves and where each game came from.

use bytes::Bytes;
use parquet::basic::Encoding;
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterPropertiesBuilder;

use super::Table;
use super::columns::{Optional, RowGroupReader, RowGroupWriter};
use super::writer::zstd;

/// How many bytes a row group has, or a few more.
const GROUP_BYTES: usize = 8 << 20;

/// A column of byte strings, all in one piece of memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    bytes: Vec<u8>,
    /// Where each value that is present ends.
    ends: Vec<usize>,
    /// As in [`Optional`].
    levels: Vec<i16>,
}

impl Text {
    #[inline]
    pub fn push(&mut self, value: Option<&[u8]>) {
        self.levels.push(value.is_some().into());
        if let Some(value) = value {
            self.bytes.extend_from_slice(value);
            self.ends.push(self.bytes.len());
        }
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.bytes.shrink_to(GROUP_BYTES);
        self.ends.clear();
        self.levels.clear();
    }

    /// The value of each row.
    pub fn iter(&self) -> impl Iterator<Item = Option<&[u8]>> {
        let mut number = 0;
        self.levels.iter().map(move |level| {
            if *level == 0 {
                return None;
            }
            let start = if number == 0 { 0 } else { self.ends[number - 1] };
            number += 1;
            Some(&self.bytes[start..self.ends[number - 1]])
        })
    }

    /// Takes over all rows of another column.
    fn extend_all(&mut self, other: &Text) {
        let before = self.bytes.len();
        self.bytes.extend_from_slice(&other.bytes);
        self.ends.extend(other.ends.iter().map(|end| before + end));
        self.levels.extend_from_slice(&other.levels);
    }

    /// Takes over the rows of another column for which `keep` is true.
    fn extend(&mut self, other: &Text, keep: &[bool]) {
        for (value, _) in other.iter().zip(keep).filter(|(_, keep)| **keep) {
            self.push(value);
        }
    }

    fn optional(&self) -> Optional<ByteArray> {
        let bytes = Bytes::copy_from_slice(&self.bytes);
        let mut start = 0;
        let values = self.ends.iter().map(|end| {
            let value = bytes.slice(start..*end);
            start = *end;
            value.into()
        });
        Optional { values: values.collect(), levels: self.levels.clone() }
    }

    fn append(&mut self, column: &Optional<ByteArray>) {
        column.iter().for_each(|value| self.push(value.map(ByteArray::data)));
    }
}

/// Some rows of the table, column by column.
#[derive(Clone, Debug, Default)]
pub(crate) struct Games {
    pub game: Vec<i32>,
    pub white: Text,
    pub black: Text,
    pub white_elo: Optional<i32>,
    pub black_elo: Optional<i32>,
    pub result: Text,
    pub date: Text,
    pub year: Optional<i32>,
    pub event: Text,
    pub site: Text,
    pub round: Text,
    pub variant: Text,
    pub fen: Text,
    pub tags: Text,
    pub moves: Text,
    pub plies: Vec<i32>,
    pub indexed: Vec<i32>,
    pub file: Text,
    pub offset: Vec<i64>,
}

/// One row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameRow {
    pub game: u32,
    pub white: Option<Vec<u8>>,
    pub black: Option<Vec<u8>>,
    pub white_elo: Option<i32>,
    pub black_elo: Option<i32>,
    pub result: Vec<u8>,
    pub date: Option<Vec<u8>>,
    pub year: Option<i32>,
    pub event: Option<Vec<u8>>,
    pub site: Option<Vec<u8>>,
    pub round: Option<Vec<u8>>,
    pub variant: Option<Vec<u8>>,
    pub fen: Option<Vec<u8>>,
    /// The other tags as a JSON object.
    pub tags: Vec<u8>,
    /// Two bytes per ply, little-endian.
    pub moves: Vec<u8>,
    pub plies: u32,
    /// How many positions of the game the index holds, from ply 0 on.
    pub indexed: u32,
    pub file: Vec<u8>,
    pub offset: u64,
}

impl Games {
    fn texts(&self) -> [&Text; 12] {
        let Games { white, black, result, date, event, site, round, .. } = self;
        let Games { variant, fen, tags, moves, file, .. } = self;
        [white, black, result, date, event, site, round, variant, fen, tags, moves, file]
    }

    fn texts_mut(&mut self) -> [&mut Text; 12] {
        let Games { white, black, result, date, event, site, round, .. } = self;
        let Games { variant, fen, tags, moves, file, .. } = self;
        [white, black, result, date, event, site, round, variant, fen, tags, moves, file]
    }

    /// Takes over the rows of others for which `keep` is true, numbered from `first` on.
    pub fn extend(&mut self, other: &Games, keep: &[bool], first: u32) {
        fn some<T: Copy>(values: &[T], keep: &[bool]) -> impl Iterator<Item = T> {
            values.iter().zip(keep).filter(|(_, keep)| **keep).map(|(value, _)| *value)
        }
        fn optional(to: &mut Optional<i32>, from: &Optional<i32>, keep: &[bool]) {
            for (value, _) in from.iter().zip(keep).filter(|(_, keep)| **keep) {
                to.push(value.copied());
            }
        }
        let kept = keep.iter().filter(|keep| **keep).count();
        self.game.extend((first as i32..).take(kept));
        optional(&mut self.white_elo, &other.white_elo, keep);
        optional(&mut self.black_elo, &other.black_elo, keep);
        optional(&mut self.year, &other.year, keep);
        for (to, from) in self.texts_mut().into_iter().zip(other.texts()) {
            if kept == keep.len() {
                to.extend_all(from);
            } else {
                to.extend(from, keep);
            }
        }
        self.plies.extend(some(&other.plies, keep));
        self.indexed.extend(some(&other.indexed, keep));
        self.offset.extend(some(&other.offset, keep));
    }

    /// The rows.
    pub fn rows(&self) -> Vec<GameRow> {
        fn text<'a>(column: &'a Text) -> impl Iterator<Item = Option<Vec<u8>>> + 'a {
            column.iter().map(|value| value.map(<[u8]>::to_vec))
        }
        fn number(column: &Optional<i32>) -> impl Iterator<Item = Option<i32>> {
            column.iter().map(|value| value.copied())
        }
        let (mut white, mut black) = (text(&self.white), text(&self.black));
        let (mut white_elo, mut black_elo) = (number(&self.white_elo), number(&self.black_elo));
        let (mut result, mut date) = (text(&self.result), text(&self.date));
        let mut year = number(&self.year);
        let (mut event, mut site, mut round) =
            (text(&self.event), text(&self.site), text(&self.round));
        let (mut variant, mut fen, mut tags) =
            (text(&self.variant), text(&self.fen), text(&self.tags));
        let (mut moves, mut file) = (text(&self.moves), text(&self.file));
        (0..self.len())
            .map(|row| GameRow {
                game: self.game[row] as u32,
                white: white.next().flatten(),
                black: black.next().flatten(),
                white_elo: white_elo.next().flatten(),
                black_elo: black_elo.next().flatten(),
                result: result.next().flatten().unwrap_or_default(),
                date: date.next().flatten(),
                year: year.next().flatten(),
                event: event.next().flatten(),
                site: site.next().flatten(),
                round: round.next().flatten(),
                variant: variant.next().flatten(),
                fen: fen.next().flatten(),
                tags: tags.next().flatten().unwrap_or_default(),
                moves: moves.next().flatten().unwrap_or_default(),
                plies: self.plies[row] as u32,
                indexed: self.indexed[row] as u32,
                file: file.next().flatten().unwrap_or_default(),
                offset: self.offset[row] as u64,
            })
            .collect()
    }
}

impl Table for Games {
    const NAME: &'static str = "games";
    const SCHEMA: &'static str = "message games {
        required int32 game;
        optional binary white (UTF8);
        optional binary black (UTF8);
        optional int32 white_elo;
        optional int32 black_elo;
        required binary result (UTF8);
        optional binary date (UTF8);
        optional int32 year;
        optional binary event (UTF8);
        optional binary site (UTF8);
        optional binary round (UTF8);
        optional binary variant (UTF8);
        optional binary fen (UTF8);
        required binary tags (UTF8);
        required binary moves;
        required int32 plies;
        required int32 indexed;
        required binary file (UTF8);
        required int64 offset;
    }";
    const GROUP_ROWS: usize = 1 << 13;
    const PAGE_ROWS: usize = 1 << 9;
    const SORTED_BY: usize = 1;

    fn encode(properties: WriterPropertiesBuilder) -> WriterPropertiesBuilder {
        let mut properties = properties.set_dictionary_enabled(false);
        for column in ["game", "white_elo", "black_elo", "plies", "indexed", "offset"] {
            properties =
                properties.set_column_encoding(column.into(), Encoding::DELTA_BINARY_PACKED);
        }
        // A few values, again and again.
        for column in ["result", "year", "variant", "file", "event"] {
            properties = properties.set_column_dictionary_enabled(column.into(), true);
        }
        // Texts: packed numbers would grow, and saving a sixth of the moves, which are as good as
        // noise, is not worth the time.
        for column in ["white", "black", "date", "event", "site", "round", "fen", "tags"] {
            properties = properties.set_column_compression(column.into(), zstd());
        }
        properties
    }

    fn len(&self) -> usize {
        self.game.len()
    }

    fn is_full(&self) -> bool {
        let texts = [&self.tags, &self.moves, &self.white, &self.black, &self.event, &self.site];
        let bytes: usize = texts.iter().map(|text| text.bytes.len()).sum();
        self.len() >= Self::GROUP_ROWS || bytes >= GROUP_BYTES
    }

    fn clear(&mut self) {
        self.texts_mut().into_iter().for_each(Text::clear);
        for numbers in [&mut self.white_elo, &mut self.black_elo, &mut self.year] {
            numbers.clear();
        }
        for numbers in [&mut self.game, &mut self.plies, &mut self.indexed] {
            numbers.clear();
        }
        self.offset.clear();
    }

    fn write(&self, group: &mut RowGroupWriter) -> Result<()> {
        group.required::<Int32Type>(&self.game)?;
        group.optional::<ByteArrayType>(&self.white.optional())?;
        group.optional::<ByteArrayType>(&self.black.optional())?;
        group.optional::<Int32Type>(&self.white_elo)?;
        group.optional::<Int32Type>(&self.black_elo)?;
        group.required::<ByteArrayType>(&self.result.optional().values)?;
        group.optional::<ByteArrayType>(&self.date.optional())?;
        group.optional::<Int32Type>(&self.year)?;
        group.optional::<ByteArrayType>(&self.event.optional())?;
        group.optional::<ByteArrayType>(&self.site.optional())?;
        group.optional::<ByteArrayType>(&self.round.optional())?;
        group.optional::<ByteArrayType>(&self.variant.optional())?;
        group.optional::<ByteArrayType>(&self.fen.optional())?;
        group.required::<ByteArrayType>(&self.tags.optional().values)?;
        group.required::<ByteArrayType>(&self.moves.optional().values)?;
        group.required::<Int32Type>(&self.plies)?;
        group.required::<Int32Type>(&self.indexed)?;
        group.required::<ByteArrayType>(&self.file.optional().values)?;
        group.required::<Int64Type>(&self.offset)
    }

    fn read(&mut self, group: &mut RowGroupReader, rows: usize) -> Result<()> {
        let text = |column: &mut Text, group: &mut RowGroupReader| -> Result<()> {
            let mut values = Optional::default();
            group.optional::<ByteArrayType>(&mut values, rows)?;
            column.append(&values);
            Ok(())
        };
        let required = |column: &mut Text, group: &mut RowGroupReader| -> Result<()> {
            let mut values = Vec::new();
            group.required::<ByteArrayType>(&mut values, rows)?;
            values.iter().for_each(|value| column.push(Some(value.data())));
            Ok(())
        };
        group.required::<Int32Type>(&mut self.game, rows)?;
        text(&mut self.white, group)?;
        text(&mut self.black, group)?;
        group.optional::<Int32Type>(&mut self.white_elo, rows)?;
        group.optional::<Int32Type>(&mut self.black_elo, rows)?;
        required(&mut self.result, group)?;
        text(&mut self.date, group)?;
        group.optional::<Int32Type>(&mut self.year, rows)?;
        text(&mut self.event, group)?;
        text(&mut self.site, group)?;
        text(&mut self.round, group)?;
        text(&mut self.variant, group)?;
        text(&mut self.fen, group)?;
        required(&mut self.tags, group)?;
        required(&mut self.moves, group)?;
        group.required::<Int32Type>(&mut self.plies, rows)?;
        group.required::<Int32Type>(&mut self.indexed, rows)?;
        required(&mut self.file, group)?;
        group.required::<Int64Type>(&mut self.offset, rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BuildOptions, Replayer};

    fn games(text: &str) -> Games {
        Replayer::new(BuildOptions::default()).replay_text("a.pgn", text.as_bytes()).games
    }

    #[test]
    fn columns_that_were_cleared_are_as_new() {
        let some = games("[White \"A\"]\n[WhiteElo \"2000\"]\n[X \"y\"]\n\n1. e4 e5 1-0\n");
        let others = games("[Black \"B\"]\n\n1. d4 *\n\n[White \"C\"]\n[Site \"\"]\n\n1. c4 1-0\n");
        for keep in [[true, true], [false, true], [true, false]] {
            let (mut new, mut used) = (Games::default(), Games::default());
            used.extend(&some, &[true], 0);
            used.clear();
            for columns in [&mut new, &mut used] {
                columns.extend(&others, &keep, 7);
                columns.extend(&some, &[true], 9);
            }
            assert_eq!(used.rows(), new.rows());
            assert_eq!(new.len(), 1 + keep.iter().filter(|keep| **keep).count());
        }
    }
}
