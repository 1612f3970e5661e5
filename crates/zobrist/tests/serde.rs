//! Stored forms: pinned, read back as they were, and refused if they are something else.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use zobrist::source::SourceName;
use zobrist::{Canonical, Fingerprint, Hex, Pair, Sum48};

/// JSON that never changes, and that is read as the value that it was written of.
#[track_caller]
fn pinned<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
    assert_eq!(serde_json::to_string(value).unwrap(), json);
    assert_eq!(&serde_json::from_str::<T>(json).unwrap(), value);
}

#[test]
fn json_is_pinned() {
    pinned(&Hex(0xc0ffee_u32), "\"0x00c0ffee\"");
    pinned(&Hex(0x463b_9618_1691_fc9c_u64), "\"0x463b96181691fc9c\"");
    pinned(&Hex(u128::MAX - 1), "\"0xfffffffffffffffffffffffffffffffe\"");
    pinned(&Pair { high: 1, low: 2 }, "\"0x0000000100000002\"");
    pinned(&Sum48::new(10), "\"0x00000000000a\"");
    pinned(&"288d6d1409a74ec1".parse::<Fingerprint>().unwrap(), "\"288d6d1409a74ec1\"");
    for source in SourceName::ALL {
        pinned(&source, &format!("{:?}", source.name()));
    }
    let canonical = Canonical { hash: 3_u64, element: 5 };
    pinned(&canonical, "[\"0x0000000000000003\",5]");
    let read: Canonical<u64> = serde_json::from_str("[\"0x0000000000000003\",5]").unwrap();
    assert_eq!(read.element, 5, "equality does not look at it");
}

/// Formats that are no text have numbers.
#[test]
fn bytes_are_read_back() {
    fn back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, bytes: usize) {
        let written = postcard::to_allocvec(value).unwrap();
        assert_eq!(written.len(), bytes, "{value:?}");
        assert_eq!(&postcard::from_bytes::<T>(&written).unwrap(), value);
    }
    back(&Hex(7_u32), 1);
    back(&Hex(u32::MAX), 5);
    back(&Hex(u64::MAX), 10);
    back(&Hex(u128::MAX), 19);
    back(&Sum48::new(1), 1);
    back(&Canonical { hash: 1_u64, element: 2 }, 2);
    let wide = postcard::to_allocvec(&(1_u64 << 48)).unwrap();
    let error = postcard::from_bytes::<Sum48>(&wide);
    assert!(error.is_err(), "a key of 48 bits is smaller");
}

#[test]
fn other_texts_are_refused() {
    for text in ["\"0xc0ffee\"", "\"00c0ffee\"", "\"0x+0c0ffee\"", "\"0x00c0ffeg\"", "12", "null"] {
        let error = serde_json::from_str::<Hex<u32>>(text).unwrap_err().to_string();
        assert!(error.contains("expected 0x and 8 hex digits"), "{text}: {error}");
    }
    let error = serde_json::from_str::<Fingerprint>("\"288d6d14\"").unwrap_err().to_string();
    assert!(error.contains("expected 16 hex digits, got 8"), "{error}");
    let error = serde_json::from_str::<SourceName>("\"rand\"").unwrap_err().to_string();
    assert!(error.contains("bch"), "{error}");
}
