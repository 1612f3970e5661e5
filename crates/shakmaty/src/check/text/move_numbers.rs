//! The numbers of the moves.

use shakmaty::{Color, Position};

use super::gap::Number;

/// The first number that is wrong.
#[derive(Debug, Default)]
pub(super) struct MoveNumbers {
    wrong: Option<(usize, String)>,
}

impl MoveNumbers {
    /// Takes the number that stands before the move to a ply, if one does.
    pub(super) fn before_move(
        &mut self,
        number: Option<Number>,
        ply: usize,
        position: &impl Position,
        word: &str,
    ) {
        let Some(got) = number.filter(|_| self.wrong.is_none()) else { return };
        let is_white = position.turn() == Color::White;
        let expected = position.fullmoves().get();
        if got.value == expected && !(is_white && got.dots > 1) {
            return;
        }
        let dots = |is_black| if is_black { "..." } else { "." };
        let (shown, value) = (dots(got.dots > 1), got.value);
        let expected = format!("{expected}{}", dots(!is_white));
        self.wrong = Some((ply, format!("expected {expected} before {word}, got {value}{shown}")));
    }

    pub(super) fn ply(&self) -> usize {
        self.wrong.as_ref().map_or(0, |(ply, _)| *ply)
    }

    pub(super) fn detail(self) -> Option<String> {
        self.wrong.map(|(_, detail)| detail)
    }
}
