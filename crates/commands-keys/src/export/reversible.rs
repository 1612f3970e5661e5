//! The tables of moves that can be taken back, by which a search finds an upcoming repetition.

use anyhow::{Result, bail};
use zobrist::Key;
use zobrist_chess::reversible_moves;
use zobrist_key_sets::KeySet;

use super::language::Language;

/// The differences of moves and the moves, by their places.
pub(crate) struct ReversibleTables {
    /// The difference in each place, 0 in an empty one.
    pub(crate) differences: Vec<u128>,
    /// The move of each difference: `4096 * piece + 64 * square + square`, numbered as the keys are.
    pub(crate) moves: Vec<u16>,
    /// The number of moves.
    pub(crate) count: usize,
}

impl ReversibleTables {
    /// # Errors
    /// When the keys are not of chess, two moves make the same difference, or the language has no
    /// tables.
    pub(crate) fn new(set: &KeySet, language: Language) -> Result<ReversibleTables> {
        use Language::{C, Cpp, Csharp, Go, Java, Rust};
        if !matches!(language, C | Cpp | Rust | Go | Java | Csharp) {
            bail!(
                "--reversible-moves is for `--lang` c, cpp, rust, go, java and csharp; in another \
                 language, make the tables from the keys (\"Reversible moves\" in docs/keys.md)"
            );
        }
        let (Some(scheme), Some(layout)) = (set.scheme(), set.chess()) else {
            bail!("--reversible-moves: expected keys of chess, got {} ({})", set.name, set.kinds());
        };
        let table = match reversible_moves(&scheme) {
            Ok(table) => table,
            Err(error) => bail!("--reversible-moves: {} have no tables: {error}", set.name),
        };
        let (order, squares) = (layout.pieces().order(), layout.pieces().squares());
        let packed = table.moves().iter().map(|only| {
            let Some(only) = only else { return 0 };
            let piece = order.iter().position(|piece| *piece == (only.color, only.role));
            let piece = piece.expect("a layout has all pieces");
            let square = |at: u8| squares.index(at.into());
            let [from, to] = only.squares.map(square);
            (4096 * piece + 64 * from + to) as u16
        });
        Ok(ReversibleTables {
            differences: table.differences().iter().map(|key| key.to_word()).collect(),
            moves: packed.collect(),
            count: table.len(),
        })
    }
}
