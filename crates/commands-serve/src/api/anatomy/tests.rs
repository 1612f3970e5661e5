//! Anatomies of positions of random games, against hashes from scratch.

use std::collections::BTreeSet;

use serde_json::Value;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Move, Position};
use zobrist::source::SplitMix64;
use zobrist::{Combine, Key, Source};
use zobrist_chess::{AnyScheme, ChessLayout, ComposedScheme, EnPassant, Scheme};
use zobrist_shakmaty::{for_each_feature, hash, read_variant_position};

use super::super::super::line::PlayedLine;
use super::super::super::schemes::NamedScheme;
use super::anatomy;

/// All built-in schemes, the other widths, and one that adds keys.
fn schemes() -> Vec<ComposedScheme> {
    let mut schemes: Vec<ComposedScheme> = AnyScheme::NAMES.into_iter().map(named).collect();
    for bits in [32, 128] {
        let AnyScheme::BuiltIn(id) = AnyScheme::named("zobrist").unwrap() else { panic!() };
        schemes.push(AnyScheme::from(id.with_bits(bits).unwrap()).to_composed());
    }
    schemes.push(sum());
    schemes
}

fn named(name: &str) -> ComposedScheme {
    AnyScheme::named(name).unwrap().to_composed()
}

/// A scheme whose keys combine by a sum of 48 bits.
fn sum() -> ComposedScheme {
    let layout = ChessLayout::POLYGLOT_SETS;
    let keys: Vec<u128> = Source::xoshiro256_plus_plus(7)
        .sequential()
        .words(layout.layout(), 64)
        .into_iter()
        .map(|key| key >> 16)
        .collect();
    ComposedScheme::new("added", layout, EnPassant::Always, 48, Combine::Sum(48), &keys).unwrap()
}

/// Plays random moves: captures en passant first, then castling and promotions, then others.
fn game(start: &VariantPosition, plies: usize, seed: u64) -> Vec<Move> {
    let mut random = SplitMix64::new(seed);
    let (mut position, mut moves) = (start.clone(), Vec::new());
    while moves.len() < plies {
        let legal = position.legal_moves();
        let kinds: [fn(&Move) -> bool; 3] =
            [|m| m.is_en_passant(), |m| m.is_castle() || m.is_promotion(), |_| true];
        let found = kinds.iter().map(|is_kind| legal.iter().copied().filter(is_kind).collect());
        let Some(choice) = found.into_iter().find(|moves: &Vec<Move>| !moves.is_empty()) else {
            break;
        };
        let m = choice[(random.next_u64() % choice.len() as u64) as usize];
        position.play_unchecked(m);
        moves.push(m);
    }
    moves
}

/// The line of some moves.
fn line(start: &VariantPosition, moves: &[Move]) -> PlayedLine {
    let mut position = start.clone();
    let after = moves.iter().map(|m| {
        position.play_unchecked(*m);
        position.clone()
    });
    PlayedLine { start: start.clone(), moves: moves.to_vec(), after: after.collect() }
}

/// The answer for a line, as JSON.
fn json(line: &PlayedLine, scheme: &ComposedScheme, schemes: &[ComposedScheme]) -> Value {
    let schemes: Vec<NamedScheme> = schemes.iter().cloned().map(NamedScheme::of).collect();
    let scheme = NamedScheme::of(scheme.clone());
    serde_json::to_value(anatomy(line, &scheme, &schemes)).unwrap()
}

/// Checks every field of an anatomy against the definitions.
fn assert_anatomy(start: &VariantPosition, moves: &[Move], scheme: &ComposedScheme) {
    let line = line(start, moves);
    let json = json(&line, scheme, &[]);
    let position = line.position();
    assert_eq!(json["hash"], word(scheme, hash(scheme, position).to_word()));
    let mut sum = 0;
    let mut words = Vec::new();
    for_each_feature(scheme, position, |feature| words.push(scheme.describe(feature)));
    let facts = json["features"].as_array().unwrap();
    assert_eq!(facts.iter().map(|fact| fact["text"].as_str().unwrap()).collect::<Vec<_>>(), words);
    facts.iter().for_each(|fact| sum = add(scheme, sum, number(&fact["key"])));
    assert_eq!(json["hash"], word(scheme, sum));

    match line.last_move() {
        Some((before, m)) => assert_change(scheme, &json["last"], before, m, position),
        None => assert!(json["last"].is_null()),
    }
    let legal = position.legal_moves();
    let changes = json["moves"].as_array().unwrap();
    assert_eq!(changes.len(), legal.len());
    for (change, m) in changes.iter().zip(legal) {
        let mut after = position.clone();
        after.play_unchecked(m);
        assert_change(scheme, change, position, m, &after);
    }
}

fn assert_change(
    scheme: &ComposedScheme,
    json: &Value,
    before: &VariantPosition,
    m: Move,
    after: &VariantPosition,
) {
    assert_eq!(json["uci"], m.to_uci(before.castles().mode()).to_string());
    let [old, new] = [before, after].map(|position| {
        let mut words = BTreeSet::new();
        for_each_feature(scheme, position, |feature| {
            words.insert(scheme.describe(feature));
        });
        words
    });
    let texts = |side: &str| -> BTreeSet<String> {
        let facts = json[side].as_array().unwrap().iter();
        facts.map(|fact| fact["text"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(texts("out"), &old - &new);
    assert_eq!(texts("in"), &new - &old);
    assert_eq!(json["before"], word(scheme, hash(scheme, before).to_word()));
    assert_eq!(json["after"], word(scheme, hash(scheme, after).to_word()));
    let mut sum = number(&json["before"]);
    for fact in json["out"].as_array().unwrap() {
        sum = subtract(scheme, sum, number(&fact["key"]));
    }
    for fact in json["in"].as_array().unwrap() {
        sum = add(scheme, sum, number(&fact["key"]));
    }
    assert_eq!(json["after"], word(scheme, sum), "{json}");
}

fn number(hex: &Value) -> u128 {
    u128::from_str_radix(hex.as_str().unwrap(), 16).unwrap()
}

fn word(scheme: &ComposedScheme, word: u128) -> String {
    format!("{word:0digits$x}", digits = scheme.bits() as usize / 4)
}

fn add(scheme: &ComposedScheme, sum: u128, key: u128) -> u128 {
    match scheme.combine() {
        Combine::Xor => sum ^ key,
        Combine::Sum(bits) => (sum + key) % (1 << bits),
    }
}

fn subtract(scheme: &ComposedScheme, sum: u128, key: u128) -> u128 {
    match scheme.combine() {
        Combine::Xor => sum ^ key,
        Combine::Sum(bits) => (sum + (1 << bits) - key) % (1 << bits),
    }
}

fn read(fen: &str, variant: Variant, mode: CastlingMode) -> VariantPosition {
    read_variant_position(fen.as_bytes(), variant, Some(mode)).unwrap()
}

#[test]
fn moves_change_what_the_positions_differ_in() {
    let starts = [
        VariantPosition::new(Variant::Chess),
        read(
            "r3k2r/1P4p1/8/2pPp3/3PpP2/8/1p4P1/R3K2R w KQkq c6",
            Variant::Chess,
            CastlingMode::Standard,
        ),
        read("1rk3br/8/8/8/8/8/8/1RK3BR w KQkq -", Variant::Chess, CastlingMode::Chess960),
    ];
    let mut played = [0; 4];
    for scheme in schemes() {
        for (seed, start) in starts.iter().enumerate() {
            let moves = game(start, 24, seed as u64);
            for m in &moves {
                let kinds = [m.is_castle(), m.is_en_passant(), m.is_promotion(), m.is_capture()];
                played
                    .iter_mut()
                    .zip(kinds)
                    .for_each(|(count, is_kind)| *count += usize::from(is_kind));
            }
            for ply in 0..=moves.len() {
                assert_anatomy(start, &moves[..ply], &scheme);
            }
        }
    }
    assert!(played.iter().all(|count| *count > 0), "{played:?}");
}

#[test]
fn variants_change_pockets_and_checks() {
    let zobrist = named("zobrist");
    let mut drops = 0;
    for variant in Variant::ALL {
        let start = VariantPosition::new(variant);
        let moves = game(&start, 60, 3);
        drops += moves.iter().filter(|m| m.from().is_none()).count();
        for ply in (0..=moves.len()).step_by(3) {
            assert_anatomy(&start, &moves[..ply], &zobrist);
        }
    }
    assert!(drops > 0);
}

#[test]
fn a_scheme_without_the_variant_says_so() {
    let start = VariantPosition::new(Variant::Crazyhouse);
    let json = json(&line(&start, &[]), &named("zobrist"), &[named("fide"), named("zobrist")]);
    let [fide, zobrist] = [0, 1].map(|scheme| json["schemes"][scheme].clone());
    assert!(
        fide["hash"].is_null()
            && fide["error"].as_str().unwrap().to_lowercase().contains("crazyhouse"),
        "{fide}"
    );
    assert_eq!(zobrist["hash"], json["hash"]);
    assert!(zobrist["error"].is_null());
}

#[test]
fn each_scheme_has_its_own_file_en_passant() {
    // A pawn stands beside e4, but its capture would leave the king in check.
    let start = read("8/8/8/8/k4p1R/8/4P3/4K3 w - -", Variant::Chess, CastlingMode::Standard);
    let e4 = start.legal_moves().into_iter().find(|m| m.to() == shakmaty::Square::E4).unwrap();
    let json = json(&line(&start, &[e4]), &named("polyglot"), &schemes());
    let files: Vec<(&str, Option<&str>)> = json["schemes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|scheme| (scheme["name"].as_str().unwrap(), scheme["en_passant"].as_str()))
        .collect();
    let e = Some("e");
    let expected = [
        ("polyglot", e),
        ("fide", None),
        ("fen", e),
        ("zobrist", None),
        ("stockfish-1.9", e),
        ("stockfish-2.3", e),
        ("stockfish-11", e),
        ("stockfish-15.1", e),
        ("stockfish-18", None),
        ("chess-768", None),
        ("chess-793", None),
        ("chess-832", None),
        ("chess-896", None),
        ("zobrist", None),
        ("zobrist", None),
        ("added", e),
    ];
    assert_eq!(files, expected);
}

#[test]
fn kinds_colors_and_squares() {
    let start = read("4k3/8/8/3pP3/8/8/8/R3K3 w Q d6", Variant::Chess, CastlingMode::Standard);
    let facts = |scheme: &str| -> Vec<String> {
        let json = json(&line(&start, &[]), &named(scheme), &[]);
        let facts = json["features"].as_array().unwrap().iter();
        let word = |value: &Value| value.as_str().unwrap_or("-").to_owned();
        facts
            .map(|fact| [&fact["kind"], &fact["color"], &fact["square"]].map(word).join(" "))
            .collect()
    };
    let pieces =
        ["pawn white e5", "pawn black d5", "rook white a1", "king white e1", "king black e8"];
    let polyglot = facts("polyglot");
    assert!(pieces.iter().all(|piece| polyglot.contains(&(*piece).to_owned())), "{polyglot:?}");
    assert_eq!(polyglot[5..], ["castling white -", "en passant - -", "turn white -"]);
    assert!(facts("zobrist").contains(&"castling white a1".to_owned()));
    assert!(facts("chess-896").contains(&"castling white -".to_owned()));
    assert!(facts("chess-832").contains(&"other - e4".to_owned()));
}
