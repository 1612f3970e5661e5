//! URLs in place of folders: nothing is built or changed there, and no folder of such a name is
//! made.

use std::num::NonZeroUsize;
use std::path::Path;

use zobrist_index::{BuildOptions, IndexBuilder, IndexError, MergeOptions, merge, remove, verify};

#[test]
fn what_writes_refuses_a_url() {
    let url = "http://me:secret@127.0.0.1:1/index?secret";
    let shown = Path::new("http://127.0.0.1:1/index");
    let one = NonZeroUsize::MIN;
    let errors = [
        IndexBuilder::create(url, BuildOptions::default()).err(),
        IndexBuilder::append(url, BuildOptions::default()).err(),
        merge(url, MergeOptions::default()).err(),
        remove(url, "a.pgn", MergeOptions::default()).err(),
        verify(url, 1 << 20, one, &mut |_| ()).err(),
    ];
    for error in errors {
        let error = error.unwrap();
        assert!(matches!(&error, IndexError::NotLocal(path) if path == shown), "{error}");
        assert!(!error.to_string().contains("secret"));
    }
    assert!(!Path::new("http:").exists());
}
