//! Names of values.

use crate::species::Species;

/// A hash, and the content that it stands for if hashes are not trusted.
///
/// Made from a hash alone, or from a hash and the configuration or environment that has it:
/// [`Configuration::occupants`](crate::Configuration::occupants), or what
/// [`Environments::image`](crate::Environments::image) gives under the element of the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'a, K = u64> {
    /// The hash.
    pub hash: K,
    /// The content with this hash. Read only by [`Verification::Content`].
    pub content: Option<&'a [Species]>,
}

impl<'a, K> Name<'a, K> {
    pub(super) fn to_compare(&self) -> &'a [Species] {
        self.content.expect("a recall that compares contents is given them")
    }
}

impl<K> From<K> for Name<'_, K> {
    fn from(hash: K) -> Self {
        Name { hash, content: None }
    }
}

impl<'a, K> From<(K, &'a [Species])> for Name<'a, K> {
    fn from((hash, content): (K, &'a [Species])) -> Self {
        Name { hash, content: Some(content) }
    }
}

/// The proof that a stored value belongs to the name asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verification {
    /// The hash. Among n names with b bits, about n² / 2^(b+1) pairs are then mistaken for each
    /// other: with 64 bits one if six billion are kept, and with 32 one if 93,000 are. A name that
    /// is the least of 48 images, as that of an environment is, collides with another 24 times as
    /// often. The type of the keys chooses b.
    #[default]
    Hash,
    /// The content, which is stored and compared. A name costs the bytes of its content in
    /// addition, and is never mistaken for another.
    Content,
}
