//! The law of names: what can be read and is written again reads the same.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use zobrist::Fingerprint;
use zobrist_go::{Board, Move, Point, Suicide};

/// Content for all bytes.
pub(crate) fn law(text: &[u8]) {
    let Ok(text) = std::str::from_utf8(text) else { return };
    of::<Point>(text);
    of::<Move>(text);
    of::<Suicide>(text);
    of::<Fingerprint>(text);
    if let Ok(board) = text.parse::<Board<u64>>() {
        let written = board.to_string();
        let again: Board<u64> = written.parse().expect("a board that was written");
        assert_eq!(again.to_string(), written);
        assert_eq!(again.hash(), board.hash());
        assert!(again.stones().eq(board.stones()));
    } else {
        assert!(!text.parse::<Board<u128>>().unwrap_err().to_string().is_empty());
    }
}

fn of<T: FromStr<Err: Display> + Display + Debug + PartialEq>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            assert!(written.eq_ignore_ascii_case(text), "{text:?} was read as {written}");
            assert_eq!(written.parse::<T>().ok(), Some(value));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
