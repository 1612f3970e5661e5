//! The operations of every export on a hash: put a key in, and take it out.

/// An operation on a hash, by a feature and by a key.
pub(crate) struct Operation {
    /// The name of the function of a feature.
    pub(crate) feature: &'static str,
    /// The name of the function of a key.
    pub(crate) key: &'static str,
    /// The operator.
    pub(crate) sign: &'static str,
    /// The documentation of the first function.
    pub(crate) doc: &'static str,
    /// The documentation of the second function.
    pub(crate) key_doc: &'static str,
}

/// For keys that XOR.
pub(crate) const XOR: &[Operation] = &[Operation {
    feature: "toggle",
    key: "combine",
    sign: "^",
    doc: "Puts a feature into a hash, or takes it out again.",
    key_doc: "Puts a key into a hash, or takes it out again.",
}];

/// For keys that add.
pub(crate) const SUM: &[Operation] = &[
    Operation {
        feature: "insert",
        key: "plus",
        sign: "+",
        doc: "Puts a feature into a hash.",
        key_doc: "Puts a key into a hash.",
    },
    Operation {
        feature: "remove",
        key: "minus",
        sign: "-",
        doc: "Takes a feature out of a hash.",
        key_doc: "Takes a key out of a hash.",
    },
];
