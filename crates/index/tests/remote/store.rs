//! An index in a bucket, which is read from any thread.

use std::fs;
use std::thread;

use zobrist_index::remote::RemoteFolder;
use zobrist_index::{BuildOptions, Index, IndexBuilder};

use crate::tool::has_store;

#[test]
fn an_index_in_a_bucket_is_read_from_any_thread_and_within_a_runtime() {
    if !has_store("store::an_index_in_a_bucket_is_read_from_any_thread_and_within_a_runtime") {
        return;
    }
    let temp = tempfile::tempdir().unwrap();
    let mut builder = IndexBuilder::create(temp.path(), BuildOptions::default()).unwrap();
    builder.add_pgn("a.pgn", b"1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. d4 *\n").unwrap();
    builder.finish().unwrap();
    let folder = RemoteFolder::open("s3://chess/index").unwrap();
    for name in ["manifest.json", "positions", "occurrences", "games"] {
        let path = temp.path().join(name);
        if path.is_file() {
            folder.put_file(name, &path).unwrap();
            continue;
        }
        for entry in fs::read_dir(&path).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{name}/{}", entry.file_name().to_str().unwrap());
            folder.put_file(&name, entry.path()).unwrap();
        }
    }
    let index = Index::open("s3://chess/index").unwrap();
    let start = shakmaty::Chess::default();
    let ask = || {
        let moves = index.moves(&start).unwrap();
        assert_eq!(moves.iter().map(|count| count.games()).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(index.games_with(&start, 2).unwrap().len(), 2);
    };
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(ask);
        }
    });
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async { ask() });
}
