//! `zobrist book probe`: moves of a position, heaviest first.

use zobrist_chess::PackedMove;

use crate::books::{START_KEY, at_start, bytes_of, entries, small};
use crate::tool::{Folder, column};

#[test]
fn by_moves_and_by_fen() {
    let folder = Folder::with("small.bin", small());
    let probe = |more: &[&'static str]| {
        let args = ["book", "probe", "small.bin"];
        folder.zobrist(args.into_iter().chain(more.iter().copied())).done()
    };
    // The learn field is the number of the move here.
    assert_eq!(probe(&[]), "e2e4\te4\t6\t60.0\t796\na2a4\ta4\t4\t40.0\t536\n");
    assert_eq!(probe(&["--moves", "1.e4"]), "e7e5\te5\t4\t66.7\t3364\nd7d5\td5\t2\t33.3\t3299\n");
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert_eq!(probe(&["--fen", fen]), probe(&["--moves", "e4"]));
    // A null move of each side leads back.
    assert_eq!(probe(&["--moves", "e4 0000 null"]), probe(&["--moves", "e4"]));
    // Castling and promotion; en passant is in the hash.
    let rows = probe(&["--moves", "e4 e5 Nf3 Nc6 Bc4 Bc5"]);
    assert_eq!((column(&rows, 0), column(&rows, 1)), (vec!["e1g1"], vec!["O-O"]));
    let rows = probe(&["--moves", "a4 b5 axb5 a6 bxa6 c6 a7 c5"]);
    assert_eq!(column(&rows, 1), ["axb8=N", "axb8=Q"]);
    assert_eq!(column(&probe(&["--moves", "e4 d5 e5 f5"]), 0), ["e5f6"]);
    // Not in the book.
    assert_eq!(probe(&["--moves", "Nf3"]), "");
}

#[test]
fn formats() {
    let folder = Folder::with("a.bin", bytes_of(&[at_start(12, 28, 2), at_start(11, 27, 1)]));
    let rows = folder.zobrist(["book", "probe", "a.bin", "--format", "jsonl"]).done();
    assert_eq!(
        rows,
        "{\"uci\":\"e2e4\",\"san\":\"e4\",\"weight\":2,\"percent\":66.7,\"learn\":0}\n\
         {\"uci\":\"d2d4\",\"san\":\"d4\",\"weight\":1,\"percent\":33.3,\"learn\":0}\n"
    );
    let rows = folder.zobrist(["book", "probe", "a.bin", "--format", "csv"]).done();
    assert_eq!(rows, "uci,san,weight,percent,learn\ne2e4,e4,2,66.7,0\nd2d4,d4,1,33.3,0\n");
}

#[test]
fn weights_of_0_and_entries_without_a_move() {
    let nothing = zobrist_chess::BookEntry { played: PackedMove::NONE, ..at_start(0, 0, 5) };
    let folder = Folder::with("a.bin", bytes_of(&[nothing, at_start(12, 28, 0)]));
    let rows = folder.zobrist(["book", "probe", "a.bin"]).done();
    assert_eq!(rows, "e2e4\te4\t0\t0.0\t0\n");
}

#[test]
fn an_illegal_move_is_reported_and_not_printed() {
    let folder = Folder::with("a.bin", bytes_of(&[at_start(12, 36, 9), at_start(12, 28, 1)]));
    let (rows, message) = folder.zobrist(["book", "probe", "a.bin"]).rejected();
    assert_eq!(rows, "e2e4\te4\t1\t100.0\t0\n");
    assert_eq!(
        message,
        "zobrist: a.bin: entry 1 (byte 0): expected a legal move, got e2e5; left out\n"
    );
}

#[test]
fn positions_and_files_that_cannot_be_probed_are_refused() {
    let mut unsorted = small();
    let count = unsorted.len() / 16 + 1;
    unsorted.extend_from_slice(&bytes_of(&[at_start(12, 28, 1)]));
    let folder = Folder::with("unsorted.bin", unsorted);
    assert_eq!(
        folder.zobrist(["book", "probe", "unsorted.bin"]).refused(),
        format!(
            "zobrist: unsorted.bin is not sorted by key: at entry {count} (byte {}) expected a key \
             not below {:016x}, got {START_KEY:016x}; `zobrist book fix` sorts it\n",
            16 * (count - 1),
            entries().last().unwrap().key
        )
    );
    folder.write("small.bin", small());
    let message = folder.zobrist(["book", "probe", "small.bin", "--variant", "atomic"]).refused();
    assert!(message.contains("not atomic"), "{message}");
    folder.zobrist(["book", "probe", "small.bin", "--moves", "e5"]).refused();
}

/// Castling is printed as in the rules of the position.
#[test]
fn chess960_writes_castling_as_the_king_taking_its_rook() {
    let folder = Folder::with("small.bin", small());
    let line = "e4 e5 Nf3 Nc6 Bc4 Bc5";
    let args = ["book", "probe", "small.bin", "--variant", "chess960", "--moves", line];
    assert_eq!(column(&folder.zobrist(args).done(), 0), ["e1h1"]);
}
