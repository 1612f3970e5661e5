//! Conventions and keys solved for from hashes alone: they are those by which the hashes were made,
//! and give further positions the same hashes.

use zobrist::{Combine, Group, Key, Keys};
use zobrist_chess::{
    Castling, ChessLayout, Clock, Color, ComposedScheme, EnPassant, EnPassantKeys, KeySolution,
    Part, Pieces, RightOrder, Sample, Scheme, SolvedKeys, Turn, fits, solve_keys,
};

use super::positions::{keys, positions, scheme};

/// Enough random positions for all keys, and for some more to follow from them.
const ENOUGH: usize = 900;

fn hashed(scheme: &ComposedScheme, mut samples: Vec<Sample>) -> Vec<Sample> {
    for sample in &mut samples {
        let mut hash = scheme.hash_of(0);
        let position = sample.by(scheme.en_passant());
        scheme.for_each_feature(&position, |feature| hash = hash.plus(scheme.key(feature)));
        sample.hash = hash.to_word();
    }
    samples
}

#[track_caller]
fn solved(samples: &[Sample]) -> SolvedKeys {
    match solve_keys(samples, 64) {
        KeySolution::Solved(solved) => solved,
        other => panic!("{other:?}"),
    }
}

#[test]
fn conventions_are_found_without_any_key() {
    let rights = Castling::Rights(RightOrder::parse("qKkQ").unwrap());
    let sets = Castling::Sets(RightOrder::STANDARD);
    for (castling, en_passant, turn, rule) in [
        (Some(sets), Some(EnPassantKeys::File), Some(Turn::Of(Color::Black)), EnPassant::Always),
        (Some(rights), Some(EnPassantKeys::Square), Some(Turn::Both), EnPassant::Legal),
        (None, Some(EnPassantKeys::File), None, EnPassant::PseudoLegal),
        (Some(rights), None, Some(Turn::Of(Color::White)), EnPassant::Always),
    ] {
        let parts = [
            castling.map(Part::Castling),
            Some(Part::Pieces(Pieces::of("kKqQrRbBnNpP").by_square())),
            en_passant.map(Part::EnPassant),
            turn.map(Part::Turn),
        ];
        let parts: Vec<Part> = parts.into_iter().flatten().collect();
        let engine = scheme(&parts, rule, 64, &keys(&parts, 64));
        let samples = hashed(&engine, positions(ENOUGH, 1));
        let solved = solved(&samples);
        assert!(solved.wrong.is_empty());
        assert_eq!(fits(&solved.scheme, &samples), ENOUGH);
        let layout = solved.scheme.chess_layout();
        let expected = castling.map(|castling| match castling {
            Castling::Rights(_) => Castling::Rights(RightOrder::STANDARD),
            castling => castling,
        });
        assert_eq!(layout.castling_keys(), expected);
        assert_eq!(layout.en_passant_keys(), en_passant);
        assert_eq!(layout.turn_keys().is_some(), turn.is_some());
        assert!(solved.shows_castling && solved.shows_en_passant && solved.shows_turn);
        if en_passant.is_some() {
            assert_eq!((solved.rules.as_slice(), solved.scheme.en_passant()), (&[rule][..], rule));
        } else {
            assert_eq!(solved.rules.len(), 3);
        }
        // Positions that it has not seen.
        let others = hashed(&engine, positions(300, 2));
        assert_eq!(fits(&solved.scheme, &others), 300);
    }
}

const PARTS: [Part; 4] = super::positions::PARTS;

#[test]
fn wrong_lines_are_named() {
    let engine = scheme(&PARTS, EnPassant::Always, 64, &keys(&PARTS, 64));
    let mut samples = hashed(&engine, positions(ENOUGH + 100, 3));
    for wrong in [890, 950, 951] {
        samples[wrong].hash ^= 0x100 + wrong as u128;
    }
    let solved = solved(&samples);
    assert_eq!(solved.wrong, [890, 950, 951]);
    assert_eq!(solved.of, samples.len());
}

#[test]
fn a_repeated_line_confirms_nothing() {
    let engine = scheme(&PARTS, EnPassant::Always, 64, &keys(&PARTS, 64));
    let samples = hashed(&engine, positions(100, 4)).repeat(9);
    let solution = solve_keys(&samples, 64);
    assert!(matches!(solution, KeySolution::TooFew { of: 100, independent: 100 }), "{solution:?}");
}

#[test]
fn sums_and_other_features_are_told_from_these() {
    let layout = ChessLayout::of(&PARTS);
    let (keys_of_parts, rule) = (keys(&PARTS, 64), EnPassant::Always);
    let sum =
        ComposedScheme::new("engine", layout, rule, 64, Combine::Sum(64), &keys_of_parts).unwrap();
    let samples = hashed(&sum, positions(ENOUGH + 100, 5));
    assert!(matches!(solve_keys(&samples, 64), KeySolution::Sum));
    let parts = [&PARTS[..], &[Part::Clock(Clock::new(0, 1, 100))]].concat();
    let engine = scheme(&parts, rule, 64, &keys(&parts, 64));
    let samples = hashed(&engine, positions(ENOUGH + 100, 6));
    assert!(matches!(solve_keys(&samples, 64), KeySolution::Unknown));
}
