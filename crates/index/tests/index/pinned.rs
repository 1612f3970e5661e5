//! The bytes of a small build: a file that is written differently has another digest.
//!
//! The digests change with the encoder of pages, with the crates `parquet` (the footers) and
//! `zstd`, and with the version in the files' footers. They must not change with anything else.

use std::fmt::Write as _;

use zobrist_index::{BuildOptions, IndexBuilder, SourceHasher};

use crate::tool::{Folder, bytes, sample};

/// Games with every column filled and empty: variants, set-ups, tags of every kind, text that is
/// not UTF-8, and duplicates, so that some rows are dropped on their way into the columns.
const RARE: &[u8] = b"[Event \"Rare \\\"tags\\\"\"]\n[Site \"K\xf8ge\"]\n[Date \"1997.03.??\"]\n\
[Round \"3.1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[WhiteElo \"2850\"]\n\
[BlackElo \"?\"]\n[TimeControl \"40/7200:3600\"]\n\
[ECO \"C20\"]\n\n1. e4 e5 2. Ke2 1-0\n\n\
[Variant \"Crazyhouse\"]\n[White \"C\"]\n[UTCDate \"2020.01.02\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n\
[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[SetUp \"1\"]\n[Result \"1/2-1/2\"]\n\n1. O-O O-O-O 1/2-1/2\n\n\
[Variant \"Chess960\"]\n[FEN \"1rk2r2/8/8/3Pp3/8/8/8/1RK2R2 w FBfb e6 0 1\"]\n\n1. dxe6 0-1\n\n\
[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. d4 0-1\n\n\
[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. d4 0-1\n\n\
[NoValue]\n*\n";

#[test]
fn a_build_has_the_bytes_that_it_always_had() {
    let folder = Folder::new();
    let mut options = BuildOptions::default();
    options.select.dedup = Some(zobrist_index::Duplicates::Exact);
    let mut builder = IndexBuilder::create(folder.index(), options).unwrap();
    assert_eq!(builder.add_pgn("rare.pgn", RARE).unwrap().len(), 0);
    assert_eq!(builder.add_pgn("sample.pgn", sample(150).as_bytes()).unwrap().len(), 0);
    let built = builder.finish().unwrap();
    assert_eq!((built.games, built.duplicates), (156, 1));
    let mut digests = String::new();
    for (path, bytes) in bytes(&folder.index()) {
        let mut hasher = SourceHasher::default();
        hasher.update(&bytes);
        let name = path.strip_prefix(folder.index()).unwrap().display();
        writeln!(digests, "{name} {} {}", bytes.len(), &hasher.digest().to_string()[..16]).unwrap();
    }
    assert_eq!(digests, DIGESTS);
}

/// Name, length and first 64 bits of the BLAKE3 digest of each file.
const DIGESTS: &str = "\
games/000001-0000.parquet 39670 135242abf91a8edb
manifest.json 1530 86931b618fe82022
occurrences/000001-0000.parquet 175340 bb8862c6e790ec99
positions/000001-0000.parquet 252121 d4caadec4ce92351
";
