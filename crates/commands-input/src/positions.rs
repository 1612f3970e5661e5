//! Positions given as arguments: a FEN, the moves that lead to the position, or both.

use std::io::{self, ErrorKind};

use anyhow::{Context, Result};
use clap::Args;
use shakmaty::fen::Fen;
use shakmaty::variant::VariantPosition;
use shakmaty::{Chess, Color, EnPassantMode, Position};
use zobrist_console::style::Style;
use zobrist_game_text::play_moves;
use zobrist_index::{Opening, opening_of};
use zobrist_shakmaty::pgn::{TokenKind, Tokens};
use zobrist_shakmaty::{
    HashSet128, ReadPositionError, Strictness, read_position_with, read_variant_position_with,
};

use crate::openings;
use crate::schemes::VariantOption;

/// The word for the start position in place of a FEN, as in UCI.
pub const START: &str = "startpos";

/// The position that a command works on.
#[derive(Args, Clone, Debug)]
pub struct PositionOptions {
    /// Position to look up, or to play --moves from
    ///
    /// Without it, the start position of the variant.
    #[arg(long, help_heading = "Position")]
    fen: Option<String>,
    /// Moves to it, such as "e4 c5" or "e2e4 c7c5"
    ///
    /// Numbers, comments, variations and results may stand among them, as in "1.e4 c5 {Sicilian}
    /// 2.Nf3". Moves may have any of the spellings of games; 0000 and null are null moves.
    #[arg(long, help_heading = "Position")]
    moves: Option<String>,
    /// Variant of the position.
    #[command(flatten)]
    pub variant: VariantOption,
}

/// A position that was asked for, and the line to it.
#[derive(Clone, Debug)]
pub struct Line {
    /// The last position.
    pub position: VariantPosition,
    /// The name of the last position of the line that has one.
    pub opening: Option<Opening>,
}

impl Line {
    /// The name of the position, if it has one, and its FEN, each in a line.
    pub fn heading(&self, style: Style) -> String {
        let mut heading = String::new();
        if self.opening.is_some() {
            heading += &style.bold(&openings::text(self.opening));
            heading.push('\n');
        }
        heading + &self.fen() + "\n"
    }

    /// Returns the FEN of the position.
    pub fn fen(&self) -> String {
        Fen::from_position(&self.position, EnPassantMode::Legal).to_string()
    }
}

impl PositionOptions {
    /// True if a position is asked for: by a FEN or moves, or as the start of a variant.
    pub fn is_given(&self) -> bool {
        self.fen.is_some() || self.moves.is_some() || self.variant.asked().is_some()
    }

    /// Reads the FEN and plays the moves.
    ///
    /// # Errors
    /// When either cannot be read.
    pub fn line(&self) -> Result<Line> {
        let start = match &self.fen {
            Some(fen) if fen.trim() != START => read_variant(fen, self.variant)?,
            _ => VariantPosition::new(self.variant.rules()),
        };
        let mut line = Line { opening: opening_of(&start), position: start };
        play(self.moves.as_deref().unwrap_or_default(), &mut line)?;
        Ok(line)
    }
}

/// The number of plies before a position, by its move number.
pub fn ply_of(position: &impl Position) -> u32 {
    let full_moves = position.fullmoves().get().saturating_sub(1);
    full_moves.saturating_mul(2) + u32::from(position.turn() == Color::Black)
}

/// Reads a FEN or a line of moves. A FEN has slashes and does not begin with a move.
pub fn read(text: &str, variant: VariantOption) -> Result<VariantPosition> {
    if text.contains('/') {
        read_fen_or_moves(text, variant)
    } else {
        play_from_start(text, variant)
    }
}

/// Reads a text that is probably a FEN: it is read as moves only if it begins with a move, and
/// `startpos` is the start position.
pub fn read_fen_or_moves(text: &str, variant: VariantOption) -> Result<VariantPosition> {
    if begins_with_a_move(text) || text.trim() == START {
        play_from_start(text, variant)
    } else {
        read_variant(text, variant)
    }
}

/// True if the first word of a text, after comments and numbers, has the form of a move.
fn begins_with_a_move(text: &str) -> bool {
    let mut words = Tokens::new(text.as_bytes()).map_while(Result::ok);
    let first = words.find(|token| matches!(token.kind, TokenKind::Move | TokenKind::Result(_)));
    first.is_some_and(|token| token.is_like_a_move())
}

fn play_from_start(text: &str, variant: VariantOption) -> Result<VariantPosition> {
    let moves = if text.trim() == START { "" } else { text };
    let mut line = Line { position: VariantPosition::new(variant.rules()), opening: None };
    play(moves, &mut line)?;
    Ok(line.position)
}

/// Plays moves in SAN or UCI notation.
fn play(moves: &str, line: &mut Line) -> Result<()> {
    let Line { position, opening } = line;
    play_moves(moves, position, |position| *opening = opening_of(position).or(*opening))?;
    Ok(())
}

/// Reserves memory for `more` positions in a set.
pub fn reserve(seen: &mut HashSet128, more: usize) -> io::Result<()> {
    seen.try_reserve(more).map_err(|_| {
        let what = format!(
            "the system refuses the memory to distinguish more than {} positions; give less input",
            seen.len()
        );
        io::Error::new(ErrorKind::OutOfMemory, what)
    })
}

/// Reads a FEN or EPD of standard chess.
pub fn read_chess(fen: &str) -> Result<Chess> {
    read_argument(fen, |line| read_position_with(line, None, Strictness::AllowMissing))
}

/// Reads a FEN or EPD of a variant.
pub fn read_variant(fen: &str, variant: VariantOption) -> Result<VariantPosition> {
    read_variant_with(fen, variant, Strictness::AllowMissing)
}

/// Reads a FEN or EPD of a variant, as strictly as asked.
pub fn read_variant_with(
    fen: &str,
    variant: VariantOption,
    strictness: Strictness,
) -> Result<VariantPosition> {
    let (rules, mode) = (variant.rules(), variant.castling_mode());
    read_argument(fen, |line| read_variant_position_with(line, rules, mode, strictness))
}

/// Reads a position with `read`, without the blanks around it.
fn read_argument<P>(
    text: &str,
    read: impl FnOnce(&[u8]) -> Result<P, ReadPositionError>,
) -> Result<P> {
    let line = text.trim_start();
    let blanks = text.len() - line.len();
    read(line.trim_end().as_bytes())
        .map_err(|error| error.after_prefix(blanks))
        .with_context(|| format!("cannot read the position {text:?}"))
}
