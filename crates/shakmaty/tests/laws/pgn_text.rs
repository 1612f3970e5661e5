//! Texts of fragments of PGN in any order.

use proptest::prelude::*;
use proptest::sample::select;

/// Fragments of PGN files, by weight.
///
/// The fragments avoid texts that `pgn-reader` reads otherwise: comments that are not terminated or
/// have a tag pair after a blank line, an escaped line break in a value, a `]` or `%` at the start
/// of the line after a tag without a value, a quote inside a value with another tag on its line,
/// and a word after a stray bracket.
const FRAGMENTS: [(u32, &[&[u8]]); 5] = [
    (
        6,
        &[
            b"[Event \"one\"]",
            b"[Event \"\"]",
            b"[White \"M\xc3\xbcller, \\\"K\\\\\"]",
            b"[White \"M\xfcller\"]",
            b"[A \"1\"] [B \"[2]\"]",
            b"[A \"1\"][B \"{;}\"\n",
            b" [Site \"indented\"]",
            b"[White \"not closed\n",
            b"[White \"x\" junk]\n",
            b"[White \"x\"]]\n",
            b"[NoValue]",
            b"[NoValue]]\n",
            b"[NoBracket\n[Bar \"1\"]",
            b"[]",
            b"[Event \"moves\"] 1. e4 *",
            b"[Event \"comment\"] {c} ; c",
        ],
    ),
    (4, &[b"", b"", b"  ", b"\t", b"\x0c"]),
    (
        6,
        &[
            b"1. e4 e5",
            b"2. Nf3! $1 Nc6?? 3.Bb5",
            b"2... exd6ep",
            b"e8=Q+ O-O-O# 0-0",
            b"*",
            b"1-0",
            b"1/2-1/2",
            b"junk \x00\xff \xc2 \\ } $ [x \"y\"]",
            b"e4\n  [x {c\n} d4",
        ],
    ),
    (
        4,
        &[
            b"{}",
            b"{ [%clk 0:01:00] ; ( }",
            b"{two\nlines [x}",
            b"{\n\n\nblank\n\n[%eval 0.1]\n}",
            b"{\n[Event \"in a comment\"] {\n% }",
            b"{a}{b} {\n c}",
            b"; rest of line { ( [",
            b";\n",
        ],
    ),
    (
        2,
        &[
            b"(1. d4 (1. c4 {c}) d5)",
            b"(1... c5\n2. Nf3 {two\n\nlines}\n)",
            b"(1... not closed",
            b")",
            b"\n% escaped { [Event \"x\"]\n",
            b"\n%\n",
            b"\n  % indented\n",
        ],
    ),
];

pub(crate) fn text() -> impl Strategy<Value = Vec<u8>> {
    let [a, b, c, d, e] = FRAGMENTS.map(|(weight, fragments)| (weight, select(fragments)));
    let fragment = prop_oneof![a.0 => a.1, b.0 => b.1, c.0 => c.1, d.0 => d.1, e.0 => e.1];
    let joint = prop_oneof![8 => Just("\n"), 1 => Just(" "), 1 => Just("")];
    let line_ends = prop_oneof![Just(0), Just(u64::MAX), any::<u64>()];
    let lines = prop::collection::vec((fragment, joint), 0..30);
    (any::<bool>(), lines, line_ends).prop_map(|(byte_order_mark, lines, line_ends)| {
        let mut text = Vec::new();
        if byte_order_mark {
            text.extend_from_slice("\u{feff}".as_bytes());
        }
        let mut line = 0;
        for byte in
            lines.iter().flat_map(|(fragment, joint)| [*fragment, joint.as_bytes()].concat())
        {
            if byte == b'\n' {
                text.extend_from_slice(if line_ends >> (line % 64) & 1 == 1 {
                    b"\r\n"
                } else {
                    b"\n"
                });
                line += 1;
            } else {
                text.push(byte);
            }
        }
        text
    })
}
