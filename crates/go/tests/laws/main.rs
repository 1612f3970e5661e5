//! The laws that the fuzz targets of `fuzz/` try to break, as properties: of arbitrary bytes, and
//! of texts that are almost right.

mod names;
#[cfg(feature = "sgf")]
mod sgf;

use proptest::prelude::*;

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..300)
}

/// Pieces of text, joined.
fn made_of(pieces: &'static [&'static [u8]]) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop::sample::select(pieces), 0..60).prop_map(|pieces| pieces.concat())
}

#[cfg(feature = "sgf")]
const SGF: &[&[u8]] = &[
    b"(",
    b")",
    b"(;",
    b";",
    b"[",
    b"]",
    b"\\",
    b" ",
    b"\n",
    b"\n(;",
    b"B",
    b"w",
    b"aa",
    b"9",
    b"(;SZ[3]",
    b"(;GM[1]SZ[5:4]",
    b"\n(;FF[4]SZ[2]",
    b"(SZ[4]",
    b"\n( GM[ 1 ]CA[gbk]SZ[3]",
    b"CA[Big5]",
    b"CA[sjis]",
    b"PB[\x83\x5c]",
    b";B[aa]",
    b";W[ba]",
    b";B[bb]",
    b";W[ab]",
    b";B[]",
    b";W[tt]",
    b"W[ca]",
    b"AB[aa:bc]",
    b"AW[ab][cc]",
    b"AE[aa]",
    b"PL[W]",
    b"PL[ 1]",
    b"B[ a\nb]",
    b"AW[a a:b b]",
    b"GM[ 1 ]",
    b"GaMe[]",
    b"\n(;\nSZ[ 3 ]",
    b"KM[6.50]",
    b"KM[ \\]x]",
    b"C[(;\\]]",
    b")(;B[cb]",
    b"\xe9",
    b"\x0b",
    b"\xc2\xa0",
];

/// Of these, most are read whatever their order.
#[cfg(feature = "sgf")]
const NODES: &[&[u8]] = &[
    b";B[aa]",
    b";W[ba]",
    b";B[bb]",
    b";W[ab]",
    b";B[ca]",
    b";W[cb]",
    b";B[]",
    b";W[tt]",
    b"W[ca]",
    b";AB[aa:bc]",
    b"AW[ab][cc]",
    b"AE[aa:ca]",
    b"PL[W]",
    b"PL[black]",
    b";B[ a c ]",
    b"AB[ cc]",
    b"KM[ \\]x]",
    b"C[(;\\]]",
    b";B[zz]",
    b" ",
];

const NAMES: &[&[u8]] = &[
    b"X",
    b"o",
    b".",
    b" ",
    b"\n",
    b"\r\n",
    b"A1",
    b"z25",
    b"I",
    b"T",
    b"19",
    b"0",
    b"pass",
    b"+1",
    b"16",
    b"d4",
    b"fe0",
    b"00000000",
    b"\xc3\xa9",
    b"\xe2\x80\x83",
    b". X\n",
    b"X O\n",
    b". .\n",
];

proptest! {
    #[cfg(feature = "sgf")]
    #[test]
    fn sgf_of_bytes(text in bytes()) {
        sgf::law(&text);
    }

    #[cfg(feature = "sgf")]
    #[test]
    fn sgf_of_pieces(text in made_of(SGF)) {
        sgf::law(&text);
        sgf::law(&[b"(;", &text[..], b")"].concat());
    }

    #[cfg(feature = "sgf")]
    #[test]
    fn sgf_of_nodes(one in made_of(NODES), two in made_of(NODES), three in made_of(NODES)) {
        sgf::law(&[b"(;SZ[3]", &one[..], b"(;", &two[..], b")(;", &three[..], b"))"].concat());
    }

    #[test]
    fn names_of_bytes(text in bytes()) {
        names::law(&text);
    }

    #[test]
    fn names_of_pieces(text in made_of(NAMES)) {
        names::law(&text);
    }
}
