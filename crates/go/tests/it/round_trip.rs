//! Nothing of a legal record is lost: what is read and written has the same tree, and each node the
//! same properties with the same bytes, as a slow parser that was written for this test sees them.
//!
//! With the variable `ZOBRIST_SGF`, the files of that folder are the first that are mutated.
#![cfg(feature = "sgf")]

use std::collections::HashSet;
use std::{env, fs};

use zobrist::source::SplitMix64;
use zobrist_go::sgf::{Charset, Fault, Record, read_in, write};

/// A node: its parent, and its properties as names with the bytes between brackets.
type Node = (Option<usize>, Vec<(String, Vec<Vec<u8>>)>);

/// The definition: the grammar of FF[4], one function for each of its rules, byte by byte.
struct Slow<'a> {
    text: &'a [u8],
    at: usize,
    leads: fn(u8) -> bool,
    nodes: Vec<Node>,
}

impl Slow<'_> {
    fn parse(text: &[u8], leads: fn(u8) -> bool) -> Option<Vec<Node>> {
        let mut slow = Slow { text, at: 0, leads, nodes: Vec::new() };
        slow.tree(None)?;
        slow.space();
        (slow.at == text.len()).then_some(slow.nodes)
    }

    /// Returns the games of a file, one by one, or the whole file if it is no collection.
    fn games(file: Vec<u8>) -> Vec<Vec<u8>> {
        let mut slow = Slow { text: &file, at: 0, leads: |_| false, nodes: Vec::new() };
        let mut games = Vec::new();
        let mut start = 0;
        while slow.tree(None).is_some() {
            games.push(file[start..slow.at].to_vec());
            start = slow.at;
        }
        if games.is_empty() { vec![file] } else { games }
    }

    fn next(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn space(&mut self) {
        while self.next().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.space();
        (self.next()? == byte).then(|| self.at += 1)
    }

    fn tree(&mut self, mut parent: Option<usize>) -> Option<()> {
        self.expect(b'(')?;
        self.expect(b';')?;
        loop {
            let properties = self.properties()?;
            self.nodes.push((parent, properties));
            parent = Some(self.nodes.len() - 1);
            if self.expect(b';').is_none() {
                break;
            }
        }
        while self.next()? == b'(' {
            self.tree(parent)?;
            self.space();
        }
        self.expect(b')')
    }

    fn properties(&mut self) -> Option<Vec<(String, Vec<Vec<u8>>)>> {
        let mut properties = Vec::new();
        loop {
            self.space();
            let mut name = String::new();
            while self.next()?.is_ascii_alphabetic() {
                name.push(char::from(self.next()?));
                self.at += 1;
            }
            if name.is_empty() {
                return Some(properties);
            }
            let mut values = Vec::new();
            while self.expect(b'[').is_some() {
                values.push(self.value()?);
            }
            if values.is_empty() {
                return None;
            }
            properties.push((name, values));
        }
    }

    fn value(&mut self) -> Option<Vec<u8>> {
        let mut value = Vec::new();
        loop {
            let mut byte = self.next()?;
            self.at += 1;
            if byte == b']' {
                return Some(value);
            }
            value.push(byte);
            if byte == b'\\' {
                byte = self.next()?;
                self.at += 1;
                value.push(byte);
            }
            if (self.leads)(byte) && self.next()? >= 0x40 && self.next()? < 0xff {
                value.push(self.next()?);
                self.at += 1;
            }
        }
    }
}

/// The nodes as the crate sees them.
fn nodes(record: &Record) -> Vec<Node> {
    let properties = |node: zobrist_go::sgf::Node| {
        let values = |property: zobrist_go::sgf::Property| {
            (property.name.to_owned(), property.values().map(|value| value.raw.to_vec()).collect())
        };
        node.properties.iter().map(values).collect()
    };
    record.nodes().map(|node| (node.parent, properties(node))).collect()
}

/// Files as programs write them, in many styles, and what is legal and rare.
const FILES: [&str; 12] = [
    "(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]\nRU[Japanese]SZ[19]KM[6.50]\nPW[white]PB[black]WR[3k]BR[4k]DT[2026-11-03]\
     PC[A server: http://example.org/]RE[W+Resign]\n;B[pd]BL[1794.8]\n;W[dp]WL[1793.1]C[b: hi\nw: hello\n])\n",
    "(;FF[3]GaMe[1]SiZe[9]PlayerBlack[A]PlayerWhite[B]EVent[x];Black[ee]LifeBlack[aa];White[ec]Comment[y])",
    "(;SZ[9]AB[aa][bb]AB[cc:dd]AW[ee]AE[]PL[W]HA[3]KO[];W[ff]KO[]TE[1]BM[2]DO[]IT[];B[]N[pass];W[tt]MN[7]VW[aa:bb]VW[])",
    "(;SZ[9]C[a \\] bracket, a \\\\ backslash, a \\: colon, a soft \\\nbreak, and (;B[aa\\])]LB[aa:1][bb:a\\:b][cc:\\]])",
    "(\n;\nSZ [9] \n [9]\t;\r\nB\n[aa]\n(\n;W [bb] C [ ] ) ( ;W[cc];B[dd](;W[ee])(;W[ff])\n)\n)",
    "(;GM[1]SZ[13:9]GN[x]GC[several\nlines\n\n]ON[]OT[5x30 byo-yomi]TM[600]US[]SO[];;;C[empty nodes before];)",
    "(;SZ[19](;B[aa](;W[ab](;B[ac](;W[ad]))))(;B[ba](;W[bb]C[1])(;W[bc]C[2])(;W[bd]C[3])))",
    "(;SZ[9]AR[aa:bb][cc:dd]LN[aa:cc]CR[aa][bb]MA[cc]SQ[dd]TR[ee]SL[ff]DD[aa:cc]DD[]FG[257:Figure 1]PM[2]\
     ZZ[unknown][two values][][\\]]Zz[small letters]QI[])",
    "(;SZ[9];B[aa]W[bb]B[cc]C[two moves in a node];AB[dd]W[ee];PL[B]PL[W]C[one]C[two]C[one])",
    "(;SZ[9];B[zz]C[off the board];W[a]C[no point];Bx[bb]foo[no name];AB[aa:99];PL[x];SZ[19])",
    "(;SZ[5]KM[0]RE[B+3]XSPACE[  a  b\t]EMPTY[][]LAST[;])",
    "(;GM[1]FF[4]SZ[19]CP[\u{e9}\u{4e2d}\u{ff3d}];B[dd]C[\u{65e5}\u{672c} \u{1f3b2}])",
];

/// Parts that are put into files.
const PARTS: [&[u8]; 24] = [
    b"B[aa]",
    b";W[cc]",
    b"C[x]",
    b"C[\\]]",
    b"C[\\\\]",
    b"KO[]",
    b"LB[aa:1][bb:2]",
    b"XY[1]",
    b"(;B[dd])",
    b"(;W[ee];B[ff])",
    b";",
    b"[",
    b"]",
    b"\\",
    b" ",
    b"\r\n",
    b"C[a:b\\:c]",
    b"aXbYc[lower]",
    b"AB[aa:cc]",
    b"PL[W]",
    b"[more]",
    b"(",
    b")",
    b"RE[0]",
];

struct Random(SplitMix64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }
}

/// A charset, its lead bytes, and characters of which the second byte is that of a bracket or a
/// backslash.
type Sample = (Charset, fn(u8) -> bool, &'static [&'static [u8]]);

const CHARSETS: [Sample; 3] = [
    (Charset::Plain, |_| false, &[b"\xc3\xa9", b"\xe4\xb8\xad", b"\xa4]"]),
    (
        Charset::Double,
        |byte| (0x81..=0xfe).contains(&byte),
        &[b"\xb3\x5c", b"\xa4\x5d", b"\x81\x5b"],
    ),
    (
        Charset::ShiftJis,
        |byte| matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
        &[b"\x95\x5c", b"\x83\x5d", b"\x83\x5b\xb1"],
    ),
];

fn mutated(random: &mut Random, files: &[Vec<u8>], chars: &[&[u8]]) -> Vec<u8> {
    let mut text = files[random.below(files.len())].clone();
    for _ in 0..random.below(6) {
        let at = random.below(text.len() + 1);
        match random.below(8) {
            0 => drop(text.drain(at..text.len().min(at + 1 + random.below(3)))),
            1 if at < text.len() => text[at] = random.below(256) as u8,
            2 => {
                let other = &files[random.below(files.len())];
                let from = random.below(other.len());
                let part = other[from..other.len().min(from + random.below(30))].to_vec();
                drop(text.splice(at..at, part));
            }
            // Between properties, most often.
            _ => {
                let ends: Vec<usize> = (0..text.len()).filter(|at| text[*at] == b']').collect();
                let at = ends.get(random.below(ends.len().max(1))).map_or(at, |end| end + 1);
                let char = [b"C[", chars[random.below(chars.len())], b"]"].concat();
                let parts = PARTS.iter().copied().chain([&char[..]; 8]).collect::<Vec<_>>();
                let part = parts[random.below(parts.len())].to_vec();
                drop(text.splice(at..at, part));
            }
        }
    }
    text
}

#[test]
fn ten_thousand_files_come_back() {
    let mut files: Vec<Vec<u8>> = FILES.iter().map(|file| file.as_bytes().to_vec()).collect();
    let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/records");
    for folder in [Some(seeds.to_owned()), env::var("ZOBRIST_SGF").ok()].into_iter().flatten() {
        // A package has no seeds beside it.
        let Ok(found) = fs::read_dir(folder) else { continue };
        files.extend(found.flat_map(|file| Slow::games(fs::read(file.unwrap().path()).unwrap())));
    }
    let mut random = Random(SplitMix64::new(42));
    let (mut seen, mut legal, mut kept) = (HashSet::new(), 0, 0);
    for number in 0.. {
        let (charset, leads, chars) = CHARSETS[number % CHARSETS.len()];
        let text = match number / CHARSETS.len() {
            whole if whole < files.len() => files[whole].clone(),
            _ => mutated(&mut random, &files, chars),
        };
        let Some(expected) = Slow::parse(&text, leads) else { continue };
        if !seen.insert((charset, text.clone())) {
            continue;
        }
        legal += 1;
        let shown = String::from_utf8_lossy(&text);
        let record = match read_in(&text, charset) {
            Ok(record) => record,
            // It has this grammar, but is no game on a board, or a node begins as only a first may:
            // then the next game begins there.
            Err(error) => {
                let is_root = |node: &Node| {
                    let first = node.1.first().map(|(name, _)| name.as_str());
                    matches!(first, Some("GM" | "FF" | "SZ" | "CA" | "AP"))
                };
                let is_known = match error.fault {
                    Fault::OpenGame => expected.iter().skip(1).any(is_root),
                    Fault::OtherGame | Fault::Size(_) | Fault::Property(_) => true,
                    Fault::Repeated(_) => true,
                    _ => false,
                };
                assert!(is_known, "{error}: {shown}");
                continue;
            }
        };
        kept += 1;
        if kept > 10_000 {
            break;
        }
        assert_eq!(nodes(&record), expected, "{shown}");
        let written = write(&record);
        assert_eq!(Slow::parse(&written, leads).as_ref(), Some(&expected), "{shown}");
        let again = read_in(&written, charset).unwrap();
        assert_eq!(again, record, "{shown}");
        assert_eq!(write(&again), written, "{shown}");
    }
    assert!(legal < 13_000, "{legal} legal, {kept} read");
}

/// The control: the definition refuses what is no SGF, and sees a byte that changes.
#[test]
fn the_slow_parser_tells_texts_apart() {
    let parse = |text: &[u8]| Slow::parse(text, |_| false);
    for text in
        ["", "(", "()", "(;", "(;B)", "(;B[)", "(;B[\\])", "(;)x", "(;(;B[aa]);W[bb])", "(;[x])"]
    {
        assert_eq!(parse(text.as_bytes()), None, "{text}");
    }
    assert_ne!(parse(b"(;C[a])"), parse(b"(;C[b])"));
    assert_ne!(parse(b"(;C[a](;B[])(;W[]))"), parse(b"(;C[a];B[](;W[]))"));
    assert_eq!(parse(b"( ;\nC [a])"), parse(b"(;C[a])"));
}
