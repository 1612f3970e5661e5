//! Games start from the position, and by the rules, of their tags.

use shakmaty::CastlingMode;
use shakmaty::variant::Variant;
use zobrist_shakmaty::GameOptions;

use crate::recorded::{ANY, changed, refused, replayed};

/// Returns the first position of a game with these tags.
fn start(tags: &[(&str, &str)], options: GameOptions) -> (Variant, CastlingMode, String) {
    let mut text: String =
        tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    text += "\n*\n";
    let (result, mut recorded) = replayed(text.as_bytes(), options);
    assert_eq!(result.unwrap(), Some(0));
    let (_, variant, mode, fen) = recorded.positions.remove(0);
    (variant, mode, fen)
}

#[test]
fn games_start_from_the_fen_tag() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 5 40";
    let inner = "1r1k1r2/8/8/8/8/8/8/1R1K1R2 b KQ - 5 40";
    let standard = (Variant::Chess, CastlingMode::Standard);
    let chess960 = (Variant::Chess, CastlingMode::Chess960);
    let with = |tags: &[(&str, &str)], options| {
        let (variant, mode, fen) = start(tags, options);
        ((variant, mode), fen)
    };
    assert_eq!(with(&[("SetUp", "1"), ("FEN", fen)], ANY), (standard, fen.to_owned()));
    // Castling rights of rooks on other files make Chess960, with or without a `Variant` tag.
    assert_eq!(with(&[("FEN", inner)], ANY), (chess960, inner.to_owned()));
    assert_eq!(with(&[("FEN", &inner.replace("KQ", "FB"))], ANY), (chess960, inner.to_owned()));
    for name in ["Chess960", "chess 960", "Fischerandom", "Fischer Random", "FRC"] {
        let expected = (chess960, fen.to_owned());
        assert_eq!(with(&[("Variant", name), ("FEN", fen)], ANY), expected);
        assert_eq!(with(&[("FEN", fen), ("Variant", name)], ANY), expected);
    }
    let options = changed(ANY, |options| options.chess960 = true);
    assert_eq!(with(&[("FEN", fen)], options), (chess960, fen.to_owned()));
    assert_eq!(with(&[("Variant", "Standard"), ("FEN", fen)], options), (chess960, fen.to_owned()));
    // The last of two tags counts.
    assert_eq!(with(&[("FEN", "nonsense"), ("FEN", fen)], ANY), (standard, fen.to_owned()));
    // Castling in Chess960.
    let text = format!("[FEN \"{inner}\"]\n\n1... Kc7 2. O-O-O *\n");
    let (_, recorded) = replayed(text.as_bytes(), ANY);
    assert_eq!(recorded.positions[2].3, "1r3r2/2k5/8/8/8/8/8/2KR1R2 b - - 7 41");

    let message = refused("[Site \"\"]\n[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n*\n", ANY);
    assert!(message.0.starts_with("FEN tag: expected a legal position"), "{message:?}");
    assert_eq!((message.1, message.2), ("8/8/8/8/8/8/8/8 w - -\"]", 0));
}

#[test]
fn variants_by_their_tags() {
    for (variant, names) in [
        (Variant::Chess, ["Standard", "Chess", "normal", "From Position"]),
        (Variant::Chess, ["Regular", "regular", "Classical", "classical"]),
        (Variant::Atomic, ["Atomic", "atomic", "ATOMIC", " atomic "]),
        (Variant::Antichess, ["Antichess", "antichess", "Anti-Chess", "anti chess"]),
        (Variant::KingOfTheHill, ["King of the Hill", "kingOfTheHill", "koth", "KOTH"]),
        (Variant::ThreeCheck, ["Three-check", "threeCheck", "3check", "3-Check"]),
        (Variant::Crazyhouse, ["Crazyhouse", "crazyhouse", "CrazyHouse", "crazy house"]),
        (Variant::RacingKings, ["Racing Kings", "racingKings", "racingkings", "RACING KINGS"]),
        (Variant::Horde, ["Horde", "horde", "HORDE", "Horde."]),
    ] {
        for name in names {
            let tags = [("Variant", name)];
            assert_eq!(start(&tags, ANY).0, variant, "{name}");
            let asked = changed(ANY, |options| options.variant = Some(variant));
            assert_eq!(start(&tags, asked).0, variant, "{name}");
            assert_eq!(start(&[], asked).0, variant);

            let text = format!("[Event \"\"]\n[Variant \"{name}\"]\n\n*\n");
            let other = if variant == Variant::Horde { Variant::Atomic } else { Variant::Horde };
            let asked = changed(ANY, |options| options.variant = Some(other));
            let message = format!("expected a game of {other}, got one of {variant}");
            let at = format!("{name}\"]");
            assert_eq!(refused(&text, asked), (message, at.as_str(), 0));

            if variant != Variant::Chess {
                let message =
                    format!("the scheme has no features for variants, got a game of {variant}");
                let none = changed(ANY, |options| options.allow_variants = false);
                assert_eq!(refused(&text, none), (message.clone(), at.as_str(), 0));
                let none = changed(ANY, |options| {
                    options.allow_variants = false;
                    options.variant = Some(variant);
                });
                assert_eq!(refused("\n*\n", none), (message, "*", 0));
            }
        }
    }
    // A game of another variant than asked for is refused as such even if variants are not allowed.
    let none = changed(GameOptions::default(), |options| options.variant = Some(Variant::Chess));
    let message = refused("[Variant \"Atomic\"]\n\n*\n", none).0;
    assert_eq!(message, "expected a game of chess, got one of atomic");
    for name in ["Bughouse", "Chess 961", "xboard", "9\\\"60"] {
        let text = format!("\n[Variant \"{name}\"]\n\n*\n");
        let message = format!("unknown variant {:?}", name.replace('\\', ""));
        assert_eq!(refused(&text, ANY), (message, format!("{name}\"]").as_str(), 0));
    }
}

#[test]
fn variants_by_their_rules() {
    let text = b"[Variant \"Atomic\"]\n\n1. e4 d5 2. exd5 *\n";
    let (result, recorded) = replayed(text, ANY);
    assert_eq!(result.unwrap(), Some(3));
    assert_eq!(recorded.positions[3].3, "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
    let text = b"[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n";
    let (result, recorded) = replayed(text, ANY);
    assert_eq!(result.unwrap(), Some(5));
    assert_eq!(
        recorded.positions[5].3,
        "rnb1kbnr/ppp1pppp/8/3q4/4P3/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3"
    );
    // A position that is legal only in the variant of the tag.
    let text =
        "[FEN \"8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1\"]\n[Variant \"Racing Kings\"]\n\n*\n";
    assert_eq!(replayed(text.as_bytes(), ANY).0.unwrap(), Some(0));
    let pawns = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1";
    assert_eq!(start(&[("Variant", "Horde")], ANY).2, pawns);
}
