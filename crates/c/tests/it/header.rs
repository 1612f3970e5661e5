//! The header is what cbindgen makes of the sources.

use std::fs;
use std::path::Path;

/// The sources in the order in which the header has them.
const SOURCES: [&str; 8] =
    ["arguments", "status", "table", "key_set", "scheme", "hasher", "history", "book"];

fn generated() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let mut builder = cbindgen::Builder::new().with_config(config);
    for name in SOURCES {
        builder = builder.with_src(root.join("src").join(name).with_extension("rs"));
    }
    let mut header = Vec::new();
    builder.generate().unwrap().write(&mut header);
    String::from_utf8(header).unwrap()
}

#[test]
fn the_header_is_made_of_the_sources() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/zobrist.h");
    let generated = generated();
    if std::env::var("ZOBRIST_HEADER").is_ok_and(|value| value == "write") {
        fs::write(&path, &generated).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap();
    assert!(
        generated == committed,
        "include/zobrist.h is not what cbindgen makes of src/; write it by \
         `ZOBRIST_HEADER=write cargo test -p zobrist-c --test it header`"
    );
}
