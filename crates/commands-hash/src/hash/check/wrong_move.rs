//! Names the moves at which a hash may have gone wrong, when only the last hash is known.

use shakmaty::variant::VariantPosition;
use zobrist::Feature;
use zobrist_chess::ComposedScheme;

use super::line::{self, LoggedPosition, Step, moves_of};
use super::mistake::Mistake;
use crate::hash::position_lines::PositionReader;

const PLAYED: &str = "the moves were played when they were read";

/// The largest number of moves that are named: more are no help.
const MAX_NAMED: usize = 3;

/// Returns the moves of a text, in their order, of which each alone could have made the
/// [mistake](Mistake) by which the hash of the last position differs. One move is returned only if
/// no other could have made it; none if more than three could, if no single move could, or if the
/// text has no moves. A move that is written in the text more than once has its ply, from 1.
///
/// A mistake stays in an incremental hash as it was made, since right steps do not change it. So
/// one guilty move made the whole difference, and several made its parts, of which the last hash
/// does not tell them apart.
pub(crate) fn guilty_moves(
    scheme: &ComposedScheme,
    reader: &PositionReader,
    text: &str,
    features: &[Feature],
) -> Vec<String> {
    let Some(LoggedPosition { fen, moves }) = LoggedPosition::with_moves(reader, text) else {
        return Vec::new();
    };
    let Ok(start) = line::position(reader, fen) else { return Vec::new() };
    let Ok(played) = moves_of(&start, &moves) else { return Vec::new() };
    let mut last = start.clone();
    for step in &played {
        step.play(&mut last).expect(PLAYED);
    }
    let Some(mistake) = Mistake::new(scheme, &start, &last, features) else { return Vec::new() };
    let mut position = start;
    let mut guilty = Vec::new();
    for (index, step) in played.iter().enumerate() {
        let mut after = position.clone();
        step.play(&mut after).expect(PLAYED);
        let is_guilty = match step {
            Step::Move(m) => mistake.could_be_made_by(*m, &position, &after),
            Step::Null => mistake.could_be_made_by_none(&position, &after),
        };
        if is_guilty {
            guilty.push(index);
        }
        position = after;
    }
    if guilty.len() > MAX_NAMED {
        return Vec::new();
    }
    let named = guilty.iter().map(|index| {
        let word = moves[*index].text;
        match moves.iter().filter(|other| other.text == word).count() {
            1 => word.to_owned(),
            _ => format!("{word} (ply {})", index + 1),
        }
    });
    named.collect()
}

/// The positions before the moves of a text; none if it has no moves.
pub(crate) fn positions_of(reader: &PositionReader, text: &str) -> Vec<VariantPosition> {
    let Some(LoggedPosition { fen, moves }) = LoggedPosition::with_moves(reader, text) else {
        return Vec::new();
    };
    let Ok(start) = line::position(reader, fen) else { return Vec::new() };
    let Ok(played) = moves_of(&start, &moves) else { return Vec::new() };
    let mut position = start;
    let mut positions = Vec::with_capacity(played.len());
    for step in played {
        positions.push(position.clone());
        step.play(&mut position).expect(PLAYED);
    }
    positions
}

#[cfg(test)]
mod tests {
    use zobrist::Keys;
    use zobrist_chess::{AnyScheme, Scheme};

    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn of(name: &str) -> ComposedScheme {
        AnyScheme::named(name).unwrap().to_composed()
    }

    /// The moves that are named when the features with these words are wrong.
    fn named(scheme: &ComposedScheme, moves: &str, words: &[&str]) -> String {
        let features: Vec<Feature> = scheme
            .layout()
            .features()
            .filter(|feature| {
                words.contains(&&*scheme.chess_layout().describe(*feature).to_string())
            })
            .collect();
        assert_eq!(features.len(), words.len());
        guilty_moves(
            scheme,
            &PositionReader::default(),
            &format!("{START} moves {moves}"),
            &features,
        )
        .join(" ")
    }

    #[test]
    fn the_moves_that_touch_the_features_are_named() {
        let game = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 Re1 Be7";
        for (words, expected) in [
            (&["white pawn e2"][..], "e4"),
            (&["white pawn e2", "white pawn e4"], "e4"),
            // Not removed when it was captured, or not added before.
            (&["black knight c6"], "Nc6 Bxc6"),
            (&["white bishop c6"], "Bxc6 dxc6"),
            (&["black pawn c6"], "dxc6"),
            (&["castling right white O-O"], "O-O"),
            // Castling without the rook, which has moved since.
            (&["white rook h1", "white rook f1"], "O-O"),
            (&["white rook h1", "white rook f1", "white king e1", "white king g1"], "O-O"),
            (&["white rook f1"], "O-O Re1"),
            // Every move changes the side.
            (&["white to move"], ""),
            // Set or not removed, though no pawn stands ready to capture.
            (&["en passant file e"], "e4 e5 Nf3"),
            (&["en passant file a"], ""),
            (&["black king a1"], ""),
            // No single move touches both.
            (&["white pawn e2", "black pawn e7"], ""),
        ] {
            assert_eq!(named(&of("polyglot"), game, words), expected, "{words:?}");
        }
        assert_eq!(named(&of("polyglot"), "e4 Nf6", &["white to move"]), "e4 Nf6");
        assert_eq!(named(&of("polyglot"), "", &["white to move"]), "");
        let right = "castling right white rook h1";
        assert_eq!(named(&of("zobrist"), game, &[right]), "O-O");
    }

    /// The file that counts after d5 may have been set by d5 and not removed by Nf3.
    #[test]
    fn a_file_is_named_by_the_double_step_and_the_next_move() {
        let game = "e4 a6 e5 d5 Nf3 h6";
        assert_eq!(named(&of("polyglot"), game, &["en passant file d"]), "d5 Nf3");
    }

    #[test]
    fn a_promotion_hashed_as_a_pawn_is_no_later_move_of_the_queen() {
        let fen = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
        let scheme = of("polyglot");
        let text = format!("{fen} moves g2g1q e2d2 g1g3");
        let words = ["black queen g1", "black pawn g1"];
        let features: Vec<Feature> =
            scheme.layout().features().filter(|f| words.contains(&&*scheme.describe(*f))).collect();
        assert_eq!(guilty_moves(&scheme, &PositionReader::default(), &text, &features), ["g2g1q"]);
    }

    #[test]
    fn a_move_that_is_written_twice_has_its_ply() {
        let game = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6";
        assert_eq!(
            named(&of("polyglot"), game, &["white knight f3"]),
            "Nf3 (ply 1) Ng1 Nf3 (ply 5)"
        );
    }

    #[test]
    fn a_text_without_moves_has_no_wrong_move() {
        let features = [of("polyglot").chess_layout().layout().features().next().unwrap()];
        assert!(
            guilty_moves(&of("polyglot"), &PositionReader::default(), START, &features).is_empty()
        );
        assert!(
            guilty_moves(&of("polyglot"), &PositionReader::default(), "4k3 moves e4", &features)
                .is_empty()
        );
    }
}
