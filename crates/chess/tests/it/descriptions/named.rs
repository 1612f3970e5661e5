//! The schemes that have names, compiled in and composed.

use zobrist::gf2::rank;
use zobrist_chess::{
    AnyScheme, ComposeError, Fide, PositionParts, STOCKFISH, Scheme, SchemeDescription, SchemeId,
    with_any_scheme, with_scheme,
};

use super::{ROOKIE, assert_equal, composed, hash, parsed, start, words};

fn words_of_stockfish() -> Vec<u128> {
    STOCKFISH.as_slice().iter().map(|key| u128::from(*key)).collect()
}

#[test]
fn descriptions_of_compiled_schemes_are_those_schemes() {
    for id in SchemeId::ALL {
        let description = SchemeDescription::of(&id.into());
        let again = parsed(&description.to_string());
        let scheme = again.compose(None).unwrap();
        with_scheme!(id, expected => assert_equal(&scheme, &expected));
        with_scheme!(id, expected => assert_eq!(scheme.source(), expected.source()));
        match AnyScheme::of_description(&again, None).unwrap() {
            AnyScheme::BuiltIn(found) => assert_eq!(found, id),
            AnyScheme::Composed(_) => panic!("{id}"),
        }
    }
    let other = ROOKIE.replace("rookie", "castle");
    let other = AnyScheme::of_description(&parsed(&other), None).unwrap();
    assert!(matches!(other, AnyScheme::Composed(_)));
}

#[test]
fn fide_is_described_as_documented() {
    let expected = r#"name     = "fide"
bits     = 64
combine  = "xor"
keys     = { source = "polyglot" }
layout   = ["pieces", "castling", "en-passant", "turn"]
[pieces]
order    = "pPnNbBrRqQkK"
squares  = { first = "a1", run = "rank" }
index    = "piece-square"
[turn]
key-for  = "white"
[castling]
keys     = "rights"
order    = "KQkq"
[en-passant]
keys     = "file"
counts   = "legal"
"#;
    assert_eq!(SchemeDescription::of(&SchemeId::Fide.into()).to_string(), expected);
    assert_equal(&composed(expected), &Fide);
}

#[test]
fn names_of_built_in_schemes_have_the_built_in_values() {
    let refused = |text: &str| parsed(text).compose(None).map(|_| ()).unwrap_err();
    for name in AnyScheme::NAMES {
        let text = ROOKIE.replace("rookie", name);
        let is_built_in = true;
        assert_eq!(refused(&text), ComposeError::Reserved { name: name.into(), is_built_in });
        let text = SchemeDescription::of(&AnyScheme::named(name).unwrap()).to_string();
        parsed(&text).compose(None).unwrap();
        // Any other convention or key is refused.
        for (old, new) in [
            ("first = \"a1\"", "first = \"h8\""),
            ("counts   = \"legal\"", "counts   = \"always\""),
            ("counts   = \"beside\"", "counts   = \"always\""),
            ("seed = 1970", "seed = 1971"),
            ("source = \"stockfish\"", "source = \"splitmix64\", seed = 1"),
            ("bits     = 64", "bits     = 128"),
        ] {
            // `zobrist` has other widths, and Polyglot's numbers have 64 bits.
            let other = text.replace(old, new);
            if other == text
                || new.ends_with("128") && ["zobrist", "polyglot", "fide", "fen"].contains(&name)
            {
                continue;
            }
            let other = parsed(&other).compose(None).map(|_| ());
            assert_eq!(
                other,
                Err(ComposeError::Reserved { name: name.into(), is_built_in }),
                "{new}"
            );
        }
        let more = text + "[secondary.king]\npieces = \"Kk\"\n";
        assert_eq!(refused(&more), ComposeError::Reserved { name: name.into(), is_built_in });
    }
    for name in ["stockfish", "stockfish-2020", "go", "go-situation"] {
        let text = ROOKIE.replace("rookie", name);
        let is_built_in = false;
        assert_eq!(refused(&text), ComposeError::Reserved { name: name.into(), is_built_in });
    }
    assert_eq!(
        refused(&ROOKIE.replace("rookie", "fide")).to_string(),
        "expected the built-in conventions and keys of the scheme `fide`, got others: a scheme of \
         your own has a name of its own"
    );
}

#[test]
fn stockfish_15_1_has_its_hashes() {
    let Some(AnyScheme::Composed(scheme)) = AnyScheme::named("stockfish-15.1") else {
        panic!("it is composed");
    };
    assert_eq!(hash(&scheme, &start(u64::MAX)), 0x8f8f_01d4_562f_59fb);
    assert_eq!(words(&scheme)[..794], words_of_stockfish());
    let mut late = start(u64::MAX);
    let at = |clock, position: &mut PositionParts| {
        position.halfmoves = clock;
        hash(&scheme, position) ^ 0x8f8f_01d4_562f_59fb
    };
    assert_eq!(at(13, &mut late), 0);
    assert_eq!(at(14, &mut late), 1_442_695_040_888_963_407);
    assert_eq!(at(21, &mut late), 1_442_695_040_888_963_407);
    assert_eq!(at(22, &mut late), 7_806_831_264_735_756_412);
    // The pawns with the key of no pawns, and the material by the first squares.
    let stockfish = words_of_stockfish();
    let pawn = scheme.secondary("pawn").unwrap();
    let expected = (8..16)
        .chain(6 * 64 + 48..6 * 64 + 56)
        .fold(stockfish[793], |sum, slot| sum ^ stockfish[slot]);
    assert_eq!(hash(&pawn, &start(u64::MAX)), expected);
    let material = scheme.secondary("material").unwrap();
    let counts = [8, 2, 2, 2, 1, 1];
    let expected = (0..12).flat_map(|piece| (0..counts[piece % 6]).map(move |n| 64 * piece + n));
    let expected = expected.fold(0, |sum, slot| sum ^ stockfish[slot]);
    assert_eq!(hash(&material, &start(u64::MAX)), expected);
    let text = SchemeDescription::of(&scheme.into()).to_string();
    assert!(text.contains("keys     = { source = \"stockfish\" }\n"), "{text}");
    assert!(
        text.contains("keys     = \"lcg(6364136223846793005,1442695040888963407)\"\n"),
        "{text}"
    );
    assert!(!text.contains("count "), "{text}");
}

/// The specification's tables of the composed schemes.
#[test]
fn built_in_schemes_have_the_documented_values() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schemes.md");
    let docs = std::fs::read_to_string(path).unwrap();
    assert!(docs.contains(ROOKIE));
    for name in &AnyScheme::NAMES[4..] {
        let scheme = AnyScheme::named(name).unwrap();
        let hash = with_any_scheme!(&scheme, scheme => hash(&scheme, &start(u64::MAX)));
        let line = format!("| `{name}` | 64 | `{}` | `{hash:016x}` |", scheme.fingerprint());
        assert!(docs.contains(&line), "{line}");
    }
    let keys: Vec<u64> = match AnyScheme::named("chess-896").unwrap() {
        AnyScheme::Composed(scheme) => words(&scheme).into_iter().map(|key| key as u64).collect(),
        AnyScheme::BuiltIn(_) => panic!("it is composed"),
    };
    assert_eq!(rank(&keys), 64);
}

/// A secondary key is no hash of whole positions: nothing that is stored by one opens as the other.
#[test]
fn a_secondary_key_has_a_fingerprint_of_its_own() {
    let AnyScheme::Composed(scheme) = AnyScheme::named("stockfish-15.1").unwrap() else {
        panic!("it is composed")
    };
    let [pawn, material] = ["pawn", "material"].map(|name| scheme.secondary(name).unwrap());
    assert!(pawn.is_secondary() && !scheme.is_secondary());
    assert_ne!(pawn.fingerprint(), scheme.fingerprint());
    assert_ne!(pawn.fingerprint(), material.fingerprint());
    // With other secondary keys, the hash is the main one again.
    let without = pawn.with_secondary(Vec::new());
    assert!(!without.is_secondary());
    assert_eq!(without.keys(), scheme.keys());
}
