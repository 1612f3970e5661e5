//! Names the move at which a hash went wrong, when only the last hash is known.

use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};
use zobrist::Feature;
use zobrist_chess::{ChessFeature, ComposedScheme, Scheme};
use zobrist_shakmaty::for_each_feature;

use super::line::{self, Line, MoveWord, moves_of};
use crate::job::Job;

/// Returns the move of a text at which its hash went wrong, if `features` explain the wrong hash of
/// the last position. `None` if the text has no moves, or none of them touches the features.
pub fn wrong_move<'a>(
    scheme: &ComposedScheme,
    job: &Job,
    text: &'a str,
    features: &[Feature],
) -> Option<MoveWord<'a>> {
    let Line { fen, moves } = Line::with_moves(job, text)?;
    let start = line::position(job, fen).ok()?;
    let played = moves_of(&start, &moves).ok()?;
    index_of_wrong_move(scheme, start, &played, features).map(|index| moves[index])
}

/// Returns the index of the move that touches most of the features; of several, the last.
///
/// A program that adds or removes a feature wrongly does so as a rule at a move by which the
/// feature comes or goes. Castling that forgets the rook leaves two features wrong, and a later
/// move of the rook touches one of them.
fn index_of_wrong_move(
    scheme: &ComposedScheme,
    start: VariantPosition,
    moves: &[Move],
    features: &[Feature],
) -> Option<usize> {
    let mut position = start;
    let mut before = presence(scheme, &position, features);
    let mut found = (0, None);
    for (index, m) in moves.iter().enumerate() {
        position.play_unchecked(*m);
        let after = presence(scheme, &position, features);
        let is_touched = |at: &usize| {
            before[*at] != after[*at] || is_of_double_step(scheme, features[*at], &position)
        };
        let touched = (0..features.len()).filter(is_touched).count();
        if touched > 0 && touched >= found.0 {
            found = (touched, Some(index));
        }
        before = after;
    }
    found.1
}

/// For each feature, true if the position has it.
fn presence(
    scheme: &ComposedScheme,
    position: &VariantPosition,
    features: &[Feature],
) -> Vec<bool> {
    let mut present = vec![false; features.len()];
    for_each_feature(scheme, position, |feature| {
        for (of_feature, present) in features.iter().zip(&mut present) {
            *present |= *of_feature == feature;
        }
    });
    present
}

/// True for the en passant file of a double step that was the last move, whether it counts in the
/// scheme or not: the usual fault is that it does not count and is hashed.
fn is_of_double_step(scheme: &ComposedScheme, feature: Feature, position: &impl Position) -> bool {
    let file = position.maybe_ep_square().map(|square| usize::from(square.file()));
    match scheme.chess_layout().decode(feature) {
        Some(ChessFeature::EnPassant { file: of_feature }) => file == Some(of_feature),
        Some(ChessFeature::EnPassantSquare { square }) => file == Some(square % 8),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use indicatif::ProgressBar;
    use zobrist::Keys;
    use zobrist_chess::AnyScheme;

    use super::*;
    use crate::rows::Format;
    use crate::schemes::VariantOption;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn of(name: &str) -> ComposedScheme {
        AnyScheme::named(name).unwrap().to_composed()
    }

    fn job() -> Job {
        Job {
            format: Format::Text,
            unique: false,
            strict: false,
            lenient: false,
            keep_valid: false,
            variant: VariantOption::default(),
            progress: ProgressBar::hidden(),
        }
    }

    /// The move that is named when the features with these words are wrong.
    fn named(scheme: &ComposedScheme, moves: &str, words: &[&str]) -> Option<String> {
        let features: Vec<Feature> = scheme
            .layout()
            .features()
            .filter(|feature| {
                words.contains(&&*scheme.chess_layout().describe(*feature).to_string())
            })
            .collect();
        assert_eq!(features.len(), words.len());
        let text = format!("{START} moves {moves}");
        wrong_move(scheme, &job(), &text, &features).map(|word| {
            assert!(text[word.column - 1..].starts_with(word.text));
            format!("{} {}", word.text, word.column)
        })
    }

    #[test]
    fn the_last_move_that_touches_the_features_is_named() {
        let game = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 Re1 Be7";
        for (words, expected) in [
            // Left behind, captured and not removed, and not added.
            (&["white pawn e2"][..], "e4 64"),
            (&["black knight c6"], "Bxc6 85"),
            (&["white bishop c6"], "dxc6 90"),
            (&["castling right white O-O"], "O-O 95"),
            // Castling without the rook, which has moved since.
            (&["white rook h1", "white rook f1"], "O-O 95"),
            (&["white rook f1"], "Re1 102"),
            (&["white to move"], "Be7 106"),
            // No pawn stands ready to capture, so the file is never a feature by `polyglot`.
            (&["en passant file e"], "e5 67"),
        ] {
            assert_eq!(named(&of("polyglot"), game, words).as_deref(), Some(expected), "{words:?}");
        }
        assert_eq!(named(&of("polyglot"), game, &["en passant file a"]), None);
        assert_eq!(named(&of("polyglot"), game, &["black king a1"]), None);
        assert_eq!(named(&of("polyglot"), "", &["white to move"]), None);
        let right = "castling right white rook h1";
        assert_eq!(named(&of("zobrist"), game, &[right]).as_deref(), Some("O-O 95"));
    }

    #[test]
    fn a_file_that_should_have_gone_is_named_by_the_next_move() {
        let game = "e4 a6 e5 d5 Nf3 h6";
        assert_eq!(named(&of("polyglot"), game, &["en passant file d"]).as_deref(), Some("Nf3 76"));
    }

    #[test]
    fn a_text_without_moves_has_no_wrong_move() {
        let features = [of("polyglot").chess_layout().layout().features().next().unwrap()];
        assert_eq!(wrong_move(&of("polyglot"), &job(), START, &features), None);
        assert_eq!(wrong_move(&of("polyglot"), &job(), "4k3 moves e4", &features), None);
    }
}
