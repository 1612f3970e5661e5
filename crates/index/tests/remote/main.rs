//! Reading an index from a store like S3, made by moto; and what a URL is told without the feature.

// No item of a test can be reached from outside: `pub` means visible in other files.
#![allow(unreachable_pub)]

#[cfg(feature = "object-storage")]
mod store;
#[cfg(feature = "object-storage")]
#[path = "../../../storage/tests/remote/tool.rs"]
mod tool;

#[cfg(not(feature = "object-storage"))]
#[test]
fn a_url_needs_the_feature() {
    use std::path::Path;

    use zobrist_index::{Index, IndexError};

    let error = Index::open("s3://bucket/index").unwrap_err();
    let shown = Path::new("s3://bucket/index");
    assert!(matches!(&error, IndexError::NoObjectStorage(path) if path == shown));
    assert!(error.to_string().contains("without the feature object-storage"));
}
