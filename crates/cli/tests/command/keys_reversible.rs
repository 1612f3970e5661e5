//! `zobrist keys export --reversible-moves`: the tables in every language that has them hold each
//! move that can be taken back, where its difference says.

use std::collections::HashMap;
use std::fs;

use crate::keys_compiled::{export, keys, scheme};
use crate::languages::{C, CPP, CSHARP, CSHARP_BY_MONO, GO, JAVA, Language, RUST};
use crate::tool::{Folder, zobrist};

/// Prints the number of places; then for each its difference, its move, the move that is found by
/// the difference, and the one that is found by a difference that no move makes.
const PROGRAM_C: &str = r#"#include "zobrist_keys.h"
#include <inttypes.h>
#include <stdio.h>

int main(void) {
    printf("%d\n", ZOBRIST_REVERSIBLE_PLACES);
    for (int i = 0; i < ZOBRIST_REVERSIBLE_PLACES; ++i) {
        zobrist_hash difference = zobrist_reversible_differences[i], other = difference;
#if @WIDE@
        other.high ^= 1;
        printf("%016" PRIx64 "%016" PRIx64, difference.high, difference.low);
#else
        other ^= 1;
        printf("%016" PRIx64, (uint64_t)difference);
#endif
        printf(" %d %d %d\n", zobrist_reversible_moves[i], zobrist_reversible_move(difference),
               zobrist_reversible_move(other));
    }
}
"#;

const PROGRAM_CPP: &str = r#"#include "zobrist_keys.hpp"
#include <cinttypes>
#include <cstdio>

int main() {
    using namespace zobrist;
    static_assert(reversible_move(reversible_differences[1]) == reversible_moves[1]);
    std::printf("%zu\n", reversible_places);
    for (std::size_t i = 0; i < reversible_places; ++i) {
        Hash difference = reversible_differences[i], other = difference;
#if @WIDE@
        other.high ^= 1;
        std::printf("%016" PRIx64 "%016" PRIx64, difference.high, difference.low);
#else
        other ^= 1;
        std::printf("%016" PRIx64, std::uint64_t{difference});
#endif
        std::printf(" %d %d %d\n", reversible_moves[i], reversible_move(difference),
                    reversible_move(other));
    }
}
"#;

const PROGRAM_RUST: &str = r"fn main() {
    println!(`{}`, keys::REVERSIBLE_PLACES);
    for (difference, only) in keys::REVERSIBLE_DIFFERENCES.iter().zip(keys::REVERSIBLE_MOVES) {
        let other = difference ^ 1 << (keys::Hash::BITS - 20);
        let found = [*difference, other].map(keys::reversible_move);
        println!(`{difference:x} {only} {} {}`, found[0], found[1]);
    }
}
";

const PROGRAM_GO: &str = r#"package main

import (
	"example/zobristkeys"
	"fmt"
	"strings"
)

func main() {
	fmt.Println(zobristkeys.ReversiblePlaces)
	var text strings.Builder
	for i, difference := range zobristkeys.ReversibleDifferences {
		other := difference
		other@HIGH@ ^= 1
		// A structure is printed in braces.
		digits := strings.NewReplacer("{", "", "}", "", " ", "").Replace(fmt.Sprintf("%016x", difference))
		fmt.Fprintln(&text, digits, zobristkeys.ReversibleMoves[i],
			zobristkeys.ReversibleMove(difference), zobristkeys.ReversibleMove(other))
	}
	fmt.Print(text.String())
}
"#;

const PROGRAM_JAVA: &str = r#"class Main {
    public static void main(String[] args) {
        var text = new StringBuilder().append(ZobristKeys.REVERSIBLE_PLACES).append('\n');
        var differences = ZobristKeys.reversibleDifferences();
        for (int i = 0; i < differences.length; i++) {
            var difference = differences[i];
            var other = @OTHER@;
            text.append(@DIGITS@).append(' ').append(ZobristKeys.reversibleMoves()[i]).append(' ');
            text.append(ZobristKeys.reversibleMove(difference)).append(' ');
            text.append(ZobristKeys.reversibleMove(other)).append('\n');
        }
        System.out.print(text);
    }
}
"#;

const PROGRAM_CSHARP: &str = r#"static class Program {
    static void Main() {
        var text = new System.Text.StringBuilder().Append(ZobristKeys.ReversiblePlaces).Append('\n');
        for (int i = 0; i < ZobristKeys.ReversiblePlaces; i++) {
            var difference = ZobristKeys.ReversibleDifferences[i];
            text.Append(difference.ToString("x")).Append(' ').Append(ZobristKeys.ReversibleMoves[i]);
            text.Append(' ').Append(ZobristKeys.ReversibleMove(difference)).Append(' ');
            text.Append(ZobristKeys.ReversibleMove(difference ^ 1)).Append('\n');
        }
        System.Console.Write(text);
    }
}
"#;

fn program(language: &Language, bits: u32) -> String {
    let is_wide = bits == 128;
    let wide = if is_wide { "1" } else { "0" };
    match language.name {
        "c" => PROGRAM_C.replace("@WIDE@", wide),
        "cpp" => PROGRAM_CPP.replace("@WIDE@", wide),
        "rust" => PROGRAM_RUST.replace('`', "\""),
        "go" => PROGRAM_GO.replace("@HIGH@", if is_wide { ".High" } else { "" }),
        "java" => {
            let (other, digits) = match bits {
                32 => ("difference ^ 1", "Integer.toHexString(difference)"),
                128 => (
                    "new ZobristKeys.Hash(difference.high() ^ 1, difference.low())",
                    "String.format(\"%016x%016x\", difference.high(), difference.low())",
                ),
                _ => ("difference ^ 1", "Long.toHexString(difference)"),
            };
            PROGRAM_JAVA.replace("@OTHER@", other).replace("@DIGITS@", digits)
        }
        _ => PROGRAM_CSHARP.to_owned(),
    }
}

/// A set of keys, and where they are in the table.
struct Set {
    options: &'static [&'static str],
    bits: u32,
    /// The pieces in their order.
    pieces: &'static str,
    /// The number of a square, from its file and rank.
    square: fn(usize, usize) -> usize,
    piece: fn(usize, usize) -> usize,
    /// The features of White and of Black to move, if there is one.
    turn: [Option<usize>; 2],
    /// The first feature of empty squares.
    empty: Option<usize>,
    adds: bool,
}

const fn polyglot(options: &'static [&'static str], bits: u32) -> Set {
    Set {
        options,
        bits,
        pieces: "pPnNbBrRqQkK",
        square: |file, rank| 8 * rank + file,
        piece: |piece, square| 64 * piece + square,
        turn: [Some(780), None],
        empty: None,
        adds: false,
    }
}

const POLYGLOT: Set = polyglot(&["polyglot"], 64);
const NARROW: Set = polyglot(&["--layout", "chess", "--bits", "32"], 32);
const WIDE: Set = polyglot(&["--layout", "chess", "--bits", "128"], 128);
/// Every other order than the usual one.
const SUM: Set = Set {
    options: &["sum48.toml"],
    bits: 48,
    pieces: "kqrbnpKQRBNP",
    square: |file, rank| 8 * file + 7 - rank,
    piece: |piece, square| 3 + 12 * square + piece,
    turn: [Some(1), Some(2)],
    empty: Some(3 + 768 + 1 + 64 + 16),
    adds: true,
};

/// The moves on an empty board by the difference that each makes.
fn expected(set: &Set, keys: &[u128]) -> HashMap<u128, usize> {
    let mut all = HashMap::new();
    for (piece, letter) in set.pieces.chars().enumerate() {
        for (from, to) in (0..64).flat_map(|from: usize| (0..64).map(move |to| (from, to))) {
            let (file, rank) = ((from % 8).abs_diff(to % 8), (from / 8).abs_diff(to / 8));
            let (straight, diagonal) = (file == 0 || rank == 0, file == rank);
            let goes = match letter.to_ascii_lowercase() {
                'n' => file * rank == 2,
                'b' => diagonal,
                'r' => straight,
                'q' => straight || diagonal,
                'k' => file.max(rank) == 1,
                _ => false,
            };
            if !goes || from == to || !set.adds && from > to {
                continue;
            }
            let [a, b] = [from, to].map(|at| (set.square)(at % 8, at / 8));
            let [mover, next] = if letter.is_uppercase() { [0, 1] } else { [1, 0] };
            let mut difference = 0_u128;
            let mut change = |feature: Option<usize>, is_put: bool| {
                let key = feature.map_or(0, |feature| keys[feature]);
                difference = match (set.adds, is_put) {
                    (false, _) => difference ^ key,
                    (true, true) => difference + key,
                    (true, false) => difference + (1 << set.bits) - key,
                };
            };
            change(Some((set.piece)(piece, a)), false);
            change(Some((set.piece)(piece, b)), true);
            change(set.empty.map(|first| first + a), true);
            change(set.empty.map(|first| first + b), false);
            change(set.turn[mover], false);
            change(set.turn[next], true);
            if set.adds {
                difference %= 1 << set.bits;
            }
            assert_eq!(all.insert(difference, 4096 * piece + 64 * a + b), None);
        }
    }
    all
}

fn has_tables(language: &Language, sets: &[&Set]) {
    if !language.is_here() {
        return;
    }
    let folder = Folder::with("sum48.toml", scheme("sum48"));
    for set in sets {
        export(language, &folder, &[set.options, &["--reversible-moves"]].concat());
        let printed = language.run_text(&folder.path("."), &program(language, set.bits)).unwrap();
        let mut lines = printed.lines();
        let places: usize = lines.next().unwrap().parse().unwrap();
        let mut expected = expected(set, &keys(&folder, set.options));
        let moves = if set.adds { 2 * 3668 } else { 3668 };
        assert_eq!((expected.len(), lines.clone().count()), (moves, places));
        for (place, line) in lines.enumerate() {
            let fields: Vec<&str> = line.split(' ').collect();
            let difference = u128::from_str_radix(fields[0], 16).unwrap();
            let numbers = fields[1..].iter().map(|field| field.parse().unwrap());
            let numbers: Vec<usize> = numbers.collect();
            assert_eq!(numbers[1], numbers[0], "{}: {line}", language.name);
            assert_eq!(numbers[2], 0, "{}: {line}", language.name);
            if difference == 0 {
                assert_eq!(numbers[0], 0, "{}: {line}", language.name);
                continue;
            }
            assert_eq!(expected.remove(&difference), Some(numbers[0]), "{}: {line}", language.name);
            let shift = places.trailing_zeros().max(16);
            let both = [difference, difference >> shift].map(|bits| bits as usize % places);
            assert!(both.contains(&place), "{}: {line}", language.name);
        }
        assert_eq!(expected.len(), 0, "{}", language.name);
    }
}

#[test]
fn c() {
    has_tables(&C, &[&POLYGLOT, &NARROW, &WIDE, &SUM]);
}

#[test]
fn cpp() {
    has_tables(&CPP, &[&POLYGLOT, &NARROW, &WIDE, &SUM]);
}

#[test]
fn rust() {
    has_tables(&RUST, &[&POLYGLOT, &NARROW, &WIDE, &SUM]);
}

#[test]
fn go() {
    has_tables(&GO, &[&POLYGLOT, &NARROW, &WIDE, &SUM]);
}

#[test]
fn java() {
    has_tables(&JAVA, &[&POLYGLOT, &NARROW, &WIDE, &SUM]);
}

#[test]
fn csharp() {
    has_tables(&CSHARP, &[&POLYGLOT, &NARROW, &WIDE, &SUM]);
    has_tables(&CSHARP_BY_MONO, &[&POLYGLOT, &NARROW, &SUM]);
}

/// The other languages, layouts that are none of chess, and keys with which two moves make the same
/// difference.
#[test]
fn refused() {
    let refused = |options: &str| {
        let args = ["keys", "export", "--reversible-moves"].into_iter();
        zobrist(args.chain(options.split(' '))).refused()
    };
    let message = refused("polyglot --lang lua");
    assert!(message.contains("is for `--lang` c, cpp, rust, go, java and csharp"), "{message}");
    let message = refused("--layout go:9 --lang c");
    assert!(message.contains("expected keys of chess, got"), "{message}");
    let folder = Folder::with("zeros.hex", "0000000000000000\n".repeat(781));
    let args = ["keys", "export", "zeros.hex", "--layout", "chess", "--lang", "c"];
    let message = folder.zobrist(args.into_iter().chain(["--reversible-moves"])).refused();
    assert!(message.contains("have no tables: expected moves that change the hash"), "{message}");
}

/// The tables are no keys: an export that has them is read again without them. Its lines are short.
#[test]
fn read_again() {
    let folder = Folder::new();
    for language in [&C, &CPP, &RUST, &GO, &JAVA, &CSHARP] {
        export(language, &folder, &["polyglot", "--reversible-moves"]);
        let text = fs::read_to_string(folder.path(language.file)).unwrap();
        assert!(text.lines().all(|line| line.len() <= 100), "{}", language.name);
        let again = keys(&folder, &[language.file]);
        assert_eq!(again, keys(&folder, &["polyglot"]), "{}", language.name);
    }
}
