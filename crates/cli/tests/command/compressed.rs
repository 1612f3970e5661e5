//! Compressed input, read as it is.

use crate::tool::{
    COMPRESSIONS, Folder, START, bz2, gz, many_lines, rows_of, xz, zip, zobrist_on, zst,
};

#[test]
fn compressed_files_are_read_as_they_are() {
    let lines = many_lines(10_000);
    let rows = rows_of(&lines);
    for (end, compress) in COMPRESSIONS {
        let name = format!("lines.fen.{end}");
        let folder = Folder::with(&name, compress(lines.as_bytes()));
        assert!(folder.zobrist(["hash", &name]).done() == rows, "{end}");
        // The bytes decide, not the name.
        folder.write("lines", compress(lines.as_bytes()));
        assert!(folder.zobrist(["hash", "lines"]).done() == rows, "{end}");
        assert!(zobrist_on(compress(lines.as_bytes()), ["hash"]).done() == rows, "{end}");
    }
}

#[test]
fn pgn_is_recognized_before_the_extension_of_a_compression() {
    let game = "1. e4 *\n";
    for (end, compress) in COMPRESSIONS {
        let name = format!("games.pgn.{end}");
        let folder = Folder::with(&name, compress(game.as_bytes()));
        assert_eq!(folder.zobrist(["hash", &name]).done().lines().count(), 2);
    }
}

#[test]
fn files_of_several_frames_members_and_streams_are_read_whole() {
    let lines = many_lines(3_000);
    let (first, second) = lines.split_at(lines.len() / 2);
    let rows = rows_of(&lines);
    for (end, compress) in COMPRESSIONS {
        let parts = [first, "", second].map(|part| compress(part.as_bytes())).concat();
        assert!(zobrist_on(parts, ["hash"]).done() == rows, "{end}");
    }
}

#[test]
fn files_of_pzstd_begin_with_a_frame_to_be_skipped() {
    let skipped = [0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4];
    let file = [&skipped[..], &zst(format!("{START}\n")), &skipped, &zst(START)].concat();
    assert_eq!(zobrist_on(file, ["hash"]).done(), rows_of(&format!("{START}\n{START}\n")));
}

/// Tapes and disks pad their blocks with them; gzip skips them.
#[test]
fn zeros_after_a_member_are_skipped() {
    let lines = many_lines(3_000);
    let (first, second) = lines.split_at(lines.len() / 2);
    let rows = rows_of(&lines);
    for (end, compress) in COMPRESSIONS {
        let (first, second) = (compress(first.as_bytes()), compress(second.as_bytes()));
        for zeros in [1, 511, 100_000] {
            let padding = &vec![0; zeros][..];
            let file = [&first[..], &second, padding].concat();
            assert!(zobrist_on(file, ["hash"]).done() == rows, "{end}");
            let file = [&first[..], padding, &second].concat();
            assert!(zobrist_on(file, ["hash"]).done() == rows, "{end}");
        }
    }
}

#[test]
fn plain_and_compressed_files_mix() {
    let folder = Folder::with("a.fen", START);
    folder.write("b.fen.gz", gz(START));
    folder.write("c.fen.zst", zst(START));
    folder.write("d.fen.bz2", bz2(START));
    folder.write("e.fen.xz", xz(START));
    folder.write("f.fen.zip", zip(&[("f.fen", START.as_bytes())]));
    let files = ["a.fen", "b.fen.gz", "c.fen.zst", "d.fen.bz2", "e.fen.xz", "f.fen.zip"];
    let rows = folder.zobrist(["hash"].into_iter().chain(files)).done();
    let row = rows_of(START);
    let expected = files.map(|file| format!("{}\t{file}\n", row.trim_end()));
    assert_eq!(rows, expected.concat());
}

#[test]
fn an_empty_compressed_file_prints_no_rows() {
    for (_, compress) in COMPRESSIONS {
        assert_eq!(zobrist_on(compress(b""), ["hash"]).done(), "");
    }
}
