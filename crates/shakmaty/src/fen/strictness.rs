//! Strictness in reading a line.

/// The fields of a position that a line must have, and those that may follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strictness {
    /// Four fields are required: board, side to move, castling, en passant. Only the other fields
    /// of FEN and operations of EPD may follow. Each ends in a semicolon, which may be missing after the last one if
    /// its opcode is of the standard or a depth of a perft suite, as `D1`; a semicolon may come before the first.
    Strict,
    /// As `Strict`, but fields that are missing at the end have their defaults.
    AllowMissing,
    /// Fields may be missing. After four of them, everything from a word on that begins with a
    /// letter or a semicolon is ignored.
    Lenient,
}
