//! The laws that the fuzz targets of `fuzz/` try to break, as properties: of arbitrary bytes, and
//! of what is almost right.

mod checkpoint;
mod recall;
mod setfl;

use proptest::prelude::*;

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..300)
}

/// Numbers below 4 and others, as bytes of lengths and of species are.
fn small_bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop_oneof![9 => 0..4_u8, 1 => any::<u8>()], 0..300)
}

/// A setfl file of one to three elements in either form, with some words changed.
fn setfl_text() -> impl Strategy<Value = String> {
    let words =
        vec!["0", "-1", "1e300", "2.5D-01", "x", "4", "255", "\n", "1e-320", "inf", "\u{e9}"];
    let changes =
        prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(words)), 0..4);
    let forms = any::<[bool; 2]>();
    (1..4_usize, changes, forms).prop_map(|(elements, changes, [at_the_end, is_fs])| {
        let names = &["A", "B", "C"][..elements];
        let mut words: Vec<String> =
            format!("{elements} {} \n 4 0.5 5 0.25 3.0 \n", names.join(" "))
                .split(' ')
                .map(String::from)
                .collect();
        let densities = if is_fs { elements } else { 1 };
        for _ in 0..elements {
            words.extend(["26", "55.8", "2.87", "bcc", "\n"].map(String::from));
            let mut table = |points: usize, part: &str| {
                words.extend((0..points).map(|i| format!("{i}{part}")));
                words.push("\n".to_owned());
            };
            table(4, ".5");
            (0..densities).for_each(|_| table(5, ".5"));
        }
        for _ in 0..elements * (elements + 1) / 2 {
            words.extend((0..5).map(|i| format!("-{i}e-2")));
            words.push("\n".to_owned());
        }
        for (place, word) in changes {
            let place = if at_the_end { words.len() - 2 } else { place.index(words.len()) };
            words[place] = word.to_owned();
        }
        format!("made\nup\nhere\n{}\n", words.join(" "))
    })
}

/// The only distance is next to nothing, and so is the density there: no power of two makes it a
/// number of 52 bits.
#[test]
fn setfl_of_the_smallest_densities() {
    let text = "made\nup\nhere\n1 A\n4 0.5 5 0.25 1e-320\n26 55.8 2.87 bcc\n\
                0.5 1.5 2.5 3.5\n0 5.5 6.5 7.5 8.5\n-0e-2 -1e-2 -2e-2 -3e-2 -4e-2\n";
    setfl::law(text.as_bytes());
}

proptest! {
    #[test]
    fn recall_of_bytes(bytes in bytes()) {
        recall::law(&bytes);
    }

    #[test]
    fn recall_of_small_bytes(bytes in small_bytes()) {
        recall::law(&bytes);
    }

    #[test]
    fn checkpoint_of_bytes(bytes in bytes()) {
        checkpoint::law(&bytes);
    }

    #[test]
    fn checkpoint_of_few_edits(bytes in prop::collection::vec(any::<u8>(), 0..12)) {
        checkpoint::law(&bytes);
    }

    #[test]
    fn setfl_of_bytes(text in bytes()) {
        setfl::law(&text);
    }

    #[test]
    fn setfl_of_words(text in setfl_text()) {
        setfl::law(text.as_bytes());
    }
}
