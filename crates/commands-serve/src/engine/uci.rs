//! Lines of a UCI engine that searches: depth, evaluation and the moves of its lines.

use shakmaty::uci::UciMove;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, Position};

use super::super::line::WrittenMove;

/// The most moves of a line that are shown.
const MAX_MOVES: usize = 24;

/// A line that an engine has found.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub(crate) struct EngineLine {
    pub(crate) depth: u32,
    /// For White.
    pub(crate) evaluation: Evaluation,
    pub(crate) moves: Vec<WrittenMove>,
}

/// An evaluation as the comments of games have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Evaluation {
    Centipawns(i32),
    /// Moves until mate; negative if Black gives it.
    Mate(i32),
}

/// Reads `info … multipv N … score … pv …`, and returns the number of the line, from 1. `None` for
/// anything else, such as a bound of an evaluation, and for moves that are not legal.
pub(crate) fn read_info(text: &str, position: &VariantPosition) -> Option<(usize, EngineLine)> {
    let mut words = text.split_ascii_whitespace();
    if words.next()? != "info" {
        return None;
    }
    let (mut depth, mut number, mut evaluation) = (None, 1, None);
    let sign = if position.turn() == Color::White { 1 } else { -1 };
    while let Some(word) = words.next() {
        match word {
            "depth" => depth = Some(words.next()?.parse().ok()?),
            "multipv" => number = words.next()?.parse().ok()?,
            "score" => {
                let kind = words.next()?;
                let value: i32 = words.next()?.parse().ok()?;
                let value = value.checked_mul(sign)?;
                evaluation = Some(match kind {
                    "cp" => Evaluation::Centipawns(value),
                    "mate" => Evaluation::Mate(value),
                    _ => return None,
                });
            }
            "lowerbound" | "upperbound" | "string" => return None,
            "pv" => break,
            _ => {}
        }
    }
    let mut after = position.clone();
    let mut moves = Vec::new();
    for word in words.take(MAX_MOVES) {
        let Some(m) = word.parse::<UciMove>().ok().and_then(|m| m.to_move(&after).ok()) else {
            break;
        };
        moves.push(WrittenMove::of(&after, m));
        after.play_unchecked(m);
    }
    if moves.is_empty() {
        return None;
    }
    Some((number, EngineLine { depth: depth?, evaluation: evaluation?, moves }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, fen: &str) -> Option<(usize, EngineLine)> {
        let fen: shakmaty::fen::Fen = fen.parse().unwrap();
        let mode = shakmaty::CastlingMode::Standard;
        let setup = fen.into_setup();
        let chess = shakmaty::variant::Variant::Chess;
        read_info(text, &VariantPosition::from_setup(chess, setup, mode).unwrap())
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const BLACK: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

    #[test]
    fn lines_have_depth_evaluation_for_white_and_legal_moves() {
        let text =
            "info depth 12 seldepth 17 multipv 2 score cp 31 nodes 9 nps 1 pv e2e4 e7e5 g1f3";
        let (number, line) = read(text, START).unwrap();
        assert_eq!((number, line.depth, line.evaluation), (2, 12, Evaluation::Centipawns(31)));
        let sans: Vec<&str> = line.moves.iter().map(|m| &*m.san).collect();
        assert_eq!(sans, ["e4", "e5", "Nf3"]);
        let (number, line) = read("info depth 3 score cp 20 pv e7e5", BLACK).unwrap();
        assert_eq!((number, line.evaluation), (1, Evaluation::Centipawns(-20)));
        let (_, line) = read("info depth 3 score mate -2 pv e7e5", BLACK).unwrap();
        assert_eq!(line.evaluation, Evaluation::Mate(2));
        // What is not legal ends the line.
        let (_, line) = read("info depth 3 score cp 0 pv e2e4 e2e4", START).unwrap();
        assert_eq!(line.moves.len(), 1);
        let long = format!("info depth 9 score cp 0 pv{}", " g1f3 g8f6 f3g1 f6g8".repeat(50));
        assert_eq!(read(&long, START).unwrap().1.moves.len(), MAX_MOVES);
    }

    #[test]
    fn other_lines_are_none() {
        for text in [
            "",
            "bestmove e2e4",
            "info string depth 3 score cp 1 pv e2e4",
            "info depth 3 currmove e2e4",
            "info depth 3 score cp 1 upperbound pv e2e4",
            "info depth 3 score cp 1 pv e7e5",
            "info depth 3 score cp 1 pv",
            "info depth x score cp 1 pv e2e4",
            "info depth 3 score cp -2147483649 pv e2e4",
            "info depth 3 score wdl 1 pv e2e4",
            "info depth 3 multipv -1 score cp 1 pv e2e4",
        ] {
            assert_eq!(read(text, START), None, "{text}");
        }
        assert_eq!(read("info depth 3 score cp -2147483648 pv e7e5", BLACK), None);
    }
}
