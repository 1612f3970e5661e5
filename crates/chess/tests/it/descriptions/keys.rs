//! Where keys come from.

use zobrist::{Combine, Source};
use zobrist_chess::{
    ComposeError, GivenKeys, KeysFrom, POLYGLOT_RANDOM64, STOCKFISH, Scheme, SchemeDescription,
    SchemeId,
};

use super::{ROOKIE, composed, error, parsed, words};

/// Keys that the program reads come in the order of the slots, but for the given ones.
#[test]
fn keys_of_a_file_are_the_callers() {
    let text = ROOKIE.replace(
        "{ source = \"xoshiro256++\", seed = 42, draw = \"sequential\" }",
        "{ raw = \"a \\\"b\\\".bin\", endian = \"big\" }",
    ) + "[start]\nkey = \"0x5\"\n[clock]\nfrom = 100\nstep = 20\nkeys = \"lcg(0x10, 3)\"\n";
    let description = parsed(&text);
    assert_eq!(
        description.keys,
        KeysFrom::Raw { path: "a \"b\".bin".to_owned(), big_endian: true }
    );
    assert_eq!(description.keys_needed(), 793);
    let keys: Vec<u128> = (1000..1793).collect();
    let scheme = description.compose(Some(&keys)).unwrap();
    assert_eq!(words(&scheme), [keys.as_slice(), &[5, 3, 19, 35]].concat());
    assert_eq!(scheme.source(), None);
    let expected = Err(ComposeError::Keys { expected: 793, got: 0 });
    assert_eq!(description.compose(None).map(|_| ()), expected);
    let expected = Err(ComposeError::Keys { expected: 793, got: 792 });
    assert_eq!(description.compose(Some(&keys[1..])).map(|_| ()), expected);
    let again = parsed(&description.to_string());
    assert_eq!(again.to_string(), description.to_string());
    assert_eq!(again.keys, description.keys);
    assert!(description.to_string().ends_with(
        "[start]\nkey      = \"0x0000000000000005\"\n[clock]\nfrom     = 100\nstep     = 20\n\
         keys     = \"lcg(16,3)\"\n"
    ));
}

/// The clock's formula is modulo 2^bits.
#[test]
fn given_clocks_wrap() {
    let text = ROOKIE.replace("combine  = \"xor\"", "combine  = \"sum48\"");
    let text = text.replace("bits     = 64\n", "");
    let text = text + "[clock]\nfrom = 148\nstep = 1\nkeys = \"lcg(0x800000000000,1)\"\n";
    let scheme = composed(&text);
    assert_eq!(scheme.bits(), 48);
    assert_eq!(scheme.combine(), Combine::Sum(48));
    assert_eq!(words(&scheme)[793..], [1, 0x8000_0000_0001, 1]);
}

/// Keys drawn by kind are those of the layout without what is given.
#[test]
fn given_keys_are_not_drawn() {
    let text = ROOKIE.replace(", draw = \"sequential\"", "");
    let drawn = words(&composed(&text));
    let scheme = composed(&(text + "[start]\nkey = \"ff\"\n"));
    assert_eq!(words(&scheme), [drawn.as_slice(), &[0xff]].concat());
}

/// A source with a guarantee is not stated when other keys stand beside its own.
#[test]
fn given_keys_have_no_guarantee() {
    let bch = "{ source = \"bch\", seed = 1970, capacity = 1024 }";
    let text =
        ROOKIE.replace("{ source = \"xoshiro256++\", seed = 42, draw = \"sequential\" }", bch);
    let scheme = composed(&text);
    assert_eq!(scheme.source(), Some(Source::bch(1970, 1024)));
    assert!(scheme.guarantee().covers(13));
    assert!(SchemeDescription::of(&scheme.into()).to_string().contains(bch));
    let scheme = composed(&(text + "[start]\nkey = \"0\"\n"));
    assert_eq!(scheme.source(), None);
    assert!(!scheme.guarantee().covers(1));
}

#[test]
fn published_tables_have_names() {
    let polyglot = SchemeDescription::of(&SchemeId::Polyglot.into());
    assert_eq!(polyglot.keys, KeysFrom::Source(Source::published(&POLYGLOT_RANDOM64)));
    let text = polyglot.to_string();
    assert!(text.contains("keys     = { source = \"polyglot\" }\n"), "{text}");
    assert_eq!(parsed(&text).keys, polyglot.keys);
    let seeded = error(&text.replace("\"polyglot\" }", "\"polyglot\", seed = 1 }"));
    assert_eq!(seeded, "line 4, column 35: expected no `seed` beside `source`, got 1");
    let stockfish = ROOKIE.replace(
        "{ source = \"xoshiro256++\", seed = 42, draw = \"sequential\" }",
        "{ source = \"stockfish\" }",
    );
    assert_eq!(parsed(&stockfish).to_string(), stockfish);
    let expected = STOCKFISH.as_slice()[..768].iter().map(|key| u128::from(*key));
    assert!(words(&composed(&stockfish)).into_iter().take(768).eq(expected));
}

/// Keys of Stockfish before version 6, as its program draws them: 73 rounds from one state, then a
/// number for each piece on each square, en passant file, castling right and the side. The rounds
/// are written here as its header has them, with no seeding of its own.
#[test]
fn keys_of_early_stockfish_begin_with_draw_54() {
    let mut state = [0xf1ea_5eed, 0xd4e1_2c77, 0xd4e1_2c77, 0xd4e1_2c77_u64];
    let mut round = || {
        let [a, b, c, d] = state;
        let e = a.wrapping_sub(b.rotate_left(7));
        let sum = d.wrapping_add(e);
        let a = b ^ c.rotate_left(13);
        state = [a, c.wrapping_add(d.rotate_left(37)), sum, e.wrapping_add(a)];
        state[3]
    };
    for _ in 0..73 {
        round();
    }
    let drawn: Vec<u128> = (0..781).map(|_| round().into()).collect();
    // Computed by a program in Python, from the same header.
    assert_eq!(drawn[0], 0xa23f_7e20_75fc_0663);

    let keys = "{ source = \"rkiss\", seed = 0xd4e12c77, draw = \"sequential\", skip = 53 }";
    let scheme = composed(&format!(
        "name = \"sf_5\"\nkeys = {keys}\n\
         layout = [\"pieces\", \"en-passant\", \"castling\", \"turn\"]\n\
         [pieces]\norder = \"PNBRQKpnbrqk\"\n[turn]\nkey-for = \"black\"\n\
         [castling]\nkeys = \"rights\"\norder = \"KQkq\"\n\
         [en-passant]\nkeys = \"file\"\ncounts = \"beside\"\n"
    ));
    assert_eq!(words(&scheme), drawn);
    let text = SchemeDescription::of(&scheme.into()).to_string();
    let written = keys.replace("rkiss", "jsf64").replace("0xd4e12c77", "3571526775");
    assert!(text.contains(&format!("keys     = {written}\n")), "{text}");
    assert_eq!(words(&composed(&text)), drawn);
}

/// Both published sets of later versions, by the name of their generator and by their own.
#[test]
fn keys_of_later_stockfish_are_the_published_ones() {
    let keys_of = |text: &str| -> Vec<u128> {
        text.lines().map(|line| u128::from_str_radix(line, 16).unwrap()).collect()
    };
    let published = keys_of(include_str!("../../vectors/stockfish-2020.txt"));
    let master = keys_of(include_str!("../../vectors/stockfish.txt"));
    for source in ["\"stockfish\"", "\"xorshift64*\", seed = 1070372, draw = \"sequential\""] {
        for (castling, expected) in [("rights", &published), ("sets", &master)] {
            let scheme = composed(&format!(
                "name = \"sf\"\nkeys = {{ source = {source} }}\nlayout = [\"pieces\", \
                 \"en-passant\", \"castling\", \"turn\", \"no-pawns\"]\n[pieces]\n\
                 order = \"PNBRQKpnbrqk\"\n[turn]\nkey-for = \"black\"\n[castling]\n\
                 keys = \"{castling}\"\norder = \"KQkq\"\n[en-passant]\nkeys = \"file\"\n\
                 counts = \"beside\"\n"
            ));
            assert_eq!(&words(&scheme), expected, "{source} {castling}");
        }
    }
}

/// A given start and clock, in the text of what is composed from them.
#[test]
fn given_keys_are_found_again() {
    let text = ROOKIE.to_owned()
        + "[start]\nkey      = \"0x00000000000000ff\"\n[clock]\nfrom     = 120\nstep     = 15\n\
           keys     = [\n    \"0x0000000000000001\",\n    \"0x0000000000000002\",\n    \
           \"0x0000000000000007\",\n]\n";
    let description = parsed(&text);
    assert_eq!(description.start, Some(0xff));
    assert_eq!(description.clock, Some(GivenKeys::Listed(vec![1, 2, 7])));
    let scheme = description.compose(None).unwrap();
    assert_eq!(SchemeDescription::of(&scheme.into()).to_string(), text);
}
