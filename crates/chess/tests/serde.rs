//! Stored forms: pinned, read back as they were, and refused if they are something else.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use zobrist_chess::{BookEntry, Color, PackedMove, Role, SchemeId};

/// JSON that never changes, and that is read as the value that it was written of.
#[track_caller]
fn pinned<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
    assert_eq!(serde_json::to_string(value).unwrap(), json);
    assert_eq!(&serde_json::from_str::<T>(json).unwrap(), value);
}

#[test]
fn json_is_pinned() {
    pinned(&PackedMove::NONE, "\"0000\"");
    pinned(&PackedMove::new(12, 28, None), "\"e2e4\"");
    pinned(&PackedMove::new(52, 60, Some(Role::Queen)), "\"e7e8q\"");
    pinned(&PackedMove::drop(Role::Knight, 42), "\"N@c6\"");
    pinned(&PackedMove::from_bits(0x7fff), "32767");
    let entry = BookEntry {
        key: 0x463b_9618_1691_fc9c,
        played: PackedMove::new(12, 28, None),
        weight: 100,
        learn: 0,
    };
    let json = "{\"key\":\"0x463b96181691fc9c\",\"played\":\"e2e4\",\"weight\":100,\"learn\":0}";
    pinned(&entry, json);
    for (id, text) in SchemeId::ALL.into_iter().zip([
        "polyglot",
        "fide",
        "fen",
        "zobrist-32",
        "zobrist",
        "zobrist-128",
    ]) {
        pinned(&id, &format!("{text:?}"));
    }
    for color in Color::ALL {
        pinned(&color, &format!("{:?}", color.name()));
    }
    for role in Role::ALL {
        pinned(&role, &format!("{:?}", role.name()));
    }
}

/// Whatever the bits are, as text and as bytes.
#[test]
fn all_moves_are_read_back() {
    let mut texts = 0;
    for bits in 0..=u16::MAX {
        let m = PackedMove::from_bits(bits);
        let json = serde_json::to_string(&m).unwrap();
        assert_eq!(serde_json::from_str::<PackedMove>(&json).unwrap(), m, "{json}");
        texts += usize::from(json.starts_with('"'));
        let bytes = postcard::to_allocvec(&m).unwrap();
        assert_eq!(postcard::from_bytes::<PackedMove>(&bytes).unwrap(), m);
    }
    // Two squares with five promotions and none, and six roles on a square.
    assert_eq!(texts, 64 * 64 * 6 + 6 * 64);
}

#[test]
fn other_texts_are_refused() {
    for text in ["e2", "e2e9", "e7e8p", "n@c6", "N@", "a1a1", "e2e4q5", "é2e4"] {
        let error = serde_json::from_str::<PackedMove>(&format!("{text:?}")).unwrap_err();
        assert!(error.to_string().contains("expected a move such as e2e4"), "{text}: {error}");
    }
    assert!(serde_json::from_str::<PackedMove>("65536").is_err());
    for text in ["zobrist-64", "zobrist-", "fide-128", "", "stockfish-15.1"] {
        let error = serde_json::from_str::<SchemeId>(&format!("{text:?}")).unwrap_err();
        assert!(error.to_string().contains("fide, fen, zobrist-32, zobrist"), "{text}: {error}");
    }
    assert!(serde_json::from_str::<Color>("\"White\"").is_err());
    let entry = "{\"key\":1,\"played\":\"e2e4\",\"weight\":1,\"learn\":0}";
    let error = serde_json::from_str::<BookEntry>(entry).unwrap_err();
    assert!(error.to_string().contains("expected 0x and 16 hex digits"), "{error}");
}
