//! The names of kinds, held by value.

use crate::message::Message;

/// The largest length of the name of a kind, in bytes.
pub const MAX_NAME: usize = 31;

/// The name of a kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Name {
    bytes: [u8; MAX_NAME],
    len: u8,
}

impl Name {
    pub(crate) const NONE: Name = Name { bytes: [0; MAX_NAME], len: 0 };

    pub(crate) const fn new(text: &str) -> Name {
        assert!(!text.is_empty(), "a kind needs a name");
        let text = text.as_bytes();
        if text.len() > MAX_NAME {
            Message::new("the name of a kind has at most 31 bytes, got ").number(text.len()).fail();
        }
        let mut name = Name { len: text.len() as u8, ..Name::NONE };
        let mut i = 0;
        while i < text.len() {
            assert!(text[i] != 0, "the name of a kind has no NUL byte");
            name.bytes[i] = text[i];
            i += 1;
        }
        name
    }

    pub(crate) const fn text(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len as usize).0) {
            Ok(text) => text,
            Err(_) => panic!("a name is made of a text"),
        }
    }
}

/// True if two texts are equal; `==` cannot be called in a constant.
pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
