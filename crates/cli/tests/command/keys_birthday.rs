//! `zobrist keys birthday`: two of three numbers, the third, and errors. The formula has its own
//! tests.

use crate::tool::zobrist;

fn birthday(args: &str) -> String {
    zobrist(["keys", "birthday"].into_iter().chain(args.split_whitespace())).done()
}

#[test]
fn the_third_of_two() {
    let lines = |items: &str, bits: &str, probability: &str, pairs: &str| {
        format!(
            "items           {items}\nbits            {bits}\nprobability     {probability}\n\
             expected pairs  {pairs}\n"
        )
    };
    assert_eq!(birthday("--items 2 --bits 1"), lines("2", "1", "0.5", "0.5"));
    assert_eq!(birthday("--items 3 --bits 1"), lines("3", "1", "1.0", "1.5"));
    assert_eq!(birthday("--items 1 --bits 512"), lines("1", "512", "0.0", "0.0"));
    assert_eq!(birthday("--items 2 --probability 50%"), lines("2", "1", "0.5", "0.5"));
    assert_eq!(
        birthday("--bits 16 --probability 1/65536").lines().next(),
        Some("items           2")
    );
    let found = birthday("--bits 32 --probability 0.5");
    assert!(found.starts_with("items           77163\n"), "{found}");
    // The probability is that of the number that was found, which is at most the one asked for.
    assert!(found.contains("\nprobability     0.499999890517348"), "{found}");
    assert_eq!(birthday("--items 77163 --bits 32"), found);
    assert_eq!(
        birthday("--items 77163 --probability 0.4999999").lines().nth(1),
        found.lines().nth(1)
    );
    assert!(birthday("--items 77164 --probability 0.5").contains("\nbits            33\n"));
    let large = birthday("--bits 128 --probability 1/2");
    assert!(large.starts_with("items           2.17193813551635"), "{large}");
}

/// Numbers of items are exact up to 2^53; beyond, what is rounded is reported.
#[test]
fn a_number_of_items_is_not_rounded_silently() {
    let run = |items: &str| zobrist(["keys", "birthday", "--items", items, "--bits", "64"]);
    for items in ["9007199254740991", "9007199254740992"] {
        let first = run(items).done().lines().next().map(str::to_owned);
        assert_eq!(first.unwrap(), format!("items           {items}"));
    }
    run("2^60").done();
    let rounded = run("9007199254740993");
    assert_eq!(rounded.code, 0);
    assert!(rounded.stdout.starts_with("items           9007199254740992\n"), "{}", rounded.stdout);
    assert_eq!(rounded.stderr, "zobrist: the number of items is rounded to 9007199254740992\n");
    let help = zobrist(["keys", "birthday", "--help"]).done();
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("exact up to 2^53 (9007199254740992)"), "{help}");
}

#[test]
fn rows_for_programs() {
    let csv = birthday("--items 2^32 --bits 64 --format csv");
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows[0], "items,bits,probability,expected_pairs");
    assert!(rows[1].starts_with("4294967296,64,0.39346934024029"), "{csv}");
    for (items, bits, probability) in [("10M", "64", "1e-5"), ("7e9", "200", "1e-30")] {
        let words = format!("--items {items} --bits {bits} --format jsonl");
        let object: serde_json::Value = serde_json::from_str(&birthday(&words)).unwrap();
        let of = |name: &str| object[name].as_f64().unwrap();
        assert!(of("probability") < probability.parse().unwrap(), "{object}");
        // With few expected pairs the probability is nearly their number.
        assert!((of("probability") / of("expected_pairs") - 1.0).abs() < 1e-5, "{object}");
        assert_eq!(of("bits").to_string(), bits);
    }
}

#[test]
fn other_than_two_numbers_are_refused() {
    for (args, message) in [
        ("", "expected two of --items, --bits and --probability, to find the third; got 0"),
        ("--items 5", "to find the third; got 1"),
        ("--items 5 --bits 8 --probability 0.5", "to find the third; got 3"),
        ("--items 0 --bits 8", "expected a whole number from 1 to 2^512"),
        ("--items 1.5 --bits 8", "expected a whole number"),
        ("--items 5 --bits 0", "0 is not in 1..=512"),
        ("--items 5 --bits 513", "513 is not in 1..=512"),
        ("--items 5 --probability 0", "expected a probability between 0 and 1"),
        ("--items 5 --probability 100%", "expected a probability between 0 and 1"),
        (
            "--items 1e100 --probability 1e-200",
            "zobrist: 1e100 items need hashes of more than 512 bits for a probability of at most 1e-200",
        ),
    ] {
        let run = zobrist(["keys", "birthday"].into_iter().chain(args.split_whitespace()));
        let found = run.refused();
        assert!(found.contains(message), "{args}: {found}");
    }
}
