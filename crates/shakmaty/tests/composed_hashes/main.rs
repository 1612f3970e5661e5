//! Composed schemes: their hashes are those of a definition that reads facts from FEN, and follow
//! every move; and the fast way of the schemes that are compiled in has the features of their
//! layouts.

mod compositions;
mod facts;
#[expect(dead_code, reason = "`incremental.rs` uses all of them, and counts their cases")]
#[path = "../it/positions/mod.rs"]
mod positions;

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, EnPassantMode, Position, fen};
use zobrist::source::SplitMix64;
use zobrist::{Combine, Feature, Key};
use zobrist_chess::{AnyScheme, EnPassant, Fen, Fide, Polyglot, Scheme, Wide, Zobrist};
use zobrist_shakmaty::{Hashed, for_each_feature, hash, position_parts};

use compositions::Composition;
use positions::{Root, random_game};

/// Positions in which hashes often go wrong, of every variant.
const ROOTS: [(Variant, &[Root]); 9] = [
    (Variant::Chess, positions::CHESS),
    (Variant::Chess, positions::CHESS960),
    (Variant::Atomic, positions::ATOMIC),
    (Variant::Antichess, positions::ANTICHESS),
    (Variant::KingOfTheHill, positions::KING_OF_THE_HILL),
    (Variant::ThreeCheck, positions::THREE_CHECK),
    (Variant::Crazyhouse, positions::CRAZYHOUSE),
    (Variant::RacingKings, positions::RACING_KINGS),
    (Variant::Horde, positions::HORDE),
];

fn roots() -> impl Iterator<Item = VariantPosition> {
    ROOTS.into_iter().flat_map(|(variant, roots)| {
        roots.iter().map(move |(text, _)| {
            let setup = text.parse::<fen::Fen>().expect("a FEN").into_setup();
            let mode = CastlingMode::detect(&setup);
            VariantPosition::from_setup(variant, setup, mode).expect("a legal position")
        })
    })
}

fn text(position: &VariantPosition, mode: EnPassantMode) -> String {
    fen::Fen::from_position(position, mode).to_string()
}

/// The index of the feature of the variant.
fn variant_index(position: &VariantPosition) -> Option<usize> {
    let order = [
        Variant::Chess,
        Variant::Atomic,
        Variant::Antichess,
        Variant::KingOfTheHill,
        Variant::ThreeCheck,
        Variant::Crazyhouse,
        Variant::RacingKings,
        Variant::Horde,
    ];
    order.iter().position(|variant| *variant == position.variant()).filter(|index| *index > 0)
}

/// The definition of the hash of a position: the sum of the keys in the slots of its facts.
fn defined(composition: &Composition, position: &VariantPosition) -> u128 {
    let mode = match composition.en_passant {
        EnPassant::Legal => EnPassantMode::Legal,
        _ => EnPassantMode::Always,
    };
    let slots = facts::slots(composition, &text(position, mode), variant_index(position));
    let keys = slots.iter().map(|slot| composition.keys[*slot]);
    match composition.combine {
        Combine::Xor => keys.fold(0, |sum, key| sum ^ key),
        Combine::Sum(bits) => keys.sum::<u128>() % (1 << bits),
    }
}

type Game = Hashed<zobrist_chess::ComposedScheme, VariantPosition>;

#[track_caller]
fn assert_by_definition(composition: &Composition, game: &Game) {
    assert_eq!(
        game.hash().to_word(),
        defined(composition, game.position()),
        "{:?} by {:?}: {}",
        composition.parts,
        composition.en_passant,
        text(game.position(), EnPassantMode::Always)
    );
}

#[track_caller]
fn assert_from_scratch(game: &Game) {
    assert_eq!(
        game.hash(),
        hash(game.scheme(), game.position()),
        "{}",
        text(game.position(), EnPassantMode::Always)
    );
}

#[test]
fn layouts_have_the_sizes_of_their_parts() {
    for composition in compositions::all() {
        let size: usize = composition.parts.iter().map(|part| facts::size(*part)).sum();
        assert_eq!(composition.keys.len(), size);
        assert_eq!(composition.scheme.bits(), composition.bits);
    }
}

#[test]
fn hashes_are_those_of_the_definition_along_random_games() {
    let all = compositions::all();
    let mut random = SplitMix64::new(896);
    let (mut positions, mut special) = (0, [0; 4]);
    for start in roots() {
        let moves = random_game(&start, &mut random, 60);
        for m in &moves {
            let is = [m.is_castle(), m.is_en_passant(), m.is_promotion(), m.from().is_none()];
            special.iter_mut().zip(is).for_each(|(count, is)| *count += usize::from(is));
        }
        for composition in &all {
            let mut game = Hashed::new(composition.scheme.clone(), start.clone());
            assert_by_definition(composition, &game);
            for m in &moves {
                let expected = game.hash_after(*m);
                game.play_unchecked(*m);
                assert_eq!(game.hash(), expected);
                assert_by_definition(composition, &game);
                positions += 1;
            }
        }
    }
    assert!(
        positions > 20_000 && special.iter().all(|count| *count > 5),
        "{positions} {special:?}"
    );
}

/// Every move of the trees, and a null move where there is one, and back.
#[test]
fn hashes_follow_every_move_of_trees() {
    fn below(composition: &Composition, game: &mut Game, depth: u32, null_moves: &mut usize) {
        let before = game.hash();
        if let Some(undo) = game.make_null_move() {
            assert_by_definition(composition, game);
            game.unmake(undo);
            assert_eq!(game.hash(), before);
            *null_moves += 1;
        }
        if depth == 0 {
            return;
        }
        for m in game.position().legal_moves() {
            let undo = game.make(m);
            assert_from_scratch(game);
            below(composition, game, depth - 1, null_moves);
            game.unmake(undo);
            assert_eq!(game.hash(), before);
        }
    }
    let mut null_moves = 0;
    for composition in compositions::all() {
        for start in roots() {
            let mut game = Hashed::new(composition.scheme.clone(), start);
            below(&composition, &mut game, 1, &mut null_moves);
        }
    }
    assert!(null_moves > 10_000, "{null_moves}");
}

fn sorted(mut features: Vec<Feature>) -> Vec<Feature> {
    features.sort_unstable();
    features
}

/// [`for_each_feature`] has the features that the layout gives the parts of the position.
fn assert_fast_way(scheme: &impl Scheme, position: &VariantPosition) {
    let (mut fast, mut slow) = (Vec::new(), Vec::new());
    for_each_feature(scheme, position, |feature| fast.push(feature));
    let parts = position_parts(position, scheme.en_passant());
    scheme.chess_layout().for_each_feature(&parts, |feature| slow.push(feature));
    assert_eq!(
        sorted(fast),
        sorted(slow),
        "{}: {}",
        scheme.name(),
        text(position, EnPassantMode::Always)
    );
}

#[test]
fn the_fast_way_has_the_features_of_the_layout() {
    let check = |position: &VariantPosition| {
        assert_fast_way(&Polyglot, position);
        assert_fast_way(&Fide, position);
        assert_fast_way(&Fen, position);
        assert_fast_way(&Zobrist::<u32>::new(), position);
        assert_fast_way(&Zobrist::<u64>::new(), position);
        assert_fast_way(&Zobrist::<u128>::new(), position);
        assert_fast_way(&Wide(Fen), position);
    };
    let mut random = SplitMix64::new(781);
    for mut position in roots().chain(Variant::ALL.map(VariantPosition::new)) {
        check(&position);
        for m in random_game(&position, &mut random, 150) {
            position.play_unchecked(m);
            check(&position);
        }
    }
}

/// A scheme that is compiled in and the same scheme composed have the same hashes, kept and from
/// scratch.
#[test]
fn schemes_that_are_compiled_in_are_the_same_composed() {
    fn along<S: Scheme>(scheme: &S, game: &mut Game, moves: &[shakmaty::Move]) {
        let mut same = Hashed::new(scheme.clone(), game.position().clone());
        for m in moves {
            game.play_unchecked(*m);
            same.play_unchecked(*m);
            assert_eq!(same.hash().to_word(), game.hash().to_word(), "{}", scheme.name());
        }
    }
    let mut random = SplitMix64::new(768);
    for start in roots() {
        let moves = random_game(&start, &mut random, 60);
        for name in ["polyglot", "fide", "fen", "zobrist"] {
            let any = AnyScheme::named(name).expect("a built-in scheme");
            let mut game = Hashed::new(any.to_composed(), start.clone());
            zobrist_chess::with_any_scheme!(&any, scheme => along(&scheme, &mut game, &moves));
        }
    }
}
