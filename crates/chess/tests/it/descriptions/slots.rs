//! Schemes of slots, for any game.

use zobrist::{Combine, Layout, Source};
use zobrist_chess::{ComposeError, SlotDescription};

const SOURCE: &str = "keys = { source = \"splitmix64\", seed = 7, draw = \"sequential\" }\n";

fn parsed(text: &str) -> SlotDescription {
    SlotDescription::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn error(text: &str) -> String {
    match SlotDescription::parse(text) {
        Ok(_) => panic!("parsed:\n{text}"),
        Err(error) => error.to_string(),
    }
}

fn named(slots: usize, names: &str) -> String {
    format!("name = \"mine\"\nslots = {slots}\nnames = {names}\n{SOURCE}")
}

#[test]
fn keys_are_drawn_for_one_kind() {
    let layout = Layout::of(&[("slot", 5)]);
    let mine = parsed(&format!("name = \"mine\"\nslots = 5\n{SOURCE}"));
    assert_eq!((mine.bits, mine.combine, mine.slots), (64, Combine::Xor, 5));
    assert_eq!((mine.layout(), mine.names.len()), (layout, 0));
    let drawn = Source::splitmix64(7).sequential().words(layout, 64);
    assert_eq!(mine.words(None).unwrap(), drawn);
    let sums =
        "name = \"mine\"\ncombine = \"sum48\"\nslots = 2\nkeys = { hex = [\"1\", \"0xff\"] }";
    let sums = parsed(sums);
    assert_eq!((sums.bits, sums.combine), (48, Combine::Sum(48)));
    assert_eq!(sums.words(None).unwrap(), [1, 255]);
}

#[test]
fn keys_of_a_file_are_those_that_were_read() {
    let mine = parsed("name = \"mine\"\nslots = 2\nkeys = { file = \"keys.hex\" }");
    assert_eq!(mine.words(Some(&[3, 4])).unwrap(), [3, 4]);
    for listed in [None, Some(&[3_u128][..])] {
        let got = listed.map_or(0, <[u128]>::len);
        assert_eq!(mine.words(listed).unwrap_err(), ComposeError::Keys { expected: 2, got });
    }
}

#[test]
fn names_are_words_or_their_combinations() {
    let names = |slots, names| parsed(&named(slots, names)).names;
    assert_eq!(names(2, r#"["a", "b-1"]"#), ["a", "b-1"]);
    let combined = names(5, r#"["first", [["x", "o"], ["1", "2"]]]"#);
    assert_eq!(combined, ["first", "x-1", "x-2", "o-1", "o-2"]);
    assert_eq!(names(2, r#"[[["é", "♟"]]]"#), ["é", "♟"]);
    let thrice = names(8, r#"[[["a", "b"], ["c", "d"], ["e", "f"]]]"#);
    assert_eq!((thrice[1].as_str(), thrice[4].as_str()), ("a-c-f", "b-c-e"));
}

#[test]
fn wrong_names_are_told_with_their_place() {
    for (slots, names, expected) in [
        (2, r#"["a"]"#, "line 3, column 9: expected names for 2 slots, got 1"),
        (1, r#"["a", "b"]"#, "line 3, column 15: expected names for 1 slots, got more"),
        (
            3,
            r#"[[["a", "b"], ["1", "2"]]]"#,
            "line 3, column 23: expected names for 3 slots, got more",
        ),
        (2, r#"["a", "a"]"#, "line 3, column 15: expected each name once, got \"a\" again"),
        (2, r#"["a", "b c"]"#, "line 3, column 15: expected a name of letters"),
        (2, r#"["a", "b,c"]"#, "line 3, column 15: expected a name of letters"),
        (2, r#"["a", ""]"#, "line 3, column 15: expected a name of letters"),
        (2, r#"["a", "12"]"#, "line 3, column 15: expected a name of letters"),
        (2, r#"[[["1", "2"]]]"#, "line 3, column 10: expected a name of letters"),
        (2, r#"["a", 7]"#, "line 3, column 15: expected an array with a name for each slot"),
        (2, r#"[["a", "b"]]"#, "line 3, column 11: expected an array with a name for each slot"),
        (2, "7", "line 3, column 9: expected an array with a name for each slot"),
    ] {
        let error = error(&named(slots, names));
        assert!(error.starts_with(expected), "{names}: {error}");
    }
}

#[test]
fn wrong_descriptions_are_told_with_their_place() {
    for (text, expected) in [
        ("name = \"mine\"\n", "expected a field `slots`, got none"),
        ("name = \"Mine\"\nslots = 2\n", "line 1, column 8: expected a name of words"),
        ("name = \"go\"\nslots = 2\n", "line 1, column 8: expected another name than that of a"),
        ("name = \"mine\"\nslots = 2\n", "expected a field `keys`, got none"),
        (
            "name = \"mine\"\nslots = 2\nbits = 65\n",
            "line 3, column 8: expected 16, 24, 32, 64 or 128",
        ),
        ("slots = 16777217\n", "line 1, column 9: expected a number from 1 to 16777216"),
        (
            "name = \"mine\"\nslots = 2\nkeys = { hex = [\"1\"] }\n",
            "line 3, column 16: expected 2 keys, got 1",
        ),
        ("name = \"mine\"\nslots = 2\nturn = 1\n", "line 3, column 1: expected one of the fields"),
        ("name = ", "line 1"),
    ] {
        let error = error(text);
        assert!(error.contains(expected), "{text}: {error}");
    }
}
