//! Twins of positions of random games.

use std::collections::BTreeSet;

use serde_json::Value;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Chess};
use zobrist_chess::{AnyScheme, ComposedScheme};
use zobrist_shakmaty::{hash, random_position, read_position, read_variant_position};

use super::super::super::schemes::NamedScheme;
use super::{DEFAULT_SEED, features, hex, twin};

fn named(name: &str) -> ComposedScheme {
    AnyScheme::named(name).unwrap().to_composed()
}

fn json(position: &VariantPosition, scheme: &ComposedScheme, seed: u64) -> Value {
    serde_json::to_value(twin(position, &NamedScheme::of(scheme.clone()), seed).unwrap()).unwrap()
}

fn read(fen: &Value) -> VariantPosition {
    let fen = fen.as_str().unwrap().as_bytes();
    read_position::<Chess>(fen, Some(CastlingMode::Standard)).unwrap().into()
}

fn texts(facts: &Value) -> BTreeSet<String> {
    let facts = facts.as_array().unwrap().iter();
    facts.map(|fact| fact["text"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_scheme_of_64_bits_by_xor_has_twins() {
    for (seed, name) in AnyScheme::NAMES.into_iter().enumerate() {
        let scheme = named(name);
        let position = VariantPosition::from(random_position(seed as u64));
        let json = json(&position, &scheme, DEFAULT_SEED);
        let (first, second) = (read(&json["fen"]), read(&json["twin"]));
        assert_ne!(first, second);
        assert_eq!(json["hash"], hex(&scheme, hash(&scheme, &first)));
        assert_eq!(json["hash"], hex(&scheme, hash(&scheme, &second)));
        let keys = [&json["out"], &json["in"]];
        let facts = keys.iter().flat_map(|facts| facts.as_array().unwrap());
        let sum = facts.fold(0, |sum, fact| {
            sum ^ u64::from_str_radix(fact["key"].as_str().unwrap(), 16).unwrap()
        });
        assert_eq!(sum, 0, "{json}");
        let [own, forged] = [first, second].map(|position| features(&scheme, &position));
        let words = |features: BTreeSet<_>| -> BTreeSet<String> {
            features.into_iter().map(|feature| scheme.describe(feature)).collect()
        };
        assert_eq!(texts(&json["out"]), words(&own - &forged));
        assert_eq!(texts(&json["in"]), words(&forged - &own));
    }
}

#[test]
fn a_position_that_a_known_dependency_fits_has_a_twin_nine_features_apart() {
    let fen = "8/7P/p7/8/P7/8/8/K2k4 w - - 0 1";
    let position = read(&Value::from(fen));
    for name in ["polyglot", "fide", "fen"] {
        let json = json(&position, &named(name), DEFAULT_SEED);
        assert_eq!(json["twin"], "2Q3q1/R7/8/1nR4R/8/8/8/K2k4 w - - 0 1");
        assert_eq!(json["hash"], "fec003d0db73b1cf");
        assert_eq!(
            [&json["out"], &json["in"]].map(|facts| facts.as_array().unwrap().len()),
            [3, 6]
        );
    }
    // Its keys are others.
    assert_ne!(json(&position, &named("zobrist"), 1)["hash"], "fec003d0db73b1cf");
}

#[test]
fn a_seed_gives_one_twin() {
    let (position, scheme) = (VariantPosition::default(), named("fide"));
    assert_eq!(json(&position, &scheme, 5), json(&position, &scheme, 5));
    assert_ne!(json(&position, &scheme, 5), json(&position, &scheme, 6));
}

#[test]
fn positions_and_schemes_without_twins_say_so() {
    let error = |position: &VariantPosition, scheme: &ComposedScheme| {
        twin(position, &NamedScheme::of(scheme.clone()), DEFAULT_SEED).unwrap_err().to_string()
    };
    let Some(AnyScheme::BuiltIn(id)) = AnyScheme::named("zobrist") else {
        panic!("a built-in scheme")
    };
    let wide = AnyScheme::from(id.with_bits(128).unwrap()).to_composed();
    let zobrist = named("zobrist");
    let start = VariantPosition::default();
    assert!(error(&start, &wide).contains("got one of 128"));
    let crazyhouse = VariantPosition::new(Variant::Crazyhouse);
    assert!(error(&crazyhouse, &zobrist).to_lowercase().contains("got one of crazyhouse"));
    let fen = b"1rk3br/8/8/8/8/8/8/1RK3BR w KQkq -";
    let chess960 = read_variant_position(fen, Variant::Chess, Some(CastlingMode::Chess960));
    assert!(error(&chess960.unwrap(), &zobrist).contains("Chess960"));
}
