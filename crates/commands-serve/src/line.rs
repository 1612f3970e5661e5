//! The position that a request asks about, and the moves to it.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{CastlingMode, EnPassantMode, Move, Position, PositionError};
use zobrist_commands_input::positions::{Line, START, read_variant};
use zobrist_commands_input::schemes::VariantOption;
use zobrist_game_text::play_words;
use zobrist_index::opening_of;

use super::reply::{Answered, Refusal};

/// The most plies of a line: no request is longer than some kilobytes anyway.
const MAX_PLIES: usize = 1024;

/// The parameters that name a position.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct PositionOptions {
    /// The position to play from.
    #[arg(long)]
    fen: Option<String>,
    /// Moves with commas or blanks between them, as a game may have them.
    #[arg(long)]
    play: Option<String>,
    #[command(flatten)]
    variant: VariantOption,
}

/// A position with the moves that lead to it.
#[derive(Clone, Debug)]
pub(crate) struct PlayedLine {
    pub(crate) start: VariantPosition,
    /// The moves from there.
    pub(crate) moves: Vec<Move>,
    /// The positions after them.
    pub(crate) after: Vec<VariantPosition>,
}

impl PlayedLine {
    /// The last position.
    pub(crate) fn position(&self) -> &VariantPosition {
        self.after.last().unwrap_or(&self.start)
    }

    /// The position before the last move, and that move.
    pub(crate) fn last_move(&self) -> Option<(&VariantPosition, Move)> {
        self.steps().last().map(|(before, played, _)| (before, played))
    }

    /// The moves, each with the positions before and after it.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (&VariantPosition, Move, &VariantPosition)> {
        let before = [&self.start].into_iter().chain(&self.after);
        let moves = before.zip(&self.moves).zip(&self.after);
        moves.map(|((before, played), after)| (before, *played, after))
    }

    /// The position and the name of its opening.
    pub(crate) fn line(&self) -> Line {
        let named = self.after.iter().rev().chain([&self.start]).find_map(opening_of);
        Line { position: self.position().clone(), opening: named }
    }
}

impl PositionOptions {
    /// Reads the position.
    ///
    /// # Errors
    /// When the FEN cannot be read or a move is not legal.
    pub(crate) fn read(&self) -> Answered<PlayedLine> {
        self.read_with(|fen| read_variant(fen, self.variant))
    }

    /// As [`read`](PositionOptions::read), without the castling rights and the en passant square of
    /// the FEN that its pieces do not allow, and with any number of pieces.
    ///
    /// # Errors
    /// As [`read`](PositionOptions::read).
    pub(crate) fn read_forgiving(&self) -> Answered<PlayedLine> {
        self.read_with(|fen| {
            read_variant(fen, self.variant)
                .or_else(|error| without_impossible_rights(fen, self.variant).ok_or(error))
        })
    }

    fn read_with(
        &self,
        read: impl FnOnce(&str) -> anyhow::Result<VariantPosition>,
    ) -> Answered<PlayedLine> {
        let start = match self.fen.as_deref() {
            Some(fen) if fen.trim() != START => {
                read(fen).map_err(|error| Refusal::bad(format_args!("{error:#}")))?
            }
            _ => VariantPosition::new(self.variant.rules()),
        };
        let mut line = PlayedLine { start, moves: Vec::new(), after: Vec::new() };
        let play = self.play.as_deref().unwrap_or_default().replace(',', " ");
        let mut position = line.start.clone();
        let result = play_words(&play, &mut position, |played, after| {
            if line.moves.len() <= MAX_PLIES {
                line.moves.push(played);
                line.after.push(after.clone());
            }
        });
        if line.moves.len() > MAX_PLIES {
            return Err(Refusal::bad(format_args!(
                "expected at most {MAX_PLIES} moves in `play`, got more: name a later position by `fen`"
            ))
            .with("played", MAX_PLIES));
        }
        if let Err(error) = result {
            return Err(Refusal::bad(error).with("played", line.moves.len()));
        }
        Ok(line)
    }
}

/// A position of a FEN whose rights cannot be, without these; `None` if it is none for another
/// reason.
fn without_impossible_rights(fen: &str, variant: VariantOption) -> Option<VariantPosition> {
    let setup = fen.trim().parse::<Fen>().ok()?.into_setup();
    let read = |mode| {
        VariantPosition::from_setup(variant.rules(), setup.clone(), mode)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_too_much_material)
            .ok()
    };
    match variant.castling_mode() {
        Some(mode) => read(mode),
        // Of both ways to read the field, the one that leaves more rights.
        None => {
            let (standard, chess960) = (read(CastlingMode::Standard), read(CastlingMode::Chess960));
            let rights = |position: &Option<VariantPosition>| {
                let rooks = position.as_ref().map(|position| position.castles().castling_rights());
                rooks.map_or(0, |rooks| rooks.count())
            };
            if rights(&chess960) > rights(&standard) { chess960 } else { standard }
        }
    }
}

/// A move in both notations.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub(crate) struct WrittenMove {
    /// As UCI has it: castling is the king's own move in standard chess, king takes rook in
    /// Chess960.
    pub(crate) uci: String,
    pub(crate) san: String,
}

impl WrittenMove {
    /// A move of a position.
    pub(crate) fn of<P: Position + Clone>(position: &P, m: Move) -> WrittenMove {
        let uci = m.to_uci(position.castles().mode()).to_string();
        WrittenMove { uci, san: SanPlus::from_move(position.clone(), m).to_string() }
    }
}

/// The FEN of a position, with an en passant square only if a capture is legal.
pub(crate) fn fen(position: &impl Position) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// All legal moves.
pub(crate) fn legal_moves(position: &VariantPosition) -> Vec<WrittenMove> {
    position.legal_moves().into_iter().map(|m| WrittenMove::of(position, m)).collect()
}
