//! Indexes by schemes that are composed at run time.

use serde_json::{Value, json};
use shakmaty::variant::VariantPosition;
use shakmaty::{Chess, Position};
use zobrist::{Combine, Source};
use zobrist_chess::{
    ChessLayout, Color, EnPassant, Fide, PieceSet, Role, Scheme, SchemeDescription, SecondaryKey,
};
use zobrist_index::{
    AnyScheme, BuildOptions, ComposedScheme, Index, IndexBuilder, IndexError, PositionName,
    ResumePoint, SchemeId,
};

use crate::manifests::{changed_of, refusal};
use crate::recount;
use crate::tables;
use crate::tool::{Folder, append, build, faults, feed, merge, sample};

fn composed_on(name: &str, layout: ChessLayout, seed: u64, bits: u32) -> AnyScheme {
    let keys = Source::bch(seed, 1024).words(layout.layout(), bits);
    let scheme =
        ComposedScheme::new(name, layout, EnPassant::Legal, bits, Combine::Xor, &keys).unwrap();
    scheme.into()
}

/// A scheme with pieces of its own for rights and captures en passant.
pub(crate) fn composed(name: &str, seed: u64) -> AnyScheme {
    composed_on(name, ChessLayout::CHESS_896, seed, 64)
}

fn options(scheme: &AnyScheme) -> BuildOptions {
    let mut options = BuildOptions::default();
    options.scheme = scheme.clone();
    options
}

fn text_of(scheme: &AnyScheme) -> String {
    match scheme {
        AnyScheme::BuiltIn(_) => unreachable!("a composed scheme"),
        AnyScheme::Composed(scheme) => scheme.to_text(),
    }
}

#[test]
fn the_manifest_holds_the_text_of_the_scheme() {
    let folder = Folder::new();
    let scheme = composed("own", 1970);
    folder.build(options(&scheme), &sample(3));
    let manifest = tables::manifest(&folder.index());
    assert_eq!(manifest["scheme"], "own");
    assert_eq!(manifest["fingerprint"], scheme.fingerprint().to_string());
    assert_eq!(manifest["scheme_text"], text_of(&scheme));
    folder.build(BuildOptions::default(), &sample(3));
    let text = tables::manifest(&folder.index())["scheme_text"].as_str().unwrap().to_owned();
    // The keys are those of the name.
    let described = SchemeDescription::parse(&text).unwrap();
    assert_eq!(text, described.to_string());
    assert!(text.starts_with("name     = \"fide\"\n") && text.len() < 1000, "{text}");
}

#[test]
fn an_index_by_a_composed_scheme_answers_from_its_folder_alone() {
    let folder = Folder::new();
    let scheme = composed("own", 1970);
    let text = sample(30);
    folder.build(options(&scheme), &text);
    let index = Index::open(folder.index()).unwrap();
    assert_eq!(index.scheme().name(), "own");
    assert_eq!(index.scheme().fingerprint(), scheme.fingerprint());
    let rows = tables::read(&folder.index());
    for game in recount::games(&text) {
        for (position, played) in game.positions().into_iter().step_by(7) {
            let (key, check) = recount::name(&position, &scheme);
            let name = PositionName::of(&position, index.scheme());
            assert_eq!((name.key as i64, name.check as i32), (key, check));
            let games = rows.occurrences.range((key, 0, 0, 0)..=(key, i64::MAX, 0, 0));
            let mut games: Vec<u64> = games.map(|row| row.1 as u64).collect();
            games.dedup();
            let found = index.games_with(&position, usize::MAX).unwrap();
            let found: Vec<u64> = found.iter().map(|found| found.game.game_id).collect();
            assert_eq!(found, games);
            let moves = index.moves(&position).unwrap();
            assert!(played == 0 || moves.iter().any(|count| count.played.bits() == played));
        }
    }
}

#[test]
fn an_index_by_a_composed_scheme_is_added_to_merged_and_verified() {
    let folder = Folder::new();
    let scheme = composed("own", 1970);
    let text = sample(40);
    let (first, second) = text.split_at(text.match_indices("[Event ").nth(30).unwrap().0);
    folder.build(options(&scheme), first);
    let files = [folder.games("more.pgn", second)];
    // The scheme is that of the index.
    let mut builder = append(&folder.index(), BuildOptions::default(), &files);
    assert_eq!(builder.scheme().fingerprint(), scheme.fingerprint());
    feed(&mut builder, &files, 3, usize::MAX);
    builder.finish().unwrap();
    assert_eq!(faults(&folder.index()), Vec::<String>::new());
    merge(folder.index(), 1 << 24, 1).unwrap();
    assert_eq!(faults(&folder.index()), Vec::<String>::new());
    assert_eq!(tables::manifest(&folder.index())["scheme_text"], text_of(&scheme));
    let index = Index::open(folder.index()).unwrap();
    assert_eq!((index.games(), index.info().segments), (40, 1));
    let start: u64 = index.moves(&Chess::default()).unwrap().iter().map(|m| m.games()).sum();
    let starts = recount::games(&text)
        .iter()
        .filter(|game| {
            let VariantPosition::Chess(start) = game.start() else { return false };
            start.board() == Chess::default().board()
        })
        .count();
    assert_eq!(start, starts as u64);
}

#[test]
fn a_run_does_not_go_on_with_that_of_other_keys_of_the_same_name() {
    let folder = Folder::new();
    let files = [folder.games("games.pgn", &sample(20))];
    let little = |scheme: &AnyScheme| {
        let mut options = options(scheme);
        options.memory = 1000;
        options
    };
    let [ours, others] = [1970, 1971].map(|seed| composed("own", seed));
    let mut builder = build(&folder.index(), little(&ours), &files);
    feed(&mut builder, &files, 5, 2);
    drop(builder);
    assert_eq!(build(&folder.index(), little(&ours), &files).resume_point().game, 10);
    let builder = build(&folder.index(), little(&others), &files);
    assert_eq!(builder.resume_point(), ResumePoint::default());
}

#[test]
#[should_panic(expected = "the games were replayed for")]
fn games_that_were_replayed_by_other_keys_of_the_same_name_are_not_taken() {
    let folders = [Folder::new(), Folder::new()];
    let builders = [0, 1].map(|number| {
        let scheme = composed("own", 1970 + number as u64);
        IndexBuilder::create(folders[number].index(), options(&scheme)).unwrap()
    });
    let replayed = builders[0].replayer().replay_text("games.pgn", b"1. e4 *\n");
    let [_, mut other] = builders;
    other.add(replayed).ok();
}

#[test]
fn other_keys_of_the_same_name_are_refused() {
    let [ours, others] = [1970, 1971].map(|seed| composed("own", seed));
    // A fingerprint that is not that of the text, and the other way round.
    let fingerprint = others.fingerprint().to_string();
    let message = changed_of(options(&ours), |m| m["fingerprint"] = json!(fingerprint));
    let expected = format!(
        "MANIFEST: expected an index keyed by the scheme own ({}), got one keyed by own \
         ({fingerprint}); build another index for another scheme",
        ours.fingerprint()
    );
    assert_eq!(message, expected);
    let message = changed_of(options(&ours), |m| m["scheme_text"] = json!(text_of(&others)));
    assert!(message.contains(&format!("by the scheme own ({fingerprint})")), "{message}");
    // The text and fingerprint of other keys: the tables are not theirs.
    let folder = Folder::new();
    folder.build(options(&ours), &sample(3));
    let mut manifest = tables::manifest(&folder.index());
    manifest["scheme_text"] = json!(text_of(&others));
    manifest["fingerprint"] = json!(fingerprint);
    tables::write_manifest(&folder.index(), &manifest);
    let error = Index::open(folder.index()).unwrap().moves(&Chess::default()).unwrap_err();
    let expected = "expected zobrist.fingerprint to be ";
    assert!(error.to_string().contains(expected), "{error}");
    let faults = faults(&folder.index());
    assert!(faults.iter().any(|fault| fault.contains(expected)), "{faults:?}");
}

/// The message by which a manifest with another text is refused.
#[track_caller]
fn refused_text(change: impl FnOnce(&mut Value, String)) -> String {
    let scheme = composed("own", 1970);
    let message = changed_of(options(&scheme), |m| change(m, text_of(&scheme)));
    assert!(message.starts_with("MANIFEST is damaged: "), "{message}");
    assert!(message.ends_with("; remove its folder; build the index again"), "{message}");
    message
}

#[test]
fn texts_that_are_not_that_of_the_scheme_are_refused() {
    for text in ["", "own", "\0", "name = ", "name = \"own\"\n"] {
        let message = refused_text(|manifest, _| manifest["scheme_text"] = json!(text));
        assert!(message.contains("scheme_text: "), "{message}");
    }
    let message = refused_text(|manifest, text| {
        manifest["scheme_text"] = json!(text + &"\n".repeat(1 << 20));
    });
    assert!(message.contains("expected a scheme_text of at most 1 MiB, got 1"), "{message}");
    let message = refused_text(|manifest, text| manifest["scheme_text"] = json!(text + "\n\n"));
    assert!(message.contains("expected the canonical text of the scheme own"), "{message}");
    let message = refused_text(|manifest, _| manifest["scheme"] = json!("other"));
    assert!(
        message.contains("expected the text of the scheme other, got that of own"),
        "{message}"
    );
    refused_text(|manifest, _| manifest["scheme_text"] = json!(7));
    let message = refused_text(|manifest, _| {
        let narrow = composed_on("own", ChessLayout::CHESS_896, 1970, 32);
        manifest["scheme_text"] = json!(text_of(&narrow));
    });
    assert!(message.contains("64 bits for an index, got own with 32"), "{message}");
    let message = refused_text(|manifest, _| {
        let clock = composed_on("own", ChessLayout::STOCKFISH_15_1, 1970, 64);
        manifest["scheme_text"] = json!(text_of(&clock));
    });
    assert!(message.contains("without the halfmove clock"), "{message}");
}

/// The text of a built-in scheme says what this version has, without its keys.
#[test]
fn other_texts_of_a_built_in_scheme_are_refused() {
    let built_in = SchemeDescription::of(&SchemeId::Fide.into()).to_string();
    let texts = [
        String::new(),
        built_in.replace("\"legal\"", "\"always\""),
        built_in.replace("KQkq", "QKkq"),
        built_in.clone() + "\n",
        text_of(&composed("own", 1970)),
        // Even the values of the built-in one.
        text_of(&fide()),
    ];
    let missing =
        |manifest: &mut Value| drop(manifest.as_object_mut().unwrap().remove("scheme_text"));
    let message = changed_of(BuildOptions::default(), missing);
    assert!(message.starts_with("MANIFEST is damaged: missing field `scheme_text`"), "{message}");
    let mut messages = Vec::new();
    for text in texts {
        assert_ne!(text, built_in);
        let change = |manifest: &mut Value| manifest["scheme_text"] = json!(text);
        messages.push(changed_of(BuildOptions::default(), change));
    }
    for message in messages {
        let expected = "MANIFEST is damaged: expected the text of the scheme fide as this version \
                        has it, got another; remove its folder; build the index again";
        assert_eq!(message, expected);
    }
}

/// The scheme `fide`, composed.
fn fide() -> AnyScheme {
    let keys: Vec<u128> = Fide.keys().iter().map(|key| u128::from(*key)).collect();
    let layout = Fide::LAYOUT;
    let scheme =
        ComposedScheme::new("fide", layout, EnPassant::Legal, 64, Combine::Xor, &keys).unwrap();
    scheme.into()
}

/// Nor does it matter whether there is such a file.
#[test]
fn keys_in_a_file_or_of_a_source_are_refused() {
    let folder = Folder::new();
    let scheme = composed("own", 1970);
    let text = text_of(&scheme);
    let start = text.find("{ hex = ").unwrap();
    let end = start + text[start..].find('}').unwrap() + 1;
    let file = folder.games("keys.txt", &text[start..end]);
    let missing = file.with_extension("missing");
    for keys in [
        format!("{{ file = {file:?} }}"),
        format!("{{ file = {missing:?} }}"),
        format!("{{ raw = {missing:?}, endian = \"big\" }}"),
        "{ source = \"bch\", seed = 1970 }".to_owned(),
    ] {
        let text = format!("{}{keys}{}", &text[..start], &text[end..]);
        let message = refused_text(|manifest, _| manifest["scheme_text"] = json!(text));
        assert!(message.contains("scheme_text: expected the keys in the text"), "{message}");
    }
}

/// A scheme of this name, but nothing that says which keys it has.
#[test]
fn a_composed_scheme_without_its_text_is_refused() {
    let folder = Folder::new();
    folder.build(options(&composed("own", 1970)), &sample(3));
    let mut manifest = tables::manifest(&folder.index());
    manifest.as_object_mut().unwrap().remove("scheme_text").unwrap();
    tables::write_manifest(&folder.index(), &manifest);
    let error = refusal(&folder.index());
    assert!(matches!(error, IndexError::Damaged { .. }), "{error:?}");
    assert!(error.to_string().contains("missing field `scheme_text`"), "{error}");
}

#[test]
fn no_index_is_begun_that_could_not_be_read() {
    let refused = |scheme: AnyScheme| {
        let folder = Folder::new();
        let error = IndexBuilder::create(folder.index(), options(&scheme)).err().unwrap();
        assert!(!folder.index().exists());
        error
    };
    let error = refused(composed_on("own", ChessLayout::CHESS_896, 1970, 128));
    assert!(matches!(error, IndexError::SchemeWidth(_)), "{error}");
    assert_eq!(
        error.to_string(),
        "expected a scheme with hashes of 64 bits for an index, got own with 128"
    );
    let error = refused(composed_on("own", ChessLayout::STOCKFISH_15_1, 1970, 64));
    assert!(matches!(error, IndexError::SchemeClock(_)), "{error}");
    // Names of built-in schemes, with other keys or the same.
    let others = SchemeId::ALL.map(|id| composed(id.name(), 1970));
    let named = ["chess-832", "stockfish"].map(|name| composed(name, 1970));
    let long = composed(&"long".repeat(1 << 18), 1970);
    // Its hash is that of the pawns alone.
    let AnyScheme::Composed(whole) = composed("own", 1970) else { unreachable!() };
    let pieces = PieceSet::NONE.with(Color::White, Role::Pawn).with(Color::Black, Role::Pawn);
    let pawn = SecondaryKey::new("pawn", pieces);
    let pawns = whole.with_secondary(vec![pawn]).secondary("pawn").unwrap().into();
    for scheme in others.into_iter().chain(named).chain([fide(), long, pawns]) {
        let error = refused(scheme);
        assert!(matches!(error, IndexError::SchemeText { .. }), "{error}");
        let expected = "expected a scheme for an index that can be read from its text, got ";
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}

/// They have no type of their own, but are known by their names.
#[test]
fn schemes_that_are_composed_by_their_names_key_indexes() {
    for name in AnyScheme::NAMES {
        let scheme = AnyScheme::named(name).unwrap();
        let folder = Folder::new();
        if scheme.layout().clock().is_some() {
            let error = IndexBuilder::create(folder.index(), options(&scheme)).err().unwrap();
            assert!(matches!(error, IndexError::SchemeClock(_)), "{error}");
            continue;
        }
        folder.build(options(&scheme), &sample(3));
        let index = Index::open(folder.index()).unwrap();
        assert_eq!(index.scheme().name(), name);
        assert!(!index.moves(&Chess::default()).unwrap().is_empty());
    }
}
