//! `zobrist schemes`: values that never change.

use crate::tool::zobrist;

/// A changed fingerprint invalidates all stored hashes.
const SCHEMES: [[&str; 5]; 19] = [
    [
        "polyglot",
        "781 = piece 768 + castling 4 + en-passant 8 + turn 1",
        "published(781 words), 64 bits",
        "none",
        "327e71f38b43a493",
    ],
    [
        "fide",
        "781 = piece 768 + castling 4 + en-passant 8 + turn 1",
        "published(781 words), 64 bits",
        "none",
        "6003b7b89e3ccabf",
    ],
    [
        "fen",
        "781 = piece 768 + castling 4 + en-passant 8 + turn 1",
        "published(781 words), 64 bits",
        "none",
        "ddd8e0fb274ef41a",
    ],
    [
        "zobrist",
        "939 = piece 768 + castling 16 + en-passant 8 + turn 1 + promoted 64 + pocket 70 + \
         checks 4 + variant 8",
        "bch(seed 1970, capacity 1024), 32 bits",
        "any 7 keys are independent",
        "ddc313930b4913f5",
    ],
    [
        "zobrist",
        "939 = piece 768 + castling 16 + en-passant 8 + turn 1 + promoted 64 + pocket 70 + \
         checks 4 + variant 8",
        "bch(seed 1970, capacity 1024), 64 bits",
        "any 13 keys are independent",
        "da9c45f6164d001a",
    ],
    [
        "zobrist",
        "939 = piece 768 + castling 16 + en-passant 8 + turn 1 + promoted 64 + pocket 70 + \
         checks 4 + variant 8",
        "bch(seed 1970, capacity 1024), 128 bits",
        "any 25 keys are independent",
        "18e050ff652bb80e",
    ],
    [
        "stockfish-1.9",
        "849 = piece 768 + en-passant 64 + castling 16 + turn 1",
        "listed, 64 bits",
        "none",
        "da532be22eba63dd",
    ],
    [
        "stockfish-2.3",
        "781 = piece 768 + en-passant 8 + castling 4 + turn 1",
        "jsf64(seed 3571526775, sequential, skip 53), 64 bits",
        "none",
        "26ed72b2926b9aba",
    ],
    [
        "stockfish-11",
        "782 = piece 768 + en-passant 8 + castling 4 + turn 1 + no-pawns 1",
        "xorshift64*(seed 1070372, sequential), 64 bits",
        "none",
        "3a9a0d99976fdaf7",
    ],
    [
        "stockfish-15.1",
        "812 = piece 768 + en-passant 8 + castling 16 + turn 1 + no-pawns 1 + clock 18",
        "xorshift64*(seed 1070372, sequential), 64 bits",
        "none",
        "af04a0d3e1e8199c",
    ],
    [
        "stockfish-18",
        "812 = piece 768 + en-passant 8 + castling 16 + turn 1 + no-pawns 1 + clock 18",
        "xorshift64*(seed 1070372, sequential), 64 bits",
        "none",
        "22e32df6b913bd75",
    ],
    [
        "chess-768",
        "768 = piece 768",
        "bch(seed 1970, capacity 1024), 64 bits",
        "any 13 keys are independent",
        "80cee7dc0233fc1f",
    ],
    [
        "chess-793",
        "793 = piece 768 + castling 16 + en-passant 8 + turn 1",
        "bch(seed 1970, capacity 1024), 64 bits",
        "any 13 keys are independent",
        "2cdf3f5c83f358f2",
    ],
    [
        "chess-832",
        "832 = piece 768 + empty 64",
        "bch(seed 1970, capacity 1024), 64 bits",
        "any 13 keys are independent",
        "b0c52948c3239e60",
    ],
    [
        "chess-896",
        "896 = piece 768 + castling-king 64 + captured-pawn 64",
        "bch(seed 1970, capacity 1024), 64 bits",
        "any 13 keys are independent",
        "99ae3593f3dec771",
    ],
    [
        "go",
        "1300 = stone 1250 + width 25 + height 25",
        "bch(seed 1970, capacity 2048), 64 bits",
        "any 11 keys are independent",
        "292942c3026ed21e",
    ],
    [
        "go",
        "1300 = stone 1250 + width 25 + height 25",
        "bch(seed 1970, capacity 2048), 128 bits",
        "any 23 keys are independent",
        "cf38ed4103fc3f54",
    ],
    [
        "go-situation",
        "1930 = stone 1250 + width 25 + height 25 + turn 1 + passes 4 + ko 625",
        "bch(seed 1970, capacity 2048), 64 bits",
        "any 11 keys are independent",
        "a7e8641c7a499f1f",
    ],
    [
        "go-situation",
        "1930 = stone 1250 + width 25 + height 25 + turn 1 + passes 4 + ko 625",
        "bch(seed 1970, capacity 2048), 128 bits",
        "any 23 keys are independent",
        "ea63b7b37684c46f",
    ],
];

#[test]
fn a_line_each() {
    let lines: String = SCHEMES.iter().map(|scheme| scheme.join("\t") + "\n").collect();
    assert_eq!(zobrist(["schemes"]).done(), lines);
}

#[test]
fn csv_and_jsonl() {
    let rows = zobrist(["schemes", "--format", "csv"]).done();
    let lines: Vec<&str> = rows.lines().collect();
    assert_eq!(lines[0], "name,layout,source,guarantee,fingerprint");
    assert_eq!(
        lines[1],
        "polyglot,781 = piece 768 + castling 4 + en-passant 8 + turn 1,\
         \"published(781 words), 64 bits\",none,327e71f38b43a493"
    );
    let rows = zobrist(["schemes", "--format", "jsonl"]).done();
    for (row, [name, layout, source, guarantee, fingerprint]) in rows.lines().zip(SCHEMES) {
        let expected = format!(
            "{{\"name\":\"{name}\",\"layout\":\"{layout}\",\"source\":\"{source}\",\
             \"guarantee\":\"{guarantee}\",\"fingerprint\":\"{fingerprint}\"}}"
        );
        assert_eq!(row, expected);
    }
    assert_eq!(rows.lines().count(), SCHEMES.len());
}

#[test]
fn nothing_is_read() {
    zobrist(["schemes", "polyglot"]).refused();
}
