//! The law of texts: after any edits the hash is that of the text from scratch.

use zobrist::tabulation::{HashWord, Mixed, Text};

static MIXED: Mixed<u64, 8> = Mixed::<u64, 8>::seeded(5);
static WIDE: Mixed<u128, 8, 2> = Mixed::<u128, 8, 2>::seeded(5);

/// Content for all bytes: each three are an edit, its place and a byte.
pub(crate) fn law(edits: &[u8]) {
    of(&MIXED, edits);
    of(&WIDE, edits);
}

fn of<V: HashWord + std::fmt::Debug, const D: usize>(function: &Mixed<V, 8, D>, edits: &[u8]) {
    let (mut text, mut bytes) = (Text::new(function), Vec::new());
    for edit in edits.chunks_exact(3) {
        let [edit, place, byte] = edit else { unreachable!("three bytes") };
        match edit % 4 {
            0 => {
                bytes.push(*byte);
                text.push(*byte);
            }
            1 => {
                if let Some(byte) = bytes.pop() {
                    text.pop(byte);
                }
            }
            2 => {
                // Near one end or the other.
                let place = usize::from(*place);
                let place =
                    if edit & 4 == 0 { Some(place) } else { bytes.len().checked_sub(place) };
                let Some(old) = place.and_then(|place| bytes.get_mut(place)) else { continue };
                let old = std::mem::replace(old, *byte);
                text.replace(place.unwrap_or_default() as u64, old, *byte);
            }
            _ => {
                // As long as it must be to reach places with another second byte.
                let more: Vec<u8> = (0..=2 * u16::from(*place)).map(|n| byte ^ n as u8).collect();
                bytes.extend_from_slice(&more);
                text.extend(&more);
            }
        }
        assert_eq!(text.len(), bytes.len() as u64);
        assert_eq!(text.is_empty(), bytes.is_empty());
        if edit & 8 != 0 && bytes.len() < 2000 {
            assert_eq!(text.hash(), Text::hash_by_definition(function, &bytes));
        }
    }
    assert_eq!(text.hash(), Text::hash_by_definition(function, &bytes));
    assert_eq!(text, Text::of(function, &bytes));
}
