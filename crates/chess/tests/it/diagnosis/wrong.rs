//! Hashes with errors of their own, and hashes that follow from nothing.

use zobrist::source::SplitMix64;
use zobrist::{Combine, Keys, Source};
use zobrist_chess::{
    Castling, ChessLayout, Color, ComposedScheme, Diagnosis, EnPassant, Part, Pieces, RightOrder,
    Role, Sample, Scheme, Turn, diagnose,
};

use super::positions::{
    ALL_PARTS, PARTS, hashed, keys, positions, scheme, sentences, sentences_of_most, with,
};

/// Adds a key to some hashes: a program that forgets to take a pawn from e4.
fn plant(
    samples: &mut [Sample],
    given: &ComposedScheme,
    is_wrong: impl Fn(usize) -> bool,
) -> usize {
    let key = given.key(given.chess_layout().piece(Color::White, Role::Pawn, 28)).word();
    let mut wrong = 0;
    for (number, sample) in samples.iter_mut().enumerate() {
        if is_wrong(number) {
            sample.hash ^= key;
            wrong += 1;
        }
    }
    wrong
}

#[test]
fn conventions_are_found_although_some_hashes_are_wrong() {
    let sets = with(&PARTS, Part::Castling(Castling::Sets(RightOrder::STANDARD)));
    for parts in [&PARTS[..], &sets] {
        for bits in [32, 64, 128] {
            for one_in in [10, 3] {
                let keys = keys(parts, bits);
                let given = scheme(parts, EnPassant::Always, bits, &keys);
                let others = with(parts, Part::Turn(Turn::Of(Color::White)));
                let others = with(&others, Part::Pieces(Pieces::of("pPnNbBrRqQkK")));
                let other = scheme(&others, EnPassant::PseudoLegal, bits, &keys);
                let mut samples = hashed(&other, &positions(300, 9));
                let wrong = plant(&mut samples, &other, |number| number % one_in == 0);
                assert_eq!(
                    sentences_of_most(&given, &samples, 300 - wrong),
                    [
                        "the pieces are keyed in another order: order = \"pPnNbBrRqQkK\"",
                        "the turn is keyed for white: key-for = \"white\"",
                        "en passant counts where a pawn stands beside: counts = \"beside\"",
                    ],
                    "one in {one_in} wrong, {bits} bits"
                );
            }
        }
    }
}

#[test]
fn the_samples_that_are_wrong_are_those_that_do_not_fit() {
    let keys = keys(&PARTS, 64);
    let given = scheme(&PARTS, EnPassant::Always, 64, &keys);
    let mut samples = hashed(&given, &positions(100, 10));
    plant(&mut samples, &given, |number| number % 10 == 7);
    let Diagnosis::Conventions(found) = diagnose(&given, &samples) else { panic!() };
    assert_eq!(found.differences, []);
    let right = hashed(&found.scheme, &samples);
    for (number, (sample, right)) in samples.iter().zip(right).enumerate() {
        assert_eq!(sample.hash != right.hash, number % 10 == 7);
    }
}

#[test]
fn nothing_is_found_where_most_hashes_are_wrong() {
    let keys = keys(&PARTS, 64);
    let given = scheme(&PARTS, EnPassant::Always, 64, &keys);
    let mut samples = hashed(&given, &positions(100, 11));
    let mut random = SplitMix64::new(12);
    samples.iter_mut().skip(49).for_each(|sample| sample.hash = random.next_u64().into());
    assert!(matches!(diagnose(&given, &samples), Diagnosis::Unknown));
}

#[test]
fn nothing_is_found_for_random_hashes() {
    let cases: [(&[Part], u32, &[usize]); 4] = [
        (&PARTS, 32, &[0, 1, 3, 5, 6, 20]),
        (&PARTS, 64, &[2, 3, 4, 6, 30]),
        (&PARTS, 128, &[1, 2, 4]),
        (&ALL_PARTS, 64, &[3, 20]),
    ];
    for (parts, bits, counts) in cases {
        let given = scheme(parts, EnPassant::Always, bits, &keys(parts, bits));
        for count in counts {
            let mut random = SplitMix64::new(100);
            let mut samples = positions(*count, 13);
            for sample in &mut samples {
                let word = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
                sample.hash = word >> (128 - bits);
            }
            let diagnosis = diagnose(&given, &samples);
            assert!(matches!(diagnosis, Diagnosis::Unknown), "{count} of {bits} bits");
        }
    }
}

#[test]
fn nothing_is_found_for_other_keys() {
    let given = scheme(&PARTS, EnPassant::Always, 64, &keys(&PARTS, 64));
    let layout = ChessLayout::of(&PARTS);
    let others = Source::xoshiro256_plus_plus(8).sequential().words(layout.layout(), 64);
    let other = scheme(&PARTS, EnPassant::Always, 64, &others);
    for count in [3, 100] {
        let samples = hashed(&other, &positions(count, 14));
        assert!(matches!(diagnose(&given, &samples), Diagnosis::Unknown));
    }
}

#[test]
fn few_samples_say_nothing_but_what_they_can() {
    let keys = keys(&PARTS, 64);
    let given = scheme(&PARTS, EnPassant::Always, 64, &keys);
    let others = with(&PARTS, Part::Turn(Turn::Of(Color::White)));
    let other = scheme(&others, EnPassant::Always, 64, &keys);
    for count in 0..8 {
        let samples = hashed(&other, &positions(count, 15));
        if count < 3 {
            assert!(matches!(diagnose(&given, &samples), Diagnosis::Unknown), "{count}");
        } else {
            let expected = ["the turn is keyed for white: key-for = \"white\""];
            assert_eq!(sentences(&given, &samples), expected, "{count}");
        }
    }
}

#[test]
fn sums_are_not_tried() {
    let keys = keys(&PARTS, 64);
    let layout = ChessLayout::of(&PARTS);
    let sum =
        ComposedScheme::new("sum", layout, EnPassant::Always, 64, Combine::Sum(64), &keys).unwrap();
    assert!(matches!(diagnose(&sum, &positions(10, 16)), Diagnosis::NotTried));
}
