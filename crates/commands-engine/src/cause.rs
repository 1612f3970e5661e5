//! One cause of several faults: what is one mistake in a program is one fault in the report.

use crate::fault::{Fault, FaultKind};
use crate::rules::Rules;

/// Joins faults that all lines show to be one. `ended_rightly` is the number of moves that ended
/// castling rights and took them out of the key.
pub(crate) fn join_causes(faults: &mut Vec<Fault>, rules: Rules, ended_rightly: u64) {
    join(faults, "castling rights are not taken out", |fault| {
        ended_rightly == 0 && is_of_rights(fault) && fault.form.iter().all(|it| is_surplus(it))
    });
    let squares = "castling rights do not follow the squares of the king and the rooks";
    join(faults, squares, |fault| {
        rules == Rules::CHESS960 && is_of_rights(fault) && fault.is_off_home
    });
}

/// True for a fault of castling rights alone.
fn is_of_rights(fault: &Fault) -> bool {
    let is_right =
        |reading: &String| reading.split(", ").all(|label| label.contains(" right after "));
    fault.kind == FaultKind::Update && !fault.form.is_empty() && fault.form.iter().all(is_right)
}

fn is_surplus(reading: &str) -> bool {
    reading.starts_with("surplus ")
}

/// Joins the faults of a kind, if there are several, under a title that holds for all of them.
fn join(faults: &mut Vec<Fault>, title: &str, is_of_kind: impl Fn(&Fault) -> bool) {
    let mut own: Vec<Fault> = faults.extract_if(.., |fault| is_of_kind(fault)).collect();
    if own.len() < 2 {
        faults.append(&mut own);
        return;
    }
    // The barest line stands for all of them.
    own.sort_by_key(length);
    let mut titles = own.iter().map(|fault| fault.title.clone());
    let first = titles.next().unwrap_or_default();
    let also: Vec<String> = titles.map(|title| format!("also        {title}")).collect();
    let mut joined = own.swap_remove(0);
    joined.title = format!("{title}: {first}");
    for fault in own {
        joined.add_lines(fault);
    }
    joined.add_notes(also);
    faults.push(joined);
}

/// The length of the line that shows a fault.
fn length(fault: &Fault) -> (usize, usize) {
    fault.example.as_ref().map_or((usize::MAX, 0), |example| {
        let moves = example.by_moves.moves.split(' ').count();
        let board = example.by_moves.fen.split(' ').next().unwrap_or_default();
        (moves, board.chars().filter(char::is_ascii_alphabetic).count())
    })
}
