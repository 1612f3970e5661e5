//! Books of which no entry is reached, or whose numbers are swapped in part.

use std::fs;

use zobrist_chess::{BookEntry, PackedMove};

use crate::books::{at_start, bytes_of, entries};
use crate::tool::Folder;

const REACHED: &str = "no entry is reached from the start position or --fen, so the keys may be those of \
                       another scheme, or the book has other positions; give --fen one of them";

/// The book with some ranges of bytes of each record reversed.
fn reversed(ranges: &[std::ops::Range<usize>]) -> Vec<u8> {
    let mut bytes = bytes_of(&entries());
    for record in bytes.as_chunks_mut::<16>().0 {
        for range in ranges {
            record[range.clone()].reverse();
        }
    }
    bytes
}

/// Only the moves, weights and learn fields are swapped, or all words of 16 bits, or only the keys.
#[test]
fn books_that_are_swapped_in_part_are_not_mended_by_a_swap() {
    let words: Vec<_> = (0..8).map(|word| 2 * word..2 * word + 2).collect();
    for (what, ranges) in [
        ("all but the keys", vec![8..10, 10..12, 12..16]),
        ("words", words),
        ("keys", std::iter::once(0..8).collect()),
    ] {
        let folder = Folder::with("a.bin", reversed(&ranges));
        let check = folder.zobrist(["book", "check", "a.bin"]);
        let said = [check.stdout, check.stderr].concat();
        assert!(!said.contains("byte-order") && !said.contains("--swap"), "{what}: {said}");
        for more in [&["--swap"][..], &[]] {
            let fix = ["book", "fix", "a.bin", "-o", "out.bin"].into_iter();
            folder.zobrist(fix.chain(more.iter().copied())).refused();
            assert!(!folder.path("out.bin").exists(), "{what} {more:?}");
        }
    }
    // Too few keys to have an order.
    let one = at_start(12, 28, 1).to_bytes();
    let rest = [&one[..8], &[one[9], one[8], one[11], one[10]], &one[12..]].concat();
    let folder = Folder::with("a.bin", rest);
    folder.zobrist(["book", "fix", "a.bin", "-o", "out.bin", "--swap"]).refused();
    assert!(!folder.path("out.bin").exists());
}

/// Entries with keys that no position near the start has, in order.
fn unknown(count: u64) -> Vec<u8> {
    let entry = |number: u64| BookEntry { key: number << 40 | 1, ..at_start(12, 28, 1) };
    bytes_of(&(1..=count).map(entry).collect::<Vec<_>>())
}

#[test]
fn a_book_of_which_nothing_is_reached_is_told_and_a_large_one_refused() {
    let folder = Folder::with("few.bin", unknown(999));
    folder.write("many.bin", unknown(1000));
    let told = |name: &str| format!("zobrist: {name}: {REACHED}\n");
    let check = folder.zobrist(["book", "check", "few.bin"]);
    assert_eq!((check.code, &*check.stdout), (0, ""));
    assert!(check.stderr.ends_with(&told("few.bin")), "{}", check.stderr);
    let fix = folder.zobrist(["book", "fix", "few.bin", "-o", "few-fixed.bin"]);
    assert_eq!((fix.code, fix.stderr), (0, told("few.bin")));
    let merge = folder.zobrist(["book", "merge", "few.bin", "-o", "merged.bin"]);
    assert!(
        merge.code == 0 && merge.stderr.contains("few.bin: no entry is reached"),
        "{}",
        merge.stderr
    );

    let (rows, messages) = folder.zobrist(["book", "check", "many.bin"]).rejected();
    assert_eq!(rows, format!("1\t0\t0000010000000001\te2e4\tscheme\t{REACHED}\n"));
    assert!(messages.ends_with(&told("many.bin")), "{messages}");
    let fix = ["book", "fix", "many.bin", "-o", "fixed.bin"];
    assert_eq!(folder.zobrist(fix).refused(), told("many.bin"));
    assert!(!folder.path("fixed.bin").exists());
    // With a position of its own, nothing is proved.
    let fen = ["--fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"];
    assert_eq!(folder.zobrist(["book", "check", "many.bin"].into_iter().chain(fen)).code, 0);
    assert_eq!(folder.zobrist(fix.into_iter().chain(fen)).code, 0);
    assert!(fs::read(folder.path("fixed.bin")).unwrap() == unknown(1000));
    // Nor is anything of other variants.
    let header = zobrist_chess::book_header(&["atomic"], "").unwrap().collect::<Vec<_>>().concat();
    folder.write("atomic.bin", [header, unknown(1000)].concat());
    assert_eq!(folder.zobrist(["book", "check", "atomic.bin"]).code, 0);
    // One position of the start is enough.
    let reached = [unknown(1000), bytes_of(&[at_start(12, 28, 1)])].concat();
    folder.write("reached.bin", reached);
    let check = folder.zobrist(["book", "check", "reached.bin"]);
    assert_eq!((check.code, check.stderr.contains("no entry")), (0, false), "{}", check.stderr);
}

#[test]
fn castling_as_two_squares_in_unreached_positions_is_told() {
    let played = PackedMove::new(4, 6, None);
    let key = 0xfda2_39cc_692a_6053;
    let folder = Folder::with("a.bin", BookEntry { key, played, weight: 2, learn: 0 }.to_bytes());
    let told = "1 move of unreached positions may be castling written as two squares of the king, such \
                as e1g1; ";
    for (args, name, way_out) in [
        (&["check", "a.bin"][..], "a.bin", "give --fen to have them read so"),
        (&["fix", "a.bin", "-o", "b.bin"], "a.bin", "give --fen to have them read so"),
        (&["dump", "a.bin"], "a.bin", "`zobrist book fix --fen` rewrites them"),
        (&["merge", "a.bin", "-o", "c.bin"], "c.bin", "`zobrist book fix --fen` rewrites them"),
    ] {
        let run = folder.zobrist(["book"].into_iter().chain(args.iter().copied()));
        assert_eq!(run.code, 0, "{args:?}");
        let line = format!("zobrist: {name}: {told}{way_out}\n");
        assert_eq!(run.stderr.matches(&line).count(), 1, "{args:?}: {}", run.stderr);
    }
}
