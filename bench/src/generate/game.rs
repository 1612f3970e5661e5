//! Generates a game: the opening of a real one, then random legal moves.

use std::io::Write;

use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{Chess, Move, Position};

use super::random::Random;
use super::tags;

/// Lines of PGN's export format are shorter than this.
const LINE: usize = 80;

/// Writes a game with its tags, and returns its number of plies.
pub(crate) fn write(text: &mut Vec<u8>, random: &mut Random, openings: &[Vec<Move>]) -> u64 {
    let (moves, end) = play(random, openings);
    let result = end.unwrap_or_else(|| any_result(random));
    tags::write(text, random, result);
    let mut column = 0;
    let mut word = Vec::new();
    for (ply, san) in moves.iter().enumerate() {
        if ply % 2 == 0 {
            write!(word, "{}.", ply / 2 + 1).expect("writing to memory does not fail");
            append(text, &mut column, &mut word);
        }
        san.append_ascii_to(&mut word);
        append(text, &mut column, &mut word);
    }
    word.extend_from_slice(result.as_bytes());
    append(text, &mut column, &mut word);
    text.extend_from_slice(b"\n\n");
    moves.len() as u64
}

/// Plays a game. Returns its moves, and its result if the rules ended it.
fn play(random: &mut Random, openings: &[Vec<Move>]) -> (Vec<SanPlus>, Option<&'static str>) {
    let opening = &openings[random.early_index(openings.len())];
    let opening = &opening[..opening.len().min(random.between(6, 16) as usize)];
    let plies = random.between(60, 80) as usize;
    let mut position = Chess::default();
    let mut legal = position.legal_moves();
    let mut game = Vec::with_capacity(plies);
    while game.len() < plies && !legal.is_empty() && !position.is_insufficient_material() {
        let m = opening.get(game.len()).copied().unwrap_or_else(|| *random.pick(&legal));
        let san = San::disambiguate(m, &legal);
        position.play_unchecked(m);
        legal = position.legal_moves();
        let suffix = position.is_check().then_some(match legal.is_empty() {
            true => Suffix::Checkmate,
            false => Suffix::Check,
        });
        game.push(SanPlus { san, suffix });
    }
    let end = match (legal.is_empty(), position.is_check()) {
        (true, true) => Some(position.turn().fold_wb("0-1", "1-0")),
        (true, false) => Some("1/2-1/2"),
        (false, _) => position.is_insufficient_material().then_some("1/2-1/2"),
    };
    (game, end)
}

/// Draws the result of a game that was resigned, agreed drawn or not finished.
fn any_result(random: &mut Random) -> &'static str {
    match random.below(100) {
        0..38 => "1-0",
        38..69 => "0-1",
        69..98 => "1/2-1/2",
        _ => "*",
    }
}

/// Appends a word to the moves, on a new line if this one is full.
fn append(text: &mut Vec<u8>, column: &mut usize, word: &mut Vec<u8>) {
    if *column > 0 {
        let full = *column + 1 + word.len() >= LINE;
        text.push(if full { b'\n' } else { b' ' });
        *column = if full { 0 } else { *column + 1 };
    }
    *column += word.len();
    text.append(word);
}
