//! `zobrist keys forge`: pairs of positions with one hash, checked by others.

use std::collections::HashSet;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::readers::python;
use crate::tool::{Folder, SAMPLE, START, column, zobrist, zobrist_on};

/// A position that is known to share its hash, and that hash.
const KNOWN: &str = "8/7P/p7/8/P7/8/8/K2k4 w - - 0 1";
const KNOWN_HASH: &str = "fec003d0db73b1cf";

/// Two dependencies of Polyglot's keys, as an audit writes them: one that no positions differ in,
/// since it has pawns on g8 and a1, and one that the known position and another differ in.
const AUDIT: &str = "{\"keys\":781,\"bits\":64,\"rank\":64,\"dependencies\":\
    [[62,64,141,366,370,480,598,731],[40,88,119,161,482,487,496,574,634]],\"more\":null}\n";

fn forge(args: &str) -> impl Iterator<Item = &str> {
    ["keys", "forge"].into_iter().chain(args.split_whitespace())
}

/// The pairs of text rows, which `hash --check` accepts.
#[track_caller]
fn checked<'a>(rows: &'a str, scheme: &str) -> Vec<[&'a str; 2]> {
    let check = ["hash", "--check"].into_iter().chain(scheme.split_whitespace());
    let check = zobrist_on(rows, check);
    assert_eq!((check.code, check.stdout.as_str()), (0, ""), "{}", check.stderr);
    let (hashes, fens) = (column(rows, 0), column(rows, 1));
    assert_eq!(hashes.len() % 2, 0, "{rows}");
    assert!(hashes.chunks(2).all(|pair| pair[0] == pair[1]), "{rows}");
    // `hash` makes the same rows from the positions.
    let hash = ["hash"].into_iter().chain(scheme.split_whitespace());
    assert_eq!(zobrist_on(fens.join("\n"), hash).done(), rows);
    let pairs: Vec<[&str; 2]> = fens.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
    // The boards differ, not just the move counters.
    let facts = |fen: &str| fen.rsplitn(3, ' ').nth(2).unwrap().to_owned();
    assert!(pairs.iter().all(|[a, b]| facts(a) != facts(b)), "{rows}");
    assert_eq!(pairs.iter().collect::<HashSet<_>>().len(), pairs.len(), "{rows}");
    pairs
}

#[test]
fn pairs_of_positions_of_games() {
    let rows = zobrist(forge("--count 4")).done();
    assert_eq!(checked(&rows, "").len(), 4);
    assert_eq!(zobrist(forge("--count 4 --seed 1")).done(), rows);
    let fewer = zobrist(forge("")).done();
    assert!(rows.starts_with(&fewer) && fewer.lines().count() == 2, "{fewer}");
    assert_ne!(zobrist(forge("--seed 2")).done(), fewer);
    assert_eq!(zobrist(forge("--seed 0x2")).done(), zobrist(forge("--seed 2")).done());
}

#[test]
fn partners_of_a_position_in_every_scheme() {
    for scheme in [
        "--scheme polyglot",
        "--scheme fide",
        "--scheme fen",
        "--scheme zobrist",
        "--scheme zobrist --bits 32",
    ] {
        for fen in [START, KNOWN, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"] {
            let args = forge(scheme).chain(["--count", "2", "--fen", fen]);
            let rows = zobrist(args).done();
            let pairs = checked(&rows, scheme);
            assert!(pairs.len() == 2 && pairs.iter().all(|[a, _]| *a == fen), "{rows}");
        }
    }
}

#[test]
fn an_en_passant_file_is_written_as_the_scheme_has_it() {
    let fen = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1";
    let rows = zobrist(forge("--scheme fide").chain(["--fen", fen])).done();
    assert_eq!(checked(&rows, "--scheme fide")[0][0], "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    let rows = zobrist(forge("--scheme fen").chain(["--fen", fen])).done();
    assert_eq!(checked(&rows, "--scheme fen")[0][0], fen);
}

#[test]
fn the_known_pair_from_the_list_of_dependencies() {
    let folder = Folder::with("audit.jsonl", AUDIT);
    let args = || forge("--dependencies audit.jsonl");
    let rows = folder.zobrist(args().chain(["--fen", KNOWN]));
    assert_eq!(rows.code, 0, "{}", rows.stderr);
    assert_eq!(
        rows.stdout,
        format!(
            "{KNOWN_HASH}\t{KNOWN}\n\
             {KNOWN_HASH}\t2Q3q1/R7/8/1nR4R/8/8/8/K2k4 w - - 0 1\n"
        )
    );
    let note = "zobrist: 1 of 2 dependencies make no pair of positions\n";
    assert_eq!(rows.stderr, note);
    // Without the position, there is still a pair.
    let rows = folder.zobrist(args());
    assert_eq!((rows.code, rows.stderr.as_str()), (0, note));
    assert_eq!(checked(&rows.stdout, "").len(), 1);
    // As many as are wanted, also from standard input.
    let rows = zobrist_on(AUDIT, forge("--dependencies - --count 12"));
    assert_eq!((rows.code, rows.stderr.as_str()), (0, ""));
    assert_eq!(checked(&rows.stdout, "").len(), 12);
}

#[test]
fn fewer_pairs_than_requested() {
    let folder = Folder::with("audit.jsonl", AUDIT);
    let none = AUDIT.replace(",[40,88,119,161,482,487,496,574,634]", "");
    folder.write("none.jsonl", &none);
    folder.write("independent.jsonl", none.replace("[62,64,141,366,370,480,598,731]", ""));
    for (file, more, expected) in [
        (
            "audit.jsonl",
            vec!["--count", "2", "--fen", KNOWN],
            "expected 2 pairs, got 1: no others were found",
        ),
        ("none.jsonl", vec!["--count", "3"], "expected 3 pairs, got 0: no others were found"),
        ("audit.jsonl", vec!["--fen", START], "2 of 2 dependencies make no pair of positions"),
        ("none.jsonl", vec![], "1 of 1 dependencies make no pair of positions"),
    ] {
        let args = forge("--dependencies").chain([file]).chain(more);
        let (_, stderr) = folder.zobrist(args).rejected();
        assert_eq!(stderr, format!("zobrist: {expected}\n"));
    }
    // Without dependencies there are no pairs, which is not a failure.
    assert_eq!(folder.zobrist(forge("--dependencies independent.jsonl")).done(), "");
}

#[test]
fn csv_and_jsonl() {
    let folder = Folder::with("audit.jsonl", AUDIT);
    let args = forge("--dependencies audit.jsonl --format csv --fen").chain([KNOWN]);
    let rows = folder.zobrist(args).stdout;
    let lines: Vec<&str> = rows.lines().collect();
    assert_eq!(lines[0], "pair,features,hash,fen");
    assert_eq!(lines[1], format!("1,9,{KNOWN_HASH},{KNOWN}"));
    assert_eq!(lines[2], format!("1,9,{KNOWN_HASH},2Q3q1/R7/8/1nR4R/8/8/8/K2k4 w - - 0 1"));
    let args = forge("--dependencies audit.jsonl --format jsonl --fen").chain([KNOWN]);
    let rows = folder.zobrist(args).stdout;
    let first =
        format!("{{\"pair\":1,\"features\":9,\"hash\":\"{KNOWN_HASH}\",\"fen\":\"{KNOWN}\"}}\n");
    assert!(rows.starts_with(&first), "{rows}");
    let none =
        folder.zobrist(forge("--dependencies audit.jsonl --format csv --fen").chain([START]));
    assert_eq!(none.stdout, "pair,features,hash,fen\n");
}

#[test]
fn unknown_positions_and_schemes_are_refused() {
    let message = |fen| zobrist(["keys", "forge", "--fen", fen]).refused();
    assert_eq!(
        message("hello"),
        "zobrist: cannot read the position \"hello\": \
         column 1: expected FEN or EPD, which begins with a piece or 1 to 8 empty squares, \
         got \"h\"\n"
    );
    assert!(message("8/8/8/8/8/8/8/8 w - - 0 1").contains("expected a legal position"));
    assert!(message("r1k1r2r/8/8/8/8/8/8/R1K1R2R w EAea - 0 1").contains("of Chess960"));
    let unknown = zobrist(forge("--scheme md5")).refused();
    assert!(unknown.contains("invalid value 'md5'") && unknown.contains("polyglot"), "{unknown}");
    let wide = zobrist(forge("--scheme zobrist --bits 128")).refused();
    assert!(wide.contains("expected a hash of up to 64 bits"), "{wide}");
    let narrow = zobrist(forge("--bits 32")).refused();
    assert!(narrow.contains("has hashes of 64 bits, not of 32"), "{narrow}");
    zobrist(forge("--count 0")).refused();
}

#[test]
fn files_that_are_not_audits_are_refused() {
    let folder = Folder::new();
    let message = |content: &str| {
        folder.write("audit", content);
        let message = folder.zobrist(forge("--dependencies audit")).refused();
        let start = "zobrist: cannot read audit: ";
        assert!(message.starts_with(start), "{message}");
        message[start.len()..].trim_end().to_owned()
    };
    let with = |from, to| message(&AUDIT.replace(from, to));
    let object = "expected the object that `keys audit --format jsonl` writes, got ";
    assert_eq!(message(""), format!("{object}nothing"));
    assert!(message("\n62 64 141\n").starts_with(&format!("line 2: {object}")));
    assert!(message("[]").starts_with(&format!("line 1: {object}")));
    assert_eq!(
        with("\"bits\"", "\"b\""),
        "line 1: expected the field \"bits\" of an audit, got none"
    );
    assert_eq!(
        with("781", "794"),
        "line 1: expected 781 keys, got 794; --scheme and --bits say whose keys"
    );
    assert!(with("\"bits\":64", "\"bits\":32").contains("expected 64 bits, got 32;"));
    let left_out = |ranges| {
        let field = format!("\"left_out\":{ranges},\"rank\"");
        message(&AUDIT.replace("\"rank\"", &field))
    };
    assert!(left_out("[[3,5]]").contains("expected 781 keys, got 781 and 3 left out;"));
    for ranges in ["[[5,3]]", "[3]", "7", "[[0,18446744073709551615]]"] {
        assert!(left_out(ranges).contains("expected ranges of indices in the field \"left_out\""));
    }
    assert!(with("[[62,", "7,\"x\":[[62,").contains("expected a list of lists of indices"));
    assert!(with("[62,", "62,[").contains("expected a dependency as a list of indices, got 62"));
    assert!(with("731", "781").contains("expected indices below 781, the number of keys, got 781"));
    assert!(with("731", "598").contains("expected a dependency of 1 to 24 different indices, got"));
    assert!(with("[62,64", "[],[62,64").contains("1 to 24 different indices, got []"));
    folder.write("audit", AUDIT.replace("731", "732"));
    let other = folder.zobrist(forge("--dependencies audit")).refused();
    assert!(other.contains("expected features whose keys combine to zero"), "{other}");
    assert!(other.contains("got [62, 64, 141, 366, 370, 480, 598, 732]"), "{other}");
    let missing = folder.zobrist(forge("--dependencies missing")).refused();
    assert!(missing.starts_with("zobrist: cannot read missing: "), "{missing}");
    let nothing = zobrist_on("", forge("--dependencies -")).refused();
    assert!(nothing.starts_with("zobrist: cannot read standard input: "), "{nothing}");
    let of_another_scheme =
        folder.zobrist(forge("--dependencies audit --scheme zobrist")).refused();
    assert!(of_another_scheme.contains("expected 939 keys, got 781"), "{of_another_scheme}");
}

/// The example of docs/forged-positions.md: a book has moves for a position that it does not hold.
#[test]
fn a_book_offers_the_moves_of_the_other_position() {
    let pair = zobrist(forge("--fen").chain([START])).done();
    let partner = checked(&pair, "")[0][1];
    let folder = Folder::new();
    assert_eq!(folder.zobrist(["book", "make", SAMPLE, "-o", "book.bin"]).code, 0);
    let moves = folder.zobrist(["book", "probe", "book.bin"]).done();
    let others = folder.zobrist(["book", "probe", "book.bin", "--fen", partner]);
    let offered = others.stdout.lines().count() + others.stderr.lines().count();
    assert_eq!(offered, moves.lines().count());
    assert!(others.stderr.contains("expected a legal move, got e2e4"), "{}", others.stderr);
}

/// The output of an audit is read unchanged.
#[test]
fn an_audit_is_read() {
    for keys in ["", "--legal", "--without 0-7,780"] {
        let args = format!("keys audit polyglot --weight 2 --format jsonl {keys}");
        let audit = zobrist(args.split_whitespace()).done();
        assert_eq!(zobrist_on(audit, forge("--dependencies -")).done(), "");
    }
    // The findings of `--legal --weight 9`, and one with a king of one side only, which would be in
    // one position and not in the other.
    let audit = "{\"keys\":749,\"bits\":64,\"left_out\":[[0,7],[56,71],[120,127]],\"dependencies\":\
        [[40,88,119,161,482,487,496,574,634],[93,109,248,303,429,547,627,711,765],\
        [104,421,467,534,542,555,593,710,753],[110,234,253,363,405,426,465,469,505]]}";
    let rows = zobrist_on(audit, forge("--dependencies -")).done();
    assert_eq!(checked(&rows, "").len(), 4);
    let king = "[52,198,253,270,479,507,639,652,742]";
    let rows = zobrist_on(audit.replace("]]}", &format!("],{king}]}}")), forge("--dependencies -"));
    assert_eq!(rows.stderr, "zobrist: 1 of 5 dependencies make no pair of positions\n");
    assert_eq!(checked(&rows.stdout, "").len(), 4);
}

#[test]
fn its_help_states_its_cost() {
    let help = zobrist(forge("--help")).done();
    assert!(help.contains("\nCost: ") && help.contains("docs/forged-positions.md"), "{help}");
    assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
}

/// Another program has equal hashes, and finds no fault in the positions.
const RECOMPUTE: &str = "
import sys, chess, chess.polyglot
for line in sys.stdin:
    key, fen = line.rstrip('\\n').split('\\t')
    board = chess.Board(fen)
    assert board.status() == chess.STATUS_VALID, (fen, board.status())
    print(f'{chess.polyglot.zobrist_hash(board):016x}')
";

#[test]
fn another_program_has_the_same_hashes() {
    let Some(python) = python() else { return };
    let folder = Folder::with("audit.jsonl", AUDIT);
    let mut rows = zobrist(forge("--count 12 --seed 7")).done();
    let file = "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1";
    rows += &zobrist(forge("--count 3 --fen").chain([file])).done();
    rows += &folder.zobrist(forge("--dependencies audit.jsonl --count 20")).done();
    let mut child = Command::new(python)
        .args(["-c", RECOMPUTE])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(rows.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let theirs = String::from_utf8(output.stdout).unwrap();
    assert_eq!(theirs.lines().collect::<Vec<_>>(), column(&rows, 0));
    assert_eq!(theirs.lines().count(), 2 * (12 + 3 + 20));
}
