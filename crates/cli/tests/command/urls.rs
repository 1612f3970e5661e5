//! URLs in place of paths, for a command that was built without the feature for them.

use std::env;
use std::path::Path;

use assert_cmd::Command;

use crate::tool::{Folder, SAMPLE, run};

/// The command as `cargo build` makes it; that of the tests has the feature.
const PROGRAM: &str = "ZOBRIST_WITHOUT_URLS";

/// Each command that takes a URL says what it expected, what came, and how to build one that takes
/// it. No secret of a URL is shown.
#[test]
#[ignore = "needs the command of `cargo build`, by the variable ZOBRIST_WITHOUT_URLS"]
fn urls_are_refused_with_the_feature_that_reads_them() {
    let program = env::var(PROGRAM).expect(PROGRAM);
    assert!(Path::new(&program).is_absolute(), "expected an absolute path in {PROGRAM}");
    let folder = Folder::new();
    folder.zobrist(["index", "build", "index", SAMPLE]).done();
    let reason = ": expected a path on this machine, got a URL: this program was built without the feature \
                  object-storage, which reads https://, http:// and s3://; `cargo install --path crates/cli \
                  --features object-storage` builds a command that does\n";
    for args in [
        &["explore", "s3://bucket/index"][..],
        &["explore", "https://host/index"],
        &["explore", "http://me:secret@host/index?secret"],
        &["index", "info", "https://host/index?secret"],
        &["index", "games", "s3://bucket/index"],
        &["index", "duplicates", "s3://bucket/index"],
        &["index", "build", "new", "https://host/games.pgn?secret"],
        &["index", "add", "index", "https://host/games.pgn?secret"],
        &["index", "plan", "s3://bucket/index", SAMPLE],
        &["index", "run", "s3://bucket/index", "1"],
        &["index", "combine", "s3://bucket/index", "1/1"],
        &["index", "commit", "s3://bucket/index"],
        &["hash", "https://host/games.pgn?secret"],
    ] {
        let message = run(Command::new(&program).args(args).current_dir(folder.path(""))).refused();
        assert!(
            message.contains("cannot open ") && message.ends_with(reason),
            "{args:?}: {message}"
        );
        assert!(!message.contains("secret"), "{args:?}: {message}");
    }
    for name in ["new", "https:", "s3:"] {
        assert!(!folder.path(name).exists(), "{name}");
    }
}
