//! The canonical text, and texts of any composition.

use proptest::prelude::*;
use zobrist::source::Join;
use zobrist::{Combine, Fingerprint, Source};
use zobrist_chess::{
    Also, AnyScheme, Castling, ChessLayout, Clock, Color, ComposedScheme, Corner, CountKeys,
    EnPassant, EnPassantKeys, Part, PieceSet, Pieces, RightOrder, Role, Run, Scheme,
    SchemeDescription, SecondaryKey, Squares, Turn,
};

use super::{ROOKIE, assert_equal, composed, parsed, words};

#[test]
fn canonical_text_is_one_text_for_one_scheme() {
    let scheme = composed(
        &(ROOKIE.to_owned()
            + "[start]\nkey = \"ff\"\n[secondary.b]\npieces = \"Bb\"\n[secondary.a]\npieces = \"K\"\nalso = [\"turn\", \"start\"]\n"),
    );
    let text = scheme.to_text();
    let keys: String =
        words(&scheme).iter().map(|key| format!("    \"0x{key:016x}\",\n")).collect();
    let rest = ROOKIE
        .split_once("layout   =")
        .unwrap()
        .1
        .replace("\"en-passant\"]", "\"en-passant\", \"start\"]");
    let expected = format!(
        "name     = \"rookie\"\nbits     = 64\ncombine  = \"xor\"\nkeys     = {{ hex = [\n{keys}] }}\n\
         layout   ={rest}\
         [secondary.a]\npieces   = \"K\"\nby       = \"square\"\nalso     = [\"start\", \"turn\"]\n\
         [secondary.b]\npieces   = \"Bb\"\nby       = \"square\"\nalso     = []\n"
    );
    assert_eq!(text, expected);
    // Read from its own text, with all keys listed, it is the same.
    assert_eq!(composed(&text).to_text(), text);
    assert_eq!(composed(&text).fingerprint(), scheme.fingerprint());
    assert_eq!(Fingerprint::of_text(&text), scheme.fingerprint());
}

#[test]
fn canonical_texts_of_built_in_schemes_parse_back() {
    for name in AnyScheme::NAMES {
        if let AnyScheme::Composed(scheme) = AnyScheme::named(name).unwrap() {
            let again = composed(&scheme.to_text());
            assert_equal(&again, &scheme);
            assert_eq!(again.secondary_keys(), scheme.secondary_keys());
            assert_eq!(again.to_text(), scheme.to_text());
            let described = SchemeDescription::of(&scheme.clone().into()).to_string();
            assert_eq!(composed(&described).to_text(), scheme.to_text());
            assert_eq!(composed(&described).source(), scheme.source());
        }
    }
}

fn pieces() -> impl Strategy<Value = Pieces> {
    let order = Just("PNBRQKpnbrqk".chars().collect::<Vec<_>>()).prop_shuffle();
    let first = prop::sample::select(vec![Corner::A1, Corner::H1, Corner::A8, Corner::H8]);
    let run = prop::sample::select(vec![Run::Rank, Run::File]);
    (order, first, run, any::<bool>()).prop_map(|(order, first, run, by_square)| {
        let pieces = Pieces::of(&order.into_iter().collect::<String>()).on(Squares { first, run });
        if by_square { pieces.by_square() } else { pieces }
    })
}

/// Any parts in any order.
fn parts() -> impl Strategy<Value = Vec<Part>> {
    let order = Just(['K', 'Q', 'k', 'q']).prop_shuffle();
    let order =
        order.prop_map(|order| RightOrder::parse(&order.iter().collect::<String>()).unwrap());
    let castling = (order, 0..10_usize).prop_map(|(order, choice)| {
        let all = [
            Castling::Rights(order),
            Castling::LostRights(order),
            Castling::SideSets(order, Color::White),
            Castling::SideSets(order, Color::Black),
            Castling::Sets(order),
            Castling::RookSquares,
            Castling::RookFiles,
            Castling::Kings,
            Castling::Slots,
        ];
        all.get(choice).copied().map(Part::Castling)
    });
    let en_passant = prop::option::of(prop::sample::select(vec![
        EnPassantKeys::File,
        EnPassantKeys::SideFiles(Color::White),
        EnPassantKeys::SideFiles(Color::Black),
        EnPassantKeys::Square,
        EnPassantKeys::CapturedPawn,
        EnPassantKeys::CapturingPawn,
        EnPassantKeys::Slots,
    ]));
    let turn = prop::option::of(prop::sample::select(vec![
        Turn::Of(Color::White),
        Turn::Of(Color::Black),
        Turn::Both,
        Turn::Slot,
    ]));
    let clock = prop::option::of(prop_oneof![
        (0..100_u32, 1..20_u32, 1..40_u32)
            .prop_map(|(from, step, count)| Clock::new(from, step, count)),
        (0..=150_u32, 1..20_u32).prop_map(|(from, step)| Clock::new(
            from,
            step,
            (150 - from) / step + 1
        )),
    ]);
    let plain = prop::sample::subsequence(
        vec![
            Part::NoEnPassant,
            Part::EmptySquares,
            Part::Start,
            Part::NoPawns,
            Part::Promoted,
            Part::Checks,
            Part::Variant,
        ],
        0..=7,
    );
    let pocket = prop_oneof![
        Just(None),
        Just(Some(Part::Pocket)),
        (1..20_u8).prop_map(|count| Some(Part::PocketCounts(count)))
    ];
    let plain = (plain, pocket).prop_map(|(mut plain, pocket)| {
        plain.extend(pocket);
        plain
    });
    (pieces(), castling, en_passant, turn, clock, plain)
        .prop_map(|(pieces, castling, en_passant, turn, clock, mut parts)| {
            parts.push(Part::Pieces(pieces));
            parts.extend(castling);
            parts.extend(en_passant.map(Part::EnPassant));
            parts.extend(turn.map(Part::Turn));
            parts.extend(clock.map(Part::Clock));
            parts
        })
        .prop_shuffle()
}

fn is_pawns(keys: EnPassantKeys) -> bool {
    matches!(keys, EnPassantKeys::CapturedPawn | EnPassantKeys::CapturingPawn)
}

fn secondary(layout: ChessLayout) -> impl Strategy<Value = Vec<SecondaryKey>> {
    let has = |is_such: fn(Part) -> bool| layout.parts().any(is_such);
    // In the order in which they are written.
    let also = [
        (Also::Start, has(|part| part == Part::Start)),
        (Also::NoPawns, has(|part| part == Part::NoPawns)),
        (Also::Turn, has(|part| matches!(part, Part::Turn(_)))),
        // Kings and pawns that are pieces of their own count as pieces.
        (
            Also::Castling,
            has(|part| matches!(part, Part::Castling(keys) if keys != Castling::Kings)),
        ),
        (Also::EnPassant, has(|part| matches!(part, Part::EnPassant(keys) if !is_pawns(keys)))),
    ];
    let all: Vec<Also> = also.into_iter().filter_map(|(also, has)| has.then_some(also)).collect();
    let strides = layout.pieces().is_by_square();
    let counts = (0..64_u8, prop::option::of(1..=64_u8), any::<bool>()).prop_map(
        move |(offset, stride, of_total)| {
            let mut counts = CountKeys::default();
            (counts.offset, counts.of_total) = (offset, of_total);
            counts.stride = stride.filter(|_| !strides);
            counts
        },
    );
    let by_count = prop::option::of(counts);
    let key = (1..4096_u32, by_count, prop::sample::subsequence(all.clone(), 0..=all.len()));
    prop::collection::btree_map("[a-z]{1,3}([-._][a-z0-9]{1,3})?", key, 0..3).prop_map(|keys| {
        let one =
            |(name, (pieces, by_count, also)): (String, (u32, Option<CountKeys>, Vec<Also>))| {
                let mut set = PieceSet::NONE;
                for bit in (0..12).filter(|bit| pieces >> bit & 1 == 1) {
                    set = set.with(Color::ALL[bit / 6], Role::ALL[bit % 6]);
                }
                let mut key = SecondaryKey::new(name, set);
                (key.by_count, key.also) = (by_count.is_some(), also);
                key.counts = by_count.unwrap_or_default();
                key
            };
        keys.into_iter().map(one).collect()
    })
}

fn schemes() -> impl Strategy<Value = ComposedScheme> {
    let width = prop::sample::select(vec![
        (16, Combine::Xor),
        (24, Combine::Xor),
        (24, Combine::Sum(24)),
        (32, Combine::Xor),
        (64, Combine::Xor),
        (128, Combine::Xor),
        (47, Combine::Sum(47)),
        (48, Combine::Sum(48)),
        (64, Combine::Sum(64)),
    ]);
    let rule =
        prop::sample::select(vec![EnPassant::Always, EnPassant::PseudoLegal, EnPassant::Legal]);
    (parts(), width, rule, any::<u64>(), 0..4_u32)
        .prop_flat_map(|(parts, width, rule, seed, origin)| {
            let layout = ChessLayout::of(&parts);
            secondary(layout)
                .prop_map(move |secondary| (layout, width, rule, seed, origin, secondary))
        })
        .prop_map(|(layout, (bits, combine), rule, seed, origin, secondary)| {
            let is_keyed =
                layout.parts().any(|part| matches!(part, Part::EnPassant(_) | Part::NoEnPassant));
            let rule = if is_keyed { rule } else { EnPassant::Always };
            let source = match origin {
                0 => Source::bch(seed, 2048),
                1 => {
                    let join = Join::shifted(&[3, 40]).without(seed as u8 % 2).low(31);
                    let source = Source::pcg32(seed).stream(seed).sequential().joined(join);
                    source.skip(seed as u32 % 100)
                }
                2 => Source::splitmix64(seed).skip(seed as u32 % 3).overlapping(),
                // A source that no name stands for.
                _ => Source::jsf64(seed).overlapping(),
            };
            let keys = source.words(layout.layout(), bits);
            let scheme = ComposedScheme::new("any", layout, rule, bits, combine, &keys).unwrap();
            scheme.from_source(source).with_secondary(secondary)
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    /// Both texts of any scheme describe it.
    #[test]
    fn texts_parse_back(scheme in schemes()) {
        let canonical = scheme.to_text();
        let again = composed(&canonical);
        assert_equal(&again, &scheme);
        prop_assert_eq!(again.secondary_keys(), scheme.secondary_keys());
        prop_assert_eq!(again.to_text(), canonical.clone());

        let description = SchemeDescription::of(&scheme.clone().into());
        let text = description.to_string();
        let again = composed(&text);
        assert_equal(&again, &scheme);
        prop_assert_eq!(again.to_text(), canonical);
        prop_assert_eq!(parsed(&text).to_string(), text);
        if scheme.source().unwrap().source_name().is_some() {
            prop_assert_eq!(again.source(), scheme.source());
        }
    }

    /// No text makes the parser panic.
    #[test]
    fn no_text_panics(at in 0..ROOKIE.len(), length in 0..12_usize, new in "[ -~\n]{0,6}") {
        let mut text = ROOKIE.to_owned();
        text.replace_range(at..(at + length).min(ROOKIE.len()), &new);
        if let Ok(description) = SchemeDescription::parse(&text) {
            let _ = description.compose(None);
        }
    }
}
