//! Random positions, and schemes to hash them by. Whether the positions can occur in a game makes
//! no difference to the algebra.

use zobrist::source::SplitMix64;
use zobrist::{Combine, Source};
use zobrist_chess::{
    Castling, CastlingRights, ChessLayout, Clock, Color, ComposedScheme, Diagnosis, EnPassant,
    EnPassantCapture, EnPassantKeys, Part, Pieces, PositionParts, RightOrder, Role, Sample, Scheme,
    Turn, Variant, diagnose, fits,
};

/// The parts of a usual scheme.
pub(crate) const PARTS: [Part; 4] = [
    Part::Pieces(Pieces::of("PNBRQKpnbrqk")),
    Part::Castling(Castling::Rights(RightOrder::STANDARD)),
    Part::EnPassant(EnPassantKeys::File),
    Part::Turn(Turn::Of(Color::Black)),
];

/// The parts of a scheme in which everything has features that can.
pub(crate) const ALL_PARTS: [Part; 12] = [
    Part::Start,
    Part::Pieces(Pieces::of("PNBRQKpnbrqk")),
    Part::Castling(Castling::Sets(RightOrder::STANDARD)),
    Part::EnPassant(EnPassantKeys::File),
    Part::NoEnPassant,
    Part::EmptySquares,
    Part::Turn(Turn::Both),
    Part::Promoted,
    Part::Pocket,
    Part::Checks,
    Part::Variant,
    Part::Clock(Clock::new(14, 8, 18)),
];

/// Random keys for all slots of some parts.
pub(crate) fn keys(parts: &[Part], bits: u32) -> Vec<u128> {
    Source::xoshiro256_plus_plus(7).sequential().words(ChessLayout::of(parts).layout(), bits)
}

pub(crate) fn scheme(parts: &[Part], rule: EnPassant, bits: u32, keys: &[u128]) -> ComposedScheme {
    let layout = ChessLayout::of(parts);
    ComposedScheme::new("engine", layout, rule, bits, Combine::Xor, keys).unwrap()
}

/// The parts with one in the place of another of its sort, or without it.
pub(crate) fn with(parts: &[Part], changed: Part) -> Vec<Part> {
    let is_same_sort =
        |part: &Part| core::mem::discriminant(part) == core::mem::discriminant(&changed);
    parts.iter().map(|part| if is_same_sort(part) { changed } else { *part }).collect()
}

/// Random positions without hashes.
pub(crate) fn positions(count: usize, seed: u64) -> Vec<Sample> {
    let mut random = SplitMix64::new(seed);
    (0..count).map(|_| position(&mut random)).collect()
}

fn position(random: &mut SplitMix64) -> Sample {
    let mut below = |bound: u64| (random.next_u64() % bound) as usize;
    let mut board = [None; 64];
    let turn = if below(2) == 0 { Color::White } else { Color::Black };
    for color in Color::ALL {
        for role in Role::ALL {
            let most = if role == Role::Pawn { 9 } else { 3 };
            let count = if role == Role::King { 1 } else { below(most) };
            (0..count).for_each(|_| board[below(64)] = Some((color, role)));
        }
    }
    let right = |present: bool, file| present.then_some(file);
    let castling = CastlingRights {
        white: [right(below(2) == 0, 7), right(below(2) == 0, 0)],
        black: [right(below(2) == 0, 7), right(below(2) == 0, 0)],
    };
    let (mut always, mut beside, mut legal) = (None, None, None);
    if below(2) == 0 {
        let file = below(8);
        let captured = if turn == Color::White { 32 + file } else { 24 + file };
        board[captured] = Some((!turn, Role::Pawn));
        let capturing = if file == 0 { captured + 1 } else { captured - 1 };
        let class = below(3);
        board[capturing] = (class < 2).then_some((turn, Role::Pawn));
        let capture = EnPassantCapture::new(file as u8, if class < 2 { 1 << capturing } else { 0 });
        always = Some(capture);
        beside = (class < 2).then_some(capture);
        legal = (class < 1).then_some(capture);
    }
    let mut pieces = [[0; 6]; 2];
    for (square, piece) in board.into_iter().enumerate() {
        if let Some((color, role)) = piece {
            pieces[color as usize][role as usize] |= 1 << square;
        }
    }
    let mut position = PositionParts::new(pieces, turn);
    position.castling = castling;
    position.halfmoves = below(100) as u32;
    position.promoted = if below(4) == 0 { 1 << below(64) } else { 0 };
    position.pockets = core::array::from_fn(|_| core::array::from_fn(|_| below(3) as u8));
    position.checks = [below(4) as u8, below(4) as u8];
    position.variant = Variant::ALL[below(8)];
    let mut sample = Sample::new(0, position);
    (sample.always, sample.beside, sample.legal) = (always, beside, legal);
    sample
}

/// The samples with their hashes by a scheme.
pub(crate) fn hashed(scheme: &impl Scheme, samples: &[Sample]) -> Vec<Sample> {
    let hash = |sample: &Sample| {
        let mut sum = 0;
        scheme.for_each_feature(&sample.by(scheme.en_passant()), |feature| {
            sum ^= zobrist::Key::to_word(scheme.key(feature));
        });
        let mut sample = *sample;
        sample.hash = sum;
        sample
    };
    samples.iter().map(hash).collect()
}

/// The sentences of a diagnosis that explains all samples, with a scheme that does.
#[track_caller]
pub(crate) fn sentences(given: &impl Scheme, samples: &[Sample]) -> Vec<String> {
    sentences_of_most(given, samples, samples.len())
}

/// The sentences of a diagnosis that explains this number of samples.
#[track_caller]
pub(crate) fn sentences_of_most(
    given: &impl Scheme,
    samples: &[Sample],
    explained: usize,
) -> Vec<String> {
    let Diagnosis::Conventions(found) = diagnose(given, samples) else {
        panic!("conventions should be found");
    };
    let sentences = found.differences.iter().map(ToString::to_string).collect();
    assert_eq!((found.fits, found.of), (explained, samples.len()), "{sentences:?}");
    assert_eq!(fits(&found.scheme, samples), found.fits);
    assert_eq!(found.scheme.name(), given.name());
    sentences
}
