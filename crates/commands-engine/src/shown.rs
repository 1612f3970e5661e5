//! The position that an engine shows beside its key, where it prints a FEN: one that ignores a move
//! or a FEN that it does not support would print the key of another position.

use anyhow::Result;

use crate::asking::questions_at;
use crate::fact::EnPassantRule;
use crate::fault::{Fault, FaultKind};
use crate::lines::Line;
use crate::rules::played;
use crate::word::Oracle;

/// Lines whose ends are compared.
const LINES: usize = 400;

/// Result of the comparison.
#[derive(Debug)]
pub(crate) struct Shown {
    /// Positions for which a FEN was printed.
    pub(crate) positions: u64,
    pub(crate) fault: Option<Fault>,
}

/// Compares the FENs that the engine prints with those of the positions that it was asked for:
/// pieces, the side to move and castling rights.
///
/// # Errors
/// When nothing more can be asked.
pub(crate) fn check(
    oracle: &mut dyn Oracle,
    lines: &[Line],
    counts: EnPassantRule,
) -> Result<Shown> {
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    for Line { start, moves } in lines.iter().take(LINES) {
        let end = played(start, moves);
        let [by_moves, by_fen] = questions_at(start, moves, &end, counts);
        expected.push(by_fen.fen);
        questions.push(by_moves);
    }
    let printed = oracle.shown(&questions)?;
    let mut shown = Shown { positions: 0, fault: None };
    for ((question, expected), printed) in questions.iter().zip(expected).zip(printed) {
        let Some(printed) = printed else { continue };
        shown.positions += 1;
        let first = |fen: &str| fen.split(' ').take(3).map(str::to_owned).collect::<Vec<_>>();
        if first(&printed) == first(&expected) {
            continue;
        }
        if let Some(fault) = &mut shown.fault {
            fault.count += 1;
            continue;
        }
        let title = format!(
            "the engine shows {printed} where it was asked for {expected}, so that its key is that \
             of another position"
        );
        let mut fault = Fault::new(FaultKind::Position, title);
        fault.notes.push(format!("reproduce   `{}`", question.command()));
        fault.notes.push("note        nothing else was compared".to_owned());
        shown.fault = Some(fault);
    }
    Ok(shown)
}
