//! Lines of FEN, and lines damaged by a few bytes.

use std::fs;
use std::path::Path;

use zobrist::source::SplitMix64;

use super::{fen, strict};

/// Lines with forms that the corpora lack.
const LINES: &[&str] = &[
    "8/8/8/8/8/8/8/8",
    " 8/8/8/8/8/8/8/8  b ",
    "8/8/8/8/8/8/8/8_b_-_-_3+3_4_5",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+0",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - +2+1 17 39",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+-0",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1",
    "rnb1kbnr/ppp1pppp/8/3p4/4Q~3/8/PPPP~PPPP/RNB1KBNR/QqPp w KQkq - 0 4",
    "rnb1kbnr/ppp1pppp/8/3p4/4Q~3/8/PPPP~PPPP/RNB1KBNR~[NNqp] b KQkq - 0 4",
    "rRpppppp/8/8/8/8/8/PPPPPPBN/PPRQKBNR w KA - 4294967295 4294967296",
    "r1k1r2r/8/8/8/8/8/8/R1K1R2R w HAha e3 99999999999x 0",
    "rk2r3/pppp4/8/8/8/8/4PPPP/3R2KR w HDeakq - 007 000000000000012",
    "1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w cCgG - 0 1",
    "q4rk1/5pb1/4p3/1B6/4r2p/3Q4/5PPP/R4RK1 w - - bm Bd7 Qd7; id \"none\";",
    "4k3/8/8/8/8/8/8/4K3 w KQkqABCDEFGHabcdefgh - 0 1",
    "4k3/8/8/8/8/8/8/4K3[QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQppppppppppppppppppppppppppppppppp] w - - 0 1",
];

/// Bytes to insert into lines.
const BYTES: &[u8] = b" _/123456789pnbrqkPNBRQKwb-KQkqaAhHe36+[]~0x.;\"\t\xff\xc3\xa9";

/// The lines of all corpora of this repository.
fn corpora() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut lines: Vec<String> = LINES.iter().map(|line| String::from(*line)).collect();
    for (folder, is_csv) in [("tests/vectors", true), ("../../fuzz/seeds/positions", false)] {
        for file in fs::read_dir(root.join(folder)).unwrap() {
            let path = file.unwrap().path();
            if is_csv == path.extension().is_some_and(|end| end == "csv") {
                let text = fs::read_to_string(&path).unwrap();
                // The last column; a header is a line like any other.
                lines.extend(text.lines().map(|row| row.rsplit(',').next().unwrap().to_owned()));
            }
        }
    }
    assert!(lines.len() > 1_900, "{} lines", lines.len());
    lines
}

/// Inserts, replaces, removes, doubles or swaps a few bytes.
fn damage(line: &mut Vec<u8>, random: &mut SplitMix64) {
    let mut below = |bound: usize| (random.next_u64() % bound.max(1) as u64) as usize;
    for _ in 0..=below(3) {
        let at = below(line.len() + 1);
        let byte = BYTES[below(BYTES.len())];
        match below(6) {
            0 => line.insert(at, byte),
            1 if at < line.len() => line[at] = byte,
            2 if at < line.len() => drop(line.remove(at)),
            3 => line.truncate(at),
            4 if at < line.len() => line.insert(at, line[at]),
            5 if at + 1 < line.len() => line.swap(at, at + 1),
            _ => {}
        }
    }
}

#[test]
fn all_lines_of_the_corpora_are_read_as_by_shakmaty() {
    let mut accepted = 0;
    for line in corpora() {
        fen::law(line.as_bytes());
        accepted += usize::from(fen::agreement(line.as_bytes()).is_none());
    }
    assert!(accepted > 1_900, "{accepted} lines");
}

#[test]
fn damaged_lines_are_read_as_by_shakmaty() {
    // Checking the column of an error takes hundreds of calls of shakmaty.
    const COPIES: u64 = 160;
    const PLACES: u64 = 16;
    let (mut accepted, mut refused) = (0, 0);
    for (number, line) in (0..).zip(corpora()) {
        let mut random = SplitMix64::new(number);
        for copy in 0..COPIES {
            let mut line = line.clone().into_bytes();
            damage(&mut line, &mut random);
            match fen::agreement(&line) {
                None => accepted += 1,
                Some(error) => {
                    refused += 1;
                    if (copy + number).is_multiple_of(PLACES) {
                        fen::check_place(&line, &error);
                    }
                }
            }
        }
    }
    // Both cases must be frequent.
    assert!(accepted > 30_000 && refused > 100_000, "{accepted} accepted, {refused} refused");
}

#[test]
fn damaged_lines_are_read_strictly_by_the_definition() {
    const COPIES: u64 = 40;
    const ENDS: [&str; 4] = ["", " bm e4;", " id \"a; b\"; c0 d;", " note"];
    let (mut accepted, mut refused) = (0, 0);
    for (number, line) in (0..).zip(corpora()) {
        let mut random = SplitMix64::new(number);
        for copy in 0..COPIES {
            let mut line = (line.clone() + ENDS[copy as usize % ENDS.len()]).into_bytes();
            damage(&mut line, &mut random);
            *(if strict::accepts(&line) { &mut accepted } else { &mut refused }) += 1;
        }
    }
    assert!(accepted > 5_000 && refused > 50_000, "{accepted} accepted, {refused} refused");
}
