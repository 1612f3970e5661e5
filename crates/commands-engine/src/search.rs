//! Faults of null moves and of taking moves back: the key is asked for again after a search.

use anyhow::Result;
use shakmaty::{Color, EnPassantMode, Move, Position, Role, Square};

use crate::asking::{difference, example};
use crate::calibration::{double_step, kings_and_rooks};
use crate::fact::{EnPassantRule, fen};
use crate::fault::{Fault, FaultKind};
use crate::naming::{MAX_TERMS, Namer, Played};
use crate::rules::{Game, Rules};
use crate::table::parsed;
use crate::word::{Oracle, Question, Word};

/// Depth of the searches.
pub(crate) const DEPTH: u8 = 6;

/// Positions in which a search meets captures, castling, promotions and en passant.
fn positions() -> Vec<Game> {
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "7k/8/8/8/8/8/P7/K7 w - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "7k/8/8/8/1p6/8/P7/K7 w - - 0 1",
        "3n3k/2P5/8/8/8/8/2p5/K2N4 w - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];
    let mut positions: Vec<Game> = fens.iter().map(|fen| parsed(fen)).collect();
    for set in [1, 2, 15] {
        positions.extend([Color::White, Color::Black].map(|turn| kings_and_rooks(set, turn)));
    }
    positions.extend([Square::E3, Square::A6].map(double_step));
    positions
}

/// Result of the searches.
#[derive(Debug)]
pub(crate) struct Searches {
    pub(crate) positions: usize,
    pub(crate) fault: Option<Fault>,
}

/// Asks for keys before and after searches.
///
/// # Errors
/// When nothing can be asked.
pub(crate) fn after_searches(
    oracle: &mut dyn Oracle,
    namer: &Namer,
    counts: EnPassantRule,
) -> Result<Searches> {
    let positions = positions();
    let mut changed: Vec<(Game, Word)> = Vec::new();
    for position in &positions {
        changed
            .extend(change(oracle, position, counts, DEPTH)?.map(|word| (position.clone(), word)));
    }
    let count = changed.len() as u64;
    // The barest one shows best what is wrong.
    changed.sort_by_key(|(position, _)| position.board().occupied().count());
    let mut searched = Searches { positions: positions.len(), fault: None };
    let mut best = None;
    for (position, _) in changed {
        let found = shrink(oracle, namer, position, counts)?;
        let terms = |found: &Found| found.terms.as_ref().map_or(usize::MAX, Vec::len);
        if best.as_ref().is_none_or(|best| terms(&found) < terms(best)) {
            best = Some(found);
        }
        if best.as_ref().is_some_and(|best| terms(best) == 1) {
            break;
        }
    }
    let Some(found) = best else { return Ok(searched) };
    let what = found.terms.as_ref().map_or_else(
        || "a difference that is no sum of known words".to_owned(),
        |terms| terms.join(", "),
    );
    let depth = found.depth;
    let title = format!(
        "the key changes over a search of depth {depth} (a move or a null move is not taken back): \
         {what}"
    );
    let mut fault = Fault::new(FaultKind::Search, title);
    fault.terms = found.terms.unwrap_or_default();
    fault.count = count;
    let before = Question::fen(fen(&found.position, counts));
    let after = Question { search: depth, ..before.clone() };
    let questions = [after, before];
    let answers = oracle.ask(&questions)?;
    fault.example = example(questions, &answers);
    searched.fault = Some(fault);
    Ok(searched)
}

/// The change of the key over a search.
fn change(
    oracle: &mut dyn Oracle,
    position: &Game,
    counts: EnPassantRule,
    depth: u8,
) -> Result<Option<Word>> {
    let before = Question::fen(fen(position, counts));
    let after = Question { search: depth, ..before.clone() };
    let answers = oracle.ask(&[before, after])?;
    Ok(difference(&answers).filter(|word| *word != 0))
}

#[derive(Debug)]
struct Found {
    position: Game,
    depth: u8,
    terms: Option<Vec<String>>,
}

/// The lowest depth and the barest position at which the key changes.
fn shrink(
    oracle: &mut dyn Oracle,
    namer: &Namer,
    mut position: Game,
    counts: EnPassantRule,
) -> Result<Found> {
    let (mut depth, mut word) = (DEPTH, 0);
    for tried in 1..=DEPTH {
        if let Some(found) = change(oracle, &position, counts, tried)? {
            (depth, word) = (tried, found);
            break;
        }
    }
    loop {
        let mut smaller = None;
        for square in position.board().occupied() {
            let mut setup = position.to_setup(EnPassantMode::Always);
            if setup.board.role_at(square) == Some(Role::King) {
                continue;
            }
            setup.board.discard_piece_at(square);
            setup.castling_rights.discard(square);
            let Some(next) = Rules::STANDARD.position(setup) else { continue };
            // With both kings alone, a hash has the least to be wrong about.
            if let Some(found) = change(oracle, &next, counts, depth)? {
                smaller = Some((next, found));
                break;
            }
        }
        match smaller {
            Some((next, found)) => (position, word) = (next, found),
            None => break,
        }
    }
    let terms = named(namer, &position, word);
    Ok(Found { position, depth, terms })
}

/// The terms of a change, by the words near any move of the position or anywhere.
fn named(namer: &Namer, position: &Game, word: Word) -> Option<Vec<String>> {
    let moves = position.legal_moves();
    let near = moves.iter().filter_map(|m: &Move| {
        let after = position.clone().play(*m).expect("legal");
        let played = Played { before: position.clone(), m: *m, after };
        namer.explain(word, &played, MAX_TERMS)
    });
    let terms = near.min_by_key(Vec::len).or_else(|| namer.explain_anywhere(word, MAX_TERMS))?;
    Some(namer.describe(&terms, position))
}
