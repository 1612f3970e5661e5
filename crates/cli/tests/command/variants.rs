//! `zobrist hash` on Chess960 and the variants, and what schemes lack.

use crate::tool::{START, column, zobrist, zobrist_on};

/// Variant, FEN, hashes of 32, 64 and 128 bits, from the second implementation that made
/// the vectors of zobrist-shakmaty.
const VECTORS: &[(&str, &str, [&str; 3])] = &[
    (
        "chess",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ["dfa9ffb4", "9882d27d0682b557", "569ef306a0429e0270b9a8ee8771e71a"],
    ),
    (
        "chess960",
        "r1r2kr1/8/8/8/8/8/8/2R4K w Cgc - 0 1",
        ["1f4c93e5", "6ec88c0c7023f773", "800f3e874d94c40e23e67022109186d1"],
    ),
    (
        "atomic",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ["adbbed7f", "41660e1c34a87b37", "b92edb7cbc33178933e90140d48ab5df"],
    ),
    (
        "atomic",
        "8/8/8/8/8/8/4k3/R6R w - - 0 1",
        ["7e112cc6", "56f40691fa03575f", "94258e5006513b4d996228af3402e085"],
    ),
    (
        "antichess",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        ["a418786b", "de0f000519d35e4a", "fecd84818fbd135ad5d767d4a9ccf8ad"],
    ),
    (
        "antichess",
        "8/8/8/8/8/8/8/k7 w - - 0 1",
        ["04f4b2ed", "aaa06b9cd43956aa", "2226fa0e4d01c45899ae5db76d57e9e1"],
    ),
    (
        "kingofthehill",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ["5faa64af", "ad1911bf11f223ba", "b1f81a41613e6bc809e53e5ef8f6a14f"],
    ),
    (
        "3check",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
        ["702c9180", "1c21859b2785ae48", "97d572f9151dda553afebf9d33de1631"],
    ),
    (
        "3check",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+2 0 1",
        ["3f72479b", "2e1c06fd7a0a2545", "1662de578e02712ad4421e27b7768c46"],
    ),
    (
        "crazyhouse",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        ["abb9b8f1", "2f0320a4531963dd", "dfd43d153922c3b9f2255df59fc275d0"],
    ),
    (
        "crazyhouse",
        "4k3/8/8/1Pp5/8/8/8/2R~1K3[Pq] w - c6 0 1",
        ["1902284e", "c794168921e46b62", "a8a63de38785a812e0a6bb5e0652cdec"],
    ),
    (
        "racingkings",
        "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
        ["f55e5b3b", "7db038bb864344e5", "a42bf4263cf1d9d4a65a828c95dda3a8"],
    ),
    (
        "horde",
        "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
        ["02015722", "2a1c3db19374724e", "4c483e236633ef3a775e4c0804bca5b5"],
    ),
];

#[test]
fn every_variant_has_its_hashes_in_every_width() {
    for (variant, fen, hashes) in VECTORS {
        for (bits, hash) in ["32", "64", "128"].into_iter().zip(hashes) {
            let args = ["hash", "--scheme", "zobrist", "--variant", variant, "--bits", bits];
            assert_eq!(zobrist_on(fen, args).done(), format!("{hash}\t{fen}\n"), "{variant}");
        }
    }
}

#[test]
fn a_variant_may_go_by_another_name() {
    for (name, alias) in [("kingofthehill", "koth"), ("3check", "threecheck")] {
        let rows =
            |name| zobrist_on(START, ["hash", "--scheme", "zobrist", "--variant", name]).done();
        assert_eq!(rows(name), rows(alias));
    }
}

#[test]
fn games_are_of_the_variant_that_their_tag_names() {
    let tags = [
        ("Chess", "chess"),
        ("Standard", "chess"),
        ("From Position", "chess"),
        ("Chess960", "chess"),
        ("Atomic", "atomic"),
        ("Antichess", "antichess"),
        ("King of the Hill", "kingofthehill"),
        ("Three-check", "3check"),
        ("Crazyhouse", "crazyhouse"),
        ("Racing Kings", "racingkings"),
        ("Horde", "horde"),
    ];
    for (tag, variant) in tags {
        let (_, _, [_, hash, _]) = VECTORS.iter().find(|vector| vector.0 == variant).unwrap();
        let game = format!("[Variant \"{tag}\"]\n\n*\n");
        let args = ["hash", "--input", "pgn", "--scheme", "zobrist"];
        let rows = zobrist_on(&game, args).done();
        assert_eq!(column(&rows, 0), [*hash], "{tag}");
        // A game that has no tag is of the variant that was asked for.
        let rows = zobrist_on("*\n", args.into_iter().chain(["--variant", variant])).done();
        assert_eq!(column(&rows, 0), [*hash], "{tag}");
    }
}

#[test]
fn a_crazyhouse_game_keeps_its_pocket_in_the_hash_and_in_the_fen() {
    let game = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n";
    let args = ["hash", "--input", "pgn", "--scheme", "zobrist"];
    let rows = zobrist_on(game, args).done();
    let fens = column(&rows, 3);
    assert_eq!(fens[4], "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3");
    assert_eq!(fens[5], "rnb1kbnr/ppp1pppp/8/3q4/4P3/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3");
    let args = ["hash", "--variant", "crazyhouse", "--scheme", "zobrist"];
    assert_eq!(column(&zobrist_on(fens.join("\n"), args).done(), 0), column(&rows, 0));
}

/// Two positions with castling rooks on different files; Polyglot names only the side.
const OUTER: &str = "r1k1r2r/8/8/8/8/8/8/R1K1R2R w KQkq - 0 1";
const INNER: &str = "r1k1r2r/8/8/8/8/8/8/R1K1R2R w EAea - 0 1";

#[test]
fn chess960_follows_from_the_castling_field_the_tag_or_the_option() {
    let lines = format!("{OUTER}\n{INNER}\n");
    let outer_hash = "0ab93915d2c6e68c";
    let inner_hash = "6336b2533fcd8d8d";
    for more in [&[][..], &["--variant", "chess960"]] {
        let hashes = |scheme| {
            let args = ["hash", "--scheme", scheme].into_iter().chain(more.iter().copied());
            column(&zobrist_on(&lines, args).done(), 0).join(" ")
        };
        assert_eq!(hashes("polyglot"), "227d043b0ca75733 227d043b0ca75733");
        assert_eq!(hashes("zobrist"), format!("{outer_hash} {inner_hash}"));
    }
    for tag in ["[Variant \"Chess960\"]\n", "[Variant \"Fischerandom\"]\n", ""] {
        let game = format!("{tag}[FEN \"{INNER}\"]\n\n1. O-O-O *\n");
        let args = ["hash", "--input", "pgn", "--scheme", "zobrist"];
        let rows = zobrist_on(game, args).done();
        assert_eq!(column(&rows, 0)[0], inner_hash);
        // The king stays on c1, the rook goes to d1; the rights of White are gone.
        assert_eq!(column(&rows, 3)[1], "r1k1r2r/8/8/8/8/8/8/2KRR2R b eq - 1 1");
    }
}

#[test]
fn a_chess960_position_that_could_be_standard_chess_hashes_alike_in_all_schemes() {
    for scheme in ["polyglot", "fide", "fen", "zobrist"] {
        let hash = |more: &[&str]| {
            let args = ["hash", "--scheme", scheme].into_iter().chain(more.iter().copied());
            zobrist_on(START, args).done()
        };
        assert_eq!(hash(&[]), hash(&["--variant", "chess960"]));
        assert_eq!(hash(&[]), hash(&["--variant", "chess"]));
    }
}

#[test]
fn the_error_for_a_width_names_the_scheme_that_has_it() {
    for scheme in ["polyglot", "fide", "fen"] {
        for bits in ["32", "128"] {
            let message = zobrist(["hash", "--scheme", scheme, "--bits", bits]).refused();
            assert_eq!(
                message,
                format!(
                    "zobrist: the scheme `{scheme}` has hashes of 64 bits, not of {bits}; \
                     `--scheme zobrist` has them\n"
                )
            );
        }
    }
}

#[test]
fn the_error_for_a_variant_names_the_scheme_that_has_it() {
    for command in [&["hash"][..], &["perft", "1"], &["explain", START], &["diff", "e4", "d4"]] {
        let args = ["--scheme", "fide", "--variant", "atomic"];
        let message = zobrist(command.iter().copied().chain(args)).refused();
        assert_eq!(
            message,
            "zobrist: the scheme `fide` has standard chess and Chess960, not atomic; \
             `--scheme zobrist` has it\n"
        );
    }
}

#[test]
fn errors_for_unknown_values_list_the_valid_ones() {
    let message = zobrist(["hash", "--variant", "shogi"]).refused();
    assert!(message.contains("crazyhouse") && message.contains("chess960"), "{message}");
    let message = zobrist(["hash", "--scheme", "stockfish"]).refused();
    assert!(message.contains("polyglot, fide, fen, zobrist"), "{message}");
    let message = zobrist(["hash", "--bits", "16"]).refused();
    assert!(message.contains("32, 64, 128"), "{message}");
}
