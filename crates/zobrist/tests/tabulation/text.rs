//! Texts: any edits against the definition, and why a text is not hashed by simple tabulation.

use proptest::prelude::*;
use zobrist::tabulation::{Mixed, Simple, Text};

use crate::edits;

static MIXED: Mixed<u64, 8> = Mixed::<u64, 8>::seeded(5);

proptest! {
    #[test]
    fn any_edits(edits in prop::collection::vec(any::<u8>(), 0..120)) {
        edits::law(&edits);
    }

    #[test]
    fn a_text_that_is_resumed_is_the_whole(text: Vec<u8>, cut: prop::sample::Index) {
        let (first, rest) = text.split_at(cut.index(text.len() + 1));
        let stored = Text::of(&MIXED, first);
        let mut resumed = Text::from_hash(&MIXED, stored.hash(), stored.len());
        resumed.extend(rest);
        prop_assert_eq!(resumed, Text::of(&MIXED, &text));
        prop_assert_eq!(resumed.hash(), Text::hash_by_definition(&MIXED, &text));
    }
}

#[test]
fn equal_texts_have_equal_hashes_and_lengths() {
    let mut text = Text::of(&MIXED, b"cats");
    assert_ne!(text, Text::of(&MIXED, b"cat"));
    assert_ne!(text, Text::of(&MIXED, b"cast"));
    text.pop(b's');
    assert_eq!(text, Text::of(&MIXED, b"cat"));
}

/// Past 2^16 positions, a third byte of the position changes.
#[test]
fn a_long_text() {
    let bytes: Vec<u8> = (0..70_000_u32).map(|place| (place * 7) as u8).collect();
    let mut text = Text::of(&MIXED, &bytes[..65_000]);
    text.extend(&bytes[65_000..]);
    assert_eq!(text.hash(), Text::hash_by_definition(&MIXED, &bytes));
}

#[test]
fn the_order_of_bytes_counts_and_would_not_by_simple_tabulation() {
    let simple = Simple::<u64, 8>::seeded(5);
    let by_simple = |text: &[u8]| {
        (0_u64..)
            .zip(text)
            .fold(0, |hash, (position, byte)| hash ^ simple.hash(position << 8 | u64::from(*byte)))
    };
    assert_eq!(by_simple(b"listen"), by_simple(b"silent"));
    assert_ne!(Text::of(&MIXED, b"listen").hash(), Text::of(&MIXED, b"silent").hash());
    assert_ne!(Text::of(&MIXED, b"").hash(), Text::of(&MIXED, b"\0").hash());
}

/// Once in 5 · 10⁷ an exchange of two bytes is not seen, however wide the hash; more derived
/// characters see it.
#[test]
fn an_exchange_of_bytes_may_be_missed() {
    let mut text = [b'x'; 452];
    (text[28], text[451]) = (b'e', b'2');
    let mut exchanged = text;
    exchanged.swap(28, 451);
    let (mut twice, mut replaced) = (text, text);
    (twice[451], replaced[28]) = (b'e', b'2');

    let four = Mixed::<u128, 8>::seeded(0);
    assert_eq!(Text::of(&four, &text), Text::of(&four, &exchanged));
    assert_eq!(Text::of(&four, &twice), Text::of(&four, &replaced));
    assert_ne!(Text::of(&four, &text), Text::of(&four, &twice));
    let eight = Mixed::<u128, 8, 8>::seeded(0);
    assert_ne!(Text::of(&eight, &text), Text::of(&eight, &exchanged));
    assert_ne!(Text::of(&eight, &twice), Text::of(&eight, &replaced));
}

#[test]
#[should_panic = "position 3 is outside a text of 3 bytes"]
fn a_position_beyond_the_text_panics() {
    Text::of(&MIXED, b"cat").replace(3, b's', b't');
}

#[test]
#[should_panic = "only a text with a byte can lose one"]
fn a_pop_of_an_empty_text_panics() {
    Text::new(&MIXED).pop(b's');
}
