//! A position's row as bytes, on its way from the threads that make rows to the writer of a Parquet
//! file.

/// A position that a row shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PackedRow<'a> {
    /// The hash.
    pub(crate) word: u128,
    /// Number of the line or the game.
    pub(crate) number: u64,
    pub(crate) ply: u32,
    pub(crate) fen: &'a [u8],
    pub(crate) file: &'a str,
}

impl<'a> PackedRow<'a> {
    /// Appends the row: its numbers, little-endian, the lengths of its texts, and the texts.
    pub(crate) fn append(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.word.to_le_bytes());
        out.extend_from_slice(&self.number.to_le_bytes());
        out.extend_from_slice(&self.ply.to_le_bytes());
        for text in [self.fen, self.file.as_bytes()] {
            let length = u32::try_from(text.len()).expect("a line or name is far shorter");
            out.extend_from_slice(&length.to_le_bytes());
        }
        out.extend_from_slice(self.fen);
        out.extend_from_slice(self.file.as_bytes());
    }

    /// Takes the first row off `rows`; `None` if there is none.
    pub(crate) fn take(rows: &mut &'a [u8]) -> Option<PackedRow<'a>> {
        let word = u128::from_le_bytes(*rows.split_off(..16)?.as_array()?);
        let number = u64::from_le_bytes(*rows.split_off(..8)?.as_array()?);
        let mut next = || Some(u32::from_le_bytes(*rows.split_off(..4)?.as_array()?));
        let (ply, fen, file) = (next()?, next()? as usize, next()? as usize);
        let fen = rows.split_off(..fen)?;
        let file = str::from_utf8(rows.split_off(..file)?).ok()?;
        Some(PackedRow { word, number, ply, fen, file })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_as_they_were() {
        let one = PackedRow { word: u128::MAX - 5, number: 7, ply: 3, fen: b"8/8", file: "a.pgn" };
        let two = PackedRow { word: 1, number: u64::MAX, ply: u32::MAX, fen: b"", file: "" };
        let mut rows = Vec::new();
        one.append(&mut rows);
        two.append(&mut rows);
        let mut rest = &rows[..];
        assert_eq!(PackedRow::take(&mut rest), Some(one));
        assert_eq!(PackedRow::take(&mut rest), Some(two));
        assert_eq!(PackedRow::take(&mut rest), None);
    }
}
