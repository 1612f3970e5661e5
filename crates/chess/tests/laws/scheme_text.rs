//! Texts that describe schemes, but for a few that contradict themselves.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// Sections by the parts that they need in `layout`.
type Section = (&'static str, &'static str);

fn section(sections: &'static [Section]) -> impl Strategy<Value = Section> {
    select(sections)
}

pub(crate) fn lines() -> impl Strategy<Value = String> {
    let name = select(&["a", "a-1.b", "rookie"][..]);
    let width = select(
        &[
            "",
            "bits = 32\n",
            "bits = 128\ncombine = \"xor\"\n",
            "combine = \"sum47\"\n",
            "bits = 48\ncombine = \"sum48\"\n",
            "combine = \"sum64\"\n",
        ][..],
    );
    let keys = select(
        &[
            "{ source = \"xoshiro256++\", seed = 42, draw = \"sequential\" }",
            "{ source = \"splitmix64\", seed = 0 }",
            "{ source = \"bch\", seed = 3 }",
            "{ file = \"k.txt\" }",
            "{ raw = \"k.bin\", endian = \"big\" }",
        ][..],
    );
    let plain = subsequence(vec!["empty", "no-pawns", "promoted", "variant"], 0..=4);
    let sections = (
        section(&[
            ("pieces", "[pieces]\norder = \"PNBRQKpnbrqk\"\n"),
            ("pieces", "[pieces]\norder = \"pPnNbBrRqQkK\"\nsquares = { first = \"h8\" }\n"),
            ("pieces", "[pieces]\norder = \"KQRBNPkqrbnp\"\nindex = \"square-piece\"\n"),
            ("pieces", "[pieces]\norder = \".PNBRQK.pnbrqk\"\nindex = \"color-square-role\"\n"),
            (
                "pieces",
                "[pieces]\norder = \"pPnNbBrRqQkK\"\nboard = \"0x88\"\n\
                 index = \"role-square-color\"\n",
            ),
        ]),
        section(&[
            ("turn", "[turn]\nkey-for = \"black\"\n"),
            ("turn", "[turn]\nkey-for = \"both\"\n"),
            ("", "[turn]\nkeys = \"slot\"\n"),
            ("", ""),
        ]),
        section(&[
            ("castling", "[castling]\nkeys = \"rights\"\norder = \"qkQK\"\n"),
            ("castling", "[castling]\nkeys = \"sets\"\n"),
            ("castling", "[castling]\nkeys = \"rooks\"\nby = \"square\"\n"),
            ("castling", "[castling]\nkeys = \"kings\"\n"),
            ("", "[castling]\nkeys = \"slots\"\n"),
            ("", "[castling]\nkeys = \"none\"\n"),
        ]),
        section(&[
            ("en-passant", "[en-passant]\nkeys = \"file\"\ncounts = \"legal\"\n"),
            (
                "en-passant",
                "[en-passant]\nkeys = \"pawns\"\npawn = \"capturing\"\ncounts = \"beside\"\n",
            ),
            ("no-en-passant", "[en-passant]\nkeys = \"none\"\ncounts = \"always\"\n"),
            ("", ""),
        ]),
        section(&[("", "[start]\nkey = \"ff\"\n"), ("start", ""), ("", "")]),
        section(&[
            ("", "[clock]\nfrom = 14\nstep = 8\nkeys = \"lcg(3,5)\"\n"),
            ("clock", "[clock]\nfrom = 14\nstep = 8\ncount = 3\n"),
            ("", ""),
        ]),
        section(&[
            ("", "[secondary.pawn]\npieces = \"Pp\"\n"),
            ("", "[secondary.b-1]\npieces = \"K\"\nby = \"count\"\nalso = [\"turn\"]\n"),
            ("", ""),
        ]),
    );
    let sections = sections.prop_map(|(a, b, c, d, e, f, g)| vec![a, b, c, d, e, f, g]);
    (name, width, keys, plain, sections.prop_shuffle()).prop_map(
        |(name, width, keys, plain, sections)| {
            let parts = sections.iter().map(|(part, _)| *part).filter(|part| !part.is_empty());
            let layout: Vec<&str> = parts.chain(plain).collect();
            let sections: String = sections.iter().map(|(_, text)| *text).collect();
            format!("name = {name:?}\n{width}keys = {keys}\nlayout = {layout:?}\n{sections}")
        },
    )
}
