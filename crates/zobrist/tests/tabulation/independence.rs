//! Independence, by counting over all tables of a small field.

use zobrist::tabulation::{HashFunction, Mixed, Simple, Tornado, Twisted};

/// Makes a function of every choice of the numbers that it draws: of number i, the bits of
/// `free[i]` take all values, and the others are zero.
fn of_all_numbers<F>(free: &[u64], make: impl Fn(&mut dyn FnMut() -> u64) -> F) -> Vec<F> {
    let bits: u32 = free.iter().map(|mask| mask.count_ones()).sum();
    (0_u64..1 << bits)
        .map(|choice| {
            let (mut left, mut masks) = (choice, free.iter());
            make(&mut || {
                let mask = *masks.next().expect("as many numbers as the tables have entries");
                let places = (0..64).filter(|place| mask >> place & 1 == 1);
                places.fold(0, |number, place| {
                    let bit = left & 1;
                    left >>= 1;
                    number | bit << place
                })
            })
        })
        .collect()
}

/// The position of the lowest bit of a `u32` entry in the number that it is cut from.
const BIT: u64 = 1 << 32;

fn subsets(keys: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![vec![]];
    }
    let smaller = subsets(keys, size - 1).into_iter();
    smaller
        .flat_map(|subset| {
            let next = subset.last().map_or(0, |last| last + 1);
            (next..keys).map(move |key| [subset.clone(), vec![key]].concat())
        })
        .collect()
}

/// True if any `size` keys have all combinations of hashes of `bits` bits equally often.
fn independent(hashes: &[Vec<u32>], size: usize, bits: u32) -> bool {
    let combinations = 1 << (bits * size as u32);
    assert!(hashes.len() % combinations == 0, "too few tables to count by");
    subsets(hashes[0].len(), size).iter().all(|subset| {
        let mut counts = vec![0; combinations];
        for of_one in hashes {
            let combination = subset.iter().fold(0, |all, key| all << bits | of_one[*key]);
            counts[combination as usize] += 1;
        }
        counts.iter().all(|count| *count == hashes.len() / combinations)
    })
}

/// The hashes of all keys of two characters of an alphabet, by every function.
fn hashes_of<F: HashFunction<[u8; 2], Hash = u32>>(functions: &[F], alphabet: u8) -> Vec<Vec<u32>> {
    let keys: Vec<[u8; 2]> =
        (0..alphabet).flat_map(|first| (0..alphabet).map(move |second| [first, second])).collect();
    functions.iter().map(|function| keys.iter().map(|key| function.hash(*key)).collect()).collect()
}

#[test]
fn simple_tabulation_is_3_independent_and_not_4() {
    let functions = of_all_numbers(&[BIT; 8], |next| Simple::<u32, 2, 4>::from_words(next));
    let hashes = hashes_of(&functions, 4);
    assert!(independent(&hashes, 1, 1) && independent(&hashes, 2, 1));
    assert!(independent(&hashes, 3, 1));
    assert!(!independent(&hashes, 4, 1));

    let functions = of_all_numbers(&[3 * BIT; 4], |next| Simple::<u32, 2, 2>::from_words(next));
    let hashes = hashes_of(&functions, 2);
    assert!(independent(&hashes, 2, 2) && independent(&hashes, 3, 2));
    assert!(!independent(&hashes, 4, 2));
}

/// The control: with a character that is not keyed, as Zobrist hashing leaves the background
/// out, a single hash is not even uniform.
#[test]
fn with_a_background_of_zero_nothing_is_independent() {
    let free = [0, BIT, BIT, BIT, 0, BIT, BIT, BIT];
    let functions = of_all_numbers(&free, |next| Simple::<u32, 2, 4>::from_words(next));
    let hashes = hashes_of(&functions, 4);
    assert!(!independent(&hashes, 1, 1) && !independent(&hashes, 2, 1));
}

/// The control: tables of a linear code with too few free bits are uniform, but not
/// 3-independent.
#[test]
fn dependent_tables_are_less_independent() {
    let make = |next: &mut dyn FnMut() -> u64| {
        let [a, b, c] = [next(), next(), next()];
        let mut entries = [a, b, c, a ^ b ^ c, a, b, c, next()].into_iter();
        Simple::<u32, 2, 4>::from_words(|| entries.next().expect("eight entries"))
    };
    let hashes = hashes_of(&of_all_numbers(&[BIT; 4], make), 4);
    assert!(!independent(&hashes, 3, 1));
}

#[test]
fn the_others_are_3_independent_too() {
    let free = [BIT, 1, BIT, 1, BIT, 0, BIT, 0];
    let twisted = of_all_numbers(&free, |next| Twisted::<u32, 2, 2>::from_words(next));
    assert!(independent(&hashes_of(&twisted, 2), 3, 1));

    let free = [BIT, 1, BIT, 1, BIT, 1, BIT, 1, BIT, BIT];
    let mixed = of_all_numbers(&free, |next| Mixed::<u32, 2, 1, 2>::from_words(next));
    assert!(independent(&hashes_of(&mixed, 2), 3, 1));

    let free = [BIT, 0x101, BIT, 0x101, BIT, 0x100, BIT, 0x100, BIT, 0, BIT, 0];
    let tornado = of_all_numbers(&free, |next| Tornado::<u32, 2, 1, 2>::from_words(next));
    assert!(independent(&hashes_of(&tornado, 2), 3, 1));
}

/// The number of 1,000 functions for which the four keys made of two characters at each of two
/// positions have hashes that XOR to zero.
fn vanish<F: HashFunction<u64, Hash = u64>>(seeded: fn(u64) -> F, positions: [u32; 2]) -> usize {
    let key = |a: u64, b: u64| a << (8 * positions[0]) | b << (8 * positions[1]);
    (0..1000)
        .map(seeded)
        .filter(|function| {
            let hash = |a, b| function.hash(key(a, b));
            hash(1, 3) ^ hash(1, 4) ^ hash(2, 3) ^ hash(2, 4) == 0
        })
        .count()
}

#[test]
fn four_keys_always_vanish_from_simple_tabulation_only() {
    for positions in [[0, 1], [2, 5], [0, 7]] {
        assert_eq!(vanish(Simple::<u64, 8>::seeded, positions), 1000);
        // The twist is one of 256 characters, and two or three make the heads pair up.
        let twisted = vanish(Twisted::<u64, 8>::seeded, positions);
        assert!(twisted < 40, "{twisted}");
        assert_eq!(vanish(Mixed::<u64, 8>::seeded, positions), 0);
        assert_eq!(vanish(Tornado::<u64, 8>::seeded, positions), 0);
    }
}

/// From mixed tabulation they vanish where they pair up in each derived character, and from
/// tornado tabulation in the twist too: for about three tables in 256 each.
#[test]
fn four_keys_vanish_as_often_as_they_pair_up() {
    fn vanish<F: HashFunction<[u8; 2], Hash = u64>>(functions: u64, seeded: fn(u64) -> F) -> f64 {
        let vanished = (0..functions).map(seeded).filter(|function| {
            let hash = |a, b| function.hash([a, b]);
            hash(1, 3) ^ hash(1, 4) ^ hash(2, 3) ^ hash(2, 4) == 0
        });
        vanished.count() as f64 / functions as f64
    }
    // Two random differences, of which one is zero, or which are equal.
    let pairs_up: f64 = 1.0 - 255.0 / 256.0 * 254.0 / 256.0;
    // 117 of 10,000, give or take 11; and 14 of 100,000, give or take 4.
    let one = vanish(10_000, Mixed::<u64, 2, 1>::seeded);
    assert!((0.7..1.4).contains(&(one / pairs_up)), "{one}");
    let two = vanish(100_000, Mixed::<u64, 2, 2>::seeded);
    assert!((0.1..2.5).contains(&(two / pairs_up.powi(2))), "{two}");
    // The head is one of the two positions: two twists in 256, not three, make the heads pair up.
    let tornado = vanish(100_000, Tornado::<u64, 2, 1>::seeded);
    assert!(tornado / pairs_up.powi(2) < 2.5, "{tornado}");
    assert!(vanish(10_000, Tornado::<u64, 2, 0>::seeded) > 0.004);
}
