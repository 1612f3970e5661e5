//! The layouts that have names.

use super::part::{Castling, EnPassantKeys, Part, Pieces, RightOrder, Turn};
use super::{ChessLayout, Clock};
use crate::vocabulary::Color;

const POLYGLOT_PIECES: Part = Part::Pieces(Pieces::of("pPnNbBrRqQkK"));
const PIECES: Part = Part::Pieces(Pieces::of("PNBRQKpnbrqk"));
const RIGHTS: Part = Part::Castling(Castling::Rights(RightOrder::STANDARD));
const SETS: Part = Part::Castling(Castling::Sets(RightOrder::STANDARD));
const FILES: Part = Part::EnPassant(EnPassantKeys::File);
const WHITE: Part = Part::Turn(Turn::Of(Color::White));
const BLACK: Part = Part::Turn(Turn::Of(Color::Black));

impl ChessLayout {
    /// Polyglot's layout of 781 features, with castling as four keys: pieces in blocks bP wP bN wN
    /// … bK wK, the rights K Q k q, the en passant files a to h, White to move.
    pub const POLYGLOT: ChessLayout = ChessLayout::of(&[POLYGLOT_PIECES, RIGHTS, FILES, WHITE]);

    /// A layout of 793 features, with castling as sixteen keys, one for each set of rights;
    /// otherwise [Polyglot's](ChessLayout::POLYGLOT).
    pub const POLYGLOT_SETS: ChessLayout = ChessLayout::of(&[POLYGLOT_PIECES, SETS, FILES, WHITE]);

    /// The layout of the scheme `zobrist`, of 939 features: pieces in blocks wP … wK bP … bK,
    /// castling by color and rook file, en passant files, Black to move, then promoted pieces by
    /// square, pocket counts and remaining checks in binary, and the variant.
    pub const ZOBRIST: ChessLayout = ChessLayout::of(&[
        PIECES,
        Part::Castling(Castling::RookFiles),
        FILES,
        BLACK,
        Part::Promoted,
        Part::Pocket,
        Part::Checks,
        Part::Variant,
    ]);

    /// Stockfish's layout in version 1.9, of 849 features: the square of a capture en passant, and
    /// sets of castling rights in the order `KkQq`.
    pub const STOCKFISH_1_9: ChessLayout = ChessLayout::of(&[
        PIECES,
        Part::EnPassant(EnPassantKeys::Square),
        Part::Castling(Castling::Sets(RightOrder([0, 2, 1, 3]))),
        BLACK,
    ]);

    /// Stockfish's layout in version 2.3, of 781 features.
    pub const STOCKFISH_2_3: ChessLayout = ChessLayout::of(&[PIECES, FILES, RIGHTS, BLACK]);

    /// Stockfish's layout of 2020, of 782 features, with castling as four keys. The last feature,
    /// of a position without pawns, belongs to its pawn hash only.
    pub const STOCKFISH_2020: ChessLayout =
        ChessLayout::of(&[PIECES, FILES, RIGHTS, BLACK, Part::NoPawns]);

    /// Stockfish's layout of today, of 794 features, with castling as sixteen keys.
    pub const STOCKFISH: ChessLayout =
        ChessLayout::of(&[PIECES, FILES, SETS, BLACK, Part::NoPawns]);

    /// Stockfish's layout with the halfmove clock, as version 15.1 prints its key: from 14 on in
    /// steps of 8, to 150, where the game is drawn by the rule of 75 moves.
    pub const STOCKFISH_15_1: ChessLayout = ChessLayout::of(&[
        PIECES,
        FILES,
        SETS,
        BLACK,
        Part::NoPawns,
        Part::Clock(Clock { from: 14, step: 8, count: 18 }),
    ]);

    /// 768 features, those of the pieces: castling rights, en passant files and the turn take slots
    /// that no pawn can take.
    pub const CHESS_768: ChessLayout = ChessLayout::of(&[
        PIECES,
        Part::Castling(Castling::Slots),
        Part::EnPassant(EnPassantKeys::Slots),
        Part::Turn(Turn::Slot),
    ]);

    /// 832 features: those of [`CHESS_768`](ChessLayout::CHESS_768), and the empty squares.
    pub const CHESS_832: ChessLayout = ChessLayout::of(&[
        PIECES,
        Part::EmptySquares,
        Part::Castling(Castling::Slots),
        Part::EnPassant(EnPassantKeys::Slots),
        Part::Turn(Turn::Slot),
    ]);

    /// 896 features: a king that may castle and a pawn that may be captured en passant are pieces
    /// of their own.
    pub const CHESS_896: ChessLayout = ChessLayout::of(&[
        PIECES,
        Part::Castling(Castling::Kings),
        Part::EnPassant(EnPassantKeys::CapturedPawn),
        Part::Turn(Turn::Slot),
    ]);
}
