//! The law of texts that describe schemes: a text is refused with a place in it, or it is the same
//! scheme when written and read again.

use zobrist_chess::{ComposedScheme, Scheme, SchemeDescription};

/// Content for all bytes.
pub(crate) fn law(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let description = match SchemeDescription::parse(text) {
        Ok(description) => description,
        Err(error) => {
            // At the end, the place is one after the last character.
            let line = text.split('\n').nth(error.line - 1).expect("a line of the text");
            assert!((1..=line.chars().count() + 1).contains(&error.column), "{error}: {text:?}");
            return;
        }
    };
    let written = description.to_string();
    let again = parsed(&written);
    assert_eq!(again.to_string(), written);
    match (description.compose(None), again.compose(None)) {
        (Ok(scheme), Ok(same)) => {
            assert_same(&scheme, &same);
            let canonical = parsed(&scheme.to_text()).compose(None).expect("all keys are listed");
            assert_same(&scheme, &canonical);
        }
        // Keys that are in another file.
        (Err(error), Err(same)) => assert_eq!(error, same),
        (scheme, same) => panic!("{scheme:?}, {same:?}: {text:?}"),
    }
}

fn parsed(written: &str) -> SchemeDescription {
    SchemeDescription::parse(written).unwrap_or_else(|error| panic!("{error}: {written}"))
}

fn assert_same(a: &ComposedScheme, b: &ComposedScheme) {
    assert_eq!(a.to_text(), b.to_text());
    assert_eq!(a.fingerprint(), b.fingerprint());
    assert_eq!(a.keys(), b.keys());
    assert_eq!(a.secondary_keys(), b.secondary_keys());
}
