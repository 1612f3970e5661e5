//! The meaning of the keys of an export, in words.

use zobrist_chess::{ChessLayout, Part};
use zobrist_commands_input::conventions::{secondary_words, words};
use zobrist_key_lists::ASSUMED_CONVENTIONS;
use zobrist_key_sets::KeySet;

/// Names of parts, and what their keys stand for, as far as the layout says it: everything that
/// another program must know to have the same hashes.
pub(crate) fn meaning(set: &KeySet) -> Vec<(String, String)> {
    match &set.layout {
        Some(layout) => match (layout.chess, layout.go) {
            (Some(chess), _) => of_chess(set, &layout.name, chess),
            (None, Some(side)) => of_go(set, side),
            (None, None) => Vec::new(),
        },
        None => Vec::new(),
    }
}

fn of_go(set: &KeySet, side: usize) -> Vec<(String, String)> {
    let words = set.kinds().kinds().map(|kind| {
        let words = match kind.name() {
            "stone" => format!(
                "those of Black, then those of White, each on the points {side} * row + column, from \
                 the lower left corner"
            ),
            "turn" => "1 when White is to move".to_owned(),
            name => format!("{} for the {name} of the board, from 1 on", kind.size()),
        };
        (kind.name().to_owned(), words)
    });
    words.collect()
}

fn of_chess(set: &KeySet, layout: &str, chess: ChessLayout) -> Vec<(String, String)> {
    let whose = match set.en_passant {
        Some(_) => format!("those of the scheme {}", set.name),
        None => format!("{ASSUMED_CONVENTIONS} {layout}, assumed: the source of the keys has none"),
    };
    let mut lines = vec![("conventions".to_owned(), whose)];
    for part in chess.parts() {
        lines.push((part.name().to_owned(), words(part, set.en_passant_rule())));
        if let Part::Pieces(pieces) = part {
            let index = match pieces.is_by_square() {
                true => "12 * square + piece",
                false => "64 * piece + square",
            };
            let index = format!(
                "{index}, each numbered from 0 in that order; squares of other keys are numbered alike"
            );
            lines.push(("index in pieces".to_owned(), index));
        }
    }
    let is_absent = |name: &&str| chess.parts().all(|part| part.name() != *name);
    let absent: Vec<&str> =
        ["turn", "castling", "en-passant"].into_iter().filter(is_absent).collect();
    if !absent.is_empty() {
        lines.push(("without keys".to_owned(), absent.join(", ")));
    }
    for key in &set.secondary {
        lines.push((format!("secondary key {}", key.name), secondary_words(key)));
    }
    lines
}
