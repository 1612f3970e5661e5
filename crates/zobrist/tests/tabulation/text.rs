//! Texts: any edits against the definition, and why a text is not hashed by simple tabulation.

use proptest::prelude::*;
use zobrist::tabulation::{Mixed, Simple, Text};

static MIXED: Mixed<u64, 8> = Mixed::<u64, 8>::seeded(5);
static WIDE: Mixed<u128, 8, 2> = Mixed::<u128, 8, 2>::seeded(5);

#[derive(Clone, Debug)]
enum Edit {
    Push(u8),
    Pop,
    Replace(usize, u8),
    Extend(Vec<u8>),
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        any::<u8>().prop_map(Edit::Push),
        Just(Edit::Pop),
        any::<(usize, u8)>().prop_map(|(position, byte)| Edit::Replace(position, byte)),
        prop::collection::vec(any::<u8>(), 0..600).prop_map(Edit::Extend),
    ]
}

proptest! {
    #[test]
    fn any_edits(edits in prop::collection::vec(edit(), 0..30)) {
        let mut bytes = Vec::new();
        let (mut text, mut wide) = (Text::new(&MIXED), Text::new(&WIDE));
        for edit in edits {
            match edit {
                Edit::Push(byte) => {
                    bytes.push(byte);
                    text.push(byte);
                    wide.push(byte);
                }
                Edit::Pop => {
                    let Some(byte) = bytes.pop() else { continue };
                    text.pop(byte);
                    wide.pop(byte);
                }
                Edit::Replace(position, new) => {
                    let Some(position) = position.checked_rem(bytes.len()) else { continue };
                    let old = std::mem::replace(&mut bytes[position], new);
                    text.replace(position as u64, old, new);
                    wide.replace(position as u64, old, new);
                }
                Edit::Extend(more) => {
                    bytes.extend_from_slice(&more);
                    text.extend(&more);
                    wide.extend(&more);
                }
            }
        }
        prop_assert_eq!(text.len(), bytes.len() as u64);
        prop_assert_eq!(text.is_empty(), bytes.is_empty());
        prop_assert_eq!(text.hash(), Text::hash_by_definition(&MIXED, &bytes));
        prop_assert_eq!(wide.hash(), Text::hash_by_definition(&WIDE, &bytes));
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

#[test]
#[should_panic = "position 3 is not in a text of 3"]
fn a_position_is_in_the_text() {
    Text::of(&MIXED, b"cat").replace(3, b's', b't');
}

#[test]
#[should_panic = "a text that loses a byte has one"]
fn an_empty_text_loses_nothing() {
    Text::new(&MIXED).pop(b's');
}
