//! Stored forms: pinned, read back as they were, and refused if they are something else.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use zobrist_go::{Color, Move, Point};

/// JSON that never changes, and that is read as the value that it was written of.
#[track_caller]
fn pinned<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
    assert_eq!(serde_json::to_string(value).unwrap(), json);
    assert_eq!(&serde_json::from_str::<T>(json).unwrap(), value);
}

#[test]
fn json_is_pinned() {
    pinned(&Color::Black, "\"black\"");
    pinned(&Color::White, "\"white\"");
    pinned(&Move::Pass, "\"pass\"");
    pinned(&Move::Play("Q16".parse().unwrap()), "\"Q16\"");
    for point in (0..25).flat_map(|x| (0..25).map(move |y| Point::new(x, y).unwrap())) {
        pinned(&point, &format!("\"{point}\""));
    }
}

#[test]
fn other_texts_are_refused() {
    let error = serde_json::from_str::<Point>("\"I5\"").unwrap_err().to_string();
    assert!(error.contains("expected a letter from A to Z except I"), "{error}");
    let error = serde_json::from_str::<Move>("\"resign\"").unwrap_err().to_string();
    assert!(error.contains("expected pass, or a point"), "{error}");
    let error = serde_json::from_str::<Color>("\"Black\"").unwrap_err().to_string();
    assert!(error.contains("expected black or white"), "{error}");
    assert!(serde_json::from_str::<Point>("5").is_err());
}
