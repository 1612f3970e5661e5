//! Constants that all hashes of a log have besides, or all of some positions, and other forms in
//! which hashes are written.

use zobrist::{AnyKey, Differences, Feature, Group, Key, Keys};
use zobrist_chess::{ChessFeature, Color, ComposedScheme, PositionParts, Sample, Scheme};

/// True if the hash of a line is the one by a scheme.
pub(crate) fn is_right(scheme: &ComposedScheme, sample: &Sample) -> bool {
    hash(scheme, sample).to_word() == sample.hash
}

/// The hash of the position of a line by a scheme.
pub(crate) fn hash(scheme: &ComposedScheme, sample: &Sample) -> AnyKey {
    let mut sum = scheme.hash_of(0);
    let position = sample.by(scheme.en_passant());
    scheme.for_each_feature(&position, |feature| sum = sum.plus(scheme.key(feature)));
    sum
}

/// The largest number of keys of which a constant is made.
const MOST: usize = 4;

/// Names a constant by the features whose keys make it: `the key of en passant file h`. `None` if
/// there are none, or several.
pub(crate) fn names(scheme: &ComposedScheme, constant: AnyKey) -> Option<String> {
    let sets = sets(scheme, constant)?;
    let describe = |feature: &Feature| scheme.describe(*feature);
    let one = |set: &Vec<Feature>| set.iter().map(describe).collect::<Vec<_>>().join(" and ");
    let size = sets.first()?.len();
    let names = sets.iter().map(one).collect::<Vec<_>>().join(", or that of ");
    Some(match size {
        1 => format!("the key of {names}"),
        _ => format!("the sum of the keys of {names}"),
    })
}

/// The smallest sets of features whose keys make a constant, up to three.
fn sets(scheme: &ComposedScheme, constant: AnyKey) -> Option<Vec<Vec<Feature>>> {
    let keys = scheme.keys();
    if keys.len() > 2048 || constant == scheme.hash_of(0) {
        return None;
    }
    let differences = Differences::new(keys);
    // Among N sets, chance finds one in N/2^bits.
    let bits = scheme.bits() as i32;
    let is_sound = |size: usize| (keys.len() as f64).powi(size as i32) < 2_f64.powi(bits - 20);
    let found = (1..=MOST).take_while(|size| is_sound(*size)).find_map(|size| {
        let sets = differences.explain_all(constant, scheme.hash_of(0), size, 64);
        (!sets.is_empty()).then_some(sets)
    })?;
    let is_likely = |set: &Vec<Feature>| set.len() == 1 || are_of_one_kind(scheme, set);
    let likely: Vec<_> = found.into_iter().filter(is_likely).collect();
    (1..=3).contains(&likely.len()).then_some(likely)
}

fn are_of_one_kind(scheme: &ComposedScheme, set: &[Feature]) -> bool {
    let kind = |feature: &Feature| scheme.chess_layout().decode(*feature).map(Kind::of);
    set.iter().all(|feature| kind(feature) == kind(&set[0]))
}

/// The fact of a position that a feature is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    EnPassant,
    Castling,
    Turn,
    Other,
}

impl Kind {
    fn of(feature: ChessFeature) -> Kind {
        match feature {
            ChessFeature::EnPassant { .. }
            | ChessFeature::EnPassantSquare { .. }
            | ChessFeature::NoEnPassant
            | ChessFeature::CapturedPawn { .. }
            | ChessFeature::CapturingPawn { .. } => Kind::EnPassant,
            ChessFeature::CastlingRight { .. }
            | ChessFeature::CastlingRightLost { .. }
            | ChessFeature::CastlingSideRights { .. }
            | ChessFeature::CastlingRights(_)
            | ChessFeature::CastlingRook { .. } => Kind::Castling,
            ChessFeature::Turn(_) => Kind::Turn,
            _ => Kind::Other,
        }
    }
}

/// Positions of which all hashes have a constant besides, and no other has.
struct Condition {
    kind: Kind,
    words: &'static str,
    /// The words of a scheme file for it.
    description: &'static str,
    holds: fn(&PositionParts) -> bool,
}

const CONDITIONS: [Condition; 6] = [
    Condition {
        kind: Kind::EnPassant,
        words: "without a capture en passant that counts",
        description: ": \"no-en-passant\" in layout, with this key",
        holds: |position| position.en_passant.is_none(),
    },
    Condition {
        kind: Kind::EnPassant,
        words: "with a capture en passant that counts",
        description: "",
        holds: |position| position.en_passant.is_some(),
    },
    Condition {
        kind: Kind::Castling,
        words: "of positions without castling rights",
        description: "",
        holds: |position| !has_rights(position),
    },
    Condition {
        kind: Kind::Castling,
        words: "of positions with castling rights",
        description: "",
        holds: has_rights,
    },
    Condition {
        kind: Kind::Turn,
        words: "with White to move",
        description: "",
        holds: |position| position.turn == Color::White,
    },
    Condition {
        kind: Kind::Turn,
        words: "with Black to move",
        description: "",
        holds: |position| position.turn == Color::Black,
    },
];

fn has_rights(position: &PositionParts) -> bool {
    let rights = position.castling;
    rights.white.iter().chain(&rights.black).any(Option::is_some)
}

/// The smallest number of times that the positions of a log change between those with a constant
/// and those without, so that no error begins and ends there by chance.
const MIN_CHANGES: usize = 4;

/// Says that the hashes of some positions have a constant besides, if those of all lines are right
/// with it. An error that begins in the middle of a game, and stays, is no such constant: it has to
/// come and go with the positions, or be made of keys for what they have in common, and not of a
/// key that one of them had, which a program may have forgotten to remove.
pub(crate) fn words_of_some(scheme: &ComposedScheme, samples: &[Sample]) -> Option<String> {
    let first = samples.iter().find(|sample| !is_right(scheme, sample))?;
    let error = |sample: &Sample| scheme.hash_of(sample.hash).minus(hash(scheme, sample));
    let constant = error(first);
    let zero = scheme.hash_of(0);
    let holds = |condition: &&Condition| {
        let is_part = |sample: &Sample| (condition.holds)(&sample.by(scheme.en_passant()));
        let expected = |sample: &Sample| if is_part(sample) { constant } else { zero };
        let mut parts = samples.iter().map(is_part);
        let has_others = parts.any(|is_part| !is_part);
        has_others && samples.iter().all(|sample| error(sample) == expected(sample))
    };
    let condition = CONDITIONS.iter().find(holds)?;
    let sets = sets(scheme, constant);
    let kind = |feature: &Feature| scheme.chess_layout().decode(*feature).map(Kind::of);
    let had = |feature: &Feature| samples.iter().any(|sample| has(scheme, sample, *feature));
    let is_of_kind = |set: &Vec<Feature>| {
        set.iter().all(|feature| kind(feature) == Some(condition.kind) && !had(feature))
    };
    let is_named = sets.is_some_and(|sets| sets.iter().any(is_of_kind));
    let is_part = |sample: &Sample| (condition.holds)(&sample.by(scheme.en_passant()));
    let changes = samples.windows(2).filter(|two| is_part(&two[0]) != is_part(&two[1])).count();
    if !is_named && changes < MIN_CHANGES {
        return None;
    }
    Some(format!(
        "every hash {} has the constant {}{}; with it, the first {} different lines are right",
        condition.words,
        with_names(scheme, constant),
        condition.description,
        samples.len(),
    ))
}

/// True if the position of a line has a feature.
fn has(scheme: &ComposedScheme, sample: &Sample, feature: Feature) -> bool {
    let mut has = false;
    let position = sample.by(scheme.en_passant());
    scheme.for_each_feature(&position, |other| has |= other == feature);
    has
}

/// Says that all hashes have a constant besides, for schemes whose keys combine by a sum.
pub(crate) fn words_of_all(scheme: &ComposedScheme, samples: &[Sample]) -> Option<String> {
    let error = |sample: &Sample| scheme.hash_of(sample.hash).minus(hash(scheme, sample));
    let constant = error(samples.first()?);
    samples.iter().all(|sample| error(sample) == constant).then(|| {
        let constant = with_names(scheme, constant);
        format!(
            "every hash has the constant {constant}; with it, the first {} different lines are \
             right",
            samples.len(),
        )
    })
}

/// A constant in hex, and the features whose keys make it.
fn with_names(scheme: &ComposedScheme, constant: AnyKey) -> String {
    let digits = scheme.bits().div_ceil(4) as usize;
    let names = names(scheme, constant).map_or(String::new(), |names| format!(", {names}"));
    format!("0x{:0digits$x} besides{names}", constant.to_word())
}

/// Says that all hashes are right when they are read in another form.
pub(crate) fn words_of_form(scheme: &ComposedScheme, samples: &[Sample]) -> Option<String> {
    let bits = scheme.bits();
    let are_all = |form: &dyn Fn(u128, u128) -> bool| {
        samples.iter().all(|sample| form(sample.hash, hash(scheme, sample).to_word()))
    };
    let low = |word: u128| word & ((1 << (bits / 2)) - 1);
    let form = if bits.is_multiple_of(8)
        && are_all(&|got, right| got.swap_bytes() >> (128 - bits) == right)
    {
        "have their bytes in reverse order: print each as a number, and not byte by byte"
    } else if are_all(&|got, right| got == low(right) << (bits / 2) | right >> (bits / 2)) {
        "have their halves the other way round: write the high half first"
    } else if are_all(&|got, right| got == low(right)) {
        "are the low halves of those by the scheme: the program keeps or prints half of each"
    } else if are_all(&|got, right| got == right >> (bits / 2)) {
        "are the high halves of those by the scheme: the program keeps or prints half of each"
    } else {
        return None;
    };
    Some(format!("all hashes of the first {} different ones {form}", samples.len()))
}
