//! Where keys come from.

use zobrist::{Combine, Source};
use zobrist_chess::{
    ClockKeys, ComposeError, KeysFrom, POLYGLOT_RANDOM64, STOCKFISH, Scheme, SchemeDescription,
    SchemeId,
};

use crate::{ROOKIE, composed, error, parsed, words};

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

/// A given start and clock, in the text of what is composed from them.
#[test]
fn given_keys_are_found_again() {
    let text = ROOKIE.to_owned()
        + "[start]\nkey      = \"0x00000000000000ff\"\n[clock]\nfrom     = 120\nstep     = 15\n\
           keys     = [\n    \"0x0000000000000001\",\n    \"0x0000000000000002\",\n    \
           \"0x0000000000000007\",\n]\n";
    let description = parsed(&text);
    assert_eq!(description.start, Some(0xff));
    assert_eq!(description.clock, Some(ClockKeys::Listed(vec![1, 2, 7])));
    let scheme = description.compose(None).unwrap();
    assert_eq!(SchemeDescription::of(&scheme.into()).to_string(), text);
}
