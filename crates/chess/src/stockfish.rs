//! Stockfish's keys, as its programs draw them.
//!
//! They are named tables and not schemes: no book or database stores their hashes.

use zobrist::{Feature, KeyTable, Source};

use crate::layout::ChessLayout;
use crate::vocabulary::{Color, Role};

/// xorshift64* with the seed that Stockfish has used from version 6 on (2015), one stream. Earlier
/// versions draw by RKISS: `docs/schemes.md` has their source.
pub(crate) const SOURCE: Source = Source::xorshift64_star(1_070_372).sequential();

/// The 782 keys of the Stockfish of 2020, in the layout [`ChessLayout::STOCKFISH_2020`].
pub static STOCKFISH_2020: KeyTable<u64, 782> =
    SOURCE.table_u64(ChessLayout::STOCKFISH_2020.layout());

/// The 794 keys of the Stockfish of today, in the layout [`ChessLayout::STOCKFISH`], as drawn.
///
/// The program then sets the keys of pawns on the last rank to zero, so that a
/// promotion needs no special case: [`is_zeroed_by_stockfish`] finds them.
pub static STOCKFISH: KeyTable<u64, 794> = SOURCE.table_u64(ChessLayout::STOCKFISH.layout());

/// Returns true if today's Stockfish sets the key of this feature to zero, which is that of a pawn
/// on its last rank.
#[must_use]
pub const fn is_zeroed_by_stockfish(feature: Feature) -> bool {
    let layout = ChessLayout::STOCKFISH;
    let white = layout.piece(Color::White, Role::Pawn, 56).slot();
    let black = layout.piece(Color::Black, Role::Pawn, 0).slot();
    let slot = feature.slot();
    slot >= white && slot < white + 8 || slot >= black && slot < black + 8
}
